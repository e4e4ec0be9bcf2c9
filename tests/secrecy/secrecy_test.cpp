// What anybody is sent over a real socket, and what he is answered whenever he asks, does not depend on what the other
// seat has done in secret: not the bytes, not the stamps, not the number and order of frames.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

#include "tests/secrecy/house.h"
#include "tests/secrecy/probes.h"

namespace wardroom::testing {
namespace {

// How much longer than in every build: WARDROOM_SECRECY=20 for a long run by hand.
std::size_t times_over() {
  const char* asked = std::getenv("WARDROOM_SECRECY");
  return asked ? static_cast<std::size_t>(std::atoi(asked)) : 1;
}

std::string opening_of(const Box& box) { return save(**box.title()->open(box.scenario, {})); }

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
  Watch(const Box& box, const Sitting& sitting, std::uint64_t seed)
      : house_(box, {sitting}), random_(seed), port_(house_.port()), sitting_(sitting) {
    for (const std::string& name : {kPlayers[0], kPlayers[1], std::string("Other0"), std::string()}) {
      visitors_.push_back(std::make_unique<Visitor>(house_, name, sitting.id));
      if (!sitting.is_private || visitors_.size() <= 2) visitors_.back()->attach();
    }
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
    const bool last = pick(random_, 6) == 0;
    const auto item = last ? menu.items_size() - 1 : static_cast<int>(pick(random_, menu.items_size()));
    const v1::ServerFrame answer = player.act(from_wire(menu.items(item).action()));
    ASSERT_TRUE(answer.has_acted()) << answer.ShortDebugString();
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
  std::vector<std::unique_ptr<Visitor>> visitors_;
  std::map<std::size_t, Known> known_;
};

struct Where {
  std::string name;
  Box box;
  Sitting sitting;
};

std::vector<Where> where() {
  std::vector<Where> all;
  for (const Box& box : {picket_box(), pq17_box("learning")}) {
    const std::string position = opening_of(box);
    all.push_back({box.entry.id + "_open", box, {"m1", position, 0, false, 0}});
    all.push_back({box.entry.id + "_held_back", box, {"m2", position, 20, false, 0}});
    all.push_back({box.entry.id + "_held_back_with_clock", box, {"m3", position, 20, false, 36'000}});
    all.push_back({box.entry.id + "_private", box, {"m4", position, 0, true, 0}});
  }
  return all;
}

class Secrecy : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Secrecy, WhateverIsAskedIsAnsweredAsBeforeSomethingHidden) {
  const Where here = where()[GetParam()];
  Watch watch(here.box, here.sitting, 7 + GetParam());
  const Course course = watch.run(80 * times_over());
  std::cout << here.name << ": " << course.deeds << " deeds, " << course.hidden << " times nothing was shown, "
            << course.compared << " answers compared\n";
  EXPECT_GT(course.compared, 500u) << "this compares nothing";
}

INSTANTIATE_TEST_SUITE_P(Everywhere, Secrecy, ::testing::Range<std::size_t>(0, 8),
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

void play(const House& house, const std::string& match, Seat seat, const std::vector<World::Deed>& deeds,
          std::vector<std::vector<std::string>>& streams) {
  std::array<std::unique_ptr<Visitor>, 2> players;
  for (Seat each : kSeats) players[index(each)] = std::make_unique<Visitor>(house, kPlayers[index(each)], match);
  Visitor watcher(house, "Other0", match);
  players[index(seat)]->attach();
  watcher.attach();
  players[index(other(seat))]->attach();
  for (const World::Deed& deed : deeds) {
    Visitor& player = *players[index(deed.seat)];
    player.catch_up();
    if (deed.action) {
      player.act(*deed.action);
    } else {
      player.undo();
    }
    players[index(seat)]->catch_up();
    watcher.catch_up();
  }
  for (Visitor* viewer : {players[index(seat)].get(), &watcher}) {
    viewer->attach();
    if (viewer->seen.state() != v1::MATCH_STATE_OVER) probe(*viewer, house.port(), false);
    viewer->catch_up();
    streams.push_back(stream(*viewer));
  }
}

void expect_alike(const Box& box, std::size_t pairs, std::size_t every, std::uint64_t seed) {
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
  for (std::size_t i = 0; i < played.size(); ++i) {
    std::array<std::vector<std::vector<std::string>>, 2> streams;
    play(truth, sittings[0][i].id, played[i].seat, played[i].deeds[0], streams[0]);
    play(imagined, sittings[1][i].id, played[i].seat, played[i].deeds[1], streams[1]);
    for (std::size_t viewer = 0; viewer < 2; ++viewer) {
      const auto& real = streams[0][viewer];
      const auto& other_world = streams[1][viewer];
      ASSERT_EQ(real.size(), other_world.size()) << "pair " << i << ", viewer " << viewer << "\n"
                                                 << kinds(real) << "\n"
                                                 << kinds(other_world);
      for (std::size_t frame = 0; frame < real.size(); ++frame) {
        ASSERT_EQ(real[frame], other_world[frame]) << "pair " << i << ", viewer " << viewer << ", frame " << frame;
      }
      frames += real.size();
    }
  }
  std::cout << box.entry.id << ": " << pairs << " pairs, " << differing << " differ, " << frames << " frames alike\n";
  EXPECT_GT(differing * 2, pairs);
}

TEST(SecrecyOfTwoWorlds, OfPicketNobodyIsSentADifference) { expect_alike(picket_box(), 12 * times_over(), 5, 3); }
TEST(SecrecyOfTwoWorlds, OfPq17NobodyIsSentADifference) { expect_alike(pq17_box("learning"), 8 * times_over(), 11, 4); }

}  // namespace
}  // namespace wardroom::testing
