#include "server/match/gallery.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace wardroom::match
