// No event tells a side more than the rules show: every event is played in the truth and in worlds that the side cannot
// tell from it, and until a licensed reveal differs it is told the same, asked the same and sees the same.
#include <optional>
#include <random>

#include "tests/titles/pq17/rules/event.h"
#include "wardroom/v1/play.pb.h"

namespace wardroom::pq17 {
namespace {

// Chance by occasion, as in a match; the dice of the table are given.
class ForcedEvent final : public Chance {
 public:
  ForcedEvent(std::uint64_t seed, int roll) : seed_(seed), roll_(roll) {}
  std::uint32_t draw(const Occasion& occasion, std::uint32_t sides) override {
    const bool table = occasion.step == static_cast<std::uint32_t>(Draw::kEvent) && occasion.subject == 0;
    if (table) return static_cast<std::uint32_t>(occasion.ordinal == 0 ? roll_ / 10 : roll_ % 10);
    std::seed_seq all{static_cast<std::uint32_t>(seed_),
                      occasion.phase,
                      occasion.step,
                      static_cast<std::uint32_t>(occasion.subject),
                      occasion.ordinal,
                      sides};
    std::mt19937 random(all);
    return static_cast<std::uint32_t>(random() % sides);
  }

 private:
  std::uint64_t seed_;
  int roll_;
};

// One world in which the event happens, as one side lives through it.
class Happening {
 public:
  Happening(const Truth& truth, std::uint64_t seed, int roll, Side watcher)
      : truth_(truth),
        chance_(seed, roll),
        table_(chance_),
        op_(the_title().reference(), truth_, table_),
        task_(random_event(op_)),
        watcher_(watcher) {
    task_.handle().resume();
    listen();
  }

  struct Heard {
    std::string words;
    bool revealed;
    bool operator==(const Heard& other) const { return words == other.words; }
  };
  const std::vector<Heard>& heard() const { return heard_; }
  bool done() const { return task_.done(); }
  const Menu* menu(Side side) const { return table_.pending(seat_of(side)); }
  std::string view() const { return the_title().view(truth_, viewer(seat_of(watcher_)))->SerializeAsString(); }
  void answer(Side side, const Action& action) {
    table_.answer(seat_of(side), action);
    listen();
  }

 private:
  void listen() {
    for (const auto& told : table_.take().told) {
      if (!told.viewers.has(viewer(seat_of(watcher_)))) continue;
      wardroom::v1::Report report;
      to_wire(told.report, report);
      heard_.push_back({report.SerializeAsString(), told.revealed()});
    }
    if (task_.done()) task_.take();
  }

  Truth truth_;
  ForcedEvent chance_;
  Table table_;
  Operation op_;
  Task<> task_;
  Side watcher_;
  std::vector<Heard> heard_;
};

enum class End { kSame, kRevealed, kNotPlayable, kLeak };

End compare(const Happening& truth, const Happening& other, Side watcher) {
  const auto& a = truth.heard();
  const auto& b = other.heard();
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i < a.size() && i < b.size() && a[i] == b[i]) continue;
    const bool revealed = (i < a.size() && a[i].revealed) || (i < b.size() && b[i].revealed);
    return revealed ? End::kRevealed : End::kLeak;
  }
  if ((truth.menu(watcher) != nullptr) != (other.menu(watcher) != nullptr)) return End::kLeak;
  return truth.view() == other.view() ? End::kSame : End::kLeak;
}

End play_both(Happening& truth, Happening& other, Side watcher) {
  for (int answers = 0; answers < 20; ++answers) {
    const End end = compare(truth, other, watcher);
    if (end != End::kSame || truth.done()) return end;
    for (Side side : kSides) {
      const Menu* menu = truth.menu(side);
      if (!menu) continue;
      const Action action = menu->items[static_cast<std::size_t>(answers) % menu->items.size()].action;
      if (!other.menu(side) || !other.menu(side)->find(action)) return side == watcher ? End::kLeak : End::kNotPlayable;
      truth.answer(side, action);
      other.answer(side, action);
      break;
    }
  }
  return End::kNotPlayable;
}

