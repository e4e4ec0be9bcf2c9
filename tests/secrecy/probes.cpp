#include "tests/secrecy/probes.h"

#include <limits>

#include "common/nonce.h"

namespace wardroom::testing {
namespace {

template <class Body>
v1::ClientFrame naming(const Visitor& visitor, Body* (v1::ClientFrame::*body)()) {
  v1::ClientFrame frame;
  (frame.*body)()->set_match(visitor.match);
  return frame;
}

v1::ClientFrame replay(const Visitor& visitor, v1::Viewpoint viewpoint, std::uint64_t after) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_ask_replay);
  frame.mutable_ask_replay()->set_viewpoint(viewpoint);
  frame.mutable_ask_replay()->set_after_serial(after);
  return frame;
}

v1::ClientFrame from_chapter(const Visitor& visitor, v1::Viewpoint viewpoint, std::uint64_t serial) {
  v1::ClientFrame frame = replay(visitor, viewpoint, 0);
  frame.mutable_ask_replay()->set_chapter(serial);
  return frame;
}

v1::ClientFrame history(const Visitor& visitor, std::uint64_t after) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_history);
  frame.mutable_history()->set_after_serial(after);
  return frame;
}

v1::ClientFrame list(bool mine) {
  v1::ClientFrame frame;
  frame.mutable_list_matches()->set_mine(mine);
  frame.mutable_list_matches()->set_running(true);
  return frame;
}

v1::ClientFrame wrong_action(const Visitor& visitor, std::uint64_t menu_serial) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_act);
  frame.mutable_act()->set_menu_serial(menu_serial);
  frame.mutable_act()->add_actions()->set_verb(99'999);
  return frame;
}

v1::ClientFrame nonce(const Visitor& visitor) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_give_nonce);
  frame.mutable_give_nonce()->set_nonce(std::string(kNonceBytes, 'x'));
  return frame;
}

v1::ClientFrame reach(const Visitor& visitor, std::uint64_t subject, std::uint32_t place) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_ask_reach);
  frame.mutable_ask_reach()->set_subject(subject);
  frame.mutable_ask_reach()->set_place(place);
  frame.mutable_ask_reach()->set_turn(1);
  return frame;
}

v1::ClientFrame estimate(const Visitor& visitor) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_ask_estimate);
  frame.mutable_ask_estimate()->set_menu_serial(visitor.seen.menu().serial());
  if (visitor.seen.menu().items_size() > 0)
    *frame.mutable_ask_estimate()->mutable_action() = visitor.seen.menu().items(0).action();
  return frame;
}

v1::ClientFrame diary(const Visitor& visitor, std::uint64_t after) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_ask_diary);
  frame.mutable_ask_diary()->set_after_serial(after);
  return frame;
}

// Made from a queue that nobody has: refused, whatever is queued.
v1::ClientFrame orders(const Visitor& visitor) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_give_orders);
  frame.mutable_give_orders()->set_version(99'999'999);
  frame.mutable_give_orders()->add_orders()->set_id(1);
  frame.mutable_give_orders()->mutable_orders(0)->mutable_action()->set_verb(1);
  return frame;
}

v1::ClientFrame unreadable_orders(const Visitor& visitor) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_give_orders);
  frame.mutable_give_orders()->add_orders();
  return frame;
}

v1::ClientFrame no_such_standing_order(const Visitor& visitor) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_give_standing);
  frame.mutable_give_standing()->add_orders()->set_order(99'999'999);
  return frame;
}

v1::ClientFrame go_on(const Visitor& visitor) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_go_on);
  frame.mutable_go_on()->set_version(99'999'999);
  return frame;
}

v1::ClientFrame undo_of_sending(const Visitor& visitor) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_undo);
  frame.mutable_undo()->set_sending(99'999'999);
  return frame;
}

// Refused for everybody, whatever is on his table.
v1::ClientFrame unreadable_mark(const Visitor& visitor) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_change_marks);
  frame.mutable_change_marks()->add_put()->set_id(1);
  return frame;
}

