#include "server/store/sqlite/sqlite_connection.h"

#include <SQLiteCpp/Column.h>
#include <sqlite3.h>

#include <chrono>
#include <thread>

#include "common/name.h"
#include "server/store/hooks.h"

namespace wardroom::store {
namespace {

int flags_of(Access access) {
  switch (access) {
    case Access::kCreate:
      return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    case Access::kWrite:
      return SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    case Access::kRead:
      return SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
  }
  throw std::logic_error("unknown access");
}

Refusal cannot_open(const std::filesystem::path& path, const SQLite::Exception& trouble) {
  const std::string file = path.string();
  switch (trouble.getErrorCode()) {
    case SQLITE_NOTADB:
      return refuse(RefusalCode::kUnreadable, Text("store.not_a_database").word("file", file));
    case SQLITE_CORRUPT:
      return refuse(RefusalCode::kUnreadable,
                    Text("store.damaged").word("file", file).word("detail", sqlite3_errstr(trouble.getErrorCode())));
    case SQLITE_READONLY:
      return refuse(RefusalCode::kUnavailable, Text("store.read_only_file").word("file", file));
    default:
      return refuse(
          RefusalCode::kUnavailable,
          Text("store.cannot_open").word("file", file).word("detail", sqlite3_errstr(trouble.getErrorCode())));
  }
}

// seen_name(NAME) in SQL, for migrations.
void tell_seen_name(sqlite3_context* context, int, sqlite3_value** values) {
  const auto* name = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
  const std::string seen = seen_name(name ? name : "");
  sqlite3_result_text(context, seen.data(), static_cast<int>(seen.size()), SQLITE_TRANSIENT);
}

// What SQLiteCpp throws, as what we throw.
template <class Work>
auto told(Work work) {
  try {
    return work();
  } catch (const SQLite::Exception& trouble) {
    throw Trouble(refusal_of(trouble));
  }
}

}  // namespace

SqliteConnection::SqliteConnection(const std::filesystem::path& path, int flags, int busy_timeout_ms)
    : database_(path.string(), flags, busy_timeout_ms) {
  database_.createFunction("seen_name", 1, true, nullptr, tell_seen_name);
}

Result<std::unique_ptr<SqliteConnection>> SqliteConnection::open(const std::filesystem::path& path, Access access,
                                                                 int busy_timeout_ms) {
  // Without its memory statistics SQLite allocates without a lock that all threads share.
  [[maybe_unused]] static const int once = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  const auto limit = std::chrono::steady_clock::now() + std::chrono::milliseconds(busy_timeout_ms);
  for (;;) {
    try {
      std::unique_ptr<SqliteConnection> connection(new SqliteConnection(path, flags_of(access), busy_timeout_ms));
      if (access != Access::kRead) {
        if (sqlite3_db_readonly(connection->database_.getHandle(), "main") != 0) {
          return refuse(RefusalCode::kUnavailable, Text("store.read_only_file").word("file", path.string()));
        }
        // Of a file that is new: free pages can go back to the disk. It must be said before anything is written.
        if (access == Access::kCreate) connection->script("PRAGMA auto_vacuum=INCREMENTAL");
        if (connection->word("PRAGMA journal_mode=WAL") != "wal") {
          return refuse(RefusalCode::kUnavailable, Text("store.no_wal").word("file", path.string()));
        }
        // Fewer, larger checkpoints: a page that many groups touch is copied into the database once.
        connection->script("PRAGMA wal_autocheckpoint=4000; PRAGMA journal_size_limit=67108864");
      }
      connection->script(
          "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16384");
      connection->number("SELECT count(*) FROM sqlite_schema");
      return connection;
    } catch (const SQLite::Exception& trouble) {
      // Two programs that make the same new file at once: SQLite's own timeout does not cover the change of journal
      // mode.
      const bool busy = trouble.getErrorCode() == SQLITE_BUSY || trouble.getErrorCode() == SQLITE_LOCKED;
      if (!busy || std::chrono::steady_clock::now() > limit) return cannot_open(path, trouble);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
}

Statement& SqliteConnection::prepared(const char* sql) {
  auto found = statements_.find(sql);
  if (found == statements_.end()) {
    told([&] { found = statements_.try_emplace(sql, database_, sql).first; });
  }
  return found->second;
}

void SqliteConnection::begin(Access access) { run(access == Access::kRead ? "BEGIN" : "BEGIN IMMEDIATE"); }

std::int64_t SqliteConnection::number(const std::string& sql) {
  SQLite::Statement statement(database_, sql);
  return statement.executeStep() ? statement.getColumn(0).getInt64() : 0;
}

std::string SqliteConnection::word(const std::string& sql) {
  SQLite::Statement statement(database_, sql);
  return statement.executeStep() ? statement.getColumn(0).getString() : std::string();
}

bool SqliteConnection::in_transaction() const { return sqlite3_get_autocommit(database_.getHandle()) == 0; }

std::int64_t SqliteConnection::now_ms() { return machine_ms(); }

void SqliteStatement::bind(int parameter, std::int64_t value) {
  told([&] { statement_.bind(parameter, value); });
}

void SqliteStatement::bind_text(int parameter, const std::string& value) {
  told([&] { statement_.bindNoCopy(parameter, value); });
}

void SqliteStatement::bind_blob(int parameter, const std::string& value) {
  told([&] { statement_.bindNoCopy(parameter, value.data(), static_cast<int>(value.size())); });
}

void SqliteStatement::bind_null(int parameter) {
  told([&] { statement_.bind(parameter); });
}

bool SqliteStatement::step() {
  return told([&] { return statement_.executeStep(); });
}

std::int64_t SqliteStatement::number_at(int column) const {
  return told([&] { return statement_.getColumn(column).getInt64(); });
}

std::string SqliteStatement::bytes_at(int column) const {
  return told([&] { return statement_.getColumn(column).getString(); });
}

Refusal refusal_of(const SQLite::Exception& trouble) {
  switch (trouble.getErrorCode()) {
    case SQLITE_FULL:
      return refuse(RefusalCode::kUnavailable, Text("store.disk_full"));
    case SQLITE_READONLY:
      return refuse(RefusalCode::kUnavailable, Text("store.read_only"));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return refuse(RefusalCode::kUnavailable, Text("store.busy"));
    case SQLITE_CONSTRAINT:
      return refuse(RefusalCode::kConflict, Text("store.conflict"));
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return refuse(RefusalCode::kUnreadable, Text("store.damaged_part"));
    case SQLITE_TOOBIG:
      return refuse(RefusalCode::kTooMuch, Text("store.too_big"));
    default:
      return refuse(RefusalCode::kUnavailable,
                    Text("store.trouble").word("detail", sqlite3_errstr(trouble.getErrorCode())));
  }
}

}  // namespace wardroom::store
