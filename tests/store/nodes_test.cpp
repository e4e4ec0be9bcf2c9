// Two servers on one PostgreSQL: whatever both do at once happens in some order, and nothing twice.
#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <latch>
#include <semaphore>
#include <thread>

#include "tests/store/postgres_kit.h"

namespace wardroom::store {
namespace {

using match::Stamp;
using testing::ElementsAre;
using testing::IsEmpty;

class Nodes : public testing::Test {
 protected:
  std::unique_ptr<SqlStore> node(std::size_t writers = 2, Hooks hooks = {}) {
    PostgresOptions options;
    options.hooks = std::move(hooks);
    options.writers = writers;
    options.readers = 1;
    return value(open_postgres(url, std::move(options)));
  }
  // Each node in a thread of its own.
  template <class Work>
  void both(Work work) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < nodes.size(); ++i) threads.emplace_back([&, i] { work(*nodes[i], i); });
    for (std::thread& thread : threads) thread.join();
  }
  void create(const std::string& match) {
    value(await<match::MatchCard>([&](auto then) { nodes[0]->create(new_card(match), then); }));
  }
  void sign_up(const std::string& id) {
    lobby::Account account;
    account.id = account.name = id;
    account.guest = true;
    value(await<lobby::Account>([&](auto then) { nodes[0]->create_account(account, then); }));
  }
  static match::Loaded load(SqlStore& store, const std::string& match) {
    return value(await<match::Loaded>([&](auto then) { store.load(match, then); }));
  }

  Folder folder;
  std::string url = postgres_url(folder.file());
  std::array<std::unique_ptr<SqlStore>, 2> nodes{node(), node()};
};

TEST_F(Nodes, EachRowIsOnesAndWhoeverComesLateGoesOnFromIt) {
  create("m");
  Scribe("m").write(*nodes[0], Scribe("m").first());
  std::atomic<std::size_t> written{0}, late{0};
  both([&](SqlStore& store, std::size_t) {
    for (int i = 0; i < 60; ++i) {
      const auto stamp = await<Stamp>([&](auto then) { store.append(Scribe(load(store, "m")).published(0, 1), then); });
      if (stamp) ++written;
      if (code(stamp) == RefusalCode::kConflict) ++late;
    }
  });
  EXPECT_EQ(written + late, 120u);
  EXPECT_GE(written, 60u);
  EXPECT_EQ(load(*nodes[1], "m").stored.rows.size(), written + 1);
}

TEST_F(Nodes, TwoWhoComeAtOnceDoNotBothWait) {
  sign_up("0");
  sign_up("1");
  for (int i = 0; i < 50; ++i) {
    std::array<std::optional<lobby::QuickWait>, 2> met;
    both([&](SqlStore& store, std::size_t node) {
      const std::string who = std::to_string(node);
      const lobby::QuickWait newcomer{"wait " + std::to_string(i) + " of " + who, who, "picket", "small", "hash"};
      met[node] = value(await<std::optional<lobby::QuickWait>>([&](auto then) { store.meet(newcomer, {}, then); }));
    });
    EXPECT_NE(met[0].has_value(), met[1].has_value());
    const std::string wait = met[0] ? met[0]->id : met[1]->id;
    value(await<void>([&](auto then) { nodes[0]->paired(wait, "m", then); }));
    EXPECT_EQ(
        value(await<std::vector<lobby::QuickFound>>([&](auto then) { nodes[1]->still_waiting({wait}, then); })).size(),
        1u);
  }
}

