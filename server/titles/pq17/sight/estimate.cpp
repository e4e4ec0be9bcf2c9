// What may come of an attack before it is announced: whether the target is found, how many boats come to shoot, what
// hits. Dice and cards are counted through, not drawn. Where something is not known to the asker there are two bounds.
#include <algorithm>
#include <array>

#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/air/strike_parts.h"
#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/combat/location.h"
#include "server/titles/pq17/pq17.h"
#include "server/titles/pq17/searching/search.h"
#include "server/titles/pq17/searching/statements.h"
#include "server/titles/pq17/sight/chances.h"
#include "server/titles/pq17/sight/sight.h"
#include "server/titles/pq17/submarine/asw.h"
#include "server/titles/pq17/submarine/boats.h"

namespace wardroom::pq17 {
namespace {

using v1::Verb;
using wardroom::v1::Bounds;
using wardroom::v1::Estimate;

constexpr int kManyEscorts = 100;  // more than any limit of a table
constexpr int kManyBoats = 20;     // more than any Wolfpack has
constexpr std::size_t kMostCounts = 12;

struct Between {
  int least;
  int most;
};
int sides_that_hit(int needed, int modifiers) { return std::clamp(kDieSides - (needed - modifiers), 0, kDieSides); }

void set(Bounds& bounds, std::uint32_t least, std::uint32_t most) {
  bounds.set_least(least);
  bounds.set_most(most);
}
Estimate::Odds& add_counts(Estimate& estimate, Text what, std::string_view rule, const Distribution& least,
                           const Distribution& most) {
  Estimate::Odds& odds = *estimate.add_odds();
  to_wire(what, *odds.mutable_what());
  odds.set_rule(std::string(rule));
  set(*odds.mutable_mean_hundredths(), rounded(mean(least), kWhole, 100), rounded(mean(most), kWhole, 100));
  for (std::size_t count = 1; count < std::min(most.size(), kMostCounts + 1); ++count) {
    Estimate::AtLeast& row = *odds.add_at_least();
    row.set_count(static_cast<std::uint32_t>(count));
    set(*row.mutable_permille(), rounded(at_least(least, count), kWhole, 1000),
        rounded(at_least(most, count), kWhole, 1000));
  }
  return odds;
}

class NoChance final : public Chance {
  std::uint32_t draw(const Occasion&, std::uint32_t) override { throw Broken("pq17: an estimate draws nothing"); }
};

// The rules' hands on what a view knows: behind the enemy's blocks there is nothing.
class Reckoner {
 public:
  Reckoner(const Reference& reference, const v1::View& view, Side side)
      : side_(side), truth_(seen(view, side)), table_(chance_), op_(reference, truth_, table_) {}

  std::optional<Estimate> of(const wardroom::v1::Action& action) {
    const auto argument = [&](int i) { return i < action.arguments_size() ? action.arguments(i) : 0; };
    switch (action.verb()) {
      case Verb::STRIKE_FORCE:
      case Verb::HUNT_WOLFPACK:
        return from_air(BlockId(static_cast<std::uint32_t>(argument(0))), action.verb() == Verb::STRIKE_FORCE);
      case Verb::SUBMARINE_ATTACK:
      case Verb::AMBUSH:
      case Verb::OFFENSIVE_ASW:
      case Verb::ATTACK:
        return by_force(ForceKey(static_cast<int>(argument(0))), BlockId(static_cast<std::uint32_t>(argument(1))),
                        static_cast<Verb::Kind>(action.verb()));
      default:
        return {};
    }
  }

 private:
  static Truth seen(const v1::View& view, Side side) {
    Truth truth;
    *truth.mutable_clock() = view.clock();
    *truth.mutable_environment() = view.environment();
    *truth.mutable_sea() = view.sea();
    *truth.mutable_air() = view.air();
    *truth.mutable_standing() = view.standing();
    *(side == kAllied ? truth.mutable_allied() : truth.mutable_axis()) = view.own();
    return truth;
  }

