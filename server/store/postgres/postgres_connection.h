// PostgresConnection: a connection to a PostgreSQL. One that is lost is made again when the next transaction begins.
//
// Statements are sent together: those that are only run wait until somebody needs an answer (a pipeline). So a step of
// play is one journey to the server and back, and not one for each of its statements.
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
  PostgresStatement(PostgresConnection& connection, const char* sql);

  void bind(int parameter, std::int64_t value) override;
  void bind_text(int parameter, const std::string& value) override;
  void bind_blob(int parameter, const std::string& value) override;
  void bind_null(int parameter) override;
  bool step() override;
  void run() override;
  int changes() const override;
  std::int64_t number_at(int column) const override;
  std::string bytes_at(int column) const override;
  bool null_at(int column) const override;
  void reset() override;

 private:
  friend class PostgresConnection;
  void put(int parameter, Oid type, const char* bytes, std::size_t length);

  PostgresConnection& connection_;
  const std::string sql_;
  std::string name_;                // under which the server knows it
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
  void save() override { ask("SAVEPOINT request"); }
  void undo() override { ask("ROLLBACK TO SAVEPOINT request"); }
  void release() override { ask("RELEASE SAVEPOINT request"); }
  void settle() override { answer(); }
  void alone(std::string_view name) override;
  std::int64_t now_ms() override;

  Answered script(const std::string& sql);  // several statements; the answer to the last, as text
  PGconn* raw() { return connection_.get(); }

 private:
  friend class PostgresStatement;
  using Clock = std::chrono::steady_clock;

  bool was_ended();
  void ask(const char* sql);
  void ask(PostgresStatement& statement);
  void prepare(PostgresStatement& statement);
  void sent(int done);
  Answered answer();  // to what was asked last; none, if nothing was asked
  PGresult* next_answer(Clock::time_point limit);
  void wait_for(short events, Clock::time_point limit);
  void hear_time(PGresult* time);
  void check(const PGresult* failed);
  void forget();
  [[noreturn]] void lose();

  struct Close {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  const std::string url_;
  std::chrono::milliseconds patience_;
  std::unique_ptr<PGconn, Close> connection_;
  std::uint64_t number_ = 0;                   // of connections made
  Clock::time_point next_attempt_;             // not before, after one that failed
  bool begun_ = false;                         // a transaction
  int asked_ = 0;                              // statements without an answer yet
  std::vector<PostgresStatement*> preparing_;  // among them
  std::uint64_t names_ = 0;                    // given to statements
  std::int64_t server_ms_ = 0;                 // what the server's clock showed in this transaction; 0: not heard yet
  Clock::time_point heard_;                    // at that moment
  std::unordered_map<const char*, PostgresStatement> statements_;
};

// What the server's refusal means to whoever asked.
Trouble trouble_of(const PGresult* answer);

}  // namespace wardroom::store
