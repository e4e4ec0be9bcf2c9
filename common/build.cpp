#include "common/build.h"

namespace wardroom {

std::string_view build_id() { return WARDROOM_BUILD; }

}  // namespace wardroom
