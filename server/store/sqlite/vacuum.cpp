#include "server/store/sqlite/vacuum.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include "server/store/sqlite/sqlite_connection.h"

namespace wardroom::store {

Result<bool> give_back(Bench& bench, std::int64_t kept) {
  const auto free_pages = [&] {
    Cursor counted(bench.connection, "PRAGMA freelist_count");
    return counted.next() ? counted.number_at(0) : 0;
  };
  const std::int64_t before = free_pages();
  if (before <= kept) return false;
  Cursor given(bench.connection, "PRAGMA incremental_vacuum(64)");
  while (given.next()) {
  }
  const std::int64_t after = free_pages();
  return after < before && after > kept;
}

Result<void> make_small(const std::filesystem::path& database) {
  auto connection = SqliteConnection::open(database, Access::kWrite, 5000);
  if (!connection) return connection.error();
  try {
    // The new file is as large as the old one, which is too much for memory.
    (*connection)->script("PRAGMA temp_store=DEFAULT; PRAGMA auto_vacuum=INCREMENTAL; VACUUM");
    (*connection)->script("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (const SQLite::Exception& trouble) {
    return refusal_of(trouble);
  }
  return {};
}

}  // namespace wardroom::store
