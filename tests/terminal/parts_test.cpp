#include "client/terminal/parts.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "common/bid.h"

namespace wardroom::terminal {
namespace {

const std::string kSeconds(kNonceBytes, 'b');

std::string promised_by(Parts& parts) {
  v1::ClientFrame frame;
  frame.mutable_create_match();
  parts.promise(frame);
  return frame.create_match().nonce_hash();
}

// Ours is seat 1; the first if the hash is ours, else the second.
v1::MatchInfo wanting(const std::string& hash, const std::string& others_nonce, const std::string& others_hash = {}) {
  v1::MatchInfo match;
  match.set_id("m1");
  match.set_seed_commitment("shown");
  match.set_my_seat(1);
  match.set_nonce_wanted(true);
  match.add_seats()->set_nonce(others_nonce);
  match.mutable_seats(0)->set_nonce_hash(others_hash);
  match.add_seats()->set_nonce_hash(hash);
  return match;
}

class PartsFile : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove(file); }
  std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "wardroom" / "server.parts";
};

TEST(Parts, AreFreshForEveryRequestThatMaySitDownFirst) {
  Parts parts;
  v1::ClientFrame quick, rematch, ping;
  quick.mutable_quick_match();
  rematch.mutable_rematch();
  ping.mutable_ping();
  for (v1::ClientFrame* frame : {&quick, &rematch, &ping}) parts.promise(*frame);
  EXPECT_EQ(quick.quick_match().nonce_hash().size(), 32u);
  EXPECT_EQ(rematch.rematch().nonce_hash().size(), 32u);
  EXPECT_NE(quick.quick_match().nonce_hash(), rematch.rematch().nonce_hash());
  EXPECT_NE(promised_by(parts), promised_by(parts));
  EXPECT_TRUE(ping.has_ping());
}

TEST(Parts, WhereSidesAreBidForTheBidIsBoundWithTheNonce) {
  Parts first;
  v1::Bid bid;
  bid.set_seat(1);
  bid.set_points(4);
  first.bid(bid);
  v1::ClientFrame frame;
  frame.mutable_create_match()->set_side(v1::SIDE_CHOICE_BID);
  first.promise(frame);
  const std::string hash = frame.create_match().nonce_hash();
  v1::MatchInfo match = wanting(hash, part_of(kSeconds, v1::Bid()));
  match.set_sides(v1::SIDES_BID);
  const auto opened = first.answer(match);
  ASSERT_TRUE(opened);
  EXPECT_EQ(nonce_hash(opened->nonce()), hash);
  EXPECT_EQ(bid_in(opened->nonce())->points(), 4u);

  Parts second;
  v1::MatchInfo joined = wanting({}, {}, hash);
  joined.set_sides(v1::SIDES_BID);
  EXPECT_FALSE(second.answer(joined)) << "the player has not said what he bids";
  second.bid(bid);
  EXPECT_EQ(bid_in(second.answer(joined)->nonce())->seat(), 1u);
}

TEST_F(PartsFile, WhatWasPromisedIsOpenedByTheNextProgramToo) {
  Parts first(file);
  const std::string hash = promised_by(first);
  struct stat about {};
  ASSERT_EQ(::stat(file.c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600u);
  Parts second(file);
  const auto given = second.answer(wanting(hash, kSeconds));
  ASSERT_TRUE(given);
  EXPECT_EQ(nonce_hash(given->nonce()), hash);
  EXPECT_EQ(given->match(), "m1");
  EXPECT_EQ(given->seed_commitment(), "shown");
  EXPECT_EQ(given->other(), kSeconds);
  EXPECT_EQ(Parts(file).answer(wanting(hash, kSeconds))->nonce(), given->nonce()) << "a resend is the same";
}

// A server that has been told the nonce could choose everything else anew: it is not told it for anything else.
TEST_F(PartsFile, WhatHasBeenOpenedIsNotOpenedForAnythingElse) {
  Parts parts(file);
  const std::string hash = promised_by(parts);
  ASSERT_TRUE(parts.answer(wanting(hash, kSeconds)));
  v1::MatchInfo other_match = wanting(hash, kSeconds);
  other_match.set_id("m2");
  v1::MatchInfo other_seed = wanting(hash, kSeconds);
  other_seed.set_seed_commitment("another");
  Parts later(file);
  for (Parts* each : {&parts, &later}) {
    EXPECT_FALSE(each->answer(other_match));
    EXPECT_FALSE(each->answer(other_seed));
    EXPECT_FALSE(each->answer(wanting(hash, std::string(kNonceBytes, 'c'))));
    EXPECT_TRUE(each->answer(wanting(hash, kSeconds)));
  }
}

TEST(Parts, AreNotOpenedBeforeTheOtherHasGivenHisNorWhenTheyArePromisedElsewhere) {
  Parts parts;
  const std::string hash = promised_by(parts);
  EXPECT_FALSE(parts.answer(wanting(hash, "")));
  EXPECT_FALSE(parts.answer(wanting(nonce_hash("elsewhere"), kSeconds)));
  v1::MatchInfo unasked = wanting(hash, kSeconds);
  unasked.set_nonce_wanted(false);
  EXPECT_FALSE(parts.answer(unasked));
  EXPECT_TRUE(parts.answer(wanting(hash, kSeconds)));
}

// A server that hides the hash would be given the nonce in clear, and could choose all the rest after it.
TEST_F(PartsFile, WhoSatDownWithAPromiseAnswersNothingThatDoesNotQuoteIt) {
  Parts parts(file);
  const std::string hash = promised_by(parts);
  v1::MatchInfo made = wanting("", "");
  made.set_nonce_wanted(false);
  parts.sat_down(hash, made);
  Parts later(file);
  for (Parts* each : {&parts, &later}) {
    EXPECT_FALSE(each->answer(wanting("", "")));
    EXPECT_FALSE(each->answer(wanting("", "", nonce_hash("the other's, it says now"))));
    EXPECT_FALSE(each->answer(wanting(promised_by(*each), kSeconds))) << "another promise";
    EXPECT_TRUE(each->answer(wanting(hash, kSeconds)));
  }
}

TEST(Parts, APromiseIsNotHeldAgainstAMatchWhereTheOtherGoesFirstOrNobodySitsThere) {
  Parts parts;
  const v1::MatchInfo second = wanting("", "", nonce_hash("the first's"));
  parts.sat_down(promised_by(parts), second);
  EXPECT_TRUE(parts.answer(second));
  v1::MatchInfo alone = wanting("", "");
  alone.set_id("m2");
  alone.mutable_seats(0)->set_bot(true);
  parts.sat_down(promised_by(parts), alone);
  EXPECT_TRUE(parts.answer(alone));
}

TEST(Parts, TheSecondQuotesTheHashHeWasShown) {
  Parts parts;
  const auto given = parts.answer(wanting("", "", nonce_hash("the first's")));
  ASSERT_TRUE(given);
  EXPECT_EQ(given->other(), nonce_hash("the first's"));
  EXPECT_EQ(given->nonce().size(), kNonceBytes);
  EXPECT_EQ(parts.answer(wanting("", "", nonce_hash("the first's")))->nonce(), given->nonce());
}

}  // namespace
}  // namespace wardroom::terminal
