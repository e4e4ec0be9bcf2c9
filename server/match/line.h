// Line: a client's connection as matches and the lobby see it.
#pragma once

#include <cstdint>
#include <memory>

#include "wardroom/v1/wire.pb.h"

namespace wardroom::match {

class Line {
 public:
  virtual ~Line() = default;
  // Queues a frame; safe from any thread, never blocks. A line whose reader is too slow closes itself.
  virtual void send(const v1::ServerFrame& frame) = 0;
  virtual void close(v1::RefusalCode why) = 0;
};

}  // namespace wardroom::match
