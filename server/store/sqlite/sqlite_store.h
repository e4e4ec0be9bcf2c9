// The store in an SQLite file: one thread that writes and one that reads.
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "server/store/sql_store.h"
#include "server/store/sqlite/migrations.h"

namespace wardroom::store {

struct SqliteOptions : StoreOptions {
  int busy_timeout_ms = 5000;           // how long to wait for another process that writes
  std::int64_t free_pages_kept = 1024;  // more of them go back to the disk
  std::span<const Migration> migrations = store::migrations();
};

// Opens or creates the file, checks it and brings it up to date. The refusal names the file and what is wrong with it.
Result<std::unique_ptr<SqlStore>> open_sqlite(const std::filesystem::path& path, SqliteOptions options = {});

}  // namespace wardroom::store
