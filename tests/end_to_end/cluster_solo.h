// Solo: somebody who plays match after match against the computer over lines that break. None of them comes to a stand,
// whichever server thought for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

#include "tests/end_to_end/kills_player.h"

namespace wardroom::testing {

class Solo {
 public:
  Solo(std::uint16_t port, const std::string& name, std::uint32_t seed, Pace& pace) : player_(port, name, seed, pace) {}
  ~Solo() { end(); }

  void sign_up() { player_.sign_up(); }
  void begin();
  std::size_t end();  // what is begun is played to its end; how many matches were. Whatever went wrong fails the test

 private:
  void play();

  Player player_;
  std::size_t matches_ = 0;
  std::atomic<bool> enough_ = false;
  std::thread thread_;
};

}  // namespace wardroom::testing
