// Round: a thread that works as long as there is something to do, rests, and looks again. What it does may block.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace wardroom::notices {

class Round {
 public:
  struct Settings {
    std::chrono::milliseconds rest{500};
    std::chrono::milliseconds patience = std::chrono::seconds(5);  // for what is under way when it stops
    std::function<void()> idle = [] {};                            // there was nothing to do
  };
  // `work`: whether there was anything to do; what it throws is logged. `give_up`: from another thread, when patience
  // is at its end.
  Round(std::function<bool()> work, std::function<void()> give_up, Settings settings);
  ~Round() { stop(); }
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

  void stop();  // from any thread but its own

 private:
  void run();

  const std::function<bool()> work_;
  const std::function<void()> give_up_;
  const Settings settings_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace wardroom::notices
