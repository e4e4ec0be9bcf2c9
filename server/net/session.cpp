#include "server/net/session.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/websocket/error.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <typeinfo>

#include "common/frame.h"
#include "server/net/names.h"
#include "server/net/origin.h"

namespace wardroom::net {
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;

namespace {

long long microseconds(Session::Steady::duration took) {
  return std::chrono::duration_cast<std::chrono::microseconds>(took).count();
}

constexpr std::size_t kUnreadShare = 16;  // of what may wait for a slow reader: what he has asked for and does not take

// The part of a path that says what was asked; never what the client wrote.
std::string_view route(std::string_view target) {
  for (const std::string_view known :
       {"/healthz", "/livez", "/metrics", "/ws", "/data/", "/match/", "/u/", "/api/", "/embed/", "/host/"}) {
    if (target.starts_with(known)) return known;
  }
  return "/";
}

// The match a frame is about.
std::string match_of(const v1::ClientFrame& frame) {
  const auto* body = v1::ClientFrame::descriptor()->FindFieldByNumber(frame.body_case());
  const auto* field = body ? body->message_type()->FindFieldByName("match") : nullptr;
  if (!field || field->cpp_type() != field->CPPTYPE_STRING) return {};
  const auto& message = frame.GetReflection()->GetMessage(frame, body);
  return message.GetReflection()->GetString(message, field);
}

// It names one host, and nothing is sent in pieces: no proxy before us can read it as something else than we do.
bool unambiguous(const Request& request) {
  const std::size_t hosts = request.count(http::field::host);
  const bool named = hosts == 1 || (hosts == 0 && request.version() < 11);
  return named && request.count(http::field::transfer_encoding) == 0;
}

http::status status_of_broken_request(error_code error) {
  return error == http::error::header_limit || error == http::error::buffer_overflow
             ? http::status::request_header_fields_too_large
         : error == http::error::body_limit || error == http::error::unexpected_body ? http::status::payload_too_large
                                                                                     : http::status::bad_request;
}

}  // namespace

Session::Session(std::shared_ptr<Hub> hub, Strand strand, const Address& peer, std::vector<Census::Place> places)
    : hub_(std::move(hub)),
      strand_(std::move(strand)),
      number_(hub_->next_connection.fetch_add(1, std::memory_order_relaxed)),
      peer_(plain(peer)),
      places_(std::move(places)),
      frames_(limits().frames_per_second, limits().frames_burst, Steady::now()),
      bytes_(limits().bytes_per_second, limits().bytes_burst, Steady::now()),
      queue_(limits(), hub_->metrics.queued_bytes),
      taken_(strand_) {
  hub_->metrics.opened();
}

Session::~Session() { hub_->metrics.closed(); }

asio::awaitable<void> Session::run() {
  hub_->roster.enter(number_, weak_from_this());
  try {
    error_code error = co_await shake_hands();
    if (!error) {
      std::optional<Request> upgrade = co_await serve_http();
      if (upgrade) {
        error = co_await accept(*upgrade);
        upgrade.reset();
        if (!error) co_await converse();
      }
    }
  } catch (const std::exception& fault) {
    spdlog::error("event=fault viewer=c{} kind=connection type={}", number_, typeid(fault).name());
  }
  phase_ = Phase::kGone;
  queue_.close();
  if (!close_started_) abort();
  places_.clear();
  hub_->roster.leave(number_);
}

// ---- HTTP ----

asio::awaitable<std::optional<Request>> Session::serve_http() {
  beast::flat_buffer buffer(limits().header_bytes + 4096);
  while (!hub_->draining.load(std::memory_order_relaxed)) {
    Parser parser;
    parser.header_limit(static_cast<std::uint32_t>(limits().header_bytes));
    parser.body_limit(kMostBody);
    const error_code error = co_await read_request(buffer, parser);
    const Steady::time_point start = Steady::now();
    request_.fetch_add(1, std::memory_order_relaxed);
    Request request;
    Reply answer;
    if (error) {
      const bool garbage = error.category() == http::make_error_code(http::error::bad_method).category() &&
                           error != http::error::end_of_stream && error != http::error::partial_message;
      if (!garbage) break;
      request.keep_alive(false);
      answer = reply(status_of_broken_request(error));
    } else {
      request = parser.release();
      co_await keep_to_rate(0);
      const bool clear = unambiguous(request);
      const bool bodiless = request.body().empty() || may_have_body(request.target());
      if (!clear || !bodiless) request.keep_alive(false);
      const Asker from = asker(*hub_, peer_, request);
      if (!clear) {
        answer = reply(http::status::bad_request);
      } else if (!bodiless) {
        answer = reply(http::status::payload_too_large);
      } else if (websocket::is_upgrade(request)) {
        std::optional<Reply> refused = why_no_upgrade(request, from);
        if (!refused) co_return std::move(request);
        answer = std::move(*refused);
      } else {
        try {
          answer = co_await respond(*hub_, request, from);
        } catch (const std::exception& fault) {
          spdlog::error("event=fault {} kind=http route={} type={}", asking(), route(request.target()),
                        typeid(fault).name());
          answer = reply(http::status::internal_server_error);
        }
      }
    }
    Response response = message(*hub_, request, answer);
    const unsigned status = response.result_int();
    hub_->metrics.responded(status);
    error_code write_error;
    if (!answer.more) {
      write_error = co_await write_response(response);
    } else if (request.method() == http::verb::head) {
      write_error = co_await write_head(response);
    } else {
      write_error = co_await write_pieces(response, answer);
    }
    spdlog::debug("event=http {} route={} match={} us={} status={}", asking(), route(request.target()),
                  answer.match.empty() ? "-" : answer.match, microseconds(Steady::now() - start), status);
    if (write_error || !response.keep_alive()) break;
  }
  co_await end_http();
  co_return std::nullopt;
}

// Whoever reads slowly holds one piece: the next is made when he has taken it.
asio::awaitable<error_code> Session::write_pieces(Response& response, Reply& reply) {
  const Framing framing = response.chunked() ? Framing::kChunks : Framing::kBare;
  error_code error = co_await write_head(response);
  if (!error && !reply.body.empty()) error = co_await write_piece(reply.body, framing);
  reply.keep.reset();
  for (bool ended = false; !error && !ended;) {
    const Result<std::string> piece = co_await reply.more();
    if (!piece) {
      spdlog::debug("event=cut {} reason={}", asking(), piece.error().reason.id.view());
      cut();
      co_return asio::error::connection_aborted;
    }
    ended = piece->empty();
    error = co_await write_piece(*piece, framing);
  }
  co_return error;
}

std::optional<Reply> Session::why_no_upgrade(const Request& request, const Asker& from) {
  const std::string_view target = request.target();
  if (target.substr(0, target.find('?')) != "/ws") return reply(http::status::not_found);
  if (!origin_allowed(request[http::field::origin], request[http::field::host], hub_->origins)) {
    spdlog::debug("event=turned_away viewer=c{} limit=origin", number_);
    return reply(http::status::forbidden);
  }
  if (hub_->trusted_proxies.contains(peer_)) {
    auto place = hub_->census->enter(household(from.address));
    if (std::holds_alternative<Census::Full>(place)) {
      hub_->metrics.turned_away("address");
      spdlog::debug("event=turned_away viewer=c{} limit=address", number_);
      return reply(http::status::too_many_requests);
    }
    places_.push_back(std::move(std::get<Census::Place>(place)));
  }
  address_ = household(from.address);
  return std::nullopt;
}

// ---- WebSocket ----

asio::awaitable<void> Session::converse() {
  greeting_since_ = Steady::now();
  phase_.store(Phase::kGreeting, std::memory_order_release);
  {
    std::shared_ptr<lobby::Visitor> visitor = hub_->desk.welcome(shared_from_this(), address_);
    hub_->metrics.websocket_opened();
    spdlog::debug("event=open viewer=c{}", number_);
    beast::flat_buffer buffer(limits().message_bytes);
    while (true) {
      co_await keep_to_reader();
      const error_code error = co_await read(buffer);
      if (error) {
        if (!ending_) {
          ending_ = error == websocket::error::closed            ? Ending::kClient
                    : error == websocket::error::message_too_big ? Ending::kTooBig
                                                                 : Ending::kLost;
        }
        break;
      }
      hub_->metrics.frame_in(buffer.size());
      if (closing_) {
        buffer.clear();
        continue;
      }
      if (!got_binary()) {
        end(Ending::kTextFrame, CloseCode::unknown_data);
        buffer.clear();
        continue;
      }
      co_await keep_to_rate(buffer.size());
      Result<v1::ClientFrame> frame =
          decode_client({static_cast<const char*>(buffer.data().data()), buffer.size()}, limits().message_bytes);
      buffer.clear();
      if (buffer.capacity() > 2048) buffer.shrink_to_fit();
      if (!frame) {
        refuse_frame(0, frame.error().code, "refusal.malformed_frame");
      } else if (frame->body_case() == v1::ClientFrame::BODY_NOT_SET) {
        refuse_frame(frame->request(), RefusalCode::kMalformed, "refusal.unknown_request");
      } else if (phase_ == Phase::kGreeting && !frame->has_hello()) {
        refuse_frame(frame->request(), RefusalCode::kMalformed, "refusal.hello_first");
      } else {
        co_await answer(*visitor, std::move(*frame));
      }
    }
  }
  hub_->metrics.websocket_closed(*ending_);
  spdlog::debug("event=close viewer=c{} cause={}", number_, name(*ending_));
}

asio::awaitable<void> Session::answer(lobby::Visitor& visitor, v1::ClientFrame frame) {
  const Steady::time_point start = Steady::now();
  const std::uint64_t request = frame.request();
  request_.store(request, std::memory_order_relaxed);
  const bool hello = frame.has_hello();
  const bool logged = spdlog::should_log(spdlog::level::debug);
  std::string match;
  if (logged) match = match_of(frame);
  const std::string_view what = kind(frame);

  // What an action brings its own player comes just before the answer, in one write, or with it.
  answering_ = frame.has_act() || frame.has_undo();
  if (frame.has_act() && understands(v1::CAPABILITY_DELTAS)) begin_holding();
  v1::ServerFrame reply;
  try {
    reply = co_await visitor.handle(std::move(frame));
  } catch (const std::exception& fault) {
    spdlog::error("event=fault {} kind={} type={}", asking(), what, typeid(fault).name());
    reply = refusal_frame(request, refuse(RefusalCode::kUnavailable, "refusal.server_fault"));
  }
  if (hello && reply.has_welcome()) {
    reply.mutable_welcome()->set_max_frame(static_cast<std::uint32_t>(limits().message_bytes));
    phase_.store(Phase::kTalking, std::memory_order_release);
  }
  const v1::RefusalCode code = reply.has_refusal() ? reply.refusal().code() : v1::REFUSAL_CODE_UNSPECIFIED;
  hub_->metrics.refused(reply.refusal());
  const Steady::duration took = Steady::now() - start;
  hub_->metrics.answered(std::chrono::duration<double>(took).count());
  if (logged) {
    // A match is named only when it exists, so that nothing a client made up is written down.
    const bool named = !match.empty() && code == v1::REFUSAL_CODE_UNSPECIFIED;
    spdlog::debug("event=request viewer=c{} request={} kind={} match={} us={} code={}", number_, request, what,
                  named ? std::string_view(match) : "-", microseconds(took), name(code));
  }
  end_holding(reply);
  enqueue(encode(reply));
  answering_ = false;
  pump();
}

asio::awaitable<void> Session::keep_to_rate(std::size_t bytes) {
  const Steady::time_point now = Steady::now();
  const Steady::duration wait = std::max(frames_.take(1, now), bytes_.take(static_cast<double>(bytes), now));
  if (wait <= Steady::duration::zero()) co_return;
  hub_->metrics.throttled();
  asio::steady_timer timer(strand_, wait);
  error_code ignored;
  co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
}

// Whoever does not take his answers is answered no more: nothing is made for him that he does not read.
asio::awaitable<void> Session::keep_to_reader() {
  while (writing_ && queue_.bytes() > limits().queue_bytes / kUnreadShare) {
    taken_.expires_at(Steady::time_point::max());
    error_code ignored;
    co_await taken_.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
}

void Session::got_control_frame() {
  if (frames_.take(1, Steady::now()) > std::chrono::seconds(1)) end(Ending::kTooMuch, CloseCode::policy_error);
}

void Session::refuse_frame(std::uint64_t request, RefusalCode code, const char* reason) {
  const v1::ServerFrame frame = refusal_frame(request, refuse(code, reason));
  hub_->metrics.refused(frame.refusal());
  spdlog::debug("event=bad_frame viewer=c{} request={} code={}", number_, request, name(frame.refusal().code()));
  enqueue(encode(frame));
  if (++bad_frames_ >= limits().bad_frames) end(Ending::kBadFrames, CloseCode::policy_error);
}

void Session::expect_hello(Steady::time_point now) {
  if (phase_.load(std::memory_order_acquire) != Phase::kGreeting || now - greeting_since_ < limits().handshake) return;
  asio::post(strand_, [self = shared_from_this()] {
    if (self->phase_ == Phase::kGreeting) self->end(Ending::kNoHello, CloseCode::policy_error);
  });
}

// ---- writing and closing ----

std::string Session::asking() const {
  return fmt::format("viewer=c{} request={}", number_, request_.load(std::memory_order_relaxed));
}

void Session::send(const v1::ServerFrame& frame) {
  const std::lock_guard lock(hold_mutex_);
  if (held_) enqueue(encode(*held_));
  held_.reset();
  if (holding_ && frame.has_update()) {
    held_ = frame;
  } else {
    enqueue(encode(frame));
  }
}

void Session::begin_holding() {
  const std::lock_guard lock(hold_mutex_);
  holding_ = true;
}

void Session::end_holding(v1::ServerFrame& reply) {
  const std::lock_guard lock(hold_mutex_);
  holding_ = false;
  if (held_ && reply.has_acted()) {
    *reply.mutable_acted()->mutable_update() = std::move(*held_->mutable_update());
  } else if (held_) {
    enqueue(encode(*held_));
  }
  held_.reset();
}

void Session::enqueue(std::string message) {
  switch (queue_.put(std::move(message))) {
    case SendQueue::Put::kQueued:
    case SendQueue::Put::kClosed:
      return;
    case SendQueue::Put::kWake:
      asio::post(strand_, [self = shared_from_this()] { self->pump(); });
      return;
    case SendQueue::Put::kFull:
      asio::post(strand_, [self = shared_from_this()] {
        if (self->phase_ == Phase::kGone) return;
        if (!self->ending_) self->ending_ = Ending::kSlowReader;
        spdlog::debug("event=slow_reader viewer=c{}", self->number_);
        self->abort();
      });
      return;
  }
}

void Session::pump() {
  if (writing_ || answering_ || close_started_ || phase_ == Phase::kGone) return;
  batch_ = queue_.take();
  if (batch_.empty()) {
    batch_ = {};
    if (closing_) {
      close_started_ = true;
      start_close(*closing_);
    }
    return;
  }
  writing_ = true;
  written_ = 0;
  write(batch_.front(), batch_.size() > 1 ? More::kFollows : More::kLast);
}

void Session::wrote(error_code error) {
  if (error) {
    writing_ = false;
    queue_.close();
    batch_ = {};
    abort();
    taken_.cancel();
    return;
  }
  hub_->metrics.frame_out(batch_[written_].size());
  batch_[written_] = {};
  if (++written_ < batch_.size()) {
    write(batch_[written_], written_ + 1 < batch_.size() ? More::kFollows : More::kLast);
    return;
  }
  writing_ = false;
  pump();
  taken_.cancel();
}

void Session::end(Ending ending, CloseCode code) {
  if (closing_) return;
  if (!ending_) ending_ = ending;
  closing_ = code;
  spdlog::debug("event=closing viewer=c{} cause={} close={}", number_, name(ending), static_cast<unsigned>(code));
  pump();
}

void Session::close(v1::RefusalCode why) {
  // 4000 and above are for applications: the refusal's own number.
  const auto code = static_cast<CloseCode>(4000 + static_cast<unsigned>(why));
  asio::post(strand_, [self = shared_from_this(), code] {
    if (self->phase_ != Phase::kGone) self->end(Ending::kServer, code);
  });
}

void Session::go_down() {
  const Phase phase = phase_.load(std::memory_order_acquire);
  if (phase != Phase::kGreeting && phase != Phase::kTalking) return;
  v1::ServerFrame frame;
  frame.mutable_going_down();
  send(frame);
}

void Session::hang_up() {
  asio::post(strand_, [self = shared_from_this()] {
    switch (self->phase_.load()) {
      case Phase::kHttp:
        self->abort();
        return;
      case Phase::kGreeting:
      case Phase::kTalking:
        self->end(Ending::kDrain, CloseCode::going_away);
        return;
      case Phase::kGone:
        return;
    }
  });
}

void Session::drop() {
  asio::post(strand_, [self = shared_from_this()] { self->abort(); });
}

}  // namespace wardroom::net
