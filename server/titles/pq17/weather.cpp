#include "server/titles/pq17/weather.h"

#include <algorithm>

#include "server/titles/pq17/components.h"
#include "server/titles/pq17/ice.h"
#include "server/titles/pq17/random_events.h"
#include "server/titles/pq17/reconnaissance.h"

namespace wardroom::pq17 {
namespace {

using v1::WeatherEffect;

// What the prevailing weather does to the roll; never on AM Day 1 [9.1].
int weather_modifier(const Operation& op) {
  if (op.turn() == 1 && !op.is(Mutant::kWeatherModifiesFirstTurn)) return 0;
  const auto before = op.truth.environment().weather();
  const int month = op.scenario.date().month();
  int sum = 0;
  for (const v1::Modifier& modifier : op.reference.box().weather().modifier()) {
    const bool applies = std::ranges::all_of(modifier.when(), [&](const v1::Condition& condition) {
      bool is_so = false;
      if (condition.kind() == v1::Condition::PREVAILING_WEATHER)
        is_so = std::ranges::find(condition.weather(), before) != condition.weather().end();
      if (condition.kind() == v1::Condition::SEASON)
        is_so = std::ranges::find(condition.months(), month) != condition.months().end();
      return is_so != condition.absent();
    });
    if (applies) sum += modifier.value();
  }
  return sum;
}

void roll_weather(Operation& op) {
  const v1::WeatherTable& table = op.reference.box().weather();
  const int first = op.die(Draw::kWeather, 0, 0);
  const int second = op.die(Draw::kWeather, 0, 1);
  const int rolled = table.dice() == wardroom::v1::Dice::TWO_PERCENT ? first * 10 + second : first + second;
  const int total = rolled + weather_modifier(op);
  const v1::WeatherTable::Row& row = op.reference.box().weather(op.scenario.date().month(), total);
  op.truth.mutable_environment()->set_weather(row.weather());
  op.truth.mutable_environment()->set_dispersal_modifier(row.dispersal_modifier());
  op.tell(Text("report.weather")
              .text("weather", op.name(row.weather()))
              .number("first", first)
              .number("second", second)
              .number("total", total),
          {}, "9.1");
}

// The scenario says what the weather is until play has begun; false: it does not.
bool weather_at_start(Operation& op) {
  if (op.clock().began()) return false;
  for (const v1::SpecialRule& rule : op.scenario.special_rule()) {
    if (rule.kind() != v1::SpecialRule::WEATHER_AT_START) continue;
    op.truth.mutable_environment()->set_weather(rule.weather());
    op.truth.mutable_environment()->set_dispersal_modifier(0);
    op.tell(Text("report.weather.at_start").text("weather", op.name(rule.weather())), {}, "9.1");
    return true;
  }
  return false;
}

const WeatherEffect& effect_on(const Operation& op, const v1::Block& block) {
  if (block.hex() == 0) return op.reference.box().effect_of(op.truth.environment().weather());
  return op.effect(as_hex(block.hex()));
}

// The parts of a convoy must stay together, so what stops one stops the other [5.6, 9.2.5].
void hold_together(Operation& op, Side side) {
  if (op.is(Mutant::kEitherCardStopsOne)) return;
  for (v1::Force* part : op.all(side)) {
    if (!is_dispersed_part(op, side, *part)) continue;
    v1::Force* parent = op.find(side, part->dispersed_from());
    const bool held = part->held_by_gales() || parent->held_by_gales();
    part->set_held_by_gales(held);
    parent->set_held_by_gales(held);
  }
}

// The first part that is dispersed from a convoy; there is never another [9.3.2].
v1::Force* dispersed_part(Operation& op, Side side, int parent) {
  for (v1::Force* force : op.all(side)) {
    if (force->dispersed_from() == parent && force->key() != parent) return force;
  }
  return nullptr;
}

// A part of the convoy in the same hex with the same ID; null: no block is left.
v1::Force* form_dispersed_part(Operation& op, Side side, int parent_key) {
  v1::Force* part = op.form(side, v1::BlockKind::CONVOY);
  if (!part) return nullptr;
  const int key = part->key();
  const v1::Force& parent = op.force(side, parent_key);
  part->set_convoy(parent.convoy());
  part->set_loaded(parent.loaded());
  part->set_destination(parent.destination());
  *part->mutable_visited() = parent.visited();
  part->set_dispersed_from(parent_key);
  part->set_held_by_gales(parent.held_by_gales());
  const Hex hex = op.hex_of(parent);
  op.put_to_sea(*part, hex);
  const v1::Block was = op.block_of(op.force(side, parent_key));
  if (was.flat()) {
    v1::Block& made = op.block_of(op.force(side, key));
    op.lay_flat(made, was.level());
    if (was.has_told()) *made.mutable_told() = was.told();
    op.reveal_to_others(
        Licence::kDispersal, side,
        Text("report.split").text("force", op.name(was)).text("other", op.name(made)).word("hex", Operation::word(hex)),
        hex, "9.3.2");
  }
  const auto count = static_cast<int>(op.blocks(side, hex).size());
  op.reveal(Licence::kDispersal, Text("report.new_block").number("count", count).word("hex", Operation::word(hex)), hex,
            "9.3.2");
  return &op.force(side, key);
}

void no_longer_binding(v1::Block& block) {
  if (block.has_told()) block.mutable_told()->set_binding(false);
}

// So many merchants at random from one force into another; which ones is the owner's secret.
void move_merchants(Operation& op, v1::Force& from, v1::Force& to, int count, std::uint64_t subject) {
  for (int n = 0; n < count; ++n) {
    const int left = tally(op.reference, from).merchants;
    if (left == 0) return;
    int drawn = static_cast<int>(
        op.draw(Draw::kDispersedShips, subject, static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(left)));
    for (int i = 0; i < from.ship_size(); ++i) {
      const UnitFacts& unit = op.reference.unit(from.ship(i).unit());
      if (!unit.merchant()) continue;
      drawn -= ships_of(unit, from.ship(i).cs());
      if (drawn >= 0) continue;
      add(op.reference, to, take(from, i, unit.ship ? from.ship(i).cs() : 1));
      break;
    }
  }
}

// The Dispersed part of a convoy, made now if there is none; null: no block is left.
v1::Force* part_of(Operation& op, Side side, int key) {
  v1::Force* part = dispersed_part(op, side, key);
  if (!part) part = form_dispersed_part(op, side, key);
  if (!part) return nullptr;
  no_longer_binding(op.block_of(op.force(side, key)));
  no_longer_binding(op.block_of(*part));
  return part;
}

}  // namespace

int fall_behind(Operation& op, Side side, int key, int merchants) {
  if (merchants <= 0) return 0;
  v1::Force* part = part_of(op, side, key);
  if (!part) return 0;
  v1::Force& parent = op.force(side, key);
  move_merchants(op, parent, *part, merchants, parent.block());
  return merchants;
}

namespace {

// Of a convoy that is Dispersed as a whole: those who find together are the convoy, and the others fall behind.
void gather(Operation& op, Side side, v1::Force& convoy, int merchants) {
  const int key = convoy.key();
  const int all = tally(op.reference, convoy).merchants;
  int found = std::min(merchants, all);
  const int was = convoy.dispersed_from();
  if (found > 0) convoy.clear_dispersed_from();
  const bool torn = found > 0 && found < all;
  if (torn && fall_behind(op, side, key, all - found) == 0) {  // no block is left for them
    op.force(side, key).set_dispersed_from(was);
    found = 0;
  }
  const v1::Force& after = op.force(side, key);
  op.tell(side, Text("report.rejoining.own").number("count", found).text("force", op.name(after)), op.hex_of(after),
          "9.3.3");
}

}  // namespace

void come_back(Operation& op, Side side, v1::Force& parent, int merchants) {
  v1::Force* part = dispersed_part(op, side, parent.key());
  if (!part) return gather(op, side, parent, merchants);
  const Hex hex = op.hex_of(parent);
  const int found = std::min(merchants, tally(op.reference, *part).merchants);
  move_merchants(op, *part, parent, found, part->block());
  no_longer_binding(op.block_of(parent));
  no_longer_binding(op.block_of(*part));
  op.tell(side, Text("report.rejoining.own").number("count", found).text("force", op.name(parent)), hex, "9.3.3");
  if (!part->ship().empty()) return;
  op.reveal(Licence::kDispersal, Text("report.combined").word("hex", Operation::word(hex)), hex, "9.3.3");
  op.erase(side, part->key());
  op.regroup(side, hex);
}

namespace {

// Cargo ships before those that are of other use.
int order_of(v1::ShipType::Kind type) { return type == v1::ShipType::MV ? 0 : type == v1::ShipType::MO ? 1 : 2; }

// Counters with merchants, as they usually fall behind.
std::vector<int> merchants_in(const Operation& op, const v1::Force& convoy) {
  std::vector<int> found;
  for (int i = 0; i < convoy.ship_size(); ++i) {
    if (op.reference.unit(convoy.ship(i).unit()).merchant()) found.push_back(i);
  }
  std::ranges::stable_sort(found, {}, [&](int i) { return order_of(op.reference.unit(convoy.ship(i).unit()).type); });
  return found;
}

void tear_off(Operation& op, Side side, int key, int index) {
  v1::Force& convoy = op.force(side, key);
  const UnitFacts& unit = op.reference.unit(convoy.ship(index).unit());
  add(op.reference, *dispersed_part(op, side, key), take(convoy, index, unit.ship ? convoy.ship(index).cs() : 1));
}

// Their owner says which [9.3.2]. He is asked at least once: whether he has a choice is his secret.
Task<> choose_dispersed(Operation& op, Side side, int key, int count) {
  for (int left = count; left > 0; --left) {
    Menu menu = op.menu(side, v1::MenuKind::DISPERSED_SHIPS, "prompt.dispersed_ships");
    menu.prompt.number("count", left).text("force", op.name(op.force(side, key)));
    menu.rule = "9.3.2";
    menu.offer(v1::Verb::DONE).says("choice.dispersed_ships.usual");
    const std::vector<int> merchants = merchants_in(op, op.force(side, key));
    for (int index : merchants.size() > 1 ? merchants : std::vector<int>()) {
      const UnitFacts& unit = op.reference.unit(op.force(side, key).ship(index).unit());
      menu.offer(v1::Verb::CHOOSE_SHIP, index).says("choice.dispersed_ships.ship").text("ship", op.name(unit));
    }
    const bool asks = left == count || merchants.size() > 1;
    Action answer = menu.items.front().action;
    if (asks) answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::CHOOSE_SHIP) {
      tear_off(op, side, key, answer.at<int>(0));
      continue;
    }
    for (; left > 0; --left) tear_off(op, side, key, merchants_in(op, op.force(side, key)).front());
  }
}

// All of it, and nobody stays.
bool disperses_whole(const Operation& op, const v1::Force& convoy, int total) {
  return total == tally(op.reference, convoy).merchants && !op.is(Mutant::kWholeDispersalCancels) &&
         std::ranges::all_of(convoy.ship(),
                             [&](const v1::Counter& ship) { return op.reference.unit(ship.unit()).merchant(); });
}

// Then it is Dispersed where it stands, together with those who were before, and needs no other block.
void disperse_whole(Operation& op, Side side, int key) {
  v1::Force& convoy = op.force(side, key);
  convoy.set_dispersed_from(key);
  v1::Force* part = dispersed_part(op, side, key);
  if (!part) return;
  const Hex hex = op.hex_of(convoy);
  move_all(op.reference, *part, convoy);
  no_longer_binding(op.block_of(convoy));
  op.reveal(Licence::kPartsTogether, Text("report.combined").word("hex", Operation::word(hex)), hex, "9.3.2");
  op.erase(side, part->key());
  op.regroup(side, hex);
}

Task<> disperse(Operation& op, Side side, int key) {
  const v1::Force& convoy = op.force(side, key);
  const int merchants = tally(op.reference, convoy).merchants;
  const int dice = dispersal_dice(op, merchants);
  if (dice == 0) co_return;
  int total = 0;
  for (int i = 0; i < dice; ++i) {
    total += op.die(Draw::kDispersal, convoy.block(), static_cast<std::uint32_t>(i)) +
             op.truth.environment().dispersal_modifier();
  }
  total = std::clamp(total, 0, merchants);
  op.reveal(Licence::kDispersal, Text("report.dispersal").number("count", dice).number("total", total), {}, "9.3.2");

  int gone = total;
  if (op.is(Mutant::kDispersedAtRandom)) {
    gone = fall_behind(op, side, key, total);
  } else if (total > 0 && disperses_whole(op, convoy, total)) {
    disperse_whole(op, side, key);
  } else if (total > 0 && part_of(op, side, key)) {
    co_await choose_dispersed(op, side, key, total);
  } else {
    gone = 0;
  }
  op.tell(side, Text("report.dispersal.own").number("count", gone).text("force", op.name(op.force(side, key))), {},
          "9.3.2");
}

// -- damage [9.3.1] --

// Ships that Storms can break: German light cruisers and torpedo boats, Soviet destroyers and torpedo boats.
bool fragile(const Operation& op, const UnitFacts& unit) {
  if (unit.nation == v1::Nation::GERMAN) return unit.type == v1::ShipType::CL || unit.type == v1::ShipType::TB;
  if (unit.nation != v1::Nation::SOVIET || op.is(Mutant::kStormsSpareSoviets)) return false;
  return unit.type == v1::ShipType::DD || unit.type == v1::ShipType::TB;
}

bool checks_weather(const v1::Force& force) {
  return force.kind() == v1::BlockKind::TASK_FORCE || force.kind() == v1::BlockKind::CONVOY;
}

void check_in_gales(Operation& op, Side side, v1::Force& force) {
  const bool is_part = is_dispersed_part(op, side, force);
  std::vector<v1::Force*> together{&force};
  if (v1::Force* part = dispersed_part(op, side, force.key())) together.push_back(part);
  Tally sum;
  for (const v1::Force* each : together) count(op.reference, *each, sum);
  const int cards = std::max(1, gale_cards(op, sum.heavy + sum.convoy_ships + sum.dd_tb_cs));  // Dummies draw too
  const Plus plus = op.is(Mutant::kPlusInGales) ? Plus::kApplied : Plus::kIgnored;
  Damage damage;
  for (int i = 0; i < cards; ++i) {
    count_damage(op.card(side, Draw::kWeatherDamageCard, force.block(), static_cast<std::uint32_t>(i)), plus, damage);
  }
  if (checks_weather(force) && !is_part) damage_ships(op, side, together, damage, "weather");
}

// One card for each fragile ship or CS; it is hurt or not by its own card.
void check_in_storms(Operation& op, Side side, v1::Force& force) {
  const int key = force.key();
  const std::uint32_t block = force.block();
  std::uint32_t drawn = 0;
  for (int i = 0; i < force.ship_size(); ++i) {
    const UnitFacts& unit = op.reference.unit(force.ship(i).unit());
    if (!fragile(op, unit)) continue;
    const int ships = unit.ship ? 1 : force.ship(i).cs();
    int hurt = 0;
    for (int n = 0; n < ships; ++n) {
      const v1::Card& card = op.card(side, Draw::kWeatherDamageCard, block, drawn++);
      hurt += (unit.heavy() ? card.heavy() : card.dd_tb()).always() > 0;
    }
    const int entries = force.ship_size();
    for (int n = 0; n < hurt; ++n) {
      damage_ship(op, side, force, i, "weather", drawn * 100 + static_cast<std::uint32_t>(n));
      if (!op.find(side, key)) return;
    }
    if (force.ship_size() < entries) --i;
  }
  if (drawn == 0) op.card(side, Draw::kWeatherDamageCard, block, 0);
}

// -- finding each other [9.4] --

bool finds(const Operation& op, Side side, Hex hex, v1::SearchResult::Kind result) {
  switch (result) {
    case v1::SearchResult::DASH:
      return false;
    case v1::SearchResult::S:
      return op.reference.hex(hex).friendly_to(side);
    default:
      return true;  // the target counts as ID3
  }
}

bool all_soviet(const Operation& op, const v1::Force& force) {
  return !force.ship().empty() && std::ranges::all_of(force.ship(), [&](const v1::Counter& ship) {
    return op.reference.unit(ship.unit()).nation == v1::Nation::SOVIET;
  });
}

bool gales_prevail(const Operation& op) {
  return op.reference.box().effect_of(op.truth.environment().weather()).convoys_draw();
}

// Every block draws where there are Gales, and where they prevail; the card counts for convoys in them [9.2.5, 9.5].
void draw_gale_card(Operation& op, Side side, const v1::Block& block) {
  const bool gales = effect_on(op, block).convoys_draw();
  if (!gales_prevail(op) && (!gales || op.is(Mutant::kLocalGalesHoldNobody))) return;
  const v1::Card& card = op.card(side, Draw::kGaleCard, block.id());
  v1::Force& force = op.force_behind(block);
  if (force.kind() != v1::BlockKind::CONVOY || !gales) return;
  force.set_held_by_gales(card.octagon());
  force.set_may_disperse(side == kAllied && card.boxed_d() && force.dispersed_from() == 0 && !block.scattered());
}

void tell_gale_cards(Operation& op, Side side) {
  for (const v1::Force* force : op.all(side)) {
    if (force->held_by_gales())
      op.tell(side, Text("report.gales.held.own").text("force", op.name(*force)), op.hex_of(*force), "9.2.5");
    if (force->may_disperse())
      op.tell(side, Text("report.gales.dispersal.own").text("force", op.name(*force)), op.hex_of(*force), "9.3.2");
  }
}

}  // namespace

