// Plotted routes, which are ours: what is followed, what halts, and how movement ends [5].
#include "tests/titles/pq17/rules/naval.h"

namespace wardroom::pq17 {
namespace {

// A route is plotted once and followed turn by turn, never at High Speed.
TEST(Routes, APlottedRouteIsFollowedAsFarAsModerateSpeedAllows) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0908").fuel("tf", 30);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::PLOT, scene.key("tf"));
  for (const char* hex : {"0909", "0910", "0911"}) scene.answer(kAllied, Verb::PLOT_STEP, hex_argument(hex));
  scene.answer(kAllied, Verb::PLOT_END);
  EXPECT_EQ(scene.hex("tf"), "0908") << "plotting moves nothing";
  scene.answer(kAllied, Verb::FOLLOW_ROUTE, scene.key("tf"), 2);
  EXPECT_EQ(scene.hex("tf"), "0910");
  EXPECT_EQ(scene.force("tf").route_size(), 1);
  EXPECT_EQ(scene.force("tf").fuel_turn(), 30);
  EXPECT_FALSE(scene.was_told(kAxis, "report.route.own"));
}

TEST(Routes, MeetingAnEnemyHaltsItAndTheForceIsInHand) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0908")
      .fuel("tf", 30)
      .wolfpack(kAxis, "w", {{"class.type_viic", 1}}, "0909");
  for (std::uint32_t hex : {909U, 910U}) stage.force("tf").add_route(hex);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::FOLLOW_ROUTE, scene.key("tf"), 2);
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE_FORCE));
  EXPECT_EQ(scene.hex("tf"), "0909");
  EXPECT_TRUE(scene.force("tf").route_halted());
  ASSERT_EQ(scene.force("tf").route_size(), 1);
  scene.answer(kAllied, Verb::STEP, hex_argument("0908"));
  EXPECT_TRUE(scene.force("tf").route().empty()) << "whoever goes another way has another plan";
}

TEST(Routes, AHigherIdOrGalesHaltAForceUntilItAloneIsToldToGoOn) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "seen", {{"ship.london"}}, "0908")
      .identified("seen", 1)
      .task_force(kAllied, "unseen", {{"ship.kent"}}, "0908");
  stage.force("seen").add_route(909);
  stage.force("unseen").add_route(909);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_TRUE(scene.was_told(kAllied, "report.route.halted.own"));
  EXPECT_TRUE(scene.offers(kAllied, Verb::FOLLOW_ALL_ROUTES, scene.key("unseen"), 1)) << "without the other";
  scene.answer(kAllied, Verb::FOLLOW_ROUTE, scene.key("seen"), 1);
  EXPECT_EQ(scene.hex("seen"), "0909");
  stage.weather(v1::Weather::GALES);
  Scene gales = stage.scene(any_chance());
  to_moves(gales, kAllied);
  EXPECT_EQ(gales.count(kAllied, Verb::FOLLOW_ALL_ROUTES), 0);
  EXPECT_TRUE(gales.force("unseen").route_halted());
}

TEST(Routes, AllRoutesAreFollowedWithOneAnswer) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "one", {{"ship.london"}}, "0908")
      .task_force(kAllied, "two", {{"ship.kent"}}, "0808")
      .task_force(kAllied, "three", {{"ship.norfolk"}}, "0707");
  for (std::uint32_t hex : {909U, 910U, 911U}) stage.force("one").add_route(hex);
  for (std::uint32_t hex : {809U, 810U, 811U}) stage.force("two").add_route(hex);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_EQ(scene.count(kAllied, Verb::FOLLOW_ALL_ROUTES), 1);
  scene.act(kAllied,
            Action(std::ranges::find(scene.menu(kAllied)->items, static_cast<std::uint32_t>(Verb::FOLLOW_ALL_ROUTES),
                                     [](const Item& item) { return item.action.verb; })
                       ->action));
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE));
  EXPECT_EQ(scene.hex("one"), "0910");
  EXPECT_EQ(scene.hex("two"), "0810");
  EXPECT_EQ(scene.hex("three"), "0707") << "it has no route";
  EXPECT_EQ(scene.count(kAllied, Verb::FOLLOW_ALL_ROUTES), 0);
}

TEST(Routes, FollowingAllStopsWhereAnEnemyIsMet) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "one", {{"ship.london"}}, "0908").task_force(kAllied, "two", {{"ship.kent"}}, "0908");
  stage.wolfpack(kAxis, "w", {{"class.type_viic", 1}}, "0910");
  for (const char* name : {"one", "two"}) {
    for (std::uint32_t hex : {909U, 910U}) stage.force(name).add_route(hex);
  }
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.act(kAllied,
            Action(std::ranges::find(scene.menu(kAllied)->items, static_cast<std::uint32_t>(Verb::FOLLOW_ALL_ROUTES),
                                     [](const Item& item) { return item.action.verb; })
                       ->action));
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE));
  EXPECT_EQ((scene.hex("one") == "0910") + (scene.hex("two") == "0910"), 1);
  EXPECT_EQ(scene.count(kAllied, Verb::FOLLOW_ALL_ROUTES), 1) << "for the other";
}

