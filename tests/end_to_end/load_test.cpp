// The load generator, against a server program.
#include "client/terminal/load.h"

#include <algorithm>
#include <numeric>
#include <thread>

#include "tests/end_to_end/end_to_end.h"

namespace wardroom::testing {
namespace {

using namespace std::chrono_literals;
using terminal::Arrivals;
using terminal::LoadFigures;
using terminal::LoadSettings;
using terminal::Spacing;

class Load : public EndToEnd {
 protected:
  void SetUp() override {
    start_server({"--new-matches", "1000000", "--new-matches-address", "1000000", "--looks", "1000000",
                  "--looks-address", "1000000"});
    settings_.addresses.push_back(*terminal::parse_address(url(port_)));
    settings_.title = "picket";
    settings_.scenario = "small";
    settings_.matches = 4;
    settings_.seconds = 1;
    settings_.servers = {server_->pid()};
  }

  LoadSettings settings_;
};

TEST_F(Load, TellsWhatActionsTookAndCost) {
  settings_.connections = 20;
  settings_.watching = 10;
  const LoadFigures figures = terminal::run_load(settings_);
  EXPECT_EQ(figures.errors, 0u) << figures.first_error;
  EXPECT_GT(figures.actions, 10u);
  EXPECT_EQ(figures.latencies_us.size(), figures.actions);
  EXPECT_GT(figures.finished, 0u);
  EXPECT_GT(figures.own_cpu_s, 0);
  EXPECT_GT(figures.server_cpu_s, 0);
  EXPECT_GT(figures.server_memory, 1u << 20);
  // What goes to and fro for an action, and more that is none's: matches are begun.
  const auto sum = std::accumulate(figures.bytes_of_actions.begin(), figures.bytes_of_actions.end(), std::uint64_t{0});
  EXPECT_GT(sum, figures.bytes / 3);
  EXPECT_LT(sum, figures.bytes + figures.bytes / 10);
  const std::string json = terminal::to_json(figures, settings_);
  for (const char* name : {"actions_per_s", "p50_ms", "p99_ms", "p999_ms", "bytes_per_action", "median_bytes", "errors",
                           "load_cpu_s_per_1000", "server_cpu_s_per_1000", "server_memory", "memory_per_connection"})
    EXPECT_NE(json.find('"' + std::string(name) + "\":"), json.npos) << name;
}

TEST_F(Load, WhoWantsToActWhileTheServerStandsStillHasWaitedSince) {
  settings_.rate = 200;
  settings_.seconds = 2;
  std::thread stop([&] {
    std::this_thread::sleep_for(1200ms);
    server_->signal(SIGSTOP);
    std::this_thread::sleep_for(400ms);
    server_->signal(SIGCONT);
  });
  const LoadFigures figures = terminal::run_load(settings_);
  stop.join();
  EXPECT_EQ(figures.errors, 0u) << figures.first_error;
  // Of 80 that were due then, 60 within its first 300 ms. A generator that waits for answers would have asked four.
  EXPECT_GT(std::ranges::count_if(figures.latencies_us, [](std::uint32_t us) { return us > 100'000; }), 30);
}

TEST_F(Load, WhatIsDueAndNotAnsweredCountsToo) {
  settings_.rate = 100'000;
  const LoadFigures figures = terminal::run_load(settings_);
  EXPECT_EQ(figures.errors, 0u) << figures.first_error;
  EXPECT_GT(figures.unanswered, 1000u);
  EXPECT_EQ(figures.latencies_us.size(), figures.actions + figures.unanswered);
}

TEST(LoadArrivals, AreAsManyAsWereAskedFor) {
  const Arrivals::Time start{};
  for (const Spacing spacing : {Spacing::kEven, Spacing::kPoisson}) {
    Arrivals arrivals(1000, spacing, 1, start);
    Arrivals::Time last = start;
    std::size_t close = 0;  // to the one before
    for (int i = 0; i < 10'000; ++i) {
      const Arrivals::Time next = arrivals.take();
      EXPECT_GE(next, last);
      if (next - last < 500us) ++close;
      last = next;
    }
    EXPECT_NEAR(std::chrono::duration<double>(last - start).count(), 10, 0.5);
    EXPECT_EQ(close > 0, spacing == Spacing::kPoisson);
  }
}

}  // namespace
}  // namespace wardroom::testing
