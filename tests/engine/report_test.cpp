// Facts of reports on the wire.
#include <gtest/gtest.h>

#include "server/engine/menu.h"
#include "wardroom/v1/play.pb.h"

namespace wardroom {
namespace {

v1::Report written(told::Facts facts) {
  v1::Report out;
  to_wire(Report{"words", {}, "1.2", 3, 4, std::make_shared<const told::Facts>(std::move(facts))}, out);
  EXPECT_EQ(out.text().id(), "words");
  EXPECT_EQ(out.topic(), 3U);
  EXPECT_EQ(out.step(), 4U);
  return out;
}

TEST(Reports, WordsAloneAreANote) {
  v1::Report out;
  to_wire(Report{"words", {}, {}}, out);
  EXPECT_TRUE(out.has_note());
  EXPECT_EQ(out.topic(), 0U);
}

TEST(Reports, ARollHasAllThatMadeIt) {
  const v1::Report out = written(told::Roll{.table = "table",
                                            .row = "row",
                                            .dice = {{3, 5, "hit"}, {.fell = 42, .sides = 100}},
                                            .modifiers = {{"close", 2, "7.1"}},
                                            .needed = 5});
  EXPECT_EQ(out.roll().row().id(), "row");
  EXPECT_FALSE(out.roll().has_column());
  EXPECT_EQ(out.roll().needed(), 5);
  ASSERT_EQ(out.roll().dice_size(), 2);
  EXPECT_EQ(out.roll().dice(0).modified(), 5);
  EXPECT_EQ(out.roll().dice(0).sides(), 10U);
  EXPECT_FALSE(out.roll().dice(1).has_modified());
  EXPECT_FALSE(out.roll().dice(1).has_result());
  EXPECT_EQ(out.roll().modifiers(0).rule(), "7.1");
}

TEST(Reports, EveryKindIsABodyOfItsOwn) {
  EXPECT_EQ(written(told::Card{"deck", 17, {"day", "fair"}, "found"}).card().where(1).id(), "fair");
  EXPECT_EQ(written(told::Card{.deck = "deck", .what = "block", .fails = true}).card().what().id(), "block");
  const v1::Report moved = written(told::Move{7, 1, 2, Seat::kSecond});
  EXPECT_EQ(moved.move().to(), 2U);
  EXPECT_EQ(moved.move().seat(), 1U);
  EXPECT_EQ(written(told::Sighting{7, 2, "convoy", "aircraft"}).sighting().source().id(), "aircraft");
  EXPECT_EQ(written(told::Loss{told::Loss::kStopped, "ship", 2}).loss().harm(), v1::Loss::STOPPED);
  EXPECT_FALSE(written(told::Loss{}).loss().has_seat());
  EXPECT_EQ(written(told::Milestone{told::Milestone::kEndOfEngagement, 3}).milestone().level(),
            v1::Milestone::END_OF_ENGAGEMENT);
  EXPECT_EQ(written(told::Score{-3, 5, "reason"}).score().change(), -3);
}

}  // namespace
}  // namespace wardroom
