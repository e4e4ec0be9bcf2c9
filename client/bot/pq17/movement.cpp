// Naval Movement and Combine Forces: which force goes where, scattering, fuel, joining up.
#include <algorithm>

#include "client/bot/pq17/goals.h"
#include "client/bot/pq17/guess.h"
#include "client/bot/pq17/plans.h"

namespace wardroom::pq17::bot {
namespace {

using v1::Verb;

constexpr int kWorthScattering = 8;  // merchants
constexpr double kGoodEnough = 0.4;  // a plotted route may be so much worse than the best

Hex port_of(const Sight& sight, const Force& convoy) {
  const PlaceFacts* place = sight.reference.find_place(convoy.destination());
  return place ? place->hex : Hex{};
}

double cost_of_step(const Sight& sight, Mind& mind, Hex to, Hex goal) {
  Chart& chart = mind.chart(sight);
  return 1.0 + chart.danger(to) + chart.to_go(to, goal);
}

bool route_still_good(const Sight& sight, Mind& mind, const Force& convoy) {
  if (convoy.route().empty()) return false;
  const Hex goal = port_of(sight, convoy);
  const auto best = mind.chart(sight).next(sight.hex_of(convoy), goal);
  if (!best) return true;
  return cost_of_step(sight, mind, hex(convoy.route(0)), goal) <= cost_of_step(sight, mind, *best, goal) + kGoodEnough;
}

std::optional<Choice> move_convoy(const Sight& sight, Mind& mind, const Force& convoy) {
  const Item* choose = sight.find(Verb::CHOOSE_FORCE, convoy.key());
  if (!choose || mind.stuck(sight, key_of(convoy))) return std::nullopt;
  mind.move(sight, convoy);
  const Item* follow = sight.find(Verb::FOLLOW_ROUTE, convoy.key());
  if (follow && route_still_good(sight, mind, convoy)) return say(*follow, "bot.convoy_keeps_route");
  return say(*choose, "bot.convoy_moves");
}

std::optional<Choice> move_other(const Sight& sight, Mind& mind, const Force& force) {
  const Item* choose = sight.find(Verb::CHOOSE_FORCE, force.key());
  if (!choose || mind.stuck(sight, key_of(force))) return std::nullopt;
  Goal goal = goal_of(sight, mind, force);
  if (goal.kind == Goal::Kind::kStay || (goal.kind == Goal::Kind::kGo && goal.at == sight.hex_of(force)))
    return std::nullopt;
  mind.move(sight, force);
  if (mind.stuck(sight, key_of(force))) return std::nullopt;
  return say(*choose, std::move(goal.reason));
}

std::optional<Choice> put_to_sea(const Sight& sight, Mind& mind, const Force& force) {
  const Item* leave = sight.find(Verb::LEAVE_PORT, force.key());
  if (!leave) leave = sight.find(Verb::LEAVE_BOX, force.key());
  if (!leave || mind.stuck(sight, key_of(force))) return std::nullopt;
  auto reason = sails(sight, mind, force);
  if (!reason) return std::nullopt;
  mind.move(sight, force);
  if (mind.stuck(sight, key_of(force))) return std::nullopt;
  return say(*leave, std::move(*reason));
}

// -- one force's chain of hexes --

Choice step_of_convoy(const Sight& sight, Mind& mind, const Force& convoy) {
  if (const Item* enter = sight.find(Verb::ENTER_PORT)) return say(*enter, "bot.convoy_arrives");
  if (const Item* enter = sight.find(Verb::ENTER_BOX)) return say(*enter, "bot.convoy_arrives");
  const Hex goal = port_of(sight, convoy);
  const Item* step = best(sight.all(Verb::STEP), -1e9, [&](const Item& item) {
    const Hex to = item.action.at<Hex>(0);
    return goal == Hex{} ? -mind.chart(sight).danger(to) : -cost_of_step(sight, mind, to, goal);
  });
  if (!step) return say(sight.last_resort(), "bot.convoy_waits");
  return say(*step, "bot.convoy_moves");
}

int most_hexes(Goal::Pace pace) {
  switch (pace) {
    case Goal::Pace::kOneHex:
      return 1;
    case Goal::Pace::kHurry:
      return 3;
    default:
      return 2;
  }
}

Choice halt(const Sight& sight, Mind& mind, const Force& force, Text reason) {
  mind.stays(key_of(force));
  return say(sight.last_resort(), std::move(reason));
}

// Of two ways to say the same step, a Wolfpack that needs no more than one hex says so [7.4.5].
const Item* as_far_as_needed(const Sight& sight, const Item& step, int hexes_needed) {
  for (const Item& item : sight.menu.items) {
    const bool single = item.action.arguments.size() > 1 && item.action.verb == step.action.verb;
    if (single && item.action.arguments[0] == step.action.arguments[0] && hexes_needed <= 1) return &item;
  }
  return &step;
}

// [5.1.9]
bool of_station(const Sight& sight, Hex at) {
  if (sight.reference.hex(at).has(v1::Hex::PATROL_WHITE)) return true;
  return std::ranges::any_of(sight.reference.hex(at).by_sea,
                             [&](Hex next) { return sight.reference.hex(next).has(v1::Hex::PATROL_WHITE); });
}

Choice step_of_other(const Sight& sight, Mind& mind, const Force& force) {
  Goal goal = goal_of(sight, mind, force);
  const Hex here = sight.hex_of(force);
  if (goal.kind == Goal::Kind::kEnterPort && goal.at == here) {
    if (const Item* enter = sight.find(Verb::ENTER_PORT)) return say(*enter, std::move(goal.reason));
  }
  if (goal.kind == Goal::Kind::kStay || goal.at == here || force.hexes() >= most_hexes(goal.pace)) {
    return halt(sight, mind, force, std::move(goal.reason));
  }
  const int distance = sight.reference.sea_distance(sight.me, here, goal.at);
  const bool wary = sight.me == kAllied && force.kind() == v1::BlockKind::TASK_FORCE;
  const Item* step = best(sight.all(Verb::STEP), -1e8, [&](const Item& item) {
    const Hex to = item.action.at<Hex>(0);
    const int left = sight.reference.sea_distance(sight.me, to, goal.at);
    if (left >= distance || (force.patrol_white() && to != goal.at && !of_station(sight, to))) return -1e9;
    const double risk = wary                                                  ? mind.chart(sight).danger(to)
                        : sight.me == kAxis && sight.ice(to) > v1::Ice::CLEAR ? 0.5
                                                                              : 0.0;
    return -left - 0.3 * std::min(risk, 3.0);
  });
  if (!step) return halt(sight, mind, force, "bot.no_way");
  return say(*as_far_as_needed(sight, *step, distance), std::move(goal.reason));
}

// -- scattering [5.5] --

// A fleet that nothing here could hold is so near that it can be upon the convoy before the next order.
bool must_scatter(const Sight& sight, const Style& style, const Force& convoy) {
  const Hex at = sight.hex_of(convoy);
  double threat = 0;
  for (const Block* block : sight.blocks(kAxis)) {
    if (!has_heavy(sight, *block) || block->kind() != v1::BlockKind::TASK_FORCE) continue;
    if (sight.reference.sea_distance(kAxis, hex(*block), at) <= style.scatter_reach) threat += power(sight, *block);
  }
  if (threat == 0 || sight.tally(convoy).merchants < kWorthScattering) return false;
  double cover = 0;
  for (const Force& force : sight.view.own().force()) {
    if (sight.at_sea(force) && sight.reference.sea_distance(kAllied, sight.hex_of(force), at) <= 1)
      cover += power(sight, force);
  }
  return threat > style.scatter_odds * cover;
}

const Item* scatter(const Sight& sight, const Style& style) {
  for (const Item* item : sight.all(Verb::SCATTER)) {
    const Force* convoy = sight.force(item->action.at<ForceKey>(0));
    if (convoy && sight.me == kAllied && must_scatter(sight, style, *convoy)) return item;
  }
  return nullptr;
}

// German squadrons that meet at sea: together they may attack what neither might alone [7.5.7].
bool squadrons(const Sight& sight, const Force& from, const Force& into) {
  const auto sound = [&](const Force& force) {
    return force.kind() == v1::BlockKind::TASK_FORCE && sight.at_sea(force) && sight.tally(force).heavy > 0 &&
           !hit(sight, force);
  };
  return sight.me == kAxis && sound(from) && sound(into) &&
         std::abs(sight.fuel_left(from) - sight.fuel_left(into)) <= 2;
}

// What a Task Force does for a convoy inside its screen; Germans have better things to do.
bool should_join(const Sight& sight, Mind& mind, const Force& force, const Force& convoy) {
  if (sight.me == kAxis || force.kind() != v1::BlockKind::TASK_FORCE || force.patrol_white()) return false;
  const Tally ships = sight.tally(force);
  const bool battleships =
      (ships.carriers == 0 || mind.style.carriers_join) && ships.capital > 0 && battleships_inside(sight, mind, convoy);
  const bool cruisers =  // in the dark they are of more use between it and the raiders
      mind.style.cruisers_join && ships.capital == 0 && !sight.polar_night();
  return mind.style.all_join || battleships || ships.heavy == 0 || cruisers;
}

}  // namespace

Choice move_forces(const Sight& sight, Mind& mind) {
  if (const Item* item = scatter(sight, mind.style)) return say(*item, "bot.scatter");
  for (const Force& force : sight.view.own().force()) {
    std::optional<Choice> choice;
    if (!sight.at_sea(force)) {
      choice = put_to_sea(sight, mind, force);
    } else if (force.kind() == v1::BlockKind::CONVOY) {
      choice = move_convoy(sight, mind, force);
    } else {
      choice = move_other(sight, mind, force);
    }
    if (choice) return std::move(*choice);
  }
  if (const Item* done = sight.find(Verb::DONE)) return say(*done, "bot.all_moved");
  for (const Item* item : sight.all(Verb::CHOOSE_FORCE)) {  // a convoy that has to move
    const Force* force = sight.force(item->action.at<ForceKey>(0));
    if (!force || force->kind() != v1::BlockKind::CONVOY) continue;
    mind.move(sight, *force);
    return say(*item, "bot.convoy_moves");
  }
  return say(sight.last_resort(), "bot.all_moved");
}

Choice move_force(const Sight& sight, Mind& mind) {
  const Force* force = sight.force(mind.moving());
  if (!force || !sight.at_sea(*force)) {  // a bot that was made in the middle of a move
    const auto& forces = sight.view.own().force();
    const auto found = std::ranges::find_if(
        forces, [&](const Force& each) { return sight.at_sea(each) && each.hexes() > 0 && !each.done(); });
    force = found == forces.end() ? nullptr : &*found;
  }
  if (!force) return say(sight.last_resort(), "bot.nothing_to_do");
  return force->kind() == v1::BlockKind::CONVOY ? step_of_convoy(sight, mind, *force)
                                                : step_of_other(sight, mind, *force);
}

namespace {

Text why(Parting who) {
  switch (who) {
    case Parting::kLight:
      return "bot.split_for_fuel";
    case Parting::kTooMany:
      return "bot.escort_leaves";
    default:
      return "bot.battleships_part";
  }
}

}  // namespace

Choice split_forces(const Sight& sight, Mind& mind) {
  if (const Item* item = scatter(sight, mind.style)) return say(*item, "bot.scatter");
  for (const Item* item : sight.all(Verb::CHOOSE_FORCE)) {
    const Force* force = sight.force(item->action.at<ForceKey>(0));
    if (!force || mind.has_split(sight, key_of(*force))) continue;
    const Parting who = parting(sight, mind, *force);
    if (who == Parting::kNone) continue;
    mind.splits(sight, key_of(*force), who);
    return say(*item, why(who));
  }
  for (const Item* item : sight.all(Verb::LEAVE_DEAD)) {
    const Force* force = sight.force(item->action.at<ForceKey>(0));
    if (force && force->kind() == v1::BlockKind::CONVOY) return say(*item, "bot.leave_dead");
  }
  return say(sight.last_resort(), "bot.stay_together");
}

namespace {

bool goes_apart(const Sight& sight, const Force& force, const v1::Counter& ship, int cs, Parting who) {
  const UnitFacts& unit = sight.reference.unit(ship.unit());
  switch (who) {
    case Parting::kTooMany:
      return cs <= cs_too_many(sight, force, ship);
    case Parting::kLight:
      return !unit.heavy();
    case Parting::kBattleships:
      return unit.capital();
    case Parting::kCarriers:
      return unit.carrier() || unit.cruiser();
    case Parting::kNone:
      break;
  }
  return false;
}

}  // namespace

// [11.1.2] Without its destroyers a heavy force stays out four days longer.
Choice split_force(const Sight& sight, Mind& mind) {
  const Force* force = sight.force(mind.splitting());
  const Text reason = why(mind.apart());
  const Item* parts = !force ? nullptr : best(sight.all(Verb::SPLIT_OFF), 0, [&](const Item& item) {
    const int cs = item.action.at<int>(1);
    return goes_apart(sight, *force, force->ship(item.action.at<int>(0)), cs, mind.apart()) ? cs : 0.0;
  });
  if (parts) return say(*parts, reason);
  if (const Item* done = sight.find(Verb::NEW_FORCE)) return say(*done, reason);
  return say(sight.last_resort(), "bot.stay_together");
}

Choice refuel(const Sight& sight) {
  for (const Item& item : sight.menu.items) {
    if (verb(item) == Verb::REARM) return say(item, "bot.rearm");
    if (verb(item) != Verb::REFUEL) continue;
    const Force* force = sight.force(item.action.at<ForceKey>(0));
    if (!force) continue;
    if (!sight.at_sea(*force) && force->kind() == v1::BlockKind::TASK_FORCE) return say(item, "bot.refuel_in_port");
    if (sight.at_sea(*force) && sight.fuel_left(*force) <= 3) return say(item, "bot.refuel_at_sea");
  }
  return say(sight.last_resort(), "bot.no_need_of_fuel");
}

Choice combine(const Sight& sight, Mind& mind) {
  const Style& style = mind.style;
  if (const Item* rejoin = sight.find(Verb::REJOIN)) return say(*rejoin, "bot.rejoin");
  for (const Item* item : sight.all(Verb::COMBINE)) {
    const Force* from = sight.force(item->action.at<ForceKey>(0));
    const Force* into = sight.force(item->action.at<ForceKey>(1));
    if (!from || !into || !sight.at_sea(*from)) continue;
    if (into->kind() == v1::BlockKind::CONVOY && should_join(sight, mind, *from, *into)) {
      return say(*item, sight.tally(*from).heavy == 0 ? "bot.escort_joins" : "bot.cover_joins");
    }
    const bool packs = from->kind() == v1::BlockKind::WOLFPACK && into->kind() == v1::BlockKind::WOLFPACK;
    if (packs && style.packs_join && sight.me == kAxis) return say(*item, "bot.packs_join");
    if (style.squadrons && squadrons(sight, *from, *into)) return say(*item, "bot.squadrons_join");
  }
  for (const Item* item : sight.all(Verb::TOW)) {
    const Force* force = sight.force(item->action.at<ForceKey>(0));
    if (!force || force->kind() != v1::BlockKind::TASK_FORCE) continue;
    if (sight.reference.unit(force->ship(item->action.at<int>(1)).unit()).heavy()) return say(*item, "bot.tow");
  }
  return say(sight.last_resort(), "bot.stay_apart");
}

}  // namespace wardroom::pq17::bot
