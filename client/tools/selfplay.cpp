#include "client/tools/selfplay.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

#include "client/terminal/json.h"
#include "server/engine/game.h"
#include "server/engine/options.h"

namespace wardroom::terminal {
namespace {

using std::chrono::steady_clock;

std::int64_t us_since(steady_clock::time_point start) {
  return std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - start).count();
}

// Everything random about one match, from the seed and the match's number alone.
struct Seeds {
  Seeds(std::uint64_t seed, std::uint64_t game) {
    const std::string digest = Hasher().add("wardroom selfplay").add(seed).add(game).finish();
    std::memcpy(secret.data(), digest.data(), secret.size());
    const std::string more = hash(digest);
    std::memcpy(bots.data(), more.data(), sizeof bots);
  }
  Secret secret;
  std::array<std::uint64_t, 2> bots;
};

// The standing orders of both seats, and how often somebody has to come for what they leave.
class Handing {
 public:
  Handing(const Title& title, std::array<Leaves, 2> orders) : orders_(orders), known_(title.standing()) {}

  // The way that answers; kAskMe: somebody has to.
  std::uint32_t way(const Menu& menu) const {
    const Leaves orders = orders_[index(menu.seat)];
    if (orders == Leaves::kNothing || (orders == Leaves::kUsual && menu.asking == Asking::kOwn)) return kAskMe;
    const auto order = std::ranges::find_if(known_, [&](const StandingInfo& each) { return each.answers(menu); });
    return order == known_.end() ? kAskMe : order->usual;
  }
  void count(const Menu& menu, std::uint32_t way, SelfplayGame& game) {
    if (menu.asking == Asking::kOwn && std::exchange(turn_, menu.seat) != menu.seat) ++game.phases;
    if (way == kAskMe && std::exchange(hand_, menu.seat) != menu.seat) ++game.hand_overs;
  }

