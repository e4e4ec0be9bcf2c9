// Quick passes: where both have agreed on them, a question with one single answer is put to nobody.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/engine/verify.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using picket::wire::DONE;
using picket::wire::MOVE_BLOCK;
using picket::wire::PLACE;

class Passes : public TwoPeople {
 protected:
  void open_quick() {
    open([](v1::CreateMatch& create) { create.set_quick_passes(true); });
  }
  // Neither is asked what has one single answer, and everybody who is asked chooses at random.
  void play_to_the_end(std::mt19937& random) {
    while (a->seen.state() == v1::MATCH_STATE_PLAYING && !HasFailure()) {
      wait_for_menu();
      for (Client* each : {a.get(), b.get()}) {
        if (each->asked()) {
          EXPECT_GT(each->seen.menu().items_size(), 1);
        }
      }
      play(*a, *b, 1, random);
    }
  }
  std::uint64_t passed() {
    std::uint64_t sole = 0;
    for (std::uint64_t row = 1; row <= store.rows(match); ++row) sole += store.row(match, row).sole() ? 1 : 0;
    return sole;
  }
  // The first places his ships and moves nothing, so that he comes to questions without a choice.
  void both_set_up() {
    for (Client* each : {a.get(), b.get()}) {
      for (int i = 0; i < 3 && each->asked(); ++i) ASSERT_TRUE(each->choose(PLACE).has_acted());
    }
    wait_for_menu();
  }
  void wait_for_menu() {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!a->asked() && !b->asked() && a->seen.state() == v1::MATCH_STATE_PLAYING) {
      ASSERT_LT(std::chrono::steady_clock::now(), deadline);
      std::this_thread::yield();
    }
  }
};

TEST_F(Passes, NobodyIsAskedWhatHasOneSingleAnswer) {
  open_quick();
  EXPECT_TRUE(a->notices.back().match().quick_passes());
  EXPECT_TRUE(b->notices.back().match().quick_passes());
  std::mt19937 random(3);
  play_to_the_end(random);
  ASSERT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
  EXPECT_GT(passed(), 5u);
  Result<std::string> bytes = rig->export_match(match);
  ASSERT_TRUE(bytes);
  const auto picket = [](const std::string&, const Bundle& bundle) { return picket::entry().make(bundle); };
  const Result<Proof> proof = verify(*bytes, picket);
  EXPECT_TRUE(proof) << proof.error().reason.id.str();
}

TEST_F(Passes, AreOffBetweenPeopleWhoSayNothing) {
  open();
  EXPECT_FALSE(a->notices.back().match().quick_passes());
  std::mt19937 random(3);
  play(*a, *b, 10'000, random);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
  EXPECT_EQ(passed(), 0u);
}

TEST_F(Passes, AnUndoComesToTheLastChoiceAndNothingPlaysItAgain) {
  open_quick();
  both_set_up();
  ASSERT_TRUE(a->find(MOVE_BLOCK));
  const std::uint64_t rows = store.rows(match);
  ASSERT_TRUE(a->choose(DONE).has_acted());  // and nothing to search for, nothing to attack
  wait_for_menu();
  if (!a->seen.menu().can_undo()) {
    EXPECT_GT(store.rows(match), rows + 1);
    EXPECT_EQ(a->about(&v1::ClientFrame::mutable_undo).refusal().reason().id(), "refusal.no_undo");
  }
  a->about(&v1::ClientFrame::mutable_ask_take_back);
  v1::ClientFrame agree;
  agree.mutable_answer_take_back()->set_match(match);
  agree.mutable_answer_take_back()->set_agree(true);
  ASSERT_TRUE(b->ask(agree).has_done());
  ASSERT_TRUE(a->asked());
  EXPECT_TRUE(a->find(MOVE_BLOCK)) << "a take-back comes to a choice, too";
  a->catch_up();
  EXPECT_TRUE(a->seen.has_menu());
}

TEST_F(Passes, GoOnAfterAFailedWriteAndAfterARestart) {
  settings.host.retry = std::chrono::milliseconds(1);
  open_quick();
  both_set_up();
  store.fail_appends(Fault::kRefuse, 1);
  EXPECT_TRUE(a->choose(DONE).has_refusal());
  wait_for_menu();
  ASSERT_TRUE(a->asked() && a->find(MOVE_BLOCK));
  store.hold_appends();
  auto answer = a->act_later(a->seen.menu().items(static_cast<int>(*a->find(DONE))).action());
  store.await_held(1);
  store.fail_appends(Fault::kRefuse, 1);  // of what passes after it, where something does
  store.release_appends();
  answer.get();
  wait_for_menu();
  restart();
  std::mt19937 random(5);
  play_to_the_end(random);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
}

TEST_F(Passes, LeaveAListOfActionsItsOwnCount) {
  open_quick();
  v1::ClientFrame act;
  act.mutable_act()->set_match(match);
  ASSERT_TRUE(a->asked());
  act.mutable_act()->set_menu_serial(a->seen.menu().serial());
  *act.mutable_act()->add_actions() = a->seen.menu().items(0).action();
  EXPECT_EQ(a->ask(act).acted().taken(), 1u);
}

TEST_F(Passes, ARematchKeepsThem) {
  open_quick();
  b->about(&v1::ClientFrame::mutable_resign);
  v1::ClientFrame again;
  again.mutable_rematch()->set_match(match);
  EXPECT_TRUE(a->ask(again).match().quick_passes());
}

}  // namespace
}  // namespace wardroom::testing
