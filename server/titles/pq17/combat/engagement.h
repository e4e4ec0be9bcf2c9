// What every combat has in common [7, 7.1]: it is announced and numbered, and its dice and cards are its own.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// From now on dice and cards belong to this engagement; one at a time. No hex: in a box.
v1::Battle& begin_engagement(Operation& op, v1::Battle::Kind kind, Side attacker, Hex hex);
void end_engagement(Operation& op);    // the Battle Display is empty again
void close_engagement(Operation& op);  // the same, said in so many words

int roll_die(Operation& op);                                                 // the next of this engagement
std::uint32_t pick(Operation& op, std::uint32_t sides);                      // something at random
std::size_t pick_by_weight(Operation& op, const std::vector<int>& weights);  // an index; the weights are not all 0
const v1::Card& draw_card(Operation& op, Side side);

// A menu in a combat, for whoever's phase it is.
inline Asking asking_of(const Operation& op, Side side) {
  return side == op.active() ? Asking::kOwn : Asking::kReaction;
}

// Nothing waits for its end but its segment, or the move on which a force was found [6.6.1].
inline bool can_resume(const Operation& op) {
  const v1::Clock::Segment segment = op.truth.clock().segment();
  const bool combat = segment >= v1::Clock::AIR_COMBAT && segment <= v1::Clock::SURFACE_COMBAT;
  return combat || op.truth.sea().in_transit() != 0;
}

// The first menu of a step: play can begin again there, if it can within this engagement.
inline void head_of_step(const Operation& op, Menu& menu, bool first) {
  menu.checkpoint = first && op.truth.battle().resumes();
}

Text name_of_attacker(Operation& op, const v1::Force& force);  // its face, or its kind alone: attacks name it

// How a force is called by its owner, and by everybody else.
struct Named {
  Text own;
  Text face;
};
Named named(Operation& op, const v1::Block& block);
// [7.1] Who attacks whom, as `attacker` and `force` of the words; either side hears its own by its name.
void announce_attack(Operation& op, Side attacker, Telling told, const Named& by, const Named& target, Hex hex);

// -- afterwards [6.7, 11.1.3] --
// Its ships lay face up: everybody has seen them all but submarines. The statement of its level, and their names.
void note_seen(Operation& op, v1::Block& block);
void raise_id_after(Operation& op, v1::Block& block, v1::Battle::Kind kind);  // never decreases it

}  // namespace wardroom::pq17
