// Any part of the box as a sheet to read.
#pragma once

#include <string_view>

#include "common/data/sheet.h"
#include "common/result.h"
#include "server/titles/pq17/data/data.h"

namespace wardroom::pq17 {

// What there is to see: TABLE, CARD, HEX, UNIT, RULING, PHASE, OPTION, EVENT, CONDITION or SCENARIO, in any case; `id`
// names one
// ("gunnery", "allied 40", "0816", "tirpitz", "a_01") and none lists them all.
Result<Sheet> show(const GameBox& box, std::string_view kind, std::string_view id);

// Everything but the hexes, which the chart tells.
wardroom::v1::Sheets sheets(const GameBox& box);

}  // namespace wardroom::pq17
