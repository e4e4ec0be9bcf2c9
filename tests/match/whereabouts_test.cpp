#include "server/match/whereabouts.h"

#include <gmock/gmock.h>

namespace wardroom::match {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Seats = std::array<bool, 2>;

constexpr std::int64_t kOne = 1, kTwo = 2;

class WhereaboutsTest : public ::testing::Test {
 protected:
  std::vector<std::string> hear(std::int64_t server, Seats seats) {
    return elsewhere.hear(server, {{"m", seats}}, now);
  }
  Seats at() const { return elsewhere.at("m"); }

  Whereabouts elsewhere{15s};
  Whereabouts::Clock::time_point now{};
};

TEST_F(WhereaboutsTest, WhoeverSitsAtAnyServerIsThere) {
  EXPECT_EQ(at(), (Seats{false, false}));
  EXPECT_THAT(hear(kOne, {true, false}), ElementsAre("m"));
  EXPECT_THAT(hear(kTwo, {false, true}), ElementsAre("m"));
  EXPECT_EQ(at(), (Seats{true, true}));
  EXPECT_THAT(hear(kOne, {false, false}), ElementsAre("m"));
  EXPECT_EQ(at(), (Seats{false, true}));
}

TEST_F(WhereaboutsTest, WhatIsSaidAgainIsNoNews) {
  hear(kOne, {true, false});
  EXPECT_THAT(hear(kOne, {true, false}), IsEmpty());
  EXPECT_THAT(hear(kTwo, {true, false}), IsEmpty()) << "he sits at both";
  EXPECT_THAT(hear(kOne, {false, false}), IsEmpty()) << "and there still";
}

TEST_F(WhereaboutsTest, WhatIsNotSaidAgainIsSoNoLonger) {
  hear(kOne, {true, false});
  hear(kTwo, {false, true});
  now += 10s;
  hear(kTwo, {false, true});
  now += 10s;
  EXPECT_THAT(elsewhere.forget_old(now), ElementsAre("m"));
  EXPECT_EQ(at(), (Seats{false, true}));
  EXPECT_THAT(elsewhere.forget_old(now), IsEmpty());
}

}  // namespace
}  // namespace wardroom::match
