#include <breakeven/logs/format.hpp>

#include <doctest/doctest.h>

#include <breakeven/logs/refused.hpp>

#include <string>

#include "logs/read_log.hpp"

using namespace breakeven;
using namespace breakeven::test;
using namespace std::string_literals;

TEST_CASE("each kind of log is told from its first bytes") {
    struct Sample {
        std::string head;
        LogFormat format;
    };
    const Sample samples[] = {
        {"SQLite format 3\0"s, LogFormat::nsys_sqlite},
        {"\x89HDF\r\n\x1a\n"s, LogFormat::hdf5},
        {"ARROW1\0\0"s, LogFormat::arrow},
        {"PAR1"s, LogFormat::parquet},
        {"PK\x03\x04"s, LogFormat::zip},
        {"\x80\x04\x95"s, LogFormat::pickle},
        {"ElfFile\0\0"s, LogFormat::windows_event_log},
        {"Nsight Systems\0\0\0\0\0\0\0\0\0\0\0\0"s, LogFormat::nsys_report},
        {std::string(100, '\0') + "x", LogFormat::other_binary},
        {"{\"traceEvents\": []}", LogFormat::kineto},
        {"\n [ {\"ph\":\"X\"}]", LogFormat::kineto},
        {"{\"schemaVersion\": 1, \"distributedInfo\": {", LogFormat::kineto},
        {"{\"schema\": \"1.0\", \"nodes\": []}", LogFormat::execution_trace},
        {"{ \"Type\": 79, \"CudaEvent\": {}}\n{", LogFormat::nsys_jsonl},
        {"{\"data\":[\"[Unknown]\"]}\n", LogFormat::nsys_jsonl},
        {"{\"status\":\"error\",\"errorType\":\"bad_data\"}", LogFormat::prometheus_json},
        {"[[-1, 1, 2, 0], [3, 2, 4, 1]]", LogFormat::torch_memory},
        {"{\"step\": 1, \"allocated_bytes.all.current\": 5}", LogFormat::torch_memory},
        {"{'active.all.current': 1, 'allocated_bytes.all.current': 5}", LogFormat::torch_memory},
        {"{\"hello\": 1}", LogFormat::other_json},
        {"<?xml version=\"1.0\"?><trace/>", LogFormat::article_xml},
        {"<nvidia_smi_log>", LogFormat::nvidia_smi_xml},
        {"<Events><Event xmlns='http://schemas.microsoft.com/win/2004/08/events/event'>", LogFormat::windows_event_log},
        {"timestamp, index, utilization.gpu [%]\n2026/07/14 08:12:53.353, 0, 100 %\n", LogFormat::nvidia_smi_csv},
        {"2026/07/14 08:12:53.353, 0, 100 %\n", LogFormat::nvidia_smi_csv},
        {"timestamp,gpu_index,temperature_C\n2025-09-24T03:48:33.493Z,0,38\n", LogFormat::samples_csv},
        {"# gpu    pwr  gtemp\n# Idx      W      C\n    0    631     63\n", LogFormat::nvidia_smi_dmon},
        {"#Date       Time        gpu     sm\n#YYYYMMDD   HH:MM:SS    Idx      %\n", LogFormat::nvidia_smi_dmon},
        {"# gpu         pid   type     sm    mem    command\n", LogFormat::pmon},
        {"timestamp, gpu_name, pid, process_name, used_gpu_memory [MiB]\n", LogFormat::compute_apps},
        {"\"(PDH-CSV 4.0)\",\"\\\\H\\GPU Engine(x)\\Utilization Percentage\"\n", LogFormat::pdh_csv},
        {"# HELP DCGM_FI_DEV_GPU_UTIL GPU utilization.\n", LogFormat::prometheus_text},
        {"DCGM_FI_DEV_POWER_USAGE{gpu=\"0\",UUID=\"GPU-1\"} 8.969000\n", LogFormat::prometheus_text},
        {"nvidia_smi_utilization_gpu_ratio 0.5\n", LogFormat::prometheus_text},
        {"[    0.000000] Linux version 6.1.0\n[   12.345678] NVRM: Xid (PCI:0000:01:00): 31\n", LogFormat::kernel_ring_buffer},
        {"Jul 14 08:12:53 host kernel: NVRM: Xid\nJul 14 08:12:54 host kernel: x\n", LogFormat::kernel_ring_buffer},
        {"--------- beginning of main\n07-14 08:12:53.353  1000  1000 I Tag: text\n", LogFormat::logcat},
        {"[INFO] RUNTIME(1,python):2024-01-01-10:00:00 [ascend] x\n", LogFormat::ascend},
        {"Model: \t\t NVIDIA A10\nIRQ:   \t\t 100\nGPU UUID: \t GPU-1\nVideo BIOS: \t 94\n", LogFormat::proc_information},
        {"", LogFormat::empty},
        {" \n\n", LogFormat::empty},
        {"hello world\n", LogFormat::unknown},
    };
    for (const Sample& sample : samples) {
        CAPTURE(sample.head);
        CHECK(format_name(detect_format(sample.head)) == format_name(sample.format));
    }
}

TEST_CASE("tiers follow the kind of evidence") {
    CHECK(format_tier(LogFormat::kineto) == 1);
    CHECK(format_tier(LogFormat::prometheus_text) == 2);
    CHECK(format_tier(LogFormat::logcat) == 3);
    CHECK_FALSE(format_tier(LogFormat::torch_memory).has_value());
    CHECK_FALSE(format_tier(LogFormat::pickle).has_value());
}

TEST_CASE("every refused format gives a reason and a way out") {
    for (const LogFormat format :
         {LogFormat::zip, LogFormat::hdf5, LogFormat::arrow, LogFormat::parquet, LogFormat::nsys_report, LogFormat::pickle,
          LogFormat::execution_trace, LogFormat::pmon, LogFormat::compute_apps, LogFormat::other_binary, LogFormat::empty,
          LogFormat::unknown, LogFormat::kernel_ring_buffer, LogFormat::windows_event_log, LogFormat::logcat, LogFormat::ascend,
          LogFormat::proc_information}) {
        CAPTURE(std::string(format_name(format)));
        const std::string message = message_of([&] { throw refusal(format, "log"); });
        CHECK(message.starts_with("log: error: "));
        CHECK(message.find("\n hint: ") != std::string::npos);
    }
}
