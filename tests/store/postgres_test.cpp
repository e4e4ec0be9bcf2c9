// What a PostgreSQL alone can do to a store: what it reads of our statements, what may be there when it is opened, and
// how it goes away and comes back.
#include <gmock/gmock.h>

#include <array>
#include <thread>

#include "server/store/postgres/dialect.h"
#include "server/store/postgres/postgres_connection.h"
#include "tests/store/cluster.h"
#include "tests/store/postgres_kit.h"

namespace wardroom::store {
namespace {

using namespace std::chrono_literals;
using match::Stamp;
using testing::ElementsAre;

std::string why(const std::string& url, PostgresOptions options = {}) {
  auto store = open_postgres(url, std::move(options));
  return store ? "" : store.error().reason.id.str();
}

TEST(Dialect, ParametersAreNumberedAndItsOwnWordsAreRead) {
  EXPECT_EQ(postgres_sql("SELECT a FROM b WHERE c = ? AND d = ?"), "SELECT a FROM b WHERE c = $1 AND d = $2");
  EXPECT_EQ(postgres_sql("?2 ?1 ?12 ?"), "$2 $1 $12 $13");
  EXPECT_EQ(postgres_sql("SELECT '?' /*pg FOR UPDATE */"), "SELECT '?' FOR UPDATE ");
  EXPECT_EQ(postgres_sql("it''s ? '/*pg ' /* ? no */"), "it''s $1 '/*pg ' /* $2 no */");
  EXPECT_EQ(parameters_of("$2 $1 $12"), 12);
  EXPECT_EQ(parameters_of("SELECT 1"), 0);
}

TEST(OpeningPostgres, ADatabaseIsMadeReadyOnceByWhoeverComesFirst) {
  const std::string url = Cluster::get().url(Cluster::get().make());
  std::vector<std::thread> threads;
  std::array<std::string, 3> reasons;
  for (std::string& reason : reasons) threads.emplace_back([&] { reason = why(url); });
  for (auto& thread : threads) thread.join();
  EXPECT_THAT(reasons, ElementsAre("", "", ""));
}

TEST(OpeningPostgres, LaterVersionsFollowAndANewerOneIsRefused) {
  const std::string name = Cluster::get().make(), url = Cluster::get().url(name);
  constexpr std::array kTwo{"CREATE TABLE one (a BIGINT)", "CREATE TABLE two (b BIGINT); INSERT INTO two VALUES (7)"};
  PostgresOptions older, newer;
  older.versions = std::span(kTwo).first(1);
  newer.versions = kTwo;
  EXPECT_EQ(why(url, older), "");
  EXPECT_EQ(why(url, newer), "");
  EXPECT_EQ(why(url, newer), "");
  EXPECT_THAT(Cluster::get().ask(name, "SELECT b FROM two"), ElementsAre("7"));
  EXPECT_EQ(why(url, older), "store.newer_schema");
}

TEST(OpeningPostgres, AStepThatFailsLeavesNothing) {
  const std::string name = Cluster::get().make(), url = Cluster::get().url(name);
  constexpr std::array kBad{"CREATE TABLE one (a BIGINT)", "CREATE TABLE two (b BIGINT); CREATE TABLE one (a BIGINT)"};
  PostgresOptions bad;
  bad.versions = kBad;
  EXPECT_EQ(why(url, bad), "store.trouble");
  EXPECT_EQ(why(url), "") << "it is as empty as before";
}

TEST(OpeningPostgres, WhatIsNotOursIsLeftAlone) {
  const std::string name = Cluster::get().make();
  Cluster::get().ask(name, "CREATE TABLE theirs (a INTEGER)");
  EXPECT_EQ(why(Cluster::get().url(name)), "store.not_ours");
}

TEST(OpeningPostgres, WhatCannotBeReachedIsSaid) {
  EXPECT_EQ(why(Cluster::get().url("nowhere")), "store.no_server");
  EXPECT_EQ(why("postgresql://nobody@127.0.0.1:1/nothing"), "store.no_server");
}

// Statements are sent together.
class Pipeline : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(why(url_), "");
    connection_.begin(Access::kWrite);
  }
  void write(std::int64_t key) {
    Cursor(connection_, "INSERT INTO pulse (one, time_ms) VALUES (?, 5)").number(key).run();
  }
  std::int64_t written() {
    Cursor count(connection_, "SELECT count(*) FROM pulse");
    return count.next() ? count.number_at(0) : -1;
  }

  const std::string url_ = Cluster::get().url(Cluster::get().make());
  PostgresConnection connection_{url_, 5s};
};

TEST_F(Pipeline, WhatFailsIsHeardOfByALaterStatementWhichCanBeUsedAgain) {
  connection_.save();
  write(1);
  write(1);
  EXPECT_THROW(written(), Trouble);
  EXPECT_TRUE(connection_.in_transaction());
  connection_.undo();
  EXPECT_EQ(written(), 0);
  write(1);
  connection_.release();
  EXPECT_EQ(written(), 1);
  connection_.commit();
  EXPECT_FALSE(connection_.in_transaction());
}

