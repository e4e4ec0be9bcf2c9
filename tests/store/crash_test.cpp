// A child process writes to a store and tells, through a pipe, every row that was acknowledged to it. It is killed at
// every storage step, at every touch of a file, and at moments of nobody's choosing; then everything acknowledged must
// be there, exactly once, and nothing by halves.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <map>
#include <random>
#include <thread>

#include "server/engine/journal.h"
#include "tests/store/faulty_disk.h"
#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

constexpr std::size_t kMatches = 3;
constexpr std::uint64_t kCheckpointEvery = 4;
constexpr std::uint64_t kJobEvery = 3;

struct Acknowledged {
  std::uint64_t match;
  std::uint64_t seq;
  std::array<char, 32> hash;
};

// The first seat's goes with the rows, the second's is written by itself after them.
std::string queue_at(std::uint64_t seq) { return "queue:" + std::to_string(seq); }

std::string id_of(std::uint64_t match) { return "m" + std::to_string(match); }

[[noreturn]] void die() {
  ::kill(::getpid(), SIGKILL);
  std::abort();
}

// When the child kills itself; none of them: it waits to be killed.
struct Death {
  std::optional<Step> at;
  int occurrence = 1;
  std::uint64_t touch = 0;
};

// Two steps of one match are never under way at once; the matches go on beside each other, in groups.
class Child {
 public:
  Child(const std::filesystem::path& path, const Death& death, int pipe) : pipe_(pipe) {
    if (death.touch > 0) {
      disk_.emplace();
      disk_->on_touch([touch = death.touch](std::uint64_t number) {
        if (number == touch) die();
      });
    }
    StoreOptions options;
    if (death.at) {
      options.hooks.at = [death, count = 0](Step step) mutable {
        if (step == *death.at && ++count == death.occurrence) die();
      };
    }
    store_ = opened(path, std::move(options));
  }

  [[noreturn]] void write() {
    for (std::uint64_t match = 0; match < kMatches; ++match) {
      const std::shared_ptr<Scribe> scribe = begin(match);
      if (scribe->seq() > 0) {
        keep(match, scribe);  // it may have been killed before it was
      } else {
        next(match, scribe);
      }
    }
    while (true) ::pause();
  }

 private:
  std::shared_ptr<Scribe> begin(std::uint64_t match) {
    const std::string id = id_of(match);
    auto loaded = await<match::Loaded>([&](auto then) { store_->load(id, then); });
    if (loaded) return std::make_shared<Scribe>(*loaded);
    if (!await<match::MatchCard>([&](auto then) { store_->card(id, then); })) {
      value(await<match::MatchCard>([&](auto then) { store_->create(new_card(id), then); }));
    }
    return std::make_shared<Scribe>(id);
  }

  void next(std::uint64_t match, std::shared_ptr<Scribe> scribe) {
    const std::uint64_t seq = scribe->seq() + 1;
    match::Commit commit = seq == 1 ? scribe->first() : scribe->published(seq % 2, 1);
    if (seq > 1 && seq % kCheckpointEvery == 0) scribe->with_checkpoint(commit);
    commit.queues.push_back({Seat::kFirst, queue_at(seq)});
    if (seq % kJobEvery == 0) commit.outbox.push_back({"mail", id_of(match) + ":" + std::to_string(seq)});
    store_->append(commit, [this, match, scribe, commit](const Result<match::Stamp>& stamp) {
      Acknowledged row{match, commit.after + 1, {}};
      std::memcpy(row.hash.data(), value(Result<match::Stamp>(stamp)).last_hash.data(), row.hash.size());
      if (::write(pipe_, &row, sizeof row) != sizeof row) ::_exit(1);
      scribe->stored(commit, *stamp);
      keep(match, scribe);
    });
  }

  void keep(std::uint64_t match, const std::shared_ptr<Scribe>& scribe) {
    store_->keep_queue(id_of(match), scribe->seq(), {Seat::kSecond, queue_at(scribe->seq())},
                       [this, match, scribe](const Result<void>& kept) {
                         if (!kept) ::_exit(3);
                         next(match, scribe);
                       });
  }

  int pipe_;
  std::optional<FaultyDisk> disk_;
  std::unique_ptr<SqlStore> store_;
};

class Crash : public testing::Test {
 protected:
  struct Running {
    pid_t pid;
    int pipe;
  };

