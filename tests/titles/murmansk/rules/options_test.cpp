// Every option of a match is played.
#include "tests/titles/murmansk/rules/rules.h"

namespace wardroom::murmansk {
namespace {

std::vector<OptionValue> with_option(const char* id, const char* value = "on") { return {{id, value}}; }

TEST(Options, AreTheseAndEachHasATestHere) {
  std::vector<std::string> ids;
  for (const OptionInfo& option : the_title()->options()) ids.push_back(option.id);
  std::ranges::sort(ids);
  EXPECT_EQ(ids, (std::vector<std::string>{"option.depots", "option.freighters", "option.hold_back",
                                           "option.no_loads_scattered", "option.open_groups"}));
}

TEST(Options, OpenGroupsOfTheAlliesAreSeenAndHaveNoDummies) {
  Scene scene(2, "war", with_option("option.open_groups"));
  scene.pulse(2);
  Campaign& c = scene.set_up();
  const Key group = c.form(kAllied, v1::GroupKind::SHIPS).key();
  c.join(ship("norfolk"), group);
  scene.play({1, 1});
  scene.answer(kAllied, Verb::ENTER, group, at("s02"));
  EXPECT_TRUE(scene.marker_of(kAllied, group)->contacted());
  EXPECT_EQ(scene.view(Viewer::kSecond).board().unit(static_cast<int>(ship("norfolk")) - 1).marker(),
            scene.number(kAllied, group));
  scene.done(kAllied);
  scene.done(kAxis);
  scene.done(kAllied);
  scene.pass(Kind::WINDOW, Verb::DONE);
  EXPECT_EQ(scene.asks(kAllied), Kind::PERIOD);
  EXPECT_TRUE(scene.marker_of(kAllied, group)->contacted());  // and stay so, without a die
  Scene forming(2, "war", with_option("option.open_groups"));
  forming.board().set_over(true);
  forming.phase(Phase::ORGANISE);
  forming.play({});
  const auto dummies = [&](Side side) {
    return std::ranges::count(forming.own(side).group(), v1::GroupKind::DUMMY, &v1::Group::kind);
  };
  EXPECT_EQ(dummies(kAllied), 0);
  EXPECT_EQ(dummies(kAxis), 1);
}

TEST(Options, ShipsMayBeHeldBackFromTheWayNorth) {
  Scene scene(1, "war", with_option("option.hold_back"));
  for (const char* id : {"scharnhorst", "prinz_eugen"}) scene.set_up().face(ship(id)).set_state(State::READY);
  scene.phase(Phase::TRANSIT);
  scene.play({1});
  scene.answer(kAxis, Verb::HOLD, ship("scharnhorst"));
  scene.done(kAxis);
  EXPECT_EQ(scene.face("scharnhorst").state(), State::READY);
  EXPECT_EQ(scene.face("prinz_eugen").state(), State::NORWAY);
  EXPECT_TRUE(scene.used_up());
}

TEST(Options, DepotsKeepTheSurplus) {
  for (const auto& [loads, kept] : {std::pair{11u, 3u}, std::pair{8u, 0u}, std::pair{5u, 0u}}) {
    Scene scene(2, "war", with_option("option.depots"));
    scene.board().set_loads(loads);
    scene.phase(Phase::OPENING);
    scene.play({});
    EXPECT_EQ(scene.seen().loads(), kept);
  }
}

TEST(Options, ScatteredSurvivorsMayBringNoLoad) {
  Scene scene(1, "war", with_option("option.no_loads_scattered"));
  scene.convoy({}, "r04");
  scene.board().set_freighters(2);
  scene.phase(Phase::SCATTER);
  scene.play({1, 2});
  scene.answer(kAllied, Verb::SCATTER);
  EXPECT_EQ(scene.seen().freighters(), 2u);
  EXPECT_EQ(scene.seen().loads(), 0u);
}

TEST(Options, FreightersFromTwelveToEight) {
  for (const char* count : {"12", "11", "10", "9", "8"}) {
    Scene scene(2, "war", with_option("option.freighters", count));
    scene.phase(Phase::OPENING);
    scene.play({});
    EXPECT_EQ(scene.seen().freighters(), static_cast<std::uint32_t>(std::stoi(count)));
  }
  for (const char* count : {"7", "13", "on", ""})
    EXPECT_FALSE(the_title()->open("war", with_option("option.freighters", count)).has_value()) << count;
}

TEST(Options, UnknownOnesAreRefused) {
  EXPECT_FALSE(the_title()->open("war", with_option("option.nothing")).has_value());
  EXPECT_FALSE(the_title()->open("war", with_option("option.depots", "perhaps")).has_value());
  EXPECT_FALSE(the_title()->open("bismarck", {}).has_value());
}

}  // namespace
}  // namespace wardroom::murmansk
