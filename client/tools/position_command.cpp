// position: what the rules make of a position, a script of chance and some actions.
#include <google/protobuf/text_format.h>

#include <fstream>
#include <iostream>
#include <sstream>

#include "client/terminal/json.h"
#include "client/tools/position_tool.h"
#include "client/tools/tools.h"
#include "server/engine/options.h"

namespace wardroom::terminal {
namespace {

struct PositionOptions {
  std::string file;
  std::string title;
  std::string scenario;
  std::string chance;
  std::string actions;
  std::string view = "ended";
  std::string save;
};

Result<std::string> read_file(const std::string& path) {
  std::ostringstream text;
  if (path == "-") {
    text << std::cin.rdbuf();
    return std::move(text).str();
  }
  std::ifstream in(path, std::ios::binary);
  text << in.rdbuf();
  if (!in) return refuse(RefusalCode::kNotFound, Text("data.unreadable_file").word("file", path));
  return std::move(text).str();
}

std::string as_text(const google::protobuf::Message& message) {
  std::string text;
  google::protobuf::TextFormat::PrintToString(message, &text);
  return text;
}

void print_json(const PositionPlayed& played) {
  std::string reports, menus;
  for (const auto& report : played.reports) reports += (reports.empty() ? "" : ",") + to_json(report);
  for (const auto& menu : played.menus) menus += (menus.empty() ? "" : ",") + to_json(menu);
  std::cout << JsonObject()
                   .member("reports", "[" + reports + "]")
                   .member("view", to_json(*played.view))
                   .member("position", to_json(*played.position))
                   .member("menus", "[" + menus + "]")
                   .number("draws_left", static_cast<std::int64_t>(played.draws_left))
                   .member("at_checkpoint", played.at_checkpoint ? "true" : "false")
                   .str()
            << std::endl;
}

void print_plain(const PositionPlayed& played, const PositionOptions& options, const Words& words) {
  std::cout << "# title: " << options.title << "\n# reports to " << options.view << "\n";
  for (const auto& report : played.reports) std::cout << "#   " << sentence(words(report.text())) << "\n";
  for (const auto& menu : played.menus) {
    std::cout << "# menu: " << sentence(words(menu.prompt())) << "\n";
    for (int i = 0; i < menu.items_size(); ++i)
      std::cout << "#   " << i + 1 << ". " << sentence(words(menu.items(i).label())) << "\n";
  }
  if (played.draws_left > 0) std::cout << "# draws left: " << played.draws_left << "\n";
  if (!played.at_checkpoint) std::cout << "# " << words("terminal.not_a_checkpoint") << "\n";
  std::cout << "# view of " << options.view << "\n"
            << as_text(*played.view) << "# position\n"
            << as_text(*played.position) << std::flush;
}

int run(Desk& desk, PositionOptions options) {
  std::string text;
  if (!options.file.empty()) {
    auto read = read_file(options.file);
    if (!read) return desk.refused(read.error());
    text = std::move(*read);
    if (options.title.empty()) options.title = title_of_position(text);
  }
  const auto title = desk.library.title(options.title);
  if (!title) return desk.refused(title.error());
  auto position =
      options.file.empty() ? open_new(**title, options.scenario, {}) : read_position(**title, text, options.file);
  if (!position) return desk.refused(position.error());

  PositionPlay play;
  play.chance = options.chance;
  if (!options.actions.empty()) {
    auto actions = read_file(options.actions);
    if (!actions) return desk.refused(actions.error());
    play.actions = std::move(*actions);
  }
  const auto viewer = viewer_named(**title, options.view);
  if (!viewer)
    return desk.refused(refuse(RefusalCode::kNotFound, Text("terminal.no_such_side").word("side", options.view)));
  play.view = *viewer;

  const auto played = play_position(**title, std::move(*position), play);
  if (!played) return desk.refused(played.error());
  if (!options.save.empty()) {
    std::ofstream out(options.save, std::ios::binary);
    out << "# title: " << options.title << "\n" << as_text(*played->position) << std::flush;
    if (!out)
      return desk.refused(refuse(RefusalCode::kUnavailable, Text("terminal.not_written").word("file", options.save)));
  }
  if (desk.json) {
    print_json(*played);
    return kExitGood;
  }
  const auto words = desk.library.words(options.title);
  if (!words) return desk.refused(words.error());
  print_plain(*played, options, *words);
  return kExitGood;
}

}  // namespace

void add_position_command(CLI::App& app, Desk& desk) {
  const auto options = std::make_shared<PositionOptions>();
  CLI::App* command =
      app.add_subcommand("position", "Load a position, apply actions with scripted chance, print what came of it");
  CLI::Option* file =
      command->add_option("FILE", options->file, "a position as text, with a `# title: ID` line; - is standard input");
  command->add_option("--title", options->title, "when the file does not say");
  command->add_option("--scenario", options->scenario, "begin at its opening instead of a file")->excludes(file);
  command->add_option("--chance", options->chance, "draws in order, from 0: \"d6:3,5,0 card:DECK:12\"");
  command->add_option("--actions", options->actions,
                      "a file with a line per action: [SEAT] NUMBER or [SEAT] VERB:ARG,ARG");
  command->add_option("--view", options->view, "a seat, public, or ended for the whole truth")->capture_default_str();
  command->add_option("--save", options->save, "write the resulting position there");
  command->callback([&desk, options] { desk.run = [&desk, options] { return run(desk, *options); }; });
}

}  // namespace wardroom::terminal
