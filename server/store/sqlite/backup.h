// Backup: a verified copy of a database that may be in use.
#pragma once

#include <filesystem>

#include "common/result.h"
#include "server/store/sqlite/sqlite_connection.h"

namespace wardroom::store {

// Copies one moment of the database at `from` into the single file `to`, without stopping who writes. The copy is
// checked whole before it takes its name, so an earlier backup of that name is replaced by a good one or not at all.
Result<void> backup(const std::filesystem::path& from, const std::filesystem::path& to);

// What is wrong with the database, in SQLite's words; empty when nothing is.
enum class Check { kQuick, kFull };  // quick: pages and order; full: indexes against tables too
std::string damage(SqliteConnection& connection, Check check);

}  // namespace wardroom::store
