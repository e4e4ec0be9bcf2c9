// What anybody is sent over a real socket, and what he is answered whenever he asks, does not depend on what the other
// seat has done in secret: not the bytes, not the stamps, not the number and order of frames. Here in one world, before
// and after it.
#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "tests/secrecy/house.h"
#include "tests/secrecy/probes.h"

namespace wardroom::testing {
namespace {

std::string opening_of(const BoxedTitle& box) { return save(**box.title()->open(box.scenario, {})); }

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

}  // namespace
}  // namespace wardroom::testing
