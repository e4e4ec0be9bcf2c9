#include "server/net/metrics.h"

#include <prometheus/text_serializer.h>

#include "server/net/names.h"

namespace wardroom::net {
namespace {

prometheus::Family<prometheus::Counter>& counters(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}

prometheus::Counter& counter(prometheus::Registry& registry, const char* name, const char* help) {
  return counters(registry, name, help).Add({});
}

prometheus::Gauge& gauge(prometheus::Registry& registry, const char* name, const char* help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry).Add({});
}

prometheus::MetricFamily family(const std::string& name, const char* help, prometheus::MetricType type, double value) {
  prometheus::ClientMetric metric;
  if (type == prometheus::MetricType::Counter) {
    metric.counter.value = value;
  } else {
    metric.gauge.value = value;
  }
  return {name, help, type, {metric}};
}

}  // namespace

std::string_view name(Ending ending) {
  switch (ending) {
    case Ending::kClient:
      return "client";
    case Ending::kLost:
      return "lost";
    case Ending::kServer:
      return "server";
    case Ending::kSlowReader:
      return "slow_reader";
    case Ending::kBadFrames:
      return "bad_frames";
    case Ending::kTextFrame:
      return "text_frame";
    case Ending::kTooBig:
      return "too_big";
    case Ending::kTooMuch:
      return "too_much";
    case Ending::kNoHello:
      return "no_hello";
    case Ending::kDrain:
      return "drain";
  }
  return "unknown";
}

Metrics::Metrics()
    : connections_(gauge(registry_, "wardroom_connections", "TCP connections now")),
      opened_(counter(registry_, "wardroom_connections_opened_total", "TCP connections accepted")),
      turned_away_(counters(registry_, "wardroom_connections_turned_away_total", "Connections closed at a limit")),
      websockets_(gauge(registry_, "wardroom_websockets", "WebSocket connections now")),
      frames_in_(counter(registry_, "wardroom_frames_in_total", "WebSocket messages received")),
      frames_out_(counter(registry_, "wardroom_frames_out_total", "WebSocket messages sent")),
      bytes_in_(counter(registry_, "wardroom_frame_bytes_in_total", "Bytes of WebSocket messages received")),
      bytes_out_(counter(registry_, "wardroom_frame_bytes_out_total", "Bytes of WebSocket messages sent")),
      over_quota_(counters(registry_, "wardroom_quota_refusals_total", "Requests over a quota, by quota")),
      throttled_(counter(registry_, "wardroom_frames_throttled_total", "Messages that had to wait for the rate limit")),
      seconds_(prometheus::BuildHistogram()
                   .Name("wardroom_request_seconds")
                   .Help("Time from a request to its answer")
                   .Register(registry_)
                   .Add({}, prometheus::Histogram::BucketBoundaries{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01,
                                                                    0.025, 0.05, 0.1, 0.25, 1, 5})),
      responses_(counters(registry_, "wardroom_http_responses_total", "HTTP responses by status")) {
  auto& endings = counters(registry_, "wardroom_websockets_ended_total", "WebSocket connections ended, by cause");
  for (std::size_t i = 0; i < kEndings; ++i) {
    endings_[i] = &endings.Add({{"cause", std::string(name(static_cast<Ending>(i)))}});
  }
  auto& refusals = counters(registry_, "wardroom_refusals_total", "Requests refused, by code");
  refusals_.fill(nullptr);
  for (int code = 1; code < v1::RefusalCode_ARRAYSIZE; ++code) {
    refusals_[code] = &refusals.Add({{"code", std::string(name(static_cast<v1::RefusalCode>(code)))}});
  }
}

void Metrics::opened() {
  connections_.Increment();
  opened_.Increment();
}
void Metrics::closed() { connections_.Decrement(); }
void Metrics::turned_away(std::string_view limit) { turned_away_.Add({{"limit", std::string(limit)}}).Increment(); }
void Metrics::websocket_opened() { websockets_.Increment(); }
void Metrics::websocket_closed(Ending ending) {
  websockets_.Decrement();
  endings_[static_cast<std::size_t>(ending)]->Increment();
}
void Metrics::frame_in(std::size_t bytes) {
  frames_in_.Increment();
  bytes_in_.Increment(static_cast<double>(bytes));
}
void Metrics::frame_out(std::size_t bytes) {
  frames_out_.Increment();
  bytes_out_.Increment(static_cast<double>(bytes));
}
void Metrics::refused(const v1::Refusal& refusal) {
  const v1::RefusalCode code = refusal.code();
  if (code > 0 && code < v1::RefusalCode_ARRAYSIZE) refusals_[code]->Increment();
  if (code == v1::REFUSAL_CODE_TOO_MUCH) over_quota(refusal.reason().id());
}
void Metrics::over_quota(std::string_view reason) {
  constexpr std::string_view kRefusal = "refusal.";
  if (reason.starts_with(kRefusal)) reason.remove_prefix(kRefusal.size());
  over_quota_.Add({{"quota", std::string(reason)}}).Increment();
}
void Metrics::throttled() { throttled_.Increment(); }
void Metrics::answered(double seconds) { seconds_.Observe(seconds); }
void Metrics::responded(unsigned status) { responses_.Add({{"status", std::to_string(status)}}).Increment(); }

