#include "server/titles/pq17/air_movement.h"

#include <algorithm>

#include "server/titles/pq17/air_combat.h"
#include "server/titles/pq17/air_conditions.h"
#include "server/titles/pq17/muster.h"
#include "server/titles/pq17/random_events.h"
#include "server/titles/pq17/sides.h"
#include "server/titles/pq17/special_conditions.h"

namespace wardroom::pq17 {
namespace {

using v1::Air;

bool bomber(v1::AirType::Kind type) { return type != v1::AirType::FIGHTER && type != v1::AirType::PHOTO; }

// [5.3] At Night only units that can search, and British bombers.
bool flies_at_night(const Operation& op, const AirFacts& facts) {
  if (facts.model->recon() || flies_by_event(op, facts)) return true;
  if (facts.model->nation() == v1::Nation::BRITISH && bomber(facts.model->type())) return true;
  return op.is(Mutant::kFightersByNight);
}

bool ground_offensive(const Operation& op) {
  const std::string& offensive = data_of(op, v1::SpecialCondition::GROUND_OFFENSIVE).id();
  return std::ranges::any_of(op.truth.standing().shown(),
                             [&](const v1::Standing::Chit& chit) { return chit.condition() == offensive; });
}

// [12.6]
bool flies_in_ground_offensive(const AirFacts& facts) {
  const auto nation = facts.model->nation();
  if (nation == v1::Nation::BRITISH || nation == v1::Nation::US) return true;
  return facts.unit->flies_in_ground_offensive() || facts.unit->service() == v1::AirService::SOVIET_NAVAL_AIR ||
         facts.model->type() == v1::AirType::TORPEDO_BOMBER;
}

bool patrols(const Operation& op, const Air::Unit& unit) {
  const AirFacts& facts = op.facts(unit);
  if (!facts.model->recon() || !facts.model->asw()) return false;
  if (unit.side() != kAxis || !op.night() || op.is(Mutant::kAxisRadiusByNight)) return true;
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
  const char* label = use.searches ? "choice.dp_59.search" : "choice.dp_59.attack";
  if (use.searches) menu.expect(2 * hexes.size() + 1);  // and as many patrols
  for (Hex hex : hexes) {
    if (!may_fly_to(op, use, hex)) continue;
    menu.offer(v1::Verb::FLY, unit.key(), hex)
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
    menu.offer(v1::Verb::RADIUS, unit.key(), hex)
        .place(number(hex))
        .by("5.3.1")
        .says("choice.dp_60.patrol")
        .word("hex", op.word(hex));
  }
}

void fly(Operation& op, int key, Hex hex) {
  Air::Unit& unit = op.show_air(key);
  unit.set_mission(Air::FLYING);
  unit.set_hex(number(hex));
  unit.set_flown(true);
  op.reveal(Licence::kAircraftFly,
            Text("report.air.mission").text("unit", name_with_strength(op, unit)).word("hex", op.word(hex)), hex,
            "5.3");
}

void patrol(Operation& op, int key, Hex hex) {
  Air::Unit& unit = op.show_air(key);
  unit.set_mission(Air::RADIUS);
  unit.add_radius(number(hex));
  unit.set_flown(true);
  op.reveal(Licence::kAircraftFly,
            Text("report.air.radius").text("unit", name_with_strength(op, unit)).word("hex", op.word(hex)), hex,
            "5.3.1");
}

void transfer(Operation& op, int key, const PlaceFacts& base) {
  Air::Unit& unit = op.air(key);
  unit.set_base(base.id);
  unit.set_flown(true);
  op.tell(Text("report.air.transferred").text("unit", op.name(unit)).text("place", op.name(base)), base.hex, "5.3");
}

// One hex for each step [5.3.1].
Task<> patrol_more(Operation& op, int key) {
  while (op.air(key).radius_size() < able_cs(op, op.air(key))) {
    Menu menu = op.menu(op.active(), v1::MenuKind::AIR_TARGET, "prompt.dp_60");
    menu.prompt.text("unit", op.name(op.air(key)));
    menu.rule = "5.3.1";
    offer_patrols(op, menu, op.air(key), hexes_in_range(op, op.air(key)));
    menu.offer(v1::Verb::DONE).says("choice.dp_60.none");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    patrol(op, key, answer.at<Hex>(1));
  }
}

Task<> send(Operation& op, int key) {
  Menu menu = op.menu(op.active(), v1::MenuKind::AIR_TARGET, "prompt.dp_59.unit");
  const Text name = op.name(op.air(key));
  menu.prompt.text("unit", name);
  menu.rule = "5.3";
  const std::vector<Hex> hexes = hexes_in_range(op, op.air(key));
  offer_flights(op, menu, op.air(key), hexes);
  if (patrols(op, op.air(key))) offer_patrols(op, menu, op.air(key), hexes);
  for (const PlaceFacts* base : other_bases(op, op.air(key))) {
    menu.offer(v1::Verb::CHOOSE_PLACE, base->number)
        .place(number(base->hex))
        .says("choice.dp_59.transfer")
        .text("unit", name)
        .text("place", op.name(*base));
  }
  menu.offer(v1::Verb::DONE).says("choice.dp_59.stay").text("unit", name);
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
      if (!op.is(Mutant::kAbortLasts)) unit->set_aborted(0);  // those of the Player Phase before [7.2.3]
      if (side == op.active()) unit->set_flown(false);
    }
  }
  for (Air::Interceptor& each : *op.truth.mutable_air()->mutable_interceptor()) each.set_aborted(0);
  op.set_step(v1::Clock::MOVE);
}

}  // namespace

