#include "server/tournament/choosing.h"

#include <algorithm>
#include <set>

namespace wardroom::tournament {
namespace {

constexpr std::int64_t kChooseLiveMs = 5 * kMinuteMs;

// Those that he has not named share the place after the last.
int place_in(const v1::record::EventLiking& liking, const std::string& scenario) {
  return static_cast<int>(std::ranges::find(liking.scenarios(), scenario) - liking.scenarios().begin());
}

std::string liked_best(const Event& event, const EventRound& round, const Pairing& pairing) {
  const Secret seed = round_seed(event, round.number());
  const auto cost = [&](const std::string& scenario) {
    int places = 0;
    for (const auto& each : pairing.likings()) places += place_in(each, scenario);
    return std::pair(places, keyed_number("choice " + std::to_string(pairing.board()) + ' ' + scenario, seed));
  };
  return *std::ranges::min_element(event.rules().scenarios(), {}, cost);
}

}  // namespace

void let_choose(const Event& event, Pairing& pairing, std::int64_t now_ms) {
  const v1::EventRules& rules = event.rules();
  if (rules.choice() != v1::EventRules::CHOSEN || rules.scenarios_size() < 2 || pairing.two() == 0) return;
  std::int64_t time = rules.live() ? kChooseLiveMs : kDayMs;
  for (const std::int64_t minutes : {rules.start_minutes(), rules.round_minutes()})
    if (minutes > 0) time = std::min(time, minutes * kMinuteMs / 2);
  pairing.set_choose_by_ms(now_ms + time);
}

Result<void> choose(Event& event, std::uint32_t entry, const v1::TakePart::Choose& asked) {
  std::set<std::string> named;
  for (const std::string& each : asked.scenarios()) {
    const bool offered = std::ranges::find(event.rules().scenarios(), each) != event.rules().scenarios().end();
    if (!offered || !named.insert(each).second) return refuse(RefusalCode::kMalformed, "refusal.event.no_such_choice");
  }
  bool waited = false;
  for (EventRound& round : *event.mutable_rounds()) {
    if (round.state() != v1::EventRound::PLAYING) continue;
    for (Pairing& pairing : *round.mutable_pairings()) {
      if (pairing.choose_by_ms() == 0 || (pairing.one() != entry && pairing.two() != entry)) continue;
      waited = true;
      auto& likings = *pairing.mutable_likings();
      auto mine = std::ranges::find(likings, entry, [](const auto& each) { return each.entry(); });
      v1::record::EventLiking& liking = mine == likings.end() ? *likings.Add() : *mine;
      liking.set_entry(entry);
      *liking.mutable_scenarios() = asked.scenarios();
      if (likings.size() == 2) settle_choice(event, round, pairing);
    }
  }
  if (!waited) return refuse(RefusalCode::kConflict, "refusal.event.nothing_to_choose");
  return {};
}

void settle_choice(Event& event, EventRound& round, Pairing& pairing) {
  pairing.set_scenario(liked_best(event, round, pairing));
  pairing.set_choose_by_ms(0);
  name_matches(event, round);
}

}  // namespace wardroom::tournament
