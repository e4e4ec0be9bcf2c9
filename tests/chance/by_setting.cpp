// A server linked with this draws what WARDROOM_CHANCE says.
#include <cstdlib>

#include "tests/chance/known_chance.h"

namespace wardroom::testing {
namespace {

const bool known = know_chance([] {
  static const std::string which = std::getenv("WARDROOM_CHANCE") ? std::getenv("WARDROOM_CHANCE") : "0";
  return which;
});

}  // namespace
}  // namespace wardroom::testing
