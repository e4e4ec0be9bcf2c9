// A truth that a seat cannot tell from the real one: the enemy's ships are dealt anew behind his blocks. What was said
// of a block and still binds holds; everything both sides know, and the seat's own side, are as they are.
#include <algorithm>

#include "server/titles/pq17/imagine/imagination.h"

namespace wardroom::pq17 {

void Imagination::dream(v1::Own& own) {
  own_ = &own;
  command();
  chit();
  if (!has_set_up()) return;
  gather();
  for (const v1::Battle& battle : view_.sea().waiting()) display(battle, *own.add_interrupted()->mutable_display());
  display(view_.battle(), *own.mutable_display());
  if (view_.battle().has_submarines()) wolfpack();
  flat_blocks();
  convoys();
  others();
  wings();
  carriers_told();
  for (int i = 0; i < view_.sea().waiting_size(); ++i)
    engaged(view_.sea().waiting(i), *own.mutable_interrupted(i)->mutable_engaged());
  engaged(view_.battle(), *own.mutable_engaged());
  on_its_way();
  raids_after_operation();
  std::ranges::sort(*own.mutable_force(), {}, [](const v1::Force& force) { return key_of(force); });
}

bool Imagination::has_set_up() const {
  const v1::Clock& clock = view_.clock();
  if (clock.phase() == v1::Clock::SPECIAL_CONDITION_DRAW) return false;
  if (clock.phase() == v1::Clock::SET_UP) return clock.active() != enemy_ && enemy_ != clock.initiative();
  return true;
}

void Imagination::command() {
  for (const auto& points : scenario_.command()) {
    if ((points.command() == v1::Command::GRUPPE_NORD) != (enemy_ == kAxis)) continue;
    auto& pool = *own_->add_command();
    pool.set_command(points.command());
    pool.set_points(points.points());
  }
  own_->set_initiative_paid(view_.clock().began());
  if (view_.clock().phase() == v1::Clock::PLAYER && view_.clock().active() == enemy_) own_->set_step(step());
}

// Where he may be in his segment: before his moves, unless a block has moved.
v1::Clock::Step Imagination::step() const {
  const bool moved = std::ranges::any_of(
      view_.sea().block(), [&](const v1::Block& block) { return block.side() == enemy_ && block.moved(); });
  switch (view_.clock().segment()) {
    case v1::Clock::NAVAL_MOVEMENT:
      return moved || view_.sea().in_transit() != 0 ? v1::Clock::MOVE : v1::Clock::SPLIT;
    case v1::Clock::RECONNAISSANCE:
      return v1::Clock::DESIGNATE;
    case v1::Clock::PHOTO_RECONNAISSANCE:
    case v1::Clock::AIR_MOVEMENT:
      return v1::Clock::MOVE;
    default:
      return v1::Clock::STEP_UNSPECIFIED;
  }
}

// Any chit of his column that is neither known nor lies in one's own hand.
void Imagination::chit() {
  const std::string& column = enemy_ == kAllied ? scenario_.allied_column() : scenario_.axis_column();
  for (const auto& shown : view_.standing().shown()) {
    if (shown.side() != enemy_ || is(shown.condition(), v1::SpecialCondition::GROUND_OFFENSIVE)) continue;
    own_->set_chit(shown.letter());
    own_->set_condition(shown.condition());
    set_variant(column, shown.letter().front());
    return;
  }
  if (view_.own().chit().empty()) return;  // none are drawn in this scenario, or not yet
  std::vector<char> letters;
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    const bool known = view_.own().chit() == std::string(1, letter) ||
                       std::ranges::any_of(view_.standing().shown(),
                                           [&](const auto& shown) { return shown.letter() == std::string(1, letter); });
    const DrawnCondition drawn = reference_.box().condition(column, letter);
    const auto kind = drawn.condition->kind();
    const bool convoy = kind == v1::SpecialCondition::AXIS_CONVOY;
    if (known || kind == v1::SpecialCondition::GROUND_OFFENSIVE || convoy != axis_convoy_seen()) continue;
    letters.push_back(letter);
  }
  if (letters.empty()) return;
  const char letter = letters[pick(letters.size())];
  own_->set_chit(std::string(1, letter));
  own_->set_condition(reference_.box().condition(column, letter).condition->id());
  set_variant(column, letter);
}

