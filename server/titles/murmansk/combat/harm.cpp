#include "server/titles/murmansk/combat/harm.h"

#include <algorithm>

namespace wardroom::murmansk {
namespace {

Text column_name(v1::Column::Kind column) {
  return sea::value_text("murmansk.column.", v1::Column::Kind_Name(column), "");
}

Text harm_name(v1::Harm::Kind harm) { return sea::value_text("murmansk.harm.", v1::Harm::Kind_Name(harm), ""); }

Text target_name(const Campaign& c, ShipNumber target) {
  return target == kFreighters ? Text("murmansk.freighters") : c.name(target);
}

// An American battleship or both heavy cruisers lost: they go to the Pacific [USN].
void check_americans(Campaign& c) {
  bool battleship = false, cruiser_lost = false, cruiser_left = false;
  for (ShipNumber ship : c.fleet(kAllied)) {
    const v1::Ship& facts = c.box.ship(ship);
    if (facts.nation() != v1::Nation::AMERICAN) continue;
    const bool lost = c.face(ship).state() == v1::UnitState::LOST;
    battleship |= lost && facts.capital();
    cruiser_lost |= lost && facts.cruiser();
    cruiser_left |= !lost && facts.cruiser();
  }
  if (c.board().americans_gone() || !(battleship || (cruiser_lost && !cruiser_left))) return;
  c.board().set_americans_gone(true);
  c.tell(Text("murmansk.report.americans"), {}, "USN");
}

}  // namespace

std::optional<v1::Column::Kind> column_at(const Campaign& c, int column) {
  if (column < c.numbers.battle().lowest()) return std::nullopt;
  return Box::column_of(std::min(column, c.numbers.battle().highest()));
}

v1::Harm::Kind roll(Campaign& c, const Attack& attack) {
  const int fell = c.die();
  const int modified = std::clamp(fell + attack.shift, 1, 6);
  const v1::Harm::Kind harm = c.box.harm(attack.column, modified);
  told::Roll facts = {Text("table.results.name")};
  facts.column = column_name(attack.column);
  told::Die die;
  die.fell = fell;
  die.modified = modified;
  die.result = harm_name(harm);
  die.sides = 6;
  facts.dice.push_back(std::move(die));
  facts.by.name = attack.by;
  facts.against.name = target_name(c, attack.target);
  Text words = Text("murmansk.report.attack")
                   .text("by", attack.by)
                   .text("target", target_name(c, attack.target))
                   .text("column", column_name(attack.column))
                   .number("die", fell)
                   .number("modified", modified)
                   .text("result", harm_name(harm));
  c.tell({std::move(words), std::move(facts)}, attack.place, attack.rule);
  return harm;
}

void sink_points(Campaign& c, ShipNumber ship) {
  if (!c.box.ship(ship).capital()) return;
  const bool allied = c.box.side_of(ship) == kAllied;
  if (allied) c.board().set_axis_points(c.board().axis_points() + 1);
  if (!allied) c.board().set_allied_points(c.board().allied_points() + 1);
  told::Score score;
  score.change = allied ? -c.numbers.victory().per_point() : c.numbers.victory().per_point();
  score.reason = c.name(ship);
  c.tell({Text("murmansk.report.capital").text("ship", c.name(ship)), std::move(score)}, {}, "Victory");
}

void erase_if_empty(Campaign& c, Side side, Key key) {
  const v1::Group* group = c.find(side, key);
  if (group && group->kind() == v1::GroupKind::SHIPS && c.ships_in(side, key).empty()) c.erase(side, key);
}

void sink(Campaign& c, ShipNumber ship, Place place) {
  const Side side = c.box.side_of(ship);
  const Key key = c.unit(ship).where() == v1::Unit::GROUP ? c.unit(ship).group() : 0;
  told::Loss loss;
  loss.harm = told::Loss::kLost;
  loss.what = c.name(ship);
  loss.seat = seat_of(side);
  loss.unit = c.box.ship(ship).id();
  const std::optional<Place> where = place == 0 ? std::nullopt : std::optional<Place>(place);
  c.tell({Text("murmansk.report.sunk").text("ship", c.name(ship)), std::move(loss)}, where, "Res");
  v1::UnitFace& face = c.face(ship);
  face.set_state(v1::UnitState::LOST);
  face.set_damaged(false);
  face.set_marker(0);
  face.set_port(0);
  c.unit(ship).set_where(v1::Unit::NONE);
  c.unit(ship).set_group(0);
  c.unit(ship).set_port(0);
  if (v1::Air* squadron = c.air(c.box.ship(ship).id())) squadron->set_lost(true);
  sink_points(c, ship);
  check_americans(c);
  if (key != 0) erase_if_empty(c, side, key);
}

void lose_freighters(Campaign& c, int count, Place place) {
  const int lost = std::min(count, static_cast<int>(c.board().freighters()));
  if (lost == 0) return;
  c.board().set_freighters(c.board().freighters() - static_cast<std::uint32_t>(lost));
  told::Loss loss;
  loss.harm = told::Loss::kLost;
  loss.what = Text("murmansk.freighters");
  loss.count = static_cast<std::uint32_t>(lost);
  loss.seat = Seat::kFirst;
  c.tell({number_text("murmansk.report.freighters", "count", lost).number("left", c.board().freighters()),
          std::move(loss)},
         place, "Res");
}

// D, DS and Sk [Res].
void suffer(Campaign& c, ShipNumber target, v1::Harm::Kind harm, Place place) {
  if (harm == v1::Harm::NONE) return;
  const auto& battle = c.numbers.battle();
  if (target == kFreighters) {
    const int count = harm == v1::Harm::D    ? battle.freighters_d()
                      : harm == v1::Harm::DS ? battle.freighters_ds()
                                             : battle.freighters_sk();
    return lose_freighters(c, count, place);
  }
  if (c.face(target).state() == v1::UnitState::LOST) return;
  const bool sinks =
      harm == v1::Harm::SK || (harm == v1::Harm::DS && c.damaged(target)) || c.is(target, v1::Class::CVE);
  if (sinks) return sink(c, target, place);
  if (c.damaged(target)) return;
  c.face(target).set_damaged(true);
  if (v1::Air* squadron = c.air(c.box.ship(target).id())) squadron->set_lost(true);  // of a battle carrier
  told::Loss loss;
  loss.harm = told::Loss::kDamaged;
  loss.what = c.name(target);
  loss.seat = seat_of(c.box.side_of(target));
  loss.unit = c.box.ship(target).id();
  const std::optional<Place> where = place == 0 ? std::nullopt : std::optional<Place>(place);
  c.tell({Text("murmansk.report.damaged").text("ship", c.name(target)), std::move(loss)}, where, "Res");
}

void berth(Campaign& c, ShipNumber ship, Place base) {
  v1::Unit& unit = c.unit(ship);
  v1::UnitFace& face = c.face(ship);
  unit.set_where(v1::Unit::PORT);
  unit.set_group(0);
  unit.set_port(base);
  face.set_state(v1::UnitState::NORWAY);
  face.set_port(base);
  face.set_marker(0);
  if (!face.damaged()) return;
  const auto& season = c.numbers.season();
  const int die = c.die();
  const auto turn = static_cast<std::uint32_t>(c.turn());
  face.set_damaged(false);
  Text words;
  if (die <= season.norway_later()) {
    face.set_state(v1::UnitState::AWAY);
    face.set_back(turn + (die <= season.norway_next() ? 1 : 2));
    unit.set_where(v1::Unit::NONE);
    words = number_text("murmansk.report.repair_in_norway", "seasons", face.back() - turn);
  } else {
    face.set_state(v1::UnitState::REPAIR);
    face.set_port(0);
    unit.set_where(v1::Unit::NONE);
    unit.set_port(0);
    words = Text("murmansk.report.repair_in_germany");
  }
  words.text("ship", c.name(ship)).number("die", die);
  c.tell({std::move(words), told::Roll{Text("murmansk.dice.repair")}}, base, "Res");
}

}  // namespace wardroom::murmansk
