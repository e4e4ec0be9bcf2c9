// `wardroom position` on Murmansk Run: a text that cannot be a position of it is refused with the reason.
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include "client/terminal/library.h"
#include "client/tools/position_tool.h"
#include "server/titles/titles.h"

namespace wardroom::terminal {
namespace {

TEST(MurmanskPosition, ThatCannotBeIsRefusedByTheTool) {
  Library library(titles());
  library.home = WARDROOM_SOURCE_DIR;
  const std::shared_ptr<const Title> title = *library.title("murmansk");
  std::string text;
  google::protobuf::TextFormat::PrintToString(**title->open("learning", {}), &text);
  EXPECT_TRUE(read_position(*title, text, "position.textproto"));
  const std::string scenario = "scenario: \"scenario.learning\"";
  text.erase(text.find(scenario), scenario.size());
  const auto read = read_position(*title, text, "position.textproto");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().reason.id, "murmansk.position.no_scenario");
}

}  // namespace
}  // namespace wardroom::terminal
