// Two servers on one PostgreSQL, a player on each: whoever moves, both come to see the same.
#include <gmock/gmock.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <random>
#include <thread>

#include "common/nonce.h"
#include "tests/match/rig.h"
#include "tests/store/cluster.h"
#include "tests/store/postgres_kit.h"

namespace wardroom::testing {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

// A server without sockets.
class Server {
 public:
  Server(const std::string& url, std::chrono::milliseconds look, const std::atomic<bool>& deaf) {
    store::PostgresOptions options;
    options.hooks.loses = [&deaf] { return deaf.load(); };
    options.probe = 20ms;
    const std::shared_ptr<store::SqlStore> store = store::value(store::open_postgres(url, std::move(options)));
    RigSettings settings = quick(match::system_now_ms);
    settings.host.look = look;
    rig.emplace(Stores{*store, *store, nullptr, store.get(), [] {}, store}, std::move(settings));
    asio::co_spawn(rig->io, rig->host->keep_looking(), asio::detached);
    asio::co_spawn(rig->io, rig->desk->keep_looking(), asio::detached);
  }

  std::optional<Rig> rig;
};

class Servers : public ::testing::Test {
 protected:
  void open(std::chrono::milliseconds look) {
    one = std::make_unique<Server>(url, look, deaf);
    other = std::make_unique<Server>(url, look, deaf);
    a = one->rig->guest("Anna");
    b = other->rig->guest("Bert");
    const v1::MatchInfo made = one->rig->create(*a);
    match = made.id();
    b->give_nonce(other->rig->join(*b, made));
    const auto begun = [&] { return a->look(match).state() == v1::MATCH_STATE_PLAYING; };
    for (int tries = 0; tries < 100 && !begun(); ++tries) {
      std::this_thread::sleep_for(20ms);
      a->give_nonce(made);
    }
    ASSERT_TRUE(begun());
    a->attach(match);
    b->attach(match);
  }
  // Whoever is asked answers at random, until so many of his answers have been taken; false: nobody was for too long.
  bool play(int steps) {
    for (int done = 0, idle = 0; done < steps; ++idle) {
      if (idle > 500) return false;
      for (Client* client : {a.get(), b.get()}) {
        if (!client->asked()) continue;
        const auto& items = client->seen.menu().items();
        const v1::Action action = items[static_cast<int>(random() % static_cast<unsigned>(items.size()))].action();
        if (client->act(action).acted().taken() == 0) continue;
        ++done;
        idle = 0;
      }
      std::this_thread::sleep_for(5ms);
    }
    return true;
  }
  // What each is shown by his own server is what the other server would show him.
  void expect_agreed() {
    const auto shown_alike = [&] {
      a->catch_up();
      b->catch_up();
      auto a_there = other->rig->back(a->token), b_there = one->rig->back(b->token);
      a_there->attach(match);
      b_there->attach(match);
      return a_there->seen.SerializeAsString() == a->seen.SerializeAsString() &&
             b_there->seen.SerializeAsString() == b->seen.SerializeAsString();
    };
    for (int tries = 0; tries < 100; ++tries) {
      if (shown_alike()) return;
      std::this_thread::sleep_for(50ms);
    }
    ADD_FAILURE() << "the servers show different things";
  }

