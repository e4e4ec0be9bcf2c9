// The standard bot: the Convoy takes the way that costs least and the others keep near it; the Germans look for it,
// bomb and torpedo its freighters, and sail when they are stronger. Each item is weighed; the heaviest is the answer.
#include <algorithm>
#include <map>

#include "client/bot/bots.h"
#include "client/bot/murmansk/sight.h"

namespace wardroom::murmansk::bot {

std::vector<wardroom::bot::BotEntry> bots();  // for the list of all titles

namespace {

using Verb = v1::Verb;

using Costs = std::map<std::pair<Place, int>, int>;

struct Weighed {
  int weight = 0;
  const char* reason = "murmansk.reason.routine";
};

class Standard final : public wardroom::bot::Bot {
 public:
  explicit Standard(const Title& title) : box_(static_cast<const Murmansk&>(title).box()) {}

  Choice choose(const Menu& menu, const wardroom::bot::Look& look) override {
    const auto view = look();
    const Sight sight(box_, static_cast<const v1::View&>(*view), menu.seat);
    const Item* best = nullptr;
    Weighed most{-1000, ""};
    for (const Item& item : menu.items) {
      const Weighed weighed = weigh(sight, menu, item.action);
      if (best && weighed.weight <= most.weight) continue;
      best = &item;
      most = weighed;
    }
    return {best->action, Text(most.reason)};
  }

 private:
  Weighed weigh(const Sight& sight, const Menu& menu, const Action& action) const {
    switch (menu.kind) {
      case v1::MenuKind::PULSE:
      case v1::MenuKind::WINDOW:
        return in_pulse(sight, action);
      case v1::MenuKind::PERIOD:
        return at_start(sight, action);
      case v1::MenuKind::TORPEDOES:
      case v1::MenuKind::GUNS:
        return shot(sight, menu, action);
      case v1::MenuKind::FLIGHT:
        return flight(sight, action);
      case v1::MenuKind::RETURN:
      case v1::MenuKind::RETREAT:
        return place_by_safety(sight, action);
      default:
        return elsewhere(sight, action);
    }
  }

  // -- questions outside pulses --

  Weighed elsewhere(const Sight& sight, const Action& action) const {
    switch (action.verb) {
      case Verb::BASE_AIR:
      case Verb::START_PACK: {
        const Place place = action.at<Place>(action.verb == Verb::BASE_AIR ? 1 : 0);
        return {20 - box_.distance(place, forward()), "murmansk.reason.near_lane"};
      }
      case Verb::BOMB:
      case Verb::BRING_BACK:
        return {sight.strength({action.at<ShipNumber>(0)}), "murmansk.reason.strongest"};
      case Verb::MEND:
        return {2, "murmansk.reason.repair"};
      case Verb::CHOOSE:
        return {1 + sight.strength({action.at<ShipNumber>(0)}), "murmansk.reason.strongest"};
      case Verb::ASK_FUEL:
      case Verb::DONE:
      case Verb::ENOUGH:
        return {1, "murmansk.reason.routine"};
      case Verb::ANOTHER: {
        const int needed = box_.numbers().victory().loads() - static_cast<int>(sight.board.loads());
        return {static_cast<int>(sight.board.freighters()) >= needed ? 5 : -5, "murmansk.reason.enough_left"};
      }
      case Verb::PICK_UNIT:
        return {in_escort(sight, action.at<ShipNumber>(0)), "murmansk.reason.near_convoy"};
      case Verb::JOIN:
        return joins(sight, action.at<ShipNumber>(0), action.at<Key>(1));
      case Verb::TAKE:
        return {5 + sight.strength({action.at<ShipNumber>(0)}), "murmansk.reason.in_force"};
      case Verb::SET_OUT:
        return toward(sight, action.at<Place>(1));
      case Verb::HIT_FREIGHTERS:
        return {10 - action.at<int>(0), "murmansk.reason.freighters"};
      case Verb::HIT_SHIP:
        return {hit_value(sight, action.at<int>(0)) - action.at<int>(1), "murmansk.reason.best_target"};
      case Verb::SINK_ONE:
        return {11, "murmansk.reason.freighters"};
      case Verb::ATTACK_GROUP:
        return {action.at<int>(1) == 0 ? 12 : hit_value(sight, action.at<int>(1)) - 5, "murmansk.reason.freighters"};
      case Verb::CALL_OFF:
        return {3, "murmansk.reason.not_worth_it"};
      case Verb::FIGHT_WITH: {
        const auto group = std::ranges::find(sight.view.own().group(), action.at<Number>(0), &v1::Group::marker);
        return {sight.strength(sight.ships_in(group->key())), "murmansk.reason.strongest"};
      }
      case Verb::SCATTER:
        return {sight.board.freighters() > 3 ? 3 : 0, "murmansk.reason.lost_escort"};
      default:
        return {0, "murmansk.reason.routine"};
    }
  }

