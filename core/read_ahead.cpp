// See read_ahead.hpp.
#include <breakeven/core/read_ahead.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace breakeven {
namespace {

constexpr std::size_t piece_bytes = 1ULL << 18U;  // stays in the cache that the threads share
constexpr std::size_t pieces_ahead = 8;

class ReadAhead final : public ByteSource {
public:
    explicit ReadAhead(std::unique_ptr<ByteSource> source) : source_(std::move(source)), thread_([this] { fill(); }) {}
    ~ReadAhead() override {
        {
            const std::lock_guard lock(mutex_);
            unwanted_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }

    [[nodiscard]] std::size_t read(std::span<char> out) override {
        if (used_ == piece_.bytes.size() && !next_piece()) return 0;
        const std::size_t count = std::min(out.size(), piece_.bytes.size() - used_);
        std::memcpy(out.data(), piece_.bytes.data() + used_, count);
        used_ += count;
        return count;
    }
    // Only once read() has returned 0, and then the thread is done with the source.
    [[nodiscard]] std::string_view damage() const override { return ended_ ? source_->damage() : std::string_view{}; }
    [[nodiscard]] std::uint64_t consumed() const override { return piece_.consumed; }

private:
    struct Piece {
        std::vector<char> bytes;
        std::uint64_t consumed = 0;
    };

    bool next_piece() {
        if (ended_) return false;
        std::unique_lock lock(mutex_);
        if (piece_.bytes.capacity() != 0) empty_.push_back(std::move(piece_.bytes));
        piece_.bytes.clear();
        used_ = 0;
        changed_.wait(lock, [this] { return !full_.empty() || finished_; });
        if (full_.empty()) {
            ended_ = true;
            if (failure_) std::rethrow_exception(failure_);
            return false;
        }
        piece_ = std::move(full_.front());
        full_.pop_front();
        changed_.notify_all();
        return true;
    }

    void fill() {
        std::exception_ptr failure;
        try {
            while (true) {
                std::vector<char> bytes;
                {
                    std::unique_lock lock(mutex_);
                    changed_.wait(lock, [this] { return unwanted_ || full_.size() < pieces_ahead; });
                    if (unwanted_) break;
                    if (!empty_.empty()) {
                        bytes = std::move(empty_.back());
                        empty_.pop_back();
                    }
                }
                bytes.resize(piece_bytes);
                const std::size_t count = source_->read(bytes);
                if (count == 0) break;
                bytes.resize(count);
                const std::lock_guard lock(mutex_);
                full_.push_back({std::move(bytes), source_->consumed()});
                changed_.notify_all();
            }
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        failure_ = failure;
        finished_ = true;
        changed_.notify_all();
    }

    std::unique_ptr<ByteSource> source_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Piece> full_;
    std::vector<std::vector<char>> empty_;
    bool unwanted_ = false;
    bool finished_ = false;
    std::exception_ptr failure_;
    Piece piece_;  // of the reader alone
    std::size_t used_ = 0;
    bool ended_ = false;
    std::thread thread_;  // last, so that it finds everything else in place
};

}  // namespace

std::unique_ptr<ByteSource> read_ahead(std::unique_ptr<ByteSource> source) {
    return std::make_unique<ReadAhead>(std::move(source));
}

}  // namespace breakeven
