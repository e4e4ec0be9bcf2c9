// Parses the files of a bundle into messages, each by the type its header names.
#pragma once

#include <deque>
#include <vector>

#include "common/bundle.h"
#include "common/data/spot.h"

namespace wardroom {

// What a hostile or careless overlay may not exceed.
struct DataLimits {
  std::size_t files = 500;
  std::size_t file_bytes = 1 << 20;
  std::size_t bytes = 16 << 20;
  int nesting = 16;
};

// The files that could be parsed, in the order of their paths.
struct DataSet {
  std::deque<DataFile> files;

  template <class T>
  std::vector<Found<T>> all() const {
    std::vector<Found<T>> out;
    for (const DataFile& file : files) {
      if (const auto* message = dynamic_cast<const T*>(file.message.get())) out.push_back({*message, Spot(file)});
    }
    return out;
  }
};

// A file begins with `# proto-file: F` and `# proto-message: M`, M being one of `types`. Adds what is wrong to
// `mistakes` and leaves that file out; never throws on bad input.
DataSet parse(const Bundle& bundle, const std::vector<const google::protobuf::Descriptor*>& types, Mistakes& mistakes,
              const DataLimits& limits = {});

// A single file as whatever message its header names; none when this program does not know it, or the file is not one.
std::unique_ptr<google::protobuf::Message> parse_by_header(const std::string& text, const DataLimits& limits = {});

}  // namespace wardroom
