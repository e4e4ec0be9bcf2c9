// People who wait for anyone to play with.
#include <gmock/gmock.h>

#include <atomic>

#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

using lobby::QuickFound;
using lobby::QuickWait;
using testing::ElementsAre;
using testing::IsEmpty;

class QuickMatches : public testing::Test {
 protected:
  QuickMatches() {
    StoreOptions options;
    options.hooks.now = [this] { return now.load(); };
    store = opened(folder.file(), std::move(options));
    for (const std::string name : {"Anna", "Bert", "Cora"})
      value(await<lobby::Account>([&](auto then) {
        store->create_account(lobby::Account{name, name, "", "", true, 0}, then);
      }));
  }

  // By whom he is met; empty: he waits.
  std::string meet(const std::string& who, const std::string& scenario = "small",
                   const std::vector<std::string>& avoided = {}) {
    const QuickWait newcomer{wait_of(who), who, "picket", scenario, "hash of " + who};
    const auto met = value(await<std::optional<QuickWait>>([&](auto then) { store->meet(newcomer, avoided, then); }));
    if (!met) return "";
    EXPECT_EQ(met->nonce_hash, "hash of " + met->account);
    return met->account;
  }
  static std::string wait_of(const std::string& who) { return "wait of " + who; }
  void paired(const std::string& who, const std::string& match) {
    value(await<void>([&](auto then) { store->paired(wait_of(who), match, then); }));
  }
  // In which matches those are who have been met.
  std::vector<std::string> found(const std::vector<std::string>& waits) {
    std::vector<std::string> matches;
    for (const auto& each :
         value(await<std::vector<QuickFound>>([&](auto then) { store->still_waiting(waits, then); })))
      matches.push_back(each.id + ": " + each.match);
    return matches;
  }
  bool stop(const std::string& who) {
    return value(await<bool>([&](auto then) { store->stop_waiting(wait_of(who), then); }));
  }
  std::vector<std::string> waiting() {
    std::vector<std::string> names;
    for (const auto& each : value(await<std::vector<lobby::SeenWaiting>>([&](auto then) { store->who_waits(then); })))
      names.push_back(each.shown.name());
    return names;
  }

  std::atomic<std::int64_t> now{1'000'000};
  Folder folder;
  std::unique_ptr<SqlStore> store;
};

TEST_F(QuickMatches, WhoeverHasWaitedLongestIsMet) {
  EXPECT_EQ(meet("Anna"), "");
  EXPECT_EQ(meet("Bert", "long"), "") << "of another scenario";
  EXPECT_THAT(waiting(), ElementsAre("Anna", "Bert"));
  EXPECT_EQ(meet("Anna"), "") << "nobody meets himself";
  EXPECT_THAT(waiting(), ElementsAre("Bert", "Anna"));
  EXPECT_EQ(meet("Cora", "small", {"Anna"}), "") << "whom she avoids";
  EXPECT_EQ(meet("Bert"), "Anna");
  paired("Anna", "match");
  EXPECT_THAT(waiting(), ElementsAre("Cora"));
}

TEST_F(QuickMatches, WhoeverIsMetIsToldOnceInWhichMatch) {
  meet("Anna");
  EXPECT_EQ(meet("Bert"), "Anna");
  EXPECT_THAT(found({wait_of("Anna")}), IsEmpty()) << "it is being made";
  paired("Anna", "match");
  EXPECT_THAT(found({wait_of("Anna"), wait_of("Cora")}), ElementsAre("wait of Anna: match"));
  EXPECT_THAT(found({wait_of("Anna")}), IsEmpty());
}

TEST_F(QuickMatches, WhoeverHasBeenMetIsMetByNobodyElse) {
  meet("Anna");
  EXPECT_EQ(meet("Bert"), "Anna");
  EXPECT_FALSE(stop("Anna")) << "a match is being made with her";
  EXPECT_EQ(meet("Cora"), "");
}

TEST_F(QuickMatches, WhoeverIsInNoMatchAfterAllWaitsOn) {
  meet("Anna");
  EXPECT_EQ(meet("Bert"), "Anna");
  paired("Anna", "");
  EXPECT_EQ(meet("Cora"), "Anna");
}

TEST_F(QuickMatches, WhoeverHasMetSomebodyHasNotForeverForTheMatch) {
  meet("Anna");
  EXPECT_EQ(meet("Bert"), "Anna");
  now += lobby::kPairingMs;
  EXPECT_EQ(meet("Cora"), "Anna") << "Bert's server has failed";
}

TEST_F(QuickMatches, NobodyIsMetOfWhomNothingIsHeardAnyMore) {
  meet("Anna");
  now += lobby::kWaitingMs - 1;
  EXPECT_THAT(found({wait_of("Anna")}), IsEmpty());
  now += lobby::kWaitingMs - 1;
  EXPECT_THAT(waiting(), ElementsAre("Anna"));
  now += 1;
  EXPECT_THAT(waiting(), IsEmpty());
  EXPECT_EQ(meet("Bert"), "");
  EXPECT_THAT(found({wait_of("Anna")}), IsEmpty()) << "her server goes on";
  EXPECT_EQ(meet("Cora"), "Anna");
}

TEST_F(QuickMatches, WhoeverStopsIsNotMet) {
  meet("Anna");
  EXPECT_TRUE(stop("Anna"));
  EXPECT_FALSE(stop("Anna"));
  EXPECT_EQ(meet("Bert"), "");
  value(await<void>([&](auto then) { store->delete_account("Bert", then); }));
  EXPECT_EQ(meet("Cora"), "") << "nor whoever has gone";
}

}  // namespace
}  // namespace wardroom::store
