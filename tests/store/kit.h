// What the store's tests share: a folder that goes away, answers awaited, and a scribe who writes a match by hand.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/store/sql_store.h"

namespace wardroom::store {

// In memory where the machine has a place for that: tests are about what is written, not about how long a disk takes.
class Folder {
 public:
  enum class Where { kMemory, kDisk };
  explicit Folder(Where where = Where::kMemory);
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::filesystem::path file(const std::string& name = "wardroom.db") const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// The database of that name: an SQLite file, or where a program is linked with the other kit, one of a PostgreSQL.
std::unique_ptr<SqlStore> opened(const std::filesystem::path& path, StoreOptions options = {});
std::string url_of(const std::filesystem::path& path);  // empty: it is a file
// As if it had become so by itself. Nobody has it open.
void alter(const std::filesystem::path& path, const std::string& sql);
// The first column of all rows.
std::vector<std::string> looked_up(const std::filesystem::path& path, const std::string& sql);

// Asks and waits: await<MatchCard>([&](auto then) { store.card("m", then); }).
template <class T, class Ask>
Result<T> await(Ask ask) {
  auto promise = std::make_shared<std::promise<Result<T>>>();
  auto future = promise->get_future();
  ask(Then<T>([promise](Result<T> result) { promise->set_value(std::move(result)); }));
  return future.get();
}

// The value, or a failed test with the reason.
template <class T>
T value(Result<T> result) {
  if (result.has_error()) throw std::runtime_error("refused: " + result.error().reason.id);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

template <class T>
RefusalCode code(const Result<T>& result) {
  return result.has_error() ? result.error().code : RefusalCode{};
}

// Head, opening and rows, read so many at a time.
Result<v1::record::Export> whole_journal(SqlStore& store, const std::string& match, std::uint32_t rows = 200);

// What a refusal says about its subject: the n-th argument of its reason.
std::int64_t number_in(const Refusal& refusal, std::size_t argument);
std::string word_in(const Refusal& refusal, std::size_t argument);

match::MatchCard new_card(const std::string& id);
v1::Report report(const std::string& text_id);

// Writes the journal of one match by hand. Each call makes the next commit; `stored` goes on from it.
class Scribe {
 public:
  explicit Scribe(std::string match) : match_(std::move(match)) {}
  explicit Scribe(const match::Loaded& loaded);  // goes on where the store stands

  match::Commit first();
  match::Commit action(std::uint32_t seat, std::uint32_t verb);     // the acting seat is told
  match::Commit published(std::uint32_t seat, std::uint32_t verb);  // everyone is told
  match::Commit rewind(std::uint64_t checkpoint, std::uint64_t keep);
  void with_checkpoint(match::Commit& commit) const;  // at its last row

  // The commit was accepted: what follows builds on it.
  void stored(const match::Commit& commit, const match::Stamp& stamp);

  // Both at once, on a store.
  match::Stamp write(SqlStore& store, match::Commit commit);

  std::uint64_t seq() const { return seq_; }
  const std::string& last_hash() const { return last_hash_; }
  const std::string& match() const { return match_; }
  const std::array<v1::record::ViewerState, 3>& viewers() const { return viewers_; }

 private:
  match::Commit next() const;
  void tell(match::Commit& commit, Viewer viewer) const;

  std::string match_;
  std::uint64_t seq_ = 0;
  std::uint32_t epoch_ = 0;
  std::string last_hash_;
  std::array<v1::record::ViewerState, 3> viewers_;
};

}  // namespace wardroom::store
