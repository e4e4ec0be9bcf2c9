// Campaign: the rules' hands on a position. It looks things up, moves groups, draws, tells and names; every chapter is
// written with it. It decides nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/engine/table.h"
#include "server/titles/murmansk/campaign/licence.h"
#include "server/titles/murmansk/campaign/reactions.h"
#include "server/titles/murmansk/data/box.h"
#include "server/titles/sea/telling.h"
#include "server/titles/sea/words.h"
#include "wardroom/murmansk/v1/position.pb.h"

namespace wardroom::murmansk {

using Truth = v1::record::Position;
using sea::Telling;
using Key = std::uint32_t;     // of a group, for its owner
using Number = std::uint32_t;  // of a marker, for everybody

constexpr Seat seat_of(Side side) { return side == kAllied ? Seat::kFirst : Seat::kSecond; }
constexpr Side side_of(Seat seat) { return seat == Seat::kFirst ? kAllied : kAxis; }
constexpr Side enemy_of(Side side) { return side == kAllied ? kAxis : kAllied; }
inline constexpr std::array<Side, 2> kSides{kAllied, kAxis};

inline constexpr std::uint32_t kBattleBoard = 1;
constexpr std::uint32_t area_place(std::uint32_t area) { return place_on(kBattleBoard, area); }

// What is drawn. Open dice are counted within their period; hidden ones are keyed by what everybody knows.
enum class Draw : std::uint32_t {
  kOpen = 1,
  kMix,
  kContact,
  kFuel,
  kCruiser,
  kGroup,
  kShip,
};

enum class Topic : std::uint32_t { kSeason = 1, kWeather, kMovement, kContact, kAir, kSubmarine, kBattle, kConvoy };

using Voice = sea::Voice<Place, Licence, Side, seat_of>;

class Campaign final : public Voice {
 public:
  Campaign(const Box& the_box, Truth& the_truth, Table& the_table);

  const Box& box;
  const v1::Scenario& scenario;
  const v1::Numbers& numbers;
  Truth& truth;
  Table& table;
  Topic topic = Topic::kSeason;  // of what is told

  bool option(std::string_view id) const;

  // -- time --
  v1::Board& board() { return *truth.mutable_board(); }
  const v1::Board& board() const { return truth.board(); }
  v1::Clock& clock() { return *board().mutable_clock(); }
  const v1::Clock& clock() const { return truth.board().clock(); }
  int turn() const { return static_cast<int>(clock().turn()); }
  const v1::SeasonTrack::Turn& season() const { return box.turn(turn()); }
  bool ice() const { return box.weather(season().season()).ice(); }
  bool night() const { return clock().light() == v1::Light::NIGHT; }
  bool storm() const { return clock().storm(); }
  bool air_operations() const { return !storm() && !night(); }  // [Weather]
  // Whose pulse it is, the Germans' first [M-01]; between pulses nobody's.
  std::optional<Side> mover() const;
  bool first_pulse() const { return clock().pulse() <= 2; }  // of its side

  // -- ships --
  v1::Own& own(Side side) { return side == kAllied ? *truth.mutable_allied() : *truth.mutable_axis(); }
  const v1::Own& own(Side side) const { return side == kAllied ? truth.allied() : truth.axis(); }
  v1::UnitFace& face(ShipNumber ship) { return *board().mutable_unit(static_cast<int>(ship) - 1); }
  const v1::UnitFace& face(ShipNumber ship) const { return board().unit(static_cast<int>(ship) - 1); }
  v1::Unit& unit(ShipNumber ship) { return *own(box.side_of(ship)).mutable_unit(slots_.at(ship - 1)); }
  const v1::Unit& unit(ShipNumber ship) const { return own(box.side_of(ship)).unit(slots_.at(ship - 1)); }
  const std::vector<ShipNumber>& fleet(Side side) const { return box.fleet(side); }  // every ship of the side
  bool damaged(ShipNumber ship) const { return face(ship).damaged(); }
  bool is(ShipNumber ship, v1::Class::Kind defence) const { return box.ship(ship).defence() == defence; }
  bool destroyers(ShipNumber ship) const { return is(ship, v1::Class::D); }
  bool carrier(ShipNumber ship) const { return is(ship, v1::Class::CVB) || is(ship, v1::Class::CVE); }
  // By ship and unit; units are kept in the order of the fleet.
  template <class What>
  bool any_where(Side side, What what) const {
    auto ship = fleet(side).begin();
    for (const v1::Unit& each : own(side).unit()) {
      if (what(*ship++, each)) return true;
    }
    return false;
  }
  template <class What>
  std::vector<ShipNumber> ships_where(Side side, What what) const {
    std::vector<ShipNumber> found;
    found.reserve(static_cast<std::size_t>(numbers.groups().units()));
    any_where(side, [&](ShipNumber ship, const v1::Unit& each) {
      if (what(ship, each)) found.push_back(ship);
      return false;
    });
    return found;
  }
  v1::Air* squadron(ShipNumber carrier);  // null: none, lost, or the carrier is Damaged
  v1::Air* air(std::string_view id);

