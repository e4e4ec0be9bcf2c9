// Plotting tables: kept by the store, private to their seat, and no part of the match.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "server/engine/outlet.h"
#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using picket::wire::MOVE_BLOCK;
using picket::wire::PLACE;

const std::string kCanary = "CANARY-MARKS";

v1::Mark note(std::uint64_t id, const std::string& text, std::uint32_t place = 0) {
  v1::Mark mark;
  mark.set_id(id);
  mark.mutable_note()->set_text(text);
  mark.mutable_note()->set_place(place);
  return mark;
}

v1::Mark guess(std::uint64_t id, std::uint64_t subject, std::uint32_t says) {
  v1::Mark mark;
  mark.set_id(id);
  mark.mutable_guess()->set_subject(subject);
  mark.mutable_guess()->set_says(says);
  return mark;
}

v1::ChangeMarks put(const std::vector<v1::Mark>& marks) {
  v1::ChangeMarks asked;
  for (const v1::Mark& mark : marks) *asked.add_put() = mark;
  return asked;
}

class MarksOfAMatch : public TwoPeople {
 protected:
  static std::string code(const v1::ServerFrame& frame) { return frame.refusal().reason().id(); }
  static v1::Marks asked_for(Client& client) { return client.about(&v1::ClientFrame::mutable_ask_marks).marks(); }
  void both_set_up() {
    while (a->asked() && a->find(PLACE)) a->choose(PLACE);
    while (b->asked() && b->find(PLACE)) b->choose(PLACE);
    a->catch_up();
    ASSERT_TRUE(a->find(MOVE_BLOCK));
  }
  // The other's blocks as this player knows them.
  static std::vector<picket::wire::Contact> contacts(Client& client) {
    client.catch_up();
    const auto view = view_of(*picket::make_picket(), client.seen);
    const auto& blocks = static_cast<const picket::wire::View&>(*view).contacts().blocks();
    return {blocks.begin(), blocks.end()};
  }
};

TEST_F(MarksOfAMatch, ArePutChangedStruckAndErased) {
  open();
  EXPECT_EQ(a->marks.guesses_size(), 4) << "the title's, with what one is attached with";
  v1::Mark line;
  line.set_id(2);
  for (std::uint32_t place : {11u, 12u, 13u}) line.mutable_line()->add_places(place);
  v1::Mark ring;
  ring.set_id(3);
  ring.mutable_ring()->set_place(22);
  ring.mutable_ring()->set_radius(2);
  const v1::ServerFrame answer = a->change(put({note(1, "their carrier?", 12), line, ring}));
  ASSERT_TRUE(answer.has_marks()) << answer.ShortDebugString();
  EXPECT_EQ(answer.marks().marks_size(), 3);
  EXPECT_EQ(answer.marks().marks(0).made().serial(), a->seen.serial());
  v1::ChangeMarks later;
  later.add_strike(2);
  later.add_erase(3);
  *later.add_put() = note(1, "their carrier!", 12);
  a->change(later);
  a->catch_up();
  ASSERT_EQ(a->marks.marks_size(), 2);
  EXPECT_EQ(a->marks.marks(0).note().text(), "their carrier!");
  EXPECT_TRUE(a->marks.marks(1).has_struck());
  EXPECT_FALSE(a->marks.marks(1).contradicted());
  EXPECT_EQ(asked_for(*a).SerializeAsString(), a->marks.SerializeAsString());
}

