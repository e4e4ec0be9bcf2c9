// What the title suite does not cover: take-backs, upgrades that play differently, endings, and the journal's chain.
#include "server/engine/referee.h"

#include <gtest/gtest.h>

#include "tests/engine/played_match.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::testing {
namespace {

using picket::make_picket;

// The same title after an upgrade that changed a rule: every search by a ship finds.
std::shared_ptr<const Title> changed_rules() {
  picket::wire::record::Data data = picket::read_data();
  for (auto& scenario : *data.mutable_scenarios()) scenario.set_find_at(scenario.find_at() == 4 ? 0 : 10);
  return std::make_shared<const picket::Picket>(std::move(data));
}

TEST(Referee, ATakeBackGoesBehindTheBarrierAndTheDiceDoNotComeAgain) {
  int new_dice = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    PlayedMatch match(make_picket(), "long", seed);
    match.play_until(25, random);
    Random replay = random;
    const std::string at_25 = save(match.referee().position());
    match.play_until(60, random);
    std::vector<v1::record::Draw> old_draws;
    for (const auto& row : match.rows()) {
      if (row.seq() > 25) old_draws.insert(old_draws.end(), row.draws().begin(), row.draws().end());
    }

    auto back = match.referee().take_back(match.stretch(25), 25);
    ASSERT_TRUE(back.has_value());
    match.keep(*back);
    EXPECT_EQ(save(match.referee().position()), at_25);
    EXPECT_EQ(match.referee().epoch(), 1u);
    EXPECT_FALSE(match.referee().can_undo(Seat::kFirst));
    EXPECT_FALSE(match.referee().can_undo(Seat::kSecond));
    for (Viewer who : kLiveViewers) EXPECT_NE(back->updates[index(who)], nullptr);

    const std::uint64_t now = match.referee().seq();
    match.play_until(now + 35, replay);  // the same choices as before, as far as they are offered
    for (const auto& row : match.rows()) {
      if (row.seq() <= now) continue;
      for (const auto& draw : row.draws()) {
        EXPECT_EQ(draw.epoch(), 1u);
        for (const auto& old : old_draws) {
          if (old.occasion().SerializeAsString() == draw.occasion().SerializeAsString() &&
              old.result() != draw.result())
            ++new_dice;
        }
      }
    }
    auto again = match.resume(make_picket());
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ((*again)->state(), match.referee().state());
    EXPECT_EQ(save((*again)->position()), save(match.referee().position()));
    EXPECT_EQ((*again)->epoch(), 1u);
  }
  EXPECT_GT(new_dice, 0);
}

TEST(Referee, ATakeBackToARowThatIsNotThereIsRefused) {
  Random random(1);
  PlayedMatch match(make_picket(), "small", 1);
  match.play_until(10, random);
  EXPECT_FALSE(match.referee().take_back(match.stretch(5), 10).has_value());
  EXPECT_FALSE(match.referee().take_back(match.stretch(5), 99).has_value());
}

TEST(Referee, AnUpgradeThatPlaysDifferentlyHoldsTheMatchAndARestartGoesOnFromTheCheckpoint) {
  const auto changed_title = changed_rules();
  int held = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    PlayedMatch match(make_picket(), "small", seed, seed % 2 == 0 ? 8 : 1000);
    match.play_until(36, random);
    if (!match.playing()) continue;

    auto same = match.resume(make_picket());
    ASSERT_TRUE(same.has_value());
    EXPECT_EQ((*same)->state(), v1::MATCH_STATE_PLAYING);

    auto changed = match.resume(changed_title);
    ASSERT_TRUE(changed.has_value());
    Referee& referee = **changed;
    if (referee.state() == v1::MATCH_STATE_PLAYING) continue;  // the rule did not come up in the open stretch
    ++held;
    EXPECT_EQ(referee.state(), v1::MATCH_STATE_HELD);
    for (Viewer who : kLiveViewers) EXPECT_EQ(referee.all(who)->state(), v1::MATCH_STATE_HELD);
    EXPECT_EQ(referee.menu(Seat::kFirst), nullptr);
    const Action any;
    auto refused = referee.act(Seat::kFirst, 1, std::span(&any, 1));
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, RefusalCode::kUnavailable);
    EXPECT_FALSE(referee.undo(Seat::kFirst).has_value());

    match.replace(std::move(*changed));
    auto restarted = match.referee().restart();
    ASSERT_TRUE(restarted.has_value());
    match.keep(*restarted);
    EXPECT_EQ(match.referee().state(), v1::MATCH_STATE_PLAYING);
    EXPECT_EQ(match.referee().epoch(), 1u);
    while (match.playing()) match.play(random);

    auto finished = match.resume(changed_title);  // and the restarted match loads in the new build
    ASSERT_TRUE(finished.has_value());
    EXPECT_EQ((*finished)->state(), v1::MATCH_STATE_OVER);
    EXPECT_EQ(save((*finished)->position()), save(match.referee().position()));
  }
  EXPECT_GT(held, 5);
}

