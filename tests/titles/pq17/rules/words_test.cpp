// What players read: names that mean one thing only, and reports that say what happened.
#include "common/catalog.h"
#include "server/titles/pq17/command/muster.h"
#include "server/titles/pq17/searching/reconnaissance.h"
#include "tests/titles/pq17/rules/striking.h"
#include "tests/titles/pq17/rules/surface.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;
using v1::MenuKind;
using v1::Verb;

const Catalog& the_words() {
  static const Catalog words = [] {
    Catalog read;
    for (const char* folder : {"/common/text", "/scenarios/pq17/text"})
      EXPECT_TRUE(read.read(std::string(WARDROOM_SOURCE_DIR) + folder));
    return read;
  }();
  return words;
}

std::string said(const Text& text, const char* language = "en") { return the_words().format(text, language); }

// Every report with this id, in words.
std::vector<std::string> heard(Bench& bench, Side side, std::string_view id) {
  std::vector<std::string> sentences;
  for (const Text& text : bench.reports(side)) {
    if (text.id == id) sentences.push_back(said(text));
  }
  return sentences;
}

template <class... Arguments>
std::string label(Bench& bench, Side side, Verb::Kind verb, const Arguments&... arguments) {
  const Item* item = bench.menu(side) ? bench.menu(side)->find(make_action(verb, arguments...)) : nullptr;
  return item ? said(item->label) : "";
}

using Sentences = std::vector<std::string>;

// -- 1.2: both sides have a block of every number --

TEST(Rule1_2, ANumberedForceIsCalledByItsSide) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.task_force(kAxis, "X", {{"ship.admiral_hipper"}}, kOpenSea).identified("X", 1);
  stage.task_force(kAllied, "A", {{"class.british_a_i", 2}}, kOpenSea).identified("A", 1);
  ASSERT_EQ(stage.force("X").number(), stage.force("A").number());
  Bench bench(stage, {misses(kAxis, kDay)});
  bench.run(surface_combat(bench.op));
  EXPECT_EQ(label(bench, kAxis, Verb::ATTACK, bench.key("X"), bench.id("A")), "Axis TF 1 attacks Allied TF 1 in 0611");
  bench.answer(kAxis, Verb::ATTACK, bench.key("X"), bench.id("A"));
  if (bench.asked(kAxis, MenuKind::SURFACE_COMBAT)) bench.answer(kAxis, Verb::DONE);
  for (Side side : kSides) {
    EXPECT_EQ(heard(bench, side, "report.battle.announced"),
              Sentences{"Axis TF 1 seeks battle with Allied TF 1 in 0611."});
  }
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule1_2, AnUprightBlockHasNoNameForTheEnemy) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.task_force(kAxis, "X", {{"ship.admiral_hipper"}}, kOpenSea);
  stage.task_force(kAllied, "A", {{"class.british_a_i", 2}}, kOpenSea).identified("A", 1);
  Bench bench(stage, {misses(kAxis, kDay)});
  attack(bench, kAxis, "X", "A");
  EXPECT_EQ(heard(bench, kAllied, "report.battle.announced"),
            Sentences{"an unidentified block seeks battle with Allied TF 1 in 0611."});
}

TEST(Rule1_2, WolfpacksAndUnnamedConvoysToo) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpenSea)
      .wolfpack(kAllied, "s", {{"class.british_submarine", 1}}, kOpenSea);
  stage.convoy(kAxis, "c", {{"class.german_mv", 2}}, kOpenSea, "port.kirkenes");
  Bench bench(stage);
  EXPECT_EQ(said(bench.op.name(stage.force("u"))), "Axis Wolfpack 1");
  EXPECT_EQ(said(bench.op.name(stage.force("s"))), "Allied Wolfpack 1");
  EXPECT_EQ(said(bench.op.name(stage.force("c"))), "Axis Convoy 1");
  EXPECT_EQ(said(bench.op.name(stage.force("u")), "pl"), "Wilcze stado 1 Niemców");
}

// -- 1.5: counters of one Gruppe --

