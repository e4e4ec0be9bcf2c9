#include <gtest/gtest.h>

#include "tests/engine/exported_match.h"

namespace wardroom::testing {
namespace {

// Every prefix of the journal, loaded from the opening, is played again to the position that its last row led to; the
// row says so where everyone was shown something.
TEST(Resume, UndosBesideTheOtherSeatAndTakeBacksComeBackFromTheJournal) {
  const std::shared_ptr<const Title> title = picket::make_picket();
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const ExportedMatch match({seed, 3, 15, 0});
    const auto& exported = match.exported();
    const std::vector<std::string> nonces(exported.head().nonces().begin(), exported.head().nonces().end());
    Stored stored;
    stored.head = exported.head();
    stored.checkpoint.set_position(exported.opening());
    stored.checkpoint.set_checksum(checksum(exported.opening()));
    for (const auto& row : exported.rows()) {
      stored.rows.push_back(row);
      const auto referee = Referee::resume(title, stored, match_secret(exported.server_seed(), nonces), {8, true});
      ASSERT_TRUE(referee);
      ASSERT_NE((*referee)->state(), v1::MATCH_STATE_HELD) << "seed " << seed << " row " << row.seq();
      const std::string& then = match.position_after(row.seq());
      ASSERT_EQ(checksum(save((*referee)->position())), then) << "seed " << seed << " row " << row.seq();
      ASSERT_EQ(row.checksum(), row.published() ? then : "") << "seed " << seed << " row " << row.seq();
    }
  }
}

std::shared_ptr<const Title> of_revision(std::uint32_t revision) {
  return std::make_shared<const picket::Picket>(picket::read_data(), picket::Leak::kNone, revision);
}

Stored stored_of(const v1::record::Export& exported, int rows) {
  Stored stored;
  stored.head = exported.head();
  stored.checkpoint.set_position(exported.opening());
  stored.checkpoint.set_checksum(checksum(exported.opening()));
  stored.rows.assign(exported.rows().begin(), exported.rows().begin() + rows);
  return stored;
}

Secret secret_of(const v1::record::Export& exported) {
  const std::vector<std::string> nonces(exported.head().nonces().begin(), exported.head().nonces().end());
  return match_secret(exported.server_seed(), nonces);
}

// Even rows that would play alike are not trusted.
TEST(Revision, AMatchOfAnotherRevisionIsHeldAndGoesOnUnderThisOne) {
  const ExportedMatch match({1, 0, 0, 0});
  Stored stored = stored_of(match.exported(), 12);
  const Secret secret = secret_of(match.exported());
  ASSERT_EQ((*Referee::resume(of_revision(1), stored, secret, {8, true}))->state(), v1::MATCH_STATE_PLAYING);

  auto held = *Referee::resume(of_revision(2), stored, secret, {8, true});
  EXPECT_EQ(held->state(), v1::MATCH_STATE_HELD);
  EXPECT_EQ(held->menu(Seat::kFirst), nullptr);
  const Step step = *held->restart();
  ASSERT_EQ(step.rows.size(), 1u);
  EXPECT_EQ(step.rows[0].rewind().rules_revision(), 2u);
  EXPECT_EQ(step.rows[0].rewind().position(), match.exported().opening());
  EXPECT_EQ(held->state(), v1::MATCH_STATE_PLAYING);

  stored.rows.push_back(step.rows[0]);
  const auto again = *Referee::resume(of_revision(2), stored, secret, {8, true});
  EXPECT_EQ(again->state(), v1::MATCH_STATE_PLAYING) << "it is known to go on under revision 2";
  EXPECT_EQ(save(again->position()), save(held->position()));
  EXPECT_EQ((*Referee::resume(of_revision(3), stored, secret, {8, true}))->state(), v1::MATCH_STATE_HELD);
  EXPECT_EQ((*Referee::resume(of_revision(1), stored, secret, {8, true}))->state(), v1::MATCH_STATE_HELD)
      << "nor does an older build go on with newer rules";
}

TEST(Revision, AHeadThatSaysNothingIsOfTheFirst) {
  ExportedMatch match({1, 0, 0, 0});
  match.mutable_exported().mutable_head()->clear_rules_revision();
  const Stored stored = stored_of(match.exported(), 12);
  const Secret secret = secret_of(match.exported());
  EXPECT_EQ((*Referee::resume(of_revision(1), stored, secret, {8, true}))->state(), v1::MATCH_STATE_PLAYING);
  EXPECT_EQ((*Referee::resume(of_revision(2), stored, secret, {8, true}))->state(), v1::MATCH_STATE_HELD);
}

TEST(Revision, ACheckpointKnowsTheRulesItWasWrittenUnder) {
  const ExportedMatch match({1, 0, 0, 0, 15, of_revision(2)});
  ASSERT_TRUE(match.was_held());
  Stored stored = match.stored_at(match.exported().rows_size() - 1);
  ASSERT_FALSE(std::ranges::any_of(stored.rows, [](const auto& row) { return row.has_rewind(); }));
  EXPECT_EQ(stored.checkpoint.rules_revision(), 2u);
  const Secret secret = secret_of(match.exported());
  EXPECT_NE((*Referee::resume(of_revision(2), stored, secret, {8, true}))->state(), v1::MATCH_STATE_HELD);
  stored.checkpoint.clear_rules_revision();
  EXPECT_EQ((*Referee::resume(of_revision(2), stored, secret, {8, true}))->state(), v1::MATCH_STATE_HELD);
}

TEST(Revision, WhatWasPlayedUnderOtherRulesIsNotTakenBack) {
  const ExportedMatch match({1, 0, 0, 0});
  Stored stored = stored_of(match.exported(), 12);
  auto referee = *Referee::resume(of_revision(2), stored, secret_of(match.exported()), {100, true});
  stored.rows.push_back(referee->restart()->rows[0]);
  const auto refused = referee->take_back(stored, 8);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason.id, "refusal.nothing_to_take_back");
  EXPECT_EQ(referee->state(), v1::MATCH_STATE_PLAYING);
}

