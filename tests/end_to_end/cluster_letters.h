// Letters: somebody signs up again and again, under ever new names, and each of them is to be sent one letter.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/end_to_end/processes.h"

namespace wardroom::testing {

class Letters {
 public:
  explicit Letters(std::filesystem::path folder);
  ~Letters();

  std::vector<std::string> options() const;  // for servers that send by this mail server
  void begin(std::uint16_t port);
  void end();
  // Whoever was told that he has signed up has been sent his letter; whoever sent it, how often. Gives how many came.
  // What a server had taken when it died, or was put off, comes when its time has passed.
  std::size_t check(std::size_t faults, const std::function<void()>& let_time_pass);

 private:
  enum class Outcome { kSignedUp, kUnknown };
  using Ids = std::map<std::string, std::multiset<std::string>>;  // of letters, by whom they are to

  void sign_up_again_and_again(std::uint16_t port);
  Outcome sign_up(std::uint16_t port, const std::string& name) const;
  Ids sent() const;

  std::filesystem::path folder_;
  const std::uint16_t relay_port_ = free_port();
  std::unique_ptr<Process> relay_;
  std::map<std::string, Outcome> people_;  // by address
  std::atomic<bool> enough_ = false;
  std::thread thread_;
};

}  // namespace wardroom::testing
