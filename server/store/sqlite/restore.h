// Brings back single matches from a backup.
#pragma once

#include <filesystem>
#include <string>

#include "common/result.h"

namespace wardroom::store {

// One match as an earlier copy of the same database has it, in place of the one that is there; all else stays. Refused
// when the copy does not have it whole. No server may be using the database.
Result<void> restore_match(const std::filesystem::path& database, const std::filesystem::path& backup,
                           const std::string& match);

}  // namespace wardroom::store
