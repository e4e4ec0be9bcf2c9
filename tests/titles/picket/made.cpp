// Picket made of the data beside this file, for tests.
#include <google/protobuf/text_format.h>

#include "tests/titles/picket/picket.h"

namespace wardroom::picket {

wire::record::Data read_data() {
  auto bundle = Bundle::read(WARDROOM_PICKET_DATA);
  wire::record::Data data;
  if (!bundle || !google::protobuf::TextFormat::ParseFromString(bundle->find("picket.textproto")->text, &data)) {
    throw Broken("picket's data cannot be read");
  }
  return data;
}

std::shared_ptr<const Picket> make_picket(Leak leak) { return std::make_shared<const Picket>(read_data(), leak); }

}  // namespace wardroom::picket
