// Two people play match after match while their server is killed, stopped, without room on its disk and with a clock
// that jumps. Then their histories are held against the records: nothing is lost, doubled or invented.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <random>
#include <thread>

#include "tests/end_to_end/kills_pair.h"
#include "tests/end_to_end/processes.h"

namespace wardroom::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::uintmax_t kSmall = 256 * 1024 * 1024;

// All that is left of a disk, as long as this is there.
class Filler {
 public:
  explicit Filler(fs::path file) : file_(std::move(file)) {
    const int out = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    for (std::size_t size = 64 * 1024; size > 0; size /= 2) {
      const std::string block(size, '\0');
      while (::write(out, block.data(), block.size()) > 0) {
      }
    }
    ::close(out);
  }
  ~Filler() { fs::remove(file_); }
  Filler(const Filler&) = delete;
  Filler& operator=(const Filler&) = delete;

 private:
  fs::path file_;
};

enum class Fault { kKill, kFileLimit, kFilledDisk, kStop, kJump, kJumpAtStart };

class Kills : public ::testing::Test {
 protected:
  void SetUp() override {
    data_ = folder_.path() / "data";
    if (const char* small = std::getenv("WARDROOM_KILLS_FOLDER")) {
      ASSERT_LT(fs::space(small).capacity, kSmall) << "it would be filled";
      disk_ = small;
      data_ = *disk_ / ("kills-" + std::to_string(::getpid()));
    }
    std::ofstream(clock_, std::ios::binary) << std::string(sizeof moved_ms_, '\0');
    start_server();
    pair_.sign_up();
  }
  void TearDown() override {
    server_.reset();
    if (disk_) fs::remove_all(data_);
  }

  // -- the server --

