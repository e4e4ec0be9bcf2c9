// Battles with random answers and dice: they end, no ship is lost or found on the way, and each side sees what lies on
// the Battle Display and nothing else.
#include <random>

#include "server/titles/pq17/combat/display.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/surface/battle.h"
#include "tests/titles/pq17/rules/surface.h"

namespace wardroom::pq17 {
namespace {

using W = v1::Weather;

class AnyChance final : public Chance {
 public:
  explicit AnyChance(std::uint64_t seed) : random_(seed) {}
  std::uint32_t draw(const Occasion&, std::uint32_t sides) override {
    return static_cast<std::uint32_t>(random_() % sides);
  }

 private:
  std::mt19937_64 random_;
};

using Sum = std::map<std::string, int>;

// Classes by CS, named ships as one.
void count(Sum& sum, const std::string& unit, int cs) { sum[unit] += the_title().reference().unit(unit).ship ? 1 : cs; }

Sum ships_anywhere(const Truth& truth) {
  Sum sum;
  for (const v1::Own* own : {&truth.allied(), &truth.axis()}) {
    for (const v1::Force& force : own->force()) {
      for (const v1::Counter& ship : force.ship()) count(sum, ship.unit(), ship.cs());
    }
    for (const auto& removed : own->removed()) count(sum, removed.unit(), removed.cs());
  }
  for (const auto& loss : truth.standing().loss()) count(sum, loss.unit(), loss.cs());
  return sum;
}

std::vector<Unit> some_of(std::mt19937_64& random, const std::vector<Unit>& all) {
  std::vector<Unit> chosen;
  for (const Unit& unit : all) {
    if (random() % 2 == 0) chosen.push_back(unit);
  }
  if (chosen.empty()) chosen.push_back(all[random() % all.size()]);
  return chosen;
}

// What a viewer sees of the other side's counters is what lies there, or nothing while it lies face down.
void expect_fair(Operation& op) {
  if (!op.truth.has_battle()) return;
  const bool inverted = op.truth.battle().face_down();
  for (const v1::Battle::Unit& unit : op.truth.battle().unit()) {
    ASSERT_EQ(unit.has_ship(), !inverted);
    if (inverted) continue;
    v1::Counter lies = displayed(op, id_of(unit)).ship();
    lies.clear_oiler_fuel();
    ASSERT_EQ(unit.ship().SerializeAsString(), lies.SerializeAsString());
  }
  if (!inverted) return;
  for (Side side : kSides) {
    const auto view = the_title().view(op.truth, viewer(seat_of(side)));
    static_cast<v1::View&>(*view).clear_own();
    const std::string seen = view->ShortDebugString();
    for (const v1::Displayed& each : op.own(enemy_of(side)).display())
      ASSERT_EQ(seen.find(each.ship().unit()), std::string::npos) << each.ship().unit();
  }
}

TEST(RandomBattles, EndWithEveryShipAccountedFor) {
  const std::vector<Unit> german{{"ship.tirpitz"},        {"ship.admiral_hipper"}, {"ship.luetzow"},
                                 {"class.type_34_36", 3}, {"class.type_36a", 4},   {"class.type_35_37", 2}};
  const std::vector<Unit> escort{{"ship.london"},          {"ship.anson"},       {"class.british_a_i", 5},
                                 {"class.british_o_p", 3}, {"class.hunt_ii", 2}, {"class.british_es", 2}};
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const std::vector<std::string> options =
        seed % 3 == 0 ? std::vector<std::string>{"option.night_actions", "option.destroyer_hits"}
                      : std::vector<std::string>{};
    const Side active = random() % 2 == 0 ? kAllied : kAxis;
    Stage stage = at_surface_combat(seed % 2 == 0 ? kDay : kNight, active, options);
    stage.weather(static_cast<W::Kind>(W::FAIR + static_cast<int>(random() % 5)));
    stage.task_force(kAxis, "G", some_of(random, german), kOpenSea)
        .task_force(kAxis, "H", {{"ship.admiral_scheer"}, {"class.type_36a", 1}}, kOpenSea);
    std::vector<Unit> convoy = some_of(random, escort);
    if (seed % 5 == 0) convoy.clear();
    for (const Unit& unit : {Unit{"class.mv", 14}, Unit{"class.mc", 1}, Unit{"ship.black_ranger"}})
      convoy.push_back(unit);
    stage.convoy(kAllied, "C", convoy, kOpenSea, "port.murmansk")
        .task_force(kAllied, "T", {{"ship.sheffield"}, {"ship.jamaica"}}, kOpenSea);
    const Sum before = ships_anywhere(stage.truth());

    AnyChance chance(seed);
    Table table(chance);
    Operation op(the_title().reference(), stage.truth(), table);
    begin_engagement(op, v1::Battle::SURFACE, kAxis, *hex_of(kOpenSea)).set_surprise(seed % 4 == 1);
    const std::vector<ForceKey> attackers{key_of(stage.force("G"))};
    const std::vector<ForceKey> defenders{key_of(stage.force("C"))};
    Task<> task = battle(op, kAxis, attackers, defenders);
    task.handle().resume();
    int answers = 0;
    for (; !task.done() && answers < 3000; ++answers) {
      const Side side =
          table.pending(seat_of(kAllied)) && (!table.pending(seat_of(kAxis)) || random() % 2 == 0) ? kAllied : kAxis;
      const Menu& menu = *table.pending(seat_of(side));
      const Action action = menu.items[random() % menu.items.size()].action;
      table.answer(seat_of(side), action);
      expect_fair(op);
      if (HasFatalFailure()) return;
    }
    ASSERT_TRUE(task.done()) << "after " << answers << " answers";
    task.take();
    EXPECT_FALSE(stage.truth().has_battle());
    EXPECT_TRUE(stage.truth().allied().display().empty() && stage.truth().axis().display().empty());
    EXPECT_EQ(ships_anywhere(stage.truth()), before);
    for (const v1::Own* own : {&stage.truth().allied(), &stage.truth().axis()}) {
      for (const v1::Force& force : own->force()) {
        EXPECT_FALSE(force.ship().empty());
        for (const v1::Counter& ship : force.ship()) EXPECT_EQ(ship.hits(), 0);
      }
    }
  }
}

}  // namespace
}  // namespace wardroom::pq17
