// The test of the licence test: a reveal that says more than its licence is found.
#include "tests/titles/mutated.h"
#include "tests/titles/pq17/scene.h"
#include "tests/titles/pq17/vary.h"

namespace wardroom::pq17 {
namespace {

using testing::LicenceSummary;

// From one position, with chance of its own each time, until something is found that may not be told.
LicenceSummary search_for_leaks(const char* mutant, Stage& stage, Side side, int times) {
  plant_mutant(mutant);
  testing::Random random(31);
  LicenceSummary summary;
  for (int i = 0; i < times && summary.leaks.empty(); ++i) {
    const Secret secret = testing::secret_of(static_cast<std::uint64_t>(i));
    summary.add(testing::licence_pairs(the_title_shared(), facts(), stage.truth(), seat_of(side), secret, random, 120));
  }
  plant_mutant("");
  std::cout << summary.print() << "\n";
  return summary;
}

Stage heavy_ships_at_sea() {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::NAVAL_MOVEMENT)
      .task_force(kAxis, "big", {{"ship.tirpitz"}}, "0611")
      .task_force(kAxis, "small", {{"ship.admiral_hipper"}}, "0612")
      .task_force(kAllied, "one", {{"ship.london"}}, "0611")
      .task_force(kAllied, "two", {{"ship.kent"}}, "0612");
  return stage;
}

TEST(PlantedReveal, ACapitalShipToldOfAtId2IsFound) {
  Stage stage = heavy_ships_at_sea();
  const LicenceSummary planted = search_for_leaks("capital_known_at_two", stage, kAllied, 60);
  ASSERT_FALSE(planted.leaks.empty());
  EXPECT_NE(planted.leaks[0].find("report.german_threat"), std::string::npos) << planted.leaks[0];
  EXPECT_TRUE(search_for_leaks("", stage, kAllied, 20).leaks.empty());
}

Stage carrier_at_sea() {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::NAVAL_MOVEMENT)
      .task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "port.trondheim")
      .task_force(kAllied, "seen", {{"ship.victorious"}, {"ship.king_george_v"}}, "0609")
      .task_force(kAllied, "other", {{"ship.kent"}, {"ship.london"}}, "0608")
      .identified("seen", 1);
  return stage;
}

TEST(PlantedReveal, ACarrierToldOfAtId1IsFound) {
  Stage stage = carrier_at_sea();
  const LicenceSummary planted = search_for_leaks("carrier_found_at_once", stage, kAxis, 60);
  ASSERT_FALSE(planted.leaks.empty());
  EXPECT_NE(planted.leaks[0].find("report.tirpitz"), std::string::npos) << planted.leaks[0];
  EXPECT_TRUE(search_for_leaks("", stage, kAxis, 20).leaks.empty());
}

TEST(PlantedReveal, ACarrierThatIsGoneIsFound) {
  Stage stage = carrier_at_sea();
  const LicenceSummary planted = search_for_leaks("absent_carrier_found", stage, kAxis, 60);
  ASSERT_FALSE(planted.leaks.empty());
  EXPECT_NE(planted.leaks[0].find("report.tirpitz"), std::string::npos) << planted.leaks[0];
}

}  // namespace
}  // namespace wardroom::pq17
