// How often something has happened, as rows. Every function works inside the transaction of its caller.
#pragma once

#include <string>
#include <vector>

#include "server/lobby/registry.h"
#include "server/store/request.h"

namespace wardroom::store {

Result<lobby::Counted> count_more(Bench& bench, const std::vector<lobby::Counting>& what);
Result<void> uncount(Bench& bench, const std::vector<std::string>& keys);

}  // namespace wardroom::store
