// Chapter 4.2: what may be planned, and what a plan binds to.
#include "server/titles/pq17/weather/time.h"
#include "tests/titles/pq17/rules/naval.h"
#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {
namespace {

// A convoy of the scenario that was planned for one of its two destinations.
Stage with_convoy(const std::string& where, const std::string& destination) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.convoy(kAllied, "convoy", {{"class.mv", 12}}, where, destination);
  stage.force("convoy").set_convoy("convoy.pq12");
  return stage;
}

TEST(Rule5_1_5, AnyListedDestinationMayBeEnteredWhateverWasPlanned) {
  Stage stage = with_convoy("0817", "port.arkhangelsk");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy"));
  EXPECT_GT(scene.count(kAllied, Verb::STEP), 0) << "or go on to the other";
  scene.answer(kAllied, Verb::ENTER_PORT, place_argument("port.murmansk"));
  EXPECT_EQ(scene.hex("convoy"), "port.murmansk");
  EXPECT_EQ(scene.force("convoy").destination(), "port.murmansk");
  for (Side side : kSides) EXPECT_TRUE(scene.was_told(side, "report.arrived.merchants"));
  ASSERT_EQ(scene.truth().standing().arrival_size(), 1);
  EXPECT_EQ(scene.truth().standing().arrival(0).ships(), 12);
  EXPECT_FALSE(scene.offers(kAllied, Verb::LEAVE_PORT, scene.key("convoy"))) << "it has arrived";
}

TEST(Rule5_1_5, AnyListedDestinationMayBeEnteredAlsoScattered) {
  Stage stage = with_convoy("0817", "port.arkhangelsk");
  stage.truth().mutable_sea()->mutable_block(1)->set_scattered(true);
  Scene scene = stage.scene(any_chance());
  ASSERT_TRUE(scene.block("convoy").scattered());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy"));
  scene.answer(kAllied, Verb::ENTER_PORT, place_argument("port.murmansk"));
  EXPECT_EQ(scene.hex("convoy"), "port.murmansk");
  for (Side side : kSides) EXPECT_TRUE(scene.was_told(side, "report.arrived.merchants"));
}

TEST(Rule5_1_5, AnyListedDestinationMayBeEnteredSoEveryHexOnTheWayToOneIsOpen) {
  const Hex from = *hex_of("0717");
  const Hex murmansk = printed().place("port.murmansk").hex;
  const Hex arkhangelsk = printed().place("port.arkhangelsk").hex;
  const auto farther = [&](Hex to, Hex goal) {
    return printed().sea_distance(kAllied, to, goal) > printed().sea_distance(kAllied, from, goal);
  };
  Stage stage = with_convoy("0717", "port.murmansk");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("convoy"));
  std::optional<Hex> aside;
  for (Hex to : printed().hex(from).by_sea) {
    if (to == printed().place("port.kirkenes").hex) continue;
    EXPECT_EQ(can_step(scene, kAllied, number_of(to)), !farther(to, murmansk) || !farther(to, arkhangelsk))
        << number_of(to);
    if (farther(to, murmansk) && !farther(to, arkhangelsk)) aside = to;
  }
  ASSERT_TRUE(aside);
  step_to(scene, kAllied, number_of(*aside));
  EXPECT_EQ(scene.force("convoy").destination(), "port.arkhangelsk");
  EXPECT_TRUE(scene.was_told(kAllied, "report.destination.own"));
  EXPECT_FALSE(scene.was_told(kAxis, "report.destination.own"));
  for (const v1::Force& force : scene.view(kAllied).own().force()) {
    if (key_of(force) != scene.key("convoy")) continue;
    EXPECT_EQ(force.destination(), "port.arkhangelsk");
  }
}

TEST(Rule5_1_5, ItsDestinationIsNeverThePortOfAnotherConvoy) {
  Stage stage = with_convoy("0817", "port.murmansk");
  stage.convoy(kAllied, "out", {{"class.mv", 12}}, "0817", "port.reykjavik", false);
  stage.force("out").set_convoy("convoy.qp8");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key("out"));
  EXPECT_EQ(scene.count(kAllied, Verb::ENTER_PORT), 0);
}

