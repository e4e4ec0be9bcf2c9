#include "client/tools/contest.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>

#include "client/terminal/json.h"
#include "client/tools/selfplay.h"

namespace wardroom::terminal {
namespace {

constexpr double kNormal95 = 1.96;

struct Played {
  std::int32_t halves = 0;
  bool error = false;
  std::array<std::uint64_t, 2> playouts{};
};

// Matches by what decides them: scenario, bots, seed. A line each, in the order they were played.
class Kept {
 public:
  explicit Kept(const std::filesystem::path& path) {
    if (path.empty()) return;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line);
      std::string scenario, first, second, end;
      std::uint64_t seed = 0, game = 0;
      int error = 0;
      Played played;
      if (!(words >> scenario >> first >> second >> seed >> game >> played.halves >> error >> played.playouts[0] >>
            played.playouts[1] >> end))
        continue;
      played.error = error != 0;
      auto& list = matches_[key(scenario, {first, second}, seed)];
      if (end == "." && game == list.size() + 1) list.push_back(played);  // a line cut short is played again
    }
    out_.open(path, std::ios::app);
  }

  std::vector<Played>& of(const std::string& scenario, const std::array<std::string, 2>& bots, std::uint64_t seed) {
    return matches_[key(scenario, bots, seed)];
  }
  void add(const std::string& scenario, const std::array<std::string, 2>& bots, std::uint64_t seed,
           const Played& played) {
    auto& list = of(scenario, bots, seed);
    list.push_back(played);
    if (!out_.is_open()) return;
    out_ << key(scenario, bots, seed) << ' ' << list.size() << ' ' << played.halves << ' ' << (played.error ? 1 : 0)
         << ' ' << played.playouts[0] << ' ' << played.playouts[1] << " ." << std::endl;
  }

 private:
  static std::string key(const std::string& scenario, const std::array<std::string, 2>& bots, std::uint64_t seed) {
    return scenario + ' ' + bots[0] + ' ' + bots[1] + ' ' + std::to_string(seed);
  }
  std::map<std::string, std::vector<Played>> matches_;
  std::ofstream out_;
};

struct Progress {
  const std::function<void(std::uint64_t, std::uint64_t)>& told;
  std::uint64_t done = 0;
  std::uint64_t of = 0;
  void step(std::uint64_t count) { told(done += count, of); }
};

Result<std::vector<Played>> play(const Library& library, const Title& title, const ContestSettings& settings,
                                 Kept& kept, const std::string& scenario, const std::array<std::string, 2>& bots,
                                 std::uint64_t games, Progress& progress) {
  std::vector<Played>& list = kept.of(scenario, bots, settings.seed);
  progress.step(std::min<std::uint64_t>(list.size(), games));
  if (list.size() < games) {
    SelfplaySettings play;
    play.scenario = scenario;
    play.games = games;
    play.first_game = list.size() + 1;
    play.seed = settings.seed;
    play.bots = bots;
    play.threads = settings.threads;
    const auto summary = selfplay(library, title, play, [&](const SelfplayGame& game) {
      kept.add(scenario, bots, settings.seed, {game.ending.score_halves(), !game.error.empty(), game.playouts});
      progress.step(1);
    });
    if (!summary) return summary.error();
  }
  return std::vector<Played>(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(games));
}

ContestLine line_of(const std::string& scenario, Seat seat, const std::vector<Played>& matches,
                    const std::vector<Played>& judged, std::int64_t quarters) {
  ContestLine line;
  line.scenario = scenario;
  line.seat = seat;
  line.par = static_cast<double>(quarters) / 4.0;
  line.games = matches.size();
  const int sign = seat == Seat::kFirst ? 1 : -1;
  double lead = 0;
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    line.playouts += matches[i].playouts[index(seat)];
    line.errors += matches[i].error ? 1 : 0;
    if (!matches[i].error && sign * (2 * matches[i].halves - quarters) > 0) ++line.better;
    if (i >= judged.size() || matches[i].error || judged[i].error) continue;
    lead += sign * (matches[i].halves - judged[i].halves) / 2.0;
    ++pairs;
  }
  line.lead = pairs == 0 ? 0 : lead / static_cast<double>(pairs);
  return line;
}

