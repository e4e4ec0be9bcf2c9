// Chapter 6: searching, identification, transit, photographs.
#include "server/titles/pq17/searching/reconnaissance.h"

#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/location.h"
#include "server/titles/pq17/searching/identification.h"
#include "server/titles/pq17/searching/search.h"
#include "server/titles/pq17/searching/shadowing.h"
#include "server/titles/pq17/searching/statements.h"
#include "tests/titles/pq17/rules/searching.h"

namespace wardroom::pq17 {
namespace {

// -- levels --

TEST(Rule6_1, ForcesAtSeaNeverExceedId3) {
  Stage stage = stage_at(kDay, kAxis);
  stage.task_force(kAllied, "tf", {{"ship.victorious"}}, kOpenSea).identified("tf", 2);
  Bench bench(stage);
  raise_id(bench.op, bench.block("tf"), 5, {});
  EXPECT_EQ(level(bench, "tf"), 3);
}

TEST(Rule6_1, IdentifiedBlocksShowTheirFace) {
  Stage stage = stage_at(kDay, kAxis);
  stage.task_force(kAllied, "tf", {{"ship.victorious"}}, kOpenSea);
  Bench bench(stage);
  EXPECT_FALSE(bench.block("tf").flat());
  EXPECT_EQ(bench.block("tf").kind(), v1::BlockKind::UNSPECIFIED);
  raise_id(bench.op, bench.block("tf"), 2, {});
  EXPECT_EQ(bench.block("tf").kind(), v1::BlockKind::TASK_FORCE);
  EXPECT_TRUE(stage.truth().standing().allied_identified_at_sea());
}

TEST(Rule6_1, AGermanThreatExcusesPatrolWhiteWhenItIsKnown) {
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAxis, "near", {{"class.type_34_36", 1}}, "0506")
      .task_force(kAxis, "far", {{"ship.tirpitz"}}, kOpenSea);
  Bench bench(stage);
  raise_id(bench.op, bench.block("far"), 1, 1);
  EXPECT_FALSE(stage.truth().standing().german_threat_identified());  // a Capital Ship is told of at ID3
  raise_id(bench.op, bench.block("near"), 1, 1);
  EXPECT_TRUE(stage.truth().standing().german_threat_identified());
}

// Tirpitz or Hipper: at ID2 both are a Heavy Ship and no more, so nothing that is told may differ [6.2.1].
TEST(Rule5_1_9, Id2DoesNotTellOfCapitalShips) {
  std::vector<std::vector<std::string>> told;
  std::vector<std::string> views;
  for (const char* ship : {"ship.tirpitz", "ship.admiral_hipper"}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.task_force(kAxis, "far", {{ship}}, kOpenSea);
    Bench bench(stage);
    raise_id(bench.op, bench.block("far"), 2, {});
    EXPECT_FALSE(stage.truth().standing().german_threat_identified()) << ship;
    told.push_back(bench.told(kAllied));
    views.push_back(bench.view(kAllied));
    raise_id(bench.op, bench.block("far"), 3, {});
    const bool capital = ship == std::string("ship.tirpitz");
    EXPECT_EQ(stage.truth().standing().german_threat_identified(), capital);
    for (Side side : kSides) EXPECT_EQ(bench.was_told(side, "report.german_threat"), capital);
  }
  EXPECT_EQ(told[0], told[1]);
  EXPECT_EQ(views[0], views[1]);
}

// ID4 gives the CS of Light Ships, but of Heavy Ships the names alone.
TEST(Rule6_2_1, Id4DoesNotTellWhetherAHeavyShipIsHit) {
  std::vector<std::string> told;
  for (const int hits : {0, 2}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.task_force(kAxis, "tf", {{"ship.tirpitz"}, {"class.type_36a", 2}}, "port.narvik");
    for (v1::Counter& ship : *stage.force("tf").mutable_ship()) {
      if (ship.unit() == "ship.tirpitz") ship.set_cs(ship.cs() - hits);
    }
    Bench bench(stage);
    bench.run(port_answers(bench.op, bench.op.reference.place("port.narvik"), 4, 1));
    told.push_back(bench.view(kAllied));
    EXPECT_EQ(stage.truth().standing().photographed(0).told().named_size(), 2);
  }
  EXPECT_EQ(told[0], told[1]);
}

TEST(Rule5_1_9, ABattleThatShowsACapitalShipExcuses) {
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAxis, "far", {{"ship.tirpitz"}}, kOpenSea).identified("far", 2);
  Bench bench(stage);
  note_seen(bench.op, bench.block("far"));
  EXPECT_TRUE(stage.truth().standing().german_threat_identified());
  EXPECT_TRUE(bench.was_told(kAllied, "report.german_threat"));
}