  // At sea a Damaged ship goes alone; before a convoy sails, carriers go with it.
  Weighed joins(const Sight& sight, ShipNumber ship, Key key) const {
    if (sight.damaged(ship)) return {key == 0 ? 5 : -1, "murmansk.reason.home"};
    const v1::Group* convoy = sight.convoy();
    return {convoy && key == convoy->key() ? 5 : -1, "murmansk.reason.near_convoy"};
  }

  // A Damaged capital ship in company: the others have work to do.
  bool slows_others(const Sight& sight, ShipNumber ship) const {
    if (!box_.ship(ship).capital() || !sight.damaged(ship)) return false;
    const auto groups = std::ranges::count(sight.view.own().group(), v1::GroupKind::SHIPS, &v1::Group::kind);
    if (groups >= box_.numbers().groups().allied()) return false;
    const auto& units = sight.view.own().unit();
    const auto unit = std::ranges::find(units, box_.ship(ship).id(), &v1::Unit::id);
    const v1::Group* group = unit == units.end() ? nullptr : sight.group(unit->group());
    if (!group || box_.has(group->place(), v1::Feature::UBOATS)) return false;  // alone it would be lost
    return group->kind() == v1::GroupKind::SHIPS && sight.ships_in(group->key()).size() > 1;
  }

  int in_escort(const Sight& sight, ShipNumber ship) const {
    if (air_cover(sight, ship)) return 50;
    return escorts_convoy(sight, ship) ? 2 + sight.strength({ship}) : -1;
  }

  // The Convoy's own group is filled up with ships that no capital ship needs.
  bool escorts_convoy(const Sight& sight, ShipNumber ship) const {
    const Key convoy = sight.convoy()->key();
    const auto& units = sight.view.own().unit();
    const auto unit = std::ranges::find(units, box_.ship(ship).id(), &v1::Unit::id);
    return unit != units.end() && unit->group() != convoy && room_in(sight, convoy) && !sight.damaged(ship) &&
           !sight.capital(sight.ships_in(unit->group()));
  }

  bool room_in(const Sight& sight, Key key) const {
    return static_cast<int>(sight.ships_in(key).size()) < box_.numbers().groups().units();
  }

  // A carrier keeps submarines down and bombers dear: one sails with the Convoy.
  bool air_cover(const Sight& sight, ShipNumber ship) const {
    const auto with = sight.ships_in(sight.convoy()->key());
    return room_in(sight, sight.convoy()->key()) && sight.carrier(ship) &&
           std::ranges::none_of(with, [&](ShipNumber each) { return sight.carrier(each); });
  }

  int hit_value(const Sight& sight, int ship) const {
    if (ship <= 0) return 4;
    const auto number = static_cast<ShipNumber>(ship);
    return (box_.ship(number).capital() ? 7 : 4) + (sight.damaged(number) ? 4 : 0);
  }

