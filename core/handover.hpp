// Handover: what one thread makes and another uses, a few items ahead and never more.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <utility>

namespace breakeven::detail {

template <class Item>
class Handover {
public:
    explicit Handover(std::size_t most_ahead) : most_ahead_(most_ahead) {}

    /// Of the maker: waits for room. False when nobody wants more.
    [[nodiscard]] bool give(Item item) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return unwanted_ || items_.size() < most_ahead_; });
        if (unwanted_) return false;
        items_.push_back(std::move(item));
        changed_.notify_all();
        return true;
    }
    /// Of the maker: there is no more, or what went wrong.
    void end(std::exception_ptr failure = nullptr) {
        const std::lock_guard lock(mutex_);
        failure_ = std::move(failure);
        ended_ = true;
        changed_.notify_all();
    }

    /// Of the user: waits for the next item. False at the end; throws what went wrong in the making once the items before it are
    /// used.
    [[nodiscard]] bool take(Item& item) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return ended_ || !items_.empty(); });
        if (items_.empty()) {
            if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
            return false;
        }
        item = std::move(items_.front());
        items_.pop_front();
        changed_.notify_all();
        return true;
    }
    /// Of the user: no more is wanted.
    void stop() {
        const std::lock_guard lock(mutex_);
        unwanted_ = true;
        changed_.notify_all();
    }

private:
    std::size_t most_ahead_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Item> items_;
    bool unwanted_ = false;
    bool ended_ = false;
    std::exception_ptr failure_;
};

}  // namespace breakeven::detail
