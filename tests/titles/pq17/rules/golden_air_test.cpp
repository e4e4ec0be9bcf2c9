// The printed examples of air combat, played from their positions [7.1.1, 7.2.3, 7.2.5, 7.2.6, 11.3.2].
#include <set>

#include "server/titles/pq17/air/strike_parts.h"
#include "tests/titles/pq17/rules/golden.h"
#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::SearchResult;
using v1::Verb;

constexpr int kFair = 0;

std::uint32_t found_by_axis() {
  return card(find_card(kAxis, [](const v1::Card& each) { return each.day().air(kFair) == SearchResult::U; }));
}

const v1::Air::Unit* unit_with(const v1::View& view, int key) {
  for (const v1::Air::Unit& unit : view.air().unit()) {
    if (unit.key() == key) return &unit;
  }
  return nullptr;
}

// -- EX-04: Axis aircraft look for a convoy at ID2 in Reduced Visibility --

TEST(Example_EX_04, TheStrikeFollowsWhereTheCardFinds) {
  std::set<int> found_on;
  std::set<int> failed_on;
  for (int index = 1; index <= 40; ++index) {
    SCOPED_TRACE(index);
    Scene scene = example("ex-04-strike", {card(index)});
    const BlockId id = scene.id("allied convoy 1");
    scene.answer(kAxis, Verb::STRIKE_FORCE, id);
    if (scene.asked(kAllied, MenuKind::LOCATION_OWNER)) scene.answer(kAllied, Verb::DONE);
    EXPECT_TRUE(scene.chance_used_up());
    const bool found = scene.asked(kAllied, MenuKind::STRIKE_LINE);
    (found ? found_on : failed_on)
        .insert(the_title().reference().box().card(kAxis, index).day().air(kReducedVisibility));
    EXPECT_EQ(both_told(scene, "report.air.found"), found);
    EXPECT_EQ(both_told(scene, "report.air.not_found"), !found);
    for (Side side : kSides) {
      EXPECT_EQ(seen(scene, side, id).level(), 2) << "locating changes no ID";
      EXPECT_EQ(scene.view(side).has_battle(), found);
      EXPECT_EQ(unit_with(scene.view(side), 1)->mission(), found ? v1::Air::FLYING : v1::Air::AT_BASE);
    }
    EXPECT_EQ(shows(scene, kAxis, "class.british_j_r"), found) << "face up, or not at all";
  }
  EXPECT_EQ(found_on, (std::set<int>{SearchResult::ID0, SearchResult::ID1, SearchResult::ID2, SearchResult::U,
                                     SearchResult::AIRCRAFT}));
  EXPECT_EQ(failed_on, (std::set<int>{SearchResult::ID3, SearchResult::S, SearchResult::DASH}));
}

// -- EX-05: over Kirkenes --

TEST(Example_EX_05, AirCombatOverKirkenes) {
  Scene scene = example("ex-05", {5, 6, 0, 2, 2, 7, 2, 9});
  constexpr int kAlbacoreA = 1, kAlbacoreB = 2, kFulmar = 3, kBf109 = 4, kBf110 = 5;
  const int kirkenes = place_argument("airbase.kirkenes");
  scene.answer(kAllied, Verb::STRIKE_AIRBASE, kirkenes);
  for (int key : {kAlbacoreA, kAlbacoreB, kFulmar}) scene.answer(kAllied, Verb::JOIN_STRIKE, key);
  scene.answer(kAxis, Verb::SCRAMBLE, kBf109)
      .answer(kAxis, Verb::SCRAMBLE_INTERCEPTORS, kirkenes)
      .answer(kAxis, Verb::SCRAMBLE, kBf110);
  if (scene.asked(kAxis, MenuKind::SCRAMBLE)) scene.answer(kAxis, Verb::DONE);

  // Raids: the Albacores and the Fulmars; then those who rose.
  EXPECT_FALSE(scene.offers(kAxis, Verb::FIRE_AT, 3, 0, 2)) << "2 CS of fighters must meet the Fulmars";
  scene.answer(kAxis, Verb::FIRE_AT, 3, 2, 2)
      .answer(kAxis, Verb::FIRE_AT, 4, 0, 2)
      .answer(kAxis, Verb::FIRE_AT, 5, 1, 2);
  scene.answer(kAllied, Verb::DONE).answer(kAllied, Verb::DONE);  // the Albacores decline
  scene.answer(kAllied, Verb::FIRE_AT, 2, 3, 2);
  EXPECT_TRUE(scene.chance_used_up());
  for (Side side : kSides) {
    const v1::View& view = scene.view(side);
    EXPECT_EQ(unit_with(view, kAlbacoreB), nullptr) << "shot down";
    EXPECT_EQ(unit_with(view, kBf109)->damaged(), 1);
    EXPECT_EQ(unit_with(view, kBf109)->cs(), 2);
    EXPECT_EQ(unit_with(view, kBf110)->cs(), 2);
    EXPECT_TRUE(scene.was_told(side, "report.air.shot_down"));
  }
  // Those who are left are aboard again, and hidden with her.
  EXPECT_EQ(unit_with(scene.view(kAxis), kFulmar), nullptr);
  const auto& aboard = scene.view(kAllied).own().aboard();
  ASSERT_EQ(aboard.size(), 2);
  EXPECT_EQ(aboard.Get(0).cs(), 2);
  EXPECT_EQ(aboard.Get(1).aborted(), 1) << "one step of the Fulmars";
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::STRIKE));
}

// -- EX-06: a small convoy, in two waves --

