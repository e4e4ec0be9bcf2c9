// The same news by hooks and to devices: what is sent, how often, and what its owner sees of it.
#include <boost/json.hpp>

#include "common/base64.h"
#include "tests/notices/post_office.h"
#include "tests/outward/listener.h"

namespace wardroom::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Called : public PostOffice {
 protected:
  v1::ServerFrame add_hook(Client& client, const std::string& url, v1::HookFormat format = v1::HOOK_FORMAT_JSON) {
    v1::ClientFrame frame;
    frame.mutable_add_hook()->set_url(url);
    frame.mutable_add_hook()->set_format(format);
    return client.ask(std::move(frame));
  }
  v1::ServerFrame add_push(Client& client, const outward::Subscription& given) {
    v1::ClientFrame frame;
    v1::AddPush& push = *frame.mutable_add_push();
    push.set_endpoint(given.endpoint);
    push.set_p256dh(given.p256dh);
    push.set_auth(given.auth);
    push.set_device("Firefox, Android");
    return client.ask(std::move(frame));
  }
  v1::ServerFrame test(Client& client, std::uint64_t channel) {
    v1::ClientFrame frame;
    frame.mutable_send_test_notice()->set_channel(channel);
    return client.ask(std::move(frame));
  }
  v1::ServerFrame remove(Client& client, std::uint64_t channel) {
    v1::ClientFrame frame;
    frame.mutable_remove_channel()->set_channel(channel);
    return client.ask(std::move(frame));
  }
  // A match in which Anna, who has hooks or devices, is asked.
  void ask_anna() {
    match = begin(*anna, *bert);
    for (int i = 0; i < 200 && !alone(); ++i) play_turn(turn_of(*bert) ? *bert : *anna);
    now += 3 * kMinute;
  }
  bool alone() { return turn_of(*anna) && !turn_of(*bert); }
  bool turn_of(Client& client) {
    client.attach(match);
    const bool asked = client.asked();
    leave(client);
    return asked;
  }
  v1::Delivery newest() { return notices(*anna).deliveries(0); }
  std::size_t rows_of(v1::Delivery::State state) {
    const v1::Notices all = notices(*anna);
    return static_cast<std::size_t>(std::ranges::count(all.deliveries(), state, &v1::Delivery::state));
  }

  std::unique_ptr<Client> anna, bert;
  std::string match;
  Listener listener;
};

// -- hooks --

TEST_F(Called, AHookIsToldWhatAMailSaysAndNoMore) {
  anna = person("Anna");
  bert = person_without_address("Bert");
  const v1::ServerFrame added = add_hook(*anna, listener.url());
  ASSERT_TRUE(added.has_notices()) << added.ShortDebugString();
  const std::string secret = added.notices().hook_secret();
  EXPECT_THAT(secret, HasSubstr("whsec_"));
  EXPECT_EQ(notices(*anna).hook_secret(), "") << "shown once";
  ASSERT_EQ(notices(*anna).channels_size(), 1);
  EXPECT_EQ(notices(*anna).channels(0).name(), "127.0.0.1") << "the address itself is a secret";
  ask_anna();
  send();
  call();
  ASSERT_EQ(listener.heard().size(), 1u) << notices(*anna).ShortDebugString();
  const Listener::Heard heard = listener.heard()[0];
  const auto said = boost::json::parse(heard.body).as_object();
  EXPECT_EQ(said.at("kind").as_string(), "your_move");
  EXPECT_THAT(std::string(said.at("text").as_string()), HasSubstr("your move"));
  EXPECT_EQ(said.at("link").as_string(), "https://play.example.org/#/match/" + match) << "it signs nobody in";
  const std::string id = heard.headers.at("webhook-id");
  EXPECT_EQ(heard.headers.at("webhook-signature"),
            outward::signature(secret, id, std::stoll(heard.headers.at("webhook-timestamp")), heard.body));
  ASSERT_TRUE(mail_to("Anna"));
  EXPECT_THAT(header_of(mail_to("Anna")->bytes, "Message-ID"), HasSubstr("<" + id + "@")) << "one key, by every road";
  EXPECT_EQ(newest().carrier(), v1::CARRIER_HOOK);
  EXPECT_EQ(newest().state(), v1::Delivery::SENT);
  now += kDay;
  call();
  EXPECT_EQ(listener.heard().size(), 1u) << "once";
}