  std::mt19937 random{17};
  std::atomic<bool> deaf{false};  // nothing is told by one to the other
  store::Folder folder;
  std::string url = store::postgres_url(folder.file());
  std::unique_ptr<Server> one, other;
  std::unique_ptr<Client> a, b;
  std::string match;
};

TEST_F(Servers, APlayerOnEachPlaysAndSeesTheSame) {
  open(1h);  // only what is heard
  EXPECT_TRUE(play(40));
  expect_agreed();
}

TEST_F(Servers, WhatNobodyHearsOfIsReadAllTheSame) {
  deaf = true;
  open(50ms);
  EXPECT_TRUE(play(20));
  expect_agreed();
}

TEST_F(Servers, WhoeverCouldNotHearForAWhileReadsEverything) {
  open(1h);
  std::atomic<bool> over{false};
  std::thread cutting([&] {
    for (; !over; std::this_thread::sleep_for(30ms))
      store::Cluster::get().ask("postgres",
                                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE "
                                "'%wardroom_moved%' AND pid <> pg_backend_pid()");
  });
  EXPECT_TRUE(play(20));
  over = true;
  cutting.join();
  expect_agreed();
}

TEST_F(Servers, WhoeverActsOnWhatIsNotSoAnyMoreIsToldAndReadsAgain) {
  open(1h);
  auto a_there = other->rig->back(a->token);
  a_there->attach(match);
  for (int i = 0; i < 10 && a->asked(); ++i) {
    // The same answer on both servers at once: one is taken.
    v1::ClientFrame frame;
    frame.mutable_act()->set_match(match);
    frame.mutable_act()->set_menu_serial(a->seen.menu().serial());
    *frame.mutable_act()->add_actions() = a->seen.menu().items(0).action();
    auto here = a->ask_later(frame), there = a_there->ask_later(frame);
    const int taken = static_cast<int>(here.get().acted().taken()) + static_cast<int>(there.get().acted().taken());
    EXPECT_LE(taken, 1);
    std::this_thread::sleep_for(50ms);
  }
  expect_agreed();
}

TEST_F(Servers, WhatIsSaidOnOneIsHeardOnTheOther) {
  open(1h);
  const auto say = [&](Client& client, const std::string& text) {
    v1::ClientFrame frame;
    frame.mutable_say()->set_match(match);
    frame.mutable_say()->set_text(text);
    EXPECT_TRUE(client.ask(frame).has_done());
  };
  for (int i = 0; i < 5; ++i) {
    say(*a, "from one " + std::to_string(i));
    say(*b, "from the other " + std::to_string(i));
  }
  const auto heard = [](Client& client) {
    client.catch_up();
    std::vector<std::string> lines;
    for (const v1::Chat& line : client.chat) lines.push_back(line.text());
    return lines;
  };
  for (int tries = 0; tries < 100 && (heard(*a).size() < 10 || heard(*b).size() < 10); ++tries)
    std::this_thread::sleep_for(20ms);
  EXPECT_EQ(heard(*a).size(), 10u);
  EXPECT_EQ(heard(*a), heard(*b));
  auto a_there = other->rig->back(a->token);
  EXPECT_EQ(a_there->attach(match).chat_size(), 10);
}

TEST_F(Servers, WhoSitsAtOneIsSeenAtTheOtherUntilHeGoes) {
  open(1h);
  const auto sees = [&](Client& client, std::array<bool, 2> who) {
    for (int tries = 0; tries < 200; ++tries) {
      client.catch_up();
      const v1::MatchInfo& info = client.notices.back().match();
      if (info.seats(0).present() == who[0] && info.seats(1).present() == who[1]) return true;
      std::this_thread::sleep_for(10ms);
    }
    return false;
  };
  EXPECT_TRUE(sees(*a, {true, true}));
  EXPECT_TRUE(sees(*b, {true, true}));
  b->hang_up();
  EXPECT_TRUE(sees(*a, {true, false}));
}

TEST_F(Servers, WhoIsNotHeardOfAnyMoreIsNotThere) {
  open(20ms);
  const auto sees_him = [&] {
    a->catch_up();
    return a->notices.back().match().seats(1).present();
  };
  for (int tries = 0; tries < 200 && !sees_him(); ++tries) std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(sees_him());
  deaf = true;
  for (int tries = 0; tries < 200 && sees_him(); ++tries) std::this_thread::sleep_for(10ms);
  EXPECT_FALSE(sees_him());
}

TEST_F(Servers, WhoIsSignedOutByOneIsSoAtTheOther) {
  open(20ms);
  auto a_there = other->rig->back(a->token);
  v1::ClientFrame frame;
  frame.mutable_sign_out();
  EXPECT_TRUE(a->ask(frame).has_done());
  for (int tries = 0; tries < 200 && !a_there->line->closed(); ++tries) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(a_there->line->closed(), v1::REFUSAL_CODE_SIGNED_OUT);
  EXPECT_FALSE(b->line->closed());
}

TEST_F(Servers, WhoeverIsChallengedOnOneIsToldAtTheOther) {
  open(1h);
  auto cora = other->rig->connect();
  cora->sign_up("Cora", "a quiet harbour");
  one->rig->create(*a, [](v1::CreateMatch& asked) {
    asked.set_invited("Cora");
    asked.set_is_private(true);
  });
  cora->line->await([](const auto& frames) {
    return std::ranges::any_of(frames,
                               [](const v1::ServerFrame& frame) { return frame.challenges().matches_size() == 1; });
  });
}

TEST_F(Servers, WhoeverWaitsAtOneForAnyoneMeetsWhoeverComesToTheOther) {
  open(20ms);
  const auto ask = [](Client& client) {
    v1::ClientFrame frame;
    frame.mutable_quick_match()->set_title("picket");
    frame.mutable_quick_match()->set_scenario("small");
    frame.mutable_quick_match()->set_nonce_hash(nonce_hash(client.nonce));
    return client.ask(frame);
  };
  const auto await_found = [](Client& client) {
    client.line->await(
        [](const auto& frames) { return std::ranges::any_of(frames, &v1::ServerFrame::has_match_found); });
    client.catch_up();
  };
  EXPECT_TRUE(ask(*a).has_waiting());
  v1::ClientFrame list;
  list.mutable_list_matches()->set_open(true);
  const v1::Matches open_there = b->ask(list).matches();
  ASSERT_EQ(open_there.waiting_size(), 1);
  EXPECT_EQ(open_there.waiting(0).name(), "Anna");
  EXPECT_FALSE(open_there.waiting(0).me());
  EXPECT_TRUE(ask(*b).has_waiting());
  await_found(*a);
  await_found(*b);
  ASSERT_EQ(a->found.size(), 1u);
  ASSERT_EQ(b->found.size(), 1u);
  EXPECT_EQ(a->found[0].id(), b->found[0].id());
  EXPECT_FALSE(a->found[0].nonce_wanted()) << "who waited sat first";
  b->give_nonce(b->found[0]);
  EXPECT_EQ(a->give_nonce(a->found[0]).match().state(), v1::MATCH_STATE_PLAYING);
}

TEST_F(Servers, WhatIsQueuedOnOneIsKeptByTheOther) {
  open(1h);
  auto a_there = other->rig->back(a->token);
  a_there->attach(match);
  deaf = true;
  v1::GiveOrders given;
  given.set_match(match);
  given.add_orders()->set_id(1);
  given.mutable_orders(0)->mutable_action()->set_verb(99);
  EXPECT_EQ(a->give(given).queue().orders_size(), 1);
  v1::ClientFrame frame;
  frame.mutable_give_standing()->set_match(match);
  frame.mutable_give_standing()->add_orders()->set_order(1);
  frame.mutable_give_standing()->mutable_orders(0)->set_way(3);
  const v1::ServerFrame answer = a_there->ask(frame);
  EXPECT_EQ(answer.queue().standing_size(), 1) << answer.DebugString();
  EXPECT_EQ(answer.queue().orders_size(), 1) << "the other server did not know of it";
  given.clear_orders();
  a->await_queue([](const v1::Queue& queue) { return queue.orders_size() == 1; });
  given.set_version(a->queue.version());
  EXPECT_EQ(a->give(given).queue().standing_size(), 1) << "nor did this one know what the other had stored";
}

// Whoever is sent nothing by what is done elsewhere in secret is sent nothing here.
TEST_F(Servers, EachIsSentByOneWhatHeIsSentByTheOther) {
  open(1h);
  auto a_there = other->rig->back(a->token), b_there = one->rig->back(b->token);
  a_there->attach(match);
  b_there->attach(match);
  const std::uint64_t a_from = a_there->seen.serial(), b_from = b_there->seen.serial();
  EXPECT_TRUE(play(40));
  const auto sent_since = [](Client& client, std::uint64_t serial) {
    client.catch_up();
    std::vector<std::string> sent;
    for (const v1::Update& update : client.sent)
      if (update.serial() > serial) sent.push_back(update.DebugString());
    return sent;
  };
  const auto sent_alike = [&] {
    return sent_since(*a, a_from) == sent_since(*a_there, a_from) &&
           sent_since(*b, b_from) == sent_since(*b_there, b_from);
  };
  for (int tries = 0; tries < 100 && !sent_alike(); ++tries) std::this_thread::sleep_for(50ms);
  EXPECT_EQ(sent_since(*a, a_from), sent_since(*a_there, a_from));
  EXPECT_EQ(sent_since(*b, b_from), sent_since(*b_there, b_from));
  EXPECT_GT(sent_since(*a, a_from).size(), 5u);
}

}  // namespace
}  // namespace wardroom::testing
