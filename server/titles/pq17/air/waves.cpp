// Waves: anti-aircraft fire, bombs, torpedoes [7.2.5, 7.2.6, 7.2.7, 7.3].
#include <algorithm>

#include "server/titles/pq17/air/strike_parts.h"
#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/combat/display.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/torpedoes.h"

namespace wardroom::pq17 {
namespace {

using v1::AirResult;

std::vector<int> in_wave(Operation& op, int wave) {
  std::vector<int> found;
  for (int index : raiders(op)) {
    if (raid(op, index).wave() == wave) found.push_back(index);
  }
  std::ranges::stable_sort(found, {}, [&](int index) { return raid(op, index).target(); });
  return found;
}

AntiAircraft anti_aircraft_at(Operation& op, const Strike& strike, int place) {
  AntiAircraft sum;
  for (UnitId unit : units_at(op, strike.defender(), place)) {
    sum = together(sum, anti_aircraft_of(facts_on_display(op, unit), displayed(op, unit).ship()));
  }
  return sum;
}

// -- targets that are gone [7.2.6] --

Task<> choose_again(Operation& op, const Strike& strike, int index, bool first) {
  const Side side = strike.defender();
  const Raid& of = raid(op, index);
  Menu menu = op.menu(strike.attacker, v1::MenuKind::LATER_WAVE, "prompt.target_gone", asking_of(op, strike.attacker));
  menu.prompt.text("target", name_of_place(op, side, of.target())).text("unit", name_of(op, of));
  menu.rule = "7.2.6";
  head_of_step(op, menu, first);
  if (strike.only_unit.empty()) {
    for (int place : neighbours(op, strike, of.target())) {
      if (!room_for(op, index, place, of.wave())) continue;
      menu.offer(v1::Verb::SWITCH_TARGET, index, place)
          .says("choice.target_gone.switch")
          .text("target", name_of_place(op, side, place));
    }
  }
  co_await switch_target(op, strike, index, std::move(menu));
}

// -- anti-aircraft fire --

// Who fires at whom in a wave; place 0 are the guns on land.
struct Fire {
  int place;
  int target;  // raid
  int dice;
  int cam_dice = 0;
};

bool is_target(Operation& op, const std::vector<int>& wave, int place) {
  return std::ranges::any_of(wave, [&](int index) { return raid(op, index).target() == place; });
}

// [7.2.5] Not a target itself, with a number and not a star.
bool may_support(Operation& op, const Strike& strike, const std::vector<int>& wave, int place) {
  if (is_target(op, wave, place)) return false;
  const AntiAircraft value = anti_aircraft_at(op, strike, place);
  return value.factor > 0;
}

// Air units that attack next to a place.
std::vector<int> attackers_beside(Operation& op, const Strike& strike, const std::vector<int>& wave, int place) {
  const std::vector<int> beside = neighbours(op, strike, place);
  std::vector<int> found;
  for (int index : wave) {
    if (std::ranges::find(beside, raid(op, index).target()) != beside.end()) found.push_back(index);
  }
  return found;
}

Task<> neighbours_aim(Operation& op, const Strike& strike, const std::vector<int>& wave, std::vector<Fire>& fires,
                      bool& first) {
  const Side side = strike.defender();
  for (int place : places_in_line(op, side)) {
    if (!may_support(op, strike, wave, place)) continue;
    const std::vector<int> targets = attackers_beside(op, strike, wave, place);
    if (targets.empty()) continue;
    Menu menu = op.menu(side, v1::MenuKind::AA_FIRE, "prompt.aa_fire", asking_of(op, side));
    menu.prompt.text("ship", name_of_place(op, side, place));
    menu.rule = "7.2.5";
    for (int index : targets) {
      menu.offer(v1::Verb::FIRE_AA_AT, place, index)
          .says("choice.aa_fire.fire")
          .text("unit", name_of(op, raid(op, index)));
    }
    menu.offer(v1::Verb::DONE).says("choice.aa_fire.none");
    head_of_step(op, menu, first);
    first = false;
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) continue;
    fires.push_back({place, answer.at<int>(1), dice_of(op, anti_aircraft_at(op, strike, place))});
  }
}

int guns_on_land(const Strike& strike) {
  return strike.place ? strike.place->port ? strike.place->port->aa() : strike.place->airbase->aa() : 0;
}

// Neighbours first, then guns on land, then the target itself; by target.
std::vector<Fire> all_fire(Operation& op, const Strike& strike, const std::vector<int>& wave,
                           const std::vector<Fire>& support) {
  std::vector<Fire> fires;
  for (int index : wave) {
    for (const Fire& fire : support) {
      if (fire.target == index) fires.push_back(fire);
    }
    if (guns_on_land(strike) > 0) fires.push_back({0, index, guns_on_land(strike)});
    const int place = raid(op, index).target();
    const int dice = dice_of(op, anti_aircraft_at(op, strike, place));
    if (dice > 0) fires.push_back({place, index, dice});
  }
  return fires;
}

// -- CAMs [1.4.3] --

UnitId unused_cam(Operation& op, Side side) {
  for (UnitId unit : units_on_display(op, side)) {
    const v1::Counter& ship = displayed(op, unit).ship();
    if (facts_on_display(op, unit).type == v1::ShipType::MC && !ship.used() && !ship.dead_in_water()) return unit;
  }
  return {};
}

Text firer_name(Operation& op, const Strike& strike, int place) {
  if (place > 0) return name_of_place(op, strike.defender(), place);
  return Text("strike.guns_of").text("place", op.name(*strike.place));
}

// One die for each CAM, said before the roll.
Task<> launch_cams(Operation& op, const Strike& strike, std::vector<Fire>& fires, bool first) {
  const Side side = strike.defender();
  while (true) {
    const UnitId cam = unused_cam(op, side);
    const bool dice = std::ranges::any_of(fires, [](const Fire& fire) { return fire.cam_dice < fire.dice; });
    if (!cam || !dice || !op.effect(strike.hex).cam()) co_return;
    Menu menu = op.menu(side, v1::MenuKind::CAM, "prompt.cam", asking_of(op, side));
    menu.rule = "1.4.3";
    for (const Fire& fire : fires) {
      if (fire.cam_dice >= fire.dice) continue;
      menu.offer(v1::Verb::USE_CAM, fire.place, fire.target)
          .says("choice.cam.launch")
          .text("ship", name_on_display(op, cam))
          .text("firer", firer_name(op, strike, fire.place))
          .text("unit", name_of(op, raid(op, fire.target)));
    }
    menu.offer(v1::Verb::DONE).says("choice.cam.keep");
    head_of_step(op, menu, first);
    first = false;
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    for (Fire& fire : fires) {
      if (fire.place == answer.at<int>(0) && fire.target == answer.at<int>(1)) ++fire.cam_dice;
    }
    op.reveal(Licence::kCam,
              Text("report.air.cam")
                  .text("ship", name_on_display(op, cam))
                  .text("unit", name_of(op, raid(op, answer.at<int>(1)))),
              strike.hex, "1.4.3");
    use_cam_on_display(op, cam);
  }
}

void resolve_fire(Operation& op, const Strike& strike, const std::vector<int>& wave, const std::vector<Fire>& fires) {
  for (int index : wave) {
    std::vector<AirResult::Kind> results;
    bool fired_at = false;
    for (const Fire& fire : fires) {
      if (fire.target != index) continue;
      fired_at = true;
      const std::vector<UnitId> units = units_at(op, strike.defender(), fire.place);
      const UnitFacts* unit = fire.place == 0 || units.empty() ? nullptr : &facts_on_display(op, units[0]);
      const auto more =
          fire_at(op, strike, raid(op, index), firer_name(op, strike, fire.place), unit, fire.dice, fire.cam_dice);
      results.insert(results.end(), more.begin(), more.end());
    }
    if (fired_at) suffer(op, index, std::move(results));
  }
}

// -- bombs and torpedoes --

struct Aim {
  UnitId unit;
  int weight;              // ships
  std::optional<int> hit;  // none: bombs cannot hurt it
  std::vector<Applied> drms;
};

Situation situation_at(Operation& op, const Strike& strike, const Raid& by, UnitId unit) {
  Situation at = situation_in(op, strike.attacker, strike.hex);
  at.night = strike.night;
  at.firer_air = &model_of(op, by);
  at.diverted = by.diverted();
  at.target_in_port = strike.in_port();
  at.target_evading = unit_on_display(op, unit).evading();
  aim_at(op, at, displayed(op, unit).ship());
  return at;
}

int ships_of(Operation& op, UnitId unit) {
  return facts_on_display(op, unit).ship ? 1 : displayed(op, unit).ship().cs();
}

std::vector<Aim> aims(Operation& op, const Strike& strike, const Raid& by, const Modifiers& modifiers) {
  std::vector<Aim> found;
  for (UnitId unit : units_at(op, strike.defender(), by.target())) {
    const auto hit =
        op.reference.box().bombing_hit(bombing_row(model_of(op, by), strike), facts_on_display(op, unit).type);
    found.push_back({unit, ships_of(op, unit), hit, applied(op, modifiers, situation_at(op, strike, by, unit))});
  }
  return found;
}

bool alike(const std::vector<Aim>& all) {
  return std::ranges::all_of(
      all, [&](const Aim& each) { return each.hit == all[0].hit && sum(each.drms) == sum(all[0].drms); });
}

std::size_t drawn(Operation& op, const std::vector<Aim>& all) {
  if (all.size() == 1) return 0;
  std::vector<int> weights;
  for (const Aim& each : all) weights.push_back(std::max(each.weight, 1));
  return pick_by_weight(op, weights);
}

void bomb_hits(Operation& op, const Strike& strike, UnitId unit) {
  if (strike.hits_per_merchant > 1 && facts_on_display(op, unit).type == v1::ShipType::MV) {  // [12.7]
    v1::Battle::Strike& facts = facts_of_strike(op);
    facts.set_merchant_hits(facts.merchant_hits() + 1);
    if (facts.merchant_hits() % strike.hits_per_merchant != 0) return;
  }
  inflict_hits(op, hull_on_display(strike.defender(), unit), 1);
}

Rolled bomb(Operation& op, const Aim& aim, int& hits) {
  const int die = roll_die(op);
  const int modified = die + sum(aim.drms);
  const bool hit = aim.hit && modified >= *aim.hit;
  if (hit) ++hits;
  return {die, modified, hit ? "roll.hit" : "roll.miss"};
}

void tell_bombs(Operation& op, const Strike& strike, const Raid& by, Text target, const Aim& aim,
                const std::vector<Rolled>& dice) {
  tell_roll(op, "table.bombing", Against{strike.attacker, {name_of(op, by)}, {std::move(target)}}, aim.drms, dice,
            strike.hex, "7.2.6", aim.hit, name_of(facts_on_display(op, aim.unit).type));
}

// Ships of a stack that are equally hard to hit are drawn when they are hit; others for each bomb.
void drop_bombs(Operation& op, const Strike& strike, const Raid& by) {
  const auto& modifiers = op.reference.box().bombing().modifier();
  const int dice = able_cs(op, by);
  std::vector<Aim> all = aims(op, strike, by, modifiers);
  if (alike(all)) {
    std::vector<Rolled> rolled;
    int hits = 0;
    for (int i = 0; i < dice; ++i) rolled.push_back(bomb(op, all[0], hits));
    tell_bombs(op, strike, by, name_of_place(op, strike.defender(), by.target()), all[0], rolled);
    for (int i = 0; i < hits; ++i) {
      all = aims(op, strike, by, modifiers);
      if (all.empty()) return;
      bomb_hits(op, strike, all[drawn(op, all)].unit);
    }
    return;
  }
  for (int i = 0; i < dice && !all.empty(); ++i) {
    const Aim aim = all[drawn(op, all)];
    int hits = 0;
    const Rolled rolled = bomb(op, aim, hits);
    tell_bombs(op, strike, by, name_on_display(op, aim.unit), aim, {rolled});
    if (hits > 0) bomb_hits(op, strike, aim.unit);
    all = aims(op, strike, by, modifiers);
  }
}

TorpedoAttack torpedo_attack(Operation& op, const Strike& strike, const Raid& by, const std::vector<Aim>& among,
                             Text target, int dice) {
  TorpedoAttack attack;
  attack.attacker = name_of(op, by);
  attack.target = std::move(target);
  attack.situation = situation_at(op, strike, by, among[0].unit);
  attack.dice = dice;
  attack.hex = strike.hex;
  for (const Aim& each : among) attack.among.push_back(hull_on_display(strike.defender(), each.unit));
  return attack;
}

void drop_torpedoes(Operation& op, const Strike& strike, const Raid& by) {
  const auto& modifiers = op.reference.box().torpedo_attack().modifier();
  const int dice = able_cs(op, by) * model_of(op, by).torpedoes();  // [7.3]
  std::vector<Aim> all = aims(op, strike, by, modifiers);
  for (Aim& each : all) each.hit.reset();
  if (alike(all)) {
    const TorpedoAttack attack =
        torpedo_attack(op, strike, by, all, name_of_place(op, strike.defender(), by.target()), dice);
    detonate(op, attack, launch(op, attack));
    return;
  }
  for (int i = 0; i < dice && !all.empty(); ++i) {
    const Aim aim = all[drawn(op, all)];
    const TorpedoAttack attack = torpedo_attack(op, strike, by, {aim}, name_on_display(op, aim.unit), 1);
    detonate(op, attack, launch(op, attack));
    all = aims(op, strike, by, modifiers);
  }
}

void attack_target(Operation& op, const Strike& strike, int index) {
  const Raid by = raid(op, index);
  raid(op, index).set_over(true);
  if (units_at(op, strike.defender(), by.target()).empty()) return;  // others of this wave were quicker
  if (by.torpedoes()) {
    drop_torpedoes(op, strike, by);
  } else {
    drop_bombs(op, strike, by);
  }
}

}  // namespace

