// Looks at every match of a database, row by row, and brings back single ones from a backup.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "common/result.h"
#include "server/store/sqlite/sqlite_connection.h"

namespace wardroom::store {

struct Hurt {
  std::string match;
  Refusal why;
};
struct Examined {
  std::int64_t matches = 0;
  std::vector<Hurt> hurt;
};
// Every row against the chain, every checkpoint against its checksum, every part against its form.
Examined examine_matches(SqliteConnection& connection);

// One match as an earlier copy of the same database has it, in place of the one that is there; all else stays. Refused
// when the copy does not have it whole. No server may be using the database.
Result<void> restore_match(const std::filesystem::path& database, const std::filesystem::path& backup,
                           const std::string& match);

}  // namespace wardroom::store