TEST(Rule6_3, AShadowingWolfpackDoesNotSearchForOthers) {
  Stage stage = stage_at(kDay, kAxis);
  stage.truth().mutable_air()->clear_search();
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, kOpenSea, "port.murmansk").identified("pq", 1);
  stage.task_force(kAllied, "other", {{"ship.london"}}, kOpenSea);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 1}}, kOpenSea);
  v1::Shadow shadow;
  shadow.set_kind(v1::Shadow::WOLFPACK);
  shadow.set_block(stage.force("u").block());
  shadow_it(stage, "pq", shadow);
  Bench bench(stage, {card(16)});  // one card: for its target only
  bench.run(reconnaissance(bench.op));
  while (!bench.done()) bench.answer(bench.menu(kAllied) ? kAllied : kAxis, v1::Verb::DONE);
  EXPECT_FALSE(bench.block("other").flat());
  EXPECT_EQ(level(bench, "pq"), 3);
  EXPECT_TRUE(bench.chance_used_up());
}

// -- the procedure --

TEST(Rule6_2, OneCardForEachBlockInASearchedHex) {
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpenSea)
      .dummy(kAxis, "d", kOpenSea)
      .dummy(kAxis, "far", "0613");
  stage.truth().mutable_air()->clear_search();
  Bench bench(stage, {card(5), card(5)});  // Force line: dashes
  bench.run(reconnaissance(bench.op));
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(std::ranges::count(bench.told(kAxis), "report.search.nothing"), 2);
  EXPECT_FALSE(bench.was_told(kAxis, "report.search.card.own"));  // a failed card is never shown
}

TEST(Rule6_2, AFoundDummyIsRemoved) {
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea).dummy(kAxis, "d", kOpenSea);
  stage.truth().mutable_air()->clear_search();
  const ForceKey dummy = key_of(stage.force("d"));
  Bench bench(stage, {card(16)});
  bench.run(reconnaissance(bench.op));
  EXPECT_TRUE(bench.gone(kAxis, dummy));
}

// A number needs an Identified target of that level.
TEST(Rule6_2, NumbersNeedAnIdentifiedTarget) {
  for (const auto& [before, finds] : {std::pair{-1, false}, {0, true}}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.truth().mutable_air()->clear_search();
    stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea).task_force(kAxis, "x", {{"ship.tirpitz"}}, kOpenSea);
    if (before >= 0) stage.identified("x", before);
    Bench bench(stage, {card(13), 0});  // Force, Fair: 0; gains 1
    bench.run(reconnaissance(bench.op));
    while (!bench.done()) bench.answer(bench.menu(kAllied) ? kAllied : kAxis, v1::Verb::DONE);
    EXPECT_EQ(level(bench, "x"), finds ? 1 : before);
  }
}

TEST(Rule1_1_3, SFindsInAFriendlyShorelineHex) {
  for (const auto& [hex, finds] : {std::pair{"0714", true}, {kOpenSea, false}}) {
    Stage stage = stage_at(kDay, kAxis);
    stage.truth().mutable_air()->clear_search();
    stage.task_force(kAllied, "x", {{"ship.london"}}, hex).wolfpack(kAxis, "u", {{"class.type_viic", 1}}, hex);
    Bench bench(stage, {card(11)});  // S
    bench.run(reconnaissance(bench.op));
    while (!bench.done()) bench.answer(bench.menu(kAllied) ? kAllied : kAxis, v1::Verb::DONE);
    EXPECT_EQ(bench.block("x").flat(), finds) << hex;
  }
}

