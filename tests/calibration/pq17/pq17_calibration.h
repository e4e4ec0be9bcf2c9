// The whole calibration of PQ-17: single events, operations, pages, pars.
#pragma once

#include "tests/calibration/calibrate.h"

namespace wardroom::calibration {

void calibrate(const CalibrateSettings& settings, std::ostream& said);

}  // namespace wardroom::calibration
