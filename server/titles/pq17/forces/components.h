// Chapter 1: what forces and Dummies are, and changes that nobody is asked about; losses [1.2, 1.3, 2.1.1, 5.6].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// A Task Force has entered a port: a Dummy with it, if one may be made [1.3, 5.1.2]. Its key, or none.
ForceKey make_dummy_in_port(Operation& op, Side side, const PlaceFacts& port);
// Ships taken out of a force (fleet.h) become a new one in the same place with the same ID and fuel. Null: no block is
// left, and they are back in their force.
v1::Force* split_off(Operation& op, Side side, v1::Force& from, std::vector<v1::Counter> ships);
// Everybody learns that this block was a Dummy.
void eliminate_dummy(Operation& op, Side side, ForceKey key);
// A ship, or this much CS of a class, is lost: everybody learns it, and it is scored [2.1.1, 13.7]. The force may be
// empty now, or no convoy any more: once its losses are counted, see `needs_other_block`.
void lose_ship(Operation& op, Side side, v1::Force& force, int index, int cs);
// She is already gone from her force: the loss is noted and scored.
void note_loss(Operation& op, Side side, const v1::Force& force, const UnitFacts& unit, int cs);

void tell_gone(Operation& op, const v1::Block& block, std::string_view rule);  // nothing is left behind this block
bool bound_to_convoy(const Operation& op, const v1::Force& force,
                     const std::string& unit);  // by the scenario, until a turn
// What still belongs to a convoy but is Dispersed: it moves with its parent [5.6].
std::vector<v1::Force*> dispersed_parts(Operation& op, Side side, const v1::Force& convoy);
bool is_dispersed_part(Operation& op, Side side, const v1::Force& force);
bool is_dispersed(Operation& op, Side side, const v1::Force& convoy);  // a part of it, or all
bool is_scattered(Operation& op, const v1::Force& force);
// Gives a force that was just formed the place, ID, fuel and duties of the one it came from.
void place_beside(Operation& op, Side side, v1::Force& from, v1::Force& part);
void offer_dummies(Operation& op, Side side, Menu& menu);            // to be eliminated [1.3]
void offer_tows(Operation& op, const v1::Force& force, Menu& menu);  // to be dropped [5.1.1]
void drop_tow(Operation& op, Side side, v1::Force& force, int index);
Text name_of(const Operation& op, const v1::Counter& ship);

}  // namespace wardroom::pq17