TEST_F(Called, WithoutAnAddressAHookIsEnough) {
  anna = person_without_address("Anna");
  bert = person_without_address("Bert");
  add_hook(*anna, listener.url());
  ask_anna();
  call();
  EXPECT_EQ(listener.heard().size(), 1u);
}

TEST_F(Called, NobodyIsCalledWhoLooksOrSleepsAndStoppedMailsStopNoHook) {
  anna = person_without_address("Anna");
  bert = person_without_address("Bert");
  add_hook(*anna, listener.url());
  choose(*anna, [](v1::NoticeChoice& choice) {
    choice.set_pace(v1::NoticeChoice::NEVER);
    choice.set_quiet_from(11 * 60);
    choice.set_quiet_to(18 * 60);
  });
  ask_anna();
  call();
  EXPECT_TRUE(listener.heard().empty()) << "it is quiet until six";
  now += 6 * kHour;
  anna->attach(match);
  call();
  EXPECT_TRUE(listener.heard().empty()) << "she looks at it";
  leave(*anna);
  now += 11 * kMinute;
  call();
  EXPECT_EQ(listener.heard().size(), 1u);
}

TEST_F(Called, WhatFailsForNowComesAgainWithOneIdAndIsGivenUpInTheEnd) {
  anna = person_without_address("Anna");
  bert = person_without_address("Bert");
  add_hook(*anna, listener.url());
  listener.answer("503");
  ask_anna();
  call();
  EXPECT_EQ(newest().state(), v1::Delivery::LATER);
  EXPECT_THAT(newest().why().ShortDebugString(), HasSubstr("HTTP 503"));
  for (const std::int64_t minutes : {1, 5, 30, 120}) {
    now += minutes * kMinute;
    call();
  }
  ASSERT_EQ(listener.heard().size(), 5u);
  for (const auto& each : listener.heard()) {
    EXPECT_EQ(each.body, listener.heard()[0].body);
    EXPECT_EQ(each.headers.at("webhook-id"), listener.heard()[0].headers.at("webhook-id"));
  }
  EXPECT_EQ(newest().state(), v1::Delivery::REFUSED);
  now += kDay;
  call();
  EXPECT_EQ(listener.heard().size(), 5u);
}

TEST_F(Called, WhoeverHangsLeadsElsewhereOrIsPrivateGetsNothingElse) {
  anna = person_without_address("Anna");
  ASSERT_TRUE(add_hook(*anna, listener.url()).has_notices());
  const std::uint64_t hook = notices(*anna).channels(0).id();
  listener.answer("");
  EXPECT_TRUE(test(*anna, hook).has_notices());
  call();
  EXPECT_EQ(newest().state(), v1::Delivery::LATER) << "no answer";
  Listener elsewhere;
  listener.answer("307\r\nLocation: " + elsewhere.url());
  test(*anna, hook);
  call();
  EXPECT_EQ(newest().state(), v1::Delivery::REFUSED);
  EXPECT_TRUE(elsewhere.heard().empty());
  listener.answer("204");
  calls.messenger.allowed = {};
  test(*anna, hook);
  const std::size_t before = listener.heard().size();
  call();
  EXPECT_EQ(listener.heard().size(), before) << "private addresses are not called";
  EXPECT_EQ(newest().state(), v1::Delivery::REFUSED);
  EXPECT_THAT(newest().why().ShortDebugString(), HasSubstr("address"));
}