v1::ClientFrame mark_that_is_not_there(const Visitor& visitor) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_change_marks);
  frame.mutable_change_marks()->add_erase(99'999'999);
  return frame;
}

v1::ClientFrame guess_about_nothing(const Visitor& visitor) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_change_marks);
  v1::Mark& mark = *frame.mutable_change_marks()->add_put();
  mark.set_id(1);
  mark.mutable_guess()->set_subject(99'999'999);
  mark.mutable_guess()->set_says(1);
  return frame;
}

v1::ClientFrame invitation() {
  v1::ClientFrame frame;
  frame.mutable_look_at_invitation()->set_invitation("guessed");
  return frame;
}

v1::ClientFrame challenges() {
  v1::ClientFrame frame;
  frame.mutable_list_challenges();
  return frame;
}

v1::ClientFrame watching(const Visitor& visitor) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_attach);
  frame.mutable_attach()->set_watch("guessed");
  return frame;
}

v1::ClientFrame open_ones() {
  v1::ClientFrame frame;
  frame.mutable_list_matches()->set_open(true);
  return frame;
}

v1::ClientFrame long_pause(const Visitor& visitor) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_make_offer);
  frame.mutable_make_offer()->set_kind(v1::OFFER_KIND_PAUSE);
  frame.mutable_make_offer()->mutable_terms()->set_until_ms(std::numeric_limits<std::int64_t>::max());
  return frame;
}

v1::ClientFrame answer_to(const Visitor& visitor, v1::OfferKind kind) {
  v1::ClientFrame frame = naming(visitor, &v1::ClientFrame::mutable_answer_offer);
  frame.mutable_answer_offer()->set_kind(kind);
  frame.mutable_answer_offer()->set_agree(true);
  return frame;
}

v1::ClientFrame repair(const Visitor& visitor) {
  v1::ClientFrame frame;
  frame.mutable_administer()->mutable_repair()->set_match(visitor.match);
  return frame;
}

v1::ClientFrame person(const std::string& name) {
  v1::ClientFrame frame;
  frame.mutable_ask_person()->set_name(name);
  return frame;
}

