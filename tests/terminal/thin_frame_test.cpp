#include "client/terminal/thin_frame.h"

#include <gtest/gtest.h>

#include <set>

#include "wardroom/v1/wire.pb.h"

namespace wardroom::terminal {
namespace {

v1::ServerFrame frame_with_menu() {
  v1::ServerFrame frame;
  frame.set_request(9);
  frame.set_padding(std::string(100, '\0'));
  auto& update = *frame.mutable_update();
  update.set_match("m");
  update.set_serial(300);
  update.set_state(v1::MATCH_STATE_PLAYING);
  update.add_sections()->set_body(std::string(5000, 'x'));
  update.mutable_menu()->set_serial(299);
  for (int verb = 1; verb <= 5; ++verb) {
    auto& item = *update.mutable_menu()->add_items();
    item.mutable_action()->set_verb(static_cast<std::uint32_t>(verb));
    item.mutable_action()->add_arguments(-verb);
    item.mutable_label()->set_id("label");
  }
  return frame;
}

TEST(ThinFrame, FindsWhatIsNeededAndChoosesAnyItem) {
  const std::string bytes = frame_with_menu().SerializeAsString();
  const ThinFrame frame = thin_frame(bytes);
  ASSERT_TRUE(frame.whole);
  EXPECT_EQ(frame.request, 9U);
  EXPECT_EQ(frame.body, static_cast<int>(v1::ServerFrame::kUpdate));
  EXPECT_EQ(thin_field(frame.payload, v1::Update::kMatchFieldNumber), "m");
  bot::Whim whim(1);
  ToldMenus menus;
  std::set<std::uint32_t> verbs;
  for (int i = 0; i < 100; ++i) {
    const ThinUpdate update = thin_update(frame.payload, menus, whim);
    EXPECT_EQ(update.serial, 300U);
    EXPECT_EQ(update.menu_serial, 299U);
    EXPECT_FALSE(update.over);
    v1::Action action;
    ASSERT_TRUE(action.ParseFromString(std::string(update.action)));
    EXPECT_EQ(action.arguments(0), -static_cast<std::int64_t>(action.verb()));
    verbs.insert(action.verb());
  }
  EXPECT_EQ(verbs, (std::set<std::uint32_t>{1, 2, 3, 4, 5}));
}

TEST(ThinFrame, NoMenuAndTheEndAreSeen) {
  v1::Update update;
  update.set_state(v1::MATCH_STATE_OVER);
  bot::Whim whim(1);
  ToldMenus menus;
  const std::string bytes = update.SerializeAsString();
  EXPECT_TRUE(thin_update(bytes, menus, whim).over);
  EXPECT_EQ(thin_update(bytes, menus, whim).menu_serial, 0U);
}

TEST(ThinFrame, TruncatedBytesAreNotAFrame) {
  const std::string bytes = frame_with_menu().SerializeAsString();
  bot::Whim whim(1);
  ToldMenus menus;
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    const std::string part = bytes.substr(0, size);
    const ThinFrame frame = thin_frame(part);
    if (frame.whole) thin_update(frame.payload, menus, whim);
  }
  EXPECT_FALSE(thin_frame(bytes.substr(0, bytes.size() - 1)).whole);
}

}  // namespace
}  // namespace wardroom::terminal
