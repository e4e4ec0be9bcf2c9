// How long an answer takes does not tell whether the other seat is acting in secret. Two kinds of moments are compared
// within one run: his own opponent acts, or somebody in another match does, which nobody can tell from ordinary
// traffic. Or he plays a queue of one order, or one of thirty. Or he has done and taken back much before, or nothing.
// Nothing depends on how fast the machine is.
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

const char* asked_for() { return std::getenv("WARDROOM_LATENCIES"); }
std::size_t rounds() { return asked_for() ? static_cast<std::size_t>(std::atoi(asked_for())) : 600; }
// By hand whoever looks can judge a figure beyond two, and measure again; a build must not fail by chance.
double deviations() { return asked_for() ? 2 : 4; }

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
  Secretive(const House& house, const std::string& match, bool watcher_has_acted) {
    for (Seat seat : kSeats) {
      players_[index(seat)] = std::make_unique<Visitor>(house, kPlayers[index(seat)], match);
      players_[index(seat)]->attach();
    }
    Random random(5);
    std::array<bool, 2> acted{false, false};
    for (int tries = 0; tries < 500 && !deed_; ++tries) {
      for (auto& player : players_) player->catch_up();
      const Seat seat = players_[0]->asked() ? Seat::kFirst : Seat::kSecond;
      Visitor& player = *players_[index(seat)];
      Visitor& other_player = *players_[index(other(seat))];
      const std::size_t before = other_player.updates;
      const bool reaction = player.seen.menu().reaction();
      const auto& items = player.seen.menu().items();
      const Action action = from_wire(items.at(static_cast<int>(pick(random, items.size()))).action());
      player.act(action);
      other_player.catch_up();
      acted[index(seat)] = true;
      if (other_player.updates != before || !player.seen.menu().can_undo() || reaction) continue;
      if (watcher_has_acted && !acted[index(other(seat))]) continue;
      player.undo();
      seat_ = seat;
      deed_ = action;
    }
    if (!deed_) throw std::runtime_error("nothing can be done in secret");
  }
  Seat seat() const { return seat_; }
  void start() {
    busy_ = std::jthread([this] {
      players_[index(seat_)]->act(*deed_);
      players_[index(seat_)]->undo();
    });
  }
  // The same by a queue: of its orders all but the last are left out, since they are not offered.
  void start_queue(std::size_t orders) {
    Action absent;
    absent.verb = 99'999;
    std::vector<Action> actions(orders - 1, absent);
    actions.push_back(*deed_);
    busy_ = std::jthread([this, actions] {
      players_[index(seat_)]->give(actions, v1::IF_ABSENT_SKIP);
      players_[index(seat_)]->undo();
    });
  }
  void wait() { busy_.join(); }
  Visitor& watched_by() { return *players_[index(other(seat_))]; }

 private:
  std::array<std::unique_ptr<Visitor>, 2> players_;
  Seat seat_ = Seat::kFirst;
  std::optional<Action> deed_;
  std::jthread busy_;  // is waited for, whatever fails meanwhile
};

using Question = std::function<v1::ClientFrame(const Visitor&)>;

template <class Body>
Question naming(Body* (v1::ClientFrame::*mutable_body)(), const std::function<void(Body&, const Visitor&)>& more = {}) {
  return [=](const Visitor& visitor) {
    v1::ClientFrame frame;
    Body& body = *(frame.*mutable_body)();
    body.set_match(visitor.match);
    if (more) more(body, visitor);
    return frame;
  };
}

