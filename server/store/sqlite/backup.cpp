#include "server/store/sqlite/backup.h"

#include <SQLiteCpp/Backup.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <system_error>

namespace wardroom::store {
namespace fs = std::filesystem;
namespace {

Refusal failed(const fs::path& to, const std::string& detail) {
  return refuse(RefusalCode::kUnavailable,
                Text("store.backup_failed").word("file", to.string()).word("detail", detail));
}

// A new name is durable when its folder is.
void sync_folder(const fs::path& folder) {
  const int handle = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) return;
  ::fsync(handle);
  ::close(handle);
}

// What is left when something went wrong goes away again.
struct Unfinished {
  fs::path path;
  ~Unfinished() {
    std::error_code ignored;
    for (const char* suffix : {"", "-journal", "-wal", "-shm"}) fs::remove(path.string() + suffix, ignored);
  }
};

}  // namespace

std::string damage(SqliteConnection& connection, Check check) {
  const std::string found =
      connection.word(check == Check::kQuick ? "PRAGMA quick_check(1)" : "PRAGMA integrity_check(1)");
  return found == "ok" ? std::string() : found;
}

Result<void> backup(const fs::path& from, const fs::path& to) {
  auto source = SqliteConnection::open(from, Access::kRead, 10'000);
  if (!source) return source.error();
  const Unfinished part{to.string() + ".part"};
  std::error_code error;
  fs::remove(part.path, error);
  try {
    {
      SQLite::Database copy(part.path.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, 10'000);
      SQLite::Backup(copy, (*source)->database()).executeStep(-1);
      copy.exec("PRAGMA journal_mode=DELETE");
    }
    auto copy = SqliteConnection::open(part.path, Access::kRead, 10'000);
    if (!copy) return copy.error();
    if (std::string found = damage(**copy, Check::kFull); !found.empty()) return failed(to, found);
  } catch (const SQLite::Exception& trouble) {
    return failed(to, sqlite3_errstr(trouble.getErrorCode()));
  }
  fs::rename(part.path, to, error);
  if (error) return failed(to, error.message());
  sync_folder(to.parent_path());
  return {};
}

}  // namespace wardroom::store
