// What can be played, and how two people find one another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/nonce.h"
#include "tests/lobby/finding.h"

namespace wardroom::testing {
namespace {

class Games : public Finding {
 protected:
  v1::ServerFrame quick_match(Client& client) {
    v1::ClientFrame frame;
    frame.mutable_quick_match()->set_title("picket");
    frame.mutable_quick_match()->set_scenario("small");
    return client.ask(std::move(frame));
  }
  static void await_found(Client& client) {
    client.catch_up();
    if (!client.found.empty()) return;
    client.line->await(
        [](const auto& frames) { return std::ranges::any_of(frames, &v1::ServerFrame::has_match_found); });
    client.catch_up();
  }

  static RigSettings settings(MemoryStore& store) {
    RigSettings settings = quick(store);
    settings.desk.open_matches_per_account = 3;
    settings.desk.running_matches_per_account = 2;
    settings.desk.new_matches_per_account = 9;
    settings.desk.attachments_per_connection = 2;
    const auto nobody = [](match::Chair) -> std::unique_ptr<match::Player> { return nullptr; };
    settings.players = {{"first", nobody}, {"Deep Blue", nobody, "chess"}};  // who does not know this title
    return settings;
  }

  MemoryStore store;
  Rig rig{store, settings(store)};
  std::unique_ptr<Client> anna = rig.guest("Anna");
  std::unique_ptr<Client> bert = rig.guest("Bert");
};

TEST_F(Games, TitlesAreListedWithTheirScenariosAndBots) {
  v1::ClientFrame frame;
  frame.mutable_list_titles();
  const v1::Titles titles = anna->ask(frame).titles();
  ASSERT_EQ(titles.titles_size(), 1);
  EXPECT_EQ(titles.titles(0).id(), "picket");
  EXPECT_EQ(titles.titles(0).seats_size(), 2);
  EXPECT_EQ(titles.titles(0).scenarios_size(), 2);
  EXPECT_EQ(titles.titles(0).data_hash(), picket_bundle().hash());
  ASSERT_EQ(titles.titles(0).boards_size(), 1);
  EXPECT_EQ(titles.titles(0).boards(0).id(), "sea");
  EXPECT_EQ(titles.titles(0).boards(0).kind(), v1::Board::GRID);
  EXPECT_FALSE(titles.titles(0).has_score_unit()) << "halves of a point";
  EXPECT_THAT(titles.opponents(), ::testing::ElementsAre("first"));
}

TEST_F(Games, WhatCannotBePlayedIsRefusedByName) {
  const auto refused = [&](const std::function<void(v1::CreateMatch&)>& change) {
    return create(*anna, change).refusal();
  };
  v1::Refusal refusal = refused([](auto& asked) { asked.set_title("chess"); });
  EXPECT_EQ(refusal.code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(refusal.reason().arguments(0).word(), "chess");
  refusal = refused([](auto& asked) { asked.set_scenario("huge"); });
  EXPECT_EQ(refusal.code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(refusal.reason().arguments(0).word(), "huge");
  refusal = refused([](auto& asked) { asked.add_options()->set_id("fog"); });
  EXPECT_EQ(refusal.code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(refusal.reason().arguments(0).word(), "fog");
  EXPECT_EQ(refused([](auto& asked) { asked.set_bot("Deep Blue"); }).code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(refused([](auto& asked) { asked.set_side(static_cast<v1::SideChoice>(7)); }).code(),
            v1::REFUSAL_CODE_MALFORMED);
  EXPECT_EQ(refused([](auto& asked) { asked.set_observer_delay(101); }).code(), v1::REFUSAL_CODE_TOO_MUCH);
  EXPECT_EQ(refused([](auto& asked) { asked.mutable_clock()->set_increment_seconds(3); }).code(),
            v1::REFUSAL_CODE_MALFORMED);
  EXPECT_EQ(list(*anna).matches_size(), 0);
}

TEST_F(Games, QuickPassesAreUsualWhereNoTwoPeoplePlay) {
  const auto quick = [&](const std::function<void(v1::CreateMatch&)>& change) {
    return create(*anna, change).match().quick_passes();
  };
  EXPECT_FALSE(quick([](auto&) {}));
  EXPECT_TRUE(quick([](auto& asked) { asked.set_quick_passes(true); }));
  EXPECT_TRUE(quick([](auto& asked) { asked.set_bot("first"); }));
  EXPECT_FALSE(quick([](auto& asked) {
    asked.set_bot("first");
    asked.set_quick_passes(false);
  }));
}

TEST_F(Games, APublicMatchIsFoundInTheListAndJoined) {
  const v1::MatchInfo made = rig.create(*anna);
  EXPECT_FALSE(made.invitation().empty());
  const v1::Matches open = list(*bert);
  ASSERT_EQ(open.matches_size(), 1);
  EXPECT_EQ(open.matches(0).seats(0).name(), "Anna");
  EXPECT_EQ(open.matches(0).seats(1).name(), "");
  EXPECT_TRUE(open.matches(0).invitation().empty()) << "the invitation is its players' own";
  EXPECT_EQ(open.matches(0).seed_commitment(), made.seed_commitment());
  const v1::MatchInfo joined = join(*bert, made.id()).match();
  EXPECT_EQ(joined.my_seat(), 1u);
  auto clara = rig.guest("Clara");
  EXPECT_EQ(list(*clara).matches_size(), 0) << "it waits for nonces, not for a player";
  bert->give_nonce(joined);
  EXPECT_EQ(anna->give_nonce(made).match().state(), v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(join(*bert, made.id()).match().my_seat(), 1u) << "once more changes nothing";
  EXPECT_EQ(join(*clara, made.id()).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  EXPECT_EQ(list(*clara).matches_size(), 0);
  EXPECT_EQ(list(*clara, [](auto& asked) { asked.set_running(true); }).matches_size(), 1);
  EXPECT_EQ(list(*clara, [](auto& asked) { asked.set_mine(true); }).matches_size(), 0);
  const v1::Matches mine = list(*bert, [](auto& asked) { asked.set_mine(true); });
  ASSERT_EQ(mine.matches_size(), 1);
  EXPECT_TRUE(mine.matches(0).my_turn());
}

TEST_F(Games, OnesOwnMatchIsNotJoinedASecondTime) {
  const v1::MatchInfo made = rig.create(*anna);
  EXPECT_EQ(join(*anna, made.id()).match().state(), v1::MATCH_STATE_OPEN);
}

TEST_F(Games, APrivateMatchIsReachedByItsInvitationOnly) {
  const v1::MatchInfo made = rig.create(*anna, [](auto& asked) { asked.set_is_private(true); });
  EXPECT_EQ(list(*bert).matches_size(), 0);
  EXPECT_EQ(join(*bert, made.id()).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(join(*bert, {}, "guessed").refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(join(*bert, {}, made.invitation()).match().my_seat(), 1u);
  EXPECT_EQ(join(*bert, {}, {}).refusal().code(), v1::REFUSAL_CODE_MALFORMED);
}

TEST_F(Games, SidesAreChosenOrDrawn) {
  EXPECT_EQ(create(*anna, [](auto& asked) { asked.set_side(v1::SIDE_CHOICE_SECOND); }).match().my_seat(), 1u);
  EXPECT_TRUE(create(*anna, [](auto& asked) { asked.set_side(v1::SIDE_CHOICE_RANDOM); }).match().has_my_seat());
}

TEST_F(Games, OnlyTheCreatorCancelsAndOnlyAnOpenMatch) {
  const v1::MatchInfo made = rig.create(*anna);
  v1::ClientFrame cancel;
  cancel.mutable_cancel_match()->set_match(made.id());
  EXPECT_EQ(bert->ask(cancel).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_TRUE(anna->ask(cancel).has_done());
  EXPECT_EQ(anna->ask(cancel).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(join(*bert, made.id()).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  const std::string begun = rig.begin(*anna, *bert);
  cancel.mutable_cancel_match()->set_match(begun);
  EXPECT_EQ(anna->ask(cancel).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
}

TEST_F(Games, OpenMatchesAreLimited) {
  for (int i = 0; i < 3; ++i) rig.create(*anna);
  EXPECT_EQ(create(*anna, [](auto&) {}).refusal().code(), v1::REFUSAL_CODE_TOO_MUCH);
  EXPECT_TRUE(create(*bert, [](auto&) {}).has_match());
}

TEST_F(Games, RunningMatchesAreLimited) {
  for (int i = 0; i < 2; ++i) rig.begin(*anna, *bert);
  const v1::Refusal refusal = create(*anna, [](auto&) {}).refusal();
  EXPECT_EQ(refusal.code(), v1::REFUSAL_CODE_TOO_MUCH);
  EXPECT_EQ(refusal.reason().id(), "refusal.too_many_running");
}

TEST_F(Games, MatchesMadeWithinAWhileAreLimited) {
  for (int i = 0; i < 9; ++i) {
    v1::ClientFrame cancel;
    cancel.mutable_cancel_match()->set_match(rig.create(*anna).id());
    ASSERT_TRUE(anna->ask(cancel).has_done());
  }
  EXPECT_EQ(create(*anna, [](auto&) {}).refusal().reason().id(), "refusal.too_many_new");
  EXPECT_TRUE(create(*bert, [](auto&) {}).has_match());
  store.pass(16 * 60 * 1000);
  EXPECT_TRUE(create(*anna, [](auto&) {}).has_match());
}

TEST_F(Games, ListsComeInPages) {
  std::vector<std::string> made;
  for (Client* client : {anna.get(), bert.get()}) {
    for (int i = 0; i < 3; ++i) made.insert(made.begin(), rig.create(*client).id());
  }
  std::vector<std::string> seen;
  std::string after;
  do {
    const v1::Matches page = list(*anna, [&](auto& asked) {
      asked.set_limit(4);
      asked.set_after(after);
    });
    for (const auto& match : page.matches()) seen.push_back(match.id());
    after = page.next();
  } while (!after.empty());
  EXPECT_EQ(seen, made);
}

TEST_F(Games, ARematchSwapsTheSidesAndIsKeptForTheOther) {
  const std::string match = rig.begin(*anna, *bert);
  EXPECT_EQ(rematch(*anna, match).refusal().code(), v1::REFUSAL_CODE_CONFLICT) << "it is not over";
  anna->about(&v1::ClientFrame::mutable_resign);
  auto clara = rig.guest("Clara");
  EXPECT_EQ(rematch(*clara, match).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);

  const v1::MatchInfo asked = rematch(*anna, match).match();
  EXPECT_EQ(asked.my_seat(), 1u);
  EXPECT_EQ(asked.state(), v1::MATCH_STATE_OPEN);
  EXPECT_EQ(rematch(*anna, match).match().id(), asked.id()) << "asking twice makes one match";
  bert->catch_up();
  EXPECT_EQ(bert->notices.back().match().rematch(), asked.id());
  EXPECT_EQ(join(*clara, asked.id()).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_EQ(list(*clara).matches_size(), 0);

  const v1::MatchInfo taken = rematch(*bert, match).match();
  EXPECT_EQ(taken.id(), asked.id());
  EXPECT_EQ(taken.my_seat(), 0u);
  EXPECT_TRUE(taken.nonce_wanted());
  EXPECT_EQ(taken.seats(1).nonce_hash(), nonce_hash(anna->nonce)) << "whoever asked for it sat first";
  EXPECT_EQ(taken.seats(0).nonce_hash(), "");
  EXPECT_EQ(taken.seed_commitment(), asked.seed_commitment());
  bert->give_nonce(taken);
  EXPECT_EQ(anna->give_nonce(asked).match().state(), v1::MATCH_STATE_PLAYING);
  EXPECT_FALSE(taken.is_private()) << "as public as the first";
}

TEST_F(Games, QuickMatchPairsTwoWaitingPeople) {
  EXPECT_TRUE(quick_match(*anna).has_waiting());
  EXPECT_TRUE(quick_match(*anna).has_waiting()) << "nobody is paired with himself";
  EXPECT_TRUE(quick_match(*bert).has_waiting());
  await_found(*anna);
  await_found(*bert);
  ASSERT_EQ(anna->found.size(), 1u);
  ASSERT_EQ(bert->found.size(), 1u);
  EXPECT_EQ(anna->found[0].id(), bert->found[0].id());
  EXPECT_NE(anna->found[0].my_seat(), bert->found[0].my_seat());
  EXPECT_FALSE(anna->found[0].nonce_wanted()) << "who waited sat first, with the hash of hers";
  EXPECT_EQ(bert->found[0].seats(static_cast<int>(anna->found[0].my_seat())).nonce_hash(), nonce_hash(anna->nonce));
  EXPECT_EQ(bert->found[0].seats(static_cast<int>(bert->found[0].my_seat())).nonce_hash(), "");
  EXPECT_TRUE(bert->found[0].nonce_wanted());
  bert->give_nonce(bert->found[0]);
  EXPECT_EQ(anna->give_nonce(anna->found[0]).match().state(), v1::MATCH_STATE_PLAYING);
  EXPECT_TRUE(anna->attach(anna->found[0].id()).update().has_menu());
}

TEST_F(Games, WhoCancelsOrHangsUpIsNotPaired) {
  v1::ClientFrame cancel;
  cancel.mutable_cancel_quick_match();
  EXPECT_EQ(anna->ask(cancel).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  quick_match(*anna);
  EXPECT_TRUE(anna->ask(cancel).has_done());
  auto clara = rig.guest("Clara");
  quick_match(*clara);
  clara->hang_up();
  auto dora = rig.guest("Dora");
  quick_match(*dora);
  quick_match(*bert);
  await_found(*bert);
  await_found(*dora);
  EXPECT_EQ(bert->found[0].id(), dora->found[0].id());
  EXPECT_TRUE(anna->found.empty());
}

TEST_F(Games, WhoeverSitsDownFirstGivesAHash) {
  EXPECT_EQ(create(*anna, [](auto& asked) { asked.set_nonce_hash("short"); }).refusal().reason().id(),
            "refusal.nonce_hash");
  v1::ClientFrame frame;
  frame.mutable_quick_match()->set_title("picket");
  frame.mutable_quick_match()->set_scenario("small");
  frame.mutable_quick_match()->set_nonce_hash("short");
  EXPECT_EQ(anna->ask(frame).refusal().reason().id(), "refusal.nonce_hash");
  const std::string match = rig.begin(*anna, *bert);
  anna->about(&v1::ClientFrame::mutable_resign);
  frame.mutable_rematch()->set_match(match);
  frame.mutable_rematch()->set_nonce_hash("short");
  EXPECT_EQ(anna->ask(frame).refusal().reason().id(), "refusal.nonce_hash");
  const v1::MatchInfo alone = create(*anna, [](auto& asked) {
                                asked.set_nonce_hash("short");
                                asked.set_bot("first");
                              }).match();
  EXPECT_EQ(alone.seats(0).nonce_hash() + alone.seats(1).nonce_hash(), "") << "none is needed against a bot";
}

TEST_F(Games, QuickMatchNeedsAScenario) {
  v1::ClientFrame frame;
  frame.mutable_quick_match()->set_title("picket");
  EXPECT_EQ(anna->ask(frame).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
}

TEST_F(Games, AConnectionFollowsOnlySoManyMatches) {
  std::vector<std::string> matches;
  for (int i = 0; i < 3; ++i) matches.push_back(rig.create(*anna).id());
  bert->attach(matches[0]);
  bert->attach(matches[1]);
  v1::ClientFrame frame;
  frame.mutable_attach()->set_match(matches[2]);
  EXPECT_EQ(bert->ask(frame).refusal().code(), v1::REFUSAL_CODE_TOO_MUCH);
  bert->attach(matches[1]);
  v1::ClientFrame detach;
  detach.mutable_detach()->set_match(matches[0]);
  bert->ask(detach);
  bert->attach(matches[2]);
}

}  // namespace
}  // namespace wardroom::testing
