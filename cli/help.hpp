// Help: one screen, in one voice: usage, the question the command answers, its options, an example.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace breakeven::cli {

class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter() { column_width(28); }

    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const override {
        std::string out = usage(app, name) + "\n\n" + app->get_description() + "\n\n";
        for (const CLI::App* sub : app->get_subcommands([](const CLI::App*) { return true; }))
            if (!sub->get_name().empty()) out += row(sub->get_name(), sub->get_description());
        if (!app->get_subcommands([](const CLI::App*) { return true; }).empty()) out += "\n";
        for (const CLI::Option* option : app->get_options())
            if (!option->get_description().empty() && option->get_positional()) out += row(positional(option), option->get_description());
        for (const CLI::Option* option : app->get_options())
            if (!option->get_description().empty() && option->nonpositional()) out += row(flag(option), option->get_description());
        return out + "\n" + app->get_footer() + "\n";
    }

private:
    [[nodiscard]] static std::string positional(const CLI::Option* option) {
        return option->get_type_name() + (option->get_expected_max() > 1 ? "…" : "");
    }

    [[nodiscard]] static std::string usage(const CLI::App* app, const std::string& name) {
        std::string out = "Usage: ";
        if (app->get_parent() != nullptr) out += app->get_parent()->get_name() + " ";
        out += app->get_parent() != nullptr || name.empty() ? app->get_name() : name;
        for (const CLI::Option* option : app->get_options())
            if (option->get_positional())
                out += option->get_required() ? " " + positional(option) : " [" + positional(option) + "]";
        return out + (app->get_subcommands([](const CLI::App*) { return true; }).empty() ? " [options]" : " COMMAND [options]");
    }

    /// "-o, --output FILE": the short name first, two blanks of air where there is none.
    [[nodiscard]] static std::string flag(const CLI::Option* option) {
        std::string out = option->get_snames().empty() ? "    " : "-" + option->get_snames().front() + ", ";
        out += "--" + (option->get_lnames().empty() ? std::string() : option->get_lnames().front());
        // A check appends its choices to the type's name; the description names them already.
        const std::string type = option->get_type_name();
        return option->get_type_size() == 0 ? out : out + " " + type.substr(0, type.find(':'));
    }

    [[nodiscard]] std::string row(std::string left, const std::string& right) const {
        left = "  " + left;
        const std::size_t width = get_column_width();
        std::size_t length = 0;
        for (const char byte : left) length += (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
        if (length + 2 > width) return left + "\n" + std::string(width, ' ') + right + "\n";
        return left + std::string(width - length, ' ') + right + "\n";
    }
};

}  // namespace breakeven::cli