void Imagination::set_variant(const std::string& column, char letter) {
  const DrawnCondition drawn = reference_.box().condition(column, letter);
  for (int i = 0; i < drawn.condition->variant_size(); ++i) {
    if (&drawn.condition->variant(i) == drawn.variant) own_->set_condition_variant(i);
  }
}

// The Axis has but one convoy, and it comes of a chit [12.3].
bool Imagination::axis_convoy_seen() const {
  return enemy_ == kAxis && std::ranges::any_of(view_.sea().block(), [&](const v1::Block& block) {
           return block.side() == kAxis && block.flat() && block.kind() == v1::BlockKind::CONVOY;
         });
}

bool Imagination::is(const std::string& condition, v1::SpecialCondition::Kind kind) const {
  const v1::SpecialCondition* found = reference_.box().condition(condition);
  return found && found->kind() == kind;
}

// Which carriers they were that one was told of [5.1.8].
void Imagination::carriers_told() {
  if (enemy_ != kAllied) return;
  for (const v1::Force& force : own_->force()) {
    const auto& block = std::ranges::find(flat_, force.block(), [](const v1::Block* each) { return each->id(); });
    const bool told = block != flat_.end() && (*block)->told().level() >= 2;
    const bool pictured = std::ranges::any_of(view_.standing().photographed(), [&](const auto& photo) {
      return photo.place() == force.place() && photo.told().level() >= 2;
    });
    for (const std::string& ship : scenario_.carriers_to_find()) {
      if ((!told && !pictured) || std::ranges::find(force.ship(), ship, &v1::Counter::unit) == force.ship().end())
        continue;
      v1::CarrierTold& where = *own_->add_carrier_told();
      where.set_ship(ship);
      where.set_block(force.block());
      where.set_place(force.place());
    }
  }
}

// -- aircraft aboard his carriers [A-99] --

bool Imagination::open_or_own(AirKey key) const {
  const auto is_it = [&](const v1::Air::Unit& unit) { return key_of(unit) == key; };
  return std::ranges::any_of(view_.air().unit(), is_it) || std::ranges::any_of(view_.own().aboard(), is_it);
}

// Keys are given at set-up, one after the other: those that are nowhere to be seen are aboard.
void Imagination::wings() {
  int last = 0;
  for (const auto& pool : scenario_.force()) {
    const auto carrier =
        std::ranges::find_if(pool.place(), [](const std::string& place) { return place.starts_with("ship."); });
    if (pool.side() != enemy_ || carrier == pool.place().end()) continue;
    for (const v1::Units& units : pool.unit()) {
      const bool open = std::ranges::any_of(view_.air().unit(),
                                            [&](const v1::Air::Unit& unit) { return unit.unit() == units.unit(); });
      if (naval(units) || open) continue;
      const int cs =
          (units.has_cs() ? units.cs() : reference_.air(units.unit()).unit->steps()) - aircraft_lost(units.unit());
      do ++last;
      while (last <= view_.air().next_key() && open_or_own(AirKey(last)));
      if (last > view_.air().next_key()) return;
      if (cs <= 0) continue;
      v1::Air::Unit& unit = *own_->add_aboard();
      unit.set_key(last);
      unit.set_unit(units.unit());
      unit.set_side(enemy_);
      unit.set_cs(cs);
      unit.set_base(*carrier);
    }
  }
}

// -- what there is to deal --

