// What a host does to accounts: done at once, kept in the log, told to whom it concerns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/lobby/administered.h"

namespace wardroom::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using v1::Administer;

class AdminAccounts : public Administered {
 protected:
  AdminAccounts() : Administered([](RigSettings& settings) { settings.players = {{"captain", nullptr}}; }) {}

  std::vector<std::string> log_of(const std::string& name = {}) {
    std::vector<std::string> lines;
    const v1::Administered answered = done([&](Administer& asked) { asked.mutable_log()->set_name(name); });
    for (const v1::HostAct& act : answered.log())
      lines.push_back((act.by().empty() ? "host" : act.by()) + " " + act.what() + " " + act.name());
    return lines;
  }
};

TEST_F(AdminAccounts, WhoeverIsBannedIsOutAtOnceAndIsToldWhyWhenHeSignsIn) {
  auto anna = account("Anna");
  done([](Administer& asked) { asked.mutable_ban()->set_name("anna"); });
  EXPECT_EQ(anna->line->closed(), v1::REFUSAL_CODE_SIGNED_OUT);
  EXPECT_EQ(reason(sign_in("Anna")), "refusal.banned");
  EXPECT_FALSE(rig->connect()->hello(anna->token).welcome().has_signed_in());
  done([](Administer& asked) { asked.mutable_lift_ban()->set_name("Anna"); });
  EXPECT_EQ(sign_in("Anna").signed_in().unread(), 2u);
  EXPECT_EQ(refused([](Administer& asked) { asked.mutable_lift_ban()->set_name("Anna"); }),
            "refusal.admin.nothing_to_lift");
  EXPECT_EQ(refused([](Administer& asked) { asked.mutable_ban()->set_name("Nobody"); }), "refusal.nobody_of_name");
  EXPECT_THAT(log_of(), ElementsAre("host lift_ban Anna", "host ban Anna")) << "what was refused is not in it";
}

TEST_F(AdminAccounts, AGuestWhoIsHereIsBannedAsWell) {
  auto guest = rig->guest("Somebody");
  done([](Administer& asked) { asked.mutable_ban()->set_name("Somebody"); });
  EXPECT_EQ(guest->line->closed(), v1::REFUSAL_CODE_SIGNED_OUT);
  EXPECT_FALSE(rig->connect()->hello(guest->token).welcome().has_signed_in());
}

TEST_F(AdminAccounts, SignedOutMeansEverywhereAndProgramsToo) {
  auto anna = account("Anna");
  v1::ClientFrame token;
  token.mutable_create_token()->set_name("script");
  token.mutable_create_token()->add_scopes(v1::TOKEN_SCOPE_PLAY);
  const std::string secret = anna->ask(token).tokens().secret();
  ASSERT_FALSE(secret.empty());
  done([](Administer& asked) { asked.mutable_sign_out()->set_name("Anna"); });
  EXPECT_EQ(anna->line->closed(), v1::REFUSAL_CODE_SIGNED_OUT);
  v1::ClientFrame mine;
  mine.mutable_list_sessions();
  EXPECT_EQ(anna->ask(mine).refusal().code(), v1::REFUSAL_CODE_SIGNED_OUT);
  EXPECT_FALSE(rig->connect()->hello(anna->token).welcome().has_signed_in());
  EXPECT_EQ(reason(rig->connect()->hello(secret)), "refusal.no_such_personal_token");
  EXPECT_TRUE(sign_in("Anna").has_signed_in());
}

