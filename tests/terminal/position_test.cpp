#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "client/tools/position_tool.h"
#include "client/tools/written_chance.h"
#include "common/catalog.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::terminal {
namespace {

using testing::HasSubstr;

// Plays on by always taking the first item, as an actions file would say it.
std::string first_items(int count) {
  std::string lines = "# the set-up, side by side\n";
  for (int i = 0; i < count; ++i) lines += "1  # whoever is asked\n";
  return lines;
}

Result<PositionPlayed> play(PositionPlay play) {
  const auto title = picket::make_picket();
  return play_position(*title, *title->open("small", {}), play);
}

TEST(WrittenChance, IsReadFromAScript) {
  const auto draws = parse_chance("d10:3,6,8  card:allied:12");
  ASSERT_TRUE(draws);
  ASSERT_EQ(draws->size(), 4U);
  EXPECT_EQ((*draws)[1].sides, 10U);
  EXPECT_EQ((*draws)[1].result, 6U);
  EXPECT_FALSE((*draws)[3].sides);
  EXPECT_EQ((*draws)[3].result, 12U);
  for (const char* bad : {"d10", "d10:", "d10:10", "d0:0", "d10:x", "3", ":", "card:allied:"})
    EXPECT_FALSE(parse_chance(bad)) << bad;
}

TEST(WrittenChance, TheWrongDieAndAScriptThatIsTooShortAreSaid) {
  WrittenChance chance(*parse_chance("d10:3 d6:2"));
  EXPECT_EQ(chance.draw({}, 10), 3U);
  EXPECT_THROW(chance.draw({}, 10), NotAsWritten);
  EXPECT_THROW(chance.draw({}, 10), NotAsWritten);
}

TEST(PositionTool, PlaysActionsAndShowsOneSeatWhatItMaySee) {
  const auto played = play({"", first_items(4), Viewer::kFirst});
  ASSERT_TRUE(played) << bare(played.error().reason);
  const auto& view = static_cast<const picket::wire::View&>(*played->view);
  EXPECT_EQ(view.own().blocks_size(), 4);
  EXPECT_EQ(view.contacts().blocks_size(), 0);
  const auto& truth = static_cast<const picket::Truth&>(*played->position);
  EXPECT_EQ(truth.sides(0).blocks_size(), 4);
}

TEST(PositionTool, ASavedPositionIsPlayedOn) {
  const auto title = picket::make_picket();
  auto start = play({"", "", Viewer::kEnded});
  for (int actions = 1; start && !start->at_checkpoint; ++actions)
    start = play({"", first_items(actions), Viewer::kEnded});
  ASSERT_TRUE(start) << bare(start.error().reason);
  ASSERT_FALSE(start->menus.empty());
  std::string text;
  google::protobuf::TextFormat::PrintToString(*start->position, &text);
  text = "# title: picket\n" + text;
  EXPECT_EQ(title_of_position(text), "picket");
  auto again = read_position(*title, text, "file");
  ASSERT_TRUE(again);
  const auto played = play_position(*title, std::move(*again), {"", "", Viewer::kEnded});
  ASSERT_TRUE(played);
  EXPECT_EQ(save(*played->position), save(*start->position));
  ASSERT_EQ(played->menus.size(), start->menus.size());
  EXPECT_EQ(played->menus[0].SerializeAsString(), start->menus[0].SerializeAsString());
}

TEST(PositionTool, MistakesAreNamedByTheirLine) {
  EXPECT_THAT(bare(play({"", "1\n999\n", Viewer::kFirst}).error().reason), HasSubstr("line=2"));
  EXPECT_THAT(bare(play({"", "first 77:1\n", Viewer::kFirst}).error().reason), HasSubstr("refusal.not_offered"));
  EXPECT_THAT(bare(play({"", "public 1\n", Viewer::kFirst}).error().reason), HasSubstr("line=1"));
  EXPECT_EQ(play({"d6", "", Viewer::kFirst}).error().reason.id, "terminal.unclear_chance");
  const auto title = picket::make_picket();
  EXPECT_THAT(bare(read_position(*title, "turn: 1\nturm: 2\n", "p.textproto").error().reason), HasSubstr("line=2"));
}

TEST(PositionTool, DrawsThatAreNotWrittenAreSaid) {
  // Set up, then search: a search draws.
  std::string actions = first_items(8);
  Result<PositionPlayed> played = play({"", actions, Viewer::kEnded});
  for (int i = 0; i < 40 && played; ++i) {
    actions += "1\n";
    played = play({"", actions, Viewer::kEnded});
  }
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error().reason.id, "terminal.chance_used_up");
}

TEST(PositionTool, ViewersAreNamedAsTheTitleNamesItsSeats) {
  const auto title = picket::make_picket();
  EXPECT_EQ(viewer_named(*title, "first"), Viewer::kFirst);
  EXPECT_EQ(viewer_named(*title, "second"), Viewer::kSecond);
  EXPECT_EQ(viewer_named(*title, "public"), Viewer::kPublic);
  EXPECT_EQ(viewer_named(*title, "ended"), Viewer::kEnded);
  EXPECT_FALSE(viewer_named(*title, "third"));
}

}  // namespace
}  // namespace wardroom::terminal
