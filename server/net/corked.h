// Corked: a stream layer that holds back what is written while more is known to follow, so that a batch of messages is
// one write to the socket (and one TLS record).
#pragma once

#include <boost/asio/async_result.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/buffer_traits.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <string>
#include <utility>

namespace wardroom::net {

template <class Next>
class Corked {
 public:
  using executor_type = typename Next::executor_type;
  using next_layer_type = Next;

  explicit Corked(Next&& next) : next_(std::move(next)) {}

  executor_type get_executor() noexcept { return next_.get_executor(); }
  Next& next_layer() { return next_; }
  const Next& next_layer() const { return next_; }

  // Until released, writes succeed at once and wait here; the first write after that takes them along.
  void hold() { holding_ = true; }
  void release() { holding_ = false; }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    return next_.async_read_some(buffers, std::forward<Token>(token));
  }

  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    return boost::asio::async_initiate<Token, void(boost::system::error_code, std::size_t)>(
        [this](auto&& handler, const Buffers& from) {
          this->start_write(from, std::forward<decltype(handler)>(handler));
        },
        token, buffers);
  }

 private:
  template <class Buffers, class Handler>
  void start_write(const Buffers& buffers, Handler&& handler) {
    if (!holding_ && held_.empty()) {
      next_.async_write_some(buffers, std::forward<Handler>(handler));
      return;
    }
    const std::size_t size = boost::beast::buffer_bytes(buffers);
    held_.reserve(held_.size() + size);
    for (const boost::asio::const_buffer part : boost::beast::buffers_range_ref(buffers)) {
      held_.append(static_cast<const char*>(part.data()), part.size());
    }
    if (holding_) {
      boost::asio::post(get_executor(), boost::beast::bind_front_handler(std::forward<Handler>(handler),
                                                                         boost::system::error_code(), size));
      return;
    }
    const auto executor = boost::asio::get_associated_executor(handler, get_executor());
    boost::asio::async_write(
        next_, boost::asio::buffer(held_),
        boost::asio::bind_executor(executor, [this, size, done = std::forward<Handler>(handler)](
                                                 boost::system::error_code error, std::size_t) mutable {
          held_ = {};
          std::move(done)(error, error ? 0 : size);
        }));
  }

  Next next_;
  std::string held_;
  bool holding_ = false;
};

// How Beast ends the layer under a WebSocket; found by argument-dependent lookup.
template <class Next>
void teardown(boost::beast::role_type role, Corked<Next>& stream, boost::system::error_code& error) {
  using boost::beast::websocket::teardown;
  teardown(role, stream.next_layer(), error);
}

template <class Next, class Handler>
void async_teardown(boost::beast::role_type role, Corked<Next>& stream, Handler&& handler) {
  using boost::beast::websocket::async_teardown;
  async_teardown(role, stream.next_layer(), std::forward<Handler>(handler));
}

}  // namespace wardroom::net
