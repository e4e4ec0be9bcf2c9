// Positions that are read: those that are played are taken as they are, others are refused with a reason.
#include "tests/titles/murmansk/rules/rules.h"

namespace wardroom::murmansk {
namespace {

// Why it is refused; nothing: it is read.
std::string refused(Scene& scene) {
  const auto read = load(*the_title(), save(scene.set_up().truth));
  return read ? std::string() : read.error().reason.id.str();
}

// A period of Summer 1942 with a group of every kind.
Scene at_sea() {
  Scene scene(2);
  scene.pulse(1);
  scene.convoy({"division_1"}, "r05");
  scene.allied({"norfolk", "london"}, "t05");
  scene.dummy(kAllied, "t05");
  scene.axis({"hipper"}, "t08");
  scene.pack("r09");
  scene.in_base("tirpitz", "x06");
  return scene;
}

TEST(MurmanskPosition, IsReadAsItIsPlayed) {
  Scene scene = at_sea();
  EXPECT_EQ(refused(scene), "");
  scene.play({});
  const auto read = load(*the_title(), save(scene.truth()));
  ASSERT_TRUE(read);
  EXPECT_EQ(save(**read), save(scene.truth()));
}

TEST(MurmanskPosition, WithoutItsScenarioIsRefused) {
  Scene scene = at_sea();
  scene.board().set_scenario("scenario.none");
  EXPECT_EQ(refused(scene), "murmansk.position.no_scenario");
  scene.board().clear_scenario();
  EXPECT_EQ(refused(scene), "murmansk.position.no_scenario");
  EXPECT_FALSE(load(*the_title(), ""));
}

TEST(MurmanskPosition, HasFiveShipsInAGroupAtMost) {
  Scene scene = at_sea();
  scene.allied({"kent", "suffolk", "cumberland", "berwick", "sheffield"}, "t04");
  EXPECT_EQ(refused(scene), "");
  scene.allied({"jamaica", "nigeria", "kenya", "trinidad", "scylla", "division_2"}, "t04");
  EXPECT_EQ(refused(scene), "murmansk.position.large");
}

TEST(MurmanskPosition, HasOneConvoyAndOneWolfpack) {
  Scene convoys = at_sea();
  convoys.set_up().form(kAllied, v1::GroupKind::CONVOY);
  EXPECT_EQ(refused(convoys), "murmansk.position.convoys");
  Scene packs = at_sea();
  packs.pack("r08");
  EXPECT_EQ(refused(packs), "murmansk.position.packs");
}

TEST(MurmanskPosition, HasAShipInOneGroup) {
  Scene twice = at_sea();
  const Key other = twice.allied({}, "t04");
  v1::Own& own = twice.set_up().own(kAllied);
  v1::Unit again = twice.set_up().unit(ship("norfolk"));
  again.set_group(other);
  *own.add_unit() = again;
  EXPECT_EQ(refused(twice), "murmansk.position.twice");
  Scene stray = at_sea();
  stray.set_up().unit(ship("norfolk")).set_group(other + 1);
  EXPECT_EQ(refused(stray), "murmansk.position.stray");
  Scene lost = at_sea();
  lost.set_up().face(ship("hipper")).set_state(State::LOST);
  EXPECT_EQ(refused(lost), "murmansk.position.stray");
  Scene fewer = at_sea();
  fewer.board().mutable_unit()->RemoveLast();
  EXPECT_EQ(refused(fewer), "murmansk.position.ships");
}

TEST(MurmanskPosition, HasAsManyMarkersAsThereAre) {
  Scene groups = at_sea();
  for (int i = 0; i < 6; ++i) groups.allied({}, "t04");
  EXPECT_EQ(refused(groups), "murmansk.position.markers");
  Scene dummies = at_sea();
  dummies.dummy(kAxis, "t08");
  EXPECT_EQ(refused(dummies), "");
  dummies.dummy(kAxis, "t08");
  EXPECT_EQ(refused(dummies), "murmansk.position.dummies");
}

TEST(MurmanskPosition, HasOneMarkerForEachGroupOnTheMap) {
  Scene none = at_sea();
  none.board().mutable_marker()->RemoveLast();
  EXPECT_EQ(refused(none), "murmansk.position.marker");
  Scene more = at_sea();
  *more.board().add_marker() = more.board().marker(0);
  EXPECT_EQ(refused(more), "murmansk.position.marker");
  Scene elsewhere = at_sea();
  elsewhere.board().mutable_marker(0)->set_place(at("t05"));
  EXPECT_EQ(refused(elsewhere), "murmansk.position.marker");
  Scene nowhere = at_sea();
  nowhere.set_up().own(kAxis).mutable_group(0)->set_place(the_box().places() + 1);
  EXPECT_EQ(refused(nowhere), "murmansk.position.groups");
}

TEST(MurmanskPosition, IsOfATimeThereIsAndStandsBetweenBattles) {
  Scene late = at_sea();
  late.set_up().clock().set_turn(10);
  EXPECT_EQ(refused(late), "murmansk.position.clock");
  Scene pulse = at_sea();
  pulse.set_up().clock().set_pulse(5);
  EXPECT_EQ(refused(pulse), "murmansk.position.clock");
  Scene more = at_sea();
  more.phase(Phase::MORE);  // and the convoy is not over
  EXPECT_EQ(refused(more), "murmansk.position.clock");
  Scene battle = at_sea();
  battle.board().mutable_battle();
  EXPECT_EQ(refused(battle), "murmansk.position.battle");
  Scene loads = at_sea();
  loads.board().set_freighters(13);
  EXPECT_EQ(refused(loads), "murmansk.position.tracks");
  Scene air = at_sea();
  air.board().mutable_air(0)->set_base(at("r05"));
  EXPECT_EQ(refused(air), "murmansk.position.air");
}

}  // namespace
}  // namespace wardroom::murmansk
