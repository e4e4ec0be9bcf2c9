// Data loading that every title shares: lines, provenance, ranges, ids, texts.
#include <gmock/gmock.h>

#include "common/data/parse.h"
#include "common/data/provenance.h"
#include "common/data/ranges.h"
#include "common/data/schema.h"
#include "common/data/sheet.h"
#include "common/data/texts.h"
#include "wardroom/pq17/v1/counters.pb.h"
#include "wardroom/pq17/v1/tables.pb.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom {
namespace {

namespace sample = pq17::v1;  // messages with tables, exceptions and modifiers, as any title may have

std::string header(const google::protobuf::Descriptor* type) {
  return "# proto-file: " + type->file()->name() + "\n# proto-message: " + type->full_name() + "\n";
}

DataSet parsed(const google::protobuf::Descriptor* type, const std::string& text, Mistakes& mistakes) {
  return parse(Bundle({{"a.textproto", header(type) + text}}), {type}, mistakes);
}

std::vector<std::string> ids_of(const Mistakes& mistakes) {
  std::vector<std::string> out;
  for (const Mistake& mistake : mistakes)
    out.push_back(std::to_string(mistake.line) + " " + mistake.field + " " + mistake.what.id.str());
  return out;
}

TEST(Spot, KnowsItsLineAndPath) {
  Mistakes mistakes;
  const DataSet data =
      parsed(sample::DestroyerFateTable::descriptor(),
             "id: \"table.x\"\nrow {\n  on { from: 0\n    to: 3 }\n}\nrow { on { from: 4 to: 9 } }\n", mistakes);
  ASSERT_TRUE(mistakes.empty());
  const Spot top(data.files.front());
  EXPECT_EQ(top.line(), 0);
  EXPECT_EQ(top.at("id").line(), 3);
  const Spot to = top.at("row", 0).at("on").at("to");
  EXPECT_EQ(to.field(), "row[0].on.to");
  EXPECT_EQ(to.line(), 6);
  EXPECT_EQ(top.at("row", 1).line(), 8);
  EXPECT_EQ(top.at("row", 1).at("fate").line(), 8) << "a field that is not there is looked for where it should be";
}

TEST(Spot, FindsTheLineOfAListInBrackets) {
  Mistakes mistakes;
  const DataSet data =
      parsed(v1::Rulings::descriptor(), "ruling { id: \"ruling.x\"\n rules: [\"1\", \"2\", \"3\"] }\n", mistakes);
  const Spot rules = Spot(data.files.front()).at("ruling", 0);
  EXPECT_EQ(rules.at("rules", 2).line(), 4);
}

TEST(Spot, AsksForFieldsThatExist) {
  Mistakes mistakes;
  const DataSet data = parsed(v1::Rulings::descriptor(), "", mistakes);
  EXPECT_THROW(Spot(data.files.front()).at("rulings"), std::logic_error);
}

TEST(Provenance, TheNearestStatementWins) {
  Mistakes mistakes;
  const DataSet data = parsed(sample::Ships::descriptor(), R"(
provenance { source: RECONSTRUCTED }
ship {
  id: "ship.a"
  step { cs: 3 aa: 2 }
  torpedoes: 1
  except { fields: ["step.cs", "torpedoes"] is { source: RULEBOOK rule: "7" } }
}
ship {
  id: "ship.b"
  step { cs: 3 aa: 2 }
  provenance { source: HISTORY }
  except { fields: "step" is { source: RULEBOOK rule: "1" } }
})",
                              mistakes);
  ASSERT_TRUE(mistakes.empty());
  const Spot top(data.files.front());
  const auto source = [&](const Spot& spot) { return provenance_of(spot)->source(); };
  EXPECT_EQ(source(top.at("ship", 0).at("step", 0).at("cs")), v1::Provenance::RULEBOOK);
  EXPECT_EQ(source(top.at("ship", 0).at("step", 0).at("aa")), v1::Provenance::RECONSTRUCTED);
  EXPECT_EQ(source(top.at("ship", 0).at("torpedoes")), v1::Provenance::RULEBOOK);
  EXPECT_EQ(source(top.at("ship", 0).at("type")), v1::Provenance::RECONSTRUCTED);
  EXPECT_EQ(source(top.at("ship", 1).at("type")), v1::Provenance::HISTORY);
  EXPECT_EQ(source(top.at("ship", 1).at("step", 0).at("aa")), v1::Provenance::RULEBOOK);
}

