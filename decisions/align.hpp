// Align: a line carried from one GPU to another: by the source's formula to the letter, and from first principles beside it.
//
//     source:  line * (SMs of this/SMs of that) * (TFLOPS of that/TFLOPS of this) + points
//     ours:    the line of the other GPU's own price, power and speed:  s_that = s_this * (peak of that/peak of this)
//
// The source's formula holds no price and no power, and more SMs lower the line in it whatever they do. It also gives points for
// a virtualised GPU and for remote data; they are those of the scenario's [line.shifts]. Source: docs/method.md.
#pragma once

#include <breakeven/decisions/compare_machine.hpp>
#include <breakeven/decisions/line.hpp>

#include <optional>
#include <string>
#include <vector>

namespace breakeven {

/// What the source's formula is fed with.
struct SourceFigures {
    Fraction line = 0.0;
    double sms_this = 0.0;
    double sms_that = 0.0;
    double tflops_this = 0.0;
    double tflops_that = 0.0;
    Fraction points = 0.0;  ///< added at the end
};

/// The source's formula to the letter. Throws InputError unless every figure is finite and above zero (points: zero or above).
[[nodiscard]] Fraction aligned_by_source(const SourceFigures& figures);

/// The figures that the source itself puts in, from an RTX 4060 Laptop to an A10; it prints 0.8 % for what is 1.28968 %.
inline constexpr SourceFigures published_figures{.line = 0.12, .sms_this = 30.0, .sms_that = 6912.0, .tflops_this = 12.6, .tflops_that = 312.0};

struct AlignQuestion {
    std::string to;                      ///< the other GPU, by its name in the catalog
    std::optional<Money> price;          ///< of it, where the maker's list price does not do
    std::optional<Power> power;
    Arithmetic arithmetic = Arithmetic::fp32;
    // In place of the catalog's or the scenario's figures in the source's formula:
    std::optional<Fraction> line;
    std::optional<double> sms_this, sms_that, tflops_this, tflops_that;
};

struct AlignAnswer {
    LineAnswer from;                         ///< the scenario's own line
    const GpuFacts* this_gpu = nullptr;      ///< null when the catalog does not know the scenario's GPU
    const GpuFacts* that_gpu = nullptr;
    std::optional<SourceFigures> source;     ///< with the catalog's figures, or those given; none where one is unknown
    std::optional<Fraction> source_line;
    std::optional<Fraction> published_line;  ///< with the source's own figures, where these two GPUs are its own
    std::optional<Fraction> speed;           ///< of that GPU over this one, by the roofline
    std::optional<LineAnswer> ours;          ///< none where a figure is unknown
    std::string why_not;                     ///< which figure
    std::string hint;
};

/// Carries the line of `loaded` in the context `asked` to another GPU. The answer points into `catalog`. Throws InputError: no such
/// GPU (with the nearest), a figure out of its range.
[[nodiscard]] AlignAnswer align(const LoadedScenario& loaded, const Catalog& catalog, const AlignQuestion& question, const Context& asked);

}  // namespace breakeven
