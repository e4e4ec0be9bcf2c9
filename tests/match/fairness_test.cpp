// The match secret: the server's seed is committed, nobody gives his nonce knowing all the rest, and the export proves
// it.
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
    a->nonce = kAnnas;
    b->nonce = kBerts;
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
  // A nonce for whatever the giver says he was shown.
  static v1::ServerFrame give(Client& client, const v1::MatchInfo& match, const std::string& nonce,
                              const std::string& other) {
    v1::ClientFrame frame;
    auto& given = *frame.mutable_give_nonce();
    given.set_match(match.id());
    given.set_seed_commitment(match.seed_commitment());
    given.set_nonce(nonce);
    given.set_other(other);
    return client.ask(std::move(frame));
  }
  v1::ServerFrame cancel(Client& client, const std::string& match) {
    v1::ClientFrame frame;
    frame.mutable_cancel_match()->set_match(match);
    return client.ask(std::move(frame));
  }
  // Made, joined, and the second has given his.
  v1::MatchInfo half_begun() {
    const v1::MatchInfo made = rig->create(*a);
    rig->join(*b, made);
    EXPECT_TRUE(b->give_nonce(made).has_match());
    return made;
  }
  // As a server before this one left it: open, without a hash.
  v1::MatchInfo older() {
    const v1::MatchInfo made = rig->create(*a);
    match::MatchCard card = store.card_now(made.id());
    card.nonce_hashes = {};
    store.put(std::move(card));
    restart();
    return made;
  }
  static void seal_again(v1::record::Export& exported) {
    std::string previous = chain_start(exported.head());
    for (auto& row : *exported.mutable_rows()) {
      seal(row, previous, row.time_ms());
      previous = row.hash();
    }
  }
  v1::record::Export played(const std::string& match) {
    std::mt19937 random(11);
    play(*a, *b, 10'000, random);
    v1::record::Export whole;
    EXPECT_TRUE(whole.ParseFromString(*rig->export_match(match)));
    return whole;
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

TEST_F(Fairness, TheFirstGivesAHashTheSecondHisNonceAndTheFirstOpensHis) {
  const v1::MatchInfo made = rig->create(*a);
  EXPECT_EQ(made.seed_commitment().size(), 32u);
  EXPECT_EQ(made.seats(0).nonce_hash(), nonce_hash(kAnnas));
  EXPECT_FALSE(made.nonce_wanted());
  EXPECT_EQ(a->give_nonce(made).refusal().reason().id(), "refusal.nonce_too_early") << "nobody sits there yet";

  const v1::MatchInfo joined = rig->join(*b, made);
  EXPECT_EQ(joined.seed_commitment(), made.seed_commitment());
  EXPECT_EQ(joined.seed_commitment(), seed_commitment(store.card_now(made.id()).server_seed));
  EXPECT_EQ(joined.seats(0).nonce_hash(), nonce_hash(kAnnas)) << "the second sees both before he gives his";
  EXPECT_TRUE(joined.nonce_wanted());
  EXPECT_FALSE(a->look(made.id()).nonce_wanted());
  EXPECT_EQ(a->give_nonce(made).refusal().reason().id(), "refusal.nonce_too_early") << "the second goes before";
  EXPECT_EQ(joined.state(), v1::MATCH_STATE_OPEN);
  EXPECT_EQ(store.card_now(made.id()).nonces, (std::array<std::string, 2>{}));

  const v1::MatchInfo half = b->give_nonce(joined).match();
  EXPECT_FALSE(half.nonce_wanted());
  EXPECT_TRUE(half.seats(1).nonce_given());
  EXPECT_FALSE(half.seats(0).nonce_given());
  EXPECT_EQ(half.state(), v1::MATCH_STATE_OPEN);
  EXPECT_EQ(store.rows(made.id()), 0u);
  const v1::MatchInfo told = a->look(made.id());
  EXPECT_TRUE(told.nonce_wanted());
  EXPECT_EQ(told.seats(1).nonce(), kBerts) << "the first sees what he opens his for";
  EXPECT_EQ(told.seats(0).nonce(), "");

  EXPECT_EQ(a->give_nonce(made).match().state(), v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(store.card_now(made.id()).nonces, (std::array{kAnnas, kBerts}));
  EXPECT_EQ(a->look(made.id()).seed_commitment(), made.seed_commitment());
}

// Whoever gives his nonce last, with the server at his side, could choose the dice if he knew the rest. Nobody does:
// when the second gives his, the first's is unknown; when the first gives his, he has long been bound to it.
TEST_F(Fairness, NobodyCanGrindAndWhoGivesLastIsBoundToWhatHePromised) {
  const v1::MatchInfo made = rig->create(*a);
  rig->join(*b, made);
  // The second and the server together: everything they have been sent or have stored.
  const match::MatchCard known = store.card_now(made.id());
  EXPECT_EQ(known.nonces[0], "");
  EXPECT_EQ(b->line->bytes().find(kAnnas), std::string::npos);
  // The second may choose among as many as he likes: whichever he takes, the first's nonce decides.
  const auto die = [&](const std::string& first, const std::string& second) {
    SeededChance chance(match_secret(known.server_seed, std::array{first, second}), 0);
    return chance.draw({1, 1, 1, 1, 1}, 10);
  };
  std::array<int, 10> rolled{};
  for (int i = 0; i < 2000; ++i) ++rolled[die(random_bytes(kNonceBytes), kBerts)];
  for (int count : rolled) EXPECT_NEAR(count, 200, 80);

  EXPECT_TRUE(b->give_nonce(made).has_match());
  // The first and the server together know all of it now, and find the nonce they would like.
  std::string ground = random_bytes(kNonceBytes);
  while (die(ground, kBerts) != 9) ground = random_bytes(kNonceBytes);
  EXPECT_EQ(a->give_nonce(made, ground).refusal().reason().id(), "refusal.nonce_not_promised");
  EXPECT_EQ(store.card_now(made.id()).nonces[0], "");
  // Nor can the second give another, nor anyone another hash.
  EXPECT_EQ(b->give_nonce(made, ground).refusal().reason().id(), "refusal.nonce_given");
  EXPECT_EQ(a->give_nonce(made).match().state(), v1::MATCH_STATE_PLAYING);
}

TEST_F(Fairness, ANonceQuotesWhatItWasShown) {
  const v1::MatchInfo made = rig->create(*a);
  rig->join(*b, made);
  const std::string hash = nonce_hash(kAnnas);
  v1::MatchInfo blind = made;
  blind.clear_seed_commitment();
  EXPECT_EQ(give(*b, blind, kBerts, hash).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  blind.set_seed_commitment(rig->create(*a).seed_commitment());
  EXPECT_EQ(give(*b, blind, kBerts, hash).refusal().reason().id(), "refusal.other_commitment");
  for (const std::string& other : {std::string(), nonce_hash(kBerts)}) {
    EXPECT_EQ(give(*b, made, kBerts, other).refusal().reason().id(), "refusal.other_part");
  }
  EXPECT_EQ(store.card_now(made.id()).nonces[1], "");
  EXPECT_TRUE(give(*b, made, kBerts, hash).has_match());
  for (const std::string& other : {std::string(), kAnnas, hash}) {
    EXPECT_EQ(give(*a, made, kAnnas, other).refusal().reason().id(), "refusal.other_part");
  }
  EXPECT_EQ(store.card_now(made.id()).nonces[0], "");
  EXPECT_EQ(give(*a, made, kAnnas, kBerts).match().state(), v1::MATCH_STATE_PLAYING);
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
    EXPECT_EQ(b->give_nonce(made, std::string(size, 'x')).refusal().code(), v1::REFUSAL_CODE_MALFORMED) << size;
  }
  EXPECT_TRUE(b->give_nonce(made).has_match());
  EXPECT_TRUE(b->give_nonce(made).has_match()) << "a resend is harmless";
  EXPECT_EQ(b->give_nonce(made, kAnnas).refusal().reason().id(), "refusal.nonce_given");
  EXPECT_TRUE(a->give_nonce(made).has_match());
  EXPECT_TRUE(a->give_nonce(made).has_match()) << "also when play has begun";
  EXPECT_TRUE(b->give_nonce(made).has_match());
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
  EXPECT_TRUE(b->attach(made.id()).match().nonce_wanted());
  EXPECT_EQ(b->give_nonce(made).match().seed_commitment(), made.seed_commitment());
  restart();
  EXPECT_FALSE(b->attach(made.id()).match().nonce_wanted());
  EXPECT_TRUE(b->give_nonce(made).has_match());
  EXPECT_EQ(b->give_nonce(made, kAnnas).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  const v1::MatchInfo told = a->attach(made.id()).match();
  EXPECT_TRUE(told.nonce_wanted());
  EXPECT_EQ(told.seed_commitment(), made.seed_commitment());
  EXPECT_GT(told.open_by_ms(), 0);
  EXPECT_EQ(a->give_nonce(made).match().state(), v1::MATCH_STATE_PLAYING);
  b->catch_up();
  EXPECT_TRUE(a->seen.has_menu());
  EXPECT_TRUE(b->seen.has_menu());
}

TEST_F(Fairness, ABotGivesNoneForItsPartIsTheServersSeed) {
  settings.players = {{"first", [](match::Chair) -> std::unique_ptr<match::Player> { return nullptr; }}};
  restart();
  const v1::MatchInfo made = rig->create(*a, [](v1::CreateMatch& create) { create.set_bot("first"); });
  EXPECT_TRUE(made.nonce_wanted());
  EXPECT_EQ(made.seats(0).nonce_hash(), "");
  EXPECT_EQ(a->give_nonce(made).match().state(), v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(store.card_now(made.id()).nonces, (std::array{kAnnas, std::string()}))
      << "nothing the server could still choose";
  a->match = made.id();
  a->about(&v1::ClientFrame::mutable_resign);
  v1::record::Export whole;
  ASSERT_TRUE(whole.ParseFromString(*rig->export_match(made.id())));
  EXPECT_EQ(whole.head().exchange(), v1::EXCHANGE_ALONE);
  EXPECT_TRUE(prove(whole)) << said(prove(whole));
}

TEST_F(Fairness, WhoDoesNotWantToWaitGivesHisSeatUpAndTheHashStaysUnopened) {
  const v1::MatchInfo made = half_begun();
  EXPECT_TRUE(cancel(*b, made.id()).has_done());
  EXPECT_EQ(store.card_now(made.id()).accounts[1], "");
  EXPECT_EQ(store.card_now(made.id()).nonces[1], "");
  EXPECT_EQ(a->look(made.id()).open_by_ms(), 0);
  EXPECT_EQ(a->give_nonce(made).refusal().reason().id(), "refusal.nonce_too_early");
  auto clara = rig->guest("Clara");
  const v1::MatchInfo joined = rig->join(*clara, made);
  EXPECT_TRUE(joined.nonce_wanted());
  EXPECT_EQ(joined.seed_commitment(), made.seed_commitment());
  EXPECT_EQ(joined.seats(0).nonce_hash(), nonce_hash(kAnnas));
  EXPECT_TRUE(clara->give_nonce(made).has_match());
  EXPECT_EQ(give(*a, made, kAnnas, kBerts).refusal().reason().id(), "refusal.other_part")
      << "it was shown another's part";
  EXPECT_EQ(a->give_nonce(made).match().state(), v1::MATCH_STATE_PLAYING);
}

TEST_F(Fairness, WhoDeletesHisAccountBeforePlayBeginsLeavesAFreeSeat) {
  const v1::MatchInfo made = half_begun();
  v1::ClientFrame frame;
  frame.mutable_delete_account();
  EXPECT_TRUE(b->ask(frame).has_done());
  EXPECT_EQ(a->look(made.id()).seats(1).name(), "");
  EXPECT_FALSE(a->look(made.id()).nonce_wanted());
}

// -- a first who does not open --

TEST_F(Fairness, AFirstWhoEndsTheMatchInsteadOfOpeningLosesTheStartForBothToSee) {
  const v1::MatchInfo made = half_begun();
  b->attach(made.id());
  EXPECT_TRUE(cancel(*a, made.id()).has_done());
  b->catch_up();
  EXPECT_EQ(b->notices.back().match().state(), v1::MATCH_STATE_OVER);
  EXPECT_EQ(b->seen.state(), v1::MATCH_STATE_OVER);
  restart();
  for (Client* client : {a.get(), b.get()}) {
    const v1::MatchInfo lost = client->attach(made.id()).match();
    EXPECT_EQ(lost.state(), v1::MATCH_STATE_OVER);
    EXPECT_EQ(lost.ending().kind(), v1::ENDING_KIND_ABANDONED);
    EXPECT_EQ(lost.ending().verdict().id(), "verdict.not_opened");
    EXPECT_FALSE(lost.ending().has_winner());
    EXPECT_EQ(client->look(made.id()).ending().verdict().id(), "verdict.not_opened");
    EXPECT_EQ(client->about(&v1::ClientFrame::mutable_resign).refusal().code(), v1::REFUSAL_CODE_STALE);
    EXPECT_EQ(client->about(&v1::ClientFrame::mutable_ask_replay).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
    EXPECT_EQ(client->about(&v1::ClientFrame::mutable_ask_ended_view).refusal().code(), v1::REFUSAL_CODE_NOT_YOURS);
    EXPECT_TRUE(client->about(&v1::ClientFrame::mutable_history).has_history());
    EXPECT_EQ(cancel(*client, made.id()).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
  }
  EXPECT_EQ(a->give_nonce(made).refusal().code(), v1::REFUSAL_CODE_CONFLICT) << "it is too late";
  EXPECT_EQ(rig->export_match(made.id()).error().code, RefusalCode::kConflict);
  v1::ClientFrame over;
  over.mutable_list_matches()->set_over(true);
  EXPECT_EQ(rig->guest("Clara")->ask(over).matches().matches_size(), 0) << "there is nothing for others to look at";
}

TEST_F(Fairness, AFirstWhoDoesNotComeInTimeLosesTheStartWhenTheSecondAsks) {
  settings.host.open_within = std::chrono::hours(48);
  restart();
  const v1::MatchInfo made = half_begun();
  const std::int64_t by = a->look(made.id()).open_by_ms();
  EXPECT_EQ(by, b->look(made.id()).open_by_ms()) << "both see how long there is";
  EXPECT_EQ(by, store.now_ms() + 48 * 3600 * 1000);
  store.pass(by - store.now_ms());
  EXPECT_TRUE(cancel(*b, made.id()).has_done());
  EXPECT_EQ(a->look(made.id()).ending().verdict().id(), "verdict.not_opened");
  EXPECT_EQ(b->look(made.id()).ending().verdict().id(), "verdict.not_opened");
}

TEST_F(Fairness, AFirstWhoComesLateButBeforeTheSecondAsksMayStillOpen) {
  const v1::MatchInfo made = half_begun();
  store.pass(8 * 24 * 3600 * 1000LL);
  EXPECT_EQ(a->give_nonce(made).match().state(), v1::MATCH_STATE_PLAYING);
}

TEST_F(Fairness, AFirstWhoDeletesHisAccountInsteadOfOpeningLosesTheStart) {
  const v1::MatchInfo made = half_begun();
  v1::ClientFrame frame;
  frame.mutable_delete_account();
  EXPECT_TRUE(a->ask(frame).has_done());
  EXPECT_EQ(b->look(made.id()).ending().verdict().id(), "verdict.not_opened");
}

// -- matches that were open before --

TEST_F(Fairness, AnOlderOpenMatchBeginsInTheOlderWayAndItsHeadSaysSo) {
  const v1::MatchInfo made = older();
  const v1::MatchInfo joined = rig->join(*b, made);
  EXPECT_TRUE(joined.nonce_wanted());
  EXPECT_TRUE(a->look(made.id()).nonce_wanted());
  EXPECT_TRUE(give(*a, made, kAnnas, {}).has_match());
  EXPECT_EQ(b->look(made.id()).seats(0).nonce(), "");
  EXPECT_EQ(give(*b, made, kBerts, {}).match().state(), v1::MATCH_STATE_PLAYING);
  a->attach(made.id());
  b->attach(made.id());
  const v1::record::Export whole = played(made.id());
  EXPECT_EQ(whole.head().exchange(), v1::EXCHANGE_IN_CLEAR);
  EXPECT_EQ(whole.head().nonce_hashes_size(), 0);
  EXPECT_TRUE(prove(whole)) << said(prove(whole));
}

// -- the proof --

TEST_F(Fairness, TheExportProvesCommitmentNoncesAndExchange) {
  const std::string match = rig->begin(*a, *b);
  const v1::record::Export whole = played(match);
  const Result<Proof> proof = prove(whole);
  ASSERT_TRUE(proof) << said(proof);
  EXPECT_GT(proof->draws, 0u);
  EXPECT_EQ(proof->head.seed_commitment(), a->notices.front().match().seed_commitment());
  EXPECT_EQ(proof->head.exchange(), v1::EXCHANGE_BY_HASH);
  EXPECT_EQ(proof->head.nonce_hashes(0), nonce_hash(kAnnas));
  EXPECT_EQ(proof->head.nonce_hashes(1), "");
  const v1::Proof shown = a->about(&v1::ClientFrame::mutable_ask_replay).replay().proof();
  EXPECT_EQ(shown.exchange(), v1::EXCHANGE_BY_HASH);
  EXPECT_EQ(shown.nonce_hashes(0), nonce_hash(kAnnas));
  EXPECT_EQ(shown.nonces(0), kAnnas);

  const std::string forged = random_bytes(kNonceBytes);
  v1::record::Export other = whole;
  other.mutable_head()->set_nonces(1, forged);
  EXPECT_THAT(said(prove(other)), StartsWith("verify.row: row=1, problem=verify.hash"))
      << "the head is the chain's first link";
  seal_again(other);
  EXPECT_THAT(said(prove(other)), AllOf(StartsWith("verify.row: row="), HasSubstr("problem=verify.draws")))
      << "the chain closed again over the forged nonce: the draws give it away";

  other = whole;
  other.mutable_head()->set_nonces(0, forged);
  seal_again(other);
  EXPECT_THAT(said(prove(other)), StartsWith("verify.row: row=0, problem=verify.not_opened"));
  other.mutable_head()->set_nonce_hashes(0, nonce_hash(forged));
  seal_again(other);
  EXPECT_THAT(said(prove(other)), HasSubstr("problem=verify.draws"));
}

}  // namespace
}  // namespace wardroom::testing
