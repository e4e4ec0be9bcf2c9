// A Swiss event of 32 over real sockets, from its announcement to the end, with everything that goes wrong in one; its
// table and ratings are worked out again here, by other code.
#include <cmath>
#include <map>
#include <numbers>

#include "tests/events/hall.h"

namespace wardroom::testing {
namespace {

constexpr unsigned kRounds = 5;

// -- points, once more --

struct Line {
  int points = 0;  // half points
  struct Met {
    std::uint32_t opponent;
    int result;
    bool forfeit;
  };
  std::vector<Met> met;
  int byes = 0;  // and absences, with what they gave
  std::vector<int> rests;
};

std::map<std::uint32_t, Line> lines_of(const v1::EventPage& page) {
  std::map<std::uint32_t, Line> lines;
  for (const v1::EventEntry& entry : page.entries()) lines[entry.entry()];
  for (const v1::EventRound& round : page.rounds()) {
    std::map<std::uint32_t, bool> here;
    for (const v1::EventPairing& pairing : round.pairings()) {
      if (pairing.two() == 0) {
        lines[pairing.one()].points += 2;
        lines[pairing.one()].rests.push_back(2);
        here[pairing.one()] = true;
      }
      for (const v1::EventGame& game : pairing.games()) {
        const auto add = [&](std::uint32_t one, std::uint32_t other, std::uint32_t halves) {
          lines[one].points += static_cast<int>(halves);
          lines[one].met.push_back({other, static_cast<int>(halves), game.result().kind() == v1::EventResult::FORFEIT});
          here[one] = true;
        };
        add(game.first(), game.second(), game.result().first_halves());
        add(game.second(), game.first(), game.result().second_halves());
      }
    }
    for (const std::uint32_t absent : round.absent()) lines[absent].rests.push_back(0);
  }
  return lines;
}

std::string halves(int number) { return std::to_string(number / 2) + (number % 2 != 0 ? ".5" : ""); }

std::string broken(const v1::EventStanding& standing, v1::EventTieBreak which) {
  for (const auto& each : standing.breaks())
    if (each.tie_break() == which) return each.value();
  return {};
}

void expect_table(const v1::EventPage& page) {
  const auto lines = lines_of(page);
  ASSERT_EQ(page.standings_size(), static_cast<int>(lines.size()));
  int last = 1000;
  for (const v1::EventStanding& standing : page.standings()) {
    const Line& line = lines.at(standing.entry());
    EXPECT_EQ(static_cast<int>(standing.halves()), line.points);
    EXPECT_LE(line.points, last);
    last = line.points;
    std::vector<std::pair<bool, int>> worths;  // by choice first
    int sonneborn = 0;
    for (const Line::Met& met : line.met) {
      const int theirs = lines.at(met.opponent).points;
      const int worth = met.forfeit ? std::min(line.points, theirs) : theirs;
      worths.emplace_back(!(met.forfeit && met.result == 0), worth);
      sonneborn += met.result * worth;
    }
    for (const int rest : line.rests) {
      const int worth = std::min(line.points, static_cast<int>(kRounds));
      worths.emplace_back(rest != 0, worth);
      sonneborn += rest * worth;
    }
    int buchholz = 0;
    for (const auto& [chosen, worth] : worths) buchholz += worth;
    const int cut = buchholz - std::ranges::min(worths).second;
    EXPECT_EQ(broken(standing, v1::EVENT_TIE_BREAK_BUCHHOLZ), halves(buchholz)) << standing.entry();
    EXPECT_EQ(broken(standing, v1::EVENT_TIE_BREAK_BUCHHOLZ_CUT), halves(cut)) << standing.entry();
    EXPECT_NEAR(std::stod(broken(standing, v1::EVENT_TIE_BREAK_SONNEBORN_BERGER)), sonneborn / 4.0, 1e-9);
  }
}

// -- ratings, once more: Glickman's steps with the root of step 5 found by halving --

struct Glicko {
  double mu = 0, phi = 350 / 173.7178, sigma = 0.06;
};

Glicko after(const Glicko& one, const Glicko& other, double score) {
  const double g = 1 / std::sqrt(1 + 3 * other.phi * other.phi / (std::numbers::pi * std::numbers::pi));
  const double expected = 1 / (1 + std::exp(-g * (one.mu - other.mu)));
  const double v = 1 / (g * g * expected * (1 - expected));
  const double delta = v * g * (score - expected), a = std::log(one.sigma * one.sigma);
  const auto f = [&](double x) {
    const double e = std::exp(x), d = one.phi * one.phi + v + e;
    return e * (delta * delta - one.phi * one.phi - v - e) / (2 * d * d) - (x - a) / 0.25;
  };
  double low = a - 20, high = a + 20;
  for (int i = 0; i < 200; ++i) (f((low + high) / 2) > 0 ? low : high) = (low + high) / 2;
  Glicko next;
  next.sigma = std::exp(low / 2);
  next.phi = 1 / std::sqrt(1 / (one.phi * one.phi) + 1 / v);
  next.mu = one.mu + next.phi * next.phi * g * (score - expected);
  return next;
}

TEST(Glicko, OfTheTestIsGlickmans) {
  const auto scaled = [](double rating, double deviation) {
    return Glicko{(rating - 1500) / 173.7178, deviation / 173.7178, 0.06};
  };
  Glicko one = scaled(1500, 200);
  for (const auto& [rating, deviation, score] :
       {std::tuple(1400.0, 30.0, 1.0), std::tuple(1550.0, 100.0, 0.0), std::tuple(1700.0, 300.0, 0.0)}) {
    one.phi = std::sqrt(one.phi * one.phi + one.sigma * one.sigma / 3);
    one = after(one, scaled(rating, deviation), score);
  }
  EXPECT_NEAR(one.mu * 173.7178 + 1500, 1464.08, 0.2);  // a match at a time
  EXPECT_NEAR(one.phi * 173.7178, 151.46, 0.2);
}

class Swiss : public Hall {
 protected:
  // Some are played to the end, some given up, some agreed drawn.
  void some_way(const v1::EventGame& game) {
    begin(game);
    switch (++played_ % 5) {
      case 0:
        return play_out(game, played_);
      case 1:
        return agree_draw(game);
      default:
        return resign(whose(played_ % 2 == 0 ? game.first() : game.second()), game.match());
    }
  }