std::map<std::string, Question> questions() {
  using Frame = v1::ClientFrame;
  return {
      {"a refusal",
       naming<v1::Act>(&Frame::mutable_act, [](v1::Act& act, const Visitor&) { act.add_actions()->set_verb(99'999); })},
      {"attach", naming(&Frame::mutable_attach)},
      {"replay", naming(&Frame::mutable_ask_replay)},
      {"history", naming(&Frame::mutable_history)},
      {"history held back", naming(&Frame::mutable_history)},
      {"reach", naming<v1::AskReach>(&Frame::mutable_ask_reach,
                                     [](v1::AskReach& asked, const Visitor&) { asked.set_subject(1); })},
      {"estimate", naming<v1::AskEstimate>(&Frame::mutable_ask_estimate,
                                           [](v1::AskEstimate& asked, const Visitor& visitor) {
                                             asked.set_menu_serial(visitor.seen.menu().serial());
                                             if (visitor.asked())
                                               *asked.mutable_action() = visitor.seen.menu().items(0).action();
                                           })},
      {"picture", naming(&Frame::mutable_ask_picture)},
      {"diary", naming(&Frame::mutable_ask_diary)},
      {"marks", naming(&Frame::mutable_ask_marks)},
      {"a take back", naming(&Frame::mutable_ask_take_back)},
      {"a take back of nothing", naming(&Frame::mutable_ask_take_back)},
  };
}

class Latency : public ::testing::TestWithParam<std::string> {
 protected:
  // The moments of two kinds, in any order; `begin` begins one and `end` waits for its end. It is asked in the midst of
  // each, and once more when it has passed.
  void compare(Visitor& looker, std::size_t moments, const std::function<void(std::size_t)>& begin,
               const std::function<void(std::size_t)>& end) {
    const Question question = questions().at(GetParam());
    const std::size_t shown = looker.updates;
    Took meanwhile, afterwards;
    for (std::size_t i = 0; i < moments; ++i) {
      const std::size_t kind = pick(random_, 2);
      const v1::ClientFrame frame = question(looker);
      begin(kind);
      std::this_thread::sleep_for(std::chrono::microseconds(pick(random_, 1500)));
      meanwhile[kind].push_back(asked(looker, frame));
      end(kind);
      afterwards[kind].push_back(asked(looker, frame));
    }
    EXPECT_EQ(looker.updates, shown) << "what is done here is not secret";
    expect_alike("meanwhile", meanwhile);
    expect_alike("afterwards", afterwards);
  }

  static double asked(Visitor& looker, const v1::ClientFrame& frame) {
    const auto before = std::chrono::steady_clock::now();
    looker.ask(frame);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  }

  using Took = std::array<std::vector<double>, 2>;  // by kind of moment
  void expect_alike(const char* when, const Took& took) {
    const double area = area_under_curve(took[0], took[1]);
    const double n = static_cast<double>(took[0].size()), m = static_cast<double>(took[1].size());
    const double deviation = std::sqrt((n + m + 1) / (12 * n * m));
    std::cout << GetParam() << ' ' << when << ": " << area << " of " << n + m << " (one standard deviation "
              << deviation << ")\n";
    // Wrong is what is farther off than chance alone explains.
    EXPECT_NEAR(area, 0.5, 0.05 + deviations() * deviation) << when;
  }

  // Where both prepare in secret, one of them has done nothing yet.
  const bool of_nothing_ = GetParam() == "a take back of nothing";
  const bool has_acted_ = GetParam() == "a take back";
  const std::uint32_t delay_ = GetParam().ends_with("held back") ? 2 : 0;
  const BoxedTitle box_ = of_nothing_ ? narrows_box() : pq17_box("learning");
  const std::string position_ = save(**box_.title()->open(box_.scenario, {}));
  Random random_{11};
};

TEST_P(Latency, DoesNotTellThatTheOtherActsInSecret) {
  const House house(box_, {{"mine", position_, delay_}, {"theirs", position_, delay_}});
  std::array<Secretive, 2> secretive{Secretive(house, "theirs", has_acted_), Secretive(house, "mine", has_acted_)};
  ASSERT_EQ(secretive[0].seat(), secretive[1].seat());
  if (of_nothing_) {
    Visitor& asker = secretive[1].watched_by();
    const v1::ServerFrame answer = asker.ask(questions().at(GetParam())(asker));
    ASSERT_EQ(answer.refusal().reason().id(), "refusal.nothing_to_take_back");
  }
  Visitor watcher(house, "Other0", "mine");
  watcher.attach();
  for (Visitor* looker : {&secretive[1].watched_by(), &watcher}) {
    compare(
        *looker, 2 * rounds(), [&](std::size_t who) { secretive[who].start(); },
        [&](std::size_t who) { secretive[who].wait(); });
  }
}

TEST_P(Latency, DoesNotTellHowManyOrdersTheOtherHasQueued) {
  const House house(box_, {{"mine", position_, delay_}});
  Secretive secretive(house, "mine", has_acted_);
  Visitor watcher(house, "Other0", "mine");
  watcher.attach();
  for (Visitor* looker : {&secretive.watched_by(), &watcher}) {
    compare(
        *looker, rounds(), [&](std::size_t many) { secretive.start_queue(many == 0 ? 1 : 30); },
        [&](std::size_t) { secretive.wait(); });
  }
}

// Whoever sits at two matches that look alike to him asks now here, now there.
class LatencyOfThePast : public Latency {};

TEST_P(LatencyOfThePast, DoesNotTellHowMuchTheOtherHasDoneInSecret) {
  constexpr int kDeeds = 100;
  constexpr std::size_t kFirst = 50;  // find nothing warm
  const House house(box_, {{"little", position_, delay_}, {"much", position_, delay_}});
  std::array<Secretive, 2> secretive{Secretive(house, "little", has_acted_), Secretive(house, "much", has_acted_)};
  for (int i = 0; i < kDeeds; ++i) {
    secretive[1].start();
    secretive[1].wait();
  }
  const Question question = questions().at(GetParam());
  Took took;
  for (std::size_t i = 0; i < kFirst + rounds(); ++i) {
    const std::size_t which = pick(random_, 2);
    Visitor& looker = secretive[which].watched_by();
    const double seconds = asked(looker, question(looker));
    if (i >= kFirst) took[which].push_back(seconds);
  }
  expect_alike("of the past", took);
}

const auto name_of = [](const auto& each) {
  std::string name = each.param;
  std::ranges::replace(name, ' ', '_');
  return name;
};

INSTANTIATE_TEST_SUITE_P(OfAnything, LatencyOfThePast,
                         ::testing::Values("a refusal", "attach", "replay", "marks", "a take back of nothing"),
                         name_of);
INSTANTIATE_TEST_SUITE_P(OfAnything, Latency,
                         ::testing::Values("a refusal", "attach", "replay", "history", "history held back", "reach",
                                           "estimate", "picture", "diary", "marks", "a take back",
                                           "a take back of nothing"),
                         name_of);

}  // namespace
}  // namespace wardroom::testing
