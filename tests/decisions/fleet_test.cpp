// A fleet: sums of what is known of each GPU, and how many of them would do.
#include <breakeven/calibration/history.hpp>
#include <breakeven/decisions/fleet.hpp>
#include <breakeven/decisions/fleet_lines.hpp>
#include <breakeven/models/cost_sheet.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "made_up_audit.hpp"

using namespace breakeven;
using namespace breakeven::test;
using doctest::Approx;

namespace {

AuditQuestion question(bool allow_samples = true) {
    AuditQuestion out = question_of("6 %");
    out.allow_samples = allow_samples;
    return out;
}

/// One GPU a minute for `busy.size()` times ten minutes: its utilisation in each of them.
TelemetryDevice gpu(const std::string& uuid, const std::string& node, const std::vector<double>& busy) {
    TelemetryDevice out;
    out.gpu.uuid = uuid;
    out.gpu.host = node;
    out.gpu.name = "A100";
    double sum = 0.0;
    for (std::size_t stretch = 0; stretch < busy.size(); ++stretch)
        for (int i = 0; i < 10; ++i) {
            Sample sample;
            sample.time_ns = november_ns + static_cast<std::int64_t>(stretch * 10 + static_cast<std::size_t>(i)) * 60'000'000'000;
            sample.utilization = busy[stretch];
            sum += busy[stretch];
            out.series.push_back(sample);
        }
    out.rows = out.samples.count = out.series.size();
    out.samples.utilization_mean = sum / static_cast<double>(out.series.size());
    return out;
}

SampleAudit three_gpus(bool allow_samples = true) {
    Telemetry telemetry;
    telemetry.times = SampleTimes::utc;
    // By turns: never more than one of node1's computes at a time.
    telemetry.devices = {gpu("GPU-a", "node1", {0.9, 0.0, 0.0, 0.0}), gpu("GPU-b", "node1", {0.0, 0.9, 0.0, 0.0}), gpu("GPU-c", "node2", {0.08, 0.08, 0.08, 0.08})};
    return judge(telemetry, question(allow_samples));
}

}  // namespace

TEST_CASE("a fleet's costs are the sum of its GPUs' costs, and groups part them without rest") {
    const AuditQuestion asked = question();
    const Fleet fleet = fleet_of(three_gpus(), *asked.scenario, FleetKey::node);
    const CostSheet sheet = cost_sheet(asked.scenario->scenario);
    // Linear costs: three GPUs computing 0.225, 0.225 and 0.08 of the time.
    const HourlyCost local = sheet.branches.front().local;
    const double work = 0.225 + 0.225 + 0.08;
    CHECK(fleet.all.work == Approx(work).epsilon(1e-12));
    CHECK(in(fleet.all.owned, money / hour) == Approx(in(3.0 * local.standing + work * local.busy, money / hour)).epsilon(1e-12));
    CHECK(in(fleet.all.rented, money / hour) == Approx(in(3.0 * sheet.cloud.standing + work * sheet.cloud.busy, money / hour)).epsilon(1e-12));
    REQUIRE(fleet.groups.size() == 2);
    CHECK(fleet.groups[0].name == "node2");  // the least busy first
    CHECK(fleet.groups[0].gpus + fleet.groups[1].gpus == fleet.all.gpus);
    CHECK(in(fleet.groups[0].owned + fleet.groups[1].owned, money / hour) == Approx(in(fleet.all.owned, money / hour)).epsilon(1e-12));
    CHECK(*fleet.groups[1].mean_share() == Approx(0.225).epsilon(1e-12));
    CHECK(fleet.gpus.front().gpu == "GPU-c");
    CHECK(fleet.all.above == 3);
    CHECK(fleet.all.below == 0);
}

TEST_CASE("as many GPUs are needed as the work fills, and as the busiest ten minutes fill where none may wait") {
    const AuditQuestion asked = question();
    const Fleet fleet = fleet_of(three_gpus(), *asked.scenario, FleetKey::node);
    CHECK(fleet.all.needed == 1);           // 0.53 GPUs' work
    CHECK(fleet.all.needed_at_peak == 1U);  // 0.9 + 0.08 at once
    CHECK(fleet.groups[1].needed_at_peak == 1U);
    // Both at once: as much work, twice the peak.
    Telemetry telemetry;
    telemetry.times = SampleTimes::utc;
    telemetry.devices = {gpu("GPU-a", "n", {0.9, 0.0, 0.0, 0.0}), gpu("GPU-b", "n", {0.9, 0.0, 0.0, 0.0})};
    const Fleet both = fleet_of(judge(telemetry, asked), *asked.scenario, FleetKey::node);
    CHECK(both.all.needed == 1);
    CHECK(both.all.needed_at_peak == 2U);
}

