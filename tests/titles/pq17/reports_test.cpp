// Typed reports: every report of a random operation says what it is about, and its facts agree with its words.
#include <set>

#include "server/titles/pq17/operation/telling.h"
#include "tests/engine/leak.h"
#include "tests/titles/pq17/scene.h"
#include "wardroom/v1/play.pb.h"

namespace wardroom::pq17 {
namespace {

using Wire = wardroom::v1::Report;

// Every number and word of a text, wherever it stands.
void collect(const wardroom::v1::Text& text, const std::string& name, std::multiset<std::int64_t>& numbers) {
  for (const auto& argument : text.arguments()) {
    if (argument.has_text()) collect(argument.text(), name, numbers);
    if (argument.name() == name && argument.value_case() == wardroom::v1::Argument::kNumber)
      numbers.insert(argument.number());
  }
}
std::multiset<std::int64_t> numbers(const Wire& report, const std::string& name) {
  std::multiset<std::int64_t> found;
  collect(report.text(), name, found);
  return found;
}

const wardroom::v1::Argument* argument(const Wire& report, std::string_view name) {
  for (const auto& each : report.text().arguments()) {
    if (each.name() == name) return &each;
  }
  return nullptr;
}

bool same(const wardroom::v1::Text& a, const wardroom::v1::Text& b) {
  return a.SerializeAsString() == b.SerializeAsString();
}

void check_roll(const Wire& report) {
  const wardroom::v1::Roll& roll = report.roll();
  ASSERT_GT(roll.dice_size(), 0);
  if (!roll.has_row()) return;
  std::multiset<std::int64_t> fell, modified;
  int sum = 0;
  for (const auto& die : roll.dice()) {
    fell.insert(die.fell());
    if (die.has_modified()) modified.insert(die.modified());
    EXPECT_TRUE(die.fell() >= 0 && die.fell() <= 9) << die.fell();
    EXPECT_TRUE(die.has_result());
    if (roll.has_needed()) {
      const bool better = (die.has_modified() ? die.modified() : die.fell()) >= roll.needed();
      const std::string& said = die.result().id();
      EXPECT_EQ(better, said == "roll.hit" || said == "roll.success") << report.ShortDebugString();
    }
  }
  for (const auto& change : roll.modifiers()) sum += change.value();
  EXPECT_EQ(fell, numbers(report, "die"));
  EXPECT_EQ(modified, numbers(report, "modified"));
  EXPECT_EQ(modified.empty(), roll.modifiers().empty()) << sum;
  EXPECT_TRUE(same(roll.row(), argument(report, "row")->text()));
  EXPECT_EQ(roll.table().id(), argument(report, "table")->text().id());
  const std::set<std::string> with_columns = {"table.gunnery.name", "table.bombing.name", "table.torpedo_damage.name"};
  const bool hidden = report.ShortDebugString().find("battle.face_down") != std::string::npos;  // [7.5.9]
  const bool parked = roll.row().arguments_size() == 2 && roll.row().arguments(1).text().id().starts_with("air");
  EXPECT_EQ(roll.has_column(), with_columns.contains(roll.table().id()) && !hidden && !parked)
      << report.ShortDebugString();
  EXPECT_TRUE(!roll.has_column() || roll.column().id().starts_with("shiptype.")) << report.ShortDebugString();
}

// One against another: both ends by name and seat, as the row names them.
void check_parties(const Wire& report) {
  const wardroom::v1::Roll& roll = report.roll();
  const bool named = roll.row().id() == "roll.row.at";
  ASSERT_EQ(roll.has_by(), named) << report.ShortDebugString();
  ASSERT_EQ(roll.has_against(), named);
  if (!named) return;
  EXPECT_TRUE(same(roll.by().name(), roll.row().arguments(0).text()));
  EXPECT_TRUE(same(roll.against().name(), roll.row().arguments(1).text()));
  EXPECT_TRUE(roll.by().has_seat() && roll.against().has_seat());
  EXPECT_NE(roll.by().seat(), roll.against().seat());
  const bool hidden = report.ShortDebugString().find("battle.face_down") != std::string::npos;  // [7.5.9]
  EXPECT_TRUE(!hidden || (roll.by().unit().empty() && roll.against().unit().empty()));
}

void check_loss(const Wire& report) {
  const wardroom::v1::Loss& loss = report.loss();
  EXPECT_TRUE(loss.has_seat());
  for (const char* name : {"ship", "name", "unit", "force"}) {
    const auto* named = argument(report, name);
    if (!named || report.text().id().ends_with(".damage.own") || report.text().id() == "report.weather_damage.own")
      continue;
    EXPECT_TRUE(same(loss.what(), named->text())) << report.ShortDebugString();
    break;
  }
  if (const auto* count = argument(report, "count")) {
    EXPECT_EQ(loss.count(), count->number());
  }
}

// What is checked: facts tell no more and nothing else than the words beside them.
void check(const Wire& report) {
  EXPECT_NE(report.topic(), 0U) << report.text().id() << " is missing in telling.cpp";
  switch (report.body_case()) {
    case Wire::kRoll:
      check_parties(report);
      return check_roll(report);
    case Wire::kCard:
      EXPECT_EQ(report.card().index(), argument(report, "index")->number());
      EXPECT_TRUE(same(report.card().result(), argument(report, "result")->text()));
      EXPECT_NE(report.card().where_size() > 0, report.card().has_what());
      return;
    case Wire::kMove:
      if (const auto* from = argument(report, "from")) {
        EXPECT_EQ(report.move().from(), std::stoul(from->word()));
      }
      if (const auto* to = argument(report, "to")) {
        EXPECT_EQ(report.move().to(), std::stoul(to->word()));
      }
      EXPECT_TRUE(report.move().has_seat());
      return;
    case Wire::kSighting:
      if (const auto* force = argument(report, "force")) {
        EXPECT_TRUE(same(report.sighting().what(), force->text()));
      }
      return;
    case Wire::kLoss:
      return check_loss(report);
    case Wire::kMilestone:
      if (const auto* round = argument(report, "round")) {
        EXPECT_EQ(report.milestone().number(), round->number());
      }
      if (const auto* wave = argument(report, "wave")) {
        EXPECT_EQ(report.milestone().number(), wave->number());
      }
      return;
    case Wire::kScore:
      if (const auto* reason = argument(report, "reason")) {
        EXPECT_TRUE(same(report.score().reason(), reason->text()));
      }
      return;
    case Wire::kNote:
      for (const char* die : {"die", "dice"}) EXPECT_EQ(argument(report, die), nullptr) << report.text().id();
      EXPECT_FALSE(argument(report, "from") && argument(report, "to")) << report.text().id();
      return;
    default:
      ADD_FAILURE() << report.text().id() << " has no body";
  }
}

class Reports : public ::testing::TestWithParam<std::string> {};

TEST_P(Reports, SayWhatTheyAreAboutAndTheirFactsAgreeWithTheirWords) {
  std::map<Wire::BodyCase, int> bodies;
  std::set<std::string> ids;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    std::vector<OptionValue> options;
    if (seed % 2 == 1) options = testing::all_options(the_title());
    testing::Random random(seed);
    SeededChance chance(testing::secret_of(seed), 0);
    Game game(the_title(), *the_title().open(GetParam(), options), chance);
    for (int answers = 0; answers < 4000 && !game.over(); ++answers) {
      for (const auto& told : game.take().told) {
        Wire report;
        to_wire(told.report, report);
        ++bodies[report.body_case()];
        ids.insert(report.text().id());
        check(report);
        if (HasFatalFailure()) return;
      }
      const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
      const auto& items = game.menu(seat)->items;
      game.answer(seat, Action(items[testing::pick(random, items.size())].action));
    }
  }
  std::cout << GetParam() << ": " << ids.size() << " reports by id";
  for (const auto& [kind, count] : bodies) std::cout << ", " << count << " of body " << kind;
  std::cout << "\n";
  EXPECT_GE(bodies.size(), 5U);
}

// What everybody hears, in its order: attacks begin and end, and points are told when they are won.
struct Heard {
  bool attack = false;  // goes on
  bool over = false;    // what is counted afterwards is told all together
  int total = 0;
  int attacks = 0;
  int ended = 0;

