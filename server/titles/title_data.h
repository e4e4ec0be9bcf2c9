// The data of every title, for tools that check and show it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/bundle.h"
#include "common/data/inspection.h"

namespace wardroom {

struct TitleData {
  std::string id;  // and the name of its folder below scenarios/
  std::function<Inspection(const Bundle&, Texts)> inspect;
};

std::vector<TitleData> title_data();

}  // namespace wardroom
