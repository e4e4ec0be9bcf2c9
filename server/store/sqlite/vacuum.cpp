#include "server/store/sqlite/vacuum.h"

namespace wardroom::store {

Result<bool> give_back(Bench& bench, std::int64_t kept) {
  const auto free_pages = [&] { return bench.connection.number("PRAGMA freelist_count"); };
  const std::int64_t before = free_pages();
  if (before <= kept) return false;
  bench.connection.run("PRAGMA incremental_vacuum(64)");
  const std::int64_t after = free_pages();
  return after < before && after > kept;
}

Result<void> make_small(const std::filesystem::path& database) {
  auto connection = Connection::open(database, Access::kWrite, 5000);
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