  Running start(const Death& death) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    const pid_t pid = ::fork();
    if (pid == 0) {
      ::close(ends[0]);
      try {
        Child(folder_->file(), death, ends[1]).write();
      } catch (...) {
        ::_exit(2);
      }
    }
    ::close(ends[1]);
    return {pid, ends[0]};
  }

  bool hear(const Running& child) {
    Acknowledged row{};
    if (::read(child.pipe, &row, sizeof row) != sizeof row) return false;
    acknowledged_[row.match][row.seq] = std::string(row.hash.data(), row.hash.size());
    return true;
  }

  void bury(const Running& child) {
    while (hear(child)) {
    }
    ::close(child.pipe);
    int status = 0;
    ASSERT_EQ(::waitpid(child.pid, &status, 0), child.pid);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "the child ended by itself: " << status;
    ++kills_;
  }

  void check() {
    StoreOptions options;  // a clock ahead of every lease that an earlier look at the jobs began
    options.hooks.now = [now = machine_ms() + 2 * Outbox::kLeaseMs * (kills_ + 1)] { return now; };
    auto store = opened(folder_->file(), std::move(options));
    std::vector<std::string> jobs_due;
    for (std::uint64_t match = 0; match < kMatches; ++match) {
      const std::string id = id_of(match);
      const auto& known = acknowledged_[match];
      const auto loaded = await<match::Loaded>([&](auto then) { store->load(id, then); });
      if (!loaded) {
        ASSERT_EQ(code(loaded), RefusalCode::kNotFound);
        ASSERT_TRUE(known.empty());
        continue;
      }
      const auto whole = value(whole_journal(*store, id));
      const auto last = static_cast<std::uint64_t>(whole.rows_size());
      std::string previous = chain_start(whole.head());
      for (std::uint64_t seq = 1; seq <= last; ++seq) {
        const auto& row = whole.rows(static_cast<int>(seq) - 1);
        ASSERT_EQ(row.seq(), seq);
        ASSERT_TRUE(sealed(row, previous));
        previous = row.hash();
        if (seq % kJobEvery == 0) jobs_due.push_back(id + ":" + std::to_string(seq));
      }
      for (const auto& [seq, hash] : known) {
        ASSERT_LE(seq, last) << "an acknowledged row is gone";
        ASSERT_EQ(whole.rows(static_cast<int>(seq) - 1).hash(), hash);
      }
      ASSERT_LE(last, (known.empty() ? 0 : known.rbegin()->first) + 1) << "a row nobody asked for";

      // Whole or not at all: viewers, reports, checkpoint and card agree with the last row.
      for (const Viewer viewer : kLiveViewers) {
        ASSERT_EQ(loaded->stored.viewers[index(viewer)].serial(), last);
        const auto past = value(await<std::vector<v1::PastReports>>(
            [&](auto then) { store->history(id, viewer, 0, match::kAllSerials, 100'000, then); }));
        ASSERT_EQ(past.size(), last);
      }
      ASSERT_EQ(loaded->stored.checkpoint.seq(), last / kCheckpointEvery * kCheckpointEvery);
      ASSERT_EQ(loaded->stored.last_hash, previous);
      ASSERT_FALSE(loaded->queues.empty());
      ASSERT_EQ(loaded->queues[0].seat, Seat::kFirst);
      ASSERT_EQ(loaded->queues[0].body, queue_at(last)) << "with its rows or not at all";
      if (loaded->queues.size() > 1) {
        ASSERT_THAT(loaded->queues[1].body, testing::AnyOf(queue_at(last), queue_at(last - 1)));
      }
      ASSERT_EQ(loaded->card.state, v1::MATCH_STATE_PLAYING);
      ASSERT_EQ(loaded->card.moved_ms, whole.rows().rbegin()->time_ms());
      ASSERT_EQ(loaded->card.to_move[0], last % 2 == 1);
      // A row that was made durable but not acknowledged is the match's own from now on.
      acknowledged_[match][last] = previous;
    }
    std::vector<std::string> jobs;
    for (const auto& job : value(await<std::vector<WaitingJob>>([&](auto then) { store->take(1'000'000, then); }))) {
      jobs.push_back(job.payload);
    }
    std::ranges::sort(jobs);
    std::ranges::sort(jobs_due);
    ASSERT_EQ(jobs, jobs_due);
  }

  void kill_at(const Death& death) {
    bury(start(death));
    ASSERT_NO_FATAL_FAILURE(check());
  }

  void anew() {
    folder_.emplace();
    acknowledged_ = {};
  }

  std::optional<Folder> folder_{std::in_place};
  std::array<std::map<std::uint64_t, std::string>, kMatches> acknowledged_;
  int kills_ = 0;
};

TEST_F(Crash, AtEveryStorageStepNothingAcknowledgedIsLostOrRepeated) {
  for (const Step step : kSteps) {
    anew();
    for (const int occurrence : {1, 2, 3, 5, 8, 13}) {
      ASSERT_NO_FATAL_FAILURE(kill_at({step, occurrence, 0})) << "step " << static_cast<int>(step);
    }
  }
  EXPECT_GE(kills_, 60);
}

TEST_F(Crash, AtEveryTouchOfAFileNothingAcknowledgedIsLostOrRepeated) {
  // From nothing: the schema itself, then the first rows.
  for (std::uint64_t touch = 1; touch <= 60; ++touch) {
    anew();
    ASSERT_NO_FATAL_FAILURE(kill_at({{}, 1, touch})) << "touch " << touch;
  }
  // On a file that has been through it before.
  for (std::uint64_t touch = 1; touch <= 60; ++touch) {
    if (touch % 20 == 1) anew();
    ASSERT_NO_FATAL_FAILURE(kill_at({{}, 1, touch})) << "touch " << touch;
  }
  EXPECT_GE(kills_, 120);
}

TEST_F(Crash, AtAnyMomentNothingAcknowledgedIsLostOrRepeated) {
  std::mt19937 random(20);
  for (int kill = 0; kill < 80; ++kill) {
    if (kill % 5 == 0) anew();
    const Running child = start({});
    for (auto rows = random() % 40; rows > 0 && hear(child); --rows) {
    }
    for (auto turns = random() % 40; turns > 0; --turns) std::this_thread::yield();
    ::kill(child.pid, SIGKILL);
    bury(child);
    ASSERT_NO_FATAL_FAILURE(check());
  }
  EXPECT_GE(kills_, 80);
}

}  // namespace
}  // namespace wardroom::store