  // -- groups; pointers stay good until one is added or erased --
  v1::Group* find(Side side, Key key);
  v1::Group& group(Side side, Key key);
  std::vector<v1::Group*> groups(Side side);  // on the map
  std::vector<v1::Group*> groups_at(Side side, Place place);
  v1::Group* convoy();  // null: it is not formed
  v1::Group* pack();    // null: lost
  std::vector<ShipNumber> ships_in(Side side, Key key) const;
  bool any_in(Side side, Key key, bool (Campaign::*what)(ShipNumber) const) const;
  template <class What>
  bool any_in(Side side, Key key, What what) const {
    return any_where(side, [&](ShipNumber ship, const v1::Unit& unit) { return is_in(unit, key) && what(ship); });
  }
  bool covered(Side side, Key key) const;              // an undamaged carrier in it, and air operations are possible
  bool slow(Side side, const v1::Group& group) const;  // one position in a period [Move, M-35]
  int markers_left(Side side) const;
  v1::Group& form(Side side, v1::GroupKind::Kind kind);
  void erase(Side side, Key key);  // with its marker
  void join(ShipNumber ship, Key key);

  // -- markers --
  v1::Marker* find_marker(Number number);
  v1::Marker& marker_of(const v1::Group& group);
  v1::Group& behind(const v1::Marker& marker);
  std::vector<v1::Marker*> markers_at(Side side, Place place);
  void put_on_map(Side side, Key key, Place place);
  void move(Side side, Key key, Place place);
  void take_off_map(Side side, Key key);
  // New numbers for the face-down markers of a side in a position, in an order nobody knows [M-49].
  void mix(Side side, Place place);
  // Its ships are seen; a dummy leaves the map. False: it was one.
  bool contact(Side side, Key key, Licence licence, Text how, std::string_view rule);
  void show(Side side, Key key);  // on the marker and on the faces of its ships, without words
  void lose_contact(v1::Marker& marker);

  // -- chance --
  int die();                                           // open
  std::uint32_t any_of(Draw what, std::size_t count);  // open: one of so many
  int hidden_die(Draw what, std::uint64_t subject, std::uint32_t ordinal = 0);
  std::uint32_t draw(Draw what, std::uint64_t subject, std::uint32_t ordinal, std::uint32_t sides);

  // -- asking --
  Menu menu(Side side, v1::MenuKind::Kind kind, TextId prompt) const;      // in one's own turn
  Menu menu_in_battle(Side side, ReactionKind kind, TextId prompt) const;  // in whosever turn it is

  // -- names --
  Text name(ShipNumber ship) const { return box.ship_name(ship); }
  Text name(const v1::Marker& marker) const;
  Text name(Side side, const v1::Group& group) const;  // for its owner
  Text place_name(Place place) const { return box.place_name(place); }
  Text air_name(const v1::Air& air) const;
  Text names(const std::vector<ShipNumber>& ships) const;  // not empty
  Text contents(Side side, const v1::Group& group) const;  // of a group that is seen
  static Text season_name(const v1::SeasonTrack::Turn& turn);

 private:
  static bool is_in(const v1::Unit& unit, Key key) { return unit.group() == key && unit.where() == v1::Unit::GROUP; }
  Report report(Telling&& telling, std::optional<Place> place, std::string_view rule) const override;

  std::vector<int> slots_;  // of ships among their side's
};

inline Text number_text(TextId id, std::string_view name, std::int64_t value) {
  return Text(std::move(id)).number(name, value);
}

}  // namespace wardroom::murmansk
