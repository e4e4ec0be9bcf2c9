// Chapter 3: the sequence of play.
#include "server/titles/pq17/sequence/sequence.h"

#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {
namespace {

TEST(Rule3_1, ChitsThenSetUpThenPlans) {
  Opening opening(open_without_ice("pq12"), calm());
  EXPECT_FALSE(opening.own(kAllied).chit().empty());
  EXPECT_FALSE(opening.own(kAxis).chit().empty());
  EXPECT_TRUE(opening.asked(kAxis, v1::MenuKind::SET_UP));
  EXPECT_FALSE(opening.menu(kAllied));
  opening.answer(kAxis, v1::Verb::HISTORICAL);
  EXPECT_TRUE(opening.asked(kAllied, v1::MenuKind::SET_UP));
  opening.answer(kAllied, v1::Verb::HISTORICAL);
  EXPECT_EQ(opening.clock().phase(), v1::Clock::PLANNING);
  EXPECT_TRUE(opening.asked(kAllied, v1::MenuKind::PLAN));
}

// -- one turn, as it is played --

// What happened, in order: draws and questions, each under its phase, side and segment.
class Journal final : public Chance {
 public:
  std::uint32_t draw(const Occasion& occasion, std::uint32_t sides) override {
    const auto what = static_cast<Draw>(occasion.step);
    note(static_cast<v1::Clock::Phase>(occasion.phase / 100), static_cast<Side>(occasion.phase / 10 % 10),
         static_cast<v1::Clock::Segment>(occasion.phase % 10), {});
    if (what == Draw::kWeather) return 5;
    if (what == Draw::kEvent) return occasion.ordinal == 0 ? 2 : 9;  // nothing happens
    return sides - 1;
  }
  void asked(const v1::Clock& clock, std::uint32_t menu) {
    note(clock.phase(), clock.active(), clock.segment(),
         v1::MenuKind::Kind_Name(static_cast<v1::MenuKind::Kind>(menu)));
  }
  // Without the questions: one line for each segment.
  std::vector<std::string> segments() const {
    std::vector<std::string> found;
    for (const auto& [where, question] : lines_) {
      if (found.empty() || found.back() != where) found.push_back(where);
    }
    return found;
  }
  std::vector<std::string> questions(const std::string& in) const {
    std::vector<std::string> found;
    for (const auto& [where, question] : lines_) {
      if (where == in && !question.empty() && (found.empty() || found.back() != question)) found.push_back(question);
    }
    return found;
  }

 private:
  void note(v1::Clock::Phase phase, Side side, v1::Clock::Segment segment, const std::string& question) {
    const std::string who = side == kAllied ? "Allied " : side == kAxis ? "Axis " : "";
    lines_.emplace_back(
        phase == v1::Clock::PLAYER ? who + v1::Clock::Segment_Name(segment) : v1::Clock::Phase_Name(phase), question);
  }

  std::vector<std::pair<std::string, std::string>> lines_;
};

// Plays on with the last choice of every menu, which ends it, until the next turn has its weather or play is over.
class PlayedTurn {
 public:
  explicit PlayedTurn(Stage& stage) : game_(the_title(), std::make_unique<Truth>(stage.truth()), journal_) {}

  const Truth& truth() const { return static_cast<const Truth&>(game_.position()); }
  const Journal& journal() const { return journal_; }
  // Until this side is asked in this segment; false: never in this turn.
  bool play_to(Side side, v1::Clock::Segment segment) {
    const int turn = truth().clock().turn();
    for (int steps = 0; steps < 300 && !game_.over() && truth().clock().turn() == turn; ++steps) {
      const Menu* menu = game_.menu(seat_of(side));
      if (menu && truth().clock().active() == side && truth().clock().segment() == segment) return true;
      step();
    }
    return false;
  }
  void play_turn() {
    const int turn = truth().clock().turn();
    for (int steps = 0; steps < 300 && !game_.over() && truth().clock().turn() == turn; ++steps) step();
  }

  template <class... Arguments>
  void answer(Side side, v1::Verb::Kind verb, const Arguments&... arguments) {
    ASSERT_TRUE(game_.menu(seat_of(side))->find(make_action(verb, arguments...)));
    note();
    game_.answer(seat_of(side), make_action(verb, arguments...));
  }

