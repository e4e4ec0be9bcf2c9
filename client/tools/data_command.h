// `wardroom data`: checks and shows a title's data files.
#pragma once

#include <CLI/CLI.hpp>
#include <vector>

#include "server/titles/pack.h"

namespace wardroom {

// Adds the command `data`. When it fails, parsing ends with a CLI::RuntimeError that carries the exit code.
void add_data_command(CLI::App& app, std::vector<TitlePack> titles);

// The commands below `data`, added to an app of their own. They obey --language, --data-overlay, --home and --scenarios
// of the app or of one above it, where it has them.
void add_data_commands(CLI::App& data, std::vector<TitlePack> titles);

}  // namespace wardroom
