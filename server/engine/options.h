// What a match may be made with: the one place that asks whether a scenario, its options and one another fit.
#pragma once

#include <string_view>
#include <vector>

#include "server/engine/title.h"

namespace wardroom {

// The refusal names the option. A match that exists is not asked again: it was made by what held then.
Result<void> check_options(const Title& title, std::string_view scenario, const std::vector<OptionValue>& chosen);

// The opening of a new match.
Result<std::unique_ptr<Position>> open_new(const Title& title, std::string_view scenario,
                                           const std::vector<OptionValue>& chosen);

bool has_option(const OptionInfo& option, std::string_view scenario);

}  // namespace wardroom
