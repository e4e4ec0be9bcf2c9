#include "server/titles/pq17/data_show.h"

#include <algorithm>
#include <cctype>
#include <functional>

#include "server/titles/pq17/data_show_parts.h"

namespace wardroom::pq17 {
namespace {

using wardroom::v1::Side;

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

Refusal unknown(std::string_view id) {
  return refuse(RefusalCode::kNotFound, Text("data.show.unknown").word("id", std::string(id)));
}

// Everything with one of these prefixes, by id and name.
Sheet list(const Box& box, std::string_view title, const std::vector<std::string>& ids, std::string_view suffix) {
  Sheet sheet;
  sheet.title = Text(std::string(title));
  SheetTable table;
  for (const std::string& id : ids) {
    if (box.where(id)) table.rows.push_back({cell(plain(id)), cell(Text(id + std::string(suffix)))});
  }
  sheet.tables.push_back(std::move(table));
  return sheet;
}

std::vector<std::string> table_ids(const Box& box) {
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

std::vector<std::string> unit_ids(const Box& box) {
  std::vector<std::string> out;
  for (const auto* each : box.ships()) out.push_back(each->id());
  for (const auto* each : box.classes()) out.push_back(each->id());
  for (const auto* each : box.models()) out.push_back(each->id());
  for (const auto* each : box.air_units()) out.push_back(each->id());
  return out;
}

std::vector<std::string> ruling_ids(const Box& box) {
  std::vector<std::string> out;
  for (const auto& each : box.rulings().ruling()) out.push_back(each.id());
  return out;
}

template <class List>
std::vector<std::string> ids_of(const List& list) {
  std::vector<std::string> out;
  for (const auto& each : list) out.push_back(each.id());
  return out;
}

std::vector<std::string> scenario_ids(const Box& box) {
  std::vector<std::string> out;
  for (const auto* each : box.scenarios()) out.push_back(each->id());
  return out;
}

Sheet phases() {
  Sheet sheet;
  sheet.title = Text("data.show.phases");
  SheetTable table;
  for (const PhaseOfPlay& each : phases_of_play())
    table.rows.push_back({cell(plain(each.id)), cell(Text(std::string(each.id) + ".name"))});
  sheet.tables.push_back(std::move(table));
  return sheet;
}

Result<Sheet> phase(std::string_view id) {
  for (const PhaseOfPlay& each : phases_of_play()) {
    const std::string_view whole = each.id;
    if (whole == id || whole.substr(whole.find('.') + 1) == id) return show_phase(each);
  }
  return unknown(id);
}

// The id as given, or with one of the prefixes before it; "" when there is no such thing of this kind.
std::string completed(std::string_view id, const std::vector<std::string>& ids,
                      const std::vector<std::string>& prefixes) {
  for (const std::string& prefix : prefixes) {
    const std::string whole = prefix + std::string(id);
    if (std::ranges::find(ids, whole) != ids.end()) return whole;
  }
  return {};
}

Result<Sheet> card(const Box& box, std::string_view id) {
  Side::Kind side = Side::ALLIED;
  if (id.starts_with("axis")) side = Side::AXIS;
  const auto digit = id.find_first_of("0123456789");
  if (digit == std::string_view::npos || id.size() - digit > 2) return unknown(id);
  int index = 0;
  for (const char c : id.substr(digit)) {
    if (c < '0' || c > '9') return unknown(id);
    index = index * 10 + (c - '0');
  }
  if (index < 1 || index > 40) return unknown(id);
  return show_card(box, side, index);
}

Sheet cards(const Box& box) {
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

Sheet hexes(const Box& box) {
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

Text value_text(std::string_view prefix, std::string_view value, std::string_view suffix) {
  return Text(std::string(prefix) + lower(value) + std::string(suffix));
}

SheetCell cell(Text text) { return {std::move(text), Origin::kUnmarked}; }
SheetCell cell(Text text, const Spot& from, Sheet& sheet) { return {std::move(text), origin_of(from, sheet)}; }

Text half_text(int halves) {
  return plain(halves % 2 == 0 ? std::to_string(halves / 2) : std::to_string(halves) + "/2");
}

std::string range_text(const wardroom::v1::DieRange& on) {
  if (!on.has_from()) return on.has_to() ? std::to_string(on.to()) + "-" : "";
  if (!on.has_to()) return std::to_string(on.from()) + "+";
  if (on.from() == on.to()) return std::to_string(on.from());
  return std::to_string(on.from()) + " - " + std::to_string(on.to());
}

Result<Sheet> show(const Box& box, std::string_view kind_as_typed, std::string_view id_as_typed) {
  const std::string kind = lower(kind_as_typed);
  const std::string id = lower(id_as_typed);
  if (kind == "table") {
    const auto ids = table_ids(box);
    if (id.empty()) return list(box, "data.show.tables", ids, ".name");
    const std::string whole = completed(id, ids, {"", "table.", "chart."});
    if (whole.empty()) return unknown(id);
    const Spot spot = *box.where(whole);
    return whole.starts_with("table.events.") ? show_event_table(spot) : show_table(spot);
  }
  if (kind == "card") return id.empty() ? Result<Sheet>(cards(box)) : card(box, id);
  if (kind == "hex") {
    if (id.empty()) return hexes(box);
    const MapHex* hex = box.hex(id);
    return hex ? Result<Sheet>(show_hex(box, *hex)) : unknown(id);
  }
  if (kind == "unit") {
    const auto ids = unit_ids(box);
    if (id.empty()) return list(box, "data.show.units", ids, ".name");
    const std::string whole = completed(id, ids, {"", "ship.", "class.", "air."});
    return whole.empty() ? Result<Sheet>(unknown(id)) : show_unit(*box.where(whole));
  }
  if (kind == "ruling") {
    const auto ids = ruling_ids(box);
    if (id.empty()) return list(box, "data.show.rulings", ids, ".question");
    const std::string whole = completed(id, ids, {"", "ruling."});
    return whole.empty() ? Result<Sheet>(unknown(id)) : show_ruling(*box.where(whole));
  }
  if (kind == "phase") return id.empty() ? Result<Sheet>(phases()) : phase(id);
  struct Kind {
    const char* name;
    const char* title;
    std::vector<std::string> ids;
    const char* prefix;
    Sheet (*make)(const Spot&);
  };
  for (const Kind& each :
       {Kind{"option", "data.show.options", ids_of(box.options().option()), "option.", show_option},
        Kind{"event", "data.show.events", ids_of(box.events().event()), "event.", show_event},
        Kind{"condition", "data.show.conditions", ids_of(box.conditions().condition()), "condition.", show_condition},
        Kind{"scenario", "data.show.scenarios", scenario_ids(box), "scenario.", show_scenario}}) {
    if (kind != each.name) continue;
    if (id.empty()) return list(box, each.title, each.ids, ".name");
    const std::string whole = completed(id, each.ids, {"", each.prefix});
    return whole.empty() ? Result<Sheet>(unknown(id)) : each.make(*box.where(whole));
  }
  return refuse(RefusalCode::kNotFound, Text("data.show.unknown_kind").word("kind", std::string(kind_as_typed)));
}

wardroom::v1::Sheets sheets(const Box& box) {
  wardroom::v1::Sheets out;
  const auto add = [&](const std::string& kind, const std::string& id, const std::string& name) {
    if (const Result<Sheet> sheet = show(box, kind, id)) *out.add_sheet() = to_wire(*sheet, name, kind);
  };
  for (const PhaseOfPlay& each : phases_of_play()) add("phase", each.id, each.id);
  for (const std::string& id : table_ids(box)) add("table", id, id);
  for (const std::string& id : unit_ids(box)) add("unit", id, id);
  for (const Side::Kind side : {Side::ALLIED, Side::AXIS}) {
    const std::string whose = lower(Side::Kind_Name(side));
    for (const auto& each : box.deck(side).card()) {
      const std::string index = std::to_string(each.index());
      add("card", whose + " " + index, "card." + whose + "." + index);
    }
  }
  for (const std::string& id : ids_of(box.events().event())) add("event", id, id);
  for (const std::string& id : ids_of(box.conditions().condition())) add("condition", id, id);
  for (const std::string& id : ids_of(box.options().option())) add("option", id, id);
  for (const std::string& id : ruling_ids(box)) add("ruling", id, id);
  for (const std::string& id : scenario_ids(box)) add("scenario", id, id);
  return out;
}

}  // namespace wardroom::pq17
