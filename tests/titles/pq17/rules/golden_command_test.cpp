// The printed example of chapter 4, played from its position.
#include "tests/titles/pq17/rules/golden.h"
#include "tests/titles/pq17/rules/naval.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::Verb;

const v1::Own::CommandPool& home_fleet(Scene& scene) {
  for (const auto& pool : scene.view(kAllied).own().command()) {
    if (pool.command() == v1::Command::HOME_FLEET) return pool;
  }
  throw Broken("no Home Fleet");
}

// -- EX-01: three cruisers at sea by plan, then the Home Fleet --

TEST(Example_EX_01, CommandPointsOfPq12) {
  // No event in the Axis phase; weather, and no events, of PM Day 5.
  Scene scene = example("ex-01", {1, 1, 5, 2, 1, 1, 1, 1});
  EXPECT_EQ(home_fleet(scene).spent(), 2) << "three half points, rounded up";
  EXPECT_EQ(home_fleet(scene).used_halves(), 3);
  scene.answer(kAllied, Verb::DONE);  // nothing splits
  move(scene, kAllied, "allied convoy 1", {"0817"});
  scene.answer(kAllied, Verb::DONE);
  EXPECT_EQ(home_fleet(scene).spent(), 2) << "that meets what the initiative asks for";
  EXPECT_TRUE(scene.view(kAllied).own().initiative_paid());
  scene.pass_to(kAxis, v1::Clock::RECONNAISSANCE);
  scene.pass_to(kAllied, v1::Clock::NAVAL_MOVEMENT);
  ASSERT_EQ(scene.truth().clock().turn(), 10);

  scene.answer(kAllied, Verb::DONE);
  scene.answer(kAllied, Verb::LEAVE_PORT, scene.key("allied TF 2")).answer(kAllied, Verb::STOP);
  EXPECT_EQ(home_fleet(scene).spent(), 4) << "Berwick sails on the half point that was left";
  EXPECT_EQ(home_fleet(scene).used_halves(), 8);
  EXPECT_TRUE(only_told(scene, kAllied, "report.command.own"));
  EXPECT_FALSE(shows(scene, kAxis, "HOME_FLEET"));
  EXPECT_FALSE(shows(scene, kAxis, "ship.berwick"));
  EXPECT_EQ(scene.view(kAxis).standing().score_size(), 0);

  // The convoy comes home, and so the Operation ends.
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("allied convoy 1"));
  scene.answer(kAllied, Verb::ENTER_PORT, place_argument("port.murmansk"));
  scene.answer(kAllied, Verb::DONE);
  for (int i = 0; i < 10 && !scene.over(); ++i) scene.answer(scene.menu(kAllied) ? kAllied : kAxis, Verb::DONE);
  ASSERT_TRUE(scene.over());
  EXPECT_TRUE(scene.chance_used_up());
  for (Side side : kSides) {
    int halves = 0;
    for (const auto& line : scene.view(side).standing().score()) {
      if (line.reason() == "command_points") halves += line.vp_halves();
    }
    EXPECT_EQ(halves, -4) << "two victory points for four command points";
  }
}

}  // namespace
}  // namespace wardroom::pq17