TEST(Provenance, CountsFieldsWhereThereAreExceptionsAndMessagesElsewhere) {
  Mistakes mistakes;
  const DataSet ships = parsed(sample::Ships::descriptor(), R"(
provenance { source: RECONSTRUCTED }
ship { id: "ship.a" step { cs: 3 } torpedoes: 1 type: BB except { fields: ["step.cs", "type"] is { source: HISTORY } } })",
                               mistakes);
  Tally tally = count_provenance(ships.files.front());
  EXPECT_EQ(tally.reconstructed, 2) << "step and torpedoes";
  EXPECT_EQ(tally.history, 2) << "type and step.cs";
  EXPECT_EQ(tally.from_memory, 2) << "no page is named";
  const DataSet table = parsed(
      sample::DestroyerFateTable::descriptor(),
      "provenance { source: RECONSTRUCTED } row { } row { provenance { source: RULEBOOK rule: \"7\" } }", mistakes);
  tally = count_provenance(table.files.front());
  EXPECT_EQ(tally.reconstructed, 1);
  EXPECT_EQ(tally.rulebook, 1);
  EXPECT_EQ(tally.total(), 2);
}

TEST(Provenance, HistoryMayNameItsPagesAndNothingElseMay) {
  Mistakes mistakes;
  const DataSet named =
      parsed(sample::DestroyerFateTable::descriptor(),
             "provenance { source: RECONSTRUCTED } row { provenance { source: HISTORY sources: \"S22\" } }", mistakes);
  check_provenance(named.files.front(), mistakes);
  EXPECT_TRUE(mistakes.empty());
  EXPECT_EQ(count_provenance(named.files.front()).history, 1);
  EXPECT_EQ(count_provenance(named.files.front()).from_memory, 0);
  const DataSet wrong = parsed(sample::DestroyerFateTable::descriptor(),
                               "provenance { source: RECONSTRUCTED sources: \"S22\" }", mistakes);
  check_provenance(wrong.files.front(), mistakes);
  ASSERT_EQ(mistakes.size(), 1u);
  EXPECT_EQ(mistakes.front().what.id, "data.pages_without_history");
}

TEST(Provenance, TextsNeedNone) {
  Mistakes mistakes;
  const DataSet data = parsed(v1::Catalog::descriptor(), "language: \"en\"", mistakes);
  check_provenance(data.files.front(), mistakes);
  EXPECT_TRUE(mistakes.empty());
  EXPECT_EQ(count_provenance(data.files.front()).total(), 0);
}

Mistakes ranges(const std::string& rows, Ends ends, v1::Dice::Kind dice = v1::Dice::ONE) {
  Mistakes mistakes;
  const DataSet data = parsed(sample::DestroyerFateTable::descriptor(), rows, mistakes);
  EXPECT_TRUE(mistakes.empty());
  check_ranges(Spot(data.files.front()), "row", dice, ends, mistakes);
  return mistakes;
}

TEST(Ranges, TileTheDice) {
  EXPECT_TRUE(ranges("row { on { from: 0 to: 4 } } row { on { from: 5 to: 9 } }", Ends::kDice).empty());
  EXPECT_TRUE(ranges("row { on { from: 0 to: 40 } } row { on { from: 41 to: 99 } }", Ends::kDice, v1::Dice::TWO_PERCENT)
                  .empty());
  EXPECT_TRUE(ranges("row { on { from: 5 to: 9 } } row { on { from: 0 to: 4 } }", Ends::kDice).empty())
      << "in any order";
}

TEST(Ranges, KnowEveryKindOfDice) {
  const auto span = [](v1::Dice::Kind dice) { return std::pair(span_of(dice).low, span_of(dice).high); };
  EXPECT_EQ(span(v1::Dice::ONE), std::pair(0, 9));
  EXPECT_EQ(span(v1::Dice::TWO_SUM), std::pair(0, 18));
  EXPECT_EQ(span(v1::Dice::TWO_PERCENT), std::pair(0, 99));
  EXPECT_EQ(span(v1::Dice::D6), std::pair(1, 6));
  EXPECT_EQ(span(v1::Dice::TWO_D6), std::pair(2, 12));
  EXPECT_EQ(span(v1::Dice::THREE_D6), std::pair(3, 18));
  EXPECT_EQ(span(v1::Dice::D66), std::pair(11, 66));
  EXPECT_EQ(span(v1::Dice::D10_FROM_ONE), std::pair(1, 10));
  EXPECT_EQ(read_dice(v1::Dice::TWO_PERCENT, {3, 0}), 30);
  EXPECT_EQ(read_dice(v1::Dice::TWO_SUM, {3, 9}), 12);
  EXPECT_EQ(read_dice(v1::Dice::THREE_D6, {0, 5, 2}), 10);
  EXPECT_EQ(read_dice(v1::Dice::D66, {0, 5}), 16);
  EXPECT_EQ(read_dice(v1::Dice::D10_FROM_ONE, {9}), 10);
}

