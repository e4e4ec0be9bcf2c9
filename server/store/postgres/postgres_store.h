// The store in a PostgreSQL, which several servers may share.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>

#include "server/store/postgres/schema.h"
#include "server/store/sql_store.h"

namespace wardroom::store {

struct PostgresOptions : StoreOptions {
  std::size_t writers = 2;  // connections, each with a thread of its own
  std::size_t readers = 3;
  std::chrono::milliseconds patience{30'000};  // with a server that does not answer
  std::span<const char* const> versions = postgres_versions();
};

// Opens the database at `url` (postgresql://...), which must be there, and brings it up to date.
Result<std::unique_ptr<SqlStore>> open_postgres(const std::string& url, PostgresOptions options = {});

}  // namespace wardroom::store
