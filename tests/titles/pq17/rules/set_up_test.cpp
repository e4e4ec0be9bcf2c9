// Chapter 4: set-up and planning.
#include "tests/titles/pq17/rules/opening.h"

namespace wardroom::pq17 {
namespace {

int dummies(const Opening& opening, Side side) {
  return static_cast<int>(std::ranges::count(opening.own(side).force(), v1::BlockKind::DUMMY, &v1::Force::kind));
}

// Answers of one kind until another question comes.
void place_everything(Opening& opening, Side side) {
  for (int steps = 0; steps < 500 && opening.clock().phase() == v1::Clock::SET_UP && opening.clock().active() == side;
       ++steps) {
    opening.act(side, Action(opening.menu(side)->items.back().action));
  }
}

TEST(Rule4_1_3, ThePlayerWithTheInitiativeSetsUpLast) {
  Opening opening(open_without_ice("pq12"), calm());
  EXPECT_EQ(opening.clock().active(), kAxis);
  EXPECT_TRUE(opening.menu(kAxis)->checkpoint);
  opening.answer(kAxis, v1::Verb::HISTORICAL);
  EXPECT_EQ(opening.clock().active(), kAllied);
}

TEST(Rule4_1_3, OneBlockAtTromsoeAndADummyInEveryOtherOccupiedPort) {
  Opening opening(open_without_ice("pq12"),
                  calm().give(Draw::kChit, {25, 24}));  // Z, then Y: neither is an Axis convoy
  ASSERT_NE(opening.own(kAxis).condition(), "condition.axis_convoy");
  opening.answer(kAxis, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::HISTORICAL);
  EXPECT_EQ(opening.blocks_in("port.tromsoe", kAxis), 1);
  EXPECT_EQ(opening.blocks_in("port.trondheim", kAxis), 4) << "three forces and a Dummy";
  EXPECT_EQ(dummies(opening, kAxis), 2);
  EXPECT_EQ(opening.blocks_in("port.scapa_flow", kAllied), 2);
  EXPECT_EQ(opening.blocks_in("port.seydisfjord", kAllied), 2);
  EXPECT_EQ(opening.blocks_in("port.lerwick", kAllied), 0);
  EXPECT_EQ(dummies(opening, kAllied), 4);
}

TEST(Rule4_1_3, TheAxisConvoyStandsAtTromsoeInsteadOfTheDummy) {
  Opening opening(open_without_ice("pq12"), calm().give(Draw::kChit, {25, 18}));  // Z, then S
  ASSERT_EQ(opening.own(kAxis).condition(), "condition.axis_convoy");
  opening.answer(kAxis, v1::Verb::HISTORICAL);
  EXPECT_EQ(opening.blocks_in("port.tromsoe", kAxis), 1);
  const v1::Force* convoy = opening.with(kAxis, "class.german_mv");
  ASSERT_TRUE(convoy);
  EXPECT_EQ(convoy->kind(), v1::BlockKind::CONVOY);
  EXPECT_EQ(convoy->place(), "port.tromsoe");
  EXPECT_EQ(convoy->destination(), "port.kirkenes");
  EXPECT_EQ(dummies(opening, kAxis), 1);
}

TEST(Rule4_1_3, NothingIsOnTheMapUntilTheSetUpIsSealed) {
  Opening opening(open_without_ice("pq12"), calm());
  opening.answer(kAxis, v1::Verb::BY_HAND);
  for (int steps = 0; steps < 500 && opening.clock().active() == kAxis; ++steps) {
    EXPECT_TRUE(opening.truth().sea().block().empty());
    EXPECT_TRUE(opening.truth().sea().stack().empty());
    EXPECT_TRUE(opening.truth().air().unit().empty());
    opening.act(kAxis, Action(opening.menu(kAxis)->items.back().action));
  }
  EXPECT_FALSE(opening.truth().sea().stack().empty());
  EXPECT_FALSE(opening.truth().air().unit().empty());
}

TEST(Rule5_1_9, PatrolWhiteHoldsItsStationWithFuelUntilDay10) {
  Opening opening(open_without_ice("pq12"), calm());
  opening.answer(kAxis, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::BY_HAND);
  ASSERT_TRUE(opening.asked(kAllied, v1::MenuKind::DIVIDE_CONVOY));
  opening.answer(kAllied, v1::Verb::DONE);
  ASSERT_TRUE(opening.asked(kAllied, v1::MenuKind::PATROL_WHITE));
  EXPECT_FALSE(opening.offers(kAllied, v1::Verb::CHOOSE_STATION, hex_argument("0611")));
  opening.answer(kAllied, v1::Verb::CHOOSE_STATION, hex_argument("0404"));
  opening.answer(kAllied, v1::Verb::NO);
  place_everything(opening, kAllied);
  EXPECT_EQ(opening.where(opening.with(kAllied, "ship.london")), "0404");
  EXPECT_EQ(opening.where(opening.with(kAllied, "ship.kent")), "port.reykjavik");
  EXPECT_TRUE(opening.with(kAllied, "ship.kent")->patrol_white());
  EXPECT_EQ(opening.with(kAllied, "ship.london")->fuel_turn(), 20);
}

TEST(Rule4_2, OneAlliedConvoyLeavesOnDayOne) {
  Opening opening(open_without_ice("pq12"), calm());
  opening.answer(kAxis, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::BY_HAND);
  opening.answer(kAllied, v1::Verb::CHOOSE_DESTINATION, place_argument("port.murmansk"));
  ASSERT_TRUE(opening.asked(kAllied, v1::MenuKind::PLAN_DEPARTURE));
  EXPECT_TRUE(opening.offers(kAllied, v1::Verb::DEPART, 1, place_argument("port.reykjavik")));
  EXPECT_TRUE(opening.offers(kAllied, v1::Verb::DEPART, 2, place_argument("port.reykjavik")));
  EXPECT_FALSE(opening.offers(kAllied, v1::Verb::DEPART, 3, place_argument("port.reykjavik")));
}

TEST(Rule4_2, AConvoysRouteNeverTurnsBackNorAway) {
  Opening opening(open_without_ice("pq12"), calm());
  opening.answer(kAxis, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::BY_HAND);
  opening.answer(kAllied, v1::Verb::CHOOSE_DESTINATION, place_argument("port.murmansk"));
  opening.answer(kAllied, v1::Verb::DEPART, 1, place_argument("port.reykjavik"));
  ASSERT_TRUE(opening.asked(kAllied, v1::MenuKind::PLAN_ROUTE));
  const Reference& reference = the_title().reference();
  const Hex goal = reference.place("port.murmansk").hex;
  Hex from = reference.place("port.reykjavik").hex;
  std::set<Hex> before{from};
  for (int steps = 0;
       steps < 5 && opening.asked(kAllied, v1::MenuKind::PLAN_ROUTE) && opening.menu(kAllied)->rule == "5.1.5";
       ++steps) {
    for (const Item& item : opening.menu(kAllied)->items) {
      const Hex to = static_cast<Hex>(item.action.arguments[0]);
      EXPECT_LE(reference.sea_distance(kAllied, to, goal), reference.sea_distance(kAllied, from, goal));
      EXPECT_FALSE(before.contains(to));
    }
    from = static_cast<Hex>(opening.menu(kAllied)->items.front().action.arguments[0]);
    before.insert(from);
    opening.act(kAllied, Action(opening.menu(kAllied)->items.front().action));
  }
}

TEST(Rule4_2, AConvoyWithTwoDestinationsMaySailAsTwo) {
  Opening opening(open_without_ice("pq12"), calm());
  opening.answer(kAxis, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::BY_HAND);
  while (opening.asked(kAllied, v1::MenuKind::CONVOY_START))
    opening.act(kAllied, Action(opening.menu(kAllied)->items.front().action));
  ASSERT_TRUE(opening.asked(kAllied, v1::MenuKind::DIVIDE_CONVOY));
  const int key = opening.convoy("convoy.pq12")->key();
  const auto& ships = opening.convoy("convoy.pq12")->ship();
  const int freighters = static_cast<int>(std::ranges::find(ships, "class.mv", &v1::Counter::unit) - ships.begin());
  EXPECT_TRUE(opening.offers(kAllied, v1::Verb::DIVIDE, key, 0, freighters, 15));
  opening.answer(kAllied, v1::Verb::DIVIDE, key, 0, freighters, 14);
  EXPECT_FALSE(opening.offers(kAllied, v1::Verb::DIVIDE, key, 0, freighters, 1)) << "one block more, not two";
  opening.answer(kAllied, v1::Verb::DONE);
  place_everything(opening, kAllied);
  opening.answer(kAllied, v1::Verb::BY_HAND);
  opening.answer(kAllied, v1::Verb::CHOOSE_DESTINATION, place_argument("port.murmansk"));
  std::vector<int> merchants;
  for (const v1::Force& force : opening.own(kAllied).force()) {
    if (force.convoy() == "convoy.pq12") merchants.push_back(tally(the_title().reference(), force).merchants);
  }
  EXPECT_EQ(merchants, (std::vector<int>{2, 14}));
  for (int steps = 0; steps < 20 && !opening.asked(kAllied, v1::MenuKind::PLAN_DESTINATION) && opening.menu(kAllied);
       ++steps) {
    opening.act(kAllied, Action(opening.menu(kAllied)->items.front().action));
  }
  EXPECT_TRUE(opening.offers(kAllied, v1::Verb::CHOOSE_DESTINATION, place_argument("port.arkhangelsk")))
      << "the other has a choice of its own";
}

TEST(Rule4_2, ATaskForceMayEnterPortByPlan) {
  Opening opening(open_without_ice("pq12"), calm());
  opening.answer(kAxis, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::BY_HAND);
  while (opening.menu(kAllied) && !opening.asked(kAllied, v1::MenuKind::PLAN_FORCE)) {
    opening.act(kAllied, Action(opening.menu(kAllied)->items.front().action));
  }
  opening.act(kAllied, Action(opening.menu(kAllied)->items.front().action));  // DEPART
  const auto enters = [&] {
    return std::ranges::find_if(opening.menu(kAllied)->items,
                                [](const Item& item) { return item.action.verb == v1::Verb::ENTER_PORT; });
  };
  EXPECT_EQ(enters(), opening.menu(kAllied)->items.end()) << "not in the turn it left [5.1.3]";
  opening.answer(kAllied, v1::Verb::STOP);
  ASSERT_NE(enters(), opening.menu(kAllied)->items.end());
  opening.act(kAllied, Action(enters()->action));
  int key = 0;
  std::string port;
  for (const v1::Force& force : opening.own(kAllied).force()) {
    if (force.kind() != v1::BlockKind::TASK_FORCE || force.plan_size() == 0) continue;
    key = force.key();
    port = force.plan(force.plan_size() - 1).into();
  }
  ASSERT_NE(key, 0);
  EXPECT_FALSE(port.empty());
  while (opening.asked(kAllied, v1::MenuKind::PLAN_FORCE)) opening.answer(kAllied, v1::Verb::NO);
  opening.as_in_history();
  const auto& forces = opening.own(kAllied).force();
  const auto force = std::ranges::find(forces, key, &v1::Force::key);
  ASSERT_NE(force, forces.end());
  EXPECT_EQ(force->place(), port);
  EXPECT_TRUE(force->home().empty());
  EXPECT_EQ(force->block(), 0u);
}

TEST(Rule4_2, PlansKeepOutOfEnemyPorts) {
  Opening opening(open_without_ice("pq12"), calm());
  opening.answer(kAxis, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::BY_HAND);
  // The Home Fleet makes for Bergen, as near as it may.
  const Reference& reference = the_title().reference();
  const Hex bergen = reference.place("port.bergen").hex;
  bool near = false;
  for (int steps = 0; steps < 800 && opening.menu(kAllied) && opening.clock().phase() == v1::Clock::PLANNING; ++steps) {
    const Menu& menu = *opening.menu(kAllied);
    EXPECT_FALSE(opening.offers(kAllied, v1::Verb::STEP, static_cast<int>(bergen)));
    const Item* best = &menu.items.front();
    for (const Item& item : menu.items) {
      if (item.action.verb != v1::Verb::STEP || menu.rule == "5.1.5") continue;
      const Hex to = static_cast<Hex>(item.action.arguments[0]);
      near = near || reference.air_distance(to, bergen) == 1;
      if (best->action.verb != v1::Verb::STEP ||
          reference.air_distance(to, bergen) <
              reference.air_distance(static_cast<Hex>(best->action.arguments[0]), bergen)) {
        best = &item;
      }
    }
    opening.act(kAllied, Action(best->action));
  }
  EXPECT_TRUE(near);
}

TEST(Rule4_2, AxisForcesInNorwayWaitForTheStartingTurn) {
  auto truth = open_without_ice("pq6");
  truth->mutable_clock()->set_starting_turn(25);  // after the day on which the destroyers sailed
  Opening opening(std::move(truth), calm());
  opening.answer(kAxis, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::HISTORICAL);
  if (opening.offers(kAxis, v1::Verb::HISTORICAL)) opening.answer(kAxis, v1::Verb::HISTORICAL);
  EXPECT_EQ(opening.with(kAxis, "class.type_36a")->plan_size(), 0);
}

TEST(Rule4_2, HistorysPlanIsAlwaysOffered) {
  Opening opening(open_without_ice("pq17"), calm());
  opening.answer(kAxis, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::BY_HAND);
  place_everything(opening, kAllied);
  ASSERT_TRUE(opening.offers(kAllied, v1::Verb::HISTORICAL));
  opening.answer(kAllied, v1::Verb::HISTORICAL);
  if (opening.offers(kAxis, v1::Verb::HISTORICAL)) opening.answer(kAxis, v1::Verb::HISTORICAL);
  EXPECT_FALSE(opening.convoy("convoy.pq17")->visited().empty());
}

TEST(Rule4_2, ThePlansAreMadeSideBySideAndInSecret) {
  Opening opening(open_without_ice("pq12"), calm());
  opening.answer(kAxis, v1::Verb::HISTORICAL).answer(kAllied, v1::Verb::HISTORICAL);
  EXPECT_EQ(opening.told(kAxis, "report.plans_sealed"), 0);
  opening.answer(kAllied, v1::Verb::HISTORICAL);
  const auto view = the_title().view(opening.truth(), Viewer::kSecond);
  for (const v1::Force& force : static_cast<const v1::View&>(*view).own().force()) EXPECT_TRUE(force.convoy().empty());
}

}  // namespace
}  // namespace wardroom::pq17
