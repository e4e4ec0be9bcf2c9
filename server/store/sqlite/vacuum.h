// Vacuum: pages that nothing stands on go back to the disk.
#pragma once

#include <filesystem>

#include "server/store/request.h"

namespace wardroom::store {

// Gives back a few of the free pages beyond `kept`, which are soon needed again; whether there are more. In a file that
// cannot do so (made by an earlier build, and never made small) it gives back none.
Result<bool> give_back(Bench& bench, std::int64_t kept);

// Writes a database that nobody has open anew, without free pages; from then on give_back() works in it.
Result<void> make_small(const std::filesystem::path& database);

}  // namespace wardroom::store
