// Rows in which every word occurs.
#include <breakeven/models/catalog.hpp>

#include <breakeven/core/suggest.hpp>

#include <algorithm>

namespace breakeven {

namespace {

bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool occurs_whole(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_word_character(text[at - 1])) && (end == text.size() || !is_word_character(text[end]))) return true;
    }
    return false;
}

/// `text_of(row)`: what is searched, in lower case.
template <class Row, class TextOf>
std::vector<const Row*> search(const std::vector<Row>& rows, std::span<const std::string> words, TextOf text_of) {
    std::vector<std::string> wanted;
    for (const std::string& word : words)
        if (!word.empty()) wanted.push_back(detail::lower(word));
    std::vector<const Row*> whole, partial;
    for (const Row& row : rows) {
        const std::string text = text_of(row);
        const auto occurs = [&](const std::string& word) { return text.find(word) != std::string::npos; };
        if (!std::all_of(wanted.begin(), wanted.end(), occurs)) continue;
        const bool all_whole =
            std::all_of(wanted.begin(), wanted.end(), [&](const std::string& word) { return occurs_whole(text, word); });
        (all_whole ? whole : partial).push_back(&row);
    }
    whole.insert(whole.end(), partial.begin(), partial.end());
    return whole;
}

std::string joined(std::initializer_list<std::string_view> parts) {
    std::string out;
    for (const std::string_view part : parts) out.append(detail::lower(part)).append("\n");
    return out;
}

}  // namespace

std::vector<const GpuFacts*> Catalog::search_gpus(std::span<const std::string> words) const {
    return search(gpus(), words, [](const GpuFacts& gpu) {
        return joined(
            {gpu.id, gpu.name, gpu.kind, gpu.architecture, gpu.memory_type, gpu.year ? std::to_string(*gpu.year) : ""});
    });
}

std::vector<const CloudOffer*> Catalog::search_clouds(std::span<const std::string> words) const {
    return search(clouds(), words, [](const CloudOffer& offer) {
        return joined({offer.id, offer.provider, offer.instance, offer.gpu, offer.gpu_ref, offer.region, offer.tier,
                       offer.spot ? "spot" : ""});
    });
}

std::vector<const ElectricityTariff*> Catalog::search_electricity(std::span<const std::string> words) const {
    return search(electricity(), words, [](const ElectricityTariff& tariff) {
        return joined({tariff.id, tariff.region, tariff.iso3, tariff.sector, tariff.period, tariff.quality});
    });
}

}  // namespace breakeven
