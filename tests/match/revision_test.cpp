// What becomes of a match when the rules are revised.
#include <gtest/gtest.h>

#include "common/catalog.h"
#include "server/engine/verify.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

class Revision : public ::testing::Test {
 protected:
  void open(const std::string& scenario, std::uint32_t observer_delay = 0) {
    rig.emplace(store, settings);
    a = rig->guest("Anna");
    b = rig->guest("Bert");
    match = rig->begin(*a, *b, [&](v1::CreateMatch& create) {
      create.set_scenario(scenario);
      create.set_observer_delay(observer_delay);
    });
  }
  void start_again() {
    const std::string tokens[] = {a->token, b->token};
    a.reset();
    b.reset();
    rig.reset();
    rig.emplace(store, settings);
    a = rig->back(tokens[0]);
    b = rig->back(tokens[1]);
  }
  void revise(picket::wire::record::Data data) {
    settings.title = std::make_shared<const picket::Picket>(std::move(data), picket::Leak::kNone, 2);
  }

  MemoryStore store;
  RigSettings settings = quick(store);
  std::optional<Rig> rig;
  std::unique_ptr<Client> a, b;
  std::string match;
};

// Its rows would play alike, but nobody asks them.
TEST_F(Revision, AMatchOfAnotherRevisionIsHeldOnceAndGoesOnUnderThisOne) {
  settings.host.referee.checkpoint_every = 8;
  open("long", 2);
  std::mt19937 random(8);
  play(*a, *b, 12, random);
  revise(picket::read_data());
  start_again();
  EXPECT_EQ(a->attach(match).update().state(), v1::MATCH_STATE_HELD);
  EXPECT_EQ(b->attach(match).match().state(), v1::MATCH_STATE_HELD);
  auto watcher = rig->guest("Clara");
  EXPECT_EQ(watcher->attach(match).update().state(), v1::MATCH_STATE_HELD);
  watcher.reset();
  a->about(&v1::ClientFrame::mutable_agree_to_restart);
  EXPECT_TRUE(b->about(&v1::ClientFrame::mutable_agree_to_restart).has_done());
  a->catch_up();
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_PLAYING);
  // Whatever stands between the restart and the newest row when it is loaded again, a checkpoint or not.
  for (int round = 0; round < 6; ++round) {
    start_again();
    EXPECT_EQ(a->attach(match).update().state(), v1::MATCH_STATE_PLAYING) << round;
    b->attach(match);
    play(*a, *b, 4, random);
  }
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_ask_take_back).has_done());
  v1::ClientFrame yes;
  yes.mutable_answer_take_back()->set_match(match);
  yes.mutable_answer_take_back()->set_agree(true);
  EXPECT_TRUE(b->ask(yes).has_done());
  play(*a, *b, 10'000, random);
  EXPECT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
  const auto proof = verify(*rig->export_match(match), [&](const std::string&, const Bundle&) {
    return Result<std::shared_ptr<const Title>>(settings.title);
  });
  ASSERT_TRUE(proof) << bare(proof.error().reason);
  ASSERT_EQ(proof->unplayed.size(), 1u);
  EXPECT_EQ(proof->unplayed[0].revision, 1u);
  EXPECT_EQ(proof->epochs, 3u);
}

// Played to its end, so no row says that it ended; and other rules do not come to that end.
TEST_F(Revision, AFinishedMatchOfAnotherRevisionStaysFinished) {
  open("small");
  std::mt19937 random(8);
  play(*a, *b, 10'000, random);
  ASSERT_EQ(store.card_now(match).state, v1::MATCH_STATE_OVER);
  const std::string before = *rig->export_match(match);
  const v1::Ending ending = a->seen.ending();
  picket::wire::record::Data other = picket::read_data();
  other.set_steps_of_kind(1, 4);
  revise(std::move(other));
  start_again();
  const v1::Attached attached = a->attach(match);
  EXPECT_EQ(attached.update().state(), v1::MATCH_STATE_OVER);
  EXPECT_EQ(attached.update().ending().SerializeAsString(), ending.SerializeAsString());
  EXPECT_EQ(store.card_now(match).state, v1::MATCH_STATE_OVER);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_ask_ended_view).has_update());
  EXPECT_EQ(*rig->export_match(match), before);
}

}  // namespace
}  // namespace wardroom::testing
