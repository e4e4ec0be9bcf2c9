#include "common/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace wardroom {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

constexpr const char* kEnglish = R"text(
    language: "en"
    entry { id: "ships" text: "{count, plural, one {# ship} other {# ships}} of {name}" }
    entry { id: "english" text: "only here" }
    entry { id: "sunk" text: "{what} was sunk at {hex}" }
    entry { id: "side" text: "{seat, select, 0 {western} other {eastern}} block {id}" }
    entry { id: "quoted" text: "don't touch '{'this'}'" }
  )text";
constexpr const char* kPolish = R"text(
    language: "pl"
    entry { id: "ships" text: "{count, plural, one {# statek} few {# statki} many {# statków} other {# statku}}: {name}" }
    entry { id: "sunk" text: "zatopiono: {what} ({hex})" }
  )text";

Catalog small() {
  Catalog catalog;
  EXPECT_TRUE(catalog.add("en.textproto", kEnglish));
  EXPECT_TRUE(catalog.add("pl.textproto", kPolish));
  return catalog;
}

std::string ships(const Catalog& catalog, std::int64_t count, std::string_view language) {
  return catalog.format(Text("ships").number("count", count).word("name", "PQ 17"), language);
}

TEST(Catalog, PolishHasThreePlurals) {
  const Catalog catalog = small();
  EXPECT_EQ(ships(catalog, 1, "pl"), "1 statek: PQ 17");
  EXPECT_EQ(ships(catalog, 3, "pl"), "3 statki: PQ 17");
  EXPECT_EQ(ships(catalog, 5, "pl"), "5 statków: PQ 17");
  EXPECT_EQ(ships(catalog, 22, "pl"), "22 statki: PQ 17");
  EXPECT_EQ(ships(catalog, 112, "pl"), "112 statków: PQ 17");
  EXPECT_EQ(ships(catalog, 1, "en"), "1 ship of PQ 17");
  EXPECT_EQ(ships(catalog, 2, "en"), "2 ships of PQ 17");
}

TEST(Catalog, ARegionOrAnEncodingDoesNotHideTheLanguage) {
  const Catalog catalog = small();
  EXPECT_EQ(ships(catalog, 1, "pl-PL"), "1 statek: PQ 17");
  EXPECT_EQ(ships(catalog, 1, "pl_PL.UTF-8"), "1 statek: PQ 17");
}

TEST(Catalog, FallsBackToEnglishAndThenToTheBareId) {
  const Catalog catalog = small();
  EXPECT_EQ(catalog.format(Text("english"), "pl"), "only here");
  EXPECT_EQ(catalog.format(Text("english"), "xx"), "only here");
  EXPECT_TRUE(catalog.missed().empty());
  EXPECT_EQ(catalog.format(Text("nowhere").number("count", 1), "pl"), "nowhere");
  EXPECT_THAT(catalog.missed(), ElementsAre("nowhere"));
  EXPECT_EQ(catalog.format(Text(), "en"), "");
}

TEST(Catalog, NestedTextsAreWrittenFirstInTheSameLanguage) {
  const Catalog catalog = small();
  const Text text =
      Text("sunk").number("hex", 1204).text("what", Text("ships").number("count", 2).word("name", "{hex}"));
  EXPECT_EQ(catalog.format(text, "en"), "2 ships of {hex} was sunk at 1,204");
  const Text polish = Text("sunk").number("hex", 12).text("what", Text("ships").number("count", 2).word("name", "X"));
  EXPECT_EQ(catalog.format(polish, "pl"), "zatopiono: 2 statki: X (12)");
}

TEST(Catalog, AMissingArgumentIsShownByItsName) {
  const Catalog catalog = small();
  EXPECT_EQ(catalog.format(Text("sunk").word("what", "Tirpitz"), "en"), "Tirpitz was sunk at {hex}");
}

TEST(Catalog, ASelectChoosesByANumbersDigits) {
  const Catalog catalog = small();
  EXPECT_EQ(catalog.format(Text("side").number("seat", 0).number("id", 7), "en"), "western block 7");
  EXPECT_EQ(catalog.format(Text("side").number("seat", 1).number("id", 7), "en"), "eastern block 7");
}

TEST(Catalog, ArgumentsThatDoNotFitAreMissedNotHalfSaid) {
  const Catalog catalog = small();
  EXPECT_EQ(catalog.format(Text("ships").word("count", "many").word("name", "PQ 17"), "en"), "ships");
  EXPECT_THAT(catalog.missed(), ElementsAre("ships"));
}

TEST(Catalog, QuotesAreIcuQuotes) { EXPECT_EQ(small().format(Text("quoted"), "en"), "don't touch {this}"); }

TEST(Catalog, KnowsTheArgumentsOfAPattern) {
  const Catalog catalog = small();
  EXPECT_THAT(catalog.arguments("pl", "ships"), UnorderedElementsAre("count", "name"));
  EXPECT_THAT(catalog.arguments("en", "english"), UnorderedElementsAre());
}

