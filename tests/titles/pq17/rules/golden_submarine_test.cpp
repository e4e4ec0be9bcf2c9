// The printed examples of submarines, played from their positions.
#include "tests/titles/pq17/rules/golden.h"
#include "tests/titles/pq17/rules/submarines.h"

namespace wardroom::pq17 {
namespace {

// Axis, by Night in Fog: the Force line says U.
std::uint32_t finds_at_night() {
  return card(find_card(kAxis, [](const v1::Card& each) { return each.night().force(kInFog) == v1::SearchResult::U; }));
}

std::vector<std::uint32_t> first_attack() {
  return {finds_at_night(),
          3,  // +2 Night, +1 for three, -1 at ID1, -3 for escorts: 2
          2,
          4,
          7,  // British, British, Soviet: one is held down
          7,
          5,
          8,
          5};  // a hit on a merchant, two are sunk, none of them an auxiliary
}

void attack_with(Scene& scene, const std::string& wolfpack) {
  scene.answer(kAxis, Verb::SUBMARINE_ATTACK, scene.key(wolfpack), scene.id("allied convoy 1"));
}

void expect_ships_hidden(Scene& scene) {
  for (const char* unit :
       {"class.british_j_r", "class.soviet_novik", "class.british_es", "ship.palomares", "ship.aldersdale"}) {
    EXPECT_FALSE(shows(scene, kAxis, unit)) << unit;
    EXPECT_TRUE(shows(scene, kAllied, unit)) << unit;
  }
}

TEST(Example_EX_08, TheFirstAttackSinksTwoMerchants) {
  Scene scene = example("ex-08-09", first_attack());
  attack_with(scene, "axis wolfpack 1");
  ASSERT_TRUE(scene.asked(kAxis, MenuKind::SUBMARINE_TARGETS));
  EXPECT_EQ(scene.count(kAxis, Verb::CHOOSE_CATEGORY), 6);
  aim(scene, Aim::CONVOY_SHIP);
  EXPECT_FALSE(scene.asked(kAxis, MenuKind::SUBMARINE_TARGETS)) << "only one executes an attack";
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_EQ(ship_of(scene.force("allied convoy 1"), "class.mv").cs(), 14);
  EXPECT_EQ(vp_halves(scene.truth()), -8);
  EXPECT_EQ(scene.force("axis wolfpack 1").ship(0).torpedoes_spent(), 0);
  EXPECT_EQ(scene.force("allied convoy 1").task(), v1::Force::REFUELLING);
  for (Side side : kSides) {
    EXPECT_EQ(seen(scene, side, scene.id("allied convoy 1")).level(), 1);
    EXPECT_EQ(seen(scene, side, scene.id("axis wolfpack 1")).level(), 1);
    EXPECT_EQ(scene.view(side).standing().loss_size(), 2);
  }
  expect_ships_hidden(scene);
}

TEST(Example_EX_09, TheSecondAttackMissesAndLosesABoat) {
  std::vector<std::uint32_t> results = first_attack();
  for (std::uint32_t each : {finds_at_night(), 6U,  // +2 Night, -3: 5
                             5U,                    // one torpedo misses; the other boat found no Heavy Ship
                             1U, 7U, 9U, 5U}) {     // held down to no effect, caught; damaged
    results.push_back(each);
  }
  Scene scene = example("ex-08-09", results);
  attack_with(scene, "axis wolfpack 1");
  aim(scene, Aim::CONVOY_SHIP);
  attack_with(scene, "axis wolfpack 2");
  aim(aim(scene, Aim::HEAVY), Aim::CONVOY_SHIP);
  scene.answer(kAxis, Verb::TAKE_LOSS, 0);
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_TRUE(both_told(scene, "report.submarine.no_such_target"));
  EXPECT_EQ(scene.force("axis wolfpack 2").ship(0).cs(), 1);
  EXPECT_EQ(scene.force("axis wolfpack 2").ship(0).torpedoes_spent(), 1);
  EXPECT_EQ(vp_halves(scene.truth()), -8) << "nothing for a boat that goes home";
  EXPECT_EQ(scene.force("allied convoy 1").task(), v1::Force::NO_TASK) << "refuelling is cancelled";
  for (Side side : kSides) {
    EXPECT_EQ(seen(scene, side, scene.id("axis wolfpack 2")).level(), 1);
    EXPECT_EQ(seen(scene, side, scene.id("allied convoy 1")).level(), 1);
  }
  EXPECT_FALSE(shows(scene, kAllied, "torpedoes_spent"));
  expect_ships_hidden(scene);
}

TEST(Example_EX_10, AnAirPatrolAgainstAMovingWolfpack) {
  for (std::uint32_t die = 0; die < 10; ++die) {
    SCOPED_TRACE(die);
    std::vector<std::uint32_t> results{die};
    if (die >= 8) results.push_back(5);  // damaged
    Scene scene = example("ex-10", results);
    to_moves(scene, kAxis);
    scene.answer(kAxis, Verb::CHOOSE_FORCE, scene.key("axis wolfpack 1"))
        .answer(kAxis, Verb::STEP, hex_argument("0612"));
    ASSERT_TRUE(scene.asked(kAllied, MenuKind::AIR_PATROL));
    scene.answer(kAllied, Verb::ANNOUNCE_PATROL, hex_argument("0611"));
    if (die >= 8) scene.answer(kAxis, Verb::TAKE_LOSS, 0);
    EXPECT_TRUE(scene.chance_used_up());
    const bool leaves = die <= 4;
    EXPECT_EQ(scene.hex("axis wolfpack 1"), leaves ? "0612" : "0611");
    EXPECT_EQ(scene.force("axis wolfpack 1").hexes(), 1) << "one hex is left";
    EXPECT_EQ(scene.asked(kAxis, leaves ? MenuKind::MOVE_FORCE : MenuKind::WOLFPACK_RETRY), true);
    EXPECT_EQ(scene.force("axis wolfpack 1").ship(0).cs(), die >= 8 ? 2 : 3);
    for (Side side : kSides) {
      const v1::Block& block = seen(scene, side, scene.id("axis wolfpack 1"));
      EXPECT_EQ(block.flat(), !leaves);
      EXPECT_EQ(block.level(), leaves ? 0 : 1);
    }
    EXPECT_FALSE(shows(scene, kAxis, "ship.victorious")) << "a carrier, but not which";
    EXPECT_FALSE(shows(scene, kAllied, "class.type_viic"));
  }
}

}  // namespace
}  // namespace wardroom::pq17
