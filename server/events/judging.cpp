// The part of Room for directors who judge: a look into a match that both players know of, and signals to look at.
#include <algorithm>
#include <map>

#include "server/events/room.h"
#include "server/match/await.h"

namespace wardroom::events {
namespace {

using namespace tournament;
using Game = tournament::Game;  // not the engine's

// He answers three times as fast as he does elsewhere, often enough to say so.
constexpr std::size_t kLeastAnswers = 8, kMatchesLookedAt = 5;
constexpr std::int64_t kMuchFaster = 3;

std::int64_t middle(std::vector<std::int64_t> times) {
  if (times.empty()) return 0;
  std::ranges::sort(times);
  return times[times.size() / 2];
}

const Game* game_asked(const Event& event, const v1::AskInside& asked) {
  for (const EventRound& round : event.rounds()) {
    if (round.number() != asked.round()) continue;
    for (const Pairing& pairing : round.pairings()) {
      const bool there = asked.game() >= 1 && asked.game() <= static_cast<std::uint32_t>(pairing.games_size());
      if (pairing.board() == asked.board() && there) return &pairing.games(static_cast<int>(asked.game()) - 1);
    }
  }
  return nullptr;
}

}  // namespace

Room::Await<Result<v1::Update>> Room::inside(std::string account, v1::AskInside asked) {
  Result<Event> event = co_await load(asked.event());
  if (!event) co_return event.error();
  const Game* game = directs(*event, account) ? game_asked(*event, asked) : nullptr;
  if (!game) co_return refuse(RefusalCode::kNotFound, "refusal.event.no_such_game");
  if (game->looked_by() != account) co_return refuse(RefusalCode::kNotYours, "refusal.event.look_first");
  co_return co_await host_.inside(game->match());
}

// How long he took for his answers in this match, or in his newest others.
Room::Await<Result<std::vector<std::int64_t>>> Room::paces_of(std::string account, std::string match, std::string but) {
  using Times = std::array<std::vector<std::int64_t>, 2>;
  FinishedQuery query;
  query.account = account;
  query.limit = kMatchesLookedAt + 1;
  Result<std::vector<v1::record::FinishedMatch>> matches = co_await finished_matches(std::move(query));
  if (!matches) co_return matches.error();
  std::vector<std::int64_t> all;
  for (const v1::record::FinishedMatch& each : *matches) {
    if (each.match() == but || (!match.empty() && each.match() != match)) continue;
    auto read = [&](Then<Times> then) { store_.paces(each.match(), std::move(then)); };
    Result<Times> times = co_await match::ask_store<Times>(read);
    if (!times) co_return times.error();
    const auto& his = (*times)[each.first() == account ? 0 : 1];
    all.insert(all.end(), his.begin(), his.end());
  }
  co_return all;
}

Room::Await<Result<v1::EventSignals>> Room::signals(std::string account, v1::AskSignals asked) {
  Result<Event> event = co_await load(asked.event());
  if (!event) co_return event.error();
  if (!directs(*event, account)) co_return refuse(RefusalCode::kNotYours, "refusal.event.directors_only");
  v1::EventSignals signals;
  std::map<std::string, std::uint32_t> entries;
  std::vector<std::string> accounts;
  for (const Entrance& each : event->entries()) {
    entries[each.account()] = each.entry();
    accounts.push_back(each.account());
  }
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  auto read = [&](Then<Pairs> then) { store_.sharing(accounts, std::move(then)); };
  Result<Pairs> pairs = co_await match::ask_store<Pairs>(read);
  if (!pairs) co_return pairs.error();
  for (const auto& [one, two] : *pairs) {
    v1::EventSignals::Shared& shared = *signals.add_shared();
    shared.set_one(std::min(entries[one], entries[two]));
    shared.set_two(std::max(entries[one], entries[two]));
  }
  for (const EventRound& round : event->rounds()) {
    for (const Pairing& pairing : round.pairings()) {
      for (const Game& game : pairing.games()) {
        if (game.played().kind() == v1::EventResult::NONE) continue;
        for (const std::uint32_t entry : {game.first(), game.second()}) {
          const std::string who = find_entry(*event, entry)->account();
          Result<std::vector<std::int64_t>> here = co_await paces_of(who, game.match(), {});
          Result<std::vector<std::int64_t>> usual = co_await paces_of(who, {}, game.match());
          if (!here || !usual || here->size() < kLeastAnswers || usual->size() < kLeastAnswers) continue;
          const std::int64_t now = middle(std::move(*here)), else_ = middle(std::move(*usual));
          if (now * kMuchFaster > else_) continue;
          v1::EventSignals::Haste& haste = *signals.add_haste();
          haste.set_entry(entry);
          haste.set_match(game.match());
          haste.set_here_ms(static_cast<std::uint32_t>(now));
          haste.set_usual_ms(static_cast<std::uint32_t>(else_));
        }
      }
    }
  }
  co_return signals;
}

// One of two matches with sides swapped tells of the other as long as that is played.
Room::Await<Result<void>> Room::may_export(std::string id, std::string match) {
  Result<Event> event = co_await load(std::move(id));
  if (!event || event->rules().sides() != v1::EVENT_SIDES_SWAPPED) co_return Result<void>();
  for (const EventRound& round : event->rounds()) {
    for (const Pairing& pairing : round.pairings()) {
      const auto named = [&](const Game& each) { return each.match() == match; };
      const auto runs = [](const Game& each) {
        return each.played().kind() == v1::EventResult::NONE && !each.match().empty();
      };
      if (std::ranges::any_of(pairing.games(), named) && std::ranges::any_of(pairing.games(), runs))
        co_return refuse(RefusalCode::kNotYours, "refusal.not_over");
    }
  }
  co_return Result<void>();
}

}  // namespace wardroom::events
