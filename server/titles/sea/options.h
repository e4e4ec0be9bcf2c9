// Options as the data state them: rules that two players switch on or off.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "server/engine/title.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom::sea {

std::string short_id(const std::string& id);  // of "scenario.winter": "winter", as players write it

std::vector<OptionValue> all_on(const google::protobuf::RepeatedPtrField<std::string>& options);
std::vector<OptionInfo> options_of(const v1::MatchOptions& data);
std::vector<PresetInfo> presets_of(const v1::MatchOptions& data);

// Ids of the options that are on in a match: by default, by its scenario, by choice.
Result<std::set<std::string>> switched_on(const v1::MatchOptions& data,
                                          const google::protobuf::RepeatedPtrField<std::string>& by_scenario,
                                          const std::vector<OptionValue>& chosen);

}  // namespace wardroom::sea
