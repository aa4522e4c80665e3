// See read_ahead.hpp.
#include <breakeven/core/read_ahead.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include <breakeven/core/handover.hpp>

namespace breakeven {
namespace {

constexpr std::size_t piece_bytes = 1ULL << 18U;  // stays in the cache that the threads share
constexpr std::size_t pieces_ahead = 6;

class ReadAhead final : public ByteSource {
public:
    explicit ReadAhead(std::unique_ptr<ByteSource> source) : source_(std::move(source)), thread_([this] { fill(); }) {}
    ~ReadAhead() override {
        pieces_.stop();
        thread_.join();
    }

    [[nodiscard]] std::size_t read(std::span<char> out) override {
        if (used_ == piece_.size) {
            used_ = 0;
            if (ended_ || !pieces_.take(piece_)) {
                piece_.size = 0;
                ended_ = true;
                return 0;
            }
        }
        const std::size_t count = std::min(out.size(), piece_.size - used_);
        std::memcpy(out.data(), ring_[piece_.place].data() + used_, count);
        used_ += count;
        return count;
    }
    // Only once read() has returned 0, and then the thread is done with the source.
    [[nodiscard]] std::string_view damage() const override { return ended_ ? source_->damage() : std::string_view{}; }
    [[nodiscard]] std::uint64_t consumed() const override { return piece_.consumed; }

private:
    struct Piece {
        std::size_t place = 0;  // in the ring
        std::size_t size = 0;
        std::uint64_t consumed = 0;
    };

    void fill() {
        try {
            for (std::size_t place = 0;; place = (place + 1) % ring_.size()) {
                ring_[place].resize(piece_bytes);
                const std::size_t count = source_->read(ring_[place]);
                if (count == 0 || !pieces_.give({place, count, source_->consumed()})) break;
            }
            pieces_.end();
        } catch (...) {
            pieces_.end(std::current_exception());
        }
    }

    std::unique_ptr<ByteSource> source_;
    // Used in turn, since memory that is given back and asked for again must be cleared again. Of two more than those ahead one is
    // being filled and one being read.
    std::array<std::vector<char>, pieces_ahead + 2> ring_;
    detail::Handover<Piece> pieces_{pieces_ahead};
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