  // -- the Allies at the start of a period --

  Weighed at_start(const Sight& sight, const Action& action) const {
    if (action.verb == Verb::GO_ON) return {1, "murmansk.reason.routine"};
    if (action.verb != Verb::SCATTER) return {0, "murmansk.reason.routine"};
    const v1::Group* convoy = sight.convoy();
    const int enemy = sight.threat(convoy->place(), 1);
    int own = 0;
    for (const v1::Group& group : sight.view.own().group()) {
      if (group.place() != 0 && box_.distance(group.place(), convoy->place()) <= 2)
        own += sight.strength(sight.ships_in(group.key()));
    }
    return {enemy >= 24 && enemy > own * 2 ? 5 : -5, "murmansk.reason.battle_fleet_far"};
  }

  // -- pulses --

  Weighed in_pulse(const Sight& sight, const Action& action) const {
    switch (action.verb) {
      case Verb::MOVE:
        return move(sight, *sight.group(action.at<Key>(0)), action.at<Place>(1));
      case Verb::ENTER:
        return enter(sight, *sight.group(action.at<Key>(0)), action.at<Place>(1));
      case Verb::SAIL:
        return sail(sight, action.at<Place>(0));
      case Verb::SEARCH:
        return search(sight, action);
      case Verb::RAID:
        return raid(sight, action);
      case Verb::RAID_PORT:
        return {-1, "murmansk.reason.too_dear"};
      case Verb::CHANGE:
        return {slows_others(sight, action.at<ShipNumber>(0)) ? 40 : -1, "murmansk.reason.home"};
      case Verb::LEAVE:
        return {goes_home(sight, sight.ships_in(action.at<Key>(0))) ? 30 : -1, "murmansk.reason.safe"};
      case Verb::DONE:
        return {1, "murmansk.reason.nothing_better"};
      default:
        return {-1, "murmansk.reason.routine"};
    }
  }

  Weighed move(const Sight& sight, const v1::Group& group, Place to) const {
    if (group.kind() == v1::GroupKind::CONVOY) return convoy_move(sight, to);
    if (group.kind() == v1::GroupKind::DUMMY) return {-1, "murmansk.reason.routine"};
    if (sight.side == kAllied) return escort_move(sight, group, to);
    return raider_move(sight, group, to);
  }

  // -- the Convoy's way --

  // Freighters, in hundredths, that a period in a position may cost: bombers in range by Day, submarines, enemies near.
  int exposure(const Sight& sight, Place place) const {
    constexpr double kFound = 0.7;  // the Convoy is, when bombers could reach it
    double sum = 5;
    const double flying = sight.flying();
    for (const v1::Air& air : sight.board.air()) {
      const v1::AirUnit* unit = box_.air_unit(air.id());
      if (!unit || air.lost()) continue;
      const int away = box_.distance(air.base(), place);
      if (away > box_.numbers().air().range()) continue;
      sum += 100 * kFound * flying * sight.freighters_hit(unit->column(), box_.numbers().air().easy());
    }
    if (box_.has(place, v1::Feature::UBOATS)) sum += 100 * sight.found_by_submarine(place);
    if (box_.near_base(place)) sum += 90 * (1 - flying);  // where aircraft fly all day it is seen anyway
    if (sight.capital_ships_near(place, 2)) sum += 40;
    for (const v1::Marker& marker : sight.board.marker()) {
      if (marker.side() == sight.side || box_.distance(marker.place(), place) > 1) continue;
      sum += marker.place() == place ? 150 : 60;
    }
    return static_cast<int>(sum);
  }

  int known_exposure(const Sight& sight, Place place, Costs& known) const {
    const auto key = std::pair(place, -1);
    const auto found = known.find(key);
    return found != known.end() ? found->second : known[key] = exposure(sight, place);
  }

