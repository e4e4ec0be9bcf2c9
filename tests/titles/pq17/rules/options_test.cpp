// Options that touch the rules of chapters 4 to 11: each is played with and without.
#include "server/titles/pq17/air/movement.h"
#include "server/titles/pq17/combat/damage.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/location.h"
#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/forces/regrouping.h"
#include "server/titles/pq17/fuel/fuel.h"
#include "server/titles/pq17/searching/identification.h"
#include "server/titles/pq17/searching/search.h"
#include "server/titles/pq17/weather/weather.h"
#include "tests/titles/pq17/bench.h"
#include "tests/titles/pq17/played.h"
#include "tests/titles/pq17/rules/naval.h"
#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {
namespace {

using Options = std::vector<std::string>;

constexpr int kDay = 9;  // in March
constexpr int kNight = 10;

// What becomes of a position without an option, and with it.
template <class Play>
void differs(const std::string& option, const Play& play) {
  const Truth without = play(Options{});
  const Truth with = play(Options{option});
  plays(option, without, with);
}

TEST(Rule4_3_4, ByOptionATaskForceSailsForTraining) {
  Stage stage = naval("pq12", kDay, kAxis, {"option.training"});
  stage.task_force(kAxis, "scheer", {{"ship.admiral_scheer"}}, "port.trondheim");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAxis);
  EXPECT_FALSE(scene.offers(kAxis, Verb::LEAVE_PORT, scene.key("scheer"))) << "nobody has been identified";
  const Truth before = scene.truth();
  scene.answer(kAxis, Verb::SAIL_FOR_TRAINING, scene.key("scheer"));
  EXPECT_TRUE(scene.force("scheer").training());
  plays("option.training", before, scene.truth());
}

TEST(Rule5_3, ByOptionAircraftStayAtHomeWhileNothingIsKnown) {
  differs("option.ruling.a_20", [](const Options& options) {
    Stage stage("pq12", options);
    stage.at(kDay, kAxis, Clock::AIR_MOVEMENT)
        .air(kAxis, "air.ju88a4.iii_kg30", "airbase.banak")
        .dummy(kAllied, "d", "0613");
    Bench bench(stage);
    bench.run(air_movement(bench.op));
    EXPECT_EQ(bench.offers(kAxis, Verb::CHOOSE_AIR, 1), options.empty());
    if (options.empty()) bench.answer(kAxis, Verb::CHOOSE_AIR, 1).answer(kAxis, Verb::FLY, 1, hex_argument("0613"));
    return stage.truth();
  });
}

TEST(Rule5_1_8, ByOptionACarrierOnceFoundStaysFound) {
  differs("option.ruling.a_35", [](const Options& options) {
    Stage stage("pq12", options);
    stage.at(kDay, kAxis, Clock::NAVAL_MOVEMENT).task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "port.trondheim");
    stage.task_force(kAllied, "carrier", {{"ship.victorious"}}, "0609");
    Bench bench(stage);
    raise_id(bench.op, bench.block("carrier"), 2, {});
    note_found_carriers(bench.op);
    bench.op.stand_up(block_on(stage, "carrier"));
    answer_about_tirpitz(bench.op);
    EXPECT_EQ(stage.truth().axis().tirpitz_may_sail(), !options.empty());
    return stage.truth();
  });
}

// Aircraft alone draw card 40 by Day in Fair weather: printed, they find everything.
TEST(Rule6_2, ByOptionCardFortyIsReadAsPrinted) {
  differs("option.ruling.a_76", [](const Options& options) {
    Stage stage("pq12", options);
    stage.at(kDay, kAxis, Clock::RECONNAISSANCE).task_force(kAllied, "tf", {{"ship.london"}}, "0612");
    Bench bench(stage, {0});
    Searchers by;
    by.air = true;
    by.other_than_soviet = true;
    const auto read = [&] {
      return read_card(bench.op, bench.block("tf"), *hex_of("0612"), printed().box().card(kAxis, 40), by,
                       SearchKind::kSegment);
    };
    const Sighting alone = read();
    EXPECT_EQ(alone.success, !options.empty());
    by.force = true;
    EXPECT_EQ(read().success, options.empty()) << "together with ships";
    if (alone.success) carry_out(bench.op, alone);
    EXPECT_EQ(bench.block("tf").flat(), !options.empty()) << "for both sides to see";
    return stage.truth();
  });
}