 private:
  void note() {
    for (Side side : kSides) {
      const Menu* menu = game_.menu(seat_of(side));
      if (menu && menu->asking == Asking::kOwn) journal_.asked(truth().clock(), menu->kind);
    }
  }
  void step() {
    note();
    for (Side side : kSides) {
      const Menu* menu = game_.menu(seat_of(side));
      if (!menu) continue;
      game_.answer(seat_of(side), Action(menu->items.back().action));
      return;
    }
  }

  Journal journal_;
  Game game_;
};

// Something to do for both sides in every segment that is not combat.
Stage busy_stage() {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::RANDOM_EVENT).phase(v1::Clock::WEATHER);
  stage.task_force(kAllied, "a", {{"ship.london"}, {"class.british_a_i", 2}}, "0611")
      .task_force(kAllied, "b", {{"ship.kent"}}, "0611");
  stage.task_force(kAllied, "seen", {{"ship.nigeria"}}, "0704").identified("seen", 0);
  stage.task_force(kAllied, "home", {{"class.british_a_i", 1}}, "port.scapa_flow").fuel("home", 12);
  stage.task_force(kAxis, "x", {{"ship.tirpitz"}, {"class.type_34_36", 2}}, "0611")
      .task_force(kAxis, "y", {{"ship.admiral_scheer"}}, "0611");
  stage.task_force(kAxis, "spotted", {{"ship.luetzow"}}, "0713").identified("spotted", 0);
  stage.task_force(kAxis, "base", {{"class.type_34_36", 1}}, "port.trondheim").fuel("base", 12);
  stage.convoy(kAllied, "pq", {{"class.mv", 12}}, "0708", "port.murmansk");
  stage.air(kAllied, "air.spitfire_pr.wick", "airbase.wick").air(kAllied, "air.catalina.210", "airbase.wick");
  stage.air(kAxis, "air.ju88d.1_f_124", "airbase.kirkenes").air(kAxis, "air.fw200c.i_kg40", "airbase.trondheim");
  return stage;
}

TEST(Rule3_2, ATurnIsPlayedSegmentBySegmentInStrictOrder) {
  Stage stage = busy_stage();
  PlayedTurn turn(stage);
  turn.play_turn();
  const std::vector<std::string> expected = {"WEATHER",
                                             "Allied RANDOM_EVENT",
                                             "Allied PHOTO_RECONNAISSANCE",
                                             "Allied NAVAL_MOVEMENT",
                                             "Allied AIR_MOVEMENT",
                                             "Allied RECONNAISSANCE",
                                             "Allied COMBINE_FORCES",
                                             "Axis RANDOM_EVENT",
                                             "Axis PHOTO_RECONNAISSANCE",
                                             "Axis NAVAL_MOVEMENT",
                                             "Axis AIR_MOVEMENT",
                                             "Axis RECONNAISSANCE",
                                             "Axis COMBINE_FORCES",
                                             "WEATHER",
                                             "Allied RANDOM_EVENT"};
  EXPECT_EQ(turn.journal().segments(), expected);
  EXPECT_EQ(turn.truth().clock().turn(), 10) << "the markers advance in the Fuel Phase";
}

TEST(Rule3_2, NavalMovementStandsUpSplitsRefuelsAndThenMoves) {
  Stage stage = busy_stage();
  PlayedTurn turn(stage);
  turn.play_turn();
  const std::vector<std::string> steps = {"STAND_UP", "SPLIT", "REFUEL", "MOVE"};
  for (const char* side : {"Allied", "Axis"}) {
    auto asked = turn.journal().questions(std::string(side) + " NAVAL_MOVEMENT");
    std::erase_if(asked, [&](const std::string& each) { return std::ranges::find(steps, each) == steps.end(); });
    asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
    EXPECT_EQ(asked, steps) << side;
  }
}