  std::optional<Estimate> from_air(BlockId target, bool at_ships) {
    const v1::Block* block = op_.find_block(target);
    if (!block || block->scattered()) return {};
    const std::vector<AirKey> units = flying_to(as_hex(block->hex()), at_ships);
    if (units.empty()) return {};
    Estimate estimate;
    add_finding(estimate, *block, Seeker::kAircraft, seeking(op_, units));
    if (!at_ships) {
      add_hunt(estimate, *block, asw_dice(op_, units));
      return estimate;
    }
    add_bombs(estimate, *block, units);
    add_air_torpedoes(estimate, *block, units);
    because(estimate, "estimate.all_units");
    because(estimate, "estimate.opposed");
    say_what_is_known(estimate, *block);
    return estimate;
  }
  std::optional<Estimate> by_force(ForceKey key, BlockId target, Verb::Kind verb) {
    const v1::Block* block = op_.find_block(target);
    const v1::Force* force = op_.find(side_, key);
    if (!block || block->scattered() || !force) return {};
    const bool boats = verb == Verb::SUBMARINE_ATTACK || verb == Verb::AMBUSH;
    Estimate estimate;
    add_finding(estimate, *block, boats ? Seeker::kWolfpack : Seeker::kTaskForce, seeking(op_, *force));
    if (verb == Verb::SUBMARINE_ATTACK) {
      add_boats(estimate, *block, *force);
      because(estimate, "estimate.escorts_unknown");
      because(estimate, "estimate.right_category");
      say_what_is_known(estimate, *block);
    } else if (verb == Verb::OFFENSIVE_ASW) {
      add_hunt(estimate, *block, asw_dice(op_, *force));
    } else if (verb == Verb::ATTACK) {
      add_guns(estimate, *block, *force);
    }
    return estimate;
  }

  static void because(Estimate& estimate, TextId id) { to_wire(Text(std::move(id)), *estimate.add_because()); }
  static void say_what_is_known(Estimate& estimate, const v1::Block& block) {
    if (!block.has_told()) return because(estimate, "estimate.nothing_told");
    to_wire(Text("estimate.told").text("statement", words_of(block.told())), *estimate.add_because());
  }

  // -- finding it [7.1.1] --

  // Cards of forty; the owner may have an answer to some.
  void add_finding(Estimate& estimate, const v1::Block& block, Seeker seeker, Searchers by) {
    const auto& deck = op_.reference.box().deck(side_);
    Between good{0, 0};
    for (const v1::Card& card : deck.card()) {
      Sighting sighting = read_card(op_, block, as_hex(block.hex()), card, by, SearchKind::kSegment);
      if (!sighting.success) continue;
      sighting.level = 0;  // nothing is said of it here
      ++good.most;
      if (op_.option("option.ruling.a_07") || !may_be_answered(op_, sighting)) ++good.least;
    }
    const auto& numbers = op_.numbers.recon();
    const bool second = second_card(op_, side_, seeker, block);
    const int cards = second ? numbers.location_cards_shadowed() : numbers.location_cards();
    const bool may_be_dispersed = block.kind() == v1::BlockKind::CONVOY;  // [7.7]
    const int most_cards = may_be_dispersed ? numbers.location_cards_shadowed() : cards;
    const auto chance = [&](int found, int draws) {
      std::uint64_t all = 1;
      std::uint64_t missed = 1;
      for (int i = 0; i < draws; ++i) {
        all *= static_cast<std::uint64_t>(deck.card_size());
        missed *= static_cast<std::uint64_t>(deck.card_size() - found);
      }
      return rounded(all - missed, all, 1000);
    };
    Estimate::Odds& odds = *estimate.add_odds();
    to_wire(Text("estimate.finds").number("cards", cards), *odds.mutable_what());
    set(*odds.mutable_permille(), chance(good.least, cards), chance(good.most, most_cards));
    odds.set_rule("7.1.1");
    if (good.least != good.most) because(estimate, "estimate.may_be_negated");
    if (most_cards != cards) because(estimate, "estimate.may_be_dispersed");
  }

