#include "client/bot/murmansk/sight.h"

#include <algorithm>

#include "server/titles/murmansk/data/odds.h"

namespace wardroom::murmansk::bot {

const v1::Group* Sight::group(Key key) const {
  const auto& all = view.own().group();
  const auto found = std::ranges::find(all, key, &v1::Group::key);
  return found == all.end() ? nullptr : &*found;
}

const v1::Marker* Sight::marker(Number number) const {
  const auto found = std::ranges::find(board.marker(), number, &v1::Marker::number);
  return found == board.marker().end() ? nullptr : &*found;
}

const v1::Group* Sight::convoy() const {
  const auto& all = view.own().group();
  const auto found = std::ranges::find(all, v1::GroupKind::CONVOY, &v1::Group::kind);
  return found == all.end() ? nullptr : &*found;
}

std::vector<ShipNumber> Sight::ships_in(Key key) const {
  std::vector<ShipNumber> found;
  for (const v1::Unit& unit : view.own().unit()) {
    if (unit.where() == v1::Unit::GROUP && unit.group() == key) found.push_back(box.ship_number(unit.id()));
  }
  return found;
}

std::vector<ShipNumber> Sight::ships_at(Number number) const {
  std::vector<ShipNumber> found;
  for (ShipNumber ship = 1; ship <= box.ships(); ++ship) {
    if (board.unit(static_cast<int>(ship) - 1).marker() == number) found.push_back(ship);
  }
  return found;
}

// A class counts more than two of the one below it.
int Sight::strength(const std::vector<ShipNumber>& ships) const {
  int sum = 0;
  for (ShipNumber ship : ships) {
    const v1::Ship& facts = box.ship(ship);
    int worth = 0;
    switch (facts.fire()) {
      case v1::Class::D:
        worth = 2;
        break;
      case v1::Class::CL:
        worth = 4;
        break;
      case v1::Class::CA:
        worth = 6;
        break;
      case v1::Class::BC:
        worth = 10;
        break;
      case v1::Class::B:
        worth = 16;
        break;
      case v1::Class::SB:
        worth = 24;
        break;
      default:
        break;
    }
    sum += damaged(ship) ? worth / 2 : worth;
  }
  return sum;
}

bool Sight::any_damaged(const std::vector<ShipNumber>& ships) const {
  return std::ranges::any_of(ships, [&](ShipNumber ship) { return damaged(ship); });
}

bool Sight::capital(const std::vector<ShipNumber>& ships) const {
  return std::ranges::any_of(ships, [&](ShipNumber ship) { return box.ship(ship).capital(); });
}

bool Sight::carrier(ShipNumber ship) const {
  const v1::Class::Kind kind = box.ship(ship).defence();
  return kind == v1::Class::CVE || kind == v1::Class::CVB;
}

double Sight::flying() const {
  const v1::Season::Kind season = box.turn(static_cast<int>(board.clock().turn())).season();
  const auto& light = box.weather(season).light();
  const auto dark = std::ranges::count(light, v1::Light::NIGHT);
  return (1 - storm_share(box, season)) * static_cast<double>(light.size() - dark) / light.size();
}

double Sight::freighters_hit(v1::Column::Kind column, int shift) const {
  const HarmFaces faces = harm_faces(box, column, shift);
  const auto& numbers = box.numbers().battle();
  return (faces[v1::Harm::D] * numbers.freighters_d() + faces[v1::Harm::DS] * numbers.freighters_ds() +
          faces[v1::Harm::SK] * numbers.freighters_sk()) /
         6.0;
}

double Sight::found_by_submarine(Place place) const {
  const auto& numbers = box.numbers().submarines();
  const v1::Group* own = convoy();
  int shift = box.near_base(place) ? numbers.near_base() : 0;
  if (own) {
    const auto ships = ships_in(own->key());
    if (std::ranges::any_of(ships, [&](ShipNumber ship) { return box.ship(ship).fire() == v1::Class::D; }))
      shift += numbers.destroyers();
  }
  return faces_from(numbers.contact_convoy(), shift) / 6.0;
}

bool Sight::slow_marker_near(Place place) const {
  return std::ranges::any_of(board.marker(), [&](const v1::Marker& each) {
    return each.side() != side && !each.fast() && each.kind() != v1::GroupKind::SHIPS &&
           box.distance(each.place(), place) <= 1;
  });
}

bool Sight::capital_ships_near(Place place, int within) const {
  for (ShipNumber ship = 1; ship <= box.ships(); ++ship) {
    const v1::UnitFace& face = board.unit(static_cast<int>(ship) - 1);
    if (face.state() == v1::UnitState::NORWAY && face.port() != 0 && box.ship(ship).capital() && !face.stays() &&
        box.distance(face.port(), place) <= within)
      return true;
  }
  return false;
}

const v1::Marker* Sight::enemy_convoy() const {
  for (const v1::Marker& each : board.marker()) {
    if (each.side() != side && each.kind() == v1::GroupKind::CONVOY) return &each;
  }
  return nullptr;
}

// A slow marker that nobody has looked at, near the lane, and as far on its way as any.
const v1::Marker* Sight::likely_convoy() const {
  if (const v1::Marker* seen = enemy_convoy()) return seen;
  const v1::Marker* best = nullptr;
  int least = 1000;
  for (const v1::Marker& each : board.marker()) {
    if (each.side() == side || each.fast() || each.kind() != v1::GroupKind::UNSPECIFIED) continue;
    int off = 1000;
    for (Place place : box.lane()) off = std::min(off, box.distance(place, each.place()));
    const int to_port = box.distance(each.place(), box.lane().back());
    if (off * 5 + to_port < least) {
      least = off * 5 + to_port;
      best = &each;
    }
  }
  return best;
}

int Sight::threat(Place place, int within) const {
  int most = 0;
  for (const v1::Marker& each : board.marker()) {
    if (each.side() == side || each.kind() != v1::GroupKind::SHIPS) continue;
    if (box.distance(each.place(), place) <= within) most = std::max(most, strength(ships_at(each.number())));
  }
  return most;
}

}  // namespace wardroom::murmansk::bot
