#include "client/terminal/hours.h"

#include <gmock/gmock.h>

namespace wardroom::terminal {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;
using ::testing::Pair;

TEST(TypedHours, ADayIsWrittenAsItIsTyped) {
  EXPECT_THAT(typed_day("2027-01-31"), Optional(20270131u));
  EXPECT_EQ(written_day(20270131), "2027-01-31");
  for (const char* wrong : {"", "31.1.2027", "2027-13-01", "2027-01-32", "2027-01", "2027-01-31x", "-1-01-01"})
    EXPECT_FALSE(typed_day(wrong)) << wrong;
}

TEST(TypedHours, ANightGoesFromATimeToATime) {
  EXPECT_THAT(typed_night("22:30-07:00"), Optional(Pair(1350u, 420u)));
  EXPECT_THAT(typed_night("none"), Optional(Pair(0u, 0u)));
  EXPECT_EQ(written_minute(420), "07:00");
  for (const char* wrong : {"", "22-7", "24:00-07:00", "22:60-07:00", "22:30", "22:30-07:00-08:00"})
    EXPECT_FALSE(typed_night(wrong)) << wrong;
}

TEST(TypedHours, FreeDaysAreDaysOfTheWeek) {
  EXPECT_THAT(typed_free_days("6,7"), Optional(ElementsAre(6u, 7u)));
  EXPECT_THAT(typed_free_days("none"), Optional(ElementsAre()));
  for (const char* wrong : {"", "0", "8", "6,", "Sunday"}) EXPECT_FALSE(typed_free_days(wrong)) << wrong;
}

}  // namespace
}  // namespace wardroom::terminal