  // -- from the air [7.2.6, 7.3] --

  std::vector<AirKey> flying_to(Hex hex, bool at_ships) {
    std::vector<AirKey> found;
    for (const v1::Air::Unit* unit : op_.aircraft(side_)) {
      if (unit->mission() != v1::Air::FLYING || unit->hex() != number(hex) || able(*unit) <= 0) continue;
      if (at_ships ? may_attack_at_sea(op_, *unit) : op_.facts(*unit).model->asw()) found.push_back(key_of(*unit));
    }
    return found;
  }
  int able(const v1::Air::Unit& unit) const { return unit.cs() - unit.aborted() - unit.damaged(); }  // [7.2.3]

  // One air unit as it comes to the ships, by its CS: at worst after all that may rise, and all guns; at best after
  // nobody, and the fewest guns.
  struct Raider {
    const v1::AirModel* model;
    int cs;
    std::array<Distribution, 2> left;
  };
  static int sides_that_stop(const auto& result_of, int modifiers) {
    int sides = 0;
    for (int die = 0; die < kDieSides; ++die) sides += result_of(die + modifiers) != v1::AirResult::NONE ? 1 : 0;
    return sides;
  }
  std::vector<Raider> raiders_over(const v1::Block& block, const std::vector<AirKey>& units, bool torpedoes) {
    const Strike strike{.attacker = side_, .hex = as_hex(block.hex()), .night = op_.night()};
    std::vector<Raider> raiders;
    int escorts = 0;
    for (AirKey key : units) {
      const v1::AirModel& model = *op_.facts(op_.air(key)).model;
      const int cs = able(op_.air(key));
      if (model.type() == v1::AirType::FIGHTER) {
        escorts += cs;
      } else if (!torpedoes || model.torpedoes() > 0) {
        raiders.push_back({&model, cs, {all_of(cs), all_of(cs)}});
      }
    }
    std::vector<Fighters> rising = fighters_against(op_, strike);
    if (!strike.night) add_unseen_fighters(rising, strike.hex);
    meet_fighters(strike, rising, escorts, raiders);
    for (Raider& raider : raiders) meet_guns(strike, block, torpedoes, raider);
    return raiders;
  }

  // Aboard carriers of the scenario that may be there, and never seen in the open.
  void add_unseen_fighters(std::vector<Fighters>& found, Hex hex) {
    const Side enemy = enemy_of(side_);
    if (!op_.effect(hex).carrier_launch()) return;
    const auto may_be_there = [&](const std::string& ship) {
      return std::ranges::any_of(op_.blocks(enemy, hex), [&](const v1::Block* block) {
        const v1::Statement& told = block->told();
        return may_hold_carrier(op_, *block) &&
               (!block->flat() || !all_named(*block) ||
                std::ranges::any_of(told.named(), [&](const auto& each) { return each.unit() == ship; }));
      });
    };
    for (const auto& pool : op_.scenario.force()) {
      const auto carrier =
          std::ranges::find_if(pool.place(), [](const auto& place) { return place.starts_with("ship."); });
      if (pool.side() != enemy || carrier == pool.place().end() || !may_be_there(*carrier)) continue;
      for (const v1::Units& units : pool.unit()) {
        if (!units.unit().starts_with("air.")) continue;
        const AirFacts& facts = op_.reference.air(units.unit());
        const bool open =
            std::ranges::any_of(truth_.air().unit(), [&](const auto& unit) { return unit.unit() == facts.id; });
        if (open || facts.model->type() != v1::AirType::FIGHTER) continue;
        found.push_back({facts.model, units.has_cs() ? units.cs() : facts.unit->steps()});
      }
    }
  }

