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
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

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
  void refused(const v1::Refusal& refusal);
  void over_quota(std::string_view reason);  // the id of what the asker is told
  void throttled();
  void answered(double seconds);
  void responded(unsigned status);

  // In Prometheus' text format, with the desk's own counts and what the disk has.
  std::string text(const lobby::Stats& desk, bool takes_writes) const;

  std::atomic<std::size_t> queued_bytes{0};  // waiting in all send queues
  std::filesystem::path database;            // set before the server starts; empty: nothing is told of the disk

 private:
  void tell_disk(std::vector<prometheus::MetricFamily>& families) const;

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
  prometheus::Family<prometheus::Counter>& over_quota_;
  prometheus::Counter& throttled_;
  prometheus::Histogram& seconds_;
  prometheus::Family<prometheus::Counter>& responses_;
};

}  // namespace wardroom::net
