#include "server/titles/pq17/air/movement.h"

#include <algorithm>

#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/command/muster.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/operation/sides.h"

namespace wardroom::pq17 {
namespace {

using v1::Air;

bool patrols(const Operation& op, const Air::Unit& unit) {
  const AirFacts& facts = op.facts(unit);
  if (!facts.model->recon() || !facts.model->asw()) return false;
  if (unit.side() != kAxis || !op.night()) return true;
  return order_of(op.scenario.date()) >= order_of(op.numbers.movement().axis_night_air_radius_from());  // [5.3.1]
}

bool at_its_base(const Operation& op, const Air::Unit& unit) {
  return unit.side() == op.active() && unit.mission() == Air::AT_BASE && !unit.flown() && able_cs(op, unit) > 0;
}

// What an air unit may do, wherever it flies.
struct Use {
  Side side;
  bool searches;
  bool bombs_tirpitz;   // and nothing else [12.4]
  bool attacks_places;  // [7.1.3]
  bool attacks_at_sea;  // [7.2]
};

Use use_of(const Operation& op, const Air::Unit& unit) {
  return {unit.side(), op.facts(unit).model->recon(), bombs_tirpitz_only(op, unit), may_attack_places(op, unit),
          may_attack_at_sea(op, unit)};
}

// [7.1.3] Ships in port and aircraft at airbases.
bool attacks_places_in(const Operation& op, const Use& use, Hex hex) {
  if (!use.bombs_tirpitz && !use.attacks_places) return false;
  const PlaceFacts* port = op.port_in_play(hex);
  const bool enemy_port = port && port->side != use.side;
  if (use.bombs_tirpitz) return enemy_port;
  if (!may_be_bombed(op, hex)) return false;
  if (enemy_port) return true;
  return std::ranges::any_of(op.reference.airbases_at(hex),
                             [&](const PlaceFacts* base) { return base->side != use.side; });
}

// [5.3, A-20] Units that cannot search fly only where there may be something for them to attack.
bool may_attack_in(const Operation& op, const Use& use, Hex hex) {
  if (attacks_places_in(op, use, hex)) return true;
  if (!use.attacks_at_sea) return false;
  const bool any_block = !op.option("option.ruling.a_20");
  return std::ranges::any_of(op.truth.sea().block(), [&](const v1::Block& block) {
    return block.hex() == number(hex) && block.side() != use.side && (any_block || block.flat());
  });
}

bool may_fly_to(const Operation& op, const Use& use, Hex hex) {
  return (use.searches && op.reference.hex(hex).in_play) || may_attack_in(op, use, hex);
}

bool may_patrol(const Operation& op, const Air::Unit& unit, Hex hex) {
  if (!op.reference.hex(hex).in_play) return false;
  if (std::ranges::find(unit.radius(), number(hex)) != unit.radius().end()) return false;
  const PlaceFacts* port = op.port_in_play(hex);
  return !port || port->side == unit.side();  // [5.3.1]
}

std::vector<Hex> hexes_in_range(Operation& op, const Air::Unit& unit) {
  const auto base = op.base_hex(unit);
  return base ? op.reference.within(*base, op.facts(unit).model->range()) : std::vector<Hex>();
}

bool has_somewhere_to_go(Operation& op, const Air::Unit& unit) {
  const Use use = use_of(op, unit);
  if (use.searches) return true;
  const auto may = [&](Hex hex) { return may_fly_to(op, use, hex); };
  if (use.attacks_places || use.bombs_tirpitz) return std::ranges::any_of(hexes_in_range(op, unit), may);
  const auto base = op.base_hex(unit);  // all others attack blocks alone
  const int range = op.facts(unit).model->range();
  return base && std::ranges::any_of(op.truth.sea().block(), [&](const v1::Block& block) {
           const Hex hex = as_hex(block.hex());
           return block.side() != unit.side() && block.hex() != 0 && op.reference.air_distance(*base, hex) <= range &&
                  may(hex);
         });
}

// Other bases of its kind that a scenario lets it move to.
std::vector<const PlaceFacts*> other_bases(const Operation& op, const Air::Unit& unit) {
  const PlaceFacts* base = op.reference.find_place(unit.base());
  std::vector<const PlaceFacts*> found;
  for (const v1::SpecialRule& rule : op.scenario.special_rule()) {
    if (rule.kind() != v1::SpecialRule::AIR_MAY_TRANSFER || rule.side() != unit.side() || !base) continue;
    for (const std::string& id : rule.place()) {
      const PlaceFacts& other = op.reference.place(id);
      const bool alike = (other.airbase != nullptr) == (base->airbase != nullptr);  // [1.5.2]
      if (alike && &other != base && has_room(op, other, unit.cs())) found.push_back(&other);
    }
  }
  return found;
}

// Of those at their bases. Photo units have their own segment, and no other use [6.9].
bool may_be_sent(Operation& op, const Air::Unit& unit) {
  if (op.facts(unit).model->type() == v1::AirType::PHOTO) return false;
  return can_take_off(op, unit) && (has_somewhere_to_go(op, unit) || !other_bases(op, unit).empty());
}

void offer_flights(Operation& op, Menu& menu, const Air::Unit& unit, const std::vector<Hex>& hexes) {
  const Text name = op.name(unit);
  const Use use = use_of(op, unit);
  const char* label = use.searches ? "choice.air_mission.search" : "choice.air_mission.attack";
  if (use.searches) menu.expect(2 * hexes.size() + 1);  // and as many patrols
  for (Hex hex : hexes) {
    if (!may_fly_to(op, use, hex)) continue;
    menu.offer(v1::Verb::FLY, key_of(unit), hex)
        .place(number(hex))
        .by("5.3")
        .says(label)
        .text("unit", name)
        .word("hex", op.word(hex));
  }
}

void offer_patrols(Operation& op, Menu& menu, const Air::Unit& unit, const std::vector<Hex>& hexes) {
  for (Hex hex : hexes) {
    if (!may_patrol(op, unit, hex)) continue;
    menu.offer(v1::Verb::RADIUS, key_of(unit), hex)
        .place(number(hex))
        .by("5.3.1")
        .says("choice.air_radius.patrol")
        .word("hex", op.word(hex));
  }
}

void fly(Operation& op, AirKey key, Hex hex) {
  Air::Unit& unit = op.show_air(key);
  unit.set_mission(Air::FLYING);
  unit.set_hex(number(hex));
  unit.set_flown(true);
  op.reveal(Licence::kAircraftFly,
            {Text("report.air.mission").text("unit", name_with_strength(op, unit)).word("hex", op.word(hex)),
             told::Move{0, 0, number(hex), seat_of(unit.side())}},
            hex, "5.3");
}

void patrol(Operation& op, AirKey key, Hex hex) {
  Air::Unit& unit = op.show_air(key);
  unit.set_mission(Air::RADIUS);
  unit.add_radius(number(hex));
  unit.set_flown(true);
  op.reveal(Licence::kAircraftFly,
            {Text("report.air.radius").text("unit", name_with_strength(op, unit)).word("hex", op.word(hex)),
             told::Move{0, 0, number(hex), seat_of(unit.side())}},
            hex, "5.3.1");
}

void transfer(Operation& op, AirKey key, const PlaceFacts& base) {
  Air::Unit& unit = op.air(key);
  unit.set_base(base.id);
  unit.set_flown(true);
  op.tell({Text("report.air.transferred").text("unit", op.name(unit)).text("place", op.name(base)),
           told::Move{0, 0, number(base.hex), seat_of(unit.side())}},
          base.hex, "5.3");
}

// One hex for each step [5.3.1].
Task<> patrol_more(Operation& op, AirKey key) {
  while (op.air(key).radius_size() < able_cs(op, op.air(key))) {
    Menu menu = op.menu(op.active(), v1::MenuKind::AIR_TARGET, "prompt.air_radius");
    menu.prompt.text("unit", op.name(op.air(key)));
    menu.rule = "5.3.1";
    offer_patrols(op, menu, op.air(key), hexes_in_range(op, op.air(key)));
    menu.offer(v1::Verb::DONE).says("choice.air_radius.none");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    patrol(op, key, answer.at<Hex>(1));
  }
}

Task<> send(Operation& op, AirKey key) {
  Menu menu = op.menu(op.active(), v1::MenuKind::AIR_TARGET, "prompt.air_mission.unit");
  const Text name = op.name(op.air(key));
  menu.prompt.text("unit", name);
  menu.rule = "5.3";
  const std::vector<Hex> hexes = hexes_in_range(op, op.air(key));
  offer_flights(op, menu, op.air(key), hexes);
  if (patrols(op, op.air(key))) offer_patrols(op, menu, op.air(key), hexes);
  for (const PlaceFacts* base : other_bases(op, op.air(key))) {
    menu.offer(v1::Verb::CHOOSE_PLACE, base->number)
        .place(number(base->hex))
        .says("choice.air_mission.transfer")
        .text("unit", name)
        .text("place", op.name(*base));
  }
  menu.offer(v1::Verb::DONE).says("choice.air_mission.stay").text("unit", name);
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::FLY) fly(op, key, answer.at<Hex>(1));
  if (answer.verb == v1::Verb::CHOOSE_PLACE) transfer(op, key, op.reference.place(answer.at<int>(0)));
  if (answer.verb == v1::Verb::RADIUS) {
    patrol(op, key, answer.at<Hex>(1));
    co_await patrol_more(op, key);
  }
}

bool alike(const Air::Unit& a, const Air::Unit& b) {
  return a.unit() == b.unit() && a.base() == b.base() && a.cs() == b.cs() && a.damaged() == b.damaged() &&
         a.aborted() == b.aborted() && a.mission() == b.mission() && a.flown() == b.flown();
}

void begin_air_movement(Operation& op) {
  for (Side side : kSides) {
    for (Air::Unit* unit : op.aircraft(side)) {
      unit->set_aborted(0);  // those of the Player Phase before [7.2.3]
      if (side == op.active()) unit->set_flown(false);
    }
  }
  for (Air::Interceptor& each : *op.truth.mutable_air()->mutable_interceptor()) each.set_aborted(0);
  op.set_step(v1::Clock::MOVE);
}

}  // namespace