 private:
  std::array<Leaves, 2> orders_;
  std::vector<StandingInfo> known_;
  std::optional<Seat> turn_;
  std::optional<Seat> hand_;
};

SelfplayGame play_one(const Library& library, const Title& title, const SelfplaySettings& settings,
                      const Position& opening, std::uint64_t number) {
  SelfplayGame result;
  result.game = number;
  const auto start = steady_clock::now();
  const Seeds seeds(settings.seed, number);
  std::array<std::unique_ptr<bot::Bot>, 2> bots;
  for (Seat seat : kSeats) bots[index(seat)] = library.bot(settings.bots[index(seat)], title, seeds.bots[index(seat)]);
  try {
    std::unique_ptr<Position> position(opening.New());
    position->CopyFrom(opening);
    SeededChance chance(seeds.secret, 0);
    Game game(title, std::move(position), chance);
    const std::unique_ptr<Record> record = library.record(title);
    Handing handing(title, settings.orders);
    while (!game.over() && result.actions < settings.most_actions) {
      const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
      const bot::Look look = [&] { return title.view(game.position(), viewer(seat)); };
      const std::uint32_t way = handing.way(*game.menu(seat));
      handing.count(*game.menu(seat), way, result);
      bot::Choice choice;
      if (way > kStaffDecides) {
        choice.action = title.react(*look(), *game.menu(seat), way);
      } else {
        choice = bots[index(seat)]->choose(*game.menu(seat), look);
      }
      if (settings.explain) settings.explain(seat, *game.menu(seat), choice);
      game.answer(seat, choice.action);
      const Happened happened = game.take();
      if (record) record->look(game.position(), happened);
      ++result.actions;
      ++result.answers[index(seat)];
    }
    if (record) {
      result.losses = record->losses();
      result.facts = record->facts();
    }
    if (game.over()) {
      result.ending = ending_of(title, game.position());
    } else {
      result.error = "it does not end";
    }
    result.position_hash = hex(hash(save(game.position())));
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  for (Seat seat : kSeats) result.playouts[index(seat)] = bots[index(seat)]->playouts();
  result.us = us_since(start);
  return result;
}

// In points, of which halves are counted, or in the title's own unit.
std::string score(const v1::Ending& ending, std::int32_t count) {
  if (ending.has_unit()) return std::to_string(count);
  const std::string sign = count < 0 ? "-" : "";
  const auto size = static_cast<std::uint32_t>(std::abs(count));
  return sign + std::to_string(size / 2) + (size % 2 ? ".5" : "");
}

std::string winner_key(bool is_won, std::uint32_t seat, const Title& title) {
  return is_won ? title.seat_ids().at(seat) : "draw";
}

std::string hand_overs_per_phase(const SelfplaySummary& summary) {
  const auto phases = static_cast<double>(std::max<std::uint64_t>(summary.phases, 1));
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", static_cast<double>(summary.hand_overs) / phases);
  return text;
}

std::string wins_json(const std::array<std::uint64_t, 3>& wins, const Title& title) {
  const auto ids = title.seat_ids();
  JsonObject out;
  for (std::size_t i = 0; i < 2; ++i) out.number(ids[i], static_cast<std::int64_t>(wins[i]));
  return out.number("draw", static_cast<std::int64_t>(wins[2])).str();
}

}  // namespace

Result<SelfplaySummary> selfplay(const Library& library, const Title& title, const SelfplaySettings& settings,
                                 const std::function<void(const SelfplayGame&)>& told) {
  for (const std::string& name : settings.bots) {
    if (!library.bot(name, title, 0))
      return refuse(RefusalCode::kNotFound, Text("terminal.no_such_bot").word("bot", name));
  }
  const auto opening = open_new(title, settings.scenario, settings.options);
  if (!opening) return opening.error();

  SelfplaySummary summary;
  const auto start = steady_clock::now();
  std::atomic<std::uint64_t> next{settings.first_game};
  std::mutex mutex;
  std::map<std::uint64_t, SelfplayGame> finished;  // those that wait for one before them
  const auto tell = [&](SelfplayGame game) {
    const std::lock_guard lock(mutex);
    const std::uint64_t number = game.game;
    finished.emplace(number, std::move(game));
    const auto following = [&] { return finished.find(settings.first_game + summary.games); };
    for (auto it = following(); it != finished.end(); it = following()) {
      const SelfplayGame& done = it->second;
      ++summary.games;
      summary.actions += done.actions;
      summary.hand_overs += done.hand_overs;
      summary.phases += done.phases;
      summary.us += done.us;
      if (!done.error.empty()) {
        ++summary.errors;
      } else {
        ++summary.wins[done.ending.has_winner() ? done.ending.winner() : 2];
        ++summary.par_wins[done.ending.has_par_winner() ? done.ending.par_winner() : 2];
      }
      told(done);
      finished.erase(it);
    }
  };
  const auto work = [&] {
    for (std::uint64_t number = next++; number <= settings.games; number = next++)
      tell(play_one(library, title, settings, **opening, number));
  };
  std::vector<std::thread> crew;
  for (unsigned i = 1; i < settings.threads; ++i) crew.emplace_back(work);
  work();
  for (std::thread& thread : crew) thread.join();
  summary.elapsed_us = us_since(start);
  return summary;
}

std::string to_json(const SelfplayGame& game, const Title& title) {
  JsonObject out;
  out.number("game", static_cast<std::int64_t>(game.game));
  if (!game.error.empty()) {
    out.word("error", game.error);
  } else {
    out.word("winner", winner_key(game.ending.has_winner(), game.ending.winner(), title))
        .word("par_winner", winner_key(game.ending.has_par_winner(), game.ending.par_winner(), title))
        .member("score", score(game.ending, game.ending.score_halves()))
        .member("par", score(game.ending, game.ending.par_halves()));
  }
  const std::string answers = "[" + std::to_string(game.answers[0]) + "," + std::to_string(game.answers[1]) + "]";
  out.number("actions", static_cast<std::int64_t>(game.actions))
      .member("answers", answers)
      .number("us", game.us)
      .member("losses", game.losses);
  if (!game.facts.empty()) out.member("facts", game.facts);
  return out.str();
}

std::string to_json(const SelfplaySummary& summary, const Title& title) {
  const auto games = static_cast<std::int64_t>(std::max<std::uint64_t>(summary.games, 1));
  const std::int64_t elapsed = std::max<std::int64_t>(summary.elapsed_us, 1);
  return JsonObject()
      .member("summary", "true")
      .number("games", static_cast<std::int64_t>(summary.games))
      .member("wins", wins_json(summary.wins, title))
      .member("par_wins", wins_json(summary.par_wins, title))
      .number("mean_us", summary.us / games)
      .number("actions_per_s", static_cast<std::int64_t>(summary.actions) * 1'000'000 / elapsed)
      .member("hand_overs_per_phase", hand_overs_per_phase(summary))
      .number("errors", static_cast<std::int64_t>(summary.errors))
      .str();
}

}  // namespace wardroom::terminal
