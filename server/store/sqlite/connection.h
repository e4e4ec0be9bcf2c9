// Connection: one SQLite connection and its prepared statements. Used by one thread at a time.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>

#include "common/result.h"

namespace wardroom::store {

enum class Access { kCreate, kWrite, kRead };

class Connection {
 public:
  // Opens the file with our settings: WAL, synchronous=FULL, foreign keys, a busy timeout. The refusal names the file
  // and what is wrong with it.
  static Result<std::unique_ptr<Connection>> open(const std::filesystem::path& path, Access access,
                                                  int busy_timeout_ms);

  // Compiled once; `sql` is a literal.
  SQLite::Statement& prepared(const char* sql);
  int run(const char* sql);  // a literal without parameters; returns the rows changed
  void script(const std::string& sql) { database_.exec(sql); }  // several statements, compiled each time
  std::int64_t number(const std::string& sql);                  // the first column of the first row
  std::string word(const std::string& sql);
  bool in_transaction() const;

  SQLite::Database& database() { return database_; }

 private:
  Connection(const std::filesystem::path& path, int flags, int busy_timeout_ms);

  SQLite::Database database_;
  std::unordered_map<const char*, SQLite::Statement> statements_;
};

// One use of a prepared statement. Parameters are bound in order and not copied: what is given must live until the
// cursor has run. Columns are read in order of their number.
class Cursor {
 public:
  Cursor(Connection& connection, const char* sql) : statement_(connection.prepared(sql)) {}
  ~Cursor() { statement_.tryReset(); }
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  Cursor& number(std::int64_t value);
  Cursor& text(const std::string& value);
  Cursor& text(std::string&&) = delete;
  Cursor& blob(const std::string& value);
  Cursor& blob(std::string&&) = delete;
  Cursor& null();

  bool next();  // whether there is another row
  int run();    // to the end, without rows; how many were changed

  std::int64_t number_at(int column) const;
  std::string bytes_at(int column) const;
  bool null_at(int column) const;

 private:
  SQLite::Statement& statement_;
  int bound_ = 0;
};

// What storage trouble means to whoever asked.
Refusal refusal_of(const SQLite::Exception& trouble);

}  // namespace wardroom::store
