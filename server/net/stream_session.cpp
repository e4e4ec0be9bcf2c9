// StreamSession: a Session's bytes. The one place where HTTP and WebSockets are compiled.
#include <boost/asio/buffer.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/stream.hpp>

#include "server/net/corked.h"
#include "server/net/make_session.h"

namespace wardroom::net {
namespace {

auto token(boost::system::error_code& error) { return boost::asio::redirect_error(boost::asio::use_awaitable, error); }

class StreamSession final : public Session {
 public:
  StreamSession(Caller caller, ByteStream next)
      : Session(std::move(caller.hub), std::move(caller.strand), caller.address, std::move(caller.places)),
        ws_(Corked<ByteStream>(std::move(next))) {}

 private:
  using error_code = boost::system::error_code;

  ByteStream& stream() { return ws_.next_layer().next_layer(); }

  boost::asio::awaitable<error_code> shake_hands() override {
    error_code error;
    stream().tcp().expires_after(limits().handshake);
    co_await stream().async_handshake(ByteStream::Role::kServer, token(error));
    co_return error;
  }

  boost::asio::awaitable<error_code> read_request(boost::beast::flat_buffer& buffer, Parser& parser) override {
    error_code error;
    stream().tcp().expires_after(limits().handshake);
    co_await http::async_read(stream(), buffer, parser, token(error));
    co_return error;
  }

  boost::asio::awaitable<error_code> write_response(Response& response) override {
    error_code error;
    stream().tcp().expires_after(limits().handshake);
    co_await http::async_write(stream(), response, token(error));
    co_return error;
  }

  boost::asio::awaitable<error_code> write_head(Response& response) override {
    error_code error;
    stream().tcp().expires_after(limits().handshake);
    http::response_serializer<Response::body_type> head(response);
    co_await http::async_write_header(stream(), head, token(error));
    co_return error;
  }

  boost::asio::awaitable<error_code> write_piece(std::string_view bytes, Framing framing) override {
    error_code error;
    stream().tcp().expires_after(limits().handshake);
    const boost::asio::const_buffer piece(bytes.data(), bytes.size());
    if (framing == Framing::kBare) {
      co_await boost::asio::async_write(stream(), piece, token(error));
    } else if (bytes.empty()) {
      co_await boost::asio::async_write(stream(), http::make_chunk_last(), token(error));
    } else {
      co_await boost::asio::async_write(stream(), http::make_chunk(piece), token(error));
    }
    co_return error;
  }

  void cut() override {
    error_code ignored;
    stream().tcp().socket().set_option(boost::asio::socket_base::linger(true, 0), ignored);
    stream().tcp().close();
  }

  // Reads on for a moment, so that a client still sending gets the answer before the connection goes.
  boost::asio::awaitable<void> end_http() override {
    error_code error;
    stream().tcp().expires_after(limits().handshake);
    co_await stream().async_shutdown(token(error));
    stream().tcp().socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, error);
    std::array<char, 1024> rest;
    for (std::size_t bytes = 0; !error && bytes < 16 * limits().header_bytes;) {
      bytes += co_await stream().tcp().async_read_some(boost::asio::buffer(rest), token(error));
    }
  }

  boost::asio::awaitable<error_code> accept(const Request& request) override {
    error_code error;
    stream().tcp().expires_never();
    const boost::beast::websocket::stream_base::timeout timeout{limits().handshake, limits().idle, true};
    ws_.set_option(timeout);
    ws_.read_message_max(limits().message_bytes);
    ws_.auto_fragment(false);
    ws_.binary(true);
    ws_.control_callback(
        [this](boost::beast::websocket::frame_type, boost::beast::string_view) { got_control_frame(); });
    co_await ws_.async_accept(request, token(error));
    co_return error;
  }

  boost::asio::awaitable<error_code> read(boost::beast::flat_buffer& buffer) override {
    error_code error;
    co_await ws_.async_read(buffer, token(error));
    co_return error;
  }

  bool got_binary() const override { return ws_.got_binary(); }

  void write(const std::string& message, More more) override {
    if (more == More::kFollows) {
      ws_.next_layer().hold();
    } else {
      ws_.next_layer().release();
    }
    ws_.async_write(boost::asio::buffer(message),
                    [this, self = shared_from_this()](error_code error, std::size_t) { wrote(error); });
  }

  void start_close(CloseCode code) override {
    ws_.async_close(code, [self = shared_from_this()](error_code) {});
  }

  void abort() override { stream().tcp().close(); }

  boost::beast::websocket::stream<Corked<ByteStream>, false> ws_;  // without compression: sizes would tell
};

}  // namespace

std::shared_ptr<Session> make_session(Caller caller, ByteStream stream) {
  return std::make_shared<StreamSession>(std::move(caller), std::move(stream));
}

}  // namespace wardroom::net