// -- who sails --

// The Allied plans are laid by hand, both set-ups as in history.
Opening by_hand(const std::string& scenario) {
  Opening opening(open_without_ice(scenario), calm());
  opening.answer(kAxis, Verb::HISTORICAL).answer(kAllied, Verb::HISTORICAL).answer(kAllied, Verb::BY_HAND);
  return opening;
}

bool asked_about(const Opening& opening, const v1::Force& force) {
  if (!opening.asked(kAllied, MenuKind::PLAN_FORCE)) return false;
  const auto* name = std::get_if<std::shared_ptr<const Text>>(&opening.menu(kAllied)->prompt.arguments[0].value);
  const bool kind = name && (*name)->id.str() == (force.kind() == v1::BlockKind::WOLFPACK ? "block.allied.wolfpack"
                                                                                          : "block.allied.task_force");
  return kind && std::get<std::int64_t>((*name)->arguments[0].value) == force.number();
}

// Convoys by their first choices, everybody else stays in port, until this force is asked for.
bool comes_to(Opening& opening, const v1::Force force) {
  for (int steps = 0; steps < 300 && opening.clock().phase() == Clock::PLANNING && opening.menu(kAllied); ++steps) {
    if (asked_about(opening, force)) return true;
    const bool stays = opening.asked(kAllied, MenuKind::PLAN_FORCE);
    opening.act(kAllied, stays ? make_action(Verb::NO) : Action(opening.menu(kAllied)->items.front().action));
  }
  return false;
}

// In port, and no convoy.
v1::Force in_port(const Opening& opening, const std::string& unit) {
  for (const v1::Force& force : opening.own(kAllied).force()) {
    const bool has = std::ranges::find(force.ship(), unit, &v1::Counter::unit) != force.ship().end();
    if (has && force.kind() != v1::BlockKind::CONVOY && force.place().starts_with("port.")) return force;
  }
  throw Broken("not in port");
}

void seal(Opening& opening) {
  while (opening.asked(kAllied, MenuKind::PLAN_FORCE)) opening.answer(kAllied, Verb::NO);
  if (opening.offers(kAxis, Verb::HISTORICAL)) opening.answer(kAxis, Verb::HISTORICAL);
}

const v1::Own::CommandPool& northern_fleet(const Opening& opening) {
  for (const auto& pool : opening.own(kAllied).command()) {
    if (pool.command() == v1::Command::SEVERNYY_FLOT) return pool;
  }
  throw Broken("no such command");
}

TEST(Rule4_2, SovietForcesMaySailByPlan) {
  Opening opening = by_hand("pq12");
  ASSERT_TRUE(comes_to(opening, in_port(opening, "class.soviet_type_7")));
  opening.answer(kAllied, Verb::DEPART, 3, place_argument("port.murmansk"));
  opening.answer(kAllied, Verb::STEP, hex_argument("0818"));
  opening.answer(kAllied, Verb::DONE);
  seal(opening);
  ASSERT_TRUE(opening.asked(kAllied, MenuKind::DUMMIES_APPEAR));
  const int before = opening.blocks_in("port.murmansk", kAllied);
  opening.answer(kAllied, Verb::DONE);
  EXPECT_EQ(opening.where(opening.with(kAllied, "class.soviet_type_7")), "0818");
  EXPECT_LT(opening.blocks_in("port.murmansk", kAllied), before);
  EXPECT_GT(opening.told(kAxis, "report.new_block"), 0) << "a block, and no more than that";
  EXPECT_EQ(northern_fleet(opening).spent(), 0);
  opening.idle_until([&] { return opening.asked(kAllied, MenuKind::MOVE); });
  EXPECT_EQ(northern_fleet(opening).spent(), 1) << "in the first Naval Movement Segment";
}

