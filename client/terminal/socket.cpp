#include "client/terminal/socket.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <chrono>
#include <map>
#include <mutex>

namespace wardroom::terminal {
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::use_awaitable;

namespace {

constexpr auto kPatience = std::chrono::seconds(10);
constexpr std::size_t kLargestMessage = 16 << 20;
constexpr std::size_t kLargestBody = 256 << 20;

using Plain = beast::tcp_stream;
using Tls = beast::ssl_stream<beast::tcp_stream>;

// One for each file of authorities, for as long as the program runs.
asio::ssl::context& tls_context(const std::string& authorities) {
  static std::mutex mutex;
  static std::map<std::string, asio::ssl::context> contexts;
  const std::lock_guard lock(mutex);
  if (const auto known = contexts.find(authorities); known != contexts.end()) return known->second;
  asio::ssl::context fresh(asio::ssl::context::tls_client);
  fresh.set_default_verify_paths();
  fresh.set_verify_mode(asio::ssl::verify_peer);
  if (!authorities.empty()) fresh.load_verify_file(authorities);
  return contexts.emplace(authorities, std::move(fresh)).first->second;
}

asio::awaitable<void> reach(Plain& stream, const Address& address) {
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  asio::ip::tcp::resolver resolver(executor);
  const auto endpoints = co_await resolver.async_resolve(address.host, address.port, use_awaitable);
  stream.expires_after(kPatience);
  co_await stream.async_connect(endpoints, use_awaitable);
  stream.socket().set_option(asio::ip::tcp::no_delay(true));
}

asio::awaitable<void> greet(Tls& stream, const Address& address) {
  if (!SSL_set_tlsext_host_name(stream.native_handle(), address.host.c_str())) {
    throw boost::system::system_error(boost::system::errc::make_error_code(boost::system::errc::invalid_argument));
  }
  stream.set_verify_callback(asio::ssl::host_name_verification(address.host));
  co_await stream.async_handshake(asio::ssl::stream_base::client, use_awaitable);
}

template <class Stream>
class WebSocket final : public Socket {
 public:
  explicit WebSocket(Stream stream) : stream_(std::move(stream)) {}

  websocket::stream<Stream>& stream() { return stream_; }

  asio::awaitable<std::string_view> read() override {
    buffer_.consume(buffer_.size());
    co_await stream_.async_read(buffer_, use_awaitable);
    const auto data = buffer_.cdata();
    co_return std::string_view(static_cast<const char*>(data.data()), data.size());
  }

  asio::awaitable<void> write(std::string_view message) override {
    co_await stream_.async_write(asio::buffer(message.data(), message.size()), use_awaitable);
  }

  asio::awaitable<void> close() override { co_await stream_.async_close(websocket::close_code::normal, use_awaitable); }

  void drop() override { beast::get_lowest_layer(stream_).close(); }

  asio::awaitable<void> upgrade(const Address& address) {
    beast::get_lowest_layer(stream_).expires_never();
    websocket::stream_base::timeout timeout = websocket::stream_base::timeout::suggested(beast::role_type::client);
    timeout.handshake_timeout = kPatience;
    timeout.idle_timeout = std::chrono::seconds(60);
    timeout.keep_alive_pings = true;
    stream_.set_option(timeout);
    stream_.read_message_max(kLargestMessage);
    stream_.binary(true);
    stream_.auto_fragment(false);
    co_await stream_.async_handshake(address.name(), address.target, use_awaitable);
  }

 private:
  websocket::stream<Stream> stream_;
  beast::flat_buffer buffer_;
};

template <class Stream>
asio::awaitable<Result<std::string>> get(Stream& stream, const Address& address, const std::string& target) {
  http::request<http::empty_body> request(http::verb::get, target, 11);
  request.set(http::field::host, address.name());
  request.set(http::field::user_agent, "wardroom-terminal");
  co_await http::async_write(stream, request, use_awaitable);
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> parser;
  parser.body_limit(kLargestBody);
  co_await http::async_read(stream, buffer, parser, use_awaitable);
  http::response<http::string_body> response = parser.release();
  if (response.result() != http::status::ok) {
    Refusal refusal = refuse(RefusalCode::kNotFound,
                             Text("terminal.http").number("status", response.result_int()).word("target", target));
    co_return Result<std::string>(std::move(refusal));
  }
  co_return Result<std::string>(std::move(response.body()));
}

}  // namespace

asio::awaitable<std::unique_ptr<Socket>> connect(Address address) {
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  switch (address.transport) {
    case Transport::kPlain: {
      Plain stream(executor);
      co_await reach(stream, address);
      auto socket = std::make_unique<WebSocket<Plain>>(std::move(stream));
      co_await socket->upgrade(address);
      co_return std::unique_ptr<Socket>(std::move(socket));
    }
    case Transport::kTls: {
      Tls stream(executor, tls_context(address.authorities));
      co_await reach(beast::get_lowest_layer(stream), address);
      co_await greet(stream, address);
      auto socket = std::make_unique<WebSocket<Tls>>(std::move(stream));
      co_await socket->upgrade(address);
      co_return std::unique_ptr<Socket>(std::move(socket));
    }
  }
  co_return nullptr;
}

asio::awaitable<Result<std::string>> fetch(Address address, std::string target) {
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  switch (address.transport) {
    case Transport::kPlain: {
      Plain stream(executor);
      co_await reach(stream, address);
      co_return co_await get(stream, address, target);
    }
    case Transport::kTls: {
      Tls stream(executor, tls_context(address.authorities));
      co_await reach(beast::get_lowest_layer(stream), address);
      co_await greet(stream, address);
      co_return co_await get(stream, address, target);
    }
  }
  co_return Result<std::string>(std::string());
}

}  // namespace wardroom::terminal
