// Copies everything that is kept from one kind of database into the other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "common/result.h"

namespace wardroom::store {

struct Copied {
  std::int64_t rows = 0;
  std::int64_t matches = 0;  // that have begun: each has been looked at, row by row, where it is now
};
// All or nothing, as it is at one moment; refused where something is kept already. No server may be using either.
Result<Copied> copy_to_postgres(const std::filesystem::path& from, const std::string& url);
Result<Copied> copy_to_sqlite(const std::string& url, const std::filesystem::path& to);

}  // namespace wardroom::store