TEST(Rule4_2, TheSixthFlotillaMaySailByPlan) {
  Opening opening = by_hand("pq12");
  ASSERT_TRUE(comes_to(opening, in_port(opening, "class.sixth_mf")));
  EXPECT_TRUE(opening.offers(kAllied, Verb::DEPART, 1, place_argument("port.murmansk")));
}

TEST(Rule4_2, AlliedWolfpacksMaySailByPlan) {
  Opening opening = by_hand("pq6");
  ASSERT_TRUE(comes_to(opening, in_port(opening, "class.british_submarine")));
  opening.answer(kAllied, Verb::DEPART, 1, place_argument("port.lerwick"));
  EXPECT_EQ(opening.menu(kAllied)->items.front().action.verb, static_cast<std::uint32_t>(Verb::STEP));
}

TEST(Rule4_2, AllOthersStayOrGoAsInHistoryWithOneAnswer) {
  for (const auto verb : {Verb::DONE, Verb::HISTORICAL}) {
    Opening opening = by_hand("pq12");
    while (opening.menu(kAllied) && !opening.asked(kAllied, MenuKind::PLAN_FORCE))
      opening.act(kAllied, Action(opening.menu(kAllied)->items.front().action));
    opening.answer(kAllied, verb);
    EXPECT_FALSE(opening.asked(kAllied, MenuKind::PLAN_FORCE));
    seal(opening);
    ASSERT_TRUE(opening.asked(kAllied, MenuKind::DUMMIES_APPEAR));
    const v1::Force* renown = opening.with(kAllied, "ship.renown");
    EXPECT_EQ(renown->home().empty(), verb == Verb::DONE) << "she sailed in history";
    EXPECT_EQ(opening.with(kAllied, "class.soviet_type_7")->place(), "port.murmansk");
  }
}

TEST(Rule4_3_2, APlannedVoyageKeepsWithinTheNorthernFleetsPoints) {
  Opening opening = by_hand("pq12");
  ASSERT_EQ(northern_fleet(opening).points(), 2);
  ASSERT_TRUE(comes_to(opening, in_port(opening, "class.soviet_type_7")));
  opening.answer(kAllied, Verb::DEPART, 1, place_argument("port.murmansk"));
  opening.answer(kAllied, Verb::STEP, hex_argument("0717"));
  opening.answer(kAllied, Verb::STEP, hex_argument("0616"));  // outside the Soviet Air Radius and Sector
  EXPECT_FALSE(opening.offers(kAllied, Verb::STEP, hex_argument("0615"))) << "one to sail, one for a hex outside";
  EXPECT_TRUE(opening.offers(kAllied, Verb::STEP, hex_argument("0617")));
  opening.answer(kAllied, Verb::DONE);
  seal(opening);
  ASSERT_TRUE(opening.asked(kAllied, MenuKind::DUMMIES_APPEAR));
  EXPECT_EQ(northern_fleet(opening).spent(), 2);
  EXPECT_EQ(opening.told(kAxis, "report.command.own"), 0);
  opening.answer(kAllied, Verb::DONE);
  opening.idle_until([&] { return opening.asked(kAllied, MenuKind::MOVE); });
  EXPECT_EQ(northern_fleet(opening).spent(), 2) << "paid for once";
}

TEST(Rule11_2_3, APlannedVoyageSlowsDownWhenFuelIsCritical) {
  auto truth = open_without_ice("pq6", {"option.soviet_endurance"});
  truth->mutable_clock()->set_starting_turn(15);
  Opening opening(std::move(truth), calm());
  opening.answer(kAxis, Verb::HISTORICAL).answer(kAllied, Verb::HISTORICAL).answer(kAllied, Verb::BY_HAND);
  ASSERT_TRUE(comes_to(opening, in_port(opening, "class.soviet_type_7")));
  opening.answer(kAllied, Verb::DEPART, 1, place_argument("port.murmansk"));
  for (int steps = 0; steps < 60 && opening.asked(kAllied, MenuKind::PLAN_ROUTE); ++steps)
    opening.act(kAllied, Action(opening.menu(kAllied)->items.front().action));
  const v1::Force& fleet = *opening.with(kAllied, "class.soviet_type_7");
  for (const auto& move : fleet.plan()) {
    const bool slow = move.turn() == 1 || move.turn() >= 10;  // Low in turn 7, Critical in turn 10
    EXPECT_EQ(move.route_size(), slow ? 1 : 2) << move.turn();
  }
}

