// What nearly every source of the platform reads, compiled once for all of them (wardroom_compile in the top
// CMakeLists.txt). A source still includes what it uses: the debug preset compiles without this.
#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <variant>
#include <vector>

#include "wardroom/v1/wire.pb.h"
