// What anybody is sent over a real socket, and what he is answered whenever he asks, does not depend on what the other
// seat has done in secret: not the bytes, not the stamps, not the number and order of frames.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <set>

#include "tests/secrecy/house.h"
#include "tests/secrecy/probes.h"

namespace wardroom::testing {
namespace {

// How much longer than in every build: WARDROOM_SECRECY=20 for a long run by hand.
std::size_t times_over() {
  const char* asked = std::getenv("WARDROOM_SECRECY");
  return asked ? static_cast<std::size_t>(std::atoi(asked)) : 1;
}

std::string opening_of(const BoxedTitle& box) { return save(**box.title()->open(box.scenario, {})); }

// -- one world: before and after --

struct Course {
  std::size_t deeds = 0;
  std::size_t hidden = 0;    // deeds that showed the viewer nothing ...
  std::size_t compared = 0;  // ... and answers that were compared across them
};

// Plays at random. After every deed, whoever was sent nothing by it asks everything he may ask, and is answered as
// before.
class Watch {
 public:
  // With queues, one deed in three is a queue of so many orders.
  Watch(const BoxedTitle& box, const Sitting& sitting, std::uint64_t seed, std::size_t orders = 0)
      : house_(box, {sitting}), random_(seed), port_(house_.port()), sitting_(sitting), orders_(orders) {
    for (const std::string& name : {kPlayers[0], kPlayers[1], std::string("Other0"), std::string()}) {
      visitors_.push_back(std::make_unique<Visitor>(house_, name, sitting.id));
      if (!sitting.is_private || visitors_.size() <= 2) visitors_.back()->attach();
    }
  }

  // One deed in three is a mark with this text.
  void plot(const std::string& text) { note_ = text; }
  // Whether anything that this visitor was ever sent holds it.
  bool heard_of(std::size_t who, const std::string& text) const {
    return std::ranges::any_of(visitors_[who]->frames, [&](const v1::ServerFrame& frame) {
      return frame.SerializeAsString().find(text) != std::string::npos;
    });
  }

  Course run(std::size_t deeds) {
    Course course;
    for (std::size_t i = 0; i < visitors_.size(); ++i) remember(i);
    while (course.deeds < deeds && visitors_[0]->seen.state() != v1::MATCH_STATE_OVER &&
           !::testing::Test::HasFailure()) {
      const std::size_t acting = next();
      deed(*visitors_[acting]);
      ++course.deeds;
      visitors_[acting]->catch_up();
      settle();
      if (visitors_[acting]->seen.state() == v1::MATCH_STATE_OVER) break;  // nothing is hidden any more
      for (std::size_t i = 0; i < visitors_.size(); ++i) {
        if (i == acting) continue;
        check(i, course);
      }
      visitors_[acting]->catch_up();
      remember(acting);
    }
    return course;
  }

 private:
  // How far a visitor has been told; his frames before it are done with.
  struct Known {
    std::size_t updates = 0;
    std::size_t notices = 0;
    Answers answers;
  };

  std::size_t next() {
    const bool both = visitors_[0]->asked() && visitors_[1]->asked();
    if (both) return pick(random_, 2);
    return visitors_[0]->asked() ? 0 : 1;
  }

  void deed(Visitor& player) {
    const auto& menu = player.seen.menu();
    if (menu.can_undo() && pick(random_, 5) == 0) {
      player.undo();
      return;
    }
    if (!note_.empty() && pick(random_, 3) == 0) {
      const v1::ServerFrame answer = player.mark(note_, pick(random_, 40) + 1);
      ASSERT_TRUE(answer.has_marks()) << answer.ShortDebugString();
      return;
    }
    if (orders_ > 0 && pick(random_, 3) == 0) {
      const v1::ServerFrame answer = player.give(some_orders(menu), v1::IF_ABSENT_SKIP);
      ASSERT_TRUE(answer.has_queue()) << answer.ShortDebugString();
      return;
    }
    const bool last = pick(random_, 6) == 0;
    const auto item = last ? menu.items_size() - 1 : static_cast<int>(pick(random_, menu.items_size()));
    const v1::ServerFrame answer = player.act(from_wire(menu.items(item).action()));
    ASSERT_TRUE(answer.has_acted()) << answer.ShortDebugString();
  }

