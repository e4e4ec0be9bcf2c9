#include "server/store/postgres/postgres_store.h"

#include <algorithm>
#include <utility>

#include "server/store/postgres/postgres_herald.h"

namespace wardroom::store {
namespace {

constexpr std::chrono::minutes kBringingUp(10);

void add(Connections& made, std::size_t wanted, const std::string& url, const PostgresOptions& options) {
  while (made.size() < std::max<std::size_t>(wanted, 1))
    made.push_back(std::make_unique<PostgresConnection>(url, options.patience));
}

}  // namespace

Result<std::unique_ptr<SqlStore>> open_postgres(const std::string& url, PostgresOptions options) {
  auto first = std::make_unique<PostgresConnection>(url, kBringingUp);
  try {
    first->connect();
    if (Result<void> ready = bring_up(*first, options.versions); !ready) return ready.error();
  } catch (const Trouble& trouble) {
    return trouble.why();
  }
  first->be_patient(options.patience);
  Connections to_write, to_read;
  to_write.push_back(std::move(first));
  add(to_write, options.writers, url, options);
  add(to_read, options.readers, url, options);
  auto herald = std::make_unique<PostgresHerald>(url, options.patience, options.hooks);
  return std::make_unique<SqlStore>(std::move(to_write), std::move(to_read), std::move(options), std::move(herald));
}

}  // namespace wardroom::store
