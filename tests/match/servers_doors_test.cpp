// What somebody may do so often he may do so often, however many servers he asks; and what the host does to people
// holds at all of them.
#include <gmock/gmock.h>

#include <thread>

#include "tests/match/servers.h"
#include "tests/store/cluster.h"

namespace wardroom::testing {
namespace {

class ServersDoors : public Servers {
 protected:
  static constexpr char kPassword[] = "a quiet harbour";

  static std::string reason(const v1::ServerFrame& frame) { return frame.refusal().reason().id(); }
  Rig& at(int server) { return server % 2 == 0 ? *one->rig : *other->rig; }
  static std::unique_ptr<Client> greeted(Rig& rig, const std::string& address) {
    auto client = rig.connect(address);
    client->hello();
    return client;
  }
  static v1::ServerFrame sign_in(Rig& rig, const std::string& address, const std::string& password) {
    v1::ClientFrame frame;
    frame.mutable_sign_in()->set_name("Dora");
    frame.mutable_sign_in()->set_password(password);
    return greeted(rig, address)->ask(frame);
  }
  void sign_up(const std::string& name) {
    dora = one->rig->connect(kElsewhere);
    dora->sign_up(name, kPassword);
  }
  void as_host(const std::function<void(v1::Administer&)>& fill) {
    v1::Administer asked;
    asked.set_reason("Because.");
    fill(asked);
    const match::Answer answer = one->rig->run(one->rig->desk->administer({}, asked));
    EXPECT_TRUE(answer) << answer.error().reason.id.view();
  }

  static constexpr char kHome[] = "192.0.2.1", kElsewhere[] = "203.0.113.9";
  std::unique_ptr<Client> dora;
};

TEST_F(ServersDoors, GuessesAtAPasswordAreCountedForAllOfThem) {
  settings.desk.wrong_passwords_per_name = 4;
  start(1h);
  sign_up("Dora");
  for (int i = 0; i < 4; ++i) EXPECT_EQ(reason(sign_in(at(i), kHome, "wrong")), "refusal.wrong_password");
  for (int i = 0; i < 4; ++i) EXPECT_EQ(reason(sign_in(at(i), kHome, kPassword)), "refusal.too_many_attempts");
  EXPECT_TRUE(sign_in(at(1), kElsewhere, kPassword).has_signed_in()) << "where she has been before";
}

TEST_F(ServersDoors, TheRightPasswordUsesUpNothingAnywhere) {
  settings.desk.wrong_passwords_per_name = settings.desk.wrong_passwords_per_address = 2;
  start(1h);
  sign_up("Dora");
  for (int i = 0; i < 8; ++i) EXPECT_TRUE(sign_in(at(i), kHome, kPassword).has_signed_in());
}

TEST_F(ServersDoors, GuestsOfAnAddressAreCountedForAllOfThem) {
  settings.desk.new_accounts_per_address = 3;
  start(1h);
  const auto come = [&](int server, const char* address) {
    v1::ClientFrame frame;
    frame.mutable_play_as_guest();
    return reason(greeted(at(server), address)->ask(frame));
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(come(i, kHome), "");
  for (int i = 0; i < 4; ++i) EXPECT_EQ(come(i, kHome), "refusal.too_many_accounts");
  EXPECT_EQ(come(1, kElsewhere), "");
}

TEST_F(ServersDoors, NobodyGetsTheLastPlaceForAMatchAtEachOfThem) {
  settings.desk.open_matches_per_account = 2;
  start(1h);
  a = one->rig->guest("Anna");
  v1::ClientFrame wish;
  wish.mutable_create_match()->set_title("picket");
  wish.mutable_create_match()->set_scenario("small");
  EXPECT_TRUE(a->ask(wish).has_match());
  std::vector<std::unique_ptr<Client>> tabs;
  for (int i = 0; i < 6; ++i) tabs.push_back(at(i).back(a->token));
  std::vector<std::future<v1::ServerFrame>> answers;
  for (const auto& tab : tabs) answers.push_back(tab->ask_later(wish));
  int made = 0;
  for (auto& answer : answers) made += answer.get().has_match() ? 1 : 0;
  EXPECT_EQ(made, 1);
}

TEST_F(ServersDoors, WhileNobodyCanCountNobodyIsLetIn) {
  start(1h);
  sign_up("Dora");
  store::alter(folder.file(), "ALTER TABLE counts RENAME TO lost");
  EXPECT_EQ(sign_in(at(0), kHome, kPassword).refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
  EXPECT_EQ(sign_in(at(1), kHome, "wrong").refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
  store::alter(folder.file(), "ALTER TABLE lost RENAME TO counts");
  EXPECT_TRUE(soon([&] { return sign_in(at(0), kHome, kPassword).has_signed_in(); }));
}

TEST_F(ServersDoors, WhoeverIsBannedByOneIsOutAtTheOther) {
  start(20ms);
  sign_up("Dora");
  auto there = other->rig->back(dora->token);
  as_host([](v1::Administer& asked) { asked.mutable_ban()->set_name("Dora"); });
  EXPECT_TRUE(soon([&] { return there->line->closed() == v1::REFUSAL_CODE_SIGNED_OUT; }));
  EXPECT_FALSE(sign_in(at(1), kElsewhere, kPassword).has_signed_in());
}

TEST_F(ServersDoors, WhoeverIsMutedByOneSaysNothingAtTheOther) {
  open(1h);
  sign_up("Dora");
  auto there = other->rig->back(dora->token);
  const v1::MatchInfo made = other->rig->create(*there);
  as_host([](v1::Administer& asked) {
    asked.mutable_mute()->set_name("Dora");
    asked.mutable_mute()->set_until_ms(match::system_now_ms() + 3'600'000);
  });
  v1::ClientFrame frame;
  frame.mutable_say()->set_match(made.id());
  frame.mutable_say()->set_text("hello");
  EXPECT_EQ(reason(there->ask(frame)), "refusal.muted");
}

TEST_F(ServersDoors, WhoeverIsRenamedByOneIsCalledSoAtTheOtherAtOnce) {
  start(1h);
  sign_up("Dora");
  auto there = other->rig->back(dora->token);
  const v1::MatchInfo made = other->rig->create(*there);
  EXPECT_EQ(made.seats(0).name(), "Dora");
  as_host([](v1::Administer& asked) {
    asked.mutable_rename()->set_name("Dora");
    asked.mutable_rename()->set_to("Theodora");
  });
  EXPECT_TRUE(soon([&] { return there->line->closed() == v1::REFUSAL_CODE_UNAVAILABLE; })) << "she comes again";
  auto again = other->rig->back(dora->token);
  EXPECT_EQ(again->look(made.id()).seats(0).name(), "Theodora");
}

}  // namespace
}  // namespace wardroom::testing