  // The cheapest way from here to an open port within so many periods.
  int way_cost(const Sight& sight, Place place, int periods, Costs& known) const {
    constexpr int kNever = 100'000;
    if (box_.has(place, v1::Feature::ALLIED_PORT)) return 0;
    if (periods <= 0) return kNever;
    const auto key = std::pair(place, periods);
    if (const auto found = known.find(key); found != known.end()) return found->second;
    int least = kNever;
    for (Place next : box_.convoy_moves(place, sight.ice()))
      least = std::min(least, way_cost(sight, next, periods - 1, known));
    return known[key] = std::min(kNever, least + known_exposure(sight, place, known));
  }

  int periods_left(const Sight& sight) const {
    const int most = box_.scenario(sight.board.scenario())->periods();
    return (most != 0 ? most : box_.numbers().convoys().periods()) - static_cast<int>(sight.board.clock().period());
  }

  Weighed convoy_move(const Sight& sight, Place to) const {
    Costs known;
    return {50'000 - std::min(40'000, way_cost(sight, to, periods_left(sight), known)), "murmansk.reason.lane"};
  }

  // Near the Convoy; what is dear keeps out of the submarines' way.
  Weighed escort_move(const Sight& sight, const v1::Group& group, Place to) const {
    if (box_.has(group.place(), v1::Feature::ALLIED_PORT)) return {-1, "murmansk.reason.routine"};
    const auto ships = sight.ships_in(group.key());
    if (goes_home(sight, ships)) return {(to_entry(group.place()) - to_entry(to)) * 6, "murmansk.reason.home"};
    if (const v1::Marker* prey = quarry(sight, group, ships)) {
      const int nearer = box_.distance(group.place(), prey->place()) - box_.distance(to, prey->place());
      return {nearer * 12, "murmansk.reason.bring_to_battle"};
    }
    const v1::Group* convoy = sight.convoy();
    if (!convoy || convoy->place() == 0) return {-1, "murmansk.reason.routine"};
    const bool dear = sight.capital(ships);
    const int keep = dear ? 1 : 0;
    const int now = std::max(keep, box_.distance(group.place(), convoy->place()));
    const int then = std::max(keep, box_.distance(to, convoy->place()));
    int danger = 0;
    if (dear && box_.near_base(to)) danger += 8;
    if (dear && box_.has(to, v1::Feature::UBOATS)) danger += 8;
    if (dear && sight.slow_marker_near(to)) danger += 5;
    return {(now - then) * 6 - danger, "murmansk.reason.near_convoy"};
  }

  // The nearest capital ships of the enemy that these can beat: one is worth as much as four loads.
  const v1::Marker* quarry(const Sight& sight, const v1::Group& group, const std::vector<ShipNumber>& ships) const {
    constexpr int kReach = 6;
    if (!sight.capital(ships)) return nullptr;
    const v1::Marker* best = nullptr;
    for (const v1::Marker& each : sight.board.marker()) {
      const auto there = sight.ships_at(each.number());
      const bool beaten = sight.strength(there) * 4 < sight.strength(ships) * 3;
      if (each.side() == sight.side || !sight.capital(there) || !beaten) continue;
      const int away = box_.distance(group.place(), each.place());
      if (away <= (best ? box_.distance(group.place(), best->place()) - 1 : kReach)) best = &each;
    }
    return best;
  }

  // Damaged capital ships: at the end of the convoy they might be lost.
  bool goes_home(const Sight& sight, const std::vector<ShipNumber>& ships) const {
    return std::ranges::any_of(ships,
                               [&](ShipNumber ship) { return box_.ship(ship).capital() && sight.damaged(ship); });
  }

  int to_entry(Place place) const {
    int least = 1000;
    for (v1::Feature::Kind entry : {v1::Feature::ENTRY_A, v1::Feature::ENTRY_B}) {
      for (Place at : box_.all(entry)) least = std::min(least, box_.distance(place, at));
    }
    return least;
  }

