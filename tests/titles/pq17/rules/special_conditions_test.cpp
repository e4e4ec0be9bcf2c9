// Chapter 12: the chits.
#include "server/titles/pq17/special_conditions.h"

#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {
namespace {

TEST(Rule12, EachPlayerDrawsASecretChitAndNoneIsDrawnTwice) {
  Opening opening(open_without_ice("pq12"), calm().give(Draw::kChit, {0, 0}));
  EXPECT_EQ(opening.own(kAllied).chit(), "A");
  EXPECT_EQ(opening.own(kAxis).chit(), "B") << "A is out of the cup";
  EXPECT_EQ(opening.told(kAllied, "report.chit.drawn.own"), 1);
  EXPECT_EQ(opening.told(kAllied, "report.chit.drawn"), 1);
  EXPECT_TRUE(opening.truth().standing().shown().empty());
}

TEST(Rule12_3, TheLetterSaysWhatTheAxisConvoyIs) {
  Opening small(open_without_ice("pq12"), calm().give(Draw::kChit, {25, 0}));
  EXPECT_EQ(small.own(kAxis).condition_variant(), 0);
  Opening large(open_without_ice("pq12"), calm().give(Draw::kChit, {25, 20}));
  EXPECT_EQ(large.own(kAxis).condition_variant(), 1);
  EXPECT_EQ(large.own(kAxis).condition(), "condition.axis_convoy");
}

TEST(Rule12_6, GroundOffensiveIsShownAndAnotherChitDrawn) {
  Opening opening(open_without_ice("pq12"), calm().give(Draw::kChit, {16, 0, 0}));  // Q, A; then B
  EXPECT_EQ(opening.own(kAllied).chit(), "A");
  EXPECT_EQ(opening.own(kAxis).chit(), "B");
  ASSERT_EQ(opening.truth().standing().shown_size(), 1);
  EXPECT_EQ(opening.truth().standing().shown(0).letter(), "Q");
  EXPECT_EQ(opening.told(kAxis, "report.chit.ground_offensive"), 1);
}

TEST(Rule12, AScenarioMayDoWithoutChits) {
  Opening opening("learning");
  EXPECT_TRUE(opening.own(kAllied).chit().empty());
  EXPECT_TRUE(opening.own(kAxis).chit().empty());
}

}  // namespace
}  // namespace wardroom::pq17
