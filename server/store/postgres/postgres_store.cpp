#include "server/store/postgres/postgres_store.h"

#include <algorithm>
#include <utility>

#include "server/store/postgres/postgres_herald.h"

namespace wardroom::store {
namespace {

Connections connections(std::size_t number, const std::string& url, const PostgresOptions& options) {
  Connections made;
  for (std::size_t i = 0; i < std::max<std::size_t>(number, 1); ++i)
    made.push_back(std::make_unique<PostgresConnection>(url, options.patience));
  return made;
}

}  // namespace

Result<std::unique_ptr<SqlStore>> open_postgres(const std::string& url, PostgresOptions options) {
  try {
    PostgresConnection first(url, std::max(options.patience, std::chrono::milliseconds(600'000)));
    first.connect();
    if (Result<void> ready = bring_up(first, options.versions); !ready) return ready.error();
  } catch (const Trouble& trouble) {
    return trouble.why();
  }
  Connections to_write = connections(options.writers, url, options);
  Connections to_read = connections(options.readers, url, options);
  auto herald = std::make_unique<PostgresHerald>(url, options.patience);
  return std::make_unique<SqlStore>(std::move(to_write), std::move(to_read), std::move(options), std::move(herald));
}

}  // namespace wardroom::store