TEST(Ranges, EveryNumberOfTwoDigitDiceHasOneRow) {
  const auto digits = [](const std::string& rows) { return ids_of(ranges(rows, Ends::kDice, v1::Dice::D66)); };
  EXPECT_THAT(digits("row { on { from: 11 to: 26 } } row { on { from: 31 to: 66 } }"), testing::IsEmpty())
      << "27 to 30 never fall";
  EXPECT_THAT(digits("row { on { from: 11 to: 25 } } row { on { from: 31 to: 66 } }"),
              testing::ElementsAre("3 row[1].on data.range_gap"));
  EXPECT_THAT(digits("row { on { from: 11 to: 27 } } row { on { from: 31 to: 66 } }"),
              testing::ElementsAre("3 row[0].on data.range_not_on_dice"));
  EXPECT_THAT(digits("row { on { from: 11 to: 65 } }"), testing::ElementsAre("3 row[0].on data.range_gap"));
  EXPECT_THAT(ids_of(ranges("row { on { from: 1 to: 5 } } row { on { from: 5 to: 6 } }", Ends::kDice, v1::Dice::D6)),
              testing::ElementsAre("3 row[1].on data.range_overlap"));
  EXPECT_THAT(ids_of(ranges("row { on { from: 0 to: 9 } }", Ends::kDice, v1::Dice::D10_FROM_ONE)),
              testing::ElementsAre("3 row[0].on data.range_beyond_dice"));
}

TEST(Ranges, TileEverythingWhenOpen) {
  EXPECT_TRUE(ranges("row { on { to: 4 } } row { on { from: 5 } }", Ends::kOpen).empty());
  EXPECT_TRUE(ranges("row { }", Ends::kOpen).empty()) << "one row for all";
}

TEST(Ranges, TellGapsAndOverlapsApart) {
  EXPECT_THAT(ids_of(ranges("row { on { from: 0 to: 3 } } row { on { from: 5 to: 9 } }", Ends::kDice)),
              testing::ElementsAre("3 row[1].on data.range_gap"));
  EXPECT_THAT(ids_of(ranges("row { on { from: 0 to: 5 } } row { on { from: 5 to: 9 } }", Ends::kDice)),
              testing::ElementsAre("3 row[1].on data.range_overlap"));
  EXPECT_THAT(ids_of(ranges("row { on { from: 0 to: 8 } }", Ends::kDice)),
              testing::ElementsAre("3 row[0].on data.range_gap"));
  EXPECT_THAT(ids_of(ranges("row { on { to: 4 } } row { on { from: 5 to: 9 } }", Ends::kOpen)),
              testing::ElementsAre("3 row[1].on data.range_not_open_above"));
  EXPECT_THAT(ids_of(ranges("row { on { to: 4 } } row { on { to: 6 } } row { on { from: 7 } }", Ends::kOpen)),
              testing::ElementsAre("3 row[1].on data.range_overlap"));
}

TEST(Ranges, HoldAtTheEndsOfNumbers) {
  EXPECT_FALSE(
      ranges("row { on { from: -2147483648 to: 2147483647 } } row { on { from: 2147483647 } }", Ends::kOpen).empty());
  EXPECT_TRUE(within(v1::DieRange(), -2147483647));
}

TEST(Parse, KeepsGoodFilesBesideABadOne) {
  Mistakes mistakes;
  const auto* type = v1::Catalog::descriptor();
  const DataSet data = parse(
      Bundle({{"bad.textproto", header(type) + "language"}, {"good.textproto", header(type) + "language: \"en\""}}),
      {type}, mistakes);
  ASSERT_EQ(data.files.size(), 1u);
  EXPECT_EQ(data.files.front().path, "good.textproto");
  ASSERT_EQ(mistakes.size(), 1u);
  EXPECT_EQ(mistakes[0].file, "bad.textproto");
}

