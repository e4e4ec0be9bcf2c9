// Classes, tables A and B, and what their results do [Class, TabA, TabB, Res, AA].
#include "tests/titles/murmansk/rules/rules.h"

namespace wardroom::murmansk {
namespace {

using Class = v1::Class;

TEST(RuleClass, EveryWarshipHasOneOfTheClassesToFireAndToDefendWith) {
  for (ShipNumber each = 1; each <= the_box().ships(); ++each) {
    const v1::Ship& facts = the_box().ship(each);
    EXPECT_NE(facts.defence(), Class::UNSPECIFIED) << facts.id();
    EXPECT_NE(facts.defence(), Class::CONVOY) << facts.id();
    const bool carrier = facts.defence() == Class::CVB || facts.defence() == Class::CVE;
    EXPECT_EQ(facts.fire() == Class::UNSPECIFIED, carrier) << facts.id();
  }
}

TEST(RuleClass, FireAndDefenceMayDiffer) {
  const auto facts = [](const char* id) { return the_box().ship(ship(id)); };
  EXPECT_EQ(facts("renown").fire(), Class::B);
  EXPECT_EQ(facts("renown").defence(), Class::BC);
  EXPECT_EQ(facts("scheer").fire(), Class::BC);
  EXPECT_EQ(facts("scheer").defence(), Class::CA);
}

// -- table A, played --

struct Firer {
  const char* ship;
  Class::Kind fires;
};
constexpr std::array kFirers{Firer{"z_1", Class::D},       Firer{"nuernberg", Class::CL},
                             Firer{"hipper", Class::CA},   Firer{"scharnhorst", Class::BC},
                             Firer{"gneisenau", Class::B}, Firer{"tirpitz", Class::SB}};

// By target, the columns of D, CL, CA, BC, B and SB; kNone: no attack.
constexpr int kNone = 9;
struct Target {
  const char* ship;
  std::array<int, 6> columns;
};
constexpr std::array kTargets{Target{"avenger", {3, 2, 2, 2, 2, 2}},
                              Target{"division_1", {0, 1, 0, 1, 1, 1}},
                              Target{"sheffield", {-1, 0, 1, 2, 3, 4}},
                              Target{"norfolk", {-2, -1, 0, 1, 2, 3}},
                              Target{"renown", {-3, -2, -1, 0, 1, 2}},
                              Target{"victorious", {-3, -2, -1, 0, 1, 2}},
                              Target{"king_george_v", {kNone, -3, -2, -1, 0, 1}}};

// A battle by Day in which the German ship fires first, and both stand in their Screening areas if they can.
Scene duel(const char* firer, const char* target, std::initializer_list<int> dice, bool damaged = false) {
  Scene scene(3);
  scene.pulse(4);
  scene.allied({target}, "t05");
  if (damaged) scene.damage(target);
  scene.axis({firer}, "t05");
  scene.play(dice);
  scene.done(kAllied);
  for (Side side : kSides) {
    const ShipNumber each = ship(side == kAllied ? target : firer);
    if (scene.offers(side, Verb::SHIFT, each, screening(side))) {
      scene.answer(side, Verb::SHIFT, each, screening(side));
    } else {
      scene.answer(side, Verb::ENOUGH);
    }
  }
  scene.pass(Kind::TORPEDOES, Verb::HOLD_FIRE);
  return scene;
}

std::string column_text(int column) {
  return "murmansk.column." +
         std::string(column < 0   ? "minus_"
                     : column > 0 ? "plus_"
                                  : "zero") +
         (column == 0 ? "" : std::to_string(std::abs(column)));
}

TEST(RuleTabA, EveryCellIsFiredIn) {
  for (const Target& target : kTargets) {
    for (std::size_t i = 0; i < kFirers.size(); ++i) {
      Scene scene = duel(kFirers[i].ship, target.ship, {1, 2, 1});
      const auto shot = make_action(Verb::FIRE, ship(kFirers[i].ship), ship(target.ship));
      ASSERT_EQ(scene.offers(kAxis, shot), target.columns[i] != kNone) << kFirers[i].ship << " at " << target.ship;
      if (target.columns[i] == kNone) continue;
      scene.answer(kAxis, shot);
      EXPECT_EQ(scene.said("murmansk.report.attack", "column"), column_text(target.columns[i]))
          << kFirers[i].ship << " at " << target.ship;
      EXPECT_TRUE(scene.used_up());
    }
  }
}

// A super battleship is German, and whoever fires at her Allied: of battle cruisers there is none that does.
TEST(RuleTabA, ASuperBattleshipIsHitByHeavyShipsOnly) {
  struct Shot {
    const char* firer;
    int column;
  };
  for (const Shot& shot : {Shot{"division_1", kNone}, Shot{"sheffield", kNone}, Shot{"norfolk", -3},
                           Shot{"king_george_v", -1}, Shot{"washington", 0}}) {
    Scene scene(1);
    scene.pulse(4);
    scene.allied({shot.firer}, "t05");
    scene.axis({"tirpitz"}, "t05");
    scene.play({2, 1, 1});
    scene.done(kAllied);
    scene.answer(kAllied, Verb::ENOUGH);
    scene.answer(kAxis, Verb::SHIFT, ship("tirpitz"), screening(kAxis));  // where destroyers would reach her
    scene.pass(Kind::TORPEDOES, Verb::HOLD_FIRE);
    const auto at_tirpitz = make_action(Verb::FIRE, ship(shot.firer), ship("tirpitz"));
    ASSERT_EQ(scene.offers(kAllied, at_tirpitz), shot.column != kNone) << shot.firer;
    if (shot.column == kNone) continue;
    scene.answer(kAllied, at_tirpitz);
    EXPECT_EQ(scene.said("murmansk.report.attack", "column"), column_text(shot.column)) << shot.firer;
    EXPECT_TRUE(scene.used_up());
  }
  Scene scene(1);
  scene.pulse(2);
  EXPECT_EQ(gun_column(scene.set_up(), ship("scheer"), ship("tirpitz")), -2);
}

TEST(RuleTabA, TorpedoesAreAColumnAndSmallOnesOneLess) {
  Scene scene(1);
  scene.pulse(2);
  const Campaign& c = scene.set_up();
  EXPECT_EQ(torpedo_column(c, ship("hipper"), ship("king_george_v")), 0);
  EXPECT_EQ(torpedo_column(c, ship("scheer"), ship("king_george_v")), -1);
  EXPECT_EQ(torpedo_column(c, ship("hipper"), ship("sheffield")), 3);
  EXPECT_EQ(torpedo_column(c, ship("nuernberg"), ship("sheffield")), 2);
  EXPECT_EQ(torpedo_column(c, ship("s_class"), ship("tirpitz")), -1);
  EXPECT_EQ(torpedo_column(c, ship("tirpitz"), ship("norfolk")), std::nullopt);
}

// Freighters are fired at as the Convoy, by destroyers best of all.
TEST(RuleTabA, DestroyersFireBestAtFreighters) {
  Scene scene(3);
  scene.pulse(4);
  scene.convoy({}, "t05");
  scene.axis({"hipper", "z_1"}, "t05");
  scene.play({1, 2, 1, 1, 2, 3});
  scene.done(kAllied);
  scene.answer(kAxis, Verb::ENOUGH);
  scene.answer(kAxis, Verb::FIRE, ship("hipper"), kFreighters);
  EXPECT_EQ(scene.said("murmansk.report.attack", "column"), column_text(2));
  EXPECT_FALSE(scene.offers(kAxis, Verb::FIRE, ship("z_1"), kFreighters));  // too far
  scene.pass(Kind::FLIGHT, Verb::FIGHT_ON);
  scene.answer(kAxis, Verb::SHIFT, ship("z_1"), screening(kAllied));
  scene.answer(kAxis, Verb::ENOUGH);
  scene.pass(Kind::TORPEDOES, Verb::HOLD_FIRE);
  scene.answer(kAxis, Verb::FIRE, ship("z_1"), kFreighters);
  EXPECT_EQ(scene.said("murmansk.report.attack", "column"), column_text(3));
  EXPECT_EQ(scene.seen().freighters(), 10u);
  EXPECT_TRUE(scene.used_up());
}

// -- table B, played --

// - nothing, d D, s DS, S Sk, by die from 1.
std::string harm_text(char letter) {
  return std::string("murmansk.harm.") + (letter == '-' ? "none" : letter == 'd' ? "d" : letter == 's' ? "ds" : "sk");
}

TEST(RuleTabB, EveryCellOfGunsIsRolled) {
  struct Row {
    int column;
    const char* firer;
    const char* target;
    bool damaged;
    const char* dice;
  };
  constexpr std::array kRows{
      Row{-3, "z_1", "renown", false, "-----d"},      Row{-2, "z_1", "norfolk", false, "----dd"},
      Row{-1, "z_1", "sheffield", false, "----ds"},   Row{0, "hipper", "norfolk", false, "----ss"},
      Row{1, "hipper", "sheffield", false, "---dsS"}, Row{2, "gneisenau", "norfolk", false, "--dsSS"},
      Row{3, "tirpitz", "norfolk", false, "--sSSS"},  Row{4, "tirpitz", "sheffield", false, "-sSSSS"},
      Row{5, "tirpitz", "sheffield", true, "--SSSS"},
  };
  for (const Row& row : kRows) {
    for (int die = 1; die <= 6; ++die) {
      Scene scene = duel(row.firer, row.target, {1, 2, die}, row.damaged);
      scene.answer(kAxis, Verb::FIRE, ship(row.firer), ship(row.target));
      EXPECT_EQ(scene.said("murmansk.report.attack", "column"), column_text(row.column));
      EXPECT_EQ(scene.said("murmansk.report.attack", "result"), harm_text(row.dice[die - 1])) << row.column << die;
      EXPECT_TRUE(scene.used_up());
    }
  }
}

// A raid with both its dice on an escort carrier, whose dice are not shifted.
Scene raid(int unit, int attack, int defence, bool low = false) {
  Scene scene(3);
  scene.pulse(1);
  const Key group = scene.allied({"avenger"}, "r08");
  scene.play({attack, defence});
  scene.answer(kAxis, Verb::RAID, unit, scene.number(kAllied, group));
  scene.answer(kAxis, Verb::HIT_SHIP, ship("avenger"), low ? 1 : 0);
  EXPECT_TRUE(scene.used_up());
  return scene;
}

TEST(RuleTabB, EveryCellOfBombersIsRolled) {
  constexpr std::array<const char*, 2> kHarm{"--ddsS", "---dds"};
  constexpr std::array<const char*, 2> kLost{"---xxx", "-----x"};  // a carrier is there
  for (int unit = 1; unit <= 2; ++unit) {
    for (int die = 1; die <= 6; ++die) {
      const auto row = static_cast<std::size_t>(unit - 1);
      const Scene scene = raid(unit, die, die);
      EXPECT_EQ(scene.said("murmansk.report.attack", "result"), harm_text(kHarm[row][die - 1])) << unit << " " << die;
      EXPECT_EQ(scene.seen().air(unit - 1).lost(), kLost[row][die - 1] == 'x') << unit << " " << die;
    }
  }
}

TEST(RuleTabB, EveryCellOfTheFleetAirArmIsRolled) {
  constexpr const char* kHarm = "----ds";
  for (int die = 1; die <= 6; ++die) {
    const bool damaged = die > 1;  // its die is one more, and one less against a sound ship
    Scene scene(1);
    scene.pulse(2);
    scene.allied({"victorious"}, "t05");
    const Key target = scene.axis({"hipper"}, "t06");
    if (damaged) scene.damage("hipper");
    scene.play({damaged ? die - 1 : die + 1, 6});
    const int squadron = 3;
    scene.answer(kAllied, Verb::RAID, squadron, scene.number(kAxis, target));
    scene.answer(kAllied, Verb::HIT_SHIP, ship("hipper"), 0);
    EXPECT_EQ(scene.said("murmansk.report.attack", "result"), harm_text(kHarm[die - 1])) << die;
    EXPECT_FALSE(scene.seen().air(squadron - 1).lost());
    EXPECT_TRUE(scene.used_up());
  }
}

// The Wolfpack's: every column that it attacks in while destroyers are there.
TEST(RuleTabB, EveryCellOfTheHuntIsRolled) {
  struct Row {
    int column;
    const char* target;  // null: the freighters
    bool carrier;
    bool storm;
  };
  constexpr std::array kRows{Row{-2, "king_george_v", true, false}, Row{-1, "king_george_v", false, false},
                             Row{0, "king_george_v", false, true},  Row{1, nullptr, false, false},
                             Row{2, nullptr, false, true},          Row{3, "sheffield", false, true}};
  for (const Row& row : kRows) {
    for (int die = 1; die <= 6; ++die) {
      Scene scene(1);
      scene.pulse(2, Light::DAY, row.storm);
      const Key group =
          row.target ? scene.allied({"division_1", row.target}, "s04") : scene.convoy({"division_1"}, "s04");
      if (row.carrier) scene.set_up().join(ship("victorious"), group);
      scene.pack("s04");
      scene.play({1, die});
      scene.done(kAllied);
      scene.answer(kAxis, Verb::ATTACK_GROUP, scene.number(kAllied, group),
                   row.target ? ship(row.target) : kFreighters);
      EXPECT_EQ(scene.said("murmansk.report.attack", "column"), column_text(row.column));
      const int counted = die + (row.carrier ? 1 : 0);
      EXPECT_EQ(scene.seen().pack_lost(), counted >= 5) << row.column << " " << die;
      EXPECT_TRUE(scene.used_up());
    }
  }
}

TEST(RulingM06, DamageIsReadOnTheAttackersDieAndLossesOnAnother) {
  const Scene both = raid(1, 6, 1);
  EXPECT_EQ(both.face("avenger").state(), State::LOST);
  EXPECT_FALSE(both.seen().air(0).lost());
  const Scene neither = raid(1, 1, 6);
  EXPECT_EQ(neither.face("avenger").state(), State::AVAILABLE);
  EXPECT_TRUE(neither.seen().air(0).lost());
  EXPECT_EQ(the_box().harm(v1::Column::PLUS_4, 2), v1::Harm::DS);
}

TEST(RulingM07, ThereAreNoAircraftInColumnPlusFive) {
  EXPECT_EQ(the_box().defence(v1::Column::PLUS_5, 5), v1::Defence::AS);
  EXPECT_EQ(the_box().defence(v1::Column::PLUS_5, 6), v1::Defence::AS);
}

TEST(RulingM08, DOnOneDieAndShotDownByACarrierOnTheOther) {
  const Scene scene = raid(1, 3, 4);
  EXPECT_EQ(scene.face("avenger").state(), State::LOST);
  EXPECT_TRUE(scene.seen().air(0).lost());
}

TEST(RulingM36, DiceCountAsOneToSixAndColumnsEndAtPlusFive) {
  Scene scene(3);
  scene.pulse(1);
  const Key convoy = scene.convoy({}, "r08");
  scene.play({6, 1});
  scene.answer(kAxis, Verb::RAID, 1, scene.number(kAllied, convoy));
  scene.answer(kAxis, Verb::HIT_FREIGHTERS, 0);
  EXPECT_EQ(scene.said("murmansk.report.attack", "modified"), "6");
  EXPECT_EQ(scene.seen().freighters(), 9u);
  const Campaign& c = scene.set_up();
  EXPECT_EQ(column_at(c, -4), std::nullopt);
  EXPECT_EQ(column_at(c, -3), v1::Column::MINUS_3);
  EXPECT_EQ(column_at(c, 7), v1::Column::PLUS_5);
}

// -- results --

TEST(RuleRes, FreightersGoByOneTwoAndThree) {
  for (const auto& [harm, left] : {std::pair{v1::Harm::NONE, 12u}, std::pair{v1::Harm::D, 11u},
                                   std::pair{v1::Harm::DS, 10u}, std::pair{v1::Harm::SK, 9u}}) {
    Scene scene(1);
    suffer(scene.set_up(), kFreighters, harm, at("s04"));
    EXPECT_EQ(scene.board().freighters(), left);
  }
}

TEST(RuleRes, NoMoreFreightersGoThanThereAre) {
  Scene scene(1);
  scene.board().set_freighters(2);
  suffer(scene.set_up(), kFreighters, v1::Harm::SK, at("s04"));
  EXPECT_EQ(scene.board().freighters(), 0u);
}

TEST(RuleRes, DamageOnADamagedShipChangesNothing) {
  Scene scene(1);
  Campaign& c = scene.set_up();
  scene.allied({"norfolk", "division_1"}, "t05");
  suffer(c, ship("norfolk"), v1::Harm::D, at("t05"));
  suffer(c, ship("norfolk"), v1::Harm::D, at("t05"));
  EXPECT_TRUE(c.damaged(ship("norfolk")));
  suffer(c, ship("norfolk"), v1::Harm::DS, at("t05"));
  EXPECT_EQ(c.face(ship("norfolk")).state(), State::LOST);
  suffer(c, ship("division_1"), v1::Harm::D, at("t05"));
  EXPECT_TRUE(c.damaged(ship("division_1")));
  suffer(c, ship("division_1"), v1::Harm::SK, at("t05"));
  EXPECT_EQ(c.face(ship("division_1")).state(), State::LOST);
  EXPECT_EQ(c.board().axis_points(), 0u);
}

TEST(RuleRes, ADamagedCarrierLosesItsSquadron) {
  Scene scene(1);
  scene.pulse(2);
  Campaign& c = scene.set_up();
  scene.allied({"victorious"}, "t05");
  EXPECT_NE(c.squadron(ship("victorious")), nullptr);
  suffer(c, ship("victorious"), v1::Harm::D, at("t05"));
  EXPECT_TRUE(c.air("ship.victorious")->lost());
  EXPECT_EQ(c.squadron(ship("victorious")), nullptr);
}

TEST(RuleRes, ADamagedShipIsSlowFiresWorseAndIsHitMoreEasily) {
  Scene scene(1);
  scene.pulse(4);
  const Key group = scene.allied({"norfolk"}, "t05");
  scene.damage("norfolk");
  Campaign& c = scene.set_up();
  EXPECT_TRUE(c.slow(kAllied, c.group(kAllied, group)));
  EXPECT_EQ(gun_column(c, ship("norfolk"), ship("hipper")), -1);
  EXPECT_EQ(torpedo_column(c, ship("norfolk"), ship("hipper")), 0);
  EXPECT_EQ(gun_column(c, ship("hipper"), ship("norfolk")), 1);
  EXPECT_EQ(torpedo_column(c, ship("hipper"), ship("norfolk")), 3);
  scene.play({});
  EXPECT_EQ(scene.offered(kAllied, Verb::MOVE), 0);
}

// A Damaged German ship comes back to Altafjord.
Scene back_in_base(int die) {
  Scene scene(1);
  scene.pulse(1);
  const Key group = scene.axis({"hipper"}, "s10");
  scene.damage("hipper");
  scene.play({die});
  scene.answer(kAxis, Verb::MOVE, group, at("t09"));
  EXPECT_TRUE(scene.used_up());
  EXPECT_FALSE(scene.face("hipper").damaged());
  scene.expect_views();
  return scene;
}

TEST(RuleRes, AGermanShipIsRepairedInNorwayOrInGermany) {
  for (int die = 1; die <= 6; ++die) {
    const Scene scene = back_in_base(die);
    EXPECT_EQ(scene.face("hipper").state(), die <= 4 ? State::AWAY : State::REPAIR) << die;
    EXPECT_EQ(scene.face("hipper").back(), die <= 2 ? 2u : die <= 4 ? 3u : 0u) << die;
  }
}

TEST(RuleRes, AnAlliedShipIsBackTwoSeasonsAfterLeavingInTheWest) {
  Scene scene(1);
  scene.pulse(2);
  const Key group = scene.allied({"norfolk", "london"}, "v02");
  scene.damage("norfolk");
  scene.play({});
  scene.answer(kAllied, Verb::LEAVE, group);
  EXPECT_EQ(scene.face("norfolk").state(), State::AWAY);
  EXPECT_EQ(scene.face("norfolk").back(), 3u);
  EXPECT_EQ(scene.face("london").state(), State::AVAILABLE);
  EXPECT_EQ(scene.told(Viewer::kSecond, "murmansk.report.home"), 1);  // her damage has been seen
  EXPECT_TRUE(scene.used_up());
}

TEST(RuleRes, FromRussiaAShipComesHomeOnAFourAndIsBackAfterThreeSeasons) {
  for (int die : {4, 5}) {
    Scene scene(1);
    scene.allied({"norfolk"}, "t11");
    scene.damage("norfolk");
    scene.phase(Phase::RETURN);
    scene.play({die});
    EXPECT_EQ(scene.face("norfolk").state(), die == 4 ? State::AWAY : State::LOST);
    EXPECT_EQ(scene.face("norfolk").back(), die == 4 ? 4u : 0u);
    EXPECT_TRUE(scene.used_up());
  }
}

// -- losses of the attackers --

TEST(RuleAA, TwoAaNeedsACarrierAndAaDoesNot) {
  for (int die = 1; die <= 6; ++die) {
    Scene scene(1);
    scene.pulse(1);
    const Key group = scene.allied({"norfolk"}, "r08");
    scene.play({1, die});
    scene.answer(kAxis, Verb::RAID, 1, scene.number(kAllied, group));
    scene.answer(kAxis, Verb::HIT_SHIP, ship("norfolk"), 0);
    EXPECT_EQ(scene.seen().air(0).lost(), die == 6) << die;
    EXPECT_EQ(scene.told(Viewer::kFirst, die == 6 ? "murmansk.report.shot_down" : "murmansk.report.flak"), 1);
  }
}

TEST(RuleAA, OnlyAGroupWithDestroyersSinksTheWolfpack) {
  for (const bool destroyers : {false, true}) {
    Scene scene(1);
    scene.pulse(2);
    const Key group = destroyers ? scene.allied({"norfolk", "division_1"}, "s04") : scene.allied({"norfolk"}, "s04");
    scene.pack("s04");
    scene.play({1, 6});
    scene.done(kAllied);
    scene.answer(kAxis, Verb::ATTACK_GROUP, scene.number(kAllied, group), static_cast<int>(ship("norfolk")));
    EXPECT_EQ(scene.seen().pack_lost(), destroyers);
    EXPECT_TRUE(scene.used_up());
  }
}

TEST(RuleAA, ACarrierThatFliesIsOneMoreOnTheHuntersDie) {
  for (const bool storm : {false, true}) {
    Scene scene(1);
    scene.pulse(2, Light::DAY, storm);
    const Key group = scene.allied({"victorious", "division_1"}, "s04");
    scene.pack("s04");
    scene.play({1, 4});
    scene.done(kAllied);
    scene.answer(kAxis, Verb::ATTACK_GROUP, scene.number(kAllied, group), static_cast<int>(ship("division_1")));
    EXPECT_EQ(scene.seen().pack_lost(), !storm);
    EXPECT_TRUE(scene.used_up());
  }
}

TEST(RulingM09, LowLevelIsAChoiceOfKg30AndOneOnBothDice) {
  EXPECT_EQ(raid(2, 5, 5, false).said("murmansk.report.attack", "modified"), "5");
  const Scene low = raid(2, 5, 5, true);
  EXPECT_EQ(low.said("murmansk.report.attack", "modified"), "6");
  EXPECT_TRUE(low.seen().air(1).lost());
  EXPECT_FALSE(raid(2, 5, 5, false).seen().air(1).lost());
  Scene scene(3);
  scene.pulse(1);
  const Key group = scene.allied({"avenger"}, "r08");
  scene.play({});
  scene.answer(kAxis, Verb::RAID, 1, scene.number(kAllied, group));
  EXPECT_FALSE(scene.offers(kAxis, Verb::HIT_SHIP, ship("avenger"), 1));
}

}  // namespace
}  // namespace wardroom::murmansk
