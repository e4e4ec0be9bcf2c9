// What stands beside the board of a match, and when a server was up. Every function works inside the transaction of its
// caller.
#pragma once

#include <string>

#include "server/match/store.h"
#include "server/store/request.h"

namespace wardroom::store {

struct StoredBeside {
  match::Beside beside;
  std::string bytes;  // of its aside, as it was read
};

// Columns left_0, left_1, aside, from this one on.
Result<StoredBeside> beside_at(const Cursor& row, int column, const std::string& match);
// Does what is asked with it, and writes what that changed.
Result<match::Beside> change(Bench& bench, std::int64_t key, StoredBeside stored, const match::Change& what,
                             std::int64_t now_ms);
Result<match::Beside> change(Bench& bench, const std::string& match, const match::Change& what);

Result<calendar::Spans> beat(Bench& bench, std::int64_t gap_ms);

}  // namespace wardroom::store