// In or next to an airbase hex with Interceptors of the target's side an aircraft symbol fails by itself.
TEST(Rule1_1_2, InterceptorsDriveOffTheAircraft) {
  Stage probe = stage_at(kDay, kAllied);
  Bench map(probe);
  const std::string near =
      hex_where([&](Hex hex) { return map.op.near_interceptors(kAxis, hex) && !map.op.reference.port_at(hex); });
  for (const auto& [hex, finds] : {std::pair{near, false}, {std::string(kOpenSea), true}}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.truth().mutable_air()->clear_search();
    stage.task_force(kAllied, "tf", {{"ship.victorious"}}, hex).task_force(kAxis, "x", {{"ship.tirpitz"}}, hex);
    Bench bench(stage, {card(9)});  // aircraft, gains 2
    bench.run(reconnaissance(bench.op)).answer(kAllied, v1::Verb::ANNOUNCE_CARRIER, hex_argument(hex));
    while (!bench.done()) bench.answer(bench.menu(kAllied) ? kAllied : kAxis, v1::Verb::DONE);
    EXPECT_EQ(bench.block("x").flat(), finds) << hex;
  }
}

// The flag spoils a search by Soviet units alone.
TEST(Rule6_2, TheSovietFlagSpoilsAPurelySovietSearch) {
  // 1/6 MF sails under Soviet command, but its ships are British [1.4].
  for (const auto& [ship, finds] :
       {std::pair{"class.soviet_type_7", false}, {"class.british_a_i", true}, {"class.sixth_mf", true}}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.truth().mutable_air()->clear_search();
    stage.task_force(kAllied, "tf", {{ship, 2}}, kOpenSea).task_force(kAxis, "x", {{"ship.tirpitz"}}, kOpenSea);
    Bench bench(stage, {card(16)});  // U with the flag
    bench.run(reconnaissance(bench.op));
    while (!bench.done()) bench.answer(bench.menu(kAllied) ? kAllied : kAxis, v1::Verb::DONE);
    EXPECT_EQ(bench.block("x").flat(), finds) << ship;
  }
}

TEST(Rule1_4, TheSixthMinesweepingFlotillaIsSovietInCommandOnly) {
  for (const auto& [ship, soviet] :
       {std::pair{"class.soviet_es", true}, {"class.sixth_mf", false}, {"class.british_es", false}}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.task_force(kAllied, "tf", {{ship, 1}}, kOpenSea);
    Bench bench(stage);
    EXPECT_EQ(purely_soviet(bench.op, stage.force("tf")), soviet) << ship;
    EXPECT_EQ(seeking(bench.op, stage.force("tf")).other_than_soviet, !soviet) << "to engage [7.5.2]";
    EXPECT_EQ(has_soviet(the_title().reference(), stage.force("tf")), ship != std::string("class.british_es"))
        << "in command";
  }
}

TEST(Rule1_7, EachSideDrawsFromItsOwnDeckOfForty) {
  for (Side side : kSides) EXPECT_EQ(the_title().reference().box().deck(side).card_size(), 40);
  Stage stage = stage_at(kDay, kAllied);
  Bench bench(stage, {card(40), card(40)});
  EXPECT_EQ(&bench.op.card(kAllied, Draw::kSearch, 1), &the_title().reference().box().card(kAllied, 40));
  EXPECT_EQ(&bench.op.card(kAxis, Draw::kSearch, 2), &the_title().reference().box().card(kAxis, 40));
}