TEST_F(Called, AHookThatFailsTooOftenIsOffAndItsOwnerHearsOfIt) {
  anna = person("Anna");
  bert = person_without_address("Bert");
  add_hook(*anna, listener.url());
  const std::uint64_t hook = notices(*anna).channels(0).id();
  listener.answer("410");
  test(*anna, hook);
  call();
  EXPECT_TRUE(notices(*anna).channels(0).off());
  EXPECT_EQ(test(*anna, hook).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  send();
  ASSERT_TRUE(mail_to("Anna"));
  EXPECT_THAT(header_of(mail_to("Anna")->bytes, "Subject"), HasSubstr("a hook of yours is off"));
  const std::size_t before = listener.heard().size();
  ask_anna();
  call();
  EXPECT_EQ(listener.heard().size(), before) << "nothing goes there any more";
  EXPECT_TRUE(remove(*anna, hook).has_notices());
  EXPECT_EQ(notices(*anna).channels_size(), 0);

  listener.answer("500");
  add_hook(*anna, listener.url());
  const std::uint64_t another = notices(*anna).channels(0).id();
  for (std::uint32_t i = 0; i < store::Outbox::kMostFailures; ++i) {
    ASSERT_FALSE(notices(*anna).channels(0).off()) << i;
    (void)store::await<void>(
        [&](auto then) { store->note_call(static_cast<std::int64_t>(another), store::Called::kFailed, then); });
  }
  EXPECT_TRUE(notices(*anna).channels(0).off());
}

TEST_F(Called, OnlyAnAddressThatCanBeCalledIsKeptAndNotTooMany) {
  anna = person_without_address("Anna");
  for (const char* url : {"", "nonsense", "ftp://example.org/", "https://a:b@example.org/"})
    EXPECT_EQ(add_hook(*anna, url).refusal().code(), v1::REFUSAL_CODE_MALFORMED) << url;
  for (std::uint32_t i = 0; i < lobby::Mailroom::kHooks; ++i)
    EXPECT_TRUE(add_hook(*anna, listener.url()).has_notices());
  EXPECT_EQ(add_hook(*anna, listener.url()).refusal().code(), v1::REFUSAL_CODE_TOO_MUCH);
  auto guest = rig->connect();
  guest->guest("Gast");
  EXPECT_EQ(add_hook(*guest, listener.url()).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  auto carl = person_without_address("Carl");
  EXPECT_EQ(test(*carl, notices(*anna).channels(0).id()).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  EXPECT_TRUE(remove(*carl, notices(*anna).channels(0).id()).has_notices());
  EXPECT_EQ(notices(*anna).channels_size(), static_cast<int>(lobby::Mailroom::kHooks)) << "not his to remove";
}

TEST_F(Called, ChatsAreToldInTheirOwnWay) {
  anna = person_without_address("Anna");
  choose(*anna, [](v1::NoticeChoice& choice) { choice.set_language("pl"); });
  add_hook(*anna, listener.url("/a"), v1::HOOK_FORMAT_CONTENT);
  add_hook(*anna, listener.url("/b"), v1::HOOK_FORMAT_TEXT);
  const v1::Notices added = notices(*anna);
  for (const auto& each : added.channels()) test(*anna, each.id());
  call();
  ASSERT_EQ(listener.heard().size(), 2u);
  for (const auto& heard : listener.heard()) {
    const char* field = heard.path == "/a" ? "content" : "text";
    EXPECT_THAT(std::string(boost::json::parse(heard.body).as_object().at(field).as_string()),
                HasSubstr("To jest próba, Anna."));
  }
}

// -- devices --

TEST_F(Called, ADeviceIsToldNoFactOfTheGame) {
  anna = person("Anna");
  bert = person_without_address("Bert");
  EXPECT_EQ(notices(*anna).push_key().size(), 65u);
  const Browser browser;
  ASSERT_TRUE(add_push(*anna, browser.subscription(listener.url("/push/a"))).has_notices());
  EXPECT_EQ(notices(*anna).channels(0).name(), "Firefox, Android");
  ask_anna();
  call();
  ASSERT_EQ(listener.heard().size(), 1u);
  const Listener::Heard heard = listener.heard()[0];
  EXPECT_EQ(heard.path, "/push/a");
  EXPECT_EQ(heard.headers.at("content-encoding"), "aes128gcm");
  EXPECT_EQ(heard.headers.at("ttl"), "86400");
  const std::string& authorization = heard.headers.at("authorization");
  const std::string token = authorization.substr(8, authorization.find(',') - 8);
  EXPECT_TRUE(is_signed(token, notices(*anna).push_key()));
  const auto read = browser.read(heard.body);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, R"({"say":"It is your move.","to":"/#/match/)" + match + R"(","tag":")" + match + "\"}");
  EXPECT_THAT(heard.body, Not(HasSubstr(match))) << "nobody on the way reads it";
  EXPECT_EQ(newest().carrier(), v1::CARRIER_PUSH);
  EXPECT_EQ(newest().state(), v1::Delivery::SENT);
}

TEST_F(Called, ADeviceThatIsGoneIsForgotten) {
  anna = person_without_address("Anna");
  for (const std::string answer : {"404", "410"}) {
    const Browser browser;
    add_push(*anna, browser.subscription(listener.url("/push/" + answer)));
    add_push(*anna, browser.subscription(listener.url("/push/" + answer)));
    ASSERT_EQ(notices(*anna).channels_size(), 1) << "once, however often it is given";
    listener.answer(answer);
    test(*anna, notices(*anna).channels(0).id());
    call();
    EXPECT_EQ(notices(*anna).channels_size(), 0);
  }
}

TEST_F(Called, ADeviceIsTheLastOnesWhoSignedInThere) {
  anna = person_without_address("Anna");
  bert = person_without_address("Bert");
  const Browser browser;
  const auto device = browser.subscription(listener.url("/push/shared"));
  add_push(*anna, device);
  add_push(*bert, device);
  EXPECT_EQ(notices(*anna).channels_size(), 0);
  EXPECT_EQ(notices(*bert).channels_size(), 1);
  v1::ClientFrame gone;
  gone.mutable_remove_channel()->set_endpoint(device.endpoint);
  bert->ask(gone);
  EXPECT_EQ(notices(*bert).channels_size(), 0);
}

TEST_F(Called, OnlyWhatABrowserGivesIsKept) {
  anna = person_without_address("Anna");
  const Browser browser;
  auto device = browser.subscription(listener.url());
  device.p256dh[5] = static_cast<char>(device.p256dh[5] ^ 1);
  EXPECT_EQ(add_push(*anna, device).refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  device = browser.subscription("nonsense");
  EXPECT_EQ(add_push(*anna, device).refusal().code(), v1::REFUSAL_CODE_MALFORMED);
}

// -- what is hidden --

TEST_F(Called, HoldsNoHiddenFactOfTheOtherSide) {
  anna = person_without_address("Anna");
  bert = person_without_address("Bert");
  add_hook(*anna, listener.url("/anna"));
  add_hook(*bert, listener.url("/bert"));
  const Browser browser;
  add_push(*anna, browser.subscription(listener.url("/push")));
  match = begin(*anna, *bert);
  for (int turn = 0; turn < 12; ++turn) {
    play_turn(turn_of(*anna) ? *anna : *bert);
    now += 3 * kMinute;
    call();
  }
  std::size_t count = 0;
  for (const auto& heard : listener.heard()) {
    ++count;
    const std::string text = heard.path == "/push" ? browser.read(heard.body).value() : heard.body;
    EXPECT_THAT(text, Not(HasSubstr("CANARY")));
  }
  EXPECT_GT(count, 4u);
}

}  // namespace
}  // namespace wardroom::testing
