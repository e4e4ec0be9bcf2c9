// Caller: who asks something of a match, and on which connection.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "server/match/line.h"

namespace wardroom::match {

struct Caller {
  std::string account;  // empty: not signed in; he may watch
  std::string name;
  std::shared_ptr<Line> line;
  std::map<std::string, std::string> watches{};  // by private match: what he has been given to watch it
  bool guest = false;
  std::string address{};  // IPv6: the network; empty: nobody's connection
};

// As logs say it.
inline std::string asking(const Caller& caller) {
  return caller.line ? caller.line->asking() : std::string(kNobodyAsks);
}

using CallerPtr = std::shared_ptr<const Caller>;

}  // namespace wardroom::match
