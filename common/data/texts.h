// The texts of a box: every thing has its words, in every language, with the same arguments.
#pragma once

#include <map>
#include <set>
#include <string>

#include "common/data/schema.h"

namespace wardroom {

// Words that ICU cannot read, ids twice in a language, ids or arguments that one language has and another has not,
// words for a thing that does not exist, and words that a thing or a closed set lacks.
void check_texts(const DataSet& data, const Schema& schema, const Ids& ids, Mistakes& mistakes);

}  // namespace wardroom
