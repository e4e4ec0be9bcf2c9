#include "client/terminal/app.h"

#include <iostream>

#include "client/terminal/data_command.h"
#include "client/terminal/desk.h"

namespace wardroom::terminal {

int run_terminal(int argc, char** argv, std::vector<TitleEntry> titles, std::vector<ScreenEntry> screens) {
  Desk desk(std::move(titles), std::move(screens));
  desk.library.home = find_home();
  desk.library.language = language_of_environment();

  CLI::App app("Wardroom: naval wargames over the network, from a terminal", "wardroom");
  app.require_subcommand(1);
  app.fallthrough();
  app.add_option("--url", desk.url, "the server")->capture_default_str()->envname("WARDROOM_URL");
  app.add_option("--language", desk.library.language, "en or pl")->capture_default_str();
  app.add_flag("--json", desk.json, "one JSON object per event, for scripts");
  app.add_option("--profile", desk.profile, "keep several identities apart")->capture_default_str();
  app.add_option("--account", desk.account, "sign in as; the password is asked for, or taken from $WARDROOM_PASSWORD");
  app.add_option("--name", desk.name, "what others see, for a guest");
  app.add_option("--ca", desk.authorities, "a PEM file: whom to trust for https beside the system's authorities")
      ->check(CLI::ExistingFile)
      ->envname("WARDROOM_CA");
  app.add_option("--home", desk.library.home, "the folder that holds common/text and scenarios");
  app.add_option("--scenarios", desk.library.scenarios, "the titles' data, a folder a title; else below home");
  app.add_option("--data-overlay", desk.library.overlay,
                 "corrected data files laid over the titles' own, a folder a title");

  add_play_command(app, desk);
  add_match_commands(app, desk);
  add_account_commands(app, desk);
  add_selfplay_command(app, desk);
  add_contest_command(app, desk);
  add_position_command(app, desk);
  add_verify_command(app, desk);
  add_data_command(app);

  try {
    app.parse(argc, argv);
  } catch (const CLI::RuntimeError& error) {  // a command that ran while parsing
    return error.get_exit_code();
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? kExitGood : kExitUsage;
  }
  try {
    return desk.run ? desk.run() : kExitGood;
  } catch (const std::exception& error) {
    std::cerr << "wardroom: " << error.what() << std::endl;
    return kExitRefused;
  }
}

}  // namespace wardroom::terminal
