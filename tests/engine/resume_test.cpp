#include <gtest/gtest.h>

#include "tests/engine/exported_match.h"

namespace wardroom::testing {
namespace {

// Every prefix of the journal, loaded from the opening, is played again to the position its last row recorded.
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
      ASSERT_EQ(checksum(save((*referee)->position())), row.checksum()) << "seed " << seed << " row " << row.seq();
    }
  }
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
