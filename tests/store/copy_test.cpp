// Everything that is kept, from a file into a PostgreSQL and back: nothing is lost, and nothing is another.
#include "server/store/postgres/copy.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include <map>

#include "common/hash.h"
#include "server/store/sqlite/sqlite_store.h"
#include "tests/store/cluster.h"
#include "tests/store/postgres_kit.h"

namespace wardroom::store {
namespace {

namespace fs = std::filesystem;

class Copying : public testing::Test {
 protected:
  Copying() {
    auto store = value(open_sqlite(file));
    for (const char* name : {"anna", "bert"}) {
      lobby::Account account;
      account.id = account.name = name;
      account.password_hash = "hash";
      value(await<lobby::Account>([&](auto then) { store->create_account(account, then); }));
    }
    for (const char* match : {"one", "two"}) {
      value(await<match::MatchCard>([&](auto then) { store->create(new_card(match), then); }));
      Scribe scribe(match);
      scribe.write(*store, scribe.first());
      for (int i = 0; i < 600; ++i) {  // more than are fetched at once
        match::Commit commit = scribe.published(scribe.seq() % 2, 7);
        if (i % 5 == 4) scribe.with_checkpoint(commit);
        if (i % 7 == 3) commit.outbox = {{"mail", "one"}};
        scribe.write(*store, commit);
      }
      exports.push_back(whole(*store, match));
    }
    for (const WaitingJob& job : value(await<std::vector<WaitingJob>>([&](auto then) { store->take(500, then); })))
      value(await<void>([&](auto then) { store->done(job.id, then); }));  // the last number given is not there any more
    store.reset();
    fill();
  }

  // A row, at least, in each table.
  void fill() {
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    for (const std::string& table : tables(database)) {
      if (table == "matches" || table == "progress" || table == "journal" || table == "data") continue;
      std::string columns, values;
      SQLite::Statement list(database, "SELECT name, type FROM pragma_table_info('" + table + "')");
      while (list.executeStep()) {
        const std::string name = list.getColumn(0).getString(), type = list.getColumn(1).getString();
        columns += (columns.empty() ? "\"" : ", \"") + name + "\"";
        values += (values.empty() ? "" : ", ") + something(name, type);
      }
      database.exec("INSERT OR IGNORE INTO " + table + " (" + columns + ") VALUES (" + values + ")");
    }
  }
  static std::string something(const std::string& name, const std::string& type) {
    if (name == "account") return "'anna'";
    if (name == "whom") return "'bert'";
    if (type == "INTEGER") return name == "match" || name == "key" || name == "event" || name == "one" ? "1" : "77";
    return type == "BLOB" ? "x'00ff275c0a'" : "'zażółć ''\"\\ " + name + "'";
  }

  static std::vector<std::string> tables(SQLite::Database& database) {
    std::vector<std::string> names;
    SQLite::Statement list(database,
                           "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ");
    while (list.executeStep()) names.push_back(list.getColumn(0).getString());
    return names;
  }
  static std::string whole(SqlStore& store, const std::string& match) {
    return value(whole_journal(store, match)).SerializeAsString();
  }
  // Every row of a table, in order.
  static std::vector<std::string> rows_of(SQLite::Database& database, const std::string& table) {
    std::vector<std::string> all;
    const bool counted = table == "sessions" || table == "shunned";
    SQLite::Statement rows(database, "SELECT *" + std::string(counted ? ", rowid" : "") + " FROM " + table);
    while (rows.executeStep()) {
      std::string& row = all.emplace_back();
      for (int i = 0; i < rows.getColumnCount(); ++i)
        row += std::to_string(rows.getColumn(i).getType()) + ":" + hex(rows.getColumn(i).getString()) + " ";
    }
    std::ranges::sort(all);
    return all;
  }
  static std::map<std::string, std::vector<std::string>> everything(const fs::path& file) {
    SQLite::Database database(file.string());
    std::map<std::string, std::vector<std::string>> all;
    for (const std::string& table : tables(database)) all[table] = rows_of(database, table);
    all["sqlite_sequence"] = rows_of(database, "sqlite_sequence");
    return all;
  }

  Folder folder;
  const fs::path file = folder.file("wardroom.sqlite");
  const std::string url = postgres_url(folder.file("copy"));
  std::vector<std::string> exports;
};

TEST_F(Copying, ThereAndBackIsTheSame) {
  const Copied copied = value(copy_to_postgres(file, url));
  EXPECT_EQ(copied.matches, 2);
  const fs::path back = folder.file("back.sqlite");
  EXPECT_EQ(value(copy_to_sqlite(url, back)).rows, copied.rows);
  const auto before = everything(file), after = everything(back);
  for (const auto& [table, rows] : before) {
    if (table != "data") EXPECT_FALSE(rows.empty()) << table;
    EXPECT_EQ(after.at(table), rows) << table;
  }
  EXPECT_EQ(after.size(), before.size());
  for (auto& store : {value(open_postgres(url)), value(open_sqlite(back))}) {
    EXPECT_EQ(whole(*store, "one"), exports[0]);
    EXPECT_EQ(whole(*store, "two"), exports[1]);
  }
}

TEST_F(Copying, WhatIsCopiedGoesOn) {
  value(copy_to_postgres(file, url));
  auto store = value(open_postgres(url));
  Scribe scribe(value(await<match::Loaded>([&](auto then) { store->load("one", then); })));
  match::Commit commit = scribe.published(0, 1);
  commit.outbox = {{"mail", "later"}};
  scribe.write(*store, commit);
  EXPECT_TRUE(await<match::MatchCard>([&](auto then) { store->create(new_card("three"), then); }));
  EXPECT_TRUE(await<v1::Chat>([&](auto then) { store->say("one", {0, "anna", "Anna"}, "hello", then); }));
}

TEST_F(Copying, IntoWhatHoldsSomethingIsRefused) {
  value(copy_to_postgres(file, url));
  EXPECT_EQ(copy_to_postgres(file, url).error().reason.id, "store.copy_not_empty");
  EXPECT_EQ(copy_to_sqlite(url, file).error().reason.id, "store.copy_not_empty");
}

TEST_F(Copying, WhatIsNotWholeIsNotCopied) {
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE)
      .exec("UPDATE journal SET row = x'ffffff' WHERE place & 16777215 = 5");
  EXPECT_EQ(copy_to_postgres(file, url).error().reason.id, "store.unreadable_row");
  EXPECT_EQ(Cluster::get().ask(url.substr(url.rfind('/') + 1), "SELECT count(*) FROM matches").front(), "0");
}

}  // namespace
}  // namespace wardroom::store
