// The shared title suite on every scenario of PQ-17.
#include "tests/engine/title_suite.h"
#include "tests/titles/pq17/scene.h"
#include "tests/titles/pq17/vary.h"

namespace wardroom::testing {
namespace {

bool inside_battle(const Position& position) { return static_cast<const pq17::Truth&>(position).has_battle(); }

std::vector<TitleCase> cases() {
  std::vector<TitleCase> list;
  for (const ScenarioInfo& scenario : pq17::the_title().scenarios()) {
    TitleCase one;
    one.name = scenario.id;
    one.title = pq17::the_title_shared();
    one.scenario = scenario.id;
    one.games = scenario.id == "learning" ? 8 : 1;
    one.leaks = {
        .games = scenario.id == "learning" ? 20U : 10U, .every = scenario.id == "learning" ? 50U : 150U, .limit = 600};
    one.leaks.inside = inside_battle;
    one.leaks.every_inside = scenario.id == "learning" ? 2 : 8;
    one.facts = pq17::facts();
    one.licences = {.games = 2, .every = scenario.id == "learning" ? 20U : 120U, .seed = 21, .limit = 100};
    one.licences.inside = inside_battle;
    one.licences.every_inside = 4;
    if (scenario.id == "learning") {
      one.signature_file = WARDROOM_SOURCE_DIR "/tests/titles/pq17/signature.txt";
      one.signature_games = 50;
    }
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Pq17, TitleSuite, ::testing::ValuesIn(cases()),
                         [](const auto& each) { return each.param.name; });

TEST(Pq17Places, LieOnTheChartInPortsAndOnTheBattleDisplay) {
  const Title& title = pq17::the_title();
  ASSERT_EQ(title.boards().size(), 3u);
  EXPECT_TRUE(title.place(9999).empty());
  EXPECT_EQ(title.place(place_on(2, pq17::v1::Battle::SCREENING)).id, "battle.area.screening.name");
  const pq17::Reference& reference = pq17::the_title().reference();
  for (const pq17::PlaceFacts& place : reference.places()) {
    EXPECT_EQ(title.place(place_on(1, static_cast<std::uint32_t>(place.number))).id, place.name);
    EXPECT_TRUE(!place.port || title.place(pq17::number(place.hex)).id == "place.port_hex") << place.id;
  }
  for (const pq17::MapHex& hex : reference.box().hexes()) EXPECT_FALSE(title.place(pq17::number(hex.hex)).empty());
}

// Turn and phase, as both see them.
TEST(Pq17Progress, IsTheTurnAndThePhase) {
  const Title& title = pq17::the_title();
  const auto said = [&](const Position& position) { return title.progress(*title.view(position, Viewer::kPublic)); };
  auto opening = *title.open("learning", {});
  EXPECT_EQ(said(*opening).id, "phase.planning.name");
  auto& clock = *static_cast<pq17::Truth&>(*opening).mutable_clock();
  clock.set_turn(3);
  clock.set_phase(pq17::v1::Clock::PLAYER);
  clock.set_active(pq17::kAxis);
  const Text text = said(*opening);
  EXPECT_EQ(text.id, "progress.turn");
  v1::Text wire;
  to_wire(text, wire);
  EXPECT_NE(wire.ShortDebugString().find("turn.am"), std::string::npos);
  EXPECT_NE(wire.ShortDebugString().find("phase.axis.name"), std::string::npos);
}

// Both plan in secret from a checkpoint, once a match; every turn is a round.
TEST(Pq17Planning, BeginsAtACheckpoint) {
  const Title& title = pq17::the_title();
  Random random(4);
  SeededChance chance(secret_of(4), 0);
  int heads = 0;
  play_random(title, *title.open("pq6", {}), chance, random, [&](const Game& game) {
    if (!game.in_together()) return;
    ++heads;
    EXPECT_EQ(static_cast<const pq17::Truth&>(game.position()).clock().phase(), pq17::v1::Clock::PLANNING);
  });
  EXPECT_EQ(heads, 1);
}

// From there neither can tell the truth from what he imagines.
TEST(Pq17Planning, NothingLeaksFromItsHead) {
  const auto title = pq17::the_title_shared();
  std::size_t differing = 0, pairs = 0;
  for (const ScenarioInfo& scenario : title->scenarios()) {
    Random random(5);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      SeededChance chance(secret_of(seed), 0);
      Game game(*title, *title->open(scenario.id, {}), chance);
      while (!game.over() && !game.in_together()) {
        const Menu& menu = game.menu(Seat::kFirst) ? *game.menu(Seat::kFirst) : *game.menu(Seat::kSecond);
        game.answer(menu.seat, Action(menu.items[pick(random, menu.items.size())].action));
        if (static_cast<const pq17::Truth&>(game.position()).clock().began()) break;
      }
      if (!game.in_together()) continue;  // nobody has anything to plan
      for (Seat seat : kSeats) {
        const PairResult pair = leak_pair(title, game.position(), seat, secret_of(seed), random, 150);
        EXPECT_NE(pair.end, PairEnd::kLeak) << scenario.id << ": " << pair.why;
        differing += pair.differs;
        ++pairs;
      }
    }
  }
  EXPECT_GT(pairs, 10u);
  EXPECT_GE(differing * 10, pairs * 9);
}

}  // namespace wardroom::testing
