#include "tests/titles/murmansk/vary.h"

#include <algorithm>

#include "tests/titles/murmansk/the_box.h"

namespace wardroom::murmansk {
namespace {

using testing::pick;
using testing::Random;
using testing::Variation;
using namespace fact;

class Varied {
 public:
  Varied(const Truth& truth, Seat seat, Random& random)
      : truth_(truth), seat_(seat), enemy_(enemy_of(side_of(seat))), random_(random) {}

  std::vector<Variation> all() {
    one(kShips, &Varied::other_ships);
    one(kShips, &Varied::other_group);
    one(kShips, &Varied::other_choice);
    one(kShips | kPorts, &Varied::another_sailed);
    one(kPlan, &Varied::other_fuel);
    one(kPlan, &Varied::other_wish);
    return std::move(found_);
  }

 private:
  static v1::Own& own_of(Truth& truth, Side side) {
    return side == kAllied ? *truth.mutable_allied() : *truth.mutable_axis();
  }

  // A few attempts; `change` says what it did, or nothing.
  void one(std::uint32_t fact, std::string (Varied::*change)(v1::Own&)) {
    for (int attempt = 0; attempt < 12; ++attempt) {
      auto changed = std::make_unique<Truth>(truth_);
      std::string what = (this->*change)(own_of(*changed, enemy_));
      if (what.empty() || save(*changed) == save(truth_) || !unseen(*changed) || !load(*the_title(), save(*changed)))
        continue;
      found_.push_back({fact, std::move(what), std::move(changed)});
      return;
    }
  }
  bool unseen(const Truth& changed) const {
    return std::ranges::all_of(std::array{viewer(seat_), Viewer::kPublic}, [&](Viewer who) {
      return save(*the_title()->view(changed, who)) == save(*the_title()->view(truth_, who));
    });
  }

  // -- what may be changed --

  const v1::UnitFace& face(const v1::Unit& unit) const {
    return truth_.board().unit(static_cast<int>(the_box().ship_number(unit.id())) - 1);
  }
  static const v1::Ship& facts_of(const v1::Unit& unit) { return the_box().ship(the_box().ship_number(unit.id())); }
  static const v1::Group* group_of(const v1::Own& own, const v1::Unit& unit) {
    const auto found = std::ranges::find(own.group(), unit.group(), &v1::Group::key);
    return unit.where() != v1::Unit::GROUP || found == own.group().end() ? nullptr : &*found;
  }
  const v1::Marker* marker_of(const v1::Group& group) const {
    const auto& markers = truth_.board().marker();
    const auto found = std::ranges::find(markers, group.marker(), &v1::Marker::number);
    return group.marker() == 0 || found == markers.end() ? nullptr : &*found;
  }
  // Nobody knows what it is.
  bool hidden(const v1::Group& group) const {
    const v1::Marker* marker = marker_of(group);
    return !marker || (!marker->contacted() && marker->kind() == v1::GroupKind::UNSPECIFIED);
  }
  bool fast(const v1::Group& group) const {
    const v1::Marker* marker = marker_of(group);
    return marker && marker->fast();
  }
  bool slow(const v1::Unit& unit) const { return face(unit).damaged() || facts_of(unit).defence() == v1::Class::CVE; }
  v1::Unit& any_unit(v1::Own& own) {
    return *own.mutable_unit(static_cast<int>(pick(random_, static_cast<std::size_t>(own.unit_size()))));
  }
  // Seen nowhere, sound, and not where everybody knows that it is.
  bool free(const v1::Unit& unit) const {
    return face(unit).marker() == 0 && !face(unit).damaged() && !face(unit).stays() &&
           facts_of(unit).start() != v1::Ship::RUSSIA;
  }

  // -- ships --

  // One ship for one of another group; where one may enter in the south alone, so may the other.
  std::string other_ships(v1::Own& own) {
    v1::Unit& a = any_unit(own);
    v1::Unit& b = any_unit(own);
    const v1::Group* of_a = group_of(own, a);
    const v1::Group* of_b = group_of(own, b);
    if (!of_a || !of_b || of_a == of_b || !free(a) || !free(b) || !hidden(*of_a) || !hidden(*of_b)) return {};
    if (facts_of(a).enters_south() != facts_of(b).enters_south()) return {};
    if ((fast(*of_a) && slow(b)) || (fast(*of_b) && slow(a))) return {};
    const Key key = a.group();
    a.set_group(b.group());
    b.set_group(key);
    return a.id() + " for " + b.id();
  }

