// Measure: one thing that was counted, beside the band it should lie in.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace wardroom::calibration {

struct Band {
  std::optional<double> from{};
  std::optional<double> to{};
  std::optional<double> target{};  // the figure inside the band, where there is one
};

enum class Unit { kNumber, kPercent };

struct Measure {
  std::string what;
  Band band;
  Unit unit = Unit::kNumber;
  std::optional<double> actual{};  // none: it never happened, so there is nothing to count
  std::string among{};             // of how many
  double error = 0;                // by which chance alone may have moved it: twice the standard error
};

enum class Verdict { kMet, kMissed, kNoBand, kNothing };
Verdict verdict_of(const Measure& measure);  // missed: by more than its error

std::string number_text(double value, int decimals);
std::string target_text(const Measure& measure);
std::string actual_text(const Measure& measure);
const char* verdict_text(Verdict verdict);

// A table of measures in Markdown.
std::string measures_text(const std::vector<Measure>& measures);

}  // namespace wardroom::calibration
