// Hub: what all connections of a server share.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "server/lobby/front_desk.h"
#include "server/net/address.h"
#include "server/net/census.h"
#include "server/net/limits.h"
#include "server/net/metrics.h"
#include "server/net/pages.h"
#include "server/net/roster.h"
#include "server/net/site.h"

namespace wardroom::net {

struct Hub {
  Hub(lobby::FrontDesk& front_desk, const Limits& its_limits)
      : desk(front_desk),
        limits(its_limits),
        census(std::make_shared<Census>(limits.connections, limits.connections_per_address)) {}

  lobby::FrontDesk& desk;
  const Limits limits;
  Site site;    // the web client
  Site data;    // what every title shows of its data
  Pages pages;  // the host's own
  std::vector<std::string> origins;
  AddressList trusted_proxies;  // whose X-Forwarded-For is believed
  AddressList metrics_from;     // who may read /metrics
  bool secure = false;          // TLS is spoken here
  std::shared_ptr<Census> census;
  Metrics metrics;
  Roster roster;
  std::atomic<bool> draining{false};
  std::atomic<std::uint64_t> next_connection{1};
};

}  // namespace wardroom::net
