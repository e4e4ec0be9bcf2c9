// Sheets made of data: rows by reflection, tables of dice, modifiers, options and rulings, and the kinds of sheets that
// a title lists.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/data/sheet.h"
#include "common/result.h"
#include "server/titles/sea/words.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom::sea {

SheetCell cell(Text text);
SheetCell cell(Text text, const Spot& from, Sheet& sheet);
Text joined(std::vector<Text> texts);            // "a, b, c"; none: "-"
std::string range_text(const v1::DieRange& on);  // "8+", "4-", "5 - 7", "3"
std::string signed_text(int number);             // "+2", "0", "-1"

// Its name and its help: of anything with an id.
Sheet words_of(const std::string& id);

// A table of what is known of one thing: label, value, where the value comes from.
class FactTable {
 public:
  explicit FactTable(const Spot& spot) : spot_(spot) {}

  // A field as it stands in the data; several values are joined. What the data do not state is left out, but for
  // numbers and enums that cannot be absent.
  void show(const char* label, std::string_view field);
  // The same by the names of its values: <prefix><value in lower case>.name. Ids of other things have no prefix.
  void show_named(const char* label, std::string_view field, std::string_view prefix = {});
  // Any other value, and the field that it comes from.
  void add(const char* label, Text value, std::string_view field);

  SheetTable take() { return std::move(table_); }

 private:
  Spot spot_;
  SheetTable table_;
};

// One row for each range of dice; `result` says what happens on it.
template <class Row, class Say>
SheetTable dice_table(const Spot& column, const char* rows, Sheet& sheet, const Say& result) {
  SheetTable table;
  for (const auto& [row, at] : children<Row>(column, rows))
    table.rows.push_back({cell(plain(range_text(row.on()))), cell(result(row), at, sheet)});
  return table;
}

Sheet option_sheet(const Spot& option);
Sheet ruling_sheet(const Spot& ruling);

// Things of one kind: all their ids, and how the sheet of one is made.
struct SheetKind {
  std::string name;                   // "table"
  Text title;                         // of their list
  std::vector<std::string> ids;       // whole: "table.gunnery"
  std::vector<std::string> prefixes;  // that may be left out of an id
  std::function<Sheet(const std::string& id)> make;
  std::string beside = ".name";  // what stands beside an id in the list

  // One of them, or without an id the list of all.
  Result<Sheet> show(std::string_view id) const;
  void add_to(v1::Sheets& all) const;
};
Refusal unknown_sheet(std::string_view id);

}  // namespace wardroom::sea
