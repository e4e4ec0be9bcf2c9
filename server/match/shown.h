// Shown: what has been shown of a match, and to whom. What is refused, and what those who only look are answered,
// follows from this and from nothing else. There is no position in it and no journal, so an answer cannot tell what
// another does in secret. A copy is cheap, never changes and is read on any thread, so nobody waits for another's turn.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/match/album.h"
#include "server/match/beside.h"
#include "server/match/card_info.h"
#include "server/match/gallery.h"
#include "server/match/marks.h"
#include "server/match/queue.h"
#include "server/match/request.h"
#include "server/match/seen.h"
#include "server/match/settings.h"
#include "server/match/standing.h"

namespace wardroom::match {

struct Shown {
  std::string id;
  std::optional<MatchCard> card;  // none: not read yet
  std::array<Called, 2> names;
  std::string invited;                          // the name of whom it is meant for
  std::array<bool, 2> connected{false, false};  // persons
  std::shared_ptr<const Title> title;           // none: no rules run
  std::shared_ptr<const std::vector<StandingInfo>> standing = std::make_shared<const std::vector<StandingInfo>>();
  bool advised = false;                                // somebody decides where a standing order leaves it to the staff
  std::array<std::shared_ptr<const Seen>, 3> updates;  // everything each live viewer has been sent; none: nothing
  std::array<std::shared_ptr<const Queue>, 2> queues;  // each seat's own, told to nobody else; none: none
  std::array<std::shared_ptr<const Marks>, 2> tables;  // each seat's own marks, the same; none: none
  std::array<bool, 2> may_undo{false, false};
  std::array<bool, 2> acted{false, false};  // has an action that still counts
  std::array<Album, 3> albums;
  using Serials = std::array<std::atomic<std::uint64_t>, 3>;
  std::shared_ptr<Serials> first_kept = std::make_shared<Serials>();  // for looking back; 0: not looked up yet
  std::vector<Chapter> chapters;                                      // in order, without bodies
  std::optional<Gallery> gallery;                                     // when observers are held back
  Thinking thinking;
  std::array<bool, 2> restart{false, false};     // who has agreed to one
  std::array<v1::Reliability, 2> reliability{};  // of people, before the match begins

  // -- who may --
  Result<Viewer> may_see(const Caller& caller) const;
  Result<Seat> seat_for(const Caller& caller) const;
  bool may_watch(const Caller& caller) const;  // a private match, without a seat
  Result<void> playing() const;
  Result<void> begun() const;
  // Whether what this seat was last sent leaves it this request. In its turn that is what the match leaves it.
  Result<void> may(Seat seat, const What& what, const HostSettings& settings) const;

  // -- what he is told --
  bool held_back(Viewer viewer) const {
    return viewer == Viewer::kPublic && gallery && card->state != v1::MATCH_STATE_OVER;
  }
  std::uint64_t told_upto(Viewer viewer) const;  // how far the viewer may look back now; 0: not known
  v1::Update full(Viewer viewer) const;
  const Queue& queue(Seat seat) const;
  v1::ServerFrame queue_frame(Seat seat) const;
  const Marks& marks(Seat seat) const;
  v1::Marks marks_shown(Seat seat) const;
  v1::Moment now(Seat seat) const;  // as the seat sees it
  bool offered_by(v1::OfferKind kind, Seat seat) const;
  v1::MatchInfo info(std::string_view account, std::int64_t now_ms) const;
  v1::ServerFrame notice_for(const std::string& account, std::int64_t now_ms) const;
  // The chapter that begins for this viewer at this serial; none: he has been shown no such one.
  const Chapter* chapter_at(Viewer viewer, std::uint64_t serial) const;

 private:
  Result<void> may_act(Seat seat, const v1::Act& act, const HostSettings& settings) const;
  Result<void> may_give_standing(Seat seat, const v1::GiveStanding& given, const HostSettings& settings) const;
  Result<void> may_mark(Seat seat, const v1::ChangeMarks& asked, const HostSettings& settings) const;
  Result<void> may_answer(v1::OfferKind kind, Seat seat) const;
  Result<void> may_offer(v1::OfferKind kind, Seat seat) const;  // to a person who has not offered it himself
  Result<void> may_offer(const v1::MakeOffer& asked, Seat seat, std::int64_t now_ms) const;
  Result<void> may_answer_host(v1::OfferKind kind, Seat seat) const;
  Result<void> may_extend(Seat seat) const;
  Result<void> may_claim_flag(Seat seat, std::int64_t now_ms) const;
};

inline Secret secret_of(const MatchCard& card) { return match_secret(card.server_seed, card.nonces); }
inline bool is_bot(const MatchCard& card, Seat seat) { return !card.bots[index(seat)].empty(); }

}  // namespace wardroom::match
