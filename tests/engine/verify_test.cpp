#include "server/engine/verify.h"

#include <gmock/gmock.h>
#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "common/catalog.h"
#include "common/nonce.h"
#include "tests/engine/exported_match.h"
#include "tests/titles/narrows/narrows.h"

namespace wardroom::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string said(const Result<Proof>& proof) { return proof ? "proved" : bare(proof.error().reason); }

Result<Proof> prove(const ExportedMatch& match) { return verify(match.bytes(), ExportedMatch::maker()); }

std::uint64_t first_row(const v1::record::Export& exported, const std::function<bool(const v1::record::Row&)>& like) {
  for (const auto& row : exported.rows()) {
    if (like(row)) return row.seq();
  }
  return 0;
}

TEST(Verify, ProvesMatchesWithUndonesTakeBacksAndResignations) {
  std::uint64_t undone = 0, rewound = 0, draws = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const ExportedMatch match({seed, 4, seed % 2 ? 0U : 25U, seed % 5 ? 0U : 30U});
    const auto proof = prove(match);
    ASSERT_TRUE(proof) << seed << " " << said(proof);
    EXPECT_EQ(proof->rows, static_cast<std::uint64_t>(match.exported().rows_size()));
    undone += proof->undone;
    rewound += proof->epochs - 1;
    draws += proof->draws;
  }
  EXPECT_GT(undone, 100U);
  EXPECT_GT(rewound, 20U);
  EXPECT_GT(draws, 200U);
}

// Chapters, rounds and the title's unit stand in the proof; an ending without its unit, or a mark that the rules did
// not make, does not hold. Rows of before there were marks have none.
TEST(Verify, ProvesMarksAndTheUnitOfScore) {
  const Bundle data = *Bundle::read(WARDROOM_SOURCE_DIR "/tests/titles/narrows");
  const MakeTitle maker = [](const std::string&, const Bundle& files) { return narrows::entry().make(files); };
  for (const char* scenario : {"convoy", "alone"}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      ExportedMatch match({.seed = seed,
                           .take_back_one_in = seed % 2 ? 0U : 25U,
                           .title = narrows::make_narrows(),
                           .scenario = scenario,
                           .data = &data});
      const auto proof = verify(match.bytes(), maker);
      ASSERT_TRUE(proof) << seed << " " << said(proof);
      EXPECT_EQ(proof->ending.unit().id(), "narrows.tons");

      auto& rows = *match.mutable_exported().mutable_rows();
      for (auto& row : rows) {
        row.clear_rounds();
        row.clear_chapter();
      }
      match.seal_again();
      EXPECT_TRUE(verify(match.bytes(), maker)) << "an older journal";
      rows.Mutable(3)->set_rounds(7);
      match.seal_again();
      EXPECT_EQ(said(verify(match.bytes(), maker)), "verify.row: row=4, problem=verify.marks");
      rows.Mutable(3)->clear_rounds();
      match.seal_again();
      match.mutable_exported().mutable_ending()->clear_unit();
      EXPECT_FALSE(verify(match.bytes(), maker));
    }
  }
}

// An ending that the rules did not make is counted in the title's unit too; one stored before was not, and holds.
TEST(Verify, AResignationHasTheUnitOfScore) {
  const Bundle data = *Bundle::read(WARDROOM_SOURCE_DIR "/tests/titles/narrows");
  const MakeTitle maker = [](const std::string&, const Bundle& files) { return narrows::entry().make(files); };
  ExportedMatch match({.resign_after = 6, .title = narrows::make_narrows(), .scenario = "convoy", .data = &data});
  const auto proof = verify(match.bytes(), maker);
  ASSERT_TRUE(proof) << said(proof);
  EXPECT_EQ(proof->ending.kind(), v1::ENDING_KIND_RESIGNED);
  EXPECT_EQ(proof->ending.unit().id(), "narrows.tons");

  v1::record::Export& exported = match.mutable_exported();
  exported.mutable_ending()->clear_unit();
  exported.mutable_rows()->rbegin()->mutable_ending()->clear_unit();
  match.seal_again();
  EXPECT_TRUE(verify(match.bytes(), maker)) << "stored before";
}

