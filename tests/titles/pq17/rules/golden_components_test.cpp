// The printed examples of chapter 1, played from their positions.
#include "tests/titles/pq17/rules/golden.h"
#include "tests/titles/pq17/rules/naval.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::Verb;

// -- EX-20: two forces with Hunt II class torpedo boats become one, with one counter --

TEST(Example_EX_20, LightShipsOfAClassAreInTheFewestCounters) {
  Scene scene = example("ex-20", {1, 1, card(2)});  // no event; a search on the Air line: U, two levels
  scene.answer(kAllied, Verb::COMBINE, scene.key("allied TF 2"), scene.key("allied TF 1"));
  EXPECT_TRUE(scene.gone("allied TF 2"));
  const v1::Force tf = own_force(scene, kAllied, "allied TF 1");
  ASSERT_EQ(tf.ship_size(), 1) << "not two and one, not one and one and one";
  EXPECT_EQ(tf.ship(0).cs(), 3);
  EXPECT_FALSE(shows(scene, kAxis, "class.hunt_ii"));

  scene.answer(kAllied, Verb::DONE);

  // An enemy who finds them hears of one counter.
  scene.answer(kAxis, Verb::DONE).answer(kAxis, Verb::DONE);  // splits and moves nothing
  scene.answer(kAxis, Verb::DESIGNATE, v1::SearchSector::BARENTS, hex_argument("0611")).answer(kAxis, Verb::DONE);
  pass_search(scene);
  EXPECT_TRUE(scene.chance_used_up());
  for (Side side : kSides) {
    const v1::Statement& told = seen(scene, side, scene.id("allied TF 1")).told();
    EXPECT_EQ(told.level(), 2);
    EXPECT_EQ(told.warship_counters(), 1);
    EXPECT_EQ(told.heavy_ships(), 0);
  }
  EXPECT_FALSE(shows(scene, kAxis, "class.hunt_ii"));
  EXPECT_TRUE(shows(scene, kAllied, "class.hunt_ii"));
}

// -- EX-23: the sample card, drawn for a picture, in the ice and in a search of one turn --

TEST(Example_EX_23, TheSampleCard) {
  // The picture; the ice, with the ships it hurts; the search on the Force line.
  Scene scene = example("ex-23", {card(40), card(40), 0, 0, 0, 0, card(40)});
  scene.answer(kAllied, Verb::PHOTOGRAPH, 1, place_argument("port.bergen"));
  for (Side side : kSides) {
    ASSERT_EQ(scene.view(side).standing().photographed_size(), 1);
    const v1::Statement& told = scene.view(side).standing().photographed(0).told();
    EXPECT_EQ(told.level(), 4);
    EXPECT_EQ(told.named_size(), 2) << "Tirpitz and her destroyers, by name";
  }

  scene.answer(kAllied, Verb::DONE);  // nothing splits
  move(scene, kAllied, "allied convoy 1", {"0411"});
  scene.answer(kAllied, Verb::DONE);
  const v1::Force convoy = own_force(scene, kAllied, "allied convoy 1");
  EXPECT_THROW(ship_of(convoy, "ship.london"), Broken) << "the Heavy Ship is hurt";
  EXPECT_EQ(ship_of(convoy, "class.british_a_i").cs(), 2);
  EXPECT_EQ(ship_of(convoy, "class.mv").cs(), 18) << "two; two more only in heavier ice";
  EXPECT_EQ(scene.view(kAllied).own().removed_size(), 4);
  EXPECT_TRUE(only_told(scene, kAllied, "report.ice.damage.own"));
  EXPECT_FALSE(shows(scene, kAxis, "removed"));

  scene.answer(kAllied, Verb::DONE);  // no carrier to announce
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::COMBINE));
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_TRUE(both_told(scene, "report.search.nothing"));
  for (Side side : kSides) EXPECT_FALSE(seen(scene, side, scene.id("axis TF 2")).flat());
  EXPECT_FALSE(shows(scene, kAllied, "class.type_36a"));
}

}  // namespace
}  // namespace wardroom::pq17