  // Escorting fighters draw fire first [7.2.2]; the others are fired at in turn, by as many as they are.
  void meet_fighters(const Strike& strike, const std::vector<Fighters>& rising, int escorts,
                     std::vector<Raider>& raiders) {
    if (raiders.empty()) return;
    std::size_t next = 0;
    int room = raiders[0].cs;
    const auto result_of = [&](int total) { return op_.reference.box().air_combat(total); };
    for (const Fighters& firers : rising) {
      for (int i = 0; i < firers.cs; ++i) {
        if (escorts-- > 0) continue;
        Raider& target = raiders[next];
        const int modifiers = sum(air_combat_modifiers(op_, strike, *firers.model, *target.model));
        target.left[0] = shot_at(std::move(target.left[0]), 1, sides_that_stop(result_of, modifiers));
        if (--room > 0) continue;
        next = (next + 1) % raiders.size();
        room = raiders[next].cs;
      }
    }
  }
  // The target fires, and whoever lies on either side of it in the line; CAM ships are not counted [7.2.5].
  void meet_guns(const Strike& strike, const v1::Block& block, bool torpedoes, Raider& raider) {
    constexpr int kNeighbours = 2;
    const auto result_of = [&](int total) { return op_.reference.box().anti_aircraft(total, torpedoes); };
    Between dice{kManyEscorts, 0};
    Between sides{kDieSides, 0};
    int support = 0;
    const std::vector<v1::Counter> ships = counters_behind(block);
    for (const v1::Counter& ship : ships) {
      const UnitFacts& unit = op_.reference.unit(ship.unit());
      const AntiAircraft value = anti_aircraft_of(unit, ship);
      const int modifiers = sum(anti_aircraft_modifiers(op_, strike, {raider.model, torpedoes}, &unit, false));
      const int stops = sides_that_stop(result_of, modifiers);
      dice = {std::min(dice.least, dice_of(op_, value)), std::max(dice.most, dice_of(op_, value))};
      sides = {std::min(sides.least, stops), std::max(sides.most, stops)};
      support = std::max(support, value.factor);
    }
    if (ships.empty()) return;
    const int beside = all_named(block) ? std::min(kNeighbours, static_cast<int>(ships.size()) - 1) : kNeighbours;
    raider.left[0] = shot_at(std::move(raider.left[0]), dice.most + beside * support, sides.most);
    raider.left[1] = shot_at(std::move(raider.left[1]), dice.least, sides.least);
  }

  // Each CS that is left throws so many dice.
  static Distribution hits_by(const Distribution& left, int dice, int sides) {
    Distribution sum((left.size() - 1) * static_cast<std::size_t>(dice) + 1);
    for (std::size_t cs = 0; cs < left.size(); ++cs) {
      const Distribution hits = roll({kWhole}, static_cast<int>(cs) * dice, sides);
      for (std::size_t n = 0; n < hits.size(); ++n) sum[n] += share(hits[n], left[cs]);
    }
    return sum;
  }
  void add_bombs(Estimate& estimate, const v1::Block& block, const std::vector<AirKey>& units) {
    std::array<Distribution, 2> hits{Distribution{kWhole}, Distribution{kWhole}};
    std::array<Distribution, 2> lost = hits;
    const auto& modifiers = op_.reference.box().bombing().modifier();
    const Strike strike{.attacker = side_, .hex = as_hex(block.hex()), .night = op_.night()};
    for (const Raider& raider : raiders_over(block, units, false)) {
      const Between sides = over_targets(block, [&](Situation at, v1::ShipType::Kind type) {
        at.firer_air = raider.model;
        const std::optional<int> hit = op_.reference.box().bombing_hit(bombing_row(*raider.model, strike), type);
        return hit ? sides_that_hit(*hit, sum(applied(op_, modifiers, at))) : 0;
      });
      for (const bool best : {false, true}) {
        const Distribution& left = raider.left[best];
        hits[best] = both(hits[best], hits_by(left, 1, best ? sides.most : sides.least));
        lost[!best] = both(lost[!best], Distribution(left.rbegin(), left.rend()));
      }
    }
    add_counts(estimate, "estimate.bombs", "7.2.6", hits[0], hits[1]);
    add_counts(estimate, "estimate.turned_back", "7.2.5", lost[0], lost[1]);
  }
  void add_air_torpedoes(Estimate& estimate, const v1::Block& block, const std::vector<AirKey>& units) {
    if (!op_.effect(as_hex(block.hex())).asw_and_torpedoes()) return;  // [9.2.5]
    std::array<Distribution, 2> hits{Distribution{kWhole}, Distribution{kWhole}};
    const auto& table = op_.reference.box().torpedo_attack();
    for (const Raider& raider : raiders_over(block, units, true)) {
      const Between sides = over_targets(block, [&](Situation at, v1::ShipType::Kind) {
        at.firer_air = raider.model;
        return sides_that_hit(table.success_on(), sum(applied(op_, table.modifier(), at)));
      });
      for (const bool best : {false, true}) {
        hits[best] =
            both(hits[best], hits_by(raider.left[best], raider.model->torpedoes(), best ? sides.most : sides.least));
      }
    }
    if (hits[1].size() > 1) add_counts(estimate, "estimate.torpedoes", "7.3.1", hits[0], hits[1]);
  }

