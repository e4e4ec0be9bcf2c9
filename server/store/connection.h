// Connection: one connection to a database, of whichever kind, and its prepared statements. Used by one thread at a
// time.
//
// A statement is written once, in words that SQLite and PostgreSQL both understand. Its parameters are ? in order, or
// ?1, ?2 and so on. What stands in /*pg ... */ is read by PostgreSQL alone: locks that one writer does not need.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "common/result.h"

namespace wardroom::store {

enum class Access { kCreate, kWrite, kRead };

// Storage trouble, and what it means to whoever asked.
class Trouble final : public std::exception {
 public:
  enum class Kind {
    kFailed,
    kWaits,  // somebody else holds what is needed: it may be tried again
  };
  explicit Trouble(Refusal why, Kind kind = Kind::kFailed) : why_(std::move(why)), kind_(kind) {}
  const Refusal& why() const { return why_; }
  Kind kind() const { return kind_; }
  const char* what() const noexcept override { return "trouble of storage"; }

 private:
  Refusal why_;
  Kind kind_;
};

// A prepared statement. Parameters are counted from 1, columns from 0; text and blobs are not copied.
class Statement {
 public:
  virtual ~Statement() = default;
  virtual void bind(int parameter, std::int64_t value) = 0;
  virtual void bind_text(int parameter, const std::string& value) = 0;
  virtual void bind_blob(int parameter, const std::string& value) = 0;
  virtual void bind_null(int parameter) = 0;
  virtual bool step() = 0;  // whether there is another row
  virtual void run() = 0;   // to the end, without rows; what goes wrong may be thrown by a later statement
  virtual int changes() const = 0;
  virtual std::int64_t number_at(int column) const = 0;
  virtual std::string bytes_at(int column) const = 0;
  virtual bool null_at(int column) const = 0;
  virtual void reset() = 0;  // throws nothing
};

// Whatever goes wrong is thrown as Trouble.
class Connection {
 public:
  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  virtual Statement& prepared(const char* sql) = 0;  // once; `sql` is a literal

  // A transaction: one moment of the database to read, or something to write. Within it a savepoint at a time.
  virtual void begin(Access access) = 0;
  virtual void commit() = 0;
  virtual void roll_back() = 0;
  virtual bool in_transaction() const = 0;  // the database may have given it up by itself
  virtual void save() = 0;
  virtual void undo() = 0;  // back to the savepoint
  virtual void release() = 0;
  virtual void settle() = 0;  // throws what has gone wrong by now

  // Nobody else does what has this name until the transaction ends.
  virtual void alone(std::string_view name) = 0;
  // By the database's clock, in milliseconds since 1970.
  virtual std::int64_t now_ms() = 0;

 protected:
  Connection() = default;
};

// One use of a prepared statement. Parameters are bound in order and not copied: what is given must live until the
// cursor has run. Columns are read in order of their number.
class Cursor {
 public:
  Cursor(Connection& connection, const char* sql) : statement_(connection.prepared(sql)) {}
  ~Cursor() { statement_.reset(); }
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  Cursor& number(std::int64_t value);
  Cursor& text(const std::string& value);
  Cursor& text(std::string&&) = delete;
  Cursor& blob(const std::string& value);
  Cursor& blob(std::string&&) = delete;
  Cursor& null();

  bool next() { return statement_.step(); }  // whether there is another row
  void run() { statement_.run(); }           // to the end, without rows
  int changed();                             // the same; how many rows it has changed
  std::optional<std::int64_t> returned();    // to the end; what the one row says that was written, if one was

  std::int64_t number_at(int column) const { return statement_.number_at(column); }
  std::string bytes_at(int column) const { return statement_.bytes_at(column); }
  bool null_at(int column) const { return statement_.null_at(column); }

 private:
  Statement& statement_;
  int bound_ = 0;
};

}  // namespace wardroom::store