std::map<std::string, v1::ClientFrame> questions(const Visitor& visitor, bool undo) {
  using Frame = v1::ClientFrame;
  const std::uint64_t serial = visitor.seen.serial();
  std::map<std::string, v1::ClientFrame> all{
      {"attach", naming(visitor, &Frame::mutable_attach)},
      {"history", history(visitor, 0)},
      {"history, the newest", history(visitor, serial > 3 ? serial - 3 : 0)},
      {"replay", replay(visitor, v1::VIEWPOINT_OWN, 0)},
      {"replay, the newest", replay(visitor, v1::VIEWPOINT_OWN, serial > 3 ? serial - 3 : 0)},
      {"replay, beyond", replay(visitor, v1::VIEWPOINT_OWN, serial)},
      {"replay of the public", replay(visitor, v1::VIEWPOINT_PUBLIC, 0)},
      {"replay of the first", replay(visitor, v1::VIEWPOINT_FIRST, 0)},
      {"replay of the second", replay(visitor, v1::VIEWPOINT_SECOND, 0)},
      {"replay of the truth", replay(visitor, v1::VIEWPOINT_TRUTH, 0)},
      {"replay from the first chapter", from_chapter(visitor, v1::VIEWPOINT_OWN, 1)},
      {"replay from the newest", from_chapter(visitor, v1::VIEWPOINT_OWN, serial)},
      {"replay from a later chapter", from_chapter(visitor, v1::VIEWPOINT_OWN, serial + 1)},
      {"replay of the public from a chapter", from_chapter(visitor, v1::VIEWPOINT_PUBLIC, serial + 1)},
      {"list of one's own", list(true)},
      {"list of all", list(false)},
      {"the whole truth", naming(visitor, &Frame::mutable_ask_ended_view)},
      {"hint", naming(visitor, &Frame::mutable_ask_hint)},
      {"reach of the first block", reach(visitor, 1, 0)},
      {"reach of a later block", reach(visitor, 4, 0)},
      {"reach from a place", reach(visitor, 0, 611)},
      {"estimate", estimate(visitor)},
      {"picture", naming(visitor, &Frame::mutable_ask_picture)},
      {"diary", diary(visitor, 0)},
      {"diary, the newest", diary(visitor, serial > 3 ? serial - 3 : 0)},
      {"answer to an old menu", wrong_action(visitor, 0)},
      {"answer that is not offered", wrong_action(visitor, visitor.seen.menu().serial())},
      {"orders", orders(visitor)},
      {"orders that cannot be read", unreadable_orders(visitor)},
      {"going on", go_on(visitor)},
      {"a standing order that is not there", no_such_standing_order(visitor)},
      {"undo of a sending", undo_of_sending(visitor)},
      {"marks", naming(visitor, &Frame::mutable_ask_marks)},
      {"mark that cannot be read", unreadable_mark(visitor)},
      {"mark that is not there", mark_that_is_not_there(visitor)},
      {"guess about nothing", guess_about_nothing(visitor)},
      {"answer to a take-back", naming(visitor, &Frame::mutable_answer_take_back)},
      {"answer to a draw", naming(visitor, &Frame::mutable_answer_draw)},
      {"an offer that there is not", naming(visitor, &Frame::mutable_make_offer)},
      {"a pause that is too long", long_pause(visitor)},
      {"answer to another offer", answer_to(visitor, v1::OFFER_KIND_PAUSE)},
      {"answer to a rewind of the host's", answer_to(visitor, v1::OFFER_KIND_REWIND)},
      {"answer to a verdict of the host's", answer_to(visitor, v1::OFFER_KIND_VERDICT)},
      {"repairing it", repair(visitor)},
      {"extension", naming(visitor, &Frame::mutable_take_extension)},
      {kReliable, person(kPlayers[0])},
      {"flag", naming(visitor, &Frame::mutable_claim_flag)},
      {"restart", naming(visitor, &Frame::mutable_agree_to_restart)},
      {"nonce", nonce(visitor)},
      {"join", naming(visitor, &Frame::mutable_join_match)},
      {"cancel", naming(visitor, &Frame::mutable_cancel_match)},
      {"rematch", naming(visitor, &Frame::mutable_rematch)},
      {"invitation", invitation()},
      {"challenges", challenges()},
      {"declining", naming(visitor, &Frame::mutable_decline_challenge)},
      {kGuessed, watching(visitor)},
      {"list of open ones", open_ones()},
  };
  if (undo) all.emplace("undo", naming(visitor, &Frame::mutable_undo));
  return all;
}

}  // namespace

Answers probe(Visitor& visitor, std::uint16_t port, bool undo, const Wanted& wanted) {
  Answers answers;
  for (const auto& [question, frame] : questions(visitor, undo)) {
    if (wanted && !wanted(question)) continue;
    v1::ServerFrame answer = visitor.ask(frame);
    answer.clear_request();
    // What a clock shows grows while one looks: seconds left, and how long somebody has been thinking.
    if (answer.refusal().reason().id() == "refusal.clock_runs")
      answer.mutable_refusal()->mutable_reason()->clear_arguments();
    for (v1::MatchInfo* info : {answer.has_attached() ? answer.mutable_attached()->mutable_match() : nullptr,
                                answer.has_replay() ? answer.mutable_replay()->mutable_about() : nullptr,
                                answer.has_match() ? answer.mutable_match() : nullptr}) {
      if (info) info->clear_thinking_ms();
    }
    answers[question] = answer.SerializeAsString();
  }
  if (wanted && !wanted(kExport)) return answers;
  const net::HttpResponse response = net::get(port, "/match/" + visitor.match + "/export");
  answers[kExport] = std::to_string(response.result_int()) + response.body();
  return answers;
}

}  // namespace wardroom::testing
