// Special conditions, events, charts and single numbers against the rule book.
#include <gmock/gmock.h>

#include "tests/titles/pq17/situation.h"
#include "tests/titles/pq17/the_box.h"

namespace wardroom::pq17 {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;
using K = v1::SpecialCondition;
using T = v1::ShipType;
using Category = v1::ShipCategory;

const K& condition(const char* id) {
  const auto* found = the_box().condition(id);
  EXPECT_TRUE(found) << id;
  return *found;
}

// Signed half VPs for a category or a type.
int score(const K& condition, Category::Kind category) {
  for (const auto& score : condition.score()) {
    if (score.category() == category) return score.vp_halves();
  }
  return 0;
}
int score(const K& condition, T::Kind type) {
  for (const auto& score : condition.score()) {
    if (score.type() == type) return score.vp_halves();
  }
  return 0;
}

TEST(SpecialConditions, EveryColumnGivesEachLetterOnce) {  // [12]
  for (const auto& column : the_box().conditions().column()) {
    for (char chit = 'A'; chit <= 'Z'; ++chit)
      EXPECT_TRUE(the_box().condition(column.id(), chit).condition) << column.id() << chit;
  }
}

TEST(SpecialConditions, BothSidesHaveAColumnForEveryScenario) {
  for (const auto side : {wardroom::v1::Side::ALLIED, wardroom::v1::Side::AXIS}) {
    EXPECT_TRUE(std::ranges::any_of(the_box().conditions().column(),
                                    [&](const auto& column) { return column.side() == side; }));
  }
}

TEST(SpecialConditions, LettersOfTheSmallAxisConvoy) {  // [12.3]
  for (const char chit : {'A', 'B', 'C', 'I', 'J'}) {
    const auto drawn = the_box().condition("column.axis.1942", chit);
    EXPECT_EQ(drawn.condition->kind(), K::AXIS_CONVOY);
    ASSERT_TRUE(drawn.variant);
    EXPECT_EQ(drawn.variant->vp_halves(), 4);
    ASSERT_EQ(drawn.variant->unit_size(), 2);
    EXPECT_EQ(the_box().ship_class(drawn.variant->unit(0).unit())->type(), T::ES);
    EXPECT_EQ(drawn.variant->unit(0).cs(), 1);
    EXPECT_EQ(the_box().ship_class(drawn.variant->unit(1).unit())->type(), T::MV);
    EXPECT_EQ(drawn.variant->unit(1).cs(), 2);
  }
}

TEST(SpecialConditions, LettersOfTheLargeAxisConvoy) {  // [12.3]
  for (const char chit : {'S', 'T', 'U', 'V', 'W', 'X'}) {
    const auto drawn = the_box().condition("column.axis.1942", chit);
    EXPECT_EQ(drawn.condition->kind(), K::AXIS_CONVOY);
    ASSERT_TRUE(drawn.variant);
    EXPECT_EQ(drawn.variant->vp_halves(), 6);
    ASSERT_EQ(drawn.variant->unit_size(), 2);
    EXPECT_EQ(drawn.variant->unit(0).cs(), 2);
    EXPECT_EQ(drawn.variant->unit(1).cs(), 3);
  }
}

TEST(SpecialConditions, LettersOfGearbox) {  // [12.10]
  for (const char chit : {'F', 'G', 'H', 'I', 'J'}) {
    const auto drawn = the_box().condition("column.allied.1942", chit);
    EXPECT_EQ(drawn.condition->kind(), K::GEARBOX) << chit;
    ASSERT_TRUE(drawn.variant);
    std::map<int, int> need;
    for (const auto& each : drawn.variant->need()) need[each.type(0)] = each.count();
    const std::map<int, int> expected = chit <= 'G' ? std::map<int, int>{{T::CA, 1}, {T::CL, 1}, {T::DD, 1}}
                                                    : std::map<int, int>{{T::CL, 1}, {T::DD, 1}};
    EXPECT_EQ(need, expected) << chit;
  }
}

TEST(SpecialConditions, EveryResultExists) {  // [12]
  std::set<int> kinds;
  for (const auto& each : the_box().conditions().condition()) kinds.insert(each.kind());
  for (const int kind : {K::NONE, K::AGENT_COBWEB, K::ATLANTIC_BREAKOUT, K::AXIS_CONVOY, K::BOMBER_COMMAND,
                         K::FAA_STRIKE, K::GROUND_OFFENSIVE, K::HARBOR_RAIDS, K::MINELAYING, K::NO_RESTRICTIONS,
                         K::GEARBOX, K::SIZILIEN, K::WUNDERLAND, K::REINFORCEMENTS, K::ARCHERY, K::TITLE}) {
    EXPECT_TRUE(kinds.contains(kind)) << K::Kind_Name(static_cast<K::Kind>(kind));
  }
}

TEST(SpecialConditions, EveryResultCanBeDrawnByTheSideItBelongsTo) {  // [12]
  std::map<int, std::set<int>> drawn;                                 // by side
  for (const auto& column : the_box().conditions().column()) {
    for (const auto& row : column.row()) drawn[column.side()].insert(the_box().condition(row.condition())->kind());
  }
  for (const int kind :
       {K::BOMBER_COMMAND, K::FAA_STRIKE, K::GEARBOX, K::GROUND_OFFENSIVE, K::REINFORCEMENTS, K::NONE}) {
    EXPECT_TRUE(drawn[wardroom::v1::Side::ALLIED].contains(kind)) << K::Kind_Name(static_cast<K::Kind>(kind));
  }
  EXPECT_TRUE(drawn[wardroom::v1::Side::ALLIED].contains(K::SPECIAL_ATTACK_CHOICE) ||
              drawn[wardroom::v1::Side::ALLIED].contains(K::ARCHERY));
  EXPECT_TRUE(drawn[wardroom::v1::Side::ALLIED].contains(K::SPECIAL_ATTACK_CHOICE) ||
              drawn[wardroom::v1::Side::ALLIED].contains(K::TITLE));
  for (const int kind : {K::ATLANTIC_BREAKOUT, K::AXIS_CONVOY, K::HARBOR_RAIDS, K::MINELAYING, K::NO_RESTRICTIONS,
                         K::SIZILIEN, K::WUNDERLAND, K::GROUND_OFFENSIVE, K::REINFORCEMENTS, K::NONE}) {
    EXPECT_TRUE(drawn[wardroom::v1::Side::AXIS].contains(kind)) << K::Kind_Name(static_cast<K::Kind>(kind));
  }
  for (const int kind :
       {K::BOMBER_COMMAND, K::FAA_STRIKE, K::GEARBOX, K::ARCHERY, K::TITLE, K::SPECIAL_ATTACK_CHOICE}) {
    EXPECT_FALSE(drawn[wardroom::v1::Side::AXIS].contains(kind)) << K::Kind_Name(static_cast<K::Kind>(kind));
  }
  for (const int kind : {K::ATLANTIC_BREAKOUT, K::AXIS_CONVOY, K::HARBOR_RAIDS, K::MINELAYING, K::NO_RESTRICTIONS,
                         K::SIZILIEN, K::WUNDERLAND}) {
    EXPECT_FALSE(drawn[wardroom::v1::Side::ALLIED].contains(kind)) << K::Kind_Name(static_cast<K::Kind>(kind));
  }
}

TEST(SpecialConditions, CobwebIsAllied) {  // ruling A-59
  for (const auto& column : the_box().conditions().column()) {
    for (const auto& row : column.row()) {
      if (the_box().condition(row.condition())->kind() == K::AGENT_COBWEB) {
        EXPECT_EQ(column.side(), wardroom::v1::Side::ALLIED);
      }
    }
  }
}

TEST(SpecialConditions, SomeHaveTheAsterisk) {  // [4.1.2]
  EXPECT_TRUE(std::ranges::any_of(the_box().conditions().condition(), &K::initiative_bonus));
}

TEST(SpecialConditions, Cobweb) {  // [12.1]
  EXPECT_EQ(condition("condition.agent_cobweb").times(), 2);
  EXPECT_EQ(condition("condition.agent_cobweb").id_level(), 2);
}

TEST(SpecialConditions, AtlanticBreakout) {  // [12.2]
  const K& breakout = condition("condition.atlantic_breakout");
  EXPECT_EQ(score(breakout, Category::CAPITAL), -24);
  EXPECT_EQ(score(breakout, Category::CRUISER), -10);
  EXPECT_EQ(breakout.needs_turns_to_warning(), 7);
  EXPECT_THAT(breakout.barred(), ElementsAre(T::CL));
}

TEST(SpecialConditions, ReturnFromTheAtlantic) {  // [12.2.1]
  std::string told;
  for (const auto& row : condition("condition.atlantic_breakout").breakout_return()) {
    const auto turn = [](bool given, const v1::Turn& when) {
      return given ? v1::Turn::Half_Name(when.half()) + std::to_string(when.day()) : "-";
    };
    told += row.chit(0) + row.chit(row.chit_size() - 1) + " " + turn(row.has_revealed(), row.revealed()) + " " +
            turn(row.has_fuel_warning(), row.fuel_warning()) + "\n";
  }
  EXPECT_EQ(told, "AB AM4 PM8\nCD AM5 PM9\nEF AM7 AM11\nGH AM9 PM12\nIV AM4 -\nWZ - -\n");
}

TEST(SpecialConditions, AxisConvoy) {  // [12.3]
  const K& convoy = condition("condition.axis_convoy");
  EXPECT_EQ(convoy.deadline().day(), 11) << "before Day 12";
  EXPECT_EQ(convoy.deadline().half(), v1::Turn::PM);
  EXPECT_EQ(score(convoy, T::MV), -2);
  EXPECT_THAT(convoy.place(), testing::IsSupersetOf({"port.tromsoe", "port.kirkenes"}));
}

TEST(SpecialConditions, BomberCommand) {  // [12.4]
  const K& raid = condition("condition.bomber_command");
  ASSERT_EQ(raid.unit_size(), 1);
  EXPECT_EQ(raid.unit(0).cs(), 6);
  EXPECT_EQ(the_box().model(the_box().air_unit(raid.unit(0).unit())->model())->type(), v1::AirType::HEAVY_BOMBER);
  EXPECT_THAT(raid.place(), testing::Contains("airbase.wick"));
  EXPECT_TRUE(raid.no_capital_damage_vp());
}

TEST(SpecialConditions, FaaStrike) {
  EXPECT_EQ(the_box().numbers().victory().faa_strike_missed_vp_halves(), -10);
}  // [12.5]

TEST(SpecialConditions, GroundOffensive) {  // [12.6]
  const K& offensive = condition("condition.ground_offensive");
  EXPECT_TRUE(offensive.shown_and_redrawn());
  EXPECT_EQ(offensive.german_cs_divisor(), 3);
  EXPECT_EQ(offensive.soviet_cs_divisor(), 2);
  for (const auto& each : the_box().conditions().condition())
    EXPECT_EQ(each.shown_and_redrawn(), each.kind() == K::GROUND_OFFENSIVE) << each.id();
}

TEST(SpecialConditions, HarborRaids) {  // [12.7]
  const K& raids = condition("condition.harbor_raids");
  EXPECT_EQ(raids.times(), 2);
  EXPECT_EQ(raids.hits_per_merchant(), 2);
  ASSERT_EQ(raids.unit_size(), 1);
  EXPECT_EQ(raids.unit(0).cs(), 4);
  EXPECT_EQ(the_box().model(the_box().air_unit(raids.unit(0).unit())->model())->type(), v1::AirType::DIVE_BOMBER);
}

TEST(SpecialConditions, Minelaying) {  // [12.8]
  const K& mines = condition("condition.minelaying");
  EXPECT_EQ(score(mines, Category::CRUISER), -4);
  EXPECT_EQ(score(mines, T::DD), -2);
  EXPECT_EQ(mines.least_vp_halves(), -10);
  EXPECT_EQ(mines.moves_at_most(), 1);
  EXPECT_EQ(mines.worst_ice(), v1::Ice::LIGHT_DRIFT);
  ASSERT_EQ(mines.ice_area_size(), 2);
  for (const auto& area : mines.ice_area()) EXPECT_EQ(area.zone(), v1::Ice::ZONE_IV);
  // One cruiser and two destroyers: -4; two cruisers and three destroyers would be -7 and stop at -5.
  EXPECT_EQ(std::max(score(mines, Category::CRUISER) + 2 * score(mines, T::DD), mines.least_vp_halves()), -8);
  EXPECT_EQ(std::max(2 * score(mines, Category::CRUISER) + 3 * score(mines, T::DD), mines.least_vp_halves()), -10);
}

TEST(SpecialConditions, Gearbox) {  // [12.10]
  const K& gearbox = condition("condition.gearbox");
  EXPECT_EQ(score(gearbox, Category::CRUISER), 2);
  EXPECT_EQ(score(gearbox, T::DD), 1);
  EXPECT_EQ(gearbox.worst_ice(), v1::Ice::HEAVY_DRIFT) << "void in Thin or Solid Pack";
  ASSERT_EQ(gearbox.ice_area_size(), 1);
  EXPECT_EQ(gearbox.ice_area(0).sector(), v1::Ice::WEST);
  EXPECT_EQ(gearbox.ice_area(0).zone(), v1::Ice::ZONE_IV);
  EXPECT_THAT(gearbox.place(), testing::Contains("port.barentsburg"));
}

TEST(SpecialConditions, Sizilien) {  // [12.11]
  EXPECT_EQ(score(condition("condition.sizilien"), Category::CAPITAL), -4);
  EXPECT_EQ(score(condition("condition.sizilien"), Category::CRUISER), -2);
  EXPECT_EQ(condition("condition.sizilien").times(), 1);
}

TEST(SpecialConditions, Wunderland) {  // [12.12]
  const K& wunderland = condition("condition.wunderland");
  EXPECT_EQ(wunderland.vp_halves(), -10);
  std::map<int, int> convoy;
  for (const auto& units : wunderland.unit()) convoy[the_box().ship_class(units.unit())->type()] += units.cs();
  EXPECT_EQ(convoy, (std::map<int, int>{{T::ES, 1}, {T::MV, 4}}));
}

TEST(SpecialConditions, Archery) {  // [12.14.1]
  const K& archery = condition("condition.archery");
  EXPECT_EQ(archery.vp_halves(), 10);
  EXPECT_EQ(archery.moves_at_most(), 1);
  std::map<std::set<int>, int> need;
  for (const auto& each : archery.need()) need[{each.type().begin(), each.type().end()}] = each.count();
  EXPECT_EQ(need, (std::map<std::set<int>, int>{
                      {{T::CA, T::CL}, 1}, {{T::DD, T::TB}, 4}, {{T::ES}, 1}, {{T::AL}, 2}, {{T::AO}, 1}}));
}

TEST(SpecialConditions, TitleHitsByDie) {  // [12.14.2]
  const K& title = condition("condition.title");
  std::vector<int> hits;
  for (int die = 0; die <= 9; ++die) {
    for (const auto& row : title.hits()) {
      if (wardroom::within(row.on(), die)) hits.push_back(row.hits());
    }
  }
  EXPECT_THAT(hits, ElementsAre(0, 1, 2, 3, 4, 5, 0, 0, 0, 0));
  EXPECT_TRUE(title.no_capital_damage_vp());
  EXPECT_TRUE(title.once_per_campaign());
}

std::set<int> events_of(wardroom::v1::Side::Kind side) {
  std::set<int> out;
  for (int roll = 0; roll <= 99; ++roll) out.insert(the_box().event(side, roll).kind());
  return out;
}

TEST(Events, NamedResultsAreOnTheTablesTheyBelongTo) {  // [13]
  using E = v1::RandomEvent;
  const auto allied = events_of(wardroom::v1::Side::ALLIED);
  const auto axis = events_of(wardroom::v1::Side::AXIS);
  for (const int kind : {E::ELUSIVE_TARGET, E::HIGH_COMMAND_CAUTION, E::SURPRISE_ENCOUNTER, E::REINFORCEMENTS})
    EXPECT_TRUE(allied.contains(kind)) << kind;
  for (const int kind : {E::B_DIENST, E::LOCAL_WEATHER, E::REINFORCEMENTS}) EXPECT_TRUE(axis.contains(kind)) << kind;
  for (const int kind : {E::WEATHER_DAMAGE, E::MINEFIELDS, E::BREAKDOWN, E::COLLISION, E::GROUNDING,
                         E::STRIKE_PORTS_AND_BASES, E::NIGHT_FLYING}) {
    EXPECT_TRUE(allied.contains(kind) || axis.contains(kind)) << kind;
  }
  for (const int kind : {E::ELUSIVE_TARGET, E::HIGH_COMMAND_CAUTION, E::SURPRISE_ENCOUNTER})
    EXPECT_FALSE(axis.contains(kind)) << kind;
  EXPECT_FALSE(allied.contains(E::B_DIENST));
}

TEST(Events, FifteenToTwentyResultsASideAndNoEventOnAtMostAThird) {
  for (const auto side : {wardroom::v1::Side::ALLIED, wardroom::v1::Side::AXIS}) {
    std::set<std::string> distinct;
    int none = 0;
    for (int roll = 0; roll <= 99; ++roll) {
      const auto& event = the_box().event(side, roll);
      if (event.kind() == v1::RandomEvent::NONE) {
        ++none;
      } else {
        distinct.insert(event.id());
      }
    }
    EXPECT_GE(distinct.size(), 15u);
    EXPECT_LE(distinct.size(), 20u);
    EXPECT_LE(none, 33);
  }
}

TEST(Events, ElusiveTargetCostsItsAttackersOne) {  // [13.1]
  for (const auto& event : the_box().events().event()) {
    if (event.kind() == v1::RandomEvent::ELUSIVE_TARGET) {
      EXPECT_EQ(event.amount(), -1);
      EXPECT_EQ(event.affects(), wardroom::v1::Side::AXIS);
    }
  }
}

TEST(Events, HighCommandCautionIsWorthTwo) {  // [13.3]
  for (const auto& event : the_box().events().event()) {
    if (event.kind() == v1::RandomEvent::HIGH_COMMAND_CAUTION) {
      EXPECT_EQ(event.amount(), 2);
    }
  }
}

TEST(Events, AxisLocalWeatherLastsThroughTheNextAlliedPhase) {  // [13.4]
  for (int roll = 0; roll <= 99; ++roll) {
    const auto& event = the_box().event(wardroom::v1::Side::AXIS, roll);
    if (event.kind() == v1::RandomEvent::LOCAL_WEATHER) {
      EXPECT_EQ(event.lasts(), v1::RandomEvent::THROUGH_NEXT_ENEMY_PHASE);
    }
  }
}

TEST(Events, MinesAttackEachShipOnce) { EXPECT_EQ(the_box().numbers().combat().mine_attacks_per_ship(), 1); }  // [13.5]

TEST(GermanFuel, EveryLetterGivesPoints) {  // [15.1]
  std::set<int> points;
  for (char chit = 'A'; chit <= 'Z'; ++chit) {
    EXPECT_GE(the_box().german_fuel(chit), 0);
    points.insert(the_box().german_fuel(chit));
  }
  EXPECT_GE(points.size(), 2u);
}

TEST(CommandTrack, FourHomeFleetPointsCostTwoVictoryPoints) {
  EXPECT_EQ(the_box().command_cost_halves(v1::Command::HOME_FLEET, 4), 4);
}  // [4.3.2]

TEST(CommandTrack, BoxesOfEachCommand) {  // [4.3.1, 15.1]
  std::map<int, int> boxes;
  for (const auto& track : the_box().command_track().track())
    boxes[track.command()] = track.cumulative_vp_halves_size();
  EXPECT_EQ(boxes[v1::Command::HOME_FLEET], 8);
  EXPECT_EQ(boxes[v1::Command::SEVERNYY_FLOT], 4);
  EXPECT_GE(boxes[v1::Command::GRUPPE_NORD], 1);
}

TEST(UnitChart, TorpedoBoatsStandBelowDestroyers) {  // [13.7]
  const auto& rows = the_box().unit_chart().ship();
  EXPECT_LT(std::ranges::find(rows, T::DD, &v1::UnitChart::ShipRow::type) - rows.begin(),
            std::ranges::find(rows, T::TB, &v1::UnitChart::ShipRow::type) - rows.begin());
}

TEST(UnitChart, AMerchantIsWorthOneAndTwoWhenLoadedAndSunk) {  // [2.1.1]
  EXPECT_EQ(the_box().chart_row(T::MV).vp_halves_per_cs(), 2);
  const auto& victory = the_box().numbers().victory();
  EXPECT_EQ(victory.loaded_arrives_vp_halves(), 2);
  EXPECT_EQ(victory.loaded_sunk_vp_halves(), -4);
  EXPECT_EQ(victory.ballast_sunk_vp_halves(), -2);
  EXPECT_EQ(victory.ballast_arrives_vp_halves(), 0);
}

// Type, categories, Heavy, warship, silhouettes, strength of a counter [1.4].
struct ChartFact {
  T::Kind type;
  std::vector<int> categories;
  bool heavy;
  bool warship;
  int silhouettes;
  int low;
  int high;
};

TEST(UnitChart, CategoriesSilhouettesAndStrengths) {
  const std::vector<ChartFact> facts = {
      {T::BB, {Category::CAPITAL}, true, true, 1, 4, 5},
      {T::BC, {Category::CAPITAL}, true, true, 1, 3, 3},
      {T::CV, {Category::CAPITAL, Category::CARRIER}, true, true, 1, 3, 4},
      {T::CVE, {Category::CARRIER}, true, true, 1, 1, 2},
      {T::CA, {Category::CRUISER}, true, true, 1, 1, 4},
      {T::CB, {Category::CRUISER}, true, true, 1, 1, 4},
      {T::CL, {Category::CRUISER}, true, true, 1, 1, 4},
      {T::CLAA, {Category::CRUISER}, true, true, 1, 1, 4},
      {T::CM, {Category::CRUISER}, true, true, 1, 1, 4},
      {T::DD, {Category::LIGHT}, false, true, 2, 1, 4},
      {T::TB, {Category::LIGHT}, false, true, 2, 1, 4},
      {T::ES, {Category::LIGHT}, false, true, 2, 1, 4},
  };
  for (const ChartFact& fact : facts) {
    const auto& row = the_box().chart_row(fact.type);
    EXPECT_THAT(std::vector<int>(row.category().begin(), row.category().end()),
                testing::UnorderedElementsAreArray(fact.categories))
        << T::Kind_Name(fact.type);
    EXPECT_EQ(row.heavy(), fact.heavy) << T::Kind_Name(fact.type);
    EXPECT_EQ(row.warship(), fact.warship) << T::Kind_Name(fact.type);
    EXPECT_EQ(row.silhouettes(), fact.silhouettes) << T::Kind_Name(fact.type);
    EXPECT_GE(row.cs().from(), fact.low) << T::Kind_Name(fact.type);
    EXPECT_LE(row.cs().to(), fact.high) << T::Kind_Name(fact.type);
    EXPECT_EQ(row.zero_step(), fact.heavy) << T::Kind_Name(fact.type);
  }
}

TEST(UnitChart, ConvoyShipsAreNoWarshipsAndSubmarinesAre) {  // [1.4, ruling A-12]
  for (const auto type : {T::AA, T::AO, T::AL, T::AX}) {
    EXPECT_FALSE(the_box().chart_row(type).warship());
    EXPECT_THAT(the_box().chart_row(type).category(), ElementsAre(Category::AUXILIARY));
    EXPECT_LE(the_box().chart_row(type).cs().to(), 2);
  }
  for (const auto type : {T::MC, T::MO, T::MV}) {
    EXPECT_FALSE(the_box().chart_row(type).warship());
    EXPECT_THAT(the_box().chart_row(type).category(), ElementsAre(Category::MERCHANT));
  }
  EXPECT_TRUE(the_box().chart_row(T::SS).warship());
  EXPECT_THAT(the_box().chart_row(T::SS).category(), ElementsAre(Category::SUBMARINE));
}

}  // namespace
}  // namespace wardroom::pq17
