// The match secret: the server's seed is committed and shown before anyone gives his nonce, and the export proves it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/catalog.h"
#include "common/nonce.h"
#include "server/engine/journal.h"
#include "server/engine/verify.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kAnnas(kNonceBytes, 'a');
const std::string kBerts(kNonceBytes, 'b');

class Fairness : public ::testing::Test {
 protected:
  Fairness() { come_up(); }
  void come_up() {
    rig.emplace(store, settings);
    a = a_token.empty() ? rig->guest("Anna") : rig->back(a_token);
    b = b_token.empty() ? rig->guest("Bert") : rig->back(b_token);
  }
  void restart() {
    a_token = a->token;
    b_token = b->token;
    a->hang_up();
    b->hang_up();
    a.reset();  // a client does not outlive its rig
    b.reset();
    rig.reset();
    come_up();
  }
  v1::MatchInfo look(Client& client, const std::string& match) {
    v1::ClientFrame frame;
    frame.mutable_join_match()->set_match(match);
    return client.ask(std::move(frame)).match();
  }
  v1::ServerFrame cancel(Client& client, const std::string& match) {
    v1::ClientFrame frame;
    frame.mutable_cancel_match()->set_match(match);
    return client.ask(std::move(frame));
  }
  static std::string said(const Result<Proof>& proof) { return proof ? "proved" : bare(proof.error().reason); }
  static Result<Proof> prove(const v1::record::Export& exported) {
    return verify(save(exported),
                  [](const std::string&, const Bundle& bundle) { return picket::entry().make(bundle); });
  }

  MemoryStore store;
  RigSettings settings = quick(store);
  std::optional<Rig> rig;
  std::unique_ptr<Client> a, b;
  std::string a_token, b_token;
};

