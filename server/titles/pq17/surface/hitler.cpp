#include "server/titles/pq17/surface/hitler.h"

#include <algorithm>

#include "server/titles/pq17/conditions/chits.h"

namespace wardroom::pq17 {
namespace {

// The least that a statement proves.
Strength least(const Operation& op, const v1::Block& block) {
  Strength proven;
  const v1::Statement& told = block.told();
  if (told.seen()) {
    for (const auto& named : told.named()) {
      v1::Counter ship;
      ship.set_unit(named.unit());
      ship.set_cs(named.cs());
      ship.set_crippled(named.crippled());
      ship.set_dead_in_water(named.dead_in_water());
      proven.add(op.reference.unit(named.unit()), ship);
    }
    return proven;
  }
  if (told.level() == 2 && !told.carrier()) proven.cruisers = told.heavy_ships();  // or capital ships, which is worse
  if (told.level() != 3) return proven;
  int carriers = 0;
  for (const auto& each : told.category()) {
    switch (each.category()) {
      case v1::ShipCategory::CAPITAL:
        proven.capital = each.counters();
        break;
      case v1::ShipCategory::CARRIER:
        carriers = each.counters();
        break;
      case v1::ShipCategory::CRUISER:
        proven.cruisers = each.counters();
        break;
      case v1::ShipCategory::LIGHT:  // a convoy has no more Escorts than this [1.2.1]
        if (block.kind() == v1::BlockKind::CONVOY)
          proven.dd_tb_cs = std::max(0, each.cs() - op.numbers.force().convoy_es_cs());
        break;
      default:
        break;
    }
  }
  proven.capital = std::max(0, proven.capital - carriers);
  return proven;
}

}  // namespace

void Strength::add(const UnitFacts& unit, const v1::Counter& ship) {
  if (unit.heavy()) ++heavy;
  if (unit.type == v1::ShipType::BB || unit.type == v1::ShipType::BC) {
    ++capital;
    if (unhit(unit, ship)) ++unhit_capital;
  }
  if (unit.cruiser()) ++cruisers;
  if (unit.type == v1::ShipType::DD || unit.type == v1::ShipType::TB) dd_tb_cs += ship.cs();
  cs += ship.cs();
}

Strength strength(const Operation& op, const v1::Force& force) {
  Strength sum;
  for (const v1::Counter& ship : force.ship()) sum.add(op.reference.unit(ship.unit()), ship);
  return sum;
}

bool restricted(const Operation& op) { return !holds(op, kAxis, v1::SpecialCondition::NO_RESTRICTIONS); }

bool not_weaker(const Strength& target, const Strength& german) {
  if (target.unhit_capital > 0) return true;
  const bool cautious = german.heavy > 0 && german.unhit_capital == 0;
  if (cautious && (target.capital > 0 || target.cruisers >= german.cruisers)) return true;
  return target.dd_tb_cs > german.cs;
}

bool known_not_weaker(const Operation& op, const v1::Block& target, const Strength& german) {
  const bool told = target.flat() && target.told().binding();
  return not_weaker(told ? least(op, target) : Strength{}, german);
}

}  // namespace wardroom::pq17