TEST(Routes, APortIsPlottedWithOneAnswerAndTellsWhatItPromises) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0908").fuel("tf", 10);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::PLOT, scene.key("tf"));
  const Hex port = the_title().reference().place("port.seydisfjord").hex;
  wardroom::v1::Menu shown;
  to_wire(*scene.menu(kAllied), shown);
  const auto item = std::ranges::find_if(
      shown.items(), [&](const auto& each) { return from_wire(each.action()) == make_action(Verb::PLOT_TO, port); });
  ASSERT_NE(item, shown.items().end());
  EXPECT_EQ(item->consequence().id(), "would.route");
  EXPECT_NE(item->consequence().ShortDebugString().find("name: \"port\" word: \"yes\""), std::string::npos)
      << item->consequence().ShortDebugString();
  scene.answer(kAllied, Verb::PLOT_TO, port);
  const v1::Force& force = scene.force("tf");
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE)) << "a port is where a route ends";
  EXPECT_EQ(force.route(force.route_size() - 1), number(port));
  EXPECT_EQ(force.route_size(), the_title().reference().sea_distance(kAllied, *hex_of("0908"), port));
}

TEST(Routes, TheLastLegOfARouteToAPortLeadsIn) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "near", {{"ship.london"}}, "1107").task_force(kAllied, "far", {{"ship.kent"}}, "1007");
  const Hex port = the_title().reference().place("port.scapa_flow").hex;
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  for (const char* name : {"near", "far"})
    scene.answer(kAllied, Verb::PLOT, scene.key(name)).answer(kAllied, Verb::PLOT_TO, port);
  scene.answer(kAllied, Verb::FOLLOW_ROUTE, scene.key("near"), 2);
  EXPECT_EQ(scene.hex("near"), "port.scapa_flow");
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE));
  scene.answer(kAllied, Verb::FOLLOW_ROUTE, scene.key("far"), 2);
  EXPECT_EQ(scene.hex("far"), "1206") << "the port would be its third hex [5.1.2]";
  EXPECT_TRUE(scene.force("far").route_into_port());
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE));
}

TEST(Routes, WhoeverHasComeBeforeHisPortGoesInTheTurnAfter) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "1206").force("tf").set_route_into_port(true);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::FOLLOW_ALL_ROUTES, scene.key("tf"), 1);
  EXPECT_EQ(scene.hex("tf"), "port.scapa_flow");
  EXPECT_FALSE(scene.force("tf").route_into_port());
}

TEST(Routes, ARouteMayEndOutsideThePort) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "1107");
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::PLOT, scene.key("tf"))
      .answer(kAllied, Verb::PLOT_TO, the_title().reference().place("port.scapa_flow").hex);
  scene.answer(kAllied, Verb::PLOT, scene.key("tf"))
      .answer(kAllied, Verb::PLOT_OUTSIDE)
      .answer(kAllied, Verb::PLOT_END);
  scene.answer(kAllied, Verb::FOLLOW_ALL_ROUTES, scene.key("tf"), 1);
  EXPECT_EQ(scene.hex("tf"), "1206");
}

// Each takes room of the others, and who is left outside would tell what the others are.
TEST(Routes, OneForceAtATimeFollowsItsRouteIntoASovietPort) {
  Stage stage = naval("pq12", 9, kAllied);
  for (const char* name : {"one", "two"}) {
    stage.task_force(kAllied, name, {{name == std::string("one") ? "ship.london" : "ship.kent"}}, "0817");
    stage.force(name).set_route_into_port(true);
  }
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_EQ(scene.count(kAllied, Verb::FOLLOW_ALL_ROUTES), 1);
  EXPECT_EQ(scene.count(kAllied, Verb::GO_ON), 0) << "somebody would be left behind";
  const char* first =
      scene.force("one").block() < scene.force("two").block() ? "one" : "two";  // in an order that both sides know
  EXPECT_TRUE(scene.offers(kAllied, Verb::FOLLOW_ALL_ROUTES, scene.key(first), 1));
}

