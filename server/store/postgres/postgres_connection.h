// PostgresConnection: a connection to a PostgreSQL. One that is lost is made again when the next transaction begins.
#pragma once

#include <libpq-fe.h>

#include <chrono>
#include <memory>
#include <unordered_map>
#include <vector>

#include "server/store/connection.h"

namespace wardroom::store {

class PostgresConnection;

// What the server answered.
struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Answered = std::unique_ptr<PGresult, ClearResult>;

class PostgresStatement final : public Statement {
 public:
  PostgresStatement(PostgresConnection& connection, std::string name, const char* sql);

  void bind(int parameter, std::int64_t value) override;
  void bind_text(int parameter, const std::string& value) override;
  void bind_blob(int parameter, const std::string& value) override;
  void bind_null(int parameter) override;
  bool step() override;
  int changes() const override;
  std::int64_t number_at(int column) const override;
  std::string bytes_at(int column) const override;
  bool null_at(int column) const override;
  void reset() override;

 private:
  friend class PostgresConnection;
  void put(int parameter, Oid type, const char* bytes, std::size_t length);

  PostgresConnection& connection_;
  const std::string name_;
  const std::string sql_;
  std::uint64_t prepared_for_ = 0;  // the number of the connection that knows it; 0: none
  std::vector<Oid> types_;
  std::vector<const char*> values_;
  std::vector<int> lengths_;
  std::vector<int> formats_;
  std::vector<std::int64_t> numbers_;  // as they are sent
  Answered rows_;                      // none: it has not been run
  int row_ = -1;
};

class PostgresConnection final : public Connection {
 public:
  // `patience`: how long an answer may take before the server counts as gone.
  PostgresConnection(std::string url, std::chrono::milliseconds patience);
  ~PostgresConnection() override;

  // At once, and not when the first transaction begins.
  void connect();
  void be_patient(std::chrono::milliseconds patience) { patience_ = patience; }

  Statement& prepared(const char* sql) override;
  void begin(Access access) override;
  void commit() override;
  void roll_back() override;
  bool in_transaction() const override;
  void save() override { say_later("SAVEPOINT request"); }
  void undo() override { say_later("ROLLBACK TO SAVEPOINT request"); }
  void release() override { say_later("RELEASE SAVEPOINT request"); }
  void alone(std::string_view name) override;
  std::int64_t now_ms() override;

  Answered script(const std::string& sql);  // several statements; the answer to the last, as text
  PGconn* raw() { return connection_.get(); }

 private:
  friend class PostgresStatement;
  using Clock = std::chrono::steady_clock;

  void say_later(const char* sql);
  void say();  // what has been put off
  Answered send(const std::string& sql);
  Answered run(PostgresStatement& statement);
  void prepare(PostgresStatement& statement);
  Answered answer(bool sent);  // the last one; waits for all that were asked for
  PGresult* next_answer(Clock::time_point limit);
  void wait_for(short events, Clock::time_point limit);
  void hear_time(PGresult* time);
  [[noreturn]] void lose();

  struct Close {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  const std::string url_;
  std::chrono::milliseconds patience_;
  std::unique_ptr<PGconn, Close> connection_;
  std::uint64_t number_ = 0;        // of connections made
  Clock::time_point next_attempt_;  // not before, after one that failed
  std::string later_;               // sent before the next statement
  std::int64_t server_ms_ = 0;      // what the server's clock showed
  Clock::time_point heard_;         // at that moment
  std::unordered_map<const char*, PostgresStatement> statements_;
};

// What the server's refusal means to whoever asked.
Trouble trouble_of(const PGresult* answer);

}  // namespace wardroom::store
