// The printed example of chapter 8, played from its position.
#include "tests/titles/pq17/rules/golden.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::Verb;

const v1::Force& jw51b(Scene& scene) {
  for (const v1::Force& force : scene.view(kAllied).own().force()) {
    if (force.convoy() == "convoy.jw51b") return force;
  }
  throw Broken("no JW-51B");
}

void plan_as_in_history(Scene& scene) { scene.answer(kAllied, Verb::HISTORICAL).answer(kAxis, Verb::HISTORICAL); }

// -- EX-15: JW-51B starts on AM Day 3 --

TEST(Example_EX_15, InitialTransitOfJw51b) {
  Scene scene = example(
      "ex-15", {5, 5, 5, 4, 5, 5, 5, 4, 2, 3, 0, 1, 1});  // weather, the order of two blocks in one hex, no event
  plan_as_in_history(scene);
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::DUMMIES_APPEAR));
  for (Side side : kSides) {
    EXPECT_EQ(std::ranges::count(scene.told(side), "report.weather"), 5);
    EXPECT_EQ(scene.view(side).clock().turn(), 5) << "AM Day 3";
    EXPECT_EQ(scene.view(side).environment().weather(), v1::Weather::REDUCED_VISIBILITY) << "of the fifth roll";
  }
  EXPECT_EQ(jw51b(scene).place(), "1005") << "left on PM Day 1; as of PM Day 2";
  EXPECT_FALSE(shows(scene, kAxis, "convoy.jw51b"));
  const auto& blocks = scene.view(kAxis).sea().block();
  EXPECT_TRUE(std::ranges::none_of(blocks, [](const v1::Block& block) { return block.hex() == 1005; }))
      << "not on the map before the Dummies are";

  while (scene.asked(kAllied, MenuKind::DUMMIES_APPEAR)) scene.answer(kAllied, Verb::NO);
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_TRUE(scene.menu(kAllied));
  for (Side side : kSides) {
    const v1::Clock& clock = scene.view(side).clock();
    EXPECT_EQ(clock.turn(), 5);
    EXPECT_EQ(clock.active(), kAllied) << "the Allied phase comes first";
    const v1::Block& block = seen(scene, side, block_id(jw51b(scene)));
    EXPECT_EQ(block.hex(), 1005U);
    EXPECT_FALSE(block.flat());
  }
  EXPECT_EQ(own_force(scene, kAllied, "allied TF 1").fuel_turn(), 14)
      << "its escort left on PM Day 1 too, with twelve turns of fuel";
  EXPECT_FALSE(shows(scene, kAxis, "class.hunt_ii"));
  EXPECT_FALSE(shows(scene, kAxis, "convoy.jw51b"));
}

TEST(Example_EX_15, GalesBeginThePlayOnTheirTurn) {
  Scene scene = example("ex-15", {5, 5, 5, 4, 9, 9});
  plan_as_in_history(scene);
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::DUMMIES_APPEAR));
  EXPECT_TRUE(scene.chance_used_up());
  for (Side side : kSides) {
    EXPECT_EQ(scene.view(side).clock().turn(), 3);
    EXPECT_EQ(scene.view(side).environment().weather(), v1::Weather::GALES);
  }
}

}  // namespace
}  // namespace wardroom::pq17