TEST(Rule3_2, AircraftComeHomeInTheCombatSegments) {
  Stage stage = busy_stage();
  for (v1::Air::Unit& unit : *stage.truth().mutable_air()->mutable_unit()) {
    if (unit.side() != kAxis || unit.unit() != "air.fw200c.i_kg40") continue;
    unit.set_mission(v1::Air::RADIUS);  // of the turn before
    unit.add_radius(static_cast<std::uint32_t>(hex_argument("0611")));
  }
  PlayedTurn turn(stage);
  const auto mission = [&](const std::string& id) {
    const auto& units = turn.truth().air().unit();
    return std::ranges::find(units, id, &v1::Air::Unit::unit)->mission();
  };
  ASSERT_TRUE(turn.play_to(kAllied, v1::Clock::AIR_MOVEMENT));
  const auto& units = turn.truth().air().unit();
  const int catalina = std::ranges::find(units, "air.catalina.210", &v1::Air::Unit::unit)->key();
  turn.answer(kAllied, v1::Verb::CHOOSE_AIR, catalina);
  turn.answer(kAllied, v1::Verb::FLY, catalina, hex_argument("0704"));
  ASSERT_TRUE(turn.play_to(kAllied, v1::Clock::RECONNAISSANCE));
  EXPECT_EQ(mission("air.catalina.210"), v1::Air::FLYING);
  EXPECT_EQ(mission("air.fw200c.i_kg40"), v1::Air::RADIUS);
  ASSERT_TRUE(turn.play_to(kAllied, v1::Clock::COMBINE_FORCES));
  EXPECT_EQ(mission("air.catalina.210"), v1::Air::AT_BASE) << "at the end of Air Combat";
  EXPECT_EQ(mission("air.fw200c.i_kg40"), v1::Air::AT_BASE) << "at the end of Submarine Combat";
}

// -- initiative --

TEST(Rule4_1, WithoutTheInitiativeTheAlliesDoNotMoveOnTheFirstMorning) {
  for (Side initiative : kSides) {
    Stage stage("learning");
    stage.at(1, kAllied, v1::Clock::RANDOM_EVENT).task_force(kAllied, "kola", {{"class.british_j_r", 1}}, "0717");
    stage.convoy(kAllied, "c", {{"class.mv", 2}}, "0614", "port.murmansk")
        .wolfpack(kAxis, "u", {{"class.type_viic", 1}}, "0614");
    stage.truth().mutable_clock()->set_initiative(initiative);
    PlayedTurn turn(stage);
    EXPECT_EQ(turn.play_to(kAllied, v1::Clock::NAVAL_MOVEMENT), initiative == kAllied);
    EXPECT_EQ(turn.truth().clock().turn(), initiative == kAllied ? 1 : 2) << "everything else is played";
    const auto segments = turn.journal().segments();
    const auto has = [&](const char* segment) { return std::ranges::find(segments, segment) != segments.end(); };
    if (initiative == kAxis) {
      EXPECT_TRUE(has("Axis NAVAL_MOVEMENT"));
      EXPECT_TRUE(turn.play_to(kAllied, v1::Clock::NAVAL_MOVEMENT)) << "in the afternoon they move";
    }
  }
}

TEST(Rule4_1, WhoeverHasTheInitiativeSetsUpLast) {
  for (Side initiative : kSides) {
    auto truth = open_without_ice("pq12");
    truth->mutable_clock()->set_initiative(initiative);
    Opening opening(std::move(truth), calm());
    EXPECT_TRUE(opening.asked(enemy_of(initiative), v1::MenuKind::SET_UP));
    EXPECT_FALSE(opening.menu(initiative));
    opening.answer(enemy_of(initiative), v1::Verb::HISTORICAL);
    EXPECT_TRUE(opening.asked(initiative, v1::MenuKind::SET_UP));
  }
}

TEST(Rule3_3, ChitsAndCommandPointsAreShownAfterTheOperation) {
  Stage stage("pq12");
  stage.at(11, kAxis, v1::Clock::COMBINE_FORCES);
  stage.truth().mutable_allied()->set_chit("A");
  stage.truth().mutable_allied()->set_condition("condition.bomber_command");
  Scene scene = stage.scene();
  EXPECT_TRUE(scene.over());
  EXPECT_TRUE(scene.was_told(kAxis, "report.confirmation.chit"));
  EXPECT_TRUE(scene.was_told(kAxis, "report.confirmation.command_points"));
  EXPECT_TRUE(scene.was_told(kAllied, "report.score"));
  ASSERT_EQ(scene.truth().standing().shown_size(), 1);
  EXPECT_EQ(scene.truth().standing().shown(0).letter(), "A");
}

