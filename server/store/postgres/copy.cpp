#include "server/store/postgres/copy.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <vector>

#include "server/store/examine.h"
#include "server/store/journals.h"
#include "server/store/postgres/postgres_connection.h"
#include "server/store/postgres/schema.h"
#include "server/store/sqlite/migrations.h"
#include "server/store/sqlite/sqlite_connection.h"

namespace wardroom::store {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes kCopying(10);
constexpr int kBusyMs = 5000;
// What others refer to comes before them. The last is made anew by what is copied, and then as it was.
constexpr std::array kTables{
    "accounts",    "matches",          "events",          "factors",       "progress",       "journal",
    "checkpoints", "chapters",         "pages",           "queues",        "marks",          "chat",
    "data",        "sessions",         "outbox",          "mails",         "channels",       "tokens",
    "secrets",     "mailboxes",        "calendars",       "usual",         "reliability",    "replies",
    "shunned",     "event_people",     "event_jobs",      "rated_matches", "account_marks",  "restarted_matches",
    "bans",        "finished_matches", "personal_tokens", "addresses",     "recovery_codes", "made_from",
    "host_acts",   "host_acts_read",   "admins",          "mutes",         "service",        "outages",
    "pulse",       "devices",          "waiting",         "counts",        "rated_version"};
constexpr std::string_view kRatedVersion = kTables.back();
// Numbers of these are never given again.
struct Numbered {
  const char* table;
  const char* column;
  bool kept;  // SQLite knows the last one that was given, too
};
constexpr std::array kNumbered{
    Numbered{"matches", "key", false},    Numbered{"chat", "id", false},       Numbered{"events", "key", false},
    Numbered{"sessions", "rowid", false}, Numbered{"shunned", "rowid", false}, Numbered{"outbox", "id", true},
    Numbered{"mails", "id", true},        Numbered{"channels", "id", true},    Numbered{"host_acts", "id", true}};

enum class Kind { kNumber, kText, kBytes };
struct Table {
  std::string name;
  std::string columns;  // with commas
  std::vector<Kind> kinds;
};

Kind kind_of(std::string_view type) {
  if (type == "bigint") return Kind::kNumber;
  return type == "bytea" ? Kind::kBytes : Kind::kText;
}

std::vector<Table> tables_of(PostgresConnection& postgres) {
  std::vector<Table> tables;
  for (const char* name : kTables) {
    Table& table = tables.emplace_back();
    table.name = name;
    const Answered rows = postgres.script(
        "SELECT quote_ident(column_name), data_type FROM information_schema.columns WHERE table_schema = "
        "current_schema() AND table_name = '" +
        table.name + "' AND column_name <> 'edition' ORDER BY ordinal_position");
    for (int row = 0; row < PQntuples(rows.get()); ++row) {
      table.columns += (row == 0 ? "" : ", ") + std::string(PQgetvalue(rows.get(), row, 0));
      table.kinds.push_back(kind_of(PQgetvalue(rows.get(), row, 1)));
    }
  }
  return tables;
}

// One of them. SQL that is put together here lives as long as the connections that have prepared it.
class Copy {
 public:
  Copy(PostgresConnection& postgres, Connection& from, Connection& to) : postgres_(postgres), from_(from), to_(to) {}

  Result<Copied> run() {
    from_.begin(Access::kRead);
    to_.begin(Access::kWrite);
    const std::vector<Table> tables = tables_of(postgres_);
    if (!is_empty(tables)) return refuse(RefusalCode::kConflict, "store.copy_not_empty");
    Copied copied;
    for (const Table& table : tables) copied.rows += copy(table);
    for (const Numbered& numbered : kNumbered) count_on(numbered);
    const Hooks hooks;
    Bench bench{to_, hooks};
    for (const std::string& match : matches_begun(to_)) {
      if (Result<void> sound = examine(bench, match); !sound) return sound.error();
      ++copied.matches;
    }
    to_.commit();
    from_.commit();
    return copied;
  }

 private:
  const char* kept(std::string sql) { return sql_.emplace_back(std::move(sql)).c_str(); }
  bool into_postgres() const { return &to_ == &postgres_; }

  bool is_empty(const std::vector<Table>& tables) {
    return std::ranges::none_of(tables, [&](const Table& table) {
      if (table.name == kRatedVersion) return false;
      return Cursor(to_, kept("SELECT 1 FROM " + table.name + " LIMIT 1")).next();
    });
  }

