// Chapter 3: the sequence of play.
#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {
namespace {

// [3.4] All convoys home and one side's Task Forces in port: the Operation is over.
TEST(Rule3_4, EndsWhenConvoysAreHomeAndOneSidesTaskForcesAreInPort) {
  Stage stage("pq12");
  stage.at(11, kAxis, v1::Clock::COMBINE_FORCES).task_force(kAllied, "hood", {{"ship.london"}}, "0611");
  Scene scene = stage.scene();
  EXPECT_TRUE(scene.was_told(kAllied, "report.operation_ended.forces_in_port"));
  EXPECT_TRUE(scene.over());
}

}  // namespace
}  // namespace wardroom::pq17
