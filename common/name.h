// Names of people.
#pragma once

#include <string>

namespace wardroom {

// The one form in which names are compared, limited and kept apart: equal for names that differ only in case, in how
// their letters are put together, or in signs that do not show.
std::string folded_name(const std::string& name);

}  // namespace wardroom