TEST_F(MarksOfAMatch, WhatIsWrongIsRefusedAndChangesNothing) {
  settings.host.max_marks = 3;
  open();
  a->change(put({note(1, "one")}));
  const std::string before = asked_for(*a).SerializeAsString();
  v1::Mark nowhere, short_line, no_ring, empty;
  nowhere.set_id(7);
  nowhere.mutable_note()->set_text("x");
  nowhere.mutable_note()->set_place(987'654);
  short_line.set_id(7);
  short_line.mutable_line()->add_places(11);
  no_ring.set_id(7);
  no_ring.mutable_ring()->set_place(11);
  empty.set_id(7);
  for (const v1::Mark& bad : {nowhere, short_line, no_ring, empty, note(0, "no number"), note(7, ""), note(7, "a\nb")})
    EXPECT_EQ(code(a->change(put({note(8, "with a good one"), bad}))), "refusal.mark_unreadable") << bad.DebugString();
  EXPECT_EQ(code(a->change(put({note(7, "twice"), note(7, "twice")}))), "refusal.mark_unreadable");
  EXPECT_EQ(code(a->change({})), "refusal.mark_unreadable");
  EXPECT_EQ(code(a->change(put({note(7, std::string(401, 'x'))}))), "refusal.note_too_long");
  EXPECT_EQ(code(a->change(put({note(7, "2"), note(8, "3"), note(9, "4")}))), "refusal.too_many_marks");
  EXPECT_EQ(code(a->change(put({guess(7, 4711, 1)}))), "refusal.nothing_to_guess");
  EXPECT_EQ(code(a->change(put({guess(7, 4711, 5)}))), "refusal.mark_unreadable") << "no such guess";
  v1::ChangeMarks unknown;
  unknown.add_erase(99);
  EXPECT_EQ(code(a->change(unknown)), "refusal.no_such_mark");
  EXPECT_EQ(asked_for(*a).SerializeAsString(), before);
}

TEST_F(MarksOfAMatch, AreForSeatsOfAMatchThatHasBegunAndStayWhenItIsOver) {
  open();
  auto c = rig->guest("Clara");
  c->attach(match);
  EXPECT_EQ(code(c->change(put({note(1, "x")}))), "refusal.not_your_match");
  EXPECT_EQ(code(c->about(&v1::ClientFrame::mutable_ask_marks)), "refusal.not_your_match");
  EXPECT_TRUE(b->change(put({note(1, "while the other is on the move")})).has_marks());
  b->about(&v1::ClientFrame::mutable_resign);
  a->catch_up();
  EXPECT_TRUE(a->change(put({note(1, "looking back")})).has_marks());
  EXPECT_EQ(asked_for(*a).marks_size(), 1);
  EXPECT_EQ(asked_for(*b).marks_size(), 1);
  const v1::MatchInfo waiting = rig->create(*c);
  c->match = waiting.id();
  EXPECT_EQ(code(c->change(put({note(1, "x")}))), "refusal.match_not_begun");
  EXPECT_EQ(code(c->about(&v1::ClientFrame::mutable_ask_marks)), "refusal.match_not_begun");
}

TEST_F(MarksOfAMatch, OutliveTheServerAndAreOnEveryDeviceOfTheirOwner) {
  open();
  a->change(put({note(1, "kept")}));
  restart();
  ASSERT_EQ(a->marks.marks_size(), 1) << "as attached";
  EXPECT_EQ(b->marks.marks_size(), 0);
  auto phone = rig->back(a->token);
  EXPECT_EQ(phone->attach(match).marks().marks_size(), 1);
  a->change(put({note(2, "from the desk")}));  // which was taken over
  phone->await_marks([](const v1::Marks& marks) { return marks.marks_size() == 2; });
  v1::ChangeMarks erase;
  erase.add_erase(1);
  phone->change(erase);
  EXPECT_EQ(asked_for(*a).marks_size(), 1);
}

TEST_F(MarksOfAMatch, SayHowFarTheirOwnerHasLookedOnEveryDevice) {
  open();
  const auto looked = [](std::uint64_t serial) {
    v1::ChangeMarks asked;
    asked.set_seen(serial);
    return asked;
  };
  const std::uint64_t newest = a->seen.serial();
  EXPECT_EQ(a->change(looked(newest)).marks().seen(), newest);
  EXPECT_EQ(a->change(looked(newest + 5)).marks().seen(), newest) << "he has not been told that yet";
  if (newest > 1) {
    EXPECT_EQ(a->change(looked(newest - 1)).marks().seen(), newest);
  }
  restart();
  EXPECT_EQ(a->marks.seen(), newest) << "as attached";
  EXPECT_EQ(b->marks.seen(), 0u);
}

TEST_F(MarksOfAMatch, AreToldToNobodyElseAndMoveNothing) {
  open();
  auto c = rig->guest("Clara");
  c->attach(match);
  both_set_up();
  b->catch_up();
  c->catch_up();
  const std::uint64_t rows = store.rows(match);
  const auto notices = b->notices.size() + c->notices.size();
  const int updates = b->updates + c->updates;
  const match::MatchCard card = store.card_now(match);
  for (std::uint64_t id = 1; id <= 20; ++id) a->change(put({note(id, kCanary)}));
  a->change(put({guess(30, contacts(*a).at(0).id(), 1)}));
  for (Client* other : {b.get(), c.get()}) {
    other->about(&v1::ClientFrame::mutable_history);
    other->about(&v1::ClientFrame::mutable_ask_replay);
    other->about(&v1::ClientFrame::mutable_ask_marks);
    other->catch_up();
  }
  EXPECT_EQ(b->notices.size() + c->notices.size(), notices);
  EXPECT_EQ(b->updates + c->updates, updates);
  EXPECT_EQ(store.rows(match), rows);
  EXPECT_EQ(store.card_now(match).shown_ms, card.shown_ms);
  EXPECT_NE(a->line->bytes().find(kCanary), std::string::npos);
  std::mt19937 random(3);
  play(*a, *b, 10'000, random);
  ASSERT_EQ(a->seen.state(), v1::MATCH_STATE_OVER);
  for (Client* other : {b.get(), c.get()}) {
    for (v1::Viewpoint eyes : {v1::VIEWPOINT_FIRST, v1::VIEWPOINT_TRUTH}) {
      v1::ClientFrame replay;
      replay.mutable_ask_replay()->set_match(match);
      replay.mutable_ask_replay()->set_viewpoint(eyes);
      other->ask(replay);
    }
    other->attach(match);
    other->about(&v1::ClientFrame::mutable_ask_ended_view);
    EXPECT_EQ(other->line->bytes().find(kCanary), std::string::npos);
  }
  Result<std::string> bytes = rig->export_match(match);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->find(kCanary), std::string::npos) << "the export is one for all";
}

TEST_F(MarksOfAMatch, WhatCannotBeStoredIsNotThere) {
  open();
  a->change(put({note(1, "one")}));
  store.fail_writes(true);
  EXPECT_EQ(code(a->change(put({note(2, "two")}))), "refusal.not_stored");
  store.fail_writes(false);
  EXPECT_EQ(asked_for(*a).marks_size(), 1);
  EXPECT_TRUE(a->change(put({note(2, "two")})).has_marks());
}

TEST_F(MarksOfAMatch, DoNotWaitForWhatIsBeingStoredOfTheMatch) {
  open();
  store.hold_appends();
  auto acted = b->act_later(b->seen.menu().items(0).action());
  store.await_held(1);
  EXPECT_TRUE(a->change(put({note(1, "meanwhile")})).has_marks());
  EXPECT_EQ(asked_for(*a).marks_size(), 1);
  store.release_appends();
  EXPECT_TRUE(acted.get().has_acted());
}

TEST_F(MarksOfAMatch, GoWithTheirOwnersAccount) {
  open();
  a->change(put({note(1, kCanary)}));
  v1::ClientFrame gone;
  gone.mutable_delete_account();
  a->ask(gone);
  bool read = false;
  std::promise<std::vector<match::StoredMarks>> stored;
  store.marks(match, [&](Result<std::vector<match::StoredMarks>> all) { stored.set_value(*all); });
  for (const match::StoredMarks& each : stored.get_future().get()) {
    read = true;
    EXPECT_EQ(each.body.find(kCanary), std::string::npos);
  }
  EXPECT_TRUE(read);
}

TEST_F(MarksOfAMatch, AGuessFollowsItsBlockOrStaysAndIsStruckWhenItsOwnerKnowsBetter) {
  open();
  both_set_up();
  const std::uint32_t kinds = 4;
  std::mt19937 random(11);
  int struck = 0, unpinned = 0, followed = 0;
  std::set<std::uint64_t> guessed;
  while (a->seen.state() != v1::MATCH_STATE_OVER) {
    std::vector<v1::Mark> all;
    for (const picket::wire::Contact& about : contacts(*a)) {
      if (about.kind() != picket::wire::KIND_UNSPECIFIED || guessed.size() > 50) continue;
      if (!guessed.insert(about.id()).second) continue;
      for (std::uint32_t says = 1; says <= kinds; ++says)
        all.push_back(guess(about.id() * 10 + says, about.id(), says));
    }
    const v1::ServerFrame answer = all.empty() ? v1::ServerFrame() : a->change(put(all));
    ASSERT_EQ(answer.has_marks(), !all.empty()) << answer.ShortDebugString();
    play(*a, *b, 1, random);
    a->catch_up();
  }
  const std::uint64_t last = a->seen.serial();
  const v1::Marks all_marks = asked_for(*a);
  for (const v1::Mark& mark : all_marks.marks()) {
    struck += mark.contradicted();
    unpinned += mark.guess().unpinned();
    followed += mark.guess().place() != 0;
    EXPECT_EQ(mark.contradicted(), mark.has_struck());
    const std::uint64_t when = mark.has_struck() ? mark.struck().serial() : last;
    EXPECT_GE(when, mark.made().serial());
    EXPECT_LE(when, last);
    EXPECT_TRUE(mark.guess().unpinned() ? mark.guess().subject() == 0 : mark.guess().subject() != 0);
  }
  EXPECT_GT(struck, 0);
  EXPECT_GT(unpinned, 0);
  EXPECT_GT(followed, 0);
}

}  // namespace
}  // namespace wardroom::testing
