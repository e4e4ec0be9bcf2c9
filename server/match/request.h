// Request: what may be asked of a match. A client's frame is taken apart once, here; whoever handles it later has one
// function a kind.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <variant>

#include "common/result.h"
#include "server/engine/seat.h"
#include "server/match/caller.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::match {

struct HostDeed;

struct Join {
  enum class Way { kById, kInvited };  // a private match is joined by invitation only
  Way way = Way::kById;
  std::optional<bool> is_private;  // what the match shall be from now on
};
struct Cancel {};
struct Decline {};      // the one it is meant for does not want it
struct AnswerRematch {  // the one who was asked for it has said so elsewhere
  v1::OfferDeed deed = v1::OFFER_DEED_AGREED;
};
struct MakeRematch {  // answers with the match that follows; the caller joins it then
  std::string nonce_hash;
};
struct Recount {};   // the caller has taken leave
struct Leave {};     // the caller's account goes
struct Look {        // just the match's info
  bool all = false;  // and everything that the asker has been shown of it, as Attached
};
// The event that it belongs to ends it, or this server. One that has not begun never will.
struct CallOff {
  enum class How {
    kAsRuled,
    kByScore,  // as it stands, against par
    kLeft,     // by no event: only guests play it, and nobody has moved for long
  };
  How how = How::kAsRuled;
  std::optional<Seat> winner;
};

// Further things that the event asks of a match of its own.
struct StandStill {
  bool still = false;  // its clocks; else they go on
};
struct OpenUp {};  // it is over: everybody may see it
struct Inside {};  // all that is in it, for whoever judges it

// What the host of this server asks of any match.
struct Examine {};           // why it is not played; answers with Administered
struct Repair {              // a parked one goes on
  HostDeed* deed = nullptr;  // kept with what it does, and then as it is kept
};
struct Propose {  // to both players; of it kind and terms
  v1::Offer offer;
  HostDeed* deed = nullptr;
};

// What a client asks points into its frame.
using What = std::variant<
    const v1::GiveNonce*, const v1::Attach*, const v1::Act*, const v1::UndoRequest*, const v1::AskTakeBack*,
    const v1::AnswerTakeBack*, const v1::OfferDraw*, const v1::AnswerDraw*, const v1::Resign*, const v1::ClaimFlag*,
    const v1::AgreeToRestart*, const v1::Say*, const v1::AskEndedView*, const v1::AskReplay*, const v1::History*,
    const v1::AskHint*, const v1::AskReach*, const v1::AskEstimate*, const v1::AskPicture*, const v1::AskDiary*,
    const v1::GiveOrders*, const v1::GoOn*, const v1::GiveStanding*, const v1::ChangeMarks*, const v1::AskMarks*,
    const v1::MakeOffer*, const v1::AnswerOffer*, const v1::TakeExtension*, Join, Cancel, Decline, MakeRematch,
    AnswerRematch, Recount, Leave, Look, CallOff, StandStill, OpenUp, Inside, Examine, Repair, Propose>;

template <class Body, class... Bodies>
concept OneOf = (std::same_as<Body, Bodies> || ...);

// Only looks, and is answered from what has been shown.
template <class Body>
concept Looks =
    OneOf<Body, v1::AskReplay, v1::History, v1::AskReach, v1::AskEstimate, v1::AskPicture, v1::AskDiary, v1::AskMarks>;

// What a seat asks of the match it plays: refused at once by what it has been shown, or else done in its turn.
template <class Body>
concept Plays = OneOf<Body, v1::Act, v1::UndoRequest, v1::AskTakeBack, v1::AnswerTakeBack, v1::OfferDraw,
                      v1::AnswerDraw, v1::Resign, v1::ClaimFlag, v1::AgreeToRestart, v1::AskHint, v1::GiveOrders,
                      v1::GoOn, v1::GiveStanding, v1::MakeOffer, v1::AnswerOffer, v1::TakeExtension>;

// What a seat asks for itself alone: refused in the same way, and done without waiting for anybody's turn.
template <class Body>
concept Plots = OneOf<Body, v1::ChangeMarks>;

struct Request {
  CallerPtr caller;
  What what;
};

using Answer = Result<v1::ServerFrame>;

// What a frame asks; none: nothing that a match is asked.
std::optional<What> what_of(const v1::ClientFrame& frame);
// The match that it names; none: it is asked by other means than a frame.
const std::string* match_of(const What& what);

bool only_looks(const What& what);
bool asked_by_seat(const What& what);

template <class... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};

v1::ServerFrame done();
v1::ServerFrame info_frame(v1::MatchInfo info);

}  // namespace wardroom::match
