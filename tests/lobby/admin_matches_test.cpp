// What a host does to matches: those that cannot go on are listed and repaired, and nothing else happens without both
// players.
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/lobby/administered.h"
#include "tests/match/life.h"

namespace wardroom::testing {
namespace {

using v1::Administer;

class AdminMatches : public Administered {
 protected:
  AdminMatches() : AdminMatches(std::make_shared<Fragile>()) {}
  explicit AdminMatches(std::shared_ptr<Fragile> title)
      : Administered([&](RigSettings& settings) {
          settings.title = title;
          settings.narrows = true;
        }),
        fragile(std::move(title)) {}
  void begin(const std::function<void(v1::CreateMatch&)>& change = {}) {
    anna = account("Anna");
    bert = account("Bert");
    match = rig->begin(*anna, *bert, change);
  }
  v1::Administered troubled() {
    return done([](Administer& asked) { asked.mutable_troubled(); });
  }
  Fill repair() {
    return [this](Administer& asked) { asked.mutable_repair()->set_match(match); };
  }
  Fill rewind() {
    return [this](Administer& asked) { asked.mutable_rewind()->set_match(match); };
  }
  Fill verdict(std::optional<std::uint32_t> winner) {
    return [this, winner](Administer& asked) {
      asked.mutable_adjudicate()->set_match(match);
      if (winner) asked.mutable_adjudicate()->set_winner(*winner);
    };
  }
  v1::MatchState state() {
    anna->catch_up();
    bert->catch_up();
    EXPECT_EQ(anna->seen.state(), bert->seen.state());
    return anna->seen.state();
  }

