// What a seat imagines agrees with everything it was told and that still binds.
#include "server/titles/pq17/operation/fleet.h"
#include "tests/engine/leak.h"
#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {
namespace {

class Imagined : public ::testing::TestWithParam<std::string> {};

const v1::Force* behind(const v1::Own& own, const v1::Block& block) {
  const auto found = std::ranges::find(own.force(), block.id(), &v1::Force::block);
  return found == own.force().end() ? nullptr : &*found;
}

// What the owner would have to say of this force now.
void expect_true(const v1::Statement& told, const v1::Force& whole) {
  const Reference& reference = the_title().reference();
  v1::Force force = whole;
  if (told.seen()) {  // every ship lay face up but submarines
    auto& ships = *force.mutable_ship();
    const auto boats = std::ranges::stable_partition(
        ships, [&](const v1::Counter& ship) { return !reference.unit(ship.unit()).submarine(); });
    ships.erase(boats.begin(), boats.end());
    const Tally unseen = tally(reference, whole);
    if (told.has_unseen()) {
      EXPECT_EQ(unseen.warship_counters - tally(reference, force).warship_counters, told.unseen().counters());
      if (told.unseen().cs() > 0) {
        EXPECT_EQ(unseen.submarine_cs, told.unseen().cs());
      }
    }
  }
  v1::Statement now = statement(reference, {&force}, told.level(), told.turn());
  v1::Statement said = told;
  if (told.level() == 1) {  // any figure near the truth
    const Range range = shaded(reference, tally(reference, force).warship_counters);
    EXPECT_GE(told.warship_counters(), range.from);
    EXPECT_LE(told.warship_counters(), range.to);
    said.clear_warship_counters();
    now.clear_warship_counters();
  }
  if (told.seen()) {
    EXPECT_EQ(told.named_size(), force.ship_size());
    for (int i = 0; i < std::min(told.named_size(), force.ship_size()); ++i) {
      EXPECT_EQ(told.named(i).unit(), force.ship(i).unit());
      EXPECT_EQ(told.named(i).cs(), force.ship(i).cs());
    }
    said.clear_named();
    said.clear_seen();
    said.clear_unseen();
  }
  said.clear_binding();
  now.clear_binding();
  EXPECT_EQ(now.ShortDebugString(), said.ShortDebugString()) << force.ShortDebugString();
}

TEST_P(Imagined, EveryBindingStatementHolds) {
  const Pq17& title = the_title();
  testing::Random random(11);
  int statements = 0;
  std::size_t seen = 0;
  const auto look = [&](const Game& running) {
    if (seen++ % 40 != 0) return;
    for (Seat seat : kSeats) {
      const auto view = title.view(running.position(), viewer(seat));
      SeededChance dream(testing::secret_of(random()), 0);
      const auto imagined = title.imagine(*view, seat, dream);
      const auto& truth = static_cast<const Truth&>(*imagined);
      const Side enemy = enemy_of(side_of(seat));
      for (const v1::Block& block : truth.sea().block()) {
        if (block.side() != enemy || !block.flat() || !block.told().binding()) continue;
        const auto& in_battle = truth.battle().block();
        if (std::ranges::find(in_battle, block.id()) != in_battle.end()) continue;  // its ships lie on the display
        const v1::Force* force = behind(enemy == kAllied ? truth.allied() : truth.axis(), block);
        ASSERT_NE(force, nullptr);
        ++statements;
        expect_true(block.told(), *force);
      }
    }
  };
  for (std::uint64_t game = 1; game <= 4; ++game) {
    SeededChance chance(testing::secret_of(game), 0);
    testing::play_random(title, *title.open(GetParam(), {}), chance, random, look);
  }
  EXPECT_GT(statements, 0);
  std::cout << GetParam() << ": " << statements << " binding statements\n";
}

INSTANTIATE_TEST_SUITE_P(Pq17, Imagined, ::testing::Values("learning", "pq6", "pq12", "pq16", "pq17", "pq18", "jw51b"));

}  // namespace
}  // namespace wardroom::pq17
