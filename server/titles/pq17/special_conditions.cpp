#include "server/titles/pq17/special_conditions.h"

namespace wardroom::pq17 {

void draw_chits(Operation&) {}
bool holds(const Operation& op, Side side, v1::SpecialCondition::Kind kind) {
  const v1::SpecialCondition* condition = op.reference.box().condition(op.own(side).condition());
  return condition && condition->kind() == kind;
}

}  // namespace wardroom::pq17
