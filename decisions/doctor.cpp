// Programs are asked for their version only; Python is asked whether it finds torch, without importing it.
#include <breakeven/decisions/doctor.hpp>

#include <breakeven/decisions/run_program.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <sys/timex.h>
#include <unistd.h>

namespace breakeven {

namespace {
namespace fs = std::filesystem;

std::optional<std::string> text_of(const fs::path& path) {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    std::string text(4096, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

std::string first_line(const std::string& text) {
    std::string line = text.substr(0, std::min<std::size_t>(text.find('\n'), 120));
    line.erase(std::remove_if(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }), line.end());
    return line;
}

std::optional<fs::path> program(const MachineSeen& machine, const std::string& name) {
    for (const fs::path& folder : machine.search_path) {
        std::error_code failure;
        const fs::path candidate = folder / name;
        if (fs::is_regular_file(candidate, failure) && ::access(candidate.c_str(), X_OK) == 0) return candidate;
    }
    return std::nullopt;
}

std::size_t entries_like(const fs::path& folder, std::string_view begin) {
    std::size_t count = 0;
    std::error_code failure;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
        const std::string name = entry->path().filename().string();
        count += name.starts_with(begin) && name.size() > begin.size() && std::isdigit(static_cast<unsigned char>(name[begin.size()])) != 0 ? 1 : 0;
    }
    return count;
}

DoctorCheck gpu(const MachineSeen& machine) {
    DoctorCheck out{"gpu.present", "something to measure", DoctorState::ok, "", ""};
    const std::size_t nvidia = entries_like(machine.root / "dev", "nvidia");
    const std::size_t render = entries_like(machine.root / "dev/dri", "renderD");
    std::error_code failure;
    if (nvidia > 0)
        out.found = std::to_string(nvidia) + (nvidia == 1 ? " NVIDIA GPU" : " NVIDIA GPUs");
    else if (fs::exists(machine.root / "dev/dxg", failure))
        out.found = "a GPU shared by Windows (WSL)";
    else if (fs::exists(machine.root / "dev/kfd", failure))
        out.found = "an AMD GPU for computing";
    else if (render > 0)
        out = {out.id, out.what, DoctorState::limited, "a display device, but none that computes for CUDA or ROCm", "install the vendor's driver"};
    else
        out = {out.id, out.what, DoctorState::missing, "no GPU device", "logs of another machine can be read here all the same"};
    return out;
}

DoctorCheck driver(const MachineSeen& machine) {
    DoctorCheck out{"gpu.driver", "the context that moves a line (--driver)", DoctorState::missing, "no NVIDIA driver is loaded",
                    "install the driver; a driver that was just updated needs a restart"};
    const auto text = text_of(machine.root / "proc/driver/nvidia/version");
    if (!text) return out;
    std::istringstream words(first_line(*text));
    for (std::string word; words >> word;)
        if (std::isdigit(static_cast<unsigned char>(word.front())) != 0 && word.find('.') != std::string::npos) {
            out = {out.id, out.what, DoctorState::ok, "driver " + word, ""};
            break;
        }
    return out;
}

/// A program that is found and says its version.
DoctorCheck tool(const MachineSeen& machine, std::string id, std::string what, const std::string& name, const std::vector<std::string>& question,
                 std::string remedy) {
    const auto found = program(machine, name);
    if (!found) return {std::move(id), std::move(what), DoctorState::missing, name + " is not on PATH", std::move(remedy)};
    if (question.empty()) return {std::move(id), std::move(what), DoctorState::ok, found->string(), ""};
    std::vector<std::string> arguments{found->string()};
    arguments.insert(arguments.end(), question.begin(), question.end());
    const auto said = machine.ask(arguments);
    if (!said) return {std::move(id), std::move(what), DoctorState::limited, found->string() + " does not run", "run it by hand and see what it says"};
    return {std::move(id), std::move(what), DoctorState::ok, first_line(*said), ""};
}

DoctorCheck torch(const MachineSeen& machine) {
    DoctorCheck out{"profiler.torch", "kernel logs by PyTorch's own profiler", DoctorState::missing, "", ""};
    const auto python = program(machine, "python3");
    if (!python) {
        out.found = "python3 is not on PATH";
        out.remedy = "only needed where the jobs are PyTorch's; apt install python3";
        return out;
    }
    // -I: neither this folder nor the user's own modules are looked into.
    const auto said = machine.ask({python->string(), "-I", "-c",
                                   "import importlib.metadata as m\ntry: print(m.version('torch'))\nexcept m.PackageNotFoundError: print('')"});
    if (!said) return {out.id, out.what, DoctorState::unknown, python->string() + " does not run", "run it by hand and see what it says"};
    const std::string version = first_line(*said);
    if (version.empty()) return {out.id, out.what, DoctorState::missing, "the python3 on PATH has no torch", "run this inside the environment of your jobs"};
    const bool cpu_only = version.find("+cpu") != std::string::npos;
    return {out.id, out.what, cpu_only ? DoctorState::limited : DoctorState::ok, "torch " + version,
            cpu_only ? "this build knows no GPU; its traces hold no GPU activity" : ""};
}

DoctorCheck perf_events(const MachineSeen& machine) {
    DoctorCheck out{"permission.perf-events", "CPU counters beside the job, without being root", DoctorState::unknown, "the kernel does not tell", ""};
    const auto text = text_of(machine.root / "proc/sys/kernel/perf_event_paranoid");
    if (!text) return out;
    const int level = std::atoi(text->c_str());
    out.found = "perf_event_paranoid is " + std::to_string(level);
    out.state = level <= 2 || machine.administrator ? DoctorState::ok : DoctorState::limited;
    if (out.state == DoctorState::limited) out.remedy = "sudo sysctl kernel.perf_event_paranoid=2, or run perf as root";
    return out;
}

DoctorCheck gpu_counters(const MachineSeen& machine) {
    DoctorCheck out{"permission.gpu-counters", "hardware counters of the GPU; kernel times need none", DoctorState::unknown, "no NVIDIA driver tells", ""};
    const auto text = text_of(machine.root / "proc/driver/nvidia/params");
    if (!text) return out;
    const std::size_t at = text->find("RmProfilingAdminOnly:");
    const bool admin_only = at != std::string::npos && text->find('1', at) != std::string::npos && text->find('1', at) < text->find('\n', at);
    if (!admin_only || machine.administrator) return {out.id, out.what, DoctorState::ok, admin_only ? "for administrators, as you are" : "for every user", ""};
    return {out.id, out.what, DoctorState::limited, "for administrators only", "set NVreg_RestrictProfilingToAdminUsers=0 for the nvidia module if you need them"};
}

DoctorCheck clock_state(const MachineSeen& machine) {
    DoctorCheck out{"clock.synchronised", "logs, telemetry and history on one clock", DoctorState::unknown, "the kernel does not tell", ""};
    if (!machine.clock_synchronised) return out;
    if (*machine.clock_synchronised) return {out.id, out.what, DoctorState::ok, "synchronised", ""};
    return {out.id, out.what, DoctorState::limited, "not synchronised", "timedatectl set-ntp true, or run an NTP client"};
}

std::string summary_of(const DoctorReport& report) {
    const auto is_ok = [&](std::string_view id) { return report.check(id).state == DoctorState::ok; };
    if (report.check("gpu.present").state == DoctorState::missing)
        return "This machine has no GPU to measure; it can judge logs from others.";
    const bool traces = is_ok("profiler.nsys") || is_ok("profiler.torch");
    const bool samples = is_ok("telemetry.nvidia-smi") || is_ok("telemetry.dcgm");
    if (traces && samples) return "This machine can record kernel logs, which carry a verdict, and telemetry beside them.";
    if (traces) return "This machine can record kernel logs, which carry a verdict, but no telemetry.";
    if (samples) return "This machine can record telemetry only; a verdict needs kernel logs.";
    return "This machine has a GPU, and nothing yet to measure it with.";
}

}  // namespace

const DoctorCheck& DoctorReport::check(std::string_view id) const {
    return *std::find_if(checks.begin(), checks.end(), [&](const DoctorCheck& one) { return one.id == id; });
}

MachineSeen this_machine() {
    MachineSeen out;
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path);
    for (std::string folder; std::getline(folders, folder, ':');)
        if (fs::path(folder).is_absolute()) out.search_path.emplace_back(folder);  // never what lies in the current folder
    out.administrator = ::geteuid() == 0;
    timex state{};
    if (const int clock = ::adjtimex(&state); clock >= 0) out.clock_synchronised = clock != TIME_ERROR;
    out.ask = [](const std::vector<std::string>& arguments) -> std::optional<std::string> {
        ProgramRun run = run_program(arguments, 10.0 * second);
        if (!run.succeeded()) return std::nullopt;
        return std::move(run.output);
    };
    return out;
}

DoctorReport examine(const MachineSeen& machine) {
    DoctorReport out;
    out.checks = {
        gpu(machine),
        driver(machine),
        tool(machine, "profiler.nsys", "kernel logs of any CUDA program", "nsys", {"--version"},
             "install Nsight Systems (package nsight-systems-cli from NVIDIA's repository)"),
        torch(machine),
        tool(machine, "telemetry.nvidia-smi", "temperature, power and the hours really run", "nvidia-smi", {}, "it comes with the NVIDIA driver"),
        tool(machine, "telemetry.dcgm", "the same from a fleet's exporter", "dcgmi", {}, "only needed for fleets: datacenter-gpu-manager and dcgm-exporter"),
        tool(machine, "cpu.perf", "is the CPU the bottleneck? (diagnose --perf-stat)", "perf", {"--version"}, "apt install linux-perf"),
        perf_events(machine),
        gpu_counters(machine),
        clock_state(machine),
    };
    out.summary = summary_of(out);
    return out;
}

}  // namespace breakeven