TEST_F(Nodes, NobodysChangeOfWhatIsStoredUndoesAnothers) {
  create("m");
  both([&](SqlStore& store, std::size_t) {
    for (int i = 0; i < 50; ++i) {
      value(await<match::Beside>([&](auto then) {
        store.change(
            "m",
            [](match::Beside& beside, const match::Moment&) -> Result<void> {
              ++beside.clocks.left_ms[0];
              return {};
            },
            then);
      }));
    }
  });
  const auto card = value(await<match::MatchCard>([&](auto then) { nodes[0]->card("m", then); }));
  EXPECT_EQ(card.clocks.left_ms[0], 600'000 + 100);
}

TEST_F(Nodes, NobodyWaitsForSomebodyWhoWaitsForHim) {
  sign_up("anna");
  sign_up("bert");
  for (int i = 0; i < 8; ++i) create("m" + std::to_string(i));
  // Groups of several matches, each of which counts both people, now in one order and now in the other.
  both([&](SqlStore& store, std::size_t which) {
    for (int round = 0; round < 10; ++round) {
      std::latch answered(8);
      for (int i = 0; i < 8; ++i) {
        const bool turned = (static_cast<std::size_t>(i + round) + which) % 2 == 0;
        const auto count = [turned](match::Beside& beside, const match::Moment&) -> Result<void> {
          for (const char* who : turned ? std::array{"anna", "bert"} : std::array{"bert", "anna"})
            beside.tallies.push_back({who, 1, 1});
          return {};
        };
        store.change("m" + std::to_string((i * 3 + static_cast<int>(which)) % 8), count, [&](const auto& changed) {
          EXPECT_TRUE(changed);
          answered.count_down();
        });
      }
      answered.wait();
    }
  });
  for (const char* who : {"anna", "bert"})
    EXPECT_EQ(value(await<v1::Reliability>([&](auto then) { nodes[0]->reliability(who, then); })).hand_overs(), 160u);
}

TEST_F(Nodes, WhoWaitsForAnothersMatchHoldsUpNoneOfHisOwn) {
  for (const char* match : {"m", "n"}) {
    create(match);
    Scribe(match).write(*nodes[0], Scribe(match).first());
  }
  std::binary_semaphore held(0), go_on(0);
  std::atomic<bool> hold{false};
  Hooks hooks;
  hooks.at = [&](Step step) {
    if (step != Step::kCommit || !hold.exchange(false)) return;
    held.release();
    go_on.acquire();
  };
  const auto slow = node(1, hooks);
  const auto quick = node(1);
  const match::Commit row = Scribe(load(*slow, "m")).published(0, 1);
  hold = true;
  std::promise<Result<Stamp>> first;
  slow->append(row, [&](Result<Stamp> stamp) { first.set_value(std::move(stamp)); });
  held.acquire();
  // One group of his: what does not wait is answered while the rest does.
  std::promise<Result<Stamp>> same, other;
  quick->append(Scribe(load(*quick, "n")).published(0, 1),
                [&](Result<Stamp> stamp) { other.set_value(std::move(stamp)); });
  quick->append(row, [&](Result<Stamp> stamp) { same.set_value(std::move(stamp)); });
  EXPECT_TRUE(other.get_future().get());
  go_on.release();
  EXPECT_TRUE(first.get_future().get());
  EXPECT_EQ(code(same.get_future().get()), RefusalCode::kConflict);
  EXPECT_TRUE(quick->healthy());
}

TEST_F(Nodes, AJobIsTakenByOne) {
  create("m");
  match::Commit commit = Scribe("m").first();
  for (int i = 0; i < 60; ++i) commit.outbox.push_back({"mail", std::to_string(i)});
  Scribe("m").write(*nodes[0], commit);
  std::array<std::vector<std::string>, 2> taken;
  both([&](SqlStore& store, std::size_t which) {
    for (int i = 0; i < 30; ++i)
      for (const WaitingJob& job : value(await<std::vector<WaitingJob>>([&](auto then) { store.take(3, then); })))
        taken[which].push_back(job.payload);
  });
  std::vector<std::string> all = taken[0];
  all.insert(all.end(), taken[1].begin(), taken[1].end());
  EXPECT_EQ(all.size(), 60u);
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::unique(all).size(), 0u);
}

TEST_F(Nodes, ANameAndOneThatLooksLikeItAreOnes) {
  std::atomic<int> got{0};
  both([&](SqlStore& store, std::size_t which) {
    for (int i = 0; i < 20; ++i) {
      lobby::Account account;
      account.id = std::to_string(which) + "-" + std::to_string(i);
      account.name = (which == 0 ? "anna" : "аnna") + std::to_string(i);  // one begins in Cyrillic
      account.password_hash = "hash";
      const auto made = await<lobby::Account>([&](auto then) { store.create_account(account, then); });
      if (made) ++got;
      if (!made) EXPECT_EQ(code(made), RefusalCode::kConflict);
    }
  });
  EXPECT_EQ(got, 20);
}

