// See refused.hpp.
#include <breakeven/logs/refused.hpp>

#include <breakeven/logs/where.hpp>

namespace breakeven {
namespace {

struct Reason {
    const char* message;
    const char* hint;
};

constexpr const char* to_sqlite = "export the report: nsys export --type sqlite REPORT.nsys-rep, and give the .sqlite file";
constexpr const char* to_profile =
    "record kernels with nsys profile --trace=cuda, or with torch.profiler and ProfilerActivity.CUDA; samples of nvidia-smi do "
    "too, with --allow-samples";
constexpr const char* to_query =
    "nvidia-smi --query-gpu=timestamp,index,uuid,name,utilization.gpu,power.draw,temperature.gpu,memory.used --format=csv -l 1";

Reason reason_of(LogFormat format) {
    switch (format) {
        case LogFormat::zip:
            return {"a zip archive", "unpack it and give the log inside"};
        case LogFormat::hdf5:
            return {"an HDF5 file, as nsys export --type hdf writes it; it is not read", to_sqlite};
        case LogFormat::arrow:
            return {"an Arrow file, as nsys export --type arrow writes it; it is not read", to_sqlite};
        case LogFormat::parquet:
            return {"a Parquet file, as nsys export --type parquetdir writes it; it is not read", to_sqlite};
        case LogFormat::nsys_report:
            return {"Nsight Systems' own report, whose format is not public", to_sqlite};
        case LogFormat::pickle:
            return {"a Python pickle, which is a program and is never loaded",
                    "for kernel times export the profiler's trace: prof.export_chrome_trace(\"trace.json.gz\")"};
        case LogFormat::execution_trace:
            return {"a PyTorch execution trace: it holds operators and tensors, and no times",
                    "export the profiler's trace of the same run: prof.export_chrome_trace(\"trace.json.gz\")"};
        case LogFormat::pmon:
            return {"nvidia-smi pmon lists processes; their shares do not add up to the GPU's",
                    "use nvidia-smi dmon -s pu -o DT, or the query for CSV"};
        case LogFormat::compute_apps:
            return {"a list of compute processes and their memory: it does not say how busy the GPU was", to_query};
        case LogFormat::nvidia_smi_xml:
            return {"nvidia-smi's XML shows one instant", to_query};
        case LogFormat::nsys_statistics:
            return {"a table of nsys stats: the kernels' streams and devices are not all in it", to_sqlite};
        case LogFormat::other_json:
            return {"JSON, but no trace or telemetry that is known here: no traceEvents, no answer of Prometheus", to_profile};
        case LogFormat::other_binary:
            return {"a binary file of no known format",
                    "a report of Nsight Systems (.nsys-rep, .qdrep, .qdstrm) must be exported: nsys export --type sqlite "
                    "REPORT.nsys-rep"};
        case LogFormat::empty:
            return {"the file is empty", "the program that should have written it may have failed; run it again"};
        case LogFormat::kernel_ring_buffer:
            return {"a kernel ring buffer: it tells of faults (Xid) and never of how long the GPU computed", to_profile};
        case LogFormat::windows_event_log:
            return {"a Windows event log: it tells of faults and never of how long the GPU computed", to_profile};
        case LogFormat::logcat:
            return {"an Android log: it holds no times of GPU kernels", to_profile};
        case LogFormat::ascend:
            return {"a log of an Ascend accelerator: its times are not those of CUDA kernels, and nothing here can weigh them",
                    to_profile};
        case LogFormat::proc_information:
            return {"the driver's /proc information: model, UUID and BIOS of the GPU, no times and no temperatures", to_query};
        default:
            return {"no log of a known format",
                    "give an nsys SQLite export, a PyTorch trace, a CSV of nvidia-smi, dcgm-exporter text or an answer of "
                    "Prometheus"};
    }
}

}  // namespace

InputError refusal(LogFormat format, const std::string& path) {
    const Reason reason = reason_of(format);
    return InputError(reason.message, reason.hint, detail::in_file(path));
}

}  // namespace breakeven
