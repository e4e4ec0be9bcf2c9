// The makers of sheets, one for each kind of thing.
#pragma once

#include <span>
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
Sheet show_option(const Spot& option);
Sheet show_event(const Spot& event);
Sheet show_condition(const Spot& condition);
Sheet show_scenario(const Spot& scenario);

// A phase or a segment of the sequence of play, and the rule that tells of it.
struct PhaseOfPlay {
  const char* id;
  const char* rule;
};
std::span<const PhaseOfPlay> phases_of_play();
Sheet show_phase(const PhaseOfPlay& phase);

// Label, value, where it comes from.
class Facts {
 public:
  explicit Facts(const Spot& spot) : spot_(spot) {}
  void add(const char* label, Text value, std::string_view field);
  SheetTable take() { return std::move(table_); }

 private:
  Spot spot_;
  SheetTable table_;
};
// Several texts one after another.
Text joined(std::vector<Text> texts);

}  // namespace wardroom::pq17