TEST(Rule1_7, TheSampleCardIsAsPrinted) {
  const v1::Card& sample = the_title().reference().box().card(kAllied, 40);
  EXPECT_TRUE(sample.boxed_d());
  const auto same = [](const auto& entries, std::vector<int> wanted) { return std::ranges::equal(entries, wanted); };
  EXPECT_TRUE(same(sample.day().id_gain(), {3, 2, 1, 1}));
  EXPECT_TRUE(same(sample.night().id_gain(), {3, 1, 1, 1}));
  EXPECT_TRUE(same(sample.day().photo(), {4, 4, 4, 0}));
  EXPECT_EQ(sample.heavy().always(), 1);
  EXPECT_EQ(sample.dd_tb().always(), 1);
  EXPECT_EQ(sample.ax_mx().always(), 2);
  EXPECT_EQ(sample.ax_mx().plus(), 2);
  for (const auto* section : {&sample.day(), &sample.night()}) {
    for (int entry : section->force()) EXPECT_EQ(entry, v1::SearchResult::DASH);
  }
}

TEST(Rule6_2, ColumnAndSectionFollowWeatherAndLight) {
  const v1::Card& drawn = the_title().reference().box().card(kAxis, 4);
  for (const auto& [turn, weather, result] : {std::tuple{kDay, v1::Weather::FAIR, v1::SearchResult::ID0},
                                              {kDay, v1::Weather::REDUCED_VISIBILITY, v1::SearchResult::ID3},
                                              {kDay, v1::Weather::STORMS, v1::SearchResult::ID3},
                                              {kDay, v1::Weather::FOG, v1::SearchResult::DASH},
                                              {kNight, v1::Weather::FAIR, v1::SearchResult::U},
                                              {kNight, v1::Weather::STORMS, v1::SearchResult::ID0}}) {
    Stage stage = stage_at(turn, kAxis);
    stage.weather(weather).task_force(kAllied, "x", {{"ship.london"}}, kOpenSea);
    Bench bench(stage);
    Searchers force;
    force.force = force.other_than_soviet = true;
    EXPECT_EQ(read_card(bench.op, bench.block("x"), *hex_of(kOpenSea), drawn, force, SearchKind::kSegment).result,
              result);
  }
}

// -- what is told [6.2.1] --

TEST(Example_DX_22, FiguresAtId1) {
  const Reference& reference = the_title().reference();
  for (const auto& [counters, from, to] :
       {std::tuple{0, 0, 0}, {1, 1, 1}, {2, 1, 3}, {3, 2, 4}, {4, 2, 6}, {5, 3, 7}, {10, 5, 15}}) {
    EXPECT_EQ(shaded(reference, counters).from, from);
    EXPECT_EQ(shaded(reference, counters).to, to);
  }
}

TEST(Rule6_2_1, TheOwnerChoosesTheFigureAtId1) {
  Stage stage = stage_at(kDay, kAllied);
  stage.weather(v1::Weather::REDUCED_VISIBILITY);
  stage.truth().mutable_air()->clear_search();
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea);
  stage.task_force(kAxis, "x", {{"ship.tirpitz"}, {"ship.admiral_scheer"}}, kOpenSea);
  Bench bench(stage, {card(3)});  // U, gains 1
  bench.run(reconnaissance(bench.op));
  ASSERT_TRUE(bench.asked(kAxis, v1::MenuKind::RECON_OWNER));
  EXPECT_EQ(bench.count(kAxis, v1::Verb::SAY_COUNTERS), 3);
  bench.answer(kAxis, v1::Verb::SAY_COUNTERS, bench.id("x"), 3);  // and there is nothing more to say
  EXPECT_EQ(bench.block("x").told().warship_counters(), 3);
  EXPECT_TRUE(bench.block("x").told().binding());
  EXPECT_TRUE(bench.was_told(kAllied, "report.identified.id1"));
}

