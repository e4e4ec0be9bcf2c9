// The printed battle of chapter 7, the Barents Sea, played from its position with its dice.
#include "tests/titles/pq17/rules/golden.h"

namespace wardroom::pq17 {
namespace {

using v1::Battle;
using v1::MenuKind;
using v1::SearchResult;
using v1::Verb;

// A card whose Force line by Night in Reduced Visibility says this.
std::uint32_t force_card(Side side, int result) {
  return card(find_card(side, [&](const v1::Card& each) {
    return each.night().force(kReducedVisibility) == result && !each.night().submarine_watermark();
  }));
}

class BarentsSea : public ::testing::Test {
 protected:
  static std::vector<std::uint32_t> chance() {
    return {
        force_card(kAxis, SearchResult::ID0),
        force_card(kAllied, SearchResult::ID3),
        3,  // found, not intercepted, no surprise
        0,
        3,
        6,
        8,
        2,
        7,
        1,
        5,
        7,
        5,  // Hipper, the destroyers, J-R; its fate; goes on
        force_card(kAxis, SearchResult::ID3),
        force_card(kAllied, SearchResult::ID3),  // nobody joins
        0,
        2,
        8,
        9,
        4,
        5,
        3,
        0,
        0,
        0,
        0,
        2,  // the Germans, O-P, the old destroyer; goes on
        force_card(kAxis, SearchResult::ID2),
        force_card(kAllied, SearchResult::U),  // both join
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,  // fourteen shots miss
        0,
        2,
        6,
        3,
        6,
        7,
        1,
        8,
        9,
        3,  // O-P, Sheffield, Jamaica; one destroyer sinks
        0,
        3,
        8,
        1,
        6,
        5,  // torpedoes; the Germans withdraw
    };
  }

  Scene scene = example("ex-11", chance());

  int unit(const std::string& name, int nth = 0) const {
    for (Side side : kSides) {
      for (const v1::Displayed& each : scene.own(side).display()) {
        if (each.ship().unit() == name && lies(each.id()) && nth-- == 0) return each.id();
      }
    }
    return 0;
  }
  bool lies(int id) const {
    return std::ranges::any_of(scene.truth().battle().unit(),
                               [&](const Battle::Unit& each) { return each.id() == id; });
  }
  // What both sides see of a unit must be the same; 0 CS: it is not there.
  int seen_cs(const std::string& name) {
    int cs = -1;
    for (Side side : kSides) {
      int here = 0;
      for (const Battle::Unit& each : scene.view(side).battle().unit())
        here += each.ship().unit() == name ? each.ship().cs() : 0;
      EXPECT_TRUE(cs < 0 || cs == here);
      cs = here;
    }
    return cs;
  }
  int seen_level(const std::string& force) {
    EXPECT_EQ(seen(scene, kAllied, scene.id(force)).level(), seen(scene, kAxis, scene.id(force)).level());
    return seen(scene, kAllied, scene.id(force)).flat() ? seen(scene, kAllied, scene.id(force)).level() : -1;
  }
  void move(Side side, const std::string& name, Battle::Area area, int nth = 0) {
    scene.answer(side, Verb::MANOEUVRE, unit(name, nth), area);
  }
  void screen(const std::string& name, const std::string& enemy) {
    scene.answer(kAllied, Verb::SCREEN, unit(name), unit(enemy));
  }
  void shoot(Side side, const std::string& name, const std::string& target) {
    scene.answer(side, Verb::SHOOT, unit(name), unit(target));
  }
  void fire(Side side) { scene.answer(side, Verb::DONE); }
  void lie_as_usual() {
    for (Side side : kSides) {
      if (scene.asked(side, MenuKind::STACKS)) scene.answer(side, Verb::DONE);
    }
  }
  void fight_on() { scene.answer(kAllied, Verb::DONE).answer(kAxis, Verb::DONE); }

  void approach() {
    scene.answer(kAxis, Verb::ATTACK, scene.key("axis TF 1"), scene.id("allied convoy 1")).answer(kAxis, Verb::DONE);
    ASSERT_TRUE(scene.asked(kAllied, MenuKind::INTERCEPT));
    scene.answer(kAllied, Verb::INTERCEPT, scene.key("allied TF 1"));
    EXPECT_TRUE(both_told(scene, "report.battle.not_intercepted"));
    scene.answer(kAxis, Verb::ROLL_SURPRISE);
    if (scene.asked(kAllied, MenuKind::SUBMARINES_FIRST)) scene.answer(kAllied, Verb::DONE);
    lie_as_usual();
  }

