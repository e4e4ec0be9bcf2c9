#include "tests/end_to_end/cluster_letters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>

#include "tests/net/client.h"

namespace wardroom::testing {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr auto kPatience = 30s;

std::string id_of(const fs::path& letter) {
  const std::string header = "Message-ID: ";
  std::ifstream file(letter);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(header)) return line.substr(header.size());
  return "none in " + letter.filename().string();
}

}  // namespace

Letters::Letters(fs::path folder) : folder_(std::move(folder)) {
  fs::create_directories(folder_);
  relay_ = std::make_unique<Process>(
      std::vector<std::string>{"/usr/bin/python3", WARDROOM_SOURCE_DIR "/tests/end_to_end/mailbox.py", folder_.string(),
                               std::to_string(relay_port_)},
      folder_ / "relay.log");
  relay_->wait_for("mailbox listening on");
}

Letters::~Letters() { end(); }

std::vector<std::string> Letters::options() const {
  return {"--mail-relay",
          "smtp://127.0.0.1:" + std::to_string(relay_port_),
          "--mail-from",
          "wardroom@example.org",
          "--mail-plain",
          "--public-url",
          "https://play.example.org",
          "--mails-address",
          "1000000"};
}

void Letters::begin(std::uint16_t port) {
  thread_ = std::thread([this, port] { sign_up_again_and_again(port); });
}

void Letters::end() {
  enough_ = true;
  if (thread_.joinable()) thread_.join();
}

void Letters::sign_up_again_and_again(std::uint16_t port) {
  for (int number = 0; !enough_; ++number) {
    const std::string name = "cora" + std::to_string(number);
    people_[name + "@example.org"] = sign_up(port, name);
    std::this_thread::sleep_for(200ms);
  }
}

Letters::Outcome Letters::sign_up(std::uint16_t port, const std::string& name) const {
  try {
    net::Client client(port);
    if (client.open() != 101) return Outcome::kUnknown;
    v1::ClientFrame frame;
    frame.mutable_sign_up()->set_name(name);
    frame.mutable_sign_up()->set_password("a quiet harbour");
    frame.mutable_sign_up()->set_email(name + "@example.org");
    (void)client.ask(net::hello());
    return client.ask(frame).has_signed_in() ? Outcome::kSignedUp : Outcome::kUnknown;
  } catch (const std::runtime_error&) {
    return Outcome::kUnknown;
  }
}

Letters::Ids Letters::sent() const {
  Ids ids;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    if (entry.path().extension() != ".eml") continue;
    const std::string name = entry.path().stem();
    ids[name.substr(name.find('.') + 1)].insert(id_of(entry.path()));
  }
  return ids;
}

std::size_t Letters::check(std::size_t faults, const std::function<void()>& let_time_pass) {
  const auto all_sent = [&](const Ids& ids) {
    return std::ranges::all_of(
        people_, [&](const auto& each) { return each.second == Outcome::kUnknown || ids.contains(each.first); });
  };
  Ids ids = sent();
  const auto wait = [&] {
    const auto limit = std::chrono::steady_clock::now() + kPatience;
    for (; !all_sent(ids) && std::chrono::steady_clock::now() < limit; ids = sent()) std::this_thread::sleep_for(200ms);
  };
  wait();
  if (!all_sent(ids)) let_time_pass();
  wait();
  std::size_t letters = 0, repeats = 0;
  for (const auto& [address, outcome] : people_) {
    const auto found = ids.find(address);
    if (found == ids.end()) {
      EXPECT_EQ(outcome, Outcome::kUnknown) << address << " was not sent his letter";
      continue;
    }
    const std::set<std::string> different(found->second.begin(), found->second.end());
    EXPECT_EQ(different.size(), 1u) << address << " was sent more than one letter";
    letters += different.size();
    repeats += found->second.size() - different.size();
  }
  EXPECT_LE(repeats, faults) << "letters were sent again without a reason";
  return letters;
}

}  // namespace wardroom::testing
