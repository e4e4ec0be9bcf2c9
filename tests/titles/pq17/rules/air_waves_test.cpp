// Ships in line, waves, anti-aircraft fire, bombs and torpedoes from the air [7.2.4 - 7.2.7, 7.3, 13.1].
#include "server/titles/pq17/air/strike_parts.h"
#include "server/titles/pq17/combat/damage.h"
#include "tests/titles/pq17/rules/opening.h"
#include "tests/titles/pq17/rules/striking.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::Verb;

const std::string kDestroyerClass = "class.british_j_r";
const std::string kEscorts = "class.british_es";
const std::string kMerchants = "class.mv";

Stage convoy_of(const std::vector<Unit>& ships, const std::string& hex = kAtSea) {
  Stage stage = strike_stage(kAxis);
  stage.convoy(kAllied, "pq", ships, hex, "port.murmansk").identified("pq", 3);
  return stage;
}

// All that fly there attack; the Allied line is the usual one.
Bench& strike_convoy(Bench& bench) {
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq"));
  while (bench.asked(kAxis, MenuKind::STRIKE_UNITS)) {
    const Action action = bench.menu(kAxis)->items[0].action;
    bench.answer(kAxis, static_cast<Verb::Kind>(action.verb), action.arguments[0]);
  }
  if (bench.asked(kAllied, MenuKind::STRIKE_LINE)) bench.answer(kAllied, Verb::DONE);
  return bench;
}

// -- 7.2.4 --

TEST(Rule7_2_4, ShipsLieInOneLineInTheOrderTheirOwnerLikes) {
  Stage stage = convoy_of({{"ship.london"}, {kDestroyerClass, 3}, {kMerchants, 5}});
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq"));
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::STRIKE_LINE));
  EXPECT_TRUE(bench.was_told(kAxis, "report.air.deployed"));
  EXPECT_EQ(battle(bench).unit_size(), 3);
  const int merchants = battle(bench).unit(2).id();
  ASSERT_EQ(battle(bench).unit(2).ship().unit(), kMerchants);
  bench.answer(kAllied, Verb::PLACE_IN_LINE, merchants, 1);
  EXPECT_FALSE(bench.offers(kAllied, Verb::DONE));
  bench.answer(kAllied, Verb::PLACE_IN_LINE, battle(bench).unit(0).id(), 2);
  EXPECT_EQ(place_of(bench, kMerchants), 1);
  EXPECT_EQ(place_of(bench, "ship.london"), 2);
  EXPECT_EQ(place_of(bench, kDestroyerClass), 3) << "the last has no choice";
}

TEST(Rule7_2_4, ConvoyShipsStackToTenAndLightShipsToFour) {
  Stage stage = convoy_of(
      {{"ship.london"}, {kDestroyerClass, 3}, {kEscorts, 1}, {"class.hunt_ii", 2}, {"class.mo", 2}, {kMerchants, 8}});
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq"));
  const auto id = [&](const std::string& unit) {
    for (const auto& each : battle(bench).unit()) {
      if (each.ship().unit() == unit) return each.id();
    }
    return 0;
  };
  bench.answer(kAllied, Verb::PLACE_IN_LINE, id(kMerchants), 1);
  EXPECT_TRUE(bench.offers(kAllied, Verb::PLACE_IN_LINE, id("class.mo"), 1));
  EXPECT_FALSE(bench.offers(kAllied, Verb::PLACE_IN_LINE, id(kDestroyerClass), 1));
  bench.answer(kAllied, Verb::PLACE_IN_LINE, id("class.mo"), 1)
      .answer(kAllied, Verb::PLACE_IN_LINE, id(kDestroyerClass), 2);
  EXPECT_TRUE(bench.offers(kAllied, Verb::PLACE_IN_LINE, id(kEscorts), 2));
  EXPECT_FALSE(bench.offers(kAllied, Verb::PLACE_IN_LINE, id("class.hunt_ii"), 2)) << "five CS";
  EXPECT_FALSE(bench.offers(kAllied, Verb::PLACE_IN_LINE, id("ship.london"), 2));
}

TEST(Rule7_2_4, ShipsDeadInTheWaterDoNotStackAtSeaAndTowsAreDropped) {
  Stage stage = convoy_of({{kDestroyerClass, 2}, {"ship.aldersdale"}, {kMerchants, 5}});
  for (v1::Counter& ship : *stage.force("pq").mutable_ship()) {
    if (ship.unit() == "ship.aldersdale") ship.set_towed_by(kDestroyerClass);
  }
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  strike_convoy(bench);
  EXPECT_NE(place_of(bench, "ship.aldersdale"), place_of(bench, kMerchants));
  for (const auto& each : battle(bench).unit())
    EXPECT_EQ(each.ship().dead_in_water(), each.ship().unit() == "ship.aldersdale");
}

