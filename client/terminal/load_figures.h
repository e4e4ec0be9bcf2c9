// LoadSettings: what is asked of a load. LoadFigures: what came of it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "client/terminal/address.h"
#include "client/terminal/load_arrivals.h"

namespace wardroom::terminal {

struct LoadSettings {
  std::vector<Address> addresses;  // of servers that share a store: each connection goes to the next of them
  bool together = false;           // both players of a match at the same of them
  std::string title;
  std::string scenario;
  std::size_t matches = 10;  // at once; a new one begins when one ends
  double seconds = 10;       // all in all, once the connections are there; measured when every match is being played
  std::size_t actions = 0;   // in each match, which is left as it is then; when all are, it ends; 0: until it is over
  double rate = 0;           // actions a second over all matches, whatever the server does; 0: as fast as it answers
  Spacing spacing = Spacing::kPoisson;  // of these
  std::size_t connections = 0;          // beside those that play: they say hello and stay silent
  std::size_t watching = 0;             // so many of them each watch a match
  std::vector<pid_t> servers;           // on this machine, whose time and memory are told
  std::vector<pid_t> databases;         // behind them, whose time is
  unsigned threads = 1;
  std::uint64_t seed = 1;
};

struct LoadFigures {
  double seconds = 0;  // measured
  std::uint64_t actions = 0;
  std::uint64_t bytes = 0;       // of messages, both ways, of those who play
  std::uint64_t finished = 0;    // matches
  std::uint64_t unanswered = 0;  // that were due and are not answered at the end; they count among the latencies
  std::uint64_t errors = 0;
  std::string first_error;  // the id of a refusal's text, or what the system said
  // From sending an action, at a rate from the moment when it was due, until it is answered and the next can be given.
  std::vector<std::uint32_t> latencies_us;
  std::vector<std::uint32_t> bytes_of_actions;  // what each sent to and fro until the next one
  double own_cpu_s = 0;
  double server_cpu_s = 0;
  double database_cpu_s = 0;
  std::uint64_t server_memory = 0;      // bytes, at the end
  std::uint64_t connection_memory = 0;  // of the server, for each connection that does not play
};

std::string to_json(LoadFigures figures, const LoadSettings& settings);

}  // namespace wardroom::terminal
