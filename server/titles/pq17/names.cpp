// What forces, blocks, aircraft and conditions are called.
#include <algorithm>

#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {
namespace {

// Both sides have a TF 1: the side is part of the name. Empty: blocks of this kind show no number.
Text printed_name(Side side, v1::BlockKind::Kind kind, int number) {
  const bool axis = side == kAxis;
  switch (kind) {
    case v1::BlockKind::TASK_FORCE:
      return Text(axis ? "block.axis.task_force" : "block.allied.task_force").number("number", number);
    case v1::BlockKind::WOLFPACK:
      return Text(axis ? "block.axis.wolfpack" : "block.allied.wolfpack").number("number", number);
    case v1::BlockKind::CONVOY:
      return Text(axis ? "block.axis.convoy" : "block.allied.convoy").number("number", number);
    default:
      return {};
  }
}

}  // namespace

Text Operation::name(const v1::Force& force) const {
  if (force.kind() == v1::BlockKind::CONVOY && !force.convoy().empty())
    return Text("block.convoy_named").number("number", force.number()).text("name", Text(force.convoy() + ".name"));
  const bool axis = std::ranges::any_of(own(kAxis).force(), [&](const v1::Force& each) { return &each == &force; });
  Text printed = printed_name(axis && !is(Mutant::kForcesOfNoSide) ? kAxis : kAllied, force.kind(), force.number());
  return printed.empty() ? Text("block.dummy") : printed;
}

Text Operation::name(const v1::Block& block) const {
  if (!block.flat()) return "block.unidentified";
  Text printed = printed_name(is(Mutant::kForcesOfNoSide) ? kAllied : block.side(), block.kind(), block.number());
  return printed.empty() ? Text("block.unidentified") : printed;
}

Text Operation::name(const v1::Air::Unit& unit) const {
  Text unit_name = name(facts(unit));
  if (unit.number() == 0) return unit_name;
  return Text("aircraft.numbered").text("unit", std::move(unit_name)).number("number", unit.number());
}

Text Operation::name(v1::Weather::Kind weather) const {
  return Text("weather." + lower(v1::Weather::Kind_Name(weather)) + ".name");
}
Text Operation::name(v1::Ice::Condition ice) const {
  return Text("ice." + lower(v1::Ice::Condition_Name(ice)) + ".name");
}

}  // namespace wardroom::pq17