void Imagination::gather() {
  const auto add = [&](const v1::Units& units) {
    if (!naval(units)) return;
    pool_.add(units.unit(), units.has_cs() ? units.cs() : reference_.unit(units.unit()).full_cs());
  };
  for (const auto& each : scenario_.force()) {
    if (each.side() == enemy_) std::ranges::for_each(each.unit(), add);
  }
  for (const auto& convoy : scenario_.convoy()) {
    if (convoy.side() == enemy_) std::ranges::for_each(convoy.escort(), add);
  }
  const auto& came =
      enemy_ == kAllied ? view_.standing().reinforcement_allied() : view_.standing().reinforcement_axis();
  for (const auto& group : scenario_.reinforcement()) {
    if (group.side() == enemy_ && std::ranges::find(came, group.number()) != came.end())
      std::ranges::for_each(group.unit(), add);
  }
  for (const auto& loss : view_.standing().loss()) {
    if (loss.side() == enemy_) pool_.take(loss.unit(), loss.cs());
  }
  gather_possible();
  for (const v1::Block& block : view_.sea().block()) {
    if (block.side() != enemy_ || on_display(id_of(block)) || is_wolfpack(id_of(block))) continue;
    (block.flat() ? flat_ : upright_).push_back(&block);
  }
  for (const auto& stack : view_.sea().stack()) {
    if (stack.side() != enemy_) continue;
    int blocks = stack.blocks();
    if (blocks > 0 && stack.place() == kKaraSea && raiders_have_come()) {
      if (enemy_ == kAllied) {
        soviet_convoy();
        --blocks;
      } else {
        raiders(blocks);
        blocks = 0;
      }
    }
    for (int i = 0; i < blocks; ++i) in_port_.push_back(stack.place());
  }
  for (const auto& convoy : scenario_.convoy()) {
    if (convoy.side() == enemy_) convoys_.push_back(&convoy);
  }
}

// Whatever his side could have, and what has been seen need not be in the pool.
void Imagination::gather_possible() {
  constexpr int kPlenty = 8;
  everything_ = pool_;
  for (const auto& convoy : scenario_.convoy()) {  // auxiliaries of a convoy that has lost its merchants
    if (convoy.side() != enemy_) continue;
    for (const v1::Units& units : convoy.ships()) {
      const UnitFacts& unit = reference_.unit(units.unit());
      if (!unit.merchant()) everything_.add(units.unit(), units.has_cs() ? units.cs() : std::max(1, unit.full_cs()));
    }
  }
  for (const v1::SpecialCondition& condition : reference_.box().conditions().condition()) {  // landing ships [12.14.1]
    for (const v1::Units& units : condition.unit()) {
      if (!naval(units)) continue;
      const UnitFacts& unit = reference_.unit(units.unit());
      if (unit.ship && unit.side == enemy_ && unit.convoy_ship()) everything_.add(units.unit(), unit.full_cs());
    }
  }
  for (const auto& each : scenario_.force()) {
    if (each.side() != enemy_) continue;
    for (const v1::Units& units : each.unit()) {
      if (naval(units) && reference_.unit(units.unit()).ship_class) everything_.add(units.unit(), kPlenty);
    }
  }
  if (std::ranges::find(view_.standing().bought(), enemy_) !=
      view_.standing().bought().end()) {  // he may have any of these [14]
    for (const auto& offer : scenario_.ahistorical()) {
      const auto* choice = reference_.box().choice(offer.choice());
      if (choice->side() != enemy_) continue;
      for (const v1::Units& units : choice->unit()) {
        if (naval(units))
          everything_.add(units.unit(), units.has_cs() ? units.cs() : reference_.unit(units.unit()).full_cs());
      }
    }
  }
}

std::unique_ptr<Position> Pq17::imagine(const View& any_view, Seat seat, Chance& chance) const {
  const auto& view = static_cast<const v1::View&>(any_view);
  auto truth = std::make_unique<Truth>();
  *truth->mutable_clock() = view.clock();
  *truth->mutable_environment() = view.environment();
  *truth->mutable_sea() = view.sea();
  *truth->mutable_air() = view.air();
  *truth->mutable_standing() = view.standing();
  if (view.has_battle()) *truth->mutable_battle() = view.battle();
  (seat == Seat::kFirst ? *truth->mutable_allied() : *truth->mutable_axis()) = view.own();
  Imagination(reference_, view, seat, chance)
      .dream(seat == Seat::kFirst ? *truth->mutable_axis() : *truth->mutable_allied());
  return truth;
}

}  // namespace wardroom::pq17