TEST(Rule6_7, ByOptionAnAirAttackAtNightBringsId2) {
  differs("option.ruling.a_01", [](const Options& options) {
    Stage stage("pq12", options);
    stage.at(kNight, kAxis, Clock::AIR_COMBAT).task_force(kAllied, "tf", {{"ship.london"}}, "0612").identified("tf", 0);
    Bench bench(stage, {0});
    raise_id_after(bench.op, bench.block("tf"), v1::Battle::AIR_STRIKE);
    EXPECT_EQ(bench.block("tf").level(), options.empty() ? 1 : 2);
    return stage.truth();
  });
}

TEST(Rule6_7, ByOptionNobodySpeaksAfterABattle) {
  differs("option.ruling.a_11", [](const Options& options) {
    Stage stage("pq12", options);
    stage.at(kDay, kAxis, Clock::SURFACE_COMBAT)
        .task_force(kAllied, "tf", {{"ship.london"}}, "0612")
        .identified("tf", 0);
    Bench bench(stage, {0});
    raise_id_after(bench.op, bench.block("tf"), v1::Battle::SURFACE);
    EXPECT_EQ(bench.block("tf").has_told(), options.empty());
    return stage.truth();
  });
}

// A card with the aircraft symbol, against a force with a carrier.
TEST(Rule6_2_2, ByOptionLocationCardsAreNotNegated) {
  for (const bool option : {false, true}) {
    Stage stage("pq12", option ? Options{"option.ruling.a_07"} : Options{});
    stage.at(kDay, kAxis, Clock::AIR_COMBAT)
        .task_force(kAllied, "tf", {{"ship.victorious"}}, "0612")
        .identified("tf", 1);
    const int symbol =
        find_card(kAxis, [](const v1::Card& each) { return each.day().air(0) == v1::SearchResult::AIRCRAFT; });
    Bench bench(stage, {card(symbol)});
    begin_engagement(bench.op, v1::Battle::AIR_STRIKE, kAxis, *hex_of("0612"));
    Searchers by;
    by.air = true;
    by.other_than_soviet = true;
    Task<Located> search = draw_to_find(bench.op, kAxis, bench.id("tf"), by, 1);
    search.handle().resume();
    EXPECT_EQ(bench.asked(kAllied, MenuKind::LOCATION_OWNER), !option);
    EXPECT_EQ(search.done(), option);
    if (option) {
      const Truth before = stage.truth();
      EXPECT_TRUE(search.take().found);
      raise_id_after(bench.op, bench.block("tf"), v1::Battle::AIR_STRIKE);  // the strike goes in
      plays("option.ruling.a_07", before, stage.truth());
    }
  }
}

// The target is shadowed by a Wolfpack: no help for aircraft in Fog under the list of the option.
TEST(Rule7_1_1, ByOptionNotEveryShadowerGivesASecondCard) {
  differs("option.second_draw", [](const Options& options) {
    Stage stage("pq12", options);
    stage.at(kDay, kAxis, Clock::AIR_COMBAT).weather(v1::Weather::REDUCED_VISIBILITY);
    stage.convoy(kAllied, "pq", {{"class.mv", 5}}, "0612", "port.murmansk").identified("pq", 1);
    stage.wolfpack(kAxis, "u", {{"class.type_viic", 1}}, "0612");
    auto& shadow = *block_on(stage, "pq").add_shadow();
    shadow.set_kind(v1::Shadow::WOLFPACK);
    shadow.set_block(block_on(stage, "u").id());
    block_on(stage, "u").set_under(block_on(stage, "pq").id());
    const int column = 1;
    const int miss =
        find_card(kAxis, [&](const v1::Card& each) { return each.day().air(column) == v1::SearchResult::DASH; });
    const int find =
        find_card(kAxis, [&](const v1::Card& each) { return each.day().air(column) == v1::SearchResult::U; });
    Bench bench(stage, {card(miss), card(find)});
    begin_engagement(bench.op, v1::Battle::AIR_STRIKE, kAxis, *hex_of("0612"));
    Searchers by;
    by.air = true;
    by.other_than_soviet = true;
    Task<Located> search = locate(bench.op, kAxis, Seeker::kAircraft, bench.id("pq"), by);
    search.handle().resume();
    if (!search.done()) bench.answer(kAllied, Verb::DONE);
    EXPECT_TRUE(search.done());
    const bool found = search.take().found;
    EXPECT_EQ(found, options.empty());
    if (found) raise_id_after(bench.op, bench.block("pq"), v1::Battle::AIR_STRIKE);  // the strike goes in
    end_engagement(bench.op);
    return stage.truth();
  });
}

