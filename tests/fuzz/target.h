// What is fuzzed: readers of bytes that come from outside. Each may refuse anything and fall over nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wardroom::fuzz {

struct Target {
  std::string_view name;
  void (*attempt)(std::string_view bytes);   // ends the program when something is wrong that does not end it by itself
  std::vector<std::string> (*beginnings)();  // good bytes, made with today's schemas, to begin from
};

const std::vector<Target>& targets();

}  // namespace wardroom::fuzz