ContestLine sum_of(const std::vector<ContestLine>& lines) {
  ContestLine sum;
  for (const ContestLine& line : lines) {
    sum.games += line.games;
    sum.better += line.better;
    sum.errors += line.errors;
    sum.playouts += line.playouts;
    sum.lead += line.lead * static_cast<double>(line.games);
  }
  if (sum.games > 0) sum.lead /= static_cast<double>(sum.games);
  return sum;
}

std::string decimal(double value, int places) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", places, value);
  return text;
}

}  // namespace

ShareRange interval(std::uint64_t successes, std::uint64_t trials) {
  if (trials == 0) return {0, 1};
  const auto count = static_cast<double>(trials);
  const double share = static_cast<double>(successes) / count;
  const double square = kNormal95 * kNormal95;
  const double middle = (share + square / (2 * count)) / (1 + square / count);
  const double half =
      kNormal95 * std::sqrt(share * (1 - share) / count + square / (4 * count * count)) / (1 + square / count);
  return {middle - half, middle + half};
}

std::int64_t dividing_quarters(std::vector<std::int32_t> halves) {
  if (halves.empty()) return 0;
  std::ranges::sort(halves);
  const auto size = static_cast<std::int64_t>(halves.size());
  std::int64_t best = size + 1;
  std::int64_t found = 0;
  for (std::int64_t below = 0; below <= size; ++below) {  // so many of them are below the line
    if (below > 0 && below < size &&
        halves[static_cast<std::size_t>(below)] == halves[static_cast<std::size_t>(below - 1)])
      continue;
    const std::int64_t off = std::abs(2 * below - size);
    if (off >= best) continue;
    best = off;
    found = below < size ? 2 * halves[static_cast<std::size_t>(below)] - 1 : 2 * halves.back() + 1;
  }
  return found;
}

Result<std::vector<ContestLine>> contest(const Library& library, const Title& title, const ContestSettings& settings,
                                         const std::function<void(std::uint64_t done, std::uint64_t of)>& told) {
  std::vector<std::string> scenarios = settings.scenarios;
  if (scenarios.empty()) {
    for (const ScenarioInfo& info : title.scenarios()) scenarios.push_back(info.id);
  }
  Kept kept(settings.kept);
  Progress progress{.told = told, .of = scenarios.size() * (settings.par_games + 2 * settings.games)};
  std::vector<ContestLine> lines;
  for (const std::string& scenario : scenarios) {
    const auto judged =
        play(library, title, settings, kept, scenario, {settings.judge, settings.judge}, settings.par_games, progress);
    if (!judged) return judged.error();
    std::vector<std::int32_t> halves;
    for (const Played& each : *judged) {
      if (!each.error) halves.push_back(each.halves);
    }
    const std::int64_t quarters = dividing_quarters(std::move(halves));
    for (Seat seat : kSeats) {
      std::array<std::string, 2> bots{settings.against, settings.against};
      bots[index(seat)] = settings.bot;
      const auto matches = play(library, title, settings, kept, scenario, bots, settings.games, progress);
      if (!matches) return matches.error();
      lines.push_back(line_of(scenario, seat, *matches, *judged, quarters));
    }
  }
  lines.push_back(sum_of(lines));
  return lines;
}

std::string to_json(const ContestLine& line, const Title& title) {
  const ShareRange range = interval(line.better, line.games);
  JsonObject out;
  if (!line.scenario.empty()) {
    out.word("scenario", line.scenario)
        .word("seat", title.seat_ids().at(index(line.seat)))
        .member("par", decimal(line.par, 2));
  } else {
    out.word("scenario", "all");
  }
  return out.number("games", static_cast<std::int64_t>(line.games))
      .number("better", static_cast<std::int64_t>(line.better))
      .member("share", decimal(line.share(), 3))
      .member("low", decimal(range.low, 3))
      .member("high", decimal(range.high, 3))
      .member("lead", decimal(line.lead, 2))
      .number("playouts", static_cast<std::int64_t>(line.playouts))
      .number("errors", static_cast<std::int64_t>(line.errors))
      .str();
}

}  // namespace wardroom::terminal