void weather_phase(Operation& op) {
  for (Side side : kSides) {
    for (v1::Force* force : op.all(side)) {
      force->set_held_by_gales(false);
      force->set_may_disperse(false);
    }
  }
  if (!weather_at_start(op)) roll_weather(op);
  end_impossible_shadowing(op);
  if (op.clock().began()) draw_gale_cards(op);
}

void draw_gale_cards(Operation& op) {
  for (Side side : kSides) {
    for (const v1::Block* block : op.blocks(side)) draw_gale_card(op, side, *block);
    hold_together(op, side);
    tell_gale_cards(op, side);
  }
}

int dispersal_dice(const Operation& op, int merchants) {
  const auto& numbers = op.numbers.weather();
  const int per = numbers.mx_per_dispersal_die();
  const int up = op.is(Mutant::kDispersalRoundsUp) ? 1 : numbers.dispersal_remainder_up();
  return merchants / per + (merchants % per >= up ? 1 : 0);
}

Task<> disperse_convoys(Operation& op) {
  const Side side = op.active();
  std::vector<int> keys;
  for (const v1::Force* force : op.all(side)) {
    if (force->may_disperse() && op.at_sea(*force)) keys.push_back(force->key());
  }
  for (int key : keys) {
    op.force(side, key).set_may_disperse(false);
    co_await disperse(op, side, key);
  }
}

