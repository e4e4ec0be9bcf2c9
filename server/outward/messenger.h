// Messenger: brings something to an address that somebody gave, by one POST, and says what became of it. Follows
// nothing, goes to no address that may not be called, and reads little. Blocks: has a thread of its own.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "server/outward/reach.h"

namespace wardroom::outward {

struct Call {
  std::string url;
  std::vector<std::string> headers;  // "Name: value"
  std::string body;
};

enum class Fate : std::uint8_t {
  kTaken,
  kLater,    // not now, or nobody knows
  kRefused,  // not this
  kGone,     // there is nobody any more
};
struct Outcome {
  Fate fate = Fate::kLater;
  std::string why;  // "HTTP 503", or one of: address, time, connection, certificate. Nothing of what was answered
  std::chrono::seconds after{0};  // as long as was asked for; 0: nothing was
};

struct MessengerSettings {
  Allowed allowed;
  std::chrono::milliseconds whole{10'000};
};

class Messenger {
 public:
  explicit Messenger(MessengerSettings settings);
  ~Messenger();
  Messenger(const Messenger&) = delete;
  Messenger& operator=(const Messenger&) = delete;

  Outcome bring(const Call& call);
  void give_up() { given_up_ = true; }  // from any thread: what is under way is brought another time

 private:
  struct Handle;
  const MessengerSettings settings_;
  std::atomic<bool> given_up_{false};
  std::unique_ptr<Handle> handle_;
};

}  // namespace wardroom::outward
