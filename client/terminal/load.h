// Load: whole matches by random players over real sockets, and how fast a server answers them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "client/terminal/address.h"

namespace wardroom::terminal {

struct LoadSettings {
  Address address;
  std::string title;
  std::string scenario;
  std::size_t matches = 10;          // at once; a new one begins when one ends
  double seconds = 10;               // all in all; measured from the moment when every match is being played
  std::size_t idle_connections = 0;  // that say hello and stay silent
  unsigned threads = 1;
  std::uint64_t seed = 1;
};

struct LoadFigures {
  double seconds = 0;  // measured
  std::uint64_t actions = 0;
  std::uint64_t bytes = 0;     // of messages, both ways
  std::uint64_t finished = 0;  // matches
  std::uint64_t errors = 0;
  std::string first_error;                  // the id of a refusal's text, or what the system said
  std::vector<std::uint32_t> latencies_us;  // from sending an action until it is answered and the next can be given
};

LoadFigures run_load(const LoadSettings& settings);

std::string to_json(LoadFigures figures);

}  // namespace wardroom::terminal
