// What players read: names that mean one thing only, and reports that say what happened.
#include "common/catalog.h"
#include "server/titles/pq17/muster.h"
#include "tests/titles/pq17/rules/surface.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::Verb;

const Catalog& the_words() {
  static const Catalog words = [] {
    Catalog read;
    for (const char* folder : {"/common/text", "/scenarios/pq17/text"})
      EXPECT_TRUE(read.read(std::string(WARDROOM_SOURCE_DIR) + folder));
    return read;
  }();
  return words;
}

std::string said(const Text& text, const char* language = "en") { return the_words().format(text, language); }

// Every report with this id, in words.
std::vector<std::string> heard(Bench& bench, Side side, std::string_view id) {
  std::vector<std::string> sentences;
  for (const Text& text : bench.reports(side)) {
    if (text.id == id) sentences.push_back(said(text));
  }
  return sentences;
}

template <class... Arguments>
std::string label(Bench& bench, Side side, Verb::Kind verb, const Arguments&... arguments) {
  const Item* item = bench.menu(side) ? bench.menu(side)->find(make_action(verb, arguments...)) : nullptr;
  return item ? said(item->label) : "";
}

using Sentences = std::vector<std::string>;

// -- 1.2: both sides have a block of every number --

TEST(Rule1_2, ANumberedForceIsCalledByItsSide) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.task_force(kAxis, "X", {{"ship.admiral_hipper"}}, kOpenSea).identified("X", 1);
  stage.task_force(kAllied, "A", {{"class.british_a_i", 2}}, kOpenSea).identified("A", 1);
  ASSERT_EQ(stage.force("X").number(), stage.force("A").number());
  Bench bench(stage, {misses(kAxis, kDay)});
  bench.run(surface_combat(bench.op));
  EXPECT_EQ(label(bench, kAxis, Verb::ATTACK, bench.key("X"), bench.id("A")), "Axis TF 1 attacks Allied TF 1 in 0611");
  bench.answer(kAxis, Verb::ATTACK, bench.key("X"), bench.id("A"));
  if (bench.asked(kAxis, MenuKind::SURFACE_COMBAT)) bench.answer(kAxis, Verb::DONE);
  for (Side side : kSides) {
    EXPECT_EQ(heard(bench, side, "report.battle.announced"),
              Sentences{"Axis TF 1 seeks battle with Allied TF 1 in 0611."});
  }
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule1_2, AnUprightBlockHasNoNameForTheEnemy) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.task_force(kAxis, "X", {{"ship.admiral_hipper"}}, kOpenSea);
  stage.task_force(kAllied, "A", {{"class.british_a_i", 2}}, kOpenSea).identified("A", 1);
  Bench bench(stage, {misses(kAxis, kDay)});
  attack(bench, kAxis, "X", "A");
  EXPECT_EQ(heard(bench, kAllied, "report.battle.announced"),
            Sentences{"an unidentified block seeks battle with Allied TF 1 in 0611."});
}

TEST(Rule1_2, WolfpacksAndUnnamedConvoysToo) {
  Stage stage = at_surface_combat(kDay, kAxis);
  stage.wolfpack(kAxis, "u", {{"class.type_viic", 2}}, kOpenSea)
      .wolfpack(kAllied, "s", {{"class.british_submarine", 1}}, kOpenSea);
  stage.convoy(kAxis, "c", {{"class.german_mv", 2}}, kOpenSea, "port.kirkenes");
  Bench bench(stage);
  EXPECT_EQ(said(bench.op.name(stage.force("u"))), "Axis Wolfpack 1");
  EXPECT_EQ(said(bench.op.name(stage.force("s"))), "Allied Wolfpack 1");
  EXPECT_EQ(said(bench.op.name(stage.force("c"))), "Axis Convoy 1");
  EXPECT_EQ(said(bench.op.name(stage.force("u")), "pl"), "Wilcze stado 1 Niemców");
}

// -- 1.5: counters of one Gruppe --

TEST(Rule1_5, CountersOfOneGruppeAreToldApart) {
  Stage stage = stage_at(kDay, kAxis);
  stage.truth().mutable_air()->clear_unit();
  Bench bench(stage);
  v1::Units six;
  six.set_unit("air.ju88a4.iii_kg30");
  six.set_cs(5);
  const std::vector<int> keys = base_aircraft(bench.op, six, "airbase.banak");
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(said(bench.op.name(bench.op.air(keys[0]))), "III/KG 30 No. 1");
  EXPECT_EQ(said(bench.op.name(bench.op.air(keys[2]))), "III/KG 30 No. 3");
  v1::Units one;
  one.set_unit("air.he111h6.i_kg26");
  one.set_cs(1);
  const int alone = base_aircraft(bench.op, one, "airbase.banak")[0];
  EXPECT_EQ(said(bench.op.name(bench.op.air(alone))), "I/KG 26");
  const int second = base_aircraft(bench.op, one, "airbase.bardufoss")[0];
  EXPECT_EQ(said(bench.op.name(bench.op.air(alone))), "I/KG 26 No. 1") << "a reinforcement came";
  EXPECT_EQ(said(bench.op.name(bench.op.air(second))), "I/KG 26 No. 2");
  for (Side side : kSides) {
    v1::View view;
    ASSERT_TRUE(view.ParseFromString(bench.view(side)));
    EXPECT_EQ(view.air().unit(2).number(), 3) << "their counters lie open [A-99]";
  }
}

TEST(Rule1_5, NoTwoUnitsHaveOneName) {
  for (const char* language : {"en", "pl"}) {
    std::map<std::string, std::string> names;
    for (const v1::AirUnit* unit : the_title().reference().box().air_units()) {
      const auto [other, added] = names.emplace(said(Text(unit->id() + ".name"), language), unit->id());
      EXPECT_TRUE(added) << unit->id() << " and " << other->second << ": " << other->first;
    }
  }
}

TEST(Rule1_5, AboardACarrierNothingIsCounted) {
  Stage stage = stage_at(kDay, kAllied);
  stage.task_force(kAllied, "cv", {{"ship.victorious"}}, kOpenSea);
  Bench bench(stage);
  v1::Units wing;
  wing.set_unit("air.fulmar.809");
  wing.set_cs(4);
  for (int key : base_aircraft(bench.op, wing, "ship.victorious")) EXPECT_EQ(bench.op.air(key).number(), 0);
}

}  // namespace
}  // namespace wardroom::pq17
