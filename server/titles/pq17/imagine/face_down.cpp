// Counters that lie face down [7.5.9]: ships that may be behind them, by what everybody has seen them do.
#include <algorithm>
#include <map>

#include "server/titles/pq17/imagine/imagination.h"

namespace wardroom::pq17 {

using v1::Battle;

// In the order in which they came.
std::vector<Imagination::Family> Imagination::families_of(const Battle& battle, BlockId block) const {
  std::vector<FaceDown> counters;
  for (const Battle::Unit& unit : battle.unit()) {
    const BlockId from(unit.part().empty() ? 0 : unit.part(0).block());
    if (unit.side() == enemy_ && from == block) counters.push_back({unit.id(), FaceDown::kLies, unit.seen()});
  }
  for (const Battle::Away& away : battle.away()) {
    if (away.side() != enemy_ || block_id(away) != block) continue;
    counters.push_back({away.id(), away.gone() ? FaceDown::kGone : FaceDown::kWithdrew, away.seen()});
  }
  std::ranges::sort(counters, {}, &FaceDown::id);
  std::vector<Family> families;
  std::map<int, std::size_t> family_of;
  for (const FaceDown& counter : counters) {
    const auto parent = family_of.find(counter.seen.from());
    if (parent == family_of.end()) families.emplace_back();
    const std::size_t at = parent == family_of.end() ? families.size() - 1 : parent->second;
    family_of[counter.id] = at;
    families[at].push_back(counter);
  }
  return families;
}

// -- what it may have been --

// CS that the whole counter had at least.
int Imagination::least_cs(const Family& family) {
  const FaceDown& whole = family.front();
  const int now = whole.fate == FaceDown::kGone ? 0 : std::max(1, whole.seen.cs());
  return std::max({1, now + whole.seen.hits(), static_cast<int>(family.size()) - 1});
}

int Imagination::largest_cs(const UnitFacts& unit) const {
  if (unit.ship) return unit.full_cs();
  return unit.convoy_ship() ? reference_.numbers().combat().convoy_stack_cs() : unit.ship_class->step(0).cs();
}

bool Imagination::has_guns(const UnitFacts& unit) const {
  return unit.type != v1::ShipType::ES && std::ranges::any_of(reference_.box().gunnery().row(), [&](const auto& row) {
           return std::ranges::find(row.firer(), unit.type) != row.firer().end();
         });
}

bool Imagination::may_lie_there(const Family& family, const UnitFacts& unit, int cs) const {
  const Battle::Seen& seen = family.front().seen;
  if (unit.submarine() || cs < least_cs(family) || cs > largest_cs(unit)) return false;
  if (family.size() > 1 && !unit.ship_class) return false;  // only these are broken up
  if (seen.crippled() && !unit.ship) return false;
  if (seen.destroyer() && unit.type != v1::ShipType::DD) return false;
  if (seen.cs() > 0 && !has_guns(unit)) return false;
  if (seen.torpedoes() == 0) return true;
  const int symbols = unit.ship ? unit.ship->torpedoes() : unit.ship_class->torpedoes();
  return unit.type != v1::ShipType::ES && symbols * (unit.light() ? cs : 1) >= seen.torpedoes();  // [7.3]
}

// -- dealing --

// As its owner has told of it, laid out one after another.
bool Imagination::as_told(const v1::Force& force, const v1::Statement& told, const std::vector<Family>& families,
                          std::vector<v1::Counter>& ships) {
  v1::Force whole;
  whole.set_kind(force.kind());
  if (told.seen()) {
    as_seen(whole, told);
  } else {
    warships(whole, told);
  }
  ships.clear();
  for (const v1::Counter& ship : whole.ship()) {
    if (reference_.unit(ship.unit()).submarine()) continue;  // they do not lie there
    const int largest = largest_cs(reference_.unit(ship.unit()));
    for (int left = ship.cs(); left > 0; left -= largest) {
      ships.push_back(ship);
      ships.back().set_cs(std::min(left, largest));
    }
  }
  if (ships.size() != families.size()) return false;
  for (std::size_t i = 0; i < ships.size(); ++i) {
    if (!may_lie_there(families[i], reference_.unit(ships[i].unit()), ships[i].cs())) return false;
  }
  return true;
}

// Warships first, then merchants: how many of the first.
std::size_t Imagination::warships_among(const Battle& battle, const v1::Force& force,
                                        const std::vector<Family>& families) {
  const auto lies = [](const Family& family) {
    return std::ranges::any_of(family, [](const FaceDown& each) { return each.fate == FaceDown::kLies; });
  };
  const bool defends = battle.attacker() != enemy_;
  const bool newcomer =
      battle.step() < Battle::FIRE && std::ranges::any_of(battle.unit(), [&](const Battle::Unit& unit) {
        return unit.side() == enemy_ && unit.newcomer() && !unit.part().empty() &&
               block_id(unit.part(0)) == block_id(force);
      });
  const bool alone = defends && battle.among_merchants() && !newcomer;  // no warship is left
  const bool convoy = force.kind() == v1::BlockKind::CONVOY;
  if (!convoy && !alone) return families.size();
  std::size_t least = 0;
  std::size_t most = convoy ? families.size() - 1 : families.size();
  const auto first = static_cast<std::size_t>(std::ranges::find_if(families, lies) - families.begin());
  for (std::size_t i = 0; i < families.size(); ++i) {
    const Battle::Seen& seen = families[i].front().seen;
    if (seen.cs() > 0 || seen.torpedoes() > 0 || seen.destroyer()) least = i + 1;
  }
  if (alone) {
    most = std::min(most, first);
  } else if (!battle.among_merchants() && battle.step() < Battle::FIRE && first < families.size()) {
    least = std::max(least, first + 1);  // else they would be alone
  }
  return least >= most ? least : least + pick(most - least + 1);
}

// A warship for one counter: in the order of the Unit Chart, if that can be.
v1::Counter Imagination::warship_for(const Family& family, const v1::Force& force, int from) {
  const bool allied = enemy_ == kAllied;
  const auto suits = [&](const UnitFacts& unit, int cs) {
    if (!unit.warship() || (force.kind() == v1::BlockKind::CONVOY && unit.heavy())) return false;
    const bool there = force.block() != 0 ? !unit.soviet() : allied ? unit.soviet() : unit.type == v1::ShipType::CB;
    return there && may_lie_there(family, unit, unit.ship ? unit.full_cs() : std::min(cs, largest_cs(unit)));
  };
  for (const int order : {from, 0}) {
    for (const Pool* pool : {&pool_, &everything_}) {
      std::vector<std::pair<std::string, int>> choice;
      for (const auto& [id, cs] : pool->all()) {
        if (reference_.unit(id).order >= order && suits(reference_.unit(id), cs)) choice.emplace_back(id, cs);
      }
      if (choice.empty()) continue;
      const auto& [id, cs] = choice[pick(choice.size())];
      const UnitFacts& unit = reference_.unit(id);
      const int least = least_cs(family);
      const int most = std::min(cs, largest_cs(unit));
      v1::Counter ship;
      ship.set_unit(id);
      ship.set_cs(unit.ship ? unit.full_cs()
                            : least + static_cast<int>(pick(static_cast<std::size_t>(most - least) + 1)));
      deal(ship);
      return ship;
    }
  }
  v1::Counter ship;  // nothing of his could do that
  ship.set_unit(!allied ? "class.type_34_36" : force.block() != 0 ? "class.british_a_i" : "class.soviet_es");
  ship.set_cs(least_cs(family));
  return ship;
}

std::vector<v1::Counter> Imagination::ships_for(const Battle& battle, const v1::Force& force,
                                                const std::vector<Family>& families) {
  std::vector<v1::Counter> ships;
  const auto block = std::ranges::find(view_.sea().block(), force.block(), &v1::Block::id);
  const bool told = block != view_.sea().block().end() && block->flat() && block->told().binding();
  const Pool before = pool_;
  for (int attempt = 0; told && force.kind() == v1::BlockKind::TASK_FORCE && attempt < 30; ++attempt) {
    if (as_told(force, block->told(), families, ships)) return ships;
    pool_ = before;
  }
  ships.clear();
  const std::size_t warships = families.empty() ? 0 : warships_among(battle, force, families);
  for (std::size_t i = 0; i < families.size(); ++i) {
    const int from = ships.empty() ? 0 : reference_.unit(ships.back().unit()).order;
    if (i < warships) {
      ships.push_back(warship_for(families[i], force, from));
      continue;
    }
    v1::Counter& merchants = ships.emplace_back();
    merchants.set_unit(merchant_class());
    const int least = least_cs(families[i]);
    const int most = std::max(least, largest_cs(reference_.unit(merchant_class())));
    merchants.set_cs(least + static_cast<int>(pick(static_cast<std::size_t>(most - least) + 1)));
  }
  return ships;
}

// -- what became of it --

void Imagination::lost_by_night(const UnitFacts& unit, int cs) {
  if (cs <= 0) return;
  auto& removed = *own_->add_removed();
  removed.set_unit(unit.id);
  removed.set_cs(unit.ship ? unit.full_cs() : cs);
  removed.set_reason("sunk_at_night");
}

// `lost`: of its CS so far.
void Imagination::put_down(const FaceDown& counter, v1::Force& force, const v1::Counter& ship, int lost,
                           Display& display) {
  const UnitFacts& unit = reference_.unit(ship.unit());
  const bool returns = unit.type == v1::ShipType::ES && lost > 0;  // [7.5.5]
  if (!returns) lost_by_night(unit, lost);
  if (counter.fate == FaceDown::kWithdrew) {
    if (unit.warship()) own_->mutable_party()->set_withdrew(true);
    add(reference_, force, v1::Counter(ship));
    return;
  }
  if (counter.fate == FaceDown::kGone && !returns) return;
  v1::Displayed& made = *display.Add();
  made.set_id(counter.id);
  *made.mutable_ship() = ship;
  auto& part = *made.add_part();
  part.set_force(force.key());
  part.set_cs(ship.cs());
  if (returns) made.set_driven_off(lost);
}

// From what it was to what is left of it.
void Imagination::wear_down(const Family& family, v1::Force& force, const v1::Counter& fresh, Display& display) {
  const UnitFacts& unit = reference_.unit(fresh.unit());
  const FaceDown& whole = family.front();
  const int parts = static_cast<int>(family.size()) - 1;
  v1::Battle::Party& party = *own_->mutable_party();
  party.set_warships(party.warships() || unit.warship());
  if (enemy_ == kAxis) party.set_cs(party.cs() + fresh.cs());
  v1::Counter ship = fresh;
  const bool gone = whole.fate == FaceDown::kGone;
  const int left = gone ? 0 : std::max(1, fresh.cs() - whole.seen.hits());
  if (!gone) ship.set_cs(unit.ship ? std::max(1, unit.step(left).cs()) : left);
  ship.set_crippled(whole.seen.crippled());
  if (whole.seen.torpedoes() > 0) {
    const int each = unit.light() ? std::max(1, fresh.cs()) : 1;
    ship.set_torpedoes_spent((whole.seen.torpedoes() + each - 1) / each);
  }
  const int lost = unit.ship ? (gone ? fresh.cs() : 0) : fresh.cs() - left - parts;
  put_down(whole, force, ship, lost, display);
  for (const FaceDown& part : family) {
    if (&part == &whole) continue;
    v1::Counter broken = ship;
    broken.set_cs(1);
    broken.set_crippled(part.seen.crippled());
    broken.set_dead_in_water(part.seen.stopped());
    put_down(part, force, broken, part.fate == FaceDown::kGone ? 1 : 0, display);
  }
}

void Imagination::face_down(const Battle& battle, Display& display) {
  std::vector<BlockId> blocks;
  for (BlockId block : as_ids<BlockId>(battle.block())) blocks.push_back(block);
  if (battle.hex() == 0) blocks = {BlockId()};
  for (BlockId block : blocks) {
    v1::Force* force = force_of(block);
    if (!force) continue;
    const std::vector<Family> families = families_of(battle, block);
    const std::vector<v1::Counter> ships = ships_for(battle, *force, families);
    for (std::size_t i = 0; i < families.size(); ++i) wear_down(families[i], *force, ships[i], display);
  }
  std::ranges::sort(display, {}, [](const v1::Displayed& each) { return each.id(); });
}

}  // namespace wardroom::pq17
