// ByteStream: a TCP connection, bare or under TLS, as one type, so that what speaks over it (HTTP, WebSocket) is
// compiled once and does not ask which it is.
#pragma once

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/container/static_vector.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace wardroom {

class ByteStream {
 public:
  using executor_type = boost::asio::any_io_executor;
  using error_code = boost::system::error_code;
  using Tcp = boost::beast::tcp_stream;
  template <class... Values>
  using Handler = boost::asio::any_completion_handler<void(error_code, Values...)>;
  using ConstBuffers = boost::container::static_vector<boost::asio::const_buffer, 16>;

  explicit ByteStream(Tcp stream);
  ByteStream(Tcp stream, boost::asio::ssl::context& context);
  ByteStream(ByteStream&&) noexcept;
  ~ByteStream();

  executor_type get_executor() noexcept { return tcp().get_executor(); }
  Tcp& tcp();

  // -- TLS; without it they succeed at once --
  enum class Role { kServer, kClient };
  bool verify(const std::string& host);  // a client asks for this host, and whether the certificate is its own
  template <class Token>
  auto async_handshake(Role role, Token&& token) {
    return boost::asio::async_initiate<Token, void(error_code)>(
        [this, role](auto&& handler) { start_handshake(role, std::forward<decltype(handler)>(handler)); }, token);
  }
  template <class Token>
  auto async_shutdown(Token&& token) {
    return boost::asio::async_initiate<Token, void(error_code)>(
        [this](auto&& handler) { start_shutdown(std::forward<decltype(handler)>(handler)); }, token);
  }

  // -- bytes --
  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    boost::asio::mutable_buffer first;
    for (const boost::asio::mutable_buffer part : boost::beast::buffers_range_ref(buffers)) {
      first = part;
      if (first.size() > 0) break;
    }
    return boost::asio::async_initiate<Token, void(error_code, std::size_t)>(
        [this, first](auto&& handler) { start_read(first, std::forward<decltype(handler)>(handler)); }, token);
  }
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    ConstBuffers some;
    for (const boost::asio::const_buffer part : boost::beast::buffers_range_ref(buffers)) {
      if (some.size() == some.capacity()) break;
      if (part.size() > 0) some.push_back(part);
    }
    return boost::asio::async_initiate<Token, void(error_code, std::size_t)>(
        [this, some](auto&& handler) { start_write(some, std::forward<decltype(handler)>(handler)); }, token);
  }
  // After a WebSocket's farewell.
  void end(boost::beast::role_type role, error_code& error);
  void start_end(boost::beast::role_type role, Handler<> handler);

 private:
  struct Layers;

  void start_handshake(Role role, Handler<> handler);
  void start_shutdown(Handler<> handler);
  void start_read(boost::asio::mutable_buffer into, Handler<std::size_t> handler);
  void start_write(const ConstBuffers& from, Handler<std::size_t> handler);

  std::unique_ptr<Layers> layers_;
};

// How Beast closes a stream whose time has run out, and the layer under a WebSocket; found by argument-dependent
// lookup.
inline void beast_close_socket(ByteStream& stream) { stream.tcp().close(); }
inline void teardown(boost::beast::role_type role, ByteStream& stream, boost::system::error_code& error) {
  stream.end(role, error);
}
template <class Handler>
void async_teardown(boost::beast::role_type role, ByteStream& stream, Handler&& handler) {
  stream.start_end(role, std::forward<Handler>(handler));
}

}  // namespace wardroom
