#include "client/terminal/json.h"

#include <gtest/gtest.h>

#include "wardroom/v1/play.pb.h"

namespace wardroom::terminal {
namespace {

TEST(Json, ObjectsAreWrittenMemberByMember) {
  EXPECT_EQ(JsonObject().str(), "{}");
  EXPECT_EQ(JsonObject().word("a", "say \"x\"\n").number("b", -3).member("c", "[true]").str(),
            R"({"a":"say \"x\"\n","b":-3,"c":[true]})");
}

TEST(Json, AMessageComesBackFromItsJson) {
  v1::Action action;
  action.set_verb(4);
  action.add_arguments(1LL << 60);
  EXPECT_EQ(to_json(action), R"({"verb":4,"arguments":["1152921504606846976"]})");
  v1::Action back;
  ASSERT_TRUE(from_json(to_json(action), back));
  EXPECT_EQ(back.SerializeAsString(), action.SerializeAsString());
  EXPECT_FALSE(from_json("{", back));
}

}  // namespace
}  // namespace wardroom::terminal
