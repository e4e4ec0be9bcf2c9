#include "server/match/player.h"

#include <algorithm>

namespace wardroom::match {
namespace {

template <class Test>
const PlayerEntry* first_of(const std::vector<PlayerEntry>& players, std::string_view title, const Test& test) {
  const auto entry =
      std::ranges::find_if(players, [&](const PlayerEntry& each) { return each.plays(title) && test(each); });
  return entry == players.end() ? nullptr : &*entry;
}

}  // namespace

const PlayerEntry* find_player(const std::vector<PlayerEntry>& players, std::string_view title, std::string_view name) {
  return first_of(players, title, [&](const PlayerEntry& each) { return each.name == name; });
}

const PlayerEntry* find_adviser(const std::vector<PlayerEntry>& players, std::string_view title) {
  return first_of(players, title, [](const PlayerEntry& each) { return each.hints == PlayerEntry::Hints::kGiven; });
}

std::vector<std::string> opponents(const std::vector<PlayerEntry>& players, std::string_view title) {
  std::vector<std::string> names;
  for (const PlayerEntry& each : players) {
    if (each.plays(title)) names.push_back(each.name);
  }
  return names;
}

}  // namespace wardroom::match