TEST(Rule6_2_1, AFigureNotChosenIsDrawnFromTheLegalOnes) {
  Stage stage = stage_at(kDay, kAllied);
  stage.weather(v1::Weather::REDUCED_VISIBILITY);
  stage.truth().mutable_air()->clear_search();
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea);
  stage.task_force(kAxis, "x", {{"ship.tirpitz"}, {"ship.admiral_scheer"}}, kOpenSea);
  Bench bench(stage, {card(3), 2});
  bench.run(reconnaissance(bench.op)).answer(kAxis, v1::Verb::DONE);
  EXPECT_EQ(bench.block("x").told().warship_counters(), 3);  // 1, 2 or 3: the third
}

TEST(Rule6_2_1, LevelsAddUpFromId0ForUnidentified) {
  for (const auto& [before, after] : {std::pair{-1, 2}, {1, 3}, {2, 3}}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.truth().mutable_air()->clear_search();
    stage.task_force(kAllied, "tf", {{"class.british_a_i", 2}}, kOpenSea)
        .wolfpack(kAxis, "x", {{"class.type_viic", 1}}, kOpenSea);
    if (before >= 0) stage.identified("x", before);
    Bench bench(stage, {card(16)});  // U, gains 2
    bench.run(reconnaissance(bench.op));
    while (!bench.done()) bench.answer(bench.menu(kAllied) ? kAllied : kAxis, v1::Verb::DONE);
    EXPECT_EQ(level(bench, "x"), after);
  }
}

TEST(Rule6_2_2, AnAnnouncedCamIsUsed) {
  Stage stage = stage_at(kDay, kAxis);
  stage.convoy(kAllied, "pq", {{"class.mc", 1}, {"class.mv", 8}}, "0717", "port.murmansk");
  stage.truth().mutable_air()->clear_search();
  stage.truth().mutable_air()->clear_interceptor();
  Bench bench(stage, {card(9)});  // Air: aircraft
  bench.run(reconnaissance(bench.op));
  ASSERT_TRUE(bench.asked(kAllied, v1::MenuKind::RECON_OWNER));
  bench.answer(kAllied, v1::Verb::NEGATE_CAM, bench.id("pq"));  // and there is nothing more to say
  EXPECT_FALSE(bench.block("pq").flat());
  EXPECT_FALSE(has_unused_cam(the_title().reference(), stage.force("pq")));
  EXPECT_TRUE(bench.was_told(kAxis, "report.negated.cam"));
}

// Whoever is found by an aircraft symbol is asked, so that the question itself tells nothing.
TEST(Rule6_2_2, TheOwnerIsAskedWheneverTheSearcherCannotExcludeAnAnswer) {
  for (const std::string kind : {"dummy", "wolfpack", "force"}) {
    Stage stage = stage_at(kDay, kAxis);
    stage.truth().mutable_air()->clear_search();
    stage.truth().mutable_air()->clear_interceptor();
    if (kind == "dummy") stage.dummy(kAllied, "x", "0717");
    if (kind == "wolfpack") stage.wolfpack(kAllied, "x", {{"class.soviet_submarine", 1}}, "0717");
    if (kind == "force") stage.task_force(kAllied, "x", {{"ship.london"}}, "0717");
    Bench bench(stage, {card(9)});
    bench.run(reconnaissance(bench.op));
    EXPECT_TRUE(bench.asked(kAllied, v1::MenuKind::RECON_OWNER)) << kind;
    EXPECT_TRUE(bench.offers(kAllied, v1::Verb::DONE)) << kind;
  }
}

// The other may have an answer for all the searcher knows.
TEST(Rule6_2_2, TheOwnerIsAskedUntilEveryFindIsAnswered) {
  Stage stage = stage_at(kDay, kAxis);
  stage.truth().mutable_air()->clear_search();
  stage.truth().mutable_air()->clear_interceptor();
  stage.convoy(kAllied, "pq", {{"class.mc", 1}, {"class.mv", 8}}, "0717", "port.murmansk")
      .dummy(kAllied, "dummy", "0717");
  Bench bench(stage, {card(9), card(9)});  // Air: aircraft
  bench.run(reconnaissance(bench.op)).answer(kAllied, v1::Verb::NEGATE_CAM, bench.id("pq"));
  EXPECT_TRUE(bench.asked(kAllied, v1::MenuKind::RECON_OWNER));
}

