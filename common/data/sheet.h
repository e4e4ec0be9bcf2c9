// A sheet to read: headings, lines and tables in words of a catalog, each figure with where it comes from.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/catalog.h"
#include "common/data/spot.h"
#include "common/text.h"
#include "wardroom/v1/sheet.pb.h"

namespace wardroom {

enum class Origin { kUnmarked, kRulebook, kHistory, kReconstructed };

struct SheetCell {
  Text text;
  Origin from = Origin::kUnmarked;
};

struct SheetTable {
  Text title;
  std::vector<Text> heads;
  std::vector<std::vector<SheetCell>> rows;
};

struct Sheet {
  Text title;
  std::vector<Text> lines;
  std::vector<SheetTable> tables;
  std::set<std::string> rules;  // that figures on it come from
};

// Words as they are.
Text plain(std::string word);
Text plain(int number);

// Where the value at `spot` comes from; its rule is added to the sheet's.
Origin origin_of(const Spot& spot, Sheet& sheet);
// Rules as people cite them: by their numbers, or by the names that the title gives them.
Text rules_text(const std::set<std::string>& cites);
// The same in words: "rule book 7.5.7".
Text origin_text(const Spot& spot);

// As it travels to whoever looks something up; figures without a mark of their own stay so.
v1::Sheet to_wire(const Sheet& sheet, std::string id, std::string kind);

// As plain text: § marks a figure of the rule book, † one of history.
std::string print(const Sheet& sheet, const Catalog& words, std::string_view language);

}  // namespace wardroom
