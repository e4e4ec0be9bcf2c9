#include "server/titles/murmansk/campaign/flaws.h"

#include <algorithm>
#include <set>

namespace wardroom::murmansk {
namespace {

using Flaw = std::optional<Text>;

class Inspector {
 public:
  Inspector(const Box& box, const Truth& truth) : box_(box), truth_(truth), board_(truth.board()) {}

  Flaw first() const {
    if (!box_.scenario(board_.scenario())) return Text("murmansk.position.no_scenario");
    if (Flaw flaw = clock()) return flaw;
    if (Flaw flaw = tracks()) return flaw;
    if (Flaw flaw = lists()) return flaw;
    if (Flaw flaw = aircraft()) return flaw;
    for (Side side : kSides) {
      if (Flaw flaw = groups(side)) return flaw;
      if (Flaw flaw = units(side)) return flaw;
    }
    return markers();
  }

 private:
  const v1::Own& own(Side side) const { return side == kAllied ? truth_.allied() : truth_.axis(); }
  bool is_place(Place place) const { return place >= 1 && place <= box_.places(); }
  bool is_base(Place place) const { return is_place(place) && box_.has(place, v1::Feature::NAVAL_BASE); }
  std::string name_of(ShipNumber ship) const { return box_.ship(ship).id() + ".name"; }
  const v1::Group* group(Side side, Key key) const {
    const auto found = std::ranges::find(own(side).group(), key, &v1::Group::key);
    return found == own(side).group().end() ? nullptr : &*found;
  }
  int formed(Side side, v1::GroupKind::Kind kind) const {
    return static_cast<int>(std::ranges::count(own(side).group(), kind, &v1::Group::kind));
  }

  Flaw clock() const {
    const v1::Clock& clock = board_.clock();
    const v1::Scenario& scenario = *box_.scenario(board_.scenario());
    const auto& most = box_.numbers().convoys();
    const int turn = static_cast<int>(clock.turn());
    const int convoys = scenario.convoys() != 0 ? scenario.convoys() : most.most();
    const int periods = scenario.periods() != 0 ? scenario.periods() : most.periods();
    constexpr std::uint32_t kPulses = 4;
    const bool pulse = clock.phase() != v1::Phase::PULSE || (clock.pulse() >= 1 && clock.pulse() <= kPulses);
    const bool window = clock.phase() != v1::Phase::WINDOW || clock.window() == kAllied || clock.window() == kAxis;
    const bool ended = (clock.phase() != v1::Phase::RETURN && clock.phase() != v1::Phase::MORE) || board_.over();
    const bool sound = turn >= scenario.first_turn() && turn <= scenario.last_turn() &&
                       v1::Phase::Kind_IsValid(clock.phase()) && clock.phase() != v1::Phase::UNSPECIFIED && pulse &&
                       ended && window && clock.convoy() <= static_cast<std::uint32_t>(convoys) &&
                       clock.period() <= static_cast<std::uint32_t>(periods) && v1::Light::Kind_IsValid(clock.light());
    if (!sound) return Text("murmansk.position.clock");
    if (board_.has_battle()) return Text("murmansk.position.battle");
    return std::nullopt;
  }

  // So far as they can come.
  Flaw tracks() const {
    const auto& convoys = box_.numbers().convoys();
    const auto freighters = static_cast<std::uint32_t>(convoys.freighters());
    const std::uint32_t loads = freighters * static_cast<std::uint32_t>(convoys.most() * box_.turns());
    constexpr std::uint32_t kManyMarkers = 1'000'000;
    constexpr std::uint32_t kMuchFuel = 100;
    bool sound = board_.freighters_at_start() <= freighters && board_.freighters() <= board_.freighters_at_start() &&
                 board_.loads() <= loads && board_.season_size() <= box_.turns() &&
                 std::max(board_.allied_points(), board_.axis_points()) <= box_.ships() &&
                 std::max(board_.capital_quota(), board_.cruiser_quota()) <= box_.ships() &&
                 board_.next_marker() <= kManyMarkers;
    for (const v1::SeasonResult& season : board_.season()) {
      sound &= season.turn() >= 1 && season.turn() <= static_cast<std::uint32_t>(box_.turns()) &&
               season.loads() <= loads && std::max(season.allied(), season.axis()) <= box_.ships() + 1;
    }
    for (Side side : kSides)
      sound &= own(side).next_key() <= kManyMarkers && std::max(own(side).fuel(), own(side).fuel_spent()) <= kMuchFuel;
    return sound ? Flaw() : Text("murmansk.position.tracks");
  }

  // Every ship once, in the order of the counters.
  Flaw lists() const {
    if (board_.unit_size() != static_cast<int>(box_.ships())) return Text("murmansk.position.ships");
    for (ShipNumber ship = 1; ship <= box_.ships(); ++ship) {
      const v1::UnitFace& face = board_.unit(static_cast<int>(ship) - 1);
      const bool state = v1::UnitState::Kind_IsValid(face.state()) && face.state() != v1::UnitState::UNSPECIFIED;
      if (face.id() != box_.ship(ship).id() || !state || (face.port() != 0 && !is_base(face.port())))
        return Text("murmansk.position.ships");
    }
    for (Side side : kSides) {
      std::set<std::string> listed;
      for (const v1::Unit& unit : own(side).unit()) {
        const ShipNumber ship = box_.ship_number(unit.id());
        if (ship == 0) return Text("murmansk.position.ships");
        if (!listed.insert(unit.id()).second) return Text("murmansk.position.twice").text("ship", Text(name_of(ship)));
      }
      const auto& fleet = box_.fleet(side);
      const bool same = std::ranges::equal(own(side).unit(), fleet, {}, &v1::Unit::id,
                                           [&](ShipNumber ship) -> const std::string& { return box_.ship(ship).id(); });
      if (!same) return Text("murmansk.position.ships");
    }
    return std::nullopt;
  }