TEST(Rule5_2_1, BritishSubmarinesWaitForSovietOnesInTheirWayByPlan) {
  Stage stage("pq12");
  stage.at(3, kAllied, Clock::NAVAL_MOVEMENT)
      .wolfpack(kAllied, "british", {{"class.british_submarine", 1}}, "port.murmansk")
      .wolfpack(kAllied, "soviet", {{"class.soviet_submarine", 1}}, "0717");
  auto& move = *stage.force("british").add_plan();
  move.set_turn(1);
  move.set_speed(v1::Speed::MODERATE);
  move.add_route(717);
  Desk desk(stage);
  end_initial_transit(desk.op);
  EXPECT_EQ(stage.force("british").place(), "0817") << "it has left port, and waits there";
}

TEST(Rule11_1_4, SovietShipsMayEscortAConvoyFromItsPort) {
  Opening opening(open_without_ice("pq17"), calm());
  opening.answer(kAxis, Verb::HISTORICAL).answer(kAllied, Verb::BY_HAND);
  std::set<std::string> escorts;  // that the convoy in Murmansk might take
  for (int steps = 0; steps < 300 && opening.clock().phase() == Clock::SET_UP && opening.menu(kAllied); ++steps) {
    const v1::Force* convoy = opening.convoy("convoy.qp13");
    for (const Item& item : opening.menu(kAllied)->items) {
      if (item.action.verb != static_cast<std::uint32_t>(Verb::ASSIGN) || item.action.at<int>(1) != convoy->key())
        continue;
      escorts.insert(opening.own(kAllied).pool(item.action.at<int>(0)).unit());
    }
    const bool last = opening.asked(kAllied, MenuKind::PLACE_DUMMIES);
    const auto& items = opening.menu(kAllied)->items;
    opening.act(kAllied, Action(last ? items.back().action : items.front().action));
  }
  EXPECT_TRUE(escorts.contains("class.soviet_type_7"));
  EXPECT_TRUE(escorts.contains("class.sixth_mf"));
  EXPECT_FALSE(escorts.contains("class.soviet_submarine"));
  EXPECT_FALSE(escorts.contains("ship.duke_of_york")) << "in another port";
}

// -- German Task Forces --

TEST(Rule11_4, NorDoTheyLeaveKielByPlan) {
  struct Bought {
    const char* scenario;
    const char* choice;
    bool leaves;
  };
  for (const Bought& bought :
       {Bought{"pq17", "ahistorical.scharnhorst", false}, Bought{"pq6", "ahistorical.admiral_hipper", true}}) {
    Opening opening(bought.scenario, calm().give(Draw::kChit, {25, 24}), {"option.ahistorical_forces"});
    const auto& offers = printed().box().scenario(bought.scenario)->ahistorical();
    const auto offer = std::ranges::find(offers, bought.choice, &v1::AhistoricalOffer::choice) - offers.begin();
    opening.answer(kAxis, Verb::BUY, static_cast<int>(offer), 0)
        .answer(kAxis, Verb::DONE)
        .answer(kAxis, Verb::HISTORICAL)
        .answer(kAxis, Verb::CHOOSE_PLACE, place_argument("port.kiel"))
        .answer(kAllied, Verb::DONE)
        .answer(kAllied, Verb::HISTORICAL);
    if (opening.offers(kAxis, Verb::BY_HAND)) opening.answer(kAxis, Verb::BY_HAND);
    EXPECT_EQ(opening.asked(kAxis, MenuKind::PLAN_FORCE), bought.leaves) << bought.scenario;
  }
}

}  // namespace
}  // namespace wardroom::pq17
