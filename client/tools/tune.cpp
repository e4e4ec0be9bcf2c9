#include "client/tools/tune.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <map>
#include <thread>

#include "client/bot/random_bot.h"
#include "client/tools/selfplay.h"

namespace wardroom::terminal {
namespace {

constexpr double kRankVariance = 1.0 / 12;  // the variance of ranks
constexpr double kRemembered = 0.5;         // of a round, in the next
constexpr double kClearly = 2.0;            // standard errors worse: dropped
constexpr double kBetter = 1.0;             // standard errors better: taken
constexpr std::size_t kOftener = 3;         // what is the best so far is drawn so often as another value once
constexpr double kFewest = 20;              // matches before a value is judged

struct Value {
  double value = 0;
  double games = 0;
  double sum = 0;  // of ranks
  bool kept = true;
  double mean() const { return games > 0 ? sum / games : 0.5; }
};

struct Number {
  std::string name;
  std::vector<Value> values;
  std::size_t best = 0;
  std::size_t usual = 0;  // the bot's own
};

using Style = std::vector<std::size_t>;  // the value of each number

std::string written(double value) {
  char text[32];
  const auto end = std::to_chars(std::begin(text), std::end(text), value);
  return {text, end.ptr};
}

double error_between(const Value& a, const Value& b) {
  return std::sqrt(kRankVariance / a.games + kRankVariance / b.games);
}

class Learner {
 public:
  Learner(const std::vector<bot::Dial>& dials, const std::map<std::string, double>& begin) {
    for (const bot::Dial& dial : dials) {
      Number number{dial.name, {}, 0, 0};
      for (double value : dial.values) number.values.push_back({.value = value});
      number.usual = place_of(number, dial.usual);
      const auto other = begin.find(dial.name);
      number.best = place_of(number, other == begin.end() ? dial.usual : other->second);
      numbers_.push_back(std::move(number));
    }
  }

  Style draw(bot::Whim& whim) const {
    Style style;
    for (const Number& number : numbers_) {
      std::vector<std::size_t> hat(kOftener - 1, number.best);
      for (std::size_t i = 0; i < number.values.size(); ++i) {
        if (number.values[i].kept) hat.push_back(i);
      }
      style.push_back(hat[whim.below(hat.size())]);
    }
    return style;
  }
  std::string name(const std::string& bot, const Style& style) const {
    std::string name = bot;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      name += (i == 0 ? ":" : "+") + numbers_[i].name + "=" + written(numbers_[i].values[style[i]].value);
    }
    return name;
  }

  void forget() {
    for (Number& number : numbers_) {
      for (Value& value : number.values) {
        value.games *= kRemembered;
        value.sum *= kRemembered;
      }
    }
  }
  void learn(const Style& style, double rank) {
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      ++numbers_[i].values[style[i]].games;
      numbers_[i].values[style[i]].sum += rank;
    }
  }
  void conclude() {
    for (Number& number : numbers_) {
      for (std::size_t i = 0; i < number.values.size(); ++i) {
        const Value& value = number.values[i];
        const Value& best = number.values[number.best];
        if (value.kept && value.games >= kFewest && best.games >= kFewest &&
            value.mean() - best.mean() > kBetter * error_between(value, best))
          number.best = i;
      }
      const Value& best = number.values[number.best];
      for (Value& value : number.values) {
        if (value.games >= kFewest && best.mean() - value.mean() > kClearly * error_between(value, best))
          value.kept = false;
      }
    }
  }

  Tuned tuned(Seat seat) const {
    Tuned out{seat, {}, {}};
    for (const Number& number : numbers_) {
      if (number.best != number.usual)
        out.numbers += (out.numbers.empty() ? "" : "+") + number.name + "=" + written(number.values[number.best].value);
      for (std::size_t i = 0; i < number.values.size(); ++i) {
        const Value& value = number.values[i];
        out.tried.push_back({number.name, value.value, value.games, value.mean(), value.kept, i == number.best});
      }
    }
    return out;
  }

 private:
  static std::size_t place_of(Number& number, double value) {
    const auto found = std::ranges::find(number.values, value, &Value::value);
    if (found != number.values.end()) return static_cast<std::size_t>(found - number.values.begin());
    number.values.push_back({.value = value});
    return number.values.size() - 1;
  }

  std::vector<Number> numbers_;
};

struct Match {
  std::size_t scenario = 0;
  std::array<Style, 2> styles;
  std::array<bool, 2> learns{};
  std::int32_t halves = 0;
  bool error = false;
};

// Of each match among those of its scenario, from 0 to 1, as the first seat sees it; equals share.
std::vector<double> ranks(const std::vector<Match>& matches) {
  std::map<std::size_t, std::vector<std::int32_t>> scores;
  for (const Match& match : matches) {
    if (!match.error) scores[match.scenario].push_back(match.halves);
  }
  for (auto& [scenario, list] : scores) std::ranges::sort(list);
  std::vector<double> out;
  for (const Match& match : matches) {
    const std::vector<std::int32_t>& list = scores[match.scenario];
    const auto [from, to] = std::ranges::equal_range(list, match.halves);
    const auto middle = static_cast<double>((from - list.begin()) + (to - list.begin())) / 2;
    out.push_back(list.empty() ? 0.5 : middle / static_cast<double>(list.size()));
  }
  return out;
}