TEST_F(AdminAccounts, WhoeverIsMutedSaysNothingUntilThen) {
  auto anna = account("Anna"), bert = account("Bert");
  const std::string match = rig->begin(*anna, *bert);
  const auto mute = [&](std::int64_t until_ms) {
    return [until_ms](Administer& asked) {
      asked.mutable_mute()->set_name("Anna");
      asked.mutable_mute()->set_until_ms(until_ms);
    };
  };
  EXPECT_EQ(refused(mute(now)), "refusal.admin.mute_until");
  done(mute(now + 3 * kDayMs));
  const v1::ServerFrame silenced = say(*anna, match);
  EXPECT_EQ(silenced.refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_EQ(reason(silenced), "refusal.muted");
  EXPECT_EQ(silenced.refusal().reason().arguments(0).number(), 72);
  EXPECT_TRUE(say(*bert, match).has_done());
  EXPECT_TRUE(anna->act(anna->seen.menu().items(0).action()).has_acted()) << "she plays on";
  now += 3 * kDayMs;
  EXPECT_TRUE(say(*anna, match).has_done());
  done(mute(now + kDayMs));
  done([](Administer& asked) { asked.mutable_unmute()->set_name("Anna"); });
  EXPECT_TRUE(say(*anna, match).has_done());
}

TEST_F(AdminAccounts, ANewNameIsHeldToTheRulesAndSeenAtOnce) {
  auto anna = account("Anna"), bert = account("Bert");
  const std::string match = rig->begin(*anna, *bert);
  const auto rename = [](const char* to) {
    return [to](Administer& asked) {
      asked.mutable_rename()->set_name("Anna");
      asked.mutable_rename()->set_to(to);
    };
  };
  EXPECT_EQ(refused(rename("Bert")), "refusal.name_taken");
  EXPECT_EQ(refused(rename("Bеrt")), "refusal.name_taken") << "a Cyrillic e";
  EXPECT_EQ(refused(rename("captain")), "refusal.name_taken");
  EXPECT_EQ(refused(rename("x")), "refusal.name_length");
  done(rename("Clara"));
  const auto knows_clara = [](const v1::ServerFrame& frame) {
    const v1::MatchInfo& info = frame.notice().match();
    return info.seats_size() > 0 && info.seats(0).name() == "Clara";
  };
  bert->line->await([&](const auto& frames) { return std::ranges::any_of(frames, knows_clara); });
  EXPECT_EQ(anna->line->closed(), v1::REFUSAL_CODE_UNAVAILABLE) << "she comes back, and is Clara";
  EXPECT_EQ(rig->connect()->hello(anna->token).welcome().signed_in().name(), "Clara");
  EXPECT_TRUE(sign_in("Clara").has_signed_in());
  EXPECT_EQ(reason(sign_in("Anna")), "refusal.wrong_password");
  auto clara = rig->back(anna->token);
  EXPECT_EQ(told(*clara).acts(0).before(), "Anna");
}

TEST_F(AdminAccounts, WhomItConcernsIsToldAtOnceAndWhenHeNextComes) {
  auto anna = account("Anna"), bert = account("Bert");
  take_factor(*anna);
  done([](Administer& asked) {
    asked.mutable_end_factor()->set_name("Anna");
    asked.set_reason("Her phone is at the bottom of the sea.");
  });
  anna->line->await([](const std::deque<v1::ServerFrame>& frames) {
    return std::ranges::any_of(frames, [](const v1::ServerFrame& frame) { return frame.has_host_acts(); });
  });
  EXPECT_EQ(rig->connect()->hello(anna->token).welcome().signed_in().unread(), 1u);
  const v1::HostActs acts = told(*anna);
  ASSERT_EQ(acts.acts_size(), 1);
  EXPECT_EQ(acts.acts(0).what(), "end_factor");
  EXPECT_EQ(acts.acts(0).reason(), "Her phone is at the bottom of the sea.");
  EXPECT_EQ(acts.acts(0).by(), "");
  EXPECT_TRUE(acts.acts(0).unread());
  EXPECT_FALSE(told(*anna).acts(0).unread()) << "she has read it";
  EXPECT_EQ(sign_in("Anna").signed_in().unread(), 0u) << "without a code";
  EXPECT_EQ(told(*bert).acts_size(), 0);
}

TEST_F(AdminAccounts, OverAConnectionOnlyWithTheRightAndASecondFactor) {
  auto anna = account("Anna"), bert = account("Bert"), clara = account("Clara");
  const auto ban = [](const char* whom) { return [whom](Administer& asked) { asked.mutable_ban()->set_name(whom); }; };
  EXPECT_EQ(reason(over(*anna, ban("Bert"))), "refusal.admin.not_yours");
  EXPECT_EQ(reason(over(*greeted(), ban("Bert"))), "refusal.sign_in_first");
  take_factor(*anna);
  EXPECT_EQ(reason(over(*anna, ban("Bert"))), "refusal.admin.not_yours");
  for (const char* name : {"Anna", "Clara"}) done([&](Administer& asked) { asked.mutable_grant()->set_name(name); });
  EXPECT_EQ(reason(over(*clara, ban("Bert"))), "refusal.admin.factor_first");
  EXPECT_EQ(reason(over(*clara, [](Administer& asked) { asked.mutable_log(); })), "refusal.admin.factor_first");
  EXPECT_TRUE(rig->connect()->hello(anna->token).welcome().signed_in().admin());
  EXPECT_FALSE(rig->connect()->hello(bert->token).welcome().signed_in().admin());

  EXPECT_EQ(reason(over(*anna, ban("Clara"))), "refusal.admin.hosts_alone") << "another admin";
  EXPECT_EQ(reason(over(*anna, [](Administer& asked) { asked.mutable_grant()->set_name("Bert"); })),
            "refusal.admin.hosts_alone");
  EXPECT_TRUE(over(*anna, ban("Bert")).has_administered());
  EXPECT_EQ(bert->line->closed(), v1::REFUSAL_CODE_SIGNED_OUT);
  EXPECT_THAT(log_of("Bert"), ElementsAre("Anna ban Bert"));
  done([](Administer& asked) { asked.mutable_revoke()->set_name("Anna"); });
  EXPECT_EQ(reason(over(*anna, ban("Clara"))), "refusal.admin.not_yours");
  EXPECT_EQ(refused([](Administer& asked) { asked.mutable_revoke()->set_name("Anna"); }),
            "refusal.admin.nothing_to_lift");
}

TEST_F(AdminAccounts, AnAccountThatIsDeletedLeavesItsMatchesWithoutAName) {
  auto anna = account("Anna"), bert = account("Bert");
  const std::string match = rig->begin(*anna, *bert);
  say(*anna, match);
  done([](Administer& asked) { asked.mutable_sign_out()->set_name("Anna"); });
  done([](Administer& asked) { asked.mutable_delete_account()->set_name("Anna"); });
  EXPECT_EQ(reason(sign_in("Anna")), "refusal.wrong_password");
  const v1::Attached over = bert->attach(match);
  EXPECT_EQ(over.match().state(), v1::MATCH_STATE_OVER);
  EXPECT_EQ(over.match().ending().kind(), v1::ENDING_KIND_RESIGNED);
  EXPECT_EQ(over.match().seats(0).name(), "");
  EXPECT_EQ(over.chat(0).name(), "");
  EXPECT_THAT(log_of(), ElementsAre("host delete_account ", "host sign_out "));
  const auto log = done([](Administer& asked) { asked.mutable_log(); });
  EXPECT_EQ(log.log(0).reason(), "Because.");
  EXPECT_EQ(log.log(1).reason(), "") << "what was said of her has gone with her";
}

TEST_F(AdminAccounts, WhatIsHandedOverLeavesOutWhatIsSaidInMatchesThatGoOn) {
  auto anna = account("Anna"), bert = account("Bert");
  const std::string match = rig->begin(*anna, *bert);
  say(*anna, match);
  const auto json = [&] {
    return done([](Administer& asked) { asked.mutable_export_data()->set_name("Anna"); }).json();
  };
  EXPECT_THAT(json(), AllOf(HasSubstr("\"name\":\"Anna\""), HasSubstr(match), Not(HasSubstr("hello")),
                            Not(HasSubstr("my_seat")), Not(HasSubstr("my_turn"))));
  anna->about(&v1::ClientFrame::mutable_resign);
  EXPECT_THAT(json(), HasSubstr("hello"));
  EXPECT_THAT(json(), HasSubstr("export_data")) << "what the host has done is among it";
  EXPECT_EQ(told(*anna).acts_size(), 3);
}

TEST_F(AdminAccounts, TheLogHasPagesAndAReasonHasBounds) {
  account("Anna");
  for (int i = 0; i < 5; ++i) done([](Administer& asked) { asked.mutable_sign_out()->set_name("Anna"); });
  const auto page = [&](std::uint64_t before) {
    return done([&](Administer& asked) {
      asked.mutable_log()->set_limit(3);
      asked.mutable_log()->set_before(before);
    });
  };
  const v1::Administered first = page(0);
  ASSERT_EQ(first.log_size(), 3);
  EXPECT_EQ(page(std::stoull(first.next())).log_size(), 2);
  EXPECT_EQ(refused([](Administer& asked) {
              asked.mutable_sign_out()->set_name("Anna");
              asked.set_reason(std::string(501, 'x'));
            }),
            "refusal.admin.reason");
  EXPECT_EQ(refused([](Administer&) {}), "refusal.unknown_request");
}

}  // namespace
}  // namespace wardroom::testing
