// The [uncertain] table of a scenario: a distribution in place of a value, for Monte Carlo.
#include <breakeven/core/suggest.hpp>
#include <breakeven/models/scenario_reader.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

namespace breakeven::detail {

namespace {

struct KindName {
    std::string_view name;
    UncertainInput::Kind kind;
    std::size_t parameters;
    std::string_view example;
};
constexpr std::array kinds = {
    KindName{"normal", UncertainInput::Kind::normal, 2, "{ normal = [mean, standard deviation] }"},
    KindName{"lognormal", UncertainInput::Kind::lognormal, 2, "{ lognormal = [median, sigma of the logarithm] }"},
    KindName{"triangular", UncertainInput::Kind::triangular, 3, "{ triangular = [low, mode, high] }"},
    KindName{"uniform", UncertainInput::Kind::uniform, 2, "{ uniform = [low, high] }"},
    KindName{"samples", UncertainInput::Kind::samples, 0, "{ samples = \"file.csv\" }"},
};

/// The dimension of every key that may be uncertain.
std::map<std::string, Dimension, std::less<>> dimensions(const Scenario& scenario) {
    std::map<std::string, Dimension, std::less<>> out;
    visit_quantities(scenario, [&](std::string_view key, const auto& member, std::string_view) {
        using Member = std::remove_cvref_t<decltype(member)>;
        if constexpr (requires { member.has_value(); })
            out.emplace(key, dimension_of<typename Member::value_type>);
        else
            out.emplace(key, dimension_of<Member>);
    });
    out.emplace("electricity.price", dimension_of<EnergyPrice>);
    return out;
}

double parameter(const ConfigNode& node, const Dimension& dimension, const Exchange* door) {
    if (dimension.is_number()) return read_as<Fraction>(node, door);
    const std::string& text = text_of_quantity(node, dimension, door);
    try {
        return parse_in_system(text, dimension, door);
    } catch (const InputError& error) {
        throw placed_at(error, node);
    }
}

void check(const UncertainInput& input, const ConfigNode& node) {
    const auto& p = input.parameters;
    const auto fail = [&](std::string problem, std::string hint) { throw InputError(std::move(problem), std::move(hint), node.position); };
    switch (input.kind) {
        case UncertainInput::Kind::normal:
            if (!(p[1] >= 0.0)) fail("a standard deviation must not be negative", "the order is [mean, standard deviation]");
            if (!(p[0] >= 0.0)) fail("the mean must not be negative", "the order is [mean, standard deviation]");
            if (p[1] > p[0]) fail("the standard deviation is larger than the mean", "the order is [mean, standard deviation]; for wide prices take lognormal");
            break;
        case UncertainInput::Kind::lognormal:
            if (!(p[0] > 0.0)) fail("the median must be above zero", "the order is [median, sigma of the logarithm]");
            if (!(p[1] >= 0.0 && p[1] <= 5.0)) fail("sigma must lie between 0 and 5", "sigma is that of the logarithm: 0.25 is about 25 %");
            break;
        case UncertainInput::Kind::triangular:
            if (!(p[0] <= p[1] && p[1] <= p[2] && p[0] < p[2])) fail("the three values must rise", "the order is [low, mode, high]");
            break;
        case UncertainInput::Kind::uniform:
            if (!(p[0] < p[1])) fail("the first value must be below the second", "the order is [low, high]");
            break;
        case UncertainInput::Kind::samples: break;
    }
    if (!p.empty() && input.kind != UncertainInput::Kind::samples && !(p[0] >= 0.0)) fail("a negative value is no price, power or time", "");
}

}  // namespace

void read_uncertain_table(const ScenarioReader& reader) {
    const auto known = dimensions(reader.out.scenario);
    for (const auto& [key, node] : reader.config.open_table("uncertain")) {
        if (key == "correlations") {
            if (node->kind != ConfigNode::Kind::array)
                throw InputError("a list of correlations belongs here", "write it as in [ [\"electricity.price\", \"cloud.price\", 0.5] ]",
                                 node->position);
            for (const ConfigNode& item : node->items) {
                if (item.items.size() != 3)
                    throw InputError("a correlation names two keys and a number",
                                     "write it as in [\"electricity.price\", \"cloud.price\", 0.5]", item.position);
                const Correlation one{read_as<std::string>(item.items[0], nullptr), read_as<std::string>(item.items[1], nullptr),
                                      read_as<Fraction>(item.items[2], nullptr)};
                if (!(one.value >= -1.0 && one.value <= 1.0))
                    throw InputError("a correlation lies between -1 and 1", "", item.items[2].position);
                for (std::size_t i = 0; i < 2; ++i) {
                    const std::string& name = i == 0 ? one.first : one.second;
                    const ConfigNode* table = reader.config.find("uncertain");
                    if (table->find(name) == nullptr)
                        throw InputError("\"" + name + "\" has no distribution to correlate", "give it one under [uncertain]",
                                         item.items[i].position);
                }
                reader.out.correlations.push_back(one);
            }
            continue;
        }
        const auto dimension = known.find(key);
        if (dimension == known.end()) {
            std::vector<std::string> names;
            for (const auto& entry : known) names.push_back(entry.first);
            Position at = node->position;
            throw InputError("\"" + key + "\" is no quantity of a scenario", did_you_mean(key, names), at);
        }
        std::vector<std::string> names;
        for (const KindName& kind : kinds) names.emplace_back(kind.name);
        if (node->kind != ConfigNode::Kind::table || node->entries.size() != 1)
            throw InputError("one distribution belongs here", "write it as in { normal = [\"0.85 CNY/kWh\", \"0.05 CNY/kWh\"] }", node->position);
        const std::string& name = node->entries.front().name;
        const ConfigNode& arguments = node->entries.front().node;
        const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const KindName& known_kind) { return known_kind.name == name; });
        if (kind == kinds.end()) {
            const std::string meant = did_you_mean(name, names);
            throw InputError("\"" + name + "\" is no distribution",
                             meant.empty() ? "known are normal, lognormal, triangular, uniform and samples" : meant, node->position);
        }
        UncertainInput input{.key = key, .kind = kind->kind, .parameters = {}, .samples_file = {}};
        if (kind->kind == UncertainInput::Kind::samples) {
            input.samples_file = (std::filesystem::path(reader.config.file()).parent_path() / read_as<std::string>(arguments, nullptr)).string();
        } else {
            if (arguments.kind != ConfigNode::Kind::array || arguments.items.size() != kind->parameters)
                throw InputError(name + " takes " + std::to_string(kind->parameters) + " values", "write it as in " + std::string(kind->example),
                                 arguments.position);
            for (std::size_t i = 0; i < arguments.items.size(); ++i) {
                // Sigma of a lognormal is that of a logarithm: a plain number whatever the key's unit.
                const bool plain = kind->kind == UncertainInput::Kind::lognormal && i == 1;
                try {
                    input.parameters.push_back(parameter(arguments.items[i], plain ? Dimension{} : dimension->second, &reader.out.door));
                } catch (const InputError& error) {
                    // Swapped arguments show here first, when one of them has a unit and the other has none.
                    const std::string order = "the order is " + std::string(kind->example);
                    throw InputError(error.message(), error.hint().empty() ? order : error.hint() + "; " + order, error.position());
                }
            }
            check(input, arguments);
        }
        reader.out.uncertain.push_back(std::move(input));
    }
}

}  // namespace breakeven::detail
