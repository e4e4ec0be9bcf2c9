#include "server/titles/sea/options.h"

#include <algorithm>

namespace wardroom::sea {

std::string short_id(const std::string& id) { return id.substr(id.find('.') + 1); }

std::vector<OptionValue> all_on(const google::protobuf::RepeatedPtrField<std::string>& options) {
  std::vector<OptionValue> list;
  for (const std::string& id : options) list.push_back({id, "on"});
  return list;
}

std::vector<OptionInfo> options_of(const v1::MatchOptions& data) {
  std::vector<OptionInfo> list;
  for (const v1::MatchOption& option : data.option()) {
    OptionInfo& info = list.emplace_back();
    info.id = option.id();
    info.values =
        option.on_by_default() ? std::vector<std::string>{"on", "off"} : std::vector<std::string>{"off", "on"};
    info.name = Text(option.id() + ".name");
    info.rule = option.rules_size() > 0 ? option.rules(0) : "";
    for (const std::string& scenario : option.scenarios()) info.scenarios.push_back(short_id(scenario));
    info.needs = all_on(option.needs());
    info.excludes = all_on(option.excludes());
    info.offered = !option.in_no_scenario();
  }
  return list;
}

std::vector<PresetInfo> presets_of(const v1::MatchOptions& data) {
  std::vector<PresetInfo> list;
  for (const v1::OptionPreset& preset : data.preset())
    list.push_back({preset.id(), Text(preset.id() + ".name"), all_on(preset.on())});
  return list;
}

Result<std::set<std::string>> switched_on(const v1::MatchOptions& data,
                                          const google::protobuf::RepeatedPtrField<std::string>& by_scenario,
                                          const std::vector<OptionValue>& chosen) {
  std::set<std::string> on(by_scenario.begin(), by_scenario.end());
  for (const v1::MatchOption& option : data.option()) {
    if (option.on_by_default()) on.insert(option.id());
  }
  for (const OptionValue& each : chosen) {
    const bool exists = std::ranges::find(data.option(), each.id, &v1::MatchOption::id) != data.option().end();
    if (!exists || (each.value != "on" && each.value != "off"))
      return refuse(RefusalCode::kNotFound, Text("refusal.no_such_option").word("option", each.id));
    if (each.value == "on") on.insert(each.id);
    if (each.value == "off") on.erase(each.id);
  }
  return on;
}

}  // namespace wardroom::sea
