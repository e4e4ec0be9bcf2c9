// Whatever is done to the files, the loader says what is wrong and never falls over; nor does whoever reads a position.
#include "tests/titles/data_fuzz.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/engine/leak.h"
#include "tests/titles/murmansk/the_box.h"

namespace wardroom::murmansk {
namespace {

// Cut down, so that a case is quick.
const Bundle& small_box() {
  static const Bundle files = [] {
    const Bundle whole = the_bundle();
    std::vector<DataText> kept;
    for (const DataText& file : whole.files()) {
      const bool scenario = file.path.starts_with("scenarios/") && file.path != "scenarios/learning.textproto";
      if (!scenario && !file.path.starts_with("text/") && file.path != "coast.textproto") kept.push_back(file);
    }
    return Bundle(std::move(kept));
  }();
  return files;
}

RC_GTEST_PROP(MurmanskLoader, NeverFallsOverAMutatedFile, ()) {
  std::vector<std::string> words = fuzz::parser_words();
  words.insert(words.end(), {"NE", "SB", "\"position.r09\"", "\"ship.tirpitz\"", "has: [ICE]"});
  fuzz::check(inspect(fuzz::with_mutated_file(small_box(), words), Texts::kNotYet));
}

RC_GTEST_PROP(MurmanskLoader, NeverFallsOverWrongValues, ()) {
  const std::vector<std::string> ids = {"",          "position.r09", "position.z99", "ship.tirpitz", "ship.none",
                                        "air.kg_30", "table.attack", "option.x",     "M-99",         ".."};
  fuzz::check(inspect(fuzz::with_shaken_file(small_box(), ids), Texts::kNotYet));
}

TEST(MurmanskLoader, NeverFallsOverAnEmptyBox) { EXPECT_FALSE(inspect(Bundle()).mistakes.empty()); }

TEST(MurmanskLoader, NeverFallsOverOneFileAlone) {
  const Bundle whole = the_bundle();
  for (const DataText& file : whole.files()) EXPECT_FALSE(inspect(Bundle({file})).mistakes.empty()) << file.path;
}

// Of two matches, from their openings on.
const std::vector<std::string>& some_positions() {
  static const std::vector<std::string> positions = [] {
    std::vector<std::string> made;
    for (const char* scenario : {"learning", "winter43"}) {
      testing::Random random(1);
      SeededChance chance(testing::secret_of(1), 0);
      std::size_t checkpoints = 0;
      const auto keep = [&](const Game& game) {
        if (checkpoints++ % 10 == 0) made.push_back(save(game.position()));
      };
      testing::play_random(*the_title(), *the_title()->open(scenario, {}), chance, random, keep);
    }
    return made;
  }();
  return positions;
}

// A position with other values is refused on loading, or it is one that both sides can look at and play on from.
RC_GTEST_PROP(MurmanskPositions, NeverFallOver, ()) {
  auto position = the_title()->blank();
  position->ParseFromString(*rc::gen::elementOf(some_positions()));
  const std::vector<std::string> ids = {"", "scenario.war", "ship.tirpitz", "ship.none", "air.kg_30", ".."};
  int left = *rc::gen::element(1, 1, 2, 7);
  for (int tries = 0; tries < 20 && left > 0; ++tries) fuzz::shake(*position, ids, left);
  std::string bytes = save(*position);
  if (*rc::gen::inRange(0, 8) == 0) bytes = fuzz::mutated(std::move(bytes), fuzz::parser_words());
  auto read = load(*the_title(), bytes);
  RC_CLASSIFY(static_cast<bool>(read), "read");
  if (!read) {
    RC_ASSERT(!read.error().reason.id.empty());
    return;
  }
  for (Viewer who : kLiveViewers) (void)the_title()->view(**read, who);
  SeededChance chance(testing::secret_of(2), 0);
  Game game(*the_title(), std::move(*read), chance);
  if (game.over()) {
    (void)the_title()->ending(game.position());
    return;
  }
  const Seat asked = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
  const auto& items = game.menu(asked)->items;
  game.answer(asked, Action(items[static_cast<std::size_t>(*rc::gen::inRange<int>(0, 1000)) % items.size()].action));
}

}  // namespace
}  // namespace wardroom::murmansk
