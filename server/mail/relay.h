// Hands a mail to the relay that sends it on (SMTP, by libcurl). Blocks: never on a thread of connections or matches.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace wardroom::mail {

struct RelaySettings {
  std::string url;   // smtps://mail.example.org or smtp://mail.example.org:587
  std::string user;  // empty: the relay asks for none
  std::string password;
  std::string own_name;  // how we greet; empty: the machine's name
  bool needs_tls = true;
  std::chrono::milliseconds connect{15'000};
  std::chrono::milliseconds whole{300'000};
};

enum class Fate : std::uint8_t {
  kSent,
  kLater,    // refused for now, or nobody knows: the same bytes again later
  kRefused,  // that address, for good
  kRelay,    // nothing can be sent by this relay as it is set up
};
struct Delivery {
  Fate fate = Fate::kLater;
  int reply = 0;      // the relay's last, 0 if it said none
  std::string words;  // of the relay, or of what failed
};

class Relay {
 public:
  explicit Relay(RelaySettings settings);
  ~Relay();
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  Delivery send(const std::string& from, const std::string& to, const std::string& bytes);
  void give_up() { given_up_ = true; }  // from any thread: what is being sent is sent another time

 private:
  struct Handle;
  RelaySettings settings_;
  std::atomic<bool> given_up_{false};
  std::unique_ptr<Handle> handle_;  // keeps its line open from mail to mail
};

}  // namespace wardroom::mail
