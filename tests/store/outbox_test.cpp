#include <gmock/gmock.h>

#include <atomic>

#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class OutboxTest : public testing::Test {
 protected:
  OutboxTest() {
    StoreOptions options;
    options.hooks.now = [this] { return now.load(); };
    store = opened(folder.file(), std::move(options));
    value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
    match::Commit commit = scribe.first();
    commit.outbox = {{"mail", "one"}, {"mail", "two"}, {"webhook", "three"}};
    scribe.write(*store, commit);
  }

  std::vector<WaitingJob> take(std::uint32_t limit) {
    return value(await<std::vector<WaitingJob>>([&](auto then) { store->take(limit, then); }));
  }
  std::vector<std::string> payloads(std::uint32_t limit) {
    std::vector<std::string> found;
    for (const auto& job : take(limit)) found.push_back(job.payload);
    return found;
  }

  std::atomic<std::int64_t> now{1000};
  Folder folder;
  std::unique_ptr<SqlStore> store;
  Scribe scribe{"m"};
};

TEST_F(OutboxTest, AJobIsHandedToOneAtATimeAndComesBackAfterItsLease) {
  EXPECT_THAT(payloads(2), ElementsAre("one", "two"));
  EXPECT_THAT(payloads(9), ElementsAre("three"));
  EXPECT_THAT(payloads(9), IsEmpty());
  now += Outbox::kLeaseMs;
  const auto again = take(9);
  ASSERT_EQ(again.size(), 3u);
  EXPECT_EQ(again[0].attempts, 1u);
  EXPECT_EQ(again[2].kind, "webhook");
}

TEST_F(OutboxTest, ADoneJobNeverComesBack) {
  const auto jobs = take(9);
  value(await<void>([&](auto then) { store->done(jobs[0].id, then); }));
  value(await<void>([&](auto then) { store->done(jobs[0].id, then); }));
  now += Outbox::kLeaseMs;
  EXPECT_THAT(payloads(9), ElementsAre("two", "three"));
  EXPECT_EQ(code(await<void>([&](auto then) { store->retry(jobs[0].id, 1, then); })), RefusalCode::kNotFound);
}

TEST_F(OutboxTest, AJobThatIsPutOffComesWhenItsTimeHasCome) {
  const auto jobs = take(9);
  value(await<void>([&](auto then) { store->retry(jobs[1].id, 500, then); }));
  now += 499;
  EXPECT_THAT(payloads(9), IsEmpty());
  now += 1;
  EXPECT_THAT(payloads(9), ElementsAre("two"));
}

TEST_F(OutboxTest, TheJobsOfARefusedStepDoNotExist) {
  match::Commit late = Scribe("m").first();
  late.outbox = {{"mail", "never"}};
  EXPECT_EQ(code(await<match::Stamp>([&](auto then) { store->append(late, then); })), RefusalCode::kConflict);
  EXPECT_THAT(payloads(9), ElementsAre("one", "two", "three"));
}

TEST_F(OutboxTest, JobsOutliveTheProcess) {
  take(1);
  store.reset();
  now += Outbox::kLeaseMs;
  StoreOptions options;
  options.hooks.now = [this] { return now.load(); };
  store = opened(folder.file(), std::move(options));
  EXPECT_THAT(payloads(9), testing::UnorderedElementsAre("one", "two", "three"));
}

}  // namespace
}  // namespace wardroom::store
