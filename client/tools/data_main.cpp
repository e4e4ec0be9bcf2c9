// wardroom-data: `wardroom data` by itself, for those who write data files.
#include "client/tools/data_command.h"
#include "server/titles/titles.h"

int main(int argc, char** argv) {
  CLI::App app("Checks and shows the data files of Wardroom's titles", "wardroom-data");
  app.add_option("--language", "en or pl")->default_str("en");
  app.add_option("--data-overlay", "a folder of corrected files laid over ours");
  app.add_option("--home", "the folder that holds common/text and scenarios");
  app.add_option("--scenarios", "the titles' data, a folder a title; else below home");
  wardroom::add_data_commands(app, wardroom::titles());
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  return 0;
}
