// FrontDesk: answers every frame of every connection; all that net talks to.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/bundle.h"
#include "common/result.h"
#include "server/match/line.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::lobby {

// One connection's conversation. Destroying it means that the connection has gone.
class Visitor {
 public:
  virtual ~Visitor() = default;
  // Exactly one answer or refusal, with the request's id. The connection asks one after another and sends the answer itself;
  // updates, notices and chat come by its line.
  virtual boost::asio::awaitable<v1::ServerFrame> handle(v1::ClientFrame frame) = 0;
};

// Counted since the start; read by /metrics.
struct Stats {
  std::atomic<std::uint64_t> actions{0};
  std::atomic<std::uint64_t> refusals{0};
  std::atomic<std::uint64_t> commits{0};
  std::atomic<std::uint64_t> commit_failures{0};
  std::atomic<std::uint64_t> matches_loaded{0};
  std::atomic<std::int64_t> matches_in_memory{0};
  std::atomic<std::int64_t> visitors{0};
};

struct PublicData {
  std::string title;
  std::shared_ptr<const Bundle> bundle;
};

class FrontDesk {
 public:
  virtual ~FrontDesk() = default;
  virtual std::shared_ptr<Visitor> welcome(std::shared_ptr<match::Line> line, std::string address) = 0;
  // The export of a finished match, as bytes of record.Export; of a running one, a refusal.
  virtual boost::asio::awaitable<Result<std::string>> export_match(std::string match) = 0;
  virtual std::vector<PublicData> public_data() const = 0;
  virtual const Stats& stats() const = 0;
  virtual bool healthy() const = 0;  // the store takes writes
  // No new matches or attachments; finishes what is being committed.
  virtual boost::asio::awaitable<void> drain() = 0;
};

}  // namespace wardroom::lobby
