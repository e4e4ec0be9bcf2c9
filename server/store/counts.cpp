#include "server/store/counts.h"

#include <algorithm>
#include <map>

#include "common/hash.h"
#include "server/store/jobs.h"

namespace wardroom::store {
namespace {

using lobby::Count;
using lobby::Counted;
using lobby::Counting;

// Whoever reads the rows alone does not learn from them who it was.
Result<std::vector<std::string>> hashes_of(Bench& bench, const std::vector<std::string>& keys) {
  const Result<Secret> secret_key = secret(bench, "addresses");
  if (!secret_key) return secret_key.error();
  std::vector<std::string> hashes;
  for (const std::string& key : keys) hashes.push_back(hash("count " + key, *secret_key));
  return hashes;
}

// Nobody else has it until the transaction ends.
Count take_hold(Bench& bench, const std::string& hash) {
  Cursor row(bench.connection,
             "INSERT INTO counts (hash, number, at_ms, until_ms) VALUES (?, 0, 0, 0) ON CONFLICT (hash) DO UPDATE SET "
             "number = counts.number RETURNING number, at_ms");
  row.blob(hash);
  Count count;
  while (row.next()) count = {row.number_at(1), static_cast<std::uint32_t>(row.number_at(0))};
  return count;
}

void keep(Bench& bench, const std::string& hash, const Count& count, std::int64_t until_ms) {
  Cursor(bench.connection, "UPDATE counts SET number = ?, at_ms = ?, until_ms = ? WHERE hash = ?")
      .number(count.number)
      .number(count.at_ms)
      .number(until_ms)
      .blob(hash)
      .run();
}

}  // namespace

Result<Counted> count_more(Bench& bench, const std::vector<Counting>& what) {
  std::vector<std::string> keys;
  for (const Counting& each : what) keys.push_back(each.key);
  const Result<std::vector<std::string>> hashes = hashes_of(bench, keys);
  if (!hashes) return hashes.error();
  std::map<std::string, Count> counts;  // in the same order for everybody, or two would wait for each other
  for (const std::string& hash : *hashes) counts.try_emplace(hash);
  for (auto& [hash, count] : counts) count = take_hold(bench, hash);
  const std::int64_t now = bench.now();
  Counted counted;
  for (std::size_t i = 0; i < what.size(); ++i) {
    const Count& before = counts[(*hashes)[i]];
    if (what[i].limit.wait_ms(before, now) > 0) return Counted{{}, i};
    counted.before.push_back(what[i].limit.still(before, now).number);
  }
  for (std::size_t i = 0; i < what.size(); ++i) {
    const Count one_more = what[i].limit.one_more(counts[(*hashes)[i]], now);
    keep(bench, (*hashes)[i], one_more, what[i].limit.forgotten_ms(one_more));
  }
  return counted;
}

Result<void> uncount(Bench& bench, const std::vector<std::string>& keys) {
  Result<std::vector<std::string>> hashes = hashes_of(bench, keys);
  if (!hashes) return hashes.error();
  std::ranges::sort(*hashes);
  for (const std::string& hash : *hashes)
    Cursor(bench.connection, "UPDATE counts SET number = number - 1 WHERE hash = ? AND number > 0").blob(hash).run();
  return {};
}

}  // namespace wardroom::store
