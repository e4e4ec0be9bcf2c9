#include "server/engine/chance.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace wardroom {
namespace {

const Secret kSecret = match_secret("seed", std::array<std::string, 2>{"nonce one", "nonce two"});

TEST(SeededChance, TheSameOccasionGivesTheSameResultWhateverWasDrawnBefore) {
  SeededChance one(kSecret, 0);
  SeededChance two(kSecret, 0);
  for (std::uint32_t i = 0; i < 100; ++i) two.draw({9, 9, 9, i, 0}, 10);
  EXPECT_EQ(one.draw({1, 2, 3, 4, 5}, 1'000'000'000), two.draw({1, 2, 3, 4, 5}, 1'000'000'000));
}

TEST(SeededChance, EveryPartOfTheOccasionTheEpochAndTheSecretCount) {
  const Occasion base{1, 2, 3, 4, 5};
  const std::uint32_t sides = 4'000'000'000u;
  const std::uint32_t result = SeededChance(kSecret, 0).draw(base, sides);
  for (Occasion changed : {Occasion{0, 2, 3, 4, 5}, Occasion{1, 0, 3, 4, 5}, Occasion{1, 2, 0, 4, 5},
                           Occasion{1, 2, 3, 0, 5}, Occasion{1, 2, 3, 4, 0}}) {
    EXPECT_NE(SeededChance(kSecret, 0).draw(changed, sides), result);
  }
  EXPECT_NE(SeededChance(kSecret, 1).draw(base, sides), result);
  const Secret other = match_secret("seed", std::array<std::string, 2>{"nonce one", "nonce twO"});
  EXPECT_NE(SeededChance(other, 0).draw(base, sides), result);
}

TEST(SeededChance, ADieIsFair) {
  SeededChance chance(kSecret, 0);
  std::array<int, 10> counts{};
  constexpr int kRolls = 100'000;
  for (std::uint32_t i = 0; i < kRolls; ++i) ++counts[chance.draw({i, 0, 0, 0, 0}, 10)];
  double chi_square = 0;
  for (int count : counts) chi_square += (count - kRolls / 10.0) * (count - kRolls / 10.0) / (kRolls / 10.0);
  EXPECT_LT(chi_square, 27.9);  // 9 degrees of freedom, one in a thousand; the seed is fixed
}

TEST(SeededChance, NoSidesIsBroken) { EXPECT_THROW(SeededChance(kSecret, 0).draw({}, 0), Broken); }

TEST(Secret, IsMadeOfTheSeedAndEachNonceInOrder) {
  using Nonces = std::array<std::string, 2>;
  EXPECT_NE(match_secret("s", Nonces{"a", "b"}), match_secret("s", Nonces{"b", "a"}));
  EXPECT_NE(match_secret("s", Nonces{"ab", ""}), match_secret("s", Nonces{"a", "b"}));
  EXPECT_NE(match_secret("s", Nonces{"a", "b"}), match_secret("t", Nonces{"a", "b"}));
}

TEST(ScriptedChance, GivesItsListAndMustBeUsedUpExactly) {
  ScriptedChance chance({3, 6});
  EXPECT_EQ(chance.draw({}, 10), 3u);
  EXPECT_FALSE(chance.used_up());
  EXPECT_EQ(chance.draw({}, 10), 6u);
  EXPECT_TRUE(chance.used_up());
  EXPECT_THROW(chance.draw({}, 10), Broken);
  ScriptedChance wrong({10});
  EXPECT_THROW(wrong.draw({}, 10), Broken);
}

TEST(RecordedChance, AnotherOccasionOrAnotherDieDiverges) {
  SeededChance seeded(kSecret, 3);
  RecordingChance recording(seeded);
  const std::uint32_t result = recording.draw({1, 1, 1, 1, 1}, 10);
  const auto drawn = recording.take();
  ASSERT_EQ(drawn.size(), 1u);
  EXPECT_EQ(drawn[0].epoch, 3u);
  const auto replay = [&](const Occasion& occasion, std::uint32_t sides) {
    RecordedChance recorded;
    recorded.expect(drawn);
    return recorded.draw(occasion, sides);
  };
  EXPECT_EQ(replay({1, 1, 1, 1, 1}, 10), result);
  EXPECT_THROW(replay({1, 1, 1, 1, 2}, 10), Diverged);
  EXPECT_THROW(replay({1, 1, 1, 1, 1}, 6), Diverged);
  RecordedChance empty;
  EXPECT_THROW(empty.draw({}, 10), Diverged);
}

}  // namespace
}  // namespace wardroom