TEST(Rule11_3_2, AnOilerEmptiedByAHitTurnsOverForAllToSee) {
  for (const int fuel : {5, 20}) {
    Stage stage = convoy_of({{kDestroyerClass, 2}, {"ship.aldersdale"}, {kMerchants, 5}});
    for (v1::Counter& ship : *stage.force("pq").mutable_ship()) {
      if (ship.unit() == "ship.aldersdale") ship.set_oiler_fuel(fuel);
    }
    fly_ju88(stage);
    Bench bench(stage, then_zeros({found(kAxis)}));
    strike_convoy(bench);
    const v1::Battle before = battle(bench);
    for (const auto& each : before.unit()) {
      if (each.ship().unit() == "ship.aldersdale") inflict_hits(bench.op, hull_on_display(kAllied, id_of(each)), 1);
    }
    for (const Side side : kSides)
      EXPECT_EQ(bench.was_told(side, "report.fuel.oiler_empty"), fuel == 5) << "the rest of her cargo is her secret";
  }
}

TEST(Rule7_2_4, TwoUnitsForEachTargetInAWave) {
  Stage stage = convoy_of({{kDestroyerClass, 3}, {kMerchants, 5}});
  for (int i = 0; i < 3; ++i) fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  strike_convoy(bench);
  const int place = place_of(bench, kMerchants);
  EXPECT_FALSE(bench.offers(kAxis, Verb::TARGET, 0, place, 0, 2)) << "no second wave before there is a first";
  bench.answer(kAxis, Verb::TARGET, 0, place, 0, 1).answer(kAxis, Verb::TARGET, 1, place, 0, 1);
  EXPECT_FALSE(bench.offers(kAxis, Verb::TARGET, 2, place, 0, 1));
  EXPECT_TRUE(bench.offers(kAxis, Verb::TARGET, 2, place, 0, 2));
  EXPECT_TRUE(bench.offers(kAxis, Verb::TARGET, 2, place_of(bench, kDestroyerClass), 0, 1));
}

TEST(Rule7_2_4, BombersWithTorpedoesSayWhichTheyUseTorpedoBombersHaveNoChoice) {
  Stage stage = convoy_of({{kMerchants, 5}});
  fly(stage, kAxis, "air.he111h6.i_kg26", "airbase.banak", kAtSea, 2);
  fly(stage, kAxis, "air.he115c.1_406", "port.tromsoe", kAtSea, 1);
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  strike_convoy(bench);
  EXPECT_TRUE(bench.offers(kAxis, Verb::TARGET, 0, 1, 0, 1));
  EXPECT_TRUE(bench.offers(kAxis, Verb::TARGET, 0, 1, 1, 1));
  bench.answer(kAxis, Verb::FORGO, 0);
  EXPECT_FALSE(bench.offers(kAxis, Verb::TARGET, 1, 1, 0, 1));
  EXPECT_TRUE(bench.offers(kAxis, Verb::TARGET, 1, 1, 1, 1));
  bench.answer(kAxis, Verb::FORGO, 1);
  EXPECT_TRUE(bench.offers(kAxis, Verb::TARGET, 2, 1, 0, 1));
  EXPECT_FALSE(bench.offers(kAxis, Verb::TARGET, 2, 1, 1, 1));
}

// -- 7.2.5 --

TEST(Rule7_2_5, ATargetFiresAtEachUnitThatAttacksIt) {
  Stage stage = convoy_of({{kMerchants, 5}});
  fly_ju88(stage);
  fly_ju88(stage);
  Bench bench(stage, {found(kAxis), 9, 9});
  strike_convoy(bench).answer(kAxis, Verb::TARGET, 0, 1, 0, 1).answer(kAxis, Verb::TARGET, 1, 1, 0, 1);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up()) << "both broke off";
  EXPECT_EQ(bench.air(1).aborted(), 1);
  EXPECT_EQ(bench.air(2).aborted(), 1);
}

