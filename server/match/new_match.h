// A match about to be made: its card, with a fresh seed, id and invitation.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "server/match/shelf.h"
#include "server/match/store.h"

namespace wardroom::match {

// Who takes a seat from the start; neither account nor bot: free.
struct Sitting {
  std::string account;
  std::string bot;
  std::string nonce_hash;  // of the person who sits down first; not used where a bot sits
};

// Chance that is no secret: the seed and the nonces are given before anyone sits down.
struct KnownChance {
  std::string server_seed;
  std::array<std::string, 2> nonces;
};

struct NewMatch {
  std::string title;
  std::string scenario;
  std::vector<v1::ChosenOption> options;
  std::array<Sitting, 2> seats;
  std::array<bool, 2> by_rules{false, false};  // as the scenario says
  v1::Sides sides = v1::SIDES_CHOSEN;          // if not, whoever sits down first has the first place
  std::string creator;
  bool is_private = false;
  v1::Clock clock;
  std::uint32_t observer_delay = 0;
  bool quick_passes = false;
  std::optional<KnownChance> known_chance;  // of a tutorial only
  std::string invited;                      // the account of the only one who may join
  std::string follows;                      // a rematch of this match
  v1::record::Origin origin;                // without a position: it begins as the scenario does
  std::string id;                           // empty: a fresh one
  std::string event;                        // of an event's match, with what follows
  std::uint32_t event_round = 0;
  bool open_afterwards = false;
  bool unrated = false;
};

std::vector<OptionValue> chosen(const std::vector<v1::ChosenOption>& options);

MatchCard new_card(NewMatch match, const LoadedTitle& title);

// Two persons sit down with the hash of the first's nonce.
Result<void> check_nonce_hash(const std::string& hash);

// Letters and digits that are not mistaken for one another; five bits each, one for a byte.
std::string letters_of(std::string bytes);
std::string random_code(std::size_t letters);

}  // namespace wardroom::match
