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
  for (const auto side : {Side::ALLIED, Side::AXIS}) {
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
    EXPECT_TRUE(drawn[Side::ALLIED].contains(kind)) << K::Kind_Name(static_cast<K::Kind>(kind));
  }
  EXPECT_TRUE(drawn[Side::ALLIED].contains(K::SPECIAL_ATTACK_CHOICE) || drawn[Side::ALLIED].contains(K::ARCHERY));
  EXPECT_TRUE(drawn[Side::ALLIED].contains(K::SPECIAL_ATTACK_CHOICE) || drawn[Side::ALLIED].contains(K::TITLE));
  for (const int kind : {K::ATLANTIC_BREAKOUT, K::AXIS_CONVOY, K::HARBOR_RAIDS, K::MINELAYING, K::NO_RESTRICTIONS,
                         K::SIZILIEN, K::WUNDERLAND, K::GROUND_OFFENSIVE, K::REINFORCEMENTS, K::NONE}) {
    EXPECT_TRUE(drawn[Side::AXIS].contains(kind)) << K::Kind_Name(static_cast<K::Kind>(kind));
  }
  for (const int kind :
       {K::BOMBER_COMMAND, K::FAA_STRIKE, K::GEARBOX, K::ARCHERY, K::TITLE, K::SPECIAL_ATTACK_CHOICE}) {
    EXPECT_FALSE(drawn[Side::AXIS].contains(kind)) << K::Kind_Name(static_cast<K::Kind>(kind));
  }
  for (const int kind : {K::ATLANTIC_BREAKOUT, K::AXIS_CONVOY, K::HARBOR_RAIDS, K::MINELAYING, K::NO_RESTRICTIONS,
                         K::SIZILIEN, K::WUNDERLAND}) {
    EXPECT_FALSE(drawn[Side::ALLIED].contains(kind)) << K::Kind_Name(static_cast<K::Kind>(kind));
  }
}