  Flaw aircraft() const {
    for (const v1::Air& air : board_.air()) {
      const ShipNumber carrier = box_.ship_number(air.id());
      const bool aboard = carrier != 0 && box_.ship(carrier).squadron() && air.base() == 0;
      const bool ashore =
          box_.air_unit(air.id()) && is_place(air.base()) && box_.has(air.base(), v1::Feature::AIR_BASE);
      if (!aboard && !ashore) return Text("murmansk.position.air");
    }
    return std::nullopt;
  }

  // -- groups and their markers --

  bool known_kind(Side side, v1::GroupKind::Kind kind) const {
    const v1::GroupKind::Kind special = side == kAllied ? v1::GroupKind::CONVOY : v1::GroupKind::WOLFPACK;
    return kind == v1::GroupKind::SHIPS || kind == v1::GroupKind::DUMMY || kind == special;
  }

  Flaw groups(Side side) const {
    const auto& numbers = box_.numbers().groups();
    std::set<Key> keys;
    for (const v1::Group& group : own(side).group()) {
      const bool on_map = group.place() != 0;
      const bool key = group.key() != 0 && group.key() < own(side).next_key() && keys.insert(group.key()).second;
      const bool places = on_map ? is_place(group.place()) && is_place(group.from()) : group.marker() == 0;
      if (!key || !places || !known_kind(side, group.kind())) return Text("murmansk.position.groups");
      if (group.kind() == v1::GroupKind::WOLFPACK && !on_map) return Text("murmansk.position.groups");
      if (on_map && !marker_of(side, group)) return Text("murmansk.position.marker");
      const auto units = std::ranges::count_if(own(side).unit(), [&](const v1::Unit& unit) {
        return unit.where() == v1::Unit::GROUP && unit.group() == group.key();
      });
      if (units > numbers.units()) return Text("murmansk.position.large").number("most", numbers.units());
    }
    if (formed(side, v1::GroupKind::CONVOY) > 1) return Text("murmansk.position.convoys");
    if (formed(side, v1::GroupKind::WOLFPACK) > 1) return Text("murmansk.position.packs");
    const int most = side == kAllied ? numbers.allied() : numbers.axis();
    if (formed(side, v1::GroupKind::SHIPS) > most) return Text("murmansk.position.markers").number("most", most);
    const int dummies = side == kAllied ? numbers.allied_dummies() : numbers.axis_dummies();
    if (formed(side, v1::GroupKind::DUMMY) > dummies) return Text("murmansk.position.dummies").number("most", dummies);
    const v1::Phase::Kind phase = board_.clock().phase();
    const bool early = phase < v1::Phase::FORCES && !own(side).group().empty();
    const bool formed_twice = board_.over() == (formed(kAllied, v1::GroupKind::CONVOY) != 0);
    if (early || (phase == v1::Phase::ORGANISE && formed_twice)) return Text("murmansk.position.groups");
    return std::nullopt;
  }

  bool marker_of(Side side, const v1::Group& group) const {
    return std::ranges::count_if(board_.marker(), [&](const v1::Marker& marker) {
             return marker.number() == group.marker() && marker.side() == side && marker.place() == group.place();
           }) == 1;
  }

  // One group behind each, and no number twice.
  Flaw markers() const {
    std::set<Number> seen;
    for (const v1::Marker& marker : board_.marker()) {
      const bool side = marker.side() == kAllied || marker.side() == kAxis;
      const bool number =
          marker.number() != 0 && marker.number() < board_.next_marker() && seen.insert(marker.number()).second;
      const bool kind = v1::GroupKind::Kind_IsValid(marker.kind());
      if (!side || !number || !kind || !is_place(marker.place()) ||
          std::ranges::count(own(marker.side()).group(), marker.number(), &v1::Group::marker) != 1)
        return Text("murmansk.position.marker");
    }
    return std::nullopt;
  }

  Flaw units(Side side) const {
    const v1::UnitState::Kind afloat = side == kAllied ? v1::UnitState::AVAILABLE : v1::UnitState::NORWAY;
    for (std::size_t i = 0; i < box_.fleet(side).size(); ++i) {
      const ShipNumber ship = box_.fleet(side)[i];
      const v1::Unit& unit = own(side).unit(static_cast<int>(i));
      const Text stray = Text("murmansk.position.stray").text("ship", Text(name_of(ship)));
      if (!v1::Unit::Where_IsValid(unit.where())) return stray;
      if (unit.where() == v1::Unit::PORT && (side == kAllied || !is_base(unit.port()))) return stray;
      if (unit.where() != v1::Unit::GROUP) continue;
      const v1::Group* with = group(side, unit.group());
      const bool ships = with && (with->kind() == v1::GroupKind::SHIPS || with->kind() == v1::GroupKind::CONVOY);
      if (!ships || board_.unit(static_cast<int>(ship) - 1).state() != afloat) return stray;
    }
    return std::nullopt;
  }

  const Box& box_;
  const Truth& truth_;
  const v1::Board& board_;
};

}  // namespace

std::optional<Text> flaw_of(const Box& box, const Truth& truth) { return Inspector(box, truth).first(); }

}  // namespace wardroom::murmansk
