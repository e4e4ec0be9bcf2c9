// The map against every hex and place the rule book names.
#include <gmock/gmock.h>

#include <deque>

#include "tests/titles/pq17/the_box.h"

namespace wardroom::pq17 {
namespace {

using H = v1::Hex;
using P = v1::Port;

const MapHex& at(const char* number) {
  const MapHex* hex = the_box().hex(number);
  EXPECT_TRUE(hex) << number;
  return *hex;
}

bool neighbours(const char* one, const char* other) {
  const auto& around = at(one).neighbours;
  return std::ranges::find(around, std::optional(at(other).hex)) != around.end();
}

bool by_sea(const char* one, const char* other) {
  const auto& around = at(one).by_sea;
  return std::ranges::find(around, at(other).hex) != around.end();
}

std::set<std::string> with(v1::Hex::Feature feature) {
  std::set<std::string> out;
  for (const MapHex& hex : the_box().hexes()) {
    if (hex.has(feature)) out.insert(hex.data->hex());
  }
  return out;
}

bool has_coast(const MapHex& hex, std::initializer_list<H::Coast> coasts) {
  return std::ranges::any_of(
      coasts, [&](H::Coast coast) { return std::ranges::find(hex.data->coast(), coast) != hex.data->coast().end(); });
}

// Hexes a ship can reach, with the number of hexes it takes; `closed` is not entered.
std::map<Hex, int> reachable(const char* from, std::string_view closed = {}) {
  std::map<Hex, int> out = {{at(from).hex, 0}};
  std::deque<Hex> open = {at(from).hex};
  while (!open.empty()) {
    const Hex here = open.front();
    open.pop_front();
    for (const Hex next : the_box().hex(here)->by_sea) {
      if (number_of(next) != closed && out.emplace(next, out[here] + 1).second) open.push_back(next);
    }
  }
  return out;
}

TEST(Grid, SeventeenRowsOfTwentyTwoNinetySixMilesAcross) {  // [1.1]
  EXPECT_EQ(the_box().grid().rows(), 17);
  EXPECT_EQ(the_box().grid().columns(), 22);
  EXPECT_EQ(the_box().hexes().size(), 17u * 22u);
  EXPECT_NEAR(the_box().grid().hex_width_metres(), 96 * 1852, 100);
}

TEST(Grid, EvenRowsStandToTheRight) {  // [10.3]
  for (const char* other : {"0817", "0819", "0718", "0719", "0918", "0919"})
    EXPECT_TRUE(neighbours("0818", other)) << other;
  for (const char* other : {"0918", "0920", "0818", "0819", "1018", "1019"})
    EXPECT_TRUE(neighbours("0919", other)) << other;
  EXPECT_FALSE(neighbours("0919", "1020"));
  EXPECT_FALSE(neighbours("0919", "0820"));
}

TEST(Grid, NeighboursAreMutualAndCornersHaveFew) {
  for (const MapHex& hex : the_box().hexes()) {
    for (const auto& other : hex.neighbours) {
      if (!other) continue;
      const auto& back = the_box().hex(*other)->neighbours;
      EXPECT_NE(std::ranges::find(back, std::optional(hex.hex)), back.end()) << hex.data->hex();
    }
    for (const Hex other : hex.by_sea) {
      const auto& back = the_box().hex(other)->by_sea;
      EXPECT_NE(std::ranges::find(back, hex.hex), back.end()) << hex.data->hex();
    }
  }
  EXPECT_EQ(the_box().hex("0000"), nullptr);
  EXPECT_EQ(the_box().hex("1823"), nullptr);
  EXPECT_EQ(the_box().hex("x"), nullptr);
}

TEST(Channel, ItsFourHexesFormAChain) {  // [10.3]
  EXPECT_THAT(with(H::ICEBREAKING_CHANNEL), testing::ElementsAre("0818", "0919", "1019", "1119"));
  EXPECT_TRUE(by_sea("0818", "0919"));
  EXPECT_TRUE(by_sea("0919", "1019"));
  EXPECT_TRUE(by_sea("1019", "1119"));
}

TEST(Channel, LiesInZonesThreeFourAndFiveEast) {  // [10.3]
  std::set<int> zones;
  for (const char* number : {"0818", "0919", "1019", "1119"}) {
    for (const auto& area : at(number).data->ice()) {
      EXPECT_EQ(area.sector(), v1::Ice::EAST);
      zones.insert(area.zone());
    }
  }
  EXPECT_THAT(zones, testing::ElementsAre(v1::Ice::ZONE_III, v1::Ice::ZONE_IV, v1::Ice::ZONE_V));
}

TEST(Channel, ArkhangelskIsReachedByItAlone) {  // [10.3]
  EXPECT_EQ(the_box().port("port.arkhangelsk")->hex(), "1119");
  for (const char* gate : {"0919", "1019"}) {
    const auto round = reachable("1206", gate);
    EXPECT_FALSE(round.contains(at("1119").hex)) << gate;
    EXPECT_TRUE(round.contains(at("0817").hex)) << gate;
  }
}

TEST(Boxes, KaraSea) {  // [5.7.2]
  const auto& box = *the_box().box("box.kara_sea");
  EXPECT_THAT(box.gates(), testing::UnorderedElementsAre("0122", "0421", "0622"));
  EXPECT_EQ(box.passage(), v1::Box::WHOLE_TURN_AT_MODERATE);
  EXPECT_EQ(box.allied_use(), v1::Box::FREE);
  EXPECT_EQ(box.axis_use(), v1::Box::BY_CONDITION);
  EXPECT_EQ(the_box().condition(box.condition())->kind(), v1::SpecialCondition::WUNDERLAND);
  EXPECT_EQ(box.ice_area().sector(), v1::Ice::EAST);
  EXPECT_EQ(box.ice_area().zone(), v1::Ice::ZONE_III);
  EXPECT_EQ(box.worst_ice(), v1::Ice::LIGHT_DRIFT);
}

TEST(Boxes, KaraSeaGatesLieInZoneThreeEast) {  // [5.7.2]
  for (const char* gate : {"0122", "0421", "0622"}) {
    EXPECT_TRUE(std::ranges::any_of(at(gate).data->ice(), [](const v1::IceArea& area) {
      return area.sector() == v1::Ice::EAST && area.zone() == v1::Ice::ZONE_III;
    })) << gate;
  }
}

TEST(Boxes, Germany) {  // [4.2, 4.3, 5.7.1]
  const auto& box = *the_box().box("box.germany");
  EXPECT_THAT(box.gates(), testing::UnorderedElementsAre("1707", "1708"));
  EXPECT_EQ(box.passage(), v1::Box::WHOLE_TURN_AT_MODERATE);
  EXPECT_EQ(box.axis_use(), v1::Box::FREE);
  EXPECT_EQ(box.allied_use(), v1::Box::CLOSED);
  EXPECT_TRUE(box.sails_without_cp());
  EXPECT_TRUE(box.plans_before_start());
}

TEST(Boxes, EnglishChannel) {  // [5.7.3]
  const auto& box = *the_box().box("box.english_channel");
  EXPECT_THAT(box.gates(), testing::ElementsAre("1706"));
  EXPECT_EQ(box.passage(), v1::Box::ONE_HEX);
  EXPECT_EQ(box.allied_use(), v1::Box::FREE);
  EXPECT_TRUE(box.leaves_operation());
}

TEST(Boxes, AtlanticIsEnteredOverTheWestEdgeOnly) {  // [12.2]
  const auto& box = *the_box().box("box.atlantic");
  for (const std::string& gate : box.gates()) EXPECT_TRUE(gate.ends_with("01")) << gate;
  for (const MapHex& hex : the_box().hexes()) {
    if (hex.has(H::WEST_EDGE)) {
      EXPECT_EQ(column_of(hex.hex), 1) << hex.data->hex();
    }
    if (hex.has(H::WEST_EDGE) && hex.in_play) {
      EXPECT_THAT(box.gates(), testing::Contains(hex.data->hex()));
    }
  }
}

TEST(Boxes, EveryGateCanBeReachedByShips) {
  const auto from_scapa = reachable("1206");
  for (const auto* box : the_box().boxes()) {
    for (const std::string& gate : box->gates())
      EXPECT_TRUE(from_scapa.contains(*hex_of(gate))) << box->id() << " " << gate;
  }
}

TEST(PatrolWhite, StandsAt0305) { EXPECT_THAT(with(H::PATROL_WHITE), testing::ElementsAre("0305")); }  // [5.1.9]

TEST(SovietSubmarines, PatrolAreaHolds0715ClosedUntilAfterMayII) {  // [15.8.2]
  EXPECT_TRUE(with(H::SOVIET_SUB_PATROL).contains("0715"));
  const auto& from = at("0715").data->soviet_subs_from();
  EXPECT_EQ(from.year(), 1942);
  EXPECT_EQ(from.month(), 6);
  EXPECT_EQ(from.half(), 1);
  for (const MapHex& hex : the_box().hexes()) EXPECT_EQ(hex.data->has_soviet_subs_from(), hex.data->hex() == "0715");
}

TEST(Kirkenes, IsPortAndAirbaseIn0816AndNotInNorthNorway) {  // [9.5]
  EXPECT_EQ(the_box().port("port.kirkenes")->hex(), "0816");
  EXPECT_EQ(the_box().airbase("airbase.kirkenes")->hex(), "0816");
  EXPECT_FALSE(at("0816").has(H::NORTH_NORWAY));
  EXPECT_FALSE(at("0816").has(H::SOUTH_NORWAY));
  EXPECT_TRUE(has_coast(at("0816"), {H::NORWAY}));
}

TEST(Kirkenes, HasBf109Interceptors) {  // [7.2.3 example]
  const auto& base = *the_box().airbase("airbase.kirkenes");
  ASSERT_GE(base.interceptor_size(), 1);
  EXPECT_EQ(base.interceptor(0).model(), "air.bf109ef");
  EXPECT_FALSE(base.interceptor(0).has_from());
}

TEST(Barentsburg, LiesIn0214WithoutFuel) {  // [12.11]
  const auto& port = *the_box().port("port.barentsburg");
  EXPECT_EQ(port.hex(), "0214");
  EXPECT_EQ(port.side(), wardroom::v1::Side::ALLIED);
  EXPECT_EQ(port.refuelling(), P::NONE);
  EXPECT_TRUE(has_coast(at("0214"), {H::SVALBARD}));
}

TEST(Ports, EveryNamedPortExistsOnItsSide) {  // [passim]
  for (const char* id : {"port.reykjavik", "port.scapa_flow", "port.lerwick", "port.loch_ewe", "port.clyde",
                         "port.murmansk", "port.arkhangelsk", "port.barentsburg"}) {
    ASSERT_TRUE(the_box().port(id)) << id;
    EXPECT_EQ(the_box().port(id)->side(), wardroom::v1::Side::ALLIED) << id;
  }
  for (const char* id :
       {"port.tromsoe", "port.kirkenes", "port.narvik", "port.trondheim", "port.bergen", "port.kiel"}) {
    ASSERT_TRUE(the_box().port(id)) << id;
    EXPECT_EQ(the_box().port(id)->side(), wardroom::v1::Side::AXIS) << id;
    EXPECT_FALSE(the_box().port(id)->temporary()) << id;
  }
}

TEST(Ports, TorpedoesAreTakenOnBoardWhereTheRulesSay) {  // [7.3.2]
  EXPECT_EQ(the_box().port("port.scapa_flow")->rearming(), P::ALL);
  EXPECT_EQ(the_box().port("port.lerwick")->rearming(), P::SUBMARINES);
  EXPECT_EQ(the_box().port("port.murmansk")->rearming(), P::SOVIETS);
  for (const char* id : {"port.narvik", "port.trondheim", "port.bergen"})
    EXPECT_EQ(the_box().port(id)->rearming(), P::ALL) << id;
  for (const auto* port : the_box().ports()) {
    if (port->temporary()) {
      EXPECT_EQ(port->rearming(), P::NOBODY) << port->id();
    }
  }
}

TEST(Ports, OnlyTheRussianOnesAreLimitedAndUnload) {  // [5.1.2, 15.2.2]
  for (const auto* port : the_box().ports()) {
    const bool russian = port->id() == "port.murmansk" || port->id() == "port.arkhangelsk";
    EXPECT_EQ(port->entry_limited(), russian) << port->id();
    EXPECT_EQ(port->has_unloads_per_fortnight(), russian) << port->id();
  }
  EXPECT_EQ(the_box().port("port.murmansk")->unloads_per_fortnight(), 11);
  EXPECT_EQ(the_box().port("port.arkhangelsk")->unloads_per_fortnight(), 15);
}

TEST(Ports, OneGermanWolfpackMayEnterMurmanskOnly) {  // [5.1.4]
  for (const auto* port : the_box().ports())
    EXPECT_EQ(port->enemy_wolfpack_may_enter(), port->id() == "port.murmansk") << port->id();
}

TEST(Ports, LerwickIsForSubmarinesAndAlwaysInPlay) {
  for (const auto* port : the_box().ports())
    EXPECT_EQ(port->submarines_only(), port->id() == "port.lerwick") << port->id();
  EXPECT_FALSE(the_box().port("port.lerwick")->temporary());
  EXPECT_FALSE(the_box().port("port.lerwick")->floatplanes()) << "nothing else bases there [1.1.1]";
}

TEST(Ports, KielSailsWithoutCommandPointsAndMayPlanAhead) {  // [4.2, 4.3]
  for (const auto* port : the_box().ports()) {
    EXPECT_EQ(port->sails_without_cp(), port->id() == "port.kiel") << port->id();
    EXPECT_EQ(port->plans_before_start(), port->id() == "port.kiel") << port->id();
  }
}

TEST(Ports, TirpitzIsRepairedInNorwayButNotAtKirkenes) {  // [15.5.1]
  EXPECT_FALSE(the_box().port("port.kirkenes")->heavy_repairs());
  for (const char* id : {"port.narvik", "port.trondheim", "port.bergen", "port.tromsoe"})
    EXPECT_TRUE(the_box().port(id)->heavy_repairs()) << id;
  for (const auto* port : the_box().ports()) {
    if (port->heavy_repairs()) {
      EXPECT_EQ(port->side(), wardroom::v1::Side::AXIS) << port->id();
    }
  }
}

TEST(Ports, OilersDoNotFillUpInTemporaryPorts) {  // [11.3.2]
  for (const auto* port : the_box().ports()) {
    if (port->temporary()) {
      EXPECT_NE(port->refuelling(), P::TASK_FORCES_AND_OILERS) << port->id();
    }
  }
}

TEST(Ports, EveryOneCanBeReachedByShips) {
  const auto from_scapa = reachable("1206");
  for (const auto* port : the_box().ports()) EXPECT_TRUE(from_scapa.contains(*hex_of(port->hex()))) << port->id();
}

TEST(Airbases, NamedOnesExistAndHoldTwentySteps) {  // [1.5.1, 5.1.6, 7.2.3, 12.4]
  EXPECT_EQ(the_box().airbase("airbase.wick")->side(), wardroom::v1::Side::ALLIED);
  EXPECT_EQ(the_box().airbase("airbase.kirkenes")->side(), wardroom::v1::Side::AXIS);
  EXPECT_EQ(the_box().airbase("airbase.banak")->side(), wardroom::v1::Side::AXIS);
  for (const auto* base : the_box().airbases()) EXPECT_EQ(base->capacity_steps(), 20) << base->id();
}

TEST(Airbases, NoneInTheUnitedKingdomHasInterceptors) {  // [7.1.3]
  for (const auto* base : the_box().airbases()) {
    if (has_coast(at(base->hex().c_str()), {H::UNITED_KINGDOM})) {
      EXPECT_TRUE(base->interceptor().empty()) << base->id();
    }
  }
}

TEST(Shoreline, BelongsToTheUnitedKingdomOrToNorwayDenmarkGermany) {  // [1.1.3]
  for (const MapHex& hex : the_box().hexes()) {
    const bool coastal = hex.data->terrain() == H::COASTAL && !hex.has(H::OUT_OF_PLAY) && !hex.has(H::UNDER_BOX);
    if (!coastal) continue;
    EXPECT_EQ(hex.friendly_to(wardroom::v1::Side::ALLIED), has_coast(hex, {H::UNITED_KINGDOM})) << hex.data->hex();
    EXPECT_EQ(hex.friendly_to(wardroom::v1::Side::AXIS), has_coast(hex, {H::NORWAY, H::DENMARK, H::GERMANY}))
        << hex.data->hex();
  }
}

TEST(Shoreline, IcelandAndTheSovietUnionAreNobodys) {  // [1.1.3]
  for (const char* id : {"port.reykjavik", "port.murmansk", "port.arkhangelsk"}) {
    const MapHex& hex = at(the_box().port(id)->hex().c_str());
    EXPECT_FALSE(hex.friendly_to(wardroom::v1::Side::ALLIED)) << id;
    EXPECT_FALSE(hex.friendly_to(wardroom::v1::Side::AXIS)) << id;
  }
}

TEST(InnerLeads, RunAlongNorwayFromBergenToBanak) {  // [5.1.6]
  const auto leads = with(H::INNER_LEADS);
  EXPECT_TRUE(leads.contains(the_box().port("port.bergen")->hex()));
  EXPECT_TRUE(leads.contains(the_box().airbase("airbase.banak")->hex()));
  EXPECT_FALSE(leads.contains("0816")) << "Kirkenes lies beyond Banak";
  for (const std::string& number : leads) EXPECT_TRUE(has_coast(at(number.c_str()), {H::NORWAY})) << number;
  // One unbroken chain.
  std::set<Hex> seen = {*hex_of(the_box().port("port.bergen")->hex())};
  std::deque<Hex> open(seen.begin(), seen.end());
  while (!open.empty()) {
    const Hex here = open.front();
    open.pop_front();
    for (const auto& next : the_box().hex(here)->neighbours) {
      if (next && leads.contains(number_of(*next)) && seen.insert(*next).second) open.push_back(*next);
    }
  }
  EXPECT_EQ(seen.size(), leads.size());
}

TEST(Norway, NorthAndSouthDivideTheCoast) {  // [9.5, 12.14]
  EXPECT_TRUE(at(the_box().port("port.trondheim")->hex().c_str()).has(H::SOUTH_NORWAY));
  EXPECT_TRUE(at(the_box().port("port.bergen")->hex().c_str()).has(H::SOUTH_NORWAY));
  for (const char* id : {"port.narvik", "port.tromsoe"})
    EXPECT_TRUE(at(the_box().port(id)->hex().c_str()).has(H::NORTH_NORWAY)) << id;
  for (const MapHex& hex : the_box().hexes()) {
    EXPECT_FALSE(hex.has(H::NORTH_NORWAY) && hex.has(H::SOUTH_NORWAY)) << hex.data->hex();
    if (hex.has(H::NORWEGIAN_COAST)) {
      EXPECT_TRUE(has_coast(hex, {H::NORWAY})) << hex.data->hex();
    }
  }
}

TEST(Ice, ZoneFourWestGovernsBarentsburg) {  // [12.10]
  EXPECT_TRUE(std::ranges::any_of(at("0214").data->ice(), [](const v1::IceArea& area) {
    return area.sector() == v1::Ice::WEST && area.zone() == v1::Ice::ZONE_IV;
  }));
}

TEST(Ice, BothSectorsHaveAllFiveZones) {  // [10]
  std::set<std::pair<int, int>> areas;
  for (const MapHex& hex : the_box().hexes()) {
    for (const auto& area : hex.data->ice()) areas.emplace(area.sector(), area.zone());
  }
  EXPECT_EQ(areas.size(), 10u);
}

TEST(Ice, LowerZonesLieFartherNorthOnTheWhole) {  // [10.4]
  // Rows run south; the mean row of a zone rises with its number in the East, where the ice lies across the map.
  std::array<double, 6> sum{};
  std::array<int, 6> number{};
  for (const MapHex& hex : the_box().hexes()) {
    for (const auto& area : hex.data->ice()) {
      // The White Sea freezes out of turn.
      if (area.sector() != v1::Ice::EAST || row_of(hex.hex) >= 8) continue;
      sum[area.zone()] += row_of(hex.hex);
      ++number[area.zone()];
    }
  }
  for (int zone = 2; zone <= 5; ++zone) {
    ASSERT_GT(number[static_cast<std::size_t>(zone)], 0) << zone;
    EXPECT_GT(sum[static_cast<std::size_t>(zone)] / number[static_cast<std::size_t>(zone)],
              sum[static_cast<std::size_t>(zone - 1)] / number[static_cast<std::size_t>(zone - 1)])
        << zone;
  }
}

TEST(Ice, PatrolWhiteAlwaysHasAnOpenHexToStartIn) {  // [5.1.9, 10.1.1]
  int open = 0;
  std::vector<std::optional<Hex>> station(at("0305").neighbours.begin(), at("0305").neighbours.end());
  station.push_back(at("0305").hex);
  for (const auto& hex : station)
    open += hex && the_box().hex(*hex)->in_play && the_box().hex(*hex)->data->ice().empty() &&
            !the_box().hex(*hex)->has(H::PACK);
  EXPECT_GT(open, 0);
}

TEST(Sectors, FiveAndTrondheimOverlapsBarents) {  // [6.4.2]
  std::set<int> seen;
  bool overlap = false;
  for (const MapHex& hex : the_box().hexes()) {
    seen.insert(hex.data->search_sector().begin(), hex.data->search_sector().end());
    overlap |= hex.in(v1::SearchSector::TRONDHEIM) && hex.in(v1::SearchSector::BARENTS);
  }
  EXPECT_EQ(seen.size(), 5u);
  EXPECT_TRUE(overlap);
}

TEST(AirRadii, BritishSovietAndGerman) {  // [4.3.2, 5.1.9, 6.4.1]
  std::set<int> seen;
  for (const MapHex& hex : the_box().hexes()) seen.insert(hex.data->air_radius().begin(), hex.data->air_radius().end());
  EXPECT_EQ(seen.size(), 3u);
}

TEST(Minelaying, HasObjectives) {  // [12.8]
  EXPECT_FALSE(with(H::MINELAYING_OBJECTIVE).empty());
  for (const std::string& number : with(H::MINELAYING_OBJECTIVE)) EXPECT_TRUE(at(number.c_str()).in_play) << number;
}

TEST(Sea, AllLandIsClosedToShips) {  // [5]
  for (const MapHex& hex : the_box().hexes()) {
    if (hex.data->terrain() == H::LAND) {
      EXPECT_TRUE(hex.by_sea.empty()) << hex.data->hex();
    }
  }
}

TEST(Sea, TheBalticAndTheHexesUnderTheBoxAreOutOfPlay) {
  const auto from_scapa = reachable("1206");
  for (const MapHex& hex : the_box().hexes()) {
    if (hex.has(H::OUT_OF_PLAY) || hex.has(H::UNDER_BOX)) {
      EXPECT_FALSE(from_scapa.contains(hex.hex)) << hex.data->hex();
    }
  }
}

TEST(Sea, VoyagesTakeAsLongAsTheyDid) {
  EXPECT_EQ(reachable("0504")[at("0817").hex], 15) << "Reykjavik to Murmansk: 17 turns with leaving and entering port";
  EXPECT_EQ(reachable("0504")[at("0305").hex], 2) << "Reykjavik to the Denmark Strait";
}

}  // namespace
}  // namespace wardroom::pq17
