// wardroom-data: `wardroom data` by itself, for those who write data files.
#include "client/terminal/data_command.h"

int main(int argc, char** argv) {
  CLI::App app("Checks and shows the data files of Wardroom's titles", "wardroom-data");
  app.add_option("--language", "en or pl")->default_str("en");
  app.add_option("--data-overlay", "a folder of corrected files laid over ours");
  app.add_option("--home", "the folder that holds common/text and scenarios");
  wardroom::add_data_commands(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  return 0;
}
