// Metrics: what /metrics tells. Counts and durations of the whole server only.
#pragma once

#include <prometheus/counter.h>
#include <prometheus/family.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <string>

#include "server/lobby/front_desk.h"

namespace wardroom::net {

// Why a WebSocket came to its end.
enum class Ending { kClient, kLost, kServer, kSlowReader, kBadFrames, kTextFrame, kTooBig, kTooMuch, kNoHello, kDrain };
inline constexpr std::size_t kEndings = 10;
std::string_view name(Ending ending);

class Metrics {
 public:
  Metrics();

  void opened();
  void closed();
  void turned_away(std::string_view limit);
  void websocket_opened();
  void websocket_closed(Ending ending);
  void frame_in(std::size_t bytes);
  void frame_out(std::size_t bytes);
  void refused(v1::RefusalCode code);
  void throttled();
  void answered(double seconds);
  void responded(unsigned status);

  // In Prometheus' text format, with the desk's own counts.
  std::string text(const lobby::Stats& desk) const;

  std::atomic<std::size_t> queued_bytes{0};  // waiting in all send queues

 private:
  prometheus::Registry registry_;
  prometheus::Gauge& connections_;
  prometheus::Counter& opened_;
  prometheus::Family<prometheus::Counter>& turned_away_;
  prometheus::Gauge& websockets_;
  std::array<prometheus::Counter*, kEndings> endings_;
  prometheus::Counter& frames_in_;
  prometheus::Counter& frames_out_;
  prometheus::Counter& bytes_in_;
  prometheus::Counter& bytes_out_;
  std::array<prometheus::Counter*, v1::RefusalCode_ARRAYSIZE> refusals_;
  prometheus::Counter& throttled_;
  prometheus::Histogram& seconds_;
  prometheus::Family<prometheus::Counter>& responses_;
};

}  // namespace wardroom::net
