#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <fstream>
#include <thread>

#include "server/store/sqlite/backup.h"
#include "server/store/sqlite/sqlite_store.h"
#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

namespace fs = std::filesystem;

std::string why(const fs::path& path, SqliteOptions options = {}) {
  auto store = open_sqlite(path, std::move(options));
  return store ? "" : store.error().reason.id.str();
}

std::int64_t pragma(const fs::path& path, const std::string& name) {
  return SQLite::Database(path.string(), SQLite::OPEN_READWRITE).execAndGet("PRAGMA " + name).getInt64();
}

constexpr std::array kTwo{Migration{"CREATE TABLE one (a)"},
                          Migration{"CREATE TABLE two (b); INSERT INTO two VALUES (7)"}};
constexpr std::array kBadSecond{Migration{"CREATE TABLE one (a)"},
                                Migration{"CREATE TABLE two (b); CREATE TABLE one (a)"}};

SqliteOptions with(std::span<const Migration> list) {
  SqliteOptions options;
  options.migrations = list;
  return options;
}

// Root may write anything: as nobody, a file's permissions count.
class AsNobody {
 public:
  AsNobody() : was_(::geteuid()) {
    if (was_ == 0 && ::seteuid(65534) != 0) throw std::runtime_error("cannot become nobody");
  }
  ~AsNobody() {
    if (::seteuid(was_) != 0) std::abort();
  }

 private:
  uid_t was_;
};

TEST(Opening, ANewFileIsMadeAndOpenedAgain) {
  Folder folder;
  EXPECT_EQ(why(folder.file()), "");
  EXPECT_EQ(why(folder.file()), "");
  EXPECT_EQ(pragma(folder.file(), "user_version"), static_cast<std::int64_t>(migrations().size()));
}

TEST(Opening, TwoServersMayOpenTheSameNewFileAtOnce) {
  Folder folder;
  std::vector<std::thread> threads;
  std::array<std::string, 4> reasons;
  for (std::string& reason : reasons) threads.emplace_back([&] { reason = why(folder.file()); });
  for (auto& thread : threads) thread.join();
  for (const std::string& reason : reasons) EXPECT_EQ(reason, "");
}

TEST(Opening, AMissingFolderIsNamed) {
  Folder folder;
  auto store = open_sqlite(folder.path() / "nowhere" / "wardroom.db");
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().reason.id, "store.cannot_open");
  EXPECT_EQ(word_in(store.error(), 0), (folder.path() / "nowhere" / "wardroom.db").string());
}

TEST(Opening, AFileThatIsNoDatabaseIsLeftAlone) {
  Folder folder;
  const std::string text(5000, 'x');
  std::ofstream(folder.file()) << text;
  EXPECT_EQ(why(folder.file()), "store.not_a_database");
  std::ifstream in(folder.file());
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), text);
}

TEST(Opening, AnotherProgramsDatabaseIsLeftAlone) {
  Folder folder;
  SQLite::Database(folder.file().string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
      .exec("CREATE TABLE theirs (a)");
  EXPECT_EQ(why(folder.file()), "store.not_ours");
}

TEST(Opening, AFileOrFolderThatMayNotBeWrittenIsRefused) {
  Folder folder;
  ASSERT_EQ(why(folder.file()), "");
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(folder.file().c_str(), 0444), 0);
  {
    AsNobody nobody;
    EXPECT_EQ(why(folder.file()), "store.read_only_file");
    EXPECT_EQ(why(folder.file("new.db")), "store.cannot_open");
  }
  ASSERT_EQ(::chmod(folder.file().c_str(), 0600), 0);
  {
    AsNobody nobody;
    EXPECT_EQ(why(folder.file()), "store.cannot_open");
  }
  EXPECT_EQ(why(folder.file()), "");
}

