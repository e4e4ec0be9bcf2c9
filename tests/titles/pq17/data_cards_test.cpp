// The two decks: card 40, the mix, and the odds it is made for.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "server/titles/pq17/data/odds.h"
#include "tests/titles/pq17/the_box.h"

namespace wardroom::pq17 {
namespace {

using R = v1::SearchResult;
using testing::Each;
using testing::ElementsAre;

const std::vector<wardroom::v1::Side::Kind> kSides = {wardroom::v1::Side::ALLIED, wardroom::v1::Side::AXIS};
constexpr int kFair = 0;
constexpr int kReducedVisibility = 1;
constexpr int kFogGale = 3;

const auto& line(const v1::Card::Section& section, SearchLine which) {
  return which == SearchLine::kForce ? section.force() : which == SearchLine::kAir ? section.air() : section.both();
}

std::vector<int> column(wardroom::v1::Side::Kind side, v1::Light::Kind light, SearchLine which, int weather) {
  std::vector<int> out;
  for (const auto& card : the_box().deck(side).card())
    out.push_back(line(light == v1::Light::DAY ? card.day() : card.night(), which).Get(weather));
  return out;
}

int find(wardroom::v1::Side::Kind side, v1::Light::Kind light, SearchLine which, int weather, const Sought& sought) {
  return cards_that_find(the_box().deck(side), light, which, weather, sought);
}

TEST(Cards, FortyASideNumberedOneToForty) {  // [1.7]
  for (const auto side : kSides) {
    std::set<int> seen;
    for (const auto& card : the_box().deck(side).card()) seen.insert(card.index());
    EXPECT_EQ(the_box().deck(side).card_size(), 40);
    EXPECT_EQ(seen.size(), 40u);
    EXPECT_EQ(*seen.begin(), 1);
    EXPECT_EQ(*seen.rbegin(), 40);
  }
}

TEST(Card40, LinesThatAreCertain) {  // printed between 1.6 and 1.7
  for (const auto side : kSides) {
    const auto& card = the_box().card(side, 40);
    EXPECT_THAT(card.day().force(), Each(R::DASH));
    EXPECT_THAT(card.night().force(), Each(R::DASH));
    EXPECT_THAT(card.day().id_gain(), ElementsAre(3, 2, 1, 1));
    EXPECT_THAT(card.night().id_gain(), ElementsAre(3, 1, 1, 1));
    EXPECT_THAT(card.day().photo(), ElementsAre(4, 4, 4, 0));
    EXPECT_EQ(card.heavy().always(), 1);
    EXPECT_EQ(card.heavy().plus(), 0);
    EXPECT_EQ(card.dd_tb().always(), 1);
    EXPECT_EQ(card.dd_tb().plus(), 0);
    EXPECT_EQ(card.ax_mx().always(), 2);
    EXPECT_EQ(card.ax_mx().plus(), 2);
    EXPECT_TRUE(card.boxed_d());
  }
}

TEST(Card40, AirAndBothLinesByTheChosenReading) {  // ruling A-76
  for (const auto side : kSides) {
    const auto& card = the_box().card(side, 40);
    EXPECT_TRUE(card.lines_exchanged()) << "the option reads them as printed";
    EXPECT_THAT(card.day().air(), ElementsAre(R::S, R::AIRCRAFT, R::DASH, R::DASH));
    EXPECT_THAT(card.night().air(), Each(R::DASH));
    EXPECT_THAT(card.day().both(), Each(R::U));
    EXPECT_THAT(card.night().both(), Each(R::U));
  }
}

TEST(CardMix, BothIsAtLeastAsGoodAsAirAndAsForce) {
  for (const auto side : kSides) {
    for (const auto light : {v1::Light::DAY, v1::Light::NIGHT}) {
      for (int weather = 0; weather < kCardColumns; ++weather) {
        for (int id = -1; id <= 3; ++id) {
          const int both = find(side, light, SearchLine::kBoth, weather, {id, false});
          EXPECT_GE(both, find(side, light, SearchLine::kAir, weather, {id, false}));
          EXPECT_GE(both, find(side, light, SearchLine::kForce, weather, {id, false}));
        }
      }
    }
  }
}

TEST(CardMix, BetterWeatherAndDayAreAtLeastAsGood) {
  for (const auto side : kSides) {
    for (const auto which : kSearchLines) {
      for (int id = -1; id <= 3; ++id) {
        for (const auto light : {v1::Light::DAY, v1::Light::NIGHT}) {
          for (int weather = 1; weather < kCardColumns; ++weather) {
            EXPECT_GE(find(side, light, which, weather - 1, {id, false}),
                      find(side, light, which, weather, {id, false}));
          }
        }
        for (int weather = 0; weather < kCardColumns; ++weather) {
          EXPECT_GE(find(side, v1::Light::DAY, which, weather, {id, false}),
                    find(side, v1::Light::NIGHT, which, weather, {id, false}));
        }
      }
    }
  }
}

TEST(CardMix, DayReducedVisibilityAirShowsWhatTheLocationExampleNames) {  // [7.1.1 example]
  for (const auto side : kSides) {
    const auto seen = column(side, v1::Light::DAY, SearchLine::kAir, kReducedVisibility);
    for (const int result : {R::ID0, R::ID1, R::ID2, R::U, R::AIRCRAFT}) EXPECT_THAT(seen, testing::Contains(result));
    EXPECT_LT(find(side, v1::Light::DAY, SearchLine::kAir, kReducedVisibility, {2, false}), 40);
  }
}

TEST(CardMix, DayReducedVisibilityBothFailsAShadowedId1ForceWith2And3Only) {  // [6.2 example]
  for (const auto side : kSides) {
    const auto seen = column(side, v1::Light::DAY, SearchLine::kBoth, kReducedVisibility);
    for (const int result : {R::ID2, R::ID3, R::U, R::AIRCRAFT, R::S}) EXPECT_THAT(seen, testing::Contains(result));
    EXPECT_THAT(seen, Each(testing::Ne(R::DASH)));
    EXPECT_EQ(std::ranges::count(seen, R::ID2) + std::ranges::count(seen, R::ID3), 10);
    EXPECT_EQ(find(side, v1::Light::DAY, SearchLine::kBoth, kReducedVisibility, {1, true}), 30);
  }
}

TEST(CardMix, NightReducedVisibilityForceShowsWhatTheBattleExampleDrew) {  // [7.5.7 example]
  for (const auto side : kSides) {
    const auto seen = column(side, v1::Light::NIGHT, SearchLine::kForce, kReducedVisibility);
    for (const int result : {R::ID0, R::ID2, R::U}) EXPECT_THAT(seen, testing::Contains(result));
    EXPECT_LT(find(side, v1::Light::NIGHT, SearchLine::kForce, kReducedVisibility, {}), 40);
  }
}

TEST(CardMix, NoAircraftOnForceLines) {  // [6.2 example]
  for (const auto side : kSides) {
    for (const auto light : {v1::Light::DAY, v1::Light::NIGHT}) {
      for (int weather = 0; weather < kCardColumns; ++weather)
        EXPECT_THAT(column(side, light, SearchLine::kForce, weather), Each(testing::Ne(R::AIRCRAFT)));
    }
  }
}

TEST(CardMix, IdGainsAreOneToThreeAndNeverRiseAsWeatherWorsens) {
  for (const auto side : kSides) {
    for (const auto& card : the_box().deck(side).card()) {
      for (const auto* section : {&card.day(), &card.night()}) {
        ASSERT_EQ(section->id_gain_size(), kCardColumns);
        for (int i = 0; i < kCardColumns; ++i) {
          EXPECT_GE(section->id_gain(i), 1);
          EXPECT_LE(section->id_gain(i), 3);
          if (i > 0) {
            EXPECT_LE(section->id_gain(i), section->id_gain(i - 1)) << card.index();
          }
        }
      }
    }
  }
}

TEST(CardMix, PhotographsSucceedInFairWeatherAndNeverInFogOrGales) {  // [6.9]
  for (const auto side : kSides) {
    int pictures = 0;
    for (const auto& card : the_box().deck(side).card()) {
      EXPECT_EQ(card.day().photo(kFogGale), 0);
      EXPECT_EQ(card.night().photo_size(), 0);
      pictures += card.day().photo(kFair) > 0;
    }
    EXPECT_GT(pictures, 0);
  }
}

TEST(CardMix, SomeCardsButNotAllStopOrDisperseConvoys) {  // [9.2.5, 9.3.2]
  for (const auto side : kSides) {
    const auto& cards = the_box().deck(side).card();
    for (const auto count :
         {std::ranges::count_if(cards, &v1::Card::octagon), std::ranges::count_if(cards, &v1::Card::boxed_d)}) {
      EXPECT_GT(count, 0);
      EXPECT_LT(count, 40);
    }
  }
}

TEST(CardMix, DamageLinesOfTheRulesOccurAndMostCardsHurtNobody) {  // [9.3.1, 10.2]
  for (const auto side : kSides) {
    int one_plus_two = 0;
    int two_plus_two = 0;
    int harmless = 0;
    for (const auto& card : the_box().deck(side).card()) {
      for (const auto* damage : {&card.heavy(), &card.dd_tb(), &card.ax_mx()})
        one_plus_two += damage->always() == 1 && damage->plus() == 2;
      two_plus_two += card.ax_mx().always() == 2 && card.ax_mx().plus() == 2;
      harmless += card.ax_mx().always() == 0;
    }
    EXPECT_GT(one_plus_two, 0);
    EXPECT_GT(two_plus_two, 0);
    EXPECT_GT(harmless, 20) << "one card of Light Drift is a slight risk";
  }
}

TEST(CardMix, SomeSectionsCarryTheWatermarkAndSomeTheFlag) {  // [6.2.2]
  for (const auto side : kSides) {
    std::array<int, 2> marked{};
    for (const auto& card : the_box().deck(side).card()) {
      marked[0] += card.day().submarine_watermark();
      marked[1] += card.night().submarine_watermark();
    }
    for (const int count : marked) {
      EXPECT_GT(count, 0);
      EXPECT_LT(count, 40);
    }
  }
  std::array<int, 2> flagged{};
  for (const auto& card : the_box().deck(wardroom::v1::Side::ALLIED).card()) {
    flagged[0] += card.day().soviet_flag();
    flagged[1] += card.night().soviet_flag();
  }
  for (const int count : flagged) {
    EXPECT_GT(count, 0);
    EXPECT_LT(count, 40);
  }
}

TEST(SearchOdds, WithinFivePointsOfTheTargets) {
  for (const auto side : kSides) {
    for (const SearchTarget& target : search_targets()) {
      for (int weather = 0; weather < kCardColumns; ++weather) {
        for (int id = -1; id <= 3; ++id) {
          if (id == 0) continue;
          const double actual = find(side, target.light, target.line, weather, {id, false}) * 2.5;
          EXPECT_NEAR(actual,
                      target.percent[static_cast<std::size_t>(weather)][static_cast<std::size_t>(std::max(id, 0))], 5)
              << v1::Light::Kind_Name(target.light) << " line " << static_cast<int>(target.line) << " column "
              << weather << " ID " << id;
        }
      }
    }
  }
}

TEST(SearchOdds, NightBothIsBetterThanEitherAndBelowTheirSum) {
  for (const auto side : kSides) {
    for (int weather = 0; weather < kCardColumns; ++weather) {
      for (int id = -1; id <= 3; ++id) {
        const Sought sought{id, false};
        const int both = find(side, v1::Light::NIGHT, SearchLine::kBoth, weather, sought);
        const int air = find(side, v1::Light::NIGHT, SearchLine::kAir, weather, sought);
        const int force = find(side, v1::Light::NIGHT, SearchLine::kForce, weather, sought);
        EXPECT_GT(both, std::max(air, force)) << weather << " ID " << id;
        EXPECT_LE(both, air + force) << weather << " ID " << id;
      }
    }
  }
}

TEST(SearchOdds, AShadowerLosesContactAsOftenAsMeant) {
  for (const auto side : kSides) {
    const auto lost = [&](int weather) {
      return 100 - 2.5 * find(side, v1::Light::DAY, SearchLine::kBoth, weather, {1, true});
    };
    EXPECT_NEAR(lost(kFair), 15, 5);
    EXPECT_NEAR(lost(kReducedVisibility), 25, 5);
    EXPECT_NEAR(lost(kFogGale), 50, 5);
  }
}

TEST(SearchOdds, ThePageIsUpToDate) {
  std::ifstream in(std::filesystem::path(WARDROOM_SOURCE_DIR) / "scenarios" / "pq17" / "odds.md");
  std::ostringstream page;
  page << in.rdbuf();
  EXPECT_EQ(page.str(), odds_page(the_box())) << "write it with: wardroom data odds > scenarios/pq17/odds.md";
}

}  // namespace
}  // namespace wardroom::pq17
