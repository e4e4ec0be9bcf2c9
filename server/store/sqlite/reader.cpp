#include "server/store/sqlite/reader.h"

#include <exception>

namespace wardroom::store {

Reader::Reader(std::unique_ptr<Connection> connection, const Hooks& hooks)
    : connection_(std::move(connection)), bench_{*connection_, hooks}, thread_([this] { serve(); }) {}

Reader::~Reader() {
  inbox_.close();
  thread_.join();
}

void Reader::serve() {
  Requests requests;
  while (inbox_.take(requests, std::nullopt) != Inbox::Taken::kClosed) {
    for (auto& request : requests) {
      run(*request);
      request->answer();
      request.reset();
    }
  }
}

void Reader::run(Request& request) {
  try {
    connection_->run("BEGIN");
    request.run(bench_);
    connection_->run("COMMIT");
    return;
  } catch (const SQLite::Exception& trouble) {
    request.fail(refusal_of(trouble));
  } catch (const std::exception&) {
    request.fail(refuse(RefusalCode::kUnavailable, Text("store.broken_request")));
  }
  try {
    if (connection_->in_transaction()) connection_->run("ROLLBACK");
  } catch (const SQLite::Exception&) {
    // The read transaction ends when its statements are reset.
  }
}

}  // namespace wardroom::store