TEST(Opening, ADamagedFileIsRefusedWithWhatIsWrong) {
  Folder folder;
  {
    auto store = opened(folder.file());
    for (int i = 0; i < 200; ++i) {
      value(await<match::MatchCard>([&](auto then) { store->create(new_card("m" + std::to_string(i)), then); }));
    }
  }
  {
    std::fstream file(folder.file(), std::ios::in | std::ios::out | std::ios::binary);
    const auto size = static_cast<std::streamoff>(fs::file_size(folder.file()));
    for (std::streamoff at = 4096; at + 200 < size; at += 4096) {
      file.seekp(at);
      file << std::string(200, '\xee');
    }
  }
  EXPECT_EQ(why(folder.file()), "store.damaged");
}

TEST(Migrations, RunOnceEachInOrder) {
  Folder folder;
  EXPECT_EQ(why(folder.file(), with(std::span(kTwo).first(1))), "");
  EXPECT_EQ(pragma(folder.file(), "user_version"), 1);
  EXPECT_EQ(why(folder.file(), with(kTwo)), "");
  EXPECT_EQ(why(folder.file(), with(kTwo)), "");
  EXPECT_EQ(pragma(folder.file(), "user_version"), 2);
  SQLite::Database database(folder.file().string());
  EXPECT_EQ(database.execAndGet("SELECT sum(b) FROM two").getInt(), 7);
}

TEST(Migrations, ADatabaseOfTheFirstVersionOpensAndItsChatIsKnownBySeat) {
  Folder folder;
  EXPECT_EQ(why(folder.file(), with(migrations().first(1))), "");
  SQLite::Database(folder.file().string(), SQLite::OPEN_READWRITE).exec(R"sql(
    INSERT INTO matches VALUES (1, 'm1', 'picket', 'small', '', 'anna', 'bert', '', '', 'anna', 'i1', 0, 0, 0, 0, 0, '', '', 'seed',
                                'too early', '', '', 1, NULL);
    INSERT INTO progress (match, state, to_move, left_0, left_1, moved_ms, seq, hash) VALUES (1, 1, 0, 0, 0, 0, 0, '');
    INSERT INTO chat (match, seat, name, text, time_ms) VALUES (1, 0, 'Anna', 'hers', 1), (1, 1, 'Anna', 'his', 2),
                                                               (1, 2, 'Anna', 'somebody''s', 3);
  )sql");
  auto store = opened(folder.file());
  const auto said_by = [&](const std::string& account) {
    return value(await<std::vector<v1::Chat>>([&](auto then) { store->said_by(account, then); }));
  };
  ASSERT_EQ(said_by("anna").size(), 1u);
  EXPECT_EQ(said_by("anna")[0].text(), "hers");
  ASSERT_EQ(said_by("bert").size(), 1u);
  EXPECT_EQ(said_by("bert")[0].text(), "his");
  const auto lines =
      value(await<std::vector<v1::Chat>>([&](auto then) { store->chat("m1", "", match::kNewestLine, 9, then); }));
  EXPECT_EQ(lines.size(), 3u);
  const auto card = value(await<match::MatchCard>([&](auto then) { store->card("m1", then); }));
  EXPECT_EQ(card.nonces[0], "") << "given before both had seen the commitment: it is asked for again";
}

TEST(Migrations, AMatchThatWasOpenBeforeNoncesHadHashesKeepsWhatItHasAndNoHash) {
  Folder folder;
  EXPECT_EQ(why(folder.file(), with(migrations().first(3))), "");
  SQLite::Database(folder.file().string(), SQLite::OPEN_READWRITE).exec(R"sql(
    INSERT INTO matches VALUES (1, 'm1', 'picket', 'small', '', 'anna', 'bert', '', '', 'anna', 'i1', 0, 0, 0, 0, 0, '', '', 'seed',
                                'annas', '', 'm2', 5, NULL);
    INSERT INTO progress (match, state, to_move, left_0, left_1, moved_ms, seq, hash) VALUES (1, 1, 0, 0, 0, 0, 0, '');
  )sql");
  auto store = opened(folder.file());
  auto card = value(await<match::MatchCard>([&](auto then) { store->card("m1", then); }));
  EXPECT_EQ(card.nonces, (std::array<std::string, 2>{"annas", ""}));
  EXPECT_EQ(card.nonce_hashes, (std::array<std::string, 2>{}));
  EXPECT_EQ(card.open_by_ms, 0);
  EXPECT_EQ(card.rematch, "m2");
  EXPECT_EQ(card.created_ms, 5);
  EXPECT_EQ(card.state, v1::MATCH_STATE_OPEN);
  card.nonces[1] = "berts";
  value(await<match::MatchCard>([&](auto then) { store->update_card(card, v1::MATCH_STATE_OPEN, then); }));
  EXPECT_EQ(value(await<match::MatchCard>([&](auto then) { store->card("m1", then); })).nonces[1], "berts");
}

