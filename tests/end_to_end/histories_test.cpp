// The checker of histories complains of what it is there for, and of nothing else.
#include "tests/end_to_end/histories.h"

#include <gmock/gmock.h>

namespace wardroom::testing {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;
using enum Outcome;

const std::vector<Sent> kThree{{1, "move", kTaken}, {4, "search", kTaken}, {6, "done", kTaken}};

TEST(Histories, WhatWasAcknowledgedIsThereOnceAndInOrder) {
  EXPECT_THAT(check_acts(kThree, {"move", "search", "done"}), IsEmpty());
  EXPECT_THAT(check_acts({}, {}), IsEmpty());
}

TEST(Histories, ALostActIsFound) {
  EXPECT_THAT(check_acts(kThree, {"move", "done"}), Not(IsEmpty()));
  EXPECT_THAT(check_acts(kThree, {"search", "done"}), Not(IsEmpty()));
  EXPECT_THAT(check_acts(kThree, {"move", "search"}), Not(IsEmpty()));
}

TEST(Histories, ADoubledActIsFound) {
  EXPECT_THAT(check_acts(kThree, {"move", "search", "search", "done"}), Not(IsEmpty()));
  EXPECT_THAT(check_acts(kThree, {"move", "search", "done", "done"}), Not(IsEmpty()));
}

TEST(Histories, AnInventedActIsFound) {
  EXPECT_THAT(check_acts(kThree, {"move", "attack", "search", "done"}), Not(IsEmpty()));
  EXPECT_THAT(check_acts({}, {"move"}), Not(IsEmpty()));
}

TEST(Histories, SwappedActsAreFound) { EXPECT_THAT(check_acts(kThree, {"search", "move", "done"}), Not(IsEmpty())); }

TEST(Histories, ARefusedActThatIsThereIsFound) {
  EXPECT_THAT(check_acts({{1, "move", kRefused}}, {"move"}), Not(IsEmpty()));
  EXPECT_THAT(check_acts({{1, "move", kTaken}, {1, "move", kRefused}}, {"move"}), IsEmpty());
}

TEST(Histories, AnActOfUnknownOutcomeIsThereOnceOrNotAtAll) {
  const std::vector<Sent> sent{{1, "move", kTaken}, {2, "step", kUnknown}, {5, "done", kTaken}};
  EXPECT_THAT(check_acts(sent, {"move", "step", "done"}), IsEmpty());
  EXPECT_THAT(check_acts(sent, {"move", "done"}), IsEmpty());
  EXPECT_THAT(check_acts(sent, {"move", "step", "step", "done"}), Not(IsEmpty()));
}

TEST(Histories, AMenuIsAnsweredOnceHoweverOftenTheAnswerIsSent) {
  const std::vector<Sent> again{{2, "step", kUnknown}, {2, "step", kUnknown}, {2, "step", kTaken}};
  EXPECT_THAT(check_acts(again, {"step"}), IsEmpty());
  EXPECT_THAT(check_acts(again, {"step", "step"}), Not(IsEmpty()));
  EXPECT_THAT(check_acts({{2, "step", kTaken}, {2, "step", kTaken}}, {"step", "step"}), Not(IsEmpty()));
  EXPECT_THAT(check_acts({{4, "step", kTaken}, {2, "step", kTaken}}, {"step", "step"}), Not(IsEmpty()));
}

const std::vector<Shown> kRecord{{1, 100, "a"}, {2, 100, "b"}, {3, 120, "c"}};

TEST(Histories, WhatWasShownIsWhatIsShownAgain) {
  EXPECT_THAT(check_shown({{1, 100, "a"}, {1, 100, "a"}, {3, 120, "c"}}, kRecord), IsEmpty());
  EXPECT_THAT(check_shown({{1, 100, "a"}, {3, 120, "x"}}, kRecord), Not(IsEmpty()));
  EXPECT_THAT(check_shown({{1, 101, "a"}, {3, 120, "c"}}, kRecord), Not(IsEmpty()));
  EXPECT_THAT(check_shown({{2, 100, "b"}, {1, 100, "a"}, {3, 120, "c"}}, kRecord), Not(IsEmpty()));
  EXPECT_THAT(check_shown({{3, 120, "c"}, {4, 130, "d"}}, kRecord), Not(IsEmpty()));
  EXPECT_THAT(check_shown({{2, 100, "b"}}, kRecord), Not(IsEmpty()));
}

TEST(Histories, ARecordRunsOnWithoutGapsAndItsTimeNeverGoesBack) {
  EXPECT_THAT(check_order(kRecord), IsEmpty());
  EXPECT_THAT(check_order({{1, 100, "a"}, {3, 100, "c"}}), Not(IsEmpty()));
  EXPECT_THAT(check_order({{1, 100, "a"}, {2, 99, "b"}}), Not(IsEmpty()));
  EXPECT_THAT(check_times({5, 5, 6}), IsEmpty());
  EXPECT_THAT(check_times({5, 6, 5}), Not(IsEmpty()));
}

}  // namespace
}  // namespace wardroom::testing
