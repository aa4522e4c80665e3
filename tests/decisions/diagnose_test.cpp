// The decision tree on evidence made by hand.
#include <breakeven/decisions/diagnose.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "decisions/made_up_audit.hpp"

using namespace breakeven;
using namespace breakeven::test;

namespace {

class Walk {
public:
    Walk(DeviceEvidence device, const std::string& line) : audit_(audit_of(std::move(device), question_of(line))) {
        evidence.device = &audit_.evidence.devices[0];
        evidence.verdict = &audit_.verdicts[0];
        evidence.log = "log.sqlite";
        evidence.scenario = "my scenario.toml";
    }
    [[nodiscard]] DeviceDiagnosis done() const { return diagnose(evidence); }
    DiagnosisEvidence evidence;

private:
    KernelAudit audit_;
};

WaitingCauses calm(std::uint64_t kernels = 1000) {
    WaitingCauses out;
    out.kernels = kernels;
    out.steps = 10;
    return out;
}
DeviceEvidence device_with(double effective_s, const WaitingCauses& causes) {
    DeviceEvidence out = made_up_device(effective_s);  // of 100 s
    out.waiting_causes = causes;
    return out;
}
const DiagnosisStep& step(const DeviceDiagnosis& diagnosis, const std::string& id) {
    const auto found = std::find_if(diagnosis.steps.begin(), diagnosis.steps.end(), [&](const DiagnosisStep& s) { return s.id == id; });
    REQUIRE(found != diagnosis.steps.end());
    return *found;
}

}  // namespace

TEST_CASE("every answer of the tree leads to another node or to an end, and no walk returns") {
    std::set<std::string> ids;
    for (const DiagnosisNode& node : diagnosis_tree()) CHECK(ids.insert(node.id).second);
    for (const DiagnosisNode& node : diagnosis_tree())
        for (const char* next : {node.after_yes, node.after_no, node.after_unknown})
            if (*next != '\0') {
                CHECK(ids.contains(next));
                // Nodes stand in the order of the walk, so it comes to an end.
                const auto place = [&](const std::string& id) {
                    return std::find_if(diagnosis_tree().begin(), diagnosis_tree().end(), [&](const DiagnosisNode& n) { return id == n.id; });
                };
                CHECK(place(next) > place(node.id));
            }
}

TEST_CASE("a data loader that takes 73 points of a 9.2 % window is named, and mending it brings at most 34.1 %") {
    // 0.092/(1 - 0.73) = 0.340740741: Amdahl's bound for the source's figures (9.2 % busy, 73 % of the time in decoding).
    WaitingCauses causes = calm();
    causes.waiting_ns = 90'000'000'000;
    causes.before_steps_ns = 73'000'000'000;
    const DeviceDiagnosis diagnosis = Walk(device_with(9.2, causes), "12 %").done();
    REQUIRE(!diagnosis.causes.empty());
    CHECK(diagnosis.causes[0] == "data");
    CHECK(diagnosis.standing == Standing::below);
    const DiagnosisStep& data = step(diagnosis, "data");
    CHECK(data.finding.answer == StepAnswer::yes);
    CHECK(*data.share_after == doctest::Approx(0.340740741));
    CHECK(data.standing_after == Standing::above);
    CHECK(data.finding.seen == "waiting where one of 10 steps begins is 73.0 % of the window");
}

TEST_CASE("merging small kernels that free 14 % of the window may still leave it below the line") {
    WaitingCauses causes = calm();
    causes.small_kernels = 900;
    causes.launching_ns = 14'000'000'000;
    const DeviceDiagnosis diagnosis = Walk(device_with(9.0, causes), "12 %").done();
    REQUIRE(diagnosis.causes.size() == 1);
    CHECK(diagnosis.causes[0] == "small-kernels");
    const DiagnosisStep& small = step(diagnosis, "small-kernels");
    CHECK(*small.share_after == doctest::Approx(0.09 / 0.86));
    CHECK(small.standing_after == Standing::below);
    CHECK(small.finding.seen == "900 of 1000 kernels last less than 10 us; waiting between them is 14.0 % of the window");
}

TEST_CASE("of several causes the one that frees most comes first, and a suspicion comes last") {
    WaitingCauses causes = calm();
    causes.small_kernels = 900;
    causes.waiting_ns = 90'000'000'000;
    causes.launching_ns = 5'000'000'000;
    causes.copying_ns = 20'000'000'000;
    DeviceEvidence device = device_with(9.0, causes);
    device.copies = 50;
    Walk walk(device, "12 %");
    walk.evidence.perf = PerfStat{.cache_references = 1000.0, .cache_misses = 151.0};
    const DeviceDiagnosis diagnosis = walk.done();
    CHECK(diagnosis.causes == std::vector<std::string>{"copies", "small-kernels", "cpu"});
}

TEST_CASE("the CPU counts as the bottleneck above 15 % of misses, and its evidence is asked for when it is missing") {
    Walk walk(device_with(9.0, calm()), "12 %");
    walk.evidence.perf = PerfStat{.cache_references = 1000.0, .cache_misses = 150.0};
    CHECK(step(walk.done(), "cpu").finding.answer == StepAnswer::no);
    walk.evidence.perf = PerfStat{.cache_references = 1000.0, .cache_misses = 151.0};
    CHECK(step(walk.done(), "cpu").finding.answer == StepAnswer::yes);
    walk.evidence.perf.reset();
    const DiagnosisStep asked = step(walk.done(), "cpu");
    CHECK(asked.finding.answer == StepAnswer::unknown);
    CHECK(asked.finding.next ==
          "perf stat -e cache-references,cache-misses -o perf.txt -- PROGRAM; "
          "breakeven diagnose log.sqlite --scenario 'my scenario.toml' --perf-stat perf.txt");
}

