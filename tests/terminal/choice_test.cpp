#include "client/terminal/choice.h"

#include <gtest/gtest.h>

#include <vector>

namespace wardroom::terminal {
namespace {

v1::Menu two_items() {
  v1::Menu menu;
  menu.add_items()->mutable_action()->set_verb(3);
  auto& second = *menu.add_items()->mutable_action();
  second.set_verb(5);
  second.add_arguments(12);
  second.add_arguments(-7);
  return menu;
}

TEST(Choice, IsANumberOfTheMenuAVerbWithArgumentsOrJson) {
  for (const char* written :
       {"2", " 2 ", "5:12,-7", R"({"verb":5,"arguments":[12,-7]})", R"({"verb":5,"arguments":["12","-7"]})"}) {
    const auto action = parse_choice(written, two_items());
    ASSERT_TRUE(action) << written;
    EXPECT_EQ(write_choice(*action), "5:12,-7") << written;
  }
  EXPECT_EQ(write_choice(*parse_choice("3:", two_items())), "3:");
}

TEST(Choice, IsThePlaceOfTheOneItemThatIsThere) {
  v1::Menu menu = two_items();
  menu.mutable_items(0)->add_places(614);
  menu.mutable_items(1)->add_places(1409);
  EXPECT_EQ(parse_choice("0614", menu)->verb(), 3U);
  EXPECT_EQ(parse_choice("1409", menu)->verb(), 5U);
  EXPECT_EQ(parse_choice("1410", menu).error().reason.id, "terminal.no_such_number");
  menu.mutable_items(1)->add_places(614);
  EXPECT_EQ(parse_choice("0614", menu).error().reason.id, "terminal.which_of_place");
}

// Two steps, the same two with "and no farther", and a third form of the first.
v1::Menu steps() {
  v1::Menu menu;
  const auto step = [&](std::uint32_t to, std::vector<int> more) {
    v1::Item& item = *menu.add_items();
    item.add_places(to);
    item.mutable_action()->set_verb(4);
    item.mutable_action()->add_arguments(to);
    for (int each : more) item.mutable_action()->add_arguments(each);
  };
  step(617, {});
  step(516, {});
  step(617, {1});
  step(516, {1});
  step(617, {2});
  return menu;
}

TEST(Choice, OfAnotherFormIsTypedWithASignBehindTheNumberOrThePlace) {
  v1::Menu menu = steps();
  menu.mutable_items(4)->set_places(0, 711);
  const auto chosen = [&](const char* written) { return write_choice(*parse_choice(written, menu)); };
  EXPECT_EQ(chosen("1"), "4:617");
  EXPECT_EQ(chosen("0617"), "4:617");
  EXPECT_EQ(chosen("1!"), "4:617,1");
  EXPECT_EQ(chosen("0516!"), "4:516,1");
  EXPECT_EQ(chosen("3"), "4:617,1") << "every item keeps its number";
  EXPECT_EQ(parse_choice("5!", menu).error().reason.id, "terminal.no_other_form");
  EXPECT_FALSE(parse_choice("!", menu));
  EXPECT_EQ(number_of(menu, 1), "2");
  EXPECT_EQ(number_of(menu, 3), "2!");
}

TEST(Choice, ThatHasTwoOtherFormsHidesOnlyTheFirst) {
  const v1::Menu menu = steps();
  EXPECT_EQ(other_form(menu, 0), 2);
  EXPECT_EQ(plain_form(menu, 4), std::nullopt);
  EXPECT_EQ(parse_choice("0617", menu).error().reason.id, "terminal.which_of_place");
}

TEST(Choice, AnythingElseIsRefusedWithAReason) {
  for (const char* written :
       {"0", "3", "-1", "99999999999", "two", "5:a", "x:1", "5:1,,2", "{\"verb\":", "{\"verg\":1}", ""}) {
    EXPECT_FALSE(parse_choice(written, two_items())) << written;
  }
  EXPECT_EQ(parse_choice("3", two_items()).error().reason.id, "terminal.no_such_number");
}

}  // namespace
}  // namespace wardroom::terminal
