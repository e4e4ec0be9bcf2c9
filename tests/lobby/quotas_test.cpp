// How much one player and one address may ask for.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "server/lobby/limiter.h"
#include "tests/lobby/registered.h"

namespace wardroom::testing {
namespace {

class Quotas : public Registered {
 protected:
  explicit Quotas(const std::function<void(RigSettings&)>& change = {})
      : Registered([&](RigSettings& settings) {
          settings.desk.open_matches_per_account = 3;
          settings.desk.open_matches_per_address = 4;
          settings.desk.running_matches_per_address = 2;
          settings.desk.new_matches_per_account = 8;
          settings.desk.new_matches_per_address = 10;
          settings.desk.exports_per_address = 2;
          settings.desk.own_data_per_account = 2;
          if (change) change(settings);
        }) {}

  static v1::ClientFrame wish() {
    v1::ClientFrame frame;
    frame.mutable_create_match()->set_title("picket");
    frame.mutable_create_match()->set_scenario("small");
    return frame;
  }
  v1::ServerFrame create(Client& client) { return client.ask(wish()); }
  v1::ServerFrame cancel(Client& client, const std::string& match) {
    v1::ClientFrame frame;
    frame.mutable_cancel_match()->set_match(match);
    return client.ask(std::move(frame));
  }
  static v1::ClientFrame attach(const std::string& match) {
    v1::ClientFrame frame;
    frame.mutable_attach()->set_match(match);
    return frame;
  }
};

class Looks : public Quotas {
 protected:
  Looks()
      : Quotas([](RigSettings& settings) {
          settings.desk.looks_per_account = 3;
          settings.desk.looks_per_address = 5;
        }) {}
};

class Handing : public Quotas {
 protected:
  Handing()
      : Quotas([](RigSettings& settings) {
          settings.desk.exports_per_address = 100;
          settings.desk.exports_held_per_address = 2;
          settings.desk.exports_held = 3;
        }) {}
};

TEST_F(Handing, FewExportsAreReadAtOnce) {
  auto anna = guest_at(kHome, "Anna"), bert = guest_at(kElsewhere, "Bert");
  const std::string match = rig->begin(*anna, *bert);
  ASSERT_TRUE(anna->about(&v1::ClientFrame::mutable_resign).has_done());
  const auto fetch = [&](const char* address) { return rig->run(rig->desk->export_match({match, {}, address})); };
  Result<lobby::Exported> one = fetch(kHome);
  const Result<lobby::Exported> two = fetch(kHome);
  ASSERT_TRUE(one && two);
  EXPECT_EQ(fetch(kHome).error().code, RefusalCode::kTooMuch);
  const Result<lobby::Exported> three = fetch(kElsewhere);
  ASSERT_TRUE(three);
  EXPECT_EQ(fetch("198.51.100.1").error().code, RefusalCode::kTooMuch) << "nobody's fault, but so it is";
  *one = nullptr;
  EXPECT_TRUE(fetch("198.51.100.1"));
}

TEST_F(Quotas, OpenMatchesAreCountedByAddressToo) {
  auto anna = guest_at(kHome, "Anna"), bert = guest_at(kHome, "Bert");
  std::string first;
  for (int i = 0; i < 3; ++i) first = create(*anna).match().id();
  EXPECT_EQ(reason(create(*anna)), "refusal.too_many_open");
  EXPECT_TRUE(create(*bert).has_match());
  EXPECT_EQ(reason(create(*bert)), "refusal.too_many_open_here");
  EXPECT_TRUE(create(*guest_at(kElsewhere, "Carl")).has_match());
  EXPECT_TRUE(cancel(*anna, first).has_done());
  EXPECT_TRUE(create(*bert).has_match());
}

TEST_F(Quotas, RunningMatchesAreCountedByAddressUntilTheyAreOver) {
  auto anna = guest_at(kHome, "Anna"), bert = guest_at(kElsewhere, "Bert");
  rig->begin(*anna, *bert);
  const std::string match = rig->begin(*anna, *bert);
  EXPECT_EQ(reason(create(*anna)), "refusal.too_many_running_here");
  EXPECT_EQ(reason(create(*guest_at(kHome, "Carl"))), "refusal.too_many_running_here");
  EXPECT_TRUE(create(*bert).has_match()) << "they were not made there";
  v1::ClientFrame resign;
  resign.mutable_resign()->set_match(match);
  EXPECT_TRUE(anna->ask(resign).has_done());
  EXPECT_TRUE(create(*anna).has_match());
  rig->tidy();
  SQLite::Database file(folder.file().string(), SQLite::OPEN_READONLY);
  EXPECT_EQ(file.execAndGet("SELECT count(*) FROM made_from").getInt(), 3) << "of what is over it is forgotten";
}

TEST_F(Quotas, NewMatchesAreCountedByAddressToo) {
  auto anna = guest_at(kHome, "Anna"), bert = guest_at(kHome, "Bert");
  const auto make = [&](Client& client) {
    const v1::ServerFrame made = create(client);
    if (made.has_match()) cancel(client, made.match().id());
    return reason(made);
  };
  for (int i = 0; i < 8; ++i) EXPECT_EQ(make(*anna), "");
  EXPECT_EQ(make(*anna), "refusal.too_many_new");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(make(*bert), "");
  EXPECT_EQ(make(*bert), "refusal.too_many_new_here");
  EXPECT_EQ(make(*guest_at(kElsewhere, "Carl")), "");
  now += 15 * 60 * 1000;
  EXPECT_EQ(make(*bert), "");
}

TEST_F(Quotas, ManyConnectionsDoNotGetTheLastPlaceTwice) {
  auto anna = guest_at(kHome, "Anna");
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(create(*anna).has_match());
  std::vector<std::unique_ptr<Client>> tabs;
  for (int i = 0; i < 5; ++i) tabs.push_back(rig->back(anna->token));
  std::vector<std::future<v1::ServerFrame>> answers;
  for (const auto& tab : tabs) answers.push_back(tab->ask_later(wish()));
  int made = 0;
  for (auto& answer : answers) made += answer.get().has_match() ? 1 : 0;
  EXPECT_EQ(made, 1);
}

// Of those who ask at once one is first of all he asks for; else each might wait for another, and nobody would be let
// in.
TEST(Tallies, WhoeverIsFirstOfOneIsFirstOfAll) {
  lobby::Tally tally;
  std::atomic<int> unlike = 0;
  const auto ask = [&] {
    for (int i = 0; i < 2'000; ++i) {
      const lobby::Tally::Hold held = tally.hold({"account", "address"});
      if (held.before[0] != held.before[1]) ++unlike;
    }
  };
  std::vector<std::jthread> askers;
  for (int i = 0; i < 4; ++i) askers.emplace_back(ask);
  askers.clear();
  EXPECT_EQ(unlike, 0);
  EXPECT_EQ(tally.hold({"account"}).before, std::vector<std::uint32_t>{0});
}

TEST_F(Quotas, WhoeverWaitsForAnyoneMakesAMatchAsWell) {
  auto anna = guest_at(kHome, "Anna");
  v1::ClientFrame quick, stop;
  quick.mutable_quick_match()->set_title("picket");
  quick.mutable_quick_match()->set_scenario("small");
  stop.mutable_cancel_quick_match();
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(anna->ask(quick).has_waiting());
    while (!anna->ask(stop).has_done()) continue;  // he enters after his answer
  }
  EXPECT_EQ(reason(anna->ask(quick)), "refusal.too_many_new");
}

TEST_F(Looks, AreCountedByAccountAndByAddress) {
  auto anna = guest_at(kHome, "Anna");
  const std::string match = create(*anna).match().id();
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(anna->ask(attach(match)).has_attached());
  EXPECT_EQ(reason(anna->ask(attach(match))), "refusal.too_many_looks");
  EXPECT_TRUE(greeted()->ask(attach(match)).has_attached()) << "the last of this address";
  EXPECT_EQ(reason(greeted()->ask(attach(match))), "refusal.too_many_looks");
  v1::ClientFrame replay;
  replay.mutable_ask_replay()->set_match(match);
  EXPECT_EQ(reason(greeted()->ask(replay)), "refusal.too_many_looks");
  EXPECT_TRUE(greeted(kElsewhere)->ask(attach(match)).has_attached());
  now += 10 * 1000;
  EXPECT_TRUE(anna->ask(attach(match)).has_attached());
}

TEST_F(Looks, AreListsAndPages) {
  using Ask = void (*)(v1::ClientFrame&);
  const std::vector<Ask> asks{[](v1::ClientFrame& frame) { frame.mutable_list_titles(); },
                              [](v1::ClientFrame& frame) { frame.mutable_list_matches()->set_open(true); },
                              [](v1::ClientFrame& frame) { frame.mutable_ask_diary()->set_match("none"); },
                              [](v1::ClientFrame& frame) { frame.mutable_list_events(); },
                              [](v1::ClientFrame& frame) { frame.mutable_ask_ratings(); },
                              [](v1::ClientFrame& frame) { frame.mutable_ask_person()->set_name("Anna"); },
                              [](v1::ClientFrame& frame) { frame.mutable_ask_record()->set_name("Anna"); }};
  for (std::size_t i = 0; i < asks.size(); ++i) {
    auto anna = guest_at("198.51.100." + std::to_string(i), "Anna");
    v1::ClientFrame frame;
    asks[i](frame);
    for (int j = 0; j < 3; ++j) EXPECT_NE(reason(anna->ask(frame)), "refusal.too_many_looks") << frame.DebugString();
    EXPECT_EQ(reason(anna->ask(frame)), "refusal.too_many_looks") << frame.DebugString();
  }
}

TEST_F(Quotas, WhatIsHandedOverIsCounted) {
  const auto fetch = [&](const char* address) {
    return rig->run(rig->desk->export_match({"none", {}, address})).error().code;
  };
  for (int i = 0; i < 2; ++i) EXPECT_EQ(fetch(kHome), RefusalCode::kNotFound);
  EXPECT_EQ(fetch(kHome), RefusalCode::kTooMuch);
  EXPECT_EQ(fetch(kElsewhere), RefusalCode::kNotFound);
  auto anna = guest_at(kHome, "Anna");
  v1::ClientFrame mine;
  mine.mutable_export_my_data();
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(anna->ask(mine).has_my_data());
  EXPECT_EQ(reason(anna->ask(mine)), "refusal.too_many_exports");
}

}  // namespace
}  // namespace wardroom::testing
