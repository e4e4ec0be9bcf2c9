#include "tests/titles/pq17/vary.h"

#include <algorithm>

#include "server/titles/pq17/operation/licences.h"
#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {
namespace {

using testing::pick;
using testing::Random;
using testing::Variation;
using namespace fact;

const Reference& reference() { return the_title().reference(); }

v1::Own& own_of(Truth& truth, Side side) { return side == kAllied ? *truth.mutable_allied() : *truth.mutable_axis(); }

class Varied {
 public:
  Varied(const Truth& truth, Seat seat, Random& random)
      : truth_(truth), seat_(seat), enemy_(enemy_of(side_of(seat))), random_(random) {}

  std::vector<Variation> all() {
    exchanges();
    one(kStrength, &Varied::removed);
    one(kForce, &Varied::other_force);
    one(kDamage, &Varied::damage);
    one(kFuel, &Varied::fuel);
    one(kAircraft, &Varied::aircraft);
    one(kPlan, &Varied::plan);
    one(kChit, &Varied::chit);
    one(kPoints, &Varied::points);
    return std::move(found_);
  }

 private:
  // -- what must stay as it is --

  static const v1::Force* behind(const v1::Own& own, std::uint32_t block) {
    const auto found = std::ranges::find(own.force(), block, &v1::Force::block);
    return found == own.force().end() ? nullptr : &*found;
  }
  const v1::Block* block_of(const v1::Force& force) const {
    const auto& blocks = truth_.sea().block();
    const auto found = std::ranges::find(blocks, force.block(), &v1::Block::id);
    return force.block() == 0 || found == blocks.end() ? nullptr : &*found;
  }
  // What was said of a flat block binds its owner.
  bool still_true(const v1::Own& before, const v1::Own& after) const {
    return std::ranges::all_of(truth_.sea().block(), [&](const v1::Block& block) {
      if (block.side() != enemy_ || !block.flat() || !block.told().binding()) return true;
      const v1::Force* was = behind(before, block.id());
      const v1::Force* now = behind(after, block.id());
      if (!was || !now) return was == now;
      if (block.told().seen()) return was->SerializeAsString() == now->SerializeAsString();
      return said(*was, block.told().level()) == said(*now, block.told().level());
    });
  }
  static std::string said(const v1::Force& force, int level) {
    return statement(reference(), {&force}, level, 0).SerializeAsString();
  }
  bool unseen(const Truth& changed) const {
    for (Viewer who : {viewer(seat_), Viewer::kPublic}) {
      if (save(*the_title().view(changed, who)) != save(*the_title().view(truth_, who))) return false;
    }
    return true;
  }
  void keep(std::uint32_t fact, std::string what, const Truth& changed) {
    const v1::Own& before = enemy_ == kAllied ? truth_.allied() : truth_.axis();
    const v1::Own& after = enemy_ == kAllied ? changed.allied() : changed.axis();
    if (!still_true(before, after) || save(changed) == save(truth_) || !unseen(changed)) return;
    found_.push_back({fact, std::move(what), std::make_unique<Truth>(changed)});
  }
  bool has(std::uint32_t fact) const {
    return std::ranges::any_of(found_, [&](const Variation& each) { return each.fact == fact; });
  }

  // A few attempts; `change` says what it did, or nothing.
  void one(std::uint32_t fact, std::string (Varied::*change)(v1::Own&)) {
    const std::size_t before = found_.size();
    for (int attempt = 0; attempt < 12 && found_.size() == before; ++attempt) {
      Truth changed = truth_;
      std::string what = (this->*change)(own_of(changed, enemy_));
      if (!what.empty()) keep(fact, std::move(what), changed);
    }
  }

  // -- ships [6.2.1] --

  // Neither tied to others nor on a duty that only certain ships may do.
  bool free(const v1::Force& force) const {
    if (force.patrol_white() || force.training() || force.kind() == v1::BlockKind::DUMMY) return false;
    const v1::Own& own = enemy_ == kAllied ? truth_.allied() : truth_.axis();
    const auto fights = [&](const auto& in) {  // its ships lie on the display
      return std::ranges::find(in.engaged(), force.key()) != in.engaged().end();
    };
    if (fights(own) || std::ranges::any_of(own.interrupted(), fights)) return false;
    const v1::Block* block = block_of(force);
    if (!block) return true;
    if (block->under() != 0 || block->scattered() || !block->shadow().empty()) return false;
    return std::ranges::none_of(truth_.sea().block(), [&](const v1::Block& target) {
      return std::ranges::any_of(target.shadow(), [&](const auto& shadow) { return shadow.block() == block->id(); });
    });
  }
  static bool sound(const v1::Counter& ship) {
    v1::Counter plain;
    plain.set_unit(ship.unit());
    plain.set_cs(ship.cs());
    return plain.SerializeAsString() == ship.SerializeAsString();
  }
  // The parts of a class that its owner splits off would differ in more than this.
  static bool named(const v1::Counter& ship) { return reference().unit(ship.unit()).ship != nullptr; }
  v1::Force* any_force(v1::Own& own) {
    if (own.force().empty()) return nullptr;
    return own.mutable_force(static_cast<int>(pick(random_, static_cast<std::size_t>(own.force_size()))));
  }
  int any_ship(const v1::Force& force) {
    return static_cast<int>(pick(random_, static_cast<std::size_t>(force.ship_size())));
  }

