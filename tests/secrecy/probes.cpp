#include "tests/secrecy/probes.h"

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
      {"list of one's own", list(true)},
      {"list of all", list(false)},
      {"the whole truth", naming(visitor, &Frame::mutable_ask_ended_view)},
      {"hint", naming(visitor, &Frame::mutable_ask_hint)},
      {"answer to an old menu", wrong_action(visitor, 0)},
      {"answer that is not offered", wrong_action(visitor, visitor.seen.menu().serial())},
      {"answer to a take-back", naming(visitor, &Frame::mutable_answer_take_back)},
      {"answer to a draw", naming(visitor, &Frame::mutable_answer_draw)},
      {"flag", naming(visitor, &Frame::mutable_claim_flag)},
      {"restart", naming(visitor, &Frame::mutable_agree_to_restart)},
      {"nonce", nonce(visitor)},
      {"join", naming(visitor, &Frame::mutable_join_match)},
      {"cancel", naming(visitor, &Frame::mutable_cancel_match)},
      {"rematch", naming(visitor, &Frame::mutable_rematch)},
  };
  if (undo) all.emplace("undo", naming(visitor, &Frame::mutable_undo));
  return all;
}

}  // namespace

Answers probe(Visitor& visitor, std::uint16_t port, bool undo) {
  Answers answers;
  for (const auto& [question, frame] : questions(visitor, undo)) {
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
  const net::HttpResponse response = net::get(port, "/match/" + visitor.match + "/export");
  answers["export"] = std::to_string(response.result_int()) + response.body();
  return answers;
}

}  // namespace wardroom::testing