TEST(Rule7_9, ByOptionADestroyerHitMayNotSink) {
  differs("option.destroyer_hits", [](const Options& options) {
    Stage stage("pq12", options);
    stage.at(kDay, kAxis, Clock::SURFACE_COMBAT).task_force(kAllied, "tf", {{"class.british_a_i", 2}}, "0612");
    int spared = 0;
    while (printed().box().destroyer_fate(spared) == v1::DestroyerFateTable::SUNK) ++spared;
    Bench bench(stage, {static_cast<std::uint32_t>(spared)});
    begin_engagement(bench.op, v1::Battle::SURFACE, kAxis, *hex_of("0612"));
    inflict_hits(bench.op, hull_in(kAllied, bench.key("tf"), 0), 1);
    end_engagement(bench.op);
    EXPECT_EQ(stage.truth().standing().loss_size(), options.empty() ? 1 : 0);
    return stage.truth();
  });
}

// Where forces stand when play begins.
Truth begun(const Options& options, std::initializer_list<std::uint32_t> start) {
  Opening opening(open_without_ice("pq12", options), calm().give(Draw::kVariableStart, start));
  opening.as_in_history();
  EXPECT_EQ(opening.clock().phase(), Clock::DUMMIES_APPEAR);
  return opening.truth();
}

TEST(Rule8_3_1, ByOptionForcesStandElsewhereWhenPlayBegins) {
  plays("option.variable_start", begun({}, {}), begun({"option.variable_start"}, {0}));
}

TEST(Rule8_3_2, ByOptionForcesHaveHardlySailedWhenPlayBegins) {
  plays("option.complete_operations", begun({}, {}), begun({"option.complete_operations"}, {}));
}

TEST(Rule9_4, ByOptionForcesInStormsMustFindEachOther) {
  differs("option.combining_forces", [](const Options& options) {
    Stage stage("pq12", options);
    stage.at(kDay, kAllied, Clock::COMBINE_FORCES).weather(v1::Weather::STORMS);
    stage.task_force(kAllied, "a", {{"ship.london"}}, "0612").task_force(kAllied, "b", {{"ship.norfolk"}}, "0612");
    const int miss =
        find_card(kAllied, [](const v1::Card& each) { return each.day().force(2) == v1::SearchResult::DASH; });
    std::vector<std::uint32_t> chance{card(miss)};
    if (options.empty()) chance.assign(10, 0);
    Bench bench(stage, chance);
    bench.run(combine_forces(bench.op)).answer(kAllied, Verb::COMBINE, bench.key("a"), bench.key("b"));
    return stage.truth();
  });
}

TEST(Rule11_1_4, ByOptionSovietShipsTurnBackSooner) {
  differs("option.soviet_endurance", [](const Options& options) {
    Stage stage("pq12", options);
    stage.at(kDay, kAllied, Clock::NAVAL_MOVEMENT)
        .task_force(kAllied, "soviets", {{"class.soviet_type_7", 2}}, "port.murmansk");
    Bench bench(stage);
    fuel_on_leaving_port(bench.op, kAllied, stage.force("soviets"));
    return stage.truth();
  });
}

// Who has won is no part of the position.
TEST(Rule2, ByOptionTheScoreAgainstParNamesTheWinner) {
  for (const bool option : {false, true}) {
    Stage stage("pq16", option ? Options{"option.par_decides"} : Options{});
    auto& line = *stage.truth().mutable_standing()->add_score();
    line.set_vp_halves(2);
    const Ending ending = the_title().ending(stage.truth());
    ASSERT_GT(ending.par_halves(), 2);
    ASSERT_TRUE(ending.has_winner() && ending.has_par_winner());
    EXPECT_NE(ending.winner() == ending.par_winner(), !option)
        << "one point is a victory by the book, and worse than par";
  }
}

TEST(Rule2, ParDecidesFromTheStartWhereTheRuleBooksZeroFavoursOneSideByFar) {
  int by_default = 0;
  for (const ScenarioInfo& info : the_title().scenarios()) {
    const bool by_par = std::ranges::find(info.defaults, "option.par_decides", &OptionValue::id) != info.defaults.end();
    Stage stage(info.id);
    const auto& on = stage.truth().standing().option();
    EXPECT_EQ(std::ranges::find(on, "option.par_decides") != on.end(), by_par) << info.id;
    by_default += by_par ? 1 : 0;
  }
  EXPECT_GT(by_default, 0);
}

}  // namespace
}  // namespace wardroom::pq17
