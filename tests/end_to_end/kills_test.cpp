// Two people play match after match while their server is killed, stopped, without room on its disk and with a clock
// that jumps. Then their histories are held against the records: nothing is lost, doubled or invented.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <random>
#include <thread>

#include "server/engine/verify.h"
#include "tests/end_to_end/kills_player.h"
#include "tests/end_to_end/processes.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

constexpr std::uint32_t kWeekSeconds = 7 * 24 * 3600;
constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::uintmax_t kSmall = 256 * 1024 * 1024;

std::uint32_t number_of(const char* variable, std::uint32_t usual) {
  const char* said = std::getenv(variable);
  return said ? static_cast<std::uint32_t>(std::stoul(said)) : usual;
}

bool within(std::chrono::milliseconds patience, const std::function<bool()>& holds) {
  const auto limit = std::chrono::steady_clock::now() + patience;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > limit) return false;
    std::this_thread::sleep_for(100us);
  }
  return true;
}

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

// The matches in the order in which they were made.
class Table {
 public:
  void add(const std::string& match) {
    const std::scoped_lock lock(mutex_);
    matches_.push_back(match);
    changed_.notify_all();
  }
  void close() {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  std::optional<std::string> match(std::size_t number) {  // waits for it; none: there will be no more
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || number < matches_.size(); });
    return number < matches_.size() ? std::optional(matches_[number]) : std::nullopt;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> matches_;
  bool closed_ = false;
};

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
    for (Player* player : players()) player->sign_up();
  }
  void TearDown() override {
    server_.reset();
    if (disk_) fs::remove_all(data_);
  }
  std::array<Player*, 2> players() { return {&anna_, &bert_}; }

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
      within(30s, [&] { return pace_.taken != taken || failed_; });
      if (failed_) return;
    }
  }

  // -- playing --

  // Whatever goes wrong ends the test.
  template <class Do>
  void unless_it_fails(Do what) {
    try {
      what();
    } catch (const std::exception& wrong) {
      ADD_FAILURE() << wrong.what();
      failed_ = true;
    }
  }
  void play_first() {
    unless_it_fails([&] {
      for (std::size_t number = 0; !enough_; ++number) {
        const std::string match =
            anna_.make_match(number % 4 == 3 ? "long" : "small", number % 3 == 2 ? kWeekSeconds : 0);
        table_.add(match);
        histories_[0].push_back(anna_.play(match));
      }
    });
    table_.close();
  }
  void play_second() {
    unless_it_fails([&] {
      for (std::size_t number = 0; const auto match = table_.match(number); ++number)
        histories_[1].push_back(bert_.play(*match));
    });
  }
  void play_through(std::uint32_t kills) {
    std::thread first([&] { play_first(); });
    std::thread second([&] { play_second(); });
    unless_it_fails([&] { trouble_them(kills); });
    enough_ = true;
    first.join();
    second.join();
  }

  // -- checking --

  void check_match(std::size_t number) {
    const std::string match = *table_.match(number);
    SCOPED_TRACE("match " + std::to_string(number) + ", " + match);
    const std::string bytes = net::get(port_, "/match/" + match + "/export").body();
    v1::record::Export exported;
    ASSERT_TRUE(exported.ParseFromString(bytes));
    EXPECT_TRUE(verify(bytes, [](const std::string&, const Bundle& bundle) { return picket::entry().make(bundle); }));
    EXPECT_EQ(exported.ending().kind(), v1::ENDING_KIND_PLAYED);

    std::array<std::vector<std::string>, 2> acts;
    std::vector<std::int64_t> times;
    for (const v1::record::Row& row : exported.rows()) {
      times.push_back(row.time_ms());
      if (row.has_action()) acts.at(row.seat()).push_back(row.action().SerializeAsString());
    }
    EXPECT_THAT(check_times(times), IsEmpty());
    earliest_ms_ = std::min(earliest_ms_, times.front());
    latest_ms_ = std::max(latest_ms_, times.back());
    for (std::size_t seat = 0; seat < 2; ++seat) {
      SCOPED_TRACE("seat " + std::to_string(seat));
      const History& history = histories_[seat][number];
      EXPECT_THAT(check_acts(history.sent, acts[seat]), IsEmpty());
      const std::vector<Shown> again = players()[seat]->replay(match, v1::VIEWPOINT_OWN);
      EXPECT_THAT(check_order(again), IsEmpty());
      EXPECT_THAT(check_shown(history.shown, again), IsEmpty());
      count(history, acts[seat].size());
    }
    std::vector<std::int64_t> of_truth;
    for (const Shown& shown : anna_.replay(match, v1::VIEWPOINT_TRUTH)) of_truth.push_back(shown.time_ms);
    EXPECT_FALSE(of_truth.empty());
    EXPECT_THAT(check_times(of_truth), IsEmpty());
  }
  void count(const History& history, std::size_t recorded) {
    const auto of = [&](Outcome outcome) {
      return static_cast<std::size_t>(std::ranges::count(history.sent, outcome, &Sent::outcome));
    };
    taken_ += of(Outcome::kTaken);
    refused_ += of(Outcome::kRefused);
    there_ += recorded - of(Outcome::kTaken);
    not_there_ += of(Outcome::kUnknown) - (recorded - of(Outcome::kTaken));
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
  Player anna_{port_, "anna", seed_ + 1, pace_};
  Player bert_{port_, "bert", seed_ + 2, pace_};
  Table table_;
  std::array<std::vector<History>, 2> histories_;
  std::atomic<bool> enough_ = false;
  std::atomic<bool> failed_ = false;

  std::size_t kills_ = 0, full_disks_ = 0, stops_ = 0, jumps_ = 0;
  std::size_t taken_ = 0, refused_ = 0, there_ = 0, not_there_ = 0;
  std::int64_t earliest_ms_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t latest_ms_ = 0;
};

TEST_F(Kills, LoseDoubleAndInventNothingOfWhatTwoPeopleDid) {
  std::printf("seed %u\n", seed_);
  play_through(number_of("WARDROOM_KILLS", 8));
  ASSERT_FALSE(failed_);
  ASSERT_EQ(histories_[0].size(), histories_[1].size());
  kill();  // what is checked is what is stored
  start_server();
  for (std::size_t number = 0; number < histories_[0].size(); ++number) check_match(number);
  check_store();

  EXPECT_GT(taken_, 0u);
  EXPECT_GT(full_disks_, 0u);
  EXPECT_GT(latest_ms_ - earliest_ms_, kHourMs / 2) << "the clock never jumped";
  std::printf("%zu kills, %zu full disks, %zu stops, %zu jumps; %zu matches\n", kills_, full_disks_, stops_, jumps_,
              histories_[0].size());
  std::printf("%zu acts acknowledged, %zu refused; of unknown outcome %zu there and %zu not\n", taken_, refused_,
              there_, not_there_);
}

}  // namespace
}  // namespace wardroom::testing
