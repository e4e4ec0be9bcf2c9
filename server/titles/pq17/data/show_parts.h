// The makers of sheets, one for each kind of thing.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "server/titles/pq17/data/show.h"
#include "server/titles/sea/sheets.h"

namespace wardroom::pq17 {

using sea::cell;
using sea::joined;
using sea::range_text;
using sea::signed_text;
using sea::value_text;
using sea::words_of;

Text half_text(int halves);  // "2", "3/2"

Sheet show_table(const Spot& table);
Sheet show_event_table(const Spot& table);
Sheet show_card(const GameBox& box, wardroom::v1::Side::Kind side, int index);
Sheet show_hex(const GameBox& box, const MapHex& hex);
Sheet show_unit(const Spot& unit);
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

}  // namespace wardroom::pq17
