#include "server/titles/title_data.h"

#include "server/titles/pq17/data.h"

namespace wardroom {

// One line a title.
std::vector<TitleData> title_data() {
  return {
      {"pq17", pq17::inspect},
  };
}

}  // namespace wardroom