// -- Dummies [6.5] --

TEST(Rule6_5, ADummySearchesInVain) {
  Stage stage = stage_at(kDay, kAllied);
  stage.truth().mutable_air()->clear_search();
  stage.dummy(kAllied, "d", kOpenSea).task_force(kAxis, "x", {{"ship.tirpitz"}}, kOpenSea);
  Bench bench(stage, {card(16)});  // U everywhere
  bench.run(reconnaissance(bench.op));
  EXPECT_TRUE(bench.done());
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_FALSE(bench.block("x").flat());
  EXPECT_TRUE(bench.was_told(kAxis, "report.search.nothing"));
}

// The enemy's view of a Dummy is that of a force whose draws all fail.
TEST(Example_DX_30, ADummyLooksLikeAForceThatFindsNothing) {
  std::vector<std::string> views;
  std::vector<std::vector<std::string>> told;
  for (const bool dummy : {true, false}) {
    Stage stage = stage_at(kDay, kAxis);
    stage.task_force(kAllied, "x", {{"ship.london"}}, kOpenSea);
    if (dummy) {
      stage.dummy(kAxis, "u", kOpenSea);
    } else {
      stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpenSea);
    }
    Bench bench(stage, {card(5)});
    bench.run(reconnaissance(bench.op)).answer(kAxis, v1::Verb::DONE);
    EXPECT_TRUE(bench.done());
    views.push_back(bench.view(kAllied));
    told.push_back(bench.told(kAllied));
  }
  EXPECT_EQ(views[0], views[1]);
  EXPECT_EQ(told[0], told[1]);
}

TEST(Rule6_8, AConvoyWithoutWarshipsDoesNotSearch) {
  for (const auto& [escort, finds] : {std::pair{false, false}, {true, true}}) {
    Stage stage = stage_at(kDay, kAllied);
    stage.truth().mutable_air()->clear_search();
    std::vector<Unit> ships{{"class.mv", 8}};
    if (escort) ships.push_back({"class.british_es", 1});
    stage.convoy(kAllied, "pq", ships, kOpenSea, "port.murmansk").task_force(kAxis, "x", {{"ship.tirpitz"}}, kOpenSea);
    Bench bench(stage, {card(16)});
    bench.run(reconnaissance(bench.op));
    while (!bench.done()) bench.answer(bench.menu(kAllied) ? kAllied : kAxis, v1::Verb::DONE);
    EXPECT_EQ(bench.block("x").flat(), finds);
  }
}

TEST(Rule6_8, AForceWithAShipDeadInTheWaterDoesNotSearch) {
  Stage stage = stage_at(kDay, kAllied);
  stage.truth().mutable_air()->clear_search();
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea).task_force(kAxis, "x", {{"ship.tirpitz"}}, kOpenSea);
  stage.force("tf").mutable_ship(0)->set_dead_in_water(true);
  Bench bench(stage, {card(16)});
  bench.run(reconnaissance(bench.op));
  EXPECT_FALSE(bench.block("x").flat());
}

// -- radii and sectors [6.4] --

TEST(Rule6_4_1, PermanentRadiiSearchExceptInGales) {
  for (const auto& [weather, searched] : {std::pair{v1::Weather::FOG, true}, {v1::Weather::GALES, false}}) {
    Stage stage = stage_at(kDay, kAxis);
    stage.weather(weather).task_force(kAllied, "x", {{"ship.london"}}, "0713");
    Bench bench(stage);
    EXPECT_EQ(within_search(bench.op, bench.block("x")), searched);
    EXPECT_EQ(searchers_of(bench.op, bench.block("x")).air, searched);
  }
}

