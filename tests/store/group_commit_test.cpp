#include <gmock/gmock.h>

#include <atomic>
#include <latch>
#include <semaphore>
#include <thread>

#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

using match::Commit;
using match::Stamp;

// Holds the writer at the beginning of a group, so that a test decides what the next group is.
class GroupCommit : public testing::Test {
 protected:
  GroupCommit() {
    StoreOptions options;
    options.hooks.at = [this](Step step) {
      if (step == Step::kBegin && hold.exchange(false)) {
        held.release();
        go_on.acquire();
      }
      if (step == Step::kCommit) ++commits;
    };
    store = opened(folder.file(), std::move(options));
    for (int i = 0; i < 8; ++i) {
      const std::string id = "m" + std::to_string(i);
      value(await<match::MatchCard>([&](auto then) { store->create(new_card(id), then); }));
      scribes.emplace_back(id);
      scribes.back().write(*store, scribes.back().first());
    }
  }

  // Stops the writer in a group of one that writes nothing of interest; what is asked until release() is the next
  // group.
  void stop_writer() {
    hold = true;
    store->say("m0", {0, "anna", "Anna"}, "wait", [](const auto&) {});
    held.acquire();
    commits = 0;
  }
  void release() { go_on.release(); }

  std::atomic<bool> hold{false};
  std::atomic<int> commits{0};
  std::binary_semaphore held{0};
  std::binary_semaphore go_on{0};
  Folder folder;
  std::unique_ptr<SqlStore> store;
  std::vector<Scribe> scribes;
};

TEST_F(GroupCommit, EverythingThatWaitsIsOneTransaction) {
  stop_writer();
  std::latch answered(8);
  std::atomic<int> accepted{0};
  for (Scribe& scribe : scribes) {
    store->append(scribe.action(0, 1), [&](const Result<Stamp>& stamp) {
      if (stamp) ++accepted;
      answered.count_down();
    });
  }
  release();
  answered.wait();
  EXPECT_EQ(accepted, 8);
  EXPECT_EQ(commits, 2);  // the one that was held, and the group
}

TEST_F(GroupCommit, ABadRequestDoesNotHurtTheOthers) {
  stop_writer();
  std::latch answered(4);
  std::optional<Result<Stamp>> good, conflicting, broken, also_good;
  const auto into = [&](std::optional<Result<Stamp>>& place) {
    return [&](Result<Stamp> result) {
      place = std::move(result);
      answered.count_down();
    };
  };
  Commit late = scribes[1].action(0, 1);
  --late.after;
  Commit throwing = scribes[2].action(0, 1);
  throwing.beside = [](match::Beside&, const match::Moment&) -> Result<void> {
    throw std::runtime_error("a mistake of ours");
  };
  store->append(scribes[0].action(0, 1), into(good));
  store->append(late, into(conflicting));
  store->append(throwing, into(broken));
  store->append(scribes[3].action(0, 1), into(also_good));
  release();
  answered.wait();
  EXPECT_TRUE(*good);
  EXPECT_EQ(code(*conflicting), RefusalCode::kConflict);
  EXPECT_EQ(code(*broken), RefusalCode::kUnavailable);
  EXPECT_TRUE(*also_good);
  EXPECT_EQ(commits, 2);
  EXPECT_TRUE(store->healthy());
  const auto rows = [&](int match) {
    const std::string id = "m" + std::to_string(match);
    return value(await<match::Loaded>([&](auto then) { store->load(id, then); })).stored.rows.size();
  };
  EXPECT_EQ(rows(0), 2u);
  EXPECT_EQ(rows(1), 1u);
  EXPECT_EQ(rows(2), 1u);
  EXPECT_EQ(rows(3), 2u);
}

TEST_F(GroupCommit, OfTwoAppendsForOneRowInOneGroupTheFirstIsTaken) {
  stop_writer();
  std::latch answered(2);
  std::optional<Result<Stamp>> first, second;
  store->append(scribes[0].action(0, 1), [&](Result<Stamp> r) { first = std::move(r), answered.count_down(); });
  store->append(scribes[0].action(1, 2), [&](Result<Stamp> r) { second = std::move(r), answered.count_down(); });
  release();
  answered.wait();
  EXPECT_TRUE(*first);
  EXPECT_EQ(code(*second), RefusalCode::kConflict);
}

TEST_F(GroupCommit, WhatWasAskedBeforeTheEndIsAnswered) {
  stop_writer();
  std::atomic<int> accepted{0};
  for (Scribe& scribe : scribes) {
    store->append(scribe.action(0, 1), [&](const Result<Stamp>& stamp) {
      if (stamp) ++accepted;
    });
  }
  std::thread ending([&] { store.reset(); });
  release();
  ending.join();
  EXPECT_EQ(accepted, 8);
}

TEST_F(GroupCommit, ManyThreadsWriteAndReadAtOnce) {
  std::vector<std::thread> threads;
  std::atomic<int> failed{0};
  for (Scribe& scribe : scribes) {
    threads.emplace_back([&] {
      for (std::uint32_t i = 0; i < 50; ++i) {
        scribe.write(*store, scribe.published(i % 2, i));
        const auto loaded = await<match::Loaded>([&](auto then) { store->load(scribe.match(), then); });
        if (!loaded || loaded->stored.last_hash != scribe.last_hash()) ++failed;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(failed, 0);
}

}  // namespace
}  // namespace wardroom::store