  std::vector<std::string> command(std::vector<std::string> more) const {
    std::vector<std::string> all{WARDROOM_BIN_DIR "/moved-server", "--data", data_.string()};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  void start_server() {
    std::vector<std::string> words{"--port", std::to_string(port_), "--scenarios", WARDROOM_SOURCE_DIR "/tests/titles"};
    for (const char* bound :
         {"--frames-per-second", "--frames-burst", "--open-matches", "--new-matches", "--open-matches-address",
          "--new-matches-address", "--looks", "--looks-address", "--exports-address", "--new-accounts-address"})
      words.insert(words.end(), {bound, "1000000"});
    server_ = std::make_unique<Process>(command(words), log(), std::vector{"WARDROOM_CLOCK=" + clock_.string()});
    server_->wait_for("wardroom listening on");
  }
  fs::path log() { return folder_.path() / ("server" + std::to_string(++starts_) + ".log"); }
  void kill() {
    server_->signal(SIGKILL);
    server_->wait();
    ++kills_;
  }
  void move_clock() {
    const std::int64_t by = kHourMs + static_cast<std::int64_t>(random_() % (5 * kHourMs));
    moved_ms_ = jumps_++ == 0 || random_() % 2 == 0 ? by : -by;
    const int file = ::open(clock_.c_str(), O_WRONLY | O_CLOEXEC);
    EXPECT_EQ(::pwrite(file, &moved_ms_, sizeof moved_ms_, 0), static_cast<ssize_t>(sizeof moved_ms_));
    ::close(file);
  }

  // -- faults --

  std::chrono::milliseconds between(std::uint32_t least, std::uint32_t most) {
    return std::chrono::milliseconds(least + random_() % (most - least));
  }
  // Whenever it may be, or just when somebody has acted.
  void await_moment() {
    if (random_() % 2 == 0) return std::this_thread::sleep_for(between(0, 150));
    const std::uint64_t sent = pace_.sent;
    within(1s, [&] { return pace_.sent != sent; });
    std::this_thread::sleep_for(std::chrono::microseconds(random_() % 4000));
  }
  // There is no room until somebody has heard it, and some time more. True: it is killed then.
  bool hold_out() {
    const std::uint64_t before = pace_.not_stored;
    if (within(10s, [&] { return pace_.not_stored != before; })) ++full_disks_;
    std::this_thread::sleep_for(between(20, 400));
    return random_() % 3 == 0;
  }
  void make(Fault fault) {
    switch (fault) {
      case Fault::kKill:
        kill();
        return start_server();
      case Fault::kFileLimit: {
        const std::uintmax_t log_ahead = fs::file_size(data_ / "wardroom.sqlite-wal");
        server_->limit_files(full_disks_ % 2 == 0 ? 0 : random_() % (log_ahead + 1));
        if (!hold_out()) return server_->limit_files(std::nullopt);
        kill();
        return start_server();
      }
      case Fault::kFilledDisk: {
        std::optional<Filler> filler(std::in_place, *disk_ / "filler");
        const bool killed = hold_out();
        if (killed) kill();
        filler.reset();
        if (killed) start_server();
        return;
      }
      case Fault::kStop:
        server_->signal(SIGSTOP);
        std::this_thread::sleep_for(between(200, 1500));
        server_->signal(SIGCONT);
        ++stops_;
        return;
      case Fault::kJump:
        return move_clock();
      case Fault::kJumpAtStart:
        kill();
        move_clock();
        return start_server();
    }
  }
  std::vector<Fault> faults(std::uint32_t kills) {
    std::vector<Fault> all(kills, Fault::kKill);
    for (std::uint32_t i = 0; i < std::max(1u, kills / 20); ++i) {
      all.insert(all.end(), {Fault::kFileLimit, Fault::kStop, Fault::kJump, Fault::kJumpAtStart});
      if (disk_) all.push_back(Fault::kFilledDisk);
    }
    std::shuffle(all.begin(), all.end(), random_);
    return all;
  }
  void trouble_them(std::uint32_t kills) {
    for (Fault fault : faults(kills)) {
      await_moment();
      if (!server_->running()) throw std::runtime_error("the server ended by itself:\n" + server_->output());
      make(fault);
      const std::uint64_t taken = pace_.taken;
      within(30s, [&] { return pace_.taken != taken || pair_.failed(); });
      if (pair_.failed()) return;
    }
  }

  void play_through(std::uint32_t kills) {
    pair_.begin();
    try {
      trouble_them(kills);
    } catch (const std::exception& wrong) {
      ADD_FAILURE() << wrong.what();
    }
    pair_.end();
  }

  void check_store() {
    server_->signal(SIGTERM);
    EXPECT_EQ(server_->wait(), 0) << server_->output();
    Process check(command({"--check"}), log());
    EXPECT_EQ(check.wait(), 0) << check.output();
    EXPECT_THAT(check.output(), HasSubstr("is sound, with"));
  }

  const std::uint32_t seed_ = number_of("WARDROOM_SEED", 14);
  std::mt19937 random_{seed_};
  Folder folder_;
  fs::path data_;
  std::optional<fs::path> disk_;  // a small one that may be filled
  const fs::path clock_ = folder_.path() / "clock";
  std::int64_t moved_ms_ = 0;
  const std::uint16_t port_ = free_port();
  int starts_ = 0;
  std::unique_ptr<Process> server_;

  Pace pace_;
  Pair pair_{port_, "anna", "bert", seed_, pace_};

  std::size_t kills_ = 0, full_disks_ = 0, stops_ = 0, jumps_ = 0;
};

TEST_F(Kills, LoseDoubleAndInventNothingOfWhatTwoPeopleDid) {
  std::printf("seed %u\n", seed_);
  play_through(number_of("WARDROOM_KILLS", 8));
  ASSERT_FALSE(HasFailure());
  kill();  // what is checked is what is stored
  start_server();
  Tally tally;
  pair_.check(port_, tally);
  check_store();

  EXPECT_GT(tally.taken, 0u);
  EXPECT_GT(full_disks_, 0u);
  EXPECT_GT(tally.latest_ms - tally.earliest_ms, kHourMs / 2) << "the clock never jumped";
  std::printf("%zu kills, %zu full disks, %zu stops, %zu jumps; %zu matches\n", kills_, full_disks_, stops_, jumps_,
              tally.matches);
  std::printf("%zu acts acknowledged, %zu refused; of unknown outcome %zu there and %zu not\n", tally.taken,
              tally.refused, tally.there, tally.not_there);
}

}  // namespace
}  // namespace wardroom::testing
