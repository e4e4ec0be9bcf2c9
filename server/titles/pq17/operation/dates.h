// Half months as numbers that compare, and periods of them.
#pragma once

#include <cstdint>

#include "wardroom/pq17/v1/types.pb.h"

namespace wardroom::pq17 {

std::int64_t order_of(const v1::Fortnight& date);
bool within(const v1::Period& period, const v1::Fortnight& date);

}  // namespace wardroom::pq17