// One that ended by its rules has no row that says so: the store knows.
TEST(Revision, AMatchThatIsOverStaysOverAndCanBeLookedAt) {
  const ExportedMatch match({1, 0, 0, 0});
  Stored stored = stored_of(match.exported(), match.exported().rows_size());
  stored.ending = match.exported().ending();
  const Secret secret = secret_of(match.exported());
  const std::string last = match.exported().rows().rbegin()->checksum();

  const auto alike = *Referee::resume(of_revision(2), stored, secret, {8, true});
  EXPECT_EQ(alike->state(), v1::MATCH_STATE_OVER);
  EXPECT_EQ(checksum(save(alike->position())), last) << "as long as its rows play as they did";

  stored.rows[5].set_checksum("another position");
  const auto otherwise = *Referee::resume(of_revision(2), stored, secret, {8, true});
  EXPECT_EQ(otherwise->state(), v1::MATCH_STATE_OVER);
  EXPECT_EQ(save(*otherwise->ending()), save(match.exported().ending()));
  const auto truth = otherwise->all(Viewer::kEnded);
  ASSERT_TRUE(truth);
  EXPECT_GT(truth->sections_size(), 0);
}

TEST(Resume, WhatATakeBackKeptCannotBeUndoneAfterwards) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const ExportedMatch match({seed, 2, 8, 0});
    std::uint64_t rewound = 0;
    for (const auto& row : match.exported().rows()) {
      if (row.has_rewind()) rewound = row.seq();
      if (row.has_undo()) {
        ASSERT_GT(row.undo().cancels(), rewound) << "seed " << seed << " row " << row.seq();
      }
    }
  }
}

}  // namespace
}  // namespace wardroom::testing