  // One ship for another of another force, told apart by what the levels of identification would tell.
  void exchanges() {
    const std::uint32_t facts[] = {kName, kCategory, kCarrier, kStrength};
    for (int attempt = 0; attempt < 60 && !std::ranges::all_of(facts, [&](auto fact) { return has(fact); });
         ++attempt) {
      Truth changed = truth_;
      v1::Own& own = own_of(changed, enemy_);
      v1::Force* a = any_force(own);
      v1::Force* b = any_force(own);
      if (!a || a == b || a->kind() != b->kind() || !free(*a) || !free(*b)) continue;
      if (a->ship().empty() || b->ship().empty() || (!block_of(*a) && !block_of(*b))) continue;
      const v1::Force was_a = *a;
      const v1::Force was_b = *b;
      const int i = any_ship(*a);
      const int j = any_ship(*b);
      if (!sound(a->ship(i)) || !sound(b->ship(j)) || !named(a->ship(i)) || !named(b->ship(j))) continue;
      const std::string ship_a = a->ship(i).unit();
      const std::string ship_b = b->ship(j).unit();
      v1::Counter from_a = take(*a, i, a->ship(i).cs());
      v1::Counter from_b = take(*b, j, b->ship(j).cs());
      add(reference(), *a, std::move(from_b));
      add(reference(), *b, std::move(from_a));
      if (a->ship(i).unit() != ship_b || b->ship(j).unit() != ship_a) continue;  // owners choose by index
      const auto fact = difference(was_a, *a) | difference(was_b, *b);
      if (kind_of(reference(), *a) != a->kind() || kind_of(reference(), *b) != b->kind()) continue;
      if (!within_limits(reference(), *a) || !within_limits(reference(), *b)) continue;
      if (has_soviet(reference(), *a) != has_soviet(reference(), was_a)) continue;
      const std::uint32_t single = most_of(fact);
      if (single != 0 && !has(single)) keep(single, ship_a + " for " + ship_b, changed);
    }
  }
  // The least that has to be told for the difference to show.
  static std::uint32_t difference(const v1::Force& before, const v1::Force& after) {
    if (before.SerializeAsString() == after.SerializeAsString()) return kNothing;
    if (said(before, 3) == said(after, 3)) return kName;
    if (said(before, 2) == said(after, 2)) return kCategory;
    v1::Statement was = statement(reference(), {&before}, 2, 0);
    v1::Statement now = statement(reference(), {&after}, 2, 0);
    was.clear_carrier();
    now.clear_carrier();
    return was.SerializeAsString() == now.SerializeAsString() ? kCarrier : kStrength;
  }
  static std::uint32_t most_of(std::uint32_t facts) {
    for (std::uint32_t fact : {kStrength, kCarrier, kCategory, kName}) {
      if (facts & fact) return fact;
    }
    return 0;
  }

  // Out of the Operation by ice or weather, unseen.
  std::string removed(v1::Own& own) {
    v1::Force* force = any_force(own);
    if (!force || !free(*force) || force->ship_size() < 2) return {};
    const int index = any_ship(*force);
    if (!sound(force->ship(index)) || !reference().unit(force->ship(index).unit()).ship) return {};
    const v1::Counter ship = take(*force, index, force->ship(index).cs());
    if (kind_of(reference(), *force) != force->kind()) return {};
    auto& gone = *own.add_removed();
    gone.set_unit(ship.unit());
    gone.set_cs(ship.cs());
    gone.set_reason("ice");
    return ship.unit() + " removed";
  }

  std::string damage(v1::Own& own) {
    v1::Force* force = any_force(own);
    if (!force || !free(*force) || force->ship().empty()) return {};
    v1::Counter& ship = *force->mutable_ship(any_ship(*force));
    if (!reference().unit(ship.unit()).ship || ship.cs() < 2 || !sound(ship)) return {};
    ship.set_cs(ship.cs() - 1);
    return ship.unit() + " damaged";
  }

  // -- forces --

