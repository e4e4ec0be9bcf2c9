// Chapter 4.2: what may be planned, and what a plan binds to.
#include "tests/titles/pq17/rules/naval.h"

namespace wardroom::pq17 {
namespace {

// A convoy of the scenario that was planned for one of its two destinations.
Stage with_convoy(const std::string& where, const std::string& destination) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.convoy(kAllied, "convoy", {{"class.mv", 12}}, where, destination);
  stage.force("convoy").set_convoy("convoy.pq12");
  return stage;
}

TEST(Rule5_1_5, AnyListedDestinationMayBeEnteredWhateverWasPlanned) {
  Stage stage = with_convoy("0817", "port.arkhangelsk");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy"));
  EXPECT_GT(scene.count(kAllied, Verb::STEP), 0) << "or go on to the other";
  scene.answer(kAllied, Verb::ENTER_PORT, place_argument("port.murmansk"));
  EXPECT_EQ(scene.hex("convoy"), "port.murmansk");
  EXPECT_EQ(scene.force("convoy").destination(), "port.murmansk");
  for (Side side : kSides) EXPECT_TRUE(scene.was_told(side, "report.arrived.merchants"));
  ASSERT_EQ(scene.truth().standing().arrival_size(), 1);
  EXPECT_EQ(scene.truth().standing().arrival(0).ships(), 12);
  EXPECT_FALSE(scene.offers(kAllied, Verb::LEAVE_PORT, scene.key("convoy"))) << "it has arrived";
}

TEST(Rule5_1_5, AnyListedDestinationMayBeEnteredAlsoScattered) {
  Stage stage = with_convoy("0817", "port.arkhangelsk");
  stage.truth().mutable_sea()->mutable_block(1)->set_scattered(true);
  Scene scene = stage.scene(any_chance());
  ASSERT_TRUE(scene.block("convoy").scattered());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy"));
  scene.answer(kAllied, Verb::ENTER_PORT, place_argument("port.murmansk"));
  EXPECT_EQ(scene.hex("convoy"), "port.murmansk");
  for (Side side : kSides) EXPECT_TRUE(scene.was_told(side, "report.arrived.merchants"));
}

TEST(Rule5_1_5, AnyListedDestinationMayBeEnteredSoEveryHexOnTheWayToOneIsOpen) {
  const Hex from = *hex_of("0717");
  const Hex murmansk = printed().place("port.murmansk").hex;
  const Hex arkhangelsk = printed().place("port.arkhangelsk").hex;
  const auto farther = [&](Hex to, Hex goal) {
    return printed().sea_distance(kAllied, to, goal) > printed().sea_distance(kAllied, from, goal);
  };
  Stage stage = with_convoy("0717", "port.murmansk");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy"));
  std::optional<Hex> aside;
  for (Hex to : printed().hex(from).by_sea) {
    if (to == printed().place("port.kirkenes").hex) continue;
    EXPECT_EQ(can_step(scene, kAllied, number_of(to)), !farther(to, murmansk) || !farther(to, arkhangelsk))
        << number_of(to);
    if (farther(to, murmansk) && !farther(to, arkhangelsk)) aside = to;
  }
  ASSERT_TRUE(aside);
  step_to(scene, kAllied, number_of(*aside));
  EXPECT_EQ(scene.force("convoy").destination(), "port.arkhangelsk");
  EXPECT_TRUE(scene.was_told(kAllied, "report.destination.own"));
  EXPECT_FALSE(scene.was_told(kAxis, "report.destination.own"));
  for (const v1::Force& force : scene.view(kAllied).own().force()) {
    if (force.key() != scene.key("convoy")) continue;
    EXPECT_EQ(force.destination(), "port.arkhangelsk");
  }
}

TEST(Rule5_1_5, ItsDestinationIsNeverThePortOfAnotherConvoy) {
  Stage stage = with_convoy("0817", "port.murmansk");
  stage.convoy(kAllied, "out", {{"class.mv", 12}}, "0817", "port.reykjavik", false);
  stage.force("out").set_convoy("convoy.qp8");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("out"));
  EXPECT_EQ(scene.count(kAllied, Verb::ENTER_PORT), 0);
}

}  // namespace
}  // namespace wardroom::pq17