TEST(Referee, RestartIsForHeldMatchesOnly) {
  PlayedMatch match(make_picket(), "small", 1);
  EXPECT_FALSE(match.referee().restart().has_value());
}

TEST(Referee, ACheckpointThatCannotBeReadIsRefusedWithAReason) {
  Random random(1);
  PlayedMatch match(make_picket(), "small", 1);
  match.play_until(10, random);
  Stored stored = match.stored();
  stored.checkpoint.set_position("\xff\xff\xff not a position");
  auto refused = Referee::resume(make_picket(), stored, secret_of(1), {});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, RefusalCode::kUnreadable);
  stored = match.stored();
  stored.checkpoint.set_checksum("wrong");
  EXPECT_FALSE(Referee::resume(make_picket(), stored, secret_of(1), {}).has_value());
}

TEST(Referee, AResignationEndsTheMatchForEveryoneAndSurvivesAReload) {
  Random random(2);
  PlayedMatch match(make_picket(), "small", 2);
  match.play_until(12, random);
  Ending ending;
  ending.set_kind(v1::ENDING_KIND_RESIGNED);
  ending.set_winner(1);
  auto ended = match.referee().end(Seat::kFirst, ending);
  ASSERT_TRUE(ended.has_value());
  match.keep(*ended);
  for (Viewer who : kLiveViewers) {
    ASSERT_NE(ended->updates[index(who)], nullptr);
    EXPECT_EQ(ended->updates[index(who)]->ending().winner(), 1u);
    EXPECT_FALSE(ended->updates[index(who)]->has_menu());
  }
  EXPECT_TRUE(match.referee().all(Viewer::kEnded).has_value());
  auto again = match.resume(make_picket());
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ((*again)->state(), v1::MATCH_STATE_OVER);
  EXPECT_EQ((*again)->ending()->kind(), v1::ENDING_KIND_RESIGNED);
  EXPECT_FALSE(match.referee().end(Seat::kSecond, ending).has_value());
}

TEST(Referee, AnIdenticalMenuAskedAgainHasANewSerialSoThatAResendIsHarmless) {
  Random random(3);
  PlayedMatch match(make_picket(), "long", 3);
  while (match.playing()) {
    const Seat seat = match.asked(random);
    const auto before = match.referee().all(viewer(seat))->menu();
    const Menu& menu = *match.referee().menu(seat);
    const Action action = menu.items[pick(random, menu.items.size())].action;
    match.keep(*match.referee().act(seat, before.serial(), std::span(&action, 1)));
    auto resent = match.referee().act(seat, before.serial(), std::span(&action, 1));
    ASSERT_FALSE(resent.has_value());
    EXPECT_EQ(resent.error().code, RefusalCode::kStale);
  }
}

TEST(Journal, EveryRowIsChainedToTheOneBeforeAndAnyChangeBreaksTheChain) {
  Random random(4);
  PlayedMatch match(make_picket(), "small", 4);
  while (match.playing()) match.play(random);
  std::string previous = chain_start(match.referee().head());
  for (const auto& row : match.rows()) {
    ASSERT_TRUE(sealed(row, previous));
    auto changed = row;
    changed.set_time_ms(row.time_ms() + 1);
    EXPECT_FALSE(sealed(changed, previous));
    changed = row;
    changed.set_seq(row.seq() + 1);
    EXPECT_FALSE(sealed(changed, previous));
    EXPECT_FALSE(sealed(row, previous + "x"));
    previous = row.hash();
  }
}

TEST(Journal, UndoneAndTakenBackRowsDoNotStand) {
  std::vector<v1::record::Row> rows(6);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].set_seq(i + 1);
  rows[0].mutable_begin();
  rows[1].mutable_action();
  rows[2].mutable_action();
  rows[3].mutable_undo()->set_cancels(3);
  rows[4].mutable_action();
  rows[5].mutable_rewind()->set_keep(2);
  const auto seqs = [&](std::size_t count) {
    std::vector<std::uint64_t> list;
    for (const auto* row : standing_actions(std::span(rows).first(count))) list.push_back(row->seq());
    return list;
  };
  EXPECT_EQ(seqs(3), (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(seqs(4), (std::vector<std::uint64_t>{2}));
  EXPECT_EQ(seqs(5), (std::vector<std::uint64_t>{2, 5}));
  EXPECT_EQ(seqs(6), (std::vector<std::uint64_t>{2}));
}

}  // namespace
}  // namespace wardroom::testing