  // Each stands where the other stood; what they do in this turn is the blocks' own.
  std::string other_force(v1::Own& own) {
    v1::Force* a = any_force(own);
    v1::Force* b = any_force(own);
    if (!a || a == b || a->kind() == b->kind() || (a->block() != 0) != (b->block() != 0)) return {};
    for (const v1::Force* each : {a, b}) {
      const bool tied = each->kind() != v1::BlockKind::DUMMY && !free(*each);
      const v1::Block* block = block_of(*each);
      if (tied || each->kind() == v1::BlockKind::CONVOY || each->dispersed_from() != 0 ||
          has_soviet(reference(), *each))
        return {};
      if (block && (block->flat() || block->under() != 0 || !block->shadow().empty())) return {};
    }
    if (a->done() != b->done() || a->hexes() != b->hexes() || a->left_port() != b->left_port()) return {};
    const bool shadows = std::ranges::any_of(truth_.sea().block(), [&](const v1::Block& target) {
      return std::ranges::any_of(target.shadow(), [&](const auto& shadow) {
        return shadow.block() != 0 && (shadow.block() == a->block() || shadow.block() == b->block());
      });
    });
    if (shadows) return {};
    std::string what = v1::BlockKind::Kind_Name(a->kind()) + " for " + v1::BlockKind::Kind_Name(b->kind());
    a->Swap(b);
    for (const char* kept : {"key", "block", "place"}) {
      const auto* field = v1::Force::descriptor()->FindFieldByName(kept);
      a->GetReflection()->SwapFields(a, b, {field});
    }
    return what;
  }

  std::string fuel(v1::Own& own) {
    v1::Force* force = any_force(own);
    if (!force || force->fuel_turn() == 0) return {};
    const int turn = force->fuel_turn() + (pick(random_, 2) == 0 ? 2 : -2);
    if (turn <= truth_.clock().turn()) return {};
    force->set_fuel_turn(turn);
    return "fuel";
  }

  std::string aircraft(v1::Own& own) {
    if (own.aboard().empty()) return {};
    v1::Air::Unit& unit =
        *own.mutable_aboard(static_cast<int>(pick(random_, static_cast<std::size_t>(own.aboard_size()))));
    if (unit.cs() - unit.damaged() < 1) return {};
    unit.set_damaged(unit.damaged() + 1);
    return unit.unit() + " damaged";
  }

  // -- what was chosen or drawn in secret --

  std::string plan(v1::Own& own) {
    v1::Force* force = any_force(own);
    if (!force) return {};
    if (!force->route().empty() && pick(random_, 2) == 0) {
      force->clear_route();
      force->set_route_into_port(false);
      return "no route";
    }
    if (force->kind() != v1::BlockKind::CONVOY || force->block() == 0) return {};  // arrivals are public
    for (const auto& convoy : reference().box().scenario(truth_.standing().scenario())->convoy()) {
      if (convoy.id() != force->convoy()) continue;
      force->set_destination(
          convoy.destination(static_cast<int>(pick(random_, static_cast<std::size_t>(convoy.destination_size())))));
    }
    return "another destination";
  }

  std::string chit(v1::Own& own) {
    if (own.chit().empty() || own.operation().ByteSizeLong() > 0 || !own.purchase().empty()) return {};
    const auto& scenario = *reference().box().scenario(truth_.standing().scenario());
    const std::string& column = enemy_ == kAllied ? scenario.allied_column() : scenario.axis_column();
    const char letter = static_cast<char>('A' + pick(random_, 26));
    const v1::Own& mine = enemy_ == kAllied ? truth_.axis() : truth_.allied();
    const std::string other(1, letter);
    if (mine.chit() == other || own.chit() == other) return {};
    if (std::ranges::any_of(truth_.standing().shown(),
                            [&](const auto& shown) { return shown.letter() == other || shown.letter() == own.chit(); }))
      return {};
    const DrawnCondition drawn = reference().box().condition(column, letter);
    using Kind = v1::SpecialCondition;
    for (const auto kind : {Kind::GROUND_OFFENSIVE, Kind::AXIS_CONVOY}) {  // these show at once
      if (drawn.condition->kind() == kind || reference().box().condition(own.condition())->kind() == kind) return {};
    }
    std::string what = own.condition() + " for " + drawn.condition->id();
    own.set_chit(other);
    own.set_condition(drawn.condition->id());
    own.set_condition_variant(0);
    return what;
  }

  std::string points(v1::Own& own) {
    if (own.command().empty()) return {};
    auto& pool = *own.mutable_command(static_cast<int>(pick(random_, static_cast<std::size_t>(own.command_size()))));
    if (pool.spent() >= pool.points()) return {};
    pool.set_spent(pool.spent() + 1);
    return "a point more spent";
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
    return (row_of(static_cast<Licence>(licence)).facts & fact) != 0;
  };
  facts.name = [](std::uint32_t fact) -> std::string {
    static constexpr std::array kNames = {"force", "strength", "carrier", "category", "name",  "damage",
                                          "fuel",  "aircraft", "plan",    "chit",     "points"};
    std::size_t index = 0;
    while (fact >>= 1) ++index;
    return kNames[index];
  };
  return facts;
}

}  // namespace wardroom::pq17
