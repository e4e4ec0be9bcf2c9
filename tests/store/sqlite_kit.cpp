#include <SQLiteCpp/SQLiteCpp.h>

#include "server/store/sqlite/sqlite_store.h"
#include "tests/store/kit.h"

namespace wardroom::store {
namespace fs = std::filesystem;

std::unique_ptr<SqlStore> opened(const fs::path& path, StoreOptions options) {
  return value(open_sqlite(path, {std::move(options)}));
}

std::string url_of(const fs::path&) { return {}; }

void alter(const fs::path& path, const std::string& sql) {
  SQLite::Database(path.string(), SQLite::OPEN_READWRITE).exec(sql);
}

std::vector<std::string> looked_up(const fs::path& path, const std::string& sql) {
  SQLite::Database database(path.string());
  SQLite::Statement rows(database, sql);
  std::vector<std::string> found;
  while (rows.executeStep()) found.push_back(rows.getColumn(0).getString());
  return found;
}

}  // namespace wardroom::store