TEST(Example_EX_06, TwoWavesAgainstASmallConvoy) {
  Scene scene = example("ex-06", {found_by_axis(),      //
                                  4, 7, 7,              // anti-aircraft fire of the first wave
                                  2, 5, 7, 1, 4, 0, 3,  // its attacks; a merchant and no oiler, 1 sunk
                                  6, 1, 9,              // of the second
                                  3, 8, 1});            // and again a merchant
  constexpr int kHe111 = 0, kHe115 = 1, kJu88a = 2, kJu88b = 3, kJu88c = 4;  // raids
  const BlockId id = scene.id("allied convoy 1");
  scene.answer(kAxis, Verb::STRIKE_FORCE, id);
  for (int key = 1; key <= 5; ++key) scene.answer(kAxis, Verb::JOIN_STRIKE, key);
  scene.answer(kAllied, Verb::DONE);  // the convoy ships in one stack in the middle
  constexpr int kDestroyers = 1, kStack = 2;
  scene.answer(kAxis, Verb::TARGET, kHe111, kStack, 1, 1).answer(kAxis, Verb::TARGET, kHe115, kStack, 1, 2);
  scene.answer(kAxis, Verb::TARGET, kJu88a, kStack, 0, 1).answer(kAxis, Verb::TARGET, kJu88b, kDestroyers, 0, 1);
  scene.answer(kAxis, Verb::TARGET, kJu88c, kStack, 0, 2);
  // The first wave asks nothing: the destroyers are a target, and the escort has a star.
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::AA_FIRE)) << "in the second the destroyers help";
  for (Side side : kSides) {
    EXPECT_EQ(scene.view(side).battle().wave(), 2);
    EXPECT_EQ(unit_with(scene.view(side), 1)->aborted(), 1) << "the He 111s";
    EXPECT_EQ(unit_with(scene.view(side), 3)->aborted(), 0);
  }
  EXPECT_EQ(scene.count(kAllied, Verb::FIRE_AA_AT), 2);
  scene.answer(kAllied, Verb::FIRE_AA_AT, kDestroyers, kHe115);
  EXPECT_TRUE(scene.chance_used_up());
  ASSERT_TRUE(scene.asked(kAxis, MenuKind::STRIKE)) << "another force may be attacked";
  const v1::Force convoy = own_force(scene, kAllied, "allied convoy 1");
  EXPECT_EQ(ship_of(convoy, "class.mv").cs(), 3);
  EXPECT_EQ(ship_of(convoy, "ship.aldersdale").cs(), 2);
  EXPECT_EQ(ship_of(convoy, "class.british_j_r").cs(), 3);
  EXPECT_EQ(ship_of(convoy, "class.british_es").cs(), 1);
  for (Side side : kSides) {
    const v1::Block& block = seen(scene, side, id);
    EXPECT_EQ(block.level(), 2);
    EXPECT_TRUE(block.told().seen());
    EXPECT_EQ(block.told().named_size(), 4);
    EXPECT_EQ(unit_with(scene.view(side), 5)->aborted(), 1);
    for (int key = 1; key <= 5; ++key) EXPECT_EQ(unit_with(scene.view(side), key)->mission(), v1::Air::AT_BASE);
    EXPECT_FALSE(scene.view(side).has_battle());
  }
}

// -- EX-17: the oiler is hit from the air --

TEST(Example_EX_17, AHitFromTheAirCostsAldersdaleHalfOfWhatSheHas) {
  // The card; the guns of the stack; 8 hits; the oiler of seven ships.
  Scene scene = example("ex-17-pm5", {found_by_axis(), 0, 8, 0});
  scene.answer(kAxis, Verb::STRIKE_FORCE, scene.id("allied convoy 1")).answer(kAllied, Verb::DONE);
  const int place = scene.truth().battle().unit(1).place();
  ASSERT_EQ(scene.truth().battle().unit(1).ship().unit(), "ship.aldersdale");
  scene.answer(kAxis, Verb::TARGET, 0, place, 0, 1).answer(kAllied, Verb::DONE);  // the destroyers hold their fire
  EXPECT_TRUE(scene.chance_used_up());
  const v1::Force convoy = own_force(scene, kAllied, "allied convoy 1");
  EXPECT_EQ(ship_of(convoy, "ship.aldersdale").cs(), 1);
  EXPECT_EQ(ship_of(convoy, "ship.aldersdale").oiler_fuel(), 10);
  EXPECT_TRUE(both_told(scene, "report.hit"));
  EXPECT_FALSE(shows(scene, kAxis, "oiler_fuel")) << "nobody sees into her tanks";
}

// -- EX-21: sums of anti-aircraft values --

TEST(Example_EX_21, OneAndAStarAreOneAndTwoStarsAreAStar) {
  Stage stage("pq12");
  Desk desk(stage);
  const AntiAircraft one{1, false};
  const AntiAircraft star{0, true};
  EXPECT_EQ(dice_of(desk.op, together(one, star)), 1);
  EXPECT_EQ(together(star, star).factor, 0);
  EXPECT_TRUE(together(star, star).star);
  EXPECT_EQ(dice_of(desk.op, together(star, star)), 1);
  EXPECT_EQ(dice_of(desk.op, together(one, one)), 2);
  // As they are printed: a destroyer counter, escorts, a merchant stack.
  const Reference& reference = the_title().reference();
  const auto value = [&](const std::string& unit, int cs) {
    v1::Counter ship;
    ship.set_unit(unit);
    ship.set_cs(cs);
    return anti_aircraft_of(reference.unit(unit), ship);
  };
  EXPECT_EQ(dice_of(desk.op, together(value("class.british_j_r", 3), value("class.british_es", 1))), 1);
  EXPECT_EQ(dice_of(desk.op, together(value("class.mv", 5), value("ship.aldersdale", 2))), 1);
}

}  // namespace
}  // namespace wardroom::pq17
