// Two servers on one PostgreSQL, a player on each: whoever moves, both come to see the same.
#include "tests/match/servers.h"

#include <gmock/gmock.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "common/nonce.h"
#include "tests/store/cluster.h"

namespace wardroom::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

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

// -- plotting tables --

v1::ChangeMarks note(std::uint64_t id, const std::string& text) {
  v1::ChangeMarks asked;
  v1::Mark& mark = *asked.add_put();
  mark.set_id(id);
  mark.mutable_note()->set_text(text);
  return asked;
}

TEST_F(Servers, WhatOneWritesOnHisChartAtOneIsThereAtTheOtherForHimAlone) {
  open(1h);
  auto a_there = other->rig->back(a->token), b_there = one->rig->back(b->token);
  auto nobody = other->rig->guest("Cora");
  for (Client* each : {a_there.get(), b_there.get(), nobody.get()}) each->attach(match);
  EXPECT_TRUE(a->change(note(1, "CANARY-MARK")).has_marks());
  a_there->await_marks([](const v1::Marks& marks) { return marks.marks_size() == 1; });
  EXPECT_TRUE(a_there->change(note(2, "CANARY-MARK")).has_marks());
  a->await_marks([](const v1::Marks& marks) { return marks.marks_size() == 2; });
  EXPECT_EQ(a->marks.SerializeAsString(), a_there->marks.SerializeAsString());
  for (Client* each : {b.get(), b_there.get(), nobody.get()}) {
    each->catch_up();
    EXPECT_THAT(each->line->bytes(), Not(HasSubstr("CANARY")));
    EXPECT_EQ(each->marks.version(), 0u);
  }
}

TEST_F(Servers, WhatNobodyHearsOfAChartIsReadAllTheSame) {
  open(20ms);
  auto a_there = other->rig->back(a->token);
  a_there->attach(match);
  deaf = true;
  EXPECT_TRUE(a->change(note(1, "unheard")).has_marks());
  a_there->await_marks([](const v1::Marks& marks) { return marks.marks_size() == 1; });
}

TEST_F(Servers, NobodysChangeOfAChartUndoesWhatHeWroteElsewhere) {
  open(1h);
  deaf = true;
  auto a_there = other->rig->back(a->token);
  a_there->attach(match);
  for (std::uint64_t id = 1; id <= 6; id += 2) {
    EXPECT_TRUE(a->change(note(id, "here")).has_marks());
    EXPECT_TRUE(a_there->change(note(id + 1, "there")).has_marks()) << "he does not notice";
  }
  EXPECT_EQ(a_there->marks.marks_size(), 6);
}

// -- bots --

// What it is asked, at whichever server.
struct Thoughts {
  std::mutex mutex;
  std::multiset<std::uint64_t> menus;
  std::atomic<int> number{0};
  std::atomic<int> stuck{0};  // the one of this number goes on no further
};

class Thinker final : public match::Player {
 public:
  explicit Thinker(std::shared_ptr<Thoughts> thoughts) : thoughts_(std::move(thoughts)) {}
  match::Move answer(const v1::Update& update) override {
    {
      const std::lock_guard lock(thoughts_->mutex);
      thoughts_->menus.insert(update.menu().serial());
    }
    const int mine = ++thoughts_->number;
    while (mine == thoughts_->stuck) std::this_thread::sleep_for(1ms);
    return {update.menu().items(0).action(), {}};
  }

 private:
  std::shared_ptr<Thoughts> thoughts_;
};

class ServersBots : public Servers {
 protected:
  ~ServersBots() override { thoughts->stuck = 0; }

  void open_against_bot() {
    settings.players = {{"thinker", [this](match::Chair) { return std::make_unique<Thinker>(thoughts); }}};
    start(20ms);
    a = one->rig->guest("Anna");
    const v1::MatchInfo made = one->rig->create(*a, [](v1::CreateMatch& create) { create.set_bot("thinker"); });
    match = made.id();
    EXPECT_EQ(a->give_nonce(made).match().state(), v1::MATCH_STATE_PLAYING);
    a->attach(match);
    std::this_thread::sleep_for(100ms);  // the other server has heard where she sits
  }
  // She answers until the bot thinks, and does not come to an end with it.
  void play_until_stuck() {
    thoughts->stuck = thoughts->number + 1;
    EXPECT_TRUE(soon([&] {
      if (a->asked()) a->act(a->seen.menu().items(0).action());
      return thoughts->number == thoughts->stuck;
    }));
  }
  bool is_thought_of_again() {
    return soon([&] { return thoughts->number > thoughts->stuck; });
  }
  std::size_t rows() {
    const std::vector<std::string> count = store::looked_up(folder.file(), "SELECT count(*) FROM journal");
    return std::stoul(count.at(0));
  }

  std::shared_ptr<Thoughts> thoughts = std::make_shared<Thoughts>();
};

TEST_F(ServersBots, ABotThinksOnceHoweverManyServersHaveTheMatch) {
  open_against_bot();
  auto cora = other->rig->guest("Cora");
  cora->attach(match);
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(soon([&] { return a->asked(); }));
    a->act(a->seen.menu().items(0).action());
  }
  std::this_thread::sleep_for(100ms);
  const std::lock_guard lock(thoughts->mutex);
  EXPECT_GT(thoughts->menus.size(), 3u);
  EXPECT_EQ(std::set(thoughts->menus.begin(), thoughts->menus.end()).size(), thoughts->menus.size());
}

TEST_F(ServersBots, WhenTheOneThatThinksIsSilentAnotherDoes) {
  settings.host.take_over = 200ms;
  open_against_bot();
  auto cora = other->rig->guest("Cora");
  cora->attach(match);
  play_until_stuck();
  const std::size_t before = rows();
  EXPECT_TRUE(is_thought_of_again());
  EXPECT_TRUE(soon([&] { return rows() > before; }));
}

TEST_F(ServersBots, WhoeverComesAgainElsewhereIsAnsweredAtOnce) {
  settings.host.take_over = 1h;
  open_against_bot();
  play_until_stuck();
  auto a_there = other->rig->back(a->token);
  a_there->attach(match);
  EXPECT_TRUE(is_thought_of_again()) << "the first server may be dead";
}

TEST_F(ServersBots, WhatADeadServerHasLeftToTheComputerGoesOnWhenOneBegins) {
  open_against_bot();
  play_until_stuck();
  a.reset();
  std::thread dying([&] { one.reset(); });
  std::this_thread::sleep_for(1s);
  const std::size_t before = rows();
  thoughts->stuck = 0;
  dying.join();
  EXPECT_EQ(rows(), before);
  settings.host.take_over = 0ms;
  one = std::make_unique<Server>(url, settings, deaf);
  one->rig->run(one->rig->host->go_on_with_left());
  EXPECT_TRUE(soon([&] { return rows() > before; }));
}

}  // namespace
}  // namespace wardroom::testing
