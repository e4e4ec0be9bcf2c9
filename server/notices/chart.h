// Chart: a picture that mail programs can show.
#pragma once

#include <cstddef>
#include <string>

namespace wardroom::notices {

inline constexpr std::size_t kMostPicture = 100 * 1024;

// PNG of an SVG, as large as fits into kMostPicture; empty: it cannot be drawn, or not so small.
std::string png_of(const std::string& svg, unsigned width, unsigned height);

}  // namespace wardroom::notices
