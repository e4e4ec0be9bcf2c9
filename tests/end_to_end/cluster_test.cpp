// Three servers on one PostgreSQL behind a proxy, and people who play match after match there, one of them against the
// computer, each at whichever server the proxy gives him, while servers are killed, stopped and restarted, cut off from
// the database, and the database itself fails; and while one server after another is replaced by a newer one. Then
// their histories are held against the records: nothing is lost, doubled or invented, nobody's letter is lost or
// another one, and the computer lets nobody wait for ever.
#include "tests/store/cluster.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

#include "tests/end_to_end/cluster_letters.h"
#include "tests/end_to_end/cluster_solo.h"
#include "tests/end_to_end/kills_pair.h"
#include "tests/end_to_end/processes.h"

namespace wardroom::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kProxy = "/usr/sbin/haproxy";

std::string word_of(const char* variable, const std::string& usual) {
  const char* said = std::getenv(variable);
  return said ? said : usual;
}

// A server of the three.
struct Node {
  std::string name;
  std::uint16_t port = free_port();
  std::unique_ptr<Process> process{};
};

enum class Fault { kKill, kStop, kLongStop, kRestart, kCutOff, kDatabaseFails, kDatabaseStops };
constexpr std::array kFaults{Fault::kKill,   Fault::kStop,          Fault::kLongStop,     Fault::kRestart,
                             Fault::kCutOff, Fault::kDatabaseFails, Fault::kDatabaseStops};

class Cluster : public ::testing::Test {
 protected:
  void SetUp() override {
    database_ = postgres_.make();
    for (Node& node : nodes_) start(node);
    std::vector<std::string> environment{"WARDROOM_BIND=127.0.0.1:" + std::to_string(port_)};
    for (const Node& node : nodes_)
      environment.push_back("WARDROOM_" + node.name + "=127.0.0.1:" + std::to_string(node.port));
    proxy_ = std::make_unique<Process>(
        std::vector<std::string>{kProxy, "-db", "-f", WARDROOM_SOURCE_DIR "/deploy/haproxy.cfg"}, log(), environment);
    ASSERT_TRUE(within(20s, [&] { return is_well(port_); })) << proxy_->output();
    for (std::uint32_t i = 0; i < number_of("WARDROOM_PAIRS", 3); ++i)
      pairs_.push_back(
          std::make_unique<Pair>(port_, "anna" + std::to_string(i), "bert" + std::to_string(i), seed_ + 10 * i, pace_));
    for (auto& pair : pairs_) pair->sign_up();
    solo_.sign_up();
  }

  // -- servers --

  static bool is_well(std::uint16_t port) {
    try {
      return http_status(port, "/healthz") == 200;
    } catch (const std::exception&) {
      return false;
    }
  }
  fs::path log() { return folder_.path() / ("process" + std::to_string(++logs_) + ".log"); }
  std::vector<std::string> command(const Node& node) const {
    return {build_ + "/moved-server", "--data", (folder_.path() / node.name).string(), "--store",
            postgres_.url(database_) + "?application_name=" + node.name};
  }
  void start(Node& node) {
    std::vector<std::string> words = command(node);
    words.insert(words.end(), {"--port", std::to_string(node.port), "--trusted-proxy", "127.0.0.1", "--scenarios",
                               WARDROOM_SOURCE_DIR "/tests/titles"});
    const std::vector<std::string> mail = letters_.options();
    words.insert(words.end(), mail.begin(), mail.end());
    for (const char* bound :
         {"--frames-per-second", "--frames-burst", "--open-matches", "--new-matches", "--open-matches-address",
          "--new-matches-address", "--running-matches", "--running-matches-address", "--looks", "--looks-address",
          "--exports-address", "--new-accounts-address"})
      words.insert(words.end(), {bound, "1000000"});
    node.process = std::make_unique<Process>(words, log());
    node.process->wait_for("wardroom listening on");
  }
  void stop(Node& node, std::chrono::milliseconds time) {
    node.process->signal(SIGSTOP);
    std::this_thread::sleep_for(time);
    node.process->signal(SIGCONT);
  }
  void cut_off(const Node& node, std::chrono::milliseconds time) {
    const auto limit = std::chrono::steady_clock::now() + time;
    do {
      postgres_.ask("postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '" +
                                    node.name + "'");
      std::this_thread::sleep_for(10ms);
    } while (std::chrono::steady_clock::now() < limit);
  }

  // -- faults --