TEST(Rule1_5, CountersOfOneGruppeAreToldApart) {
  Stage stage = stage_at(kDay, kAxis);
  stage.truth().mutable_air()->clear_unit();
  Bench bench(stage);
  v1::Units six;
  six.set_unit("air.ju88a4.iii_kg30");
  six.set_cs(5);
  const std::vector<AirKey> keys = base_aircraft(bench.op, six, "airbase.banak");
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(said(bench.op.name(bench.op.air(keys[0]))), "III/KG 30 No. 1");
  EXPECT_EQ(said(bench.op.name(bench.op.air(keys[2]))), "III/KG 30 No. 3");
  v1::Units one;
  one.set_unit("air.he111h6.i_kg26");
  one.set_cs(1);
  const AirKey alone = base_aircraft(bench.op, one, "airbase.banak")[0];
  EXPECT_EQ(said(bench.op.name(bench.op.air(alone))), "I/KG 26");
  const AirKey second = base_aircraft(bench.op, one, "airbase.bardufoss")[0];
  EXPECT_EQ(said(bench.op.name(bench.op.air(alone))), "I/KG 26 No. 1") << "a reinforcement came";
  EXPECT_EQ(said(bench.op.name(bench.op.air(second))), "I/KG 26 No. 2");
  for (Side side : kSides) {
    v1::View view;
    ASSERT_TRUE(view.ParseFromString(bench.view(side)));
    EXPECT_EQ(view.air().unit(2).number(), 3) << "their counters lie open [A-99]";
  }
}

TEST(Rule1_5, NoTwoUnitsHaveOneName) {
  for (const char* language : {"en", "pl"}) {
    std::map<std::string, std::string> names;
    for (const v1::AirUnit* unit : the_title().reference().box().air_units()) {
      const auto [other, added] = names.emplace(said(Text(unit->id() + ".name"), language), unit->id());
      EXPECT_TRUE(added) << unit->id() << " and " << other->second << ": " << other->first;
    }
  }
}

TEST(Rule1_5, AboardACarrierNothingIsCounted) {
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAllied, "cv", {{"ship.victorious"}}, kOpenSea);
  Bench bench(stage);
  v1::Units wing;
  wing.set_unit("air.fulmar.809");
  wing.set_cs(4);
  for (AirKey key : base_aircraft(bench.op, wing, "ship.victorious")) EXPECT_EQ(bench.op.air(key).number(), 0);
}

// -- 6.2, 6.4.2: searches --

TEST(Rule6_2, TheSearcherReadsWhyUFoundNothing) {
  for (const auto& [ship, finds] : {std::pair{"class.soviet_type_7", false}, {"class.british_a_i", true}}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.truth().mutable_air()->clear_search();
    stage.task_force(kAllied, "tf", {{ship, 2}}, kOpenSea).task_force(kAxis, "x", {{"ship.tirpitz"}}, kOpenSea);
    Bench bench(stage, {card(16)});  // U with the flag
    bench.run(reconnaissance(bench.op));
    EXPECT_EQ(bench.was_told(kAllied, "report.search.card.soviet.own"), !finds) << ship;
    EXPECT_EQ(bench.was_told(kAllied, "report.search.card.own"), finds) << ship;
    EXPECT_FALSE(bench.was_told(kAxis, "report.search.card.soviet.own")) << "a failed card is not shown";
    if (!finds) {
      EXPECT_EQ(
          heard(bench, kAllied, "report.search.card.soviet.own"),
          Sentences{"Your card 16 for an unidentified block in 0611: U, but the card bears the Soviet mark and only "
                    "Soviets searched. Nothing is found."});
    }
  }
}

TEST(Rule6_4_2, InGalesNoSectorSearchIsCounted) {
  for (const auto& [weather, left] : {std::pair{v1::Weather::GALES, 0}, {v1::Weather::FAIR, 3}}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.truth().mutable_air()->clear_search();
    auto& search = *stage.truth().mutable_air()->add_search();
    search.set_sector(v1::SearchSector::BRITISH);
    search.set_hexes(3);
    // A carrier beside an enemy block: in Fair weather she may be announced, and the question is put.
    stage.weather(weather).task_force(kAllied, "cv", {{"ship.victorious"}}, kOpenSea);
    stage.task_force(kAxis, "x", {{"ship.tirpitz"}}, kOpenSea);
    Bench bench(stage, then_zeros({}));
    Task<> task = reconnaissance(bench.op);
    task.handle().resume();
    const Menu* menu = bench.menu(kAllied);
    ASSERT_NE(menu, nullptr);
    ASSERT_TRUE(bench.asked(kAllied, MenuKind::DESIGNATE));
    EXPECT_EQ(said(menu->prompt), left == 0 ? "Choose what to search: no sector search is possible."
                                            : "Choose what to search: 3 sector searches left.");
    EXPECT_EQ(bench.menu(kAxis), nullptr);
  }
}

