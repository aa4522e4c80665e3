// Launch calls: which calls of the CUDA and HIP interfaces put a kernel, or a graph of kernels, on the GPU.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace breakeven::detail {

enum class LaunchCall : std::uint8_t { none, kernel, graph };

/// `name` as profilers write it, with or without a suffix such as `_v7000` or `_ptsz`. cudaLaunchHostFunc launches no kernel.
[[nodiscard]] inline LaunchCall launch_call(std::string_view name) {
    using namespace std::string_view_literals;
    constexpr std::array kernels{"cudaLaunchKernel"sv,
                                 "cudaLaunchKernelExC"sv,
                                 "cudaLaunchKernelEx"sv,
                                 "cudaLaunchCooperativeKernel"sv,
                                 "cudaLaunchCooperativeKernelMultiDevice"sv,
                                 "cudaLaunch"sv,
                                 "cuLaunchKernel"sv,
                                 "cuLaunchKernelEx"sv,
                                 "cuLaunchCooperativeKernel"sv,
                                 "cuLaunchCooperativeKernelMultiDevice"sv,
                                 "cuLaunchGrid"sv,
                                 "cuLaunchGridAsync"sv,
                                 "cuLaunch"sv,
                                 "hipLaunchKernel"sv,
                                 "hipLaunchKernelExC"sv,
                                 "hipExtLaunchKernel"sv,
                                 "hipLaunchCooperativeKernel"sv,
                                 "hipModuleLaunchKernel"sv,
                                 "hipExtModuleLaunchKernel"sv,
                                 "hipModuleLaunchCooperativeKernel"sv,
                                 "hipHccModuleLaunchKernel"sv,
                                 "hipDrvLaunchKernelEx"sv};
    constexpr std::array graphs{"cudaGraphLaunch"sv, "cuGraphLaunch"sv, "hipGraphLaunch"sv};
    const std::string_view call = name.substr(0, std::min(name.find('_'), name.size()));
    if (!call.starts_with("cu"sv) && !call.starts_with("hip"sv)) return LaunchCall::none;
    if (std::find(kernels.begin(), kernels.end(), call) != kernels.end()) return LaunchCall::kernel;
    return std::find(graphs.begin(), graphs.end(), call) != graphs.end() ? LaunchCall::graph : LaunchCall::none;
}

}  // namespace breakeven::detail
