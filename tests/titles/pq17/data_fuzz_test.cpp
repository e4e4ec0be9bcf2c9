// Whatever is done to the files, the loader says what is wrong and never falls over.
#include "tests/titles/data_fuzz.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/titles/pq17/broken_box.h"

namespace wardroom::pq17 {
namespace {

// Files small and large, each kind with another check behind it; the box is cut down so that a case is quick.
Bundle base() {
  std::vector<DataText> files;
  for (const DataText& file : the_files().files()) {
    const bool scenario = file.path.starts_with("scenarios/") && file.path != "scenarios/learning.textproto";
    const bool texts = file.path.starts_with("text/") && file.path.find("tables") == std::string::npos;
    if (!scenario && !texts && file.path != "coast.textproto") files.push_back(file);
  }
  return Bundle(std::move(files));
}

const Bundle& small_box() {
  static const Bundle files = base();
  return files;
}

std::vector<std::string> words() {
  std::vector<std::string> all = fuzz::parser_words();
  all.insert(all.end(), {"AXIS", "BB", "\"0101\"", "\"ship.tirpitz\"", "\"condition.none\""});
  return all;
}

RC_GTEST_PROP(Loader, NeverFallsOverAMutatedFile, ()) {
  fuzz::check(inspect(fuzz::with_mutated_file(small_box(), words()), Texts::kNotYet));
}

RC_GTEST_PROP(Loader, NeverFallsOverWrongValues, ()) {
  const std::vector<std::string> ids = {"",         "0817",         "9999",        "port.kiel", "ship.tirpitz",
                                        "class.mv", "air.ju88a4",   "box.germany", "Q",         "convoy.x",
                                        "..",       "table.gunnery"};
  fuzz::check(inspect(fuzz::with_shaken_file(small_box(), ids), Texts::kNotYet));
}

TEST(Loader, NeverFallsOverDeepNesting) {
  std::string text = "# proto-file: wardroom/pq17/v1/tables.proto\n# proto-message: wardroom.pq17.v1.GunneryTable\n\n";
  for (int i = 0; i < 50'000; ++i) text += "row { ";
  EXPECT_FALSE(inspect(with_text("tables/gunnery.textproto", text).bundle, Texts::kNotYet).mistakes.empty());
}

TEST(Loader, NeverFallsOverMillionsOfFields) {
  std::string text =
      "# proto-file: wardroom/pq17/v1/charts.proto\n# proto-message: wardroom.pq17.v1.GermanFuelChart\n\n";
  while (text.size() < (1 << 20) - 16) text += "row{}";
  EXPECT_FALSE(inspect(with_text("tables/german_fuel.textproto", text).bundle, Texts::kNotYet).mistakes.empty());
}

TEST(Loader, NeverFallsOverAnEmptyBox) { EXPECT_FALSE(inspect(Bundle()).mistakes.empty()); }

TEST(Loader, NeverFallsOverOneFileAlone) {
  for (const DataText& file : the_files().files()) EXPECT_FALSE(inspect(Bundle({file})).mistakes.empty()) << file.path;
}

}  // namespace
}  // namespace wardroom::pq17
