// How people stand to each other: whom one does not want to meet, and whose words one does not want to read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/lobby/finding.h"

namespace wardroom::testing {
namespace {

class Acquaintances : public Finding {
 protected:
  v1::ServerFrame set(Client& client, const std::string& name, bool blocked, bool muted) {
    v1::ClientFrame frame;
    frame.mutable_set_blocked()->set_name(name);
    frame.mutable_set_blocked()->set_blocked(blocked);
    frame.mutable_set_blocked()->set_muted(muted);
    return client.ask(std::move(frame));
  }
  static v1::ServerFrame ask(Client& client, const std::string& name) {
    v1::ClientFrame frame;
    frame.mutable_ask_person()->set_name(name);
    return client.ask(std::move(frame));
  }
  static v1::ServerFrame say(Client& client, const std::string& match, const std::string& text) {
    v1::ClientFrame frame;
    frame.mutable_say()->set_match(match);
    frame.mutable_say()->set_text(text);
    return client.ask(std::move(frame));
  }
  static v1::ServerFrame quick_match(Client& client) {
    v1::ClientFrame frame;
    frame.mutable_quick_match()->set_title("picket");
    frame.mutable_quick_match()->set_scenario("small");
    return client.ask(std::move(frame));
  }
  static std::string why(const v1::ServerFrame& frame) { return frame.refusal().reason().id(); }

  MemoryStore store;
  Rig rig{store, quick(store)};
  std::unique_ptr<Client> anna = rig.guest("Anna");
  std::unique_ptr<Client> bert = rig.guest("Bert");
};

TEST_F(Acquaintances, WhoIsBlockedIsNotMetAndNotToldWhy) {
  EXPECT_TRUE(set(*anna, "Bert", true, false).person().blocked());
  EXPECT_TRUE(ask(*anna, "Bert").person().blocked());
  EXPECT_FALSE(ask(*bert, "Anna").person().blocked()) << "whom she blocks is hers alone";
  const std::string refused = "refusal.not_with_this_player";
  const v1::MatchInfo open = rig.create(*anna);
  EXPECT_EQ(why(join(*bert, open.id())), refused);
  EXPECT_EQ(why(join(*bert, {}, open.invitation())), refused);
  const auto challenge = [](const std::string& name) {
    return [name](v1::CreateMatch& asked) {
      asked.set_invited(name);
      asked.set_is_private(true);
    };
  };
  EXPECT_EQ(why(create(*bert, challenge("Anna"))), refused);
  EXPECT_EQ(why(create(*anna, challenge("Bert"))), refused) << "nor does she meet him";
  EXPECT_FALSE(set(*anna, "Bert", false, false).person().blocked());
  EXPECT_TRUE(join(*bert, open.id()).has_match());
}

TEST_F(Acquaintances, APrivateMatchDoesNotExistForWhoIsBlockedEither) {
  set(*anna, "Bert", true, false);
  const v1::MatchInfo open = rig.create(*anna, [](v1::CreateMatch& create) { create.set_is_private(true); });
  EXPECT_EQ(why(join(*bert, open.id())), "refusal.no_such_match");
}

TEST_F(Acquaintances, WhoIsBlockedIsNotPairedAndOthersAre) {
  set(*anna, "Bert", true, false);
  auto clara = rig.guest("Clara");
  v1::ClientFrame open;
  open.mutable_list_matches()->set_open(true);
  const auto waits = [&](auto& who, int as) {  // he enters after his answer
    EXPECT_TRUE(quick_match(who).has_waiting());
    while (clara->ask(open).matches().waiting_size() < as) continue;
  };
  waits(*anna, 1);
  waits(*bert, 2);
  EXPECT_TRUE(quick_match(*clara).has_waiting());
  const auto found = [](const auto& frames) { return std::ranges::any_of(frames, &v1::ServerFrame::has_match_found); };
  clara->line->await(found);
  anna->line->await(found);
  bert->catch_up();
  EXPECT_TRUE(bert->found.empty()) << "Anna had waited longer, and he does not meet her";
}

TEST_F(Acquaintances, ARematchIsAChallengeToo) {
  const std::string match = rig.begin(*anna, *bert);
  anna->about(&v1::ClientFrame::mutable_resign);
  set(*anna, "Bert", true, false);
  EXPECT_EQ(why(rematch(*bert, match)), "refusal.not_with_this_player");
}

TEST_F(Acquaintances, WhoIsMutedIsNotHeardAndHisOffersAre) {
  const std::string match = rig.begin(*anna, *bert);
  set(*anna, "Bert", false, true);
  EXPECT_TRUE(say(*bert, match, "loser").has_done());
  bert->about(&v1::ClientFrame::mutable_offer_draw);
  anna->catch_up();
  ASSERT_EQ(anna->chat.size(), 1u);
  EXPECT_TRUE(anna->chat[0].has_offer());
  EXPECT_EQ(anna->attach(match).chat_size(), 1);
  bert->catch_up();
  EXPECT_EQ(bert->chat.size(), 2u) << "he hears himself";
  set(*anna, "Bert", false, false);
  EXPECT_EQ(anna->attach(match).chat_size(), 2);
}

TEST_F(Acquaintances, AreListedAndFoundWhenTheyHaveGone) {
  EXPECT_EQ(why(set(*anna, "Anna", true, false)), "refusal.block_self");
  EXPECT_EQ(why(set(*anna, "Nobody", true, false)), "refusal.nobody_of_name");
  set(*anna, "Bert", true, true);
  bert.reset();
  v1::ClientFrame frame;
  frame.mutable_list_blocked();
  const v1::People people = anna->ask(frame).people();
  ASSERT_EQ(people.people_size(), 1);
  EXPECT_EQ(people.people(0).name(), "Bert");
  EXPECT_TRUE(people.people(0).blocked() && people.people(0).muted());
  EXPECT_FALSE(set(*anna, "Bert", false, false).person().blocked());
  EXPECT_EQ(anna->ask(frame).people().people_size(), 0);
}

}  // namespace
}  // namespace wardroom::testing
