// What only tests of a PostgreSQL use.
#pragma once

#include "server/store/postgres/postgres_store.h"
#include "tests/store/kit.h"

namespace wardroom::store {

std::string postgres_url(const std::filesystem::path& path);  // of the database of that name; it is ready

}  // namespace wardroom::store
