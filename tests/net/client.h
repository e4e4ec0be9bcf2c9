// Client: a small WebSocket client, and one HTTP request, for tests. Every step has a deadline, so that no test can
// hang.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/told.h"

namespace wardroom::net {

using Fields = std::map<std::string, std::string>;

// What came in: a frame, the code of a close, or nothing more (the connection was cut).
struct Cut {};
using Arrival = std::variant<v1::ServerFrame, std::uint16_t, Cut>;

class Client {
 public:
  explicit Client(std::uint16_t port, const std::string& from = {});  // an address of this machine; empty: any

  // 101 when the WebSocket is open, another status when it was refused, 0 when the connection was cut.
  unsigned open(const Fields& fields = {}, const std::string& target = "/ws");

  void say_hello();  // and expects the welcome
  bool send(const v1::ClientFrame& frame);
  bool send_bytes(std::string_view bytes);
  bool send_text(std::string_view text);
  bool send_raw(std::string_view bytes);  // past the WebSocket
  void ping();
  Arrival receive();
  v1::ServerFrame ask(v1::ClientFrame frame);  // the answer; frames without a request are kept in `unasked`
  void close();

  std::vector<v1::ServerFrame> unasked;
  std::size_t last_size = 0;  // of the message that came last
  bool makes_whole = false;   // what comes is made whole, for whoever has said that he takes deltas

 private:
  template <class Start>
  boost::system::error_code wait(Start start);

  boost::asio::io_context io_;
  boost::beast::websocket::stream<boost::beast::tcp_stream, false> ws_;
  std::uint64_t request_ = 0;
  Hearing hearing_;
  std::deque<v1::ServerFrame> whole_;  // that have come already
};

using HttpResponse = boost::beast::http::response<boost::beast::http::string_body>;

// One request on its own connection; none when the connection was cut.
std::optional<HttpResponse> http_request(std::uint16_t port, const std::string& method, const std::string& target,
                                         const Fields& fields = {});
HttpResponse get(std::uint16_t port, const std::string& target, const Fields& fields = {});
// Bytes as they are; what came back until the connection ended.
std::string raw_request(std::uint16_t port, std::string_view bytes);

v1::ClientFrame hello();
v1::ClientFrame ping_frame();

}  // namespace wardroom::net
