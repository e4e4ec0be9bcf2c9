// What the files of chapter 13 share: the events one by one, their draws, and what is told of them.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// What an event draws beside the dice of its table.
enum class Pick : std::uint64_t { kSubject, kPartner, kShip, kDie };
// Always a draw, even where there is nothing to choose from: that is nobody's business.
std::size_t pick_one(Operation& op, Pick what, std::size_t count, std::uint32_t ordinal = 0);
// The printed amount, or by one die that everybody sees.
int amount_of(Operation& op, const v1::RandomEvent& event);

// Nothing happens: as everybody can see, as only its owner knows, or as everybody learns now.
void tell_no_effect(Operation& op, const v1::RandomEvent& event);
void tell_no_effect(Operation& op, Side side, const v1::RandomEvent& event);
void reveal_no_effect(Operation& op, const v1::RandomEvent& event);
// Something happened to one force of a side, and the enemy does not learn to which: nothing he was told is certain.
void may_all_have_changed(Operation& op, Side side);
// A choice of the event's roller, or of whoever owns the subject.
Menu event_menu(const Operation& op, Side side, TextId prompt);

// -- at sea --
void minefields(Operation& op, const v1::RandomEvent& event);          // [13.5]
void surprise_encounter(Operation& op, const v1::RandomEvent& event);  // [13.7]
void break_down(Operation& op, const v1::RandomEvent& event);
void run_aground_or_collide(Operation& op, const v1::RandomEvent& event);
void fall_astern(Operation& op, const v1::RandomEvent& event);      // STRAGGLERS
void catch_up(Operation& op, const v1::RandomEvent& event);         // STRAGGLERS_REJOIN
Task<> place_decoys(Operation& op, const v1::RandomEvent& event);   // FALSE_REPORT
void send_boats_home(Operation& op, const v1::RandomEvent& event);  // SUBMARINE_RETURNS

// -- intelligence --
void read_signals(Operation& op, const v1::RandomEvent& event);  // B_DIENST [13.8]
Task<> locate_enemy(Operation& op, const v1::RandomEvent& event);
Task<> lose_contact(Operation& op, const v1::RandomEvent& event);
Task<> report_on_port(Operation& op, const v1::RandomEvent& event);

// -- in the air --
Task<> repair_aircraft(Operation& op, const v1::RandomEvent& event);  // AIR_REPLACEMENTS

// An event shows a force whose block stands upright: nobody could tell which of several alike it was, so its id is new.
v1::Block& step_forward(Operation& op, Side side, ForceKey key);

}  // namespace wardroom::pq17
