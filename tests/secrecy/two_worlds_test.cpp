// Two worlds that a seat cannot tell apart, over real sockets: that seat, observers and strangers are sent the same
// frames with the same stamps in the same order, and whatever they ask, at whatever moment, is answered in the same
// way. The second world is written into the test's store as a checkpoint.
#include <gtest/gtest.h>

#include <chrono>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "tests/secrecy/house.h"
#include "tests/secrecy/probes.h"

namespace wardroom::testing {
namespace {

// How a match may be watched, and whether it has a clock.
struct Way {
  std::uint32_t observer_delay = 0;
  bool is_private = false;
  std::uint32_t bank_seconds = 0;
};
constexpr std::array<Way, 6> kWays{
    {{0, false, 0}, {0, false, 36'000}, {3, false, 0}, {20, false, 36'000}, {0, true, 0}, {0, true, 36'000}}};

struct Pair {
  Seat seat;
  std::array<Sitting, 2> sittings;  // in the truth and in the other world
  std::array<std::vector<World::Deed>, 2> deeds;
};

// Whose deeds go by queues of so many orders; 0: everybody acts by hand.
struct Queues {
  enum class Of { kViewer, kOther };
  Of of = Of::kOther;
  std::size_t orders = 0;
};

// Where somebody is: how much he has been sent and has done. Whoever has been sent the same is answered the same.
using Place = std::size_t;

// The first lines that are not the same.
std::string difference(const std::string& one, const std::string& another) {
  std::array<std::string, 2> shown;
  for (std::size_t i : {0u, 1u}) {
    v1::ServerFrame frame;
    const std::string& bytes = i == 0 ? one : another;
    shown[i] = frame.ParseFromString(bytes) ? frame.DebugString() : bytes;
  }
  std::istringstream left(shown[0]), right(shown[1]);
  std::string text, a, b;
  for (int lines = 0; lines < 12;) {
    const bool more_left = static_cast<bool>(std::getline(left, a)),
               more_right = static_cast<bool>(std::getline(right, b));
    if (!more_left && !more_right) break;
    if (a == b && more_left == more_right) continue;
    text += "\n  " + a + "\n  and not: " + b;
    ++lines;
  }
  return text;
}

// Somebody who must not be able to tell the worlds apart.
class Witness {
 public:
  Witness(const House& house, std::string name, const Sitting& sitting, bool clocks)
      : house_(house), name_(std::move(name)), sitting_(sitting) {
    known_.clocks = clocks;
    known_.presence = !house.is_shared();
    come();
  }

  void go() { visitor_.reset(); }
  // The server was stopped meanwhile: for how long both were nobody is charged, however long that was.
  void come_again() {
    known_.deadlines = !house_.is_shared();
    come();
  }
  void come() {
    visitor_ = std::make_unique<Visitor>(house_, name_, sitting_.id);
    taken_ = 0;
  }
  // Of a private match whoever watches it has been given what it is watched by.
  void attach(const std::string& watch = {}) {
    watch_ = watch;
    visitor_->attach(watch);
    take_in();
  }

  // What has come since: nothing without an update, when somebody else has done something.
  void look(bool acted_himself) {
    visitor_->catch_up();
    const std::size_t updates = std::exchange(updates_, visitor_->updates);
    const std::size_t before = sent.size();
    take_in();
    if (!acted_himself && updates == updates_)
      EXPECT_EQ(sent.size(), before) << name_ << " was told that something had happened: " << kinds(before);
  }
  void take_in() {
    for (; taken_ < visitor_->frames.size(); ++taken_) {
      v1::ServerFrame frame = visitor_->frames[taken_];
      if (comes_by_chance(frame)) continue;
      frame.clear_request();
      sent.push_back(without_times(std::move(frame), known_));
    }
  }

  // One question in so many of those there are; at one place always the same. Where what another server has written may
  // come at any moment, whoever has been shown nothing meanwhile (`eyes`, by default he himself) must be answered
  // alike.
  void ask(Place place, std::size_t share, const Witness* eyes = nullptr) {
    if (!eyes) eyes = this;
    const std::size_t seen = eyes->visitor_->updates;
    const auto wanted = [&](const std::string& question) {
      if (!watch_.empty() && question == kGuessed) return false;
      // How often somebody has handed over is counted of all his matches, private ones too.
      if (sitting_.is_private && name_.empty() && question == kReliable) return false;
      return (place + hash_of(question)) % share == 0;
    };
    Answers now = probe(*visitor_, house_.port(), name_ == "Other0" || name_.empty(), wanted);
    visitor_->catch_up();
    eyes->visitor_->catch_up();
    if (eyes->visitor_->updates != seen) return take_in_unasked();
    for (auto& [question, answer] : now) {
      v1::ServerFrame frame;
      if (question == kExport || !frame.ParseFromString(answer)) continue;
      answer = without_times(std::move(frame), known_);
    }
    for (; taken_ < visitor_->frames.size(); ++taken_) {
      if (visitor_->frames[taken_].request() == 0 && !comes_by_chance(visitor_->frames[taken_]))
        now["what came meanwhile, one in " + std::to_string(share)] += without_times(visitor_->frames[taken_], known_);
    }
    for (const auto& [question, answer] : now) {
      const auto [known, first] = answers[place].try_emplace(question, answer);
      EXPECT_TRUE(known->second == answer)
          << sitting_.id << ", \"" << name_ << "\" asked after something hidden: " << question
          << difference(known->second, answer);
    }
  }

  void take_in_unasked() {
    for (; taken_ < visitor_->frames.size(); ++taken_) {
      const v1::ServerFrame& frame = visitor_->frames[taken_];
      if (frame.request() == 0 && !comes_by_chance(frame)) sent.push_back(without_times(frame, known_));
    }
  }

  std::string kinds(std::size_t from = 0) const {
    std::string list;
    for (std::size_t i = from; i < sent.size(); ++i) {
      v1::ServerFrame frame;
      frame.ParseFromString(sent[i]);
      list += ' ' + std::to_string(frame.body_case());
    }
    return list;
  }
  Visitor& visitor() { return *visitor_; }
  // Whoever only asks may know what another has been sent.
  void know(const Witness& other) {
    known_ = other.known_;
    visitor_->seen = other.visitor_->seen;
  }
  bool over() const { return visitor_->seen.state() == v1::MATCH_STATE_OVER; }

  std::vector<std::string> sent;
  std::map<Place, Answers> answers;

 private:
  // Of several barriers at another server one notice may tell, and of who is there it tells when it comes to it.
  bool comes_by_chance(const v1::ServerFrame& frame) const { return frame.has_notice() && house_.is_shared(); }
  static std::size_t hash_of(const std::string& text) {
    std::size_t sum = 0;
    for (char letter : text) sum = sum * 31 + static_cast<unsigned char>(letter);
    return sum;
  }

  const House& house_;
  std::string name_;
  Sitting sitting_;
  std::string watch_;
  std::unique_ptr<Visitor> visitor_;
  KnownTimes known_;
  std::size_t taken_ = 0;    // of the visitor's frames
  std::size_t updates_ = 0;  // that have been looked at
};

// One world of a pair.
class OneWorld {
 public:
  OneWorld(const House& house, const Pair& pair, std::size_t world, Queues queues, std::size_t share)
      : deeds_(pair.deeds[world]),
        world_(world),
        seat_(pair.seat),
        orders_(queues.orders),
        share_(queues.orders > 0 && house.is_shared() ? share / 3 : share),  // nobody asks at the end
        is_shared_(house.is_shared()),
        has_clock_(pair.sittings[world].bank_seconds > 0) {
    const Sitting& sitting = pair.sittings[world];
    queued_ = queues.of == Queues::Of::kViewer ? seat_ : other(seat_);
    ends_ = ends_of_queues(pair.deeds, queued_);
    other_ = std::make_unique<Visitor>(house, sitting.players[index(other(seat_))], sitting.id);
    for (const std::string& name : {sitting.players[index(seat_)], std::string("Other0"), std::string()})
      witnesses.push_back(std::make_unique<Witness>(house, name, sitting, queues.orders == 0));
    is_private_ = sitting.is_private;
    other_->attach();
    attach();
    for (Seat seat : kSeats) {
      if (!is_shared_) continue;
      const auto there = House::Where::kElsewhere;
      elsewhere_[index(seat)] = std::make_unique<Visitor>(house, sitting.players[index(seat)], sitting.id, there);
      elsewhere_[index(seat)]->attach();
      for (auto& witness : witnesses) witness->look(true);  // who is here
    }
  }

  // How many answers were given by queues.
  std::size_t play() {
    std::size_t by_queue = 0;
    std::size_t own = 0;  // deeds of the seat that has queues
    for (std::size_t i = 0; i < deeds_.size();) {
      // A clock that nothing was charged on cannot be told from one that stood.
      if (has_clock_) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      const Seat acting = deeds_[i].seat;
      if (acting != seat_) write_on_chart();
      const std::size_t taken = acting == queued_ ? give(i, own) : 0;
      if (taken == 0) by_hand(deeds_[i]);
      by_queue += taken;
      const std::size_t done = std::max<std::size_t>(taken, 1);
      if (acting == queued_) own += done;
      i += done;
      look(acting, share_);
    }
    over_ = witnesses[0]->over();
    if (over_ || is_shared_) return by_queue;
    // They have seen the same, so in both worlds it is the same moment.
    ask(1);
    ask_for_take_back();
    ask(1);
    return by_queue;
  }

  void go() {
    for (auto& witness : witnesses) witness->go();
    other_.reset();
    elsewhere_ = {};
  }
  // Everybody comes again to a server that was stopped meanwhile.
  void come_again() {
    if (over_) return;
    again_ = 1;
    for (auto& witness : witnesses) witness->come_again();
    attach();
    ask(1);
  }

  std::vector<std::unique_ptr<Witness>> witnesses;  // the seat, an observer, and a stranger who is not there

 private:
  void attach() {
    witnesses[0]->attach();
    witnesses[1]->attach(witnesses[0]->visitor().frames.front().attached().match().watch());
    for (auto& witness : witnesses) witness->look(true);  // who is here
  }

  Visitor& player(Seat seat) { return seat == seat_ ? witnesses[0]->visitor() : *other_; }

  void look(Seat acting, std::size_t share) {
    wait_for_other_server(seat_);
    for (std::size_t i = 0; i < witnesses.size(); ++i) witnesses[i]->look(i == 0 && acting == seat_);
    if (!witnesses[0]->over()) ask(share);
  }

  // A stranger may know what an observer has seen, unless the match is not there for him.
  void ask(std::size_t share) {
    witnesses[0]->ask(witnesses[0]->sent.size(), share);
    witnesses[1]->ask(witnesses[1]->sent.size(), share);
    if (!is_private_) witnesses[2]->know(*witnesses[1]);
    witnesses[2]->ask(is_private_ ? again_ : witnesses[1]->sent.size(), share, witnesses[1].get());
    v1::ClientFrame leaves;
    leaves.mutable_detach()->set_match(witnesses[2]->visitor().match);
    witnesses[2]->visitor().ask(leaves);
    witnesses[2]->take_in();
    witnesses[2]->sent.clear();
  }

  void ask_for_take_back() {
    v1::ClientFrame asks, declines;
    asks.mutable_ask_take_back()->set_match(other_->match);
    declines.mutable_answer_take_back()->set_match(other_->match);
    witnesses[0]->visitor().ask(asks);
    other_->ask(declines);
    for (auto& witness : witnesses) witness->look(true);
  }

  // What the other writes on his chart, at his server, is his, however much it is.
  void write_on_chart() {
    for (std::size_t i = 0; is_shared_ && i <= world_; ++i)
      EXPECT_TRUE(other_->mark("in world " + std::to_string(world_), marks_++ % 20 + 1).has_marks());
  }

  void by_hand(const World::Deed& deed) {
    Visitor& acting = player(deed.seat);
    acting.catch_up();
    wait_for_other_server(deed.seat);
    if (deed.action) {
      acting.act(*deed.action);
    } else {
      acting.undo();
    }
  }

  // Until he has been sent here what he is sent there.
  void wait_for_other_server(Seat seat) {
    if (!is_shared_) return;
    Visitor& here = player(seat);
    Visitor& there = *elsewhere_[index(seat)];
    there.catch_up();
    for (int tries = 0; tries < 15'000 && here.seen.serial() < there.seen.serial(); ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      here.catch_up();
    }
    EXPECT_GE(here.seen.serial(), there.seen.serial()) << here.match << ": it is not known here";
  }

  // The deeds from here on by a queue; how many of them it answered with.
  std::size_t give(std::size_t first, std::size_t own) {
    Visitor& acting = player(queued_);
    acting.catch_up();
    if (orders_ == 0 || !acting.asked() || acting.seen.menu().reaction()) return 0;
    std::vector<Action> actions;
    for (std::size_t i = first; i < deeds_.size() && actions.size() < orders_; ++i, ++own) {
      if (deeds_[i].seat != queued_ || !deeds_[i].action || (i > first && ends_.contains(own))) break;
      actions.push_back(*deeds_[i].action);
    }
    if (actions.empty()) return 0;
    EXPECT_TRUE(acting.give(actions).has_queue());
    const std::size_t taken = actions.size() - acting.waiting();
    if (acting.waiting() > 0) acting.give({});  // a reaction, or what was refused by hand, too
    return taken;
  }

  const std::vector<World::Deed>& deeds_;
  const std::size_t world_;
  std::uint64_t marks_ = 0;
  Seat seat_;
  std::size_t orders_;
  std::size_t share_;
  bool is_shared_;
  bool has_clock_;
  bool is_private_ = false;
  bool over_ = false;
  Place again_ = 0;  // of a stranger who is told nothing: what he is told of other matches has changed meanwhile
  Seat queued_ = Seat::kFirst;
  std::set<std::size_t> ends_;
  std::unique_ptr<Visitor> other_;
  std::array<std::unique_ptr<Visitor>, 2> elsewhere_;  // both players at the server where the other sits
};

struct Compared {
  std::size_t frames = 0;
  std::size_t answers = 0;
};

void expect_same(const Witness& real, const Witness& imagined, const std::string& who, Compared& compared) {
  ASSERT_EQ(real.sent.size(), imagined.sent.size()) << who << '\n' << real.kinds() << '\n' << imagined.kinds();
  for (std::size_t i = 0; i < real.sent.size(); ++i) {
    ASSERT_TRUE(real.sent[i] == imagined.sent[i])
        << who << ", frame " << i << difference(real.sent[i], imagined.sent[i]);
  }
  compared.frames += real.sent.size();
  for (const auto& [place, answers] : real.answers) {
    const auto there = imagined.answers.find(place);
    if (there == imagined.answers.end()) continue;  // in the other world nobody stopped there
    for (const auto& [question, answer] : answers) {
      const auto same = there->second.find(question);
      if (same == there->second.end()) continue;
      ASSERT_TRUE(answer == same->second)
          << who << " asked at " << place << ": " << question << difference(answer, same->second);
      ++compared.answers;
    }
  }
}

// Whoever compares has one account, wherever he sits: of other matches he knows what he saw there.
std::vector<Pair> pairs_of(const BoxedTitle& box, std::size_t count, std::size_t every, std::uint64_t seed,
                           std::size_t& differing) {
  const std::shared_ptr<const Title> title = box.title();
  Random random(seed);
  std::vector<Pair> pairs;
  while (pairs.size() < count) {
    SeededChance chance(secret_of(random()), 0);
    std::size_t seen = 0;
    play_random(*title, *title->open(box.scenario, {}), chance, random, [&](const Game& running) {
      if (seen++ % every != 0 || pairs.size() >= count) return;
      const Seat seat = kSeats[pairs.size() % 2];
      PairResult pair = leak_pair(title, running.position(), seat, House::secret(), random, 40);
      ASSERT_NE(pair.end, PairEnd::kLeak) << pair.why;
      if (pair.deeds[0].size() < 3) return;
      const Way& way = kWays[pairs.size() / 2 % kWays.size()];
      Sitting sitting{"m" + std::to_string(pairs.size()), save(running.position()), way.observer_delay, way.is_private,
                      way.bank_seconds};
      if (seat == Seat::kSecond) std::swap(sitting.players[0], sitting.players[1]);
      Sitting imagined = sitting;
      imagined.position = pair.imagined;
      differing += pair.differs;
      pairs.push_back({seat, {std::move(sitting), std::move(imagined)}, std::move(pair.deeds)});
    });
  }
  return pairs;
}

void expect_alike(const BoxedTitle& box, std::size_t count, std::size_t every, std::uint64_t seed, Queues queues = {},
                  std::size_t share = 8) {
  std::size_t differing = 0;
  const std::vector<Pair> pairs = pairs_of(box, count, every, seed, differing);
  std::array<std::vector<std::unique_ptr<OneWorld>>, 2> courses;
  std::size_t by_queue = 0;
  for (std::size_t world : {0u, 1u}) {
    std::vector<Sitting> sittings;
    for (const Pair& pair : pairs) sittings.push_back(pair.sittings[world]);
    House house(box, sittings);
    for (const Pair& pair : pairs) {
      courses[world].push_back(std::make_unique<OneWorld>(house, pair, world, queues, share));
      by_queue += courses[world].back()->play();
    }
    for (auto& each : courses[world]) each->go();
    house.open_again();
    for (auto& each : courses[world]) each->come_again();
    for (auto& each : courses[world]) each->go();
  }
  Compared compared;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t who = 0; who < courses[0][i]->witnesses.size(); ++who) {
      const std::string name = "pair " + std::to_string(i) + ", witness " + std::to_string(who);
      expect_same(*courses[0][i]->witnesses[who], *courses[1][i]->witnesses[who], name, compared);
    }
  }
  std::cout << box.entry.id << ": " << count << " pairs, " << differing << " differ, " << compared.frames
            << " frames and " << compared.answers << " answers alike, " << by_queue << " answers by queues\n";
  EXPECT_GT(differing * 2, count);
  EXPECT_GT(compared.answers, 100 * count) << "this compares nothing";
  EXPECT_EQ(by_queue > count, queues.orders > 0);
}

TEST(SecrecyOfTwoWorlds, OfPicketNobodyIsSentADifference) { expect_alike(picket_box(), 12 * times_over(), 5, 3); }
TEST(SecrecyOfTwoWorlds, OfNarrowsNobodyIsSentADifference) { expect_alike(narrows_box(), 12 * times_over(), 2, 5); }
TEST(SecrecyOfTwoWorlds, OfPq17NobodyIsSentADifference) {
  expect_alike(pq17_box("learning"), 12 * times_over(), 11, 4);
}
TEST(SecrecyOfTwoWorlds, OfMurmanskNobodyIsSentADifference) {
  expect_alike(murmansk_box("learning"), 12 * times_over(), 8, 6);
}

// With queues of one side or the other: who uses them may be seen, but not how many orders they hold, what is left of
// them and why they stop.
class QueuesOfTwoWorlds : public ::testing::TestWithParam<std::size_t> {
 protected:
  static std::vector<Queues> ways() {
    return {{Queues::Of::kOther, 1}, {Queues::Of::kOther, 30}, {Queues::Of::kViewer, 1}, {Queues::Of::kViewer, 30}};
  }
  static void expect(const BoxedTitle& box, std::size_t pairs, std::size_t every, std::uint64_t seed) {
    expect_alike(box, pairs * times_over(), every, seed, ways()[GetParam()], 60);
  }
};

TEST_P(QueuesOfTwoWorlds, OfPicketNobodyIsSentADifference) { expect(picket_box(), 5, 5, 13); }
TEST_P(QueuesOfTwoWorlds, OfNarrowsNobodyIsSentADifference) { expect(narrows_box(), 5, 2, 15); }
TEST_P(QueuesOfTwoWorlds, OfPq17NobodyIsSentADifference) { expect(pq17_box("learning"), 3, 11, 14); }

INSTANTIATE_TEST_SUITE_P(OnEitherSide, QueuesOfTwoWorlds, ::testing::Range<std::size_t>(0, 4));

}  // namespace
}  // namespace wardroom::testing
