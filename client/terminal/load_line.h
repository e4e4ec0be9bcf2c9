// LoadLine: one connection of a load, from hello on, for as many of them as there may be.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "client/terminal/socket.h"
#include "client/terminal/thin_frame.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::terminal {

class LoadLine : public std::enable_shared_from_this<LoadLine> {
 public:
  struct Ears {
    std::function<void(const ThinFrame&)> hear;
    std::function<void(std::size_t)> count;  // bytes of each message, both ways
    std::function<void(const std::string&)> fail;
  };
  LoadLine(boost::asio::io_context& io, Address address, Ears ears)
      : io_(io), address_(std::move(address)), ears_(std::move(ears)) {}

  void begin();
  std::uint64_t send(v1::ClientFrame& frame);  // the request's number
  void leave();

 private:
  static boost::asio::awaitable<void> read_all(std::shared_ptr<LoadLine> self);
  static boost::asio::awaitable<void> write_all(std::shared_ptr<LoadLine> self);

  boost::asio::io_context& io_;
  const Address address_;
  const Ears ears_;
  std::shared_ptr<Socket> socket_;
  std::deque<std::string> outgoing_;
  std::uint64_t requests_ = 0;
  bool writing_ = false;
  bool left_ = false;
};

// The id of what a refusal says.
std::string refusal_of(const ThinFrame& frame);

}  // namespace wardroom::terminal
