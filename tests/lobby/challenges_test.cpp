// Matches that are meant for somebody, and what one is told before one sits down.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/lobby/finding.h"

namespace wardroom::testing {
namespace {

class Company : public Finding {
 protected:
  v1::ServerFrame create(Client& client, const std::function<void(v1::CreateMatch&)>& change) {
    return Finding::create(client, [&](v1::CreateMatch& asked) {
      asked.set_side(v1::SIDE_CHOICE_FIRST);
      change(asked);
    });
  }
  v1::MatchInfo challenge(Client& client, const std::string& name) {
    return create(client,
                  [&](auto& asked) {
                    asked.set_invited(name);
                    asked.set_is_private(true);
                  })
        .match();
  }
  v1::ServerFrame look_at(Client& client, const std::string& invitation) {
    v1::ClientFrame frame;
    frame.mutable_look_at_invitation()->set_invitation(invitation);
    return client.ask(std::move(frame));
  }
  v1::ServerFrame decline(Client& client, const std::string& match) {
    v1::ClientFrame frame;
    frame.mutable_decline_challenge()->set_match(match);
    return client.ask(std::move(frame));
  }
  v1::Challenges challenges(Client& client) {
    v1::ClientFrame frame;
    frame.mutable_list_challenges();
    return client.ask(std::move(frame)).challenges();
  }
  static v1::ServerFrame attach(Client& client, const std::string& match, const std::string& watch = {}) {
    v1::ClientFrame frame;
    frame.mutable_attach()->set_match(match);
    frame.mutable_attach()->set_watch(watch);
    return client.ask(std::move(frame));
  }
  // The newest frame of a kind that came unasked.
  static v1::ServerFrame told(Client& client, bool (v1::ServerFrame::*has)() const) {
    std::deque<v1::ServerFrame> frames = client.line->take();
    const auto newest = std::ranges::find_if(frames.rbegin(), frames.rend(), has);
    return newest == frames.rend() ? v1::ServerFrame() : *newest;
  }

  MemoryStore store;
  static RigSettings settings_of(MemoryStore& store) {
    RigSettings settings = quick(store);
    const auto nobody = [](match::Chair) -> std::unique_ptr<match::Player> { return nullptr; };
    settings.players = {{"first", nobody}};
    return settings;
  }