  void first_round() {
    for (int nth : {0, 1}) move(kAllied, "class.mv", Battle::WITHDRAWAL, nth);
    move(kAllied, "class.british_es", Battle::WITHDRAWAL);
    move(kAllied, "class.british_j_r", Battle::SCREENING);
    move(kAllied, "class.british_o_p", Battle::SCREENING);
    scene.answer(kAllied, Verb::DONE);
    screen("class.british_j_r", "ship.admiral_hipper");
    scene.answer(kAllied, Verb::DONE);
    screen("class.british_o_p", "class.type_34_36");
    screen("class.british_o_p", "class.type_36a");
    EXPECT_FALSE(scene.offers(kAxis, Verb::MANOEUVRE, unit("class.type_34_36"), Battle::TORPEDO_ATTACK));
    scene.answer(kAxis, Verb::DONE);
    EXPECT_FALSE(scene.offers(kAxis, Verb::SHOOT, unit("class.type_36a"), unit("class.mv")));
    shoot(kAxis, "ship.admiral_hipper", "class.british_j_r");
    shoot(kAxis, "class.type_34_36", "class.british_o_p");
    shoot(kAxis, "class.type_36a", "class.british_old_dd");
    EXPECT_EQ(scene.count(kAllied, Verb::SHOOT), 1) << "torpedo boats do not fire that far";
    shoot(kAllied, "class.british_j_r", "ship.admiral_hipper");
    fire(kAllied);
    fire(kAxis);
  }

  void second_round() {
    fight_on();
    scene.answer(kAxis, Verb::ENGAGE, scene.key("axis TF 2"));
    scene.answer(kAllied, Verb::ENGAGE, scene.key("allied TF 1"));
    move(kAllied, "class.british_o_p", Battle::TORPEDO_ATTACK);
    move(kAllied, "class.british_old_dd", Battle::TORPEDO_ATTACK);
    scene.answer(kAllied, Verb::DONE);  // the merchants that have turned away do not evade
    screen("class.british_o_p", "class.type_34_36");
    screen("class.british_o_p", "class.type_36a");
    screen("class.british_old_dd", "ship.admiral_hipper");
    scene.answer(kAllied, Verb::DONE);
    scene.answer(kAxis, Verb::EVADE, unit("ship.admiral_hipper")).answer(kAxis, Verb::DONE);
    shoot(kAxis, "ship.admiral_hipper", "class.british_old_dd");
    shoot(kAxis, "class.type_34_36", "class.british_o_p");
    shoot(kAxis, "class.type_36a", "class.british_o_p");
    shoot(kAllied, "class.british_old_dd", "ship.admiral_hipper");
    shoot(kAllied, "class.british_o_p", "class.type_34_36");
    fire(kAllied);
    fire(kAxis);
    ASSERT_TRUE(scene.asked(kAllied, MenuKind::TORPEDOES));
    scene.answer(kAllied, Verb::DONE);
  }