void tell_wave(Operation& op, const Strike& strike, int wave) {
  op.tell({Text("report.air.wave").number("wave", wave),
           told::Milestone{told::Milestone::kRound, static_cast<std::uint32_t>(wave)}},
          strike.hex, "7.2");
}

told::Milestone strike_over() { return {told::Milestone::kEndOfEngagement, v1::Battle::AIR_STRIKE}; }

AntiAircraft together(AntiAircraft a, AntiAircraft b) { return {a.factor + b.factor, a.star || b.star}; }

AntiAircraft anti_aircraft_of(const UnitFacts& unit, const v1::Counter& ship) {
  if (unit.light() && fighting_cs(unit, ship) == 0) return {};  // [7.9]
  const auto printed = [&](int cs) { return AntiAircraft{unit.step(cs).aa(), unit.step(cs).aa_star()}; };
  if (unit.ship) return printed(ship.cs());
  AntiAircraft sum;
  const int largest = unit.ship_class->step(0).cs();
  for (int left = ship.cs(); left > 0; left -= largest) sum = together(sum, printed(std::min(left, largest)));
  return sum;
}

int dice_of(const Operation& op, AntiAircraft value) {
  if (value.factor > 0) return value.factor;
  return value.star ? op.reference.box().anti_aircraft().dice_for_star() : 0;
}