  // Toward the Convoy while it is seen and we are stronger than what was seen beside it; home otherwise.
  Weighed raider_move(const Sight& sight, const v1::Group& group, Place to) const {
    const v1::Marker* prey = sight.likely_convoy();
    if (group.kind() == v1::GroupKind::WOLFPACK) {
      if (!prey) return {-1, "murmansk.reason.routine"};
      return {(box_.distance(group.place(), prey->place()) - box_.distance(to, prey->place())) * 4,
              "murmansk.reason.toward_prey"};
    }
    const auto ships = sight.ships_in(group.key());
    const v1::Marker* seen = sight.enemy_convoy();
    const bool hunt = seen && !sight.any_damaged(ships) && sight.threat(seen->place(), 1) < sight.strength(ships) &&
                      box_.distance(group.place(), seen->place()) <= 4;
    if (hunt)
      return {(box_.distance(group.place(), seen->place()) - box_.distance(to, seen->place())) * 6,
              "murmansk.reason.toward_prey"};
    if (sight.any_damaged(ships)) return {(to_base(group.place()) - to_base(to)) * 6, "murmansk.reason.home"};
    const Place base = forward_base();
    return {(box_.distance(group.place(), base) - box_.distance(to, base)) * 6, "murmansk.reason.near_lane"};
  }

  // Where the lane passes closest.
  Place forward() const { return box_.lane()[box_.lane().size() - 4]; }
  Place forward_base() const {
    Place best = 0;
    for (Place base : box_.all(v1::Feature::NAVAL_BASE)) {
      if (box_.position(base).room() != 0) continue;
      if (best == 0 || box_.distance(base, forward()) < box_.distance(best, forward())) best = base;
    }
    return best;
  }

  int to_base(Place place) const {
    int least = 1000;
    for (Place base : box_.all(v1::Feature::NAVAL_BASE)) {
      if (box_.position(base).room() == 0) least = std::min(least, box_.distance(place, base));
    }
    return least;
  }

  Weighed enter(const Sight& sight, const v1::Group& group, Place at) const {
    if (group.kind() == v1::GroupKind::DUMMY)
      return {box_.has(at, v1::Feature::ENTRY_A) ? 4 : 3, "murmansk.reason.deceive"};
    if (group.kind() == v1::GroupKind::CONVOY) return convoy_move(sight, at);
    return {box_.has(at, v1::Feature::ENTRY_A) ? 25 : 24, "murmansk.reason.near_convoy"};
  }

  // When the Convoy is seen close by and what is beside it is weaker; from far bases to one near the lane.
  Weighed sail(const Sight& sight, Place port) const {
    if (port != forward_base() && box_.position(port).room() == 0 && !short_of_fuel(sight))
      return {4, "murmansk.reason.near_lane"};
    const v1::Marker* seen = sight.enemy_convoy();
    if (!seen || box_.distance(port, seen->place()) > 3) return {-1, "murmansk.reason.routine"};
    std::vector<ShipNumber> ships;
    for (const v1::Unit& unit : sight.view.own().unit()) {
      if (unit.where() == v1::Unit::PORT && unit.port() == port) ships.push_back(box_.ship_number(unit.id()));
    }
    const int escort = std::max(sight.threat(seen->place(), 1), sight.strength(sight.ships_at(seen->number())));
    return {sight.strength(ships) > escort + 6 ? 15 : -1, "murmansk.reason.stronger"};
  }

  bool short_of_fuel(const Sight& sight) const {
    return box_.turn(static_cast<int>(sight.board.clock().turn())).fuel_short();
  }

  Weighed toward(const Sight& sight, Place to) const {
    const v1::Marker* prey = sight.enemy_convoy();
    return {20 - box_.distance(to, prey ? prey->place() : forward_base()), "murmansk.reason.toward_prey"};
  }

