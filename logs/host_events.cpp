// See host_events.hpp.
#include <breakeven/logs/host_events.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace breakeven::detail {

bool waits_for_gpu(std::string_view call) {
    using namespace std::string_view_literals;
    constexpr std::array waits{"cudaDeviceSynchronize"sv, "cudaStreamSynchronize"sv, "cudaEventSynchronize"sv, "cudaThreadSynchronize"sv,
                               "cuCtxSynchronize"sv,      "cuStreamSynchronize"sv,   "cuEventSynchronize"sv,   "hipDeviceSynchronize"sv,
                               "hipStreamSynchronize"sv,  "hipEventSynchronize"sv};
    return std::find(waits.begin(), waits.end(), call.substr(0, std::min(call.find('_'), call.size()))) != waits.end();
}

void HostEvents::step(std::uint64_t process, std::int64_t start_ns, std::int64_t end_ns, std::uint32_t name) {
    if (steps_++ < most_steps) processes_[process].steps.push_back({start_ns, std::max(start_ns, end_ns), name});
}

void HostEvents::wait(std::uint64_t process, std::int64_t start_ns, std::int64_t end_ns) {
    if (waits_++ < most_waits) processes_[process].waits.push_back({start_ns, std::max(start_ns, end_ns)});
}

void HostEvents::hand_over(TraceBuilder& builder, const std::function<std::vector<std::uint32_t>(std::uint64_t)>& devices_of) {
    for (const auto& [process, events] : processes_)
        for (const std::uint32_t device : devices_of(process)) {
            DeviceTrace& to = builder.at(device);
            to.steps.insert(to.steps.end(), events.steps.begin(), events.steps.end());
            // A part of the waits would make the rest look like something else, so it is all of them or none.
            if (waits_ <= most_waits) to.host_waits.insert(to.host_waits.end(), events.waits.begin(), events.waits.end());
        }
    if (steps_ > most_steps)
        builder.remark("only the first " + std::to_string(most_steps) + " of " + std::to_string(steps_) +
                       " named units of work were looked at");
    if (waits_ > most_waits)
        builder.remark(std::to_string(waits_) + " calls waited for the GPU, too many to tell their share of the idle time");
    processes_.clear();
}

}  // namespace breakeven::detail
