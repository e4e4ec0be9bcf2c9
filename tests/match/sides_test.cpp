// Sides that are found after both have sat down: drawn by the match's secret, or bid for without knowing the other's
// bid.
#include "server/engine/sides.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/bid.h"
#include "common/catalog.h"
#include "server/engine/journal.h"
#include "server/engine/verify.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

v1::Bid a_bid(std::uint32_t seat, std::uint32_t points) {
  v1::Bid bid;
  bid.set_seat(seat);
  bid.set_points(points);
  return bid;
}

class SidesOfAMatch : public ::testing::Test {
 protected:
  // The nonces are such that the secret depends on them alone: the seed is the server's.
  void promise(Client& client, char letter, std::optional<v1::Bid> bid = {}) {
    client.nonce = std::string(kNonceBytes, letter);
    if (bid) client.nonce = part_of(client.nonce, *bid);
  }
  v1::MatchInfo made(v1::SideChoice how) {
    return rig.create(*a, [&](v1::CreateMatch& create) { create.set_side(how); });
  }
  // Both have given their parts, and look on.
  v1::MatchInfo begun(v1::SideChoice how) {
    const v1::MatchInfo info = made(how);
    a->attach(info.id());
    rig.join(*b, info);
    b->attach(info.id());
    EXPECT_TRUE(b->give_nonce(info).has_match());
    const v1::ServerFrame begun = a->give_nonce(info);
    EXPECT_EQ(begun.match().state(), v1::MATCH_STATE_PLAYING) << begun.DebugString();
    b->catch_up();
    return begun.match();
  }
  v1::MatchInfo bid_for(v1::Bid annas, v1::Bid berts) {
    promise(*a, 'a', annas);
    promise(*b, 'b', berts);
    return begun(v1::SIDE_CHOICE_BID);
  }
  v1::record::Export played(const std::string& match) {
    std::mt19937 random(11);
    play(*a, *b, 10'000, random);
    v1::record::Export whole;
    EXPECT_TRUE(whole.ParseFromString(*rig.export_match(match)));
    return whole;
  }
  static std::string proved(v1::record::Export exported, const std::function<void(v1::record::Head&)>& change = {}) {
    if (change) {
      change(*exported.mutable_head());
      std::string previous = chain_start(exported.head());
      for (auto& row : *exported.mutable_rows()) {
        seal(row, previous, row.time_ms());
        previous = row.hash();
      }
    }
    const auto proof =
        verify(save(exported), [](const std::string&, const Bundle& bundle) { return picket::entry().make(bundle); });
    return proof ? "proved" : bare(proof.error().reason);
  }

  MemoryStore store;
  Rig rig{store, quick(store)};
  std::unique_ptr<Client> a = rig.guest("Anna");
  std::unique_ptr<Client> b = rig.guest("Bert");
};

TEST_F(SidesOfAMatch, ByDrawNobodyHasASideBeforeBothPartsAreThere) {
  promise(*a, 'a');
  promise(*b, 'b');
  const v1::MatchInfo info = made(v1::SIDE_CHOICE_DRAW);
  EXPECT_EQ(info.sides(), v1::SIDES_DRAWN);
  EXPECT_TRUE(info.sides_open());
  EXPECT_EQ(info.my_seat(), 0u) << "the first place";
  const v1::MatchInfo joined = rig.join(*b, info);
  EXPECT_EQ(joined.my_seat(), 1u);
  EXPECT_TRUE(joined.sides_open());
  EXPECT_TRUE(b->give_nonce(info).match().sides_open());
  const v1::MatchInfo begun = a->give_nonce(info).match();
  EXPECT_FALSE(begun.sides_open());
  EXPECT_EQ(begun.state(), v1::MATCH_STATE_PLAYING);
  EXPECT_NE(begun.my_seat(), b->look(info.id()).my_seat());
}

// The server's seed differs from match to match, and nobody knows it.
TEST_F(SidesOfAMatch, ADrawGivesEitherSideAndEachIsServedAsHisOwn) {
  promise(*a, 'a');
  promise(*b, 'b');
  std::array<int, 2> times{};
  for (int i = 0; i < 40 && (times[0] == 0 || times[1] == 0); ++i) {
    const v1::MatchInfo info = begun(v1::SIDE_CHOICE_DRAW);
    ++times[info.my_seat()];
    const v1::MatchInfo berts = b->look(info.id());
    EXPECT_EQ(info.seats(static_cast<int>(info.my_seat())).name(), "Anna");
    EXPECT_EQ(info.seats(static_cast<int>(berts.my_seat())).name(), "Bert");
    EXPECT_FALSE(info.seats(static_cast<int>(info.my_seat())).nonce_hash().empty()) << "she sat down first";
    EXPECT_TRUE(info.seats(static_cast<int>(berts.my_seat())).nonce_hash().empty());
    EXPECT_EQ(store.card_now(info.id()).nonces, (std::array{a->nonce, b->nonce})) << "in the order of sitting";
    // Both plan at once, each his own fleet, on the connections that were there before it began.
    EXPECT_TRUE(a->choose(picket::wire::PLACE).has_acted());
    EXPECT_TRUE(b->choose(picket::wire::PLACE).has_acted());
    EXPECT_EQ(store.row(info.id(), 2).seat(), info.my_seat());
    EXPECT_EQ(store.row(info.id(), 3).seat(), berts.my_seat());
    EXPECT_TRUE(a->give_nonce(info).has_match()) << "a resend is harmless";
    EXPECT_TRUE(b->give_nonce(info).has_match());
    EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_resign).has_done());
  }
  EXPECT_GT(times[0], 0);
  EXPECT_GT(times[1], 0);
}

