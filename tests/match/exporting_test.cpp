// A record that is handed over piece by piece is the record that was handed over whole.
#include <gtest/gtest.h>

#include <future>
#include <random>

#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

class Exports : public TwoPeople {
 protected:
  static constexpr std::uint32_t kRows = 3;

  Exports() { settings.host.max_journal_rows = kRows; }

  void play_to_the_end() {
    open();
    std::mt19937 random(3);
    play(*a, *b, 10'000, random);
  }
  // Each by itself.
  std::vector<std::string> pieces() {
    const Result<lobby::Exported> next = rig->run(rig->desk->export_match({match, {}, "192.0.2.1"}));
    std::vector<std::string> all;
    for (;;) {
      const Result<std::string> piece = rig->run((*next)());
      EXPECT_TRUE(piece);
      if (!piece || piece->empty()) return all;
      all.push_back(*piece);
    }
  }
  // As it was made at once.
  v1::record::Export whole() {
    std::promise<match::JournalPart> read;
    store.journal(match, {}, ~0U, [&](Result<match::JournalPart> part) { read.set_value(std::move(*part)); });
    const match::JournalPart journal = read.get_future().get();
    const match::MatchCard card = store.card_now(match);
    v1::record::Export whole;
    *whole.mutable_head() = journal.head;
    whole.set_server_seed(card.server_seed);
    whole.set_opening(journal.opening);
    for (const v1::record::Row& row : journal.rows) *whole.add_rows() = row;
    const Bundle data = picket_bundle();
    for (const DataText& file : data.files()) {
      auto& out = *whole.add_data();
      out.set_path(file.path);
      out.set_text(file.text);
    }
    *whole.mutable_ending() = *card.ending;
    return whole;
  }
};

TEST_F(Exports, AreToTheByteWhatTheyWereWhole) {
  play_to_the_end();
  EXPECT_EQ(*rig->export_match(match), whole().SerializeAsString());
}

TEST_F(Exports, HoldSoManyRowsOrOneFileAtATime) {
  play_to_the_end();
  const v1::record::Export all = whole();
  ASSERT_GT(all.rows_size(), 5 * static_cast<int>(kRows));
  const std::vector<std::string> made = pieces();
  const int of_rows = (all.rows_size() + static_cast<int>(kRows) - 1) / static_cast<int>(kRows);
  EXPECT_EQ(static_cast<int>(made.size()), of_rows + all.data_size() + 1);
  for (const std::string& bytes : made) {
    v1::record::Export piece;
    ASSERT_TRUE(piece.ParseFromString(bytes));
    EXPECT_LE(piece.rows_size(), static_cast<int>(kRows));
    EXPECT_LE(piece.data_size(), piece.rows_size() == 0 ? 1 : 0);
  }
}

TEST_F(Exports, OfOlderDataShareOneCopyOfThem) {
  play_to_the_end();
  const std::string bytes = *rig->export_match(match);
  auto other_files = picket_bundle().files();
  other_files.push_back({"zz_new.textproto", "# newer data"});
  a.reset();
  b.reset();
  rig.reset();
  settings.bundle = std::make_shared<const Bundle>(std::move(other_files));
  rig.emplace(store, settings);
  const auto begun = [&] { return rig->run(rig->desk->export_match({match, {}, "192.0.2.1"})); };
  const int before = store.bundle_reads;
  const auto one = begun(), two = begun();
  ASSERT_TRUE(one && two);
  EXPECT_EQ(store.bundle_reads, before + 1);
  EXPECT_EQ(*rig->export_match(match), bytes);
}

}  // namespace
}  // namespace wardroom::testing
