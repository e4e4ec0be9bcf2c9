#include "server/titles/pq17/movement/routes.h"

#include <algorithm>
#include <utility>

#include "server/titles/pq17/air/movement.h"
#include "server/titles/pq17/movement/legality.h"
#include "server/titles/pq17/movement/moves.h"
#include "server/titles/pq17/weather/ice.h"

namespace wardroom::pq17 {
namespace {

constexpr int kNever = 100;  // turns

// [5.1.2] Where the route of a force ends: each that goes in takes room of the others.
bool enters_limited_port(const Operation& op, const v1::Force& force) {
  const Hex end = force.route().empty() ? op.hex_of(force) : as_hex(force.route(force.route_size() - 1));
  const PlaceFacts* port = op.port_in_play(end);
  return port && port->port->entry_limited();
}

bool under_air(const Operation& op, Side enemy, Hex hex) {
  if (op.permanent_radius(enemy, hex)) return true;
  return std::ranges::any_of(op.truth.air().unit(), [&](const v1::Air::Unit& unit) {
    return unit.side() == enemy && unit.mission() == v1::Air::RADIUS &&
           std::ranges::find(unit.radius(), number(hex)) != unit.radius().end();
  });
}

bool been(const v1::Force& force, Hex hex) {
  return std::ranges::find(force.visited(), number(hex)) != force.visited().end() ||
         std::ranges::find(force.route(), number(hex)) != force.route().end();
}

bool known_as_closed(const Operation& op, Side side, Hex from, Hex to) {
  const auto ice = known_ice(op, side, from, to);
  return ice && (*ice == v1::Ice::SOLID_PACK || (side == kAxis && *ice >= v1::Ice::HEAVY_DRIFT));  // [5.1.7]
}

bool makes_for(const Operation& op, Side side, const v1::Force& force, const PlaceFacts& place) {
  if (!place.port || place.side != side || !op.in_play(place)) return false;
  if (place.port->submarines_only() && force.kind() != v1::BlockKind::WOLFPACK) return false;  // [1.1.1]
  if (force.training()) return force.home() == place.id;                                       // [4.3.4]
  return force.kind() != v1::BlockKind::CONVOY || may_end_in(op, force, place);
}

// What another force does may bar its way [5.2.1] or spend the points for it [4.3.2]: it is followed by itself.
bool depends_on_others(const Operation& op, Side side, const v1::Force& force) {
  return side == kAllied && (force.kind() == v1::BlockKind::WOLFPACK || has_soviet(op.reference, force));
}

}  // namespace

Outlook::Outlook(const Operation& op, Side side, const v1::Force& force)
    : op_(op),
      enemy_(enemy_of(side)),
      speed_(counter_speed(op.reference, force)),
      turn_(op.turn()),
      fuel_(force.fuel()),
      fuel_turn_(force.fuel_turn()),
      burns_(force.fuel_turn() != 0 || force.fuel() != v1::Force::FULL) {
  left_ = force.done() ? 0 : pace() - force.hexes();
  for (std::uint32_t hex : force.route()) go_on(as_hex(hex));
}

int Outlook::pace() const {
  const auto& hexes = op_.numbers.movement();
  switch (fuel_ == v1::Force::CRITICAL ? std::max(speed_, v1::Speed::SLOW) : speed_) {  // [11.2.3]
    case v1::Speed::HIGH:
    case v1::Speed::MODERATE:
      return hexes.moderate_hexes();
    case v1::Speed::SLOW:
      return hexes.slow_hexes();
    case v1::Speed::CRAWL:
      return Operation::is_pm(turn_) ? hexes.crawl_pm_hexes() : hexes.crawl_am_hexes();
    default:
      return 0;
  }
}

void Outlook::next_turn() {
  if (fuel_turn_ != 0 && fuel_turn_ <= turn_) {
    const bool full = fuel_ == v1::Force::FULL;
    fuel_ = full ? v1::Force::LOW : v1::Force::CRITICAL;
    fuel_turn_ = full ? turn_ + op_.numbers.fuel().danger_after_warning() : 0;
  }
  ++turn_;
  left_ = pace();
}

void Outlook::go_into_port() {
  while (left_ < op_.numbers.movement().port_hexes() && turn_ < op_.turn() + kNever) next_turn();  // [5.1.2]
  into_port_ = true;
}

void Outlook::go_on(Hex to) {
  while (left_ <= 0 && turn_ < op_.turn() + kNever) next_turn();
  --left_;
  if (under_air(op_, enemy_, to)) ++under_air_;
}

Text Outlook::told() const {
  return Text("would.route")
      .text("turn", op_.turn_name(turn_))
      .word("port", into_port_ ? "yes" : "no")
      .word("burns", burns_ ? "yes" : "no")
      .text("fuel", Text("fuelstatus." + lower(v1::Force::FuelStatus_Name(fuel_)) + ".name"))
      .number("air", under_air_);
}

std::vector<Hex> way_to(Operation& op, Side side, const v1::Force& force, Hex from, Hex goal) {
  std::vector<Hex> way;
  while (from != goal) {
    const int far = op.reference.sea_distance(side, from, goal);
    const auto& around = op.reference.hex(from).by_sea;
    const auto next = std::ranges::find_if(around, [&](Hex to) {
      if (op.reference.sea_distance(side, to, goal) >= far || known_as_closed(op, side, from, to) ||
          !open_to(op, side, force, to))
        return false;
      return force.kind() != v1::BlockKind::CONVOY || !been(force, to);  // [5.1.5]
    });
    if (next == around.end()) break;
    way.push_back(*next);
    from = *next;
  }
  return way;
}

void offer_ports_to_plot(Operation& op, Side side, const v1::Force& force, Hex end, int most, Menu& menu) {
  for (const PlaceFacts& place : op.reference.places()) {
    if (!makes_for(op, side, force, place)) continue;
    const int far = op.reference.sea_distance(side, end, place.hex);
    if (far > most || (far == 0 && force.route_into_port())) continue;
    menu.offer(v1::Verb::PLOT_TO, place.hex)
        .place(number(place.hex))
        .says("choice.move.route_to")
        .text("place", op.name(place));
  }
}

void foresee_routes(Operation& op, Side side, ForceKey key, Menu& menu) {
  menu.foresight = [&op, side, key](Menu& shown) {
    const v1::Force& force = op.force(side, key);
    const Hex end = force.route().empty() ? op.hex_of(force) : as_hex(force.route(force.route_size() - 1));
    const Outlook now(op, side, force);
    for (Item& item : shown.items) {
      Outlook then = now;
      if (item.action.verb == v1::Verb::PLOT_STEP) then.go_on(item.action.at<Hex>(0));
      if (item.action.verb == v1::Verb::PLOT_TO) {
        const Hex port = item.action.at<Hex>(0);
        const auto way = way_to(op, side, force, end, port);
        for (Hex hex : way) then.go_on(hex);
        if ((way.empty() ? end : way.back()) == port) then.go_into_port();
      }
      if (item.action.verb == v1::Verb::PLOT_END && force.route_into_port()) then.go_into_port();
      if (item.action.verb != v1::Verb::PLOT_CLEAR && !(item.action.verb == v1::Verb::PLOT_END && !has_route(force)))
        item.would(then.told());
    }
  };
}

// In the order of their blocks, which both sides know.
void offer_all_routes(Operation& op, Side side, Menu& menu) {
  std::vector<std::pair<const v1::Force*, int>> ready;
  bool leaves_behind = false;  // somebody who has a route, or who must move
  for (const Item& item : menu.items) {
    if (item.action.verb == v1::Verb::CHOOSE_FORCE) {
      const v1::Force& force = op.force(side, item.action.at<ForceKey>(0));
      leaves_behind |= must_move(op, force) &&
                       (force.route_halted() || legs_along_route(op, side, op.force(side, key_of(force))) == 0);
    }
    if (item.action.verb != v1::Verb::FOLLOW_ROUTE) continue;
    const v1::Force& force = op.force(side, item.action.at<ForceKey>(0));
    if (force.route_halted() || depends_on_others(op, side, force)) {
      leaves_behind = true;
    } else {
      ready.emplace_back(&force, item.action.at<int>(1));
    }
  }
  std::ranges::sort(ready, {}, [](const auto& each) { return each.first->block(); });
  bool room_taken = false;  // of Soviet ports, by one of them [5.1.2]
  leaves_behind |= std::erase_if(ready, [&](const auto& each) {
                     const auto& [force, legs] = each;
                     const bool takes_room = legs > force->route_size() && enters_limited_port(op, *force);
                     return takes_room && std::exchange(room_taken, true);
                   }) > 0;
  menu.foresight = [&op, side](Menu& shown) {
    for (Item& item : shown.items) {
      if (item.action.verb != v1::Verb::FOLLOW_ROUTE) continue;
      const v1::Force& force = op.force(side, item.action.at<ForceKey>(0));
      Outlook then(op, side, force);
      if (force.route_into_port()) then.go_into_port();
      item.would(then.told());
    }
  };
  if (ready.empty()) return;
  const auto offer = [&](v1::Verb::Kind verb, const char* label) {
    Item& item = menu.offer(verb);
    if (verb != v1::Verb::FOLLOW_ALL_ROUTES) item.would("would.go_on");
    for (const auto& [force, legs] : ready) {
      item.action.arguments.push_back(force->key());
      item.action.arguments.push_back(legs);
      item.place(number(op.hex_of(*force)));
    }
    item.says(label).number("count", static_cast<int>(ready.size()));
  };
  offer(v1::Verb::FOLLOW_ALL_ROUTES, "choice.move.follow_all");
  if (leaves_behind) return;
  offer(v1::Verb::GO_ON, "choice.move.go_on");
  if (might_fly(op, side)) offer(v1::Verb::GO_ON_GROUNDED, "choice.move.go_on_grounded");
}

// One after the other, until a block does not get where it should or stands with an enemy: both sides see that.
Task<bool> follow_all_routes(Operation& op, Side side, Action orders) {
  for (std::size_t i = 0; i + 1 < orders.arguments.size(); i += 2) {
    const auto key = orders.at<ForceKey>(i);
    const int legs = orders.at<int>(i + 1);
    const v1::Force* force = op.find(side, key);
    if (!force || !op.at_sea(*force) || force->hexes() > 0) continue;
    const int hexes = std::min(legs, force->route_size());
    const Hex goal = hexes == 0 ? op.hex_of(*force) : as_hex(force->route(hexes - 1));
    co_await follow_route(op, side, key, legs, Rest::kGivenUp);  // being asked would tell that it could go on
    force = op.find(side, key);
    if (!force) co_return false;
    if (!op.at_sea(*force)) continue;  // it went on into port
    const bool still_outside = legs > hexes && hexes == 0;
    if (still_outside || op.hex_of(*force) != goal || !op.blocks(enemy_of(side), goal).empty()) co_return false;
  }
  co_return true;
}

}  // namespace wardroom::pq17
