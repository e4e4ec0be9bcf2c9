// Who comes in: guesses, names that look like others', guests seen as guests, and the second factor.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/lobby/totp.h"
#include "tests/lobby/registered.h"

namespace wardroom::testing {
namespace {

constexpr char kRightPassword[] = "correct horse";

class Doors : public Registered {
 protected:
  Doors()
      : Registered([](RigSettings& settings) {
          settings.desk.wrong_passwords_per_name = 10;
          settings.desk.wrong_passwords_per_address = 50;
          settings.players = {{"captain", nullptr}};
        }) {}

  v1::ServerFrame sign_in(Client& client, const std::string& password, const std::string& code = {}) {
    v1::ClientFrame frame;
    frame.mutable_sign_in()->set_name("Anna");
    frame.mutable_sign_in()->set_password(password);
    frame.mutable_sign_in()->set_code(code);
    return client.ask(std::move(frame));
  }

  // -- the second factor --
  v1::ServerFrame begin_factor(Client& client, const std::string& password = kRightPassword) {
    v1::ClientFrame frame;
    frame.mutable_begin_factor()->set_password(password);
    return client.ask(std::move(frame));
  }
  v1::ServerFrame confirm(Client& client, const std::string& code) {
    v1::ClientFrame frame;
    frame.mutable_confirm_factor()->set_code(code);
    return client.ask(std::move(frame));
  }
  v1::ServerFrame end(Client& client, const std::string& code) {
    v1::ClientFrame frame;
    frame.mutable_end_factor()->set_code(code);
    return client.ask(std::move(frame));
  }
  v1::Factor factor(Client& client) {
    v1::ClientFrame frame;
    frame.mutable_ask_factor();
    return client.ask(std::move(frame)).factor();
  }
  // What the program on somebody's phone shows.
  std::string code_of(const Client& client, std::int64_t later_ms = 0) {
    const auto stored = store::value(
        store::await<lobby::SecondFactor>([&](auto then) { store->factor(client.account, std::move(then)); }));
    return lobby::totp_code(stored.secret, lobby::totp_step(now + later_ms));
  }
  std::unique_ptr<Client> with_factor(std::vector<std::string>* recovery = nullptr) {
    auto anna = rig->connect(kHome);
    anna->sign_up("Anna", kRightPassword);
    begin_factor(*anna);
    const v1::ServerFrame on = confirm(*anna, code_of(*anna));
    EXPECT_TRUE(on.factor().on());
    if (recovery) recovery->assign(on.factor().recovery().begin(), on.factor().recovery().end());
    now += 60'000;
    return anna;
  }
};

TEST_F(Doors, WhoeverGuessesElsewhereDoesNotKeepTheOwnerOut) {
  rig->connect(kHome)->sign_up("Anna", kRightPassword);
  auto thief = greeted(kElsewhere);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(reason(sign_in(*thief, "wrong password")), "refusal.wrong_password");
  EXPECT_EQ(reason(sign_in(*thief, kRightPassword)), "refusal.too_many_attempts") << "even the right one";
  EXPECT_EQ(reason(sign_in(*greeted("203.0.113.10"), kRightPassword)), "refusal.too_many_attempts")
      << "from another address neither";
  EXPECT_TRUE(sign_in(*greeted(kHome), kRightPassword).has_signed_in());
  auto at_home = greeted(kHome);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(reason(sign_in(*at_home, "wrong password")), "refusal.wrong_password");
  EXPECT_EQ(reason(sign_in(*at_home, kRightPassword)), "refusal.too_many_attempts") << "guesses count there as well";
}

TEST_F(Doors, ADeviceThatWasSignedInBeforeKeepsItsWayIn) {
  auto anna = rig->connect(kHome);
  anna->sign_up("Anna", kRightPassword);
  v1::ClientFrame out;
  out.mutable_sign_out();
  EXPECT_TRUE(anna->ask(out).has_done());
  const std::string away = "198.51.100.7";  // where she has never been, and so has somebody who guesses at everybody
  auto thief = greeted(away);
  for (int i = 0; i < 50; ++i) sign_in(*thief, "wrong password");
  const auto come = [&](const std::string& token) {
    auto client = rig->connect(away);
    EXPECT_FALSE(client->hello(token).welcome().has_signed_in());
    return client;
  };
  EXPECT_EQ(reason(sign_in(*come(""), kRightPassword)), "refusal.too_many_attempts") << "no device";
  EXPECT_EQ(reason(sign_in(*come("made up"), kRightPassword)), "refusal.too_many_attempts");
  auto bert = rig->connect(kElsewhere);
  bert->sign_up("Bert", kRightPassword);
  bert->ask(out);
  EXPECT_EQ(reason(sign_in(*come(bert->token), kRightPassword)), "refusal.too_many_attempts") << "another's device";

  auto back = come(anna->token);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(reason(sign_in(*back, "wrong password")), "refusal.wrong_password");
  EXPECT_EQ(reason(sign_in(*back, kRightPassword)), "refusal.too_many_attempts") << "guesses count there as well";
  now += 60'000;
  EXPECT_TRUE(sign_in(*back, kRightPassword).has_signed_in());
  EXPECT_TRUE(back->ask(out).has_done());
  EXPECT_TRUE(sign_in(*back, kRightPassword).has_signed_in()) << "on the same line, too";
}

TEST_F(Doors, ADeviceIsForgottenWithTheSessionsNobodyUses) {
  auto anna = rig->connect(kHome);
  anna->sign_up("Anna", kRightPassword);
  v1::ClientFrame out;
  out.mutable_sign_out();
  anna->ask(out);
  now += 91LL * 24 * 60 * 60 * 1000;
  rig->tidy();
  auto thief = greeted(kElsewhere);
  for (int i = 0; i < 10; ++i) sign_in(*thief, "wrong password");
  auto back = rig->connect("198.51.100.7");
  back->hello(anna->token);
  EXPECT_EQ(reason(sign_in(*back, kRightPassword)), "refusal.too_many_attempts");
}

TEST_F(Doors, WhoeverGoesOnGuessingWaitsLongerEachTime) {
  rig->connect(kHome)->sign_up("Anna", kRightPassword);
  auto thief = greeted(kElsewhere);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(reason(sign_in(*thief, "wrong password")), "refusal.wrong_password");
  for (const int minutes : {1, 2, 4, 8, 15, 15}) {
    now += minutes * 60'000 - 1;
    EXPECT_EQ(reason(sign_in(*thief, "wrong password")), "refusal.too_many_attempts") << minutes;
    now += 1;
    EXPECT_EQ(reason(sign_in(*thief, "wrong password")), "refusal.wrong_password") << minutes;
  }
  now += 8 * 15 * 60'000;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(reason(sign_in(*thief, "wrong password")), "refusal.wrong_password");
}

TEST_F(Doors, AGuestTakesNoNameThatIsSomebodysOrABots) {
  rig->connect(kHome)->sign_up("Anna", kRightPassword);
  auto guest = greeted();
  const auto called = [&](const char* name) {
    v1::ClientFrame frame;
    frame.mutable_play_as_guest()->set_name(name);
    return reason(guest->ask(frame));
  };
  for (const char* name : {"Anna", "ANNA", "Аnna", "Annа", "captain", "Captain", "сaptain", "tutorial"})
    EXPECT_EQ(called(name), "refusal.name_taken") << name;
  v1::ClientFrame up;
  up.mutable_sign_up()->set_name("Captаin");
  up.mutable_sign_up()->set_password(kRightPassword);
  EXPECT_EQ(reason(guest->ask(up)), "refusal.name_taken");
  EXPECT_EQ(called("Captain Anna"), "");
}

TEST_F(Doors, AGuestIsSeenToBeOne) {
  auto anna = rig->connect(kHome);
  anna->sign_up("Anna", kRightPassword);
  auto bert = rig->guest("Bert");
  const std::string match = rig->begin(*anna, *bert);
  const auto guests = [](const v1::MatchInfo& info) { return std::pair(info.seats(0).guest(), info.seats(1).guest()); };
  EXPECT_EQ(guests(anna->attach(match).match()), std::pair(false, true));
  EXPECT_EQ(guests(greeted()->attach(match).match()), std::pair(false, true)) << "to an observer, too";
  v1::ClientFrame list;
  list.mutable_list_matches()->set_running(true);
  EXPECT_EQ(guests(anna->ask(list).matches().matches(0)), std::pair(false, true));

  for (Client* client : {anna.get(), bert.get()}) {
    v1::ClientFrame say;
    say.mutable_say()->set_match(match);
    say.mutable_say()->set_text("hello");
    EXPECT_TRUE(client->ask(say).has_done());
  }
  anna->catch_up();
  ASSERT_EQ(anna->chat.size(), 2u);
  EXPECT_EQ(std::pair(anna->chat[0].guest(), anna->chat[1].guest()), std::pair(false, true));
  const v1::Attached again = rig->back(anna->token)->attach(match);
  ASSERT_EQ(again.chat_size(), 2);
  EXPECT_EQ(std::pair(again.chat(0).guest(), again.chat(1).guest()), std::pair(false, true));

  v1::ClientFrame ask;
  ask.mutable_ask_person()->set_name("Bert");
  EXPECT_TRUE(anna->ask(ask).person().guest());
  v1::ClientFrame quick;
  quick.mutable_quick_match()->set_title("picket");
  quick.mutable_quick_match()->set_scenario("small");
  EXPECT_TRUE(bert->ask(quick).has_waiting());
  list.mutable_list_matches()->set_open(true);
  v1::ServerFrame listed = anna->ask(list);
  while (listed.matches().waiting().empty()) listed = anna->ask(list);  // he enters after his answer
  ASSERT_EQ(listed.matches().waiting_size(), 1);
  EXPECT_TRUE(listed.matches().waiting(0).guest());

  v1::ClientFrame keep;
  keep.mutable_keep_guest()->set_name("Bert");
  keep.mutable_keep_guest()->set_password(kRightPassword);
  EXPECT_TRUE(bert->ask(keep).has_signed_in());
  bert->attach(match);
  EXPECT_EQ(guests(greeted()->attach(match).match()), std::pair(false, false)) << "he has an account now";
}

TEST_F(Doors, ASecondFactorIsWantedOnceItIsConfirmed) {
  auto anna = rig->connect(kHome);
  anna->sign_up("Anna", kRightPassword);
  EXPECT_FALSE(factor(*anna).on());
  EXPECT_EQ(reason(confirm(*anna, "123456")), "refusal.factor_not_begun");
  EXPECT_EQ(reason(begin_factor(*anna, "wrong password")), "refusal.wrong_password");
  const v1::Factor begun = begin_factor(*anna).factor();
  EXPECT_EQ(begun.secret().size(), 32u);
  EXPECT_EQ(begun.uri(), "otpauth://totp/Wardroom:Anna?secret=" + begun.secret() + "&issuer=Wardroom");
  EXPECT_TRUE(sign_in(*greeted(), kRightPassword).has_signed_in()) << "not confirmed";
  const std::string right = code_of(*anna);
  EXPECT_EQ(reason(confirm(*anna, right == "000000" ? "000001" : "000000")), "refusal.wrong_code");
  const v1::Factor on = confirm(*anna, right).factor();
  EXPECT_TRUE(on.on());
  EXPECT_EQ(on.recovery_size(), 10);
  EXPECT_EQ(reason(begin_factor(*anna)), "refusal.factor_on");

  auto other = greeted();
  EXPECT_EQ(reason(sign_in(*other, "wrong password")), "refusal.wrong_password") << "nothing tells of it";
  EXPECT_EQ(reason(sign_in(*other, kRightPassword)), "refusal.code_wanted");
  EXPECT_EQ(reason(sign_in(*other, kRightPassword, right)), "refusal.wrong_code") << "it was used to confirm";
  now += 30'000;
  const std::string next = code_of(*anna);
  EXPECT_TRUE(sign_in(*other, kRightPassword, next.substr(0, 3) + " " + next.substr(3)).has_signed_in());
  EXPECT_EQ(reason(sign_in(*greeted(), kRightPassword, next)), "refusal.wrong_code") << "each is good once";
  EXPECT_TRUE(rig->connect(kHome)->hello(anna->token).welcome().has_signed_in()) << "who is in stays in";
  EXPECT_TRUE(factor(*anna).secret().empty()) << "shown once";
}

TEST_F(Doors, AClockMayBeWrongByOneStep) {
  auto anna = with_factor();
  EXPECT_EQ(reason(sign_in(*greeted(), kRightPassword, code_of(*anna, 60'000))), "refusal.wrong_code");
  EXPECT_EQ(reason(sign_in(*greeted(), kRightPassword, code_of(*anna, -60'000))), "refusal.wrong_code");
  EXPECT_TRUE(sign_in(*greeted(), kRightPassword, code_of(*anna, -30'000)).has_signed_in());
  EXPECT_TRUE(sign_in(*greeted(), kRightPassword, code_of(*anna, 30'000)).has_signed_in());
  EXPECT_EQ(reason(sign_in(*greeted(), kRightPassword, code_of(*anna))), "refusal.wrong_code")
      << "a later one was used";
}

TEST_F(Doors, WrongCodesAreGuesses) {
  auto anna = with_factor();
  auto thief = greeted(kElsewhere);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(reason(sign_in(*thief, kRightPassword, "no code")), "refusal.wrong_code");
  EXPECT_EQ(reason(sign_in(*thief, kRightPassword, code_of(*anna))), "refusal.too_many_attempts");
  EXPECT_TRUE(sign_in(*greeted(kHome), kRightPassword, code_of(*anna)).has_signed_in()) << "the owner comes in";
}

TEST_F(Doors, ARecoveryCodeLetsOneInOnce) {
  std::vector<std::string> recovery;
  auto anna = with_factor(&recovery);
  ASSERT_EQ(recovery.size(), 10u);
  std::string shouted = recovery[3];
  std::ranges::transform(shouted, shouted.begin(), [](unsigned char c) { return std::toupper(c); });
  EXPECT_TRUE(sign_in(*greeted(), kRightPassword, shouted).has_signed_in());
  EXPECT_EQ(reason(sign_in(*greeted(), kRightPassword, recovery[3])), "refusal.wrong_code");
  EXPECT_EQ(factor(*anna).recovery_left(), 9u);
}

TEST_F(Doors, ASecondFactorIsEndedByItsOwnCode) {
  auto anna = with_factor();
  EXPECT_EQ(reason(end(*anna, "")), "refusal.code_wanted");
  EXPECT_EQ(reason(end(*anna, "no code")), "refusal.wrong_code");
  EXPECT_FALSE(end(*anna, code_of(*anna)).factor().on());
  EXPECT_TRUE(sign_in(*greeted(), kRightPassword).has_signed_in());
  EXPECT_EQ(reason(begin_factor(*rig->guest("Bert"))), "refusal.guest_has_no_password");
}

// The numbers of RFC 6238, appendix B.
TEST(Totp, GivesTheCodesOfTheStandard) {
  const std::string secret = "12345678901234567890";
  const std::pair<std::int64_t, const char*> known[] = {{59, "94287082"},         {1111111109, "07081804"},
                                                        {1111111111, "14050471"}, {1234567890, "89005924"},
                                                        {2000000000, "69279037"}, {20000000000, "65353130"}};
  for (const auto& [seconds, code] : known)
    EXPECT_EQ(lobby::totp_code(secret, lobby::totp_step(seconds * 1000), 8), code) << seconds;
}

// The words of RFC 4648, section 10, without their padding.
TEST(Totp, WritesSecretsInBase32) {
  const std::pair<const char*, const char*> known[] = {{"", ""},
                                                       {"f", "MY"},
                                                       {"fo", "MZXQ"},
                                                       {"foo", "MZXW6"},
                                                       {"foob", "MZXW6YQ"},
                                                       {"fooba", "MZXW6YTB"},
                                                       {"foobar", "MZXW6YTBOI"}};
  for (const auto& [bytes, text] : known) EXPECT_EQ(lobby::base32(bytes), text);
}

TEST(Totp, ALinkTellsANameAsItIs) {
  EXPECT_EQ(lobby::otpauth_uri("Łuk O'N", "foobar"),
            "otpauth://totp/Wardroom:%C5%81uk%20O%27N?secret=MZXW6YTBOI&issuer=Wardroom");
}

}  // namespace
}  // namespace wardroom::testing
