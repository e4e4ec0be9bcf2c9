#include <gmock/gmock.h>

#include <atomic>
#include <latch>
#include <thread>

#include "tests/store/faulty_disk.h"
#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

using match::Stamp;
using Fault = FaultyDisk::Fault;

class Disk : public testing::TestWithParam<std::pair<Fault, const char*>> {
 protected:
  void begin(StoreOptions options = {}) {
    store = opened(folder.file(), std::move(options));
    value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
    scribe.write(*store, scribe.first());
  }
  Result<Stamp> append(const match::Commit& commit) {
    return await<Stamp>([&](auto then) { store->append(commit, then); });
  }
  std::size_t rows() {
    return value(await<match::Loaded>([&](auto then) { store->load("m", then); })).stored.rows.size();
  }

  FaultyDisk disk;
  Folder folder;
  std::unique_ptr<SqlStore> store;
  Scribe scribe{"m"};
};

TEST_P(Disk, AFaultRefusesClearlyAndTheStoreWorksAgainAfterwards) {
  begin();
  for (int round = 0; round < 3; ++round) {
    const std::size_t before = rows();
    disk.set(GetParam().first);
    for (int i = 0; i < 3; ++i) {
      const auto refused = append(scribe.action(0, 1));
      ASSERT_EQ(code(refused), RefusalCode::kUnavailable);
      EXPECT_EQ(refused.error().reason.id, GetParam().second);
      EXPECT_FALSE(store->healthy());
    }
    EXPECT_EQ(rows(), before);  // reading goes on
    disk.set(Fault::kNone);
    scribe.write(*store, scribe.action(0, 1));
    EXPECT_TRUE(store->healthy());
    EXPECT_EQ(rows(), before + 1);
  }
  store.reset();
  store = opened(folder.file());
  EXPECT_EQ(rows(), 4u);
}

TEST_P(Disk, TheWholeGroupIsRefused) {
  begin();
  for (const char* id : {"a", "b", "c"}) {
    value(await<match::MatchCard>([&](auto then) { store->create(new_card(id), then); }));
  }
  disk.set(GetParam().first);
  std::latch answered(3);
  std::atomic<int> unavailable{0};
  for (const char* id : {"a", "b", "c"}) {
    store->append(Scribe(id).first(), [&](const Result<Stamp>& stamp) {
      if (code(stamp) == RefusalCode::kUnavailable) ++unavailable;
      answered.count_down();
    });
  }
  answered.wait();
  disk.set(Fault::kNone);
  EXPECT_EQ(unavailable, 3);
  for (const char* id : {"a", "b", "c"}) {
    EXPECT_EQ(code(await<match::Loaded>([&](auto then) { store->load(id, then); })), RefusalCode::kNotFound);
    Scribe again(id);
    again.write(*store, again.first());
  }
}

TEST_P(Disk, HealthComesBackWithoutAnyoneWriting) {
  StoreOptions options;
  options.probe = std::chrono::milliseconds(1);
  begin(std::move(options));
  disk.set(GetParam().first);
  EXPECT_FALSE(append(scribe.action(0, 1)));
  EXPECT_FALSE(store->healthy());
  disk.set(Fault::kNone);
  while (!store->healthy()) std::this_thread::yield();
}

INSTANTIATE_TEST_SUITE_P(Faults, Disk,
                         testing::Values(std::pair(Fault::kFull, "store.disk_full"),
                                         std::pair(Fault::kReadOnly, "store.read_only"),
                                         std::pair(Fault::kBroken, "store.trouble"),
                                         std::pair(Fault::kNoSync, "store.trouble")));

TEST(DiskOrder, NobodyIsAnsweredBeforeTheLogIsSynced) {
  FaultyDisk disk;
  Folder folder;
  auto store = opened(folder.file());
  value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
  Scribe scribe("m");
  scribe.write(*store, scribe.first());
  for (std::uint32_t i = 0; i < 20; ++i) {
    const match::Commit commit = scribe.action(0, i);
    std::promise<std::uint64_t> unsynced;
    store->append(commit, [&](const Result<Stamp>& stamp) {
      scribe.stored(commit, *stamp);
      unsynced.set_value(disk.unsynced_log());
    });
    EXPECT_EQ(unsynced.get_future().get(), 0u);
  }
}

TEST(DiskSpace, AStepTooLargeForTheDiskIsRefusedAndSmallOnesGoOn) {
  FaultyDisk disk;
  Folder folder;
  auto store = opened(folder.file());
  value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
  Scribe scribe("m");
  scribe.write(*store, scribe.first());
  disk.fill_after(200);
  match::Commit large = scribe.published(0, 1);
  scribe.with_checkpoint(large);
  large.checkpoint->set_position(std::string(8'000'000, 'x'));
  const auto refused = await<Stamp>([&](auto then) { store->append(large, then); });
  EXPECT_EQ(code(refused), RefusalCode::kUnavailable);
  disk.set(Fault::kNone);
  scribe.write(*store, scribe.published(0, 1));
  EXPECT_EQ(value(await<match::Loaded>([&](auto then) { store->load("m", then); })).stored.rows.size(), 2u);
}

}  // namespace
}  // namespace wardroom::store
