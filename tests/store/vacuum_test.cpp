// Free pages go back to the disk: a few at a time while the store is in use, all of them when it is not.
#include "server/store/sqlite/vacuum.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "server/store/sqlite/sqlite_store.h"
#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kKept = 10;
constexpr std::int64_t kMany = 2'000;

class Vacuum : public testing::Test {
 protected:
  std::unique_ptr<SqlStore> open() {
    SqliteOptions options;
    options.free_pages_kept = kKept;
    return value(open_sqlite(folder.file(), std::move(options)));
  }
  void run(const std::string& sql) { SQLite::Database(folder.file().string(), SQLite::OPEN_READWRITE).exec(sql); }
  std::int64_t pragma(const std::string& name) {
    SQLite::Database database(folder.file().string(), SQLite::OPEN_READONLY);
    return database.execAndGet("PRAGMA " + name).getInt64();
  }
  // As if much had been there and gone.
  void leave_holes() {
    run("CREATE TABLE bulk (bytes BLOB); WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
        std::to_string(kMany) + ") INSERT INTO bulk SELECT zeroblob(4000) FROM n; DROP TABLE bulk");
    ASSERT_GE(pragma("freelist_count"), kMany);
  }
  void tidy(SqlStore& store) {
    value(await<lobby::Forgotten>([&](auto then) { store.forget_old(0, 0, then); }));
  }
  void create(SqlStore& store, const std::string& id) {
    value(await<match::MatchCard>([&](auto then) { store.create(new_card(id), then); }));
  }

  Folder folder;
};

TEST_F(Vacuum, FreePagesGoBackToTheDiskBetweenWhatElseIsWritten) {
  open().reset();
  leave_holes();
  const auto store = open();
  const std::int64_t before = pragma("page_count");
  tidy(*store);
  // Each write waits for one small step at most, not for all of them.
  create(*store, "one");
  EXPECT_GT(pragma("freelist_count"), kKept);
  int writes = 1;
  while (pragma("freelist_count") > kKept && writes < 1000) create(*store, "m" + std::to_string(++writes));
  EXPECT_LE(pragma("freelist_count"), kKept);
  EXPECT_LE(pragma("page_count"), before - kMany + writes + 2 * kKept);
  EXPECT_EQ(value(await<match::MatchCard>([&](auto then) { store->card("one", then); })).id, "one");
}

TEST_F(Vacuum, AStoreThatClosesDoesNotWaitForAllOfIt) {
  open().reset();
  leave_holes();
  auto store = open();
  tidy(*store);
  store.reset();
  EXPECT_GT(pragma("freelist_count"), kKept);
}

TEST_F(Vacuum, AFileOfAnEarlierBuildIsMadeSmallWhenItIsAskedFor) {
  create(*open(), "kept");
  run("PRAGMA auto_vacuum=NONE; VACUUM");
  leave_holes();
  {
    const auto store = open();
    tidy(*store);
    create(*store, "more");
  }
  EXPECT_GE(pragma("freelist_count"), kMany - 10) << "it is written as it was";
  const auto before = fs::file_size(folder.file());
  ASSERT_TRUE(make_small(folder.file()));
  EXPECT_EQ(pragma("freelist_count"), 0);
  EXPECT_EQ(pragma("auto_vacuum"), 2);
  EXPECT_LT(fs::file_size(folder.file()), before - kMany * 4000);
  const auto store = open();
  EXPECT_EQ(value(await<match::MatchCard>([&](auto then) { store->card("kept", then); })).id, "kept");
}

TEST_F(Vacuum, AFileThatIsNotThereIsNotMade) {
  EXPECT_FALSE(make_small(folder.file()));
  EXPECT_FALSE(fs::exists(folder.file()));
}

}  // namespace
}  // namespace wardroom::store
