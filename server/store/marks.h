// Marks: what is on the seats' plotting tables. Every function works inside the transaction of its caller.
#pragma once

#include <string>
#include <vector>

#include "server/match/store.h"
#include "server/store/request.h"

namespace wardroom::store {

Result<std::vector<match::StoredMarks>> marks(Bench& bench, const std::string& match);
Result<void> keep_marks(Bench& bench, const std::string& match, const match::StoredMarks& marks);

}  // namespace wardroom::store
