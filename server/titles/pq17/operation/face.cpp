// What the other side will sooner or later be told of an action: the leak test plays the action with the same face in
// the world it imagines. Empty: nothing is ever told of it.
#include <algorithm>
#include <array>

#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17 {
namespace {

using Verb = v1::Verb;

constexpr std::array kUntold = {
    Verb::CHOOSE_CONDITION, Verb::LET_LAPSE,  Verb::STOP,           Verb::NO,   Verb::REMOVE, Verb::REFUEL,
    Verb::PUMP_FIRST,       Verb::DETACH_TOO, Verb::REARM,          Verb::SWAP, Verb::TOW,    Verb::DROP_TOW,
    Verb::KEEP_SHADOW,      Verb::SPLIT_OFF,  Verb::PLAN_OPERATION, Verb::BUY};

// Told of the force that does it.
constexpr std::array kOfOneForce = {Verb::EXIT_MAP,   Verb::NEW_FORCE, Verb::LEAVE_DEAD,      Verb::SAIL_FOR_TRAINING,
                                    Verb::LEAVE_PORT, Verb::SCATTER,   Verb::ELIMINATE_DUMMY, Verb::ADD_DUMMY,
                                    Verb::REJOIN,     Verb::INTERCEPT, Verb::ENGAGE};

// And whom it is done to, or where: attacks are announced by the blocks that make them.
constexpr std::array kOfOneForceThere = {Verb::SUBMARINE_ATTACK, Verb::OFFENSIVE_ASW,   Verb::AMBUSH,
                                         Verb::ATTACK,           Verb::INITIATE_COMBAT, Verb::LEAVE_BOX};

// A force as the enemy knows it: its block, or the port it lies in.
std::string shown(const v1::Own& own, ForceKey key) {
  for (const v1::Force& force : own.force()) {
    if (key_of(force) != key) continue;
    return force.block() != 0 ? "block " + std::to_string(force.block()) : force.place();
  }
  return "none";
}

std::string route_of(const v1::Own& own, ForceKey key, int legs) {
  std::string route;
  for (const v1::Force& force : own.force()) {
    if (key_of(force) != key) continue;
    for (int i = 0; i < std::min(legs, force.route_size()); ++i) route += " " + std::to_string(force.route(i));
    if (legs > force.route_size()) route += " port";
  }
  return route;
}

std::string routes_of(const v1::Own& own, const Action& action) {
  std::string all;
  for (std::size_t i = 0; i + 1 < action.arguments.size(); i += 2) {
    all += " " + shown(own, action.at<ForceKey>(i)) + route_of(own, action.at<ForceKey>(i), action.at<int>(i + 1));
  }
  return all;
}

std::string numbers_of(const Action& action) {
  std::string all;
  for (std::int64_t argument : action.arguments) all += " " + std::to_string(argument);
  return all;
}

}  // namespace

std::string Pq17::face(const Position& position, const Action& action, Viewer viewer) const {
  const auto& truth = static_cast<const Truth&>(position);
  const Side side = is(viewer, Seat::kFirst) ? kAxis : kAllied;  // whoever acts
  const v1::Own& own = side == kAxis ? truth.axis() : truth.allied();
  const auto verb = static_cast<v1::Verb::Kind>(action.verb);
  const bool moving = truth.clock().segment() == v1::Clock::NAVAL_MOVEMENT && truth.clock().active() == side;
  const bool before_moves = moving && own.step() != v1::Clock::MOVE;
  const std::string name = v1::Verb::Kind_Name(verb) + (before_moves ? " before" : "");
  if (verb == v1::Verb::NO && truth.clock().phase() == v1::Clock::SET_UP)
    return name;  // in port, not at sea with the other
  const bool planning = truth.clock().phase() == v1::Clock::SET_UP || truth.clock().phase() == v1::Clock::PLANNING;
  if (verb == v1::Verb::CHOOSE_SHIP && planning) return "";  // of GEARBOX
  const auto among = [&](const auto& verbs) { return std::ranges::find(verbs, verb) != verbs.end(); };
  if (among(kUntold)) return "";
  if (among(kOfOneForce)) return name + " " + shown(own, action.at<ForceKey>(0));
  if (among(kOfOneForceThere))
    return name + " " + shown(own, action.at<ForceKey>(0)) + " " + std::to_string(action.at<int>(1));
  switch (verb) {
    case v1::Verb::ASSIGN:  // where a block will stand, not what is behind it
      return name + (action.at<int>(1) == 0 ? " new " : " join ") + std::to_string(action.at<int>(2));
    case v1::Verb::DIVIDE:  // one block more, whatever is behind it
      return action.at<int>(1) == 0 ? name + " new " + shown(own, action.at<ForceKey>(0)) : "";
    case v1::Verb::DONE:  // the end of a segment shows, the end of a step does not
      return before_moves ? "" : name + " " + std::to_string(truth.clock().segment());
    case v1::Verb::PLOT:
      return "~" + name + " " + shown(own, action.at<ForceKey>(0));
    case v1::Verb::PLOT_TO:
    case v1::Verb::PLOT_STEP:
      return "~" + name + " " + std::to_string(action.at<int>(0));
    case v1::Verb::PLOT_CLEAR:
    case v1::Verb::PLOT_OUTSIDE:
    case v1::Verb::PLOT_END:
      return "~" + name;
    case v1::Verb::FOLLOW_ROUTE:
      return name + " " + shown(own, action.at<ForceKey>(0)) + route_of(own, action.at<ForceKey>(0), action.at<int>(1));
    case v1::Verb::FOLLOW_ALL_ROUTES:
    case v1::Verb::GO_ON:
    case v1::Verb::GO_ON_GROUNDED:
      return name + routes_of(own, action);
    case v1::Verb::CHOOSE_FORCE:
      return (before_moves ? "~" : "") + name + " " + shown(own, action.at<ForceKey>(0));
    case v1::Verb::TAKE_LOSS:
    case v1::Verb::CHOOSE_SHIP:
      return name;                // which of his ships is his own business until it is told
    case v1::Verb::CHOOSE_PLACE:  // which of the forces there others join does not show, that no block came does
      return name + " " + std::to_string(action.at<int>(0)) + (action.arguments.size() > 1 ? " join" : "");
    case v1::Verb::STEP:
      return name + " " + std::to_string(action.at<int>(0));  // how far it means to go does not show
    case v1::Verb::COMBINE:
      return name + " " + shown(own, action.at<ForceKey>(0)) + " " + shown(own, action.at<ForceKey>(1));
    case v1::Verb::SHADOW: {
      const auto kind = action.at<v1::Shadow::Kind>(1);
      const bool by_force = kind == v1::Shadow::WOLFPACK || kind == v1::Shadow::CRUISERS;
      return name + " " + std::to_string(action.at<int>(0)) + " " + std::to_string(kind) + " " +
             (by_force ? shown(own, action.at<ForceKey>(2)) : std::to_string(action.at<int>(2)));
    }
    default:
      return name + numbers_of(action);
  }
}

}  // namespace wardroom::pq17
