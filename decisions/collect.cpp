#include <breakeven/decisions/collect.hpp>

#include <breakeven/core/errors.hpp>
#include <breakeven/data/tables.hpp>
#include <breakeven/decisions/run_foreground.hpp>
#include <breakeven/decisions/run_program.hpp>

#include <algorithm>
#include <fstream>

namespace breakeven {

namespace {
namespace fs = std::filesystem;

constexpr auto patience = 60.0 * second;  // for a profiler that only tells about itself

fs::path report(const CollectRequest& request) { return request.folder / "log.nsys-rep"; }
fs::path exported(const CollectRequest& request) { return request.folder / "log.sqlite"; }
fs::path torch_trace(const CollectRequest& request) { return request.folder / "log.json"; }
fs::path torch_runner(const CollectRequest& request) { return request.folder / "profile_with_torch.py"; }

bool is_python(const std::string& program) { return fs::path(program).filename().string().starts_with("python"); }
bool is_script(const std::string& program) { return fs::path(program).extension() == ".py"; }

/// Every option that the command line needs must be one that the tool itself names.
void ask_nsys(const CollectRequest& request) {
    const ProgramRun help = run_program({request.tool, "profile", "--help"}, patience, 1U << 20);
    if (!help.started)
        throw InputError("the profiler \"" + request.tool + "\" is not there",
                         "install Nsight Systems (package nsight-systems-cli of NVIDIA's repository, or the CUDA toolkit), name it with --nsys PATH, or take "
                         "the framework's profiler: --profiler torch");
    if (!help.succeeded() && help.output.empty())
        throw InputError("the profiler \"" + request.tool + "\" does not answer", "run `" + request.tool + " profile --help` and see what it says");
    for (const char* option : {"--cuda-graph-trace", "--trace", "--sample", "--output", "--force-overwrite"})
        if (help.output.find(option) == std::string::npos)
            throw InputError("this profiler has no " + std::string(option) + ", so its log would hide what runs inside CUDA graphs",
                             "update Nsight Systems, or take the framework's profiler: --profiler torch");
}

void write_runner(const CollectRequest& request) {
    std::ofstream file(torch_runner(request), std::ios::binary);
    file << profile_with_torch_py();
    file.close();
    if (!file) throw InputError("the profiler's runner cannot be written", "is there room in the folder for temporary files (TMPDIR)?");
}

void check_program(const CollectRequest& request) {
    if (request.program.empty() || request.program.front().empty())
        throw InputError("there is no program to profile", "put it behind two hyphens: breakeven collect -- python3 train.py");
    if (request.profiler != Profiler::torch) return;
    const std::string& first = request.program.front();
    if (is_script(first)) return;
    if (!is_python(first) || request.program.size() < 2)
        throw InputError("\"" + first + "\" is no Python program, and the framework's profiler runs inside one",
                         "write it as in: breakeven collect --profiler torch -- python3 train.py, or take --profiler nsys");
    if (request.program[1].starts_with("-") && request.program[1] != "-m")
        throw InputError("options of Python itself cannot be handed on by the framework's profiler", "name the script or -m MODULE right behind " + first);
}

std::string how_it_ended(int status) {
    return status < 0 ? "was ended by signal " + std::to_string(-status) : "ended with status " + std::to_string(status);
}

}  // namespace

std::vector<std::string> profile_command(const CollectRequest& request) {
    std::vector<std::string> out;
    if (request.profiler == Profiler::torch) {
        const bool script = is_script(request.program.front());
        out = {script ? std::string("python3") : request.program.front(), torch_runner(request).string(), torch_trace(request).string()};
        out.insert(out.end(), request.program.begin() + (script ? 0 : 1), request.program.end());
        return out;
    }
    out = {request.tool, "profile", "--trace=cuda,nvtx", "--cuda-graph-trace=node", "--sample=none", "--cpuctxsw=none", "--force-overwrite=true",
           "--output=" + report(request).string()};
    if (request.capture_range) {
        out.emplace_back("--capture-range=cudaProfilerApi");
        out.emplace_back("--capture-range-end=stop");
    }
    out.insert(out.end(), request.program.begin(), request.program.end());
    return out;
}

std::vector<std::string> export_command(const CollectRequest& request) {
    if (request.profiler == Profiler::torch) return {};
    return {request.tool, "export", "--type=sqlite", "--force-overwrite=true", "--output=" + exported(request).string(), report(request).string()};
}

Collected collect(const CollectRequest& request) {
    check_program(request);
    if (request.profiler == Profiler::torch)
        write_runner(request);
    else
        ask_nsys(request);

    const std::vector<std::string> command = profile_command(request);
    const ForegroundRun run = run_in_foreground(command);
    if (!run.started) throw InputError("\"" + command.front() + "\" cannot be started", "is it installed, and on PATH?");
    if (run.interrupted()) throw InputError("the run was interrupted; nothing was recorded", "");

    Collected out;
    out.program_status = run.status;
    if (run.status != 0) out.remarks.push_back("the program " + how_it_ended(run.status) + "; the figures are of what it did until then");
    const fs::path produced = request.profiler == Profiler::torch ? torch_trace(request) : report(request);
    std::error_code failure;
    if (!fs::exists(produced, failure))
        throw InputError("the profiler left no log (it " + how_it_ended(run.status) + ")", "see what it said above; `breakeven doctor` tells what is missing");
    const std::vector<std::string> exporting = export_command(request);
    if (!exporting.empty()) {
        const ForegroundRun done = run_in_foreground(exporting);
        if (done.interrupted()) throw InputError("the export was interrupted; nothing was recorded", "");
        if (!done.started || done.status != 0 || !fs::exists(exported(request), failure))
            throw InputError("the profiler could not export its log (it " + how_it_ended(done.status) + ")", "see what it said above; is the disk full?");
    }
    out.log = exporting.empty() ? produced : exported(request);
    return out;
}

std::string sampling_advice(JobKind kind) {
    switch (kind) {
        case JobKind::training: return "training: one log every 3 epochs shows whether the share drifts";
        case JobKind::inference: return "inference: one log every 1000 requests shows whether the load still pays";
        case JobKind::debugging: return "debugging: let the program warm up at least three times before you believe a figure";
        case JobKind::unknown: break;
    }
    return {};
}

}  // namespace breakeven