TEST_F(Fairness, BothSeatsSeeTheSameCommitmentBeforeEitherNonceIsTaken) {
  const v1::MatchInfo made = rig->create(*a);
  EXPECT_EQ(made.seed_commitment().size(), 32u);
  EXPECT_FALSE(made.nonce_wanted());
  EXPECT_EQ(a->give_nonce(made, kAnnas).refusal().reason().id(), "refusal.nonce_too_early")
      << "the other has seen nothing yet";

  const v1::MatchInfo joined = rig->join(*b, made);
  EXPECT_EQ(joined.seed_commitment(), made.seed_commitment());
  EXPECT_EQ(joined.seed_commitment(), seed_commitment(store.card_now(made.id()).server_seed));
  EXPECT_TRUE(joined.nonce_wanted());
  EXPECT_TRUE(look(*a, made.id()).nonce_wanted());
  EXPECT_EQ(joined.state(), v1::MATCH_STATE_OPEN);
  EXPECT_EQ(store.card_now(made.id()).nonces, (std::array<std::string, 2>{}));

  const v1::MatchInfo half = b->give_nonce(joined, kBerts).match();
  EXPECT_FALSE(half.nonce_wanted());
  EXPECT_TRUE(half.seats(1).nonce_given());
  EXPECT_FALSE(half.seats(0).nonce_given());
  EXPECT_EQ(half.state(), v1::MATCH_STATE_OPEN);
  EXPECT_EQ(store.rows(made.id()), 0u);
  EXPECT_EQ(a->give_nonce(made, kAnnas).match().state(), v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(store.card_now(made.id()).nonces, (std::array{kAnnas, kBerts}));
  EXPECT_EQ(look(*a, made.id()).seed_commitment(), made.seed_commitment());
}

TEST_F(Fairness, ANonceQuotesTheCommitmentItWasShown) {
  v1::MatchInfo made = rig->create(*a);
  rig->join(*b, made);
  v1::MatchInfo blind = made;
  blind.clear_seed_commitment();
  EXPECT_EQ(a->give_nonce(blind, kAnnas).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  blind.set_seed_commitment(rig->create(*a).seed_commitment());
  EXPECT_EQ(a->give_nonce(blind, kAnnas).refusal().reason().id(), "refusal.other_commitment");
  EXPECT_EQ(store.card_now(made.id()).nonces[0], "");
}

TEST_F(Fairness, NoOtherRequestCarriesANonce) {
  for (const auto* request : {v1::CreateMatch::descriptor(), v1::QuickMatch::descriptor(), v1::JoinMatch::descriptor(),
                              v1::Rematch::descriptor()}) {
    EXPECT_EQ(request->FindFieldByName("nonce"), nullptr) << request->name();
    EXPECT_EQ(request->reserved_range_count(), 1) << request->name();
  }
}

TEST_F(Fairness, ANonceIsGivenOnceAndHasOneSize) {
  const v1::MatchInfo made = rig->create(*a);
  rig->join(*b, made);
  for (std::size_t size : {1u, 31u, 33u, 64u}) {
    EXPECT_EQ(a->give_nonce(made, std::string(size, 'x')).refusal().code(), v1::REFUSAL_CODE_MALFORMED) << size;
  }
  EXPECT_TRUE(a->give_nonce(made, kAnnas).has_match());
  EXPECT_TRUE(a->give_nonce(made, kAnnas).has_match()) << "a resend is harmless";
  EXPECT_EQ(a->give_nonce(made, kBerts).refusal().reason().id(), "refusal.nonce_given");
  EXPECT_TRUE(b->give_nonce(made, kBerts).has_match());
  EXPECT_TRUE(b->give_nonce(made, kBerts).has_match()) << "also when play has begun";
  EXPECT_EQ(b->give_nonce(made, kAnnas).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  EXPECT_EQ(store.card_now(made.id()).nonces, (std::array{kAnnas, kBerts}));
  EXPECT_EQ(store.rows(made.id()), 1u);
  auto stranger = rig->guest("Clara");
  EXPECT_EQ(stranger->give_nonce(made, kAnnas).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
}

TEST_F(Fairness, ARestartBetweenTheStepsLosesNothing) {
  const v1::MatchInfo made = rig->create(*a);
  restart();
  rig->join(*b, made);
  restart();
  EXPECT_TRUE(a->attach(made.id()).match().nonce_wanted());
  EXPECT_EQ(a->give_nonce(made, kAnnas).match().seed_commitment(), made.seed_commitment());
  restart();
  EXPECT_FALSE(a->attach(made.id()).match().nonce_wanted());
  EXPECT_TRUE(a->give_nonce(made, kAnnas).has_match());
  EXPECT_EQ(a->give_nonce(made, kBerts).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  EXPECT_EQ(b->attach(made.id()).match().seed_commitment(), made.seed_commitment());
  EXPECT_EQ(b->give_nonce(made, kBerts).match().state(), v1::MATCH_STATE_PLAYING);
  a->catch_up();
  EXPECT_TRUE(a->seen.has_menu());
  EXPECT_TRUE(b->seen.has_menu());
}

TEST_F(Fairness, ABotGivesNoneForItsPartIsTheServersSeed) {
  settings.players = {{"first", [](match::Chair) -> std::unique_ptr<match::Player> { return nullptr; }}};
  restart();
  const v1::MatchInfo made = rig->create(*a, [](v1::CreateMatch& create) { create.set_bot("first"); });
  EXPECT_TRUE(made.nonce_wanted());
  EXPECT_EQ(a->give_nonce(made, kAnnas).match().state(), v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(store.card_now(made.id()).nonces, (std::array{kAnnas, std::string()}))
      << "nothing the server could still choose";
}

TEST_F(Fairness, WhoDoesNotWantToWaitGivesHisSeatUp) {
  const v1::MatchInfo made = rig->create(*a);
  rig->join(*b, made);
  EXPECT_TRUE(b->give_nonce(made, kBerts).has_match());
  EXPECT_TRUE(cancel(*b, made.id()).has_done());
  EXPECT_EQ(store.card_now(made.id()).accounts[1], "");
  EXPECT_EQ(store.card_now(made.id()).nonces[1], "");
  EXPECT_EQ(a->give_nonce(made, kAnnas).refusal().reason().id(), "refusal.nonce_too_early");
  auto clara = rig->guest("Clara");
  const v1::MatchInfo joined = rig->join(*clara, made);
  EXPECT_TRUE(joined.nonce_wanted());
  EXPECT_EQ(joined.seed_commitment(), made.seed_commitment());
  EXPECT_TRUE(a->give_nonce(made, kAnnas).has_match());
  EXPECT_EQ(clara->give_nonce(made, kBerts).match().state(), v1::MATCH_STATE_PLAYING);
}

TEST_F(Fairness, WhoDeletesHisAccountBeforePlayBeginsLeavesAFreeSeat) {
  const v1::MatchInfo made = rig->create(*a);
  rig->join(*b, made);
  v1::ClientFrame frame;
  frame.mutable_delete_account();
  EXPECT_TRUE(b->ask(frame).has_done());
  EXPECT_EQ(look(*a, made.id()).seats(1).name(), "");
  EXPECT_FALSE(look(*a, made.id()).nonce_wanted());
}

TEST_F(Fairness, TheExportProvesCommitmentAndNonces) {
  const std::string match = rig->begin(*a, *b);
  std::mt19937 random(11);
  play(*a, *b, 10'000, random);
  v1::record::Export whole;
  ASSERT_TRUE(whole.ParseFromString(*rig->export_match(match)));
  const Result<Proof> proof = prove(whole);
  ASSERT_TRUE(proof) << said(proof);
  EXPECT_GT(proof->draws, 0u);
  EXPECT_EQ(proof->head.seed_commitment(), a->notices.front().match().seed_commitment());

  for (int seat : {0, 1}) {
    v1::record::Export other = whole;
    other.mutable_head()->set_nonces(seat, kAnnas);
    EXPECT_THAT(said(prove(other)), StartsWith("verify.row: row=1, problem=verify.hash"))
        << "the head is the chain's first link";
    // The chain closed again over the forged nonce: the draws give it away.
    std::string previous = chain_start(other.head());
    for (auto& row : *other.mutable_rows()) {
      seal(row, previous, row.time_ms());
      previous = row.hash();
    }
    EXPECT_THAT(said(prove(other)), AllOf(StartsWith("verify.row: row="), HasSubstr("problem=verify.draws")));
  }
}

}  // namespace
}  // namespace wardroom::testing