// -- 1.4.3: the CAM ship, not whose guns she helps --

TEST(Rule1_4_3, TheFighterIsLaunchedFromTheCamShip) {
  Stage stage = strike_stage(kAxis);
  stage.convoy(kAllied, "pq", {{"class.mc", 1}, {"class.british_j_r", 2}}, kAtSea, "port.murmansk").identified("pq", 3);
  fly_ju88(stage);
  Bench bench(stage, then_zeros({found(kAxis)}));
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("pq"));
  if (bench.asked(kAllied, MenuKind::STRIKE_LINE)) bench.answer(kAllied, Verb::DONE);
  const int place = place_of(bench, "class.british_j_r");
  bench.answer(kAxis, Verb::TARGET, 0, place, 0, 1);
  if (bench.asked(kAllied, MenuKind::AA_FIRE)) bench.answer(kAllied, Verb::DONE);
  ASSERT_TRUE(bench.asked(kAllied, MenuKind::CAM));
  EXPECT_EQ(label(bench, kAllied, Verb::USE_CAM, place, 0),
            "Launch from CAM ships (1 CS) to help J–R class destroyers (2 CS) against III/KG 30");
  bench.answer(kAllied, Verb::USE_CAM, place, 0);
  for (Side side : kSides) {
    EXPECT_EQ(heard(bench, side, "report.air.cam"),
              Sentences{"A fighter is launched from CAM ships (1 CS) against III/KG 30."});
  }
}

// -- 7.5.5, 7.8: what is lost, and how --

TEST(Rule7_5_5, EscortsThatComeBackAreNotSunk) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.task_force(kAxis, "H", {{"ship.admiral_hipper"}}, kOpenSea);
  stage
      .convoy(kAllied, "A", {{"class.british_es", 2}, {"class.hunt_ii", 1}, {"class.mv", 5}}, kOpenSea, "port.murmansk")
      .identified("A", 1);
  Bench bench(stage, then_zeros({finds(kAxis, kDay), 9, 9}));
  attack(bench, kAxis, "H", "A");
  pass_until(bench, kAxis, MenuKind::GUNNERY);
  const UnitId hipper = on_display(bench, "ship.admiral_hipper");
  bench.answer(kAxis, Verb::SHOOT, hipper, on_display(bench, "class.british_es")).answer(kAxis, Verb::DONE);
  for (Side side : kSides) {
    EXPECT_EQ(heard(bench, side, "report.driven_off"),
              Sentences{"British escorts: 2 CS driven off, until the battle is over."});
    EXPECT_FALSE(bench.was_told(side, "report.sunk.class"));
  }
}

TEST(Rule7_8, AircraftLostWithADeckWereNotShotDown) {
  Stage stage = strike_stage(kAxis);
  stage.task_force(kAllied, "cv", {{"ship.victorious"}, {"ship.london"}}, kAtSea).identified("cv", 0);
  stage.air(kAllied, "air.fulmar.809", "ship.victorious", 2);
  fly_ju88(stage);
  Bench bench(stage, {found(kAxis), 0, 0, 0, 0, 8, 0, 0});  // guns; 8 hits a carrier; which of the aircraft
  bench.run(air_combat(bench.op)).answer(kAxis, Verb::STRIKE_FORCE, bench.id("cv"));
  bench.answer(kAllied, Verb::DONE).answer(kAllied, Verb::DONE);
  bench.answer(kAxis, Verb::TARGET, 0, place_of(bench, "ship.victorious"), 0, 1);
  if (bench.asked(kAllied, MenuKind::AA_FIRE)) bench.answer(kAllied, Verb::DONE);
  EXPECT_TRUE(bench.done());
  for (Side side : kSides) {
    EXPECT_EQ(heard(bench, side, "report.air.lost_aboard"),
              (Sentences{"809 Squadron: 1 CS lost aboard.", "809 Squadron: 1 CS lost aboard."}));
    EXPECT_FALSE(bench.was_told(side, "report.air.shot_down"));
  }
}

}  // namespace
}  // namespace wardroom::pq17
