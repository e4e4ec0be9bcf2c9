#include "client/terminal/load_line.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace wardroom::terminal {
namespace asio = boost::asio;

void LoadLine::begin() {
  v1::ClientFrame hello;
  hello.mutable_hello()->set_protocol(v1::PROTOCOL_VERSION);
  hello.mutable_hello()->set_client("wardroom-load");
  hello.mutable_hello()->add_capabilities(v1::CAPABILITY_DELTAS);
  send(hello);
  asio::co_spawn(io_, read_all(shared_from_this()), asio::detached);
}

std::uint64_t LoadLine::send(v1::ClientFrame& frame) {
  frame.set_request(++requests_);
  outgoing_.push_back(frame.SerializeAsString());
  if (socket_ && !writing_) {
    writing_ = true;
    asio::co_spawn(io_, write_all(shared_from_this()), asio::detached);
  }
  return requests_;
}

void LoadLine::leave() {
  left_ = true;
  if (socket_) socket_->drop();
}

asio::awaitable<void> LoadLine::read_all(std::shared_ptr<LoadLine> self) {
  std::string why;
  try {
    std::unique_ptr<Socket> fresh = co_await connect(self->address_);
    self->socket_ = std::move(fresh);
    self->writing_ = true;
    asio::co_spawn(self->io_, write_all(self), asio::detached);
    while (!self->left_) {
      const std::string_view message = co_await self->socket_->read();
      self->ears_.count(message.size());
      const ThinFrame frame = thin_frame(message);
      if (!frame.whole) {
        why = "not a frame";
        break;
      }
      self->ears_.hear(frame);
    }
  } catch (const boost::system::system_error& error) {
    why = error.code().message();
  }
  if (!self->left_) self->ears_.fail(why);
}

asio::awaitable<void> LoadLine::write_all(std::shared_ptr<LoadLine> self) {
  try {
    while (!self->outgoing_.empty() && !self->left_) {
      const std::string message = std::move(self->outgoing_.front());
      self->outgoing_.pop_front();
      self->ears_.count(message.size());
      co_await self->socket_->write(message);
    }
  } catch (const boost::system::system_error&) {
    // The reader of the same socket hears of it.
  }
  self->writing_ = false;
}

std::string refusal_of(const ThinFrame& frame) {
  v1::Refusal refusal;
  refusal.ParseFromArray(frame.payload.data(), static_cast<int>(frame.payload.size()));
  return refusal.reason().id();
}

}  // namespace wardroom::terminal