int gale_cards(const Operation& op, int ships) {
  const int per = op.numbers.weather().gale_ships_per_card();
  return (ships + per - 1) / per;
}

bool weather_can_damage(const Operation& op) {
  const auto damages = [&](v1::Weather::Kind weather) {
    return op.reference.box().effect_of(weather).damage() != WeatherEffect::NONE;
  };
  const auto& environment = op.truth.environment();
  return damages(environment.weather()) ||
         std::ranges::any_of(environment.local(), [&](const auto& local) { return damages(local.weather()); });
}

void check_weather_damage(Operation& op) {
  op.tell("report.weather_damage", {}, "9.3.1");
  for (Side side : kSides) {
    std::vector<std::uint32_t> ids;
    for (const v1::Block* block : op.blocks(side)) {
      if (block->hex() != 0) ids.push_back(block->id());
    }
    for (std::uint32_t id : ids) {
      const v1::Block* block = op.find_block(id);
      if (!block) continue;  // a part that went down with its parent
      const Hex hex = as_hex(block->hex());
      const bool coast =
          op.reference.hex(hex).data->terrain() == v1::Hex::COASTAL && !op.is(Mutant::kStormsReachTheCoast);
      switch (op.effect(hex).damage()) {
        case WeatherEffect::EVERY_SHIP:
          check_in_gales(op, side, op.force_behind(*block));
          break;
        case WeatherEffect::FRAGILE_SHIPS_OFF_THE_COAST:
          if (!coast) check_in_storms(op, side, op.force_behind(*block));
          break;
        default:
          break;
      }
    }
  }
}

