#include "server/store/sqlite/restore.h"

#include <array>
#include <optional>

#include "server/store/examine.h"
#include "server/store/place.h"
#include "server/store/sqlite/sqlite_connection.h"

namespace wardroom::store {
namespace {

std::optional<std::int64_t> key_of(Connection& connection, const std::string& match) {
  Cursor row(connection, "SELECT key FROM matches WHERE id = ?");
  if (!row.text(match).next()) return std::nullopt;
  return row.number_at(0);
}

Refusal not_there(const std::filesystem::path& file, const std::string& match) {
  return refuse(RefusalCode::kNotFound, Text("store.not_in_backup").word("file", file.string()).word("match", match));
}

// A table, and which of its rows belong to a match.
struct Part {
  const char* table;
  const char* column;
  std::int64_t first, last;
};
std::array<Part, 11> parts_of(std::int64_t key) {
  const std::int64_t first = place(key, 0), last = place(key, kLastSeq);
  const std::int64_t first_seat = seat_place(key, Seat::kFirst), last_seat = seat_place(key, Seat::kSecond);
  return {{{"matches", "key", key, key},
           {"progress", "match", key, key},
           {"chat", "match", key, key},
           {"finished_matches", "key", key, key},
           {"restarted_matches", "match", key, key},
           {"journal", "place", first, last},
           {"checkpoints", "place", first, last},
           {"chapters", "place", first, last},
           {"pages", "place", page_place(key, Viewer::kFirst, 0), page_place(key, Viewer::kPublic, kLastSeq)},
           {"queues", "place", first_seat, last_seat},
           {"marks", "place", first_seat, last_seat}}};
}

// What can be written: some columns of some tables are worked out.
std::string columns_of(SqliteConnection& connection, const std::string& table) {
  SQLite::Statement list(connection.database(), "SELECT name FROM pragma_table_info(?)");
  list.bind(1, table);
  std::string columns;
  while (list.executeStep()) {
    const std::string name = list.getColumn(0).getString();
    if (name != "id" || table != "chat")
      columns += (columns.empty() ? "" : ", ") + name;  // others may have taken those
  }
  return columns;
}

}  // namespace

Result<void> restore_match(const std::filesystem::path& database, const std::filesystem::path& backup,
                           const std::string& match) {
  auto earlier = SqliteConnection::open(backup, Access::kRead, 5000);
  if (!earlier) return earlier.error();
  auto now = SqliteConnection::open(database, Access::kWrite, 5000);
  if (!now) return now.error();
  try {
    const auto key = key_of(**earlier, match), here = key_of(**now, match);
    if (!key || (here && here != key)) return not_there(backup, match);
    if ((*earlier)->number("PRAGMA user_version") != (*now)->number("PRAGMA user_version"))
      return refuse(RefusalCode::kUnavailable, Text("store.other_version").word("file", backup.string()));
    if (Result<void> sound = examine_match(**earlier, match); !sound) return sound;

    SQLite::Database& file = (*now)->database();
    SQLite::Statement attach(file, "ATTACH ? AS earlier");
    attach.bind(1, backup.string());
    attach.exec();
    std::string script = "PRAGMA defer_foreign_keys = ON;";
    for (const Part& part : parts_of(*key)) {
      const std::string table = part.table, columns = columns_of(**now, table);
      const std::string which = " WHERE " + std::string(part.column) + " BETWEEN " + std::to_string(part.first) +
                                " AND " + std::to_string(part.last) + ";";
      script += "DELETE FROM main." + table + which;
      script += "INSERT INTO main." + table + " (" + columns + ") SELECT " + columns + " FROM earlier." + table + which;
    }
    (*now)->script("BEGIN IMMEDIATE;" + script + "COMMIT;");
  } catch (const SQLite::Exception& trouble) {
    return refusal_of(trouble);
  } catch (const Trouble& trouble) {
    return trouble.why();
  }
  return {};
}

}  // namespace wardroom::store
