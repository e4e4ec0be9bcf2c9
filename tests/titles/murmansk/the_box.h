// The box and the title of the data in this tree, read once.
#pragma once

#include "server/titles/murmansk/murmansk.h"

namespace wardroom::murmansk {

Bundle the_bundle();
const Box& the_box();
std::shared_ptr<const Murmansk> the_title();

}  // namespace wardroom::murmansk
