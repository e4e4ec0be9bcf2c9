#include "server/store/examine.h"

#include "server/store/hooks.h"
#include "server/store/journals.h"

namespace wardroom::store {

Result<void> examine_match(Connection& connection, const std::string& match) {
  const Hooks hooks;
  Bench bench{connection, hooks};
  try {
    connection.begin(Access::kRead);
    Result<void> sound = examine(bench, match);
    connection.commit();
    return sound;
  } catch (const Trouble& trouble) {
    if (connection.in_transaction()) connection.roll_back();
    return trouble.why();
  }
}

std::vector<std::string> matches_begun(Connection& connection) {
  std::vector<std::string> begun;
  Cursor rows(connection, "SELECT id FROM matches WHERE head IS NOT NULL ORDER BY key");
  while (rows.next()) begun.push_back(rows.bytes_at(0));
  return begun;
}

Examined examine_matches(Connection& connection) {
  connection.begin(Access::kRead);
  const std::vector<std::string> begun = matches_begun(connection);
  connection.commit();
  Examined all{static_cast<std::int64_t>(begun.size()), {}};
  for (const std::string& match : begun)
    if (Result<void> sound = examine_match(connection, match); !sound) all.hurt.push_back({match, sound.error()});
  return all;
}

}  // namespace wardroom::store
