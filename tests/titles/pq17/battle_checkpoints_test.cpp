// Checkpoints inside engagements: each asks its menu again from the position alone, and a seat can imagine there.
#include <map>

#include "tests/engine/leak.h"
#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {
namespace {

class InsideBattles : public ::testing::TestWithParam<std::string> {};

std::string wire(const Menu& menu) {
  wardroom::v1::Menu bytes;
  to_wire(menu, bytes);
  return bytes.SerializeAsString();
}

void expect_reentry(const Game& running) {
  ScriptedChance nothing({});  // a draw before the first question would be Broken
  Game again(the_title(), *load(the_title(), save(running.position())), nothing);
  EXPECT_EQ(save(again.position()), save(running.position()));
  EXPECT_TRUE(again.take().told.empty());
  for (Seat seat : kSeats) {
    ASSERT_EQ(running.menu(seat) == nullptr, again.menu(seat) == nullptr);
    if (!running.menu(seat)) continue;
    EXPECT_EQ(wire(*running.menu(seat)), wire(*again.menu(seat)));
  }
}

// What the seat itself is asked does not depend on what it cannot see.
void expect_imagined(const Game& running, Seat seat, std::uint64_t seed) {
  const auto view = the_title().view(running.position(), viewer(seat));
  SeededChance dream(testing::secret_of(seed), 0);
  auto imagined = the_title().imagine(*view, seat, dream);
  EXPECT_EQ(save(*the_title().view(*imagined, viewer(seat))), save(*view));
  ScriptedChance nothing({});
  Game there(the_title(), std::move(imagined), nothing);
  if (running.menu(seat)) {
    ASSERT_NE(there.menu(seat), nullptr);
    EXPECT_EQ(wire(*running.menu(seat)), wire(*there.menu(seat)));
  }
}

// Between engagements nobody waits for one.
void expect_nothing_left(const Truth& truth) {
  EXPECT_TRUE(truth.sea().pending().empty());
  EXPECT_TRUE(truth.sea().waiting().empty());
  EXPECT_EQ(truth.sea().in_transit(), 0u);
  for (const v1::Own* own : {&truth.allied(), &truth.axis()}) {
    EXPECT_TRUE(own->interrupted().empty());
    EXPECT_TRUE(own->engaged().empty());
    EXPECT_FALSE(own->has_moving());
  }
}

TEST_P(InsideBattles, EveryCheckpointReentersAndCanBeImagined) {
  testing::Random random(23);
  std::map<std::string, int> heads;
  const auto look = [&](const Game& running) {
    const auto& truth = static_cast<const Truth&>(running.position());
    const v1::Battle& battle = truth.battle();
    if (battle.kind() == v1::Battle::UNSPECIFIED) {
      expect_nothing_left(truth);
      return;
    }
    ASSERT_TRUE(battle.resumes());
    ++heads[v1::Battle::Step_Name(battle.step())];
    SCOPED_TRACE(GetParam() + ": " + battle.ShortDebugString());
    expect_reentry(running);
    for (Seat seat : kSeats) expect_imagined(running, seat, random());
  };
  for (std::uint64_t game = 1; game <= 6 && !HasFailure(); ++game) {
    SeededChance chance(testing::secret_of(game + 50), 0);
    std::vector<OptionValue> options;
    if (game % 2 == 0) options = {{"option.coordinated_strikes", "on"}, {"option.night_actions", "on"}};
    testing::play_random(the_title(), *the_title().open(GetParam(), options), chance, random, look);
  }
  EXPECT_FALSE(heads.empty());
  for (const auto& [step, count] : heads) std::cout << GetParam() << ": " << count << " at " << step << "\n";
}

INSTANTIATE_TEST_SUITE_P(Pq17, InsideBattles,
                         ::testing::Values("learning", "pq6", "pq12", "pq16", "pq17", "pq18", "jw51b"));

}  // namespace
}  // namespace wardroom::pq17
