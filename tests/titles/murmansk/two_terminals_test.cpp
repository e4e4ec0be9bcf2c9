// Two terminals finish a match, and its export is proved.
#include "tests/end_to_end/end_to_end.h"

namespace wardroom::testing {
namespace {

class TwoTerminals : public EndToEnd {
 protected:
  TwoTerminals()
      : EndToEnd({.server = "wardroom-server",
                  .terminal = "wardroom",
                  .scenarios = WARDROOM_SOURCE_DIR "/scenarios",
                  .title = "murmansk",
                  .first_side = "allied"}) {}
};

TEST_F(TwoTerminals, FinishTheFirstConvoyAndItIsProved) {
  start_server();
  const std::string match = begin(port_, port_, "learning");
  EXPECT_EQ(first_->wait(), 0) << first_->output().substr(0, 4000);
  EXPECT_EQ(second_->wait(), 0) << second_->output().substr(0, 4000);
  expect_each_serial_once(first_->output());
  expect_proof(match);
}

}  // namespace
}  // namespace wardroom::testing
