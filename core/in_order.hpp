// In order: several threads make the parts of an answer, and one uses them in the order of the input, as if it had been alone.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace breakeven::detail {

/// How many threads share the work: one for each core, up to four, since each holds parts in memory.
[[nodiscard]] inline std::size_t working_threads() { return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 4); }

/// A few slots, used in turn, carry the parts: memory that is given back and asked for again must be cleared again.
template <class Slot>
class InOrder {
public:
    /// `fill(slot)` takes the next piece of the input, one call at a time and in order; false when there is none. `make(slot)` works on it,
    /// beside others. What it does must depend on its slot alone; then the answer is the same for any number of threads. The first
    /// `alone` parts are the caller's, since little work is done before another thread would have begun.
    InOrder(std::size_t threads, std::size_t alone, std::function<bool(Slot&)> fill, std::function<void(Slot&)> make)
        : fill_(std::move(fill)), make_(std::move(make)), wanted_(threads), alone_(alone), places_(threads == 1 ? 1 : 2 * threads + 1) {}
    ~InOrder() {
        {
            const std::lock_guard lock(mutex_);
            ended_ = true;
            changed_.notify_all();
        }
        for (std::thread& thread : threads_) thread.join();
    }
    InOrder(const InOrder&) = delete;
    InOrder& operator=(const InOrder&) = delete;

    /// The next part in the order of the input, which is the caller's until the next call; null at the end. Throws what fill and make
    /// threw, once everything before it was used.
    [[nodiscard]] Slot* next() {
        std::unique_lock lock(mutex_);
        if (std::exchange(taken_, false)) {
            ++used_;
            changed_.notify_all();
        }
        while (true) {
            if (used_ == alone_ && threads_.size() + 1 < wanted_) start_threads();
            Place& place = places_[used_ % places_.size()];
            if (used_ < filled_ && place.made) {
                if (place.failure) std::rethrow_exception(place.failure);
                taken_ = true;
                return &place.slot;
            }
            if (ended_ && !filling_ && used_ == filled_) return nullptr;
            if (may_fill())
                fill_and_make(lock);
            else
                changed_.wait(lock);
        }
    }

private:
    struct Place {
        Slot slot;
        bool made = false;
        std::exception_ptr failure;
    };

    [[nodiscard]] bool may_fill() const { return !ended_ && !filling_ && filled_ - used_ < places_.size(); }

    void fill_and_make(std::unique_lock<std::mutex>& lock) {
        Place& place = places_[filled_ % places_.size()];
        place.made = false;
        filling_ = true;
        lock.unlock();
        bool filled = false;
        try {
            filled = fill_(place.slot);
        } catch (...) {
            place.failure = std::current_exception();
        }
        lock.lock();
        filling_ = false;
        if (filled || place.failure) ++filled_;
        if (!filled) ended_ = true;
        changed_.notify_all();
        if (filled) {
            lock.unlock();
            try {
                make_(place.slot);
            } catch (...) {
                place.failure = std::current_exception();
            }
            lock.lock();
        }
        place.made = true;
        changed_.notify_all();
    }

    void start_threads() {
        try {
            while (threads_.size() + 1 < wanted_)
                threads_.emplace_back([this] {
                    std::unique_lock lock(mutex_);
                    while (!ended_) {
                        if (may_fill())
                            fill_and_make(lock);
                        else
                            changed_.wait(lock);
                    }
                });
        } catch (const std::system_error&) {
            wanted_ = threads_.size() + 1;  // where no more threads are to be had, those that are there do it
        }
    }

    std::function<bool(Slot&)> fill_;
    std::function<void(Slot&)> make_;
    std::size_t wanted_;
    std::size_t alone_;  // parts that are used before another thread begins
    std::vector<Place> places_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t filled_ = 0;  // parts so far
    std::size_t used_ = 0;
    bool taken_ = false;
    bool filling_ = false;
    bool ended_ = false;
    std::vector<std::thread> threads_;
};

/// Calls `use(slot)` for each part, in the order of the input.
template <class Slot, class Fill, class Make, class Use>
void in_order(std::size_t threads, std::size_t alone, Fill fill, Make make, Use use) {
    InOrder<Slot> parts(threads, alone, std::move(fill), std::move(make));
    while (Slot* const slot = parts.next()) use(*slot);
}

/// The same for parts 0 to `count`, whose number is known: `make(i)` beside others, `use(i)` in order.
template <class Make, class Use>
void in_order(std::size_t threads, std::size_t count, Make make, Use use) {
    std::size_t next = 0;
    in_order<std::size_t>(
        std::clamp<std::size_t>(count, 1, threads), 0,
        [&](std::size_t& part) {
            part = next++;
            return part < count;
        },
        make, use);
}

}  // namespace breakeven::detail