// A new build that plays a rule differently: every search by a ship finds. What it set aside is proved by its dice
// alone; what it took over must be as it plays it, for it cannot know how the other build came there.
TEST(Verify, AMatchHeldByAnUpgradeAndResumedInANewEpochIsProvedByTheBuildThatFinishedIt) {
  picket::wire::record::Data data = picket::read_data();
  for (auto& scenario : *data.mutable_scenarios()) scenario.set_find_at(scenario.find_at() == 4 ? 0 : 10);
  const auto upgraded = std::make_shared<const picket::Picket>(std::move(data));
  const MakeTitle new_build = [&](const std::string&, const Bundle&) -> Result<std::shared_ptr<const Title>> {
    return upgraded;
  };
  int held = 0, proved = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    ExportedMatch match({seed, 4, 0, 0, 20 + seed % 30, upgraded});
    if (!match.was_held()) continue;
    ++held;
    const auto row = first_row(match.exported(), [](const auto& r) { return r.has_rewind(); });
    const auto& rewind = match.exported().rows(static_cast<int>(row) - 1).rewind();
    ASSERT_TRUE(rewind.upgrade());
    const auto proof = verify(match.bytes(), new_build);
    if (!proof) {  // the rule had come up before the checkpoint
      bool named = false;
      for (std::uint64_t early = 1; early <= rewind.checkpoint(); ++early) {
        named |= said(proof).starts_with("verify.row: row=" + std::to_string(early) + ", problem=");
      }
      EXPECT_TRUE(named) << seed << " " << said(proof);
      continue;
    }
    ++proved;
    EXPECT_EQ(proof->epochs, 2U);
    EXPECT_EQ(proof->rows, static_cast<std::uint64_t>(match.exported().rows_size()));

    // A die of a row that was set aside cannot be forged either, nor the point that was gone back to.
    for (std::uint64_t aside = rewind.checkpoint() + 1; aside < row; ++aside) {
      ExportedMatch forged = ExportedMatch({seed, 4, 0, 0, 20 + seed % 30, upgraded});
      auto& old = *forged.mutable_exported().mutable_rows(static_cast<int>(aside) - 1);
      if (old.draws().empty()) continue;
      old.mutable_draws(0)->set_result((old.draws(0).result() + 1) % old.draws(0).sides());
      forged.seal_again();
      EXPECT_THAT(said(verify(forged.bytes(), new_build)),
                  StartsWith("verify.row: row=" + std::to_string(aside) + ", problem=verify.draws"));
    }
    auto& moved = *match.mutable_exported().mutable_rows(static_cast<int>(row) - 1)->mutable_rewind();
    moved.set_keep(moved.keep() + 1);
    match.seal_again();
    EXPECT_FALSE(verify(match.bytes(), new_build)) << seed;
  }
  EXPECT_GT(held, 5);
  EXPECT_GT(proved, 2);
}

MakeTitle build_of_revision(std::uint32_t revision) {
  return [=](const std::string&, const Bundle&) -> Result<std::shared_ptr<const Title>> {
    return std::make_shared<const picket::Picket>(picket::read_data(), picket::Leak::kNone, revision);
  };
}

TEST(Verify, OfRowsOfAnotherRevisionTheChainTheSeedAndTheDrawsAreProved) {
  const ExportedMatch played({9, 4, 25, 0});
  const auto proof = verify(played.bytes(), build_of_revision(2));
  ASSERT_TRUE(proof) << said(proof);
  ASSERT_EQ(proof->unplayed.size(), 1u);
  EXPECT_EQ(proof->unplayed[0].revision, 1u);
  EXPECT_EQ(proof->unplayed[0].first, 1u);
  EXPECT_EQ(proof->unplayed[0].last, proof->rows);
  EXPECT_EQ(proof->actions, 0u) << "none of them was held against a menu";
  EXPECT_EQ(proof->draws, prove(played)->draws);
  EXPECT_EQ(proof->epochs, prove(played)->epochs);
  EXPECT_TRUE(prove(played)->unplayed.empty());

  ExportedMatch die({9, 4, 25, 0});
  const auto row = first_row(die.exported(), [](const auto& r) { return r.has_action() && !r.draws().empty(); });
  auto& draw = *die.mutable_exported().mutable_rows(static_cast<int>(row) - 1)->mutable_draws(0);
  draw.set_result((draw.result() + 1) % draw.sides());
  die.seal_again();
  EXPECT_THAT(said(verify(die.bytes(), build_of_revision(2))),
              StartsWith("verify.row: row=" + std::to_string(row) + ", problem=verify.draws"));
  ExportedMatch action({9, 4, 25, 0});
  action.mutable_exported().mutable_rows(8)->mutable_action()->set_verb(999);
  EXPECT_THAT(said(verify(action.bytes(), build_of_revision(2))), StartsWith("verify.row: row=9, problem=verify.hash"));
  ExportedMatch seed({9, 4, 25, 0});
  seed.mutable_exported().set_server_seed(std::string(32, 'z'));
  EXPECT_THAT(said(verify(seed.bytes(), build_of_revision(2))), HasSubstr("row=0, problem=verify.seed"));
  ExportedMatch given_up({9, 4, 0, 20});
  ASSERT_TRUE(verify(given_up.bytes(), build_of_revision(2)));
  given_up.mutable_exported().mutable_ending()->set_winner(0);
  EXPECT_THAT(said(verify(given_up.bytes(), build_of_revision(2))), HasSubstr("verify.end: problem=verify.ending"));
}

