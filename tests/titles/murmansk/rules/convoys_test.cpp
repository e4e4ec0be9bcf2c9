// Victory, further convoys, fuel, bases, and the order of play [Victory, Tallboy, More, Fuel, Base, Scatter, Seq].
#include "tests/titles/murmansk/rules/rules.h"

namespace wardroom::murmansk {
namespace {

// -- who wins --

v1::SeasonResult season_of(int loads, int allied, int axis) {
  Scene scene(9);
  scene.board().set_loads(static_cast<std::uint32_t>(loads));
  scene.board().set_allied_points(static_cast<std::uint32_t>(allied));
  scene.board().set_axis_points(static_cast<std::uint32_t>(axis));
  scene.phase(Phase::SEASON_END);
  scene.play({});
  EXPECT_TRUE(scene.over());
  EXPECT_EQ(scene.view(Viewer::kSecond).board().season_size(), 1);
  return scene.seen().season(0);
}

TEST(RuleVictory, EightLoadsAreAPointAndWithoutThemItIsTheGermans) {
  EXPECT_EQ(season_of(8, 0, 0).allied(), 1u);
  EXPECT_EQ(season_of(8, 0, 0).axis(), 0u);
  EXPECT_EQ(season_of(7, 0, 0).allied(), 0u);
  EXPECT_EQ(season_of(7, 0, 0).axis(), 1u);
  EXPECT_EQ(season_of(12, 0, 1).allied(), season_of(12, 0, 1).axis());  // a draw
}

TEST(RuleVictory, CapitalShipsArePointsAndPocketBattleshipsAreNone) {
  Scene scene(1);
  scene.pulse(2);
  Campaign& c = scene.set_up();
  scene.axis({"gneisenau", "luetzow", "scheer", "tirpitz", "hipper"}, "t05");
  scene.allied({"renown", "victorious", "king_george_v", "norfolk"}, "t06");
  const auto points = [&](const char* id) {
    const auto before = c.board().allied_points() + c.board().axis_points();
    sink(c, ship(id), at("t05"));
    return c.board().allied_points() + c.board().axis_points() - before;
  };
  for (const char* id : {"gneisenau", "tirpitz", "renown", "victorious", "king_george_v"}) EXPECT_EQ(points(id), 1u);
  for (const char* id : {"luetzow", "scheer", "hipper", "norfolk"}) EXPECT_EQ(points(id), 0u);
  EXPECT_EQ(c.board().allied_points(), 2u);
  EXPECT_EQ(c.board().axis_points(), 3u);
}

Ending war_with(int allied, int axis) {
  Scene scene(9);
  for (int i = 0; i < 8; ++i) {
    v1::SeasonResult& season = *scene.board().add_season();
    season.set_turn(static_cast<std::uint32_t>(i + 1));
    season.set_loads(8);
    season.set_allied(i < allied ? 1 : 0);
    season.set_axis(i >= allied && i < allied + axis ? 1 : 0);
  }
  scene.board().set_loads(8);
  scene.board().set_axis_points(1);  // the last one is a draw
  scene.phase(Phase::SEASON_END);
  scene.play({});
  EXPECT_TRUE(scene.over());
  return the_title()->ending(scene.truth());
}

TEST(RuleVictory, FiveSeasonsWinSevenAreStrategicAndLessIsADraw) {
  EXPECT_FALSE(war_with(4, 3).has_winner());
  EXPECT_EQ(war_with(4, 3).verdict().id(), "murmansk.verdict.draw");
  EXPECT_EQ(war_with(5, 3).winner(), 0u);
  EXPECT_EQ(war_with(5, 3).verdict().id(), "murmansk.verdict.allied");
  EXPECT_EQ(war_with(6, 2).verdict().id(), "murmansk.verdict.allied");
  EXPECT_EQ(war_with(7, 1).verdict().id(), "murmansk.verdict.allied_strategic");
  EXPECT_EQ(war_with(3, 5).winner(), 1u);
  EXPECT_EQ(war_with(3, 5).verdict().id(), "murmansk.verdict.axis");
  EXPECT_EQ(war_with(0, 8).verdict().id(), "murmansk.verdict.axis_strategic");
}

TEST(RuleVictory, TheScoreCountsSeasonsPointsAndLoads) {
  Scene scene(1);
  v1::SeasonResult& season = *scene.board().add_season();
  season.set_loads(10);
  season.set_allied(2);
  season.set_axis(1);
  EXPECT_EQ(score_halves(the_box(), scene.board()), 2 * 4 + 2 * 2 * 1 + 2);
}

TEST(RulingM37, AllNineSeasonsArePlayed) {
  Scene scene(6);
  for (int i = 0; i < 5; ++i) scene.board().add_season()->set_allied(1);
  scene.phase(Phase::SEASON_END);
  scene.play({});
  EXPECT_FALSE(scene.over());
  EXPECT_EQ(scene.seen().clock().turn(), 7u);
}

TEST(RuleTallboy, SinksAShipInANorwegianPortOnAThree) {
  for (const auto& [target, die] : {std::pair{"tirpitz", 3}, std::pair{"tirpitz", 4}, std::pair{"scheer", 1}}) {
    Scene scene(9);
    scene.in_base("tirpitz", "t09");
    scene.in_base("scheer", "u08");
    scene.in_base("hipper", "t09");
    scene.set_up().face(ship("hipper")).set_state(State::AWAY);  // under repair there
    scene.phase(Phase::TALLBOY);
    scene.play({die});
    EXPECT_TRUE(scene.offers(kAllied, Verb::BOMB, ship("hipper")));
    EXPECT_FALSE(scene.offers(kAllied, Verb::BOMB, ship("gneisenau")));  // in Germany
    scene.answer(kAllied, Verb::BOMB, ship(target));
    EXPECT_EQ(scene.face(target).state(), die <= 3 ? State::LOST : State::NORWAY);
    EXPECT_EQ(scene.seen().allied_points(), std::string(target) == "tirpitz" && die <= 3 ? 1u : 0u);
    EXPECT_TRUE(scene.used_up());
    scene.expect_views();
  }
}

TEST(RuleTallboy, ComesInTheLastSeasonOnly) {
  Scene scene(8);
  scene.in_base("tirpitz", "t09");
  scene.phase(Phase::TALLBOY);
  scene.play({});
  EXPECT_EQ(scene.asks(kAllied), Kind::UNSPECIFIED);
}

// -- another convoy --

Scene after_a_convoy(int loads, int freighters, int convoy = 1) {
  Scene scene(1);
  scene.board().set_loads(static_cast<std::uint32_t>(loads));
  scene.board().set_freighters(static_cast<std::uint32_t>(freighters));
  scene.board().set_over(true);
  scene.board().set_capital_quota(4);
  scene.set_up().clock().set_convoy(static_cast<std::uint32_t>(convoy));
  for (const char* id : {"norfolk", "division_1"}) {
    scene.set_up().unit(ship(id)).set_chosen(true);
    scene.set_up().unit(ship(id)).set_where(v1::Unit::HOME);
  }
  scene.set_up().face(ship("norfolk")).set_torpedoes(1);
  scene.in_base("hipper", "t09");
  scene.set_up().face(ship("hipper")).set_stays(true);
  scene.phase(Phase::MORE);
  scene.play({});
  return scene;
}

TEST(RuleMore, BelowEightLoadsAnotherConvoyMaySail) {
  EXPECT_TRUE(after_a_convoy(7, 5).offers(kAllied, Verb::ANOTHER));
  EXPECT_FALSE(after_a_convoy(8, 5).offers(kAllied, Verb::ANOTHER));
  EXPECT_FALSE(after_a_convoy(7, 0).offers(kAllied, Verb::ANOTHER));
  Scene scene = after_a_convoy(7, 5);
  scene.done(kAllied);
  EXPECT_EQ(scene.seen().season(0).axis(), 1u);
}

TEST(RuleMore, GermanShipsThatReturnedMaySailAgainAndTorpedoesAreNew) {
  Scene scene = after_a_convoy(7, 5);
  EXPECT_TRUE(scene.face("hipper").stays());
  scene.answer(kAllied, Verb::ANOTHER);
  EXPECT_FALSE(scene.face("hipper").stays());
  EXPECT_EQ(scene.face("norfolk").torpedoes(), 0u);
  EXPECT_EQ(scene.seen().clock().convoy(), 2u);
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.convoy"), 1);
}

TEST(RulingM13, FreightersThatAreNotSunkSailAgain) {
  Scene scene = after_a_convoy(7, 5);
  scene.answer(kAllied, Verb::ANOTHER);
  EXPECT_EQ(scene.seen().freighters(), 5u);
  EXPECT_EQ(scene.seen().loads(), 7u);
}

TEST(RulingM17, OnlySurvivorsSailAgain) {
  Scene scene = after_a_convoy(7, 5);
  scene.answer(kAllied, Verb::ANOTHER);
  EXPECT_EQ(scene.asks(kAllied), Kind::ORGANISE);
  EXPECT_EQ(scene.offered(kAllied, Verb::PICK_UNIT), 2);
  EXPECT_TRUE(scene.offers(kAllied, Verb::PICK_UNIT, ship("norfolk")));
}

TEST(RulingM38, ThreeConvoysASeason) {
  EXPECT_TRUE(after_a_convoy(7, 5, 2).offers(kAllied, Verb::ANOTHER));
  EXPECT_FALSE(after_a_convoy(7, 5, 3).offers(kAllied, Verb::ANOTHER));
}

TEST(RulingM38, AConvoyLastsThirtyPeriods) {
  for (const std::uint32_t period : {29u, 30u}) {
    Scene scene(2);
    scene.convoy({}, "r03");
    scene.set_up().clock().set_period(period);
    scene.phase(Phase::PERIOD_END);
    scene.play({1});
    EXPECT_EQ(scene.seen().over(), period == 30);
    EXPECT_EQ(scene.seen().loads(), 0u);
    EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.convoy_over"), period == 30 ? 1 : 0);
    if (period == 30) {
      EXPECT_TRUE(scene.offers(kAllied, Verb::ANOTHER));
    }
  }
}

// -- fuel --

TEST(RuleFuel, IsShortFromWinter1942On) {
  for (int turn : {3, 4}) {
    Scene scene(turn);
    scene.convoy({}, "s02");
    scene.phase(Phase::FUEL);
    if (turn == 3) scene.play({1});  // the weather
    if (turn == 4) scene.play({});
    EXPECT_EQ(scene.asks(kAxis), turn == 4 ? Kind::FUEL : Kind::UNSPECIFIED);
  }
}

TEST(RuleFuel, WhoStaysInSailsNotAndNobodyLearnsOfIt) {
  for (const bool asks : {false, true}) {
    Scene scene(4);
    scene.in_base("hipper", "t09");
    scene.convoy({}, "s02");
    scene.phase(Phase::FUEL);
    scene.play({4, 1});
    scene.answer(kAxis, asks ? Verb::ASK_FUEL : Verb::STAY_IN);
    EXPECT_EQ(scene.own(kAxis).fuel(), asks ? 4u : 0u);
    EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.fuel"), 0);
    EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.fuel"), asks ? 1 : 0);
    scene.answer(kAllied, Verb::GO_ON);
    EXPECT_EQ(scene.offers(kAxis, Verb::SAIL, at("t09")), asks);
    EXPECT_TRUE(scene.used_up());  // the die falls either way
    scene.expect_views();
  }
}

TEST(RuleFuel, ASeasonWithoutASortieGivesFullFuel) {
  for (const auto& [turn, sailed] : {std::pair{4, false}, std::pair{4, true}, std::pair{3, false}}) {
    Scene scene(turn);
    scene.set_up().own(kAxis).set_sailed(sailed);
    scene.phase(Phase::SEASON_END);
    scene.play({});
    EXPECT_EQ(scene.own(kAxis).full_fuel(), turn == 4 && !sailed);
  }
}

TEST(RuleFuel, TirpitzTakesTwoFactorsAndACruiserOne) {
  Scene scene(4);
  for (const char* id : {"tirpitz", "hipper"}) scene.in_base(id, "t09");
  scene.pulse(1);
  scene.set_up().own(kAxis).set_fuel(2);
  scene.play({});
  scene.answer(kAxis, Verb::SAIL, at("t09"));
  scene.answer(kAxis, Verb::TAKE, ship("hipper"));
  EXPECT_FALSE(scene.offers(kAxis, Verb::TAKE, ship("tirpitz")));
  scene.answer(kAxis, Verb::SET_OUT, at("t09"), at("t08"));
  EXPECT_EQ(scene.own(kAxis).fuel_spent(), 1u);
  EXPECT_TRUE(scene.own(kAxis).sailed());
  EXPECT_FALSE(scene.offers(kAxis, Verb::SAIL, at("t09")));
}

TEST(RulingM48, FuelIsRolledOnceHalvedLaterAndPaidOnceAConvoy) {
  Scene scene(4);
  scene.in_base("hipper", "t09");
  scene.convoy({}, "s02");
  v1::Own& own = scene.set_up().own(kAxis);
  own.set_fuel(5);
  own.set_fuel_known(true);
  scene.set_up().clock().set_convoy(2);
  scene.set_up().unit(ship("hipper")).set_paid(true);
  scene.phase(Phase::FUEL);
  scene.play({1, 1});
  scene.answer(kAxis, Verb::ASK_FUEL);
  EXPECT_EQ(scene.own(kAxis).fuel(), 5u);
  EXPECT_EQ(scene.said("murmansk.report.fuel", "factors"), "3");
  scene.answer(kAllied, Verb::GO_ON);
  scene.answer(kAxis, Verb::SAIL, at("t09"));
  scene.answer(kAxis, Verb::TAKE, ship("hipper"));
  scene.answer(kAxis, Verb::SET_OUT, at("t09"), at("t08"));
  EXPECT_EQ(scene.own(kAxis).fuel_spent(), 0u);
}

// -- bases --

TEST(RuleBase, ShipsMayReturnToAnyBaseAndStayInForThisConvoy) {
  Scene scene(1);
  scene.pulse(1);
  const Key group = scene.axis({"hipper", "z_1"}, "s10");
  scene.play({});
  EXPECT_FALSE(scene.offers(kAxis, Verb::MOVE, group, at("t10")));  // room for one
  const Number number = scene.number(kAxis, group);
  scene.answer(kAxis, Verb::MOVE, group, at("t09"));
  EXPECT_EQ(scene.face("hipper").port(), at("t09"));
  EXPECT_TRUE(scene.face("z_1").stays());
  EXPECT_TRUE(scene.own(kAxis).group().empty());
  EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.returns"), 1);
  EXPECT_EQ(scene.said("murmansk.report.returns", "marker"), "murmansk.marker.axis");
  EXPECT_TRUE(std::ranges::none_of(scene.seen().marker(), [&](const auto& each) { return each.number() == number; }));
  EXPECT_FALSE(scene.offers(kAxis, Verb::SAIL, at("t09")));
}

TEST(RuleBase, OneUnitMayUseKirkenes) {
  Scene scene(1);
  scene.pulse(1);
  const Key group = scene.axis({"hipper"}, "s10");
  scene.play({});
  scene.answer(kAxis, Verb::MOVE, group, at("t10"));
  EXPECT_EQ(scene.unit("hipper").port(), at("t10"));
}

TEST(RulingM29, ShipsInPortNeedNoFuelAndMeetNobody) {
  Scene scene(4);
  scene.pulse(2, Light::NIGHT);
  scene.in_base("hipper", "t10");
  scene.allied({"norfolk"}, "s11");
  scene.play({1});
  scene.done(kAllied);
  EXPECT_FALSE(scene.seen().has_battle());
  EXPECT_EQ(scene.asks(kAxis), Kind::PULSE);
  EXPECT_EQ(scene.own(kAxis).fuel_spent(), 0u);
}

TEST(RulingM40, WhenAConvoyIsOverGermansChooseABaseAndDamagedAlliesRoll) {
  for (int die : {4, 5}) {
    Scene scene(1);
    const Key raider = scene.axis({"hipper"}, "t05");
    const Key pair = scene.axis({"scheer", "z_1"}, "t06");
    scene.pack("r09");
    scene.allied({"norfolk", "king_george_v"}, "t04");
    scene.damage("king_george_v");
    scene.board().set_loads(3);
    scene.phase(Phase::RETURN);
    scene.play({die});
    EXPECT_EQ(scene.offered(kAxis, Verb::RETURN_TO), 4);
    scene.answer(kAxis, Verb::RETURN_TO, raider, at("t10"));
    EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.return"), 0);  // not before all have said it
    EXPECT_FALSE(scene.offers(kAxis, Verb::RETURN_TO, pair, at("t10")));
    scene.answer(kAxis, Verb::RETURN_TO, pair, at("u08"));
    EXPECT_EQ(scene.told(Viewer::kFirst, "murmansk.report.return"), 3);
    EXPECT_EQ(scene.face("scheer").port(), at("u08"));
    EXPECT_EQ(scene.face("king_george_v").state(), die == 4 ? State::AWAY : State::LOST);
    EXPECT_EQ(scene.seen().axis_points(), die == 4 ? 0u : 1u);
    EXPECT_EQ(scene.unit("norfolk").where(), v1::Unit::HOME);
    EXPECT_EQ(scene.seen().marker_size(), 1);  // the Wolfpack stays
    EXPECT_TRUE(scene.used_up());
    scene.expect_views();
  }
}

TEST(RulingM40, AnAlliedGroupMayLeaveWhereItCameIn) {
  Scene scene(1);
  scene.pulse(2);
  const Key group = scene.allied({"norfolk"}, "s02");
  const Key away = scene.allied({"london"}, "s03");
  scene.play({});
  EXPECT_FALSE(scene.offers(kAllied, Verb::LEAVE, away));
  scene.answer(kAllied, Verb::LEAVE, group);
  EXPECT_EQ(scene.unit("norfolk").where(), v1::Unit::HOME);
  EXPECT_EQ(scene.face("norfolk").state(), State::AVAILABLE);
  EXPECT_EQ(scene.seen().marker_size(), 1);
}

// -- scatter --

TEST(RuleScatter, AThirdOfTheFreightersSurviveAndTheConvoyIsOver) {
  Scene scene(1);
  scene.convoy({"norfolk"}, "r04");
  scene.board().set_freighters(3);
  scene.phase(Phase::SCATTER);
  scene.play({3, 2, 6});
  scene.answer(kAllied, Verb::SCATTER);
  EXPECT_EQ(scene.seen().freighters(), 1u);
  EXPECT_EQ(scene.face("norfolk").state(), State::AVAILABLE);
  EXPECT_EQ(scene.unit("norfolk").where(), v1::Unit::HOME);
  EXPECT_TRUE(scene.own(kAllied).group().empty());
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.scatters"), 1);
  EXPECT_TRUE(scene.used_up());
  scene.expect_views();
}

TEST(RuleScatter, MayBeOrderedInEveryPeriodOnceTheConvoyIsAtSea) {
  Scene scene(1);
  scene.set_up().form(kAllied, v1::GroupKind::CONVOY);
  scene.phase(Phase::SCATTER);
  scene.play({});
  EXPECT_FALSE(scene.offers(kAllied, Verb::SCATTER));
  EXPECT_TRUE(scene.offers(kAllied, Verb::GO_ON));
}

TEST(RulingM18, ScatteredSurvivorsBringTheirLoads) {
  Scene scene(1);
  scene.convoy({}, "r04");
  scene.board().set_freighters(2);
  scene.phase(Phase::SCATTER);
  scene.play({1, 2});
  scene.answer(kAllied, Verb::SCATTER);
  EXPECT_EQ(scene.seen().loads(), 2u);
}

TEST(RulingM19, ADamagedCapitalShipLostInScatterIsAPoint) {
  for (int die = 1; die <= 6; ++die) {
    Scene scene(1);
    scene.convoy({"renown"}, "r04");
    scene.damage("renown");
    scene.board().set_freighters(1);
    scene.phase(Phase::SCATTER);
    scene.play({6, die});
    scene.answer(kAllied, Verb::SCATTER);
    EXPECT_EQ(scene.face("renown").state(), die <= 4 ? State::AWAY : State::LOST) << die;
    EXPECT_TRUE(scene.used_up());
    EXPECT_EQ(scene.seen().season(0).axis(), die <= 4 ? 1u : 2u) << die;  // no freighter is left, so it is over
  }
}

// -- the order of play --

TEST(RuleSeq, WeatherScatterFourPulsesAndTheLastAirOperations) {
  Scene scene(2);
  scene.convoy({}, "s03");
  scene.in_base("hipper", "t09");
  scene.phase(Phase::PERIOD);
  scene.play({1, 1});
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.fair"), 1);
  EXPECT_EQ(scene.asks(kAllied), Kind::PERIOD);
  scene.answer(kAllied, Verb::GO_ON);
  for (std::uint32_t pulse = 1; pulse <= 4; ++pulse) {
    const Side side = pulse % 2 == 1 ? kAxis : kAllied;
    EXPECT_EQ(scene.seen().clock().pulse(), pulse);
    ASSERT_EQ(scene.asks(side), Kind::PULSE);
    scene.done(side);
  }
  EXPECT_EQ(scene.asks(kAllied), Kind::WINDOW);
  scene.done(kAllied);
  EXPECT_EQ(scene.asks(kAxis), Kind::WINDOW);
  scene.done(kAxis);
  EXPECT_EQ(scene.seen().clock().period(), 3u);
  EXPECT_TRUE(scene.used_up());
}

TEST(RulingM01, TheGermansMoveFirstAndTheAlliesActFirst) {
  Scene scene(2);
  scene.phase(Phase::SCATTER);
  scene.play({});
  scene.answer(kAllied, Verb::GO_ON);
  EXPECT_EQ(scene.asks(kAxis), Kind::PULSE);
  Scene later(2);
  later.pulse(4);
  later.play({1});
  later.done(kAllied);
  EXPECT_EQ(later.asks(kAllied), Kind::WINDOW);
}

TEST(RuleSeq, AConvoyUnloadsAfterTheLastAirAttacksOfItsArrival) {
  Scene scene(2);
  scene.pulse(2);
  const Key convoy = scene.convoy({"division_1"}, "s11");
  scene.board().set_freighters(9);
  scene.play({});
  scene.answer(kAllied, Verb::MOVE, convoy, at("t11"));
  scene.done(kAllied);
  scene.done(kAxis);
  scene.done(kAllied);
  scene.done(kAllied);
  EXPECT_EQ(scene.seen().loads(), 0u);
  EXPECT_TRUE(scene.offers(kAxis, Verb::RAID, 1, scene.number(kAllied, convoy)));
  scene.done(kAxis);
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.unloads"), 1);
  EXPECT_EQ(scene.seen().season(0).loads(), 9u);
  EXPECT_EQ(scene.seen().season(0).lost(), 3u);
  EXPECT_EQ(scene.seen().season(0).allied(), 1u);
  EXPECT_TRUE(scene.used_up());
}

TEST(RuleSeq, NoPeriodRunsWhileShipsAreMadeReady) {
  for (Phase::Kind phase : {Phase::SEASON_END, Phase::ORGANISE}) {
    Scene scene(2);
    v1::Clock& clock = *scene.board().mutable_clock();
    clock.set_period(15);
    clock.set_light(v1::Light::DAY);
    clock.set_storm(true);
    scene.board().set_over(true);
    scene.phase(phase);
    scene.play({});
    EXPECT_EQ(scene.seen().clock().period(), 0u);
    EXPECT_EQ(scene.seen().clock().light(), v1::Light::UNSPECIFIED);
    EXPECT_FALSE(scene.seen().clock().storm());
  }
}

TEST(RuleSeq, SubmarinesAttackBeforeShipsFight) {
  Scene scene(2);
  scene.pulse(2);
  const Key group = scene.allied({"norfolk"}, "r09");
  scene.axis({"hipper"}, "r09");
  scene.play({5, 1, 1, 1});
  scene.done(kAllied);
  EXPECT_EQ(scene.asks(kAxis), Kind::SUBMARINE_TARGET);
  EXPECT_FALSE(scene.seen().has_battle());
  EXPECT_TRUE(scene.marker_of(kAllied, group)->contacted());
  scene.answer(kAxis, Verb::HIT_SHIP, ship("norfolk"), 0);
  EXPECT_TRUE(scene.seen().has_battle());
}

TEST(RulingM12, EverySeasonCountsItsOwnLoads) {
  Scene scene(2);
  scene.board().set_loads(11);
  scene.phase(Phase::OPENING);
  scene.play({});
  EXPECT_EQ(scene.seen().loads(), 0u);
}

}  // namespace
}  // namespace wardroom::murmansk
