// Scattered convoys are looked for ship by ship.
#include "server/titles/pq17/searching/scattered.h"

#include "server/titles/pq17/searching/identification.h"
#include "server/titles/pq17/searching/reconnaissance.h"
#include "tests/titles/pq17/rules/searching.h"

namespace wardroom::pq17 {
namespace {

TEST(Rule6_8_1, AScatteredConvoyStaysAtId3) {
  Stage stage = stage_at(kNight, kAllied);
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, kOpenSea, "port.murmansk").identified("pq", 3);
  Bench bench(stage);
  bench.block("pq").set_scattered(true);
  lose_id_by_moving_or_idleness(bench.op);
  lose_id(bench.op, bench.block("pq"), 1);
  EXPECT_EQ(level(bench, "pq"), 3);
}

std::string beside(const std::string& hex) {
  return number_of(the_title().reference().hex(*hex_of(hex)).by_sea.front());
}

Stage scattered_stage() {
  Stage stage = stage_at(kDay, kAxis);
  stage.truth().mutable_air()->clear_search();
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, kOpenSea, "port.murmansk").identified("pq", 3);
  stage.truth().mutable_sea()->mutable_block(0)->set_scattered(true);
  return stage;
}

TEST(Rule6_8_1, EveryAssetInItsHexOrBesideItDrawsACardOfItsOwn) {
  Stage stage = scattered_stage();
  stage.dummy(kAxis, "d", kOpenSea)
      .task_force(kAxis, "tf", {{"ship.tirpitz"}}, beside(kOpenSea))
      .task_force(kAxis, "far", {{"ship.admiral_scheer"}}, "0622");
  Bench bench(stage, {card(3), card(3)});  // U
  std::vector<Sighting> sightings;
  look_for_scattered(bench.op, bench.block("pq"), sightings);
  ASSERT_EQ(sightings.size(), 2u);  // who is far away does not search
  EXPECT_TRUE(bench.chance_used_up());
  EXPECT_EQ(number_of(sightings[0].hex), kOpenSea);
  EXPECT_FALSE(sightings[0].success);  // the Dummy [6.5]
  EXPECT_EQ(number_of(sightings[1].hex), beside(kOpenSea));
  ASSERT_TRUE(sightings[1].success);
  carry_out(bench.op, sightings[1]);
  ASSERT_EQ(bench.op.truth.sea().contact_size(), 1);
  const v1::Contact& contact = bench.op.truth.sea().contact(0);
  EXPECT_EQ(BlockId(contact.convoy()), bench.id("pq"));
  EXPECT_EQ(block_id(contact), bench.id("tf"));
  EXPECT_EQ(level(bench, "pq"), 3);
}

TEST(Rule6_8_1, ContactsAreKnownToBothAndForgottenWithTheSegment) {
  Stage stage = scattered_stage();
  stage.task_force(kAxis, "tf", {{"ship.tirpitz"}}, beside(kOpenSea));
  Bench bench(stage, {card(3)});
  bench.run(reconnaissance(bench.op));
  ASSERT_TRUE(bench.asked(kAxis, v1::MenuKind::CONTACTS));
  bench.answer(kAxis, v1::Verb::DONE);
  EXPECT_TRUE(bench.done());
  for (Side side : kSides) EXPECT_TRUE(bench.was_told(side, "report.scattered_contact"));
  EXPECT_FALSE(bench.block("tf").flat());
  EXPECT_EQ(bench.op.truth.sea().contact_size(), 0);
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule6_8_1, ASectorMaySearchAHexBesideTheBlock) {
  Stage stage = stage_at(kDay, kAxis);
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, kOpenSea, "port.murmansk").identified("pq", 3);
  stage.truth().mutable_sea()->mutable_block(0)->set_scattered(true);
  Bench bench(stage, {card(3)});
  bench.run(reconnaissance(bench.op));
  const int there = hex_argument(beside(kOpenSea));
  ASSERT_TRUE(bench.offers(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::TRONDHEIM, there));
  bench.answer(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::TRONDHEIM, there);
  if (!bench.done()) bench.answer(kAxis, v1::Verb::DONE);
  EXPECT_TRUE(bench.was_told(kAllied, "report.scattered_contact"));
  EXPECT_TRUE(bench.chance_used_up());
}

TEST(Rule6_8_1, PatrolsFromLandSearchOnceWhereTheySeeBest) {
  Stage stage = stage_at(kDay, kAxis);
  stage.truth().mutable_air()->clear_search();
  stage.convoy(kAllied, "pq", {{"class.mv", 8}}, "0713", "port.murmansk").identified("pq", 3);
  stage.truth().mutable_sea()->mutable_block(0)->set_scattered(true);
  auto& fog = *stage.truth().mutable_environment()->add_local();
  fog.add_hex(static_cast<std::uint32_t>(hex_argument("0713")));
  fog.set_weather(v1::Weather::FOG);
  fog.set_last_turn(kDay + 2);
  Bench bench(stage, {card(3)});
  std::vector<Sighting> sightings;
  look_for_scattered(bench.op, bench.block("pq"), sightings);
  ASSERT_EQ(sightings.size(), 1u);
  EXPECT_NE(number_of(sightings[0].hex), "0713");
  EXPECT_TRUE(sightings[0].by.air);
}

TEST(Rule6_8_1, EveryCamDrivesOffOneSearcher) {
  Stage stage = stage_at(kDay, kAxis);
  stage.truth().mutable_air()->clear_search();
  stage.convoy(kAllied, "cam", {{"class.mv", 3}, {"class.mc", 1}}, kOpenSea, "port.murmansk").identified("cam", 3);
  stage.truth().mutable_sea()->mutable_block(0)->set_scattered(true);
  auto& search = *stage.truth().mutable_air()->add_search();
  search.set_sector(v1::SearchSector::BARENTS);
  search.set_hexes(2);
  const int aircraft =
      find_card(kAxis, [](const v1::Card& each) { return each.day().air(0) == v1::SearchResult::AIRCRAFT; });
  Bench bench(stage, {card(aircraft), card(aircraft)});
  bench.run(reconnaissance(bench.op));
  for (const std::string& hex : {std::string(kOpenSea), beside(kOpenSea)}) {
    bench.answer(kAxis, v1::Verb::DESIGNATE, v1::SearchSector::BARENTS, hex_argument(hex));
  }
  if (bench.menu(kAxis)) bench.answer(kAxis, v1::Verb::DONE);
  ASSERT_TRUE(bench.asked(kAllied, v1::MenuKind::RECON_OWNER));
  EXPECT_EQ(bench.count(kAllied, v1::Verb::NEGATE_CAM), 2);
  bench.answer(kAllied, v1::Verb::NEGATE_CAM, bench.id("cam"), 1);
  EXPECT_EQ(bench.count(kAllied, v1::Verb::NEGATE_CAM), 0);  // there is no other
  bench.answer(kAllied, v1::Verb::DONE);
  EXPECT_TRUE(bench.was_told(kAxis, "report.negated.cam"));
  EXPECT_TRUE(bench.was_told(kAxis, "report.scattered_contact"));
  EXPECT_TRUE(bench.chance_used_up());
}

}  // namespace
}  // namespace wardroom::pq17
