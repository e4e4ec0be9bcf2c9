// Jobs: what people are told while they are away. One list of events, whatever carries them.
#pragma once

#include <string_view>
#include <vector>

#include "server/match/store.h"

namespace wardroom::match {

// Kinds of jobs that are about somebody.
namespace news {
inline constexpr std::string_view kYourMove = "your_move";
inline constexpr std::string_view kWarning = "warning";  // its payload: how long before his time is over, in seconds
inline constexpr std::string_view kOver = "over";
inline constexpr std::string_view kInvited = "invited";    // a match is meant for him
inline constexpr std::string_view kJoined = "joined";      // somebody sat down, and his part of the dice is wanted
inline constexpr std::string_view kOffered = "offered";    // a meeting is proposed; its payload: when
inline constexpr std::string_view kMeeting = "meeting";    // it is near; its payload: when
inline constexpr std::string_view kProposed = "proposed";  // by the host; its payload: the number of the OfferKind
// Of a tournament: their payload is its id, a line's end, and bytes of record.EventNews.
inline constexpr std::string_view kEventPaired = "event_paired";
inline constexpr std::string_view kEventDeadline = "event_deadline";
inline constexpr std::string_view kEventRuled = "event_ruled";
inline constexpr std::string_view kEventSaid = "event_said";
inline constexpr std::string_view kEventWaiting = "event_waiting";
inline constexpr std::string_view kEventAdmitted = "event_admitted";
inline constexpr std::string_view kEventLooked = "event_looked";
inline constexpr std::string_view kEventStopped = "event_stopped";
inline bool of_event(std::string_view kind) { return kind.starts_with("event_"); }
// Asked for by himself; their payload is the address.
inline constexpr std::string_view kConfirm = "confirm";
inline constexpr std::string_view kReset = "reset";
inline constexpr std::string_view kTest = "test";
inline constexpr std::string_view kChannelOff = "channel_off";  // a hook of his failed too often
}  // namespace news

// What a new card, or a change of one, tells somebody. For the store, in the transaction that writes it.
std::vector<Job> told_by(const MatchCard& card);
std::vector<Job> told_by(const MatchCard& before, const MatchCard& after);

// After a step of play. `before`: the menus that each seat had (0: none).
struct HandOver {
  std::optional<Seat> by_hand;  // whose person made the step
  std::array<std::uint64_t, 2> menus_before{};
  std::array<std::uint64_t, 2> menus{};
  bool over = false;
};
// `delay_ms`: so long somebody may take to see it by himself.
std::vector<Job> told_by(const MatchCard& card, const HandOver& step, std::int64_t delay_ms);

// A meeting, or what the host wants, is proposed, to whoever may agree; or a meeting is agreed, to both before it.
std::vector<Job> told_by(const MatchCard& card, const v1::Offer& offer);
std::vector<Job> told_before(const MatchCard& card, const v1::Offer& agreed);

}  // namespace wardroom::match