  std::chrono::milliseconds between(std::uint32_t least, std::uint32_t most) {
    return std::chrono::milliseconds(least + random_() % (most - least));
  }
  void make(Fault fault, Node& node) {
    switch (fault) {
      case Fault::kKill:
        node.process->signal(SIGKILL);
        node.process->wait();
        std::this_thread::sleep_for(between(0, 3000));
        return start(node);
      case Fault::kStop:
        return stop(node, between(100, 1500));
      case Fault::kLongStop:  // the proxy gives it up meanwhile
        return stop(node, between(5000, 8000));
      case Fault::kRestart:
        node.process->signal(SIGTERM);
        EXPECT_EQ(node.process->wait(), 0) << node.process->output();
        return start(node);
      case Fault::kCutOff:
        return cut_off(node, between(100, 3000));
      case Fault::kDatabaseFails:
        postgres_.stop();
        std::this_thread::sleep_for(between(0, 2000));
        return postgres_.start();
      case Fault::kDatabaseStops:
        postgres_.stand_still();
        std::this_thread::sleep_for(between(100, 2000));
        return postgres_.go_on();
    }
  }
  bool failed() const {
    return std::ranges::any_of(pairs_, [](const auto& pair) { return pair->failed(); });
  }
  // Each kind of fault, again and again, so that all are made within the time.
  void trouble_them(std::uint32_t faults, std::chrono::seconds time) {
    const auto begun = std::chrono::steady_clock::now();
    std::vector<Fault> order(kFaults.begin(), kFaults.end());
    for (std::uint32_t i = 0; i < faults && !failed(); ++i) {
      std::this_thread::sleep_until(begun + i * time / faults);
      if (i % order.size() == 0) std::shuffle(order.begin(), order.end(), random_);
      Node& node = nodes_[random_() % nodes_.size()];
      if (!node.process->running()) throw std::runtime_error("a server ended by itself:\n" + node.process->output());
      make(order[i % order.size()], node);
      ++made_;
      const std::uint64_t taken = pace_.taken;
      within(30s, [&] { return pace_.taken != taken || failed(); });
    }
    std::this_thread::sleep_until(begun + time);
  }

  // -- people --

  void begin() {
    std::printf("seed %u\n", seed_);
    for (auto& pair : pairs_) pair->begin();
    solo_.begin();
    letters_.begin(port_);
  }
  // What is begun is played to its end, and held against the records.
  void end(std::chrono::seconds time) {
    letters_.end();
    for (auto& pair : pairs_) pair->end();
    const std::size_t alone = solo_.end();
    ASSERT_FALSE(HasFailure());
    Tally tally;
    for (auto& pair : pairs_) pair->check(port_, tally);
    const std::size_t letters = letters_.check(
        made_, [this] { postgres_.ask(database_, "UPDATE outbox SET due_ms = 0 WHERE state IN (0, 2)"); });
    check_store();
    EXPECT_GT(tally.taken, 0u);
    EXPECT_GT(letters, 0u);
    EXPECT_GT(alone, 0u);
    std::printf(R"({"seed": %u, "seconds": %u, "faults": %u, "matches": %zu, "acknowledged": %zu, "refused": %zu, )"
                R"("unknown_there": %zu, "unknown_not_there": %zu, "letters": %zu, "against_computer": %zu})"
                "\n",
                seed_, static_cast<unsigned>(time.count()), made_, tally.matches, tally.taken, tally.refused,
                tally.there, tally.not_there, letters, alone);
  }
  void check_store() {
    for (Node& node : nodes_) {
      node.process->signal(SIGTERM);
      EXPECT_EQ(node.process->wait(), 0) << node.process->output();
    }
    std::vector<std::string> words = command(nodes_.front());
    words.push_back("--check");
    Process check(words, log());
    EXPECT_EQ(check.wait(), 0) << check.output();
    EXPECT_THAT(check.output(), HasSubstr("is sound, with"));
  }

  // Where its servers lie: another build's may be replaced by this one's.
  std::string build_ = word_of("WARDROOM_OLDER", WARDROOM_BIN_DIR);
  const std::uint32_t seed_ = number_of("WARDROOM_SEED", 23);
  std::mt19937 random_{seed_};
  store::Cluster& postgres_ = store::Cluster::get();
  Folder folder_;
  int logs_ = 0;
  std::string database_;
  Letters letters_{folder_.path() / "letters"};
  std::array<Node, 3> nodes_{Node{"ONE"}, Node{"TWO"}, Node{"THREE"}};
  const std::uint16_t port_ = free_port();
  std::unique_ptr<Process> proxy_;
  Pace pace_;
  std::vector<std::unique_ptr<Pair>> pairs_;
  Solo solo_{port_, "dora", seed_ + 1'000, pace_};
  std::uint32_t made_ = 0;
};

TEST_F(Cluster, LosesDoublesAndInventsNothingOfWhatPeopleDid) {
  const auto faults = number_of("WARDROOM_FAULTS", 10);
  const std::chrono::seconds time(number_of("WARDROOM_SECONDS", 60));
  begin();
  try {
    trouble_them(faults, time);
  } catch (const std::exception& wrong) {
    ADD_FAILURE() << wrong.what();
  }
  EXPECT_EQ(made_, faults);
  end(time);
}

TEST_F(Cluster, IsReplacedServerByServerAndLosesNothingEither) {
  const std::chrono::milliseconds time = std::chrono::seconds(number_of("WARDROOM_SECONDS", 12));
  begin();
  build_ = WARDROOM_BIN_DIR;
  for (Node& node : nodes_) {
    std::this_thread::sleep_for(time / (nodes_.size() + 1));
    make(Fault::kRestart, node);
    ++made_;
  }
  std::this_thread::sleep_for(time / (nodes_.size() + 1));
  end(std::chrono::duration_cast<std::chrono::seconds>(time));
}

}  // namespace
}  // namespace wardroom::testing
