// The printed examples of chapter 11, played from their positions.
#include "tests/titles/pq17/rules/golden.h"
#include "tests/titles/pq17/rules/naval.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::Verb;

// -- EX-16: TF 3 comes to Convoy 1; their destroyers and torpedo boats change places --

TEST(Example_EX_16, SwappingEscortsSwapsTheirMarkers) {
  Scene scene = example("ex-16", {1, 1});  // no event in the Axis phase
  scene.answer(kAllied, Verb::DONE);       // nothing splits
  move(scene, kAllied, "allied convoy 1", {"0611"});
  move(scene, kAllied, "allied TF 3", {"0611"});
  scene.answer(kAllied, Verb::STOP).answer(kAllied, Verb::DONE);
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::COMBINE));
  EXPECT_EQ(own_force(scene, kAllied, "allied TF 3").fuel_turn(), am(9));
  EXPECT_EQ(own_force(scene, kAllied, "allied convoy 1").fuel_turn(), am(7));

  scene.answer(kAllied, Verb::SWAP, scene.key("allied TF 3"), scene.key("allied convoy 1")).answer(kAllied, Verb::DONE);
  ASSERT_TRUE(scene.asked(kAxis, MenuKind::MOVE));
  EXPECT_TRUE(scene.chance_used_up());
  const v1::Force tf = own_force(scene, kAllied, "allied TF 3");
  const v1::Force convoy = own_force(scene, kAllied, "allied convoy 1");
  EXPECT_EQ(tf.fuel_turn(), am(7));
  EXPECT_EQ(convoy.fuel_turn(), am(9));
  EXPECT_EQ(tf.ship_size(), 1);
  EXPECT_EQ(ship_of(tf, "class.british_j_r").cs(), 3);
  EXPECT_EQ(ship_of(convoy, "class.british_a_i").cs(), 4);
  EXPECT_EQ(ship_of(convoy, "class.hunt_ii").cs(), 2);
  EXPECT_EQ(ship_of(convoy, "class.british_es").cs(), 1) << "an escort that burns no fuel stays";
  EXPECT_EQ(ship_of(convoy, "class.mv").cs(), 20);

  // The Axis sees a convoy and a block beside it, and that what it was told need not be true any longer.
  EXPECT_TRUE(only_told(scene, kAllied, "report.swapped.own"));
  EXPECT_FALSE(shows(scene, kAxis, "fuel_turn"));
  EXPECT_FALSE(shows(scene, kAxis, "class.british_a_i"));
  EXPECT_FALSE(seen(scene, kAxis, scene.id("allied convoy 1")).told().binding());
  EXPECT_FALSE(seen(scene, kAxis, scene.id("allied TF 3")).flat());
}

// -- EX-17: the oiler Aldersdale --

TEST(Example_EX_17, AldersdaleRefuelsTheConvoysDestroyers) {
  // No event in the Axis phase; the weather and the event of the next turn.
  Scene scene = example("ex-17-am5", {1, 1, 5, 2, 1, 1});
  scene.answer(kAllied, Verb::DONE);  // nothing splits
  scene.answer(kAllied, Verb::REFUEL, scene.key("allied convoy 1"));
  move(scene, kAllied, "allied convoy 1", {"0611"});
  scene.answer(kAllied, Verb::DONE);
  scene.answer(kAllied, Verb::DONE);  // combines nothing
  scene.answer(kAxis, Verb::DONE);    // moves nothing
  scene.answer(kAxis, Verb::DONE);    // searches nowhere
  ASSERT_EQ(scene.truth().clock().turn(), pm(5));
  ASSERT_TRUE(scene.menu(kAllied));
  EXPECT_TRUE(scene.chance_used_up());
  const v1::Force convoy = own_force(scene, kAllied, "allied convoy 1");
  EXPECT_EQ(convoy.fuel_turn(), pm(11));
  EXPECT_EQ(convoy.fuel(), v1::Force::FULL);
  EXPECT_EQ(ship_of(convoy, "ship.aldersdale").oiler_fuel(), 15);
  EXPECT_FALSE(ship_of(convoy, "ship.aldersdale").used());
  EXPECT_TRUE(only_told(scene, kAllied, "report.fuel.oiler.own"));
  EXPECT_TRUE(only_told(scene, kAllied, "report.fuel.refuelled.own"));
  EXPECT_FALSE(shows(scene, kAxis, "ship.aldersdale"));
  EXPECT_FALSE(shows(scene, kAxis, "fuel_turn"));
}

// The hit from the air has left her one CS and ten CS of fuel.
TEST(Example_EX_17, ACruiserAndFourDestroyersEmptyWhatTheHitHasLeft) {
  Scene scene = example("ex-17-am7", {1, 1, 5, 2, 1, 1});
  scene.answer(kAllied, Verb::DONE);
  scene.answer(kAllied, Verb::REFUEL, scene.key("allied TF 1"));
  move(scene, kAllied, "allied convoy 1", {"0615"});
  scene.answer(kAllied, Verb::DONE);
  scene.answer(kAllied, Verb::DONE);
  scene.answer(kAxis, Verb::DONE);
  scene.answer(kAxis, Verb::DONE);
  ASSERT_EQ(scene.truth().clock().turn(), pm(7));
  EXPECT_TRUE(scene.chance_used_up());
  const v1::Force tf = own_force(scene, kAllied, "allied TF 1");
  EXPECT_EQ(tf.fuel_turn(), pm(13));
  EXPECT_EQ(ship_of(tf, "ship.aldersdale").oiler_fuel(), 0);
  EXPECT_TRUE(ship_of(tf, "ship.aldersdale").used());
  EXPECT_TRUE(only_told(scene, kAllied, "report.fuel.oiler_empty.own"));
  EXPECT_FALSE(shows(scene, kAxis, "ship.aldersdale"));
  // She cannot do it again.
  scene.pass_to(kAllied, v1::Clock::NAVAL_MOVEMENT);
  EXPECT_FALSE(scene.offers(kAllied, Verb::REFUEL, scene.key("allied TF 1")));
}

}  // namespace
}  // namespace wardroom::pq17
