// Self-play: whole matches between bots in one process, the same on any machine and with any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "client/bot/bot.h"
#include "client/terminal/library.h"
#include "server/engine/title.h"

namespace wardroom::terminal {

// Which standing orders a seat leaves: none; the usual ones, for what is asked in the other's turn; those for
// battles too, whoever's turn it is.
enum class Leaves { kNothing, kUsual, kDoctrine };

struct SelfplaySettings {
  std::string scenario;
  std::vector<OptionValue> options;
  std::uint64_t games = 1;
  std::uint64_t first_game = 1;  // those before it have been played already
  std::uint64_t seed = 1;
  std::array<std::string, 2> bots{"random", "random"};
  unsigned threads = 1;
  std::array<Leaves, 2> orders{Leaves::kNothing, Leaves::kNothing};
  std::uint64_t most_actions = 1'000'000;  // a match that takes longer counts as an error
  std::function<void(Seat, const Menu&, const bot::Choice&)>
      explain{};  // every answer before it is given; one thread only
};

struct SelfplayGame {
  std::uint64_t game = 0;  // from 1
  v1::Ending ending;
  std::uint64_t actions = 0;
  std::array<std::uint64_t, 2> answers{};   // of each seat
  std::array<std::uint64_t, 2> playouts{};  // that each seat's bot imagined
  std::uint64_t hand_overs = 0;             // questions that no order answered to the seat that did not answer last
  std::uint64_t phases = 0;                 // of either player: questions of one's own turn, up to the other's
  std::int64_t us = 0;
  std::string position_hash;  // of the final position: the same seed gives the same
  std::string error;          // empty: played to its end
  std::string losses = "{}";  // JSON, as the title counts them
  std::string facts;          // JSON; empty: nothing is counted
};

struct SelfplaySummary {
  std::uint64_t games = 0;
  std::array<std::uint64_t, 3> wins{};  // first seat, second seat, draw
  std::array<std::uint64_t, 3> par_wins{};
  std::uint64_t actions = 0;
  std::uint64_t hand_overs = 0;
  std::uint64_t phases = 0;
  std::int64_t us = 0;          // summed over matches
  std::int64_t elapsed_us = 0;  // on the wall
  std::uint64_t errors = 0;
};

// With the library's bots. `told` is called for each match in order, from one thread at a time.
Result<SelfplaySummary> selfplay(const Library& library, const Title& title, const SelfplaySettings& settings,
                                 const std::function<void(const SelfplayGame&)>& told);

std::string to_json(const SelfplayGame& game, const Title& title);
std::string to_json(const SelfplaySummary& summary, const Title& title);

}  // namespace wardroom::terminal
