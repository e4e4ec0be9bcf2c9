#include "client/terminal/client.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <sstream>

#include "tests/terminal/fake_server.h"

namespace wardroom::terminal {
namespace {

Client::Settings to(const FakeServer& server) {
  Client::Settings settings;
  settings.address = server.address();
  return settings;
}

v1::ClientFrame attach(const std::string& match) {
  v1::ClientFrame frame;
  frame.mutable_attach()->set_match(match);
  return frame;
}

v1::ServerFrame attached(std::uint64_t serial) {
  v1::ServerFrame frame;
  frame.mutable_attached()->mutable_update()->set_serial(serial);
  frame.mutable_attached()->mutable_update()->set_full(true);
  return frame;
}

v1::ServerFrame refused(v1::RefusalCode code) {
  v1::ServerFrame frame;
  frame.mutable_refusal()->set_code(code);
  return frame;
}

template <class T>
T wait_for(Client& client) {
  for (;;) {
    const Event event = client.next();
    if (const auto* found = std::get_if<T>(&event)) return *found;
    if (std::holds_alternative<Gone>(event)) throw std::runtime_error("gone");
  }
}

// A match that wants this seat's nonce, until it has been given.
v1::MatchInfo wanting(std::atomic<int>& given) {
  v1::MatchInfo match;
  match.set_id("m1");
  match.set_seed_commitment("shown");
  match.set_nonce_wanted(given == 0);
  return match;
}

TEST(Client, GivesItsNonceByItselfWhereverAMatchAsksForIt) {
  std::atomic<int> given = 0;
  FakeServer server([&](const v1::ClientFrame& frame) -> FakeServer::Reply {
    if (frame.has_hello()) return {FakeServer::welcome(frame)};
    if (frame.has_give_nonce()) {
      EXPECT_EQ(frame.give_nonce().seed_commitment(), "shown");
      EXPECT_EQ(frame.give_nonce().nonce().size(), 32u);
      ++given;
    }
    v1::ServerFrame answer;
    *answer.mutable_match() = wanting(given);
    return {answer};
  });
  Client client(to(server));
  ASSERT_TRUE(client.connect());
  v1::ClientFrame join;
  join.mutable_join_match()->set_match("m1");
  const auto joined = client.ask(join);
  ASSERT_TRUE(joined);
  EXPECT_FALSE(joined->match().nonce_wanted());
  EXPECT_EQ(given, 1);
}

TEST(Client, GivesTheSameNonceAgainWhenANoticeStillAsksForIt) {
  std::mutex mutex;
  std::vector<std::string> nonces;
  FakeServer server([&](const v1::ClientFrame& frame) -> FakeServer::Reply {
    if (frame.has_hello()) return {FakeServer::welcome(frame)};
    std::atomic<int> none = 0;
    v1::ServerFrame notice = FakeServer::unasked();
    *notice.mutable_notice()->mutable_match() = wanting(none);
    v1::ServerFrame pong;
    pong.mutable_pong();
    if (!frame.has_give_nonce()) return {notice, pong};
    const std::lock_guard lock(mutex);
    nonces.push_back(frame.give_nonce().nonce());
    if (nonces.size() < 2) return {notice, refused(v1::REFUSAL_CODE_UNAVAILABLE)};
    v1::ServerFrame chat = FakeServer::unasked();
    chat.mutable_chat()->set_text("enough");
    return {chat, refused(v1::REFUSAL_CODE_CONFLICT)};
  });
  Client client(to(server));
  ASSERT_TRUE(client.connect());
  v1::ClientFrame ping;
  ping.mutable_ping();
  ASSERT_TRUE(client.ask(ping));
  for (;;) {
    const auto frame = wait_for<v1::ServerFrame>(client);
    EXPECT_FALSE(frame.has_refusal()) << "nobody asked, nobody is told";
    if (frame.has_chat()) break;
  }
  const std::lock_guard lock(mutex);
  ASSERT_EQ(nonces.size(), 2u);
  EXPECT_EQ(nonces[0], nonces[1]);
}

TEST(Client, AnswersFindTheirRequestsAndOtherFramesWait) {
  FakeServer server([](const v1::ClientFrame& frame) -> FakeServer::Reply {
    if (frame.has_hello()) return {FakeServer::welcome(frame)};
    v1::ServerFrame chat = FakeServer::unasked();
    chat.mutable_chat()->set_text("meanwhile");
    v1::ServerFrame old;
    old.set_request(frame.request() + 100);
    old.mutable_done();
    v1::ServerFrame pong;
    pong.mutable_pong();
    return {chat, old, pong};
  });
  Client client(to(server));
  ASSERT_TRUE(client.connect());
  v1::ClientFrame ping;
  ping.mutable_ping();
  const auto answer = client.ask(ping);
  ASSERT_TRUE(answer);
  EXPECT_TRUE(answer->has_pong());
  EXPECT_EQ(wait_for<v1::ServerFrame>(client).chat().text(), "meanwhile");
}

TEST(Client, ComesBackWithItsTokenAndTheLastSerialItHasSeen) {
  std::atomic<std::uint64_t> asked_after{0};
  std::atomic<bool> token_seen{false};
  FakeServer server([&](const v1::ClientFrame& frame) -> FakeServer::Reply {
    if (frame.has_hello()) {
      token_seen = frame.hello().token() == "secret";
      EXPECT_EQ(frame.hello().capabilities_size(), 3);
      EXPECT_EQ(frame.hello().capabilities(0), v1::CAPABILITY_TYPED_REPORTS);
      return {FakeServer::welcome(frame)};
    }
    if (frame.has_play_as_guest()) {
      v1::ServerFrame in;
      in.mutable_signed_in()->set_token("secret");
      return {in};
    }
    asked_after = frame.attach().last_serial();
    v1::ServerFrame update = FakeServer::unasked();
    update.mutable_update()->set_match("m");
    update.mutable_update()->set_serial(8);
    return {attached(7), update};
  });
  Client client(to(server));
  ASSERT_TRUE(client.connect());
  v1::ClientFrame guest;
  guest.mutable_play_as_guest();
  ASSERT_TRUE(client.ask(guest));
  EXPECT_EQ(client.token(), "secret");
  ASSERT_TRUE(client.ask(attach("m")));
  EXPECT_EQ(wait_for<v1::ServerFrame>(client).update().serial(), 8U);
  server.drop();
  wait_for<Lost>(client);
  wait_for<Returned>(client);
  EXPECT_TRUE(wait_for<v1::ServerFrame>(client).has_attached());
  EXPECT_EQ(asked_after, 8U);
  EXPECT_TRUE(token_seen);
  EXPECT_EQ(server.connections(), 2);
}

TEST(Client, WhatDoesNotFitWhatWasToldBeforeIsAskedForAnewAndWhole) {
  std::atomic<int> takes_deltas{0}, attaches{0};
  FakeServer server([&](const v1::ClientFrame& frame) -> FakeServer::Reply {
    if (frame.has_hello()) {
      takes_deltas += static_cast<int>(std::ranges::count(frame.hello().capabilities(), v1::CAPABILITY_DELTAS));
      return {FakeServer::welcome(frame)};
    }
    v1::ServerFrame update = FakeServer::unasked();
    update.mutable_update()->set_match("m");
    update.mutable_update()->set_serial(8);
    if (++attaches == 1) update.mutable_update()->mutable_menu_delta()->set_back(3);
    return {attached(7), update};
  });
  Client client(to(server));
  ASSERT_TRUE(client.connect());
  ASSERT_TRUE(client.ask(attach("m")));
  wait_for<Lost>(client);
  wait_for<Returned>(client);
  EXPECT_TRUE(wait_for<v1::ServerFrame>(client).has_attached());
  EXPECT_EQ(wait_for<v1::ServerFrame>(client).update().serial(), 8U);
  EXPECT_EQ(attaches, 2);
  EXPECT_EQ(takes_deltas, 1) << "once was enough";
}

TEST(Client, AnActionOnADroppedLineIsSentAgainAndAResignationIsNot) {
  std::atomic<int> acts{0}, resigns{0};
  FakeServer* drop = nullptr;
  FakeServer server([&](const v1::ClientFrame& frame) -> FakeServer::Reply {
    if (frame.has_hello()) return {FakeServer::welcome(frame)};
    if (frame.has_act() && ++acts == 1) {
      drop->drop();
      return {};
    }
    if (frame.has_resign()) {
      ++resigns;
      drop->drop();
      return {};
    }
    return {refused(v1::REFUSAL_CODE_STALE)};
  });
  drop = &server;
  Client client(to(server));
  ASSERT_TRUE(client.connect());
  v1::ClientFrame act;
  act.mutable_act()->set_menu_serial(5);
  const auto answer = client.ask(act);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code(), v1::REFUSAL_CODE_STALE);
  EXPECT_EQ(acts, 2);
  v1::ClientFrame resign;
  resign.mutable_resign();
  const auto resigned = client.ask(resign);
  ASSERT_FALSE(resigned);
  EXPECT_EQ(resigned.error().code(), v1::REFUSAL_CODE_UNAVAILABLE);
  EXPECT_EQ(resigns, 1);
}

TEST(Client, ASessionThatEndedMeanwhileEndsTheClient) {
  std::atomic<int> hellos{0};
  FakeServer server([&](const v1::ClientFrame& frame) -> FakeServer::Reply {
    if (!frame.has_hello()) return {};
    v1::ServerFrame welcome = FakeServer::welcome(frame);
    if (++hellos > 1) welcome.mutable_welcome()->clear_signed_in();
    return {welcome};
  });
  Client::Settings settings = to(server);
  settings.token = "secret";
  Client client(settings);
  ASSERT_TRUE(client.connect()->has_signed_in());
  server.drop();
  wait_for<Lost>(client);
  const Event event = client.next();
  ASSERT_TRUE(std::holds_alternative<Gone>(event));
  EXPECT_EQ(std::get<Gone>(event).why.code(), v1::REFUSAL_CODE_SIGNED_OUT);
  EXPECT_FALSE(client.ask(attach("m")));
}

TEST(Client, NobodyThereIsARefusal) {
  Address nowhere;
  {
    FakeServer server([](const v1::ClientFrame&) -> FakeServer::Reply { return {}; });
    nowhere = server.address();
  }
  Client::Settings settings;
  settings.address = nowhere;
  Client client(settings);
  const auto welcome = client.connect();
  ASSERT_FALSE(welcome);
  EXPECT_EQ(welcome.error().reason().id(), "terminal.no_connection");
}

TEST(Client, LinesOfAStreamBecomeEvents) {
  FakeServer server([](const v1::ClientFrame& frame) -> FakeServer::Reply { return {FakeServer::welcome(frame)}; });
  static std::istringstream lines("one\ntwo\n");
  Client client(to(server));
  ASSERT_TRUE(client.connect());
  client.listen(lines);
  EXPECT_EQ(wait_for<Typed>(client).line, "one");
  EXPECT_EQ(wait_for<Typed>(client).line, "two");
  wait_for<TypedEnd>(client);
}

}  // namespace
}  // namespace wardroom::terminal
