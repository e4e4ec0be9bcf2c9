// Hitler's restrictions on surface combat [7.5.7].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

// What the restrictions weigh of a force.
struct Strength {
  int heavy = 0;
  int capital = 0;  // BB and BC
  int unhit_capital = 0;
  int cruisers = 0;
  int dd_tb_cs = 0;
  int cs = 0;

  void add(const UnitFacts& unit, const v1::Counter& ship);
};
Strength strength(const Operation& op, const v1::Force& force);

bool restricted(const Operation& op);  // not in an Operation without restrictions [12.9]
// A German force may not attack this one, nor go on fighting it.
bool not_weaker(const Strength& target, const Strength& german);
// What both sides know of the block proves as much.
bool known_not_weaker(const Operation& op, const v1::Block& target, const Strength& german);

}  // namespace wardroom::pq17
