// The next round of an event, of any format. The same event gives the same round, byte for byte.
#pragma once

#include <vector>

#include "server/tournament/event.h"

namespace wardroom::tournament {

std::string scenario_of(const Event& event, std::uint32_t round);
std::vector<int> present(const Event& event, std::uint32_t round);  // entries who can be paired
// Ranks, and the seeds where they are fixed for good: by rating, as far as nobody has said otherwise.
void seed_entries(Event& event);
Result<EventRound> draw_next(const Event& event);  // seeded
// By hand: pairs of entries in the order of sides; the second 0 is a bye.
Result<EventRound> pair_by_hand(const Event& event, const v1::Direct::Pairs& pairs);
std::string input_hash(const Event& event);  // of everything that a draw is made from
int rounds_of(const Event& event);           // as far as it is known; 0: it is not
// Things a director should know before he goes on, as ids of texts with a number.
std::vector<Text> warnings(const Event& event);

}  // namespace wardroom::tournament
