// What the leak test and the licence test have found, added up and in words.
#include <sstream>

#include "tests/engine/leak.h"

namespace wardroom::testing {
namespace {

const std::map<PairEnd, std::string> kNames{{PairEnd::kOver, "over"},
                                            {PairEnd::kLimit, "limit"},
                                            {PairEnd::kRevealed, "revealed"},
                                            {PairEnd::kNotPlayable, "not playable"},
                                            {PairEnd::kOutOfStep, "out of step"},
                                            {PairEnd::kLeak, "LEAK"}};

template <class Key>
void list(std::ostream& out, const char* head, const std::map<Key, std::size_t>& counts) {
  if (counts.empty()) return;
  out << head;
  for (const auto& [what, count] : counts) out << " " << what << " " << count;
}

}  // namespace

void LicenceSummary::add(const LicenceSummary& more) {
  variations += more.variations;
  compared += more.compared;
  for (const auto& [licence, count] : more.of_licence) of_licence[licence] += count;
  for (const auto& [fact, count] : more.of_fact) of_fact[fact] += count;
  for (const auto& [what, count] : more.differing) differing[what] += count;
  for (const auto& [end, count] : more.ends) ends[end] += count;
  leaks.insert(leaks.end(), more.leaks.begin(), more.leaks.end());
}

std::string LicenceSummary::print() const {
  std::ostringstream out;
  out << variations << " variations, " << inside << " of them begun inside, " << compared
      << " reveals the same in both worlds, ended:";
  for (const auto& [end, count] : ends) out << " " << kNames.at(end) << " " << count;
  list(out, "; facts varied:", of_fact);
  list(out, "; reveals that told of them:", differing);
  list(out, "; compared by licence:", of_licence);
  for (const std::string& leak : leaks) out << "\n" << leak;
  return out.str();
}

std::string LeakSummary::print() const {
  std::ostringstream out;
  out << pairs << " pairs, " << varied << " of them with one fact varied, " << inside << " begun inside, " << differing
      << " of " << hiding << " imagined worlds differ, asks per pair median "
      << (asks.empty() ? 0 : asks[asks.size() / 2]) << ", " << phases << " passed a player phase; ended:";
  for (const auto& [end, count] : ends) out << " " << kNames.at(end) << " " << count;
  list(out, "; by", reveals);
  if (!first_leak.empty()) out << "\n" << first_leak;
  return out.str();
}

}  // namespace wardroom::testing