TEST(Rule6_4_1, ACarriersRadiusMustBeAnnounced) {
  Stage stage = stage_at(kDay, kAllied);
  stage.truth().mutable_air()->clear_search();
  stage.task_force(kAllied, "tf", {{"ship.victorious"}}, kOpenSea).task_force(kAxis, "x", {{"ship.tirpitz"}}, kOpenSea);
  Bench bench(stage, {card(40)});  // Both: U; Force: dash
  bench.run(reconnaissance(bench.op));
  ASSERT_TRUE(bench.offers(kAllied, v1::Verb::ANNOUNCE_CARRIER, hex_argument(kOpenSea)));
  bench.answer(kAllied, v1::Verb::DONE);
  EXPECT_FALSE(bench.block("x").flat());
}

TEST(Rule6_4_1, ACrippledCarrierHasNoRadius) {
  Stage stage = stage_at(kDay, kAllied);
  stage.truth().mutable_air()->clear_search();
  stage.task_force(kAllied, "tf", {{"ship.victorious"}}, kOpenSea).task_force(kAxis, "x", {{"ship.tirpitz"}}, kOpenSea);
  stage.force("tf").mutable_ship(0)->set_crippled(true);
  Bench bench(stage, {card(5)});
  bench.run(reconnaissance(bench.op));
  EXPECT_TRUE(bench.done());  // nothing to announce, nothing asked
}

TEST(Rule6_4_2, SectorsSearchAsManyHexesAsAllotted) {
  Stage stage = stage_at(kDay, kAxis);  // PQ-12: Trondheim 3, Barents 2
  for (const char* hex : {"0507", "0508", "0509", "0510"}) stage.dummy(kAllied, hex, hex);
  Bench bench(stage, {card(5), card(5), card(5)});
  bench.run(reconnaissance(bench.op));
  EXPECT_EQ(bench.count(kAxis, v1::Verb::DESIGNATE), 4);
  for (const char* hex : {"0507", "0508", "0509"})
    bench.answer(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::TRONDHEIM, hex_argument(hex));
  while (!bench.done()) bench.answer(bench.menu(kAllied) ? kAllied : kAxis, v1::Verb::DONE);
  EXPECT_TRUE(bench.chance_used_up());
  for (const auto& search : stage.truth().air().search())
    EXPECT_EQ(search.designated_size(), 0);  // forgotten afterwards
}

TEST(Rule6_4_2, WhereSectorsOverlapEitherMayBeUsed) {
  Stage stage = stage_at(kDay, kAxis);
  stage.dummy(kAllied, "d", kOpenSea);
  Bench bench(stage, {card(11)});
  bench.run(reconnaissance(bench.op));
  EXPECT_TRUE(bench.offers(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::TRONDHEIM, hex_argument(kOpenSea)));
  EXPECT_TRUE(bench.offers(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::BARENTS, hex_argument(kOpenSea)));
  bench.answer(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::BARENTS, hex_argument(kOpenSea));
  EXPECT_TRUE(bench.done());  // nothing else to choose: the card is drawn
}

TEST(Rule6_4_2, EveryShadowMarkerCostsASearchHex) {
  Stage stage = stage_at(kDay, kAxis);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0507")
      .identified("tf", 1)
      .dummy(kAllied, "d", "0508")
      .dummy(kAllied, "e", "0509");
  stage.dummy(kAllied, "f", "0510");
  shadow_it(stage, "tf", by_sector(v1::SearchSector::TRONDHEIM));
  Bench bench(stage, {card(3), card(5), card(5)});
  bench.run(reconnaissance(bench.op));
  bench.answer(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::TRONDHEIM, hex_argument("0508"));
  bench.answer(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::TRONDHEIM, hex_argument("0509"));
  EXPECT_FALSE(bench.offers(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::TRONDHEIM, hex_argument("0510")));
}

TEST(Rule6_4_2, NoSectorSearchesInGales) {
  Stage stage = stage_at(kDay, kAxis);
  stage.weather(v1::Weather::GALES).dummy(kAllied, "d", "0507");
  Bench bench(stage);
  bench.run(reconnaissance(bench.op));
  EXPECT_TRUE(bench.done());
}

