// Line: a client's connection as matches and the lobby see it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "wardroom/v1/wire.pb.h"

namespace wardroom::match {

// In logs, where the server does something by itself.
inline constexpr std::string_view kNobodyAsks = "viewer=- request=-";

class Line {
 public:
  virtual ~Line() = default;
  // Queues a frame; safe from any thread, never blocks. A line whose reader is too slow closes itself.
  virtual void send(const v1::ServerFrame& frame) = 0;
  virtual void close(v1::RefusalCode why) = 0;
  // Which connection it is and the number of what it asks just now, as logs say it: viewer=c12 request=7.
  virtual std::string asking() const { return std::string(kNobodyAsks); }

  // What the client said in Hello, so that frames can be made for it; one that is unknown here is ignored.
  void learn(v1::Capability capability) {
    if (v1::Capability_IsValid(capability)) understood_ |= bit(capability);
  }
  bool understands(v1::Capability capability) const { return (understood_ & bit(capability)) != 0; }

 private:
  static std::uint64_t bit(v1::Capability capability) { return std::uint64_t{1} << static_cast<unsigned>(capability); }
  static_assert(v1::Capability_MAX < 64);

  std::atomic<std::uint64_t> understood_{0};
};

}  // namespace wardroom::match
