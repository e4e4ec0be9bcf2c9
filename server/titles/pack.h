// TitlePack: what a title brings to a server and to the tools: how it is made of its data, and what its data say. Its
// bots and its screens are lists of their own (client/bot/bots.h, client/terminal/terminals.h), so that a server has no
// client in it. README.md says how a title is written.
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
#include "server/engine/title.h"

namespace wardroom {

struct TitlePack {
  TitleEntry entry;  // its id is also the name of its folder below scenarios/

  // -- its data; what a title does not have is left empty --
  std::function<Inspection(const Bundle&, Texts)> inspect{};
  // A page on what the figures add up to, beside what they are meant to; nothing while the data has mistakes.
  std::function<std::optional<std::string>(const Bundle&)> odds{};
  // Any of it as a sheet to read: what kind of thing, and which; refused while the data has mistakes.
  std::function<Result<Sheet>(const Bundle&, std::string_view kind, std::string_view id)> show{};
  // Everything that a player may want to look up; nothing while the data has mistakes.
  std::function<v1::Sheets(const Bundle&)> sheets{};
  // The message types of its files.
  std::vector<const google::protobuf::Descriptor*> file_types{};

  std::string_view schemas{};  // the title's, described with their comments; set by the list
};

}  // namespace wardroom