  // -- from below [7.4] --

  void add_boats(Estimate& estimate, const v1::Block& block, const v1::Force& wolfpack) {
    const int able_boats = torpedo_cs(op_, wolfpack);
    const v1::ShipClass* boat = boat_of(wolfpack);
    if (able_boats == 0 || !boat) return;
    const auto& table = op_.reference.box().torpedo_attack();
    const Between sides = over_targets(block, [&](Situation at, v1::ShipType::Kind) {
      at.firer = &op_.reference.unit(boat->id());
      return sides_that_hit(table.success_on(), sum(applied(op_, table.modifier(), at)));
    });
    const Between order = order_of_attack(block, wolfpack);
    std::array<Distribution, 2> boats;
    std::array<Distribution, 2> hits;
    for (int die = 0; die < kDieSides; ++die) {
      for (const bool best : {false, true}) {
        const auto& row = op_.reference.box().submarine_combat(die + (best ? order.most : order.least));
        const int first = std::min(static_cast<int>(row.before_asw()), able_boats);
        const int second = best ? std::min(static_cast<int>(row.after_asw()), able_boats - first) : 0;  // held down
        mix(boats[best], all_of(first + second));
        mix(hits[best], roll({kWhole}, (first + second) * boat->torpedoes(), best ? sides.most : sides.least));
      }
    }
    add_counts(estimate, "estimate.boats", "7.4", boats[0], boats[1]);
    add_counts(estimate, "estimate.torpedoes", "7.3.1", hits[0], hits[1]);
  }
  const v1::ShipClass* boat_of(const v1::Force& wolfpack) const {
    for (const v1::Counter& ship : wolfpack.ship()) {
      if (ship.torpedoes_spent() == 0) return op_.reference.unit(ship.unit()).ship_class;
    }
    return nullptr;
  }
  // The modifier of the order of attack with no escort at all, and with as many as count.
  Between order_of_attack(const v1::Block& block, const v1::Force& wolfpack) {
    const auto& table = op_.reference.box().submarine_combat();
    Situation at = situation_in(op_, side_, as_hex(block.hex()));
    const v1::Block& pack = op_.block_of(wolfpack);
    at.submarines = submarine_cs(op_, wolfpack);
    at.wolfpack_unidentified = !pack.flat();
    if (pack.flat()) at.wolfpack_id = pack.level();
    at.target_id = block.level();
    const auto modifier = [&](int escorts) {
      at.escort_cs = escorts;
      at.asw_dice = escorts;
      return std::clamp(sum(applied(op_, table.modifier(), at)), static_cast<int>(table.least_modifier()),
                        static_cast<int>(table.most_modifier()));
    };
    const auto [least, most] = std::minmax({modifier(0), modifier(1), modifier(kManyEscorts)});
    return {least, most};
  }

