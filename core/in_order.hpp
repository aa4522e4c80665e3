// In order: several threads make the parts of an answer, and one uses them in the order of the input, as if it had been alone.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace breakeven::detail {

/// How many threads share the work: one for each core, up to four, since each holds parts in memory.
[[nodiscard]] inline std::size_t working_threads() { return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 4); }

/// A few slots, used in turn, carry the parts: memory that is given back and asked for again must be cleared again.
template <class Slot, class Fill, class Make, class Use>
class InOrder {
public:
    InOrder(std::size_t threads, std::size_t alone, Fill& fill, Make& make, Use& use)
        : fill_(fill), make_(make), use_(use), wanted_(threads), alone_(alone), places_(2 * threads + 1) {}
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

    void run() {
        std::unique_lock lock(mutex_);
        while (true) {
            if (used_ == alone_ && threads_.size() + 1 < wanted_) start_threads();
            Place& next = places_[used_ % places_.size()];
            if (used_ < filled_ && next.made) {
                lock.unlock();
                if (next.failure) std::rethrow_exception(next.failure);
                use_(next.slot);
                lock.lock();
                ++used_;
                changed_.notify_all();
            } else if (ended_ && !filling_ && used_ == filled_) {
                return;
            } else if (may_fill()) {
                fill_and_make(lock);
            } else {
                changed_.wait(lock);
            }
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

    Fill& fill_;
    Make& make_;
    Use& use_;
    std::size_t wanted_;
    std::size_t alone_;  // parts that are used before another thread begins
    std::vector<Place> places_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t filled_ = 0;  // parts so far
    std::size_t used_ = 0;
    bool filling_ = false;
    bool ended_ = false;
    std::vector<std::thread> threads_;
};

/// `fill(slot)` takes the next piece of the input, one call at a time and in order; false when there is none. `make(slot)` works on it,
/// beside others. `use(slot)` is called by this thread alone, in the order of the input. What fill and make throw is thrown here once
/// everything before it was used. Whatever make does must depend on its slot alone; then the answer is the same for any number
/// of threads. The first `alone` parts are this thread's, since little work is done before another thread would have begun.
template <class Slot, class Fill, class Make, class Use>
void in_order(std::size_t threads, std::size_t alone, Fill fill, Make make, Use use) {
    InOrder<Slot, Fill, Make, Use>(threads, alone, fill, make, use).run();
}

/// The same for parts 0 to `count`, whose number is known: `make(i)` beside others, `use(i)` in order.
template <class Make, class Use>
void in_order(std::size_t threads, std::size_t count, Make make, Use use) {
    std::size_t next = 0;
    in_order<std::size_t>(
        std::min(threads, count), 0,
        [&](std::size_t& part) {
            part = next++;
            return part < count;
        },
        make, use);
}

}  // namespace breakeven::detail
