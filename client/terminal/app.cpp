#include "client/terminal/app.h"

#include <iostream>

#include "common/build.h"

namespace wardroom::terminal {

int run_terminal(int argc, char** argv, Library library, const std::function<void(CLI::App&, Desk&)>& more) {
  Desk desk(std::move(library));
  desk.library.home = find_home();
  desk.library.language = language_of_environment();

  CLI::App app("Wardroom: naval wargames over the network, from a terminal", "wardroom");
  app.set_version_flag("--version", std::string(build_id()));
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
  add_event_commands(app, desk);
  add_calendar_commands(app, desk);
  add_account_commands(app, desk);
  add_admin_commands(app, desk);
  if (more) more(app, desk);

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
