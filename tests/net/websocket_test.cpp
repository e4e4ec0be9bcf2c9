// The WebSocket: order of frames, bad frames, limits, slow readers, drain.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <thread>
#include <utility>

#include "common/frame.h"
#include "tests/net/harness.h"

namespace wardroom::net {
namespace {

using namespace std::chrono_literals;

v1::Refusal refusal_in(const Arrival& arrival) {
  const auto* frame = std::get_if<v1::ServerFrame>(&arrival);
  return frame && frame->has_refusal() ? frame->refusal() : v1::Refusal();
}

bool is_closed_with(const Arrival& arrival, CloseCode code) {
  const auto* got = std::get_if<std::uint16_t>(&arrival);
  return got && *got == static_cast<std::uint16_t>(code);
}

// Reads until the connection ends; the close code, or 0 when it was cut.
std::uint16_t end_of(Client& client) {
  while (true) {
    const Arrival arrival = client.receive();
    if (const auto* code = std::get_if<std::uint16_t>(&arrival)) return *code;
    if (std::holds_alternative<Cut>(arrival)) return 0;
  }
}

class Websocket : public testing::Test {
 protected:
  Harness& serve(const Settings& settings = {}) {
    harness = std::make_unique<Harness>(settings);
    harness->start();
    return *harness;
  }
  std::unique_ptr<Client> talk() {
    auto client = std::make_unique<Client>(harness->port());
    EXPECT_EQ(client->open(), 101u);
    client->say_hello();
    return client;
  }
  std::unique_ptr<Harness> harness;
};

TEST_F(Websocket, EveryRequestGetsOneAnswerWithItsId) {
  serve();
  Client client(harness->port());
  ASSERT_EQ(client.open(), 101u);
  const v1::ServerFrame welcome = client.ask(hello());
  ASSERT_TRUE(welcome.has_welcome());
  EXPECT_EQ(welcome.welcome().max_frame(), 64u * 1024);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(client.ask(ping_frame()).has_pong());
  EXPECT_TRUE(client.unasked.empty());
  client.close();
  EXPECT_TRUE(eventually([&] { return harness->desk.counts.visitors == 0; }));
}

TEST_F(Websocket, MessagesArePadded) {
  serve();
  auto client = talk();
  client->ask(ping_frame());
  EXPECT_EQ(client->last_size % kFrameStep, 0u);
}

TEST_F(Websocket, TheDeskLearnsTheClientsAddress) {
  Settings settings;
  ASSERT_TRUE(settings.trusted_proxies.add("127.0.0.0/8"));
  serve(settings);
  Client client(harness->port());
  ASSERT_EQ(client.open({{"X-Forwarded-For", "198.51.100.7, 203.0.113.9"}}), 101u);
  client.say_hello();
  EXPECT_EQ(harness->desk.last_address(), "203.0.113.9");
}

// Whoever has a network of his own has its addresses, all of them.
TEST_F(Websocket, OfAnIpv6AddressTheDeskLearnsTheNetworkAlone) {
  Settings settings;
  ASSERT_TRUE(settings.trusted_proxies.add("127.0.0.0/8"));
  serve(settings);
  const auto seen = [&](const char* address) {
    Client client(harness->port());
    EXPECT_EQ(client.open({{"X-Forwarded-For", address}}), 101u);
    client.say_hello();
    return harness->desk.last_address();
  };
  const std::string one = seen("2001:db8::1");
  EXPECT_EQ(seen("2001:db8::ffff:1"), one);
  EXPECT_NE(seen("2001:db8:0:1::1"), one);
}

TEST_F(Websocket, OfSeveralForwardedFieldsTheProxysOwnCounts) {
  Settings settings;
  settings.trusted_proxies.add("127.0.0.1");
  settings.metrics_from.add("203.0.113.9");
  serve(settings);
  const auto ask = [&](const std::string& first, const std::string& second) {
    return raw_request(harness->port(), "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: " +
                                            first + "\r\nX-Forwarded-For: " + second + "\r\n\r\n");
  };
  EXPECT_TRUE(ask("198.51.100.7", "203.0.113.9").starts_with("HTTP/1.1 200"));
  EXPECT_TRUE(ask("203.0.113.9", "198.51.100.7").starts_with("HTTP/1.1 403"));
}

TEST_F(Websocket, AProxyThatIsNotTrustedIsNotBelieved) {
  serve();
  Client client(harness->port());
  ASSERT_EQ(client.open({{"X-Forwarded-For", "203.0.113.9"}}), 101u);
  client.say_hello();
  EXPECT_EQ(harness->desk.last_address(), "127.0.0.1");
}

TEST_F(Websocket, WhatTheDeskSendsFromAnyThreadArrivesInOrder) {
  harness = std::make_unique<Harness>();
  harness->desk.on_frame = [](match::Line& line, const v1::ClientFrame& frame) {
    if (!frame.has_say()) return;
    for (int i = 1; i <= 200; ++i) {
      v1::ServerFrame chat;
      chat.mutable_chat()->set_time_ms(i);
      line.send(chat);
    }
  };
  harness->start();
  auto client = talk();
  v1::ClientFrame say;
  say.mutable_say();
  EXPECT_TRUE(client->ask(say).has_done());
  ASSERT_EQ(client->unasked.size(), 200u);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(client->unasked[i].chat().time_ms(), i + 1);
}

TEST_F(Websocket, WhatAnActionBringsComesBeforeItsAnswer) {
  harness = std::make_unique<Harness>();
  harness->desk.on_frame = [](match::Line& line, const v1::ClientFrame& frame) {
    if (!frame.has_act()) return;
    v1::ServerFrame update;
    update.mutable_update()->set_serial(frame.request());
    line.send(update);
    if (frame.act().menu_serial() == 3) line.close(v1::REFUSAL_CODE_NOT_YOURS);
  };
  harness->start();
  auto client = talk();
  for (std::uint64_t menu = 1; menu <= 3; ++menu) {
    v1::ClientFrame act;
    act.mutable_act()->set_menu_serial(menu);
    EXPECT_TRUE(client->ask(act).has_acted());
    ASSERT_EQ(client->unasked.size(), menu);
    EXPECT_EQ(client->unasked.back().update().serial(), menu + 1);
  }
  EXPECT_EQ(end_of(*client), 4004);
}

TEST_F(Websocket, WhatAnActionBringsComesWithItsAnswerToWhoeverTakesDeltas) {
  harness = std::make_unique<Harness>();
  harness->desk.on_frame = [](match::Line& line, const v1::ClientFrame& frame) {
    if (frame.has_hello()) line.learn(v1::CAPABILITY_DELTAS);
    const std::uint64_t menu = frame.act().menu_serial();
    v1::ServerFrame update, chat;
    chat.mutable_chat()->set_time_ms(1);
    for (std::uint64_t i = 1; i <= menu; ++i) {
      update.mutable_update()->set_serial(i);
      line.send(update);
    }
    if (menu == 3) line.send(chat);
  };
  harness->start();
  auto client = talk();
  const auto answer = [&](std::uint64_t menu) {
    client->unasked.clear();
    v1::ClientFrame act;
    act.mutable_act()->set_menu_serial(menu);
    const v1::ServerFrame frame = client->ask(act);
    EXPECT_EQ(frame.acted().taken(), 1u);
    EXPECT_EQ(client->last_size % kFrameStep, 0u);
    return frame;
  };
  EXPECT_FALSE(answer(0).acted().has_update());
  EXPECT_EQ(answer(1).acted().update().serial(), 1u);
  EXPECT_TRUE(client->unasked.empty());
  EXPECT_EQ(answer(2).acted().update().serial(), 2u);
  ASSERT_EQ(client->unasked.size(), 1u) << "what came before it is sent before it";
  EXPECT_EQ(client->unasked[0].update().serial(), 1u);
  EXPECT_FALSE(answer(3).acted().has_update()) << "something came after it";
  ASSERT_EQ(client->unasked.size(), 4u);
  EXPECT_EQ(client->unasked[2].update().serial(), 3u);
  EXPECT_TRUE(client->unasked[3].has_chat());
}

TEST_F(Websocket, AFrameBeforeHelloIsRefusedAndTheConnectionGoesOn) {
  serve();
  Client client(harness->port());
  ASSERT_EQ(client.open(), 101u);
  const v1::ServerFrame answer = client.ask(ping_frame());
  ASSERT_TRUE(answer.has_refusal());
  EXPECT_EQ(answer.refusal().code(), v1::REFUSAL_CODE_MALFORMED);
  EXPECT_EQ(answer.refusal().reason().id(), "refusal.hello_first");
  EXPECT_EQ(harness->desk.frames, 0);
  client.say_hello();
}

TEST_F(Websocket, AHelloThatWasRefusedDoesNotOpenTheDoor) {
  serve();
  Client client(harness->port());
  ASSERT_EQ(client.open(), 101u);
  v1::ClientFrame old = hello();
  old.mutable_hello()->set_protocol(77);
  EXPECT_TRUE(client.ask(old).has_refusal());
  EXPECT_EQ(client.ask(ping_frame()).refusal().reason().id(), "refusal.hello_first");
}

TEST_F(Websocket, TextIsClosedAsUnknownData) {
  serve();
  auto client = talk();
  client->send_text("hello");
  EXPECT_TRUE(is_closed_with(client->receive(), CloseCode::unknown_data));
}

TEST_F(Websocket, GarbageIsRefusedWithoutRepeatingIt) {
  serve();
  auto client = talk();
  const std::string garbage = "\xff\xff\xff planted-word \xff";
  client->send_bytes(garbage);
  const Arrival arrival = client->receive();
  const v1::Refusal refusal = refusal_in(arrival);
  EXPECT_EQ(refusal.code(), v1::REFUSAL_CODE_MALFORMED);
  EXPECT_EQ(std::get<v1::ServerFrame>(arrival).SerializeAsString().find("planted"), std::string::npos);
  EXPECT_TRUE(client->ask(ping_frame()).has_pong());
}

TEST_F(Websocket, AnUnknownKindOfRequestIsRefusedWithItsId) {
  serve();
  auto client = talk();
  v1::ClientFrame frame;
  frame.set_request(4711);
  frame.GetReflection()->MutableUnknownFields(&frame)->AddLengthDelimited(999, "something newer");
  client->send(frame);
  const Arrival arrival = client->receive();
  EXPECT_EQ(refusal_in(arrival).reason().id(), "refusal.unknown_request");
  EXPECT_EQ(std::get<v1::ServerFrame>(arrival).request(), 4711u);
}

TEST_F(Websocket, TooManyBadFramesCloseTheConnection) {
  Settings settings;
  settings.limits.bad_frames = 3;
  serve(settings);
  auto client = talk();
  for (int i = 0; i < 3; ++i) {
    client->send_bytes("\xff\xff");
    EXPECT_EQ(refusal_in(client->receive()).code(), v1::REFUSAL_CODE_MALFORMED);
  }
  EXPECT_TRUE(is_closed_with(client->receive(), CloseCode::policy_error));
}

TEST_F(Websocket, AMessageOverTheLimitIsClosedAsTooBig) {
  Settings settings;
  settings.limits.message_bytes = 1000;
  serve(settings);
  auto client = talk();
  EXPECT_EQ(client->ask(ping_frame()).request(), 2u);
  client->send_bytes(std::string(1001, 'x'));
  EXPECT_TRUE(is_closed_with(client->receive(), CloseCode::too_big));
}

TEST_F(Websocket, AFrameThatIsNoWebSocketFrameIsClosed) {
  serve();
  auto client = talk();
  client->send_raw("GET / HTTP/1.1\r\n\r\n planted-word");
  EXPECT_EQ(end_of(*client), static_cast<std::uint16_t>(CloseCode::protocol_error));
  EXPECT_TRUE(talk()->ask(ping_frame()).has_pong());
}

TEST_F(Websocket, AFaultInTheDeskIsARefusalAndNothingMore) {
  harness = std::make_unique<Harness>();
  harness->desk.on_frame = [](match::Line&, const v1::ClientFrame& frame) {
    if (frame.has_say()) throw std::runtime_error("planted-secret");
  };
  harness->start();
  auto client = talk();
  v1::ClientFrame say;
  say.mutable_say();
  const v1::ServerFrame answer = client->ask(say);
  EXPECT_EQ(answer.refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
  EXPECT_EQ(answer.SerializeAsString().find("planted"), std::string::npos);
  EXPECT_TRUE(client->ask(ping_frame()).has_pong());
}

TEST_F(Websocket, TheDeskMayCloseALineAndSaysWhy) {
  harness = std::make_unique<Harness>();
  harness->desk.on_frame = [](match::Line& line, const v1::ClientFrame& frame) {
    if (frame.has_sign_out()) line.close(v1::REFUSAL_CODE_SIGNED_OUT);
  };
  harness->start();
  auto client = talk();
  v1::ClientFrame frame;
  frame.mutable_sign_out();
  client->send(frame);
  EXPECT_EQ(end_of(*client), 4009);
}

// ---- limits ----

TEST_F(Websocket, WhoSaysNoHelloIsClosed) {
  Settings settings;
  settings.limits.handshake = 50ms;
  serve(settings);
  Client client(harness->port());
  ASSERT_EQ(client.open(), 101u);
  EXPECT_TRUE(is_closed_with(client.receive(), CloseCode::policy_error));
}

TEST_F(Websocket, WhoSaysNothingAtAllIsCut) {
  Settings settings;
  settings.limits.handshake = 50ms;
  serve(settings);
  EXPECT_EQ(raw_request(harness->port(), ""), "");
}

TEST_F(Websocket, AnIdleClientThatAnswersPingsStays) {
  Settings settings;
  settings.limits.idle = 500ms;
  serve(settings);
  auto client = talk();
  // Nothing is asked while the server's pings are answered by reading.
  std::thread later([&] {
    std::this_thread::sleep_for(2500ms);
    for (const auto& session : harness->server->hub().roster.all()) session->go_down();
  });
  const Arrival arrival = client->receive();
  later.join();
  EXPECT_TRUE(std::get<v1::ServerFrame>(arrival).has_going_down());
}

TEST_F(Websocket, AnIdleClientThatAnswersNoPingsIsClosed) {
  Settings settings;
  settings.limits.idle = 100ms;
  serve(settings);
  auto client = talk();
  EXPECT_TRUE(eventually([&] { return harness->desk.counts.visitors == 0; }));
}

// However fast or slow this machine is, what comes in cannot be more than the burst and the rate allow in the time it
// took.
TEST_F(Websocket, AFloodIsSlowedDownAndEveryRequestIsStillAnswered) {
  Settings settings;
  settings.limits.frames_burst = 5;
  settings.limits.frames_per_second = 200;
  serve(settings);
  const auto start = std::chrono::steady_clock::now();
  auto client = talk();
  for (int i = 0; i < 50; ++i) client->send(ping_frame());
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(std::get<v1::ServerFrame>(client->receive()).has_pong());
  EXPECT_GE(std::chrono::steady_clock::now() - start, 225ms);
}

TEST_F(Websocket, BytesAreLimitedAsWell) {
  Settings settings;
  settings.limits.bytes_burst = 1000;
  settings.limits.bytes_per_second = 20'000;
  serve(settings);
  const auto start = std::chrono::steady_clock::now();
  auto client = talk();
  for (int i = 0; i < 20; ++i) client->ask(ping_frame());  // each padded to 256 bytes
  EXPECT_GE(std::chrono::steady_clock::now() - start, 200ms);
}

TEST_F(Websocket, AFloodOfPingsIsClosed) {
  Settings settings;
  settings.limits.frames_burst = 10;
  settings.limits.frames_per_second = 10;
  serve(settings);
  auto client = talk();
  std::string pings;
  for (int i = 0; i < 100; ++i) pings += std::string("\x89\x80\x00\x00\x00\x00", 6);
  client->send_raw(pings);
  EXPECT_EQ(end_of(*client), static_cast<std::uint16_t>(CloseCode::policy_error));
}

TEST_F(Websocket, ConnectionsOfOneAddressAreLimited) {
  Settings settings;
  settings.limits.connections_per_address = 2;
  serve(settings);
  auto first = talk();
  auto second = talk();
  Client third(harness->port());
  EXPECT_NE(third.open(), 101u);
  first->close();
  first.reset();
  EXPECT_TRUE(eventually([&] { return harness->desk.counts.visitors == 1; }));
  EXPECT_TRUE(eventually([&] { return Client(harness->port()).open() == 101u; }));
}

TEST_F(Websocket, BehindATrustedProxyTheClientsAddressIsLimited) {
  Settings settings;
  settings.limits.connections_per_address = 1;
  settings.trusted_proxies.add("127.0.0.1");
  serve(settings);
  Client first(harness->port());
  EXPECT_EQ(first.open({{"X-Forwarded-For", "203.0.113.9"}}), 101u);
  Client second(harness->port());
  EXPECT_EQ(second.open({{"X-Forwarded-For", "203.0.113.9"}}), 429u);
  Client other(harness->port());
  EXPECT_EQ(other.open({{"X-Forwarded-For", "203.0.113.10"}}), 101u);
}

TEST_F(Websocket, AllConnectionsTogetherAreLimited) {
  Settings settings;
  settings.limits.connections = 2;
  serve(settings);
  auto first = talk();
  auto second = talk();
  Client third(harness->port());
  EXPECT_NE(third.open(), 101u);
}

TEST_F(Websocket, ASlowReaderIsClosedAndTheServerDoesNotGrow) {
  Settings settings;
  settings.limits.queue_bytes = 256 * 1024;
  harness = std::make_unique<Harness>(settings);
  std::atomic<std::size_t> most{0};
  std::atomic<int> sent{0};
  harness->desk.on_frame = [&](match::Line& line, const v1::ClientFrame& frame) {
    if (!frame.has_say()) return;
    v1::ServerFrame big;
    big.mutable_chat()->set_text(std::string(16 * 1024 - 100, 'x'));
    // Far more than the sockets' own buffers can take.
    for (int i = 0; i < 4000 && harness->desk.counts.visitors > 0; ++i, ++sent) {
      line.send(big);
      most = std::max(most.load(), harness->server->hub().metrics.queued_bytes.load());
    }
  };
  harness->start();
  auto slow = talk();
  v1::ClientFrame say;
  say.mutable_say();
  slow->send(say);
  EXPECT_TRUE(eventually([&] { return harness->desk.counts.visitors == 0; }));
  EXPECT_LE(most, settings.limits.queue_bytes);
  EXPECT_EQ(harness->server->hub().metrics.queued_bytes, 0u);
  EXPECT_EQ(harness->metric("wardroom_websockets_ended_total{cause=\"slow_reader\"}"), 1);
  EXPECT_TRUE(talk()->ask(ping_frame()).has_pong());
}

// As much as the sockets hold is made for him, and nothing more until he reads it.
TEST_F(Websocket, WhoeverDoesNotTakeHisAnswersIsAnsweredNoMore) {
  constexpr int kAsked = 4000;
  Settings settings;
  settings.limits.frames_per_second = settings.limits.frames_burst = 1e9;
  settings.limits.bytes_per_second = settings.limits.bytes_burst = 1e9;
  harness = std::make_unique<Harness>(settings);
  std::atomic<int> said{0};
  harness->desk.on_frame = [&](match::Line& line, const v1::ClientFrame& frame) {
    if (!frame.has_say()) return;
    v1::ServerFrame big;
    big.mutable_chat()->set_text(std::string(16 * 1024 - 100, 'x'));
    line.send(big);
    ++said;
  };
  harness->start();
  auto hungry = talk();
  v1::ClientFrame say;
  say.mutable_say();
  for (int i = 0; i < kAsked; ++i) ASSERT_TRUE(hungry->send(say));
  int before = -1;
  EXPECT_TRUE(eventually([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    return std::exchange(before, said.load()) == said;
  }));
  EXPECT_LT(said, kAsked);
  EXPECT_EQ(harness->desk.counts.visitors, 1) << "nor is he cut";
  EXPECT_TRUE(talk()->ask(ping_frame()).has_pong());
  for (int answers = 0; answers < kAsked;) {
    const Arrival arrival = hungry->receive();
    ASSERT_TRUE(std::holds_alternative<v1::ServerFrame>(arrival));
    if (std::get<v1::ServerFrame>(arrival).has_done()) ++answers;
  }
  EXPECT_EQ(said, kAsked);
}

TEST_F(Websocket, ASlowReaderIsClosedByTheNumberOfMessagesToo) {
  Settings settings;
  settings.limits.queue_messages = 10;
  harness = std::make_unique<Harness>(settings);
  harness->desk.on_frame = [&](match::Line& line, const v1::ClientFrame& frame) {
    if (!frame.has_say()) return;
    v1::ServerFrame chat;
    chat.mutable_chat();
    for (int i = 0; i < 100; ++i) line.send(chat);  // faster than any reader: this strand is the writer's
  };
  harness->start();
  auto client = talk();
  v1::ClientFrame say;
  say.mutable_say();
  client->send(say);
  EXPECT_EQ(end_of(*client), 0);
}

// ---- origin ----

TEST_F(Websocket, APageOfThisHostMayConnect) {
  serve();
  Client client(harness->port());
  EXPECT_EQ(client.open({{"Host", "wardroom.example:8017"}, {"Origin", "http://wardroom.example:8017"}}), 101u);
}

TEST_F(Websocket, APageOfAnotherHostMayNot) {
  serve();
  for (const char* origin : {"http://evil.example", "http://127.0.0.1.evil.example", "null", "file://", "http://"}) {
    Client client(harness->port());
    EXPECT_EQ(client.open({{"Origin", origin}}), 403u) << origin;
  }
}

TEST_F(Websocket, AListedPageMay) {
  Settings settings;
  settings.origins = {"https://play.example.org"};
  serve(settings);
  Client client(harness->port());
  EXPECT_EQ(client.open({{"Origin", "https://play.example.org"}}), 101u);
  Client other(harness->port());
  EXPECT_EQ(other.open({{"Origin", "https://play.example.com"}}), 403u);
}

TEST_F(Websocket, OnlyOnePathIsAWebSocket) {
  serve();
  Client client(harness->port());
  EXPECT_EQ(client.open({}, "/other"), 404u);
  Client with_query(harness->port());
  EXPECT_EQ(with_query.open({}, "/ws?x=1"), 101u);
}

// ---- drain ----

TEST_F(Websocket, DrainTellsEveryoneLetsTheDeskFinishAndCloses) {
  serve();
  auto first = talk();
  auto second = talk();
  auto drained = std::async(std::launch::async, [&] { return harness->drain(); });
  for (Client* client : {first.get(), second.get()}) {
    EXPECT_TRUE(std::get<v1::ServerFrame>(client->receive()).has_going_down());
    EXPECT_TRUE(is_closed_with(client->receive(), CloseCode::going_away));
  }
  EXPECT_EQ(drained.get(), Server::Drained::kAll);
  EXPECT_EQ(harness->desk.drained, 1);
  EXPECT_EQ(harness->desk.counts.visitors, 0);
  EXPECT_THROW(Client(harness->port()), std::runtime_error);
}

TEST_F(Websocket, DrainDoesNotWaitForADeadClient) {
  Settings settings;
  settings.limits.drain = 100ms;
  serve(settings);
  auto client = talk();  // never reads the close
  EXPECT_EQ(harness->drain(), Server::Drained::kAll);
}

}  // namespace
}  // namespace wardroom::net
