// The printed example of chapters 9 and 10, a damage entry of two numbers, played from its positions.
#include "tests/titles/pq17/rules/golden.h"
#include "tests/titles/pq17/rules/naval.h"

namespace wardroom::pq17 {
namespace {

using v1::Ice;
using v1::MenuKind;
using v1::Verb;

constexpr int kOnePlusTwo = 6;  // a card that says 1+2 for Convoy Ships
constexpr int kNothing = 2;
const char* const kConvoy = "allied convoy 1";
const char* const kHexOfZoneFive = "0413";
const char* const kZoneFour = "0313";

// What only the owner may know: how many of fifteen ships are left, and that any were lost.
void expect_lost(Scene& scene, int lost) {
  EXPECT_EQ(ship_of(own_force(scene, kAllied, kConvoy), "class.mv").cs(), 15 - lost);
  EXPECT_EQ(scene.view(kAllied).own().removed_size(), lost);
  EXPECT_FALSE(shows(scene, kAxis, "class.mv"));
  EXPECT_FALSE(shows(scene, kAxis, "removed"));
  EXPECT_EQ(scene.view(kAxis).standing().loss_size(), 0);
}

TEST(Example_EX_24, InGalesOnlyTheFirstNumberCounts) {
  Scene scene = example("ex-24-gales", {5, 7, card(kOnePlusTwo), 0});  // Weather Damage on the table of events
  scene.answer(kAllied, Verb::DONE);                                   // it does not scatter
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::MOVE));
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_TRUE(both_told(scene, "report.event"));
  EXPECT_TRUE(only_told(scene, kAllied, "report.weather_damage.own"));
  expect_lost(scene, 1);
}

struct ExampleCrossing {
  const char* to;
  Ice::Condition expected;  // in the zone of that hex
  std::uint32_t die;
  Ice::Condition ice;              // that the die makes of it
  std::vector<Verb::Kind> answer;  // none: not asked
  std::vector<std::uint32_t> then;
  int cards, lost;
  bool through;
};

void expect_crossing(const ExampleCrossing& crossing) {
  EXPECT_EQ(the_title().reference().box().ice(crossing.expected, static_cast<int>(crossing.die)), crossing.ice);
  std::vector<std::uint32_t> script{crossing.die};
  script.insert(script.end(), crossing.then.begin(), crossing.then.end());
  script.push_back(card(kOnePlusTwo));
  for (int i = 1; i < crossing.cards; ++i) script.push_back(card(kNothing));
  for (int i = 0; i < crossing.lost; ++i) script.push_back(0);
  Scene scene = example("ex-24-ice", script);
  scene.answer(kAllied, Verb::DONE);
  move(scene, kAllied, kConvoy, {crossing.to});
  EXPECT_EQ(scene.asked(kAllied, MenuKind::ICE), !crossing.answer.empty());
  for (const Verb::Kind verb : crossing.answer) scene.answer(kAllied, verb);
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::MOVE) || scene.asked(kAllied, MenuKind::MOVE_FORCE));
  EXPECT_TRUE(scene.chance_used_up());
  expect_lost(scene, crossing.lost);
  EXPECT_TRUE(only_told(scene, kAllied, "report.ice.damage.own"));
  EXPECT_TRUE(both_told(scene, "report.ice.roll"));
  EXPECT_EQ(both_told(scene, "report.ice.crossed"), crossing.through);
  EXPECT_EQ(both_told(scene, "report.ice.turned_back"), !crossing.through);
  for (Side side : kSides)
    EXPECT_EQ(seen(scene, side, scene.id(kConvoy)).hex(), number(*hex_of(crossing.through ? crossing.to : "0412")));
}

TEST(Example_EX_24, LightDriftIgnoresTheSecondNumber) {
  expect_crossing({kHexOfZoneFive, Ice::HEAVY_DRIFT, 0, Ice::LIGHT_DRIFT, {Verb::CROSS}, {}, 1, 1, true});
}

TEST(Example_EX_24, HeavyDriftAppliesItUnlessTheOwnerTurnsBack) {
  expect_crossing({kHexOfZoneFive, Ice::HEAVY_DRIFT, 5, Ice::HEAVY_DRIFT, {Verb::CROSS}, {}, 2, 3, true});
  expect_crossing({kHexOfZoneFive, Ice::HEAVY_DRIFT, 5, Ice::HEAVY_DRIFT, {Verb::ABORT}, {}, 2, 1, false});
}

TEST(Example_EX_24, ThinPackAppliesItWhetherOrNotTheDieLetsThemIn) {
  expect_crossing({kHexOfZoneFive, Ice::HEAVY_DRIFT, 9, Ice::THIN_PACK, {Verb::CROSS}, {6}, 3, 3, true});
  expect_crossing({kHexOfZoneFive, Ice::HEAVY_DRIFT, 9, Ice::THIN_PACK, {Verb::CROSS}, {5}, 3, 3, false});
  expect_crossing({kHexOfZoneFive, Ice::HEAVY_DRIFT, 9, Ice::THIN_PACK, {Verb::ABORT}, {}, 3, 1, false});
}

TEST(Example_EX_24, SolidPackAppliesIt) {
  expect_crossing({kZoneFour, Ice::THIN_PACK, 9, Ice::SOLID_PACK, {}, {}, 4, 3, false});
}

}  // namespace
}  // namespace wardroom::pq17
