// The shared title suite on every scenario of Murmansk Run.
#include "tests/engine/title_suite.h"
#include "tests/titles/murmansk/the_box.h"
#include "tests/titles/murmansk/vary.h"
#include "tests/titles/random_matches.h"

namespace wardroom::testing {
namespace {

// Before German ships are at sea there is nothing of theirs to imagine, and before forces are chosen nothing at all.
bool hides_little(const Position& position) {
  const auto& truth = static_cast<const murmansk::Truth&>(position);
  return std::ranges::none_of(truth.axis().group(), [](const auto& group) {
    return group.kind() != murmansk::v1::GroupKind::WOLFPACK && group.place() != 0;
  });
}

bool is_long(const std::string& scenario) { return scenario == "war" || scenario == "year42"; }

const std::string kTaught = "bear_island";
const std::string kCanary = "CANARY-";

// Where each side keeps what is its own: a field that no reader knows goes wherever its message goes.
void plant(Position& position) {
  auto& truth = static_cast<murmansk::Truth&>(position);
  for (Seat seat : kSeats) {
    murmansk::v1::Own& own = seat == Seat::kFirst ? *truth.mutable_allied() : *truth.mutable_axis();
    const auto in = [&](google::protobuf::Message& message) {
      constexpr int kUnknown = 1000;
      message.GetReflection()->MutableUnknownFields(&message)->AddLengthDelimited(
          kUnknown, kCanary + std::to_string(index(seat)));
    };
    in(own);
    for (murmansk::v1::Unit& unit : *own.mutable_unit()) in(unit);
  }
}

// Those that are offered, and the one that only the tutorial has.
std::vector<std::string> scenario_ids() {
  std::vector<std::string> ids;
  for (const ScenarioInfo& scenario : murmansk::the_title()->scenarios()) ids.push_back(scenario.id);
  ids.push_back(kTaught);
  return ids;
}

std::vector<TitleCase> cases() {
  std::vector<TitleCase> list;
  for (const std::string& id : scenario_ids()) {
    TitleCase one;
    one.name = id;
    one.title = murmansk::the_title();
    one.scenario = id;
    one.listed = id != kTaught;
    one.games = id == "learning" ? 10 : is_long(id) ? 1 : 3;
    one.canary = kCanary;
    one.plant = plant;
    one.leaks = {.games = is_long(id) ? 4U : 30U, .every = is_long(id) ? 60U : 8U, .limit = 300};
    one.leaks.inside = hides_little;
    one.leaks.every_inside = one.leaks.every;
    one.facts = murmansk::facts();
    one.licences = {.games = is_long(id) ? 2U : 20U, .every = is_long(id) ? 60U : 15U, .seed = 21, .limit = 150};
    if (id == "learning") {
      one.signature_file = WARDROOM_SOURCE_DIR "/tests/titles/murmansk/signature.txt";
      one.signature_games = 50;
    }
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Murmansk, TitleSuite, ::testing::ValuesIn(cases()),
                         [](const auto& each) { return each.param.name; });

// Forty of each scenario, half of them with every option on.
TEST(MurmanskMatches, OfRandomPlayersEnd) {
  const auto title = murmansk::the_title();
  constexpr std::uint64_t kGames = 40;
  for (const ScenarioInfo& scenario : title->scenarios()) {
    for (std::uint64_t seed = 0; seed < kGames; ++seed) {
      Random random(seed);
      SeededChance chance(secret_of(seed), 0);
      const std::vector<OptionValue> options = seed % 2 == 0 ? std::vector<OptionValue>() : all_options(*title);
      RandomGame played;
      ASSERT_NO_THROW(played = play_random(*title, *title->open(scenario.id, options), chance, random))
          << scenario.id << " " << seed;
      auto end = title->blank();
      ASSERT_TRUE(end->ParseFromString(played.final_position));
      EXPECT_EQ(static_cast<const murmansk::Truth&>(*end).board().clock().phase(), murmansk::v1::Phase::OVER);
    }
  }
}

// Also in the last season of a war, when everything has come.
TEST(MurmanskViews, AreAtMostFourKilobytes) {
  constexpr std::size_t kMost = 4096;
  const auto title = murmansk::the_title();
  std::size_t largest = 0;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    Random random(seed);
    SeededChance chance(secret_of(seed), 0);
    Game game(*title, *title->open("war", {}), chance);
    while (!game.over()) {
      for (const Viewer who : {Viewer::kFirst, Viewer::kSecond, Viewer::kPublic})
        largest = std::max(largest, title->view(game.position(), who)->ByteSizeLong());
      const Seat seat = game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond;
      const Menu& menu = *game.menu(seat);
      game.answer(seat, Action(menu.items[pick(random, menu.items.size())].action));
      game.take();
    }
  }
  std::cout << "the largest view: " << largest << " bytes\n";
  EXPECT_LE(largest, kMost);
}

// With no option on, and with all.
INSTANTIATE_TEST_SUITE_P(
    Murmansk, RandomMatches,
    ::testing::Values(
        RandomMatchCase{murmansk::the_title(), {.scenario = "learning", .games = 20, .every = 8, .limit = 300}},
        RandomMatchCase{murmansk::the_title(), {.scenario = "winter43", .games = 10, .every = 12, .limit = 300}},
        RandomMatchCase{murmansk::the_title(), {.scenario = "year42", .games = 2, .every = 80, .limit = 300}},
        RandomMatchCase{murmansk::the_title(), {.scenario = "war", .games = 1, .every = 150, .limit = 300}}));

}  // namespace wardroom::testing
