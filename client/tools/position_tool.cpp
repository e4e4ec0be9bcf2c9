#include "client/tools/position_tool.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include <sstream>

#include "client/terminal/choice.h"
#include "client/tools/written_chance.h"
#include "server/engine/checks_positions.h"
#include "server/engine/game.h"

namespace wardroom::terminal {
namespace {

class FirstError final : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, int, const std::string& message) override {
    if (line_ < 0) {
      line_ = line + 1;
      message_ = message;
    }
  }
  int line_ = -1;
  std::string message_;
};

struct Line {
  Seat seat;
  std::string choice;
};

// The seat may be left out where one seat only is asked.
Result<Line> parse_line(const Title& title, const Game& game, const std::string& line, int number) {
  std::istringstream words(line);
  std::string first;
  words >> first;
  const auto named = viewer_named(title, first);
  Line asked{game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond, line};
  if (named) {
    if (*named != Viewer::kFirst && *named != Viewer::kSecond) {
      return refuse(RefusalCode::kMalformed, Text("terminal.bad_action_line").number("line", number));
    }
    asked.seat = static_cast<Seat>(*named);
    std::getline(words, asked.choice);
  }
  return asked;
}

}  // namespace

Result<std::unique_ptr<Position>> read_position(const Title& title, const std::string& text, const std::string& file) {
  auto position = title.blank();
  FirstError problem;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&problem);
  if (parser.ParseFromString(text, position.get())) return checked(title, std::move(position));
  return refuse(
      RefusalCode::kUnreadable,
      Text("catalog.unreadable_file").word("file", file).number("line", problem.line_).word("error", problem.message_));
}

std::string title_of_position(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with('#');) {
    std::istringstream words(line.substr(1));
    std::string key, value;
    if (words >> key >> value && key == "title:") return value;
  }
  return {};
}

std::optional<Viewer> viewer_named(const Title& title, const std::string& name) {
  const auto seats = title.seat_ids();
  if (name == "first" || name == seats[0]) return Viewer::kFirst;
  if (name == "second" || name == seats[1]) return Viewer::kSecond;
  if (name == "public") return Viewer::kPublic;
  if (name == "ended") return Viewer::kEnded;
  return std::nullopt;
}

Result<PositionPlayed> play_position(const Title& title, std::unique_ptr<Position> position, const PositionPlay& play) {
  auto draws = parse_chance(play.chance);
  if (!draws) return draws.error();
  WrittenChance chance(std::move(*draws));
  const Viewer told_to = play.view == Viewer::kEnded ? Viewer::kPublic : play.view;
  PositionPlayed played;
  try {
    Game game(title, std::move(position), chance);
    const auto listen = [&] {
      for (const auto& told : game.take().told) {
        if (!told.viewers.has(told_to)) continue;
        v1::Report& report = played.reports.emplace_back();
        to_wire(told.report, report);
      }
    };
    listen();
    std::istringstream lines(play.actions);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      line = line.substr(0, line.find('#'));
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      const auto wrong = [&](Text problem) {
        return refuse(RefusalCode::kNotOffered,
                      Text("terminal.action_line").number("line", number).text("problem", std::move(problem)));
      };
      if (game.over()) return wrong("refusal.match_over");
      const auto asked = parse_line(title, game, line, number);
      if (!asked) return asked.error();
      const Menu* menu = game.menu(asked->seat);
      if (!menu) return wrong("refusal.not_asked");
      v1::Menu shown;
      to_wire(*menu, shown);
      const auto choice = parse_choice(asked->choice, shown);
      if (!choice) return wrong(choice.error().reason);
      const Action action = from_wire(*choice);
      if (!menu->find(action)) return wrong(title.why_not(menu->rule).reason);
      game.answer(asked->seat, action);
      listen();
    }
    for (Seat seat : kSeats) {
      if (game.menu(seat) && (is(play.view, seat) || play.view == Viewer::kEnded))
        to_wire(*game.menu(seat), played.menus.emplace_back());
    }
    played.position.reset(game.position().New());
    played.position->CopyFrom(game.position());
    played.view = title.view(*played.position, play.view);
    played.draws_left = chance.left();
    played.at_checkpoint = game.over() || game.at_checkpoint();
  } catch (const NotAsWritten& error) {
    return refuse(RefusalCode::kMalformed, error.reason);
  } catch (const Broken& error) {
    return refuse(RefusalCode::kUnreadable, Text("terminal.broken_rules").word("error", error.what()));
  }
  return played;
}

}  // namespace wardroom::terminal