TEST(Rule7_2_5, NeighboursHelpUnlessTheyAreTargetsThemselves) {
  Stage stage = convoy_of({{kDestroyerClass, 3}, {kMerchants, 5}});
  fly_ju88(stage);
  fly_ju88(stage);
  {
    Bench bench(stage, {found(kAxis), 9, 0, 0, 0});  // a destroyer's gun, the merchants' twice, a bomb
    strike_convoy(bench);
    const int place = place_of(bench, kMerchants);
    bench.answer(kAxis, Verb::TARGET, 0, place, 0, 1).answer(kAxis, Verb::TARGET, 1, place, 0, 1);
    ASSERT_TRUE(bench.asked(kAllied, MenuKind::AA_FIRE));
    EXPECT_TRUE(bench.offers(kAllied, Verb::FIRE_AA_AT, place_of(bench, kDestroyerClass), 0));
    EXPECT_TRUE(bench.offers(kAllied, Verb::FIRE_AA_AT, place_of(bench, kDestroyerClass), 1));
    bench.answer(kAllied, Verb::FIRE_AA_AT, place_of(bench, kDestroyerClass), 0);
    EXPECT_TRUE(bench.done());
    EXPECT_TRUE(bench.chance_used_up());
    EXPECT_EQ(bench.air(1).aborted(), 1);
  }
  Stage both = convoy_of({{kDestroyerClass, 3}, {kMerchants, 5}});
  fly_ju88(both);
  fly_ju88(both);
  Bench bench(both, then_zeros({found(kAxis)}));
  strike_convoy(bench);
  bench.answer(kAxis, Verb::TARGET, 0, place_of(bench, kMerchants), 0, 1);
  bench.answer(kAxis, Verb::TARGET, 1, place_of(bench, kDestroyerClass), 0, 1);
  EXPECT_FALSE(bench.asked(kAllied, MenuKind::AA_FIRE));
  EXPECT_TRUE(bench.done());
}

TEST(Rule7_2_5, AStarHelpsNobody) {
  Stage stage = convoy_of({{kEscorts, 1}, {kMerchants, 5}});
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  strike_convoy(bench);
  bench.answer(kAxis, Verb::TARGET, 0, place_of(bench, kMerchants), 0, 1);
  EXPECT_FALSE(bench.asked(kAllied, MenuKind::AA_FIRE));
  EXPECT_TRUE(bench.done());
}

TEST(Rule7_2_5, TheGunsOfAPortFireAtEveryUnit) {
  Stage stage = strike_stage(kAllied);
  stage.task_force(kAllied, "cv", {{"ship.victorious"}}, "0715")
      .convoy(kAxis, "mv", {{"class.german_mv", 2}}, "port.kirkenes", "port.kirkenes");
  fly(stage, kAllied, "air.albacore.817", "ship.victorious", "0816", 2);
  Bench bench(stage, {9, 0, 0, 0});  // two guns of Kirkenes, one of the merchants; one bomb
  bench.run(air_combat(bench.op))
      .answer(kAllied, Verb::STRIKE_PORT, place_argument("port.kirkenes"))
      .answer(kAxis, Verb::DONE);
  bench.answer(kAllied, Verb::TARGET, 0, 1, 0, 1);
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(bench.air(1).aborted(), 1);
}

TEST(Rule7_2_5, ACamHelpsOneDieAndIsUsedUp) {
  Stage stage = convoy_of({{"class.mc", 1}, {kMerchants, 5}});
  fly_ju88(stage);
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis), 7}));  // and 2 is an Abort
  strike_convoy(bench).answer(kAxis, Verb::TARGET, 0, 1, 0, 1).answer(kAxis, Verb::TARGET, 1, 1, 0, 2);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::CAM));
  bench.answer(kAllied, Verb::USE_CAM, 1, 0);
  EXPECT_TRUE(bench.done()) << "there is no other";
  EXPECT_EQ(bench.air(1).aborted(), 1);
  for (const v1::Counter& ship : stage.force("pq").ship()) EXPECT_EQ(ship.used(), ship.unit() == "class.mc");
}

TEST(Rule7_2_5, InStormsNoCamFlies) {
  Stage stage = convoy_of({{"class.mc", 1}, {kMerchants, 5}});
  stage.weather(v1::Weather::STORMS);
  fly_ju88(stage);
  const int column = the_title().reference().box().effect_of(v1::Weather::STORMS).card_column() - 1;
  const auto in_storms =
      card(find_card(kAxis, [&](const v1::Card& each) { return each.day().air(column) == v1::SearchResult::U; }));
  Bench bench(stage, then_zeros({in_storms}));
  strike_convoy(bench).answer(kAxis, Verb::TARGET, 0, 1, 0, 1);
  EXPECT_TRUE(bench.done());
}

// -- 7.2.6 --

