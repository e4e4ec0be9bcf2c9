// The schema of a PostgreSQL database, version by version. Its table wardroom_schema says how far it has come.
#pragma once

#include <span>

#include "common/result.h"
#include "server/store/postgres/postgres_connection.h"

namespace wardroom::store {

// Version n is the n-th; a released one is never edited.
std::span<const char* const> postgres_versions();

// Brings the database to the newest version, all or nothing. One that is newer than this build, or that is not ours, is
// refused and left as it is.
Result<void> bring_up(PostgresConnection& connection, std::span<const char* const> versions);

}  // namespace wardroom::store
