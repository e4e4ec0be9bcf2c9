// Rig: a whole server without sockets on a MemoryStore, and clients that check what every client may rely on.
#pragma once

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_future.hpp>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "common/told.h"
#include "server/lobby/desk.h"
#include "tests/match/memory_store.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::testing {

// Everything one connection is sent, in order; what was told by deltas is whole again.
class TestLine final : public match::Line {
 public:
  void send(const v1::ServerFrame& frame) override;
  void close(v1::RefusalCode why) override;
  std::string asking() const override { return "viewer=test request=" + std::to_string(request); }

  std::atomic<std::uint64_t> request{0};  // the last one
  std::deque<v1::ServerFrame> take();
  std::optional<v1::RefusalCode> closed();
  std::string bytes();  // of all frames ever sent
  // Waits until `enough` says so of what has not been taken yet.
  void await(const std::function<bool(const std::deque<v1::ServerFrame>&)>& enough);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  Hearing hearing_;
  std::deque<v1::ServerFrame> frames_;
  std::string bytes_;
  std::optional<v1::RefusalCode> closed_;
};

class Rig;

class Client {
 public:
  Client(Rig& rig, std::string address);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // -- asking --
  v1::ServerFrame ask(v1::ClientFrame frame);
  std::future<v1::ServerFrame> ask_later(v1::ClientFrame frame);
  v1::ServerFrame hello(const std::string& token = {});
  void guest(const std::string& name);  // says hello first
  void sign_up(const std::string& name, const std::string& password);
  void hang_up();

  // -- a match --
  v1::MatchInfo look(const std::string& match);  // at one's own
  // Its own nonce, when none is given; for the commitment shown and what the other seat has given by now.
  v1::ServerFrame give_nonce(const v1::MatchInfo& shown, const std::string& nonce = {});
  v1::Attached attach(const std::string& match, std::uint64_t last_serial = 0);
  v1::ServerFrame act(const v1::Action& action);
  v1::ServerFrame act(std::uint64_t menu_serial, const std::vector<v1::Action>& actions);
  std::future<v1::ServerFrame> act_later(const v1::Action& action);
  v1::ServerFrame choose(std::uint32_t verb);  // the first item with this verb
  template <class Body>
  v1::ServerFrame about(Body* (v1::ClientFrame::*mutable_body)()) {
    v1::ClientFrame frame;
    (frame.*mutable_body)()->set_match(match);
    return ask(std::move(frame));
  }

  // Takes in what has come; fails the test when an update is missing, doubled or out of order.
  void catch_up();
  bool asked() {
    catch_up();
    return seen.has_menu();
  }
  std::optional<std::uint32_t> find(std::uint32_t verb);

  // -- queued orders: made from the queue as it was last told --
  v1::GiveOrders orders(const std::vector<v1::Action>& actions);
  v1::ServerFrame give(const v1::GiveOrders& given);
  v1::ServerFrame go_on(bool without_first = false);
  void await_queue(const std::function<bool(const v1::Queue&)>& enough);  // fails the test when it does not come to it

  // -- plotting table --
  v1::ServerFrame change(const v1::ChangeMarks& asked);  // of the match attached to
  void await_marks(const std::function<bool(const v1::Marks&)>& enough);

  std::string nonce;  // whose hash it sits down with, where a request says nothing of it
  std::string account;
  std::string name;
  std::string token;
  std::string match;
  v1::Update seen;               // all updates taken together
  std::vector<v1::Update> sent;  // each of them, but for those that came with an answer
  std::vector<v1::Report> reports;
  std::vector<v1::Notice> notices;
  v1::Queue queue;
  v1::Marks marks;
  std::vector<v1::Chat> chat;
  std::vector<v1::MatchInfo> found;
  int updates = 0;
  int full_updates = 0;
  int taken_over = 0;
  std::shared_ptr<TestLine> line;

 private:
  void take_in(const v1::Update& update);
  void take_in(const v1::Queue& newer);
  void take_in(const v1::Marks& newer);