// The restart wrote down what it went on from: whatever came before, from there on everything is played again.
TEST(Verify, WhatCameAfterARestartUnderThisRevisionIsPlayedAgain) {
  const auto upgraded = *build_of_revision(2)("picket", {});
  int from_opening = 0, later = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const ExportedMatch::Settings settings{seed, 4, 25, 0, 5 + seed, upgraded};
    ExportedMatch match(settings);
    ASSERT_TRUE(match.was_held()) << seed;
    const auto restart = first_row(match.exported(), [](const auto& r) { return r.rewind().upgrade(); });
    const auto& rewind = match.exported().rows(static_cast<int>(restart) - 1).rewind();
    ++(rewind.checkpoint() == 0 ? from_opening : later);
    const auto proof = verify(match.bytes(), build_of_revision(2));
    ASSERT_TRUE(proof) << seed << " " << said(proof);
    ASSERT_EQ(proof->unplayed.size(), 1u);
    EXPECT_EQ(proof->unplayed[0].last, restart - 1);
    EXPECT_GT(proof->actions, 0u);
    const auto newer = verify(match.bytes(), build_of_revision(3));
    ASSERT_TRUE(newer) << seed << " " << said(newer);
    EXPECT_EQ(newer->unplayed.size(), 2u);

    ExportedMatch forged(settings);
    picket::Truth truth;
    auto& from = *forged.mutable_exported().mutable_rows(static_cast<int>(restart) - 1)->mutable_rewind();
    ASSERT_TRUE(truth.ParseFromString(from.position()));
    truth.set_last_turn(truth.last_turn() + 1);
    from.set_position(save(truth));
    forged.seal_again();
    EXPECT_THAT(said(verify(forged.bytes(), build_of_revision(2))),
                StartsWith("verify.row: row=" + std::to_string(restart) + ", problem=verify.rewind"));
    const auto action = first_row(match.exported(), [&](const auto& r) { return r.seq() > restart && r.has_action(); });
    match.mutable_exported().mutable_rows(static_cast<int>(action) - 1)->mutable_action()->set_verb(999);
    match.seal_again();
    EXPECT_THAT(said(verify(match.bytes(), build_of_revision(2))),
                StartsWith("verify.row: row=" + std::to_string(action) + ", problem=verify.not_offered"));
  }
  EXPECT_GT(from_opening, 2);
  EXPECT_GT(later, 10);
}

TEST(Verify, AForgedActionIsNamedByItsRowEvenWhenTheChainIsClosedAgain) {
  ExportedMatch match({});
  const auto row = first_row(match.exported(), [](const auto& r) { return r.seq() > 6 && r.has_action(); });
  match.mutable_exported().mutable_rows(static_cast<int>(row) - 1)->mutable_action()->set_verb(999);
  EXPECT_THAT(said(prove(match)), StartsWith("verify.row: row=" + std::to_string(row) + ", problem=verify.hash"));
  match.seal_again();
  EXPECT_THAT(said(prove(match)),
              StartsWith("verify.row: row=" + std::to_string(row) + ", problem=verify.not_offered"));
}

TEST(Verify, AForgedDieIsNamedByItsRow) {
  ExportedMatch match({});
  const auto row = first_row(match.exported(), [](const auto& r) { return r.has_action() && !r.draws().empty(); });
  auto& draw = *match.mutable_exported().mutable_rows(static_cast<int>(row) - 1)->mutable_draws(0);
  draw.set_result((draw.result() + 1) % draw.sides());
  match.seal_again();
  EXPECT_THAT(said(prove(match)), StartsWith("verify.row: row=" + std::to_string(row) + ", problem=verify.draws"));
}

