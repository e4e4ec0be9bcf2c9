#include "server/titles/titles.h"

#include "server/titles/pq17/pq17.h"

namespace wardroom {

// One line a title.
std::vector<TitleEntry> titles() { return {pq17::entry()}; }

}  // namespace wardroom