  // Until neither player's queue sets off the other's any more.
  void settle() {
    for (std::size_t known = 0; orders_ > 0;) {
      for (std::size_t i : {0u, 1u}) visitors_[i]->settle();
      const std::size_t now = visitors_[0]->updates + visitors_[1]->updates;
      if (std::exchange(known, now) == now) break;
    }
  }

  // Of what is on the menu now: some are on the next, too.
  std::vector<Action> some_orders(const v1::Menu& menu) {
    std::vector<Action> all;
    for (std::size_t i = 0; i < orders_; ++i)
      all.push_back(from_wire(menu.items(static_cast<int>(pick(random_, menu.items_size()))).action()));
    return all;
  }

  void remember(std::size_t who) {
    Visitor& visitor = *visitors_[who];
    known_[who].answers = probe(visitor, port_, asks_for_everything(who));
    visitor.catch_up();
    known_[who].updates = visitor.updates;
    known_[who].notices = visitor.notices;
  }

  // A seat that has something to undo must not ask for it.
  bool asks_for_everything(std::size_t who) const { return who >= 2; }

  void check(std::size_t who, Course& course) {
    Visitor& visitor = *visitors_[who];
    visitor.catch_up();
    if (visitor.updates != known_[who].updates) {  // he was shown something
      remember(who);
      return;
    }
    ++course.hidden;
    EXPECT_EQ(visitor.notices, known_[who].notices) << "visitor " << who << " was told that something had happened";
    const Answers now = probe(visitor, port_, asks_for_everything(who));
    visitor.catch_up();
    known_[who].notices = visitor.notices;
    ASSERT_EQ(now.size(), known_[who].answers.size());
    for (const auto& [question, answer] : now) {
      EXPECT_EQ(answer, known_[who].answers.at(question)) << "visitor " << who << " asked: " << question;
      ++course.compared;
    }
  }