  Weighed search(const Sight& sight, const Action& action) const {
    if (sight.side == kAllied) return {8, "murmansk.reason.look"};
    const v1::Marker* prey = sight.likely_convoy();
    const bool there = prey && !prey->contacted() && prey->place() == action.at<Place>(0);
    return {there ? 18 : 6, "murmansk.reason.look"};
  }

  Weighed raid(const Sight& sight, const Action& action) const {
    const v1::Marker& marker = *sight.marker(action.at<Number>(1));
    if (marker.kind() == v1::GroupKind::CONVOY) return {17, "murmansk.reason.freighters"};
    const v1::Marker* prey = sight.likely_convoy();
    if (prey && prey->number() == marker.number()) return {12, "murmansk.reason.freighters"};
    if (sight.side == kAllied && marker.kind() == v1::GroupKind::UNSPECIFIED)
      return {3, "murmansk.reason.look"};  // no squadron is shot down by ships
    if (marker.kind() == v1::GroupKind::SHIPS)
      return {sight.any_damaged(sight.ships_at(marker.number())) ? 9 : 2, "murmansk.reason.best_target"};
    return {-1, "murmansk.reason.routine"};
  }

  // -- battles --

  Weighed shot(const Sight& sight, const Menu& menu, const Action& action) const {
    if (action.verb == Verb::HOLD_FIRE) return {-900, "murmansk.reason.nothing_better"};
    const v1::Ship& firer = box_.ship(action.at<ShipNumber>(0));
    const auto target = action.at<ShipNumber>(1);
    const v1::Class::Kind kind = target == 0 ? v1::Class::CONVOY : box_.ship(target).defence();
    const auto column = menu.kind == v1::MenuKind::TORPEDOES ? box_.torpedo_column(firer.torpedoes(), kind)
                                                             : box_.column(firer.fire(), kind);
    int weight = column.value_or(-5) * 2;
    if (target != 0) weight += (box_.ship(target).capital() ? 3 : 0) + (sight.damaged(target) ? 4 : 0);
    return {weight, "murmansk.reason.best_target"};
  }

  Weighed flight(const Sight& sight, const Action& action) const {
    int own = 0, enemy = 0;
    bool hurt = false, freighters = false;
    for (const auto& ship : sight.board.battle().ship()) {
      if (ship.id().empty()) {
        freighters = true;
        continue;
      }
      const ShipNumber number = box_.ship_number(ship.id());
      (ship.side() == sight.side ? own : enemy) += sight.strength({number});
      hurt |= ship.side() == sight.side && sight.damaged(number) && box_.ship(number).capital();
    }
    const bool outgunned = enemy > own + own / 2;
    const bool leaves = sight.side == kAxis ? outgunned || hurt : outgunned && !freighters;
    if (action.verb == Verb::FLEE) return {leaves && !hurt ? 5 : -1, "murmansk.reason.outgunned"};
    if (action.verb == Verb::BREAK_OFF) return {leaves ? 4 : outgunned ? 3 : -1, "murmansk.reason.outgunned"};
    return {1, "murmansk.reason.stronger"};
  }

  Weighed place_by_safety(const Sight& sight, const Action& action) const {
    const Place place = action.arguments.size() > 1 ? action.at<Place>(1) : action.at<Place>(0);
    if (sight.side == kAllied) return {box_.near_base(place) ? 0 : 5, "murmansk.reason.safe"};
    if (box_.has(place, v1::Feature::NAVAL_BASE))
      return {20 - box_.distance(place, forward()), "murmansk.reason.near_lane"};
    return {20 - to_base(place), "murmansk.reason.home"};
  }

  const Box& box_;
};

std::unique_ptr<wardroom::bot::Bot> standard_bot(const Title& title, std::uint64_t) {
  return std::make_unique<Standard>(title);
}

}  // namespace

std::vector<wardroom::bot::BotEntry> bots() { return {{"standard", standard_bot, wardroom::bot::Hints::kGiven}}; }

}  // namespace wardroom::murmansk::bot
