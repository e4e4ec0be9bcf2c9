// Socket: one WebSocket to a server, plain or TLS, carrying binary messages.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "client/terminal/address.h"

namespace wardroom::terminal {

// Failures of the line are boost::system::system_error.
class Socket {
 public:
  virtual ~Socket() = default;
  virtual boost::asio::awaitable<std::string_view> read() = 0;               // one message; valid until the next read
  virtual boost::asio::awaitable<void> write(std::string_view message) = 0;  // one at a time
  virtual boost::asio::awaitable<void> close() = 0;
  virtual void drop() = 0;  // at once, without a farewell
};

boost::asio::awaitable<std::unique_ptr<Socket>> connect(Address address);

// An HTTP GET: the body of a 200, else a refusal.
boost::asio::awaitable<Result<std::string>> fetch(Address address, std::string target);

}  // namespace wardroom::terminal