TEST(Migrations, NobodyThoughtBeforeItWasKnownWhenAServerWasUp) {
  Folder folder;
  EXPECT_EQ(why(folder.file(), with(migrations().first(11))), "");
  SQLite::Database(folder.file().string(), SQLite::OPEN_READWRITE).exec(R"sql(
    INSERT INTO progress (match, state, to_move, left_0, left_1, moved_ms, seq, hash) VALUES (1, 2, 0, 0, 0, 500, 0, '');
  )sql");
  StoreOptions options;
  options.hooks.now = [] { return std::int64_t{1'000'000}; };
  auto store = opened(folder.file(), options);
  const auto down = value(await<calendar::Spans>([&](auto then) { store->beat(15'000, then); }));
  ASSERT_EQ(down.size(), 1u);
  EXPECT_EQ(down[0], (calendar::Span{500, 1'000'000}));
}

TEST(Migrations, AFailedStepLeavesTheVersionBeforeIt) {
  Folder folder;
  EXPECT_EQ(why(folder.file(), with(kBadSecond)), "store.cannot_open");
  EXPECT_EQ(pragma(folder.file(), "user_version"), 1);
  EXPECT_FALSE(SQLite::Database(folder.file().string()).tableExists("two"));
  EXPECT_EQ(why(folder.file(), with(kTwo)), "");
}

TEST(Migrations, ADatabaseNewerThanThisBuildIsRefused) {
  Folder folder;
  EXPECT_EQ(why(folder.file(), with(kTwo)), "");
  auto store = open_sqlite(folder.file(), with(std::span(kTwo).first(1)));
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().reason.id, "store.newer_schema");
  EXPECT_EQ(number_in(store.error(), 1), 2);
  EXPECT_EQ(number_in(store.error(), 2), 1);
  EXPECT_EQ(pragma(folder.file(), "user_version"), 2);
}

TEST(Backup, IsAWholeStoreOfItsOwnMadeWhileWritesGoOn) {
  Folder folder;
  auto store = opened(folder.file());
  value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
  Scribe scribe("m");
  scribe.write(*store, scribe.first());
  std::atomic<bool> stop{false};
  std::thread writer([&] {
    while (!stop) scribe.write(*store, scribe.published(0, 1));
  });
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(backup(folder.file(), folder.file("copy.db")));
  stop = true;
  writer.join();
  EXPECT_FALSE(fs::exists(folder.file("copy.db.part")));
  auto copy = opened(folder.file("copy.db"));
  const auto loaded = value(await<match::Loaded>([&](auto then) { copy->load("m", then); }));
  EXPECT_LE(loaded.stored.rows.size(), scribe.seq());
  EXPECT_GE(loaded.stored.rows.size(), 1u);
}

TEST(Backup, ThatCannotBeMadeLeavesAnEarlierOneAlone) {
  Folder folder;
  auto store = opened(folder.file());
  value(backup(folder.file(), folder.file("copy.db")));
  const auto size = fs::file_size(folder.file("copy.db"));
  fs::create_directory(folder.file("copy.db.part"));
  std::ofstream(folder.file("copy.db.part") / "in the way") << "x";
  const auto refused = backup(folder.file(), folder.file("copy.db"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason.id, "store.backup_failed");
  EXPECT_EQ(fs::file_size(folder.file("copy.db")), size);
  EXPECT_FALSE(backup(folder.file(), folder.path() / "nowhere" / "copy.db"));
  EXPECT_FALSE(backup(folder.file("no such.db"), folder.file("copy2.db")));
}

}  // namespace
}  // namespace wardroom::store