TEST(Parse, RefusesDeepNesting) {
  Mistakes mistakes;
  DataLimits limits;
  limits.nesting = 2;
  const auto* type = sample::DestroyerFateTable::descriptor();
  parse(Bundle({{"a.textproto", header(type) + "row { on { from: 1 } }"}}), {type}, mistakes, limits);
  EXPECT_TRUE(mistakes.empty());
  limits.nesting = 1;
  parse(Bundle({{"a.textproto", header(type) + "row { on { from: 1 } }"}}), {type}, mistakes, limits);
  EXPECT_EQ(mistakes.size(), 1u);
}

Schema options_schema() {
  Schema schema;
  schema.files = {v1::MatchOptions::descriptor(), v1::Catalog::descriptor()};
  schema.things = {{v1::MatchOption::descriptor(),
                    field_named("wardroom.v1.MatchOption.id"),
                    "option.",
                    Scope::kBox,
                    {".name"},
                    nullptr,
                    {}}};
  schema.references = {
      {field_named("wardroom.v1.MatchOption.needs"), {v1::MatchOption::descriptor()}, "data.unknown_option"}};
  schema.languages = {"en", "pl"};
  return schema;
}

Mistakes checked(const std::string& options, const std::string& en, const std::string& pl) {
  const Schema schema = options_schema();
  Mistakes mistakes;
  const Bundle bundle({{"a.textproto", header(v1::MatchOptions::descriptor()) + options},
                       {"text/en.textproto", header(v1::Catalog::descriptor()) + "language: \"en\"\n" + en},
                       {"text/pl.textproto", header(v1::Catalog::descriptor()) + "language: \"pl\"\n" + pl}});
  const DataSet data = parse(bundle, schema.files, mistakes);
  check_fields(data, schema, mistakes);
  const Ids ids(data, schema, mistakes);
  check_references(data, schema, ids, mistakes);
  check_texts(data, schema, ids, mistakes);
  return mistakes;
}

const std::string kOption = "option { id: \"option.a\" origin: HOUSE }\n";

TEST(Schema, IsContentWithWhatIsRight) {
  EXPECT_TRUE(checked(kOption, "entry { id: \"option.a.name\" text: \"{n} a\" }",
                      "entry { id: \"option.a.name\" text: \"a {n}\" }")
                  .empty());
}

TEST(Schema, MissesFieldsIdsAndTexts) {
  EXPECT_THAT(
      ids_of(checked("option { id: \"option.a\" needs: \"option.b\" }\n",
                     "entry { id: \"option.a.name\" text: \"a\" }\nentry { id: \"option.z.name\" text: \"z\" }",
                     "entry { id: \"option.a.name\" text: \"{n}\" }\nentry { id: \"option.z.name\" text: \"z\" }")),
      testing::UnorderedElementsAre("3 option[0].origin data.field_missing", "3 option[0].needs[0] data.unknown_option",
                                    "4 entry[0].text data.text_arguments", "5 entry[1].id data.text_of_nothing",
                                    "5 entry[1].id data.text_of_nothing"));
}

TEST(Schema, NamesThatDoNotExistAreOurMistake) {
  EXPECT_THROW(field_named("wardroom.v1.MatchOption.nothing"), std::logic_error);
  EXPECT_THROW(type_named("wardroom.v1.Nothing"), std::logic_error);
}

TEST(Sheet, MarksWhereFiguresComeFrom) {
  Catalog words;
  ASSERT_TRUE(words.add("en.textproto", R"(language: "en"
    entry { id: "data.plain" text: "{word}" } entry { id: "data.legend" text: "legend {rules}" } entry { id: "t" text: "Title" }
    entry { id: "data.show.and" text: "{first}, {next}" })"));
  Sheet sheet;
  sheet.title = Text("t");
  sheet.rules = {"7, 7.5", "7"};
  sheet.tables.push_back({{},
                          {plain("a"), plain("bc")},
                          {{{plain(10), Origin::kRulebook}, {plain(2), Origin::kHistory}},
                           {{plain("ż"), Origin::kReconstructed}, {plain(3), Origin::kUnmarked}}}});
  EXPECT_EQ(print(sheet, words, "en"), "Title\n\na    bc\n10§  2†\nż    3\n\nlegend 7, 7.5\n");
}

}  // namespace
}  // namespace wardroom