std::vector<Applied> anti_aircraft_modifiers(Operation& op, const Strike& strike, FiredAt target, const UnitFacts* by,
                                             bool cam) {
  Situation at = situation_in(op, strike.defender(), strike.hex);
  at.night = strike.night;
  at.firer = by;
  at.target_air = target.model;
  at.target_uses_torpedoes = target.torpedoes;
  at.cam = cam;
  return applied(op, op.reference.box().anti_aircraft().modifier(), at);
}

std::vector<AirResult::Kind> fire_at(Operation& op, const Strike& strike, const Raid& target, Text firer,
                                     const UnitFacts* unit, int dice, int cam_dice) {
  std::vector<AirResult::Kind> results;
  for (bool cam : {true, false}) {
    const FiredAt at{.model = &model_of(op, target), .torpedoes = target.torpedoes()};
    const std::vector<Applied> drms = anti_aircraft_modifiers(op, strike, at, unit, cam);
    std::vector<Rolled> rolled;
    for (int i = 0; i < (cam ? cam_dice : dice - cam_dice); ++i) {
      const int die = roll_die(op);
      const AirResult::Kind result = op.reference.box().anti_aircraft(die + sum(drms), at.torpedoes);
      rolled.push_back({die, die + sum(drms), result_name(result)});
      results.push_back(result);
    }
    tell_roll(op, "table.anti_aircraft", Against{strike.defender(), {firer}, {name_of(op, target)}}, drms, rolled,
              strike.hex, "7.2.5");
  }
  return results;
}