  std::shared_ptr<Fragile> fragile;
  std::unique_ptr<Client> anna, bert;
  std::string match;
};

TEST_F(AdminMatches, AParkedMatchIsListedWithItsReasonAndRepaired) {
  begin([](v1::CreateMatch& create) { create.set_is_private(true); });
  EXPECT_EQ(troubled().matches_size(), 0);
  EXPECT_EQ(refused(repair()), "refusal.admin.not_parked");
  fragile->breaks = 1;
  anna->act(anna->seen.menu().items(0).action());
  ASSERT_EQ(state(), v1::MATCH_STATE_PARKED);
  const v1::Administered list = troubled();
  ASSERT_EQ(list.matches_size(), 1) << "private ones, too";
  EXPECT_EQ(list.matches(0).match().id(), match);
  EXPECT_EQ(list.matches(0).why().id(), "admin.why.parked");
  EXPECT_FALSE(list.matches(0).match().has_my_seat());
  EXPECT_EQ(list.matches(0).match().watch(), "");
  EXPECT_EQ(refused(rewind()), "refusal.match_parked");

  done(repair());
  ASSERT_EQ(state(), v1::MATCH_STATE_PLAYING);
  for (Client* client : {anna.get(), bert.get()}) {
    ASSERT_FALSE(client->chat.empty());
    EXPECT_EQ(client->chat.back().offer().kind(), v1::OFFER_KIND_REPAIR);
    EXPECT_EQ(told(*client).acts(0).what(), "repair");
    EXPECT_EQ(told(*client).acts(0).match(), match);
  }
  std::mt19937 random(3);
  play(*anna, *bert, 10'000, random);
  EXPECT_EQ(state(), v1::MATCH_STATE_OVER) << "as if nothing had happened";
  EXPECT_EQ(troubled().matches_size(), 0);
}

TEST_F(AdminMatches, AMatchThatCannotBeLoadedIsSaidToBeSo) {
  begin();
  fragile->breaks = 1'000'000;
  anna->act(anna->seen.menu().items(0).action());
  ASSERT_EQ(troubled().matches_size(), 1);
  EXPECT_EQ(troubled().matches(0).why().id(), "admin.why.does_not_load");
  EXPECT_EQ(refused(repair()), "refusal.admin.does_not_load");
  EXPECT_EQ(refused(verdict(0)), "refusal.admin.match_lost");
  done([](Administer& asked) { asked.mutable_delete_account()->set_name("Anna"); });
  fragile->breaks = 0;
  done(repair());
  EXPECT_EQ(bert->attach(match).match().state(), v1::MATCH_STATE_PLAYING) << "when it can be";
}

TEST_F(AdminMatches, WhatCannotBeKeptInTheLogIsNotDone) {
  begin();
  SQLite::Database file(folder.file().string(), SQLite::OPEN_READWRITE);
  file.setBusyTimeout(5000);
  file.exec("CREATE TRIGGER no_log BEFORE INSERT ON host_acts BEGIN SELECT RAISE(ABORT, 'full'); END");
  EXPECT_NE(refused(verdict(1)), "");
  EXPECT_EQ(reason(answer_offer(*anna, match, v1::OFFER_KIND_VERDICT, true)), "refusal.no_offer");
  fragile->breaks = 1;
  anna->act(anna->seen.menu().items(0).action());
  EXPECT_NE(refused(repair()), "");
  EXPECT_EQ(state(), v1::MATCH_STATE_PARKED);
  file.exec("DROP TRIGGER no_log");
  EXPECT_EQ(told(*anna).acts_size(), 0);
  done(repair());
  EXPECT_EQ(state(), v1::MATCH_STATE_PLAYING);
  done(verdict(1));
  ASSERT_EQ(told(*anna).acts_size(), 2);
  EXPECT_EQ(told(*anna).acts(0).what(), "adjudicate");
  EXPECT_EQ(told(*anna).acts(0).reason(), "Because.");
  EXPECT_GT(told(*anna).acts(0).time_ms(), 0);
}

TEST_F(AdminMatches, AVerdictNeedsBothPlayers) {
  begin();
  done(verdict(1));
  ASSERT_EQ(state(), v1::MATCH_STATE_PLAYING);
  for (Client* client : {anna.get(), bert.get()}) {
    ASSERT_EQ(client->notices.back().offers_size(), 1);
    EXPECT_EQ(client->notices.back().offers(0).seat(), 2u);
    EXPECT_EQ(client->chat.back().offer().terms().winner(), 1u);
  }
  EXPECT_TRUE(answer_offer(*anna, match, v1::OFFER_KIND_VERDICT, true).has_done());
  EXPECT_EQ(reason(answer_offer(*anna, match, v1::OFFER_KIND_VERDICT, true)), "refusal.no_offer") << "once";
  ASSERT_EQ(state(), v1::MATCH_STATE_PLAYING);
  EXPECT_TRUE(answer_offer(*bert, match, v1::OFFER_KIND_VERDICT, false).has_done());
  state();
  EXPECT_EQ(bert->notices.back().offers_size(), 0);
  EXPECT_EQ(reason(answer_offer(*bert, match, v1::OFFER_KIND_VERDICT, true)), "refusal.no_offer");

  done(verdict(1));
  EXPECT_TRUE(anna->act(anna->seen.menu().items(0).action()).has_acted()) << "they play on meanwhile";
  EXPECT_TRUE(answer_offer(*bert, match, v1::OFFER_KIND_VERDICT, true).has_done());
  EXPECT_TRUE(answer_offer(*anna, match, v1::OFFER_KIND_VERDICT, true).has_done());
  ASSERT_EQ(state(), v1::MATCH_STATE_OVER);
  EXPECT_EQ(anna->seen.ending().kind(), v1::ENDING_KIND_ADJUDICATED);
  EXPECT_EQ(anna->seen.ending().winner(), 1u);
  EXPECT_EQ(refused(verdict(1)), "refusal.match_over");
}

TEST_F(AdminMatches, AMatchIsTakenBackToWhereItsPartBeganIfBothAgree) {
  begin([](v1::CreateMatch& create) {
    create.set_title("narrows");
    create.set_scenario("convoy");
  });
  EXPECT_EQ(refused(rewind()), "refusal.admin.no_part") << "nothing has been shown since it began";
  const std::string beginning = anna->seen.menu().prompt().id();
  for (int i = 0; i < 100 && !refused(rewind()).empty(); ++i) {
    Client& client = anna->asked() ? *anna : *bert;
    ASSERT_TRUE(client.asked());
    ASSERT_TRUE(client.act(client.seen.menu().items(0).action()).has_acted());
  }
  anna->catch_up();
  EXPECT_EQ(anna->chat.back().offer().point().id(), "narrows.chapter.day");
  EXPECT_TRUE(answer_offer(*anna, match, v1::OFFER_KIND_REWIND, true).has_done());
  const std::uint64_t epoch = bert->seen.epoch();
  EXPECT_TRUE(answer_offer(*bert, match, v1::OFFER_KIND_REWIND, true).has_done());
  state();
  EXPECT_GT(bert->seen.epoch(), epoch) << "rolled anew from there";
  EXPECT_EQ(anna->seen.menu().prompt().id(), beginning);
  std::mt19937 random(5);
  play(*anna, *bert, 10'000, random);
  EXPECT_EQ(state(), v1::MATCH_STATE_OVER);
}

}  // namespace
}  // namespace wardroom::testing