  boost::asio::strand<boost::asio::any_io_executor> strand_;
  std::shared_ptr<lobby::Visitor> visitor_;
  std::uint64_t requests_ = 0;
  std::uint64_t orders_ = 0;
};

struct RigSettings {
  match::HostSettings host;
  lobby::DeskSettings desk;
  std::shared_ptr<const Title> title;  // instead of picket, under picket's name and data
  std::shared_ptr<const Bundle> bundle;
  bool narrows = false;  // is served, too
  std::vector<match::PlayerEntry> players;
  int threads = 2;
};

// What a server keeps things in.
struct Stores {
  match::Store& matches;
  lobby::Store& people;
  lobby::Mailroom* mailroom = nullptr;
  lobby::Registry* registry = nullptr;
  std::function<void()> settle;   // returns when the stores' threads have left every callback given so far
  std::shared_ptr<void> owned{};  // ends with the server, before what their threads wake
};

class Rig {
 public:
  explicit Rig(MemoryStore& store, RigSettings settings = {});
  Rig(Stores stores, RigSettings settings);
  ~Rig();

  std::unique_ptr<Client> connect(const std::string& address = "192.0.2.1") {
    return std::make_unique<Client>(*this, address);
  }
  std::unique_ptr<Client> guest(const std::string& name);
  std::unique_ptr<Client> back(const std::string& token);  // on a new connection
  // Makes and joins a match and gives the nonces; both attached. The first sits in seat 0.
  std::string begin(Client& first, Client& second, const std::function<void(v1::CreateMatch&)>& change = {});
  v1::MatchInfo create(Client& creator, const std::function<void(v1::CreateMatch&)>& change = {});
  v1::MatchInfo join(Client& joiner, const v1::MatchInfo& match);

  template <class T>
  T run(boost::asio::awaitable<T> work) {
    return boost::asio::co_spawn(io, std::move(work), boost::asio::use_future).get();
  }
  Result<std::string> export_match(const std::string& match, const std::string& watch = {});
  void drain();
  void tidy();
  void beat();  // the server is up, as it says now and then
  void await_unloaded();

  boost::asio::io_context io;

 private:
  std::shared_ptr<void> stores_;

 public:
  std::optional<match::Host> host;
  std::optional<lobby::Desk> desk;

 private:
  const std::function<void()> settle_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::vector<std::thread> threads_;
};

Bundle picket_bundle();
// Settings under which tests are quick: passwords are cheap, time is the store's.
RigSettings quick(MemoryStore& store);
RigSettings quick(std::function<std::int64_t()> now_ms);
// The two play at random until somebody's menu is gone, `steps` actions are done or `until` says stop; how many were
// done.
int play(Client& first, Client& second, int steps, std::mt19937& random, const std::function<bool()>& until = {});

// What most tests of a match begin with: a match between two guests.
class TwoPeople : public ::testing::Test {
 protected:
  void open(const std::function<void(v1::CreateMatch&)>& change = {}) {
    if (!rig) rig.emplace(store, settings);
    a = rig->guest("Anna");
    b = rig->guest("Bert");
    match = rig->begin(*a, *b, change);
  }
  // The server goes down and comes up again; both come back.
  void restart() {
    const std::string first = a->token, second = b->token;
    a.reset();
    b.reset();
    rig.reset();
    rig.emplace(store, settings);
    a = rig->back(first);
    b = rig->back(second);
    a->attach(match);
    b->attach(match);
  }
  v1::ServerFrame answer_take_back(Client& client, bool agree) {
    v1::ClientFrame frame;
    frame.mutable_answer_take_back()->set_match(match);
    frame.mutable_answer_take_back()->set_agree(agree);
    return client.ask(std::move(frame));
  }
  v1::ServerFrame answer_draw(Client& client, bool agree) {
    v1::ClientFrame frame;
    frame.mutable_answer_draw()->set_match(match);
    frame.mutable_answer_draw()->set_agree(agree);
    return client.ask(std::move(frame));
  }

  MemoryStore store;
  RigSettings settings = quick(store);
  std::optional<Rig> rig;
  std::unique_ptr<Client> a, b;
  std::string match;
};

}  // namespace wardroom::testing
