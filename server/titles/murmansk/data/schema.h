// What Murmansk Run's data files promise beyond their message types.
#pragma once

#include "common/data/schema.h"

namespace wardroom::murmansk {

const Schema& data_schema();

// The file types of which there is exactly one file.
const std::vector<const google::protobuf::Descriptor*>& single_files();

// What the links of the map, tables, seasons and openings promise.
void check_box(const DataSet& data, Mistakes& mistakes);

}  // namespace wardroom::murmansk
