#include "server/titles/pq17/searching/statements.h"

#include <algorithm>

namespace wardroom::pq17 {
namespace {

const char* convoy_size(const v1::Statement& told) {
  if (told.large_convoy()) return "large";
  return told.small_convoy() ? "small" : "none";
}

Text listed_categories(const v1::Statement& told) {
  std::vector<Text> parts = categories_of(told);
  if (parts.empty()) parts.push_back("report.identified.no_ships");
  return listed(std::move(parts));
}

Text names_of(const Operation& op, const v1::Statement& told) {
  std::vector<Text> parts;
  for (const auto& each : told.named()) {
    const UnitFacts& unit = op.reference.unit(each.unit());
    if (unit.heavy()) {
      parts.push_back(Text("report.identified.id4.ship").text("ship", op.name(unit)));
    } else {
      const auto type = lower(v1::ShipType::Kind_Name(unit.type));
      parts.push_back(Text("report.identified.id4.class")
                          .text("type", Text("shiptype." + type + ".short"))
                          .text("name", op.name(unit))
                          .number("cs", each.cs()));
    }
  }
  return listed(std::move(parts));
}

Text counted(Text text, const v1::Statement& told) {
  return std::move(text)
      .number("count", told.warship_counters())
      .number("heavy", told.heavy_ships())
      .word("carrier", told.carrier() ? "yes" : "no")
      .number("merchants", told.convoy_ships());
}

}  // namespace

Text level_name(int level) { return Text("idlevel.id" + std::to_string(level) + ".name"); }

told::Sighting seen(const Operation& op, const v1::Block& block, Text source) {
  return {block.id(), static_cast<std::uint32_t>(block.level()), op.name(block), std::move(source)};
}

std::vector<Text> categories_of(const v1::Statement& told) {
  std::vector<Text> parts;
  for (const auto& each : told.category()) {
    const auto kind = lower(v1::ShipCategory::Kind_Name(each.category()));
    parts.push_back(Text("report.identified.id3.category")
                        .text("category", Text("shipcategory." + kind + ".name"))
                        .number("count", each.counters())
                        .number("cs", each.cs()));
  }
  if (told.convoy_ships() > 0)
    parts.push_back(Text("report.identified.id3.merchants").number("count", told.convoy_ships()));
  return parts;
}

Text statement_about(Operation& op, const v1::Block& block, const v1::Statement& told) {
  const auto about = [&](const char* id) {
    return Text(id).text("force", op.name(block)).word("hex", op.word(as_hex(block.hex())));
  };
  switch (told.level()) {
    case 0:
      return about("report.identified.id0");
    case 1:
      return about("report.identified.id1").number("count", told.warship_counters()).word("size", convoy_size(told));
    case 2:
      return counted(about("report.identified.id2"), told);
    default:
      return about("report.identified.id3").text("list", listed_categories(told));
  }
}

Text statement_about(Operation& op, const PlaceFacts& port, const v1::Statement& told) {
  const auto about = [&](const char* id) { return Text(id).text("place", op.name(port)); };
  switch (told.level()) {
    case 1:
      return about("report.photo.port.id1").number("count", told.warship_counters()).word("size", convoy_size(told));
    case 2:
      return counted(about("report.photo.port.id2"), told);
    case 3:
      return about("report.photo.port.id3").text("list", listed_categories(told));
    default:
      if (told.named().empty()) return about("report.identified.nothing");
      return about("report.identified.id4").text("list", names_of(op, told));
  }
}

bool tells_of_capital(const Reference& reference, const v1::Statement& told) {
  const bool by_category = std::ranges::any_of(told.category(), [](const auto& each) {
    return each.category() == v1::ShipCategory::CAPITAL && each.counters() > 0;
  });
  return by_category ||
         std::ranges::any_of(told.named(), [&](const auto& each) { return reference.unit(each.unit()).capital(); });
}

int drawn_figure(Operation& op, int counters, std::uint64_t subject) {
  const Range range = shaded(op.reference, counters);
  const auto sides = static_cast<std::uint32_t>(range.to - range.from + 1);
  return range.from + static_cast<int>(op.draw(Draw::kSayCounters, subject, 0, sides));
}

void may_have_changed(v1::Block& block) {
  if (block.has_told()) block.mutable_told()->set_binding(false);
}

}  // namespace wardroom::pq17
