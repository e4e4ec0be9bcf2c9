// An event as it is stored, and what can be asked of it. A value: whoever holds one changes it by taking_part.h,
// directing.h and event_time.h, and stores it. Scores, places and draws are always worked out from it anew.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "common/hash.h"
#include "common/result.h"
#include "wardroom/v1/event_record.pb.h"

namespace wardroom::tournament {

using Event = v1::record::Event;
using Entrance = v1::record::EventEntrant;
using EventRound = v1::record::EventRoundRecord;
using Pairing = v1::record::EventPairingRecord;
using Game = v1::record::EventGameRecord;
using Deed = v1::record::EventDeedRecord;

// Who does something, and when.
struct Acting {
  std::string account;  // empty: a rule
  std::int64_t now_ms = 0;
};

// Somebody as the event sees him.
struct Person {
  std::string account;
  std::uint32_t rating = 0;  // 0: none
  bool provisional = false;
  bool program = false;
};

// What is known of a match before it is over; in the order of the game's entries.
struct MatchLook {
  bool begun = false;
  std::array<bool, 2> came{};  // gave his part of the dice
};
using Looks = std::map<std::string, MatchLook>;

inline constexpr std::int64_t kMinuteMs = 60'000, kDayMs = 24 * 60 * kMinuteMs;

// -- entries --
Entrance* find_entry(Event& event, std::uint32_t entry);
const Entrance* find_entry(const Event& event, std::uint32_t entry);
Entrance* entry_of(Event& event, std::string_view account);
const Entrance* entry_of(const Event& event, std::string_view account);
bool is_in(const Entrance& entry);
std::uint32_t count_in(const Event& event);
bool directs(const Event& event, std::string_view account);

// -- rounds --
EventRound* find_round(Event& event, std::uint32_t number);
Pairing* find_pairing(EventRound& round, std::uint32_t board);
std::uint32_t published(const Event& event);        // how many rounds
const EventRound* drawn_round(const Event& event);  // one that is drawn and not published
bool has_begun(const Event& event);                 // a round has been published

const std::string& scenario_of(const EventRound& round, const Pairing& pairing);  // what is played on that board

// -- results --
const v1::EventResult& counted(const Game& game);  // a ruling counts before what was played
bool decided(const Game& game);
std::int64_t ended_ms(const Game& game);  // played, or ruled
bool decided(const Pairing& pairing);
bool decided(const EventRound& round);
void rule(Game& game, v1::EventResult result, std::int64_t now_ms);
v1::EventResult forfeit(bool first_came, bool second_came);  // and nobody has points if neither did

// -- formats --
bool is_bracket(const v1::EventRules& rules);
bool is_round_robin(const v1::EventRules& rules);
bool is_ladder(const Event& event);
int games_of(const v1::EventRules& rules);  // matches of a pairing
// Two games with sides swapped, or one.
void add_games(const v1::EventRules& rules, std::uint32_t first, std::uint32_t second, Pairing& pairing);

// -- chance --
Secret secret_of(const Event& event);
Secret round_seed(const Event& event, std::uint32_t round);
std::string seed_hash(const Event& event);  // in hexadecimal, shown from the announcement on
std::string kept_password(const Event& event, const std::string& password);

// Every game of a published round without a match gets one. The version is never given twice, so no id is.
void name_matches(Event& event, EventRound& round);

// Everything that could be wrong with rules before titles are looked at.
Result<void> check_rules(const v1::EventRules& rules);

Event new_event(std::string id, std::string secret, v1::EventRules rules, const Acting& owner);

}  // namespace wardroom::tournament
