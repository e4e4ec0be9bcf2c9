// Mistakes in cards, tables, charts, conditions and events; see data_mistakes_test.cpp.
#include <gmock/gmock.h>

#include "tests/titles/pq17/broken_box.h"

namespace wardroom::pq17 {
namespace {

// Cards.
TEST(AMistake, DeckOf39) {
  expect(with<v1::Deck>([](auto& deck) { deck.mutable_card()->RemoveLast(); }), "deck_size", "card", "card {");
}
TEST(AMistake, CardTwice) {
  expect(with<v1::Deck>([](auto& deck) { deck.mutable_card(1)->set_index(1); }), "card_twice", "card[1].index",
         "index: 1");
}
TEST(AMistake, Card41) {
  expect(with<v1::Deck>([](auto& deck) { deck.mutable_card(1)->set_index(41); }), "card_index", "card[1].index",
         "index: 41");
}
TEST(AMistake, LineOfThree) {
  expect(with<v1::Deck>([](auto& deck) { deck.mutable_card(0)->mutable_day()->mutable_air()->RemoveLast(); }),
         "card_line", "card[0].day.air", "air:");
}
TEST(AMistake, IdGainOfFour) {
  expect(with<v1::Deck>([](auto& deck) { deck.mutable_card(0)->mutable_day()->set_id_gain(0, 4); }), "card_id_gain",
         "card[0].day.id_gain[0]", "id_gain: 4");
}
TEST(AMistake, PhotoByNight) {
  expect(with<v1::Deck>([](auto& deck) { deck.mutable_card(0)->mutable_night()->add_photo(0); }), "card_night_photo",
         "card[0].night.photo", "photo: 0");
}
TEST(AMistake, PhotoOfFive) {
  expect(with<v1::Deck>([](auto& deck) { deck.mutable_card(0)->mutable_day()->set_photo(0, 5); }), "card_photo",
         "card[0].day.photo[0]", "photo: 5");
}
TEST(AMistake, TwoDecksOfOneSide) {
  expect_among(with<v1::Deck>([](auto& deck) { deck.set_side(wardroom::v1::Side::ALLIED); }, "axis"), "deck_twice",
               "side");
}
TEST(AMistake, DeckMissing) {
  const Mistakes mistakes = inspect(without("cards_axis.textproto").bundle).mistakes;
  ASSERT_EQ(mistakes.size(), 1u) << told(mistakes);
  EXPECT_EQ(mistakes[0].what.id, "data.deck_missing");
}

// Tables.
TEST(AMistake, GapInATable) {
  expect(with<v1::AirCombatTable>([](auto& table) { table.mutable_row(0)->mutable_on()->set_to(6); }), "range_gap",
         "row[1].on", "on {");
}
TEST(AMistake, GapAmongTheRowsAtTorpedoAircraft) {
  expect(with<v1::AntiAircraftTable>([](auto& table) { table.mutable_torpedo_row(0)->mutable_on()->set_to(5); }),
         "range_gap", "torpedo_row[1].on", "on {");
}
TEST(AMistake, OverlapInATable) {
  expect(with<v1::AirCombatTable>([](auto& table) { table.mutable_row(0)->mutable_on()->set_to(8); }), "range_overlap",
         "row[1].on", "on {");
}
TEST(AMistake, ModifiedColumnClosedBelow) {
  expect(with<v1::AirCombatTable>([](auto& table) { table.mutable_row(0)->mutable_on()->set_from(0); }),
         "range_not_open_below", "row[0].on", "on {");
}
TEST(AMistake, ModifiedColumnClosedAbove) {
  expect(
      with<v1::AirCombatTable>([](auto& table) { table.mutable_row(table.row_size() - 1)->mutable_on()->set_to(18); }),
      "range_not_open_above", "row[" + std::to_string(the_box().air_combat().row_size() - 1) + "].on", "on {");
}
TEST(AMistake, UnmodifiedColumnOpen) {
  expect(with<v1::DestroyerFateTable>([](auto& table) { table.mutable_row(0)->mutable_on()->clear_from(); }),
         "range_beyond_dice", "row[0].on", "on {");
}
TEST(AMistake, DiceThatTheGameDoesNotHave) {
  expect_among(with<v1::WeatherTable>([](auto& table) { table.set_dice(Dice::TWO_D6); }), "value_unknown", "dice");
  expect_among(with<v1::RandomEvents>([](auto& events) { events.mutable_table(0)->set_dice(Dice::D66); }),
               "value_unknown", "table[0].dice");
}
TEST(AMistake, RangeBackwards) {
  expect(with<v1::AirCombatTable>([](auto& table) {
           table.mutable_row(1)->mutable_on()->set_from(9);
           table.mutable_row(1)->mutable_on()->set_to(8);
         }),
         "range_backwards", "row[1].on", "on {");
}
TEST(AMistake, RangeMissing) {
  expect(with<v1::AirCombatTable>([](auto& table) { table.mutable_row(1)->clear_on(); }), "range_missing", "row[1].on",
         "row {");
}
TEST(AMistake, TableWithoutRows) {
  expect(with<v1::RejoiningTable>([](auto& table) { table.clear_row(); }), "no_rows", "row", "# proto-file");
}
TEST(AMistake, TargetInNoCell) {
  expect(with<v1::GunneryTable>(
             [](auto& table) { table.mutable_row(0)->mutable_cell(0)->mutable_target()->RemoveLast(); }),
         "target_missing", "row[0]", "row {");
}
TEST(AMistake, TargetInTwoCells) {
  expect(
      with<v1::GunneryTable>([](auto& table) { table.mutable_row(0)->mutable_cell(1)->add_target(v1::ShipType::BB); }),
      "target_twice", "row[0].cell[1].target[" + std::to_string(the_box().gunnery().row(0).cell(1).target_size()) + "]",
      "BB");
}
TEST(AMistake, SubmarineAsATarget) {
  expect(
      with<v1::GunneryTable>([](auto& table) { table.mutable_row(0)->mutable_cell(0)->add_target(v1::ShipType::SS); }),
      "target_submarine",
      "row[0].cell[0].target[" + std::to_string(the_box().gunnery().row(0).cell(0).target_size()) + "]", "SS");
}
TEST(AMistake, HitNumberOfZero) {
  expect(with<v1::GunneryTable>([](auto& table) { table.mutable_row(0)->mutable_cell(0)->set_hit(0); }), "hit_number",
         "row[0].cell[0].hit", "hit: 0");
}
TEST(AMistake, NoColumnForAirbases) {
  expect(with<v1::BombingTable>([](auto& table) {
           for (auto& cell : *table.mutable_row(0)->mutable_cell()) cell.set_parked_aircraft(false);
         }),
         "parked_aircraft", "row[0].cell", "cell {");
}
TEST(AMistake, TorpedoEffectWithoutItsNumber) {
  expect(with<v1::TorpedoDamageTable>([](auto& table) { table.mutable_column(0)->mutable_row(0)->clear_number(); }),
         "torpedo_number", "column[0].row[0].number", "row {");
}
TEST(AMistake, ModifierWithoutCondition) {
  expect(with<v1::GunneryTable>([](auto& table) { table.mutable_modifier(0)->clear_when(); }), "modifier_always",
         "modifier[0]", "modifier {");
}
TEST(AMistake, ModifierWithALimitOfNothing) {
  expect(with<v1::GunneryTable>([](auto& table) { table.mutable_modifier(0)->set_most(2); }), "modifier_most",
         "modifier[0].most", "most");
}
TEST(AMistake, ConditionWithoutItsArgument) {
  expect(with<v1::SurpriseTable>([](auto& table) { table.mutable_modifier(0)->mutable_when(0)->clear_weather(); }),
         "condition_lacks", "modifier[0].when[0].weather", "when {");
}
TEST(AMistake, ConditionWithAnArgumentItDoesNotRead) {
  expect(with<v1::GunneryTable>(
             [](auto& table) { table.mutable_modifier(0)->mutable_when(0)->set_side(wardroom::v1::Side::AXIS); }),
         "condition_surplus", "modifier[0].when[0].side", "side");
}
TEST(AMistake, ModifierOfAnotherTable) {
  expect_among(with<v1::GunneryTable>([](auto& table) { table.mutable_modifier(0)->set_id("drm.bombing.other"); }),
               "id_form", "modifier[0].id");
}
TEST(AMistake, DiceOfNobody) {
  expect(with<v1::AswTable>([](auto& table) { table.mutable_dice(0)->clear_ships(); }), "dice_of_whom", "dice[0]",
         "dice {");
}
TEST(AMistake, MonthWithoutSeason) {
  expect(with<v1::WeatherTable>([](auto& table) { table.mutable_season(0)->mutable_months()->RemoveLast(); }),
         "month_missing", "season", "season {");
}
TEST(AMistake, MonthOfTwoSeasons) {
  expect(with<v1::WeatherTable>([](auto& table) { table.mutable_season(1)->add_months(table.season(0).months(0)); }),
         "month_twice", "season[1].months[" + std::to_string(the_box().weather().season(1).months_size()) + "]",
         "months");
}
TEST(AMistake, ThirteenthMonth) {
  expect(with<v1::WeatherTable>([](auto& table) { table.mutable_season(0)->add_months(13); }), "month",
         "season[0].months[" + std::to_string(the_box().weather().season(0).months_size()) + "]", "13");
}
TEST(AMistake, WeatherWithoutEffect) {
  expect(with<v1::WeatherTable>([](auto& table) { table.mutable_effect()->RemoveLast(); }), "value_not_covered",
         "effect", "effect {");
}
TEST(AMistake, IceEntryWithoutItsDie) {
  expect(with<v1::IceTable>([](auto& table) { table.mutable_effect(3)->clear_enters_on(); }), "ice_entry",
         "effect[3].enters_on", "effect {");
}
TEST(AMistake, VariableStartWithoutAStart) {
  expect(with<v1::VariableStartTable>([](auto& table) { table.mutable_row(0)->clear_start(); }), "start_missing",
         "row[0]", "row {");
}

// Charts, conditions, events.
TEST(AMistake, ChartOutOfOrder) {
  expect_among(with<v1::UnitChart>([](auto& chart) { chart.mutable_ship()->SwapElements(0, 1); }), "chart_order",
               "ship[1].type");
}
TEST(AMistake, ChartWithoutARow) {
  expect_among(with<v1::UnitChart>([](auto& chart) { chart.mutable_air()->RemoveLast(); }), "chart_rows", "air");
}
TEST(AMistake, TrackThatFalls) {
  expect(with<v1::CommandTrack>([](auto& chart) { chart.mutable_track(0)->set_cumulative_vp_halves(1, 0); }),
         "track_falls", "track[0].cumulative_vp_halves[1]", "cumulative_vp_halves: 0");
}
TEST(AMistake, TrackBoxThatDoesNotExist) {
  expect(with<v1::CommandTrack>([](auto& chart) { chart.mutable_track(0)->mutable_box(0)->set_points(9); }),
         "track_box", "track[0].box[0].points", "points: 9");
}
TEST(AMistake, ChitMissing) {
  expect(with<v1::GermanFuelChart>([](auto& chart) { chart.mutable_row(0)->mutable_chit()->RemoveLast(); }),
         "chit_missing", "row", "row {");
}
TEST(AMistake, ChitTwice) {
  expect(with<v1::GermanFuelChart>([](auto& chart) { chart.mutable_row(1)->add_chit(chart.row(0).chit(0)); }),
         "chit_twice", "row[1].chit[" + std::to_string(the_box().german_fuel().row(1).chit_size()) + "]", "chit");
}
TEST(AMistake, ChitThatIsNone) {
  expect(with<v1::GermanFuelChart>([](auto& chart) { chart.mutable_row(0)->add_chit("AA"); }), "chit",
         "row[0].chit[" + std::to_string(the_box().german_fuel().row(0).chit_size()) + "]", "AA");
}
TEST(AMistake, VariantThatDoesNotExist) {
  expect(with<v1::SpecialConditions>([](auto& chart) { chart.mutable_column(0)->mutable_row(0)->set_variant(7); }),
         "variant", "column[0].row[0].variant", "variant: 7");
}
TEST(AMistake, ScoreOfNobody) {
  const auto& conditions = the_box().conditions().condition();
  const int scored = static_cast<int>(
      std::ranges::find_if(conditions, [](const auto& each) { return each.score_size() > 0; }) - conditions.begin());
  expect(with<v1::SpecialConditions>(
             [&](auto& chart) { chart.mutable_condition(scored)->mutable_score(0)->clear_category(); }),
         "score_of_whom", "condition[" + std::to_string(scored) + "].score[0]", "score {");
}
TEST(AMistake, ConditionBringsMoreThanTheBoxHolds) {
  const auto& conditions = the_box().conditions().condition();
  const int bombers = static_cast<int>(
      std::ranges::find(conditions, "condition.bomber_command", &v1::SpecialCondition::id) - conditions.begin());
  expect(
      with<v1::SpecialConditions>([&](auto& chart) { chart.mutable_condition(bombers)->mutable_unit(0)->set_cs(99); }),
      "counter_mix", "condition[" + std::to_string(bombers) + "].unit[0]", "unit {");
}
int event_of(v1::RandomEvent::Kind kind) {
  const auto& events = the_box().events().event();
  return static_cast<int>(std::ranges::find(events, kind, &v1::RandomEvent::kind) - events.begin());
}
TEST(AMistake, EventWithoutItsAmount) {
  const int event = event_of(v1::RandomEvent::ELUSIVE_TARGET);
  expect(with<v1::RandomEvents>([&](auto& events) { events.mutable_event(event)->clear_amount(); }), "event_lacks",
         "event[" + std::to_string(event) + "].amount", "event {");
}
TEST(AMistake, EventInNamedPlacesWithoutNames) {
  const int event = event_of(v1::RandomEvent::LOCAL_WEATHER);
  expect_among(with<v1::RandomEvents>([&](auto& events) {
                 events.mutable_event(event)->set_area(v1::RandomEvent::PLACES);
                 events.mutable_event(event)->clear_place();
               }),
               "event_places", "event[" + std::to_string(event) + "].place");
}
TEST(AMistake, EventWithAnIdLevelOfNine) {
  const int event = event_of(v1::RandomEvent::B_DIENST);
  expect(with<v1::RandomEvents>([&](auto& events) { events.mutable_event(event)->set_id_level(9); }), "id_level",
         "event[" + std::to_string(event) + "].id_level", "id_level: 9");
}

}  // namespace
}  // namespace wardroom::pq17
