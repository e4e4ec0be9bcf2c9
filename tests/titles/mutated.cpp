#include "tests/titles/mutated.h"

#include <cstdlib>

namespace wardroom {
namespace {

std::string& planted() {
  static std::string name = [] {
    const char* named = std::getenv("WARDROOM_MUTANT");
    return std::string(named ? named : "");
  }();
  return name;
}

}  // namespace

bool mutated(std::string_view name) { return planted() == name; }

void plant_mutant(std::string name) { planted() = std::move(name); }

}  // namespace wardroom
