// What the other side will sooner or later be told of an action: the leak test plays the action with the same face in
// the world it imagines. Empty: nothing is ever told of it.
#include <algorithm>

#include "server/titles/murmansk/murmansk.h"

namespace wardroom::murmansk {
namespace {

using Verb = v1::Verb;

const v1::Group* group_of(const v1::Own& own, Key key) {
  const auto found = std::ranges::find(own.group(), key, &v1::Group::key);
  return found == own.group().end() ? nullptr : &*found;
}

// A group as the enemy knows it: its marker.
std::string shown(const v1::Own& own, Key key) {
  const v1::Group* group = group_of(own, key);
  return group ? std::to_string(group->marker()) : "none";
}

const v1::Group* group_with(const Box& box, const v1::Own& own, ShipNumber ship) {
  const auto unit = std::ranges::find(own.unit(), box.ship(ship).id(), &v1::Unit::id);
  return unit == own.unit().end() ? nullptr : group_of(own, unit->group());
}

bool contacted(const v1::Board& board, const v1::Group& group) {
  const auto marker = std::ranges::find(board.marker(), group.marker(), &v1::Marker::number);
  return marker != board.marker().end() && marker->contacted();
}

std::size_t ships_in(const v1::Own& own, Key key) {
  return static_cast<std::size_t>(std::ranges::count_if(
      own.unit(), [&](const v1::Unit& unit) { return unit.where() == v1::Unit::GROUP && unit.group() == key; }));
}

// Of ships that lie open everything, of others that something happens, and whether markers come or go.
std::string of_joining(const Box& box, const v1::Board& board, const v1::Own& own, const Action& action) {
  const v1::Group* from = group_with(box, own, action.at<ShipNumber>(0));
  if (!from) return "";
  const Key to = action.at<Key>(1);
  if (contacted(board, *from)) return "join " + std::to_string(action.at<ShipNumber>(0)) + " " + shown(own, to);
  const bool goes = from->kind() == v1::GroupKind::SHIPS && ships_in(own, from->key()) == 1;
  return "regroup " + std::to_string(from->place()) + (to == 0 ? " new" : "") + (goes ? " gone" : "");
}

std::string numbers_of(const Action& action) {
  std::string all = std::to_string(action.verb);
  for (std::int64_t argument : action.arguments) all += " " + std::to_string(argument);
  return all;
}

}  // namespace

std::string Murmansk::face(const Position& position, const Action& action, Viewer viewer) const {
  const Truth& truth = static_cast<const Truth&>(position);
  const v1::Board& board = truth.board();
  const v1::Own& own = is(viewer, Seat::kFirst) ? truth.axis() : truth.allied();
  const v1::Phase::Kind phase = board.clock().phase();
  switch (action.verb) {
    case Verb::CHOOSE:
    case Verb::PICK_UNIT:
    case Verb::TAKE:
    case Verb::RETURN_TO:
      return "";
    case Verb::ENOUGH:
      return board.has_battle() ? "enough" : "";
    case Verb::GO_ON:
      return phase == v1::Phase::FORCES || phase == v1::Phase::ORGANISE ? "" : "go on";
    case Verb::ASK_FUEL:
    case Verb::STAY_IN:
      return "~fuel";
    case Verb::JOIN:
      return phase == v1::Phase::ORGANISE ? "" : of_joining(*box_, board, own, action);
    case Verb::CHANGE: {
      const v1::Group* group = group_with(*box_, own, action.at<ShipNumber>(0));
      return "~change " + std::to_string(group ? group->place() : 0);
    }
    case Verb::PLACE_DUMMY:
      return "~dummy";
    case Verb::PUT:
      return "put " + std::to_string(action.at<Place>(1));
    case Verb::LIFT:
    case Verb::LEAVE:
      return std::to_string(action.verb) + " " + shown(own, action.at<Key>(0));
    case Verb::MOVE:
      return "move " + shown(own, action.at<Key>(0)) + " " + std::to_string(action.at<Place>(1));
    case Verb::ENTER:
      return "enter " + std::to_string(action.at<Place>(1));
    case Verb::SAIL:
      return "~sail " + std::to_string(action.at<Place>(0));
    default:
      return numbers_of(action);
  }
}

}  // namespace wardroom::murmansk
