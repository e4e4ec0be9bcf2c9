// The box as it lies in scenarios/pq17, read once for all tests of a program.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>

#include "common/catalog.h"
#include "server/titles/pq17/data/data.h"

namespace wardroom::pq17 {

using wardroom::v1::Dice;
using wardroom::v1::Provenance;

inline const std::vector<v1::Weather::Kind> kAllWeather = {v1::Weather::FAIR, v1::Weather::REDUCED_VISIBILITY,
                                                           v1::Weather::FOG, v1::Weather::STORMS, v1::Weather::GALES};

inline const Bundle& the_files() {
  static const Bundle files = *Bundle::read(std::filesystem::path(WARDROOM_SOURCE_DIR) / "scenarios" / "pq17");
  return files;
}

inline const GameBox& the_box() {
  static const std::shared_ptr<const GameBox> box = [] {
    auto read_box = read(the_files());
    if (const auto* mistakes = std::get_if<Mistakes>(&read_box)) {
      for (const Mistake& mistake : *mistakes) {
        std::cerr << mistake.file << ':' << mistake.line << ": " << mistake.field << ": " << bare(mistake.what) << '\n';
      }
      std::abort();
    }
    return std::get<std::shared_ptr<const GameBox>>(read_box);
  }();
  return *box;
}

}  // namespace wardroom::pq17