TEST(Catalog, AMalformedPatternIsRefusedByFileAndId) {
  Catalog catalog;
  const auto added =
      catalog.add("en.textproto", R"(language: "en" entry { id: "bad" text: "{count, plural, one {x}" })");
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().reason.id, "catalog.malformed");
  EXPECT_THAT(bare(added.error().reason),
              testing::AllOf(testing::HasSubstr("en.textproto"), testing::HasSubstr("bad")));
}

TEST(Catalog, ASecondTextOfTheSameIdIsRefused) {
  Catalog catalog = small();
  const auto added = catalog.add("en.more.textproto", R"(language: "en" entry { id: "sunk" text: "again" })");
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().reason.id, "catalog.twice");
}

TEST(Catalog, WhatLiesOverIsSaidFirst) {
  Catalog first = small();
  first.over();
  EXPECT_TRUE(first.add("en.textproto", R"(language: "en" entry { id: "english" text: "the first title's" })"));
  Catalog second = small();
  second.over();
  EXPECT_TRUE(second.add("en.textproto", R"(language: "en" entry { id: "english" text: "the second title's" })"));
  EXPECT_EQ(first.format(Text("english"), "pl"), "the first title's");
  EXPECT_EQ(second.format(Text("english"), "pl"), "the second title's");
  EXPECT_EQ(ships(second, 1, "pl"), "1 statek: PQ 17") << "the rest shows through";
  EXPECT_EQ(
      second.add("en.more.textproto", R"(language: "en" entry { id: "english" text: "again" })").error().reason.id,
      "catalog.twice");
}

TEST(Catalog, ATextIsFoundByTheIdsItHadBefore) {
  Catalog catalog;
  EXPECT_TRUE(catalog.add("en.textproto", R"(language: "en" entry { id: "new" text: "{n} found" alias: "old" })"));
  EXPECT_EQ(catalog.format(Text("old").number("n", 2), "en"), "2 found");
  EXPECT_EQ(catalog.format(Text("new").number("n", 2), "en"), "2 found");
  EXPECT_EQ(catalog.add("en.more.textproto", R"(language: "en" entry { id: "old" text: "another" })").error().reason.id,
            "catalog.twice");
}

TEST(Catalog, AFileThatIsNotACatalogIsRefusedWithItsLine) {
  Catalog catalog;
  const auto added = catalog.add("en.textproto", "language: \"en\"\nentri {}");
  ASSERT_FALSE(added);
  EXPECT_THAT(bare(added.error().reason), testing::HasSubstr("line=2"));
  EXPECT_EQ(catalog.add("pl.textproto", "language: \"en\"").error().reason.id, "catalog.language");
}

TEST(Catalog, ManyThreadsMayRead) {
  const Catalog catalog = small();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        EXPECT_EQ(ships(catalog, 4, "pl"), "4 statki: PQ 17");
        EXPECT_EQ(catalog.format(Text("unknown"), "pl"), "unknown");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// The folders of texts in this repository: the platform's and each title's, the test title's included.
std::vector<fs::path> text_folders() {
  const fs::path source = WARDROOM_SOURCE_DIR;
  std::vector<fs::path> folders{source / "common/text"};
  for (const fs::path& titles : {source / "scenarios", source / "tests/titles"}) {
    if (!fs::exists(titles)) continue;
    for (const auto& title : fs::directory_iterator(titles)) {
      for (const char* texts : {"text", "data/text"}) {
        if (fs::is_directory(title.path() / texts)) folders.push_back(title.path() / texts);
      }
    }
  }
  return folders;
}

TEST(CatalogFiles, BothLanguagesHaveTheSameTextsWithTheSameArguments) {
  for (const fs::path& folder : text_folders()) {
    SCOPED_TRACE(folder.string());
    Catalog catalog;
    const auto read = catalog.read(folder);
    ASSERT_TRUE(read) << bare(read.error().reason);
    EXPECT_THAT(catalog.languages(), ElementsAre("en", "pl"));
    EXPECT_EQ(catalog.ids("en"), catalog.ids("pl"));
    for (const std::string& id : catalog.ids("en")) {
      EXPECT_EQ(catalog.arguments("en", id), catalog.arguments("pl", id)) << id;
    }
  }
}

// A title may say something of the platform in its own words.
TEST(CatalogFiles, ATitlesWordsLieOverThePlatforms) {
  const std::vector<fs::path> folders = text_folders();
  Catalog platform;
  ASSERT_TRUE(platform.read(folders.front()));
  for (std::size_t i = 1; i < folders.size(); ++i) {
    SCOPED_TRACE(folders[i].string());
    Catalog title;
    ASSERT_TRUE(title.read(folders[i]));
    for (const std::string& id : title.ids("en")) {
      if (platform.arguments("en", id).empty()) continue;
      EXPECT_THAT(platform.arguments("en", id), testing::IsSupersetOf(title.arguments("en", id))) << id;
    }
    Catalog both;
    ASSERT_TRUE(both.read(folders.front()));
    const auto read = both.read(folders[i]);
    EXPECT_TRUE(read) << bare(read.error().reason);
  }
}

}  // namespace
}  // namespace wardroom
