// The box: map, counters, tables and scenarios, read and checked, with what follows from them.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/bundle.h"
#include "common/data/inspection.h"
#include "common/data/spot.h"
#include "server/titles/sea/distances.h"
#include "wardroom/murmansk/v1/data.pb.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom::murmansk {

// Positions and ships are numbers from 1, in the order of the data; 0 is none.
using Place = std::uint32_t;
using ShipNumber = std::uint32_t;

using Side = v1::Side::Kind;
inline constexpr Side kAllied = v1::Side::ALLIED;
inline constexpr Side kAxis = v1::Side::AXIS;

class Box {
 public:
  ~Box();

  // -- the map --
  std::uint32_t places() const { return static_cast<std::uint32_t>(positions_.size()); }
  const v1::Map::Position& position(Place place) const { return *positions_.at(place - 1); }
  Place place(std::string_view id) const;                                              // 0: none
  TextId place_name(Place place) const { return place_names_.at(place - 1).c_str(); }  // lives as long as the box
  bool has(Place place, v1::Feature::Kind feature) const;
  const std::vector<Place>& all(v1::Feature::Kind feature) const { return with_.at(feature); }
  const std::vector<Place>& next(Place place) const { return next_.at(place - 1); }
  int distance(Place from, Place to) const { return distances_(from - 1, to - 1); }  // by links, whatever is open
  bool near_base(Place place) const;                                                 // next to a German one
  const std::vector<Place>& lane() const { return lane_; }
  // Where the Convoy may go from here, with ice or without: eastward, or in a turn south, and on to an open port.
  const std::vector<Place>& convoy_moves(Place place, bool ice) const { return convoy_moves_[ice].at(place - 1); }
  bool open(Place place, bool ice) const;  // [Ice]

  // -- counters [Class] --
  std::uint32_t ships() const { return static_cast<std::uint32_t>(ships_.size()); }
  const v1::Ship& ship(ShipNumber number) const { return *ships_.at(number - 1); }
  ShipNumber ship_number(std::string_view id) const;                                        // 0: none
  TextId ship_name(ShipNumber number) const { return ship_names_.at(number - 1).c_str(); }  // lives as long as the box
  Side side_of(ShipNumber number) const { return ship(number).nation() == v1::Nation::GERMAN ? kAxis : kAllied; }
  const std::vector<ShipNumber>& fleet(Side side) const { return fleets_[side == kAllied ? 0 : 1]; }
  bool in_service(ShipNumber number, int turn) const;  // by the season track
  static bool in_service(const v1::AirUnit& unit, int turn);
  const v1::AirUnits& air_units() const { return *air_; }
  const v1::AirUnit* air_unit(std::string_view id) const;

  // -- tables --
  std::optional<int> column(v1::Class::Kind firer, v1::Class::Kind target) const;  // [TabA]
  std::optional<int> torpedo_column(v1::Torpedoes::Kind torpedoes, v1::Class::Kind target) const;
  v1::Harm::Kind harm(v1::Column::Kind column, int die) const;  // [TabB]; dice count as 1 to 6 [M-36]
  // The defender's own die [M-06, M-08]; the AA of +5 is AS [M-07].
  v1::Defence::Kind defence(v1::Column::Kind column, int die) const;
  static v1::Column::Kind column_of(int column) { return static_cast<v1::Column::Kind>(column + v1::Column::ZERO); }
  const v1::SeasonTrack::Turn& turn(int number) const { return track_->turn(number - 1); }
  int turns() const { return track_->turn_size(); }
  const v1::WeatherTable::Row& weather(v1::Season::Kind season) const;
  const v1::AttackTable& attack_table() const { return *attack_; }
  const v1::ResultTable& result_table() const { return *results_; }
  const v1::WeatherTable& weather_table() const { return *weather_; }
  const v1::Numbers& numbers() const { return *numbers_; }

  const std::vector<const v1::Scenario*>& scenarios() const { return scenarios_; }
  // Also one that only a tutorial has; with or without "scenario.".
  const v1::Scenario* scenario(std::string_view id) const;
  const wardroom::v1::Rulings& rulings() const { return *rulings_; }
  const wardroom::v1::MatchOptions& options() const { return *options_; }
  std::optional<Spot> where(std::string_view id) const;  // a thing with an id, in its file
  Spot track_spot() const;                               // the season track in its file

 private:
  friend std::variant<std::shared_ptr<const Box>, Mistakes> read(const Bundle& bundle, Texts texts);
  struct Loaded;
  explicit Box(std::unique_ptr<Loaded> loaded);
  void arrange_map();
  void arrange_convoy(bool ice);

  std::unique_ptr<Loaded> loaded_;
  const v1::Map* map_;
  const v1::AirUnits* air_;
  const v1::AttackTable* attack_;
  const v1::ResultTable* results_;
  const v1::SeasonTrack* track_;
  const v1::WeatherTable* weather_;
  const v1::Numbers* numbers_;
  const wardroom::v1::Rulings* rulings_;
  const wardroom::v1::MatchOptions* options_;
  std::vector<const v1::Map::Position*> positions_;
  std::vector<std::string> place_names_, ship_names_;
  std::vector<std::uint32_t> features_;                               // bits
  std::array<std::vector<Place>, v1::Feature::Kind_ARRAYSIZE> with_;  // each feature
  std::vector<std::vector<Place>> next_;
  std::vector<Place> lane_;
  sea::Distances distances_;
  std::vector<std::vector<Place>> convoy_moves_[2];
  std::vector<const v1::Ship*> ships_;
  std::vector<ShipNumber> fleets_[2];
  std::vector<const v1::Scenario*> scenarios_, taught_;

 public:
  static Loaded load(const Bundle& bundle, Texts texts);
};

// All mistakes of a bundle, or the box.
std::variant<std::shared_ptr<const Box>, Mistakes> read(const Bundle& bundle, Texts texts = Texts::kChecked);

// All mistakes, and where the figures come from.
Inspection inspect(const Bundle& bundle, Texts texts = Texts::kChecked);

}  // namespace wardroom::murmansk
