// What every match of this server shares.
#pragma once

#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "server/engine/referee.h"
#include "server/match/names.h"
#include "server/match/player.h"
#include "server/match/shelf.h"
#include "server/match/stats.h"
#include "server/match/store.h"

namespace wardroom::match {

// The same time as the store stamps: milliseconds since 1970.
std::int64_t system_now_ms();

struct HostSettings {
  std::chrono::milliseconds idle{60'000};                        // a match nobody looks at leaves memory after this
  std::chrono::milliseconds retry{1'000};                        // a bot whose answer could not be stored tries again
  std::chrono::milliseconds open_within = std::chrono::days(7);  // the time in which the first should open his nonce
  Referee::Settings referee;
  std::size_t bot_threads = 1;
  std::size_t max_observers = 500;                   // per match
  std::size_t max_actions = 256;                     // per frame
  std::size_t max_chat = 500;                        // characters of one message
  std::uint32_t max_chat_per_minute = 60;            // messages in one match
  std::uint32_t max_history = 1000;                  // entries of one answer
  std::uint32_t max_chat_lines = 200;                // of one answer
  std::uint32_t max_replay = 64;                     // updates of one page
  std::size_t max_replay_page = 512 * 1024;          // bytes of one page, if it holds more than one update
  std::size_t max_replay_bytes = 256 * 1024 * 1024;  // of all replays in memory together
  std::function<std::int64_t()> now_ms = system_now_ms;
};

class Actor;

struct Services {
  Services(boost::asio::any_io_executor io, Store& the_store, std::vector<LoadedTitle> titles,
           std::vector<PlayerEntry> bots, HostSettings the_settings)
      : executor(std::move(io)),
        store(the_store),
        settings(std::move(the_settings)),
        shelf(the_store, std::move(titles)),
        players(std::move(bots)),
        bot_threads(settings.bot_threads),
        started_ms(settings.now_ms()) {}

  boost::asio::any_io_executor executor;
  Store& store;
  const HostSettings settings;
  Shelf shelf;
  Names names;
  Stats stats;
  const std::vector<PlayerEntry> players;
  boost::asio::thread_pool bot_threads;
  std::atomic<std::size_t> replay_bytes{0};
  const std::int64_t started_ms;        // thinking before this is not charged: nobody could move
  std::function<void(Actor&)> release;  // an idle match leaves memory
};

}  // namespace wardroom::match
