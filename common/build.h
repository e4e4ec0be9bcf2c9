// Which build this is: the version, and the commit when it was known at configure time. No date, so that builds repeat.
#pragma once

#include <string_view>

namespace wardroom {

std::string_view build_id();

}  // namespace wardroom
