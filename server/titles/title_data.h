// The data of every title, for tools that check and show it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/bundle.h"
#include "common/data/inspection.h"

namespace wardroom {

struct TitleData {
  std::string id;  // and the name of its folder below scenarios/
  std::function<Inspection(const Bundle&, Texts)> inspect;
  // A page on what the figures add up to, beside what they are meant to; nothing while the data has mistakes.
  std::function<std::optional<std::string>(const Bundle&)> odds;
};

std::vector<TitleData> title_data();

}  // namespace wardroom
