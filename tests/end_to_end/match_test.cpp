// Whole matches between two terminal programs and a server program, with everything that goes wrong on the way.
#include <random>

#include "tests/end_to_end/end_to_end.h"

namespace wardroom::testing {
namespace {

using namespace std::chrono_literals;

TEST_F(EndToEnd, TwoTerminalsPlayThroughARestartAndADroppedLineAndTheMatchIsProved) {
  start_server();
  Wire wire(port_);
  const std::string match = begin(port_, wire.port(), "long");
  second_->wait_for("\"event\":\"update\"");
  wire.cut();
  second_->wait_for("terminal.returned");
  server_->signal(SIGTERM);
  EXPECT_EQ(server_->wait(), 0);
  start_server();
  EXPECT_EQ(first_->wait(), 0) << first_->output().substr(0, 4000);
  EXPECT_EQ(second_->wait(), 0) << second_->output().substr(0, 4000);
  expect_each_serial_once(first_->output());
  expect_each_serial_once(second_->output());
  expect_proof(match);
}

TEST_F(EndToEnd, TheFirstOpensWhatHePromisedWhenHeComesBackInAnotherProgram) {
  start_server();
  const std::string match = open(port_, "small");
  first_->signal(SIGKILL);
  first_->wait();
  second_ = player("second", port_, {"--join", match, "--seed", "2"});
  second_->wait_for("openByMs");
  first_ = player("first", port_, {"--join", match, "--seed", "3"});
  EXPECT_EQ(first_->wait(), 0) << first_->output().substr(0, 4000);
  EXPECT_EQ(second_->wait(), 0) << second_->output().substr(0, 4000);
  expect_proof(match);
}

TEST_F(EndToEnd, AServerKilledAgainAndAgainLosesAndRepeatsNothing) {
  start_server();
  Wire wire(port_);
  const std::string match = begin(port_, wire.port(), "long");
  second_->wait_for("\"event\":\"update\"");
  std::mt19937 random(7);
  int kills = 0;
  while ((first_->running() || second_->running()) && kills < 12) {
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 300));
    if (kills % 3 == 2) wire.cut();
    server_->signal(SIGKILL);
    server_->wait();
    ++kills;
    start_server();
  }
  EXPECT_EQ(first_->wait(), 0) << first_->output().substr(0, 4000);
  EXPECT_EQ(second_->wait(), 0) << second_->output().substr(0, 4000);
  EXPECT_GT(kills, 2);
  expect_each_serial_once(first_->output());
  expect_each_serial_once(second_->output());
  expect_proof(match);
}

TEST_F(EndToEnd, ADatabaseThatCannotGrowRefusesAndTheMatchGoesOnWhenItCan) {
  start_server();
  const std::string match = begin(port_, port_, "long");
  second_->wait_for("\"event\":\"update\"");
  server_->limit_files(std::filesystem::file_size(folder_.path() / "data/wardroom.sqlite-wal"));
  // Whoever is asked hears it and leaves; the other waits for him.
  while (first_->running() && second_->running()) std::this_thread::sleep_for(5ms);
  Process& refused = first_->running() ? *second_ : *first_;
  EXPECT_EQ(refused.wait(), 1);
  EXPECT_TRUE(refused.output().ends_with("\"words\":\"It could not be stored, so it did not happen. Try again.\"}\n"));
  EXPECT_EQ(http_status(port_, "/healthz"), 503u);
  first_.reset();
  second_.reset();

  server_->limit_files(std::nullopt);
  const auto healthy_by = std::chrono::steady_clock::now() + 15s;
  while (http_status(port_, "/healthz") != 200 && std::chrono::steady_clock::now() < healthy_by)
    std::this_thread::sleep_for(10ms);
  EXPECT_EQ(http_status(port_, "/healthz"), 200u);
  first_ = player("first", port_, {"--join", match, "--seed", "3"});
  second_ = player("second", port_, {"--join", match, "--seed", "4"});
  EXPECT_EQ(first_->wait(), 0) << first_->output().substr(0, 4000);
  EXPECT_EQ(second_->wait(), 0) << second_->output().substr(0, 4000);
  expect_proof(match);
}

// Hidden words of one side: the captains' names. They stand in the owner's own view and nowhere else.
TEST_F(EndToEnd, NoCanaryReachesTheOtherSeatAnObserverOrTheLog) {
  start_server();
  const std::string match = begin(port_, port_, "small");
  Process observer(terminal(port_, {"--json", "watch", match}), folder_.path() / "observer.log", home("observer"));
  EXPECT_EQ(first_->wait(), 0) << first_->output().substr(0, 4000);
  EXPECT_EQ(second_->wait(), 0) << second_->output().substr(0, 4000);
  observer.wait();
  const std::string first = first_->output();
  EXPECT_NE(first.find("CANARY-0-1"), std::string::npos);
  EXPECT_EQ(first.find("CANARY-1"), std::string::npos);
  EXPECT_EQ(second_->output().find("CANARY-0"), std::string::npos);
  EXPECT_EQ(observer.output().find("CANARY"), std::string::npos);
  EXPECT_EQ(server_->output().find("CANARY"), std::string::npos);
}

TEST_F(EndToEnd, APersonAgainstTheBotOfTheServer) {
  start_server();
  auto alone = player("alone", port_, {"--title", "picket", "--scenario", "small", "--bot", "random", "--seed", "3"});
  EXPECT_EQ(alone->wait(), 0) << alone->output().substr(0, 4000);
}

}  // namespace
}  // namespace wardroom::testing
