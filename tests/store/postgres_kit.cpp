#include "tests/store/postgres_kit.h"

#include <map>

#include "tests/store/cluster.h"

namespace wardroom::store {
namespace fs = std::filesystem;
namespace {

// As new: quicker than making another.
void clear(const std::string& database) {
  Cluster::get().ask(database, R"sql(
    SET session_replication_role = replica;
    DO $$
    DECLARE
      each TEXT;
    BEGIN
      FOR each IN SELECT quote_ident(table_name) FROM information_schema.tables
                  WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'wardroom_schema' LOOP
        EXECUTE 'DELETE FROM ' || each;
      END LOOP;
      PERFORM setval(format('%I', sequencename)::regclass, 1, false) FROM pg_sequences;
      INSERT INTO rated_version (one, version) VALUES (1, 1);
    END
    $$)sql");
}

}  // namespace

// A test's database is one that no test needs any more, or a new one.
std::string postgres_url(const fs::path& path) {
  static std::map<std::string, fs::path> databases;
  for (const auto& [database, used_by] : databases)
    if (used_by == path) return Cluster::get().url(database);
  for (auto& [database, used_by] : databases) {
    if (fs::exists(used_by.parent_path())) continue;
    clear(database);
    used_by = path;
    return Cluster::get().url(database);
  }
  const std::string made = Cluster::get().make();
  databases.emplace(made, path);
  value(open_postgres(Cluster::get().url(made)));
  return Cluster::get().url(made);
}

// One thread to write, as with a file: what happens at once is then one group.
std::unique_ptr<SqlStore> opened(const fs::path& path, StoreOptions options) {
  PostgresOptions all{std::move(options)};
  all.writers = all.readers = 1;
  return value(open_postgres(postgres_url(path), std::move(all)));
}

std::string url_of(const fs::path& path) { return postgres_url(path); }

namespace {
std::string database_in(const std::string& url) { return url.substr(url.rfind('/') + 1); }
}  // namespace

void alter(const fs::path& path, const std::string& sql) {
  std::string said = sql;  // bytes are written in another way
  for (std::size_t at = said.find("x'"); at != said.npos; at = said.find("x'", at + 1)) said.replace(at, 2, "'\\x");
  Cluster::get().ask(database_in(postgres_url(path)), said);
}

std::vector<std::string> looked_up(const fs::path& path, const std::string& sql) {
  return Cluster::get().ask(database_in(postgres_url(path)), sql);
}

}  // namespace wardroom::store
