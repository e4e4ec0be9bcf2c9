// Migrations: the schema, version by version. The database's user_version says how far it has come.
#pragma once

#include <filesystem>
#include <span>

#include "common/result.h"
#include "server/store/sqlite/sqlite_connection.h"

namespace wardroom::store {

// Version n is the n-th of a list; a released one is never edited.
struct Migration {
  const char* sql;
};

std::span<const Migration> migrations();

// Brings the database to the newest version, each step in a transaction of its own. A database that is newer than this
// build, or that is not ours, is refused and left as it is.
Result<void> migrate(SqliteConnection& connection, const std::filesystem::path& path, std::span<const Migration> list);

}  // namespace wardroom::store
