// Following one match from the command line: its title's words, its updates, what is typed.
#pragma once

#include <optional>
#include <string>

#include "client/terminal/desk.h"
#include "client/terminal/follow.h"

namespace wardroom::terminal {

struct Following {
  std::string match;
  Follow::As as;
  std::optional<std::uint64_t> autoplay;  // the seed of random answers
  std::string watch{};                    // what a private match is watched by
};

// Lets the desk's voice know the server's titles.
Answer<v1::Titles> learn_titles(Desk& desk, Client& client);

// To the end of the match or until the person leaves; the exit code.
int follow_match(Desk& desk, Client& client, const Following& following);

}  // namespace wardroom::terminal
