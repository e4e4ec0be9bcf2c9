// The calibration on a small scale: it runs, names its bands and writes the same bytes.
#include <gmock/gmock.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/calibration/calibrate.h"

namespace wardroom::murmansk::calibration {

wardroom::calibration::CalibrationPack pack();

namespace {

using testing::HasSubstr;

std::string page(unsigned threads) {
  const auto folder = std::filesystem::temp_directory_path() / ("murmansk-calibration-" + std::to_string(::getpid()));
  wardroom::calibration::CalibrateSettings settings;
  settings.games = 6;
  settings.scenarios = {"learning", "summer42"};
  settings.threads = threads;
  settings.out = folder;
  std::ostringstream said;
  pack().run(settings, said);
  std::ifstream in(folder / "calibration.md", std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), {});
  std::filesystem::remove_all(folder);
  return text;
}

TEST(MurmanskCalibration, WritesTheSameBytesTwice) {
  const std::string once = page(1);
  EXPECT_EQ(once, page(2));
  EXPECT_THAT(once, HasSubstr("Bands met"));
  EXPECT_THAT(once, HasSubstr("| freighters lost in the first convoy, Summer 1942 | 3 to 7 |"));
  EXPECT_THAT(once, HasSubstr("| learning |"));
}

}  // namespace
}  // namespace wardroom::murmansk::calibration