TEST_F(Nodes, AVersionOfAPlottingTableIsOnes) {
  create("m");
  std::atomic<int> kept{0};
  both([&](SqlStore& store, std::size_t which) {
    for (std::uint64_t version = 1; version <= 30; ++version) {
      const match::StoredMarks marks{Seat::kFirst, version, std::to_string(which)};
      while (true) {  // until somebody has written it
        if (await<void>([&](auto then) { store.keep_marks("m", marks, then); })) ++kept;
        const auto found = value(await<std::vector<match::StoredMarks>>([&](auto then) { store.marks("m", then); }));
        if (!found.empty() && found[0].version >= version) break;
      }
    }
  });
  EXPECT_EQ(kept, 30);
}

TEST_F(Nodes, WhatIsBoundedIsBoundedForBothTogether) {
  std::atomic<int> counted{0};
  both([&](SqlStore& store, std::size_t which) {
    for (int i = 0; i < 40; ++i) {
      // Of several, now in one order and now in the other.
      std::vector<lobby::Counting> what{{"name", lobby::Limit(30, 900'000)}, {"address", lobby::Limit(50, 900'000)}};
      if (which == 1) std::ranges::reverse(what);
      if (!value(await<lobby::Counted>([&](auto then) { store.count(what, then); })).full) ++counted;
    }
  });
  EXPECT_EQ(counted, 30);
}

TEST_F(Nodes, OfTwoWhoseClocksDifferTheLaterRowIsNeverTheEarlier) {
  std::array<std::int64_t, 2> shows{1'000'000, 900'000};
  std::array<std::unique_ptr<SqlStore>, 2> skewed;
  for (std::size_t i = 0; i < 2; ++i) {
    Hooks hooks;
    hooks.now = [&shows, i] { return shows[i]; };
    skewed[i] = node(1, std::move(hooks));
  }
  create("m");
  Scribe("m").write(*skewed[0], Scribe("m").first());
  std::int64_t last = 1'000'000;
  for (std::size_t i = 0; i < 8; ++i) {
    SqlStore& store = *skewed[i % 2];
    if (i % 2 == 0) shows[0] += 5;
    const Stamp stamp = Scribe(load(store, "m")).write(store, Scribe(load(store, "m")).published(0, 1));
    EXPECT_GE(stamp.time_ms, last);
    last = stamp.time_ms;
  }
  EXPECT_EQ(last, 1'000'020);
}

TEST_F(Nodes, ATimeWithoutAServerIsNotedOnce) {
  value(await<calendar::Spans>([&](auto then) { nodes[0]->beat(15'000, then); }));
  alter(folder.file(), "UPDATE service SET time_ms = time_ms - 100000");
  both([&](SqlStore& store, std::size_t) {
    value(await<calendar::Spans>([&](auto then) { store.beat(15'000, then); }));
  });
  EXPECT_THAT(looked_up(folder.file(), "SELECT count(*) FROM outages"), ElementsAre("1"));
}

TEST_F(Nodes, AMatchThatBeginsIsNotTakenBack) {
  for (int i = 0; i < 20; ++i) {
    const std::string id = "m" + std::to_string(i);
    create(id);
    match::MatchCard card = new_card(id);
    card.state = v1::MATCH_STATE_PLAYING;
    std::atomic<int> done{0};
    both([&](SqlStore& store, std::size_t which) {
      const bool mine = which == 0 ? await<void>([&](auto then) { store.remove(id, then); }).has_value()
                                   : await<match::MatchCard>([&](auto then) {
                                       store.update_card(card, v1::MATCH_STATE_OPEN, then);
                                     }).has_value();
      if (mine) ++done;
    });
    EXPECT_EQ(done, 1) << id;
  }
}

}  // namespace
}  // namespace wardroom::store
