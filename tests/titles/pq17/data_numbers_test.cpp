// Numbers of the rules that no table holds.
#include <gmock/gmock.h>

#include "tests/titles/pq17/situation.h"
#include "tests/titles/pq17/the_box.h"

namespace wardroom::pq17 {
namespace {

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
