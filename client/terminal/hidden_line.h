// A line that is typed without being shown, such as a password.
#pragma once

#include <string>
#include <string_view>

namespace wardroom::terminal {

// Of the standard input, after the prompt on the standard error, which is for persons only. The terminal shows what is
// typed again afterwards, also when a signal ends the program meanwhile.
std::string read_hidden_line(std::string_view prompt);

}  // namespace wardroom::terminal
