// Blank forms of data files: every field once, with what its schema says about it.
#pragma once

#include <google/protobuf/descriptor.h>

#include <string>
#include <string_view>

namespace wardroom {

class Forms {
 public:
  // `described`: a serialized FileDescriptorSet with source information.
  explicit Forms(std::string_view described);

  // A file of this type that parses as it stands; its values are there to be replaced.
  std::string form(const google::protobuf::Descriptor& type) const;

 private:
  google::protobuf::DescriptorPool pool_;
};

}  // namespace wardroom
