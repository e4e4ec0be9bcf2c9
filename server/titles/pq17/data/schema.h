// What PQ-17's data files promise beyond their message types (see scenarios/pq17/README.md).
#pragma once

#include "common/data/schema.h"

namespace wardroom::pq17 {

const Schema& data_schema();

// The file types of which there is exactly one file.
const std::vector<const google::protobuf::Descriptor*>& single_files();

}  // namespace wardroom::pq17
