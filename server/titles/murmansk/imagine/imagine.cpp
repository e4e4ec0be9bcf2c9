// Imagine: a truth that a seat cannot tell from the real one. What everybody knows is copied; what stands behind the
// enemy's face-down markers is dealt anew.
#include <algorithm>

#include "server/titles/murmansk/murmansk.h"
#include "server/titles/sea/dealing.h"

namespace wardroom::murmansk {
namespace {

using State = v1::UnitState;

class Dealt {
 public:
  Dealt(const Box& box, const v1::Board& board, Side side, Chance& chance)
      : box_(box), board_(board), side_(side), dealer_(chance) {}

  v1::Own deal() {
    own_.set_next_key(1);
    for (ShipNumber ship = 1; ship <= box_.ships(); ++ship) {
      if (box_.side_of(ship) != side_) continue;
      v1::Unit& unit = *own_.add_unit();
      unit.set_id(box_.ship(ship).id());
      unit.set_where(v1::Unit::NONE);
      ships_.push_back(ship);
    }
    if (side_ == kAllied) choose_allied();
    if (side_ == kAxis) find_germans();
    known_groups();
    unknown_groups();
    place_the_rest();
    if (side_ == kAxis) guess_fuel();
    return std::move(own_);
  }

 private:
  const v1::UnitFace& face(ShipNumber ship) const { return board_.unit(static_cast<int>(ship) - 1); }
  v1::Unit& unit(ShipNumber ship) {
    return *own_.mutable_unit(static_cast<int>(std::ranges::find(ships_, ship) - ships_.begin()));
  }
  v1::Phase::Kind phase() const { return board_.clock().phase(); }
  bool forces_chosen() const { return phase() >= v1::Phase::ORGANISE && phase() <= v1::Phase::MORE; }
  bool convoy_under_way() const { return phase() >= v1::Phase::ORGANISE && phase() <= v1::Phase::PERIOD_END; }
  bool pack_is_out() const { return phase() >= v1::Phase::FORCES && phase() <= v1::Phase::MORE && !board_.pack_lost(); }
  bool option(std::string_view id) const { return std::ranges::find(board_.option(), id) != board_.option().end(); }
  bool carrier(ShipNumber ship) const {
    return box_.ship(ship).defence() == v1::Class::CVB || box_.ship(ship).defence() == v1::Class::CVE;
  }
  bool slow(ShipNumber ship) const { return face(ship).damaged() || box_.ship(ship).defence() == v1::Class::CVE; }
  std::size_t limit() const { return static_cast<std::size_t>(box_.numbers().groups().units()); }

  // -- whom there is to deal --

  void take(ShipNumber ship) {
    unit(ship).set_chosen(true);
    unit(ship).set_where(v1::Unit::HOME);
    if (face(ship).marker() == 0) free_.push_back(ship);
  }

  // Under the quota, and all that was seen this season.
  void choose_allied() {
    if (!forces_chosen()) return;
    std::vector<ShipNumber> capitals, carriers, cruisers;
    int capital = 0, cruiser = 0, aboard = 0;
    for (ShipNumber ship : ships_) {
      if (face(ship).state() != State::AVAILABLE) continue;
      const v1::Ship& facts = box_.ship(ship);
      const bool capital_ship = facts.capital() && !carrier(ship);
      const bool certain = facts.nation() == v1::Nation::AMERICAN || facts.defence() == v1::Class::D ||
                           face(ship).seen() || face(ship).damaged() || face(ship).marker() != 0;
      if (certain) {
        take(ship);
        capital += capital_ship ? 1 : 0;
        cruiser += facts.cruiser() ? 1 : 0;
        aboard += carrier(ship) ? 1 : 0;
      } else if (capital_ship) {
        capitals.push_back(ship);
      } else if (carrier(ship)) {
        carriers.push_back(ship);
      } else if (facts.cruiser()) {
        cruisers.push_back(ship);
      }
    }
    for (; capital < static_cast<int>(board_.capital_quota()) && !capitals.empty(); ++capital)
      take(dealer_.take_one(capitals));
    if (aboard == 0 && !carriers.empty()) take(dealer_.take_one(carriers));
    for (; cruiser < static_cast<int>(board_.cruiser_quota()) && !cruisers.empty(); ++cruiser)
      take(dealer_.take_one(cruisers));
  }

