#include "tests/net/client.h"

#include <algorithm>
#include <boost/asio/connect.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <chrono>
#include <iterator>
#include <stdexcept>

#include "common/frame.h"

namespace wardroom::net {
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr auto kPatience = std::chrono::seconds(15);

template <class Start>
error_code wait_on(asio::io_context& io, Start start) {
  std::optional<error_code> result;
  start([&](error_code error, auto&&...) { result = error; });
  io.restart();
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (!result && std::chrono::steady_clock::now() < deadline) io.run_one_until(deadline);
  if (!result) throw std::runtime_error("the server does not answer");
  return *result;
}

void connect(asio::io_context& io, beast::tcp_stream& stream, std::uint16_t port, const std::string& from = {}) {
  const tcp::endpoint endpoint(asio::ip::address_v4::loopback(), port);
  if (!from.empty()) {
    stream.socket().open(tcp::v4());
    stream.socket().bind({asio::ip::make_address_v4(from), 0});
  }
  const error_code error = wait_on(io, [&](auto done) { stream.async_connect(endpoint, done); });
  if (error) throw std::runtime_error("cannot connect: " + error.message());
}

}  // namespace

Client::Client(std::uint16_t port, const std::string& from) : ws_(io_) {
  connect(io_, beast::get_lowest_layer(ws_), port, from);
}

template <class Start>
error_code Client::wait(Start start) {
  return wait_on(io_, std::move(start));
}

unsigned Client::open(const Fields& fields, const std::string& target) {
  websocket::response_type response;
  std::string host = "127.0.0.1";
  if (const auto it = fields.find("Host"); it != fields.end()) host = it->second;
  ws_.set_option(websocket::stream_base::decorator([fields](websocket::request_type& request) {
    for (const auto& [name, value] : fields) request.set(name, value);
  }));
  ws_.read_message_max(0);
  const error_code error = wait([&](auto done) { ws_.async_handshake(response, host, target, done); });
  if (!error) return 101;
  return error == websocket::error::upgrade_declined ? response.result_int() : 0;
}

void Client::say_hello() {
  const v1::ServerFrame answer = ask(hello());
  if (!answer.has_welcome()) throw std::runtime_error("not welcome");
}

bool Client::send(const v1::ClientFrame& frame) { return send_bytes(encode(frame)); }

bool Client::send_bytes(std::string_view bytes) {
  ws_.binary(true);
  return !wait([&](auto done) { ws_.async_write(asio::buffer(bytes), done); });
}

bool Client::send_text(std::string_view text) {
  ws_.text(true);
  return !wait([&](auto done) { ws_.async_write(asio::buffer(text), done); });
}

bool Client::send_raw(std::string_view bytes) {
  return !wait([&](auto done) { asio::async_write(ws_.next_layer(), asio::buffer(bytes), done); });
}

void Client::ping() {
  wait([&](auto done) { ws_.async_ping({}, done); });
}

Arrival Client::receive() {
  if (!whole_.empty()) {
    v1::ServerFrame next = std::move(whole_.front());
    whole_.pop_front();
    return next;
  }
  beast::flat_buffer buffer;
  const error_code error = wait([&](auto done) { ws_.async_read(buffer, done); });
  if (error == websocket::error::closed) return static_cast<std::uint16_t>(ws_.reason().code);
  if (error) return Cut{};
  last_size = buffer.size();
  const auto frame = decode_server({static_cast<const char*>(buffer.data().data()), buffer.size()});
  if (!frame) throw std::runtime_error("the server sent something else than a frame");
  if (!makes_whole) return *frame;
  std::ranges::move(hearing_.whole(*frame), std::back_inserter(whole_));
  if (whole_.empty()) throw std::logic_error("what came does not fit what was told before");
  return receive();
}

v1::ServerFrame Client::ask(v1::ClientFrame frame) {
  frame.set_request(++request_);
  if (!send(frame)) throw std::runtime_error("the connection has gone");
  while (true) {
    Arrival arrival = receive();
    auto* answer = std::get_if<v1::ServerFrame>(&arrival);
    if (!answer) throw std::runtime_error("the connection ended before the answer");
    if (answer->request() == request_) return std::move(*answer);
    unasked.push_back(std::move(*answer));
  }
}

void Client::close() {
  wait([&](auto done) { ws_.async_close(websocket::close_code::normal, done); });
}

std::optional<HttpResponse> http_request(std::uint16_t port, const std::string& method, const std::string& target,
                                         const Fields& fields) {
  asio::io_context io;
  beast::tcp_stream stream(io);
  connect(io, stream, port);
  http::request<http::string_body> request;
  request.version(11);
  request.method_string(method);
  request.target(target);
  request.set(http::field::host, "127.0.0.1");
  for (const auto& [name, value] : fields) request.set(name, value);
  error_code error = wait_on(io, [&](auto done) { http::async_write(stream, request, done); });
  http::response_parser<http::string_body> parser;
  parser.body_limit(64 * 1024 * 1024);
  parser.skip(method == "HEAD");
  beast::flat_buffer buffer;
  while (!parser.is_done()) {  // however long it is: each part of it comes in time
    error = wait_on(io, [&](auto done) { http::async_read_some(stream, buffer, parser, done); });
    if (error) return std::nullopt;
  }
  return parser.release();
}

HttpResponse get(std::uint16_t port, const std::string& target, const Fields& fields) {
  auto response = http_request(port, "GET", target, fields);
  if (!response) throw std::runtime_error("no response");
  return *response;
}

std::string raw_request(std::uint16_t port, std::string_view bytes) {
  asio::io_context io;
  beast::tcp_stream stream(io);
  connect(io, stream, port);
  wait_on(io, [&](auto done) { asio::async_write(stream, asio::buffer(bytes), done); });
  error_code ignored;
  stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  std::string answer;
  wait_on(io, [&](auto done) { asio::async_read(stream, asio::dynamic_buffer(answer), done); });
  return answer;
}

v1::ClientFrame hello() {
  v1::ClientFrame frame;
  frame.mutable_hello()->set_protocol(v1::PROTOCOL_VERSION);
  return frame;
}

v1::ClientFrame ping_frame() {
  v1::ClientFrame frame;
  frame.mutable_ping();
  return frame;
}

}  // namespace wardroom::net