TEST_CASE("a log without steps leaves the data loader unknown, not guilty") {
    WaitingCauses causes = calm();
    causes.steps.reset();
    causes.waiting_ns = 90'000'000'000;
    const DeviceDiagnosis diagnosis = Walk(device_with(9.0, causes), "12 %").done();
    CHECK(step(diagnosis, "data").finding.answer == StepAnswer::unknown);
    CHECK(diagnosis.causes.empty());
}

TEST_CASE("an unsound capture ends the walk and is the cause") {
    DeviceEvidence device = device_with(9.0, calm());
    device.health.checks.push_back({.name = "zero_duration_share", .value = 0.5, .limit = 0.15, .ok = false, .meaning = "half are zero", .remedy = "again"});
    const DeviceDiagnosis diagnosis = Walk(device, "12 %").done();
    CHECK(diagnosis.steps.back().id == "sound");
    CHECK(diagnosis.causes == std::vector<std::string>{"sound"});
    CHECK(!diagnosis.trusted);
}

TEST_CASE("what changed since the last good record is told, and what nobody said is asked for") {
    HistoryWindow good = recorded(-3.0, 0.2);
    good.context.set("driver", "525");
    good.context.set("task", "vision");
    good.context.temperature = celsius(25.0);
    good.framework = "torch 2.1";
    Walk walk(device_with(9.0, calm()), "12 %");
    walk.evidence.has_history = true;
    walk.evidence.history = "h.db";
    walk.evidence.last_good = good;
    walk.evidence.context.set("driver", "535");
    walk.evidence.context.temperature = celsius(32.0);
    const DeviceDiagnosis diagnosis = walk.done();
    CHECK(step(diagnosis, "first-time").finding.answer == StepAnswer::no);
    const DiagnosisStep& changed = step(diagnosis, "changed");
    CHECK(changed.finding.answer == StepAnswer::yes);
    CHECK(changed.finding.seen == "driver: 525 to 535, temperature: +7.0 K; not told: --task, --framework");
    CHECK(changed.finding.next == "breakeven diagnose log.sqlite --scenario 'my scenario.toml' --history h.db --task … --framework …");
    walk.evidence.context.set("driver", "525");
    walk.evidence.context.set("task", "vision");
    walk.evidence.context.temperature = celsius(27.0);
    walk.evidence.framework = "torch 2.1";
    CHECK(step(walk.done(), "changed").finding.answer == StepAnswer::no);
}

TEST_CASE("four times the launches of the last good record are a hook or graphs switched off") {
    // Switching graphs off raised kernel calls by 300 % in the source: four times as many.
    WaitingCauses causes = calm();
    causes.launching_ns = 20'000'000'000;
    DeviceEvidence device = device_with(10.0, causes);  // 1000 kernels in 10 s
    HistoryWindow good = recorded(-1.0, 0.2);
    good.effective_ns = good.kernels_ns = 40'000'000'000;  // 1000 kernels in 40 s
    Walk walk(device, "12 %");
    walk.evidence.has_history = true;
    walk.evidence.last_good = good;
    const DiagnosisStep launches = step(walk.done(), "launches");
    CHECK(launches.finding.answer == StepAnswer::yes);
    CHECK(launches.finding.seen == "100 kernels for each computed second, 25 at the last good record");
    CHECK(in(*launches.finding.freed, second) == doctest::Approx(15.0));  // three quarters of 20 s
    walk.evidence.last_good->kernels = 3000;
    CHECK(step(walk.done(), "launches").finding.answer == StepAnswer::no);
}

TEST_CASE("each GPU that ran anything is diagnosed, and asks the history for itself") {
    std::vector<DeviceEvidence> devices{device_with(5.0, calm()), device_with(5.0, calm())};
    devices[0].uuid = "GPU-a";
    devices[1].uuid = "GPU-b";
    KernelEvidence evidence;
    evidence.devices = devices;
    evidence.devices.push_back({});
    evidence.devices.back().listed_only = true;
    const KernelAudit audit = judge(evidence, question_of("12 %"));
    std::vector<std::string> asked;
    const auto found = diagnose(audit, {}, [&](const std::string& gpu) {
        asked.push_back(gpu);
        return std::vector<HistoryWindow>{};
    });
    CHECK(found.size() == 2);
    CHECK(asked == std::vector<std::string>{"GPU-a", "GPU-b"});
    CHECK(diagnose(audit, {}).size() == 2);
}

TEST_CASE("the last good record is the newest trusted one at or above the line before the log") {
    std::vector<HistoryWindow> windows = {recorded(0, 0.2), recorded(1, 0.12), recorded(2, 0.3), recorded(3, 0.1)};
    windows[2].trusted = false;
    CHECK(last_good_record(windows, 0.12, {})->time_ns == windows[1].time_ns);
    CHECK(last_good_record(windows, 0.12, windows[1].time_ns)->time_ns == windows[0].time_ns);
    CHECK(!last_good_record(windows, 0.5, {}));
}