// A Ju88 dives at ships; at a port by Night it bombs like others of its kind [7.2.7].
v1::AirType::Kind bombing_row(const v1::AirModel& model, const Strike& strike) {
  if (strike.in_port() && strike.night && model.night_port_bombing_row() != v1::AirType::UNSPECIFIED)
    return model.night_port_bombing_row();
  return model.bombing_row() != v1::AirType::UNSPECIFIED ? model.bombing_row() : model.type();
}

Task<> resolve_waves(Operation& op, const Strike& strike) {
  const int last = last_wave(op);
  for (int wave = 1; wave <= last; ++wave) {
    bool first = true;
    for (int index : in_wave(op, wave)) {
      if (!units_at(op, strike.defender(), raid(op, index).target()).empty()) continue;
      co_await choose_again(op, strike, index, first);
      first = false;
    }
    const std::vector<int> now = in_wave(op, wave);
    if (now.empty()) continue;
    if (op.truth.battle().wave() != wave) {  // else play begins again in this one
      op.truth.mutable_battle()->set_wave(wave);
      tell_wave(op, strike, wave);
    }
    std::vector<Fire> support;
    first = true;
    co_await neighbours_aim(op, strike, now, support, first);
    std::vector<Fire> fires = all_fire(op, strike, now, support);
    co_await launch_cams(op, strike, fires, first);
    resolve_fire(op, strike, now, fires);
    for (int index : in_wave(op, wave)) attack_target(op, strike, index);
  }
}

}  // namespace wardroom::pq17
