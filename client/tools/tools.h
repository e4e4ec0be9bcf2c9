// The tools that need no server, as commands of the terminal program.
#pragma once

#include "client/terminal/desk.h"

namespace wardroom::terminal {

void add_selfplay_command(CLI::App& app, Desk& desk);
void add_contest_command(CLI::App& app, Desk& desk);
void add_tune_command(CLI::App& app, Desk& desk);
void add_position_command(CLI::App& app, Desk& desk);
void add_verify_command(CLI::App& app, Desk& desk);
void add_tournament_command(CLI::App& app, Desk& desk);

void add_tools(CLI::App& app, Desk& desk);  // all of them, and `data`

}  // namespace wardroom::terminal
