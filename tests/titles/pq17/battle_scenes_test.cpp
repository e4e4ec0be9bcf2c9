// Engagements that random games rarely come to: in the Kara Sea, with others pending, within another one, on the way,
// face down by Night, in port.
// Play is taken up at each of their checkpoints and ends as it did; a seat can imagine there, and nothing leaks.
#include <algorithm>

#include "tests/engine/leak.h"
#include "tests/titles/pq17/rules/striking.h"
#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {
namespace {

using testing::Random;
using v1::Verb;

struct Case {
  std::string name;
  std::function<Stage()> stage;
  std::function<bool(const Truth&)> wanted;  // inside the engagement that the case is about
  std::size_t least = 10;                    // checkpoints there, in all games
  int lure{};                                // a hex to go to
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

// -- games --

struct Head {
  std::string position;
  std::size_t answers;  // before it
};

struct Segment {
  std::vector<Head> heads;
  std::vector<std::pair<Seat, Action>> answers;
  std::string end;
};

bool keen(const Action& action, int lure) {
  constexpr std::array kKeen = {Verb::YES,         Verb::ATTACK,          Verb::INTERCEPT,       Verb::STRIKE_FORCE,
                                Verb::STRIKE_BACK, Verb::CHOOSE_FORCE,    Verb::INITIATE_COMBAT, Verb::DRAW,
                                Verb::TARGET,      Verb::JOIN_STRIKE,     Verb::STRIKE_PORT,     Verb::RAID_PORT,
                                Verb::SHOOT,       Verb::LAUNCH_TORPEDOES};
  const auto verb = static_cast<Verb::Kind>(action.verb);
  if (verb == Verb::STEP) return action.at<int>(0) == lure;
  return std::ranges::find(kKeen, verb) != kKeen.end();
}

Action choose(const Menu& menu, int lure, Random& random) {
  std::vector<Action> eager;
  for (const Item& item : menu.items) {
    if (keen(item.action, lure)) eager.push_back(item.action);
  }
  if (!eager.empty() && testing::pick(random, 8) != 0) return eager[testing::pick(random, eager.size())];
  return menu.items[testing::pick(random, menu.items.size())].action;
}

Seat asked(const Game& game) { return game.menu(Seat::kFirst) ? Seat::kFirst : Seat::kSecond; }

const Truth& truth_of(const Game& game) { return static_cast<const Truth&>(game.position()); }

Segment play_segment(const Case& c, const Secret& secret, Random& random) {
  Stage stage = c.stage();
  const auto segment = stage.truth().clock().segment();
  SeededChance chance(secret, 0);
  Game game(the_title(), std::make_unique<Truth>(stage.truth()), chance);
  Segment played;
  while (!game.over() && truth_of(game).clock().segment() == segment && played.answers.size() < 400) {
    if (game.at_checkpoint() && c.wanted(truth_of(game)))
      played.heads.push_back({save(game.position()), played.answers.size()});
    const Seat seat = asked(game);
    played.answers.emplace_back(seat, choose(*game.menu(seat), c.lure, random));
    game.answer(seat, Action(played.answers.back().second));
  }
  played.end = save(game.position());
  return played;
}

// -- what must hold at each of them --

void expect_same_end(const Segment& played, const Head& head, const Secret& secret) {
  SeededChance chance(secret, 0);
  Game again(the_title(), *load(the_title(), head.position), chance);
  EXPECT_EQ(save(again.position()), head.position);
  EXPECT_TRUE(again.at_checkpoint());
  for (std::size_t i = head.answers; i < played.answers.size(); ++i) {
    const auto& [seat, action] = played.answers[i];
    ASSERT_TRUE(again.menu(seat) && again.menu(seat)->find(action)) << i;
    again.answer(seat, Action(action));
  }
  EXPECT_EQ(save(again.position()), played.end);
}

std::string wire(const Menu* menu) {
  wardroom::v1::Menu bytes;
  if (menu) to_wire(*menu, bytes);
  return bytes.SerializeAsString();
}

void expect_imagined(const Position& position, Seat seat, std::uint64_t seed) {
  const auto view = the_title().view(position, viewer(seat));
  SeededChance dream(testing::secret_of(seed), 0);
  auto imagined = the_title().imagine(*view, seat, dream);
  EXPECT_EQ(save(*the_title().view(*imagined, viewer(seat))), save(*view));
  SeededChance chance(testing::secret_of(1), 0);
  SeededChance same(testing::secret_of(1), 0);
  auto truth = the_title().blank();
  truth->CopyFrom(position);
  const Game here(the_title(), std::move(truth), chance);
  const Game there(the_title(), std::move(imagined), same);
  EXPECT_EQ(wire(here.menu(seat)), wire(there.menu(seat)));
  EXPECT_EQ(here.menu(other(seat)) == nullptr, there.menu(other(seat)) == nullptr);
}

class BattleScenes : public ::testing::TestWithParam<Case> {};

TEST_P(BattleScenes, GoOnAtEveryCheckpointAndTellNothing) {
  Random random(31);
  std::size_t heads = 0;
  std::size_t differing = 0;
  std::size_t pairs = 0;
  for (std::uint64_t game = 0; game < 40 && heads < 80 && !HasFailure(); ++game) {
    const Secret secret = testing::secret_of(game);
    const Segment played = play_segment(GetParam(), secret, random);
    for (const Head& head : played.heads) {
      const auto position = *load(the_title(), head.position);
      SCOPED_TRACE(static_cast<const Truth&>(*position).battle().ShortDebugString());
      ++heads;
      expect_same_end(played, head, secret);
      for (Seat seat : kSeats) expect_imagined(*position, seat, random());
      if (heads % 4 != 1) continue;
      for (Seat seat : kSeats) {
        const auto pair = testing::leak_pair(the_title_shared(), *position, seat, secret, random, 120);
        EXPECT_NE(pair.end, testing::PairEnd::kLeak) << pair.why;
        differing += pair.differs;
        ++pairs;
      }
    }
  }
  EXPECT_GE(heads, GetParam().least);
  std::cout << GetParam().name << ": " << heads << " checkpoints, " << pairs << " pairs, " << differing << " differ\n";
}

// -- the scenes --

// [12.12] A Panzerschiff and a Wolfpack have come to the Kara Sea, and the convoy is there.
Stage kara_sea(v1::Clock::Segment segment, const std::vector<std::string>& options = {}) {
  Stage stage("pq18", options);
  stage.at(16, kAxis, segment)
      .task_force(kAxis, "scheer", {{"ship.admiral_scheer"}}, "box.kara_sea")
      .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "box.kara_sea")
      .task_force(kAxis, "hipper", {{"ship.admiral_hipper"}}, "port.narvik")
      .convoy(kAllied, "c", {{"class.soviet_es", 1}, {"class.mv", 4}}, "box.kara_sea", "box.kara_sea")
      .task_force(kAllied, "cover", {{"ship.london"}, {"class.british_a_i", 2}}, "0611");
  Truth& truth = stage.truth();
  truth.mutable_allied()->set_chit("A");
  truth.mutable_allied()->set_condition("condition.none");
  truth.mutable_axis()->set_chit("M");
  truth.mutable_axis()->set_condition("condition.wunderland");
  auto& shown = *truth.mutable_standing()->add_shown();
  shown.set_side(kAxis);
  shown.set_letter("M");
  shown.set_condition("condition.wunderland");
  truth.mutable_allied()->mutable_operation()->set_convoy(stage.force("c").key());
  truth.mutable_axis()->mutable_operation()->set_wolfpack(stage.force("u").key());
  truth.mutable_axis()->mutable_operation()->set_raider("ship.admiral_scheer");
  return stage;
}

Stage kara_sea_by_night() { return kara_sea(v1::Clock::SURFACE_COMBAT, {"option.night_actions"}); }

bool in_box(const Truth& truth) { return truth.has_battle() && truth.battle().hex() == 0; }

// [7.5.1] Two attack a convoy, and whoever covers it may intercept them.
Stage covered_convoy() {
  Stage stage("pq12");
  stage.at(9, kAxis, v1::Clock::SURFACE_COMBAT)
      .task_force(kAxis, "tirpitz", {{"ship.tirpitz"}, {"class.type_34_36", 2}}, "0611")
      .task_force(kAxis, "hipper", {{"ship.admiral_hipper"}}, "0611")
      .convoy(kAllied, "c", {{"class.hunt_ii", 1}, {"class.mv", 8}}, "0611", "port.murmansk")
      .task_force(kAllied, "cover", {{"ship.london"}, {"class.british_j_r", 2}}, "0611")
      .task_force(kAllied, "more", {{"ship.kenya"}}, "0611")
      .dummy(kAllied, "dummy", "0611")
      .identified("c", 1);
  return stage;
}

bool others_pending(const Truth& truth) { return truth.has_battle() && !truth.sea().pending().empty(); }

// [14.1]
Stage carriers() {
  Stage stage("pq12", {"option.ahistorical_forces", "option.carrier_battles"});
  stage.at(9, kAxis, v1::Clock::AIR_COMBAT)
      .task_force(kAllied, "cv", {{"ship.victorious"}, {"ship.london"}}, "0611")
      .identified("cv", 1)
      .task_force(kAxis, "gz", {{"ship.graf_zeppelin"}, {"class.type_34_36", 2}}, "0612")
      .identified("gz", 1)
      .task_force(kAllied, "tf", {{"ship.kenya"}}, "0610")
      .task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "0613");
  stage.air(kAllied, "air.albacore.817", "ship.victorious", 2);
  fly(stage, kAxis, "air.ju87c.graf_zeppelin", "ship.graf_zeppelin", "0611", 2);
  return stage;
}

