// A title's tutorials, out of its data.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "common/bundle.h"
#include "wardroom/v1/play.pb.h"
#include "wardroom/v1/tutorial.pb.h"

namespace wardroom {

// In the order in which they should be learned.
std::vector<std::shared_ptr<const v1::Tutorial>> tutorials_of(const Bundle& bundle);
// One of them; without an id the first. None when the data have none.
std::shared_ptr<const v1::Tutorial> tutorial_of(const Bundle& bundle, std::string_view id = {});

bool fits(const v1::TutorialAnswer& wanted, const v1::Item& item);

}  // namespace wardroom
