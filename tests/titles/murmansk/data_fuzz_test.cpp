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

// A position with other values is refused on loading, or it is one that both sides can look at.
RC_GTEST_PROP(MurmanskPositions, NeverFallOver, ()) {
  static const std::string opened = save(**the_title()->open("learning", {}));
  auto position = *load(*the_title(), opened);
  const std::vector<std::string> ids = {"", "scenario.war", "ship.tirpitz", "ship.none", "air.kg_30", ".."};
  int left = *rc::gen::inRange(1, 8);
  for (int tries = 0; tries < 20 && left > 0; ++tries) fuzz::shake(*position, ids, left);
  std::string bytes = save(*position);
  if (*rc::gen::inRange(0, 3) == 0) bytes = fuzz::mutated(std::move(bytes), fuzz::parser_words());
  const auto read = load(*the_title(), bytes);
  if (!read) return;
  for (Viewer who : kLiveViewers) (void)the_title()->view(**read, who);
}

}  // namespace
}  // namespace wardroom::murmansk
