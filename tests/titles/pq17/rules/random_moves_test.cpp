// Movement by players who answer at random, and begun again in the middle [5].
#include <random>
#include <set>

#include "tests/titles/pq17/rules/naval.h"
#include "wardroom/v1/play.pb.h"

namespace wardroom::pq17 {
namespace {

// Chance that remembers its occasions: none may come twice.
class OnceOnly final : public Chance {
 public:
  explicit OnceOnly(std::uint32_t seed) : random_(seed) {}
  std::uint32_t draw(const Occasion& occasion, std::uint32_t sides) override {
    EXPECT_TRUE(seen_.insert(occasion).second)
        << "an occasion came twice: step " << occasion.step << ", subject " << occasion.subject;
    return static_cast<std::uint32_t>(random_() % sides);
  }

 private:
  std::mt19937 random_;
  std::set<Occasion> seen_;
};

// Players who answer at random always get on.
TEST(RandomMoves, ForcesOfAllKindsAlwaysFinishTheirSegments) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    Stage stage("pq17", {"option.combining_forces", "option.training"});
    stage.at(9, kAllied, Clock::NAVAL_MOVEMENT)
        .weather(seed % 2 == 0 ? v1::Weather::STORMS : v1::Weather::FAIR)
        .convoy(kAllied, "pq",
                {{"class.mv", 30},
                 {"class.mo", 2},
                 {"class.british_a_i", 4},
                 {"class.british_es", 3},
                 {"class.british_submarine", 1}},
                "0709", "port.arkhangelsk")
        .convoy(kAllied, "qp", {{"class.mv", 20}, {"class.hunt_ii", 3}}, "port.murmansk", "port.reykjavik", false)
        .convoy(kAllied, "stragglers", {{"class.mv", 4}}, "0709", "port.arkhangelsk")
        .task_force(kAllied, "home fleet", {{"ship.duke_of_york"}, {"ship.victorious"}, {"class.british_j_r", 4}},
                    "0709")
        .task_force(kAllied, "cruisers", {{"ship.london"}, {"ship.norfolk"}}, "port.reykjavik")
        .wolfpack(kAllied, "british", {{"class.british_submarine", 2}}, "0812")
        .wolfpack(kAllied, "soviet", {{"class.soviet_submarine", 2}}, "0616")
        .dummy(kAllied, "one", "0709")
        .dummy(kAllied, "two", "port.scapa_flow")
        .task_force(kAxis, "tirpitz", {{"ship.tirpitz"}, {"class.type_36a", 2}}, "0713")
        .task_force(kAxis, "scheer", {{"ship.admiral_scheer"}, {"class.type_34_36", 2}}, "port.narvik")
        .wolfpack(kAxis, "u", {{"class.type_viic", 3}}, "0710")
        .wolfpack(kAxis, "v", {{"class.type_viic", 2}}, "0616")
        .dummy(kAxis, "three", "port.narvik")
        .dummy(kAxis, "four", "0713");
    stage.force("stragglers").set_dispersed_from(stage.force("pq").key());
    stage.force("cruisers").set_patrol_white(true);
    OnceOnly chance(seed);
    std::mt19937 random(seed);
    Game game(the_title(), std::make_unique<Truth>(stage.truth()), chance);
    for (int answers = 0; answers < 2500 && !game.over(); ++answers) {
      const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
      const Menu* menu = game.menu(seat);
      ASSERT_TRUE(menu && !menu->items.empty());
      const Action action = menu->items[random() % menu->items.size()].action;
      ASSERT_NO_THROW(game.answer(seat, action)) << "seed " << seed << ", answer " << answers;
      game.take();
    }
    EXPECT_GT(static_cast<const Truth&>(game.position()).clock().turn(), 9) << "seed " << seed;
  }
}

// Re-entering from the position asks the same menu.
TEST(Checkpoints, TheMenusOfTheSegmentsComeBackFromThePositionAlone) {
  Stage stage = naval("pq12", 9, kAllied);
  stage.task_force(kAllied, "tf", {{"ship.london"}, {"class.british_a_i", 2}}, "0908")
      .convoy(kAllied, "convoy", {{"class.mv", 12}, {"class.british_es", 1}}, "0708", "port.murmansk")
      .dummy(kAllied, "dummy", "port.scapa_flow");
  Scene scene = stage.scene(any_chance());
  const auto same_again = [&] {
    ASSERT_TRUE(scene.menu(kAllied) && scene.menu(kAllied)->checkpoint);
    Scene again(std::make_unique<Truth>(scene.truth()), {}, {});
    ASSERT_TRUE(again.menu(kAllied));
    EXPECT_EQ(again.menu(kAllied)->kind, scene.menu(kAllied)->kind);
    ASSERT_EQ(again.menu(kAllied)->items.size(), scene.menu(kAllied)->items.size());
    for (std::size_t i = 0; i < again.menu(kAllied)->items.size(); ++i) {
      EXPECT_EQ(again.menu(kAllied)->items[i].action, scene.menu(kAllied)->items[i].action);
    }
    EXPECT_TRUE(again.told(kAllied).empty());
  };
  same_again();  // split
  to_moves(scene, kAllied);
  same_again();
  move(scene, kAllied, "convoy", {"0709"});
  same_again();
  move(scene, kAllied, "tf", {"0909"});
  scene.answer(kAllied, Verb::STOP);
  same_again();
}

}  // namespace
}  // namespace wardroom::pq17