TEST(Rule6_4_2, DesignatingIsACheckpoint) {
  Stage stage = stage_at(kDay, kAxis);
  stage.dummy(kAllied, "d", "0507").dummy(kAllied, "e", "0508");
  {
    Bench bench(stage);
    bench.run(reconnaissance(bench.op))
        .answer(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::TRONDHEIM, hex_argument("0507"));
    EXPECT_TRUE(bench.menu(kAxis)->checkpoint);
  }
  Bench again(stage);
  again.run(reconnaissance(again.op));
  EXPECT_FALSE(again.offers(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::TRONDHEIM, hex_argument("0507")));
  EXPECT_TRUE(again.offers(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::TRONDHEIM, hex_argument("0508")));
}

// -- movement and combat [6.6, 6.7] --

TEST(Example_DX_10, LevelsFallByMovingAndByWaiting) {
  const auto after_waiting = [](int turn, bool moved, bool shadowed) {
    Stage stage = stage_at(turn, kAllied);
    stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea).identified("tf", 2);
    if (shadowed) shadow_it(stage, "tf", by_sector(v1::SearchSector::BARENTS));
    Bench bench(stage);
    bench.block("tf").set_moved(moved);
    bench.block("tf").set_began_shadowed(shadowed);
    lose_id_by_moving_or_idleness(bench.op);
    return level(bench, "tf");
  };
  EXPECT_EQ(after_waiting(kNight, false, false), 1);
  EXPECT_EQ(after_waiting(kDay, false, false), 2);
  EXPECT_EQ(after_waiting(kNight, true, false), 1) << "its move costs it one level, not two";
  EXPECT_EQ(after_waiting(kDay, true, false), 1);
  EXPECT_EQ(after_waiting(kNight, false, true), 2);
  EXPECT_EQ(after_waiting(kNight, true, true), 2);
}

TEST(Rule6_6, IdNeverFallsBelowZero) {
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, kOpenSea).identified("tf", 2);
  Bench bench(stage);
  lose_id(bench.op, bench.block("tf"), 1);
  EXPECT_EQ(level(bench, "tf"), 1);
  lose_id(bench.op, bench.block("tf"), 3);
  EXPECT_EQ(level(bench, "tf"), 0);
}

TEST(Example_DX_11, CombatRaisesAndNeverLowers) {
  const auto& numbers = the_title().reference().numbers().recon();
  EXPECT_EQ(numbers.id_after_surface_day(), 3);
  EXPECT_EQ(numbers.id_after_surface_night(), 2);
  EXPECT_EQ(numbers.id_after_air_day(), 2);
  EXPECT_EQ(numbers.id_after_air_night(), 1);
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAllied, "a", {{"ship.london"}}, kOpenSea)
      .task_force(kAllied, "b", {{"ship.kent"}}, kOpenSea)
      .identified("b", 2);
  Bench bench(stage);
  raise_id_silently(bench.op, bench.block("a"), numbers.id_after_submarine());
  raise_id_silently(bench.op, bench.block("b"), numbers.id_after_submarine());
  EXPECT_EQ(level(bench, "a"), 1);
  EXPECT_FALSE(bench.block("a").has_told());
  EXPECT_EQ(level(bench, "b"), 2);
}

TEST(Rule6_7, ARiseGivesTheStatementOfTheNewLevel) {
  Stage stage = stage_at(kDay, kAxis);
  stage.task_force(kAllied, "a", {{"ship.london"}, {"ship.victorious"}}, kOpenSea);
  Bench bench(stage);
  raise_id(bench.op, bench.block("a"), 2, {});
  EXPECT_TRUE(bench.block("a").told().carrier());
  may_have_changed(bench.block("a"));
  EXPECT_FALSE(bench.block("a").told().binding());
  raise_id(bench.op, bench.block("a"), 1, 1);
  EXPECT_EQ(level(bench, "a"), 2);
}

}  // namespace
}  // namespace wardroom::pq17
