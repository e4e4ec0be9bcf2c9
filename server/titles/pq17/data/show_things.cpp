// Cards, hexes and counters as sheets.
#include <cmath>

#include "server/titles/pq17/data/show_parts.h"

namespace wardroom::pq17 {
namespace {

using sea::FactTable;
using wardroom::v1::Side;

std::string steps_text(const google::protobuf::RepeatedPtrField<v1::Step>& steps) {
  std::string out;
  for (const auto& step : steps) {
    out += (out.empty() ? "" : "  ") + std::to_string(step.cs());
    if (step.aa_star()) out += "(*)";
    if (step.aa() > 0) out += "(" + std::to_string(step.aa()) + ")";
  }
  return out;
}

Text speeds_text(const google::protobuf::RepeatedPtrField<v1::Step>& steps) {
  std::vector<Text> out;
  for (const auto& step : steps) out.push_back(value_text("speed.", v1::Speed::Kind_Name(step.speed())));
  return joined(std::move(out));
}

Text date_text(const v1::Fortnight& date) {
  return plain(std::to_string(date.year()) + "-" + (date.month() < 10 ? "0" : "") + std::to_string(date.month()) +
               (date.half() == 1 ? " I" : " II"));
}

Text period_text(const v1::Period& period) {
  return Text("data.show.period")
      .text("from", period.has_from() ? date_text(period.from()) : plain("..."))
      .text("to", period.has_to() ? date_text(period.to()) : plain("..."));
}

SheetTable section_table(const v1::Card::Section& section, const Spot& at, const char* title, Sheet& sheet) {
  SheetTable table;
  table.title = Text(title);
  table.heads = {plain(""), Text("cardcolumn.fair.name"), Text("cardcolumn.reduced_visibility.name"),
                 Text("cardcolumn.storm.name"), Text("cardcolumn.fog_gale.name")};
  const auto results = [&](const char* line, const auto& entries) {
    std::vector<SheetCell> row = {cell(value_text("cardline.", line))};
    for (int i = 0; i < entries.size(); ++i) {
      row.push_back(cell(
          value_text("searchresult.", v1::SearchResult::Kind_Name(static_cast<v1::SearchResult::Kind>(entries.Get(i)))),
          at.at(line, i), sheet));
    }
    table.rows.push_back(std::move(row));
  };
  results("force", section.force());
  results("air", section.air());
  results("both", section.both());
  const auto numbers = [&](const char* line, const auto& entries, const char* before) {
    if (entries.empty()) return;
    std::vector<SheetCell> row = {cell(value_text("cardline.", line))};
    for (int i = 0; i < entries.size(); ++i)
      row.push_back(cell(plain(entries.Get(i) == 0 ? std::string("-") : before + std::to_string(entries.Get(i))),
                         at.at(line, i), sheet));
    table.rows.push_back(std::move(row));
  };
  numbers("id_gain", section.id_gain(), "+");
  numbers("photo", section.photo(), "ID");
  const auto mark = [&](const char* name, bool there) {
    if (there) table.rows.push_back({cell(value_text("cardmark.", name), at.at(name), sheet)});
  };
  mark("submarine_watermark", section.submarine_watermark());
  mark("soviet_flag", section.soviet_flag());
  return table;
}

void add_ship(FactTable& facts, const v1::Ship& ship) {
  facts.show_named("data.show.type", "type", "shiptype.");
  facts.show_named("data.show.nation", "nation", "nation.");
  facts.show("data.show.class", "historical_class");
  facts.add("data.show.steps", plain(steps_text(ship.step())), "step");
  facts.add("data.show.speed", speeds_text(ship.step()), "step");
  facts.show("data.show.torpedoes", "torpedoes");
  facts.show("data.show.capacity", "aircraft_capacity");
  if (ship.has_vp_halves()) facts.add("data.show.value", half_text(ship.vp_halves()), "vp_halves");
  if (ship.has_service()) facts.add("data.show.service", period_text(ship.service()), "service");
}

void add_class(FactTable& facts, const v1::ShipClass& some) {
  facts.show_named("data.show.type", "type", "shiptype.");
  facts.show_named("data.show.nation", "nation", "nation.");
  facts.add("data.show.steps", plain(steps_text(some.step())), "step");
  facts.add("data.show.speed", speeds_text(some.step()), "step");
  facts.show("data.show.torpedoes", "torpedoes");
  std::string counters;
  for (const auto& counter : some.counter())
    counters += (counters.empty() ? "" : ", ") + std::to_string(counter.count()) + " x " + std::to_string(counter.cs());
  facts.add("data.show.counters", plain(counters), "counter");
  const auto halves = static_cast<int>(std::lround(2 * some.ships_per_cs()));
  facts.add("data.show.ships_per_cs", half_text(halves), "ships_per_cs");
  if (some.has_vp_halves_per_cs())
    facts.add("data.show.value_per_cs", half_text(some.vp_halves_per_cs()), "vp_halves_per_cs");
  facts.show("data.show.members", "member");
}

void add_model(FactTable& facts, const v1::AirModel& model) {
  facts.show_named("data.show.type", "type", "airtype.");
  facts.show_named("data.show.nation", "nation", "nation.");
  std::string combat = std::to_string(model.air_combat());
  if (model.circled()) combat = "(" + combat + ")";
  if (model.plus()) combat += "+";
  facts.add("data.show.air_combat", plain(combat), "air_combat");
  facts.show("data.show.range", "range");
  facts.show("data.show.torpedoes", "torpedoes");
  std::string marks;
  if (model.recon()) marks += "R ";
  if (model.asw()) marks += "A ";
  if (!marks.empty()) facts.add("data.show.marks", plain(marks), model.recon() ? "recon" : "asw");
  if (model.carrier()) facts.add("data.show.based", Text("data.show.carrier_borne"), "carrier");
  if (model.floatplane()) facts.add("data.show.based", Text("data.show.floatplane"), "floatplane");
  if (model.bombing_row()) facts.show_named("data.show.bombing_row", "bombing_row", "airtype.");
  if (model.night_port_bombing_row())
    facts.show_named("data.show.night_port_row", "night_port_bombing_row", "airtype.");
}

void add_air_unit(FactTable& facts, const v1::AirUnit& unit) {
  facts.show_named("data.show.model", "model");
  facts.add("data.show.counters", plain(std::to_string(unit.count()) + " x " + std::to_string(unit.steps())), "steps");
  facts.show_named("data.show.based", "base");
  if (unit.has_service_period()) facts.add("data.show.service", period_text(unit.service_period()), "service_period");
}

}  // namespace

Sheet show_card(const GameBox& box, Side::Kind side, int index) {
  Sheet sheet;
  const v1::Card& card = box.card(side, index);
  sheet.title = Text("card.name").number("index", index);
  sheet.lines.push_back(value_text("deck.", Side::Kind_Name(side)));
  for (const DataFile* file : box.files()) {
    const auto* deck = dynamic_cast<const v1::Deck*>(file->message.get());
    if (!deck || deck->side() != side) continue;
    for (int i = 0; i < deck->card_size(); ++i) {
      if (&deck->card(i) != &card) continue;
      const Spot at = Spot(*file).at("card", i);
      sheet.tables.push_back(section_table(card.day(), at.at("day"), "cardsection.day.name", sheet));
      sheet.tables.push_back(section_table(card.night(), at.at("night"), "cardsection.night.name", sheet));
      SheetTable damage;
      damage.title = Text("cardsection.damage.name");
      for (const auto& [name, part] :
           {std::pair("heavy", &card.heavy()), std::pair("dd_tb", &card.dd_tb()), std::pair("ax_mx", &card.ax_mx())}) {
        std::string number = std::to_string(part->always());
        if (part->plus() > 0) number += "+" + std::to_string(part->plus());
        damage.rows.push_back({cell(value_text("carddamage.", name)), cell(plain(number), at.at(name), sheet)});
      }
      if (card.octagon()) damage.rows.push_back({cell(Text("cardmark.octagon.name"), at.at("octagon"), sheet)});
      if (card.boxed_d()) damage.rows.push_back({cell(Text("cardmark.boxed_d.name"), at.at("boxed_d"), sheet)});
      sheet.tables.push_back(std::move(damage));
    }
  }
  return sheet;
}

Sheet show_hex(const GameBox& box, const MapHex& hex) {
  Sheet sheet;
  const v1::Hex& data = *hex.data;
  sheet.title = Text("data.show.hex").word("hex", data.hex());
  const Spot spot = *box.where(data.hex());
  FactTable facts(spot);
  facts.show_named("data.show.terrain", "terrain", "terrain.");
  facts.show_named("data.show.coast", "coast", "coast.");
  facts.show_named("data.show.shoreline", "friendly_shoreline", "side.");
  std::vector<Text> ice;
  for (const v1::IceArea& each : data.ice()) {
    ice.push_back(Text("data.show.pair")
                      .text("first", value_text("icezone.", v1::Ice::Zone_Name(each.zone())))
                      .text("next", value_text("icesector.", v1::Ice::Sector_Name(each.sector()))));
  }
  if (!ice.empty()) facts.add("data.show.ice", joined(std::move(ice)), "ice");
  facts.show_named("data.show.air_radius", "air_radius", "airradius.");
  facts.show_named("data.show.sector", "search_sector", "sector.");
  facts.show_named("data.show.feature", "feature", "feature.");
  facts.show("data.show.blocked", "blocked");
  std::vector<Text> by_sea;
  for (const Hex other : hex.by_sea) by_sea.push_back(plain(number_of(other)));
  if (!by_sea.empty()) facts.add("data.show.by_sea", joined(std::move(by_sea)), "blocked");
  std::vector<Text> places;
  for (const auto* port : box.ports()) {
    if (port->hex() == data.hex()) places.push_back(Text("data.show.port").text("name", Text(port->id() + ".name")));
  }
  for (const auto* base : box.airbases()) {
    if (base->hex() == data.hex()) places.push_back(Text("data.show.airbase").text("name", Text(base->id() + ".name")));
  }
  sheet.tables.push_back(facts.take());
  if (!places.empty()) sheet.lines.push_back(joined(std::move(places)));
  return sheet;
}

Sheet show_unit(const Spot& spot) {
  Sheet sheet;
  FactTable facts(spot);
  std::string id;
  if (const auto* ship = dynamic_cast<const v1::Ship*>(spot.message())) {
    id = ship->id();
    add_ship(facts, *ship);
  } else if (const auto* some = dynamic_cast<const v1::ShipClass*>(spot.message())) {
    id = some->id();
    add_class(facts, *some);
  } else if (const auto* model = dynamic_cast<const v1::AirModel*>(spot.message())) {
    id = model->id();
    add_model(facts, *model);
  } else if (const auto* unit = dynamic_cast<const v1::AirUnit*>(spot.message())) {
    id = unit->id();
    add_air_unit(facts, *unit);
  }
  sheet.title = Text(id + ".name");
  sheet.tables.push_back(facts.take());
  return sheet;
}

}  // namespace wardroom::pq17
