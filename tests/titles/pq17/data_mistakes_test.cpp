// Every mistake a file can hold gives its own error, with file, line and field.
#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>

#include "tests/titles/pq17/broken_box.h"

namespace wardroom::pq17 {
namespace {

const std::string kHeader =
    "# proto-file: wardroom/pq17/v1/tables.proto\n# proto-message: wardroom.pq17.v1.SurpriseTable\n\n";

// Files.
TEST(AMistake, NoHeader) { expect(with_text("extra.textproto", "id: \"x\"\n"), "no_header", "", "id:"); }
TEST(AMistake, UnknownFileType) {
  expect(with_text("extra.textproto", "# proto-file: wardroom/v1/wire.proto\n# proto-message: wardroom.v1.Weather\n"),
         "unknown_file_type", "", "proto-message");
}
TEST(AMistake, ASchemaThatMovedIsNone) {
  std::vector<DataText> files = the_files().files();
  for (DataText& file : files) {
    const std::size_t at = file.text.find("# proto-file: ");
    file.text.replace(at, file.text.find('\n', at) - at, "# proto-file: wardroom/v1/of_before.proto");
  }
  EXPECT_TRUE(inspect(Bundle(files)).mistakes.empty());
}
TEST(AMistake, UnknownField) {
  expect(with_text("tables/surprise.textproto", kHeader + "id: \"table.surprise\"\nsucces_on: 7\n"), "unreadable", "",
         "succes_on");
}
TEST(AMistake, UnknownEnumName) {
  expect(with_text("tables/surprise.textproto", kHeader + "provenance { source: RULES }\n"), "unreadable", "", "RULES");
}
TEST(AMistake, BracketLeftOpen) {
  expect(with_text("tables/surprise.textproto", kHeader + "provenance {\n"), "unreadable", "", "");
}
TEST(AMistake, FieldTwice) {
  expect(with_text("tables/surprise.textproto", kHeader + "id: \"a\"\nid: \"b\"\n"), "unreadable", "", "\"b\"");
}
TEST(AMistake, NotText) { expect(with_text("extra.textproto", kHeader + "id: \"\xff\"\n"), "not_text", "", "id:"); }
TEST(AMistake, EscapedBytesThatAreNotText) {
  expect(with<v1::GunneryTable>([](auto& table) {
           table.mutable_provenance()->set_note("x");
           table.mutable_row(0)->mutable_provenance()->set_note("x");
           table.mutable_modifier(0)->set_rule("\xff");
         }),
         "not_text", "modifier[0].rule", "rule:");
}
TEST(AMistake, FileTooLarge) {
  expect(with_text("extra.textproto", kHeader + std::string(2 << 20, ' ')), "file_too_large", "", "");
}
TEST(AMistake, TooManyFiles) {
  std::vector<DataText> files;
  for (int i = 0; i < 1000; ++i) files.push_back({std::to_string(i) + ".textproto", ""});
  const Mistakes mistakes = inspect(Bundle(std::move(files))).mistakes;
  ASSERT_FALSE(mistakes.empty());
  EXPECT_TRUE(std::ranges::any_of(mistakes, [](const Mistake& each) { return each.what.id == "data.too_many_files"; }));
}
TEST(AMistake, FileMissing) {
  const Mistakes mistakes = inspect(without("tables/rejoining.textproto").bundle).mistakes;
  EXPECT_TRUE(std::ranges::any_of(mistakes, [](const Mistake& each) { return each.what.id == "data.file_missing"; }))
      << told(mistakes);
}
TEST(AMistake, FileTwice) {
  expect_among(with_text("tables/x.textproto", the_files().find("tables/rejoining.textproto")->text), "file_twice", "");
}

// Provenance.
TEST(AMistake, NoProvenance) {
  expect(with<v1::SurpriseTable>([](auto& table) { table.clear_provenance(); }), "provenance_missing", "provenance",
         "# proto-file");
}
TEST(AMistake, ProvenanceWithoutSource) {
  expect(with<v1::GunneryTable>([](auto& table) { table.mutable_row(0)->mutable_provenance()->clear_source(); }),
         "provenance_without_source", "row[0].provenance", "provenance");
}
TEST(AMistake, RulebookWithoutRule) {
  expect(with<v1::GunneryTable>([](auto& table) { table.mutable_provenance()->set_source(Provenance::RULEBOOK); }),
         "provenance_without_rule", "provenance", "provenance");
}
TEST(AMistake, ExceptionForAFieldThatDoesNotExist) {
  expect(with<v1::TorpedoAttackTable>([](auto& table) { table.mutable_except(0)->set_fields(0, "succes_on"); }),
         "exception_for_no_field", "except[0].fields[0]", "fields");
}
TEST(AMistake, ExceptionTwice) {
  expect(with<v1::TorpedoAttackTable>([](auto& table) { *table.add_except() = table.except(0); }), "exception_twice",
         "except[1].fields[0]", "fields");
}
TEST(AMistake, ExceptionWithoutFields) {
  expect(with<v1::TorpedoAttackTable>([](auto& table) { table.mutable_except(0)->clear_fields(); }),
         "exception_without_fields", "except[0]", "except");
}

// Fields.
TEST(AMistake, FieldMissing) {
  expect(with<v1::Map>([](auto& map) { map.mutable_hex(3)->clear_terrain(); }), "field_missing", "hex[3].terrain",
         "hex {");
}
TEST(AMistake, NumberMissing) {
  expect(with<v1::Numbers>([](auto& numbers) { numbers.mutable_fuel()->clear_normal(); }), "field_missing",
         "fuel.normal", "fuel {");
}
TEST(AMistake, ValueThatIsNone) {
  expect(with<v1::Deck>([](auto& deck) {
           deck.mutable_card(0)->mutable_day()->set_force(1, static_cast<v1::SearchResult::Kind>(77));
         }),
         "value_unknown", "card[0].day.force[1]", "force: 77");
}
TEST(AMistake, ValueUnspecified) {
  expect(with<v1::Deck>(
             [](auto& deck) { deck.mutable_card(0)->mutable_day()->set_force(1, v1::SearchResult::UNSPECIFIED); }),
         "value_unspecified", "card[0].day.force[1]", "UNSPECIFIED");
}
TEST(AMistake, NumberTooLarge) {
  expect(with<v1::GermanFuelChart>([](auto& chart) { chart.mutable_row(0)->set_points(2'000'000'000); }),
         "number_too_large", "row[0].points", "points");
}
TEST(AMistake, IdOfTheWrongForm) {
  expect_among(with<v1::GunneryTable>([](auto& table) { table.mutable_modifier(0)->set_id("drm.Gunnery.x"); }),
               "id_form", "modifier[0].id");
}
TEST(AMistake, IdTwice) {
  expect_among(with<v1::GunneryTable>([](auto& table) { table.mutable_modifier(1)->set_id(table.modifier(0).id()); }),
               "id_twice", "modifier[1].id");
}
TEST(AMistake, IdTwiceInAScenario) {
  expect_among(
      with<v1::Scenario>([](auto& scenario) { scenario.mutable_force(1)->set_id(scenario.force(0).id()); }, "pq12"),
      "id_twice", "force[1].id");
}
TEST(AMistake, DayThatDoesNotExist) {
  expect(
      with<v1::Scenario>([](auto& scenario) { scenario.mutable_convoy(0)->mutable_leaves_by()->set_day(16); }, "pq12"),
      "turn_day", "convoy[0].leaves_by.day", "day");
}
TEST(AMistake, MonthThatDoesNotExist) {
  expect_among(with<v1::Scenario>([](auto& scenario) { scenario.mutable_date()->set_month(13); }, "pq12"), "fortnight",
               "date");
}
TEST(AMistake, PeriodThatRunsBackwards) {
  expect(with<v1::Numbers>([](auto& numbers) {
           numbers.mutable_force()->mutable_entry_limit(0)->mutable_period()->mutable_to()->set_year(1940);
         }),
         "period_backwards", "force.entry_limit[0].period", "period");
}

// Ids of things.
TEST(AMistake, UnknownHex) {
  expect(with<v1::Places>([](auto& places) { places.mutable_box(0)->set_gates(0, "1723"); }), "unknown_hex",
         "box[0].gates[0]", "1723");
}
TEST(AMistake, UnknownCounter) {
  expect(with<v1::AhistoricalForces>(
             [](auto& prices) { prices.mutable_choice(0)->mutable_unit(0)->set_unit("ship.yamato"); }),
         "unknown_counter", "choice[0].unit[0].unit", "yamato");
}
TEST(AMistake, UnknownCounterInAScenario) {
  expect_among(
      with<v1::Scenario>(
          [](auto& scenario) { scenario.mutable_reinforcement(0)->mutable_unit(0)->set_unit("class.yamato"); }, "pq12"),
      "unknown_counter", "reinforcement[0].unit[0].unit");
}
TEST(AMistake, UnknownPlace) {
  expect(with<v1::Scenario>([](auto& scenario) { scenario.mutable_convoy(0)->set_destination(0, "port.vladivostok"); },
                            "pq12"),
         "unknown_place", "convoy[0].destination[0]", "vladivostok");
}
TEST(AMistake, WrongKindOfThing) {
  expect(with<v1::Scenario>([](auto& scenario) { scenario.mutable_convoy(0)->set_destination(0, "airbase.banak"); },
                            "pq12"),
         "wrong_kind", "convoy[0].destination[0]", "banak");
}
TEST(AMistake, UnknownModel) {
  expect_among(with<v1::Places>([](auto& places) {
                 for (auto& base : *places.mutable_airbase()) {
                   if (base.id() == "airbase.kirkenes") base.mutable_interceptor(0)->set_model("air.me262");
                 }
               }),
               "unknown_model", "airbase[13].interceptor[0].model");
}
TEST(AMistake, UnknownEvent) {
  expect(
      with<v1::RandomEvents>([](auto& events) { events.mutable_table(0)->mutable_row(1)->set_event("event.kraken"); }),
      "unknown_event", "table[0].row[1].event", "kraken");
}
TEST(AMistake, UnknownCondition) {
  expect(with<v1::SpecialConditions>(
             [](auto& chart) { chart.mutable_column(0)->mutable_row(0)->set_condition("condition.x"); }),
         "unknown_condition", "column[0].row[0].condition", "condition.x");
}
TEST(AMistake, UnknownColumn) {
  expect(with<v1::Scenario>([](auto& scenario) { scenario.set_axis_column("column.axis.1950"); }, "pq12"),
         "unknown_column", "axis_column", "1950");
}
TEST(AMistake, UnknownOption) {
  expect(with<wardroom::v1::MatchOptions>([](auto& options) { options.mutable_option(0)->add_needs("option.x"); }),
         "unknown_option", "option[0].needs[0]", "option.x");
}
TEST(AMistake, UnknownChoice) {
  expect(with<v1::AhistoricalForces>([](auto& prices) { prices.mutable_choice(0)->add_needs("ahistorical.x"); }),
         "unknown_choice",
         "choice[0].needs[" + std::to_string([] { return the_box().prices().choice(0).needs_size(); }()) + "]",
         "ahistorical.x");
}
TEST(AMistake, UnknownConvoy) {
  expect_among(
      with<v1::Scenario>([](auto& scenario) { scenario.mutable_history()->mutable_force(0)->set_convoy("convoy.x"); },
                         "pq12"),
      "unknown_convoy", "history.force[0].convoy");
}
TEST(AMistake, UnknownScenario) {
  expect(with<wardroom::v1::MatchOptions>([](auto& options) {
           options.mutable_option(0)->clear_scenarios();
           options.mutable_option(0)->add_scenarios("scenario.x");
         }),
         "unknown_scenario", "option[0].scenarios[0]", "scenario.x");
}

// The map.
TEST(AMistake, HexOutOfOrder) {
  expect_among(with<v1::Map>([](auto& map) { map.mutable_hex()->SwapElements(4, 5); }), "hex_out_of_order",
               "hex[4].hex");
}
TEST(AMistake, HexMissing) {
  expect_among(with<v1::Map>([](auto& map) { map.mutable_hex()->RemoveLast(); }), "hex_missing", "hex");
}
TEST(AMistake, HexBeyondTheGrid) {
  expect(with<v1::Map>([](auto& map) {
           auto& hex = *map.add_hex();
           hex.set_hex("1801");
           hex.set_terrain(v1::Hex::SEA);
         }),
         "hex_beyond_grid", "hex[374].hex", "1801");
}
TEST(AMistake, GridOfAnotherMap) {
  expect(with<v1::Map>([](auto& map) { map.mutable_grid()->set_layout(wardroom::v1::HexGrid::FLAT_ODD_COLUMNS_DOWN); }),
         "grid_unknown", "grid", "grid");
}
TEST(AMistake, GridOfNoSize) {
  expect(with<v1::Map>([](auto& map) { map.mutable_grid()->set_rows(0); }), "grid_size", "grid", "grid");
}
int blocked_hex() {
  const auto& hexes = the_box().hexes();
  return static_cast<int>(std::ranges::find_if(hexes, [](const MapHex& hex) { return hex.data->blocked_size() == 1; }) -
                          hexes.begin());
}
TEST(AMistake, HexsideBlockedOneWay) {
  const int there = blocked_hex();
  const std::string other = the_box().hexes()[static_cast<std::size_t>(there)].data->blocked(0);
  const BrokenBox box = with<v1::Map>([&](auto& map) { map.mutable_hex(there)->clear_blocked(); });
  const Mistakes mistakes = inspect(box.bundle).mistakes;
  ASSERT_EQ(mistakes.size(), 1u) << told(mistakes);
  EXPECT_EQ(mistakes[0].what.id, "data.blocked_one_way");
  EXPECT_THAT(box.line(mistakes[0].line),
              testing::HasSubstr("blocked: \"" + the_box().hexes()[static_cast<std::size_t>(there)].data->hex()));
}
TEST(AMistake, BlockedHexesThatAreNoNeighbours) {
  expect(with<v1::Map>([](auto& map) { map.mutable_hex(0)->add_blocked("0817"); }), "not_neighbours",
         "hex[0].blocked[0]", "0817");
}
TEST(AMistake, CoastAtSea) {
  expect(with<v1::Map>([](auto& map) { map.mutable_hex(0)->add_coast(v1::Hex::NORWAY); }), "coast_at_sea",
         "hex[0].coast[0]", "NORWAY");
}
TEST(AMistake, CoastMissing) {
  expect(with<v1::Map>([](auto& map) { map.mutable_hex(0)->set_terrain(v1::Hex::COASTAL); }), "coast_missing",
         "hex[0].coast", "hex {");
}
TEST(AMistake, ShorelineAtSea) {
  expect(with<v1::Map>([](auto& map) { map.mutable_hex(0)->add_friendly_shoreline(wardroom::v1::Side::AXIS); }),
         "shoreline_without_coast", "hex[0].friendly_shoreline[0]", "AXIS");
}
TEST(AMistake, SovietSubmarinesOutsideTheirArea) {
  expect(with<v1::Map>([](auto& map) {
           *map.mutable_hex(0)->mutable_soviet_subs_from() = map.hex(6 * 22 + 14).soviet_subs_from();
         }),
         "not_in_patrol_area", "hex[0].soviet_subs_from", "soviet_subs_from");
}
TEST(AMistake, FeatureTwice) {
  expect(with<v1::Map>([](auto& map) { map.mutable_hex(0)->add_feature(map.hex(0).feature(0)); }), "listed_twice",
         "hex[0].feature[1]", "feature");
}
TEST(AMistake, PortOnTheOpenSea) {
  expect_among(with<v1::Places>([](auto& places) { places.mutable_port(0)->set_hex("0101"); }), "port_without_water",
               "port[0].hex");
}
TEST(AMistake, AirbaseOnTheOpenSea) {
  expect(with<v1::Places>([](auto& places) { places.mutable_airbase(0)->set_hex("0101"); }), "airbase_without_land",
         "airbase[0].hex", "0101");
}
TEST(AMistake, PortOfTheWrongSide) {
  expect(with<v1::Places>([](auto& places) { places.mutable_port(0)->set_nation(v1::Nation::GERMAN); }), "wrong_side",
         "port[0].nation", "GERMAN");
}
TEST(AMistake, AirbaseWithoutRoom) {
  expect_among(with<v1::Places>([](auto& places) { places.mutable_airbase(1)->set_capacity_steps(0); }),
               "capacity_missing", "airbase[1].capacity_steps");
}
TEST(AMistake, InterceptorThatIsNoFighter) {
  expect_among(with<v1::Places>(
                   [](auto& places) { places.mutable_airbase(0)->mutable_interceptor(0)->set_model("air.catalina"); }),
               "interceptor_no_fighter", "airbase[0].interceptor[0].model");
}
TEST(AMistake, InterceptorsOutOfDate) {
  expect(with<v1::Places>([](auto& places) { places.mutable_airbase(0)->mutable_interceptor()->SwapElements(0, 1); }),
         "dates_not_rising", "airbase[0].interceptor[1].from", "interceptor");
}
TEST(AMistake, BoxWithoutGates) {
  expect(with<v1::Places>([](auto& places) { places.mutable_box(0)->clear_gates(); }), "box_without_gates",
         "box[0].gates", "box {");
}
TEST(AMistake, BoxWithoutItsCondition) {
  expect(with<v1::Places>([](auto& places) { places.mutable_box(1)->clear_condition(); }), "box_condition",
         "box[1].condition", "box {");
}
TEST(AMistake, BoxWithIceButNoWorst) {
  expect(with<v1::Places>([](auto& places) { places.mutable_box(1)->clear_worst_ice(); }), "ice_without_area",
         "box[1].worst_ice", "box {");
}
TEST(AMistake, RingOfTwoPoints) {
  expect(with<wardroom::v1::Outline>([](auto& outline) { outline.mutable_ring(0)->mutable_y()->RemoveLast(); }),
         "ring_uneven", "ring[0]", "ring");
}

// Counters.
TEST(AMistake, CsOutOfRange) {
  expect_among(with<v1::Ships>([](auto& ships) { ships.mutable_ship(0)->mutable_step(0)->set_cs(9); }),
               "cs_out_of_range", "ship[0].step[0].cs");
}
TEST(AMistake, StepsThatDoNotFall) {
  expect(with<v1::Ships>([](auto& ships) { ships.mutable_ship(0)->mutable_step(1)->set_cs(4); }), "steps_not_falling",
         "ship[0].step[1].cs", "cs: 4");
}
TEST(AMistake, FasterWhenHit) {
  expect(with<v1::Ships>([](auto& ships) {
           ships.mutable_ship(0)->mutable_step(1)->set_speed(v1::Speed::SLOW);
           ships.mutable_ship(0)->mutable_step(2)->set_speed(v1::Speed::MODERATE);
         }),
         "faster_when_hit", "ship[0].step[2].speed", "speed");
}
TEST(AMistake, NoZeroStep) {
  expect(with<v1::Ships>([](auto& ships) { ships.mutable_ship(0)->mutable_step()->RemoveLast(); }), "zero_step_missing",
         "ship[0].step[3].cs", "cs: 1");
}
TEST(AMistake, StarBesideANumber) {
  expect(with<v1::Ships>([](auto& ships) { ships.mutable_ship(0)->mutable_step(0)->set_aa_star(true); }),
         "star_with_number", "ship[0].step[0].aa", "aa:");
}
TEST(AMistake, ThreeTorpedoSymbols) {
  expect(with<v1::Ships>([](auto& ships) { ships.mutable_ship(0)->set_torpedoes(3); }), "symbols", "ship[0].torpedoes",
         "torpedoes");
}
TEST(AMistake, AircraftOnABattleship) {
  expect(with<v1::Ships>([](auto& ships) { ships.mutable_ship(0)->set_aircraft_capacity(3); }), "carrier_capacity",
         "ship[0].aircraft_capacity", "aircraft_capacity");
}
TEST(AMistake, NamedDestroyer) {
  expect_among(with<v1::Ships>([](auto& ships) { ships.mutable_ship(0)->set_type(v1::ShipType::DD); }),
               "named_light_ship", "ship[0].type");
}
TEST(AMistake, ClassOfCruisers) {
  expect_among(with<v1::Ships>([](auto& ships) { ships.mutable_ship_class(0)->set_type(v1::ShipType::CL); }),
               "class_of_heavy_ships", "ship_class[0].type");
}
TEST(AMistake, ClassWithoutAStepForEveryCs) {
  expect(with<v1::Ships>([](auto& ships) { ships.mutable_ship_class(0)->mutable_step()->RemoveLast(); }),
         "steps_of_class", "ship_class[0].step", "step");
}
TEST(AMistake, ClassWithoutCounters) {
  expect_among(with<v1::Ships>([](auto& ships) { ships.mutable_ship_class(0)->clear_counter(); }), "no_rows",
               "ship_class[0].counter");
}
TEST(AMistake, NegativeValue) {
  expect(with<v1::Ships>([](auto& ships) { ships.mutable_ship(0)->set_vp_halves(-1); }), "below_zero",
         "ship[0].vp_halves", "vp_halves");
}
TEST(AMistake, WorthNothingKnown) {
  const Mistakes mistakes = inspect(with<v1::UnitChart>([](auto& chart) {
                                      for (auto& row : *chart.mutable_ship()) {
                                        if (row.type() == v1::ShipType::SS) row.clear_vp_halves_per_cs();
                                      }
                                    }).bundle)
                                .mistakes;
  ASSERT_FALSE(mistakes.empty());
  for (const Mistake& each : mistakes) {
    EXPECT_EQ(each.what.id, "data.vp_missing") << told(mistakes);
    EXPECT_EQ(each.file, "ships.textproto");
  }
}
TEST(AMistake, ThreeStepsOfAircraft) {
  expect_among(with<v1::Aircraft>([](auto& aircraft) { aircraft.mutable_unit(0)->set_steps(3); }), "cs_out_of_range",
               "unit[0].steps");
}
TEST(AMistake, UnitOfAnotherModel) {
  expect(with<v1::Aircraft>([](auto& aircraft) { aircraft.mutable_unit(0)->set_model("air.he111h6"); }), "id_form",
         "unit[0].id", "id:");
}
TEST(AMistake, WrongService) {
  expect(with<v1::Aircraft>([](auto& aircraft) { aircraft.mutable_unit(0)->set_service(v1::AirService::RAF); }),
         "wrong_service", "unit[0].service", "RAF");
}
TEST(AMistake, NoBombingRow) {
  expect(with<v1::Aircraft>([](auto& aircraft) { aircraft.mutable_model(0)->set_bombing_row(v1::AirType::PHOTO); }),
         "no_bombing_row", "model[0].bombing_row", "PHOTO");
}
TEST(AMistake, BlocksWithoutNames) {
  expect(with<v1::Blocks>([](auto& blocks) { blocks.mutable_supply(0)->mutable_label()->RemoveLast(); }),
         "block_labels", "supply[0].label", "label");
}

// Options.
TEST(AMistake, AlternativeThatIsOn) {
  const auto& options = the_box().options().option();
  const int alternative = static_cast<int>(
      std::ranges::find(options, wardroom::v1::MatchOption::RULING_ALTERNATIVE, &wardroom::v1::MatchOption::origin) -
      options.begin());
  expect(with<wardroom::v1::MatchOptions>([&](auto& all) { all.mutable_option(alternative)->set_on_by_default(true); }),
         "alternative_by_default", "option[" + std::to_string(alternative) + "].on_by_default", "on_by_default");
}
TEST(AMistake, OptionThatNeedsItself) {
  expect(with<wardroom::v1::MatchOptions>(
             [](auto& options) { options.mutable_option(0)->add_needs(options.option(0).id()); }),
         "option_impossible", "option[0].needs[0]", "needs");
}
TEST(AMistake, OptionThatNeedsOneOfOtherScenarios) {
  const auto& options = the_box().options().option();
  const auto needing = std::ranges::find(options, "option.carrier_battles", &wardroom::v1::MatchOption::id);
  const int number = static_cast<int>(needing - options.begin());
  expect(with<wardroom::v1::MatchOptions>([&](auto& all) { all.mutable_option(number)->clear_scenarios(); }),
         "option_impossible", "option[" + std::to_string(number) + "].needs[0]", "needs");
}
TEST(AMistake, OptionOfNoScenarioAndOfOne) {
  expect(with<wardroom::v1::MatchOptions>([](auto& all) {
           all.mutable_option(0)->set_in_no_scenario(true);
           all.mutable_option(0)->add_scenarios("scenario.pq12");
         }),
         "option_impossible", "option[0].in_no_scenario", "in_no_scenario");
}
TEST(AMistake, PresetOfOptionsThatExcludeOneAnother) {
  expect_among(with<wardroom::v1::MatchOptions>([](auto& all) {
                 all.mutable_preset(0)->add_on("option.variable_start");
                 all.mutable_preset(0)->add_on("option.complete_operations");
               }),
               "option_impossible", "preset[0].on[0]");
}
TEST(AMistake, PresetWithoutWhatItsOptionNeeds) {
  expect(with<wardroom::v1::MatchOptions>([](auto& all) { all.mutable_preset(0)->add_on("option.carrier_battles"); }),
         "option_impossible", "preset[0].on[0]", "on:");
}
TEST(AMistake, PresetOfAnUnknownOption) {
  expect(with<wardroom::v1::MatchOptions>([](auto& all) { all.mutable_preset(0)->add_on("option.chess"); }),
         "unknown_option", "preset[0].on[0]", "on:");
}
TEST(AMistake, RulingWhoseOptionIsSomethingElse) {
  expect(with<wardroom::v1::Rulings>(
             [](auto& rulings) { rulings.mutable_ruling(0)->set_option("option.destroyer_hits"); }),
         "option_of_ruling", "ruling[0].option", "option");
}

// Texts.
TEST(AMistake, TextMissingInOneLanguage) {
  for (const char* language : {"en", "pl"}) {
    const BrokenBox box = with<wardroom::v1::Catalog>([](auto& catalog) { catalog.mutable_entry()->RemoveLast(); },
                                                      std::string("text/") + language + ".ships");
    const Mistakes mistakes = inspect(box.bundle).mistakes;
    ASSERT_EQ(mistakes.size(), 1u) << told(mistakes);
    EXPECT_EQ(mistakes[0].what.id, "data.text_missing");
    EXPECT_EQ(mistakes[0].field.substr(mistakes[0].field.size() - 3), ".id");
  }
}
TEST(AMistake, TextTwice) {
  expect(with<wardroom::v1::Catalog>([](auto& catalog) { *catalog.add_entry() = catalog.entry(0); }, "text/en.ships"),
         "id_twice",
         "entry[" + std::to_string([] {
           wardroom::v1::Catalog catalog;
           google::protobuf::TextFormat::ParseFromString(the_files().find("text/en.ships.textproto")->text, &catalog);
           return catalog.entry_size();
         }()) +
             "].id",
         "id:");
}
TEST(AMistake, TextThatIcuCannotRead) {
  expect(with<wardroom::v1::Catalog>(
             [](auto& catalog) { catalog.mutable_entry(0)->set_text("{count, plural, one {x}"); }, "text/en.ships"),
         "text_malformed", "entry[0].text", "text:");
}
TEST(AMistake, TextWithOtherArguments) {
  expect(
      with<wardroom::v1::Catalog>([](auto& catalog) { catalog.mutable_entry(0)->set_text("{what}"); }, "text/pl.ships"),
      "text_arguments", "entry[0].text", "{what}");
}
TEST(AMistake, TextOfAThingThatDoesNotExist) {
  expect_among(with<wardroom::v1::Catalog>([](auto& catalog) { catalog.mutable_entry(0)->set_id("ship.yamato.name"); },
                                           "text/en.ships"),
               "text_of_nothing", "entry[0].id");
}
TEST(AMistake, AliasThatIsAnotherText) {
  expect(with<wardroom::v1::Catalog>([](auto& catalog) { catalog.mutable_entry(0)->add_alias(catalog.entry(1).id()); },
                                     "text/en.ships"),
         "id_twice", "entry[1].id", "id:");
}
TEST(AMistake, AliasInOneLanguageOnly) {
  expect(with<wardroom::v1::Catalog>([](auto& catalog) { catalog.mutable_entry(0)->add_alias("ship.yamato.name"); },
                                     "text/en.ships"),
         "text_missing", "entry[0].id", "id:");
}
TEST(AMistake, TextInAThirdLanguage) {
  expect(with_text("text/de.textproto",
                   "# proto-file: wardroom/v1/data.proto\n# proto-message: wardroom.v1.Catalog\nlanguage: \"de\"\n"),
         "unknown_language", "language", "de");
}

// All that is wrong is told at once, in the order of files and lines.
TEST(Mistakes, AreAllToldInOrder) {
  const BrokenBox one = with<v1::Deck>([](auto& deck) {
    deck.mutable_card(1)->set_index(1);
    deck.mutable_card(5)->mutable_day()->set_id_gain(0, 9);
  });
  const Mistakes mistakes = inspect(one.bundle).mistakes;
  ASSERT_EQ(mistakes.size(), 2u) << told(mistakes);
  EXPECT_LT(mistakes[0].line, mistakes[1].line);
  EXPECT_TRUE(std::holds_alternative<Mistakes>(read(one.bundle)));
}

TEST(Overlay, ReplacesAFileAndChangesTheHash) {
  const auto folder = std::filesystem::temp_directory_path() / ("wardroom-overlay-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "tables");
  const BrokenBox other =
      with<v1::GunneryTable>([](auto& table) { table.mutable_row(0)->mutable_cell(0)->set_hit(9); });
  std::ofstream(folder / "tables" / "gunnery.textproto") << other.text;
  const auto laid = Bundle::read(std::filesystem::path(WARDROOM_SOURCE_DIR) / "scenarios" / "pq17", folder);
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(laid);
  EXPECT_NE(laid->hash(), the_files().hash());
  const auto box = read(*laid);
  ASSERT_TRUE(std::holds_alternative<std::shared_ptr<const GameBox>>(box));
  EXPECT_EQ(std::get<0>(box)->gunnery_hit(v1::ShipType::BB, v1::ShipType::BB), 9);
  EXPECT_NE(the_box().gunnery_hit(v1::ShipType::BB, v1::ShipType::BB), 9);
}

}  // namespace
}  // namespace wardroom::pq17