// [7.5.9] By Night, face down: a convoy and whoever covers it.
Stage night_action(const std::vector<std::string>& options) {
  Stage stage("pq12", options);
  stage.at(kByNight, kAxis, v1::Clock::SURFACE_COMBAT)
      .task_force(kAxis, "tirpitz", {{"ship.tirpitz"}, {"class.type_34_36", 3}, {"class.type_36a", 2}}, "0611")
      .task_force(kAxis, "hipper", {{"ship.admiral_hipper"}, {"class.type_35_37", 2}}, "0611")
      .convoy(kAllied, "c", {{"class.hunt_ii", 2}, {"class.british_es", 2}, {"class.mv", 8}}, "0611", "port.murmansk")
      .task_force(kAllied, "cover", {{"ship.london"}, {"class.british_j_r", 3}}, "0611")
      .identified("c", 1)
      .identified("tirpitz", 2);
  return stage;
}

bool face_down(const Truth& truth) { return truth.battle().face_down(); }

// The convoy has no warship, and what is left of it is hunted.
Stage night_hunt() {
  Stage stage("pq12", {"option.night_actions"});
  stage.at(kByNight, kAxis, v1::Clock::SURFACE_COMBAT)
      .task_force(kAxis, "hipper", {{"ship.admiral_hipper"}, {"class.type_34_36", 3}}, "0611")
      .convoy(kAllied, "c", {{"class.mv", 14}}, "0611", "port.murmansk")
      .identified("c", 1);
  return stage;
}