  RigSettings settings = settings_of(store);
  Rig rig{store, settings};
  std::unique_ptr<Client> anna = rig.guest("Anna");
  std::unique_ptr<Client> bert = rig.guest("Bert");
};

TEST_F(Company, AnInvitationSaysWhatItIsForBeforeOneAccepts) {
  const v1::MatchInfo made = create(*anna, [](auto& asked) {
                               asked.set_is_private(true);
                               asked.set_quick_passes(true);
                               asked.set_observer_delay(3);
                               asked.mutable_clock()->set_bank_seconds(600);
                             }).match();
  auto visitor = rig.connect();
  visitor->hello();
  const v1::MatchInfo seen = look_at(*visitor, made.invitation()).match();
  EXPECT_EQ(seen.id(), made.id());
  EXPECT_EQ(seen.title(), "picket");
  EXPECT_EQ(seen.scenario(), "small");
  EXPECT_EQ(seen.seats(static_cast<int>(seen.host())).name(), "Anna");
  EXPECT_EQ(seen.seats(1).name(), "") << "the seat one would take";
  EXPECT_EQ(seen.clock().bank_seconds(), 600u);
  EXPECT_TRUE(seen.quick_passes());
  EXPECT_EQ(seen.observer_delay(), 3u);
  EXPECT_FALSE(seen.has_my_seat());
  EXPECT_EQ(seen.invitation(), "") << "who has it needs it not";
  EXPECT_EQ(look_at(*visitor, "guessed").refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(look_at(*visitor, "").refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
}

TEST_F(Company, APrivateMatchIsWatchedByItsLinkOnly) {
  const std::string match = rig.begin(*anna, *bert, [](auto& asked) { asked.set_is_private(true); });
  const std::string watch = anna->look(match).watch();
  ASSERT_FALSE(watch.empty());
  EXPECT_EQ(watch, bert->look(match).watch());
  auto clara = rig.guest("Clara");
  EXPECT_EQ(attach(*clara, match).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(attach(*clara, match, "guessed").refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  const v1::ServerFrame seen = attach(*clara, match, watch);
  ASSERT_TRUE(seen.has_attached()) << seen.ShortDebugString();
  EXPECT_FALSE(seen.attached().update().has_menu());
  EXPECT_FALSE(seen.attached().match().has_my_seat());
  v1::ClientFrame history;
  history.mutable_history()->set_match(match);
  EXPECT_TRUE(clara->ask(history).has_history()) << "whoever watches may look back";
  v1::ClientFrame resign;
  resign.mutable_resign()->set_match(match);
  EXPECT_EQ(clara->ask(resign).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_EQ(join(*clara, match).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND) << "watching is not sitting";
  auto dora = rig.guest("Dora");
  EXPECT_EQ(dora->ask(history).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
}

TEST_F(Company, WhoeverIsChallengedIsToldAndAloneMayJoin) {
  const v1::MatchInfo made = challenge(*anna, "Bert");
  EXPECT_EQ(made.invited(), "Bert");
  const v1::Challenges pushed = told(*bert, &v1::ServerFrame::has_challenges).challenges();
  ASSERT_EQ(pushed.matches_size(), 1);
  EXPECT_TRUE(pushed.matches(0).for_me());
  EXPECT_EQ(pushed.matches(0).seats(0).name(), "Anna");
  EXPECT_EQ(challenges(*bert).SerializeAsString(), pushed.SerializeAsString()) << "and later, whenever he asks";
  EXPECT_EQ(challenges(*anna).matches_size(), 0);

  auto clara = rig.guest("Clara");
  EXPECT_EQ(join(*clara, made.id()).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(join(*clara, {}, made.invitation()).refusal().reason().id(), "refusal.for_another");
  EXPECT_EQ(list(*clara, [](auto& asked) { asked.set_open(true); }).matches_size(), 0);
  EXPECT_EQ(decline(*clara, made.id()).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);

  EXPECT_TRUE(attach(*bert, made.id()).has_attached()) << "he may look at it";
  const v1::MatchInfo joined = join(*bert, made.id()).match();
  EXPECT_EQ(joined.my_seat(), 1u);
  EXPECT_FALSE(joined.for_me());
  EXPECT_EQ(told(*bert, &v1::ServerFrame::has_challenges).challenges().matches_size(), 0);
  const v1::MatchNews news = told(*anna, &v1::ServerFrame::has_match_news).match_news();
  EXPECT_EQ(news.kind(), v1::MatchNews::JOINED);
  EXPECT_EQ(news.match().seats(1).name(), "Bert");
  EXPECT_EQ(decline(*bert, made.id()).refusal().reason().id(), "refusal.already_answered");

  bert->give_nonce(joined);
  const v1::MatchNews open = told(*anna, &v1::ServerFrame::has_match_news).match_news();
  EXPECT_TRUE(open.match().nonce_wanted()) << "she opens her part wherever she is";
  EXPECT_EQ(anna->give_nonce(open.match()).match().state(), v1::MATCH_STATE_PLAYING);
}

TEST_F(Company, ADeclinedChallengeIsSeenByBoth) {
  const v1::MatchInfo made = challenge(*anna, "Bert");
  attach(*anna, made.id());
  EXPECT_TRUE(decline(*bert, made.id()).has_done());
  EXPECT_EQ(challenges(*bert).matches_size(), 0);
  const v1::MatchNews news = told(*anna, &v1::ServerFrame::has_match_news).match_news();
  EXPECT_EQ(news.kind(), v1::MatchNews::DECLINED);
  EXPECT_EQ(news.match().ending().verdict().id(), "verdict.declined");
  const v1::Matches over = list(*anna, [](auto& asked) {
    asked.set_mine(true);
    asked.set_over(true);
  });
  ASSERT_EQ(over.matches_size(), 1);
  EXPECT_EQ(over.matches(0).ending().verdict().id(), "verdict.declined");
  EXPECT_EQ(join(*bert, made.id()).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
}

TEST_F(Company, AChallengeThatIsTakenBackGoesAway) {
  const v1::MatchInfo made = challenge(*anna, "Bert");
  v1::ClientFrame cancel;
  cancel.mutable_cancel_match()->set_match(made.id());
  EXPECT_TRUE(anna->ask(cancel).has_done());
  const v1::ServerFrame now = told(*bert, &v1::ServerFrame::has_challenges);
  EXPECT_TRUE(now.has_challenges());
  EXPECT_EQ(now.challenges().matches_size(), 0);
}

TEST_F(Company, OnlySomebodyElseWhoIsKnownCanBeChallenged) {
  const auto refused = [&](const std::string& name, const std::string& bot = {}) {
    return create(*anna,
                  [&](auto& asked) {
                    asked.set_invited(name);
                    asked.set_bot(bot);
                  })
        .refusal()
        .reason()
        .id();
  };
  EXPECT_EQ(refused("Nobody"), "refusal.nobody_of_name");
  EXPECT_EQ(refused("Anna"), "refusal.challenge_self");
  auto second = rig.guest("Bert");
  EXPECT_EQ(refused("Bert"), "refusal.several_of_name");
  auto dora = rig.connect();
  dora->sign_up("Dora", "a long enough password");
  dora->hang_up();
  const v1::MatchInfo made = challenge(*anna, "dora");
  EXPECT_EQ(made.invited(), "Dora") << "an account is found by its name, here or not";
}

TEST_F(Company, ARematchFindsTheOtherWhereverHeIs) {
  const std::string match = rig.begin(*anna, *bert);
  anna->about(&v1::ClientFrame::mutable_resign);
  v1::ClientFrame detach;
  detach.mutable_detach()->set_match(match);
  bert->ask(detach);
  bert->line->take();
  const v1::MatchInfo again = rematch(*anna, match).match();
  EXPECT_EQ(again.invited(), "Bert");
  ASSERT_EQ(told(*bert, &v1::ServerFrame::has_challenges).challenges().matches_size(), 1);
  auto later = rig.back(bert->token);
  ASSERT_EQ(challenges(*later).matches_size(), 1) << "and when he comes back";

  EXPECT_TRUE(decline(*later, again.id()).has_done());
  anna->catch_up();
  ASSERT_EQ(anna->chat.size(), 2u);
  EXPECT_EQ(anna->chat[0].offer().kind(), v1::OFFER_KIND_REMATCH);
  EXPECT_EQ(anna->chat[0].offer().deed(), v1::OFFER_DEED_MADE);
  EXPECT_EQ(anna->chat[1].name(), "Bert");
  EXPECT_EQ(anna->chat[1].offer().deed(), v1::OFFER_DEED_DECLINED);

  const v1::MatchInfo third = rematch(*anna, match).match();
  EXPECT_NE(third.id(), again.id()) << "what was declined can be asked for again";
  EXPECT_EQ(join(*later, third.id()).match().my_seat(), 0u);
  anna->catch_up();
  EXPECT_EQ(anna->chat.back().offer().deed(), v1::OFFER_DEED_AGREED);
  EXPECT_EQ(attach(*bert, match).attached().chat_size(), 4) << "it is kept with what was said";
}

TEST_F(Company, WhoeverWaitsForAnyoneIsSeenByVisitors) {
  v1::ClientFrame quick;
  quick.mutable_quick_match()->set_title("picket");
  quick.mutable_quick_match()->set_scenario("small");
  anna->ask(quick);
  auto visitor = rig.connect();
  visitor->hello();
  const auto open = [](auto& asked) { asked.set_open(true); };
  v1::Matches seen;
  while (seen.waiting_size() == 0) seen = list(*visitor, open);  // he enters after his answer
  ASSERT_EQ(seen.waiting_size(), 1);
  EXPECT_EQ(seen.waiting(0).name(), "Anna");
  EXPECT_EQ(seen.waiting(0).scenario(), "small");
  EXPECT_FALSE(seen.waiting(0).me());
  EXPECT_TRUE(list(*anna, open).waiting(0).me());
  anna->hang_up();
  EXPECT_EQ(list(*visitor, open).waiting_size(), 0);
}

TEST_F(Company, AGameAgainstABotThatWasLeftIsNotBeingPlayed) {
  const auto against_bot = [&](bool is_private) {
    const v1::MatchInfo made = create(*anna, [&](auto& asked) {
                                 asked.set_bot("first");
                                 asked.set_is_private(is_private);
                               }).match();
    EXPECT_EQ(anna->give_nonce(made).match().state(), v1::MATCH_STATE_PLAYING);
  };
  const auto running = [](auto& asked) { asked.set_running(true); };
  against_bot(false);
  against_bot(true);
  EXPECT_EQ(list(*bert, running).matches_size(), 1) << "a match against a bot may be private";
  rig.begin(*anna, *bert);
  auto clara = rig.guest("Clara");
  EXPECT_EQ(list(*clara, running).matches_size(), 2);
  store.pass(settings.host.lies_after.count() + 1);
  EXPECT_EQ(list(*clara, running).matches_size(), 1) << "between people one waits for the other";
  const v1::Matches mine = list(*anna, [](auto& asked) {
    asked.set_mine(true);
    asked.set_running(true);
  });
  EXPECT_EQ(mine.matches_size(), 3) << "they are hers still";
}

}  // namespace
}  // namespace wardroom::testing
