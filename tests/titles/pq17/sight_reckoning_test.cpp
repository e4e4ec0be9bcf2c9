// The picture of the chart, where something may have come to, and what may come of an attack: out of views alone.
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "server/titles/pq17/air/strike_parts.h"
#include "tests/titles/pq17/rules/striking.h"
#include "tests/titles/pq17/sight_kit.h"

namespace wardroom::pq17 {
namespace {

using wardroom::v1::Action;
using wardroom::v1::AskReach;
using wardroom::v1::Estimate;
using wardroom::v1::Picture;
using wardroom::v1::Reach;

// -- the picture --

Picture drawn(const v1::View& view, const char* language = "en") {
  const Title::Say say = [&](const Text& text) {
    wardroom::v1::Text wire;
    to_wire(text, wire);
    return said(wire, language);
  };
  return *the_title().picture(view, say);
}

// What every pair of tags must do.
void expect_well_formed(const std::string& svg) {
  int open = 0;
  for (std::size_t at = svg.find('<'); at != std::string::npos; at = svg.find('<', at + 1)) {
    const std::size_t end = svg.find('>', at);
    ASSERT_NE(end, std::string::npos);
    if (svg[at + 1] == '/') {
      --open;
    } else if (svg[end - 1] != '/') {
      ++open;
    }
  }
  EXPECT_EQ(open, 0);
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

TEST(Picture, ShowsBlocksAndContactsWithTheirLevelAndTime) {
  Stage stage = told_at(2);
  const Picture picture = drawn(sent(stage, Viewer::kFirst));
  expect_well_formed(picture.svg());
  EXPECT_NE(picture.svg().find(">TF 1 ID2 (AM Day 4)<"), std::string::npos);
  EXPECT_NE(picture.svg().find(">TF 1<"), std::string::npos) << "his own has neither";
  EXPECT_NE(picture.svg().find("AM Day 5"), std::string::npos);
  EXPECT_NE(drawn(sent(stage, Viewer::kFirst), "pl").svg().find(">GO 1 SI2"), std::string::npos);
  EXPECT_LE(picture.width(), 1200u);
  if (const char* path = std::getenv("WARDROOM_PICTURE")) std::ofstream(path) << picture.svg();
}

TEST(Picture, IsTheSameBytesForTheSameViewAndSmall) {
  for (const auto& scenario : the_title().scenarios()) {
    const auto position = the_title().open(scenario.id, {});
    ASSERT_TRUE(position);
    const auto view = shown_view(the_title(), **position, Viewer::kPublic);
    const Picture picture = drawn(static_cast<const v1::View&>(*view));
    expect_well_formed(picture.svg());
    EXPECT_LT(picture.svg().size(), 100'000u) << scenario.id;
    EXPECT_EQ(picture.svg(), drawn(static_cast<const v1::View&>(*view)).svg());
    if (const char* path = std::getenv("WARDROOM_PICTURE")) std::ofstream(path + scenario.id) << picture.svg();
  }
}

// -- where it may be --

std::optional<Reach> reach_of(const v1::View& view, std::uint64_t subject, std::uint32_t place = 0,
                              std::uint32_t turn = 0) {
  AskReach asked;
  asked.set_subject(subject);
  asked.set_place(place);
  asked.set_turn(turn);
  return the_title().reach(view, asked);
}
bool holds(const Reach::Stage& stage, std::uint32_t hex) {
  return std::ranges::find(stage.places(), hex) != stage.places().end();
}

TEST(Reach, AForceWhoseOwnerHasYetToMoveMayGoAsFarAsTheFastest) {
  Stage stage = told_at(2);
  stage.truth().mutable_clock()->set_initiative(kAllied);
  const v1::View view = sent(stage, Viewer::kFirst);
  const auto reach = reach_of(view, view.sea().block(0).id());
  ASSERT_TRUE(reach);
  EXPECT_EQ(reach->from(), 611u);
  ASSERT_EQ(reach->stages_size(), 4) << "now and three turns";
  const Reference& reference = the_title().reference();
  for (int ahead = 0; ahead < 4; ++ahead) {
    const auto& turn = reach->stages(ahead);
    EXPECT_EQ(turn.turn(), static_cast<std::uint32_t>(9 + ahead));
    EXPECT_TRUE(std::ranges::is_sorted(turn.places()));
    for (const MapHex& hex : reference.box().hexes()) {
      const int distance = reference.sea_distance(kAxis, hex_at(6, 11), hex.hex);
      if (!hex.in_play || distance > 3 * (ahead + 1)) continue;
      EXPECT_TRUE(holds(turn, number(hex.hex))) << number(hex.hex);
    }
    for (std::uint32_t hex : turn.places())
      EXPECT_LE(reference.air_distance(hex_at(6, 11), as_hex(hex)), 3 * (ahead + 1)) << "none farther";
  }
  EXPECT_EQ(said(reach->because(0)), "at most 3 hexes a turn, by sea");
  EXPECT_EQ(said(reach->because(0), "pl"), "najwyżej 3 heksy na turę, morzem");
}

TEST(Reach, AForceThatHasMovedStaysWhereItIsThisTurn) {
  Stage stage = told_at(2);
  stage.truth().mutable_clock()->set_initiative(kAxis);
  const v1::View view = sent(stage, Viewer::kFirst);
  const auto reach = reach_of(view, view.sea().block(0).id());
  EXPECT_EQ(reach->stages(0).places_size(), 1);
  EXPECT_TRUE(holds(reach->stages(1), 614));
}

TEST(Reach, AConvoyIsSlow) {
  Stage stage = told_at(2);
  stage.truth().mutable_clock()->set_initiative(kAllied);
  stage.truth().mutable_sea()->mutable_block(0)->set_kind(v1::BlockKind::CONVOY);
  const v1::View view = sent(stage, Viewer::kFirst);
  EXPECT_EQ(reach_of(view, view.sea().block(0).id())->stages(0).places_size(), 7) << "open sea all around";
}

TEST(Reach, OfWhatWasInAPlaceEarlierUpToNow) {
  Stage stage = told_at(2);
  const v1::View view = sent(stage, Viewer::kFirst);
  const auto reach = reach_of(view, 0, 611, 8);
  ASSERT_TRUE(reach);
  EXPECT_EQ(reach->stages(0).turn(), 9u);
  EXPECT_TRUE(holds(reach->stages(0), 617)) << "two turns at high speed";
  EXPECT_FALSE(holds(reach->stages(0), 618));
  EXPECT_FALSE(reach_of(view, 0, 611, 10)) << "a turn that has not come";
  EXPECT_FALSE(reach_of(view, 0, 9999, 1)) << "no such hex";
  EXPECT_FALSE(reach_of(view, 4711)) << "no such block";
}

// -- what may come of an attack --

Action action(v1::Verb::Kind verb, std::initializer_list<std::int64_t> arguments) {
  Action made;
  made.set_verb(verb);
  for (std::int64_t argument : arguments) made.add_arguments(argument);
  return made;
}
std::optional<Estimate> estimate(const v1::View& view, const Action& of) { return the_title().estimate(view, {}, of); }

// A Ju88 over an Allied force that is known so well.
struct Over {
  explicit Over(int level, int cs = 1) : stage(strike_stage(kAxis)) {
    stage.task_force(kAllied, "tf", {{"ship.london"}}, kAtSea).identified("tf", level);
    give_commands(stage);
    fly_ju88(stage, cs);
    block = stage.truth().mutable_sea()->mutable_block(0);
  }
  v1::View view() { return sent(stage, Viewer::kSecond); }
  Stage stage;
  v1::Block* block;
};

TEST(Estimate, TheChanceToFindIsCountedThroughAllCards) {
  Over over(1);
  const auto& deck = the_title().reference().box().deck(kAxis);
  const auto odds = estimate(over.view(), action(v1::Verb::STRIKE_FORCE, {over.block->id()}));
  ASSERT_TRUE(odds);
  int cards = 0;
  int certain = 0;
  for (const v1::Card& each : deck.card()) {
    const auto result = each.day().air(kFairColumn);
    const bool finds = result == v1::SearchResult::U || result == v1::SearchResult::ID0 ||
                       result == v1::SearchResult::ID1 || result == v1::SearchResult::AIRCRAFT;
    cards += finds;
    certain += finds && result != v1::SearchResult::AIRCRAFT;
  }
  ASSERT_GT(certain, 0);
  EXPECT_EQ(odds->odds(0).rule(), "7.1.1");
  EXPECT_EQ(odds->odds(0).permille().most(), static_cast<std::uint32_t>(cards * 25));
  EXPECT_EQ(odds->odds(0).permille().least(), static_cast<std::uint32_t>(certain * 25)) << "a carrier may answer";
  EXPECT_EQ(said(odds->odds(0).what()), "The target is found (1 card)");

  over.block->add_shadow()->set_kind(v1::Shadow::AIR_RADIUS);
  const auto twice = estimate(over.view(), action(v1::Verb::STRIKE_FORCE, {over.block->id()}));
  EXPECT_GT(twice->odds(0).permille().most(), odds->odds(0).permille().most()) << "two cards";
}

TEST(Estimate, BoundsCloseWhenTheShipsAreKnown) {
  Over over(1, 3);
  const Action strike = action(v1::Verb::STRIKE_FORCE, {over.block->id()});
  const auto vague = estimate(over.view(), strike);
  *over.block->mutable_told() = statement(the_title().reference(), {&over.stage.force("tf")}, 3, 9);
  auto& named = *over.block->mutable_told()->add_named();
  named.set_unit("ship.london");
  named.set_cs(2);
  over.block->mutable_told()->set_seen(true);
  const auto exact = estimate(over.view(), strike);
  ASSERT_TRUE(vague && exact);
  const auto& wide = vague->odds(1);
  const auto& close = exact->odds(1);
  EXPECT_EQ(said(close.what()), "Hits, if all drop bombs");
  ASSERT_EQ(close.at_least_size(), 3) << "three dice";
  for (int i = 0; i < 3; ++i) {
    EXPECT_LE(wide.at_least(i).permille().least(), close.at_least(i).permille().least());
    EXPECT_GE(wide.at_least(i).permille().most(), close.at_least(i).permille().most());
    EXPECT_LE(close.at_least(i).permille().least(), close.at_least(i).permille().most());
  }
  EXPECT_LT(close.mean_hundredths().most() - close.mean_hundredths().least(),
            wide.mean_hundredths().most() - wide.mean_hundredths().least());
  EXPECT_GT(close.mean_hundredths().most(), 0u);
}

// Everything is known of a force: these ships, as they were seen.
void see(Over& over, const std::vector<Unit>& ships) {
  v1::Statement& told = *over.block->mutable_told();
  told = statement(the_title().reference(), {&over.stage.force("tf")}, 3, 9);
  for (const Unit& ship : ships) {
    auto& named = *told.add_named();
    named.set_unit(ship.unit);
    named.set_cs(ship.cs);
  }
  told.set_seen(true);
}

int sides_that_stop(const std::function<v1::AirResult::Kind(int)>& result) {
  int sides = 0;
  for (int die = 0; die < 10; ++die) sides += result(die) != v1::AirResult::NONE;
  return sides;
}

TEST(Estimate, AShipThatIsAttackedFiresBack) {  // [7.2.5]
  Over over(1);
  see(over, {{"ship.london", 2}});
  const auto odds = estimate(over.view(), action(v1::Verb::STRIKE_FORCE, {over.block->id()}));
  ASSERT_TRUE(odds);
  const GameBox& box = the_title().reference().box();
  v1::Counter london;
  london.set_unit("ship.london");
  london.set_cs(2);
  Desk desk(over.stage);
  const UnitFacts& facts = the_title().reference().unit("ship.london");
  const int dice = dice_of(desk.op, anti_aircraft_of(facts, london));
  ASSERT_GT(dice, 0);
  const Strike strike{.attacker = kAxis, .hex = *hex_of(kAtSea)};
  const FiredAt ju88{the_title().reference().air("air.ju88a4.iii_kg30").model, false};
  const int modifiers = sum(anti_aircraft_modifiers(desk.op, strike, ju88, &facts, false));
  const double misses = 1 - sides_that_stop([&](int die) { return box.anti_aircraft(die + modifiers, false); }) / 10.0;
  const double through = std::pow(misses, dice);
  const auto& lost = odds->odds(2);
  EXPECT_EQ(said(lost.what()), "Aircraft CS shot down or turned back before they attack");
  ASSERT_EQ(lost.at_least_size(), 1);
  const auto permille = static_cast<std::uint32_t>(std::lround(1000 * (1 - through)));
  EXPECT_NEAR(lost.at_least(0).permille().least(), permille, 1);
  EXPECT_EQ(lost.at_least(0).permille().most(), lost.at_least(0).permille().least()) << "she is alone, and no carrier";
  const auto hit = box.bombing_hit(bombing_row(*ju88.model, strike), facts.type);
  ASSERT_TRUE(hit);
  EXPECT_LE(odds->odds(1).at_least(0).permille().most(), static_cast<std::uint32_t>(1000 * through) + 1)
      << "only what comes through drops bombs";
  EXPECT_GT(odds->odds(1).at_least(0).permille().most(), 0u);
}

TEST(Estimate, NeighboursInTheLineMayHelp) {
  Over over(1);
  see(over, {{"ship.london", 2}});
  const Action strike = action(v1::Verb::STRIKE_FORCE, {over.block->id()});
  const auto alone = estimate(over.view(), strike);
  see(over, {{"ship.london", 2}, {"ship.kenya", 2}});
  const auto two = estimate(over.view(), strike);
  EXPECT_GT(two->odds(2).at_least(0).permille().most(), alone->odds(2).at_least(0).permille().most());
  EXPECT_LT(two->odds(1).mean_hundredths().least(), alone->odds(1).mean_hundredths().most());
}

TEST(Estimate, FightersOfACarrierThatMayBeThereAreReckonedWith) {  // [7.2.1]
  const auto most_lost = [](int turn, const char* fulmars) {
    Over over(1, 3);
    over.stage.truth().mutable_clock()->set_turn(turn);
    if (fulmars) over.stage.air(kAllied, "air.fulmar.809", fulmars, 2);
    see(over, {{"ship.victorious", 3}});
    return estimate(over.view(), action(v1::Verb::STRIKE_FORCE, {over.block->id()}))->odds(2).mean_hundredths();
  };
  const auto aboard = most_lost(kByDay, nullptr);
  const auto ashore = most_lost(kByDay, "airbase.wick");
  EXPECT_EQ(ashore.least(), ashore.most()) << "everything is known";
  EXPECT_EQ(aboard.least(), ashore.least()) << "they may stay on deck";
  EXPECT_GT(aboard.most(), ashore.most());
  const auto by_night = most_lost(kByNight, nullptr);
  EXPECT_EQ(by_night.least(), by_night.most()) << "nobody rises";
}

TEST(Estimate, AWolfpackMayBeKeptOffByEscortsNobodyHasSeen) {
  Stage stage("pq12");
  stage.at(9, kAxis, v1::Clock::SUBMARINE_COMBAT)
      .wolfpack(kAxis, "u", {{"class.type_viic", 3}}, kAtSea)
      .task_force(kAllied, "tf", {{"ship.london"}}, kAtSea)
      .identified("tf", 2);
  give_commands(stage);
  const v1::View view = sent(stage, Viewer::kSecond);
  const auto& blocks = view.sea().block();
  const auto target = std::ranges::find(blocks, kAllied, &v1::Block::side)->id();
  const auto odds = estimate(view, action(v1::Verb::SUBMARINE_ATTACK, {view.own().force(0).key(), target}));
  ASSERT_TRUE(odds);
  ASSERT_EQ(odds->odds_size(), 3);
  EXPECT_EQ(said(odds->odds(1).what()), "Submarines that come to attack");
  EXPECT_LT(odds->odds(1).mean_hundredths().least(), odds->odds(1).mean_hundredths().most());
  EXPECT_LE(odds->odds(1).mean_hundredths().most(), 300u);
  EXPECT_GT(odds->odds(2).mean_hundredths().most(), 0u);
}

// All that is behind a block, as if it had lain face up in a battle.
void show_all(Stage& stage, const std::string& name) {
  const v1::Force& force = stage.force(name);
  auto& blocks = *stage.truth().mutable_sea()->mutable_block();
  v1::Block& block = *std::ranges::find(blocks, force.block(), &v1::Block::id);
  *block.mutable_told() = statement(the_title().reference(), {&force}, 3, 9);
  for (const v1::Counter& ship : force.ship()) {
    auto& named = *block.mutable_told()->add_named();
    named.set_unit(ship.unit());
    named.set_cs(ship.cs());
  }
  block.mutable_told()->set_seen(true);
}
std::uint32_t enemy_block(const v1::View& view, Side enemy) {
  return std::ranges::find(view.sea().block(), enemy, &v1::Block::side)->id();
}
void expect_within(const Estimate::Odds& close, const Estimate::Odds& wide) {
  EXPECT_LE(wide.mean_hundredths().least(), close.mean_hundredths().least());
  EXPECT_GE(wide.mean_hundredths().most(), close.mean_hundredths().most());
}

TEST(Estimate, AHuntSinksBoatsOrSendsThemHome) {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::SUBMARINE_COMBAT)
      .task_force(kAllied, "tf", {{"class.british_a_i", 6}}, kAtSea)
      .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kAtSea)
      .identified("u", 1);
  give_commands(stage);
  const auto hunt = [&] {
    const v1::View view = sent(stage, Viewer::kFirst);
    return estimate(view, action(v1::Verb::OFFENSIVE_ASW, {view.own().force(0).key(), enemy_block(view, kAxis)}));
  };
  const auto vague = hunt();
  show_all(stage, "u");
  const auto exact = hunt();
  ASSERT_TRUE(vague && exact);
  ASSERT_EQ(exact->odds_size(), 3);
  EXPECT_EQ(said(exact->odds(1).what()), "Submarines sunk or sent home");
  EXPECT_EQ(said(exact->odds(2).what(), "pl"), "Zatopione okręty podwodne");
  for (int i : {1, 2}) {
    const auto& odds = exact->odds(i);
    EXPECT_EQ(odds.rule(), "7.4.1");
    EXPECT_EQ(odds.mean_hundredths().least(), odds.mean_hundredths().most()) << "dice and boats are known";
    EXPECT_LE(odds.at_least_size(), 2) << "no more than there are";
    EXPECT_GT(odds.mean_hundredths().most(), 0u);
    expect_within(odds, vague->odds(i));
    EXPECT_EQ(vague->odds(i).at_least(1).permille().least(), 0u) << "there may be but one";
  }
  EXPECT_LT(exact->odds(2).mean_hundredths().most(), exact->odds(1).mean_hundredths().most());
}

TEST(Estimate, GunsAreReckonedForOneRound) {
  Stage stage("pq12");
  stage.at(9, kAllied, v1::Clock::SURFACE_COMBAT)
      .task_force(kAllied, "tf", {{"ship.london"}}, kAtSea)
      .task_force(kAxis, "g", {{"ship.scharnhorst"}}, kAtSea)
      .identified("g", 1);
  give_commands(stage);
  const auto attack = [&] {
    const v1::View view = sent(stage, Viewer::kFirst);
    return estimate(view, action(v1::Verb::ATTACK, {view.own().force(0).key(), enemy_block(view, kAxis)}));
  };
  const auto vague = attack();
  show_all(stage, "g");
  const auto exact = attack();
  ASSERT_TRUE(vague && exact);
  ASSERT_EQ(exact->odds_size(), 2);
  const auto& guns = exact->odds(1);
  EXPECT_EQ(said(guns.what()), "Hits by gunfire in one round");
  EXPECT_EQ(guns.at_least_size(), stage.force("tf").ship(0).cs()) << "a die for each CS";
  expect_within(guns, vague->odds(1));
  EXPECT_GT(guns.mean_hundredths().most(), 0u);

  stage.force("g").mutable_ship(0)->set_unit("ship.tirpitz");
  EXPECT_EQ(attack()->SerializeAsString(), exact->SerializeAsString()) << "what is behind the block does not matter";
}

// Whatever lies behind the enemy's blocks, the answer is the same.
TEST(Estimate, IsAFunctionOfTheView) {
  Over one(2);
  Over other(2);
  other.stage.force("tf").mutable_ship(0)->set_unit("ship.duke_of_york");
  const Action strike = action(v1::Verb::STRIKE_FORCE, {one.block->id()});
  EXPECT_EQ(estimate(one.view(), strike)->SerializeAsString(), estimate(other.view(), strike)->SerializeAsString());
  EXPECT_FALSE(estimate(one.view(), action(v1::Verb::DONE, {})));
  EXPECT_FALSE(estimate(sent(one.stage, Viewer::kPublic), strike)) << "nobody's attack";
}

}  // namespace
}  // namespace wardroom::pq17
