#include "server/store/postgres/postgres_connection.h"

#include <endian.h>
#include <poll.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/hash.h"
#include "server/store/postgres/dialect.h"

namespace wardroom::store {
namespace {

// Types of the server's catalogue.
constexpr Oid kBytes = 17, kNumber = 20, kText = 25;
constexpr int kBinary = 1;

constexpr std::chrono::milliseconds kAgain(250);  // after a connection that was not to be had

// A lock is waited for so long: whoever waits may hold what others wait for, and is told to let go of it. A node that
// stands still in the middle of a transaction holds up the others no longer than it takes to notice.
constexpr const char* kSession =
    "SET lock_timeout = '200ms'; SET idle_in_transaction_session_timeout = '10s'; SET client_min_messages = warning; "
    "SET synchronous_commit = on; SET default_transaction_isolation = 'read committed'";
constexpr const char* kWhatTime =
    "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS wardroom_time";

Trouble lost(const std::string& detail) {
  return Trouble(refuse(RefusalCode::kUnavailable, Text("store.no_server").word("detail", detail)));
}

std::string state_of(const PGresult* answer) {
  const char* told = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
  return told ? told : "";
}

std::string first_line(std::string text) { return text.substr(0, text.find('\n')); }

}  // namespace

// -- statements --

PostgresStatement::PostgresStatement(PostgresConnection& connection, std::string name, const char* sql)
    : connection_(connection), name_(std::move(name)), sql_(postgres_sql(sql)) {
  const auto parameters = static_cast<std::size_t>(parameters_of(sql_));
  types_.resize(parameters);
  values_.resize(parameters);
  lengths_.resize(parameters);
  formats_.assign(parameters, kBinary);
  numbers_.resize(parameters);
}

void PostgresStatement::put(int parameter, Oid type, const char* bytes, std::size_t length) {
  const auto at = static_cast<std::size_t>(parameter - 1);
  types_.at(at) = type;
  values_[at] = bytes;
  lengths_[at] = static_cast<int>(length);
}

void PostgresStatement::bind(int parameter, std::int64_t value) {
  std::int64_t& sent = numbers_.at(static_cast<std::size_t>(parameter - 1));
  sent = static_cast<std::int64_t>(htobe64(static_cast<std::uint64_t>(value)));
  put(parameter, kNumber, reinterpret_cast<const char*>(&sent), sizeof sent);
}

void PostgresStatement::bind_text(int parameter, const std::string& value) {
  put(parameter, kText, value.data(), value.size());
}

void PostgresStatement::bind_blob(int parameter, const std::string& value) {
  put(parameter, kBytes, value.data(), value.size());
}

void PostgresStatement::bind_null(int parameter) { put(parameter, 0, nullptr, 0); }

bool PostgresStatement::step() {
  if (!rows_) rows_ = connection_.run(*this);
  if (row_ + 1 >= PQntuples(rows_.get())) return false;
  ++row_;
  return true;
}

int PostgresStatement::changes() const { return std::atoi(PQcmdTuples(rows_.get())); }

std::int64_t PostgresStatement::number_at(int column) const {
  const char* bytes = PQgetvalue(rows_.get(), row_, column);
  switch (PQgetlength(rows_.get(), row_, column)) {
    case 1:
      return *bytes;
    case 4: {
      std::uint32_t value = 0;
      std::memcpy(&value, bytes, sizeof value);
      return static_cast<std::int32_t>(be32toh(value));
    }
    case 8: {
      std::uint64_t value = 0;
      std::memcpy(&value, bytes, sizeof value);
      return static_cast<std::int64_t>(be64toh(value));
    }
    default:
      return 0;  // no number: as SQLite reads it
  }
}

std::string PostgresStatement::bytes_at(int column) const {
  return {PQgetvalue(rows_.get(), row_, column), static_cast<std::size_t>(PQgetlength(rows_.get(), row_, column))};
}

bool PostgresStatement::null_at(int column) const { return PQgetisnull(rows_.get(), row_, column) != 0; }

void PostgresStatement::reset() {
  rows_.reset();
  row_ = -1;
}

// -- the connection --

PostgresConnection::PostgresConnection(std::string url, std::chrono::milliseconds patience)
    : url_(std::move(url)), patience_(patience) {}

PostgresConnection::~PostgresConnection() = default;

void PostgresConnection::connect() {
  if (connection_ && PQstatus(connection_.get()) == CONNECTION_OK) return;
  if (Clock::now() < next_attempt_) throw lost("it has just been tried");
  later_.clear();
  connection_.reset();
  // What the address says itself goes before.
  const char* keywords[] = {"connect_timeout",           "keepalives_idle",  "keepalives_interval",
                            "keepalives_count",          "tcp_user_timeout", "client_encoding",
                            "fallback_application_name", "dbname",           nullptr};
  const char* values[] = {"5", "10", "5", "3", "15000", "UTF8", "wardroom", url_.c_str(), nullptr};
  connection_.reset(PQconnectdbParams(keywords, values, 1));
  if (!connection_ || PQstatus(connection_.get()) != CONNECTION_OK) {
    const std::string why = connection_ ? first_line(PQerrorMessage(connection_.get())) : "no memory";
    connection_.reset();
    next_attempt_ = Clock::now() + kAgain;
    throw lost(why);
  }
  PQsetnonblocking(connection_.get(), 1);
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  ++number_;
  script(kSession);
}

Statement& PostgresConnection::prepared(const char* sql) {
  const auto found = statements_.find(sql);
  if (found != statements_.end()) return found->second;
  return statements_.try_emplace(sql, *this, "s" + std::to_string(statements_.size()), sql).first->second;
}

void PostgresConnection::begin(Access access) {
  connect();
  later_.clear();
  say_later(access == Access::kRead ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN");
  say_later(kWhatTime);
}

void PostgresConnection::commit() {
  say_later("COMMIT");
  const Answered done = send(std::exchange(later_, {}));
  // A transaction that has failed is rolled back by COMMIT without a complaint.
  if (std::strcmp(PQcmdStatus(done.get()), "COMMIT") != 0)
    throw Trouble(refuse(RefusalCode::kUnavailable, Text("store.broken_request")));
}

void PostgresConnection::roll_back() {
  later_.clear();
  script("ROLLBACK");
}

bool PostgresConnection::in_transaction() const {
  if (!connection_) return false;
  const auto status = PQtransactionStatus(connection_.get());
  return status == PQTRANS_INTRANS || status == PQTRANS_INERROR || (status == PQTRANS_IDLE && !later_.empty());
}

void PostgresConnection::alone(std::string_view name) {
  std::int64_t key = 0;
  const std::string hashed = hash("alone " + std::string(name));
  std::memcpy(&key, hashed.data(), sizeof key);
  Cursor(*this, "SELECT pg_advisory_xact_lock(?)").number(key).run();
}

// The server is asked when a transaction begins; from there on time passes here as there.
std::int64_t PostgresConnection::now_ms() {
  if (server_ms_ == 0 || !later_.empty()) say();
  return server_ms_ + std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - heard_).count();
}

void PostgresConnection::say_later(const char* sql) {
  if (!later_.empty()) later_ += ';';
  later_ += sql;
}

void PostgresConnection::say() {
  if (!later_.empty()) send(std::exchange(later_, {}));
}

Answered PostgresConnection::script(const std::string& sql) {
  say();
  return send(sql);
}

Answered PostgresConnection::send(const std::string& sql) {
  if (!connection_) throw lost("not connected");
  return answer(PQsendQuery(connection_.get(), sql.c_str()) == 1);
}

void PostgresConnection::prepare(PostgresStatement& statement) {
  answer(PQsendPrepare(connection_.get(), statement.name_.c_str(), statement.sql_.c_str(),
                       static_cast<int>(statement.types_.size()), statement.types_.data()) == 1);
  statement.prepared_for_ = number_;
}

Answered PostgresConnection::run(PostgresStatement& statement) {
  say();
  if (!connection_) throw lost("not connected");
  if (statement.prepared_for_ != number_) prepare(statement);
  return answer(PQsendQueryPrepared(connection_.get(), statement.name_.c_str(),
                                    static_cast<int>(statement.values_.size()), statement.values_.data(),
                                    statement.lengths_.data(), statement.formats_.data(), kBinary) == 1);
}

void PostgresConnection::lose() {
  const std::string why = connection_ ? first_line(PQerrorMessage(connection_.get())) : "";
  connection_.reset();
  later_.clear();
  throw lost(why.empty() ? "it does not answer" : why);
}

void PostgresConnection::wait_for(short events, Clock::time_point limit) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(limit - Clock::now());
  pollfd socket{PQsocket(connection_.get()), events, 0};
  const int ready = left.count() > 0 ? ::poll(&socket, 1, static_cast<int>(left.count())) : 0;
  if (ready == 0) lose();
}