TEST_F(SidesOfAMatch, TheHigherBidHasItsSideWhoeverMadeIt) {
  const v1::MatchInfo annas = bid_for(a_bid(1, 5), a_bid(1, 3));
  EXPECT_EQ(annas.my_seat(), 1u);
  EXPECT_EQ(annas.sides(), v1::SIDES_BID);
  EXPECT_EQ(annas.seats(1).bid().points(), 5u) << "revealed together, each with his seat";
  EXPECT_EQ(annas.seats(0).bid().points(), 3u);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_resign).has_done());
  EXPECT_EQ(bid_for(a_bid(1, 2), a_bid(1, 3)).my_seat(), 0u);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_resign).has_done());
  EXPECT_EQ(bid_for(a_bid(1, 0), a_bid(0, 9)).my_seat(), 1u) << "each wants another side, and has it";
}

TEST_F(SidesOfAMatch, NobodyBidsKnowingTheOthersBid) {
  promise(*a, 'a', a_bid(0, 7));
  promise(*b, 'b', a_bid(0, 4));
  const v1::MatchInfo info = made(v1::SIDE_CHOICE_BID);
  rig.join(*b, info);
  EXPECT_EQ(b->line->bytes().find(a->nonce), std::string::npos);
  EXPECT_FALSE(b->look(info.id()).seats(0).has_bid());
  EXPECT_EQ(b->give_nonce(info, std::string(kNonceBytes, 'b')).refusal().code(), v1::REFUSAL_CODE_MALFORMED)
      << "without a bid";
  EXPECT_EQ(b->give_nonce(info, part_of(std::string(kNonceBytes, 'b'), a_bid(2, 1))).refusal().reason().id(),
            "refusal.no_bid");
  EXPECT_EQ(b->give_nonce(info, part_of(std::string(kNonceBytes, 'b'), a_bid(0, kMostBid + 1))).refusal().reason().id(),
            "refusal.no_bid");
  EXPECT_TRUE(b->give_nonce(info).has_match());
  const std::string raised = part_of(std::string(kNonceBytes, 'a'), a_bid(0, 8));
  EXPECT_EQ(a->give_nonce(info, raised).refusal().reason().id(), "refusal.nonce_not_promised");
  EXPECT_EQ(b->give_nonce(info, part_of(std::string(kNonceBytes, 'b'), a_bid(0, 8))).refusal().reason().id(),
            "refusal.nonce_given");
  EXPECT_EQ(a->give_nonce(info).match().my_seat(), 0u);
}

TEST_F(SidesOfAMatch, ABidIsAddedToParAgainstItsSide) {
  for (const auto& [berts, par] : {std::pair(a_bid(1, 3), -6), std::pair(a_bid(0, 6), 0)}) {
    const v1::MatchInfo info = bid_for(a_bid(1, 6), berts);
    const v1::record::Export whole = played(info.id());
    ASSERT_EQ(whole.ending().kind(), v1::ENDING_KIND_PLAYED);
    EXPECT_EQ(whole.ending().par_halves(), par) << "who wants another side gives nothing for it";
    const int beyond = whole.ending().score_halves() - par;
    EXPECT_EQ(whole.ending().has_par_winner(), beyond != 0);
    EXPECT_EQ(whole.ending().par_winner(), beyond < 0 ? 1u : 0u);
    EXPECT_EQ(proved(whole), "proved");
  }
}

