#include "client/tools/tools.h"

#include "client/tools/data_command.h"

namespace wardroom::terminal {

void add_tools(CLI::App& app, Desk& desk) {
  add_selfplay_command(app, desk);
  add_contest_command(app, desk);
  add_tune_command(app, desk);
  add_position_command(app, desk);
  add_verify_command(app, desk);
  add_tournament_command(app, desk);
  add_data_command(app, desk.library.titles());
}

}  // namespace wardroom::terminal
