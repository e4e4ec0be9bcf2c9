// Words that every naval title makes: names of values, and lists.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/text.h"

namespace wardroom::sea {

// Lower-case name of an enum value, for text ids: THIN_PACK is thin_pack.
std::string lower(std::string_view name);
// The name of a value: <prefix><value in lower case><suffix>.
Text value_text(std::string_view prefix, std::string_view value, std::string_view suffix = ".name");

Text listed(std::vector<Text> parts);  // "a, b and c"; not empty

}  // namespace wardroom::sea
