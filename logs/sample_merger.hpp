// Several files as one history (internal): rows in order of time, one GPU of several files as one device.
#pragma once

#include <breakeven/logs/sample_stream.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace breakeven::detail {

class SampleMerger {
public:
    /// Called for each row, in order of time; `device` is an index into devices().
    using Sink = std::function<void(std::uint32_t device, const SampleRow& row)>;

    /// `utc_offset_ns` is taken off local times.
    SampleMerger(bool same_gpu, std::int64_t utc_offset_ns) : same_gpu_(same_gpu), utc_offset_ns_(utc_offset_ns) {}

    /// `open` opens the file's stream; called again for a file that waits its turn closed, unless `only_once`.
    void add(std::function<std::unique_ptr<SampleStream>()> open, bool only_once);

    /// Drains all files. `after_batch` is called now and then, with the bytes read so far. Throws what the streams throw.
    void run(const Sink& sink, const std::function<void(std::uint64_t)>& after_batch);

    [[nodiscard]] const std::vector<GpuIdentity>& devices() const { return devices_; }
    [[nodiscard]] const StreamNotes& notes(std::size_t file) const { return feeds_[file].notes; }  ///< once run() is done
    [[nodiscard]] std::uint64_t expected() const;  ///< bytes of the streams whose size no file tells
    [[nodiscard]] std::uint64_t counted_once() const { return counted_once_; }  ///< readings that two files shared

private:
    using Next = std::pair<std::int64_t, std::size_t>;  // the time of a file's next row, and the file
    using Queue = std::priority_queue<Next, std::vector<Next>, std::greater<>>;
    static constexpr std::size_t most_open = 64;  // of a folder of daily logs only the few that overlap are open

    struct Feed {
        std::function<std::unique_ptr<SampleStream>()> open;
        bool only_once = false;
        std::unique_ptr<SampleStream> stream;
        StreamNotes notes;
        std::uint64_t consumed = 0;
        std::uint64_t expected = 0;
        std::vector<SampleRow> batch;
        std::size_t position = 0;
        std::vector<std::uint32_t> devices;  // of the file, as devices of the merger
        std::int64_t reached_ns = 0;         // the latest time so far; a step back must not overtake other files
    };
    /// A row that waits for another file's row of the same instant.
    struct Pending {
        SampleRow row;
        std::size_t file = 0;
        bool waits = false;
    };

    [[nodiscard]] bool refill(std::size_t file);
    void learn_devices(std::size_t file);
    [[nodiscard]] Queue first_rows();
    void pass_on(std::size_t file, const SampleRow& row, const Sink& sink);
    [[nodiscard]] std::uint64_t consumed() const;

    bool same_gpu_;
    std::int64_t utc_offset_ns_;
    std::vector<Feed> feeds_;
    std::vector<GpuIdentity> devices_;
    std::vector<Pending> pending_;
    std::map<std::string, std::uint32_t, std::less<>> numbers_;
    std::uint64_t counted_once_ = 0;
};

}  // namespace breakeven::detail