int able_cs(const Operation&, const v1::Air::Unit& unit) { return unit.cs() - unit.aborted() - unit.damaged(); }

bool can_fly_in_weather(Operation& op, const v1::Air::Unit& unit) {
  if (const PlaceFacts* base = op.reference.find_place(unit.base())) {
    return op.effect(base->hex).land_take_off() || op.is(Mutant::kLandAircraftInFog);
  }
  const v1::Force* carrier = op.carrier_force(unit);
  if (!carrier || !op.at_sea(*carrier) || !op.effect(op.hex_of(*carrier)).carrier_launch()) return false;
  const auto works = [&](const v1::Counter& ship) {  // [7.8]
    return ship.unit() == unit.base() && !ship.crippled() && !ship.dead_in_water() && ship.towed_by().empty();
  };
  return std::ranges::any_of(carrier->ship(), works) ||
         std::ranges::any_of(op.own(unit.side()).display(),
                             [&](const v1::Displayed& each) { return works(each.ship()); });
}

bool can_take_off(Operation& op, const v1::Air::Unit& unit) {
  if (op.night() && !flies_at_night(op, op.facts(unit))) return false;
  if (kept_on_the_ground(op, op.facts(unit))) return false;
  const PlaceFacts* base = op.reference.find_place(unit.base());
  if (base && airbase_closed(op, unit.side(), base->hex)) return false;  // [13]
  return can_fly_in_weather(op, unit);
}

bool kept_on_the_ground(const Operation& op, const AirFacts& facts) {
  return ground_offensive(op) && !flies_in_ground_offensive(facts);
}

Task<> air_movement(Operation& op) {
  if (op.step() == v1::Clock::STEP_UNSPECIFIED) begin_air_movement(op);
  const bool grounded = op.own(op.active()).grounded();
  op.own(op.active()).clear_grounded();
  while (!grounded) {
    Menu menu = op.menu(op.active(), v1::MenuKind::AIR_MISSION, "prompt.dp_59");
    menu.rule = "5.3";
    menu.checkpoint = true;
    std::vector<const Air::Unit*> offered;
    for (const Air::Unit* each : op.aircraft(op.active())) {
      const Air::Unit& unit = *each;
      if (!at_its_base(op, unit)) continue;
      const auto same = [&](const Air::Unit* other) { return alike(unit, *other); };  // one is as good as another
      if (std::ranges::any_of(offered, same) || !may_be_sent(op, unit)) continue;
      offered.push_back(each);
      Item& item = menu.offer(v1::Verb::CHOOSE_AIR, unit.key());
      if (const auto base = op.base_hex(unit)) item.place(number(*base));
      item.says("choice.air_unit").text("unit", op.name(unit)).number("cs", able_cs(op, unit));
    }
    // How many are aboard anybody can count; whether they can fly depends on where their carrier is.
    if (menu.items.empty() && !might_have_carrier_aircraft(op, op.active())) co_return;
    menu.offer(v1::Verb::DONE).says("choice.dp_59.finish");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    co_await send(op, answer.at<int>(0));
  }
}

bool might_fly(Operation& op, Side side) {
  if (might_have_carrier_aircraft(op, side)) return true;
  return std::ranges::any_of(op.aircraft(side), [&](const Air::Unit* unit) {
    return unit->mission() == Air::AT_BASE && may_be_sent(op, *unit);
  });
}

bool might_have_carrier_aircraft(const Operation& op, Side side) {
  return !op.own(side).aboard().empty() || op.option("option.ahistorical_forces");
}

Text name_with_strength(const Operation& op, const v1::Air::Unit& unit) {
  return Text("aircraft.shown").text("unit", op.name(unit)).number("cs", unit.cs()).number("damaged", unit.damaged());
}

void return_to_base(Operation& op, v1::Air::Unit& unit) {
  if (unit.mission() == Air::SHADOWING || unit.mission() == Air::RADIUS) {
    const PlaceFacts* place = op.reference.find_place(unit.base());
    const Text base = place ? op.name(*place) : op.name(op.reference.unit(unit.base()));
    // A hidden carrier may be the reason.
    op.reveal(Licence::kAircraftFly, Text("report.air.home").text("unit", op.name(unit)).text("place", base), {},
              "5.3");
  }
  unit.set_mission(Air::AT_BASE);
  unit.set_hex(0);
  unit.clear_radius();
  op.hide_air(unit.key());
}

void return_missions(Operation& op, Side side) {
  for (Air::Unit* unit : op.aircraft(side)) {
    if (unit->mission() == Air::FLYING) return_to_base(op, *unit);
  }
}

void return_radii(Operation& op, Side side) {
  for (Air::Unit* unit : op.aircraft(side)) {
    if (unit->mission() == Air::RADIUS) return_to_base(op, *unit);
  }
}

bool temporary_radius(const Operation& op, Side side, Hex hex) {
  const auto over = [&](const auto& hexes) { return std::ranges::find(hexes, number(hex)) != hexes.end(); };
  for (const Air::Unit& unit : op.truth.air().unit()) {
    if (unit.side() == side && unit.mission() == Air::RADIUS && over(unit.radius())) return true;
  }
  if (covered_by_event(op, side, hex)) return true;  // [13]
  if (!over(op.truth.air().announced())) return false;
  return std::ranges::any_of(op.own(side).force(), [&](const v1::Force& force) {
    return force.block() != 0 && op.hex_of(force) == hex && has_working_carrier(op.reference, force);
  });
}

}  // namespace wardroom::pq17
