// What every match of this server shares.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "server/match/bot_pool.h"
#include "server/match/names.h"
#include "server/match/outages.h"
#include "server/match/player.h"
#include "server/match/settings.h"
#include "server/match/shelf.h"
#include "server/match/stats.h"
#include "server/match/store.h"
#include "server/match/whereabouts.h"

namespace wardroom::match {

class Actor;

struct Services {
  Services(boost::asio::any_io_executor io, Store& the_store, std::vector<LoadedTitle> titles,
           std::vector<PlayerEntry> bot_players, HostSettings the_settings)
      : executor(std::move(io)),
        store(the_store),
        settings(std::move(the_settings)),
        shelf(the_store, std::move(titles)),
        players(std::move(bot_players)),
        bots(settings.bot_threads, stats.bots_waiting) {}

  boost::asio::any_io_executor executor;
  Store& store;
  const HostSettings settings;
  Shelf shelf;
  Names names;
  Stats stats;
  const std::vector<PlayerEntry> players;
  BotPool bots;
  std::atomic<std::size_t> replay_bytes{0};
  Outages outages;
  Whereabouts elsewhere{3 * settings.look};  // of people
  std::function<void(Actor&)> release;       // an idle match leaves memory
  // A match of an event has begun or is over.
  std::function<void(const std::string& event, const std::string& match)> event_match;
};

}  // namespace wardroom::match
