// Limits: what one connection, one address and the whole server may take. See README.md in this folder.
#pragma once

#include <chrono>
#include <cstddef>

namespace wardroom::net {

struct Limits {
  std::size_t message_bytes = 64 * 1024;  // one WebSocket message from a client
  std::size_t header_bytes = 8 * 1024;    // the head of one HTTP request

  // Each connection has a bucket of frames and one of bytes. When one is empty the connection is read no further until
  // it has filled up again.
  double frames_per_second = 200;
  double frames_burst = 400;
  double bytes_per_second = 256 * 1024;
  double bytes_burst = 1024 * 1024;

  std::size_t connections = 10'000;
  std::size_t connections_per_address = 256;  // an IPv6 address counts with its /64

  std::chrono::milliseconds handshake{10'000};  // TLS, a whole HTTP request, Hello, closing
  std::chrono::milliseconds idle{60'000};       // pings go out after half of it
  std::chrono::milliseconds drain{10'000};

  // What waits to be written. A reader slower than that is closed.
  std::size_t queue_messages = 512;
  std::size_t queue_bytes = 1024 * 1024;
  std::size_t queue_total_bytes = 256 * 1024 * 1024;  // of all connections together

  unsigned bad_frames = 8;  // refused as malformed, then closed
};

}  // namespace wardroom::net