void rejoin(Operation& op, Side side, v1::Force& parent) {
  if (!is_dispersed(op, side, parent) || !op.effect(op.hex_of(parent)).rejoining()) return;
  const int die = op.die(Draw::kRejoining, parent.block());
  op.reveal(Licence::kDispersal, Text("report.rejoining").number("die", die), {}, "9.3.3");
  come_back(op, side, parent, op.reference.box().rejoining(die));
}

bool find_each_other(Operation& op, Side side, const v1::Force& seeker, const v1::Force& target) {
  if (!op.option("option.combining_forces") || !op.at_sea(seeker)) return true;
  const Hex hex = op.hex_of(seeker);
  const WeatherEffect& effect = op.effect(hex);
  if (!effect.combining_needs_card()) return true;
  const v1::Card& card = op.card(side, Draw::kCombineCard, seeker.block(), target.block());
  const v1::Card::Section& section = op.night() ? card.night() : card.day();
  if (section.soviet_flag() && all_soviet(op, seeker)) return false;
  return finds(op, side, hex, section.force(static_cast<int>(effect.card_column()) - 1));
}

namespace {

// The weather over some hexes has changed in the middle of a turn: convoys there draw now, or are free [9.2.5, 9.5].
void gales_come_or_go(Operation& op, const v1::Environment::LocalWeather& local, v1::Weather::Kind before) {
  const auto draws = [&](v1::Weather::Kind weather) { return op.reference.box().effect_of(weather).convoys_draw(); };
  if (draws(before) == draws(local.weather())) return;
  for (Side side : kSides) {
    for (const v1::Block* block : op.blocks(side)) {
      if (std::ranges::find(local.hex(), block->hex()) == local.hex().end()) continue;
      v1::Force& force = op.force_behind(*block);
      force.set_held_by_gales(false);
      force.set_may_disperse(false);
      if (draws(local.weather())) draw_gale_card(op, side, *block);
    }
    hold_together(op, side);
    if (draws(local.weather())) tell_gale_cards(op, side);
  }
}

}  // namespace

