// Addresses and forgotten passwords: what a mail's link does, once and in time.
#include "tests/notices/post_office.h"

namespace wardroom::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Address : public PostOffice {
 protected:
  v1::ServerFrame ask_reset(Client& client, const std::string& name) {
    v1::ClientFrame frame;
    frame.mutable_ask_password_reset()->set_name(name);
    return client.ask(std::move(frame));
  }
  v1::ServerFrame reset(Client& client, const std::string& token, const std::string& password) {
    v1::ClientFrame frame;
    frame.mutable_reset_password()->set_token(token);
    frame.mutable_reset_password()->set_new_password(password);
    return client.ask(std::move(frame));
  }
  v1::ServerFrame sign_in(Client& client, const std::string& name, const std::string& password) {
    v1::ClientFrame frame;
    frame.mutable_sign_in()->set_name(name);
    frame.mutable_sign_in()->set_password(password);
    return client.ask(std::move(frame));
  }
};

TEST_F(Address, IsConfirmedByTheLinkOfItsMailOnceAndWithinADay) {
  auto anna = person_without_address("Anna");
  EXPECT_EQ(notices(*anna).state(), v1::ADDRESS_STATE_NONE);
  EXPECT_TRUE(notices(*anna).offered());
  v1::Notices now_set = set_address(*anna, "Anna@EXAMPLE.org").notices();
  EXPECT_EQ(now_set.address(), "Anna@example.org");
  EXPECT_EQ(now_set.state(), v1::ADDRESS_STATE_UNCONFIRMED);
  ASSERT_EQ(now_set.deliveries_size(), 1);
  EXPECT_EQ(now_set.deliveries(0).state(), v1::Delivery::WAITING);
  send();
  const std::string token = token_in(mail_to("Anna").value().bytes, "#/confirm");
  ASSERT_EQ(token.size(), 64u);
  EXPECT_EQ(notices(*anna).deliveries(0).state(), v1::Delivery::SENT);

  auto stranger = rig->connect();
  stranger->hello();
  EXPECT_EQ(confirm(*stranger, "x").refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  now += kDay + 1;
  EXPECT_EQ(confirm(*stranger, token).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND) << "too late";
  now -= kDay;
  EXPECT_TRUE(confirm(*stranger, token).has_done()) << "whoever has the mail";
  EXPECT_EQ(confirm(*stranger, token).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND) << "once";
  EXPECT_EQ(notices(*anna).state(), v1::ADDRESS_STATE_CONFIRMED);
}

TEST_F(Address, IsAskedAboutOfWhoeverHasSignedUpWhateverFails) {
  v1::ClientFrame sign_up;
  sign_up.mutable_sign_up()->set_name("Anna");
  sign_up.mutable_sign_up()->set_password(kPassword);
  sign_up.mutable_sign_up()->set_email("anna@example.org");
  bool signed_up = false;
  for (int writes = 0; writes < 10 && !signed_up; ++writes) {
    auto anna = rig->connect();
    anna->hello();
    writes_left = writes;
    const v1::ServerFrame answer = anna->ask(sign_up);
    writes_left = -1;
    signed_up = answer.has_signed_in();
    if (!signed_up) {
      EXPECT_EQ(answer.refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE) << "nobody has taken the name";
      continue;
    }
    EXPECT_EQ(notices(*anna).deliveries_size(), 1);
    send();
    EXPECT_TRUE(mail_to("anna"));
  }
  EXPECT_TRUE(signed_up);
}

TEST_F(Address, IsAskedAboutOfAGuestWhoStaysOrHeIsAGuestStill) {
  auto anna = rig->guest("Anna");
  v1::ClientFrame keep;
  keep.mutable_keep_guest()->set_name("Anna");
  keep.mutable_keep_guest()->set_password(kPassword);
  keep.mutable_keep_guest()->set_email("anna@example.org");
  bool stays = false;
  for (int writes = 0; writes < 10 && !stays; ++writes) {
    writes_left = writes;
    stays = anna->ask(keep).has_signed_in();
    writes_left = -1;
  }
  ASSERT_TRUE(stays);
  EXPECT_EQ(notices(*anna).deliveries_size(), 1);
}

TEST_F(Address, ThatIsChangedIsConfirmedAnewAndTheOldLinkDoesNothing) {
  auto anna = person_without_address("Anna");
  set_address(*anna, "anna@example.org");
  send();
  const std::string old = token_in(mail_to("anna").value().bytes, "#/confirm");
  set_address(*anna, "other@example.org");
  EXPECT_EQ(confirm(*anna, old).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  send();
  EXPECT_TRUE(confirm(*anna, token_in(mail_to("other").value().bytes, "#/confirm")).has_done());
  EXPECT_EQ(set_address(*anna, "").notices().state(), v1::ADDRESS_STATE_NONE);
}

TEST_F(Address, IsOneThatMailCanBeSentTo) {
  auto anna = person_without_address("Anna");
  EXPECT_EQ(set_address(*anna, "anna at home").refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  v1::ClientFrame wrong;
  wrong.mutable_set_address()->set_address("anna@example.org");
  wrong.mutable_set_address()->set_password("not hers at all");
  EXPECT_EQ(anna->ask(wrong).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
  EXPECT_EQ(rig->guest("Bert")->ask(wrong).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  EXPECT_EQ(notices(*anna).address(), "");
}

TEST_F(Address, IsNotWrittenToAsOftenAsSomebodyLikes) {
  auto anna = person_without_address("Anna");
  int taken = 0;
  while (taken < 20 && set_address(*anna, "victim@example.org").has_notices()) ++taken;
  EXPECT_EQ(taken, 5);
  auto bert = person_without_address("Bert");
  EXPECT_EQ(set_address(*bert, "Victim@example.org").refusal().code(), v1::REFUSAL_CODE_TOO_MUCH);
  send();
  EXPECT_EQ(new_mails().size(), 1u) << "of five that wait one is sent";
}

TEST_F(Address, GivenWithTheSignUpIsConfirmedToo) {
  auto anna = rig->connect();
  anna->hello();
  v1::ClientFrame frame;
  frame.mutable_sign_up()->set_name("Anna");
  frame.mutable_sign_up()->set_password(kPassword);
  frame.mutable_sign_up()->set_email("anna@example.org");
  ASSERT_TRUE(anna->ask(frame).has_signed_in());
  send();
  EXPECT_TRUE(confirm(*anna, token_in(mail_to("anna").value().bytes, "#/confirm")).has_done());
}

TEST_F(Address, IsWrittenToInTheLanguageOfItsOwner) {
  auto anna = rig->connect();
  v1::ClientFrame hello;
  hello.mutable_hello()->set_protocol(v1::PROTOCOL_VERSION);
  hello.mutable_hello()->set_language("pl");
  ASSERT_TRUE(anna->ask(hello).has_welcome());
  v1::ClientFrame frame;
  frame.mutable_sign_up()->set_name("Anna");
  frame.mutable_sign_up()->set_password(kPassword);
  frame.mutable_sign_up()->set_email("anna@example.org");
  ASSERT_TRUE(anna->ask(frame).has_signed_in());
  send();
  EXPECT_THAT(text_of(mail_to("anna").value().bytes), HasSubstr("Potwierdź ten adres"));
  EXPECT_EQ(notices(*anna).choice().language(), "pl");
}

TEST_F(Address, GetsALinkForANewPasswordWhichEndsEverySession) {
  auto anna = person("Anna");
  auto stranger = rig->connect();
  stranger->hello();
  EXPECT_TRUE(ask_reset(*stranger, "Nobody").has_done());
  EXPECT_TRUE(ask_reset(*stranger, "anna").has_done());
  send();
  const auto mails = new_mails();
  ASSERT_EQ(mails.size(), 1u);
  EXPECT_EQ(header_of(mails[0].bytes, "List-Unsubscribe"), "") << "he asked for it himself";
  const std::string token = token_in(mails[0].bytes, "#/reset");
  EXPECT_EQ(reset(*stranger, token, "short").refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  now += kHour;
  EXPECT_EQ(reset(*stranger, token, "another harbour").refusal().code(), v1::REFUSAL_CODE_NOT_FOUND) << "too late";
  now -= 1;
  EXPECT_TRUE(reset(*stranger, token, "another harbour").has_done());
  EXPECT_EQ(reset(*stranger, token, "a third harbour").refusal().code(), v1::REFUSAL_CODE_NOT_FOUND) << "once";
  EXPECT_EQ(anna->line->closed(), v1::REFUSAL_CODE_SIGNED_OUT);
  auto back = rig->connect();
  EXPECT_FALSE(back->hello(anna->token).welcome().has_signed_in());
  EXPECT_TRUE(sign_in(*back, "Anna", kPassword).has_refusal());
  EXPECT_TRUE(sign_in(*back, "Anna", "another harbour").has_signed_in());
}

TEST_F(Address, ThatIsNotConfirmedGetsNoLinkForAPasswordAndNoTest) {
  auto anna = person_without_address("Anna");
  set_address(*anna, "anna@example.org");
  send();
  new_mails();
  EXPECT_TRUE(ask_reset(*anna, "Anna").has_done());
  v1::ClientFrame test;
  test.mutable_send_test_notice();
  EXPECT_EQ(anna->ask(test).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  send();
  EXPECT_TRUE(new_mails().empty());
}

TEST_F(Address, CanBeTried) {
  auto anna = person("Anna");
  v1::ClientFrame test;
  test.mutable_send_test_notice();
  EXPECT_EQ(anna->ask(test).notices().deliveries(0).state(), v1::Delivery::WAITING);
  send();
  EXPECT_EQ(new_mails().size(), 1u);
  EXPECT_EQ(notices(*anna).deliveries(0).state(), v1::Delivery::SENT);
}

TEST_F(Address, GoesWithItsAccount) {
  auto anna = person("Anna");
  v1::ClientFrame test;
  test.mutable_send_test_notice();
  anna->ask(test);
  v1::ClientFrame gone;
  gone.mutable_delete_account()->set_password(kPassword);
  EXPECT_TRUE(anna->ask(gone).has_done());
  send();
  EXPECT_TRUE(new_mails().empty());
}

TEST_F(Address, IsAmongOnesOwnData) {
  auto anna = person("Anna");
  v1::ClientFrame frame;
  frame.mutable_export_my_data();
  EXPECT_THAT(anna->ask(frame).my_data().json(), HasSubstr("\"address\":\"Anna@example.org\""));
}

}  // namespace
}  // namespace wardroom::testing
