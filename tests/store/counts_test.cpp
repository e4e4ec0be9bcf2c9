// How often something has happened, counted for all who ask.
#include <gmock/gmock.h>

#include <atomic>

#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

using lobby::Counted;
using lobby::Counting;
using lobby::Limit;
using testing::ElementsAre;
using testing::Eq;
using testing::IsEmpty;
using testing::Optional;

class Counts : public testing::Test {
 protected:
  static constexpr std::int64_t kMinute = 60'000, kWindow = 15 * kMinute;

  Counts() {
    StoreOptions options;
    options.hooks.now = [this] { return now.load(); };
    store = opened(folder.file(), std::move(options));
  }

  Counted count(const std::vector<Counting>& what) {
    return value(await<Counted>([&](auto then) { store->count(what, then); }));
  }
  bool takes(const std::string& key, Limit limit) { return !count({{key, limit}}).full; }
  void uncount(const std::vector<std::string>& keys) {
    value(await<void>([&](auto then) { store->uncount(keys, then); }));
  }

  std::atomic<std::int64_t> now{1'000'000'000};
  Folder folder;
  std::unique_ptr<SqlStore> store;
};

TEST_F(Counts, SoManyWithinAWindowThatBeginsWithTheFirst) {
  const Limit two(2, kWindow);
  EXPECT_TRUE(takes("a", two));
  now += kWindow - 1;
  EXPECT_TRUE(takes("a", two));
  EXPECT_FALSE(takes("a", two));
  EXPECT_TRUE(takes("b", two)) << "another's";
  now += 1;
  EXPECT_TRUE(takes("a", two));
  EXPECT_TRUE(takes("a", two));
  EXPECT_FALSE(takes("a", two));
  EXPECT_FALSE(takes("none at all", Limit(0, kWindow)));
}

TEST_F(Counts, OfEachOrOfNone) {
  const Limit two(2, kWindow), one(1, kWindow);
  EXPECT_THAT(count({{"a", two}, {"b", one}}).before, ElementsAre(0u, 0u));
  EXPECT_THAT(count({{"a", two}, {"b", one}}).full, Optional(Eq(1u)));
  EXPECT_THAT(count({{"a", two}}).before, ElementsAre(1u)) << "it was not counted";
  EXPECT_THAT(count({{"b", Limit(9, kWindow)}, {"a", two}}).full, Optional(Eq(1u)));
}

TEST_F(Counts, WhatDoesNotCountAfterAllLeavesItsPlace) {
  const Limit one(1, kWindow);
  EXPECT_TRUE(takes("a", one));
  uncount({"a", "never was"});
  EXPECT_TRUE(takes("a", one));
  EXPECT_FALSE(takes("a", one));
  uncount({"a"});
  uncount({"a"});
  EXPECT_TRUE(takes("a", one));
  EXPECT_FALSE(takes("a", one)) << "it is never less than none";
}

TEST_F(Counts, BeyondTheFreeOnesEachWaitsLonger) {
  const Limit patient(2, kWindow, Limit::Beyond::kEachWaits);
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(takes("a", patient));
  for (const std::int64_t minutes : {1, 2, 4, 8, 15, 15}) {
    now += minutes * kMinute - 1;
    EXPECT_FALSE(takes("a", patient)) << minutes;
    now += 1;
    EXPECT_TRUE(takes("a", patient)) << minutes;
  }
  now += 8 * kWindow;
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(takes("a", patient)) << "forgotten";
  EXPECT_FALSE(takes("a", patient));
}

TEST_F(Counts, OutliveTheServerButNotTheirTime) {
  EXPECT_TRUE(takes("a", Limit(1, kWindow)));
  store.reset();
  StoreOptions options;
  options.hooks.now = [this] { return now.load(); };
  store = opened(folder.file(), std::move(options));
  EXPECT_FALSE(takes("a", Limit(1, kWindow)));
  now += 2 * kWindow;
  value(await<lobby::Forgotten>([&](auto then) { store->forget_old(0, 0, then); }));
  EXPECT_THAT(looked_up(folder.file(), "SELECT number FROM counts"), IsEmpty());
}

TEST_F(Counts, SayToNobodyWhoItWas) {
  EXPECT_TRUE(takes("192.0.2.1", Limit(1, kWindow)));
  EXPECT_THAT(looked_up(folder.file(), "SELECT length(hash) FROM counts"), ElementsAre("32"));
  EXPECT_THAT(looked_up(folder.file(), "SELECT number FROM counts"), ElementsAre("1"));
}

}  // namespace
}  // namespace wardroom::store
