// What every combat has in common [7, 7.1]: it is announced and numbered, its dice and cards are its own, and it has to
// find its target first.
#pragma once

#include "server/titles/pq17/search.h"

namespace wardroom::pq17 {

// From now on dice and cards belong to this engagement; one at a time. No hex: in a box.
v1::Battle& begin_engagement(Operation& op, v1::Battle::Kind kind, Side attacker, Hex hex);
void end_engagement(Operation& op);  // the Battle Display is empty again

int roll_die(Operation& op);                                                 // the next of this engagement
std::uint32_t pick(Operation& op, std::uint32_t sides);                      // something at random
std::size_t pick_by_weight(Operation& op, const std::vector<int>& weights);  // an index; the weights are not all 0
const v1::Card& draw_card(Operation& op, Side side);

// A menu in a combat, for whoever's phase it is.
inline Turn turn_of(const Operation& op, Side side) { return side == op.active() ? Turn::kOwn : Turn::kReaction; }

// -- target location [7.1.1] --
enum class Seeker { kAircraft, kWolfpack, kTaskForce };

struct Located {
  bool found = false;
  v1::SearchResult::Kind result = v1::SearchResult::DASH;  // of the card that found it, for 7.1.2
};

Searchers seeking(const Operation& op, const v1::Force& force);       // the Force line
Searchers seeking(Operation& op, const std::vector<int>& air_units);  // the Air line
// Up to so many cards, until one succeeds and is not negated [6.2.2, A-07]. ID levels do not change.
Task<Located> draw_to_find(Operation& op, Side side, std::uint32_t target, Searchers by, int cards);
// With as many cards as the target's shadowers and its state allow.
bool second_card(Operation& op, Side side, Seeker seeker,
                 const v1::Block& target);  // whoever seeks it draws two [7.1.1]
Task<Located> locate(Operation& op, Side side, Seeker seeker, std::uint32_t target, Searchers by);

// -- afterwards [6.7, 11.1.3] --
// Its ships lay face up: everybody has seen them all. The statement of its level, and their names.
void note_seen(Operation& op, v1::Block& block);
void raise_id_after(Operation& op, v1::Block& block, v1::Battle::Kind kind);  // never decreases it

}  // namespace wardroom::pq17
