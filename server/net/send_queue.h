// SendQueue: the messages of one connection that wait to be written, bounded in number and bytes.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "server/net/limits.h"

namespace wardroom::net {

class SendQueue {
 public:
  // `total` counts the bytes that wait in all of them together.
  SendQueue(const Limits& limits, std::atomic<std::size_t>& total) : limits_(limits), total_(total) {}
  ~SendQueue() { close(); }
  SendQueue(const SendQueue&) = delete;
  SendQueue& operator=(const SendQueue&) = delete;

  enum class Put {
    kQueued,  // the writer is on its way
    kWake,    // the writer must be called
    kFull,    // not taken, and closed: the reader is too slow. Said once
    kClosed,  // not taken; the connection has gone
  };
  Put put(std::string message);  // from any thread

  // For the one writer: the messages that have come since, which count as waiting until the next call. None: the writer
  // sleeps until a put says kWake.
  std::vector<std::string> take();

  std::size_t bytes();  // that wait or are being written

  void close();  // forgets everything; takes nothing more

 private:
  void shut();
  void forget(std::size_t bytes);

  const Limits& limits_;
  std::atomic<std::size_t>& total_;
  std::mutex mutex_;
  std::vector<std::string> waiting_;
  std::size_t messages_ = 0;  // waiting or being written
  std::size_t bytes_ = 0;
  std::size_t waiting_bytes_ = 0;
  bool awake_ = false;
  bool closed_ = false;
};

}  // namespace wardroom::net
