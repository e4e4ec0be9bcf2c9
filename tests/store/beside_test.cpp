// What stands beside the board, when a server was up, and what is kept of people.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

using match::Beside;
using match::Moment;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class BesideStore : public ::testing::Test {
 protected:
  BesideStore() {
    options.hooks.now = [this] { return now.load(); };
    reopen();
  }
  void reopen() {
    store.reset();
    store = opened(folder.file(), options);
  }
  Result<Beside> change(match::Change what) {
    return await<Beside>([&](auto then) { store->change("m", what, then); });
  }
  calendar::Spans beat() {
    return value(await<calendar::Spans>([&](auto then) { store->beat(15'000, then); }));
  }
  void sign_up(const std::string& id) {
    lobby::Account account;
    account.id = id;
    account.name = id;
    account.guest = true;
    value(await<lobby::Account>([&](auto then) { store->create_account(account, then); }));
  }
  v1::Reliability reliability(const std::string& account) {
    return value(await<v1::Reliability>([&](auto then) { store->reliability(account, then); }));
  }
  void shun(const std::string& who, const std::string& whom, bool blocked, bool muted) {
    value(await<void>([&](auto then) { store->set_shunned(who, {whom, blocked, muted}, then); }));
  }
  std::vector<std::string> avoided(const std::string& who) {
    return value(await<std::vector<std::string>>([&](auto then) { store->avoided(who, then); }));
  }

  Folder folder;
  StoreOptions options;
  std::atomic<std::int64_t> now{1'000'000};
  std::unique_ptr<SqlStore> store;
};

TEST_F(BesideStore, IsChangedByAFunctionOfWhatIsStored) {
  value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
  const auto one_more = [](Beside& stored, const Moment& moment) -> Result<void> {
    stored.clocks.left_ms[0] += moment.now_ms;
    stored.aside.add_offers()->set_kind(v1::OFFER_KIND_PAUSE);
    return {};
  };
  value(change(one_more));
  const Beside twice = value(change(one_more));
  EXPECT_EQ(twice.aside.offers_size(), 2);
  EXPECT_EQ(twice.clocks.left_ms[0], 600'000 + 2'000'000);
  EXPECT_EQ(code(change([](Beside& stored, const Moment&) -> Result<void> {
              stored.aside.clear_offers();
              return refuse(RefusalCode::kStale, "store.test");
            })),
            RefusalCode::kStale);
  reopen();
  const match::MatchCard card = value(await<match::MatchCard>([&](auto then) { store->card("m", then); }));
  EXPECT_EQ(card.aside.offers_size(), 2) << "what was refused changed nothing";
  EXPECT_EQ(card.clocks.left_ms[0], 2'600'000);
  EXPECT_EQ(code(await<Beside>([&](auto then) { store->change("none", one_more, then); })), RefusalCode::kNotFound);
}

TEST_F(BesideStore, WhatTheHostDoesToAMatchIsKeptInHisLogWithIt) {
  value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
  bool mends = false;
  const auto act = [&mends](Beside& stored, const Moment&) -> Result<void> {
    stored.aside.add_offers()->set_kind(v1::OFFER_KIND_VERDICT);
    stored.deed.emplace().match = "m";
    if (mends) stored.mended = v1::MATCH_STATE_PLAYING;
    return {};
  };
  const Beside kept = value(change(act));
  ASSERT_TRUE(kept.deed);
  EXPECT_EQ(kept.deed->time_ms, now);
  mends = true;
  EXPECT_EQ(code(change(act)), RefusalCode::kConflict) << "it is not parked";
  const auto log = value(await<std::vector<lobby::HostDeed>>([&](auto then) { store->host_deeds({}, then); }));
  ASSERT_EQ(log.size(), 1u);
  EXPECT_EQ(log[0].id, kept.deed->id);
  match::MatchCard card = value(await<match::MatchCard>([&](auto then) { store->card("m", then); }));
  EXPECT_EQ(card.aside.offers_size(), 1);
  card.state = v1::MATCH_STATE_PARKED;
  value(await<match::MatchCard>([&](auto then) { store->update_card(card, v1::MATCH_STATE_OPEN, then); }));
  value(change(act));
  card = value(await<match::MatchCard>([&](auto then) { store->card("m", then); }));
  EXPECT_EQ(card.state, v1::MATCH_STATE_PLAYING);
}

TEST_F(BesideStore, AStepThatIsRefusedByWhatItFindsWritesNothing) {
  value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
  Scribe scribe("m");
  scribe.write(*store, scribe.first());
  match::Commit flag = scribe.published(0, 1);
  flag.beside = [](Beside&, const Moment&) -> Result<void> { return refuse(RefusalCode::kNotOffered, "store.test"); };
  EXPECT_EQ(code(await<match::Stamp>([&](auto then) { store->append(flag, then); })), RefusalCode::kNotOffered);
  EXPECT_EQ(value(await<match::Loaded>([&](auto then) { store->load("m", then); })).stored.rows.size(), 1u);
}

TEST_F(BesideStore, AClockThatRestsIsKeptWithItsCard) {
  match::MatchCard card = new_card("m");
  card.clock.set_rests(true);
  card.clock.set_leave(true);
  card.clock.set_grace_seconds(77);
  value(await<match::MatchCard>([&](auto then) { store->create(card, then); }));
  const match::MatchCard found = value(await<match::MatchCard>([&](auto then) { store->card("m", then); }));
  EXPECT_EQ(found.clock.SerializeAsString(), card.clock.SerializeAsString());
}

TEST_F(BesideStore, TimeWithoutAServerIsKept) {
  EXPECT_THAT(beat(), IsEmpty());
  now += 15'000;
  EXPECT_THAT(beat(), IsEmpty());
  reopen();
  now += 100'000;
  const calendar::Span down{1'015'000, 1'115'000};
  EXPECT_THAT(beat(), ElementsAre(down));
  EXPECT_THAT(beat(), ElementsAre(down));
  value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
  calendar::Spans seen;
  value(change([&](Beside&, const Moment& moment) -> Result<void> {
    seen = moment.down;
    return {};
  }));
  EXPECT_THAT(seen, ElementsAre(down)) << "it is judged by what the store has";
}

TEST_F(BesideStore, WhatIsJudgedBeforeTheFirstBeatAfterAStopKnowsOfIt) {
  value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
  calendar::Spans seen;
  const auto look = [&](Beside&, const Moment& moment) -> Result<void> {
    seen = moment.down;
    return {};
  };
  now += 100'000;
  value(change(look));
  EXPECT_THAT(seen, IsEmpty()) << "nobody says here when a server is up";
  beat();
  now += 15'000;
  value(change(look));
  EXPECT_THAT(seen, IsEmpty());
  now += 100'000;
  value(change(look));
  EXPECT_THAT(seen, ElementsAre(calendar::Span{1'100'000, 1'215'000}));
  now += 10;
  EXPECT_THAT(beat(), ElementsAre(calendar::Span{1'100'000, 1'215'010})) << "and then it is kept";
}

TEST_F(BesideStore, PeopleAreCountedByTheMonthAndForgottenWithTheirAccount) {
  now = 1'700'000'000'000;
  sign_up("anna");
  value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
  const auto hand_over = [](Beside& stored, const Moment&) -> Result<void> {
    stored.tallies.push_back({"anna", 1, 1, 0, 0});
    stored.tallies.push_back({"nobody", 1, 1, 0, 0});
    return {};
  };
  for (int i = 0; i < 19; ++i) value(change(hand_over));
  EXPECT_EQ(reliability("anna").hand_overs(), 19u);
  EXPECT_FALSE(reliability("anna").known());
  value(change([](Beside& stored, const Moment&) -> Result<void> {
    stored.tallies.push_back({"anna", 1, 0, 1, 1});
    return {};
  }));
  EXPECT_TRUE(reliability("anna").known());
  EXPECT_EQ(reliability("anna").in_time(), 19u);
  now += std::int64_t{400} * 24 * 3'600'000;
  EXPECT_EQ(reliability("anna").hand_overs(), 0u) << "more than a year ago";
  EXPECT_EQ(reliability("anna").left(), 1u);
  EXPECT_EQ(reliability("nobody").matches(), 0u);
  value(await<void>([&](auto then) { store->delete_account("anna", then); }));
  EXPECT_EQ(reliability("anna").left(), 0u);
}

TEST_F(BesideStore, HowLongAnswersTakeIsKnownWhenThereAreEnough) {
  now = 1'700'000'000'000;
  sign_up("anna");
  value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
  const auto answer = [&](std::int64_t minutes) {
    value(change([&](Beside& stored, const Moment&) -> Result<void> {
      stored.tallies.push_back({"anna", 1, 1, 0, 0, minutes * 60'000});
      return {};
    }));
  };
  for (int i = 0; i < 10; ++i) answer(4);
  for (int i = 0; i < 9; ++i) answer(100);
  EXPECT_EQ(reliability("anna").slow_minutes(), 0u) << "too few";
  answer(90'000);
  EXPECT_EQ(reliability("anna").quick_minutes(), 5u) << "rounded up";
  EXPECT_EQ(reliability("anna").slow_minutes(), 120u) << "one that took months does not count for more";
  now += std::int64_t{400} * 24 * 3'600'000;
  EXPECT_EQ(reliability("anna").slow_minutes(), 0u) << "more than a year ago";
}

TEST_F(BesideStore, WhoIsShunned) {
  for (const char* id : {"anna", "bert", "clara"}) sign_up(id);
  shun("anna", "bert", true, false);
  shun("clara", "anna", true, true);
  EXPECT_THAT(avoided("anna"), ElementsAre("bert", "clara"));
  EXPECT_THAT(avoided("bert"), ElementsAre("anna"));
  const auto muted_by = [&](const std::string& who) {
    return value(await<std::vector<std::string>>([&](auto then) { store->muted_by(who, then); }));
  };
  EXPECT_THAT(muted_by("anna"), ElementsAre("clara"));
  shun("anna", "bert", false, true);
  EXPECT_THAT(avoided("bert"), IsEmpty());
  EXPECT_THAT(muted_by("bert"), ElementsAre("anna"));
  const auto all = value(await<std::vector<lobby::Shunned>>([&](auto then) { store->shunned("anna", then); }));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_TRUE(all[0].muted && !all[0].blocked);
  value(await<void>([&](auto then) { store->delete_account("bert", then); }));
  EXPECT_THAT(muted_by("bert"), IsEmpty());
  EXPECT_EQ(code(await<void>([&](auto then) {
              store->set_shunned("anna", {"bert", true, true}, then);
            })),
            RefusalCode::kNotFound);
}

TEST_F(BesideStore, CalendarsAndUsualOrders) {
  sign_up("anna");
  const auto calendar = [&] { return value(await<v1::MyCalendar>([&](auto then) { store->calendar("anna", then); })); };
  EXPECT_EQ(calendar().leaves_size(), 0);
  const lobby::CalendarChange leave = [](v1::MyCalendar& stored, std::int64_t) -> Result<void> {
    stored.add_leaves()->set_first_day(20261117);
    return {};
  };
  for (int i = 0; i < 2; ++i)
    value(await<v1::MyCalendar>([&](auto then) { store->change_calendar("anna", leave, then); }));
  reopen();
  EXPECT_EQ(calendar().leaves_size(), 2);

  v1::UsualOrders orders;
  orders.set_title("picket");
  orders.add_standing()->set_order(1);
  const auto keep = [&] {
    return value(await<v1::Usual>([&](auto then) { store->keep_usual("anna", orders, then); })).orders_size();
  };
  EXPECT_EQ(keep(), 1);
  EXPECT_EQ(keep(), 1);
  orders.set_seat(1);
  EXPECT_EQ(keep(), 2);
  orders.clear_standing();
  EXPECT_EQ(keep(), 1);
  EXPECT_EQ(value(await<v1::Usual>([&](auto then) { store->usual("anna", then); })).orders(0).seat(), 0u);
}

}  // namespace
}  // namespace wardroom::store
