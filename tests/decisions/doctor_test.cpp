// The doctor on machines made of folders, and the programs it may run.
#include <breakeven/decisions/doctor.hpp>
#include <breakeven/decisions/run_program.hpp>
#include <breakeven/logs/temporary_folder.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

using namespace breakeven;
namespace fs = std::filesystem;

namespace {

class MadeUp {
public:
    MadeUp() {
        machine.root = folder_.path();
        machine.search_path = {folder_.path() / "bin"};
        machine.ask = [this](const std::vector<std::string>& arguments) -> std::optional<std::string> {
            asked.push_back(fs::path(arguments[0]).filename().string());
            const auto answer = answers.find(asked.back());
            return answer == answers.end() ? std::nullopt : std::optional(answer->second);
        };
    }
    void file(const std::string& path, const std::string& text = "") {
        fs::create_directories((folder_.path() / path).parent_path());
        std::ofstream(folder_.path() / path) << text;
    }
    void program(const std::string& name, const std::string& answer) {
        file("bin/" + name);
        fs::permissions(folder_.path() / "bin" / name, fs::perms::owner_all);
        answers[name] = answer;
    }

    MachineSeen machine;
    std::map<std::string, std::string> answers;
    std::vector<std::string> asked;

private:
    detail::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("a machine without a GPU is told what it can still do, and nothing is run") {
    MadeUp bare;
    const DoctorReport report = examine(bare.machine);
    CHECK(report.summary == "This machine has no GPU to measure; it can judge logs from others.");
    CHECK(report.check("gpu.present").state == DoctorState::missing);
    CHECK(report.check("profiler.nsys").state == DoctorState::missing);
    CHECK(report.check("clock.synchronised").state == DoctorState::unknown);
    CHECK(bare.asked.empty());
    for (const DoctorCheck& check : report.checks)
        if (check.state == DoctorState::missing || check.state == DoctorState::limited) CHECK(!check.remedy.empty());
}

TEST_CASE("a whole workstation can record everything") {
    MadeUp whole;
    whole.file("dev/nvidia0");
    whole.file("dev/nvidia1");
    whole.file("dev/nvidiactl");
    whole.file("proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023\nGCC version:\n");
    whole.file("proc/driver/nvidia/params", "EnableMSI: 1\nRmProfilingAdminOnly: 1\nX: 0\n");
    whole.file("proc/sys/kernel/perf_event_paranoid", "3\n");
    whole.program("nsys", "NVIDIA Nsight Systems version 2024.5.1.113-245134619542v0\n");
    whole.program("python3", "2.1.0+cu121\n");
    whole.program("nvidia-smi", "");
    whole.program("perf", "perf version 6.1.90\n");
    whole.machine.clock_synchronised = true;
    const DoctorReport report = examine(whole.machine);
    CHECK(report.summary == "This machine can record kernel logs, which carry a verdict, and telemetry beside them.");
    CHECK(report.check("gpu.present").found == "2 NVIDIA GPUs");
    CHECK(report.check("gpu.driver").found == "driver 535.104.05");
    CHECK(report.check("profiler.nsys").found == "NVIDIA Nsight Systems version 2024.5.1.113-245134619542v0");
    CHECK(report.check("profiler.torch").found == "torch 2.1.0+cu121");
    CHECK(report.check("permission.perf-events").state == DoctorState::limited);
    CHECK(report.check("permission.gpu-counters").state == DoctorState::limited);
    CHECK(report.check("clock.synchronised").state == DoctorState::ok);
    // nvidia-smi is only looked for: nothing is asked of the GPU itself.
    CHECK(std::set<std::string>(whole.asked.begin(), whole.asked.end()) == std::set<std::string>{"nsys", "perf", "python3"});
    whole.machine.administrator = true;
    CHECK(examine(whole.machine).check("permission.perf-events").state == DoctorState::ok);
    CHECK(examine(whole.machine).check("permission.gpu-counters").state == DoctorState::ok);
}

TEST_CASE("a torch without CUDA and a profiler that does not start are named as such") {
    MadeUp half;
    half.file("dev/nvidia0");
    half.program("python3", "1.13.1+cpu\n");
    half.program("nsys", "");
    half.answers.erase("nsys");
    const DoctorReport report = examine(half.machine);
    CHECK(report.check("profiler.torch").state == DoctorState::limited);
    CHECK(report.check("profiler.nsys").state == DoctorState::limited);
    CHECK(report.summary == "This machine has a GPU, and nothing yet to measure it with.");
}

TEST_CASE("a program gets its arguments as they are, and no shell sees them") {
    const ProgramRun run = run_program({"echo", "$(touch /tmp/x)", "a b", "*"}, 10.0 * second);
    CHECK(run.succeeded());
    CHECK(run.output == "$(touch /tmp/x) a b *\n");
}

TEST_CASE("a program that does not end is ended, one that says too much is cut, one that is not there did not start") {
    const ProgramRun slow = run_program({"sleep", "60"}, 0.2 * second);
    CHECK(slow.timed_out);
    CHECK(!slow.succeeded());
    CHECK(run_program({"seq", "1000000"}, 10.0 * second, 100).output.size() == 100);
    CHECK(!run_program({"no-such-program-here"}, 1.0 * second).succeeded());
    CHECK(run_program({"false"}, 10.0 * second).status == 1);
}