// [7.1.3] Ships in port: some together, with boats and a Dummy beside them.
Stage narvik() {
  Stage stage("pq12");
  stage.at(kByDay, kAllied, v1::Clock::AIR_COMBAT)
      .task_force(kAxis, "tirpitz", {{"ship.tirpitz"}, {"class.type_34_36", 3}}, "port.narvik")
      .task_force(kAxis, "hipper", {{"ship.admiral_hipper"}, {"class.type_34_36", 2}}, "port.narvik")
      .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "port.narvik")
      .dummy(kAxis, "dummy", "port.narvik")
      .task_force(kAllied, "cv", {{"ship.victorious"}, {"ship.london"}}, "0712");
  fly(stage, kAllied, "air.albacore.817", "ship.victorious", "0813", 2);
  fly(stage, kAllied, "air.albacore.832", "ship.victorious", "0813", 2);
  return stage;
}

Stage murmansk() {
  Stage stage("pq12");
  stage.at(kByDay, kAxis, v1::Clock::AIR_COMBAT)
      .convoy(kAllied, "c", {{"class.hunt_ii", 2}, {"class.mv", 8}}, "port.murmansk", "port.murmansk")
      .task_force(kAllied, "soviets", {{"class.soviet_es", 2}}, "port.murmansk")
      .task_force(kAxis, "tirpitz", {{"ship.tirpitz"}}, "0813");
  event_in_force(stage, "event.axis.strike_permission", kAxis);
  fly_ju88(stage, 2, "airbase.banak", "0817");
  fly_ju88(stage, 1, "airbase.banak", "0817");
  return stage;
}