// In the middle of an Operation, with forces of all kinds, some of them known to the enemy.
Truth a_position(std::uint32_t seed) {
  Stage stage("pq17");
  stage.at(9, kAllied, v1::Clock::RANDOM_EVENT).weather(seed % 2 == 0 ? v1::Weather::FOG : v1::Weather::GALES);
  stage.convoy(kAllied, "pq", {{"class.mv", 30}, {"class.british_a_i", 4}, {"class.british_es", 3}}, "0709",
               "port.arkhangelsk");
  stage.convoy(kAllied, "part", {{"class.mv", 4}}, "0709", "port.arkhangelsk");
  stage.convoy(kAllied, "qp", {{"class.mv", 20}, {"class.hunt_ii", 3}}, "0817", "port.reykjavik", false);
  stage.task_force(kAllied, "fleet", {{"ship.duke_of_york"}, {"ship.victorious"}, {"class.british_j_r", 4}}, "0709");
  stage.task_force(kAllied, "cruisers", {{"ship.london"}, {"ship.norfolk"}}, "0606");
  stage.task_force(kAllied, "port", {{"ship.kent"}}, "port.reykjavik")
      .wolfpack(kAllied, "british", {{"class.british_submarine", 2}}, "0812");
  stage.dummy(kAllied, "one", "0709").dummy(kAllied, "two", "0606").dummy(kAllied, "home", "port.scapa_flow");
  stage.task_force(kAxis, "tirpitz", {{"ship.tirpitz"}, {"class.type_36a", 2}}, "0715");
  stage.task_force(kAxis, "scheer", {{"ship.admiral_scheer"}, {"class.type_34_36", 2}}, "port.narvik");
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 3}}, "0709").wolfpack(kAxis, "v", {{"class.type_viic", 2}}, "0606");
  stage.dummy(kAxis, "three", "port.narvik").dummy(kAxis, "four", "0715").dummy(kAxis, "five", "0812");
  stage.force("part").set_dispersed_from(stage.force("pq").key());
  stage.air(kAxis, "air.ju88a4.iii_kg30", "airbase.banak").air(kAxis, "air.fw200c.i_kg40", "airbase.trondheim");
  for (auto& unit : *stage.truth().mutable_air()->mutable_unit()) unit.set_damaged(1);
  if (seed % 3 == 0) stage.identified("pq", 0).identified("tirpitz", 0);
  if (seed % 3 == 1) stage.identified("cruisers", 0).identified("u", 0);
  return stage.truth();
}

class EventsHide : public ::testing::TestWithParam<Side> {};

TEST_P(EventsHide, NothingButWhatTheyReveal) {
  const Side roller = GetParam();
  const auto& tables = the_title().reference().box().events().table();
  const auto table = std::ranges::find(tables, roller, &v1::RandomEvents::Table::side);
  std::map<End, int> ends;
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    Truth truth = a_position(seed);
    truth.mutable_clock()->set_active(roller);
    for (Side watcher : kSides) {
      ForcedEvent dreams(seed + 77, 0);
      const auto seen = the_title().view(truth, viewer(seat_of(watcher)));
      const auto imagined = the_title().imagine(*seen, seat_of(watcher), dreams);
      for (const auto& row : table->row()) {
        Happening real(truth, seed, row.on().from(), watcher);
        Happening other(static_cast<const Truth&>(*imagined), seed, row.on().from(), watcher);
        const End end = play_both(real, other, watcher);
        ++ends[end];
        EXPECT_NE(end, End::kLeak) << row.event() << " tells the " << word_of(watcher) << " player too much, seed "
                                   << seed;
      }
    }
  }
  EXPECT_GT(ends[End::kSame], 100);
  EXPECT_GT(ends[End::kRevealed], 10);
}

INSTANTIATE_TEST_SUITE_P(Rule13, EventsHide, ::testing::Values(kAllied, kAxis),
                         [](const auto& each) { return std::string(word_of(each.param)); });

}  // namespace
}  // namespace wardroom::pq17
