// Offers between the seats, as events that both are told; and matches that go on from a moment of another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "server/engine/verify.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using picket::wire::MOVE_BLOCK;
using picket::wire::PLACE;
using picket::wire::STOP;

class Offers : public TwoPeople {
 protected:
  void set_up() {
    for (Client* each : {a.get(), b.get()}) {
      for (int i = 0; i < 3; ++i) each->choose(PLACE);
    }
    a->catch_up();
  }
  v1::ServerFrame play_on(Client& client, std::uint64_t serial, v1::Viewpoint viewpoint = v1::VIEWPOINT_TRUTH) {
    v1::ClientFrame frame;
    v1::CreateMatch& create = *frame.mutable_create_match();
    create.set_side(v1::SIDE_CHOICE_SECOND);
    create.mutable_from()->set_match(match);
    create.mutable_from()->set_viewpoint(viewpoint);
    create.mutable_from()->set_serial(serial);
    return client.ask(std::move(frame));
  }
  v1::Replay replay(Client& client, const std::string& of, std::uint64_t after) {
    v1::ClientFrame frame;
    frame.mutable_ask_replay()->set_match(of);
    frame.mutable_ask_replay()->set_viewpoint(v1::VIEWPOINT_TRUTH);
    frame.mutable_ask_replay()->set_after_serial(after);
    return client.ask(std::move(frame)).replay();
  }
  // Everything that the whole truth showed at this serial.
  std::map<std::uint32_t, std::string> truth_at(Client& client, const std::string& of, std::uint64_t serial) {
    std::map<std::uint32_t, std::string> sections;
    for (std::uint64_t at = 0; at < serial;) {
      const v1::Replay page = replay(client, of, at);
      if (page.updates().empty()) break;
      for (const v1::Update& update : page.updates()) {
        at = update.serial();
        if (at > serial) break;
        for (const v1::Section& section : update.sections()) sections[section.number()] = section.body();
      }
    }
    return sections;
  }
};

TEST_F(Offers, OffersAndAnswersAreToldToBothAndKeptWithWhatWasSaid) {
  open();
  set_up();
  auto watcher = rig->guest("Clara");
  watcher->attach(match);
  a->choose(MOVE_BLOCK);
  const v1::Text point = store.card_now(match).progress;  // when she makes the choice that she takes back
  a->choose(STOP);
  a->about(&v1::ClientFrame::mutable_ask_take_back);
  b->catch_up();
  EXPECT_EQ(b->notices.back().take_back_point().SerializeAsString(), point.SerializeAsString());
  answer_take_back(*b, false);
  b->about(&v1::ClientFrame::mutable_offer_draw);
  answer_draw(*a, false);
  a->about(&v1::ClientFrame::mutable_offer_draw);
  a->about(&v1::ClientFrame::mutable_offer_draw);
  answer_draw(*b, true);
  struct Told {
    std::string name;
    v1::OfferKind kind;
    v1::OfferDeed deed;
  };
  const std::vector<Told> expected{{"Anna", v1::OFFER_KIND_TAKE_BACK, v1::OFFER_DEED_MADE},
                                   {"Bert", v1::OFFER_KIND_TAKE_BACK, v1::OFFER_DEED_DECLINED},
                                   {"Bert", v1::OFFER_KIND_DRAW, v1::OFFER_DEED_MADE},
                                   {"Anna", v1::OFFER_KIND_DRAW, v1::OFFER_DEED_DECLINED},
                                   {"Anna", v1::OFFER_KIND_DRAW, v1::OFFER_DEED_MADE},
                                   {"Bert", v1::OFFER_KIND_DRAW, v1::OFFER_DEED_AGREED}};
  watcher->catch_up();
  EXPECT_EQ(watcher->chat.size(), 1u) << "while it was played, offers were between the seats";
  auto back = rig->back(a->token);
  const v1::Attached attached = back->attach(match);
  a->catch_up();
  b->catch_up();
  for (const auto& chat : {a->chat, b->chat, std::vector<v1::Chat>(attached.chat().begin(), attached.chat().end())}) {
    ASSERT_EQ(chat.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(chat[i].name(), expected[i].name);
      EXPECT_EQ(chat[i].offer().kind(), expected[i].kind);
      EXPECT_EQ(chat[i].offer().deed(), expected[i].deed);
      EXPECT_EQ(chat[i].text(), "");
    }
    EXPECT_EQ(chat[0].offer().point().SerializeAsString(), point.SerializeAsString());
  }
}

TEST_F(Offers, FromAFinishedMatchOneMayPlayOnFromAnyMoment) {
  open();
  EXPECT_EQ(play_on(*a, 1).refusal().reason().id(), "refusal.not_over_yet");
  std::mt19937 random(7);
  play(*a, *b, 10'000, random);
  a->catch_up();
  ASSERT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
  auto clara = rig->guest("Clara");
  const std::uint64_t last = store.rows(match);
  EXPECT_EQ(play_on(*clara, last + 1'000).refusal().reason().id(), "refusal.no_such_moment");
  EXPECT_EQ(play_on(*clara, 0).refusal().reason().id(), "refusal.no_such_moment");

  auto dora = rig->guest("Dora");
  std::set<std::uint64_t> begun;
  for (std::uint64_t serial = 1; serial < last; serial += 5) {
    const v1::ServerFrame made = play_on(*clara, serial);
    ASSERT_TRUE(made.has_match()) << serial << " " << made.ShortDebugString();
    const v1::PlayedFrom& from = made.match().from();
    EXPECT_EQ(from.match(), match);
    EXPECT_LE(from.serial(), serial);
    if (!begun.insert(from.serial()).second) {
      v1::ClientFrame cancel;
      cancel.mutable_cancel_match()->set_match(made.match().id());
      clara->ask(cancel);
      continue;
    }
    const v1::MatchInfo joined = rig->join(*dora, made.match());
    dora->give_nonce(joined);
    ASSERT_EQ(clara->give_nonce(made.match()).match().state(), v1::MATCH_STATE_PLAYING);
    clara->attach(joined.id());
    dora->attach(joined.id());
    const auto before = truth_at(*a, match, from.serial());
    play(*clara, *dora, 10'000, random);
    clara->catch_up();
    ASSERT_EQ(clara->seen.state(), v1::MATCH_STATE_OVER);
    EXPECT_EQ(truth_at(*clara, joined.id(), 1), before) << "it begins with what was there at " << from.serial();
    const Result<std::string> bytes = rig->export_match(joined.id());
    ASSERT_TRUE(bytes);
    const auto picket = [](const std::string&, const Bundle& bundle) { return picket::entry().make(bundle); };
    const Result<Proof> proof = verify(*bytes, picket);
    EXPECT_TRUE(proof) << proof.error().reason.id.view();
  }
  EXPECT_GT(begun.size(), 3u) << "moments that differ";
}

}  // namespace
}  // namespace wardroom::testing