  // Each stands under the other's marker.
  std::string other_group(v1::Own& own) {
    if (own.group_size() < 2) return {};
    const auto size = static_cast<std::size_t>(own.group_size());
    v1::Group& a = *own.mutable_group(static_cast<int>(pick(random_, size)));
    v1::Group& b = *own.mutable_group(static_cast<int>(pick(random_, size)));
    if (a.key() == b.key() || a.place() == 0 || b.place() == 0 || a.moved() != b.moved()) return {};
    if (!hidden(a) || !hidden(b) || !may_be(own, a, b) || !may_be(own, b, a)) return {};
    const v1::Group was = a;
    const auto stand = [](v1::Group& group, const v1::Group& there) {
      group.set_marker(there.marker());
      group.set_place(there.place());
      group.set_from(there.from());
    };
    stand(a, b);
    stand(b, was);
    return v1::GroupKind::Kind_Name(a.kind()) + " for " + v1::GroupKind::Kind_Name(b.kind());
  }
  // One group under the marker of another: neither too slow for it, nor where it cannot be.
  bool may_be(const v1::Own& own, const v1::Group& group, const v1::Group& there) const {
    const bool warships = group.kind() == v1::GroupKind::SHIPS || group.kind() == v1::GroupKind::DUMMY;
    if (!warships && (fast(there) || !the_box().open(there.place(), true))) return false;
    return std::ranges::none_of(own.unit(), [&](const v1::Unit& unit) {
      if (unit.where() != v1::Unit::GROUP || unit.group() != group.key()) return false;
      return !free(unit) || (fast(there) && slow(unit));
    });
  }

  // A cruiser or a capital ship that was drawn or chosen for one that was not.
  std::string other_choice(v1::Own& own) {
    v1::Unit& a = any_unit(own);
    v1::Unit& b = any_unit(own);
    const v1::Group* of_a = group_of(own, a);
    if (enemy_ != kAllied || !of_a || !hidden(*of_a) || !free(a) || !free(b) || b.chosen() || face(a).seen()) return {};
    const v1::Ship& was = facts_of(a);
    const v1::Ship& is = facts_of(b);
    const bool alike = was.cruiser() == is.cruiser() && was.capital() == is.capital() &&
                       was.squadron() == is.squadron() && was.enters_south() == is.enters_south() &&
                       was.defence() != v1::Class::D && is.defence() != v1::Class::D &&
                       (was.defence() == v1::Class::CVE) == (is.defence() == v1::Class::CVE);
    if (!alike || was.nation() != is.nation() || face(b).state() != v1::UnitState::AVAILABLE) return {};
    return exchange(a, b);
  }

  // A ship at sea for one that lies in the base it came from.
  std::string another_sailed(v1::Own& own) {
    v1::Unit& a = any_unit(own);
    v1::Unit& b = any_unit(own);
    const v1::Group* of_a = group_of(own, a);
    if (enemy_ != kAxis || !of_a || !hidden(*of_a) || !free(a) || !free(b) || b.where() != v1::Unit::PORT) return {};
    if (face(a).port() != b.port() || face(b).port() != b.port()) return {};
    if (facts_of(a).fuel() != facts_of(b).fuel() || (fast(*of_a) && slow(b))) return {};
    return exchange(a, b);
  }

  static std::string exchange(v1::Unit& a, v1::Unit& b) {
    a.Swap(&b);
    const std::string id = a.id();
    a.set_id(b.id());
    b.set_id(id);
    return a.id() + " for " + b.id();
  }

  // -- what was chosen or drawn in secret --

  std::string other_fuel(v1::Own& own) {
    constexpr std::size_t kFaces = 6;
    if (enemy_ != kAxis || !own.fuel_known()) return {};
    const auto fuel = static_cast<std::uint32_t>(pick(random_, kFaces)) + 1;
    if (fuel < own.fuel()) return {};  // what has sailed was paid for
    own.set_fuel(fuel);
    return "fuel";
  }

  std::string other_wish(v1::Own& own) {
    const auto& clock = truth_.board().clock();
    const bool is_short = clock.turn() != 0 && the_box().turn(static_cast<int>(clock.turn())).fuel_short();
    if (enemy_ != kAxis || !is_short || clock.phase() < v1::Phase::PERIOD || own.sailed()) return {};
    own.set_sortie(!own.sortie());
    if (own.sortie() && !own.fuel_known()) own.set_fuel(3);
    own.set_fuel_known(own.fuel_known() || own.sortie());
    return "the wish to sail";
  }

  const Truth& truth_;
  Seat seat_;
  Side enemy_;
  Random& random_;
  std::vector<Variation> found_;
};

}  // namespace

std::vector<Variation> vary(const Position& truth, Seat seat, Random& random) {
  return Varied(static_cast<const Truth&>(truth), seat, random).all();
}

testing::Facts facts() {
  testing::Facts facts;
  facts.vary = vary;
  facts.licensed = [](std::uint32_t licence, std::uint32_t fact) {
    const auto row = std::ranges::find(kLicences, static_cast<Licence>(licence), &LicenceRow::licence);
    return row != kLicences.end() && (row->facts & fact) != 0;
  };
  facts.name = [](std::uint32_t fact) -> std::string {
    return fact == kShips ? "ships" : fact == kPlan ? "plan" : "ships in port";
  };
  return facts;
}

}  // namespace wardroom::murmansk
