// What people write: how long it is, and whether it can be shown on a line.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

namespace wardroom::match {

inline std::size_t characters(const std::string& utf8) {
  return static_cast<std::size_t>(
      std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

inline bool printable(const std::string& utf8) {
  return std::ranges::none_of(utf8, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

}  // namespace wardroom::match
