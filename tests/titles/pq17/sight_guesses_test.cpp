// Which guesses about a block what is known of it contradicts.
#include "tests/titles/pq17/sight_kit.h"

namespace wardroom::pq17 {
namespace {

// Those of the list that stand, by their names.
std::vector<std::string> standing(Stage& stage) {
  const v1::View view = sent(stage, Viewer::kFirst);
  std::vector<std::string> names;
  const std::vector<Text> all = the_title().guesses();
  for (std::uint32_t says = 1; says <= all.size(); ++says) {
    const std::optional<Guessed> known = the_title().guessed(view, view.sea().block(0).id(), says);
    EXPECT_TRUE(known && known->place == 611u);
    wardroom::v1::Text text;
    to_wire(all[says - 1], text);
    if (known && !known->contradicted) names.push_back(said(text));
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(Guesses, OfABlockThatStandsUpAllAreOpen) {
  Stage stage = told_at(2);
  for (v1::Block& block : *stage.truth().mutable_sea()->mutable_block()) block.set_flat(false);
  EXPECT_EQ(standing(stage).size(), the_title().guesses().size());
}

TEST(Guesses, AFaceContradictsOtherKindsAndAStatementTheShipsItLeavesOut) {
  Stage none = told_at(1);
  EXPECT_EQ(standing(none), (Names{"Task Force", "Capital ship", "Carrier", "Cruiser", "Light ship"}));
  Stage second = told_at(2);
  EXPECT_EQ(standing(second), (Names{"Task Force", "Capital ship", "Cruiser", "Light ship"})) << "no carrier";
  Stage third = told_at(3);
  EXPECT_EQ(standing(third), (Names{"Task Force", "Capital ship", "Light ship"}));
}

TEST(Guesses, WhatMayHaveChangedContradictsNothing) {
  Stage stage = told_at(3);
  for (v1::Block& block : *stage.truth().mutable_sea()->mutable_block())
    if (block.has_told()) block.mutable_told()->set_binding(false);
  EXPECT_EQ(standing(stage).size(), 5u);
}

TEST(Guesses, AreAboutTheOthersBlocksAndThoseThatOneKnows) {
  Stage stage = told_at(2);
  const v1::View view = sent(stage, Viewer::kFirst);
  EXPECT_FALSE(the_title().guessed(view, view.sea().block(1).id(), 1)) << "one's own";
  EXPECT_FALSE(the_title().guessed(view, 4711, 1));
  EXPECT_FALSE(the_title().guessed(view, view.sea().block(0).id(), 99));
  EXPECT_EQ(the_title().turn(view), 9u);
}

}  // namespace
}  // namespace wardroom::pq17
