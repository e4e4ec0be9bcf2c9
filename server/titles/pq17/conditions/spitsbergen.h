// Barentsburg as an aim: GEARBOX [12.10] and SIZILIEN [12.11].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

const v1::SpecialCondition& gearbox(const Operation& op);
const v1::SpecialCondition::Variant& letter_drawn(const Operation& op);  // it says which ships are asked for
// What its ships score now; none: they are not all in port Barentsburg.
std::optional<int> gearbox_halves(Operation& op);
int gearbox_worth(const Operation& op);      // by the letter drawn
bool gearbox_might_be_there(Operation& op);  // as the Axis sees it

// The Axis force may enter the hex of Barentsburg although it is an enemy port [5.1.4].
bool may_bombard(Operation& op, Side side, const v1::Force& force, Hex hex);
void note_bombardment(Operation& op, Side side, Hex hex);  // a force has entered it: only one chit allows that
std::optional<int> sizilien_halves(Operation& op);
bool sizilien_might_be_there(Operation& op);  // as the Allies see it

}  // namespace wardroom::pq17
