// Names of people.
#pragma once

#include <string>

namespace wardroom {

// The one form in which names are compared, limited and kept apart: equal for names that differ only in case, in how
// their letters are put together, or in signs that do not show.
std::string folded_name(const std::string& name);

// Equal for names that a reader takes for one another, whatever letters they are written with. Only to compare: nobody
// would read it.
std::string seen_name(const std::string& name);

}  // namespace wardroom