  void expect_ratings(const v1::EventPage& page) {
    std::promise<std::vector<v1::record::RatedMatch>> read;
    store_->rated([&](Result<std::vector<v1::record::RatedMatch>> rows) { read.set_value(std::move(*rows)); });
    const auto rows = read.get_future().get();
    std::map<std::string, v1::EventGame> games;
    for (const v1::EventRound& round : page.rounds())
      for (const v1::EventPairing& pairing : round.pairings())
        for (const v1::EventGame& game : pairing.games())
          if (game.result().kind() != v1::EventResult::FORFEIT) games[game.match()] = game;
    ASSERT_EQ(rows.size(), games.size());
    std::map<std::uint32_t, Glicko> ratings;
    for (const auto& row : rows) {  // the order is the store's: by time; who won is the page's
      const v1::EventGame& game = games.at(row.match());
      const Glicko first = ratings[game.first()], second = ratings[game.second()];
      const double score = game.result().first_halves() / 2.0;
      ratings[game.first()] = after(first, second, score);
      ratings[game.second()] = after(second, first, 1 - score);
    }
    const v1::ServerFrame told = director_.ask([](v1::ClientFrame& frame) {
      frame.mutable_ask_ratings()->set_title("picket");
      frame.mutable_ask_ratings()->set_live(true);
    });
    ASSERT_EQ(told.ratings().lines_size(), static_cast<int>(ratings.size()));
    std::map<std::string, std::uint32_t> entries;
    for (const v1::EventEntry& entry : page.entries()) entries[entry.name()] = entry.entry();
    for (const v1::RatingLine& line : told.ratings().lines()) {
      const Glicko& worked_out = ratings.at(entries.at(line.name()));
      EXPECT_NEAR(line.rating(), worked_out.mu * 173.7178 + 1500, 1) << line.name();
      EXPECT_NEAR(line.deviation(), worked_out.phi * 173.7178, 1) << line.name();
    }
  }

  // Nobody opens a second match of his pairing, and nobody leaves or watches.
  void play_first_round() {
    next_round();
    const v1::EventGame first = page(director_).rounds(0).pairings(0).games(0);
    EXPECT_EQ(whose(first.first())
                  .ask([&](v1::ClientFrame& f) { f.mutable_cancel_match()->set_match(first.match()); })
                  .refusal()
                  .reason()
                  .id(),
              "refusal.event_match");
    EXPECT_EQ(director_.ask([&](v1::ClientFrame& f) { f.mutable_attach()->set_match(first.match()); })
                  .refusal()
                  .reason()
                  .id(),
              "refusal.no_such_match");
    play_round([&](const v1::EventGame& game) { some_way(game); });
    EXPECT_TRUE(
        director_.ask([&](v1::ClientFrame& f) { f.mutable_attach()->set_match(first.match()); }).has_attached());
  }

  // Two do not appear, and come back; another leaves.
  void miss_two() {
    next_round();
    const v1::EventPage second = page(director_);
    const v1::EventGame missed[] = {second.rounds(1).pairings(2).games(0), second.rounds(1).pairings(5).games(0)};
    give_nonce(whose(missed[0].first()), missed[0].match());
    give_nonce(whose(missed[1].second()), missed[1].match());
    for (const v1::EventPairing& pairing : second.rounds(1).pairings())
      if (pairing.board() != 3 && pairing.board() != 6) some_way(pairing.games(0));
    pass_minutes(11);
    const v1::EventPage forfeited = await([](const v1::EventPage& now) {
      return now.rounds(1).pairings(2).games(0).has_result() && now.rounds(1).pairings(5).games(0).has_result();
    });
    EXPECT_EQ(forfeited.rounds(1).pairings(2).games(0).result().kind(), v1::EventResult::FORFEIT);
    EXPECT_EQ(forfeited.rounds(1).pairings(2).games(0).result().first_halves(), 2u);
    EXPECT_EQ(forfeited.rounds(1).pairings(5).games(0).result().second_halves(), 2u);
    await([](const v1::EventPage& now) {
      return std::ranges::all_of(now.rounds(1).pairings(), [](const auto& each) { return each.games(0).has_result(); });
    });
    for (const std::uint32_t entry : {missed[0].second(), missed[1].first()})
      take_part(whose(entry), [](v1::TakePart& asked) { asked.mutable_present()->set_present(true); });
    take_part(players_[9], [](v1::TakePart& asked) { asked.mutable_withdraw(); });
  }