TEST(SpecialConditions, CobwebIsAllied) {  // ruling A-59
  for (const auto& column : the_box().conditions().column()) {
    for (const auto& row : column.row()) {
      if (the_box().condition(row.condition())->kind() == K::AGENT_COBWEB) {
        EXPECT_EQ(column.side(), Side::ALLIED);
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

std::set<int> events_of(Side::Kind side) {
  std::set<int> out;
  for (int roll = 0; roll <= 99; ++roll) out.insert(the_box().event(side, roll).kind());
  return out;
}

TEST(Events, NamedResultsAreOnTheTablesTheyBelongTo) {  // [13]
  using E = v1::RandomEvent;
  const auto allied = events_of(Side::ALLIED);
  const auto axis = events_of(Side::AXIS);
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
  for (const auto side : {Side::ALLIED, Side::AXIS}) {
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
      EXPECT_EQ(event.affects(), Side::AXIS);
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
    const auto& event = the_box().event(Side::AXIS, roll);
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

TEST(Numbers, Victory) {  // [2.1.2, 2.2, 2.4, 5.1.9]
  const auto& victory = the_box().numbers().victory();
  EXPECT_EQ(victory.arrival_share_numerator(), 3);
  EXPECT_EQ(victory.arrival_share_denominator(), 4);
  EXPECT_EQ(victory.missing_arrival_vp_halves(), -1);
  EXPECT_EQ(victory.axis_capital_damage_vp_halves(), 20);
  EXPECT_EQ(victory.allied_capital_damage_vp_halves(), -10);
  EXPECT_EQ(victory.critical_capital_vp_halves(), 4);
  EXPECT_EQ(victory.critical_cruiser_or_cve_vp_halves(), 2);
  EXPECT_EQ(victory.critical_dd_tb_cs_vp_halves(), 1);
  EXPECT_EQ(victory.patrol_white_breach_vp_halves(), -4);
}

TEST(Numbers, Forces) {  // [1.2, 1.3, 1.5.1, 1.2.1]
  const auto& force = the_box().numbers().force();
  EXPECT_EQ(force.convoy_es_cs(), 4);
  EXPECT_EQ(force.convoy_submarine_cs(), 2);
  EXPECT_EQ(force.wolfpack_cs(), 4);
  EXPECT_EQ(force.large_convoy_from(), 11);
  EXPECT_EQ(force.dummies_per_port_and_turn(), 1);
  EXPECT_EQ(force.airbase_steps(), 20);
}

TEST(Numbers, EntryLimitsOfTheRussianPorts) {  // [5.1.2]
  std::string told;
  for (const auto& limit : the_box().numbers().force().entry_limit()) {
    const auto date = [](const v1::Fortnight& when) {
      return std::to_string(when.year()) + "-" + std::to_string(when.month()) + "-" + std::to_string(when.half());
    };
    told += date(limit.period().from()) + " to " + date(limit.period().to()) + ": " + std::to_string(limit.capital()) +
            " " + std::to_string(limit.cruisers()) + " " + std::to_string(limit.dd_tb_cs()) + "\n";
  }
  EXPECT_EQ(told, "1941-7-2 to 1942-11-1: 0 1 5\n1942-11-2 to 1943-11-1: 0 2 8\n1943-11-2 to 1945-5-1: 1 3 10\n");
}

TEST(Numbers, Command) {  // [4.1.2, 4.3]
  const auto& command = the_box().numbers().command();
  EXPECT_EQ(command.home_fleet_points(), 8);
  EXPECT_EQ(command.capital_halves(), 2);
  EXPECT_EQ(command.cruiser_or_cve_halves(), 1);
  EXPECT_EQ(command.soviet_surface_points(), 1);
  EXPECT_EQ(command.initiative_least_points(), 1);
  EXPECT_EQ(command.bid_most(), 9);
  EXPECT_EQ(command.bid_bonus(), 1);
}

TEST(Numbers, Speeds) {  // [5.1]
  const auto& movement = the_box().numbers().movement();
  EXPECT_EQ(movement.high_hexes(), 3);
  EXPECT_EQ(movement.moderate_hexes(), 2);
  EXPECT_EQ(movement.slow_hexes(), 1);
  EXPECT_EQ(movement.crawl_am_hexes(), 0);
  EXPECT_EQ(movement.crawl_pm_hexes(), 1);
  EXPECT_EQ(movement.towing_dd_cs(), 1);
  EXPECT_EQ(movement.axis_night_air_radius_from().year(), 1943);
  EXPECT_EQ(movement.axis_night_air_radius_from().month(), 8);
}

TEST(Numbers, Reconnaissance) {  // [6.1, 6.2.1, 6.6, 6.7, 7.1.1]
  const auto& recon = the_box().numbers().recon();
  EXPECT_EQ(recon.most_id_at_sea(), 3);
  EXPECT_EQ(recon.id1_shade_percent(), 50);
  EXPECT_EQ(recon.id_lost_by_moving(), 1);
  EXPECT_EQ(recon.id_lost_by_pm(), 1);
  EXPECT_EQ(recon.id_after_surface_day(), 3);
  EXPECT_EQ(recon.id_after_surface_night(), 2);
  EXPECT_EQ(recon.id_after_air_day(), 2);
  EXPECT_EQ(recon.id_after_air_night(), 1);
  EXPECT_EQ(recon.id_after_submarine(), 1);
  EXPECT_EQ(recon.location_cards(), 1);
  EXPECT_EQ(recon.location_cards_shadowed(), 2);
}

TEST(Numbers, BattleGoesOnByTheDie) {  // [7.5.2 vi]
  const auto& combat = the_box().numbers().combat();
  const auto ends = [&](int round, int die) {
    return round >= combat.last_round() || die < round + combat.end_die_offset();
  };
  EXPECT_TRUE(ends(1, 0));
  EXPECT_FALSE(ends(1, 1));
  EXPECT_FALSE(ends(2, 2));
  EXPECT_TRUE(ends(5, 4));
  EXPECT_FALSE(ends(5, 5));
  EXPECT_TRUE(ends(10, 9));
}

TEST(Numbers, RoundsAgainstAnUnescortedConvoy) {  // [7.5.8]
  const auto& combat = the_box().numbers().combat();
  enum Warships { kWarships, kNoWarships };
  enum Surprised { kNoSurprise, kSurprise };
  const auto rounds = [&](v1::Light::Kind light, v1::Weather::Kind weather, Warships warships, Surprised surprise) {
    int out = combat.unescorted_rounds();
    if (warships == kNoWarships) out += combat.unescorted_no_warships_rounds();
    if (surprise == kSurprise) out += combat.unescorted_surprise_rounds();
    // Night and Reduced Visibility count once together.
    if (light == v1::Light::NIGHT || weather == v1::Weather::REDUCED_VISIBILITY)
      out += combat.unescorted_night_or_rv_rounds();
    if (weather != v1::Weather::REDUCED_VISIBILITY) out += the_box().effect_of(weather).rounds_against_unescorted();
    return std::max(out, combat.unescorted_least_rounds());
  };
  EXPECT_EQ(rounds(v1::Light::DAY, v1::Weather::FAIR, kWarships, kNoSurprise), 2);
  EXPECT_EQ(rounds(v1::Light::DAY, v1::Weather::FAIR, kNoWarships, kNoSurprise), 3);
  EXPECT_EQ(rounds(v1::Light::NIGHT, v1::Weather::FAIR, kNoWarships, kSurprise), 3);
  EXPECT_EQ(rounds(v1::Light::NIGHT, v1::Weather::REDUCED_VISIBILITY, kWarships, kNoSurprise), 1);
  EXPECT_EQ(rounds(v1::Light::DAY, v1::Weather::GALES, kWarships, kNoSurprise), 1);
  EXPECT_EQ(rounds(v1::Light::DAY, v1::Weather::STORMS, kNoWarships, kSurprise), 2);
}

TEST(Numbers, AttackingScatteredShipsSpendsTorpedoesOn0And1) {  // [7.7.2]
  for (int die = 0; die <= 9; ++die)
    EXPECT_EQ(wardroom::within(the_box().numbers().combat().scattered_spends_torpedoes(), die), die <= 1);
}

TEST(Numbers, ACarrierHitCostsTwoAircraftSteps) {
  EXPECT_EQ(the_box().numbers().combat().carrier_hit_aircraft_steps(), 2);
}  // [7.8]

TEST(Numbers, DispersalDice) {  // [9.3.2]
  const auto& weather = the_box().numbers().weather();
  const auto dice = [&](int merchants) {
    return merchants / weather.mx_per_dispersal_die() +
           (merchants % weather.mx_per_dispersal_die() >= weather.dispersal_remainder_up() ? 1 : 0);
  };
  const std::map<int, int> expected = {{5, 0}, {6, 1}, {11, 1}, {16, 1}, {17, 2}, {22, 2}, {27, 2}, {28, 3}};
  for (const auto& [merchants, number] : expected) EXPECT_EQ(dice(merchants), number) << merchants;
}

TEST(Numbers, GaleCards) {  // [9.3.1]
  const int per = the_box().numbers().weather().gale_ships_per_card();
  const std::map<int, int> expected = {{1, 1}, {20, 1}, {21, 2}, {40, 2}, {41, 3}};
  for (const auto& [ships, cards] : expected) EXPECT_EQ((ships + per - 1) / per, cards) << ships;
  EXPECT_EQ(the_box().numbers().weather().storm_cards_per_ship_or_cs(), 1);
  EXPECT_EQ(the_box().numbers().weather().turns_per_operation(), 30);
}

TEST(Numbers, Fuel) {  // [11]
  const auto& fuel = the_box().numbers().fuel();
  EXPECT_EQ(fuel.normal(), 12);
  EXPECT_EQ(fuel.all_heavy(), 20);
  EXPECT_EQ(fuel.soviet(), 6);
  EXPECT_EQ(fuel.soviet_from_ballast(), 6);
  EXPECT_EQ(fuel.after_refuelling_at_sea(), 12);
  EXPECT_EQ(fuel.danger_after_warning(), 3);
  EXPECT_EQ(fuel.training(), 3);
  EXPECT_EQ(fuel.heavy_split_bonus(), 8);
  EXPECT_EQ(fuel.high_speed_cost(), 3);
  EXPECT_EQ(fuel.surface_combat_cost(), 2);
  EXPECT_EQ(fuel.air_attack_cost(), 1);
  EXPECT_EQ(fuel.offensive_asw_cost(), 1);
  EXPECT_EQ(fuel.patrol_white_at_sea_until().day(), 10);
  EXPECT_EQ(fuel.patrol_white_at_sea_until().half(), v1::Turn::PM);
}

TEST(Numbers, FuelWarningsFallWhereTheyShould) {  // [11.1, 11.1.2]
  const auto& fuel = the_box().numbers().fuel();
  // Turns from AM1 on: AM1 is 0, PM1 is 1.
  const auto named = [](int turn) { return (turn % 2 == 0 ? "AM" : "PM") + std::to_string(turn / 2 + 1); };
  EXPECT_EQ(named(0 + fuel.normal()), "AM7");
  EXPECT_EQ(named(0 + fuel.all_heavy()), "AM11");
  EXPECT_EQ(named(5 + fuel.danger_after_warning()), "AM5") << "reached at PM3";
  EXPECT_EQ(named(9 + fuel.after_refuelling_at_sea()), "PM11") << "refuelled on AM5, the marker of PM5";
}

TEST(Numbers, CostOfSailing) {  // [4.3.2, 4.3.3]
  const auto& command = the_box().numbers().command();
  const auto points = [](int halves) { return (halves + 1) / 2; };
  EXPECT_EQ(points(command.capital_halves()), 1);
  EXPECT_EQ(points(command.cruiser_or_cve_halves()), 1);
  EXPECT_EQ(points(2 * command.cruiser_or_cve_halves()), 1);
  EXPECT_EQ(command.soviet_surface_points(), 1);
}

TEST(Numbers, OilersSpendByFives) {  // [11.3.2]
  const auto& fuel = the_box().numbers().fuel();
  EXPECT_EQ(fuel.oiler_fuel_per_cs(), 10);
  const auto left = [&](int had, int refuelled) {
    return had - (refuelled + fuel.oiler_spends_by() - 1) / fuel.oiler_spends_by() * fuel.oiler_spends_by();
  };
  EXPECT_EQ(left(20, 1), 15);
  EXPECT_EQ(left(20, 4), 15);
  EXPECT_EQ(left(20, 5), 15);
  EXPECT_EQ(left(20, 6), 10);
  EXPECT_EQ(left(10, 7), 0);
  EXPECT_EQ(left(10, 10), 0);
  EXPECT_EQ(fuel.oiler_hit_loses(), 5);
}

TEST(Numbers, Campaign) {  // [15]
  const auto& campaign = the_box().numbers().campaign();
  EXPECT_EQ(campaign.vp_halves_per_month(), 60) << "120 VP for four months";
  EXPECT_EQ(campaign.loaded_mv_per_fortnight(), 15);
  EXPECT_EQ(campaign.severnyy_flot_gain(), 2);
  EXPECT_EQ(campaign.severnyy_flot_most(), 3);
  EXPECT_EQ(campaign.severnyy_flot_most_after_loss(), 4);
  EXPECT_EQ(campaign.convoy_loss_share_denominator(), 3);
  EXPECT_EQ(campaign.unloaded_vp_halves(), 2);
  EXPECT_EQ(campaign.waiting_ballast_vp_halves(), -1);
  EXPECT_EQ(campaign.convoy_aa_ships(), 2);
  EXPECT_EQ(campaign.convoy_oilers(), 2);
  EXPECT_EQ(campaign.convoy_cams(), 1);
  EXPECT_EQ(campaign.repair_fortnights_per_cs(), 5);
  EXPECT_EQ(campaign.tirpitz_extra_fortnights_per_cs(), 2);
  EXPECT_EQ(campaign.tirpitz_norway_vp_halves_per_cs(), 2);
  EXPECT_EQ(campaign.uboat_return_denominator(), 3);
  EXPECT_EQ(campaign.breakdown_mv_fortnights(), 1);
  EXPECT_EQ(campaign.breakdown_warship_fortnights(), 3);
  EXPECT_EQ(campaign.emergency_us_cs(), 4);
  EXPECT_EQ(campaign.emergency_vp_halves_per_cs(), 2);
  EXPECT_EQ(campaign.us_ships_home_by().month(), 8);
  EXPECT_EQ(campaign.us_ships_home_by().half(), 2);
  EXPECT_EQ(campaign.us_late_vp_halves(), 2);
  EXPECT_EQ(campaign.green_crew_fortnights_early(), 4) << "August II is New Construction, June II usable green";
  EXPECT_EQ(campaign.green_crew_loss_percent(), 150) << "4 VP become 6";
  EXPECT_EQ(campaign.soviet_fighter_mv_per_cs(), 3);
  EXPECT_EQ(campaign.soviet_at_sea_denominator(), 2);
  EXPECT_EQ(campaign.submarines_at_sea_denominator(), 2);
}

}  // namespace
}  // namespace wardroom::pq17
