#include "server/store/examine.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

#include "common/hash.h"
#include "server/store/sqlite/backup.h"
#include "server/store/sqlite/restore.h"
#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Examined : public testing::Test {
 protected:
  Examined() {
    store = opened(folder.file());
    for (const char* match : {"one", "two"}) {
      value(await<match::MatchCard>([&](auto then) { store->create(new_card(match), then); }));
      Scribe scribe(match);
      scribe.write(*store, scribe.first());
      play(scribe, 13);  // some of them after the last checkpoint
    }
    value(backup(folder.file(), folder.file("copy.db")));
  }

  void play(Scribe scribe, int rows) {
    for (int i = 0; i < rows; ++i) {
      match::Commit commit = scribe.published(scribe.seq() % 2, 7);
      if (i % 5 == 4) scribe.with_checkpoint(commit);
      scribe.write(*store, commit);
    }
  }
  match::Loaded loaded(const std::string& match) {
    return value(await<match::Loaded>([&](auto then) { store->load(match, then); }));
  }
  std::string whole(const std::string& match) { return value(whole_journal(*store, match)).SerializeAsString(); }
  void change(const std::string& sql) {
    store.reset();
    SQLite::Database(folder.file().string(), SQLite::OPEN_READWRITE).exec(sql);
  }
  std::vector<std::string> hurt() {
    store.reset();
    auto connection = value(SqliteConnection::open(folder.file(), Access::kRead, 1000));
    EXPECT_EQ(damage(*connection, Check::kFull), "");
    std::vector<std::string> reasons;
    const store::Examined all = examine_matches(*connection);
    EXPECT_EQ(all.matches, 2);
    for (const Hurt& each : all.hurt) reasons.push_back(each.match + " " + each.why.reason.id.str());
    return reasons;
  }

  Folder folder;
  std::unique_ptr<SqlStore> store;
};

TEST_F(Examined, WhatIsWholeIsSound) { EXPECT_THAT(hurt(), IsEmpty()); }

TEST_F(Examined, ABitThatSqliteDoesNotMissIsMissedHere) {
  auto row = loaded("two").stored.rows.back();
  row.mutable_action()->set_verb(8);
  change("UPDATE journal SET row = x'" + hex(row.SerializeAsString()) +
         "' WHERE match = 2 AND seq = " + std::to_string(row.seq()));
  EXPECT_THAT(hurt(), ElementsAre("two store.unreadable_row"));
}

TEST_F(Examined, EveryPartIsLookedAt) {
  change("UPDATE checkpoints SET position = x'00' WHERE match = 1 AND seq = (SELECT max(seq) FROM checkpoints)");
  EXPECT_THAT(hurt(), ElementsAre("one store.unreadable_checkpoint"));
  change("UPDATE journal SET told_1 = x'ffffff' WHERE match = 2 AND seq = 4");
  EXPECT_THAT(hurt(), ElementsAre("one store.unreadable_checkpoint", "two store.unreadable_row"));
  change("DELETE FROM checkpoints WHERE seq = 0");
  EXPECT_THAT(hurt(), ElementsAre("one store.unreadable_checkpoint", "two store.no_checkpoint"));
}

TEST_F(Examined, AMatchIsBroughtBackAndTheOtherStays) {
  const std::string one = whole("one"), two = whole("two");
  play(Scribe(loaded("one")), 3);
  const std::string later = whole("one");
  EXPECT_NE(later, one);
  change("UPDATE journal SET row = x'ffffff' WHERE match = 2 AND seq = 3");
  ASSERT_TRUE(restore_match(folder.file(), folder.file("copy.db"), "two"));
  EXPECT_THAT(hurt(), IsEmpty());
  store = opened(folder.file());
  EXPECT_EQ(whole("two"), two);
  EXPECT_EQ(whole("one"), later);
  play(Scribe(loaded("two")), 2);  // and it goes on
  EXPECT_THAT(hurt(), IsEmpty());
}

TEST_F(Examined, AMatchThatIsGoneComesBack) {
  const std::string two = whole("two");
  change("PRAGMA foreign_keys = ON; DELETE FROM journal WHERE match = 2; DELETE FROM matches WHERE id = 'two'");
  ASSERT_TRUE(restore_match(folder.file(), folder.file("copy.db"), "two"));
  store = opened(folder.file());
  EXPECT_EQ(whole("two"), two);
}

TEST_F(Examined, ABackupThatDoesNotHaveItWholeChangesNothing) {
  const std::string two = whole("two");
  store.reset();
  EXPECT_EQ(code(restore_match(folder.file(), folder.file("copy.db"), "three")), RefusalCode::kNotFound);
  SQLite::Database(folder.file("copy.db").string(), SQLite::OPEN_READWRITE)
      .exec("UPDATE journal SET row = x'ffffff' WHERE match = 2 AND seq = 3");
  EXPECT_EQ(code(restore_match(folder.file(), folder.file("copy.db"), "two")), RefusalCode::kUnreadable);
  EXPECT_FALSE(restore_match(folder.file(), folder.file("no such.db"), "two"));
  SQLite::Database(folder.file("copy.db").string(), SQLite::OPEN_READWRITE).exec("DROP TABLE checkpoints");
  EXPECT_FALSE(restore_match(folder.file(), folder.file("copy.db"), "one"));
  store = opened(folder.file());
  EXPECT_EQ(whole("two"), two);
}

}  // namespace
}  // namespace wardroom::store
