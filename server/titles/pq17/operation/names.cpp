// What forces, blocks, aircraft, conditions and places are called, and how far an Operation has come.
#include <algorithm>

#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17 {

// Both sides have a TF 1: the side is part of the name. Menus and reports are full of names: none is copied on its way.
Text printed_name(Side side, v1::BlockKind::Kind kind, int number) {
  const bool axis = side == kAxis;
  Text name;
  switch (kind) {
    case v1::BlockKind::TASK_FORCE:
      name.id = axis ? "block.axis.task_force" : "block.allied.task_force";
      break;
    case v1::BlockKind::WOLFPACK:
      name.id = axis ? "block.axis.wolfpack" : "block.allied.wolfpack";
      break;
    case v1::BlockKind::CONVOY:
      name.id = axis ? "block.axis.convoy" : "block.allied.convoy";
      break;
    default:
      return name;
  }
  name.number("number", number);
  return name;
}

Text Operation::name(const v1::Force& force) const {
  if (force.kind() == v1::BlockKind::CONVOY && !force.convoy().empty())
    return Text("block.convoy_named").number("number", force.number()).text("name", Text(force.convoy() + ".name"));
  const bool axis = std::ranges::any_of(own(kAxis).force(), [&](const v1::Force& each) { return &each == &force; });
  Text printed = printed_name(axis ? kAxis : kAllied, force.kind(), force.number());
  if (printed.empty()) printed.id = "block.dummy";
  return printed;
}

Text Operation::name(const v1::Block& block) const {
  if (!block.flat()) return "block.unidentified";
  Text printed = printed_name(block.side(), block.kind(), block.number());
  if (printed.empty()) printed.id = "block.unidentified";
  return printed;
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

// The chart with its hexes; ports, airbases and boxes by their numbers; the areas of the battle display.
std::vector<BoardInfo> Pq17::boards() const {
  return {{"chart", BoardInfo::Kind::kGrid, "board.chart.name"},
          {"ports", BoardInfo::Kind::kZone, "board.ports.name"},
          {"battle", BoardInfo::Kind::kBattle, "board.battle.name"}};
}

Text Pq17::place(std::uint32_t place) const {
  const std::uint32_t here = number_on_board(place);
  switch (board_of(place)) {
    case 0: {
      if (here >= 10000 || !reference_.box().hex(static_cast<Hex>(here))) return {};
      const std::string hex = number_of(static_cast<Hex>(here));
      const PlaceFacts* port = reference_.port_at(static_cast<Hex>(here));
      return port ? Text("place.port_hex").text("place", Text(port->name)).word("hex", hex)
                  : Text("place.hex").word("hex", hex);
    }
    case 1: {
      const auto& places = reference_.places();
      const auto found = std::ranges::find(places, static_cast<int>(here), &PlaceFacts::number);
      return found == places.end() ? Text() : Text(found->name);
    }
    case 2:
      if (!v1::Battle::Area_IsValid(static_cast<int>(here))) return {};
      return Text("battle.area." + lower(v1::Battle::Area_Name(static_cast<v1::Battle::Area>(here))) + ".name");
    default:
      return {};
  }
}

Text Pq17::progress(const View& public_view) const {
  const v1::Clock& clock = static_cast<const v1::View&>(public_view).clock();
  const char* phase = "";
  switch (clock.phase()) {
    case v1::Clock::SPECIAL_CONDITION_DRAW:
    case v1::Clock::SET_UP:
    case v1::Clock::PLANNING:
      return "phase.planning.name";
    case v1::Clock::PLAYER:
      phase = clock.active() == kAllied ? "phase.allied.name" : "phase.axis.name";
      break;
    case v1::Clock::SPECIAL_CONDITIONS:
      phase = "phase.special_conditions.name";
      break;
    case v1::Clock::FUEL:
      phase = "phase.fuel.name";
      break;
    case v1::Clock::CONFIRMATION:
      return "phase.confirmation.name";
    case v1::Clock::VICTORY_POINTS:
    case v1::Clock::OVER:
      return "phase.victory_points.name";
    default:
      phase = "phase.weather.name";
  }
  return Text("progress.turn").text("turn", Operation::turn_name(clock.turn())).text("phase", phase);
}

}  // namespace wardroom::pq17