TEST_CASE("a share that cannot be reached in a plan needs more GPUs, and never more than there are") {
    AuditQuestion asked = question();
    asked.scenario->scenario.line.reachable = 0.3;
    const Fleet fleet = fleet_of(three_gpus(), *asked.scenario, FleetKey::node);
    CHECK(fleet.all.needed == 2);           // 0.53 / 0.3
    CHECK(fleet.all.needed_at_peak == 3U);  // 0.98 / 0.3 = 3.3
}

TEST_CASE("GPUs that may not be believed are counted with their reason, and not summed") {
    const AuditQuestion asked = question(false);
    const Fleet fleet = fleet_of(three_gpus(false), *asked.scenario, FleetKey::gpu);
    CHECK(fleet.all.gpus == 3);
    CHECK(fleet.all.judged == 0);
    CHECK(in(fleet.all.owned, money / hour) == 0.0);
    CHECK(fleet.gpus.front().why_not.find("--allow-samples") != std::string::npos);
    CHECK(!fleet.groups.front().mean_share());
}

TEST_CASE("the order of GPUs changes nothing") {
    const AuditQuestion asked = question();
    SampleAudit turned = three_gpus();
    std::swap(turned.telemetry.devices[0], turned.telemetry.devices[2]);
    std::swap(turned.verdicts[0], turned.verdicts[2]);
    const Fleet a = fleet_of(three_gpus(), *asked.scenario, FleetKey::node);
    const Fleet b = fleet_of(turned, *asked.scenario, FleetKey::node);
    CHECK(a.all.needed_at_peak == b.all.needed_at_peak);
    CHECK(a.groups[0].name == b.groups[0].name);
    CHECK(in(a.all.owned, money / hour) == Approx(in(b.all.owned, money / hour)).epsilon(1e-14));
}

TEST_CASE("a kernel log groups by file, model and GPU, and refuses what it does not tell") {
    const AuditQuestion asked = question();
    KernelEvidence evidence;
    evidence.files.resize(2);
    evidence.files[0].path = "one.sqlite";
    evidence.files[1].path = "two.sqlite";
    evidence.devices = {made_up_device(5.0), made_up_device(50.0)};
    evidence.devices[1].uuid = "GPU-2";
    evidence.devices[1].file = 1;
    const KernelAudit audit = judge(evidence, asked);
    const Fleet fleet = fleet_of(audit, *asked.scenario, FleetKey::file);
    REQUIRE(fleet.groups.size() == 2);
    CHECK(fleet.groups[0].name == "one.sqlite");
    CHECK(fleet.all.below == 1);
    CHECK(fleet.all.above == 1);
    CHECK(!fleet.all.needed_at_peak);  // two logs tell nothing of what ran at once
    CHECK_THROWS_AS((void)fleet_of(audit, *asked.scenario, FleetKey::node), InputError);
    CHECK_THROWS_AS((void)fleet_of(judge(evidence, {}), *asked.scenario, FleetKey::gpu), InputError);
}

TEST_CASE("each node's line lies at its own mean temperature, or at the one asked for") {
    Telemetry telemetry = three_gpus().telemetry;
    telemetry.devices[0].samples.temperature_mean_c = 60.0;
    telemetry.devices[1].samples.temperature_mean_c = 70.0;
    const AuditQuestion asked = question();
    const std::vector<FleetLine> lines = fleet_lines(*asked.scenario, {}, telemetry, FleetKey::node);
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].name == "node1");
    CHECK(lines[0].gpus == 2);
    CHECK(lines[0].temperature->in_celsius() == Approx(65.0));
    Context at_65;
    at_65.temperature = celsius(65.0);
    CHECK(lines[0].line.line == line_of(*asked.scenario, at_65).line);
    CHECK(!lines[1].temperature);
    CHECK(lines[1].line.line == line_of(*asked.scenario, {}).line);
    Context at_32;
    at_32.temperature = celsius(32.0);
    CHECK(fleet_lines(*asked.scenario, at_32, telemetry, FleetKey::node)[0].line.line == line_of(*asked.scenario, at_32).line);
    CHECK_THROWS_AS((void)fleet_lines(*asked.scenario, {}, telemetry, FleetKey::file), InputError);
}
