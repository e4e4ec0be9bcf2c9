// Plots as SVG, for people who would rather look than read. Plain shapes and words; readable on light and dark pages.
#pragma once

#include <string>
#include <vector>

#include "tests/calibration/pq17/operations.h"
#include "tests/calibration/pq17/single_events.h"

namespace wardroom::calibration {

std::string losses_plot(const std::vector<Outcome>& outcomes);  // merchants lost: band, history, actual
std::string scores_plot(const std::vector<Outcome>& outcomes);  // how they are spread, par, history
std::string search_plot(const SingleEvents& events);            // odds of the cards, beside their targets

}  // namespace wardroom::calibration
