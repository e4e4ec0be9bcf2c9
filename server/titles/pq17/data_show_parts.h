// The makers of sheets, one for each kind of thing.
#pragma once

#include <string>
#include <string_view>

#include "server/titles/pq17/data_show.h"

namespace wardroom::pq17 {

// <prefix><value in lower case><suffix>
Text value_text(std::string_view prefix, std::string_view value, std::string_view suffix = ".name");

SheetCell cell(Text text);
SheetCell cell(Text text, const Spot& from, Sheet& sheet);

Text half_text(int halves);  // "2", "3/2"

// A range of dice: "8+", "4-", "5-7", "3".
std::string range_text(const wardroom::v1::DieRange& on);

Sheet show_table(const Spot& table);
Sheet show_event_table(const Spot& table);
Sheet show_card(const Box& box, wardroom::v1::Side::Kind side, int index);
Sheet show_hex(const Box& box, const MapHex& hex);
Sheet show_unit(const Spot& unit);
Sheet show_ruling(const Spot& ruling);

}  // namespace wardroom::pq17