PGresult* PostgresConnection::next_answer(Clock::time_point limit) {
  for (int unsent = PQflush(connection_.get()); unsent != 0; unsent = PQflush(connection_.get())) {
    if (unsent < 0) lose();
    wait_for(POLLIN | POLLOUT, limit);
    if (PQconsumeInput(connection_.get()) == 0) lose();
  }
  while (PQisBusy(connection_.get()) != 0) {
    wait_for(POLLIN, limit);
    if (PQconsumeInput(connection_.get()) == 0) lose();
  }
  return PQgetResult(connection_.get());
}

Answered PostgresConnection::answer(bool sent) {
  if (!sent) lose();
  const auto limit = Clock::now() + patience_;
  Answered last, failed;
  while (PGresult* next = next_answer(limit)) {
    Answered result(next);
    const ExecStatusType status = PQresultStatus(next);
    if (status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE) {
      if (!failed) failed = std::move(result);
      continue;
    }
    if (PQntuples(next) == 1 && PQfname(next, 0) == std::string_view("wardroom_time")) hear_time(next);
    last = std::move(result);
  }
  if (failed) {
    // What is prepared is not what is there any more: somebody has brought the database to a newer version.
    const bool outdated = state_of(failed.get()) == "0A000";
    if (outdated || PQstatus(connection_.get()) != CONNECTION_OK) lose();
    throw trouble_of(failed.get());
  }
  if (!last) lose();
  return last;
}

