// Servers: two without sockets on one PostgreSQL, which hear of each other, and a player on each.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <functional>
#include <latch>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>

#include "tests/match/rig.h"
#include "tests/store/postgres_kit.h"

namespace wardroom::testing {

using namespace std::chrono_literals;

// A server without sockets.
class Server {
 public:
  Server(const std::string& url, RigSettings settings, const std::atomic<bool>& deaf) {
    store::PostgresOptions options;
    options.hooks.loses = [&deaf] { return deaf.load(); };
    options.probe = 20ms;
    const std::shared_ptr<store::SqlStore> store = store::value(store::open_postgres(url, std::move(options)));
    rig.emplace(Stores{*store, *store, nullptr, store.get(), [store] { settle(*store); }, store}, std::move(settings));
    boost::asio::co_spawn(rig->io, rig->host->keep_looking(), boost::asio::detached);
    boost::asio::co_spawn(rig->io, rig->desk->keep_looking(), boost::asio::detached);
  }

  std::optional<Rig> rig;

 private:
  // Nothing is heard any more, and what it has been asked to read is answered. Each of its connections answers in
  // order, and that with the least to do is asked.
  static void settle(store::SqlStore& store) {
    store.listen({});
    constexpr int kMany = 64;
    const auto answered = std::make_shared<std::latch>(kMany);
    for (int i = 0; i < kMany; ++i) store.card("none", [answered](const auto&) { answered->count_down(); });
    answered->wait();
  }
};

class Servers : public ::testing::Test {
 protected:
  void start(std::chrono::milliseconds look) {
    settings.host.look = look;
    one = std::make_unique<Server>(url, settings, deaf);
    other = std::make_unique<Server>(url, settings, deaf);
  }
  void open(std::chrono::milliseconds look) {
    start(look);
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
  // Whether it comes to it.
  static bool soon(const std::function<bool()>& so) {
    for (int tries = 0; tries < 500; ++tries) {
      if (so()) return true;
      std::this_thread::sleep_for(10ms);
    }
    return false;
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

  RigSettings settings = quick(match::system_now_ms);
  std::mt19937 random{17};
  std::atomic<bool> deaf{false};  // nothing is told by one to the other
  store::Folder folder;
  std::string url = store::postgres_url(folder.file());
  std::unique_ptr<Server> one, other;
  std::unique_ptr<Client> a, b;
  std::string match;
};

}  // namespace wardroom::testing