std::map<std::string, double> values_of(const std::string& numbers) {
  std::map<std::string, double> values;
  for (std::size_t at = 0; at < numbers.size();) {
    const std::size_t end = std::min(numbers.find('+', at), numbers.size());
    const std::size_t equals = numbers.find('=', at);
    if (equals < end) values[numbers.substr(at, equals - at)] = std::strtod(numbers.c_str() + equals + 1, nullptr);
    at = end + 1;
  }
  return values;
}

// Who does not learn.
std::string opposite(const TuneSettings& settings, Seat seat) {
  if (!settings.against.empty()) return settings.against;
  const std::string& numbers = settings.begin[index(seat)];
  return numbers.empty() ? settings.bot : settings.bot + ":" + numbers;
}

// Who draws numbers in match i: both, or against another the seats that learn by turns.
std::array<bool, 2> learners_of(const TuneSettings& settings, std::array<bool, 2> learns, std::size_t i,
                                std::size_t scenarios) {
  if (settings.against.empty()) return learns;
  const bool first = learns[0] && (!learns[1] || (i / scenarios) % 2 == 0);
  return {first, !first};
}

class Tuner {
 public:
  Tuner(const Library& library, const Title& title, const TuneSettings& settings, const std::vector<bot::Dial>& dials)
      : library_(library),
        title_(title),
        settings_(settings),
        scenarios_(settings.scenarios),
        learners_{Learner(dials, values_of(settings.begin[0])), Learner(dials, values_of(settings.begin[1]))} {
    if (scenarios_.empty()) {
      for (const ScenarioInfo& info : title.scenarios()) scenarios_.push_back(info.id);
    }
    for (Seat seat : kSeats) {
      learns_[index(seat)] = settings.seats.empty() ||
                             std::ranges::find(settings.seats, title.seat_ids()[index(seat)]) != settings.seats.end();
    }
  }

  std::vector<Tuned> round() {
    std::vector<Match> matches = drawn();
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
      for (std::size_t i = next++; i < matches.size(); i = next++) play(matches[i], played_ + i + 1);
    };
    std::vector<std::thread> crew;
    for (unsigned i = 1; i < settings_.threads; ++i) crew.emplace_back(work);
    work();
    for (std::thread& thread : crew) thread.join();
    played_ += matches.size();
    std::vector<Tuned> tuned;
    for (Seat seat : kSeats) {
      if (!learns_[index(seat)]) continue;
      learn(matches, seat);
      tuned.push_back(learners_[index(seat)].tuned(seat));
    }
    return tuned;
  }

 private:
  std::vector<Match> drawn() const {
    std::vector<Match> matches(settings_.games);
    for (std::size_t i = 0; i < matches.size(); ++i) {
      bot::Whim whim(settings_.seed ^ (played_ + i) << 20U);
      matches[i].scenario = i % scenarios_.size();
      for (Seat seat : kSeats) matches[i].styles[index(seat)] = learners_[index(seat)].draw(whim);
      matches[i].learns = learners_of(settings_, learns_, i, scenarios_.size());
    }
    return matches;
  }

  void play(Match& match, std::uint64_t number) const {
    SelfplaySettings play;
    play.scenario = scenarios_[match.scenario];
    play.seed = settings_.seed;
    play.first_game = play.games = number;
    for (Seat seat : kSeats) {
      play.bots[index(seat)] = match.learns[index(seat)]
                                   ? learners_[index(seat)].name(settings_.bot, match.styles[index(seat)])
                                   : opposite(settings_, seat);
    }
    match.error = true;
    (void)selfplay(library_, title_, play, [&](const SelfplayGame& game) {
      match.error = !game.error.empty();
      match.halves = game.ending.score_halves();
    });
  }

  // Among the matches in which this seat learns.
  void learn(const std::vector<Match>& matches, Seat seat) {
    std::vector<Match> own;
    std::ranges::copy_if(matches, std::back_inserter(own),
                         [&](const Match& match) { return match.learns[index(seat)]; });
    const std::vector<double> rank = ranks(own);
    Learner& learner = learners_[index(seat)];
    learner.forget();
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (!own[i].error) learner.learn(own[i].styles[index(seat)], seat == Seat::kFirst ? rank[i] : 1 - rank[i]);
    }
    learner.conclude();
  }

  const Library& library_;
  const Title& title_;
  const TuneSettings& settings_;
  std::vector<std::string> scenarios_;
  std::array<bool, 2> learns_{};
  std::array<Learner, 2> learners_;
  std::uint64_t played_ = 0;
};

}  // namespace

Result<void> tune(const Library& library, const Title& title, const TuneSettings& settings,
                  const std::function<void(int, const std::vector<Tuned>&)>& told) {
  const std::vector<bot::Dial> dials = library.dials(settings.bot, title);
  if (dials.empty()) return refuse(RefusalCode::kNotFound, Text("terminal.no_such_bot").word("bot", settings.bot));
  Tuner tuner(library, title, settings, dials);
  for (int round = 1; round <= settings.rounds; ++round) told(round, tuner.round());
  return {};
}

}  // namespace wardroom::terminal