TEST(Rule3_4, EndsWhenConvoysAreHomeAndOneSidesTaskForcesAreInPort) {
  Stage stage("pq12");
  stage.at(11, kAxis, v1::Clock::COMBINE_FORCES).task_force(kAllied, "hood", {{"ship.london"}}, "0611");
  Scene scene = stage.scene();
  EXPECT_TRUE(scene.was_told(kAllied, "report.operation_ended.forces_in_port"));
  EXPECT_TRUE(scene.over());
}

TEST(Rule3_4, TheAxisConvoyCountsOnlyAtSea) {
  Stage stage("pq12");
  stage.at(11, kAxis, v1::Clock::COMBINE_FORCES)
      .convoy(kAxis, "c", {{"class.german_mv", 2}}, "port.tromsoe", "port.kirkenes");
  EXPECT_FALSE(operation_over(Desk(stage).hands()).empty());
  Stage out("pq12");
  out.at(11, kAxis, v1::Clock::COMBINE_FORCES).convoy(kAxis, "c", {{"class.german_mv", 2}}, "0715", "port.kirkenes");
  EXPECT_TRUE(operation_over(Desk(out).hands()).empty());
}

TEST(Rule3_4, AConvoyThatNeverSailedKeepsTheOperationOpenUntilDay15) {
  Stage stage("pq12");
  stage.at(29, kAxis, v1::Clock::COMBINE_FORCES)
      .convoy(kAllied, "c", {{"class.mv", 2}}, "port.reykjavik", "port.murmansk");
  EXPECT_TRUE(operation_over(Desk(stage).hands()).empty());
  stage.truth().mutable_clock()->set_turn(30);
  EXPECT_FALSE(operation_over(Desk(stage).hands()).empty());
}

TEST(Rule3_4, NothingGoesOnAfterDay30) {
  Stage stage("pq12");
  stage.at(59, kAxis, v1::Clock::COMBINE_FORCES).convoy(kAllied, "c", {{"class.mv", 2}}, "0611", "port.murmansk");
  EXPECT_TRUE(operation_over(Desk(stage).hands()).empty());
  stage.truth().mutable_clock()->set_turn(60);
  EXPECT_EQ(operation_over(Desk(stage).hands()).id, "report.operation_ended.day_30");
}

TEST(Rule3_4, AScenarioMayHaveALastTurn) {
  Stage stage("learning");
  stage.at(8, kAxis, v1::Clock::COMBINE_FORCES).convoy(kAllied, "c", {{"class.mv", 2}}, "0615", "port.murmansk");
  EXPECT_EQ(operation_over(Desk(stage).hands()).id, "report.operation_ended.last_turn");
}

struct EndCase {
  bool convoys_home, in_port, day_15, ends;
};
class Example_DX_25 : public ::testing::TestWithParam<EndCase> {};
TEST_P(Example_DX_25, EndsWhenBothHold) {
  const EndCase each = GetParam();
  Stage stage("pq12");
  stage.at(each.day_15 ? 30 : 20, kAxis, v1::Clock::COMBINE_FORCES);
  stage.convoy(kAllied, "c", {{"class.mv", 2}}, each.convoys_home ? "port.murmansk" : "0611", "port.murmansk");
  stage.task_force(kAllied, "a", {{"ship.london"}}, "0611");
  stage.task_force(kAxis, "x", {{"ship.admiral_scheer"}}, each.in_port ? "port.trondheim" : "0811");
  EXPECT_EQ(!operation_over(Desk(stage).hands()).empty(), each.ends);
}
INSTANTIATE_TEST_SUITE_P(Cases, Example_DX_25,
                         ::testing::Values(EndCase{true, true, false, true}, EndCase{true, false, true, true},
                                           EndCase{true, false, false, false}, EndCase{false, true, true, false}));

}  // namespace
}  // namespace wardroom::pq17
