// Addresses of servers, what they ask, and what labels say about a GPU.
#include <breakeven/core/errors.hpp>
#include <breakeven/logs/prometheus_address.hpp>
#include <breakeven/logs/prometheus_series.hpp>
#include <breakeven/logs/reader.hpp>

#include <doctest/doctest.h>
#include <logs/read_log.hpp>

using namespace breakeven;
using namespace breakeven::test;
using detail::identity_of;
using detail::prometheus_question;

namespace {
constexpr std::int64_t s = 1'000'000'000;
constexpr std::int64_t day = 86'400 * s;
constexpr std::int64_t now_ns = 1'764'547'200 * s;  // 2025-12-01T00:00:00Z
}  // namespace

TEST_CASE("a path is shown without what may be secret in it") {
    CHECK(shown_path("prometheus+http://h:9090/p?token=x#y") == "prometheus+http://h:9090/p");
    CHECK(shown_path("prometheus+http://me:pass@h:9090/p@q") == "prometheus+http://h:9090/p@q");
    CHECK(shown_path("logs/what?.csv") == "logs/what?.csv");
    CHECK(is_server_address("prometheus+https://h"));
    CHECK_FALSE(is_server_address("prometheus.json"));
}

TEST_CASE("times are instants or ages, lengths are as Prometheus writes them") {
    CHECK(instant_or_age_ns("2025-11-01", now_ns) == now_ns - 30 * day);
    CHECK(instant_or_age_ns("2025-11-30T12:00:00Z", now_ns) == now_ns - day / 2);
    CHECK(instant_or_age_ns("1764547200", now_ns) == now_ns);
    CHECK(instant_or_age_ns("7 d", now_ns) == now_ns - 7 * day);
    CHECK(instant_or_age_ns("90min", now_ns) == now_ns - 5400 * s);
    for (const char* wrong : {"", "30", "d", "-1 d", "2025-13-01", "soon", "7 dd"}) CHECK_FALSE_MESSAGE(instant_or_age_ns(wrong, now_ns).has_value(), wrong);
    CHECK(length_of_time_ns("5m") == 300 * s);
    CHECK(length_of_time_ns("60") == 60 * s);
    CHECK(length_of_time_ns("1.5h") == 5400 * s);
    CHECK(length_of_time_ns("250ms") == s / 4);
    for (const char* wrong : {"", "0", "-5m", "m", "5 y", "1e300 d", "nan"}) CHECK_FALSE_MESSAGE(length_of_time_ns(wrong).has_value(), wrong);
}

TEST_CASE("an address asks for thirty days unless it or the question says otherwise; the address goes first") {
    const auto plain = prometheus_question("prometheus+http://h", {}, now_ns);
    CHECK(plain.server.port == 9090);
    CHECK(plain.time == Interval{now_ns - 30 * day, now_ns});
    ServerQuestion asked;
    asked.since_ns = now_ns - day;
    asked.match = "{gpu=\"0\",}";
    asked.step_ns = 60 * s;
    const auto flags = prometheus_question("prometheus+https://h/p/", asked, now_ns);
    CHECK(flags.server.port == 443);
    CHECK(flags.server.path == "/p");
    CHECK(flags.time.start_ns == now_ns - day);
    CHECK(flags.match == "gpu=\"0\"");
    CHECK(flags.step_ns == 60 * s);
    const auto both = prometheus_question("prometheus+http://h:1/?start=2025-11-01&end=2025-11-02&match=%7Ba=%22b%22%7D&step=5m&timeout=2s&dedup=true&key=a%20b", asked, now_ns);
    CHECK(both.time == Interval{now_ns - 30 * day, now_ns - 29 * day});
    CHECK(both.match == "a=\"b\"");
    CHECK(both.step_ns == 300 * s);
    CHECK(both.timeout.count() == 2000);
    CHECK(both.server.query == "dedup=true&key=a%20b");
    CHECK(both.secrets == std::vector<std::string>{"true", "true", "a b", "a%20b"});
    const auto refused = [](const std::string& query) {
        return message_of([&] { (void)prometheus_question("prometheus+http://h/?" + query, {}, now_ns); });
    };
    CHECK(refused("start=2025-12-02").find("not after its start") != std::string::npos);
    CHECK(refused("strat=hush").find("nearly \"start\"") != std::string::npos);
    CHECK(refused("strat=hush").find("hush") == std::string::npos);
    CHECK(refused("step=60d").find("longer than the time") != std::string::npos);
}

TEST_CASE("labels name the node, the pod that had the GPU, and a slice") {
    const GpuIdentity plain = identity_of({{"UUID", "GPU-x"}, {"Hostname", "dcgm-exporter-abc"}, {"node", "node-7"}, {"pod", "train-0"}, {"namespace", "a"}});
    CHECK(plain.host == "node-7");
    CHECK(plain.user.pod == "train-0");
    CHECK(plain.user.name_space == "a");
    const GpuIdentity exported = identity_of({{"instance", "10.0.0.1:9400"}, {"pod", "nvidia-dcgm-exporter-x"}, {"namespace", "gpu"}, {"exported_pod", "t"}, {"exported_namespace", "b"}, {"gpu", "3"}});
    CHECK(exported.host == "10.0.0.1");
    CHECK(exported.index == 3);
    CHECK(exported.user.pod == "t");
    CHECK(exported.user.name_space == "b");
    CHECK(identity_of({{"pod", "nvidia-dcgm-exporter-x"}, {"namespace", "gpu"}}).user.pod.empty());
    CHECK(identity_of({{"instance", "[::1]:9400"}}).host == "[::1]");
    CHECK(identity_of({{"instance", "fe80::1"}}).host == "fe80::1");
    const GpuIdentity amd = identity_of({{"gpu_uuid", "ccff74a1-0000-1000-80e0-c6d49f5b0d86"}, {"gpu_id", "47"}, {"gpu_partition_id", "7"}, {"gpu_compute_partition_type", "cpx"}, {"card_series", "AMD Instinct MI300X OAM"}});
    CHECK(amd.slice == "7 cpx");
    CHECK(amd.index == 47);
    CHECK(amd.name == "AMD Instinct MI300X OAM");
    CHECK(identity_of({{"card", "card1"}}).index == 1);
}

TEST_CASE("the last pod that was named counts, and that there were others is known") {
    GpuUser user;
    user.see({"", "", 5, false});
    CHECK(user.pod.empty());
    user.see({"b", "n", 10, false});
    user.see({"b", "n", 20, false});
    CHECK_FALSE(user.others);
    user.see({"a", "n", 15, false});  // earlier, though told later
    CHECK(user.pod == "b");
    CHECK(user.others);
    user.see({"a", "n", 20, false});  // at one instant
    CHECK(user.pod == "a");
}

TEST_CASE("energy in joules, in microjoules and in millijoules is one energy") {
    for (const auto& [name, value] : {std::pair{"DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", 5e6}, {"nvidia_smi_energy_joules_total", 5e3}, {"gpu_energy_consumed", 5e9}})
        CHECK(value / detail::metric_column(name).per_unit == doctest::Approx(5e6));
    CHECK(detail::metric_column("nvidia_gpu_power_usage_milliwatts").per_unit == 1000.0);
    CHECK(detail::metric_column("up").role == detail::ColumnRole::none);
    CHECK(detail::one_line("a\n\x1b[31m\xc2\x9b" "b\xc3\xa9", 8) == "a [31mb");  // the last character does not fit whole
}