  House house_;
  Random random_;
  std::uint16_t port_;
  Sitting sitting_;
  std::size_t orders_;
  std::string note_;
  std::vector<std::unique_ptr<Visitor>> visitors_;
  std::map<std::size_t, Known> known_;
};

struct Where {
  std::string name;
  BoxedTitle box;
  Sitting sitting;
};

std::vector<Where> everywhere() {
  std::vector<Where> all;
  for (const BoxedTitle& box : {picket_box(), pq17_box("learning"), narrows_box()}) {
    const std::string position = opening_of(box);
    all.push_back({box.entry.id + "_open", box, {"m1", position, 0, false, 0}});
    all.push_back({box.entry.id + "_held_back", box, {"m2", position, 20, false, 0}});
    all.push_back({box.entry.id + "_held_back_with_clock", box, {"m3", position, 20, false, 36'000}});
    all.push_back({box.entry.id + "_private", box, {"m4", position, 0, true, 0}});
  }
  return all;
}

const std::vector<Where>& where() {
  static const std::vector<Where> all = everywhere();
  return all;
}

class Secrecy : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Secrecy, WhateverIsAskedIsAnsweredAsBeforeSomethingHidden) {
  const Where& here = where()[GetParam()];
  Watch watch(here.box, here.sitting, 7 + GetParam());
  const Course course = watch.run(80 * times_over());
  std::cout << here.name << ": " << course.deeds << " deeds, " << course.hidden << " times nothing was shown, "
            << course.compared << " answers compared\n";
  EXPECT_GT(course.compared, 500u) << "this compares nothing";
}

INSTANTIATE_TEST_SUITE_P(Everywhere, Secrecy, ::testing::Range<std::size_t>(0, 12),
                         [](const auto& each) { return where()[each.param].name; });

class SecrecyOfMarks : public ::testing::TestWithParam<std::size_t> {};

TEST_P(SecrecyOfMarks, NobodyElseIsToldOrAnsweredOtherwiseBecauseOfThem) {
  const std::string canary = "CANARY-MARK";
  const Where& here = where()[GetParam()];
  Watch watch(here.box, here.sitting, 170 + GetParam());
  watch.plot(canary);
  const Course course = watch.run(40 * times_over());
  std::cout << here.name << ", marks: " << course.deeds << " deeds, " << course.hidden << " times nothing was shown, "
            << course.compared << " answers compared\n";
  EXPECT_GT(course.compared, 250u) << "this compares nothing";
  EXPECT_TRUE(watch.heard_of(0, canary) || watch.heard_of(1, canary));
  for (std::size_t stranger : {2u, 3u}) EXPECT_FALSE(watch.heard_of(stranger, canary));
}

TEST(SecrecyOfAMark, ACanaryOfOneSeatIsNeverInTheOthersBytes) {
  const BoxedTitle box = pq17_box("learning");
  const House house(box, {{"m1", opening_of(box), 0, false, 0}});
  Visitor owner(house, kPlayers[0], "m1"), other_seat(house, kPlayers[1], "m1"), watcher(house, "Other0", "m1");
  for (Visitor* each : {&owner, &other_seat, &watcher}) each->attach();
  ASSERT_TRUE(owner.mark("CANARY-MARK", 7).has_marks());
  for (Visitor* each : {&other_seat, &watcher}) {
    for (const auto& [question, answer] : probe(*each, house.port(), true))
      EXPECT_EQ(answer.find("CANARY-MARK"), std::string::npos) << question;
    each->catch_up();
    for (const v1::ServerFrame& frame : each->frames) {
      EXPECT_EQ(frame.SerializeAsString().find("CANARY-MARK"), std::string::npos);
      EXPECT_FALSE(frame.has_marks() && frame.marks().marks_size() > 0);
    }
  }
}

TEST(SecrecyOfStandingOrders, ThatOneWasLeftIsSeenByItsOwnerAlone) {
  const BoxedTitle box = pq17_box("learning");
  const House house(box, {{"m1", opening_of(box), 0, false, 0}});
  Visitor owner(house, kPlayers[0], "m1"), other_seat(house, kPlayers[1], "m1"), watcher(house, "Other0", "m1");
  for (Visitor* each : {&owner, &other_seat, &watcher}) each->attach();
  std::vector<Answers> before;
  for (Visitor* each : {&other_seat, &watcher}) before.push_back(probe(*each, house.port(), true));
  const StandingInfo order = box.title()->standing().front();
  for (const StandingInfo::Way& way : order.ways) {
    const v1::ServerFrame left = owner.leave(order.order, way.number);
    ASSERT_EQ(left.queue().standing_size(), 1) << left.ShortDebugString();
    EXPECT_EQ(probe(other_seat, house.port(), true), before[0]);
    EXPECT_EQ(probe(watcher, house.port(), true), before[1]);
  }
  for (const Visitor* each : {&other_seat, &watcher}) {
    for (const v1::ServerFrame& frame : each->frames)
      EXPECT_FALSE(frame.has_queue() && frame.queue().standing_size() > 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Everywhere, SecrecyOfMarks, ::testing::Range<std::size_t>(0, 12),
                         [](const auto& each) { return where()[each.param].name; });

class SecrecyOfQueues : public ::testing::TestWithParam<std::size_t> {};

TEST_P(SecrecyOfQueues, NobodyElseIsAnsweredOtherwiseBecauseOfThem) {
  const Where& here = where()[GetParam()];
  for (std::size_t orders : {1u, 30u}) {
    Watch watch(here.box, here.sitting, 70 + GetParam() + orders, orders);
    const Course course = watch.run(30 * times_over());
    std::cout << here.name << ", queues of " << orders << ": " << course.deeds << " deeds, " << course.hidden
              << " times nothing was shown, " << course.compared << " answers compared\n";
    EXPECT_GT(course.compared, 100u) << "this compares nothing";
  }
}

INSTANTIATE_TEST_SUITE_P(Everywhere, SecrecyOfQueues, ::testing::Values<std::size_t>(0, 4, 9),
                         [](const auto& each) { return where()[each.param].name; });

// -- two worlds --

// Frames of one visitor, with times by the order in which he came to know them.
std::vector<std::string> stream(const Visitor& visitor) {
  std::vector<std::string> out;
  std::vector<std::int64_t> times;
  for (v1::ServerFrame frame : visitor.frames) {
    frame.clear_request();
    out.push_back(without_times(std::move(frame), times));
  }
  return out;
}

std::string kinds(const std::vector<std::string>& frames) {
  std::string list;
  for (const std::string& bytes : frames) {
    v1::ServerFrame frame;
    frame.ParseFromString(bytes);
    list += " " + std::to_string(frame.body_case());
  }
  return list;
}

struct Pair {
  Seat seat;
  std::array<std::vector<World::Deed>, 2> deeds;
};

// Whose deeds go by queues of so many orders; 0: everybody acts by hand.
struct Queues {
  enum class Of { kViewer, kOther };
  Of of = Of::kOther;
  std::size_t orders = 0;
};

class TwoSeats {
 public:
  TwoSeats(const House& house, const std::string& match, const Pair& pair, std::size_t world, Queues queues)
      : house_(house), deeds_(pair.deeds[world]), seat_(pair.seat), orders_(queues.orders) {
    queued_ = queues.of == Queues::Of::kViewer ? seat_ : other(seat_);
    ends_ = ends_of_queues(pair.deeds, queued_);
    for (Seat each : kSeats) players_[index(each)] = std::make_unique<Visitor>(house, kPlayers[index(each)], match);
    watcher_ = std::make_unique<Visitor>(house, "Other0", match);
    players_[index(seat_)]->attach();
    watcher_->attach();
    players_[index(other(seat_))]->attach();
  }

  // What the viewer and an observer were sent; how many answers were given by queues.
  std::size_t play(std::vector<std::vector<std::string>>& streams) {
    std::size_t by_queue = 0;
    std::size_t own = 0;  // deeds of the seat that has queues
    for (std::size_t i = 0; i < deeds_.size();) {
      const std::size_t taken = deeds_[i].seat == queued_ ? give(i, own) : 0;
      if (taken == 0) by_hand(deeds_[i]);
      by_queue += taken;
      const std::size_t done = std::max<std::size_t>(taken, 1);
      if (deeds_[i].seat == queued_) own += done;
      i += done;
      players_[index(seat_)]->catch_up();
      watcher_->catch_up();
    }
    for (Visitor* viewer : {players_[index(seat_)].get(), watcher_.get()}) {
      viewer->attach();
      if (viewer->seen.state() != v1::MATCH_STATE_OVER) probe(*viewer, house_.port(), false);
      viewer->catch_up();
      streams.push_back(stream(*viewer));
    }
    return by_queue;
  }

 private:
  void by_hand(const World::Deed& deed) {
    Visitor& player = *players_[index(deed.seat)];
    player.catch_up();
    if (deed.action) {
      player.act(*deed.action);
    } else {
      player.undo();
    }
  }

  // The deeds from here on by a queue; how many of them it answered with.
  std::size_t give(std::size_t first, std::size_t own) {
    Visitor& player = *players_[index(queued_)];
    player.catch_up();
    if (orders_ == 0 || !player.asked() || player.seen.menu().reaction()) return 0;
    std::vector<Action> actions;
    for (std::size_t i = first; i < deeds_.size() && actions.size() < orders_; ++i, ++own) {
      if (deeds_[i].seat != queued_ || !deeds_[i].action || (i > first && ends_.contains(own))) break;
      actions.push_back(*deeds_[i].action);
    }
    if (actions.empty()) return 0;
    EXPECT_TRUE(player.give(actions).has_queue());
    const std::size_t taken = actions.size() - player.waiting();
    if (player.waiting() > 0) player.give({});  // a reaction, or what was refused by hand, too
    return taken;
  }

  const House& house_;
  const std::vector<World::Deed>& deeds_;
  Seat seat_;
  std::size_t orders_;
  Seat queued_ = Seat::kFirst;
  std::set<std::size_t> ends_;
  std::array<std::unique_ptr<Visitor>, 2> players_;
  std::unique_ptr<Visitor> watcher_;
};

void expect_same_streams(const std::array<std::vector<std::vector<std::string>>, 2>& streams, std::size_t pair,
                         std::size_t& frames) {
  for (std::size_t viewer = 0; viewer < 2; ++viewer) {
    const auto& real = streams[0][viewer];
    const auto& other_world = streams[1][viewer];
    ASSERT_EQ(real.size(), other_world.size()) << "pair " << pair << ", viewer " << viewer << "\n"
                                               << kinds(real) << "\n"
                                               << kinds(other_world);
    for (std::size_t frame = 0; frame < real.size(); ++frame) {
      ASSERT_EQ(real[frame], other_world[frame]) << "pair " << pair << ", viewer " << viewer << ", frame " << frame;
    }
    frames += real.size();
  }
}

void expect_alike(const BoxedTitle& box, std::size_t pairs, std::size_t every, std::uint64_t seed, Queues queues = {}) {
  const std::shared_ptr<const Title> title = box.title();
  Random random(seed);
  std::array<std::vector<Sitting>, 2> sittings;
  std::vector<Pair> played;
  std::size_t differing = 0;
  while (played.size() < pairs) {
    SeededChance chance(secret_of(random()), 0);
    std::size_t seen = 0;
    play_random(*title, *title->open(box.scenario, {}), chance, random, [&](const Game& running) {
      if (seen++ % every != 0 || played.size() >= pairs) return;
      const Seat seat = kSeats[played.size() % 2];
      PairResult pair = leak_pair(title, running.position(), seat, House::secret(), random, 40);
      ASSERT_NE(pair.end, PairEnd::kLeak) << pair.why;
      if (pair.deeds[0].size() < 3) return;
      const std::string id = "m" + std::to_string(played.size());
      sittings[0].push_back({id, save(running.position()), 0, false, 0});
      sittings[1].push_back({id, pair.imagined, 0, false, 0});
      differing += pair.differs;
      played.push_back({seat, std::move(pair.deeds)});
    });
  }
  const House truth(box, sittings[0]);
  const House imagined(box, sittings[1]);
  std::size_t frames = 0;
  std::size_t by_queue = 0;
  for (std::size_t i = 0; i < played.size(); ++i) {
    std::array<std::vector<std::vector<std::string>>, 2> streams;
    by_queue += TwoSeats(truth, sittings[0][i].id, played[i], 0, queues).play(streams[0]);
    TwoSeats(imagined, sittings[1][i].id, played[i], 1, queues).play(streams[1]);
    ASSERT_NO_FATAL_FAILURE(expect_same_streams(streams, i, frames));
  }
  std::cout << box.entry.id << ": " << pairs << " pairs, " << differing << " differ, " << frames << " frames alike, "
            << by_queue << " answers by queues\n";
  EXPECT_GT(differing * 2, pairs);
  EXPECT_EQ(by_queue > pairs, queues.orders > 0);
}

TEST(SecrecyOfTwoWorlds, OfPicketNobodyIsSentADifference) { expect_alike(picket_box(), 12 * times_over(), 5, 3); }
TEST(SecrecyOfTwoWorlds, OfNarrowsNobodyIsSentADifference) { expect_alike(narrows_box(), 12 * times_over(), 2, 5); }
TEST(SecrecyOfTwoWorlds, OfPq17NobodyIsSentADifference) { expect_alike(pq17_box("learning"), 8 * times_over(), 11, 4); }

// With queues of one side or the other: who uses them may be seen, but not how many orders they hold, what is left of
// them and why they stop.
class QueuesOfTwoWorlds : public ::testing::TestWithParam<std::size_t> {
 protected:
  static std::vector<Queues> ways() {
    return {{Queues::Of::kOther, 1}, {Queues::Of::kOther, 30}, {Queues::Of::kViewer, 1}, {Queues::Of::kViewer, 30}};
  }
  static void expect(const BoxedTitle& box, std::size_t pairs, std::size_t every, std::uint64_t seed) {
    expect_alike(box, pairs * times_over(), every, seed, ways()[GetParam()]);
  }
};

TEST_P(QueuesOfTwoWorlds, OfPicketNobodyIsSentADifference) { expect(picket_box(), 5, 5, 13); }
TEST_P(QueuesOfTwoWorlds, OfNarrowsNobodyIsSentADifference) { expect(narrows_box(), 5, 2, 15); }
TEST_P(QueuesOfTwoWorlds, OfPq17NobodyIsSentADifference) { expect(pq17_box("learning"), 3, 11, 14); }

INSTANTIATE_TEST_SUITE_P(OnEitherSide, QueuesOfTwoWorlds, ::testing::Range<std::size_t>(0, 4));

}  // namespace
}  // namespace wardroom::testing
