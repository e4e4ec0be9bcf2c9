// Points in words, and lines of the score sheet [2].
#pragma once

#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

Text points_text(int vp_halves);  // "+2½ VP"
// Text of a line of the score sheet, with what it speaks of.
Text line_text(const Reference& reference, const v1::Standing::ScoreLine& line);
int total(const v1::Standing& standing);                                   // half VPs
told::Score scored(const Operation& op, int vp_halves, Text reason = {});  // just now, and open to both
Telling points_told(const Operation& op);                                  // the newest line of the score sheet

}  // namespace wardroom::pq17