TEST_F(SidesOfAMatch, TheProofFindsTheSidesAgainAndNamesAForgedBid) {
  const v1::MatchInfo info = bid_for(a_bid(1, 6), a_bid(1, 6));
  const v1::record::Export whole = played(info.id());
  EXPECT_EQ(whole.head().sides(), v1::SIDES_BID);
  EXPECT_EQ(whole.head().bids_size(), 2);
  EXPECT_EQ(whole.head().first_seat(), info.my_seat()) << "equal bids: drawn";
  EXPECT_EQ(proved(whole), "proved");
  const auto forged = ::testing::StartsWith("verify.row: row=0, problem=verify.sides");
  EXPECT_THAT(proved(whole, [](auto& head) { head.mutable_bids(0)->set_points(5); }), forged);
  EXPECT_THAT(proved(whole, [](auto& head) { head.set_first_seat(1 - head.first_seat()); }), forged);
  EXPECT_THAT(proved(whole, [](auto& head) { head.set_sides(v1::SIDES_DRAWN); }), forged);
  EXPECT_THAT(proved(whole, [](auto& head) { head.set_sides(v1::SIDES_CHOSEN); }), forged);
  EXPECT_THAT(proved(whole,
                     [](auto& head) {
                       std::string part = head.nonces(0);
                       part[kNonceBytes + 1] = 9;
                       head.set_nonces(0, part);
                     }),
              ::testing::StartsWith("verify.row: row=0, problem=verify.not_opened"))
      << "the first is bound to his bid by the hash";
}

TEST_F(SidesOfAMatch, AWriteWhoseAnswerIsLostSeatsEverybodyAllTheSame) {
  promise(*a, 'a', a_bid(1, 1));
  promise(*b, 'b', a_bid(1, 0));
  const v1::MatchInfo info = made(v1::SIDE_CHOICE_BID);
  a->attach(info.id());
  rig.join(*b, info);
  b->attach(info.id());
  EXPECT_TRUE(b->give_nonce(info).has_match());
  store.fail_appends(Fault::kRefuse, 1);  // the parts are stored, the start is not
  EXPECT_TRUE(a->give_nonce(info).has_refusal());
  const v1::MatchInfo later = a->attach(info.id()).match();
  EXPECT_EQ(later.state(), v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(later.my_seat(), 1u);
  b->attach(info.id());
  EXPECT_TRUE(a->choose(picket::wire::PLACE).has_acted());
  EXPECT_TRUE(b->choose(picket::wire::PLACE).has_acted());
  EXPECT_EQ(store.row(info.id(), 2).seat(), 1u);
}

TEST_F(SidesOfAMatch, AFirstWhoDoesNotOpenLosesTheStartWithoutASide) {
  promise(*a, 'a', a_bid(1, 1));
  promise(*b, 'b', a_bid(1, 0));
  const v1::MatchInfo info = made(v1::SIDE_CHOICE_BID);
  rig.join(*b, info);
  EXPECT_TRUE(b->give_nonce(info).has_match());
  v1::ClientFrame cancel;
  cancel.mutable_cancel_match()->set_match(info.id());
  EXPECT_TRUE(a->ask(cancel).has_done());
  EXPECT_EQ(b->look(info.id()).ending().verdict().id(), "verdict.first_not_opened");
  EXPECT_TRUE(b->look(info.id()).sides_open());
}

TEST_F(SidesOfAMatch, ARematchSwapsTheSidesThatWereFound) {
  const v1::MatchInfo info = bid_for(a_bid(1, 1), a_bid(1, 0));
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_resign).has_done());
  promise(*a, 'c');
  const v1::MatchInfo again = a->about(&v1::ClientFrame::mutable_rematch).match();
  EXPECT_EQ(again.sides(), v1::SIDES_CHOSEN);
  EXPECT_EQ(again.my_seat(), 0u);
}

TEST(Bids, APartHoldsItsBid) {
  const std::string nonce(kNonceBytes, 'n');
  const std::string part = part_of(nonce, a_bid(1, 515));
  EXPECT_EQ(part.substr(kNonceBytes), std::string("\x01\x03\x02\x00\x00", 5)) << "as the browser writes it";
  EXPECT_EQ(bid_in(part)->points(), 515u);
  EXPECT_FALSE(bid_in(nonce));
}

}  // namespace
}  // namespace wardroom::testing