TEST_F(Pipeline, WhatFailsIsHeardOfAtTheLatestByTheCommit) {
  write(1);
  write(1);
  EXPECT_THROW(connection_.commit(), Trouble);
  EXPECT_TRUE(connection_.in_transaction());
  connection_.roll_back();
  connection_.begin(Access::kWrite);
  EXPECT_EQ(written(), 0);
}

TEST_F(Pipeline, TakesMoreThanItHoldsAtOnce) {
  for (int i = 0; i < 1000; ++i) Cursor(connection_, "UPDATE pulse SET time_ms = ?").number(i).run();
  write(1);
  connection_.settle();
  EXPECT_EQ(written(), 1);
  EXPECT_GT(connection_.now_ms(), 1'600'000'000'000);
}

class Postgres : public testing::Test {
 protected:
  void open(PostgresOptions options = {}) {
    options.probe = 20ms;
    store = value(open_postgres(url, std::move(options)));
    value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
    scribe.write(*store, scribe.first());
  }
  RefusalCode append(const match::Commit& commit) {
    const auto stamp = await<Stamp>([&](auto then) { store->append(commit, then); });
    if (stamp) scribe.stored(commit, *stamp);
    return code(stamp);
  }
  Result<match::Loaded> load() {
    return await<match::Loaded>([&](auto then) { store->load("m", then); });
  }
  void until_healthy() {
    while (!store->healthy()) std::this_thread::sleep_for(5ms);
  }

  Folder folder;
  std::string url = postgres_url(folder.file());
  std::unique_ptr<SqlStore> store;
  Scribe scribe{"m"};
};

TEST_F(Postgres, TimeIsTheDatabasesAndNeverLessThanBefore) {
  open();
  const auto shown = std::stoll(
      looked_up(folder.file(), "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)").front());
  const match::Commit commit = scribe.published(0, 1);
  const Stamp stamp = value(await<Stamp>([&](auto then) { store->append(commit, then); }));
  scribe.stored(commit, stamp);
  EXPECT_GE(stamp.time_ms, shown);
  EXPECT_LT(stamp.time_ms, shown + 60'000);
  alter(folder.file(), "UPDATE progress SET moved_ms = " + std::to_string(shown + 1'000'000));
  EXPECT_EQ(scribe.write(*store, scribe.published(0, 2)).time_ms, shown + 1'000'000);
}

TEST_F(Postgres, GoneAndBackAgainByItself) {
  open();
  Cluster::get().stop();
  EXPECT_EQ(append(scribe.action(0, 1)), RefusalCode::kUnavailable);
  EXPECT_FALSE(store->healthy());
  EXPECT_EQ(code(load()), RefusalCode::kUnavailable);
  Cluster::get().start();
  until_healthy();
  EXPECT_EQ(append(scribe.action(0, 1)), RefusalCode{});
  EXPECT_EQ(value(load()).stored.rows.size(), 2u);
}

TEST_F(Postgres, OneThatStandsStillCountsAsGone) {
  PostgresOptions options;
  options.patience = 300ms;
  open(std::move(options));
  Cluster::get().stand_still();
  EXPECT_EQ(append(scribe.action(0, 1)), RefusalCode::kUnavailable);
  EXPECT_FALSE(store->healthy());
  Cluster::get().go_on();
  until_healthy();
  scribe = Scribe(value(load()));  // it may have been written after all
  EXPECT_EQ(append(scribe.action(0, 1)), RefusalCode{});
}

TEST_F(Postgres, WordsThatItCannotHoldAreRefusedAndHurtNobodyElse) {
  open();
  const auto said = await<v1::Chat>([&](auto then) {
    store->say("m", {0, "anna", "Anna"}, std::string("a\0b", 3), then);
  });
  EXPECT_EQ(code(said), RefusalCode::kMalformed);
  EXPECT_TRUE(store->healthy());
  EXPECT_EQ(append(scribe.action(0, 1)), RefusalCode{});
}

TEST_F(Postgres, WhatANewerBuildHasAddedDoesNotStopThisOne) {
  const std::string name = Cluster::get().make();
  url = Cluster::get().url(name);
  open();
  const auto card = [&] { return await<match::MatchCard>([&](auto then) { store->card("m", then); }); };
  EXPECT_TRUE(card());
  Cluster::get().ask(name,
                     "DO $$ BEGIN EXECUTE 'CREATE OR REPLACE VIEW cards AS ' || replace(pg_get_viewdef('cards'), "
                     "'m.edition', 'm.edition, 0 AS later'); END $$");
  for (int tries = 0; !card(); ++tries) ASSERT_LT(tries, 10);
  EXPECT_EQ(value(card()).edition, 1);
}

TEST_F(Postgres, AConnectionThatTheServerHasEndedIsMadeAgainBeforeAnybodyIsRefused) {
  open();
  const std::string ours = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";
  value(load());
  Cluster::get().ask("postgres", "SELECT pg_terminate_backend(pid, 5000) " + ours);
  EXPECT_EQ(append(scribe.action(0, 1)), RefusalCode{});
  EXPECT_TRUE(store->healthy());
  EXPECT_EQ(value(load()).stored.rows.size(), 2u);
}

}  // namespace
}  // namespace wardroom::store
