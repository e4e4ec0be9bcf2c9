// How a host plays its matches.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "server/engine/referee.h"

namespace wardroom::match {

// The same time as the store stamps: milliseconds since 1970.
std::int64_t system_now_ms();

struct HostSettings {
  std::chrono::milliseconds idle{60'000};                        // a match nobody looks at leaves memory after this
  std::chrono::milliseconds retry{1'000};                        // a bot whose answer could not be stored tries again
  std::chrono::milliseconds open_within = std::chrono::days(7);  // the time in which the first should open his nonce
  std::chrono::milliseconds take_over{10'000};  // what another server should play by itself is played here after this
  std::chrono::milliseconds look{5'000};        // so often what other servers write is looked for
  std::chrono::milliseconds beat{2'000};        // so often the store is told that a server is up
  bool alone = false;  // no other server is on the store: until this one begins, none was up since the last beat
  std::chrono::milliseconds lies_after = std::chrono::hours(2);  // of a match against nobody: it is not being played
  std::chrono::milliseconds notice_after = std::chrono::minutes(2);  // whoever is here sees it by himself meanwhile
  std::chrono::milliseconds presence{1'000};  // so long after who is here was told it is not told again
  Referee::Settings referee;
  std::size_t bot_threads = 1;
  std::size_t max_observers = 500;                   // per match
  std::size_t max_actions = 256;                     // per frame
  std::size_t max_orders = 500;                      // of a queue
  std::size_t max_queue_bytes = 64 * 1024;           // as they are given
  std::size_t max_marks = 300;                       // of a seat
  std::size_t max_marks_bytes = 64 * 1024;           // all of them together
  std::size_t max_note = 400;                        // characters
  std::size_t max_mark_places = 64;                  // of a line
  std::size_t max_chat = 500;                        // characters of one message
  std::uint32_t max_chat_per_minute = 60;            // messages in one match
  std::uint32_t max_history = 1000;                  // entries of one answer
  std::uint32_t max_chat_lines = 200;                // of one answer
  std::uint32_t max_replay = 64;                     // updates of one page
  std::uint32_t max_journal_rows = 200;              // read at a time
  std::size_t max_replay_page = 512 * 1024;          // bytes of one page, if it holds more than one update
  std::size_t max_replay_bytes = 256 * 1024 * 1024;  // of all replays in memory together
  std::function<std::int64_t()> now_ms = system_now_ms;
};

}  // namespace wardroom::match
