#include "server/store/writer.h"

#include <exception>

namespace wardroom::store {
namespace {

// For how long a request tries to get what somebody else holds.
constexpr std::chrono::seconds kPatience(5);

// Storage trouble of a whole group is never the fault of one request.
Refusal unavailable(const Trouble& trouble) {
  Refusal refusal = trouble.why();
  refusal.code = RefusalCode::kUnavailable;
  return refusal;
}

std::unique_ptr<Request> pulse() {
  return request<void>(
      [](Bench& bench) -> Result<void> {
        Cursor(bench.connection,
               "INSERT INTO pulse (one, time_ms) VALUES (1, ?) "
               "ON CONFLICT (one) DO UPDATE SET time_ms = excluded.time_ms")
            .number(bench.now())
            .run();
        return {};
      },
      [](const Result<void>&) {});
}

}  // namespace

Writer::Writer(std::unique_ptr<Connection> connection, const Hooks& hooks, std::chrono::milliseconds probe,
               Herald* herald)
    : connection_(std::move(connection)),
      hooks_(hooks),
      bench_{*connection_, hooks_},
      probe_(probe),
      herald_(herald),
      thread_([this] { serve(); }) {}

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
    Group waiting(group);
    while (!waiting.empty()) waiting = waiting.subspan(settle(waiting));
  }
}

std::size_t Writer::settle(Group waiting) {
  trouble_.reset();
  std::size_t taken = waiting.size();
  const std::optional<Refusal> failed = commit(waiting, taken);
  const Group group = waiting.first(taken);
  if (failed) {
    if (connection_->in_transaction()) {
      try {
        connection_->roll_back();
      } catch (const Trouble&) {
        // The database has rolled back by itself, or does when the next transaction begins.
      }
    }
    for (auto& request : group) request->fail(*failed);
    healthy_.store(false, std::memory_order_relaxed);
  } else {
    healthy_.store(!trouble_, std::memory_order_relaxed);
    hooks_.reach(Step::kCommitted);
    if (herald_) tell(group);
  }
  for (auto& request : group) request->answer();
  hooks_.reach(Step::kAnswered);
  return taken;
}

void Writer::tell(Group written) {
  std::vector<std::string> matches;
  for (const auto& request : written)
    if (!request->match().empty()) matches.push_back(request->match());
  if (!matches.empty()) herald_->tell(std::move(matches));
}

std::optional<Refusal> Writer::commit(Group waiting, std::size_t& taken) {
  try {
    hooks_.reach(Step::kBegin);
    connection_->begin(Access::kWrite);
    const bool smooth = all_run(waiting);
    if (!smooth) {
      if (connection_->in_transaction()) connection_->roll_back();
      connection_->begin(Access::kWrite);
    }
    for (std::size_t i = 0; i < waiting.size() && !smooth; ++i) {
      const Ran ran = i == 0 ? run_patiently(*waiting[i]) : run(*waiting[i]);
      if (!connection_->in_transaction()) {  // the database has given up the whole transaction
        return trouble_ ? *trouble_ : refuse(RefusalCode::kUnavailable, Text("store.broken_request"));
      }
      if (ran == Ran::kWaits) {
        taken = i;
        break;
      }
    }
    hooks_.reach(Step::kCommit);
    connection_->commit();
    return std::nullopt;
  } catch (const Trouble& trouble) {
    taken = waiting.size();
    return unavailable(trouble);
  }
}

bool Writer::all_run(Group group) {
  try {
    for (auto& request : group) {
      hooks_.reach(Step::kRequest);
      if (!request->run(bench_)) return false;
      hooks_.reach(Step::kRelease);
    }
    connection_->settle();
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

Writer::Ran Writer::run_patiently(Request& request) {
  const auto limit = std::chrono::steady_clock::now() + kPatience;
  while (run(request) == Ran::kWaits) {
    if (std::chrono::steady_clock::now() > limit) {
      trouble_ = refuse(RefusalCode::kUnavailable, Text("store.busy"));
      request.fail(*trouble_);
      break;
    }
  }
  return Ran::kThrough;
}

Writer::Ran Writer::run(Request& request) {
  connection_->save();
  hooks_.reach(Step::kRequest);
  bool done = false;
  Ran how = Ran::kThrough;
  try {
    const bool ran = request.run(bench_);
    connection_->settle();
    done = ran;
  } catch (const Trouble& trouble) {
    const bool of_storage =
        trouble.why().code == RefusalCode::kUnavailable || trouble.why().code == RefusalCode::kUnreadable;
    if (trouble.kind() == Trouble::Kind::kWaits && connection_->in_transaction()) {
      how = Ran::kWaits;
    } else if (of_storage || !connection_->in_transaction()) {
      trouble_ = unavailable(trouble);
    }
    request.fail(trouble.why());
  } catch (const std::exception&) {
    request.fail(refuse(RefusalCode::kUnavailable, Text("store.broken_request")));
  }
  if (!connection_->in_transaction()) return Ran::kThrough;
  if (!done) connection_->undo();
  hooks_.reach(Step::kRelease);
  connection_->release();
  return how;
}

}  // namespace wardroom::store
