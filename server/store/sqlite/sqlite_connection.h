// SqliteConnection: a connection to an SQLite file.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>

#include <filesystem>
#include <memory>
#include <unordered_map>

#include "server/store/connection.h"

namespace wardroom::store {

class SqliteStatement final : public Statement {
 public:
  SqliteStatement(SQLite::Database& database, const char* sql) : statement_(database, sql) {}

  void bind(int parameter, std::int64_t value) override;
  void bind_text(int parameter, const std::string& value) override;
  void bind_blob(int parameter, const std::string& value) override;
  void bind_null(int parameter) override;
  bool step() override;
  void run() override {
    while (step()) {
    }
  }
  int changes() const override { return statement_.getChanges(); }
  std::int64_t number_at(int column) const override;
  std::string bytes_at(int column) const override;
  bool null_at(int column) const override { return statement_.isColumnNull(column); }
  void reset() override { statement_.tryReset(); }

 private:
  SQLite::Statement statement_;
};

class SqliteConnection final : public Connection {
 public:
  // Opens the file with our settings: WAL, synchronous=FULL, foreign keys, a busy timeout. The refusal names the file
  // and what is wrong with it.
  static Result<std::unique_ptr<SqliteConnection>> open(const std::filesystem::path& path, Access access,
                                                        int busy_timeout_ms);

  Statement& prepared(const char* sql) override;
  void begin(Access access) override;
  void commit() override { run("COMMIT"); }
  void roll_back() override { run("ROLLBACK"); }
  bool in_transaction() const override;
  void save() override { run("SAVEPOINT request"); }
  void undo() override { run("ROLLBACK TO request"); }
  void release() override { run("RELEASE request"); }
  void settle() override {}                 // nothing is put off
  void alone(std::string_view) override {}  // who writes is alone
  std::int64_t now_ms() override;

  // These throw what SQLiteCpp throws.
  void script(const std::string& sql) { database_.exec(sql); }  // several statements, compiled each time
  std::int64_t number(const std::string& sql);                  // the first column of the first row
  std::string word(const std::string& sql);
  SQLite::Database& database() { return database_; }

 private:
  SqliteConnection(const std::filesystem::path& path, int flags, int busy_timeout_ms);
  void run(const char* sql) { Cursor(*this, sql).run(); }

  SQLite::Database database_;
  std::unordered_map<const char*, SqliteStatement> statements_;
};

// What storage trouble means to whoever asked.
Refusal refusal_of(const SQLite::Exception& trouble);

}  // namespace wardroom::store
