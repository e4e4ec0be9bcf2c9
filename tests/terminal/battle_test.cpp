// Battles of PQ-17 as they read in the terminal, and what they came to.
#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "client/terminal/battle_tale.h"
#include "client/terminal/library.h"
#include "server/titles/titles.h"

namespace wardroom::terminal {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

v1::Report report(const std::string& written, std::uint32_t topic = 4) {
  v1::Report made;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(written, &made)) << written;
  made.set_topic(topic);
  return made;
}

const v1::Report kSurface =
    report(R"(text { id: "match.state.open" } step: 1 milestone { level: ENGAGEMENT number: 3 })");
const v1::Report kRound = report(R"(text { id: "report.battle.round" arguments { name: "round" number: 1 } }
  step: 14 milestone { level: ROUND number: 1 })");
const v1::Report kEnd = report(R"(text { id: "match.state.over" } milestone { level: END_OF_ENGAGEMENT number: 3 })");
// Hits with 8 or more in all, so with a 7: three dice of ten.
const v1::Report kSalvo = report(R"(text { id: "match.state.held" } rule: "7.5.6" step: 16 roll {
  table { id: "table.gunnery.name" }
  row { id: "roll.row.at" arguments { name: "firer" text { id: "ship.trinidad.name" } }
                          arguments { name: "target" text { id: "class.mv.name" } } }
  column { id: "shiptype.dd.name" } needed: 8 modifiers { value: 1 }
  dice { fell: 9 modified: 10 sides: 10 } dice { fell: 6 modified: 7 sides: 10 } })");
const v1::Report kHarmless = report(R"(text { id: "match.state.held" } roll {
  table { id: "table.gunnery.name" } row { id: "roll.row.asw" } needed: 8 dice { fell: 1 sides: 10 } })");
const v1::Report kSunk = report(R"(text { id: "match.state.parked" } loss {
  harm: LOST what { id: "class.mv.name" } count: 1 seat: 0 unit: "class.mv" })");
const v1::Report kHit = report(R"(text { id: "match.state.parked" } loss {
  harm: HIT what { id: "ship.trinidad.name" } count: 1 seat: 0 })");
const v1::Report kScore = report(R"(text { id: "match.state.playing" } score { change: -4 })");
const v1::Report kElsewhere = report(R"(text { id: "ending.played" } note {})", 2);
const v1::Report kSubmarine =
    report(R"(text { id: "match.state.open" } step: 1 milestone { level: ENGAGEMENT number: 2 })");

class BattleTest : public testing::Test {
 protected:
  BattleTest() : library_(titles(), terminals()) { library_.home = WARDROOM_SOURCE_DIR; }

  std::vector<std::string> told(const std::vector<v1::Report>& reports, bool fights = false) {
    const Words words = *library_.words("pq17");
    return tale_.tell(reports, fights, {words, library_.screen("pq17"), {"first", "second"}});
  }

  Library library_;
  BattleTale tale_;
};

TEST_F(BattleTest, IsToldByStepsWithTheNumbersNeededAndSummedUp) {
  EXPECT_THAT(told({kSurface, kRound, kSalvo, kSunk, kSunk, kHit, kScore, kEnd}),
              ElementsAre("Report: Waiting for a player",                                  //
                          "  — Locating the target —",                                     //
                          "  Round 1.",                                                    //
                          "  — Gunnery —",                                                 //
                          "  On hold Column: Destroyer. Needed: 8 or more. [rule 7.5.6]",  //
                          "  Parked, an administrator will look at it", "  Parked, an administrator will look at it",
                          "  Parked, an administrator will look at it", "  Being played",  //
                          "  End of the round: 1 throw, 2 dice.",                          //
                          "    First: Merchant ships: lost, 2; Trinidad: hit",             //
                          "    Second: none",                                              //
                          "    Points: −2 VP",                                             //
                          "  Over",                                                        //
                          "After-action report: Waiting for a player",                     //
                          "  Losses",                                                      //
                          "    First: Merchant ships: lost, 2; Trinidad: hit",             //
                          "    Second: none",                                              //
                          "  Points: −2 VP",                                               //
                          "  The rolls that decided it",                                   //
                          "    Trinidad at Merchant ships: 1 of 2 dice, 30 % each. So many or more: 51 %.",
                          "  Against which odds",
                          "    Naval Gunnery: 2 dice, 0.6 successes to be expected, 1 came. So many or more: 51 %."));
}

TEST_F(BattleTest, SpeaksPolish) {
  library_.language = "pl";
  EXPECT_THAT(
      told({kSurface, kRound, kSalvo, kSunk, kEnd}),
      AllOf(Contains(HasSubstr("Potrzeba: 8 lub więcej.")), Contains(HasSubstr("Koniec rundy: 1 rzut, 2 kości.")),
            Contains(HasSubstr("Raport po walce: ")), Contains(HasSubstr("oczekiwane powodzenia: 0,6"))));
}

TEST_F(BattleTest, GoesOnOverSeveralUpdatesAndIsSummedUpOnce) {
  const auto summary = Contains(HasSubstr("After-action"));
  EXPECT_THAT(told({kSubmarine, kHarmless}, true), Not(summary));
  EXPECT_THAT(told({kElsewhere}, true), ElementsAre("  The match was played to its end."));
  EXPECT_THAT(told({kSunk}, false), summary);
  EXPECT_THAT(told({kElsewhere}, false), ElementsAre("Report: The match was played to its end."));
}

TEST_F(BattleTest, EndsWithTheLastReportThatSpeaksOfIt) {
  EXPECT_THAT(told({kSubmarine, kSunk, kElsewhere, kSubmarine}, true),
              ElementsAre("Report: Waiting for a player", "  — Locating the target —",
                          "  Parked, an administrator will look at it", "After-action report: Waiting for a player",
                          "  Losses", "    First: Merchant ships: lost", "    Second: none", "  Points: 0 VP",
                          "Report: The match was played to its end.", "Report: Waiting for a player",
                          "  — Locating the target —"));
}

TEST_F(BattleTest, InWhichNothingWasRolledAndNobodyHarmedHasNoSummary) {
  EXPECT_THAT(told({kSurface, kEnd}), Not(Contains(HasSubstr("After-action"))));
}

TEST_F(BattleTest, ThatWasTakenBackIsForgotten) {
  told({kSubmarine, kSunk}, true);
  tale_.forget();
  EXPECT_THAT(told({}, false), IsEmpty());
}

TEST(AfterAction, CallsAThrowAsRareAsItIs) {
  EXPECT_NEAR(rarity(2, 1, 0.3), 0.51, 1e-9);   // one or two
  EXPECT_NEAR(rarity(3, 0, 0.5), 0.125, 1e-9);  // none at all
  EXPECT_NEAR(rarity(1, 1, 1), 1, 1e-9);
}

TEST(AfterAction, PutsThrowsThatDidHarmBeforeThoseThatWereMerelyRare) {
  const v1::Roll none;
  const Throw rare{&none, 4, 4, 0.1, 0.0001, false}, usual{&none, 1, 0, 0.5, 0.5, false},
      harmful{&none, 2, 1, 0.5, 0.75, true};
  const auto found = decisive({rare, usual, harmful});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].harm);
}

}  // namespace
}  // namespace wardroom::terminal
