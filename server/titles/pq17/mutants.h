// One-line mistakes of the rules kept on purpose. Each is killed by the test named after its rule: the tests run the
// program again with one of them switched on, and the named test must fail.
#pragma once

#include <array>

namespace wardroom::pq17 {

enum class Mutant {
  kNone,
};

struct MutantInfo {
  Mutant mutant;
  const char* name;    // for the switch
  const char* killer;  // GoogleTest filter of the test that must fail
};

// Every mutant but kNone, in the order of the chapters.
inline constexpr std::array<MutantInfo, 0> kMutants{};

}  // namespace wardroom::pq17
