#include "tests/calibration/measure.h"

#include <cmath>
#include <iomanip>
#include <sstream>

namespace wardroom::calibration {
namespace {

constexpr double kRounding = 1e-9;

std::string plain(double value, Unit unit) {
  const bool whole = std::abs(value - std::round(value)) < kRounding;
  const bool tenths = std::abs(value * 10 - std::round(value * 10)) < kRounding * 10;
  return number_text(value, whole ? 0 : tenths ? 1 : 2) + (unit == Unit::kPercent ? " %" : "");
}

}  // namespace

Verdict verdict_of(const Measure& measure) {
  if (!measure.actual) return Verdict::kNothing;
  if (!measure.band.from && !measure.band.to) return Verdict::kNoBand;
  const double slack = kRounding + measure.error;
  const bool low = measure.band.from && *measure.actual < *measure.band.from - slack;
  const bool high = measure.band.to && *measure.actual > *measure.band.to + slack;
  return low || high ? Verdict::kMissed : Verdict::kMet;
}

std::string number_text(double value, int decimals) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(decimals) << value;
  const std::string text = out.str();
  return text.find_first_not_of("-0.") == std::string::npos && text[0] == '-' ? text.substr(1) : text;
}

std::string target_text(const Measure& measure) {
  const auto& [from, to, target] = measure.band;
  std::string band;
  if (from && to) {
    band = plain(*from, Unit::kNumber) + " to " + plain(*to, measure.unit);
  } else if (to) {
    band = "at most " + plain(*to, measure.unit);
  } else if (from) {
    band = "at least " + plain(*from, measure.unit);
  }
  if (!target) return band;
  return plain(*target, measure.unit) + (band.empty() ? "" : " (" + band + ")");
}

std::string actual_text(const Measure& measure) {
  if (!measure.actual) return "-";
  return measure.unit == Unit::kPercent ? number_text(*measure.actual, 1) + " %" : number_text(*measure.actual, 2);
}

const char* verdict_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kMet:
      return "met";
    case Verdict::kMissed:
      return "**missed**";
    case Verdict::kNothing:
      return "did not occur";
    default:
      return "";
  }
}

std::string measures_text(const std::vector<Measure>& measures) {
  std::string out = "| what | target | actual | counted | |\n| --- | --- | --- | --- | --- |\n";
  for (const Measure& each : measures) {
    out += "| " + each.what + " | " + target_text(each) + " | " + actual_text(each) + " | " + each.among + " | " +
           verdict_text(verdict_of(each)) + " |\n";
  }
  return out;
}

}  // namespace wardroom::calibration