  void hear(const Wire& report) {
    const std::string& id = report.text().id();
    over = over || id.starts_with("report.operation_ended");
    if (report.has_milestone()) milestone(id, report.milestone().level());
    if (!report.has_score() || over) return;
    EXPECT_EQ(report.score().total(), total + report.score().change()) << id;
    total = report.score().total();
  }
  void milestone(const std::string& id, wardroom::v1::Milestone::Level level) {
    // A special attack is declared a turn before it, and what an event meets may be no force at all.
    if (id.starts_with("report.special_attack") || id.starts_with("report.event")) return;
    if (level == wardroom::v1::Milestone::ENGAGEMENT) {
      EXPECT_FALSE(attack) << id;
      attack = true;
      ++attacks;
    } else if (level == wardroom::v1::Milestone::END_OF_ENGAGEMENT) {
      ended += attack ? 1 : 0;
      attack = false;
    } else if (level == wardroom::v1::Milestone::TURN) {
      EXPECT_FALSE(attack) << id;
    }
  }
};

TEST_P(Reports, CloseEveryAttackAndTellPointsWhenTheyAreWon) {
  Heard all;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Heard heard;
    testing::Random random(seed);
    SeededChance chance(testing::secret_of(seed), 0);
    Game game(the_title(), *the_title().open(GetParam(), {}), chance);
    for (int answers = 0; answers < 4000 && !game.over(); ++answers) {
      for (const auto& told : game.take().told) {
        if (!told.viewers.has(Viewer::kPublic)) continue;
        Wire report;
        to_wire(told.report, report);
        heard.hear(report);
      }
      if (HasFailure()) return;
      const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
      const auto& items = game.menu(seat)->items;
      game.answer(seat, Action(items[testing::pick(random, items.size())].action));
    }
    all.attacks += heard.attacks;
    all.ended += heard.ended;
  }
  std::cout << GetParam() << ": " << all.attacks << " attacks, " << all.ended << " of them over\n";
  EXPECT_GT(all.ended, 0);
}

INSTANTIATE_TEST_SUITE_P(Pq17, Reports, ::testing::Values("learning", "pq6", "pq12", "pq16", "pq17", "pq18", "jw51b"));

}  // namespace
}  // namespace wardroom::pq17