  void find_germans() {
    for (ShipNumber ship : ships_) {
      if (face(ship).state() != State::NORWAY) continue;
      unit(ship).set_where(v1::Unit::PORT);
      unit(ship).set_port(face(ship).port());
      if (face(ship).marker() == 0 && !face(ship).stays()) free_.push_back(ship);
    }
  }

  // -- groups --

  v1::Group& form(v1::GroupKind::Kind kind, const v1::Marker* marker) {
    v1::Group& group = *own_.add_group();
    group.set_key(own_.next_key());
    own_.set_next_key(own_.next_key() + 1);
    group.set_kind(kind);
    if (marker) {
      group.set_marker(marker->number());
      group.set_place(marker->place());
      group.set_from(marker->place());
    }
    return group;
  }

  void join(ShipNumber ship, Key key) {
    unit(ship).set_where(v1::Unit::GROUP);
    unit(ship).set_group(key);
    unit(ship).set_port(0);
    if (side_ == kAxis) unit(ship).set_paid(true);
    std::erase(free_, ship);
  }

  std::size_t size(Key key) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        own_.unit(), [&](const v1::Unit& unit) { return unit.where() == v1::Unit::GROUP && unit.group() == key; }));
  }
  int formed(v1::GroupKind::Kind kind) const {
    return static_cast<int>(std::ranges::count(own_.group(), kind, &v1::Group::kind));
  }
  int markers() const { return side_ == kAllied ? box_.numbers().groups().allied() : box_.numbers().groups().axis(); }

  void known_groups() {
    for (const v1::Marker& marker : board_.marker()) {
      if (marker.side() != side_) continue;
      if (marker.kind() == v1::GroupKind::UNSPECIFIED) {
        unknown_.push_back(&marker);
        continue;
      }
      const Key key = form(marker.kind(), &marker).key();
      for (ShipNumber ship : ships_) {
        if (face(ship).marker() == marker.number()) join(ship, key);
      }
    }
  }

  const v1::Marker* take_slow_marker() {
    std::vector<const v1::Marker*> slow_ones = unknown_;
    std::erase_if(slow_ones, [](const v1::Marker* each) { return each->fast(); });
    if (slow_ones.empty()) return nullptr;
    const v1::Marker* taken = slow_ones[dealer_.pick(slow_ones.size())];
    std::erase(unknown_, taken);
    return taken;
  }

  // One of the slow ones is the Convoy, or the Wolfpack; some are dummies; the others have ships.
  void unknown_groups() {
    if (side_ == kAllied && convoy_under_way() && formed(v1::GroupKind::CONVOY) == 0)
      form(v1::GroupKind::CONVOY, take_slow_marker());
    if (side_ == kAxis && pack_is_out() && formed(v1::GroupKind::WOLFPACK) == 0) {
      if (const v1::Marker* marker = take_slow_marker()) form(v1::GroupKind::WOLFPACK, marker);
    }
    const auto& groups = box_.numbers().groups();
    int dummies = side_ == kAllied ? groups.allied_dummies() : groups.axis_dummies();
    if (!convoy_under_way() || (side_ == kAllied && option("option.open_groups"))) dummies = 0;
    const int room = std::min(markers() - formed(v1::GroupKind::SHIPS), static_cast<int>(free_.size()));
    const int least = std::max(0, static_cast<int>(unknown_.size()) - room);
    const int most = std::min(dummies, static_cast<int>(unknown_.size()));
    int fakes =
        least >= most ? most : least + static_cast<int>(dealer_.pick(static_cast<std::size_t>(most - least + 1)));
    dealer_.shuffle(unknown_);
    for (; fakes > 0; --fakes, --dummies) {
      form(v1::GroupKind::DUMMY, unknown_.back());
      unknown_.pop_back();
    }
    for (; dummies > 0; --dummies) form(v1::GroupKind::DUMMY, nullptr);
    for (const v1::Marker* marker : unknown_) {
      const Key key = form(v1::GroupKind::SHIPS, marker).key();
      if (const ShipNumber ship = fitting(marker->fast()); ship != 0) join(ship, key);
    }
  }

  ShipNumber fitting(bool fast) {
    std::vector<ShipNumber> fit = free_;
    std::erase_if(fit, [&](ShipNumber ship) { return fast && slow(ship); });
    if (fit.empty()) fit = free_;
    return fit.empty() ? 0 : fit[dealer_.pick(fit.size())];
  }

  // Damaged ships are at sea; others are anywhere.
  void place_the_rest() {
    if (!convoy_under_way()) return;
    for (ShipNumber ship : std::vector<ShipNumber>(free_)) {
      std::vector<Key> open;
      for (const v1::Group& group : own_.group()) {
        const bool ships = group.kind() == v1::GroupKind::SHIPS || group.kind() == v1::GroupKind::CONVOY;
        if (!ships || size(group.key()) >= limit() || known(group)) continue;
        if (face(ship).damaged() && group.place() == 0) continue;
        open.push_back(group.key());
      }
      const bool damaged = face(ship).damaged();
      if (side_ == kAllied && !damaged && formed(v1::GroupKind::SHIPS) < markers() && dealer_.pick(2) == 0) {
        join(ship, form(v1::GroupKind::SHIPS, nullptr).key());
      } else if (!open.empty() && (damaged || dealer_.pick(side_ == kAllied ? 5 : 3) != 0)) {
        join(ship, open[dealer_.pick(open.size())]);
      }
    }
  }

  bool known(const v1::Group& group) const {
    const auto marker = std::ranges::find(board_.marker(), group.marker(), &v1::Marker::number);
    return marker != board_.marker().end() && marker->kind() != v1::GroupKind::UNSPECIFIED;
  }

  void guess_fuel() {
    constexpr std::size_t kFaces = 6;
    int spent = 0;
    bool sailed = false;
    for (ShipNumber ship : ships_) {
      const bool out = unit(ship).where() == v1::Unit::GROUP;
      sailed |= out || face(ship).stays();
      if (out) spent += box_.ship(ship).fuel();
    }
    own_.set_sailed(sailed);
    const bool is_short = box_.turn(static_cast<int>(board_.clock().turn())).fuel_short();
    const auto fuel = std::max<std::uint32_t>(static_cast<std::uint32_t>(dealer_.pick(kFaces)) + 1,
                                              static_cast<std::uint32_t>(spent));
    if (!is_short) {
      own_.set_sortie(convoy_under_way());
      return;
    }
    if (phase() <= v1::Phase::FUEL) return;
    own_.set_sortie(sailed || dealer_.pick(2) == 0);
    own_.set_fuel_known(own_.sortie());
    if (own_.sortie()) own_.set_fuel(fuel);
    if (own_.sortie()) own_.set_fuel_spent(static_cast<std::uint32_t>(spent));
  }

  const Box& box_;
  const v1::Board& board_;
  Side side_;
  sea::Dealer dealer_;
  v1::Own own_;
  std::vector<ShipNumber> ships_;
  std::vector<ShipNumber> free_;
  std::vector<const v1::Marker*> unknown_;
};

}  // namespace

std::unique_ptr<Position> Murmansk::imagine(const View& any_view, Seat seat, Chance& chance) const {
  const auto& view = static_cast<const v1::View&>(any_view);
  auto truth = std::make_unique<Truth>();
  *truth->mutable_board() = view.board();
  const Side mine = side_of(seat);
  v1::Own& own = mine == kAllied ? *truth->mutable_allied() : *truth->mutable_axis();
  v1::Own& other = mine == kAllied ? *truth->mutable_axis() : *truth->mutable_allied();
  own = view.own();
  other = Dealt(*box_, truth->board(), enemy_of(mine), chance).deal();
  return truth;
}

}  // namespace wardroom::murmansk
