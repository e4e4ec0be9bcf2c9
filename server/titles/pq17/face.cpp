// What the other side will sooner or later be told of an action: the leak test plays the action with the same face in
// the world it imagines. Empty: nothing is ever told of it.
#include <algorithm>
#include <sstream>

#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17 {
namespace {

// A force as the enemy knows it: its block, or the port it lies in.
std::string shown(const v1::Own& own, int key) {
  for (const v1::Force& force : own.force()) {
    if (force.key() != key) continue;
    return force.block() != 0 ? "block " + std::to_string(force.block()) : force.place();
  }
  return "none";
}

std::string route_of(const v1::Own& own, int key, int legs) {
  std::string route;
  for (const v1::Force& force : own.force()) {
    if (force.key() != key) continue;
    for (int i = 0; i < std::min(legs, force.route_size()); ++i) route += " " + std::to_string(force.route(i));
    if (legs > force.route_size()) route += " port";
  }
  return route;
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
  switch (verb) {
    case v1::Verb::ASSIGN:  // where a block will stand, not what is behind it
      return name + (action.at<int>(1) == 0 ? " new " : " join ") + std::to_string(action.at<int>(2));
    case v1::Verb::DIVIDE:  // one block more, whatever is behind it
      return action.at<int>(1) == 0 ? name + " new " + shown(own, action.at<int>(0)) : "";
    case v1::Verb::DONE:  // the end of a segment shows, the end of a step does not
      return before_moves ? "" : name + " " + std::to_string(truth.clock().segment());
    case v1::Verb::CHOOSE_CONDITION:
    case v1::Verb::LET_LAPSE:
    case v1::Verb::STOP:
    case v1::Verb::NO:
    case v1::Verb::REMOVE:
    case v1::Verb::REFUEL:
    case v1::Verb::PUMP_FIRST:
    case v1::Verb::DETACH_TOO:
    case v1::Verb::REARM:
    case v1::Verb::SWAP:
    case v1::Verb::TOW:
    case v1::Verb::DROP_TOW:
    case v1::Verb::KEEP_SHADOW:
    case v1::Verb::SPLIT_OFF:
      return "";
    case v1::Verb::PLOT:
      return "~" + name + " " + shown(own, action.at<int>(0));
    case v1::Verb::PLOT_TO:
    case v1::Verb::PLOT_STEP:
      return "~" + name + " " + std::to_string(action.at<int>(0));
    case v1::Verb::PLOT_CLEAR:
    case v1::Verb::PLOT_OUTSIDE:
    case v1::Verb::PLOT_END:
      return "~" + name;
    case v1::Verb::FOLLOW_ROUTE:
      return name + " " + shown(own, action.at<int>(0)) + route_of(own, action.at<int>(0), action.at<int>(1));
    case v1::Verb::FOLLOW_ALL_ROUTES:
    case v1::Verb::GO_ON:
    case v1::Verb::GO_ON_GROUNDED: {
      std::string all = name;
      for (std::size_t i = 0; i + 1 < action.arguments.size(); i += 2) {
        all += " " + shown(own, action.at<int>(i)) + route_of(own, action.at<int>(i), action.at<int>(i + 1));
      }
      return all;
    }
    case v1::Verb::CHOOSE_FORCE:
      return (before_moves ? "~" : "") + name + " " + shown(own, action.at<int>(0));
    case v1::Verb::EXIT_MAP:
    case v1::Verb::NEW_FORCE:
    case v1::Verb::LEAVE_DEAD:
    case v1::Verb::SAIL_FOR_TRAINING:
    case v1::Verb::LEAVE_PORT:
    case v1::Verb::SCATTER:
    case v1::Verb::ELIMINATE_DUMMY:
    case v1::Verb::ADD_DUMMY:
    case v1::Verb::REJOIN:
      return name + " " + shown(own, action.at<int>(0));
    // Attacks are announced by the blocks that make them.
    case v1::Verb::SUBMARINE_ATTACK:
    case v1::Verb::OFFENSIVE_ASW:
    case v1::Verb::AMBUSH:
    case v1::Verb::ATTACK:
    case v1::Verb::INITIATE_COMBAT:
      return name + " " + shown(own, action.at<int>(0)) + " " + std::to_string(action.at<int>(1));
    case v1::Verb::INTERCEPT:
    case v1::Verb::ENGAGE:
      return name + " " + shown(own, action.at<int>(0));
    case v1::Verb::TAKE_LOSS:
    case v1::Verb::CHOOSE_SHIP:
      return name;                // which of his ships is his own business until it is told
    case v1::Verb::CHOOSE_PLACE:  // which of the forces there others join does not show, that no block came does
      return name + " " + std::to_string(action.at<int>(0)) + (action.arguments.size() > 1 ? " join" : "");
    case v1::Verb::STEP:
      return name + " " + std::to_string(action.at<int>(0));  // how far it means to go does not show
    case v1::Verb::PLAN_OPERATION:
    case v1::Verb::BUY:
      return "";
    case v1::Verb::LEAVE_BOX:
      return name + " " + shown(own, action.at<int>(0)) + " " + std::to_string(action.at<int>(1));
    case v1::Verb::COMBINE:
      return name + " " + shown(own, action.at<int>(0)) + " " + shown(own, action.at<int>(1));
    case v1::Verb::SHADOW: {
      const auto kind = action.at<v1::Shadow::Kind>(1);
      const bool by_force = kind == v1::Shadow::WOLFPACK || kind == v1::Shadow::CRUISERS;
      return name + " " + std::to_string(action.at<int>(0)) + " " + std::to_string(kind) + " " +
             (by_force ? shown(own, action.at<int>(2)) : std::to_string(action.at<int>(2)));
    }
    default: {
      std::ostringstream out;
      out << name;
      for (std::int64_t argument : action.arguments) out << " " << argument;
      return out.str();
    }
  }
}

}  // namespace wardroom::pq17