  // -- hunting a Wolfpack [7.4.1] --

  // Boats that are there, as far as the asker knows.
  Between boats_behind(const v1::Block& block) const {
    const v1::Statement& told = block.told();
    if (!all_named(block)) return {1, kManyBoats};
    int cs = 0;
    for (const auto& each : told.named()) cs += op_.reference.unit(each.unit()).submarine() ? each.cs() : 0;
    return cs > 0 ? Between{cs, cs} : Between{1, kManyBoats};
  }
  int sides_that_succeed(const v1::Block& block, v1::Nation::Kind nation) {
    Situation at = situation_in(op_, side_, as_hex(block.hex()));
    at.offensive_asw = true;
    at.air_radius = air_radius_over(op_, side_, as_hex(block.hex()));
    at.nation = nation;
    const int modifiers = sum(applied(op_, op_.reference.box().asw().modifier(), at));
    int sides = 0;
    for (int die = 0; die < kDieSides; ++die)
      sides += op_.reference.box().asw(die + modifiers) == v1::AswTable::SUCCESS ? 1 : 0;
    return sides;
  }
  // How many are hit at all, and how many of these sink: the others go home.
  void add_hunt(Estimate& estimate, const v1::Block& block, AswDice dice) {
    const Between boats = boats_behind(block);
    const int usual = sides_that_succeed(block, v1::Nation::UNSPECIFIED);
    const int soviet = sides_that_succeed(block, v1::Nation::SOVIET);
    int sinks = 0;
    for (int die = 0; die < kDieSides; ++die)
      sinks += op_.reference.box().asw_follow_up(die) == v1::AswTable::SUNK ? 1 : 0;
    // Where not all may be thrown, the worse ones or the better ones are.
    const auto successes = [&](int there, bool best, int follow_up) {
      const int thrown = std::min(dice.all(), most_asw_dice(op_, there));
      const bool usual_first = best == (usual >= soviet);
      const int first = std::min(thrown, usual_first ? dice.usual : dice.soviet);
      const int of_usual = usual_first ? first : thrown - first;
      Distribution hits = roll({kWhole}, of_usual, usual * follow_up, kDieSides * kDieSides);
      hits = roll(std::move(hits), thrown - of_usual, soviet * follow_up, kDieSides * kDieSides);
      return no_more_than(std::move(hits), static_cast<std::size_t>(there));
    };
    add_counts(estimate, "estimate.submarines_hit", "7.4.1", successes(boats.least, false, kDieSides),
               successes(boats.most, true, kDieSides));
    add_counts(estimate, "estimate.submarines_sunk", "7.4.1", successes(boats.least, false, sinks),
               successes(boats.most, true, sinks));
    if (boats.least != boats.most) because(estimate, "estimate.boats_unknown");
    say_what_is_known(estimate, block);
  }

  // -- guns [7.5.2] --

  // One die for each CS that fires, in one round.
  void add_guns(Estimate& estimate, const v1::Block& block, const v1::Force& force) {
    const auto& modifiers = op_.reference.box().gunnery().modifier();
    Distribution least{kWhole};
    Distribution most{kWhole};
    for (const v1::Counter& ship : force.ship()) {
      const UnitFacts& unit = op_.reference.unit(ship.unit());
      const int dice = fighting_cs(unit, ship);
      if (unit.submarine() || unit.type == v1::ShipType::ES || dice <= 0) continue;  // [7.5.5]
      const Between sides = over_targets(block, [&](Situation at, v1::ShipType::Kind type) {
        at.firer = &unit;
        at.firer_critical_fuel = force.fuel() == v1::Force::CRITICAL && unit.needs_fuel();  // [11.2.1]
        const std::optional<int> hit = op_.reference.box().gunnery_hit(unit.type, type);
        return hit ? sides_that_hit(*hit, sum(applied(op_, modifiers, at))) : 0;
      });
      if (!only_close(unit.type)) least = roll(std::move(least), dice, sides.least);
      most = roll(std::move(most), dice, sides.most);
    }
    add_counts(estimate, "estimate.guns", "7.5.2", least, most);
    because(estimate, "estimate.one_round");
    say_what_is_known(estimate, block);
  }

