// The position tool: a position, scripted chance and a list of actions, played by the rules.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/engine/title.h"

namespace wardroom::terminal {

struct PositionPlay {
  std::string chance;   // see parse_chance
  std::string actions;  // a line each: [SEAT] CHOICE; '#' begins a comment
  Viewer view = Viewer::kEnded;
};

struct PositionPlayed {
  std::unique_ptr<Position> position;
  OwnedView view;
  std::vector<v1::Report> reports;  // as told to the viewer; the public's for Viewer::kEnded
  std::vector<v1::Menu> menus;      // that now wait for an answer and that this viewer may see
  std::size_t draws_left = 0;
  bool at_checkpoint = true;  // false: loaded again, the rules would go on from the last checkpoint's question
};

Result<PositionPlayed> play_position(const Title& title, std::unique_ptr<Position> position, const PositionPlay& play);

// A position as text; an error names its line.
Result<std::unique_ptr<Position>> read_position(const Title& title, const std::string& text, const std::string& file);

// The value of the `# title: ID` comment at the top of a position's text.
std::string title_of_position(const std::string& text);

// A seat's id of the title, "first", "second", "public", "ended".
std::optional<Viewer> viewer_named(const Title& title, const std::string& name);

}  // namespace wardroom::terminal
