#include "client/terminal/sight.h"

#include <gtest/gtest.h>

#include "server/engine/outlet.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::terminal {
namespace {

v1::Update update(std::uint64_t serial, std::initializer_list<std::pair<std::uint32_t, std::string>> sections) {
  v1::Update out;
  out.set_serial(serial);
  for (const auto& [number, body] : sections) {
    auto& section = *out.add_sections();
    section.set_number(number);
    section.set_body(body);
  }
  return out;
}

TEST(Sight, KeepsTheNewestBodyOfEachSection) {
  Sight sight;
  v1::Attached attached;
  *attached.mutable_update() = update(4, {{1, "board"}, {2, "own"}});
  attached.mutable_update()->set_full(true);
  sight.take(attached);
  EXPECT_EQ(sight.take(update(5, {{2, "moved"}})), Sight::Taken::kNew);
  EXPECT_EQ(sight.sections(), (Sections{{1, "board"}, {2, "moved"}}));
}

TEST(Sight, SaysWhenAnUpdateWasSeenOrOneIsMissing) {
  Sight sight;
  sight.take(update(1, {{1, "a"}}));
  EXPECT_EQ(sight.take(update(1, {{1, "again"}})), Sight::Taken::kSeen);
  EXPECT_EQ(sight.take(update(3, {{1, "too far"}})), Sight::Taken::kGap);
  EXPECT_EQ(sight.sections().at(1), "a");
  v1::Update full = update(3, {{3, "all"}});
  full.set_full(true);
  EXPECT_EQ(sight.take(full), Sight::Taken::kNew);
  EXPECT_EQ(sight.sections(), (Sections{{3, "all"}}));
}

TEST(Sight, SectionsTogetherAreTheView) {
  picket::wire::View view;
  view.mutable_board()->set_turn(3);
  view.mutable_own()->add_blocks()->set_hex(23);
  Sections sections;
  for (const v1::Section& section : sections_of(view)) sections[section.number()] = section.body();
  picket::wire::View back;
  ASSERT_TRUE(view_of(sections, back));
  EXPECT_EQ(back.SerializeAsString(), view.SerializeAsString());
  EXPECT_FALSE(view_of({{1, "\xff\xff"}}, back));
}

}  // namespace
}  // namespace wardroom::terminal
