#include "server/store/sqlite/writer.h"

#include <exception>

namespace wardroom::store {
namespace {

// Storage trouble of a whole group is never the fault of one request.
Refusal unavailable(const SQLite::Exception& trouble) {
  Refusal refusal = refusal_of(trouble);
  refusal.code = RefusalCode::kUnavailable;
  return refusal;
}

std::unique_ptr<Request> pulse() {
  return request<void>(
      [](Bench& bench) -> Result<void> {
        Cursor(bench.connection,
               "INSERT INTO pulse (one, time_ms) VALUES (1, ?) "
               "ON CONFLICT (one) DO UPDATE SET time_ms = excluded.time_ms")
            .number(bench.hooks.now())
            .run();
        return {};
      },
      [](const Result<void>&) {});
}

}  // namespace

Writer::Writer(std::unique_ptr<Connection> connection, const Hooks& hooks, std::chrono::milliseconds probe)
    : connection_(std::move(connection)), hooks_(hooks), bench_{*connection_, hooks_}, probe_(probe), thread_([this] {
        serve();
      }) {}

Writer::~Writer() {
  inbox_.close();
  thread_.join();
}

void Writer::serve() {
  Requests group;
  while (true) {
    switch (inbox_.take(group, healthy() ? std::nullopt : std::optional(probe_))) {
      case Inbox::Taken::kClosed:
        return;
      case Inbox::Taken::kNone:
        group.push_back(pulse());
        break;
      case Inbox::Taken::kSome:
        break;
    }
    settle(group);
  }
}

void Writer::settle(Requests& group) {
  trouble_.reset();
  if (std::optional<Refusal> failed = commit(group)) {
    if (connection_->in_transaction()) {
      try {
        connection_->run("ROLLBACK");
      } catch (const SQLite::Exception&) {
        // SQLite has rolled back by itself, or does when the next transaction begins.
      }
    }
    for (auto& request : group) request->fail(*failed);
    healthy_.store(false, std::memory_order_relaxed);
  } else {
    healthy_.store(!trouble_, std::memory_order_relaxed);
    hooks_.reach(Step::kCommitted);
  }
  for (auto& request : group) request->answer();
  hooks_.reach(Step::kAnswered);
}

std::optional<Refusal> Writer::commit(Requests& group) {
  try {
    hooks_.reach(Step::kBegin);
    connection_->run("BEGIN IMMEDIATE");
    for (auto& request : group) {
      run(*request);
      if (!connection_->in_transaction()) {  // SQLite has given up the whole transaction
        return trouble_ ? *trouble_ : refuse(RefusalCode::kUnavailable, Text("store.broken_request"));
      }
    }
    hooks_.reach(Step::kCommit);
    connection_->run("COMMIT");
    return std::nullopt;
  } catch (const SQLite::Exception& trouble) {
    return unavailable(trouble);
  }
}

void Writer::run(Request& request) {
  connection_->run("SAVEPOINT request");
  hooks_.reach(Step::kRequest);
  bool done = false;
  try {
    done = request.run(bench_);
  } catch (const SQLite::Exception& trouble) {
    Refusal refusal = refusal_of(trouble);
    const bool of_storage = refusal.code == RefusalCode::kUnavailable || refusal.code == RefusalCode::kUnreadable;
    if (of_storage || !connection_->in_transaction()) trouble_ = unavailable(trouble);
    request.fail(std::move(refusal));
  } catch (const std::exception&) {
    request.fail(refuse(RefusalCode::kUnavailable, Text("store.broken_request")));
  }
  if (!connection_->in_transaction()) return;
  if (!done) connection_->run("ROLLBACK TO request");
  hooks_.reach(Step::kRelease);
  connection_->run("RELEASE request");
}

}  // namespace wardroom::store
