// Session: one connection, from its first byte to its last: HTTP, and after the upgrade a WebSocket with a visitor.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/match/line.h"
#include "server/net/http.h"
#include "server/net/hub.h"
#include "server/net/send_queue.h"
#include "server/net/token_bucket.h"

namespace wardroom::net {

using Strand = boost::asio::strand<boost::asio::io_context::executor_type>;
using CloseCode = boost::beast::websocket::close_code;
using Parser = http::request_parser<http::string_body>;

// Everything but the reading and writing of bytes, which StreamSession does, with TLS or without. Unless it says
// otherwise, a function runs on the connection's strand.
class Session : public match::Line, public std::enable_shared_from_this<Session> {
 public:
  using Steady = std::chrono::steady_clock;

  ~Session() override;

  boost::asio::awaitable<void> run();

  // Line; from any thread.
  void send(const v1::ServerFrame& frame) override;
  void close(v1::RefusalCode why) override;
  std::string asking() const override;

  // For the server; from any thread.
  void go_down();                             // tells the client to come back in a moment
  void hang_up();                             // closes, the server being on its way down
  void drop();                                // at once, without a word
  void expect_hello(Steady::time_point now);  // closes when the client should have said Hello by now

 protected:
  Session(std::shared_ptr<Hub> hub, Strand strand, const Address& peer, std::vector<Census::Place> places);

  enum class More { kFollows, kLast };
  enum class Framing { kChunks, kBare };

  virtual boost::asio::awaitable<boost::system::error_code> shake_hands() = 0;
  virtual boost::asio::awaitable<boost::system::error_code> read_request(boost::beast::flat_buffer& buffer,
                                                                         Parser& parser) = 0;
  virtual boost::asio::awaitable<boost::system::error_code> write_response(Response& response) = 0;
  // One that is sent in pieces: its head, each of them, and an empty one.
  virtual boost::asio::awaitable<boost::system::error_code> write_head(Response& response) = 0;
  virtual boost::asio::awaitable<boost::system::error_code> write_piece(std::string_view bytes, Framing framing) = 0;
  virtual void cut() = 0;  // so that nobody takes what he has for the whole
  virtual boost::asio::awaitable<void> end_http() = 0;
  virtual boost::asio::awaitable<boost::system::error_code> accept(const Request& request) = 0;
  virtual boost::asio::awaitable<boost::system::error_code> read(boost::beast::flat_buffer& buffer) = 0;
  virtual bool got_binary() const = 0;
  virtual void write(const std::string& message, More more) = 0;  // calls wrote()
  virtual void start_close(CloseCode code) = 0;
  virtual void abort() = 0;

  void wrote(boost::system::error_code error);
  void got_control_frame();

  const Limits& limits() const { return hub_->limits; }

 private:
  enum class Phase { kHttp, kGreeting, kTalking, kGone };

  boost::asio::awaitable<std::optional<Request>> serve_http();
  boost::asio::awaitable<void> converse();
  boost::asio::awaitable<void> answer(lobby::Visitor& visitor, v1::ClientFrame frame);
  boost::asio::awaitable<void> keep_to_rate(std::size_t bytes);
  boost::asio::awaitable<void> keep_to_reader();
  boost::asio::awaitable<boost::system::error_code> write_pieces(Response& response, Reply& reply);
  std::optional<Reply> why_no_upgrade(const Request& request, const Asker& from);
  void refuse_frame(std::uint64_t request, RefusalCode code, const char* reason);
  void enqueue(std::string message);
  void begin_holding();                      // a client that takes deltas is about to be told what came of its action
  void end_holding(v1::ServerFrame& reply);  // with the answer, where nothing else came after it
  void pump();
  void end(Ending ending, CloseCode code);  // after what is queued has been written

  const std::shared_ptr<Hub> hub_;
  const Strand strand_;
  const std::uint64_t number_;
  const Address peer_;
  std::string address_;  // as far as we know, the client's (see household())
  std::vector<Census::Place> places_;

  std::atomic<Phase> phase_{Phase::kHttp};
  Steady::time_point greeting_since_;
  std::atomic<std::uint64_t> request_{0};  // that is being answered; over HTTP they are counted
  TokenBucket frames_;
  TokenBucket bytes_;
  unsigned bad_frames_ = 0;

  SendQueue queue_;
  std::vector<std::string> batch_;  // being written
  std::size_t written_ = 0;         // of the batch
  bool writing_ = false;
  boost::asio::steady_timer taken_;  // ends when something has been written
  bool answering_ = false;           // an action is being taken: its answer ends the batch
  std::mutex hold_mutex_;            // guards what follows, and the order of what is sent
  bool holding_ = false;
  std::optional<v1::ServerFrame> held_;  // the update that came last
  std::optional<CloseCode> closing_;
  bool close_started_ = false;
  std::optional<Ending> ending_;
};

}  // namespace wardroom::net