TEST(Verify, ADrawLeftOutIsNamedByItsRow) {
  ExportedMatch match({});
  const auto row = first_row(match.exported(), [](const auto& r) { return r.has_action() && !r.draws().empty(); });
  match.mutable_exported().mutable_rows(static_cast<int>(row) - 1)->clear_draws();
  match.seal_again();
  EXPECT_THAT(said(prove(match)), StartsWith("verify.row: row=" + std::to_string(row) + ", problem=verify.draws"));
}

TEST(Verify, AnUndoAcrossABarrierIsNamedByItsRow) {
  ExportedMatch match({3, 0, 0, 0});
  auto& exported = match.mutable_exported();
  const auto shown = first_row(exported, [](const auto& r) { return r.has_action() && r.published() && r.seq() > 3; });
  auto& rows = *exported.mutable_rows();
  auto& next = *rows.Mutable(static_cast<int>(shown));
  next.set_seat(exported.rows(static_cast<int>(shown) - 1).seat());
  next.mutable_undo()->set_cancels(shown);
  next.clear_draws();
  match.seal_again();
  EXPECT_THAT(said(prove(match)), StartsWith("verify.row: row=" + std::to_string(shown + 1) + ", problem=verify.undo"));
}

TEST(Verify, AnotherSeedThanThePromisedOneIsWrongFromTheStart) {
  ExportedMatch match({});
  match.mutable_exported().set_server_seed(std::string(32, 'z'));
  EXPECT_THAT(said(prove(match)), HasSubstr("row=0, problem=verify.seed"));
  // Promised anew, the dice do not fit.
  match.mutable_exported().mutable_head()->set_seed_commitment(seed_commitment(std::string(32, 'z')));
  match.seal_again();
  EXPECT_THAT(said(prove(match)), HasSubstr("problem=verify.draws"));
}

TEST(Verify, AnOlderHeadThatNamesNoExchangeIsProvedAndSaysThatItHadTheOlderOne) {
  ExportedMatch match({});
  EXPECT_EQ(match.exported().head().exchange(), v1::EXCHANGE_IN_CLEAR);
  const auto proof = prove(match);
  ASSERT_TRUE(proof) << said(proof);
  EXPECT_EQ(proof->head.exchange(), v1::EXCHANGE_IN_CLEAR);
}

TEST(Verify, ANonceThatWasPromisedMustBeTheOneThatWasPromised) {
  ExportedMatch match({});
  auto& head = *match.mutable_exported().mutable_head();
  head.set_exchange(v1::EXCHANGE_BY_HASH);
  head.add_nonce_hashes("");
  head.add_nonce_hashes(nonce_hash("second nonce"));
  match.seal_again();
  ASSERT_TRUE(prove(match)) << said(prove(match));
  EXPECT_EQ(prove(match)->head.exchange(), v1::EXCHANGE_BY_HASH);
  head.set_nonce_hashes(1, nonce_hash("another nonce"));
  match.seal_again();
  EXPECT_THAT(said(prove(match)), HasSubstr("row=0, problem=verify.not_opened"));
}

TEST(Verify, AnExchangeThatCannotHaveBeenIsNamed) {
  using Head = v1::record::Head;
  const std::vector<std::function<void(Head&)>> forgeries = {
      [](Head& head) { head.set_exchange(v1::EXCHANGE_BY_HASH); },  // whose hash?
      [](Head& head) {                                              // both by hash
        head.set_exchange(v1::EXCHANGE_BY_HASH);
        for (const std::string& nonce : head.nonces()) head.add_nonce_hashes(nonce_hash(nonce));
      },
      [](Head& head) {  // the second gave none
        head.set_exchange(v1::EXCHANGE_BY_HASH);
        head.set_nonces(1, "");
        head.add_nonce_hashes(nonce_hash("first nonce"));
        head.add_nonce_hashes("");
      },
      [](Head& head) {  // a hash beside an exchange that has none
        head.add_nonce_hashes(nonce_hash("first nonce"));
        head.add_nonce_hashes("");
      },
      [](Head& head) { head.set_exchange(v1::EXCHANGE_ALONE); },  // with two nonces
      [](Head& head) { head.set_exchange(static_cast<v1::Exchange>(99)); },
  };
  for (const auto& forge : forgeries) {
    ExportedMatch match({});
    forge(*match.mutable_exported().mutable_head());
    match.seal_again();
    EXPECT_THAT(said(prove(match)), HasSubstr("row=0, problem=verify.exchange"));
  }
}

