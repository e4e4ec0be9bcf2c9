#include "server/match/gallery.h"

#include <gtest/gtest.h>

#include "server/match/seen.h"

namespace wardroom::match {
namespace {

v1::Update update(std::uint64_t serial, const std::string& board) {
  v1::Update update;
  update.set_serial(serial);
  update.set_state(v1::MATCH_STATE_PLAYING);
  auto& section = *update.add_sections();
  section.set_number(1);
  section.set_body(board);
  update.add_reports()->mutable_text()->set_id("report." + std::to_string(serial));
  return update;
}

TEST(Gallery, ObserversSeeWhatWasSoManyUpdatesAgo) {
  Gallery gallery(2, update(1, "one"));
  EXPECT_TRUE(gallery.take_in(update(2, "two")).empty());
  EXPECT_TRUE(gallery.take_in(update(3, "three")).empty());
  EXPECT_EQ(gallery.all().sections(0).body(), "one");
  const auto shown = gallery.take_in(update(4, "four"));
  ASSERT_EQ(shown.size(), 1u);
  EXPECT_EQ(shown[0].serial(), 2u);
  EXPECT_EQ(shown[0].reports(0).text().id(), "report.2");
  EXPECT_EQ(gallery.all().sections(0).body(), "two");
  EXPECT_EQ(gallery.serial(), 2u);
  EXPECT_TRUE(gallery.all().reports().empty());
}

TEST(Gallery, TheEndShowsEverything) {
  Gallery gallery(5, update(1, "one"));
  gallery.take_in(update(2, "two"));
  v1::Update last = update(3, "three");
  last.set_state(v1::MATCH_STATE_OVER);
  EXPECT_EQ(gallery.take_in(last).size(), 2u);
  EXPECT_EQ(gallery.serial(), 3u);
}

TEST(Gallery, AnUpdateReplacesOnlyItsSections) {
  v1::Update full = update(1, "board");
  auto& own = *full.add_sections();
  own.set_number(2);
  own.set_body("own");
  apply(update(2, "new board"), full);
  ASSERT_EQ(full.sections_size(), 2);
  EXPECT_EQ(full.sections(0).body(), "new board");
  EXPECT_EQ(full.sections(1).body(), "own");
  EXPECT_TRUE(full.full());
}

// What shares with the one before is the same as what is put together anew.
TEST(Seen, IsEveryUpdateApplied) {
  v1::Update full = update(1, "board");
  auto& own = *full.add_sections();
  own.set_number(2);
  own.set_body("own");
  full.mutable_menu()->set_serial(1);
  auto seen = std::make_shared<const Seen>(std::make_shared<const v1::Update>(full));
  full.clear_reports();
  full.set_full(true);
  EXPECT_EQ(seen->full().SerializeAsString(), full.SerializeAsString());
  const Seen first = *seen;

  v1::Update second = update(2, "new board");
  second.add_waiting_for(1);
  auto& third = *second.add_sections();
  third.set_number(3);
  third.set_body("third");
  v1::Update whole = update(3, "all");
  whole.set_full(true);
  for (const v1::Update& next : {second, update(3, "newer board"), whole}) {
    apply(next, full);
    seen = std::make_shared<const Seen>(seen.get(), std::make_shared<const v1::Update>(next));
    EXPECT_EQ(seen->full().SerializeAsString(), full.SerializeAsString());
    EXPECT_EQ(seen->serial(), next.serial());
    EXPECT_FALSE(seen->has_menu());
  }
  EXPECT_EQ(first.full().sections(0).body(), "board") << "it stays as it was";
  EXPECT_EQ(first.menu().serial(), 1u);
}

}  // namespace
}  // namespace wardroom::match
