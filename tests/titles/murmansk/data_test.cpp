// Every fact that the rule text states stands in the data; what is computed follows from the links.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/titles/murmansk/the_box.h"

namespace wardroom::murmansk {
namespace {

using Class = v1::Class;
using Feature = v1::Feature;

ShipNumber ship(const char* id) { return the_box().ship_number(std::string("ship.") + id); }
const v1::Ship& facts(const char* id) { return the_box().ship(ship(id)); }
Place at(const char* id) { return the_box().place(std::string("position.") + id); }

TEST(MurmanskData, IsRead) {
  EXPECT_EQ(the_box().places(), 67u);
  EXPECT_EQ(the_box().turns(), 9);
  EXPECT_EQ(the_box().scenarios().size(), 6u);
  EXPECT_EQ(the_box().rulings().ruling_size(), 49);
}

TEST(MurmanskData, HasNoMistakes) {
  for (const Mistake& each : inspect(the_bundle()).mistakes)
    ADD_FAILURE() << each.file << ":" << each.line << " " << each.field << " " << each.what.id;
}

TEST(MurmanskVictory, CapitalShipsAreBattleshipsCarriersAndThreeBattleCruisers) {
  for (const char* id : {"tirpitz", "scharnhorst", "gneisenau", "king_george_v", "duke_of_york", "anson", "washington",
                         "alabama", "renown", "victorious", "formidable"})
    EXPECT_TRUE(facts(id).capital()) << id;
  for (const char* id : {"luetzow", "scheer", "hipper", "koeln", "avenger"}) EXPECT_FALSE(facts(id).capital()) << id;
  EXPECT_EQ(the_box().numbers().victory().loads(), 8);
  EXPECT_EQ(the_box().numbers().victory().seasons(), 5);
  EXPECT_EQ(the_box().numbers().victory().strategic(), 7);
}

TEST(MurmanskSeasons, RunFromSpring1942ToSpring1944) {
  const Box& box = the_box();
  EXPECT_EQ(box.turn(1).season(), v1::Season::SPRING);
  EXPECT_EQ(box.turn(1).year(), 1942);
  EXPECT_EQ(box.turn(9).season(), v1::Season::SPRING);
  EXPECT_EQ(box.turn(9).year(), 1944);
  for (int turn = 1; turn <= 9; ++turn) {
    EXPECT_EQ(box.turn(turn).transit(), 1942 - box.turn(turn).year()) << turn;
    EXPECT_EQ(box.turn(turn).fuel_short(), turn >= 4) << turn;
    EXPECT_EQ(box.turn(turn).tallboy(), turn == 9) << turn;
  }
}

TEST(MurmanskShips, BeginWhereTheTextSays) {
  using Ship = v1::Ship;
  EXPECT_EQ(facts("gneisenau").start(), Ship::REPAIR);
  EXPECT_EQ(facts("leipzig").start(), Ship::REPAIR);
  for (const char* id : {"scharnhorst", "prinz_eugen", "nuernberg", "mob_5"}) EXPECT_EQ(facts(id).start(), Ship::READY);
  for (const char* id : {"tirpitz", "luetzow", "scheer", "koeln"}) EXPECT_EQ(facts(id).start(), Ship::NORWAY);
  EXPECT_EQ(facts("type_7").start(), Ship::RUSSIA);
}

TEST(MurmanskShips, ComeAndGoAsTheTextSays) {
  const Box& box = the_box();
  EXPECT_TRUE(box.in_service(ship("washington"), 2));
  EXPECT_FALSE(box.in_service(ship("washington"), 3));
  EXPECT_FALSE(box.in_service(ship("alabama"), 4));
  EXPECT_TRUE(box.in_service(ship("alabama"), 5));
  EXPECT_TRUE(box.in_service(ship("alabama"), 7));
  EXPECT_FALSE(box.in_service(ship("alabama"), 8));
  EXPECT_GT(facts("alabama").until_short(), 7);
}

TEST(MurmanskShips, HaveTheMarksTheTextNames) {
  for (const char* id : {"king_george_v", "duke_of_york", "anson"}) {
    EXPECT_TRUE(facts(id).misfires()) << id;
    EXPECT_EQ(facts(id).fire(), Class::B) << id;
    EXPECT_TRUE(facts(id).enters_south()) << id;
  }
  EXPECT_FALSE(facts("washington").misfires());
  EXPECT_TRUE(facts("renown").enters_south());
  EXPECT_EQ(facts("s_class").torpedoes(), v1::Torpedoes::TWICE);
  EXPECT_EQ(facts("koeln").weakness(), 1);
  EXPECT_EQ(facts("mob_5").range(), 2);
  EXPECT_EQ(facts("scylla").fire(), Class::CL);
  EXPECT_EQ(facts("ulysses").fire(), Class::CL);
  EXPECT_EQ(facts("luetzow").fire(), Class::BC);
  for (const char* id : {"tirpitz", "scharnhorst", "gneisenau"}) EXPECT_EQ(facts(id).fuel(), 2) << id;
  EXPECT_EQ(facts("hipper").fuel(), 1);
  EXPECT_EQ(facts("z_1").fuel(), 1);
  EXPECT_TRUE(facts("luetzow").cruiser());
  EXPECT_TRUE(facts("scheer").cruiser());
}

TEST(MurmanskMap, MovesAndRangesFollowFromTheLinks) {
  const Box& box = the_box();
  EXPECT_EQ(box.distance(at("s02"), at("t11")), 10);
  EXPECT_TRUE(box.near_base(at("s11")));
  EXPECT_FALSE(box.near_base(at("r10")));
  EXPECT_GT(box.distance(at("v07"), at("s09")), 3);
  EXPECT_GT(box.distance(at("t09"), at("t12")), 3);
  EXPECT_GT(box.distance(at("t10"), at("t07")), 3);
  EXPECT_GT(box.distance(at("t10"), at("t13")), 3);
  EXPECT_EQ(box.position(at("t10")).room(), 1);
  EXPECT_EQ(box.lane().size(), 12u);
}

using Places = std::vector<Place>;
Places places(std::initializer_list<const char*> ids) {
  Places found;
  for (const char* id : ids) found.push_back(at(id));
  std::ranges::sort(found);
  return found;
}

TEST(MurmanskMap, TheConvoyGoesEastAndOnlyToOpenPorts) {
  const Box& box = the_box();
  EXPECT_EQ(box.convoy_moves(at("r09"), false), places({"q10", "r10", "s10"}));  // MX-23
  EXPECT_EQ(box.convoy_moves(at("r09"), true), places({"r10", "s10"}));
  EXPECT_EQ(box.convoy_moves(at("s12"), false), places({"r12", "s13", "t11", "t12"}));
  EXPECT_EQ(box.convoy_moves(at("s12"), true), places({"t11"}));
  EXPECT_EQ(box.convoy_moves(at("s14"), false), places({"t13"}));
  for (Place from = 1; from <= box.places(); ++from) {
    for (bool ice : {false, true}) {
      const auto& moves = box.convoy_moves(from, ice);
      EXPECT_EQ(std::ranges::count(moves, at("w07")), 0) << from;
      EXPECT_TRUE(!ice || std::ranges::count(moves, at("t12")) == 0) << from;
    }
  }
}

TEST(MurmanskMap, EveryLaneIsAWayOfTheConvoy) {
  const Box& box = the_box();
  for (std::size_t i = 0; i + 1 < box.lane().size(); ++i)
    EXPECT_EQ(std::ranges::count(box.convoy_moves(box.lane()[i], true), box.lane()[i + 1]), 1) << i;
  for (Place place : box.all(Feature::PACK_START)) EXPECT_TRUE(box.has(place, Feature::UBOATS));
  EXPECT_EQ(box.all(Feature::ENTRY_A).size(), 1u);
  EXPECT_EQ(box.all(Feature::ENTRY_B).size(), 1u);
}

struct AttackCase {
  Class::Kind target;
  std::array<std::optional<int>, 6> columns;  // of D, CL, CA, BC, B, SB
};

TEST(RuleTabA, IsThePrintedTable) {
  constexpr std::nullopt_t no = std::nullopt;
  const std::vector<AttackCase> rows{
      {Class::CVE, {3, 2, 2, 2, 2, 2}},    {Class::CONVOY, {3, 2, 2, 2, 2, 2}}, {Class::D, {0, 1, 0, 1, 1, 1}},
      {Class::CL, {-1, 0, 1, 2, 3, 4}},    {Class::CA, {-2, -1, 0, 1, 2, 3}},   {Class::BC, {-3, -2, -1, 0, 1, 2}},
      {Class::CVB, {-3, -2, -1, 0, 1, 2}}, {Class::B, {no, -3, -2, -1, 0, 1}},  {Class::SB, {no, no, -3, -2, -1, 0}},
  };
  constexpr std::array kFirers{Class::D, Class::CL, Class::CA, Class::BC, Class::B, Class::SB};
  for (const AttackCase& row : rows) {
    for (std::size_t i = 0; i < kFirers.size(); ++i)
      EXPECT_EQ(the_box().column(kFirers[i], row.target), row.columns[i]) << row.target << " by " << kFirers[i];
    EXPECT_EQ(the_box().torpedo_column(v1::Torpedoes::LARGE, row.target), row.columns[4]);
    EXPECT_EQ(the_box().torpedo_column(v1::Torpedoes::SMALL, row.target), *row.columns[4] - 1);
  }
}

TEST(RuleTabB, IsThePrintedTable) {
  // By column from -3, each letter a die from 1 to 6: - nothing, d D, s DS, S Sk.
  const std::array<const char*, 12> harm{"-----d", "----dd", "----ds", "----ss", "---dsS", "--dsSS",
                                         "--sSSS", "-sSSSS", "--SSSS", "--ddsS", "---dds", "----ds"};
  // The defender's die: a AA, 2 2AA, s AS.
  const std::array<const char*, 12> defence{"----ss", "----ss", "----ss", "----ss", "----ss", "----ss",
                                            "----ss", "----ss", "----ss", "---22a", "-----a", "------"};
  for (int column = 0; column < 12; ++column) {
    const auto kind = static_cast<v1::Column::Kind>(column + 1);
    for (int die = 1; die <= 6; ++die) {
      const char wanted = harm[static_cast<std::size_t>(column)][die - 1];
      const v1::Harm::Kind is = the_box().harm(kind, die);
      EXPECT_EQ(is, wanted == '-'   ? v1::Harm::NONE
                    : wanted == 'd' ? v1::Harm::D
                    : wanted == 's' ? v1::Harm::DS
                                    : v1::Harm::SK)
          << column << " die " << die;
      const char lost = defence[static_cast<std::size_t>(column)][die - 1];
      const v1::Defence::Kind defends = the_box().defence(kind, die);
      EXPECT_EQ(defends, lost == '-'   ? v1::Defence::NONE
                         : lost == 'a' ? v1::Defence::AA
                         : lost == '2' ? v1::Defence::TWO_AA
                                       : v1::Defence::AS)
          << column << " die " << die;
    }
  }
  EXPECT_EQ(the_box().harm(v1::Column::ZERO, 9), v1::Harm::DS);  // [M-36]
  EXPECT_EQ(the_box().harm(v1::Column::ZERO, -2), v1::Harm::NONE);
}

// -- mistakes --

Bundle with(const char* file, const std::string& from, const std::string& to) {
  std::vector<DataText> files = the_bundle().files();
  for (DataText& each : files) {
    if (each.path != file) continue;
    const auto found = each.text.find(from);
    EXPECT_NE(found, std::string::npos) << from;
    if (found != std::string::npos) each.text.replace(found, from.size(), to);
  }
  return Bundle(files);
}

// The first mistake, as "file field id"; and it names a line.
std::string mistake(const Bundle& bundle) {
  const Mistakes mistakes = inspect(bundle).mistakes;
  if (mistakes.empty()) return "none";
  EXPECT_GT(mistakes.front().line, 0);
  return mistakes.front().file + " " + mistakes.front().field + " " + mistakes.front().what.id.str();
}

// A base whose neighbours are bases too.
TEST(MurmanskMistakes, ABaseWithoutWaterIsOne) {
  std::vector<DataText> files = the_bundle().files();
  for (DataText& each : files) {
    if (each.path != "map.textproto") continue;
    for (const char* neighbour : {"s10", "s11"}) {
      const std::string id = std::string("  id: \"position.") + neighbour + "\"\n";
      const auto at = each.text.find(id);
      ASSERT_NE(at, std::string::npos);
      each.text.insert(at + id.size(), "  has: NAVAL_BASE\n");
    }
  }
  std::vector<std::string> found;
  for (const Mistake& mistake : inspect(Bundle(files)).mistakes) {
    if (mistake.what.id.str() == "data.no_water") found.push_back(mistake.file + " " + mistake.field);
  }
  EXPECT_EQ(found.size(), 1u);
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(found.front().starts_with("map.textproto position[")) << found.front();
}

TEST(MurmanskMistakes, AreNamedByFileLineAndField) {
  EXPECT_EQ(mistake(with("map.textproto", "link { way: E to: \"position.p08\" }", "")),
            "map.textproto position[1].link[0].to data.link_one_way");
  EXPECT_EQ(mistake(with("map.textproto", "way: E to: \"position.p08\"", "way: E to: \"position.p99\"")),
            "map.textproto position[0].link[0].to data.unknown_position");
  EXPECT_EQ(mistake(with("tables/attack.textproto", "  cell { firer: D column: 3 }\n", "")),
            "tables/attack.textproto row[0].cell data.table_gap");
  EXPECT_EQ(mistake(with("tables/results.textproto", "  cell { column: FAA harm: DS defence: NONE }\n", "")),
            "tables/results.textproto row[0].cell data.table_gap");
  EXPECT_EQ(mistake(with("ships.textproto", "service { from: 1 to: 2 }", "service { from: 3 to: 2 }")).substr(0, 20),
            "ships.textproto ship");
  EXPECT_EQ(mistake(with("scenarios/war.textproto", "last_turn: 9", "last_turn: 10")),
            "scenarios/war.textproto first_turn data.turns");
  EXPECT_EQ(
      mistake(with("scenarios/bear_island.textproto", "under_way: \"position.r07\"", "under_way: \"position.t11\"")),
      "scenarios/bear_island.textproto under_way data.no_sea");
  EXPECT_EQ(
      mistake(with("text/pl.play.textproto", "id: \"murmansk.freighters\"", "id: \"murmansk.ships\"")).substr(0, 5),
      "text/");
}

}  // namespace
}  // namespace wardroom::murmansk