Task<> air_movement(Operation& op) {
  if (op.step() == v1::Clock::STEP_UNSPECIFIED) begin_air_movement(op);
  const bool grounded = op.own(op.active()).grounded();
  op.own(op.active()).clear_grounded();
  while (!grounded) {
    Menu menu = op.menu(op.active(), v1::MenuKind::AIR_MISSION, "prompt.air_mission");
    menu.rule = "5.3";
    menu.checkpoint = true;
    std::vector<const Air::Unit*> offered;
    for (const Air::Unit* each : op.aircraft(op.active())) {
      const Air::Unit& unit = *each;
      if (!at_its_base(op, unit)) continue;
      const auto same = [&](const Air::Unit* other) { return alike(unit, *other); };  // one is as good as another
      if (std::ranges::any_of(offered, same) || !may_be_sent(op, unit)) continue;
      offered.push_back(each);
      Item& item = menu.offer(v1::Verb::CHOOSE_AIR, key_of(unit));
      if (const auto base = op.base_hex(unit)) item.place(number(*base));
      item.says("choice.air_unit").text("unit", op.name(unit)).number("cs", able_cs(op, unit));
    }
    // How many are aboard anybody can count; whether they can fly depends on where their carrier is.
    if (menu.items.empty() && !might_have_carrier_aircraft(op, op.active())) co_return;
    menu.offer(v1::Verb::DONE).says("choice.air_mission.finish");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    co_await send(op, answer.at<AirKey>(0));
  }
}

bool might_fly(Operation& op, Side side) {
  if (might_have_carrier_aircraft(op, side)) return true;
  return std::ranges::any_of(op.aircraft(side), [&](const Air::Unit* unit) {
    return unit->mission() == Air::AT_BASE && may_be_sent(op, *unit);
  });
}

}  // namespace wardroom::pq17