void Metrics::tell_disk(std::vector<prometheus::MetricFamily>& families) const {
  if (database.empty()) return;
  const auto add = [&](const char* name, const char* help, std::uintmax_t bytes, const std::error_code& error) {
    if (!error) families.push_back(family(name, help, prometheus::MetricType::Gauge, static_cast<double>(bytes)));
  };
  std::error_code error;
  const std::filesystem::path log = database.string() + "-wal";
  const std::uintmax_t room = std::filesystem::space(database.parent_path(), error).available;
  add("wardroom_disk_free_bytes", "Room left where the database is", room, error);
  const std::uintmax_t size = std::filesystem::file_size(database, error);
  add("wardroom_database_bytes", "Size of the database", size, error);
  const std::uintmax_t written_ahead = std::filesystem::file_size(log, error);
  add("wardroom_database_wal_bytes", "Size of its write-ahead log", written_ahead, error);
}

std::string Metrics::text(const lobby::Stats& desk, bool takes_writes) const {
  using prometheus::MetricType;
  std::vector<prometheus::MetricFamily> families = registry_.Collect();
  const auto add = [&](const char* name, const char* help, MetricType type, auto value) {
    families.push_back(family(name, help, type, static_cast<double>(value)));
  };
  add("wardroom_queued_bytes", "Bytes waiting to be written", MetricType::Gauge, queued_bytes.load());
  add("wardroom_actions_total", "Actions taken", MetricType::Counter, desk.actions.load());
  add("wardroom_desk_refusals_total", "Requests the desk refused", MetricType::Counter, desk.refusals.load());
  add("wardroom_takes_writes", "1: the store takes writes; 0: its disk is full, or it is gone", MetricType::Gauge,
      takes_writes ? 1 : 0);
  add("wardroom_commits_total", "Durable commits", MetricType::Counter, desk.commits.load());
  add("wardroom_commit_failures_total", "Commits that failed", MetricType::Counter, desk.commit_failures.load());
  add("wardroom_matches_loaded_total", "Matches read from the store", MetricType::Counter, desk.matches_loaded.load());
  add("wardroom_matches_in_memory", "Matches in memory now", MetricType::Gauge, desk.matches_in_memory.load());
  add("wardroom_matches_parked_total", "Times that a match stopped because its rules broke", MetricType::Counter,
      desk.matches_parked.load());
  add("wardroom_matches_not_loaded_total", "Matches of which a row could not be read", MetricType::Counter,
      desk.matches_not_loaded.load());
  add("wardroom_visitors", "Conversations at the desk now", MetricType::Gauge, desk.visitors.load());
  add("wardroom_backup_time_seconds", "When the last copy of the database was made; 0: none since the start",
      MetricType::Gauge, desk.backup_at.load());
  add("wardroom_backups_failed_total", "Copies of the database that failed", MetricType::Counter,
      desk.backups_failed.load());
  add("wardroom_bots_waiting", "Answers that bots are to think of", MetricType::Gauge, desk.bots_waiting.load());
  add("wardroom_passwords_waiting", "Passwords to be hashed", MetricType::Gauge, desk.passwords_waiting.load());
  for (const auto& [carrier, carried] : {std::pair("mail", &desk.mails), std::pair("call", &desk.calls)}) {
    const std::string prefix = std::string("wardroom_") + carrier;
    const auto tell = [&](const char* name, const char* help, MetricType type, auto value) {
      families.push_back(family(prefix + name, help, type, static_cast<double>(value)));
    };
    tell("s_sent_total", "News that were taken", MetricType::Counter, carried->sent.load());
    tell("s_put_off_total", "Tries that are made again", MetricType::Counter, carried->put_off.load());
    tell("s_refused_total", "News that were refused for good", MetricType::Counter, carried->refused.load());
    tell("s_waiting", "Rows of the outbox that are not done", MetricType::Gauge, carried->waiting.load());
    tell("_oldest_seconds", "How long the oldest that is due has waited", MetricType::Gauge,
         static_cast<double>(carried->oldest_ms.load()) / 1000);
    tell("_down", "1: nothing can be sent", MetricType::Gauge, carried->down.load() ? 1 : 0);
  }
  tell_disk(families);
  return prometheus::TextSerializer().prometheus::Serializer::Serialize(families);
}

}  // namespace wardroom::net
