#include "client/terminal/socket.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <map>
#include <mutex>

#include "common/net/byte_stream.h"

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

// A connection to the server; over TLS when the address says so.
asio::awaitable<ByteStream> reach(const Address& address) {
  const asio::any_io_executor executor = co_await asio::this_coro::executor;
  asio::ip::tcp::resolver resolver(executor);
  const auto endpoints = co_await resolver.async_resolve(address.host, address.port, use_awaitable);
  ByteStream::Tcp tcp(executor);
  tcp.expires_after(kPatience);
  co_await tcp.async_connect(endpoints, use_awaitable);
  tcp.socket().set_option(asio::ip::tcp::no_delay(true));
  if (address.transport == Transport::kPlain) co_return ByteStream(std::move(tcp));
  ByteStream stream(std::move(tcp), tls_context(address.authorities));
  if (!stream.verify(address.host)) {
    throw boost::system::system_error(boost::system::errc::make_error_code(boost::system::errc::invalid_argument));
  }
  co_await stream.async_handshake(ByteStream::Role::kClient, use_awaitable);
  co_return stream;
}

class WebSocket final : public Socket {
 public:
  explicit WebSocket(ByteStream stream) : stream_(std::move(stream)) {}

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

  void drop() override { stream_.next_layer().tcp().close(); }

  asio::awaitable<void> upgrade(const Address& address) {
    stream_.next_layer().tcp().expires_never();
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
  websocket::stream<ByteStream> stream_;
  beast::flat_buffer buffer_;
};

}  // namespace

asio::awaitable<std::unique_ptr<Socket>> connect(Address address) {
  ByteStream stream = co_await reach(address);
  auto socket = std::make_unique<WebSocket>(std::move(stream));
  co_await socket->upgrade(address);
  co_return std::unique_ptr<Socket>(std::move(socket));
}

asio::awaitable<Result<std::string>> fetch(Address address, std::string target) {
  ByteStream stream = co_await reach(address);
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

}  // namespace wardroom::terminal
