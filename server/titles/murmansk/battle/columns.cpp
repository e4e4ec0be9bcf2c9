// Which column a shot is rolled on.
#include "server/titles/murmansk/battle/battle.h"
#include "server/titles/murmansk/combat/harm.h"

namespace wardroom::murmansk {
namespace {

v1::Class::Kind class_of(const Campaign& c, ShipNumber target) {
  return target == kFreighters ? v1::Class::CONVOY : c.box.ship(target).defence();
}

// Damage, weak ships and the destroyers' advantage at Night [Res, Battle, Night].
int shifts(const Campaign& c, ShipNumber firer, ShipNumber target) {
  const auto& numbers = c.numbers.battle();
  int sum = 0;
  if (c.damaged(firer)) sum += numbers.damaged_firer();
  if (c.night() && c.destroyers(firer)) sum += numbers.night();  // [M-22]
  if (target == kFreighters) return sum;
  if (c.damaged(target)) sum += numbers.damaged_target();
  if (c.night() && c.destroyers(target)) sum -= numbers.night();
  return sum + c.box.ship(target).weakness();
}

std::optional<int> possible(const Campaign& c, std::optional<int> column, int shift) {
  if (!column || *column + shift < c.numbers.battle().lowest()) return std::nullopt;
  return *column + shift;
}

}  // namespace

int gun_range(const Campaign& c, ShipNumber ship) {
  const v1::Ship& facts = c.box.ship(ship);
  const auto& numbers = c.numbers.battle();
  if (facts.range() != 0) return facts.range();
  if (facts.fire() == v1::Class::UNSPECIFIED) return 0;
  if (facts.fire() == v1::Class::D) return numbers.destroyer_range();
  return facts.fire() == v1::Class::CL ? numbers.light_range() : numbers.heavy_range();
}

std::optional<int> gun_column(const Campaign& c, ShipNumber firer, ShipNumber target) {
  if (c.box.ship(firer).fire() == v1::Class::UNSPECIFIED) return std::nullopt;
  return possible(c, c.box.column(c.box.ship(firer).fire(), class_of(c, target)), shifts(c, firer, target));
}

std::optional<int> torpedo_column(const Campaign& c, ShipNumber firer, ShipNumber target) {
  const v1::Torpedoes::Kind torpedoes = c.box.ship(firer).torpedoes();
  if (torpedoes == v1::Torpedoes::UNSPECIFIED) return std::nullopt;
  return possible(c, c.box.torpedo_column(torpedoes, class_of(c, target)), shifts(c, firer, target));
}

}  // namespace wardroom::murmansk
