// What no message type can promise: links return, tables have no gap, nobody leaves before he comes.
#include <algorithm>
#include <map>
#include <set>

#include "server/titles/murmansk/data/schema.h"
#include "wardroom/murmansk/v1/data.pb.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom::murmansk {
namespace {

using Position = v1::Map::Position;

v1::Direction::Kind opposite(v1::Direction::Kind way) {
  constexpr int kDirections = 8;
  return static_cast<v1::Direction::Kind>((way - 1 + kDirections / 2) % kDirections + 1);
}

bool has(const Position& position, v1::Feature::Kind feature) {
  return std::ranges::find(position.has(), feature) != position.has().end();
}

void check_map(const Found<v1::Map>& map, Mistakes& mistakes) {
  std::map<std::string, const Position*> by_id;
  for (const Position& position : map.it.position()) by_id[position.id()] = &position;
  for (const auto& [position, at] : children<Position>(map, "position")) {
    bool water = false;
    for (const auto& [link, spot] : children<v1::Map::Link>(at, "link")) {
      const auto other = by_id.find(link.to());
      if (other == by_id.end()) continue;  // named by the check of references
      const auto& back = other->second->link();
      const bool returns = std::ranges::any_of(
          back, [&](const auto& each) { return each.to() == position.id() && each.way() == opposite(link.way()); });
      if (!returns) {
        mistakes.push_back(
            spot.at("to").mistake(Text("data.link_one_way").word("from", position.id()).word("to", link.to())));
      }
      water |= !has(*other->second, v1::Feature::NAVAL_BASE) && !has(*other->second, v1::Feature::AIR_BASE);
    }
    if (!water) mistakes.push_back(at.at("link").mistake(Text("data.no_water").word("position", position.id())));
    for (int i = 0; i < position.turn_size(); ++i) {
      const bool linked =
          std::ranges::any_of(position.link(), [&](const auto& link) { return link.to() == position.turn(i); });
      if (!linked)
        mistakes.push_back(
            at.at("turn", i).mistake(Text("data.not_next").word("from", position.id()).word("to", position.turn(i))));
    }
  }
  for (v1::Feature::Kind needed :
       {v1::Feature::ENTRY_A, v1::Feature::ENTRY_B, v1::Feature::ALLIED_PORT, v1::Feature::NAVAL_BASE,
        v1::Feature::AIR_BASE, v1::Feature::MAIN_BASE, v1::Feature::PACK_START}) {
    const bool there = std::ranges::any_of(map.it.position(), [&](const Position& each) { return has(each, needed); });
    if (!there)
      mistakes.push_back(
          map.at.at("position").mistake(Text("data.no_feature").word("feature", v1::Feature::Kind_Name(needed))));
  }
}

void check_service(const std::string& id, const Spot& at, int turns, Mistakes& mistakes) {
  int last = 0;
  for (const auto& [service, spot] : children<v1::Service>(at, "service")) {
    const int to = service.has_to() ? service.to() : turns;
    if (service.from() <= last || service.from() > to || to > turns)
      mistakes.push_back(spot.mistake(Text("data.service").word("ship", id)));
    last = to;
  }
}

void check_ships(const Found<v1::Ships>& ships, int turns, Mistakes& mistakes) {
  for (const auto& [ship, at] : children<v1::Ship>(ships, "ship")) {
    if (ship.service().empty())
      mistakes.push_back(at.at("service").mistake(Text("data.no_rows").word("rows", "service")));
    check_service(ship.id(), at, turns, mistakes);
    const bool german = ship.nation() == v1::Nation::GERMAN;
    const bool at_home = ship.start() == v1::Ship::POOL || ship.start() == v1::Ship::RUSSIA;
    if (german == at_home) mistakes.push_back(at.at("start").mistake(Text("data.start").word("ship", ship.id())));
  }
}

void check_attack_table(const Found<v1::AttackTable>& table, Mistakes& mistakes) {
  const std::set<int> firers{v1::Class::D, v1::Class::CL, v1::Class::CA, v1::Class::BC, v1::Class::B, v1::Class::SB};
  std::set<int> targets;
  for (const auto& [row, at] : children<v1::AttackTable::Row>(table, "row")) {
    for (int target : row.target()) {
      if (!targets.insert(target).second)
        mistakes.push_back(at.at("target").mistake(
            Text("data.cell_twice").word("cell", v1::Class::Kind_Name(static_cast<v1::Class::Kind>(target)))));
    }
    std::set<int> here;
    for (const auto& cell : row.cell()) here.insert(cell.firer());
    if (here != firers || row.cell_size() != static_cast<int>(firers.size()))
      mistakes.push_back(at.at("cell").mistake(Text("data.table_gap").word("table", table.it.id())));
  }
  for (int target = v1::Class::CVE; target <= v1::Class::SB; ++target) {
    if (!targets.contains(target))
      mistakes.push_back(table.at.at("row").mistake(Text("data.table_gap").word("table", table.it.id())));
  }
}

void check_result_table(const Found<v1::ResultTable>& table, Mistakes& mistakes) {
  constexpr int kFaces = 6;
  std::set<int> attackers, defenders;
  for (const auto& [row, at] : children<v1::ResultTable::Row>(table, "row")) {
    attackers.insert(row.attacker());
    defenders.insert(row.defender());
    std::set<int> columns;
    for (const auto& cell : row.cell()) columns.insert(cell.column());
    if (columns.size() != static_cast<std::size_t>(v1::Column::FAA) || row.cell_size() != v1::Column::FAA)
      mistakes.push_back(at.at("cell").mistake(Text("data.table_gap").word("table", table.it.id())));
  }
  for (const std::set<int>& dice : {attackers, defenders}) {
    if (dice != std::set<int>{1, 2, 3, 4, 5, 6} || table.it.row_size() != kFaces)
      mistakes.push_back(table.at.at("row").mistake(Text("data.table_gap").word("table", table.it.id())));
  }
}

void check_weather(const Found<v1::WeatherTable>& table, Mistakes& mistakes) {
  std::set<int> seasons;
  for (const auto& [row, at] : children<v1::WeatherTable::Row>(table, "row")) {
    seasons.insert(row.season());
    if (row.light().empty()) mistakes.push_back(at.at("light").mistake(Text("data.no_rows").word("rows", "light")));
  }
  if (seasons.size() != static_cast<std::size_t>(v1::Season::WINTER) || table.it.row_size() != v1::Season::WINTER)
    mistakes.push_back(table.at.at("row").mistake(Text("data.table_gap").word("table", table.it.id())));
}

void check_scenarios(const DataSet& data, int turns, Mistakes& mistakes) {
  const auto map = data.all<v1::Map>();
  for (const auto& [scenario, at] : data.all<v1::Scenario>()) {
    if (scenario.first_turn() < 1 || scenario.last_turn() < scenario.first_turn() || scenario.last_turn() > turns)
      mistakes.push_back(at.at("first_turn").mistake(Text("data.turns").word("scenario", scenario.id())));
    if (!scenario.under_way().empty() && !map.empty()) {
      const auto& positions = map.front().it.position();
      const auto there = std::ranges::find(positions, scenario.under_way(), &Position::id);
      const bool land =
          there != positions.end() && (has(*there, v1::Feature::NAVAL_BASE) || has(*there, v1::Feature::AIR_BASE) ||
                                       has(*there, v1::Feature::ALLIED_PORT));
      if (land)
        mistakes.push_back(at.at("under_way").mistake(Text("data.no_sea").word("position", scenario.under_way())));
    }
    for (const auto& [begins, spot] : children<v1::Scenario::Begins>(at, "begins")) {
      if (begins.base().empty() || map.empty()) continue;
      const auto& positions = map.front().it.position();
      const auto base = std::ranges::find(positions, begins.base(), &Position::id);
      if (base != positions.end() && !has(*base, v1::Feature::NAVAL_BASE))
        mistakes.push_back(spot.at("base").mistake(Text("data.no_base").word("position", begins.base())));
    }
  }
  if (data.all<v1::Scenario>().empty()) mistakes.push_back({{}, 0, {}, Text("data.no_rows").word("rows", "Scenario")});
}

}  // namespace