TEST(Routes, AForceThatASovietPortCannotTakeInWholeIsMovedByHand) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}, {"ship.kent"}}, "0817");
  stage.force("tf").set_route_into_port(true);
  Scene at_the_port = stage.scene(any_chance());
  to_moves(at_the_port, kAllied);
  EXPECT_EQ(at_the_port.count(kAllied, Verb::FOLLOW_ROUTE), 0) << "choosing who waits outside would come between";
  EXPECT_EQ(at_the_port.count(kAllied, Verb::FOLLOW_ALL_ROUTES), 0);

  Stage off_it = naval("pq12", 9, kAllied);
  off_it.task_force(kAllied, "tf", {{"ship.london"}, {"ship.kent"}}, "0717");
  off_it.force("tf").add_route(817);
  off_it.force("tf").set_route_into_port(true);
  Scene scene = off_it.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::FOLLOW_ROUTE, scene.key("tf"), 1);
  EXPECT_EQ(scene.hex("tf"), "0817");
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE_FORCE)) << "it has a hex left";
}

TEST(Routes, NobodyGoesOnWithoutAForceThatIsHalted) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "halted", {{"ship.london"}}, "0512").task_force(kAllied, "tf", {{"ship.kent"}}, "0908");
  stage.force("halted").add_route(513);
  stage.force("halted").set_route_halted(true);
  stage.force("tf").add_route(909);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  EXPECT_EQ(scene.count(kAllied, Verb::FOLLOW_ALL_ROUTES), 1);
  EXPECT_EQ(scene.count(kAllied, Verb::GO_ON), 0);
}

TEST(Routes, WithOneAnswerAllGoAndMovementIsDone) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0908").air(kAllied, "air.catalina.210", "port.lerwick");
  for (std::uint32_t hex : {909U, 910U}) stage.force("tf").add_route(hex);
  for (const auto& [verb, asked] : {std::pair{Verb::GO_ON, true}, {Verb::GO_ON_GROUNDED, false}}) {
    Scene scene = stage.scene(any_chance());
    to_moves(scene, kAllied);
    scene.answer(kAllied, verb, scene.key("tf"), 2);
    EXPECT_EQ(scene.hex("tf"), "0910");
    EXPECT_FALSE(scene.asked(kAllied, MenuKind::MOVE));
    EXPECT_EQ(scene.asked(kAllied, MenuKind::AIR_MISSION), asked);
  }
  for (const bool grounded : {false, true}) {
    Scene scene = stage.scene(any_chance());
    to_moves(scene, kAllied);
    scene.answer(kAllied, grounded ? Verb::DONE_GROUNDED : Verb::DONE);
    EXPECT_EQ(scene.asked(kAllied, MenuKind::AIR_MISSION), !grounded);
    EXPECT_FALSE(scene.own(kAllied).grounded()) << "for one turn alone";
  }
}

TEST(Routes, MovementIsNotDoneWhereAnEnemyIsMetOrAConvoyHasToMove) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}}, "0908").wolfpack(kAxis, "w", {{"class.type_viic", 1}}, "0910");
  for (std::uint32_t hex : {909U, 910U}) stage.force("tf").add_route(hex);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::GO_ON, scene.key("tf"), 2);
  EXPECT_TRUE(scene.asked(kAllied, MenuKind::MOVE));
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, "0612", "port.murmansk");
  Scene with_convoy = stage.scene(any_chance());
  to_moves(with_convoy, kAllied);
  EXPECT_EQ(with_convoy.count(kAllied, Verb::FOLLOW_ALL_ROUTES), 1);
  EXPECT_EQ(with_convoy.count(kAllied, Verb::GO_ON), 0) << "it has no route";
  EXPECT_EQ(with_convoy.count(kAllied, Verb::DONE), 0);
}

TEST(Routes, WhoeverTurnsBackFromTheIceStillHasHisRoute) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.ice(v1::Ice::WEST, v1::Ice::ZONE_V, v1::Ice::HEAVY_DRIFT, false)
      .task_force(kAllied, "tf", {{"ship.london"}}, "0512");
  stage.force("tf").add_route(412);
  Scene scene = stage.scene(any_chance());
  to_moves(scene, kAllied);
  scene.answer(kAllied, Verb::FOLLOW_ROUTE, scene.key("tf"), 1);
  ASSERT_TRUE(scene.asked(kAllied, MenuKind::ICE));
  scene.answer(kAllied, Verb::ABORT);
  EXPECT_EQ(scene.hex("tf"), "0512");
  ASSERT_EQ(scene.force("tf").route_size(), 1);
  EXPECT_EQ(scene.force("tf").route(0), 412U);
  EXPECT_TRUE(scene.force("tf").route_halted());
  EXPECT_TRUE(scene.was_told(kAllied, "report.route.halted.own"));
  EXPECT_FALSE(scene.was_told(kAllied, "report.route.own")) << "it has followed nothing";
}

}  // namespace
}  // namespace wardroom::pq17
