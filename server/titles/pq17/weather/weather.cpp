#include "server/titles/pq17/weather/weather.h"

#include <algorithm>

#include "common/data/ranges.h"
#include "server/titles/pq17/data/odds.h"
#include "server/titles/pq17/events/in_force.h"
#include "server/titles/pq17/forces/components.h"
#include "server/titles/pq17/operation/rolls.h"
#include "server/titles/pq17/searching/shadowing.h"
#include "server/titles/pq17/weather/dispersal.h"
#include "server/titles/pq17/weather/wear.h"

namespace wardroom::pq17 {
namespace {

using v1::WeatherEffect;

// What the prevailing weather does to the roll; never on AM Day 1 [9.1].
int weather_modifier(const Operation& op) {
  if (op.turn() == 1) return 0;
  return pq17::weather_modifier(op.reference.box().weather(), op.truth.environment().weather(),
                                op.scenario.date().month());
}

void roll_weather(Operation& op) {
  const v1::WeatherTable& table = op.reference.box().weather();
  const int first = op.die(Draw::kWeather, 0, 0);
  const int second = op.die(Draw::kWeather, 0, 1);
  const int rolled = read_dice(table.dice(), {first, second});
  const int total = rolled + weather_modifier(op);
  const v1::WeatherTable::Row& row = op.reference.box().weather(op.scenario.date().month(), total);
  op.truth.mutable_environment()->set_weather(row.weather());
  op.truth.mutable_environment()->set_dispersal_modifier(row.dispersal_modifier());
  op.tell({Text("report.weather")
               .text("weather", op.name(row.weather()))
               .number("first", first)
               .number("second", second)
               .number("total", total),
           plain_roll("table.weather.name", {first, second}, op.name(row.weather()))},
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
  for (v1::Force* part : op.all(side)) {
    if (!is_dispersed_part(op, side, *part)) continue;
    v1::Force* parent = op.find(side, ForceKey(part->dispersed_from()));
    const bool held = part->held_by_gales() || parent->held_by_gales();
    part->set_held_by_gales(held);
    parent->set_held_by_gales(held);
  }
}

// -- damage [9.3.1] --

// Ships that Storms can break: German light cruisers and torpedo boats, Soviet destroyers and torpedo boats.
bool fragile(const UnitFacts& unit) {
  if (unit.nation == v1::Nation::GERMAN) return unit.type == v1::ShipType::CL || unit.type == v1::ShipType::TB;
  if (unit.nation != v1::Nation::SOVIET) return false;
  return unit.type == v1::ShipType::DD || unit.type == v1::ShipType::TB;
}

bool checks_weather(const v1::Force& force) {
  return force.kind() == v1::BlockKind::TASK_FORCE || force.kind() == v1::BlockKind::CONVOY;
}

void check_in_gales(Operation& op, Side side, v1::Force& force) {
  const bool is_part = is_dispersed_part(op, side, force);
  std::vector<v1::Force*> together{&force};
  if (v1::Force* part = dispersed_part(op, side, key_of(force))) together.push_back(part);
  Tally sum;
  for (const v1::Force* each : together) count(op.reference, *each, sum);
  const int cards = std::max(1, gale_cards(op, sum.heavy + sum.convoy_ships + sum.dd_tb_cs));  // Dummies draw too
  Damage damage;
  for (int i = 0; i < cards; ++i) {
    count_damage(op.card(side, Draw::kWeatherDamageCard, force.block(), static_cast<std::uint32_t>(i)), Plus::kIgnored,
                 damage);
  }
  if (checks_weather(force) && !is_part) damage_ships(op, side, together, damage, "weather");
}

// One card for each fragile ship or CS; it is hurt or not by its own card.
void check_in_storms(Operation& op, Side side, v1::Force& force) {
  const ForceKey key = key_of(force);
  const BlockId block = block_id(force);
  std::uint32_t drawn = 0;
  for (int i = 0; i < force.ship_size(); ++i) {
    const UnitFacts& unit = op.reference.unit(force.ship(i).unit());
    if (!fragile(unit)) continue;
    const int ships = unit.ship ? 1 : force.ship(i).cs();
    int hurt = 0;
    for (int n = 0; n < ships; ++n) {
      const v1::Card& card = op.card(side, Draw::kWeatherDamageCard, block.value, drawn++);
      hurt += (unit.heavy() ? card.heavy() : card.dd_tb()).always() > 0;
    }
    const int entries = force.ship_size();
    for (int n = 0; n < hurt; ++n) {
      damage_ship(op, side, force, i, "weather", drawn * 100 + static_cast<std::uint32_t>(n));
      if (!op.find(side, key)) return;
    }
    if (force.ship_size() < entries) --i;
  }
  if (drawn == 0) op.card(side, Draw::kWeatherDamageCard, block.value, 0);
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
  if (!gales_prevail(op) && !gales) return;
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
    std::vector<BlockId> ids;
    for (const v1::Block* block : op.blocks(side)) {
      if (block->hex() != 0) ids.push_back(id_of(*block));
    }
    for (BlockId id : ids) {
      const v1::Block* block = op.find_block(id);
      if (!block) continue;  // a part that went down with its parent
      const Hex hex = as_hex(block->hex());
      const bool coast = op.reference.hex(hex).data->terrain() == v1::Hex::COASTAL;
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
  if (by == kAxis) {  // [9.5]
    local.set_last_turn(op.turn() + 1);
    local.set_last_phase(kAllied);
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
