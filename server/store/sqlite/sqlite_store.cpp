#include "server/store/sqlite/sqlite_store.h"

#include "server/store/sqlite/backup.h"
#include "server/store/sqlite/vacuum.h"

namespace wardroom::store {

Result<std::unique_ptr<SqlStore>> open_sqlite(const std::filesystem::path& path, SqliteOptions options) {
  auto write = SqliteConnection::open(path, Access::kCreate, options.busy_timeout_ms);
  if (!write) return write.error();
  try {
    if (std::string found = damage(**write, Check::kQuick); !found.empty()) {
      return refuse(RefusalCode::kUnreadable, Text("store.damaged").word("file", path.string()).word("detail", found));
    }
    if (auto migrated = migrate(**write, path, options.migrations); !migrated) return migrated.error();
  } catch (const SQLite::Exception& trouble) {
    return refuse(refusal_of(trouble).code,
                  Text("store.cannot_open").word("file", path.string()).word("detail", trouble.getErrorStr()));
  }
  auto read = SqliteConnection::open(path, Access::kRead, options.busy_timeout_ms);
  if (!read) return read.error();
  options.give_back = [kept = options.free_pages_kept](Bench& bench) { return store::give_back(bench, kept); };
  Connections to_write, to_read;
  to_write.push_back(std::move(*write));
  to_read.push_back(std::move(*read));
  return std::make_unique<SqlStore>(std::move(to_write), std::move(to_read), std::move(options));
}

}  // namespace wardroom::store