TEST(Verify, AnotherOpeningAndOtherDataAreNamed) {
  ExportedMatch match({});
  picket::Truth opening;
  opening.ParseFromString(match.exported().opening());
  opening.set_last_turn(opening.last_turn() + 1);
  match.mutable_exported().set_opening(opening.SerializeAsString());
  EXPECT_THAT(said(prove(match)), HasSubstr("row=0, problem=verify.opening"));

  ExportedMatch other({});
  other.mutable_exported().mutable_data(0)->mutable_text()->append("# changed\n");
  EXPECT_THAT(said(prove(other)), HasSubstr("verify.end: problem=verify.data"));
}

TEST(Verify, AnotherEndingAndAMissingEndAreNamed) {
  ExportedMatch match({});
  match.mutable_exported().mutable_ending()->set_winner(1 - match.exported().ending().winner());
  EXPECT_THAT(said(prove(match)), HasSubstr("verify.end: problem=verify.ending"));
  ExportedMatch cut({});
  cut.mutable_exported().mutable_rows()->RemoveLast();
  EXPECT_THAT(said(prove(cut)), HasSubstr("verify.end: problem=verify.unfinished"));
  ExportedMatch longer({});
  auto& extra = *longer.mutable_exported().add_rows();
  extra.set_seq(static_cast<std::uint64_t>(longer.exported().rows_size()));
  extra.mutable_begin();
  longer.seal_again();
  EXPECT_THAT(said(prove(longer)), HasSubstr("problem=verify.after_the_end"));
}

TEST(Verify, AFileOfAnythingElseIsNoProof) {
  for (const std::string& bytes :
       {std::string(), std::string("hello"), std::string(1000, '\xff'), std::string(64, '\0')}) {
    EXPECT_THAT(said(verify(bytes, ExportedMatch::maker())),
                ::testing::AnyOf(HasSubstr("verify.row"), HasSubstr("verify.end")));
  }
}

// A match whose bytes the flips below change, one at a time.
const std::string& original() {
  static const std::string bytes = ExportedMatch({7, 4, 20, 0}).bytes();
  return bytes;
}

void expect_named(std::size_t at, unsigned char mask) {
  std::string bytes = original();
  bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ mask);
  const auto proof = verify(bytes, ExportedMatch::maker());
  ASSERT_FALSE(proof) << "byte " << at << " of " << bytes.size();
  const std::string id = proof.error().reason.id.str();
  EXPECT_TRUE(id == "verify.row" || id == "verify.end") << id;
}

RC_GTEST_PROP(VerifyProperty, AnyChangedByteIsFoundAndNamed, ()) {
  const google::protobuf::LogSilencer quiet;
  for (int i = 0; i < 20; ++i) {
    expect_named(*rc::gen::inRange<std::size_t>(0, original().size()), *rc::gen::inRange<unsigned char>(1, 255));
  }
}

TEST(VerifyProperty, EveryByteIsFoundWithOneBitChanged) {
  const google::protobuf::LogSilencer quiet;
  ASSERT_TRUE(verify(original(), ExportedMatch::maker()));
  for (std::size_t at = 0; at < original().size(); ++at) {
    expect_named(at, static_cast<unsigned char>(1 << at % 8));
  }
}

// Row by row: a byte changed inside row k is never blamed on an earlier row, and on a later one only through its
// length.
TEST(VerifyProperty, AByteOfARowsHashNamesThatVeryRow) {
  v1::record::Export exported;
  ASSERT_TRUE(exported.ParseFromString(original()));
  for (int i = 0; i < exported.rows_size(); ++i) {
    v1::record::Export forged = exported;
    (*forged.mutable_rows(i)->mutable_hash())[5] ^= 1;
    EXPECT_THAT(said(verify(forged.SerializeAsString(), ExportedMatch::maker())),
                StartsWith("verify.row: row=" + std::to_string(i + 1) + ", "));
  }
}

}  // namespace
}  // namespace wardroom::testing
