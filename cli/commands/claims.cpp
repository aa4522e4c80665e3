// claims: every figure of the source article against this engine.
#include "../claims_answer.hpp"
#include "../commands.hpp"

#include <breakeven/decisions/claims.hpp>

namespace breakeven::cli {

Run set_up_claims(CLI::App& app) {
    auto words = std::make_shared<std::vector<std::string>>();
    app.add_option("words", *words, "ids such as C11, or words that a claim or its verdict holds")->type_name("WORD");
    const auto output = add_output_options(app);
    return [=] { return write(present(judge_claims(*words)), *output); };
}

}  // namespace breakeven::cli
