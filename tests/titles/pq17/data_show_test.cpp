// Everything in the box can be printed, in both languages, without a word missing.
#include <gmock/gmock.h>

#include "common/data/forms.h"
#include "common/data/parse.h"
#include "server/titles/pq17/data/schema.h"
#include "server/titles/pq17/data/show.h"
#include "tests/titles/pq17/the_box.h"

namespace wardroom::pq17 {

std::string_view described_schemas();  // of its library of schemas

namespace {

using testing::HasSubstr;
using testing::Not;

const Catalog& the_words() {
  static const Catalog words = [] {
    Catalog out;
    EXPECT_TRUE(out.read(std::filesystem::path(WARDROOM_SOURCE_DIR) / "common" / "text"));
    out.over();
    for (const DataText& file : the_files().files()) {
      if (!file.path.starts_with("text/")) continue;
      EXPECT_TRUE(out.add(file.path, file.text)) << file.path;
    }
    return out;
  }();
  return words;
}

std::string shown(std::string_view kind, std::string_view id, std::string_view language = "en") {
  const auto sheet = show(the_box(), kind, id);
  EXPECT_TRUE(sheet) << kind << " " << id;
  return sheet ? print(*sheet, the_words(), language) : std::string();
}

// Of a list, the first word of every line.
std::vector<std::string> listed(std::string_view kind) {
  std::vector<std::string> out;
  const auto sheet = show(the_box(), kind, "");
  if (!sheet) return out;
  for (const auto& row : sheet->tables.front().rows)
    out.push_back(std::get<std::string>(row.front().text.arguments.front().value));
  return out;
}

TEST(Show, EveryTableInBothLanguages) {
  const auto tables = listed("table");
  EXPECT_GE(tables.size(), 21u);
  for (const std::string& id : tables) {
    for (const char* language : {"en", "pl"}) EXPECT_GT(shown("table", id, language).size(), 60u) << id;
  }
  EXPECT_THAT(the_words().missed(), testing::IsEmpty());
}

TEST(Show, EveryCounterInBothLanguages) {
  const auto units = listed("unit");
  EXPECT_GT(units.size(), 100u);
  for (const std::string& id : units) {
    for (const char* language : {"en", "pl"}) EXPECT_GT(shown("unit", id, language).size(), 20u) << id;
  }
  EXPECT_THAT(the_words().missed(), testing::IsEmpty());
}

TEST(Show, EveryCardHexAndRulingInBothLanguages) {
  for (const char* language : {"en", "pl"}) {
    for (int index = 1; index <= 40; ++index) {
      EXPECT_THAT(shown("card", "allied-" + std::to_string(index), language), HasSubstr(std::to_string(index)));
      EXPECT_THAT(shown("card", "axis-" + std::to_string(index), language), HasSubstr(std::to_string(index)));
    }
    for (const MapHex& hex : the_box().hexes())
      EXPECT_THAT(shown("hex", hex.data->hex(), language), HasSubstr(hex.data->hex()));
    for (const std::string& id : listed("ruling")) {  // "ruling.a_01" is cited as A-01
      EXPECT_THAT(shown("ruling", id, language), HasSubstr(id.substr(id.size() - 2)));
      EXPECT_THAT(shown("ruling", id, language), Not(HasSubstr(id)));
    }
  }
  EXPECT_THAT(the_words().missed(), testing::IsEmpty());
}

TEST(Show, FiguresSayWhereTheyComeFrom) {
  EXPECT_THAT(shown("TABLE", "gunnery"), HasSubstr("§ rule book"));
  EXPECT_THAT(shown("CARD", "40"), HasSubstr("+3§"));
  EXPECT_THAT(shown("UNIT", "jamaica"), HasSubstr("rule book 15.4.3"));
  EXPECT_THAT(shown("UNIT", "jamaica", "pl"), HasSubstr("instrukcja 15.4.3"));
  EXPECT_THAT(shown("HEX", "0818"), HasSubstr("rule book 10.3"));
}

TEST(Show, WhatIsNotThereIsRefused) {
  for (const auto& [kind, id] : std::vector<std::pair<std::string, std::string>>{{"table", "cannon"},
                                                                                 {"card", "41"},
                                                                                 {"card", "x"},
                                                                                 {"card", "axis"},
                                                                                 {"card", "4a"},
                                                                                 {"hex", "9999"},
                                                                                 {"hex", "x"},
                                                                                 {"unit", "yamato"},
                                                                                 {"unit", "port.kiel"},
                                                                                 {"ruling", "z_99"},
                                                                                 {"ship", "tirpitz"}}) {
    EXPECT_FALSE(show(the_box(), kind, id)) << kind << " " << id;
  }
}

TEST(Forms, EveryKindOfFileHasOneThatParses) {
  const Forms forms(described_schemas());
  for (const auto* type : data_schema().files) {
    const std::string form = forms.form(*type);
    Mistakes mistakes;
    const DataSet data = parse(Bundle({{"form.textproto", form}}), data_schema().files, mistakes);
    EXPECT_TRUE(mistakes.empty()) << type->name() << ": " << (mistakes.empty() ? "" : bare(mistakes[0].what));
    ASSERT_EQ(data.files.size(), 1u) << form;
    EXPECT_EQ(data.files.front().message->GetDescriptor(), type);
    // Every field of the top message is on it, unless it is the other side of a choice.
    for (int i = 0; i < type->field_count(); ++i)
      EXPECT_THAT(form, HasSubstr("\n" + type->field(i)->name())) << type->name();
  }
}

TEST(Forms, CarryTheCommentsOfTheSchema) {
  const std::string form = Forms(described_schemas()).form(*v1::Deck::descriptor());
  EXPECT_THAT(form, HasSubstr("40, index 1 to 40"));
  EXPECT_THAT(form, HasSubstr("RULEBOOK, HISTORY, RECONSTRUCTED"));
}

TEST(Forms, AnswerWithMistakesNotWithSilence) {
  const Forms forms(described_schemas());
  std::vector<DataText> files;
  for (const auto* type : data_schema().files) files.push_back({type->name() + ".textproto", forms.form(*type)});
  EXPECT_FALSE(inspect(Bundle(std::move(files))).mistakes.empty());
}

}  // namespace
}  // namespace wardroom::pq17