  std::int64_t copy(const Table& table) {
    if (table.name == kRatedVersion) Cursor(to_, kept("DELETE FROM " + table.name)).run();
    std::string marks;
    for (std::size_t i = 0; i < table.kinds.size(); ++i) marks += i == 0 ? "?" : ", ?";
    const char* insert = kept("INSERT INTO " + table.name + " (" + table.columns + ") VALUES (" + marks + ")");
    std::int64_t rows = 0;
    each_row(table, [&](const Cursor& row) {
      put(table, row, insert);
      ++rows;
    });
    return rows;
  }

  void put(const Table& table, const Cursor& row, const char* insert) {
    std::vector<std::string> bytes(table.kinds.size());
    Cursor into(to_, insert);
    for (std::size_t i = 0; i < table.kinds.size(); ++i) {
      const int column = static_cast<int>(i);
      if (row.null_at(column)) {
        into.null();
      } else if (table.kinds[i] == Kind::kNumber) {
        into.number(row.number_at(column));
      } else {
        bytes[i] = row.bytes_at(column);
        table.kinds[i] == Kind::kText ? into.text(bytes[i]) : into.blob(bytes[i]);
      }
    }
    into.run();
  }

  // From PostgreSQL some at a time: it hands over what it is asked for whole.
  void each_row(const Table& table, const std::function<void(const Cursor&)>& each) {
    const std::string select = "SELECT " + table.columns + " FROM " + table.name;
    if (into_postgres()) {
      Cursor rows(from_, kept(select));
      while (rows.next()) each(rows);
      return;
    }
    postgres_.script("DECLARE all_of_" + table.name + " NO SCROLL CURSOR FOR " + select);
    const char* fetch = kept("FETCH 500 FROM all_of_" + table.name);
    for (bool more = true; more;) {
      more = false;
      for (Cursor rows(from_, fetch); rows.next(); more = true) each(rows);
    }
    postgres_.script("CLOSE all_of_" + table.name);
  }

  void count_on(const Numbered& numbered) {
    const std::string sequence =
        "pg_get_serial_sequence('" + std::string(numbered.table) + "', '" + numbered.column + "')";
    const std::string table = numbered.table;
    if (into_postgres()) {
      std::int64_t last = 0;
      if (numbered.kept) {
        Cursor row(from_, "SELECT seq FROM sqlite_sequence WHERE name = ?");
        if (row.text(table).next()) last = row.number_at(0);
      }
      Cursor most(to_, kept("SELECT max(" + std::string(numbered.column) + ") FROM " + table));
      if (most.next() && !most.null_at(0)) last = std::max(last, most.number_at(0));
      if (last > 0) postgres_.script("SELECT setval(" + sequence + ", " + std::to_string(last) + ")");
      return;
    }
    if (!numbered.kept) return;
    const Answered last = postgres_.script("SELECT coalesce(pg_sequence_last_value(" + sequence + "), 0)");
    Cursor(to_, "DELETE FROM sqlite_sequence WHERE name = ?").text(table).run();
    const std::int64_t number = std::stoll(PQgetvalue(last.get(), 0, 0));
    if (number == 0) return;
    Cursor(to_, "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)").text(table).number(number).run();
  }

  PostgresConnection& postgres_;
  Connection& from_;
  Connection& to_;
  std::deque<std::string> sql_;
};

enum class Into { kPostgres, kSqlite };

Result<Copied> copy(const fs::path& file, const std::string& url, Into into) {
  auto sqlite = SqliteConnection::open(file, into == Into::kPostgres ? Access::kWrite : Access::kCreate, kBusyMs);
  if (!sqlite) return sqlite.error();
  PostgresConnection postgres(url, kCopying);
  try {
    if (Result<void> ready = migrate(**sqlite, file, migrations()); !ready) return ready.error();
    postgres.connect();
    if (Result<void> ready = bring_up(postgres, postgres_versions()); !ready) return ready.error();
    Connection& one = **sqlite;
    Connection& other = postgres;
    const bool there = into == Into::kPostgres;
    return Copy(postgres, there ? one : other, there ? other : one).run();
  } catch (const SQLite::Exception& trouble) {
    return refusal_of(trouble);
  } catch (const Trouble& trouble) {
    return trouble.why();
  }
}

}  // namespace

Result<Copied> copy_to_postgres(const fs::path& from, const std::string& url) {
  return copy(from, url, Into::kPostgres);
}

Result<Copied> copy_to_sqlite(const std::string& url, const fs::path& to) { return copy(to, url, Into::kSqlite); }

}  // namespace wardroom::store
