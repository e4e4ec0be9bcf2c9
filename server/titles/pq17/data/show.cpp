#include "server/titles/pq17/data/show.h"

#include <algorithm>

#include "server/titles/pq17/data/show_parts.h"

namespace wardroom::pq17 {
namespace {

using wardroom::v1::Side;

using sea::lower;
using sea::SheetKind;

std::vector<std::string> table_ids(const GameBox& box) {
  std::vector<std::string> out;
  for (const DataFile* file : box.files()) {
    const auto& message = *file->message;
    const auto* id = message.GetDescriptor()->FindFieldByName("id");
    if (!id) continue;
    const std::string name = message.GetReflection()->GetString(message, id);
    if (name.starts_with("table.") || name.starts_with("chart.")) out.push_back(name);
  }
  for (const auto& table : box.events().table()) out.push_back(table.id());
  std::ranges::sort(out);
  return out;
}

std::vector<std::string> unit_ids(const GameBox& box) {
  std::vector<std::string> out;
  for (const auto* each : box.ships()) out.push_back(each->id());
  for (const auto* each : box.classes()) out.push_back(each->id());
  for (const auto* each : box.models()) out.push_back(each->id());
  for (const auto* each : box.air_units()) out.push_back(each->id());
  return out;
}

template <class List>
std::vector<std::string> ids_of(const List& list) {
  std::vector<std::string> out;
  for (const auto& each : list) out.push_back(each.id());
  return out;
}

std::vector<std::string> scenario_ids(const GameBox& box) {
  std::vector<std::string> out;
  for (const auto* each : box.scenarios()) out.push_back(each->id());
  return out;
}

std::vector<std::string> phase_ids() {
  std::vector<std::string> out;
  for (const PhaseOfPlay& each : phases_of_play()) out.emplace_back(each.id);
  return out;
}

// All but cards and hexes, which people cite otherwise.
std::vector<SheetKind> kinds(const GameBox& box) {
  const auto at = [&box](Sheet (*make)(const Spot&)) {
    return [&box, make](const std::string& id) { return make(*box.where(id)); };
  };
  const auto table = [&box](const std::string& id) {
    return id.starts_with("table.events.") ? show_event_table(*box.where(id)) : show_table(*box.where(id));
  };
  const auto phase = [](const std::string& id) {
    return show_phase(*std::ranges::find(phases_of_play(), id, &PhaseOfPlay::id));
  };
  return {
      {"phase", "data.show.phases", phase_ids(), {"phase.", "segment."}, phase},
      {"table", "data.show.tables", table_ids(box), {"table.", "chart."}, table},
      {"unit", "data.show.units", unit_ids(box), {"ship.", "class.", "air."}, at(show_unit)},
      {"event", "data.show.events", ids_of(box.events().event()), {"event."}, at(show_event)},
      {"condition", "data.show.conditions", ids_of(box.conditions().condition()), {"condition."}, at(show_condition)},
      {"option", "data.show.options", ids_of(box.options().option()), {"option."}, at(sea::option_sheet)},
      {"ruling", "data.show.rulings", ids_of(box.rulings().ruling()), {"ruling."}, at(sea::ruling_sheet), ".question"},
      {"scenario", "data.show.scenarios", scenario_ids(box), {"scenario."}, at(show_scenario)},
  };
}

Result<Sheet> card(const GameBox& box, std::string_view id) {
  Side::Kind side = Side::ALLIED;
  if (id.starts_with("axis")) side = Side::AXIS;
  const auto digit = id.find_first_of("0123456789");
  if (digit == std::string_view::npos || id.size() - digit > 2) return sea::unknown_sheet(id);
  int index = 0;
  for (const char c : id.substr(digit)) {
    if (c < '0' || c > '9') return sea::unknown_sheet(id);
    index = index * 10 + (c - '0');
  }
  if (index < 1 || index > 40) return sea::unknown_sheet(id);
  return show_card(box, side, index);
}

Sheet cards(const GameBox& box) {
  Sheet sheet;
  sheet.title = Text("data.show.cards");
  for (const Side::Kind side : {Side::ALLIED, Side::AXIS}) {
    SheetTable table;
    table.title = value_text("deck.", lower(Side::Kind_Name(side)));
    std::vector<SheetCell> row;
    for (const auto& each : box.deck(side).card()) {
      row.push_back(cell(plain(each.index())));
      if (row.size() == 10) table.rows.push_back(std::exchange(row, {}));
    }
    if (!row.empty()) table.rows.push_back(std::move(row));
    sheet.tables.push_back(std::move(table));
  }
  return sheet;
}

void add_cards(const GameBox& box, wardroom::v1::Sheets& out) {
  for (const Side::Kind side : {Side::ALLIED, Side::AXIS}) {
    const std::string whose = lower(Side::Kind_Name(side));
    for (const auto& each : box.deck(side).card()) {
      const std::string id = "card." + whose + "." + std::to_string(each.index());
      *out.add_sheet() = to_wire(show_card(box, side, each.index()), id, "card");
    }
  }
}

Sheet hexes(const GameBox& box) {
  Sheet sheet;
  sheet.title = Text("data.show.hexes");
  SheetTable table;
  for (int row = 1; row <= box.grid().rows(); ++row) {
    std::vector<SheetCell> cells;
    for (int column = 1; column <= box.grid().columns(); ++column) {
      const MapHex& hex = *box.hex(hex_at(row, column));
      // Land is left blank, so that the coast can be made out.
      cells.push_back(cell(plain(hex.in_play ? number_of(hex.hex) : std::string("    "))));
    }
    table.rows.push_back(std::move(cells));
  }
  sheet.tables.push_back(std::move(table));
  return sheet;
}

}  // namespace

Text half_text(int halves) {
  return plain(halves % 2 == 0 ? std::to_string(halves / 2) : std::to_string(halves) + "/2");
}

Result<Sheet> show(const GameBox& box, std::string_view kind_as_typed, std::string_view id_as_typed) {
  const std::string kind = lower(kind_as_typed);
  const std::string id = lower(id_as_typed);
  if (kind == "card") return id.empty() ? Result<Sheet>(cards(box)) : card(box, id);
  if (kind == "hex") {
    if (id.empty()) return hexes(box);
    const MapHex* hex = box.hex(id);
    return hex ? Result<Sheet>(show_hex(box, *hex)) : sea::unknown_sheet(id);
  }
  for (const SheetKind& each : kinds(box)) {
    if (each.name == kind) return each.show(id);
  }
  return refuse(RefusalCode::kNotFound, Text("data.show.unknown_kind").word("kind", std::string(kind_as_typed)));
}

wardroom::v1::Sheets sheets(const GameBox& box) {
  wardroom::v1::Sheets out;
  for (const SheetKind& each : kinds(box)) {
    each.add_to(out);
    if (each.name == "unit") add_cards(box, out);
  }
  return out;
}

}  // namespace wardroom::pq17
