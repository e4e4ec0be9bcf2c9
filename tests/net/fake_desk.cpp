#include "tests/net/fake_desk.h"

#include <algorithm>

#include "common/frame.h"

namespace wardroom::net {
namespace {

class FakeVisitor final : public lobby::Visitor {
 public:
  FakeVisitor(FakeDesk& desk, std::shared_ptr<match::Line> line) : desk_(desk), line_(std::move(line)) {
    ++desk_.counts.visitors;
  }
  ~FakeVisitor() override { --desk_.counts.visitors; }

  boost::asio::awaitable<v1::ServerFrame> handle(v1::ClientFrame frame) override {
    ++desk_.frames;
    desk_.on_frame(*line_, frame);
    v1::ServerFrame answer;
    answer.set_request(frame.request());
    switch (frame.body_case()) {
      case v1::ClientFrame::kHello:
        if (frame.hello().protocol() != v1::PROTOCOL_VERSION) {
          co_return refusal_frame(frame.request(), refuse(RefusalCode::kUnavailable, "refusal.protocol"));
        }
        answer.mutable_welcome()->set_protocol(v1::PROTOCOL_VERSION);
        break;
      case v1::ClientFrame::kAct:
        answer.mutable_acted()->set_taken(1);
        break;
      case v1::ClientFrame::kPing:
        answer.mutable_pong();
        break;
      case v1::ClientFrame::kResign:
        co_return refusal_frame(frame.request(), refuse(RefusalCode::kNotFound, "refusal.no_match"));
      case v1::ClientFrame::kClaimFlag:
        co_return refusal_frame(frame.request(), refuse(RefusalCode::kTooMuch, "refusal.too_many_open"));
      default:
        answer.mutable_done();
        break;
    }
    co_return answer;
  }

 private:
  FakeDesk& desk_;
  std::shared_ptr<match::Line> line_;
};

}  // namespace

std::shared_ptr<lobby::Visitor> FakeDesk::welcome(std::shared_ptr<match::Line> line, std::string address) {
  const std::lock_guard lock(mutex_);
  last_address_ = std::move(address);
  return std::make_shared<FakeVisitor>(*this, std::move(line));
}

namespace {

boost::asio::awaitable<Result<std::string>> next_piece(FakeDesk& desk, std::vector<std::string>& left, bool torn) {
  if (left.empty() && torn) co_return refuse(RefusalCode::kNotFound, "refusal.no_match");
  if (left.empty()) co_return std::string();
  ++desk.pieces;
  std::string piece = std::move(left.back());
  left.pop_back();
  co_return piece;
}

}  // namespace

boost::asio::awaitable<Result<lobby::Exported>> FakeDesk::export_match(lobby::ExportAsked asked) {
  const std::string& match = asked.match;
  const auto handed_over = [this](std::vector<std::string> all, bool torn = false) {
    std::ranges::reverse(all);
    auto left = std::make_shared<std::vector<std::string>>(std::move(all));
    auto held = std::shared_ptr<void>(nullptr, [this](void*) { --exports; });
    ++exports;
    return lobby::Exported([this, left, held, torn] { return next_piece(*this, *left, torn); });
  };
  if (match == "private" && asked.watch == "its-code") co_return handed_over({"seen"});
  if (match == "finished") co_return handed_over({std::string("\x01\x00", 2), std::string("\x02", 1)});
  if (match == "long") co_return handed_over(std::vector<std::string>(kLong, std::string(kPiece, 'x')));
  if (match == "torn") co_return handed_over({"begun", "and gone on with"}, true);
  if (match == "unreadable") co_return handed_over({}, true);
  if (match == "running") co_return refuse(RefusalCode::kConflict, "refusal.not_over");
  if (match == "often") co_return refuse(RefusalCode::kTooMuch, "refusal.too_many_exports");
  if (match == "broken") throw std::runtime_error("planted-secret");
  co_return refuse(RefusalCode::kNotFound, "refusal.no_match");
}

boost::asio::awaitable<Result<void>> FakeDesk::stop_mail(std::string token) {
  if (token != "good") co_return refuse(RefusalCode::kNotFound, "refusal.no_such_token");
  ++stopped;
  co_return Result<void>();
}

boost::asio::awaitable<Result<events::Document>> FakeDesk::document(lobby::Reading reading) {
  const std::string& target = reading.target;
  if (reading.token == "bad") co_return refuse(RefusalCode::kSignedOut, "refusal.no_such_personal_token");
  if (target == "/api/v1/often") {
    events::Document later;
    later.wait_s = 42;
    co_return later;
  }
  if (target != "/embed/events/known?x=1") co_return refuse(RefusalCode::kNotFound, "refusal.no_match");
  events::Document document{"<table>", "text/html; charset=utf-8", "known-1", {}};
  document.embedded = true;
  co_return document;
}

boost::asio::awaitable<void> FakeDesk::drain() {
  ++drained;
  co_return;
}

std::string FakeDesk::last_address() const {
  const std::lock_guard lock(mutex_);
  return last_address_;
}

}  // namespace wardroom::net