TEST(Rule7_2_6, WhereTheTargetIsGoneALaterWaveTurnsToItsNeighbourOrAway) {
  Stage stage = strike_stage(kAxis);
  stage.task_force(kAllied, "pq", {{"ship.london"}, {kDestroyerClass, 1}, {kEscorts, 1}}, kAtSea).identified("pq", 3);
  fly_ju88(stage);
  fly_ju88(stage);
  Bench bench(stage, script(found(kAxis), {0, 9}));  // the destroyer's gun; a hit
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq"));
  bench.answer(kAxis, Verb::JOIN_STRIKE, 1).answer(kAxis, Verb::JOIN_STRIKE, 2);
  const auto id = [&](const std::string& unit) {
    for (const auto& each : battle(bench).unit()) {
      if (each.ship().unit() == unit) return each.id();
    }
    return 0;
  };
  bench.answer(kAllied, Verb::PLACE_IN_LINE, id(kDestroyerClass), 1)
      .answer(kAllied, Verb::PLACE_IN_LINE, id(kEscorts), 2);
  bench.answer(kAxis, Verb::TARGET, 0, 1, 0, 1).answer(kAxis, Verb::TARGET, 1, 1, 0, 2);
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::LATER_WAVE));
  EXPECT_TRUE(bench.offers(kAxis, Verb::SWITCH_TARGET, 1, 2));
  EXPECT_FALSE(bench.offers(kAxis, Verb::SWITCH_TARGET, 1, 3)) << "London is not beside it";
  bench.answer(kAxis, Verb::FORGO, 1);
  EXPECT_TRUE(bench.done());
  EXPECT_EQ(stage.force("pq").ship_size(), 2);
}

TEST(Rule7_2_6, OneDieForEachCsThatIsLeft) {
  Stage stage = convoy_of({{kMerchants, 5}});
  fly_ju88(stage, 2);
  Bench bench(stage, {found(kAxis), 9, 8});  // an Abort, one bomb
  strike_convoy(bench).answer(kAxis, Verb::TARGET, 0, 1, 0, 1);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(cs_left(bench, kAllied, bench.key("pq"), kMerchants), 4);
}

// -- 7.2.7 --

int merchants_after_raid(bool night) {
  Stage stage = strike_stage(kAxis);
  stage.convoy(kAllied, "pq", {{kMerchants, 5}}, "port.murmansk", "port.murmansk");
  fly_ju88(stage, 1, "airbase.banak", "0817");
  Bench bench(stage, {0, 0, 0, 8});  // Murmansk's two guns, the merchants', one bomb
  bench.run(strike_port(
      bench.op, PortStrike{.attacker = kAxis, .place = "port.murmansk", .air_units = {AirKey(1)}, .night = night}));
  if (bench.asked(kAllied, MenuKind::SCRAMBLE)) bench.answer(kAllied, Verb::DONE);
  bench.answer(kAxis, Verb::TARGET, 0, 1, 0, 1);
  EXPECT_TRUE(bench.done());
  return cs_left(bench, kAllied, bench.key("pq"), kMerchants);
}

TEST(Rule7_2_7, Ju88sDiveButNotAtAPortByNight) {
  EXPECT_EQ(merchants_after_raid(false), 4);
  EXPECT_EQ(merchants_after_raid(true), 5);
}

TEST(Rule7_1_3, InARaidOnAHarbourTwoHitsSinkOneMerchant) {
  Stage stage = strike_stage(kAxis);
  stage.convoy(kAllied, "pq", {{kMerchants, 5}}, "port.murmansk", "port.murmansk");
  fly_ju88(stage, 2, "airbase.banak", "0817");
  Bench bench(stage, {0, 0, 0, 9, 9});
  PortStrike strike{.attacker = kAxis, .place = "port.murmansk", .air_units = {AirKey(1)}, .hits_per_merchant = 2};
  bench.run(strike_port(bench.op, strike));
  if (bench.asked(kAllied, MenuKind::SCRAMBLE)) bench.answer(kAllied, Verb::DONE);
  bench.answer(kAxis, Verb::TARGET, 0, 1, 0, 1);
  EXPECT_EQ(cs_left(bench, kAllied, bench.key("pq"), kMerchants), 4);
}

TEST(Rule7_1_3, ARaidMayBeForOneShipOnly) {
  Stage stage = strike_stage(kAllied);
  stage.task_force(kAxis, "tf", {{"ship.tirpitz"}, {"ship.luetzow"}}, "port.trondheim");
  const AirKey key = fly(stage, kAllied, "air.halifax.bomber_command", "airbase.wick", "1111", 2);
  Bench bench(stage, then_zeros({}));
  PortStrike strike{
      .attacker = kAllied, .place = "port.trondheim", .air_units = {key}, .night = true, .only_unit = "ship.tirpitz"};
  bench.run(strike_port(bench.op, strike)).answer(kAxis, Verb::DONE);
  EXPECT_TRUE(bench.offers(kAllied, Verb::TARGET, 0, place_of(bench, "ship.tirpitz"), 0, 1));
  EXPECT_EQ(bench.count(kAllied, Verb::TARGET), 1);
}

