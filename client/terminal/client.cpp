#include "client/terminal/client.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

namespace wardroom::v1 {
void throw_exception_from_error(const Refusal& refusal, const boost::source_location&) {
  throw std::logic_error("refusal read as a value: " + refusal.reason().id());
}
}  // namespace wardroom::v1

namespace wardroom::terminal {
namespace asio = boost::asio;
using std::chrono::steady_clock;

namespace {

constexpr auto kFirstPause = std::chrono::milliseconds(200);
constexpr auto kLongestPause = std::chrono::milliseconds(5000);

// The server answered Hello with a refusal.
struct Rejected : std::runtime_error {
  explicit Rejected(v1::Refusal refusal) : std::runtime_error("rejected"), why(std::move(refusal)) {}
  v1::Refusal why;
};

// Asking it twice does what asking it once does: reads, and an action, which answers one menu by its serial.
bool harmless_twice(const v1::ClientFrame& frame) {
  switch (frame.body_case()) {
    case v1::ClientFrame::kPing:
    case v1::ClientFrame::kGiveNonce:
    case v1::ClientFrame::kPlayAsGuest:  // a guest nobody will ever be
    case v1::ClientFrame::kListSessions:
    case v1::ClientFrame::kListTitles:
    case v1::ClientFrame::kListMatches:
    case v1::ClientFrame::kAttach:
    case v1::ClientFrame::kDetach:
    case v1::ClientFrame::kAct:
    case v1::ClientFrame::kAskEndedView:
    case v1::ClientFrame::kHistory:
    case v1::ClientFrame::kAskHint:
    case v1::ClientFrame::kAskReach:
    case v1::ClientFrame::kAskEstimate:
    case v1::ClientFrame::kAskPicture:
    case v1::ClientFrame::kAskDiary:
      return true;
    default:
      return false;
  }
}

// The matches this frame tells of.
std::vector<v1::MatchInfo> matches_in(const v1::ServerFrame& frame) {
  std::vector<v1::MatchInfo> told;
  switch (frame.body_case()) {
    case v1::ServerFrame::kMatch:
      told.push_back(frame.match());
      break;
    case v1::ServerFrame::kMatches:
      told.assign(frame.matches().matches().begin(), frame.matches().matches().end());
      break;
    case v1::ServerFrame::kMatchFound:
      told.push_back(frame.match_found().match());
      break;
    case v1::ServerFrame::kAttached:
      told.push_back(frame.attached().match());
      break;
    case v1::ServerFrame::kNotice:
      told.push_back(frame.notice().match());
      break;
    case v1::ServerFrame::kMatchNews:
      told.push_back(frame.match_news().match());
      break;
    default:
      break;
  }
  return told;
}

bool worth_trying_again(v1::RefusalCode code) {
  return code == v1::REFUSAL_CODE_UNAVAILABLE || code == v1::REFUSAL_CODE_TOO_MUCH;
}

}  // namespace

v1::Refusal refusal(v1::RefusalCode code, const Text& reason) {
  v1::Refusal out;
  out.set_code(code);
  wardroom::to_wire(reason, *out.mutable_reason());
  return out;
}

// The thread that reads lines may outlive the client: it is stuck in a read that nothing can end.
struct Client::Ear {
  std::mutex mutex;
  Client* client;
};

Client::Client(Settings settings) : settings_(std::move(settings)), parts_(settings_.parts) {}

Client::~Client() {
  if (ear_) {
    const std::lock_guard lock(ear_->mutex);
    ear_->client = nullptr;
  }
}

Answer<v1::Welcome> Client::connect() {
  asio::co_spawn(io_, converse(), asio::detached);
  while (!welcome_) io_.run_one();
  return *welcome_;
}

Answer<v1::ServerFrame> Client::ask(v1::ClientFrame frame) {
  const std::string promised = parts_.promise(frame);
  if (frame.has_quick_match()) quick_ = promised;
  Answer<v1::ServerFrame> answer = exchange(frame);
  if (!answer) return answer;
  if (answer->has_match()) parts_.sat_down(promised, answer->match());
  std::optional<v1::ServerFrame> after;
  for (v1::ClientFrame& nonce : nonces_for(*answer)) {
    if (auto given = exchange(std::move(nonce))) after = std::move(*given);
  }
  if (!after) return answer;
  if (harmless_twice(frame)) return exchange(std::move(frame));
  return *after;
}

std::vector<v1::ClientFrame> Client::nonces_for(const v1::ServerFrame& frame) {
  std::vector<v1::ClientFrame> nonces;
  if (frame.has_match_found()) parts_.sat_down(std::exchange(quick_, {}), frame.match_found().match());
  for (const v1::MatchInfo& match : matches_in(frame)) {
    if (auto given = parts_.answer(match)) *nonces.emplace_back().mutable_give_nonce() = std::move(*given);
  }
  return nonces;
}

Answer<v1::ServerFrame> Client::exchange(v1::ClientFrame frame) {
  if (state_ == State::kGone) return refusal(v1::REFUSAL_CODE_UNAVAILABLE, "terminal.gone");
  const std::uint64_t id = ++last_request_;
  frame.set_request(id);
  Sent& asked = asked_[id];
  asked.frame = std::move(frame);
  if (state_ == State::kOnline) send(asked.frame);
  while (!asked.answer) io_.run_one();
  v1::ServerFrame answer = std::move(*asked.answer);
  asked_.erase(id);
  if (answer.has_refusal()) return answer.refusal();
  return answer;
}

Event Client::next() {
  while (events_.empty()) {
    if (state_ == State::kGone) return Gone{refusal(v1::REFUSAL_CODE_UNAVAILABLE, "terminal.gone")};
    io_.run_one();
  }
  Event event = std::move(events_.front());
  events_.pop_front();
  return event;
}

void Client::listen(std::istream& in) {
  ear_ = std::make_shared<Ear>();
  ear_->client = this;
  std::thread([ear = ear_, &in] {
    const auto say = [&](Event event) {
      const std::lock_guard lock(ear->mutex);
      if (!ear->client) return false;
      asio::post(ear->client->io_,
                 [client = ear->client, event = std::move(event)] { client->events_.push_back(event); });
      return true;
    };
    std::string line;
    while (std::getline(in, line)) {
      if (!say(Typed{line})) return;
    }
    say(TypedEnd{});
  }).detach();
}

asio::awaitable<void> Client::converse() {
  auto pause = kFirstPause;
  auto lost_at = steady_clock::now();
  for (;;) {
    std::string why;
    std::optional<v1::Refusal> rejected;
    try {
      const v1::Welcome welcome = co_await arrive();
      pause = kFirstPause;
      on_arrived(welcome);
      co_await read_all();
    } catch (const boost::system::system_error& error) {
      why = error.code().message();
    } catch (const Rejected& error) {
      rejected = error.why;
    }
    socket_.reset();
    const bool try_first_again = !rejected && steady_clock::now() - lost_at < settings_.first_patience;
    if (state_ == State::kNew && !try_first_again) {
      if (!rejected) {
        rejected = refusal(v1::REFUSAL_CODE_UNAVAILABLE,
                           Text("terminal.no_connection").word("server", settings_.address.name()).word("error", why));
      }
      state_ = State::kGone;
      welcome_.emplace(*rejected);
      co_return;
    }
    if (state_ == State::kOnline) {
      lost_at = steady_clock::now();
      on_lost(why);
    }
    if (rejected && !worth_trying_again(rejected->code())) {
      give_up(*rejected);
      co_return;
    }
    if (state_ == State::kLost && steady_clock::now() - lost_at > settings_.patience) {
      give_up(refusal(v1::REFUSAL_CODE_UNAVAILABLE, "terminal.gone"));
      co_return;
    }
    pause_.expires_after(pause);
    co_await pause_.async_wait(asio::use_awaitable);
    pause = std::min(pause * 2, kLongestPause);
  }
}

asio::awaitable<v1::Welcome> Client::arrive() {
  std::unique_ptr<Socket> fresh = co_await terminal::connect(settings_.address);
  socket_ = std::move(fresh);
  v1::ClientFrame frame;
  frame.set_request(++last_request_);
  auto& hello = *frame.mutable_hello();
  hello.set_protocol(v1::PROTOCOL_VERSION);
  hello.set_token(settings_.token);
  hello.set_language(settings_.language);
  hello.set_client(settings_.program);
  hello.add_capabilities(v1::CAPABILITY_TYPED_REPORTS);
  hello.add_capabilities(v1::CAPABILITY_QUEUES);
  if (takes_deltas_) hello.add_capabilities(v1::CAPABILITY_DELTAS);
  hearing_ = {};
  const std::string bytes = frame.SerializeAsString();
  co_await socket_->write(bytes);
  const std::string_view message = co_await socket_->read();
  v1::ServerFrame answer;
  if (!answer.ParseFromArray(message.data(), static_cast<int>(message.size())) ||
      !(answer.has_welcome() || answer.has_refusal())) {
    throw Rejected(refusal(v1::REFUSAL_CODE_MALFORMED, "terminal.not_a_server"));
  }
  if (answer.has_refusal()) throw Rejected(answer.refusal());
  if (!settings_.token.empty() && !answer.welcome().has_signed_in()) {
    settings_.token.clear();
    if (state_ != State::kNew) throw Rejected(refusal(v1::REFUSAL_CODE_SIGNED_OUT, "terminal.signed_out_meanwhile"));
  }
  co_return answer.welcome();
}

void Client::on_arrived(const v1::Welcome& welcome) {
  if (state_ == State::kNew) {
    welcome_.emplace(welcome);
  } else {
    events_.push_back(Returned{});
  }
  state_ = State::kOnline;
  for (const auto& [match, attach] : attached_) {
    v1::ClientFrame frame;
    *frame.mutable_attach() = attach;
    send_itself(std::move(frame));
  }
  for (const auto& [id, asked] : asked_) {
    if (asked.whom == Sent::For::kCaller && !asked.answer) send(asked.frame);
  }
}

void Client::send_itself(v1::ClientFrame frame) {
  const std::uint64_t id = ++last_request_;
  frame.set_request(id);
  Sent& asked = asked_[id];
  asked.whom = Sent::For::kItself;
  asked.frame = std::move(frame);
  send(asked.frame);
}

void Client::on_lost(const std::string& why) {
  state_ = State::kLost;
  outgoing_.clear();
  writing_ = false;
  std::erase_if(asked_, [](const auto& entry) { return entry.second.whom == Sent::For::kItself; });
  for (auto& [id, asked] : asked_) {
    if (harmless_twice(asked.frame)) continue;
    *asked.answer.emplace().mutable_refusal() = refusal(v1::REFUSAL_CODE_UNAVAILABLE, "terminal.line_lost");
  }
  events_.push_back(Lost{why});
}

void Client::give_up(v1::Refusal why) {
  state_ = State::kGone;
  for (auto& [id, asked] : asked_) *asked.answer.emplace().mutable_refusal() = why;
  events_.push_back(Gone{std::move(why)});
}

void Client::send(const v1::ClientFrame& frame) {
  outgoing_.push_back(frame.SerializeAsString());
  if (writing_) return;
  writing_ = true;
  asio::co_spawn(io_, write_all(socket_), asio::detached);
}

asio::awaitable<void> Client::write_all(std::shared_ptr<Socket> socket) {
  try {
    while (socket == socket_ && !outgoing_.empty()) {
      const std::string message = std::move(outgoing_.front());
      outgoing_.pop_front();
      co_await socket->write(message);
    }
  } catch (const boost::system::system_error&) {
    // The reader of the same socket notices, and comes back.
  }
  if (socket == socket_) writing_ = false;
}

asio::awaitable<void> Client::read_all() {
  const std::shared_ptr<Socket> socket = socket_;
  for (;;) {
    const std::string_view message = co_await socket->read();
    v1::ServerFrame frame;
    std::vector<v1::ServerFrame> whole;
    if (frame.ParseFromArray(message.data(), static_cast<int>(message.size())))
      whole = hearing_.whole(std::move(frame));
    if (whole.empty()) {
      takes_deltas_ = false;
      socket->drop();
      throw boost::system::system_error(boost::system::errc::make_error_code(boost::system::errc::protocol_error));
    }
    for (v1::ServerFrame& each : whole) take(std::move(each));
  }
}

void Client::take(v1::ServerFrame frame) {
  if (frame.request() == 0) {
    if (frame.has_update()) {
      if (auto it = attached_.find(frame.update().match()); it != attached_.end()) {
        it->second.set_last_serial(frame.update().serial());
      }
    }
    if (frame.has_taken_over()) attached_.erase(frame.taken_over().match());
    for (v1::ClientFrame& nonce : nonces_for(frame)) send_itself(std::move(nonce));
    events_.push_back(std::move(frame));
    return;
  }
  const auto it = asked_.find(frame.request());
  if (it == asked_.end() || it->second.answer) return;
  remember(it->second.frame, frame);
  switch (it->second.whom) {
    case Sent::For::kCaller:
      it->second.answer = std::move(frame);
      break;
    case Sent::For::kItself: {
      const bool told = !it->second.frame.has_give_nonce();  // the match tells what came of it
      asked_.erase(it);
      for (v1::ClientFrame& nonce : nonces_for(frame)) send_itself(std::move(nonce));
      if (told) events_.push_back(std::move(frame));
      break;
    }
  }
}

void Client::remember(const v1::ClientFrame& question, const v1::ServerFrame& answer) {
  if (answer.has_signed_in() && !answer.signed_in().token().empty()) settings_.token = answer.signed_in().token();
  if (question.has_sign_out() && answer.has_done()) settings_.token.clear();
  if (question.has_attach() && answer.has_attached()) {
    v1::Attach& attach = attached_[question.attach().match()];
    attach = question.attach();
    attach.set_last_serial(answer.attached().update().serial());
  }
  if (question.has_detach()) attached_.erase(question.detach().match());
}

}  // namespace wardroom::terminal
