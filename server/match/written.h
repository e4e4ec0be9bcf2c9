// What people write: how long it is, and whether it can be shown on a line.
#pragma once

#include <cstddef>
#include <string>

namespace wardroom::match {

std::size_t characters(const std::string& utf8);

// No control signs, none that turn the direction of what stands around them, and no towers of marks over a letter.
bool printable(const std::string& utf8);

}  // namespace wardroom::match