  bool only_close(v1::ShipType::Kind type) const {  // it may not come so near
    return std::ranges::any_of(op_.reference.box().gunnery().row(), [&](const auto& row) {
      return row.only_in_torpedo_area() && std::ranges::find(row.firer(), type) != row.firer().end();
    });
  }

  // -- what may be behind the block --

  // The worst and the best over every ship that may be there, in every state it may be in.
  template <class Count>
  Between over_targets(const v1::Block& block, const Count& sides) {
    Between range{kDieSides, 0};
    for (const UnitFacts* unit : ships_behind(block)) {
      for (int state = 0; state < 8; ++state) {
        Situation at = situation_in(op_, side_, as_hex(block.hex()));
        at.target = unit;
        at.target_evading = state & 1;
        at.target_crippled = state & 2;
        at.target_dead_or_towed = state & 4;
        const int chance = sides(at, unit->type);
        range = {std::min(range.least, chance), std::max(range.most, chance)};
      }
    }
    return range.least > range.most ? Between{0, 0} : range;
  }
  static bool all_named(const v1::Block& block) {
    return block.told().binding() && (block.told().seen() || block.told().level() >= 4);
  }
  // Each as it was named; else as weak and as strong as such a counter can be.
  std::vector<v1::Counter> counters_behind(const v1::Block& block) const {
    std::vector<v1::Counter> found;
    const auto add = [&](const std::string& unit, int cs) {
      v1::Counter& ship = found.emplace_back();
      ship.set_unit(unit);
      ship.set_cs(cs);
    };
    if (all_named(block)) {
      for (const auto& each : block.told().named()) {
        add(each.unit(), each.cs());
        found.back().set_crippled(each.crippled());
        found.back().set_dead_in_water(each.dead_in_water());
      }
      return found;
    }
    for (const UnitFacts* unit : ships_behind(block)) {
      add(unit->id, 1);
      add(unit->id, unit->ship ? unit->full_cs() : unit->ship_class->step(0).cs());
    }
    return found;
  }
  std::vector<const UnitFacts*> ships_behind(const v1::Block& block) const {
    const v1::Statement& told = block.told();
    std::vector<const UnitFacts*> found;
    if (all_named(block)) {
      for (const auto& each : told.named()) found.push_back(&op_.reference.unit(each.unit()));
      return found;
    }
    const auto may_be = [&](const UnitFacts& unit) {
      if (unit.side != block.side() || unit.submarine()) return false;
      if (!told.binding() || told.level() < 3) return block.kind() == v1::BlockKind::CONVOY || !unit.merchant();
      if (unit.convoy_ship() && told.convoy_ships() > 0) return true;
      return std::ranges::any_of(told.category(), [&](const auto& each) { return unit.is(each.category()); });
    };
    const auto add = [&](const std::string& id) {
      if (const UnitFacts& unit = op_.reference.unit(id); may_be(unit)) found.push_back(&unit);
    };
    for (const v1::Ship* ship : op_.reference.box().ships()) add(ship->id());
    for (const v1::ShipClass* one : op_.reference.box().classes()) add(one->id());
    return found;
  }

  const Side side_;
  Truth truth_;
  NoChance chance_;
  Table table_;
  Operation op_;
};

}  // namespace

std::optional<Estimate> Pq17::estimate(const View& view, const wardroom::v1::Menu&,
                                       const wardroom::v1::Action& action) const {
  const auto& mine = static_cast<const v1::View&>(view);
  const std::optional<Side> side = viewer_of(mine);
  if (!side) return {};
  return Reckoner(reference_, mine, *side).of(action);
}

}  // namespace wardroom::pq17
