#include "server/match/request.h"

#include <type_traits>

namespace wardroom::match {
namespace {

std::optional<What> question_of(const v1::ClientFrame& frame) {
  switch (frame.body_case()) {
    case v1::ClientFrame::kAskEndedView:
      return &frame.ask_ended_view();
    case v1::ClientFrame::kAskReplay:
      return &frame.ask_replay();
    case v1::ClientFrame::kHistory:
      return &frame.history();
    case v1::ClientFrame::kAskHint:
      return &frame.ask_hint();
    case v1::ClientFrame::kAskReach:
      return &frame.ask_reach();
    case v1::ClientFrame::kAskEstimate:
      return &frame.ask_estimate();
    case v1::ClientFrame::kAskPicture:
      return &frame.ask_picture();
    case v1::ClientFrame::kAskDiary:
      return &frame.ask_diary();
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<What> what_of(const v1::ClientFrame& frame) {
  switch (frame.body_case()) {
    case v1::ClientFrame::kGiveNonce:
      return &frame.give_nonce();
    case v1::ClientFrame::kAttach:
      return &frame.attach();
    case v1::ClientFrame::kAct:
      return &frame.act();
    case v1::ClientFrame::kUndo:
      return &frame.undo();
    case v1::ClientFrame::kAskTakeBack:
      return &frame.ask_take_back();
    case v1::ClientFrame::kAnswerTakeBack:
      return &frame.answer_take_back();
    case v1::ClientFrame::kOfferDraw:
      return &frame.offer_draw();
    case v1::ClientFrame::kAnswerDraw:
      return &frame.answer_draw();
    case v1::ClientFrame::kResign:
      return &frame.resign();
    case v1::ClientFrame::kClaimFlag:
      return &frame.claim_flag();
    case v1::ClientFrame::kAgreeToRestart:
      return &frame.agree_to_restart();
    case v1::ClientFrame::kSay:
      return &frame.say();
    case v1::ClientFrame::kGiveOrders:
      return &frame.give_orders();
    case v1::ClientFrame::kGoOn:
      return &frame.go_on();
    case v1::ClientFrame::kGiveStanding:
      return &frame.give_standing();
    case v1::ClientFrame::kChangeMarks:
      return &frame.change_marks();
    case v1::ClientFrame::kAskMarks:
      return &frame.ask_marks();
    case v1::ClientFrame::kMakeOffer:
      return &frame.make_offer();
    case v1::ClientFrame::kAnswerOffer:
      return &frame.answer_offer();
    case v1::ClientFrame::kTakeExtension:
      return &frame.take_extension();
    default:
      return question_of(frame);
  }
}

bool only_looks(const What& what) {
  return std::visit(Overloaded{[]<Looks Body>(const Body*) { return true; }, [](const Look&) { return true; },
                               [](const auto&) { return false; }},
                    what);
}

bool asked_by_seat(const What& what) {
  return std::visit(Overloaded{[]<Plays Body>(const Body*) { return true; },
                               []<Plots Body>(const Body*) { return true; }, [](const auto&) { return false; }},
                    what);
}

const std::string* match_of(const What& what) {
  return std::visit(
      [](const auto& body) -> const std::string* {
        if constexpr (std::is_pointer_v<std::decay_t<decltype(body)>>) {
          return &body->match();
        } else {
          return nullptr;
        }
      },
      what);
}

v1::ServerFrame done() {
  v1::ServerFrame frame;
  frame.mutable_done();
  return frame;
}

v1::ServerFrame info_frame(v1::MatchInfo info) {
  v1::ServerFrame frame;
  *frame.mutable_match() = std::move(info);
  return frame;
}

}  // namespace wardroom::match
