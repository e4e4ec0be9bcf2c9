// Hall: a whole server on a free port with picket as its title and a clock that the test moves, and people on sockets.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/events/room.h"
#include "server/lobby/desk.h"
#include "server/net/server.h"
#include "server/store/sql_store.h"
#include "tests/net/client.h"
#include "tests/net/harness.h"

namespace wardroom::testing {

// A person with one connection.
struct Person {
  std::string name;
  std::string token;
  std::unique_ptr<net::Client> client;

  v1::ServerFrame ask(const std::function<void(v1::ClientFrame&)>& fill) {
    v1::ClientFrame frame;
    fill(frame);
    return client->ask(frame);
  }
};

class Hall : public ::testing::Test {
 protected:
  Hall();
  ~Hall() override;

  void open();   // the server
  void close();  // as a stop of the process does: only the file stays
  void restart();

  Person sign_up(const std::string& name);
  std::vector<Person> people(std::size_t count);
  void come_back(Person& person);

  // -- an event --
  v1::EventPage create(const std::function<void(v1::EventRules&)>& change);
  v1::EventPage page(Person& as);
  // By the director; fails the test when refused.
  v1::EventPage direct(const std::function<void(v1::Direct&)>& act);
  std::string refused(const std::function<void(v1::Direct&)>& act);  // the id of the reason
  v1::EventPage take_part(Person& as, const std::function<void(v1::TakePart&)>& act);
  void enter(std::vector<Person>& all, const std::function<std::string(std::size_t)>& team = {});
  void next_round();
  void pass_minutes(std::int64_t minutes);  // and everything that is due happens
  // Until the event page fulfils it.
  v1::EventPage await(const std::function<bool(const v1::EventPage&)>& enough);

  // -- matches --
  Person& whose(std::uint32_t entry);
  void give_nonce(Person& person, const std::string& match);
  void begin(const v1::EventGame& game);
  void resign(Person& person, const std::string& match);
  void agree_draw(const v1::EventGame& game);
  void play_out(const v1::EventGame& game, unsigned seed);  // each chooses anything that is offered
  // Every match of the newest round that is not decided, by `play`; waits until the event knows.
  void play_round(const std::function<void(const v1::EventGame&)>& play);

  bool directors_need_factor_ = false;  // as a host may set it: an evening without codes
  net::TemporaryFolder folder_;
  std::atomic<std::int64_t> ahead_ms_{0};
  std::unique_ptr<boost::asio::io_context> io_;
  std::unique_ptr<store::SqlStore> store_;
  std::unique_ptr<match::Host> host_;
  std::unique_ptr<events::Room> room_;
  std::unique_ptr<lobby::Desk> desk_;
  std::unique_ptr<net::Server> server_;
  std::optional<boost::asio::executor_work_guard<boost::asio::io_context::executor_type>> work_;
  std::vector<std::thread> threads_;
  std::uint16_t port_ = 0;

  Person director_;
  std::vector<Person> players_;
  std::map<std::string, Person*> by_name_;
  std::string event_;
};

}  // namespace wardroom::testing