// -- 7.3 --

// A hex whose ice is predicted but not certain.
struct IcyHex {
  std::string hex;
  v1::IceArea area;
};

IcyHex icy_hex() {
  for (const MapHex& each : the_title().reference().box().hexes()) {
    if (!each.in_play || each.data->ice_size() != 1 || each.has(v1::Hex::PACK) || each.data->terrain() != v1::Hex::SEA)
      continue;
    return {number_of(each.hex), each.data->ice(0)};
  }
  throw Broken("no ice anywhere");
}

std::uint32_t ice_die(bool clear) {
  for (int die = 0; die < 10; ++die) {
    if ((the_title().reference().box().ice(v1::Ice::LIGHT_DRIFT, die) == v1::Ice::CLEAR) == clear)
      return static_cast<std::uint32_t>(die);
  }
  throw Broken("no such ice");
}

// Merchants left after two units have tried with torpedoes.
int merchants_in_ice(bool clear) {
  const IcyHex icy = icy_hex();
  Stage stage = convoy_of({{kMerchants, 5}}, icy.hex);
  stage.ice(icy.area.sector(), icy.area.zone(), v1::Ice::LIGHT_DRIFT, false);
  fly(stage, kAxis, "air.he115c.1_406", "port.tromsoe", icy.hex, 1);
  fly(stage, kAxis, "air.he115c.1_906", "port.tromsoe", icy.hex, 1);
  std::vector<std::uint32_t> dice{found(kAxis), ice_die(clear)};
  if (clear) dice.insert(dice.end(), {0, 0, 9, 3, 0});  // guns twice; one runs true and sinks, one does not
  Bench bench(stage, dice);
  strike_convoy(bench).answer(kAxis, Verb::TARGET, 0, 1, 1, 1).answer(kAxis, Verb::TARGET, 1, 1, 1, 1);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up()) << "one roll for the strike";
  return cs_left(bench, kAllied, bench.key("pq"), kMerchants);
}

TEST(Rule7_3, AircraftWithTorpedoesNeedClearWater) {
  EXPECT_EQ(merchants_in_ice(true), 4);
  EXPECT_EQ(merchants_in_ice(false), 5);
}

TEST(Rule7_3, CsTimesSymbolsTorpedoes) {
  Stage stage = convoy_of({{kMerchants, 5}});
  fly(stage, kAxis, "air.he111h6.i_kg26", "airbase.banak", kAtSea, 2);
  Bench bench(stage, {found(kAxis), 0, 6, 6, 6, 6});  // two CS with two symbols each
  strike_convoy(bench).answer(kAxis, Verb::TARGET, 0, 1, 1, 1);
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
}

// -- 13.1 --

TEST(Rule13_1, ASingleShipIsLostFromSightAndHerAttackersTurnElsewhere) {
  Stage stage = convoy_of({{"ship.avenger"}, {kDestroyerClass, 3}, {kMerchants, 5}});
  event_in_force(stage, "event.allied.elusive_target", kAllied);
  fly_ju88(stage);
  fly_ju88(stage);
  Bench bench(stage, script(found(kAxis), {}));
  strike_convoy(bench);
  const int avenger = place_of(bench, "ship.avenger");
  bench.answer(kAxis, Verb::TARGET, 0, avenger, 0, 1)
      .answer(kAxis, Verb::TARGET, 1, place_of(bench, kDestroyerClass), 0, 1);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::ELUSIVE_TARGET));
  EXPECT_EQ(bench.count(kAllied, Verb::ELUDE), 1) << "destroyers show two silhouettes, merchants are no target";
  const Action action = bench.menu(kAllied)->items[0].action;
  bench.answer(kAllied, Verb::ELUDE, action.arguments[0]);
  ASSERT_TRUE(bench.asked(kAxis, MenuKind::DIVERT));
  EXPECT_FALSE(bench.offers(kAxis, Verb::DIVERT, 0, avenger));
  bench.answer(kAxis, Verb::DIVERT, 0, place_of(bench, kMerchants));
  EXPECT_TRUE(battle(bench).raid(0).diverted());
  EXPECT_EQ(bench.op.truth.standing().event_size(), 0) << "used once";
}

}  // namespace
}  // namespace wardroom::pq17
