#include "server/titles/titles.h"

namespace wardroom {

// One line a title.
std::vector<TitleEntry> titles() {
  return {};
}

}  // namespace wardroom
