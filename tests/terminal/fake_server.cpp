#include "tests/terminal/fake_server.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>

namespace wardroom::terminal {
namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::use_awaitable;
using asio::ip::tcp;

namespace {
constexpr std::uint64_t kUnasked = UINT64_MAX;
}

struct FakeServer::Connection {
  explicit Connection(tcp::socket socket) : stream(std::move(socket)) {}
  beast::websocket::stream<beast::tcp_stream> stream;
};

FakeServer::FakeServer(Handle handle)
    : handle_(std::move(handle)), acceptor_(io_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)) {
  asio::co_spawn(io_, accept(), asio::detached);
  thread_ = std::thread([this] { io_.run(); });
}

FakeServer::~FakeServer() {
  io_.stop();
  thread_.join();
}

Address FakeServer::address() const {
  Address address;
  address.host = "127.0.0.1";
  address.port = std::to_string(acceptor_.local_endpoint().port());
  return address;
}

void FakeServer::drop() {
  asio::post(io_, [this] {
    for (auto& live : live_) {
      if (auto connection = live.lock()) beast::get_lowest_layer(connection->stream).close();
    }
    live_.clear();
  });
}

v1::ServerFrame FakeServer::welcome(const v1::ClientFrame& hello) {
  v1::ServerFrame frame;
  frame.mutable_welcome()->set_protocol(v1::PROTOCOL_VERSION);
  if (!hello.hello().token().empty()) frame.mutable_welcome()->mutable_signed_in()->set_name("Anna");
  return frame;
}

v1::ServerFrame FakeServer::unasked() {
  v1::ServerFrame frame;
  frame.set_request(kUnasked);
  return frame;
}

asio::awaitable<void> FakeServer::accept() {
  for (;;) {
    tcp::socket socket = co_await acceptor_.async_accept(use_awaitable);
    auto connection = std::make_shared<Connection>(std::move(socket));
    live_.push_back(connection);
    ++connections_;
    asio::co_spawn(io_, serve(connection), asio::detached);
  }
}

asio::awaitable<void> FakeServer::serve(std::shared_ptr<Connection> connection) {
  try {
    co_await connection->stream.async_accept(use_awaitable);
    connection->stream.binary(true);
    for (;;) {
      beast::flat_buffer buffer;
      co_await connection->stream.async_read(buffer, use_awaitable);
      v1::ClientFrame frame;
      frame.ParseFromArray(buffer.cdata().data(), static_cast<int>(buffer.cdata().size()));
      Reply replies = handle_(frame);
      for (v1::ServerFrame& reply : replies) {
        if (reply.request() == 0) reply.set_request(frame.request());
        if (reply.request() == kUnasked) reply.set_request(0);
        const std::string bytes = reply.SerializeAsString();
        co_await connection->stream.async_write(asio::buffer(bytes), use_awaitable);
      }
    }
  } catch (const boost::system::system_error&) {
    // The client, or the test, has ended it.
  }
}

}  // namespace wardroom::terminal
