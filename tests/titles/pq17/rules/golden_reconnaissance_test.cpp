// The printed examples of chapter 6 (and of 7.1.1, as far as it is a search), played from their positions.
#include <set>

#include "tests/titles/pq17/rules/golden.h"

namespace wardroom::pq17 {
namespace {

using v1::MenuKind;
using v1::SearchResult;
using v1::Verb;

const int kSearched = hex_argument("0611");

const v1::Card::Section& day_of(Side side, int index) { return the_title().reference().box().card(side, index).day(); }

// -- EX-02a: TF 2 with Victorious searches for an upright block in its hex --

TEST(Example_EX_02a, BothLineAgainstAnUnidentifiedBlock) {
  std::set<int> found_on;
  std::set<int> failed_on;
  for (int index = 1; index <= 40; ++index) {
    SCOPED_TRACE(index);
    Scene scene = example("ex-02a", {card(index)});
    scene.answer(kAllied, Verb::ANNOUNCE_CARRIER, kSearched).answer(kAllied, Verb::DONE);
    pass_search(scene);
    EXPECT_TRUE(scene.chance_used_up());
    const bool found = scene.block("axis TF 1").flat();
    (found ? found_on : failed_on).insert(day_of(kAllied, index).both(kReducedVisibility));
    EXPECT_TRUE(only_told(scene, kAllied, "report.search.card.own"));
    EXPECT_EQ(both_told(scene, "report.search.card"), found) << "a card is shown when it finds";
    EXPECT_EQ(both_told(scene, "report.search.nothing"), !found);
    EXPECT_TRUE(scene.was_told(kAxis, "report.carrier_announced"));
    for (Side side : kSides) {
      const v1::Block& block = seen(scene, side, scene.id("axis TF 1"));
      EXPECT_EQ(block.flat(), found);
      EXPECT_EQ(block.kind(), found ? v1::BlockKind::TASK_FORCE : v1::BlockKind::UNSPECIFIED);
      EXPECT_EQ(block.level(), found ? day_of(kAllied, index).id_gain(kReducedVisibility) : 0);
      EXPECT_EQ(block.has_told(), found);
    }
    EXPECT_FALSE(shows(scene, kAllied, "ship.tirpitz"));
    EXPECT_TRUE(shows(scene, kAxis, "ship.tirpitz"));
    EXPECT_FALSE(shows(scene, kAxis, "ship.victorious")) << "a carrier, but not which";
  }
  EXPECT_EQ(found_on, (std::set<int>{SearchResult::U, SearchResult::AIRCRAFT}));
  failed_on.erase(SearchResult::DASH);  // no card of ours has one there
  EXPECT_EQ(failed_on, (std::set<int>{SearchResult::ID0, SearchResult::ID1, SearchResult::ID2, SearchResult::ID3,
                                      SearchResult::S}));
}

TEST(Example_EX_02a, AWolfpackUnderTheWatermarkIsAnnounced) {
  int announced = 0;
  for (int index = 1; index <= 40; ++index) {
    const v1::Card::Section& day = day_of(kAllied, index);
    if (day.both(kReducedVisibility) != SearchResult::U && day.both(kReducedVisibility) != SearchResult::AIRCRAFT)
      continue;
    SCOPED_TRACE(index);
    Scene scene = example("ex-02a-wolfpack", {card(index)});
    scene.answer(kAllied, Verb::ANNOUNCE_CARRIER, kSearched).answer(kAllied, Verb::DONE);
    EXPECT_EQ(scene.offers(kAxis, Verb::NEGATE_WOLFPACK, scene.id("axis wolfpack 1")), day.submarine_watermark());
    if (!day.submarine_watermark()) continue;
    ++announced;
    scene.answer(kAxis, Verb::NEGATE_WOLFPACK, scene.id("axis wolfpack 1"));
    pass_search(scene);
    EXPECT_TRUE(scene.chance_used_up());
    EXPECT_TRUE(both_told(scene, "report.negated.wolfpack"));
    for (Side side : kSides) EXPECT_FALSE(seen(scene, side, scene.id("axis wolfpack 1")).flat());
    EXPECT_FALSE(shows(scene, kAllied, "class.type_viic"));
    EXPECT_TRUE(shows(scene, kAxis, "class.type_viic"));
  }
  EXPECT_GT(announced, 0);
}

// -- EX-02b and c: the Axis force searches for TF 2, which Trondheim shadows, and for the other block --

constexpr int kFindsNothing = 5;  // a dash on the Force line
constexpr int kFindsTf2 = 3;      // U

TEST(Example_EX_02b, BothLineAgainstAShadowedForceAtId1) {
  std::set<int> found_on;
  std::set<int> failed_on;
  for (int index = 1; index <= 40; ++index) {
    SCOPED_TRACE(index);
    Scene scene = example("ex-02bc", {card(index), card(kFindsNothing)});
    scene.answer(kAxis, Verb::DONE);
    pass_search(scene);
    EXPECT_TRUE(scene.chance_used_up());
    const v1::Card::Section& day = day_of(kAxis, index);
    const int level = scene.block("allied TF 2").level();
    const bool found = level > 1;
    (found ? found_on : failed_on).insert(day.both(kReducedVisibility));
    for (Side side : kSides) {
      const v1::Block& block = seen(scene, side, scene.id("allied TF 2"));
      EXPECT_TRUE(block.flat());
      EXPECT_EQ(block.level(), found ? std::min(3, 1 + day.id_gain(kReducedVisibility)) : 0)
          << "who loses it loses a level";
      EXPECT_EQ(block.shadow_size(), found ? 1 : 0);
      EXPECT_TRUE(level != 2 || block.told().carrier());
      EXPECT_FALSE(seen(scene, side, scene.id("allied TF 1")).flat());
    }
    EXPECT_TRUE(only_told(scene, kAxis, "report.search.card.own"));
    EXPECT_FALSE(shows(scene, kAxis, "ship.victorious"));
    EXPECT_TRUE(shows(scene, kAllied, "ship.victorious"));
  }
  EXPECT_EQ(found_on, (std::set<int>{SearchResult::ID0, SearchResult::ID1, SearchResult::S, SearchResult::U,
                                     SearchResult::AIRCRAFT}));
  failed_on.erase(SearchResult::DASH);
  EXPECT_EQ(failed_on, (std::set<int>{SearchResult::ID2, SearchResult::ID3}));
}

TEST(Example_EX_02b, TheCarrierDrivesOffTheAircraft) {
  int driven_off = 0;
  for (int index = 1; index <= 40; ++index) {
    SCOPED_TRACE(index);
    Scene scene = example("ex-02bc", {card(index), card(kFindsNothing)});
    scene.answer(kAxis, Verb::DONE);
    const bool aircraft = day_of(kAxis, index).both(kReducedVisibility) == SearchResult::AIRCRAFT;
    EXPECT_EQ(scene.offers(kAllied, Verb::NEGATE_CARRIER, scene.id("allied TF 2")), aircraft);
    if (!aircraft) continue;
    ++driven_off;
    scene.answer(kAllied, Verb::NEGATE_CARRIER, scene.id("allied TF 2"));
    pass_search(scene);
    EXPECT_TRUE(scene.chance_used_up());
    EXPECT_TRUE(both_told(scene, "report.negated.carrier"));
    for (Side side : kSides) {
      EXPECT_EQ(seen(scene, side, scene.id("allied TF 2")).level(), 0);
      EXPECT_EQ(seen(scene, side, scene.id("allied TF 2")).shadow_size(), 0);
    }
    EXPECT_FALSE(shows(scene, kAxis, "ship.victorious"));
  }
  EXPECT_GT(driven_off, 0);
}

TEST(Example_EX_02c, AShadowerSearchesOnlyForItsTarget) {
  for (int index = 1; index <= 40; ++index) {
    SCOPED_TRACE(index);
    Scene scene = example("ex-02bc", {card(kFindsTf2), card(index)});
    scene.answer(kAxis, Verb::DONE);
    pass_search(scene);
    EXPECT_TRUE(scene.chance_used_up());
    const bool found = day_of(kAxis, index).force(kReducedVisibility) == SearchResult::U;
    for (Side side : kSides) {
      const v1::Block& block = seen(scene, side, scene.id("allied TF 1"));
      EXPECT_EQ(block.flat(), found);
      EXPECT_EQ(block.level(), found ? day_of(kAxis, index).id_gain(kReducedVisibility) : 0);
      EXPECT_EQ(seen(scene, side, scene.id("allied TF 2")).level(), 2);
    }
    EXPECT_FALSE(shows(scene, kAxis, "ship.london"));
    EXPECT_TRUE(shows(scene, kAllied, "ship.london"));
  }
}

// -- EX-03: what is said of the great convoy at each level --

struct Category {
  v1::ShipCategory::Kind kind;
  int counters, cs;
};

TEST(Example_EX_03, AtId1AnyNumberFromThreeToSevenAndALargeConvoy) {
  for (int said = 3; said <= 7; ++said) {
    Scene scene = example("ex-03", {card(7)});  // U, one level
    scene.answer(kAxis, Verb::DONE);
    const BlockId id = scene.id("allied convoy 1");
    EXPECT_EQ(scene.count(kAllied, Verb::SAY_COUNTERS), 5);
    scene.answer(kAllied, Verb::SAY_COUNTERS, id, said);
    pass_search(scene);
    EXPECT_TRUE(scene.chance_used_up());
    for (Side side : kSides) {
      const v1::Statement& told = seen(scene, side, id).told();
      EXPECT_EQ(told.level(), 1);
      EXPECT_EQ(told.warship_counters(), said);
      EXPECT_TRUE(told.large_convoy());
      EXPECT_EQ(told.heavy_ships() + told.convoy_ships() + told.category_size() + told.named_size(), 0);
    }
    EXPECT_FALSE(shows(scene, kAxis, "ship.duke_of_york"));
    EXPECT_TRUE(shows(scene, kAllied, "ship.duke_of_york"));
  }
}

TEST(Example_EX_03, AtId2FiveCountersFourHeavyShipsACarrierAndTwentyFiveConvoyShips) {
  Scene scene = example("ex-03", {card(2)});  // U, two levels
  scene.answer(kAxis, Verb::DONE);
  pass_search(scene);
  EXPECT_TRUE(scene.chance_used_up());
  for (Side side : kSides) {
    const v1::Statement& told = seen(scene, side, scene.id("allied convoy 1")).told();
    EXPECT_EQ(told.level(), 2);
    EXPECT_EQ(told.warship_counters(), 5);
    EXPECT_EQ(told.heavy_ships(), 4);
    EXPECT_TRUE(told.carrier());
    EXPECT_EQ(told.convoy_ships(), 25);
    EXPECT_EQ(told.category_size() + told.named_size(), 0);
  }
  EXPECT_FALSE(shows(scene, kAxis, "ship.duke_of_york"));
}

TEST(Example_EX_03, AtId3CountersAndStrengthOfEachCategory) {
  Scene scene = example("ex-03", {card(22)});  // U, three levels
  scene.answer(kAxis, Verb::DONE);
  pass_search(scene);
  EXPECT_TRUE(scene.chance_used_up());
  const Category categories[] = {{v1::ShipCategory::CAPITAL, 2, 8},
                                 {v1::ShipCategory::CARRIER, 1, 4},
                                 {v1::ShipCategory::CRUISER, 2, 6},
                                 {v1::ShipCategory::LIGHT, 1, 4}};
  for (Side side : kSides) {
    const v1::Statement& told = seen(scene, side, scene.id("allied convoy 1")).told();
    EXPECT_EQ(told.level(), 3);
    EXPECT_EQ(told.convoy_ships(), 25);
    EXPECT_EQ(told.named_size(), 0);
    for (const Category& each : categories) {
      EXPECT_TRUE(std::ranges::any_of(told.category(), [&](const auto& said) {
        return said.category() == each.kind && said.counters() == each.counters && said.cs() == each.cs;
      })) << v1::ShipCategory::Kind_Name(each.kind);
    }
  }
  EXPECT_FALSE(shows(scene, kAxis, "ship.duke_of_york"));
}

// -- EX-04: aircraft look for a convoy at ID2; here in the search of a sector, the strike itself is of chapter 7 --

TEST(Example_EX_04, AirLineAgainstAConvoyAtId2) {
  std::set<int> found_on;
  std::set<int> failed_on;
  for (int index = 1; index <= 40; ++index) {
    SCOPED_TRACE(index);
    Scene scene = example("ex-04", {card(index)});
    scene.answer(kAxis, Verb::DESIGNATE, v1::SearchSector::TRONDHEIM, kSearched);
    pass_search(scene);
    EXPECT_TRUE(scene.chance_used_up());
    const bool found = both_told(scene, "report.search.card");
    (found ? found_on : failed_on).insert(day_of(kAxis, index).air(kReducedVisibility));
    EXPECT_EQ(both_told(scene, "report.search.nothing"), !found);
    for (Side side : kSides) {
      const v1::Block& block = seen(scene, side, scene.id("allied convoy 1"));
      EXPECT_EQ(block.level(), found ? 3 : 2) << "a failure changes nothing when nobody shadows";
      EXPECT_EQ(block.told().level(), block.level());
    }
    EXPECT_FALSE(shows(scene, kAxis, "class.british_j_r"));
    EXPECT_TRUE(shows(scene, kAllied, "class.british_j_r"));
  }
  EXPECT_EQ(found_on, (std::set<int>{SearchResult::ID0, SearchResult::ID1, SearchResult::ID2, SearchResult::U,
                                     SearchResult::AIRCRAFT}));
  EXPECT_EQ(failed_on, (std::set<int>{SearchResult::ID3, SearchResult::S, SearchResult::DASH}));
}

// -- EX-22: a shadowed force splits; its shadower names the part he follows --

// Splits these ships off; the shadower follows the part he names. True: it is the new one.
struct Split {
  std::string force;
  std::vector<std::string> ships;
  v1::ShadowedPart::Kind named;
  bool follows_new;
};

void expect_followed(const Split& split) {
  Scene scene = example("ex-22", {0});  // for parts that fit alike
  scene.answer(kAllied, Verb::CHOOSE_FORCE, scene.key(split.force));
  for (const std::string& ship : split.ships) {
    const int index = index_of(scene.force(split.force), ship);
    scene.answer(kAllied, Verb::SPLIT_OFF, index, scene.force(split.force).ship(index).cs());
  }
  scene.answer(kAllied, Verb::NEW_FORCE, scene.key(split.force));
  ASSERT_TRUE(scene.asked(kAxis, MenuKind::SHADOW_SPLIT));
  scene.answer(kAxis, Verb::FOLLOW_PART, split.named);
  EXPECT_TRUE(scene.chance_used_up());
  EXPECT_TRUE(both_told(scene, "report.shadowing.part"));
  const BlockId rest = scene.id(split.force);
  const BlockId part = block_id(*scene.own(kAllied).force().rbegin());
  for (Side side : kSides) {
    EXPECT_EQ(seen(scene, side, part).shadow_size(), split.follows_new ? 1 : 0);
    EXPECT_EQ(seen(scene, side, rest).shadow_size(), split.follows_new ? 0 : 1);
  }
  for (const std::string& ship : split.ships) {
    EXPECT_FALSE(shows(scene, kAxis, ship));
    EXPECT_TRUE(shows(scene, kAllied, ship));
  }
}

TEST(Example_EX_22, ShadowTheConvoy) {
  expect_followed({"allied convoy 1", {"ship.duke_of_york"}, v1::ShadowedPart::CONVOY, false});
}

TEST(Example_EX_22, ShadowTheLargerTf) {
  expect_followed({"allied TF 1", {"ship.victorious", "ship.norfolk"}, v1::ShadowedPart::LARGER, true});
  expect_followed({"allied TF 1", {"class.british_j_r"}, v1::ShadowedPart::LARGER, false});
}

TEST(Example_EX_22, ShadowTheCapitalShip) {
  expect_followed({"allied convoy 1", {"ship.duke_of_york"}, v1::ShadowedPart::CAPITAL_SHIP, true});
  expect_followed({"allied convoy 1", {"ship.london"}, v1::ShadowedPart::CAPITAL_SHIP, false});
}

}  // namespace
}  // namespace wardroom::pq17
