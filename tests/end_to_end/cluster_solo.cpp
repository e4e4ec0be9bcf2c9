#include "tests/end_to_end/cluster_solo.h"

#include <gtest/gtest.h>

#include <exception>

namespace wardroom::testing {

void Solo::begin() {
  thread_ = std::thread([this] { play(); });
}

std::size_t Solo::end() {
  enough_ = true;
  if (thread_.joinable()) thread_.join();
  return matches_;
}

void Solo::play() {
  try {
    for (; !enough_; ++matches_) (void)player_.play(player_.make_match("small", 0, "random"));
  } catch (const std::exception& wrong) {
    ADD_FAILURE() << wrong.what();
  }
}

}  // namespace wardroom::testing
