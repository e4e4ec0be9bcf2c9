// Which ids of the data are really played: a test says so with the position before and after what the id makes happen,
// or with the positions without it and with it. Only a difference in what the ships, aircraft and weather are counts.
// The walk over all ids is in played_test.cpp.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "wardroom/pq17/v1/position.pb.h"

namespace wardroom::pq17 {

// Time goes on, and options and events lie on the table, whether or not they matter.
inline std::string substance_of(v1::record::Position position) {
  position.clear_clock();
  position.mutable_standing()->clear_option();
  position.mutable_standing()->clear_event();
  position.mutable_sea()->clear_next_id();
  position.mutable_sea()->clear_engagements();
  for (auto* own : {position.mutable_allied(), position.mutable_axis()}) own->clear_step();
  return position.SerializeAsString();
}

inline void plays(const std::string& id, const v1::record::Position& before, const v1::record::Position& after) {
  const bool changed = substance_of(before) != substance_of(after);
  EXPECT_TRUE(changed) << id << " has changed nothing";
  const char* file = std::getenv("WARDROOM_PLAYED");
  if (changed && file) std::ofstream(file, std::ios::app) << id << "\n";
}

}  // namespace wardroom::pq17
