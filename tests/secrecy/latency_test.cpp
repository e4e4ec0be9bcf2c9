// How long an answer takes does not tell whether the other seat is acting in secret. Two kinds of moments are compared
// within one run: his own opponent acts, or somebody in another match does, which nobody can tell from ordinary
// traffic. Nothing depends on how fast the machine is.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <thread>

#include "tests/secrecy/house.h"

namespace wardroom::testing {
namespace {

std::size_t rounds() {
  const char* asked = std::getenv("WARDROOM_LATENCIES");
  return asked ? static_cast<std::size_t>(std::atoi(asked)) : 600;
}

// The probability that a value of `b` is larger than one of `a`; ties count half.
double area_under_curve(std::vector<double> a, const std::vector<double>& b) {
  std::ranges::sort(a);
  double larger = 0;
  for (double value : b) {
    const auto [low, high] = std::ranges::equal_range(a, value);
    larger += static_cast<double>(low - a.begin()) + 0.5 * static_cast<double>(high - low);
  }
  return larger / (static_cast<double>(a.size()) * static_cast<double>(b.size()));
}

// A match brought, always in the same way, to where one seat can do something that shows the other nothing. It does
// that and takes it back, again and again.
class Secretive {
 public:
  Secretive(const House& house, const std::string& match) {
    for (Seat seat : kSeats) {
      players_[index(seat)] = std::make_unique<Visitor>(house, kPlayers[index(seat)], match);
      players_[index(seat)]->attach();
    }
    Random random(5);
    for (int tries = 0; tries < 500 && !deed_; ++tries) {
      for (auto& player : players_) player->catch_up();
      const Seat seat = players_[0]->asked() ? Seat::kFirst : Seat::kSecond;
      Visitor& player = *players_[index(seat)];
      Visitor& other_player = *players_[index(other(seat))];
      const std::size_t before = other_player.updates;
      const auto& items = player.seen.menu().items();
      const Action action = from_wire(items.at(static_cast<int>(pick(random, items.size()))).action());
      player.act(action);
      other_player.catch_up();
      if (other_player.updates != before || !player.seen.menu().can_undo()) continue;
      player.undo();
      seat_ = seat;
      deed_ = action;
    }
    if (!deed_) throw std::runtime_error("nothing can be done in secret");
  }
  Seat seat() const { return seat_; }
  void start() {
    busy_ = std::thread([this] {
      players_[index(seat_)]->act(*deed_);
      players_[index(seat_)]->undo();
    });
  }
  void wait() { busy_.join(); }
  Visitor& watched_by() { return *players_[index(other(seat_))]; }

 private:
  std::array<std::unique_ptr<Visitor>, 2> players_;
  Seat seat_ = Seat::kFirst;
  std::optional<Action> deed_;
  std::thread busy_;
};

using Question = std::function<v1::ClientFrame(const Visitor&)>;

std::map<std::string, Question> questions() {
  return {
      {"a refusal",
       [](const Visitor& visitor) {
         v1::ClientFrame frame;
         frame.mutable_act()->set_match(visitor.match);
         frame.mutable_act()->add_actions()->set_verb(99'999);
         return frame;
       }},
      {"attach",
       [](const Visitor& visitor) {
         v1::ClientFrame frame;
         frame.mutable_attach()->set_match(visitor.match);
         return frame;
       }},
      {"replay",
       [](const Visitor& visitor) {
         v1::ClientFrame frame;
         frame.mutable_ask_replay()->set_match(visitor.match);
         return frame;
       }},
      {"history",
       [](const Visitor& visitor) {
         v1::ClientFrame frame;
         frame.mutable_history()->set_match(visitor.match);
         return frame;
       }},
  };
}

class Latency : public ::testing::TestWithParam<std::string> {};

TEST_P(Latency, DoesNotTellThatTheOtherActsInSecret) {
  const Question question = questions().at(GetParam());
  const Box box = pq17_box("learning");
  const std::string position = save(**box.title()->open(box.scenario, {}));
  const House house(box, {{"mine", position}, {"theirs", position}});
  std::array<Secretive, 2> secretive{Secretive(house, "theirs"), Secretive(house, "mine")};
  ASSERT_EQ(secretive[0].seat(), secretive[1].seat());
  Visitor watcher(house, "Other0", "mine");
  watcher.attach();
  Random random(11);
  for (Visitor* looker : {&secretive[1].watched_by(), &watcher}) {
    const std::size_t shown = looker->updates;
    std::array<std::vector<double>, 2> took;
    for (std::size_t i = 0; i < 2 * rounds(); ++i) {
      const std::size_t who = pick(random, 2);
      const v1::ClientFrame frame = question(*looker);
      secretive[who].start();
      std::this_thread::sleep_for(std::chrono::microseconds(pick(random, 1500)));
      const auto before = std::chrono::steady_clock::now();
      looker->ask(frame);
      took[who].push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count());
      secretive[who].wait();
    }
    EXPECT_EQ(looker->updates, shown) << "what is done here is not secret";
    const double area = area_under_curve(took[0], took[1]);
    const double n = static_cast<double>(took[0].size()), m = static_cast<double>(took[1].size());
    const double deviation = std::sqrt((n + m + 1) / (12 * n * m));
    std::cout << GetParam() << ": " << area << " of " << n + m << " (one standard deviation " << deviation << ")\n";
    // Wrong is what is farther off than chance alone explains.
    EXPECT_NEAR(area, 0.5, 0.05 + 4 * deviation);
  }
}

INSTANTIATE_TEST_SUITE_P(OfAnything, Latency, ::testing::Values("a refusal", "attach", "replay", "history"),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::ranges::replace(name, ' ', '_');
                           return name;
                         });

}  // namespace
}  // namespace wardroom::testing
