#include "common/net/byte_stream.h"

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <optional>
#include <variant>

namespace wardroom {
namespace asio = boost::asio;
namespace beast = boost::beast;

using Tls = beast::ssl_stream<ByteStream::Tcp>;

// A handler knows no executor that it could be posted to; it is called on the stream's.
template <class Handler>
static auto on(const asio::any_io_executor& executor, Handler&& handler) {
  return asio::bind_executor(executor, std::forward<Handler>(handler));
}

struct ByteStream::Layers {
  std::variant<Tcp, Tls> stream;

  Tls* tls() { return std::get_if<Tls>(&stream); }
};

ByteStream::ByteStream(Tcp stream) : layers_(new Layers{std::move(stream)}) {}
ByteStream::ByteStream(Tcp stream, asio::ssl::context& context)
    : layers_(new Layers{Tls(std::move(stream), context)}) {}
ByteStream::ByteStream(ByteStream&&) noexcept = default;
ByteStream::~ByteStream() = default;

ByteStream::Tcp& ByteStream::tcp() {
  Tls* tls = layers_->tls();
  return tls ? tls->next_layer() : std::get<Tcp>(layers_->stream);
}

bool ByteStream::verify(const std::string& host) {
  Tls* tls = layers_->tls();
  if (!tls) return true;
  if (!SSL_set_tlsext_host_name(tls->native_handle(), host.c_str())) return false;
  tls->set_verify_callback(asio::ssl::host_name_verification(host));
  return true;
}

void ByteStream::start_handshake(Role role, Handler<> handler) {
  if (Tls* tls = layers_->tls()) {
    tls->async_handshake(role == Role::kServer ? asio::ssl::stream_base::server : asio::ssl::stream_base::client,
                         on(get_executor(), std::move(handler)));
  } else {
    asio::post(get_executor(), beast::bind_front_handler(on(get_executor(), std::move(handler)), error_code()));
  }
}

void ByteStream::start_shutdown(Handler<> handler) {
  if (Tls* tls = layers_->tls()) {
    tls->async_shutdown(on(get_executor(), std::move(handler)));
  } else {
    asio::post(get_executor(), beast::bind_front_handler(on(get_executor(), std::move(handler)), error_code()));
  }
}

void ByteStream::start_read(asio::mutable_buffer into, Handler<std::size_t> handler) {
  std::visit([&](auto& stream) { stream.async_read_some(into, on(get_executor(), std::move(handler))); },
             layers_->stream);
}

void ByteStream::start_write(const ConstBuffers& from, Handler<std::size_t> handler) {
  std::visit([&](auto& stream) { stream.async_write_some(from, on(get_executor(), std::move(handler))); },
             layers_->stream);
}

void ByteStream::end(beast::role_type role, error_code& error) {
  using beast::websocket::teardown;
  std::visit([&](auto& stream) { teardown(role, stream, error); }, layers_->stream);
}

void ByteStream::start_end(beast::role_type role, Handler<> handler) {
  using beast::websocket::async_teardown;
  std::visit([&](auto& stream) { async_teardown(role, stream, on(get_executor(), std::move(handler))); },
             layers_->stream);
}

}  // namespace wardroom