void PostgresConnection::hear_time(PGresult* time) {
  server_ms_ = std::strtoll(PQgetvalue(time, 0, 0), nullptr, 10);
  heard_ = Clock::now();
}

Trouble trouble_of(const PGresult* answer) {
  const std::string state = state_of(answer);
  const auto is = [&](std::string_view start) { return state.starts_with(start); };
  if (is("40001") || is("40P01") || is("55P03"))
    return Trouble(refuse(RefusalCode::kUnavailable, Text("store.busy")), Trouble::Kind::kWaits);
  if (is("23")) return Trouble(refuse(RefusalCode::kConflict, Text("store.conflict")));
  if (is("53100")) return Trouble(refuse(RefusalCode::kUnavailable, Text("store.disk_full")));
  if (is("25006")) return Trouble(refuse(RefusalCode::kUnavailable, Text("store.read_only")));
  if (is("XX001") || is("XX002")) return Trouble(refuse(RefusalCode::kUnreadable, Text("store.damaged_part")));
  if (is("54")) return Trouble(refuse(RefusalCode::kTooMuch, Text("store.too_big")));
  const char* message = PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY);
  const Text why = Text("store.trouble").word("detail", state + " " + (message ? message : ""));
  // Words that no database text can hold are whoever's who sent them.
  return Trouble(refuse(is("22") ? RefusalCode::kMalformed : RefusalCode::kUnavailable, why));
}

}  // namespace wardroom::store
