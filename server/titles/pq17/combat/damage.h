// Hits, steps, and what becomes of ships and aircraft [7, 7.2.3, 7.3.1, 7.8, 7.9, 11.3.2]. An engagement is going on.
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// A counter: in its force, or on the Battle Display.
struct Hull {
  Side side;
  ForceKey force;
  int index = 0;
  UnitId unit;  // on the display, instead
};
inline Hull hull_in(Side side, ForceKey force, int index) { return {side, force, index, {}}; }
inline Hull hull_on_display(Side side, UnitId unit) { return {side, {}, 0, unit}; }

const v1::Counter& counter_of(Operation& op, const Hull& hull);
v1::Force& force_of(Operation& op, const Hull& hull);  // a counter of several: of the first
// CS that fights: nothing while dead in the water or under tow, nor of a Crippled destroyer [7, 7.9].
int fighting_cs(const UnitFacts& unit, const v1::Counter& ship);

// What came of it. Everybody is told, losses are scored. The counter may be gone, and so may indices of its force
// behind it.
struct Outcome {
  int sunk = 0;     // CS of a class; a named ship: 1
  int damaged = 0;  // CS of destroyers that go home [7.9]
  int stopped = 0;  // CS dead in the water now, or a named ship
  int crippled = 0;
  int steps = 0;      // a named ship has lost
  bool gone = false;  // nothing of this counter is left where it was
};
Outcome inflict_hits(Operation& op, const Hull& hull, int hits);                                   // [7]
Outcome inflict_torpedo(Operation& op, const Hull& hull, const v1::TorpedoDamageTable::Row& row);  // [7.3.1 ii]
void forget_odd_hits(Operation& op);  // at the end of a round or segment [7]

// A force without ships is gone, a convoy without merchants needs another block. After its losses are counted.
void close_losses(Operation& op, Side side, ForceKey key);

// -- aircraft [7.2.3] --
void abort_air(Operation& op, AirKey key, int cs);   // for this Player Phase
void damage_air(Operation& op, AirKey key, int cs);  // for the Operation
enum class AirLoss { kShotDown, kOnTheGround, kAboard, kDitched };
// For good, and scored; without CS it is gone.
void destroy_air(Operation& op, AirKey key, int cs, AirLoss loss = AirLoss::kShotDown);
// The same for Interceptors, which have no counter [1.1.2, 7.2.3].
void abort_interceptors(Operation& op, std::string_view airbase, int cs);
void damage_interceptors(Operation& op, std::string_view airbase, int cs);
void destroy_interceptors(Operation& op, std::string_view airbase, int cs);

}  // namespace wardroom::pq17