  // A round in which the server stops.
  void stop_in_a_round() {
    next_round();
    const v1::EventPage third = page(director_);
    ASSERT_EQ(third.rounds(2).pairings_size(), 16);  // one of them a bye
    for (int board = 0; board < 6; ++board) some_way(third.rounds(2).pairings(board).games(0));
    begin(third.rounds(2).pairings(6).games(0));
    restart();
    const v1::EventPage again = page(director_);
    for (int board = 0; board < 16; ++board)
      for (int game = 0; game < again.rounds(2).pairings(board).games_size(); ++game)
        EXPECT_EQ(again.rounds(2).pairings(board).games(game).match(),
                  third.rounds(2).pairings(board).games(game).match());
    resign(whose(third.rounds(2).pairings(6).games(0).first()), third.rounds(2).pairings(6).games(0).match());
    await([](const v1::EventPage& now) { return now.rounds(2).pairings(6).games(0).has_result(); });
    for (int board = 7; board < 15; ++board) some_way(third.rounds(2).pairings(board).games(0));
    await([](const v1::EventPage& now) {
      return std::ranges::all_of(now.rounds(2).pairings(),
                                 [](const auto& each) { return each.two() == 0 || each.games(0).has_result(); });
    });
  }

  // One match is adjudicated, and ends when that cannot be undone any more.
  void adjudicate_one() {
    next_round();
    const v1::EventGame judged = page(director_).rounds(3).pairings(0).games(0);
    begin(judged);
    direct([&](v1::Direct& asked) {
      auto& result = *asked.mutable_set_result();
      result.set_round(4);
      result.set_board(1);
      result.set_game(1);
      result.mutable_result()->set_kind(v1::EventResult::ADJUDICATED);
      result.mutable_result()->set_second_halves(2);
      result.mutable_result()->set_reason("The convoy is lost");
    });
    play_round([&](const v1::EventGame& game) { some_way(game); });
    next_round();
    EXPECT_TRUE(net::eventually([&] {
      const v1::ServerFrame mine = whose(judged.first()).ask([](v1::ClientFrame& frame) {
        frame.mutable_list_matches()->set_mine(true);
        frame.mutable_list_matches()->set_over(true);
      });
      return std::ranges::any_of(mine.matches().matches(), [&](const v1::MatchInfo& info) {
        return info.id() == judged.match() && info.ending().kind() == v1::ENDING_KIND_ADJUDICATED;
      });
    }));
    play_round([&](const v1::EventGame& game) { some_way(game); });
  }

  void expect_end() {
    EXPECT_EQ(refused([](v1::Direct& asked) { asked.mutable_draw(); }), "refusal.event.no_more_rounds");
    const v1::EventPage done = direct([](v1::Direct& asked) { asked.mutable_finish(); });
    EXPECT_EQ(hex(hash([&] {
                std::string bytes;
                for (std::size_t i = 0; i < done.seed().size(); i += 2)
                  bytes += static_cast<char>(std::stoi(done.seed().substr(i, 2), nullptr, 16));
                return bytes;
              }())),
              done.seed_hash());
    expect_table(done);
    expect_ratings(done);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> met;
    for (const v1::EventRound& round : done.rounds())
      for (const v1::EventPairing& pairing : round.pairings())
        met[std::minmax(pairing.one(), pairing.two())] += pairing.two() != 0;
    for (const auto& [pair, times] : met) EXPECT_LE(times, 1) << pair.first << ' ' << pair.second;
    const net::HttpResponse csv = net::get(port_, "/api/v1/events/" + event_ + "/standings.csv");
    EXPECT_EQ(csv.result_int(), 200u);
    EXPECT_EQ(std::ranges::count(csv.body(), '\n'), 33);
  }

  unsigned played_ = 0;
};

TEST_F(Swiss, OfThirtyTwoOverSockets) {
  create([](v1::EventRules& rules) {
    rules.set_rounds(kRounds);
    rules.set_start_minutes(10);
    rules.set_round_minutes(600);
    rules.set_watching(v1::EventRules::AFTERWARDS);
  });
  players_ = people(32);
  enter(players_);
  direct([](v1::Direct& asked) { asked.mutable_close_entries(); });

  play_first_round();
  miss_two();
  stop_in_a_round();
  adjudicate_one();
  expect_end();
}

}  // namespace
}  // namespace wardroom::testing
