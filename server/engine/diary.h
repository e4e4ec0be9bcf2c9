// Diary: what one viewer was told, put in order by the milestones of play: turns, phases, engagements, rounds. Rolls
// and cards stand below what came of them. A function of his own reports.
#pragma once

#include <span>

#include "wardroom/v1/sight.pb.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom {

// Without `last_serial` and `more`. Reports without a body are lines of words.
v1::Diary diary_of(std::span<const v1::PastReports> told);

}  // namespace wardroom
