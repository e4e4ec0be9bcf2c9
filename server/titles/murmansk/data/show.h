// Any part of the box as a sheet to read.
#pragma once

#include <string_view>

#include "common/data/sheet.h"
#include "common/result.h"
#include "server/titles/murmansk/data/box.h"

namespace wardroom::murmansk {

// What there is to see: TABLE, UNIT, POSITION, OPTION, RULING or SCENARIO, in any case; `id` names one
// ("attack", "tirpitz", "r09", "m_12") and none lists them all.
Result<Sheet> show(const Box& box, std::string_view kind, std::string_view id);

// Everything but the positions, which the chart tells.
wardroom::v1::Sheets sheets(const Box& box);

}  // namespace wardroom::murmansk
