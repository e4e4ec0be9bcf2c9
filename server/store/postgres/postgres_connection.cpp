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

constexpr int kAskedAtOnce = 256;                 // statements
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

PostgresStatement::PostgresStatement(PostgresConnection& connection, const char* sql)
    : connection_(connection), sql_(postgres_sql(sql)) {
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
  if (!rows_) {
    connection_.ask(*this);
    rows_ = connection_.answer();
  }
  if (row_ + 1 >= PQntuples(rows_.get())) return false;
  ++row_;
  return true;
}

void PostgresStatement::run() { connection_.ask(*this); }

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

// While nothing was asked, as a database does that is started anew: nobody need be refused for it.
bool PostgresConnection::was_ended() {
  pollfd socket{PQsocket(connection_.get()), POLLIN, 0};
  while (::poll(&socket, 1, 0) > 0) {
    if (PQconsumeInput(connection_.get()) == 0) return true;
  }
  return false;
}

void PostgresConnection::connect() {
  if (connection_ && PQstatus(connection_.get()) == CONNECTION_OK && !was_ended()) return;
  if (Clock::now() < next_attempt_) throw lost("it has just been tried");
  forget();
  // What the address says itself goes before.
  const char* keywords[] = {"connect_timeout",           "keepalives_idle",  "keepalives_interval",
                            "keepalives_count",          "tcp_user_timeout", "client_encoding",
                            "fallback_application_name", "dbname",           nullptr};
  const char* values[] = {"5", "10", "5", "3", "15000", "UTF8", "wardroom", url_.c_str(), nullptr};
  connection_.reset(PQconnectdbParams(keywords, values, 1));
  if (!connection_ || PQstatus(connection_.get()) != CONNECTION_OK) {
    const std::string why = connection_ ? first_line(PQerrorMessage(connection_.get())) : "no memory";
    forget();
    next_attempt_ = Clock::now() + kAgain;
    throw lost(why);
  }
  PQsetnonblocking(connection_.get(), 1);
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  ++number_;
  if (PQenterPipelineMode(connection_.get()) != 1) lose();
  script(kSession);
}

// What was going on with a connection that is no more.
void PostgresConnection::forget() {
  connection_.reset();
  begun_ = false;
  asked_ = 0;
  preparing_.clear();
}

Statement& PostgresConnection::prepared(const char* sql) {
  const auto found = statements_.find(sql);
  if (found != statements_.end()) return found->second;
  return statements_.try_emplace(sql, *this, sql).first->second;
}

void PostgresConnection::begin(Access access) {
  connect();
  ask(access == Access::kRead ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN");
  ask(kWhatTime);
  begun_ = true;
  server_ms_ = 0;
}

void PostgresConnection::commit() {
  ask("COMMIT");
  const Answered done = answer();
  // A transaction that has failed is rolled back by COMMIT without a complaint.
  if (std::strcmp(PQcmdStatus(done.get()), "COMMIT") != 0)
    throw Trouble(refuse(RefusalCode::kUnavailable, Text("store.broken_request")));
}

void PostgresConnection::roll_back() {
  ask("ROLLBACK");
  answer();
}

bool PostgresConnection::in_transaction() const { return begun_; }

void PostgresConnection::alone(std::string_view name) {
  std::int64_t key = 0;
  const std::string hashed = hash("alone " + std::string(name));
  std::memcpy(&key, hashed.data(), sizeof key);
  Cursor(*this, "SELECT pg_advisory_xact_lock(?)").number(key).run();
}

// The server is asked when a transaction begins; from there on time passes here as there.
std::int64_t PostgresConnection::now_ms() {
  if (server_ms_ == 0) answer();
  return server_ms_ + std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - heard_).count();
}

Answered PostgresConnection::script(const std::string& sql) {
  answer();
  if (!connection_) throw lost("not connected");
  sent(PQexitPipelineMode(connection_.get()));
  sent(PQsendQuery(connection_.get(), sql.c_str()));
  const auto limit = Clock::now() + patience_;
  Answered last, failed;
  while (PGresult* next = next_answer(limit)) (PQresultStatus(next) == PGRES_FATAL_ERROR ? failed : last).reset(next);
  if (failed) check(failed.get());
  begun_ = PQtransactionStatus(connection_.get()) != PQTRANS_IDLE;
  sent(PQenterPipelineMode(connection_.get()));
  if (failed) throw trouble_of(failed.get());
  return last;
}

void PostgresConnection::ask(const char* sql) { ask(static_cast<PostgresStatement&>(prepared(sql))); }

void PostgresConnection::ask(PostgresStatement& statement) {
  if (!connection_) throw lost("not connected");
  if (asked_ >= kAskedAtOnce) answer();
  if (statement.prepared_for_ != number_) prepare(statement);
  sent(PQsendQueryPrepared(connection_.get(), statement.name_.c_str(), static_cast<int>(statement.values_.size()),
                           statement.values_.data(), statement.lengths_.data(), statement.formats_.data(), kBinary));
  ++asked_;
}

void PostgresConnection::prepare(PostgresStatement& statement) {
  statement.name_ = "s" + std::to_string(++names_);
  sent(PQsendPrepare(connection_.get(), statement.name_.c_str(), statement.sql_.c_str(),
                     static_cast<int>(statement.types_.size()), statement.types_.data()));
  statement.prepared_for_ = number_;
  preparing_.push_back(&statement);
  ++asked_;
}

void PostgresConnection::sent(int done) {
  if (done != 1) lose();
}

void PostgresConnection::lose() {
  const std::string why = connection_ ? first_line(PQerrorMessage(connection_.get())) : "";
  forget();
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

Answered PostgresConnection::answer() {
  if (asked_ == 0) return {};
  sent(PQpipelineSync(connection_.get()));
  const auto limit = Clock::now() + patience_;
  Answered last, failed;
  for (bool more = true; more;) {
    Answered result(next_answer(limit));
    if (!result) {  // the end of an answer
      if (PQstatus(connection_.get()) != CONNECTION_OK) lose();
      continue;
    }
    switch (PQresultStatus(result.get())) {
      case PGRES_PIPELINE_SYNC:
        more = false;
        break;
      case PGRES_PIPELINE_ABORTED:  // not done, because of what failed before
        break;
      case PGRES_FATAL_ERROR:
      case PGRES_BAD_RESPONSE:
        check(result.get());
        failed = std::move(result);
        break;
      default:
        if (PQntuples(result.get()) == 1 && PQfname(result.get(), 0) == std::string_view("wardroom_time"))
          hear_time(result.get());
        last = std::move(result);
    }
  }
  while (PGresult* nothing = next_answer(limit)) PQclear(nothing);
  asked_ = 0;
  begun_ = PQtransactionStatus(connection_.get()) != PQTRANS_IDLE;
  // What was to be prepared after the failure is not: all that are in doubt get a new name.
  if (failed)
    for (PostgresStatement* statement : preparing_) statement->prepared_for_ = 0;
  preparing_.clear();
  if (failed) throw trouble_of(failed.get());
  return last;
}

// After which failures a connection is of no more use.
void PostgresConnection::check(const PGresult* failed) {
  // What is prepared is not what is there any more: somebody has brought the database to a newer version.
  const bool outdated = state_of(failed) == "0A000";
  if (outdated || PQstatus(connection_.get()) != CONNECTION_OK) lose();
}

void PostgresConnection::hear_time(PGresult* time) {
  std::uint64_t value = 0;
  std::memcpy(&value, PQgetvalue(time, 0, 0), sizeof value);
  server_ms_ = static_cast<std::int64_t>(be64toh(value));
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