void check_box(const DataSet& data, Mistakes& mistakes) {
  const auto track = data.all<v1::SeasonTrack>();
  const int turns = track.empty() ? 0 : track.front().it.turn_size();
  if (!track.empty() && turns == 0)
    mistakes.push_back(track.front().at.mistake(Text("data.no_rows").word("rows", "turn")));
  for (const auto& map : data.all<v1::Map>()) check_map(map, mistakes);
  for (const auto& outline : data.all<wardroom::v1::Outline>()) {
    for (const auto& [ring, at] : children<wardroom::v1::Outline::Ring>(outline, "ring")) {
      if (ring.x_size() != ring.y_size() || ring.x_size() < 3) mistakes.push_back(at.mistake(Text("data.ring_uneven")));
    }
  }
  for (const auto& ships : data.all<v1::Ships>()) check_ships(ships, turns, mistakes);
  for (const auto& units : data.all<v1::AirUnits>()) {
    for (const auto& [unit, at] : children<v1::AirUnit>(units, "unit")) check_service(unit.id(), at, turns, mistakes);
  }
  for (const auto& table : data.all<v1::AttackTable>()) check_attack_table(table, mistakes);
  for (const auto& table : data.all<v1::ResultTable>()) check_result_table(table, mistakes);
  for (const auto& table : data.all<v1::WeatherTable>()) check_weather(table, mistakes);
  check_scenarios(data, turns, mistakes);
}

}  // namespace wardroom::murmansk
