#include "server/titles/murmansk/data/show.h"

#include <algorithm>

#include "server/titles/sea/sheets.h"

namespace wardroom::murmansk {
namespace {

using sea::cell;
using sea::FactTable;
using sea::joined;
using sea::lower;
using sea::SheetKind;
using sea::value_text;

constexpr const char* kSeasonTrack = "murmansk.seasons";  // the track has no id of its own

Text class_name(int kind) {
  return value_text("murmansk.class.", v1::Class::Kind_Name(static_cast<v1::Class::Kind>(kind)));
}

Text season_name(const v1::SeasonTrack::Turn& turn) {
  return value_text("murmansk.season.", v1::Season::Kind_Name(turn.season()), "")
      .word("year", std::to_string(turn.year()));
}

// -- tables --

Sheet attack_table(const Spot& spot) {
  const auto& table = dynamic_cast<const v1::AttackTable&>(*spot.message());
  Sheet sheet = sea::words_of(table.id());
  SheetTable out;
  out.heads.push_back(Text("murmansk.show.target"));
  for (const auto& each : table.row(0).cell()) out.heads.push_back(class_name(each.firer()));
  for (const auto& [row, at] : children<v1::AttackTable::Row>(spot, "row")) {
    std::vector<Text> targets;
    for (int target : row.target()) targets.push_back(class_name(target));
    std::vector<SheetCell> cells = {cell(joined(std::move(targets)))};
    for (int i = 0; i < row.cell_size(); ++i) {
      const auto& each = row.cell(i);
      cells.push_back(cell(plain(each.has_column() ? sea::signed_text(each.column()) : std::string("-")),
                           at.at("cell", i).at("column"), sheet));
    }
    out.rows.push_back(std::move(cells));
  }
  sheet.tables.push_back(std::move(out));
  return sheet;
}

Text outcome(const v1::ResultTable::Cell& each) {
  std::vector<Text> parts;
  if (each.harm() != v1::Harm::NONE)
    parts.push_back(value_text("murmansk.harm.", v1::Harm::Kind_Name(each.harm()), ""));
  if (each.defence() != v1::Defence::NONE)
    parts.push_back(value_text("murmansk.defence.", v1::Defence::Kind_Name(each.defence())));
  return joined(std::move(parts));
}

Sheet result_table(const Spot& spot) {
  const auto& table = dynamic_cast<const v1::ResultTable&>(*spot.message());
  Sheet sheet = sea::words_of(table.id());
  SheetTable out;
  out.heads = {Text("murmansk.show.attacker"), Text("murmansk.show.defender")};
  for (const auto& each : table.row(0).cell())
    out.heads.push_back(value_text("murmansk.column.", v1::Column::Kind_Name(each.column())));
  for (const auto& [row, at] : children<v1::ResultTable::Row>(spot, "row")) {
    std::vector<SheetCell> cells = {cell(plain(row.attacker())), cell(plain(row.defender()))};
    for (int i = 0; i < row.cell_size(); ++i)
      cells.push_back(cell(outcome(row.cell(i)), at.at("cell", i).at("harm"), sheet));
    out.rows.push_back(std::move(cells));
  }
  sheet.tables.push_back(std::move(out));
  return sheet;
}

Sheet weather_table(const Spot& spot) {
  const auto& table = dynamic_cast<const v1::WeatherTable&>(*spot.message());
  Sheet sheet = sea::words_of(table.id());
  SheetTable out;
  for (const char* head : {"season", "begins", "continues", "light", "ice"})
    out.heads.push_back(Text(std::string("murmansk.show.") + head));
  for (const auto& [row, at] : children<v1::WeatherTable::Row>(spot, "row")) {
    std::vector<Text> light;
    for (int each : row.light())
      light.push_back(value_text("murmansk.light.", v1::Light::Kind_Name(static_cast<v1::Light::Kind>(each)), ""));
    out.rows.push_back({cell(value_text("murmansk.show.season.", v1::Season::Kind_Name(row.season()), "")),
                        cell(plain(sea::range_text(row.begins())), at.at("begins"), sheet),
                        cell(plain(sea::range_text(row.continues())), at.at("continues"), sheet),
                        cell(joined(std::move(light)), at.at("light", 0), sheet),
                        cell(Text(row.ice() ? "murmansk.show.yes" : "murmansk.show.no"), at.at("ice"), sheet)});
  }
  sheet.tables.push_back(std::move(out));
  return sheet;
}

// -- counters --

void add_yes(FactTable& facts, bool is_so, const char* label, std::string_view field) {
  if (is_so) facts.add(label, Text("murmansk.show.yes"), field);
}

template <class Unit>
Text service_text(const Box& box, const Unit& unit) {
  std::vector<Text> parts;
  for (const v1::Service& each : unit.service()) {
    const Text from = season_name(box.turn(each.from()));
    const int last = each.has_to() ? each.to() : box.turns();
    if (last == each.from()) {
      parts.push_back(from);
    } else {
      parts.push_back(Text("murmansk.show.from_to").text("from", from).text("to", season_name(box.turn(last))));
    }
  }
  return joined(std::move(parts));
}

Sheet ship_sheet(const Box& box, const Spot& spot) {
  const auto& ship = dynamic_cast<const v1::Ship&>(*spot.message());
  Sheet sheet;
  sheet.title = Text(ship.id() + ".name");
  FactTable facts(spot);
  facts.show_named("murmansk.show.nation", "nation", "murmansk.nation.");
  if (ship.fire() != v1::Class::UNSPECIFIED) facts.show_named("murmansk.show.fire", "fire", "murmansk.class.");
  facts.show_named("murmansk.show.defence", "defence", "murmansk.class.");
  if (ship.torpedoes() != v1::Torpedoes::UNSPECIFIED)
    facts.show_named("murmansk.show.torpedoes", "torpedoes", "murmansk.torpedoes.");
  if (ship.range() != 0) facts.show("murmansk.show.range", "range");
  add_yes(facts, ship.capital(), "murmansk.show.capital", "capital");
  add_yes(facts, ship.cruiser(), "murmansk.show.cruiser", "cruiser");
  add_yes(facts, ship.misfires(), "murmansk.show.misfires", "misfires");
  if (ship.weakness() != 0) facts.show("murmansk.show.weakness", "weakness");
  if (ship.fuel() != 0) facts.show("murmansk.show.fuel", "fuel");
  add_yes(facts, ship.enters_south(), "murmansk.show.enters_south", "enters_south");
  add_yes(facts, ship.squadron(), "murmansk.show.squadron", "squadron");
  facts.show_named("murmansk.show.start", "start", "murmansk.start.");
  facts.add("murmansk.show.service", service_text(box, ship), "service");
  sheet.tables.push_back(facts.take());
  return sheet;
}

Sheet air_sheet(const Box& box, const Spot& spot) {
  const auto& unit = dynamic_cast<const v1::AirUnit&>(*spot.message());
  Sheet sheet;
  sheet.title = Text(unit.id() + ".name");
  FactTable facts(spot);
  facts.show_named("murmansk.show.column", "column", "murmansk.column.");
  add_yes(facts, unit.low(), "murmansk.show.low", "low");
  add_yes(facts, unit.answers(), "murmansk.show.answers", "answers");
  facts.show_named("murmansk.show.base", "base");
  if (!unit.service().empty()) facts.add("murmansk.show.service", service_text(box, unit), "service");
  sheet.tables.push_back(facts.take());
  return sheet;
}

// -- the season track, positions, scenarios --

// Ships that come in a season, or leave after it.
template <class IsSo>
Text ships_that(const Box& box, const IsSo& is_so) {
  std::vector<Text> found;
  for (ShipNumber ship = 1; ship <= box.ships(); ++ship) {
    if (std::ranges::any_of(box.ship(ship).service(), is_so)) found.push_back(Text(box.ship(ship).id() + ".name"));
  }
  return joined(std::move(found));
}

Sheet season_track(const Box& box, const Spot& spot) {
  Sheet sheet = sea::words_of(kSeasonTrack);
  SheetTable out;
  for (const char* head : {"season", "transit", "fuel_short", "tallboy", "arrives", "leaves"})
    out.heads.push_back(Text(std::string("murmansk.show.") + head));
  const auto yes = [](bool is_so) { return Text(is_so ? "murmansk.show.yes" : "murmansk.show.no"); };
  int number = 0;
  for (const auto& [turn, at] : children<v1::SeasonTrack::Turn>(spot, "turn")) {
    ++number;
    const auto comes = [&](const v1::Service& each) { return each.from() == number && number > 1; };
    const auto goes = [&](const v1::Service& each) { return each.has_to() && each.to() == number; };
    out.rows.push_back({cell(season_name(turn)), cell(plain(sea::signed_text(turn.transit())), at.at("transit"), sheet),
                        cell(yes(turn.fuel_short()), at.at("fuel_short"), sheet),
                        cell(yes(turn.tallboy()), at.at("tallboy"), sheet), cell(ships_that(box, comes)),
                        cell(ships_that(box, goes))});
  }
  sheet.tables.push_back(std::move(out));
  return sheet;
}

Sheet position_sheet(const Spot& spot) {
  const auto& position = dynamic_cast<const v1::Map::Position&>(*spot.message());
  Sheet sheet;
  sheet.title = Text(position.id() + ".name");
  FactTable facts(spot);
  facts.show_named("murmansk.show.has", "has", "murmansk.feature.");
  std::vector<Text> links;
  for (const auto& link : position.link())
    links.push_back(Text("murmansk.show.link")
                        .text("way", value_text("murmansk.direction.", v1::Direction::Kind_Name(link.way())))
                        .text("to", Text(link.to() + ".name")));
  facts.add("murmansk.show.links", joined(std::move(links)), "link");
  facts.show_named("murmansk.show.turn", "turn");
  if (position.room() != 0) facts.show("murmansk.show.room", "room");
  sheet.tables.push_back(facts.take());
  return sheet;
}

Sheet scenario_sheet(const Box& box, const Spot& spot) {
  const auto& scenario = dynamic_cast<const v1::Scenario&>(*spot.message());
  Sheet sheet;
  sheet.title = Text(scenario.id() + ".name");
  for (const char* part : {".subtitle", ".note", ".aims.allied", ".aims.axis", ".forces.allied", ".forces.axis"})
    sheet.lines.push_back(Text(scenario.id() + part));
  FactTable facts(spot);
  facts.add("murmansk.show.from", season_name(box.turn(scenario.first_turn())), "first_turn");
  facts.add("murmansk.show.to", season_name(box.turn(scenario.last_turn())), "last_turn");
  if (scenario.convoys() != 0) facts.show("murmansk.show.convoys", "convoys");
  if (scenario.periods() != 0) facts.show("murmansk.show.periods", "periods");
  sheet.tables.push_back(facts.take());
  return sheet;
}

template <class List>
std::vector<std::string> ids_of(const List& list) {
  std::vector<std::string> out;
  for (const auto& each : list) out.push_back(each.id());
  return out;
}

std::vector<SheetKind> kinds(const Box& box) {
  const auto table = [&box](const std::string& id) {
    if (id == kSeasonTrack) return season_track(box, box.track_spot());
    const Spot spot = *box.where(id);
    if (id == box.attack_table().id()) return attack_table(spot);
    return id == box.result_table().id() ? result_table(spot) : weather_table(spot);
  };
  const auto unit = [&box](const std::string& id) {
    return id.starts_with("air.") ? air_sheet(box, *box.where(id)) : ship_sheet(box, *box.where(id));
  };
  const auto scenario = [&box](const std::string& id) { return scenario_sheet(box, *box.where(id)); };
  const auto at = [&box](Sheet (*make)(const Spot&)) {
    return [&box, make](const std::string& id) { return make(*box.where(id)); };
  };
  std::vector<std::string> units, scenarios;
  for (ShipNumber ship = 1; ship <= box.ships(); ++ship) units.push_back(box.ship(ship).id());
  for (const v1::AirUnit& each : box.air_units().unit()) units.push_back(each.id());
  for (const v1::Scenario* each : box.scenarios()) scenarios.push_back(each->id());
  const std::vector<std::string> tables = {box.attack_table().id(), box.result_table().id(), box.weather_table().id(),
                                           kSeasonTrack};
  return {
      {"table", "murmansk.show.tables", tables, {"table.", "murmansk."}, table},
      {"unit", "murmansk.show.units", units, {"ship.", "air."}, unit},
      {"option", "murmansk.show.options", ids_of(box.options().option()), {"option."}, at(sea::option_sheet)},
      {"ruling",
       "murmansk.show.rulings",
       ids_of(box.rulings().ruling()),
       {"ruling."},
       at(sea::ruling_sheet),
       ".question"},
      {"scenario", "murmansk.show.scenarios", scenarios, {"scenario."}, scenario},
  };
}

SheetKind positions(const Box& box) {
  std::vector<std::string> ids;
  for (Place place = 1; place <= box.places(); ++place) ids.push_back(box.position(place).id());
  return {"position", "murmansk.show.positions", ids, {"position."}, [&box](const std::string& id) {
            return position_sheet(*box.where(id));
          }};
}

}  // namespace

Result<Sheet> show(const Box& box, std::string_view kind_as_typed, std::string_view id_as_typed) {
  const std::string kind = lower(kind_as_typed);
  const std::string id = lower(id_as_typed);
  if (kind == "position") return positions(box).show(id);
  for (const SheetKind& each : kinds(box)) {
    if (each.name == kind) return each.show(id);
  }
  return refuse(RefusalCode::kNotFound, Text("murmansk.show.unknown_kind").word("kind", std::string(kind_as_typed)));
}

wardroom::v1::Sheets sheets(const Box& box) {
  wardroom::v1::Sheets out;
  for (const SheetKind& each : kinds(box)) each.add_to(out);
  return out;
}

}  // namespace wardroom::murmansk
