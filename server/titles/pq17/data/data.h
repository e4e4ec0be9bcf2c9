// Everything in the box of PQ-17, typed, checked and quick to look up.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/bundle.h"
#include "common/data/inspection.h"
#include "wardroom/pq17/v1/cards.pb.h"
#include "wardroom/pq17/v1/charts.pb.h"
#include "wardroom/pq17/v1/counters.pb.h"
#include "wardroom/pq17/v1/environment.pb.h"
#include "wardroom/pq17/v1/events.pb.h"
#include "wardroom/pq17/v1/map.pb.h"
#include "wardroom/pq17/v1/modifiers.pb.h"
#include "wardroom/pq17/v1/numbers.pb.h"
#include "wardroom/pq17/v1/scenario.pb.h"
#include "wardroom/pq17/v1/tables.pb.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom::pq17 {

// A hex by its number: 0816 is row 8, column 16.
enum class Hex : std::uint16_t {};
constexpr Hex hex_at(int row, int column) { return static_cast<Hex>(row * 100 + column); }
constexpr int row_of(Hex hex) { return static_cast<int>(hex) / 100; }
constexpr int column_of(Hex hex) { return static_cast<int>(hex) % 100; }
std::string number_of(Hex hex);                      // "0816"
std::optional<Hex> hex_of(std::string_view number);  // whether or not it is on the map

struct MapHex {
  Hex hex;
  const v1::Hex* data;
  std::array<std::optional<Hex>, 6> neighbours;  // E, NE, NW, W, SW, SE; none beyond the edge
  std::vector<Hex> by_sea;                       // those a ship can reach from here, in the same order
  bool in_play = false;                          // has water, and is neither Baltic nor covered by a box

  std::uint32_t features = 0;  // a bit for each

  bool has(v1::Hex::Feature feature) const { return features >> feature & 1; }
  bool friendly_to(wardroom::v1::Side::Kind side) const;  // shoreline [1.1.3]
  bool in(v1::AirRadius::Kind radius) const;
  bool in(v1::SearchSector::Kind sector) const;
};

// What a chit means to a side.
struct DrawnCondition {
  const v1::SpecialCondition* condition;
  const v1::SpecialCondition::Variant* variant;  // null: the condition has none
};

class GameBox {
 public:
  ~GameBox();

  // Map and places.
  const wardroom::v1::HexGrid& grid() const;
  const MapHex* hex(Hex hex) const;  // null: off the map
  const MapHex* hex(std::string_view number) const;
  const std::vector<MapHex>& hexes() const;
  const std::vector<const v1::Port*>& ports() const;
  const std::vector<const v1::Airbase*>& airbases() const;
  const std::vector<const v1::Box*>& boxes() const;
  const v1::Port* port(std::string_view id) const;
  const v1::Airbase* airbase(std::string_view id) const;
  const v1::Box* box(std::string_view id) const;
  const wardroom::v1::Outline& coast() const;
  const v1::Places& places() const;

  // Counters.
  const std::vector<const v1::Ship*>& ships() const;
  const std::vector<const v1::ShipClass*>& classes() const;
  const std::vector<const v1::AirModel*>& models() const;
  const std::vector<const v1::AirUnit*>& air_units() const;
  const v1::Ship* ship(std::string_view id) const;
  const v1::ShipClass* ship_class(std::string_view id) const;
  const v1::AirModel* model(std::string_view id) const;
  const v1::AirUnit* air_unit(std::string_view id) const;
  int blocks(wardroom::v1::Side::Kind side, v1::BlockKind::Kind kind) const;
  const v1::Blocks& block_supply() const;
  const v1::AhistoricalForces& prices() const;
  const v1::AhistoricalForces::Choice* choice(std::string_view id) const;

  // Cards.
  const v1::Deck& deck(wardroom::v1::Side::Kind side) const;
  const v1::Card& card(wardroom::v1::Side::Kind side, int index) const;  // 1 to 40