  void third_round() {
    fight_on();
    scene.answer(kAxis, Verb::ENGAGE, scene.key("axis TF 2"));
    lie_as_usual();
    scene.answer(kAllied, Verb::ENGAGE, scene.key("allied TF 1"));
    lie_as_usual();
    EXPECT_EQ(seen_cs("class.type_34_36"), 3);
    EXPECT_EQ(seen_cs("class.type_36a"), 3);
    EXPECT_EQ(unit("class.type_34_36", 1), 0) << "in one counter";
    move(kAllied, "ship.jamaica", Battle::SCREENING);
    move(kAllied, "ship.sheffield", Battle::SCREENING);
    EXPECT_EQ(scene.truth().battle().round(), 3);
    move(kAllied, "class.british_o_p", Battle::TORPEDO_ATTACK);
    scene.answer(kAllied, Verb::DONE);
    scene.answer(kAllied, Verb::DONE);  // O-P screens nobody
    screen("ship.sheffield", "class.type_34_36");
    screen("ship.sheffield", "class.type_36a");
    screen("ship.jamaica", "ship.admiral_hipper");
    screen("ship.jamaica", "ship.luetzow");
    EXPECT_FALSE(scene.offers(kAxis, Verb::MANOEUVRE, unit("ship.luetzow"), Battle::TORPEDO_ATTACK))
        << "her first round";
    move(kAxis, "class.type_34_36", Battle::TORPEDO_ATTACK);
    scene.answer(kAxis, Verb::EVADE, unit("ship.admiral_hipper"))
        .answer(kAxis, Verb::EVADE, unit("ship.luetzow"))
        .answer(kAxis, Verb::DONE);
    scene.answer(kAxis, Verb::DONE);  // the destroyers screen nobody
    shoot(kAxis, "ship.admiral_hipper", "ship.jamaica");
    shoot(kAxis, "ship.luetzow", "ship.sheffield");
    shoot(kAxis, "class.type_34_36", "class.british_o_p");
    shoot(kAxis, "class.type_36a", "class.british_o_p");
    shoot(kAllied, "ship.jamaica", "ship.admiral_hipper");
    shoot(kAllied, "ship.sheffield", "class.type_34_36");
    shoot(kAllied, "class.british_o_p", "class.type_36a");
    fire(kAllied);
    fire(kAxis);
    EXPECT_EQ(seen_cs("ship.admiral_hipper"), 2);
    EXPECT_EQ(seen_cs("class.type_34_36"), 2);
    scene.answer(kAllied, Verb::LAUNCH_TORPEDOES, unit("class.british_o_p"), unit("ship.admiral_hipper"), 1);
    fire(kAllied);
    scene.answer(kAxis, Verb::LAUNCH_TORPEDOES, unit("class.type_34_36"), unit("ship.sheffield"), 1);
    fire(kAxis);
  }
};

class Example_EX_11 : public BarentsSea {};
class Example_EX_12 : public BarentsSea {};
class Example_EX_13 : public BarentsSea {};
class Example_EX_14 : public BarentsSea {};

TEST_F(Example_EX_11, TheApproach) {
  approach();
  EXPECT_FALSE(scene.was_told(kAllied, "report.battle.not_found"));
  EXPECT_FALSE(scene.truth().battle().surprise());
  EXPECT_EQ(scene.truth().battle().round(), 1);
  EXPECT_EQ(scene.truth().battle().attacker(), kAxis);
  EXPECT_EQ(seen_cs("class.mv"), 13);
  EXPECT_EQ(seen_cs("ship.admiral_hipper"), 4);
  EXPECT_EQ(seen_cs("ship.luetzow"), 0);
  EXPECT_FALSE(shows(scene, kAllied, "ship.luetzow"));
  EXPECT_FALSE(shows(scene, kAxis, "ship.jamaica"));
}

TEST_F(Example_EX_12, TheFirstRound) {
  approach();
  first_round();
  EXPECT_EQ(seen_cs("class.british_j_r"), 0);
  EXPECT_EQ(scene.truth().allied().removed_size(), 1) << "damaged, and away";
  EXPECT_EQ(scene.truth().standing().score_size(), 0);
  EXPECT_EQ(seen_cs("ship.admiral_hipper"), 4);
  EXPECT_FALSE(scene.truth().battle().round() > 1);
  fight_on();
  EXPECT_EQ(scene.truth().battle().round(), 2) << "5 is not below the round";
  EXPECT_EQ(seen_level("allied convoy 1"), 2);
  EXPECT_EQ(seen_level("axis TF 1"), 2);
  EXPECT_EQ(seen_level("axis TF 2"), -1);
}

TEST_F(Example_EX_13, TheSecondRound) {
  approach();
  first_round();
  second_round();
  EXPECT_EQ(seen_cs("class.british_old_dd"), 0);
  ASSERT_EQ(scene.truth().standing().loss_size(), 1);
  EXPECT_EQ(scene.truth().standing().loss(0).unit(), "class.british_old_dd");
  EXPECT_EQ(seen_cs("class.british_o_p"), 3);
  EXPECT_EQ(seen_cs("ship.luetzow"), 0);
  EXPECT_FALSE(shows(scene, kAllied, "ship.luetzow"));
  EXPECT_FALSE(shows(scene, kAxis, "ship.jamaica"));
  fight_on();
  EXPECT_EQ(scene.truth().battle().round(), 3) << "2 is not below the round";
}

TEST_F(Example_EX_14, TheThirdRound) {
  approach();
  first_round();
  second_round();
  third_round();
  scene.answer(kAllied, Verb::DONE);  // the Germans have lost steps: they roll without being asked
  ASSERT_TRUE(scene.asked(kAxis, MenuKind::LOSSES_SHARED)) << "both forces had destroyers of the class in one counter";
  scene.answer(kAxis, Verb::TAKE_LOSS, scene.key("axis TF 2"));
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_TRUE(both_told(scene, "report.battle.over"));
  EXPECT_FALSE(scene.truth().has_battle());
  ASSERT_TRUE(scene.asked(kAxis, MenuKind::COMBINE));

  const v1::Force& first = own_force(scene, kAxis, "axis TF 1");
  EXPECT_EQ(ship_of(first, "ship.admiral_hipper").cs(), 2);
  EXPECT_EQ(ship_of(first, "class.type_34_36").cs(), 2) << "one was sunk";
  EXPECT_EQ(ship_of(first, "class.type_34_36").torpedoes_spent(), 1);
  EXPECT_EQ(ship_of(first, "class.type_36a").cs(), 1);
  const v1::Force& second = own_force(scene, kAxis, "axis TF 2");
  EXPECT_EQ(ship_of(second, "ship.luetzow").cs(), 4);
  EXPECT_EQ(ship_of(second, "class.type_36a").cs(), 2);
  const v1::Force& convoy = own_force(scene, kAllied, "allied convoy 1");
  EXPECT_EQ(ship_of(convoy, "class.mv").cs(), 13);
  EXPECT_EQ(ship_of(convoy, "class.british_o_p").torpedoes_spent(), 1);
  EXPECT_EQ(ship_of(own_force(scene, kAllied, "allied TF 1"), "ship.jamaica").cs(), 3);
  for (const char* force : {"axis TF 1", "axis TF 2", "allied convoy 1", "allied TF 1"})
    EXPECT_EQ(seen_level(force), 2) << force;
  EXPECT_TRUE(seen(scene, kAllied, scene.id("axis TF 1")).told().seen());
  EXPECT_TRUE(shows(scene, kAllied, "ship.luetzow")) << "seen in battle";
  ASSERT_EQ(scene.truth().standing().loss_size(), 2);
  EXPECT_EQ(scene.truth().standing().loss(1).unit(), "class.type_34_36");
}

}  // namespace
}  // namespace wardroom::pq17
