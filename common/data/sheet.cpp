#include "common/data/sheet.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "common/data/provenance.h"

namespace wardroom {
namespace {

using v1::Provenance;

// Columns on a terminal, counting letters rather than bytes.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t have = width_of(text);
  if (have < width) text.append(width - have, ' ');
  return text;
}

std::string_view mark_of(Origin origin) {
  switch (origin) {
    case Origin::kRulebook:
      return "§";
    case Origin::kHistory:
      return "†";
    default:
      return "";
  }
}

}  // namespace

Text plain(std::string word) { return Text("data.plain").word("word", std::move(word)); }
Text plain(int number) { return plain(std::to_string(number)); }

namespace {

// "7.5.7, 7.5.8" are two rules.
std::set<std::string> each_of(const std::set<std::string>& cites) {
  std::set<std::string> rules;
  for (const std::string& several : cites) {
    for (std::size_t from = 0; from < several.size();) {
      const std::size_t comma = std::min(several.find(", ", from), several.size());
      rules.insert(several.substr(from, comma - from));
      from = comma + 2;
    }
  }
  return rules;
}

// A number is cited as it is; a word is one of a title's, which gives it a name.
Text rule_text(std::string cite) {
  const auto letter = [](unsigned char each) { return std::isalpha(each) != 0; };
  if (!std::ranges::all_of(cite, letter)) return plain(std::move(cite));
  std::ranges::transform(cite, cite.begin(), [](unsigned char each) { return static_cast<char>(std::tolower(each)); });
  return Text("data.rule_named").text("rule", Text("rule." + cite));
}

}  // namespace

Text rules_text(const std::set<std::string>& cites) {
  std::optional<Text> out;
  for (const std::string& rule : each_of(cites)) {
    Text next = rule_text(rule);
    out = out ? Text("data.show.and").text("first", std::move(*out)).text("next", std::move(next)) : std::move(next);
  }
  return out ? std::move(*out) : plain("");
}

Origin origin_of(const Spot& spot, Sheet& sheet) {
  const Provenance* statement = provenance_of(spot);
  switch (statement ? statement->source() : Provenance::UNSPECIFIED) {
    case Provenance::RULEBOOK:
      sheet.rules.insert(statement->rule());
      return Origin::kRulebook;
    case Provenance::HISTORY:
      return Origin::kHistory;
    case Provenance::RECONSTRUCTED:
      return Origin::kReconstructed;
    default:
      return Origin::kUnmarked;
  }
}

Text origin_text(const Spot& spot) {
  const Provenance* statement = provenance_of(spot);
  switch (statement ? statement->source() : Provenance::UNSPECIFIED) {
    case Provenance::RULEBOOK:
      return Text("data.from_rulebook").text("rule", rules_text({statement->rule()}));
    case Provenance::HISTORY:
      return Text("data.source.history");
    case Provenance::RECONSTRUCTED:
      return Text("data.source.reconstructed");
    default:
      return plain("");
  }
}

v1::Sheet to_wire(const Sheet& sheet, std::string id, std::string kind) {
  v1::Sheet out;
  out.set_id(std::move(id));
  out.set_kind(std::move(kind));
  to_wire(sheet.title, *out.mutable_title());
  for (const Text& line : sheet.lines) to_wire(line, *out.add_line());
  for (const SheetTable& table : sheet.tables) {
    auto& to = *out.add_table();
    if (!table.title.empty()) to_wire(table.title, *to.mutable_title());
    for (const Text& head : table.heads) to_wire(head, *to.add_head());
    for (const auto& row : table.rows) {
      auto& cells = *to.add_row();
      for (const SheetCell& cell : row) {
        auto& one = *cells.add_cell();
        to_wire(cell.text, *one.mutable_text());
        one.set_from(static_cast<v1::Sheet::Origin>(cell.from));
      }
    }
  }
  for (const std::string& rule : each_of(sheet.rules)) out.add_rule(rule);
  return out;
}

std::string print(const Sheet& sheet, const Catalog& words, std::string_view language) {
  const auto say = [&](const Text& text) { return words.format(text, language); };
  std::string out = say(sheet.title) + "\n";
  for (const Text& line : sheet.lines) out += say(line) + "\n";
  bool marked = false;
  for (const SheetTable& table : sheet.tables) {
    out += "\n";
    if (!table.title.empty()) out += say(table.title) + "\n";
    std::vector<std::vector<std::string>> cells;
    if (!table.heads.empty()) {
      cells.emplace_back();
      for (const Text& head : table.heads) cells.back().push_back(say(head));
    }
    for (const auto& row : table.rows) {
      cells.emplace_back();
      for (const SheetCell& cell : row) {
        marked |= cell.from != Origin::kUnmarked;
        cells.back().push_back(say(cell.text) + std::string(mark_of(cell.from)));
      }
    }
    std::vector<std::size_t> widths;
    for (const auto& row : cells) {
      widths.resize(std::max(widths.size(), row.size()));
      for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
    }
    for (const auto& row : cells) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i) line += i + 1 == row.size() ? row[i] : padded(row[i], widths[i] + 2);
      const auto end = line.find_last_not_of(' ');
      out += line.substr(0, end == std::string::npos ? 0 : end + 1) + "\n";
    }
  }
  if (!marked) return out;
  out += "\n" +
         say(sheet.rules.empty() ? Text("data.legend_without_rules")
                                 : Text("data.legend").text("rules", rules_text(sheet.rules))) +
         "\n";
  return out;
}

}  // namespace wardroom
