// A match about to be made: its card, with a fresh seed, id and invitation.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "server/match/shelf.h"
#include "server/match/store.h"

namespace wardroom::match {

// Who takes a seat from the start; neither account nor bot: free.
struct Sitting {
  std::string account;
  std::string bot;
  std::string nonce;  // empty: the server makes one
};

struct NewMatch {
  std::string title;
  std::string scenario;
  std::vector<v1::ChosenOption> options;
  std::array<Sitting, 2> seats;
  std::string creator;
  bool is_private = false;
  v1::Clock clock;
  std::uint32_t observer_delay = 0;
};

inline constexpr std::size_t kNonceBytes = 32;
inline constexpr std::size_t kMaxNonceBytes = 64;

Card new_card(NewMatch match, const LoadedTitle& title);

// Letters and digits that are not mistaken for one another; five bits each.
std::string random_code(std::size_t letters);

std::string nonce_or_random(std::string nonce);

}  // namespace wardroom::match