// [12.4] Halifaxes over Tirpitz, and others beside her.
Stage raid_on_tirpitz() {
  Stage stage("pq12");
  stage.at(kByNight, kAllied, v1::Clock::AIR_COMBAT)
      .task_force(kAxis, "tirpitz", {{"ship.tirpitz"}, {"class.type_34_36", 3}}, "port.trondheim")
      .task_force(kAxis, "luetzow", {{"ship.luetzow"}}, "port.trondheim")
      .task_force(kAllied, "tf", {{"ship.london"}}, "0611");
  fly(stage, kAllied, "air.halifax.bomber_command", "airbase.wick", "1111", 3);
  fly(stage, kAllied, "air.halifax.bomber_command", "airbase.wick", "1111", 3);
  return stage;
}

// [12.7] After the Operation.
Stage harbour_raids_to_come() {
  Stage stage("pq18");
  stage.at(30, kAxis, v1::Clock::COMBINE_FORCES).phase(v1::Clock::CONFIRMATION);
  stage.convoy(kAllied, "c", {{"class.hunt_ii", 2}, {"class.mv", 12}}, "port.murmansk", "port.murmansk")
      .task_force(kAllied, "more", {{"class.british_a_i", 3}}, "port.arkhangelsk");
  stage.air(kAxis, "air.ju88a4.iii_kg30", "airbase.banak", 2).air(kAxis, "air.ju88a4.ii_kg30", "airbase.banak", 2);
  stage.truth().mutable_allied()->set_chit("A");
  stage.truth().mutable_allied()->set_condition("condition.none");
  stage.truth().mutable_axis()->set_chit("E");
  stage.truth().mutable_axis()->set_condition("condition.harbor_raids");
  return stage;
}

bool in_port(const Truth& truth) { return !truth.battle().place().empty() && truth.battle().hex() != 0; }

bool strikes_back(const Truth& truth) { return !truth.sea().waiting().empty(); }

// [6.6.1] Task Forces and Wolfpacks pass a hex where others are.
Stage passing() {
  Stage stage("pq12");
  stage.at(9, kAxis, v1::Clock::NAVAL_MOVEMENT)
      .task_force(kAxis, "tirpitz", {{"ship.tirpitz"}, {"class.type_34_36", 2}}, "0612")
      .task_force(kAxis, "hipper", {{"ship.admiral_hipper"}}, "0612")
      .wolfpack(kAxis, "u", {{"class.type_viic", 2}}, "0612")
      .task_force(kAllied, "tf", {{"ship.london"}, {"class.british_j_r", 2}}, "0611")
      .task_force(kAllied, "other", {{"ship.kenya"}, {"class.british_a_i", 2}}, "0611")
      .wolfpack(kAllied, "boats", {{"class.british_submarine", 2}}, "0611")
      .convoy(kAllied, "c", {{"class.hunt_ii", 1}, {"class.mv", 8}}, "0610", "port.murmansk")
      .identified("tf", 1);
  return stage;
}

bool on_its_way(const Truth& truth) { return truth.has_battle() && truth.sea().in_transit() != 0; }

INSTANTIATE_TEST_SUITE_P(
    Pq17, BattleScenes,
    ::testing::Values(Case{"submarines_in_the_kara_sea", [] { return kara_sea(v1::Clock::SUBMARINE_COMBAT); }, in_box},
                      Case{"a_battle_in_the_kara_sea", [] { return kara_sea(v1::Clock::SURFACE_COMBAT); }, in_box},
                      Case{"interceptions", covered_convoy, others_pending},
                      Case{"a_strike_back", carriers, strikes_back},
                      Case{"in_transit", passing, on_its_way, 10, hex_argument("0611")},
                      Case{"by_night", [] { return night_action({"option.night_actions"}); }, face_down},
                      Case{"by_night_with_destroyers_fates",
                           [] {
                             return night_action({"option.night_actions", "option.destroyer_hits"});
                           },
                           face_down},
                      Case{"by_night_among_merchants", night_hunt, face_down},
                      Case{"in_the_kara_sea_by_night", kara_sea_by_night, face_down},
                      Case{"in_an_axis_port", narvik, in_port}, Case{"in_an_allied_port", murmansk, in_port},
                      Case{"a_raid_on_tirpitz", raid_on_tirpitz, in_port},
                      Case{"harbour_raids", harbour_raids_to_come, in_port}),
    [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace wardroom::pq17
