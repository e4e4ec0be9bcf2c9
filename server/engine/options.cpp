#include "server/engine/options.h"

#include <algorithm>

namespace wardroom {
namespace {

// The value that counts: what was chosen, else the scenario's default, else the option's own.
std::string value_of(const OptionInfo& option, const ScenarioInfo& scenario, const std::vector<OptionValue>& chosen) {
  if (auto it = std::ranges::find(chosen, option.id, &OptionValue::id); it != chosen.end()) return it->value;
  const auto own = std::ranges::find(scenario.defaults, option.id, &OptionValue::id);
  return own == scenario.defaults.end() ? option.values.front() : own->value;
}

Result<void> check_named(const std::vector<OptionInfo>& known, const std::vector<OptionValue>& chosen) {
  for (auto it = chosen.begin(); it != chosen.end(); ++it) {
    const auto option = std::ranges::find(known, it->id, &OptionInfo::id);
    if (option == known.end())
      return refuse(RefusalCode::kNotFound, Text("refusal.no_such_option").word("option", it->id));
    if (std::ranges::find(option->values, it->value) == option->values.end()) {
      return refuse(RefusalCode::kNotFound,
                    Text("refusal.no_such_value").word("option", it->id).word("value", it->value));
    }
    if (std::find_if(chosen.begin(), it, [&](const OptionValue& each) { return each.id == it->id; }) != it)
      return refuse(RefusalCode::kMalformed, Text("refusal.option_twice").word("option", it->id));
  }
  return {};
}

}  // namespace

bool has_option(const OptionInfo& option, std::string_view scenario) {
  return option.offered &&
         (option.scenarios.empty() || std::ranges::find(option.scenarios, scenario) != option.scenarios.end());
}

Result<void> check_options(const Title& title, std::string_view scenario, const std::vector<OptionValue>& chosen) {
  const std::vector<ScenarioInfo> scenarios = title.scenarios();
  const auto played = std::ranges::find(scenarios, scenario, &ScenarioInfo::id);
  if (played == scenarios.end())
    return refuse(RefusalCode::kNotFound, Text("refusal.no_such_scenario").word("scenario", std::string(scenario)));
  const std::vector<OptionInfo> known = title.options();
  if (auto named = check_named(known, chosen); !named) return named;

  const auto has = [&](const OptionValue& wanted) {
    const auto other = std::ranges::find(known, wanted.id, &OptionInfo::id);
    return other != known.end() && value_of(*other, *played, chosen) == wanted.value;
  };
  for (const OptionInfo& option : known) {
    if (value_of(option, *played, chosen) == option.values.front()) continue;
    const auto refused = [&](const char* why) { return Text(why).word("option", option.id); };
    if (!has_option(option, scenario))
      return refuse(RefusalCode::kMalformed,
                    refused("refusal.option_elsewhere").word("scenario", std::string(scenario)));
    for (const OptionValue& other : option.excludes) {
      if (has(other))
        return refuse(RefusalCode::kMalformed, refused("refusal.options_exclude").word("other", other.id));
    }
    for (const OptionValue& other : option.needs) {
      if (!has(other)) return refuse(RefusalCode::kMalformed, refused("refusal.option_needs").word("other", other.id));
    }
  }
  return {};
}

Result<std::unique_ptr<Position>> open_new(const Title& title, std::string_view scenario,
                                           const std::vector<OptionValue>& chosen) {
  if (auto right = check_options(title, scenario, chosen); !right) return right.error();
  return title.open(scenario, chosen);
}

}  // namespace wardroom
