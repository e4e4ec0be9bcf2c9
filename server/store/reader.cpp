#include "server/store/reader.h"

#include <exception>

namespace wardroom::store {

Reader::Reader(std::unique_ptr<Connection> connection, const Hooks& hooks)
    : connection_(std::move(connection)), bench_{*connection_, hooks}, thread_([this] { serve(); }) {}

Reader::~Reader() {
  inbox_.close();
  thread_.join();
}

void Reader::submit(std::unique_ptr<Request> request) {
  ++waiting_;
  inbox_.put(std::move(request));
}

void Reader::serve() {
  Requests requests;
  while (inbox_.take(requests, std::nullopt) != Inbox::Taken::kClosed) {
    for (auto& request : requests) {
      run(*request);
      request->answer();
      request.reset();
      --waiting_;
    }
  }
}

void Reader::run(Request& request) {
  try {
    connection_->begin(Access::kRead);
    request.run(bench_);
    connection_->commit();
    return;
  } catch (const Trouble& trouble) {
    request.fail(trouble.why());
  } catch (const std::exception&) {
    request.fail(refuse(RefusalCode::kUnavailable, Text("store.broken_request")));
  }
  try {
    if (connection_->in_transaction()) connection_->roll_back();
  } catch (const Trouble&) {
    // The read transaction ends when its statements are reset.
  }
}

}  // namespace wardroom::store
