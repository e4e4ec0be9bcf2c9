// Ships, aircraft and blocks against what the rule book says of them.
#include <gmock/gmock.h>

#include "tests/titles/pq17/the_box.h"

namespace wardroom::pq17 {
namespace {

using N = v1::Nation;
using T = v1::ShipType;
using A = v1::AirType;

const v1::Ship& ship(const std::string& name) {
  const auto* found = the_box().ship("ship." + name);
  EXPECT_TRUE(found) << name;
  static const v1::Ship none;
  return found ? *found : none;
}

const v1::ShipClass& ship_class(const std::string& name) {
  const auto* found = the_box().ship_class("class." + name);
  EXPECT_TRUE(found) << name;
  static const v1::ShipClass none;
  return found ? *found : none;
}

const v1::AirModel& model(const std::string& name) {
  const auto* found = the_box().model("air." + name);
  EXPECT_TRUE(found) << name;
  static const v1::AirModel none;
  return found ? *found : none;
}

void expect(const std::string& name, T::Kind type, N::Kind nation, int cs) {
  EXPECT_EQ(ship(name).type(), type) << name;
  EXPECT_EQ(ship(name).nation(), nation) << name;
  ASSERT_FALSE(ship(name).step().empty()) << name;
  if (cs > 0) {
    EXPECT_EQ(ship(name).step(0).cs(), cs) << name;
  }
}

bool has_counter(const v1::ShipClass& some, int cs) {
  return std::ranges::any_of(some.counter(), [&](const auto& counter) { return counter.cs() == cs; });
}

// Counters of every unit of a model, by steps.
std::multiset<int> sizes(const std::string& name) {
  std::multiset<int> out;
  for (const auto* unit : the_box().air_units()) {
    if (unit->model() != "air." + name) continue;
    for (int i = 0; i < unit->count(); ++i) out.insert(unit->steps());
  }
  return out;
}

TEST(NamedShips, DukeOfYork) { expect("duke_of_york", T::BB, N::BRITISH, 4); }  // [6.2.1 example]
TEST(NamedShips, Victorious) { expect("victorious", T::CV, N::BRITISH, 4); }    // [6.2.1 example]
TEST(NamedShips, Suffolk) { expect("suffolk", T::CA, N::BRITISH, 3); }          // [6.2.1 example]
TEST(NamedShips, Sheffield) { expect("sheffield", T::CL, N::BRITISH, 3); }      // [7.5.7 example]
TEST(NamedShips, CruisersOfScenarioTwo) {                                       // [4.3.2 example]
  for (const char* name : {"liverpool", "trinidad", "nigeria"}) expect(name, T::CL, N::BRITISH, 0);
  expect("berwick", T::CA, N::BRITISH, 0);
}
TEST(NamedShips, Jamaica) {  // [7.5.7, 15.4.3]
  expect("jamaica", T::CL, N::BRITISH, 3);
  EXPECT_EQ(ship("jamaica").vp_halves(), 8);
  EXPECT_EQ(ship("jamaica").service().from().year(), 1942);
  EXPECT_EQ(ship("jamaica").service().from().month(), 8);
  EXPECT_EQ(ship("jamaica").service().from().half(), 2);
}
TEST(NamedShips, SomeHeavyCruiserHasThreeCs) {  // [11.3.2 example: with 4 DD she takes 7 CS of fuel]
  EXPECT_TRUE(std::ranges::any_of(the_box().ships(), [](const v1::Ship* each) {
    return each->type() == T::CA && each->nation() != N::GERMAN && each->step(0).cs() == 3;
  }));
}
TEST(NamedShips, Avenger) { expect("avenger", T::CVE, N::BRITISH, 0); }       // [13.1]
TEST(NamedShips, Tuscaloosa) { expect("tuscaloosa", T::CA, N::US, 0); }       // [15.8.3]
TEST(NamedShips, Aldersdale) { expect("aldersdale", T::AO, N::BRITISH, 2); }  // [11.3.2 example]
TEST(NamedShips, Tirpitz) { expect("tirpitz", T::BB, N::GERMAN, 0); }         // [5.1.8]
TEST(NamedShips, ScharnhorstIsACapitalShip) {                                 // [12.11]
  EXPECT_EQ(ship("scharnhorst").nation(), N::GERMAN);
  EXPECT_THAT(the_box().chart_row(ship("scharnhorst").type()).category(), testing::Contains(v1::ShipCategory::CAPITAL));
}
TEST(NamedShips, AdmiralHipper) {  // [7.5.7 example]
  expect("admiral_hipper", T::CA, N::GERMAN, 4);
  ASSERT_EQ(ship("admiral_hipper").step_size(), 5);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(ship("admiral_hipper").step(i).cs(), 4 - i) << "one CS a step";
}
TEST(NamedShips, Luetzow) { expect("luetzow", T::CB, N::GERMAN, 4); }               // [7.5.7 example]
TEST(NamedShips, AdmiralScheer) { expect("admiral_scheer", T::CB, N::GERMAN, 0); }  // [12.12]
TEST(NamedShips, PrinzEugenIsACruiser) {                                            // [15]
  EXPECT_EQ(ship("prinz_eugen").nation(), N::GERMAN);
  EXPECT_THAT(the_box().chart_row(ship("prinz_eugen").type()).category(),
              testing::ElementsAre(v1::ShipCategory::CRUISER));
}
TEST(NamedShips, GrafZeppelin) {  // [14]
  expect("graf_zeppelin", T::CV, N::GERMAN, 0);
  EXPECT_TRUE(ship("graf_zeppelin").ahistorical());
  const auto* choice = the_box().choice("ahistorical.graf_zeppelin");
  ASSERT_TRUE(choice);
  EXPECT_GT(choice->vp_halves(), 0);
}
TEST(NamedShips, TwoLandingShips) {  // [12.14.1]
  EXPECT_GE(
      std::ranges::count_if(the_box().ships(),
                            [](const v1::Ship* each) { return each->type() == T::AL && each->step(0).cs() >= 1; }),
      2);
}
TEST(NamedShips, TwoAntiAircraftShips) {  // [15.2]
  EXPECT_GE(std::ranges::count_if(the_box().ships(), [](const v1::Ship* each) { return each->type() == T::AA; }), 2);
}
TEST(NamedShips, GermanLightCruisersExist) {  // [9.3.1, 12.2]
  EXPECT_TRUE(std::ranges::any_of(
      the_box().ships(), [](const v1::Ship* each) { return each->type() == T::CL && each->nation() == N::GERMAN; }));
}

TEST(Classes, BritishAI) {  // [6.2.1 example, 15.4.1]
  EXPECT_EQ(ship_class("british_a_i").type(), T::DD);
  EXPECT_TRUE(has_counter(ship_class("british_a_i"), 4));
}
TEST(Classes, BritishJR) {  // [7.5.7 example]
  EXPECT_EQ(ship_class("british_j_r").type(), T::DD);
  EXPECT_TRUE(has_counter(ship_class("british_j_r"), 1));
}
TEST(Classes, HuntII) {  // [1.4 example]
  EXPECT_EQ(ship_class("hunt_ii").type(), T::TB);
  for (const int cs : {1, 2, 3})
    EXPECT_TRUE(has_counter(ship_class("hunt_ii"), cs)) << "3 CS may be one counter, never 2 + 1 or 1 + 1 + 1";
}
TEST(Classes, OldDestroyers) {  // [7.5.7 example]
  EXPECT_EQ(ship_class("british_old_dd").type(), T::TB);
  EXPECT_TRUE(has_counter(ship_class("british_old_dd"), 1));
}
TEST(Classes, BritishOP) {  // [7.5.7 example: one symbol used is three dice]
  EXPECT_EQ(ship_class("british_o_p").type(), T::TB);
  EXPECT_TRUE(has_counter(ship_class("british_o_p"), 3));
  EXPECT_GE(ship_class("british_o_p").torpedoes(), 1);
}
TEST(Classes, Type34To36) {  // [7.5.7 example]
  EXPECT_EQ(ship_class("type_34_36").type(), T::DD);
  EXPECT_EQ(ship_class("type_34_36").nation(), N::GERMAN);
  for (const int cs : {1, 2, 3}) EXPECT_TRUE(has_counter(ship_class("type_34_36"), cs)) << cs;
  EXPECT_GE(ship_class("type_34_36").torpedoes(), 1);
}
TEST(Classes, Type36A) {  // [7.5.7 example]
  EXPECT_EQ(ship_class("type_36a").type(), T::DD);
  for (const int cs : {1, 2, 3}) EXPECT_TRUE(has_counter(ship_class("type_36a"), cs)) << cs;
}
TEST(Classes, Type35To37) {  // [7.3.2 example]
  EXPECT_EQ(ship_class("type_35_37").type(), T::TB);
  EXPECT_TRUE(has_counter(ship_class("type_35_37"), 2));
  EXPECT_EQ(ship_class("type_35_37").torpedoes(), 2);
}
TEST(Classes, UsDestroyersHaveAtLeastFourCs) {  // [15.4.1]
  int cs = 0;
  for (const auto* each : the_box().classes()) {
    if (each->type() != T::DD || each->nation() != N::US) continue;
    for (const auto& counter : each->counter()) cs += counter.cs() * counter.count();
  }
  EXPECT_GE(cs, 4);
}
TEST(Classes, BakuAndSokrushitelnyAreSovietDestroyers) {  // [9.3.1]
  for (const char* name : {"Baku", "Sokrushitelny"}) {
    EXPECT_TRUE(std::ranges::any_of(the_box().classes(), [&](const v1::ShipClass* each) {
      return each->type() == T::DD && each->nation() == N::SOVIET && std::ranges::count(each->member(), name) == 1;
    })) << name;
  }
}
TEST(Classes, SixthMinesweepingFlotillaObeysSovietCommand) {  // [1.4]
  EXPECT_TRUE(std::ranges::any_of(the_box().classes(),
                                  [](const v1::ShipClass* each) { return each->nation() == N::SIXTH_MINESWEEPING; }));
}
TEST(Classes, CamShipsExist) {  // [1.4.3]
  EXPECT_TRUE(
      std::ranges::any_of(the_box().classes(), [](const v1::ShipClass* each) { return each->type() == T::MC; }));
}

TEST(Ratings, ThreeCsOfDestroyersFireOneAaDie) {  // [7.2.6 example]
  EXPECT_TRUE(std::ranges::any_of(the_box().classes(), [](const v1::ShipClass* each) {
    return each->type() == T::DD && each->nation() == N::BRITISH &&
           std::ranges::any_of(each->step(), [](const v1::Step& step) { return step.cs() == 3 && step.aa() == 1; });
  }));
}
TEST(Ratings, EscortsHaveAStar) {  // [7.2.6 example]
  for (const auto* each : the_box().classes()) {
    if (each->type() != T::ES) continue;
    for (const auto& step : each->step()) EXPECT_TRUE(step.aa_star()) << each->id();
  }
}
TEST(Ratings, AnOilerAndFiveMerchantsFireOneDie) {  // [7.2.6 example]
  const v1::Step& merchant = ship_class("mv").step(ship_class("mv").step_size() - 1);
  EXPECT_TRUE(merchant.aa_star()) << "five numbers would be more than one die";
  EXPECT_LE(ship("aldersdale").step(0).aa(), 1);
}
TEST(Ratings, EscortsAreModerateTorpedoBoatsAndDestroyersHigh) {  // [1.4 note]
  for (const auto* each : the_box().classes()) {
    if (each->type() == T::ES) {
      EXPECT_EQ(each->step(0).speed(), v1::Speed::MODERATE) << each->id();
    }
    if (each->type() == T::TB) {
      EXPECT_EQ(each->step(0).speed(), v1::Speed::HIGH) << each->id();
    }
  }
}
TEST(Ratings, MerchantsAreSlow) {  // [5.1]
  for (const auto* each : the_box().classes()) {
    if (each->type() == T::MV || each->type() == T::MO || each->type() == T::MC) {
      EXPECT_EQ(each->step(0).speed(), v1::Speed::SLOW) << each->id();
    }
  }
}
TEST(Ratings, UnhitWarshipsAndSubmarinesMakeAtLeastModerate) {  // [5.1]
  for (const auto* each : the_box().ships()) {
    if (the_box().chart_row(each->type()).warship()) {
      EXPECT_LE(each->step(0).speed(), v1::Speed::MODERATE) << each->id();
    }
  }
  for (const auto* each : the_box().classes()) {
    if (the_box().chart_row(each->type()).warship()) {
      EXPECT_LE(each->step(0).speed(), v1::Speed::MODERATE) << each->id();
    }
    if (each->type() == T::SS) {
      EXPECT_EQ(each->step(0).speed(), v1::Speed::MODERATE) << each->id();
    }
  }
}
TEST(Ratings, ACounterHasOneToFiveStepsAndHeavyShipsAZeroStep) {  // [1.4]
  for (const auto* each : the_box().ships()) {
    const auto printed = std::ranges::count_if(each->step(), [](const v1::Step& step) { return step.cs() > 0; });
    EXPECT_GE(printed, 1) << each->id();
    EXPECT_LE(printed, 5) << each->id();
    EXPECT_EQ(each->step(each->step_size() - 1).cs(), 0) << each->id();
  }
}
TEST(Ratings, LightShipsAndSubmarinesStandForAsManyShipsAsTheRulesSay) {  // [1.4]
  for (const auto* each : the_box().classes()) {
    const int per = each->ships_per_cs();
    switch (each->type()) {
      case T::DD:
      case T::MV:
        EXPECT_EQ(per, 1) << each->id();
        break;
      case T::TB:
      case T::SS:
        EXPECT_GE(per, 1) << each->id();
        EXPECT_LE(per, 2) << each->id();
        break;
      case T::ES:
        EXPECT_GE(per, 2) << each->id();
        EXPECT_LE(per, 4) << each->id();
        break;
      default:
        break;
    }
  }
}
TEST(Ratings, OnlyCarriersCarryAircraft) {  // [1.5.1]
  for (const auto* each : the_box().ships())
    EXPECT_EQ(each->has_aircraft_capacity(), each->type() == T::CV || each->type() == T::CVE) << each->id();
}
TEST(Ratings, CbIsGerman) {  // [1.4]
  for (const auto* each : the_box().ships()) {
    if (each->type() == T::CB) {
      EXPECT_EQ(each->nation(), N::GERMAN) << each->id();
    }
  }
}

TEST(Aircraft, AlbacoresOfTwoAndOneAndAFulmarOfTwo) {  // [7.2.3 example]
  EXPECT_EQ(model("albacore").type(), A::TORPEDO_BOMBER);
  EXPECT_TRUE(model("albacore").carrier());
  EXPECT_TRUE(sizes("albacore").contains(2));
  EXPECT_TRUE(sizes("albacore").contains(1));
  EXPECT_EQ(model("fulmar").type(), A::FIGHTER);
  EXPECT_TRUE(model("fulmar").carrier());
  EXPECT_TRUE(sizes("fulmar").contains(2));
}
TEST(Aircraft, TwoBf109AndOneBf110OfTwo) {  // [7.2.3 example]
  EXPECT_EQ(model("bf109ef").type(), A::FIGHTER);
  EXPECT_GE(sizes("bf109ef").count(2), 2u);
  EXPECT_EQ(model("bf110").type(), A::FIGHTER);
  EXPECT_GE(sizes("bf110").count(2), 1u);
}
TEST(Aircraft, He111HasTwoTorpedoSymbols) {  // [7.2.6 example]
  EXPECT_EQ(model("he111h6").torpedoes(), 2);
  EXPECT_GE(sizes("he111h6").count(2), 1u);
}
TEST(Aircraft, He115IsAFloatplaneOfOneWithOneSymbol) {  // [7.2.6 example]
  EXPECT_TRUE(model("he115c").floatplane());
  EXPECT_EQ(model("he115c").torpedoes(), 1);
  EXPECT_GE(sizes("he115c").count(1), 1u);
}
TEST(Aircraft, Ju88sOfTwoTwoAndOne) {  // [7.2.6 example]
  EXPECT_GE(sizes("ju88a4").count(2), 2u);
  EXPECT_GE(sizes("ju88a4").count(1), 1u);
}
TEST(Aircraft, DiveBombersOfHarborRaidsAreFourCsAndComeNoOtherWay) {  // [12.7]
  const auto* unit = the_box().air_unit("air.ju87.i_stg5");
  ASSERT_TRUE(unit);
  EXPECT_EQ(unit->steps() * unit->count(), 4);
  EXPECT_TRUE(unit->condition_only());
}
TEST(Aircraft, HalifaxesAreSixCsAndComeNoOtherWay) {  // [12.4]
  const auto* unit = the_box().air_unit("air.halifax.bomber_command");
  ASSERT_TRUE(unit);
  EXPECT_EQ(unit->steps() * unit->count(), 6);
  EXPECT_TRUE(unit->condition_only());
  EXPECT_EQ(model("halifax").type(), A::HEAVY_BOMBER);
}
TEST(Aircraft, Kg40FliesInAGroundOffensive) {  // [12.6]
  const auto* unit = the_box().air_unit("air.fw200c.i_kg40");
  ASSERT_TRUE(unit);
  EXPECT_TRUE(unit->flies_in_ground_offensive());
}
TEST(Aircraft, GrafZeppelinsWingFliesInAGroundOffensive) {  // [12.6, 14]
  int wing = 0;
  for (const auto* unit : the_box().air_units()) {
    if (!std::ranges::count(unit->base(), "ship.graf_zeppelin")) continue;
    EXPECT_TRUE(unit->flies_in_ground_offensive()) << unit->id();
    EXPECT_TRUE(unit->ahistorical()) << unit->id();
    wing += unit->steps() * unit->count();
  }
  EXPECT_GT(wing, 0);
  EXPECT_LE(wing, ship("graf_zeppelin").aircraft_capacity());
}
TEST(Aircraft, TwoSquadronsOfOperationEvAreMediumBombers) {  // [15.8.3]
  for (const char* id : {"air.hampden.144", "air.hampden.455"}) {
    const auto* unit = the_box().air_unit(id);
    ASSERT_TRUE(unit) << id;
    EXPECT_EQ(the_box().model(unit->model())->type(), A::MEDIUM_BOMBER);
  }
}
TEST(Aircraft, SovietFightersThatConvoysReplace) {  // [15.6.4]
  for (const char* name : {"hurricane2", "p40_soviet", "p39"}) {
    EXPECT_EQ(model(name).nation(), N::SOVIET) << name;
    EXPECT_EQ(model(name).type(), A::FIGHTER) << name;
  }
}
TEST(Aircraft, SovietNavalAirExists) {  // [1.5, 7.2]
  EXPECT_TRUE(std::ranges::any_of(the_box().air_units(), [](const v1::AirUnit* unit) {
    return unit->service() == v1::AirService::SOVIET_NAVAL_AIR;
  }));
  EXPECT_TRUE(std::ranges::any_of(the_box().air_units(), [](const v1::AirUnit* unit) {
    return unit->service() == v1::AirService::SOVIET_AIR_FORCE;
  }));
}
TEST(Aircraft, UnitsHaveOneOrTwoStepsAndCarriersHoldTheirOwn) {  // [1.5]
  std::map<std::string, int> aboard;
  for (const auto* unit : the_box().air_units()) {
    EXPECT_GE(unit->steps(), 1) << unit->id();
    EXPECT_LE(unit->steps(), 2) << unit->id();
    if (unit->base_size() == 1 && unit->base(0).starts_with("ship."))
      aboard[unit->base(0)] += unit->steps() * unit->count();
  }
  for (const auto& [carrier, steps] : aboard) EXPECT_LE(steps, the_box().ship(carrier)->aircraft_capacity()) << carrier;
}
TEST(Aircraft, FloatplanesBaseInPorts) {  // [1.5.2]
  for (const auto* unit : the_box().air_units()) {
    if (!the_box().model(unit->model())->floatplane()) continue;
    for (const std::string& base : unit->base())
      EXPECT_TRUE(the_box().port(base) && the_box().port(base)->floatplanes()) << unit->id() << " " << base;
  }
}

TEST(Blocks, BothSidesHaveEveryKind) {  // [1.2]
  for (const auto side : {wardroom::v1::Side::ALLIED, wardroom::v1::Side::AXIS}) {
    for (const auto kind :
         {v1::BlockKind::TASK_FORCE, v1::BlockKind::CONVOY, v1::BlockKind::WOLFPACK, v1::BlockKind::DUMMY}) {
      EXPECT_GT(the_box().blocks(side, kind), 0) << v1::BlockKind::Kind_Name(kind);
    }
  }
}

}  // namespace
}  // namespace wardroom::pq17
