// What `wardroom data` tells of the box: sheets in both languages, exact odds, and a check that names every title.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "common/catalog.h"
#include "server/titles/murmansk/data/odds.h"
#include "server/titles/murmansk/data/show.h"
#include "server/titles/sea/words.h"
#include "tests/titles/murmansk/the_box.h"

namespace wardroom::murmansk {
namespace {

using testing::HasSubstr;

const std::filesystem::path kSource = WARDROOM_SOURCE_DIR;

const Catalog& words() {
  static const Catalog catalog = [] {
    Catalog made;
    EXPECT_TRUE(made.read(kSource / "common" / "text"));
    EXPECT_TRUE(made.read(kSource / "scenarios" / "murmansk" / "text"));
    return made;
  }();
  return catalog;
}

std::string shown(const char* kind, const char* id, const char* language = "en") {
  const auto sheet = show(the_box(), kind, id);
  return sheet ? print(*sheet, words(), language) : "";
}

std::string said(const std::string& arguments, int wanted = 0) {
  const std::string command =
      std::string(WARDROOM_BIN_DIR) + "/wardroom-data --home " + WARDROOM_SOURCE_DIR + " " + arguments + " 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  std::string out;
  std::array<char, 4096> buffer;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) out.append(buffer.data(), got);
  const int status = ::pclose(pipe);
  EXPECT_EQ(WIFEXITED(status) ? WEXITSTATUS(status) : -1, wanted) << out;
  return out;
}

// The text has no numbers: its sections are cited by their names.
TEST(MurmanskShow, RulesAreCitedByTheirNames) {
  EXPECT_THAT(shown("ruling", "m_01"), HasSubstr("Ruling M-01, on “sequence of play”"));
  EXPECT_THAT(shown("ruling", "m_01", "pl"), HasSubstr("„kolejność gry”"));
  EXPECT_THAT(shown("unit", "tirpitz"), HasSubstr("rule book “victory”"));
}

// An id that has no words is shown bare.
TEST(MurmanskShow, EverySheetHasItsWordsInBothLanguages) {
  for (const char* language : {"en", "pl"}) {
    for (const char* kind : {"table", "unit", "position", "option", "ruling", "scenario"}) {
      const auto list = show(the_box(), kind, "");
      ASSERT_TRUE(list) << kind;
      ASSERT_FALSE(list->tables.empty());
      for (const auto& row : list->tables.front().rows) {
        const std::string id = words().format(row.front().text, language);
        const auto sheet = show(the_box(), kind, id);
        ASSERT_TRUE(sheet) << id;
        const std::string text = print(*sheet, words(), language);
        for (const char* bare : {"murmansk.", ".name", ".help", "data.show"})
          EXPECT_THAT(text, testing::Not(HasSubstr(bare))) << language << " " << id;
      }
    }
  }
}

TEST(MurmanskShow, TellsShipsTablesAndPositions) {
  EXPECT_THAT(shown("unit", "tirpitz"), HasSubstr("Capital ship"));
  EXPECT_THAT(shown("UNIT", "KG_26"), HasSubstr("Summer 1942 to Fall 1942"));
  EXPECT_THAT(shown("table", "seasons"), HasSubstr("Alabama"));
  EXPECT_THAT(shown("table", "results"), HasSubstr("D, 2AA"));
  EXPECT_THAT(shown("position", "t10"), HasSubstr("Room for units"));
  EXPECT_THAT(shown("unit", "tirpitz", "pl"), HasSubstr("Niemcy"));
  EXPECT_FALSE(show(the_box(), "hex", ""));
  EXPECT_FALSE(show(the_box(), "unit", "bismarck"));
}

TEST(MurmanskShow, HasASheetOfAllThatCanBeLookedUp) {
  const auto all = sheets(the_box());
  EXPECT_GT(all.sheet_size(), 100);
}

// Wherever the rules cite a section, people read its name.
TEST(MurmanskShow, EveryCiteHasANameInBothLanguages) {
  std::set<std::string> cites;
  for (const auto& ruling : the_box().rulings().ruling()) cites.insert(ruling.rules().begin(), ruling.rules().end());
  const std::regex cited("\"([A-Z][A-Za-z]+)\"");
  for (const auto& file : std::filesystem::recursive_directory_iterator(kSource / "server" / "titles" / "murmansk")) {
    if (file.path().extension() != ".cpp" || file.path().parent_path().filename() == "data") continue;
    std::ifstream in(file.path());
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    for (std::sregex_iterator each(text.begin(), text.end(), cited), none; each != none; ++each)
      cites.insert((*each)[1]);
  }
  EXPECT_GT(cites.size(), 25u);
  for (const char* language : {"en", "pl"}) {
    const auto ids = words().ids(language);
    for (const std::string& cite : cites)
      EXPECT_NE(std::ranges::find(ids, "rule." + sea::lower(cite)), ids.end()) << language << " " << cite;
  }
}

TEST(MurmanskOdds, AreCountedFromTheFaces) {
  const Box& box = the_box();
  using Column = v1::Column;
  EXPECT_EQ(harm_faces(box, Column::KG26, 1), (HarmFaces{0, 1, 2, 1, 2}));
  EXPECT_EQ(harm_faces(box, Column::ZERO, 0)[v1::Harm::DS], 2);
  EXPECT_EQ(faces_from(5, -1), 1);
  EXPECT_EQ(faces_to(3, -1), 4);
  EXPECT_EQ(loss_faces(box, Column::KG26, 0, Hunted::kAircraft), 1);
  EXPECT_EQ(loss_faces(box, Column::KG26, 0, Hunted::kAircraftByCarrier), 3);
  EXPECT_EQ(loss_faces(box, Column::PLUS_1, 1, Hunted::kWolfpack), 3);
  EXPECT_NEAR(arrive_at_least(box, 2, 1), 5.0 / 9, 1e-12);
  EXPECT_NEAR(storm_share(box, v1::Season::WINTER), 0.4, 1e-12);
}

TEST(MurmanskOdds, AreThePageInTheFolder) {
  std::ifstream in(kSource / "scenarios" / "murmansk" / "odds.md");
  EXPECT_EQ(odds_page(the_box()), std::string((std::istreambuf_iterator<char>(in)), {}));
  EXPECT_EQ(said("--title murmansk odds"), odds_page(the_box()));
}

TEST(MurmanskDataProgram, ChecksBothTitlesAndNamesThem) {
  const std::string both = said("check");
  EXPECT_THAT(both, HasSubstr("Title pq17"));
  EXPECT_THAT(both, HasSubstr("Title murmansk"));
  EXPECT_THAT(said("--title murmansk check"), testing::Not(HasSubstr("pq17")));
  EXPECT_THAT(said("--title murmansk template air_units"), HasSubstr("wardroom.murmansk.v1.AirUnits"));
  EXPECT_THAT(said("--title murmansk show unit tirpitz"), HasSubstr("SB"));
}

// Corrections of one title, in a folder of its name, leave the other as it is.
TEST(MurmanskDataProgram, AMistakeInOneTitleIsToldOfThatTitle) {
  const auto folder = std::filesystem::temp_directory_path() / ("murmansk-overlay-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "murmansk");
  std::ifstream in(kSource / "scenarios" / "murmansk" / "aircraft.textproto");
  std::string text((std::istreambuf_iterator<char>(in)), {});
  const std::string was = "service { from: 2 to: 3 }";
  ASSERT_NE(text.find(was), std::string::npos);
  text.replace(text.find(was), was.size(), "service { from: 3 to: 2 }");
  std::ofstream(folder / "murmansk" / "aircraft.textproto") << text;
  const std::string told = said("check --data-overlay " + folder.string(), 1);
  EXPECT_THAT(told, HasSubstr("aircraft.textproto:"));
  EXPECT_THAT(told, testing::ContainsRegex("files, no mistakes"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace wardroom::murmansk
