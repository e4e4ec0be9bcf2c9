// The data of every title, for tools that check and show it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/bundle.h"
#include "common/data/inspection.h"
#include "common/data/sheet.h"
#include "common/result.h"

namespace wardroom {

struct TitleData {
  std::string id;  // and the name of its folder below scenarios/
  std::function<Inspection(const Bundle&, Texts)> inspect;
  // A page on what the figures add up to, beside what they are meant to; nothing while the data has mistakes.
  std::function<std::optional<std::string>(const Bundle&)> odds;
  // Any of it as a sheet to read: what kind of thing, and which; refused while the data has mistakes.
  std::function<Result<Sheet>(const Bundle&, std::string_view kind, std::string_view id)> show;
  // Everything that a player may want to look up; nothing while the data has mistakes.
  std::function<v1::Sheets(const Bundle&)> sheets;
  // The message types of its files.
  std::vector<const google::protobuf::Descriptor*> file_types;
};

std::vector<TitleData> title_data();

}  // namespace wardroom
