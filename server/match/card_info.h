// A match as a list or a notice shows it to one account: made of its card, never of its journal.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "server/match/clock.h"
#include "server/match/names.h"

namespace wardroom::match {

// What is known of the people beside the card.
struct People {
  std::array<Called, 2> names;
  std::array<bool, 2> present{false, false};
  std::int64_t thinking_ms = 0;                    // since everyone was last shown something, while a clock runs
  std::string invited;                             // whom it is meant for
  std::array<std::int64_t, 2> deadlines_ms{0, 0};  // of whoever thinks, with a clock
  std::int64_t paused_until_ms = 0;
  std::int64_t meeting_ms = 0;                   // to come; 0: none
  std::array<v1::Reliability, 2> reliability{};  // before the match begins

  void tell_time(const MatchCard& card, const Thinking& thinking, std::int64_t now_ms);
};

// The bot of a tutorial and of nothing else: it is not among those that a match can be made with. Behind a colon stands
// which tutorial; without one it is the title's first, as it was when a title had no more.
inline constexpr std::string_view kTutorialBot = "tutorial";
std::string tutorial_bot(std::string_view tutorial);
bool is_tutorial(const MatchCard& card);
std::string tutorial_id(const MatchCard& card);

// Somebody sits or could sit there: neither a bot nor the rules play it.
bool is_person(const MatchCard& card, Seat seat);
// Where the nonce, the hash and the bid of whoever has this seat stand on the card.
std::size_t player_at(const MatchCard& card, Seat seat);
// Sides are to be drawn or bid for, and have not been.
bool sides_open(const MatchCard& card);
// All nonces are there: whoever sat down first gets the seat that was drawn, or that the bids give him.
void settle_sides(MatchCard& card);

// The seat this account holds; nobody's account holds none.
std::optional<Seat> seat_of(const MatchCard& card, std::string_view account);
std::optional<Seat> free_seat(const MatchCard& card);
// The person who sat down first: he gave the hash of his nonce. None where one person sits, and in older matches.
std::optional<Seat> first_of(const MatchCard& card);
v1::Exchange exchange_of(const MatchCard& card);
// An open match whose seats are both taken asks each person for his nonce, the first after the second, and begins when
// it has them all.
bool wants_nonce(const MatchCard& card, Seat seat);
bool can_begin(const MatchCard& card);
// The second has given his nonce, and the first could open his.
bool waits_for_opening(const MatchCard& card);
// What whoever wants to watch a private match must be given.
std::string watch_code(const MatchCard& card);
// Nobody has moved in it for so long that it is not being played, though nobody has ended it. Between people it always
// is: one waits for the other.
bool left_lying(const MatchCard& card, std::int64_t since_ms);
// It ended before it began: it has no journal.
bool is_hidden(const MatchCard& card);  // from whoever neither sits there nor was given what it takes to watch
bool never_began(const MatchCard& card);

// By how much the first seat has beaten par: halves of a point, or of the title's own unit.
std::int32_t margin_halves(const v1::Ending& ending);

v1::MatchInfo match_info(const MatchCard& card, const People& people, std::string_view account);

}  // namespace wardroom::match
