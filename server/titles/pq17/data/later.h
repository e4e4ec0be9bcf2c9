// What came into the data after matches had been stored with theirs, and what it reads as where it is lacking.
#pragma once

#include <string>
#include <vector>

#include "common/bundle.h"

namespace wardroom::pq17 {

// How to add something to the data:
//  - a number, or another field that the checks ask for: a line in `fields`, with what the rules did before there was
//    such a field. It is given to every message of that type that lacks it. A field that may be absent needs no line.
//  - a file of a new type (single_files in data_schema.cpp): a line in `files`, with its whole text below the header.
//  - an option: no line. A match whose data lack it plays with the option off, whatever its default is now.
//  - a ruling or a text: no line. Rulings are for readers, and texts always come from the data of this build.
//  - a stricter check that stored data may not pass and play does not need: beside check_texts in data.cpp, which
//    stored data are spared.
// Stored data are text: names of messages, fields and enum values stay for good, unused if need be.
struct LaterData {
  struct Default {
    std::string type;  // full name of the message
    std::string text;  // of that message, with the fields meant
  };
  std::vector<Default> fields;
  std::vector<Default> files;
};

const LaterData& later_data();

// Data that were stored with a match, with what they lack. Only those: what lies in scenarios/pq17 must be whole.
Bundle completed(const Bundle& stored, const LaterData& later = later_data());

}  // namespace wardroom::pq17