  // Tables whole, for their modifiers and numbers ...
  const v1::GunneryTable& gunnery() const;
  const v1::BombingTable& bombing() const;
  const v1::AntiAircraftTable& anti_aircraft() const;
  const v1::AirCombatTable& air_combat() const;
  const v1::TorpedoAttackTable& torpedo_attack() const;
  const v1::TorpedoDamageTable& torpedo_damage() const;
  const v1::SubmarineCombatTable& submarine_combat() const;
  const v1::AswTable& asw() const;
  const v1::SurpriseTable& surprise() const;
  const v1::WithdrawalTable& withdrawal() const;
  const v1::RejoiningTable& rejoining() const;
  const v1::VariableStartTable& variable_start() const;
  const v1::DestroyerFateTable& destroyer_fate() const;
  const v1::WeatherTable& weather() const;
  const v1::IceTable& ice() const;
  const v1::UnitChart& unit_chart() const;
  const v1::CommandTrack& command_track() const;
  const v1::GermanFuelChart& german_fuel() const;
  const v1::Numbers& numbers() const;

  // ... and by row and modified die. None: cannot hit, or does not fire.
  std::optional<int> gunnery_hit(v1::ShipType::Kind firer, v1::ShipType::Kind target) const;
  std::optional<int> bombing_hit(v1::AirType::Kind row, v1::ShipType::Kind target) const;
  std::optional<int> bombing_hit_on_parked(v1::AirType::Kind row) const;
  v1::AirResult::Kind anti_aircraft(int modified, bool torpedoes) const;  // of the aircraft fired at
  v1::AirResult::Kind air_combat(int modified) const;
  const v1::TorpedoDamageTable::Row& torpedo_damage(v1::ShipType::Kind target, int die) const;
  const v1::SubmarineCombatTable::Row& submarine_combat(int modified) const;
  v1::AswTable::Result asw(int modified) const;
  v1::AswTable::Loss asw_follow_up(int die) const;
  int rejoining(int modified) const;
  const v1::VariableStartTable::Row& variable_start(int die) const;
  v1::DestroyerFateTable::Fate destroyer_fate(int die) const;
  const v1::WeatherTable::Row& weather(int month, int modified) const;
  const v1::WeatherEffect& effect_of(v1::Weather::Kind weather) const;
  v1::Ice::Condition ice(v1::Ice::Condition predicted, int die) const;
  const v1::IceEffect& effect_of(v1::Ice::Condition condition) const;
  const v1::UnitChart::ShipRow& chart_row(v1::ShipType::Kind type) const;
  const v1::UnitChart::AirRow& chart_row(v1::AirType::Kind type) const;
  int command_cost_halves(v1::Command::Kind command, int points) const;  // half VPs, for this many CPs spent
  int german_fuel(char chit) const;

  // Conditions and events.
  const v1::SpecialConditions& conditions() const;
  const v1::SpecialCondition* condition(std::string_view id) const;
  DrawnCondition condition(std::string_view column, char chit) const;  // a column that exists
  const v1::RandomEvents& events() const;
  const v1::RandomEvent* event(std::string_view id) const;
  const v1::RandomEvent& event(wardroom::v1::Side::Kind side, int roll) const;

  // Scenarios in their order, rulings and options.
  const std::vector<const v1::Scenario*>& scenarios() const;
  const v1::Scenario* scenario(std::string_view id) const;  // "pq12" or "scenario.pq12"
  const wardroom::v1::Rulings& rulings() const;
  const wardroom::v1::MatchOptions& options() const;

  const std::string& hash() const;  // of the files it was read from
  // Where a thing with an id stands in its file, for those who show it.
  std::optional<Spot> where(std::string_view id) const;
  std::vector<const DataFile*> files() const;

 private:
  friend std::variant<std::shared_ptr<const GameBox>, Mistakes> read(const Bundle& bundle, Texts texts);
  struct Parts;
  explicit GameBox(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// All mistakes of a bundle, or the box.
std::variant<std::shared_ptr<const GameBox>, Mistakes> read(const Bundle& bundle, Texts texts = Texts::kChecked);

// All mistakes, and where the figures come from.
Inspection inspect(const Bundle& bundle, Texts texts = Texts::kChecked);

}  // namespace wardroom::pq17