void set_local_weather(Operation& op, const v1::RandomEvent& event) {
  const Side by = op.active();
  auto& local = *op.truth.mutable_environment()->add_local();
  for (Hex hex : hexes_of(op, event)) {
    if (op.reference.hex(hex).data->terrain() != v1::Hex::SEA) local.add_hex(number(hex));
  }
  if (event.weather_size() > 0) {
    local.set_weather(event.weather(0));
  } else {  // from the weather there is at this moment [13.4]
    const int shifted = static_cast<int>(op.truth.environment().weather()) + event.weather_shift();
    local.set_weather(static_cast<v1::Weather::Kind>(std::clamp<int>(shifted, v1::Weather::FAIR, v1::Weather::GALES)));
  }
  local.set_by(by);
  const Until until = lasts_until(op, event);
  local.set_last_turn(until.turn);
  local.set_last_phase(until.phase);
  if (by == kAxis && !op.is(Mutant::kLocalWeatherEndsWithTheTurn)) {  // [9.5]
    local.set_last_turn(op.turn() + 1);
    local.set_last_phase(kAllied);
  }
  if (by == kAxis && op.is(Mutant::kLocalWeatherEndsWithTheTurn)) {
    local.set_last_turn(op.turn());
    local.set_last_phase(kAxis);
  }
  local.set_name("area." + lower(v1::RandomEvent::Area_Name(event.area())) + ".name");
  op.tell(Text("report.weather.local").text("place", Text(local.name())).text("weather", op.name(local.weather())), {},
          "9.5");
  gales_come_or_go(op, local, op.truth.environment().weather());
  end_impossible_shadowing(op);
}

void end_local_weather(Operation& op) {
  auto& locals = *op.truth.mutable_environment()->mutable_local();
  const auto phase_over = [&](const v1::Environment::LocalWeather& local) {
    if (op.turn() != local.last_turn()) return op.turn() > local.last_turn();
    return op.active() == local.last_phase() || op.active() == kAxis;
  };
  bool ended = false;
  for (int i = locals.size() - 1; i >= 0; --i) {
    if (!phase_over(locals.Get(i))) continue;
    op.tell(Text("report.weather.local_ends").text("place", Text(locals.Get(i).name())), {}, "9.5");
    locals.DeleteSubrange(i, 1);
    ended = true;
  }
  if (ended) end_impossible_shadowing(op);  // [6.3.5]
}

}  // namespace wardroom::pq17
