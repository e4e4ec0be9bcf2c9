// Looks at every match of a database, row by row.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/result.h"
#include "server/store/connection.h"

namespace wardroom::store {

struct Hurt {
  std::string match;
  Refusal why;
};
struct Examined {
  std::int64_t matches = 0;
  std::vector<Hurt> hurt;
};
// Every row against the chain, every checkpoint against its checksum, every part against its form. Each match as it is
// at one moment: a server may be writing.
Examined examine_matches(Connection& connection);
Result<void> examine_match(Connection& connection, const std::string& match);

// Those that have begun, in the order in which they were made; within a transaction.
std::vector<std::string> matches_begun(Connection& connection);

}  // namespace wardroom::store
