// A truth that a seat cannot tell from the real one: the enemy's ships are dealt anew behind his blocks. What was said
// of a block and still binds holds; everything both sides know, and the seat's own side, are as they are.
#include <algorithm>

#include "server/titles/pq17/imagined_ships.h"
#include "server/titles/pq17/pq17.h"

namespace wardroom::pq17 {
namespace {

constexpr const char* kKaraSea = "box.kara_sea";

class Imagination : private ShipDealer {
 public:
  Imagination(const Reference& reference, const v1::View& view, Seat seat, Chance& chance)
      : ShipDealer(reference, enemy_of(pq17::side_of(seat)), chance),
        view_(view),
        scenario_(*reference.box().scenario(view.standing().scenario())) {}

  void dream(v1::Own& own) {
    own_ = &own;
    command();
    chit();
    if (!has_set_up()) return;
    gather();
    flat_blocks();
    convoys();
    others();
    wings();
    carriers_told();
    std::ranges::sort(*own.mutable_force(), {}, [](const v1::Force& force) { return force.key(); });
  }

 private:
  bool has_set_up() const {
    const v1::Clock& clock = view_.clock();
    if (clock.phase() == v1::Clock::SPECIAL_CONDITION_DRAW) return false;
    if (clock.phase() == v1::Clock::SET_UP) return clock.active() != enemy_ && enemy_ != clock.initiative();
    return true;
  }

  void command() {
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
  v1::Clock::Step step() const {
    const bool moved = std::ranges::any_of(
        view_.sea().block(), [&](const v1::Block& block) { return block.side() == enemy_ && block.moved(); });
    switch (view_.clock().segment()) {
      case v1::Clock::NAVAL_MOVEMENT:
        return moved ? v1::Clock::MOVE : v1::Clock::SPLIT;
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
  void chit() {
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
                         std::ranges::any_of(view_.standing().shown(), [&](const auto& shown) {
                           return shown.letter() == std::string(1, letter);
                         });
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
  void set_variant(const std::string& column, char letter) {
    const DrawnCondition drawn = reference_.box().condition(column, letter);
    for (int i = 0; i < drawn.condition->variant_size(); ++i) {
      if (&drawn.condition->variant(i) == drawn.variant) own_->set_condition_variant(i);
    }
  }
  // The Axis has but one convoy, and it comes of a chit [12.3].
  bool axis_convoy_seen() const {
    return enemy_ == kAxis && std::ranges::any_of(view_.sea().block(), [&](const v1::Block& block) {
             return block.side() == kAxis && block.flat() && block.kind() == v1::BlockKind::CONVOY;
           });
  }
  const char* merchant_class() const { return enemy_ == kAxis ? "class.german_mv" : "class.mv"; }
  bool is(const std::string& condition, v1::SpecialCondition::Kind kind) const {
    const v1::SpecialCondition* found = reference_.box().condition(condition);
    return found && found->kind() == kind;
  }

  // Which carriers they were that one was told of [5.1.8].
  void carriers_told() {
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

  bool open_or_own(int key) const {
    const auto is_it = [&](const v1::Air::Unit& unit) { return unit.key() == key; };
    return std::ranges::any_of(view_.air().unit(), is_it) || std::ranges::any_of(view_.own().aboard(), is_it);
  }

  int aircraft_lost(const std::string& unit) const {  // everybody has seen them go down
    int cs = 0;
    for (const auto& line : view_.standing().score()) {
      if (line.reason() == "aircraft_lost" && line.subject() == unit) cs += line.count();
    }
    return cs;
  }

  // Keys are given at set-up, one after the other: those that are nowhere to be seen are aboard.
  void wings() {
    int key = 0;
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
        do ++key;
        while (key <= view_.air().next_key() && open_or_own(key));
        if (key > view_.air().next_key()) return;
        if (cs <= 0) continue;
        v1::Air::Unit& unit = *own_->add_aboard();
        unit.set_key(key);
        unit.set_unit(units.unit());
        unit.set_side(enemy_);
        unit.set_cs(cs);
        unit.set_base(*carrier);
      }
    }
  }

  // -- what there is to deal --

  bool naval(const v1::Units& units) const { return !units.unit().starts_with("air."); }

  void gather() {
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
    constexpr int kPlenty = 8;
    everything_ = pool_;
    for (const auto& convoy : scenario_.convoy()) {  // auxiliaries of a convoy that has lost its merchants
      if (convoy.side() != enemy_) continue;
      for (const v1::Units& units : convoy.ships()) {
        const UnitFacts& unit = reference_.unit(units.unit());
        if (!unit.merchant()) everything_.add(units.unit(), units.has_cs() ? units.cs() : std::max(1, unit.full_cs()));
      }
    }
    for (const v1::SpecialCondition& condition :
         reference_.box().conditions().condition()) {  // landing ships [12.14.1]
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
    for (const v1::Block& block : view_.sea().block()) {
      if (block.side() == enemy_) (block.flat() ? flat_ : upright_).push_back(&block);
    }
    for (const auto& stack : view_.sea().stack()) {
      if (stack.side() != enemy_) continue;
      int blocks = stack.blocks();
      if (blocks > 0 && enemy_ == kAllied && stack.place() == kKaraSea && raiders_have_come()) {
        soviet_convoy();
        --blocks;
      }
      for (int i = 0; i < blocks; ++i) in_port_.push_back(stack.place());
    }
    for (const auto& convoy : scenario_.convoy()) {
      if (convoy.side() == enemy_) convoys_.push_back(&convoy);
    }
  }

  // -- the Kara Sea [12.12] --

  bool raiders_have_come() const {
    return std::ranges::any_of(view_.standing().shown(), [&](const auto& chit) {
      return is(chit.condition(), v1::SpecialCondition::WUNDERLAND);
    });
  }
  void soviet_convoy() {
    v1::Force& convoy =
        make(v1::BlockKind::CONVOY, std::max(free_number(v1::BlockKind::CONVOY, v1::Nation::UNSPECIFIED), 1));
    convoy.set_place(kKaraSea);
    convoy.set_destination(kKaraSea);
    convoy.set_loaded(true);
    for (const auto& condition : reference_.box().conditions().condition()) {
      if (condition.kind() != v1::SpecialCondition::WUNDERLAND) continue;
      for (const v1::Units& units : condition.unit()) give(convoy, units.unit(), units.cs());
    }
    own_->mutable_operation()->set_convoy(convoy.key());
  }

  // -- making forces --

  v1::Force& make(v1::BlockKind::Kind kind, int number) {
    v1::Force& force = *own_->add_force();
    own_->set_next_key(own_->next_key() + 1);
    force.set_key(own_->next_key());
    force.set_kind(kind);
    force.set_number(number);
    return force;
  }
  int free_number(v1::BlockKind::Kind kind, v1::Nation::Kind nation) const {
    if (kind == v1::BlockKind::DUMMY) return 0;
    for (const auto& supply : reference_.box().block_supply().supply()) {
      if (supply.side() != enemy_ || supply.kind() != kind) continue;
      if (kind == v1::BlockKind::WOLFPACK && supply.nation() != nation) continue;
      for (const std::string& label : supply.label()) {
        const int number = std::stoi(label.substr(label.find_first_of("0123456789")));
        const bool used =
            std::ranges::any_of(
                own_->force(),
                [&](const v1::Force& force) { return force.kind() == kind && force.number() == number; }) ||
            std::ranges::any_of(
                flat_, [&](const v1::Block* block) { return block->kind() == kind && block->number() == number; });
        if (!used) return number;
      }
    }
    return -1;
  }
  void stand(v1::Force& force, const v1::Block& block) {
    force.set_block(block.id());
    if (force.kind() == v1::BlockKind::TASK_FORCE || force.kind() == v1::BlockKind::CONVOY) {
      const auto& fuel = reference_.numbers().fuel();
      force.set_fuel_turn(view_.clock().turn() + 1 + static_cast<int>(pick(static_cast<std::size_t>(fuel.normal()))));
    }
    const bool his_move = view_.clock().phase() == v1::Clock::PLAYER && view_.clock().active() == enemy_;
    if (his_move && block.moved()) force.set_done(true);
  }

  // -- convoys --

  const v1::Convoy* arrived(const v1::Convoy& convoy) const {
    const bool home = std::ranges::any_of(view_.standing().arrival(),
                                          [&](const auto& arrival) { return arrival.convoy() == convoy.id(); });
    return home ? &convoy : nullptr;
  }

  void load(v1::Force& force, const v1::Convoy& convoy, const v1::Statement* told) {
    force.set_convoy(convoy.id());
    force.set_loaded(convoy.loaded());
    force.set_destination(
        convoy.destination(static_cast<int>(pick(static_cast<std::size_t>(convoy.destination_size())))));
    for (const auto& ships : convoy.ships()) give(force, ships.unit(), ships.has_cs() ? ships.cs() : 0);
    for (const auto& escort : convoy.escort()) {
      const int cs =
          pool_.take(escort.unit(), escort.has_cs() ? escort.cs() : reference_.unit(escort.unit()).full_cs());
      if (cs > 0 && (!told || told->level() < 1))
        give(force, escort.unit(), cs);
      else
        pool_.add(escort.unit(), cs);
    }
    if (told && told->binding()) suit(force, *told);
  }

  // Makes merchants and warships fit what was said of a convoy.
  void suit(v1::Force& force, const v1::Statement& told) {
    if (told.level() >= 2) {
      const int have = tally(reference_, force).convoy_ships;
      change_merchants(force, told.convoy_ships() - have);
    } else if (told.level() == 1) {
      const int line = reference_.numbers().force().large_convoy_from();
      const int have = tally(reference_, force).convoy_ships;
      if (told.large_convoy() && have < line) change_merchants(force, line - have);
      if (!told.large_convoy() && have >= line) change_merchants(force, line - 1 - have);
    }
    warships(force, told);
  }
  void change_merchants(v1::Force& force, int by) {
    const auto is_class = [&](const UnitFacts& unit) { return unit.merchant() && unit.ship_class; };
    for (int i = 0; i < force.ship_size() && by != 0;) {  // auxiliaries go first: merchants make it a convoy
      v1::Counter& ship = *force.mutable_ship(i);
      const UnitFacts& unit = reference_.unit(ship.unit());
      const int ships = unit.convoy_ship() ? ships_of(unit, ship.cs()) : 0;
      if (by < 0 && ships > 0 && ships <= -by) {
        by += ships;
        force.mutable_ship()->DeleteSubrange(i, 1);
        continue;
      }
      if (is_class(unit)) {
        ship.set_cs(ship.cs() + by);
        by = 0;
      }
      ++i;
    }
    if (by > 0) give(force, merchant_class(), by);
  }

  // -- the blocks --

  v1::Shadow::Kind shadowing(const v1::Block& block) const {
    if (block.under() != 0) return v1::Shadow::WOLFPACK;
    for (const v1::Block& target : view_.sea().block()) {
      for (const v1::Shadow& shadow : target.shadow()) {
        if (shadow.block() == block.id()) return shadow.kind();
      }
    }
    return v1::Shadow::UNSPECIFIED;
  }

  void flat_blocks() {
    std::vector<const v1::Convoy*> at_sea;
    for (const v1::Convoy* convoy : convoys_) {
      if (!arrived(*convoy)) at_sea.push_back(convoy);
    }
    for (const v1::Block* block : flat_) {
      v1::Force& force = make(block->kind(), block->number());
      stand(force, *block);
      if (block->kind() == v1::BlockKind::CONVOY) {
        if (!at_sea.empty()) {
          const v1::Convoy* convoy = take_one(at_sea);
          convoys_.erase(std::ranges::find(convoys_, convoy));
          load(force, *convoy, block->has_told() ? &block->told() : nullptr);
        } else {
          stragglers(force, *block);
        }
        force.add_visited(block->hex());
        if (seen(*block)) as_seen(force, block->told());
      } else if (seen(*block)) {
        as_seen(force, block->told());
      } else if (shadowing(*block) == v1::Shadow::CRUISERS) {
        cruisers(force, block->told());
      } else {
        warships(force, block->told());
      }
      if (force.ship().empty()) anything(force);
    }
  }

  // Its ships lay face up in a battle, and nothing has happened since.
  bool seen(const v1::Block& block) const { return block.told().binding() && block.told().seen(); }
  void as_seen(v1::Force& force, const v1::Statement& told) {
    for (const v1::Counter& ship : force.ship()) {
      if (reference_.unit(ship.unit()).warship()) pool_.add(ship.unit(), ship.cs());
    }
    force.clear_ship();
    for (const auto& named : told.named()) {
      v1::Units units;
      units.set_unit(named.unit());
      units.set_cs(named.cs());
      v1::Counter ship = fresh(reference_, units);
      ship.set_crippled(named.crippled());
      ship.set_dead_in_water(named.dead_in_water());
      const auto alike = [&](const v1::Counter& other) {
        return other.unit() == ship.unit() && other.crippled() == ship.crippled() &&
               other.dead_in_water() == ship.dead_in_water() && other.torpedoes_spent() == ship.torpedoes_spent();
      };
      while (std::ranges::any_of(force.ship(), alike))
        ship.set_torpedoes_spent(ship.torpedoes_spent() + 1);  // they lay apart
      pool_.take(named.unit(), reference_.unit(named.unit()).ship ? 100 : named.cs());
      add(reference_, force, std::move(ship));
    }
  }

  // Ships that a gale tore off a convoy in the same hex, or that sail as a second convoy for another destination.
  void stragglers(v1::Force& force, const v1::Block& block) {
    if (enemy_ == kAxis) force.set_destination("port.kirkenes");  // [12.3]
    give(force, merchant_class(), std::max(1, block.told().level() >= 2 ? block.told().convoy_ships() : 2));
    if (block.told().binding()) suit(force, block.told());
    for (const auto& convoy : scenario_.convoy()) {
      if (convoy.side() != enemy_ || (convoy.destination_size() < 2 && !force.convoy().empty())) continue;
      force.set_convoy(convoy.id());
      force.set_loaded(convoy.loaded());
      force.set_destination(convoy.destination(convoy.destination_size() - 1));
    }
    for (const v1::Block* parent : flat_) {
      if (parent == &block || parent->hex() != block.hex() || parent->kind() != v1::BlockKind::CONVOY) continue;
      for (const v1::Force& other : own_->force()) {
        if (other.block() != parent->id() || other.dispersed_from() != 0) continue;
        force.set_dispersed_from(other.key());
        force.set_convoy(other.convoy());
        force.set_loaded(other.loaded());
        force.set_destination(other.destination());
      }
    }
  }

  void convoys() {
    for (const v1::Convoy* convoy : convoys_) {
      std::vector<const v1::Block*> likely;  // a convoy at sea has moved
      for (const v1::Block* block : upright_) {
        if (shadowing(*block) == v1::Shadow::UNSPECIFIED && block->moved()) likely.push_back(block);
      }
      if (!arrived(*convoy) && !likely.empty()) {
        const v1::Block* block = likely[pick(likely.size())];
        upright_.erase(std::ranges::find(upright_, block));
        const int number = free_number(v1::BlockKind::CONVOY, v1::Nation::UNSPECIFIED);
        v1::Force& force = make(v1::BlockKind::CONVOY, std::max(number, 1));
        stand(force, *block);
        load(force, *convoy, nullptr);
        force.add_visited(block->hex());
        continue;
      }
      const auto& places = arrived(*convoy) ? convoy->destination() : convoy->departure();
      for (const std::string& place : places) {
        const auto slot = std::ranges::find(in_port_, place);
        if (slot == in_port_.end()) continue;
        in_port_.erase(slot);
        v1::Force& force =
            make(v1::BlockKind::CONVOY, std::max(free_number(v1::BlockKind::CONVOY, v1::Nation::UNSPECIFIED), 1));
        force.set_place(place);
        load(force, *convoy, nullptr);
        if (arrived(*convoy)) force.set_destination(place);
        break;
      }
    }
  }

  // Unhit cruisers and nothing else, as many as were told of: only these shadow with ships [6.3.3].
  void cruisers(v1::Force& force, const v1::Statement& told) {
    const bool counted = told.binding() && told.level() >= 2;
    const int ships =
        counted ? std::max(1, told.level() == 2 ? told.heavy_ships() : of(told, v1::ShipCategory::CRUISER, false)) : 1;
    const int sum = counted && told.level() == 3 ? of(told, v1::ShipCategory::CRUISER, true) : 0;
    const auto cruiser = [](const UnitFacts& unit) { return unit.cruiser(); };
    const Pool before = pool_;
    for (const bool at_hand : {true, false}) {
      for (int attempt = 0; attempt < 60; ++attempt) {
        pool_ = at_hand ? before : everything_;
        force.clear_ship();
        if (!named(force, ships, {}, cruiser) || (sum > 0 && tally(reference_, force).cs != sum)) continue;
        if (!at_hand) pool_ = before;
        return;
      }
    }
    pool_ = before;
    force.clear_ship();
  }

  // One unit more than nothing, whatever is left; else a ship the enemy has not told us of.
  void anything(v1::Force& force) {
    const bool wolfpack = force.kind() == v1::BlockKind::WOLFPACK;
    std::vector<std::string> choice =
        units_that([&](const UnitFacts& unit) { return unit.submarine() == wolfpack && unit.warship(); });
    if (choice.empty()) {
      give(force,
           wolfpack ? (enemy_ == kAxis ? "class.type_viic" : "class.british_submarine")
                    : (enemy_ == kAxis ? "class.type_34_36" : "class.british_a_i"),
           1);
      return;
    }
    const std::string id = choice[pick(choice.size())];
    const UnitFacts& unit = reference_.unit(id);
    give(force, id, pool_.take(id, unit.ship ? 100 : 1 + static_cast<int>(pick(3))));
  }

  v1::Nation::Kind nation_of(const v1::Force& force) const {
    return force.ship().empty() ? v1::Nation::UNSPECIFIED : reference_.unit(force.ship(0).unit()).nation;
  }

  // What may lie in this port: Soviet ships in Soviet ports and nowhere else.
  bool suits_port(const std::string& unit, const std::string& place) const {
    const PlaceFacts* port = reference_.find_place(place);
    if (!port || !port->port) return true;
    const UnitFacts& facts = reference_.unit(unit);
    return facts.soviet() == (port->port->nation() == v1::Nation::SOVIET) &&
           (!port->port->submarines_only() || facts.submarine());
  }

  struct Slot {
    const v1::Block* block = nullptr;  // or
    std::string place{};
  };

  // Task Forces, Wolfpacks and Dummies behind what is left; then all other units join whoever they may.
  void others() {
    std::vector<Slot> slots;
    for (const v1::Block* block : upright_) slots.push_back({block, {}});
    for (const std::string& place : in_port_) slots.push_back({nullptr, place});
    shuffle(slots);
    std::ranges::stable_partition(slots, [&](const Slot& slot) {  // these can be nothing else
      return slot.block && shadowing(*slot.block) != v1::Shadow::UNSPECIFIED;
    });
    int dummies = reference_.box().blocks(enemy_, v1::BlockKind::DUMMY);
    for (const Slot& slot : slots) fill(slot, dummies);
    spread();
  }

  void fill(const Slot& slot, int& dummies) {
    v1::Force ships;
    const auto follows = slot.block ? shadowing(*slot.block) : v1::Shadow::UNSPECIFIED;
    if (follows == v1::Shadow::WOLFPACK) {
      ships.set_kind(v1::BlockKind::WOLFPACK);
      anything(ships);
    } else if (follows == v1::Shadow::CRUISERS) {
      ships.set_kind(v1::BlockKind::TASK_FORCE);
      cruisers(ships, {});
      if (ships.ship().empty()) anything(ships);
    } else if (dummies == 0 || pick(3) != 0) {
      std::vector<std::string> choice = units_that([&](const UnitFacts& unit) {
        return unit.warship() && (slot.block ? !unit.soviet() || unit.submarine() : suits_port(unit.id, slot.place));
      });
      if (!choice.empty()) {
        const std::string id = choice[pick(choice.size())];
        const UnitFacts& unit = reference_.unit(id);
        ships.set_kind(unit.submarine() ? v1::BlockKind::WOLFPACK : v1::BlockKind::TASK_FORCE);
        give(ships, id,
             pool_.take(id, unit.ship          ? 100
                            : unit.submarine() ? 1 + static_cast<int>(pick(2))
                                               : 1 + static_cast<int>(pick(4))));
      }
    }
    int number = ships.ship().empty() ? -1 : free_number(ships.kind(), nation_of(ships));
    if (number < 0) {  // nothing left to put there, or no block for it
      for (const v1::Counter& ship : ships.ship()) pool_.add(ship.unit(), ship.cs());
      ships.clear_ship();
      if (dummies > 0) {
        --dummies;
        ships.set_kind(v1::BlockKind::DUMMY);
        number = 0;
      } else {
        ships.set_kind(v1::BlockKind::TASK_FORCE);
        anything(ships);
        number = std::max(free_number(v1::BlockKind::TASK_FORCE, v1::Nation::UNSPECIFIED), 1);
      }
    }
    v1::Force& force = make(ships.kind(), number);
    *force.mutable_ship() = ships.ship();
    if (slot.block) {
      stand(force, *slot.block);
    } else {
      force.set_place(slot.place);
    }
  }

  // Every ship that is left joins a force of its kind that nothing was said of; those that find none are not at hand.
  void spread() {
    std::vector<std::string> units;
    for (const auto& [id, cs] : pool_.all()) units.push_back(id);
    for (const std::string& id : units) {
      const UnitFacts& unit = reference_.unit(id);
      std::vector<v1::Force*> open;
      for (v1::Force& force : *own_->mutable_force()) {
        const auto kind = unit.submarine() ? v1::BlockKind::WOLFPACK : v1::BlockKind::TASK_FORCE;
        if (force.kind() != kind || said(force)) continue;
        if (force.block() == 0 && !suits_port(id, force.place())) continue;
        if (force.block() != 0 && unit.soviet() && !unit.submarine()) continue;
        v1::Force more = force;
        add(reference_, more, [&] {
          v1::Counter one;
          one.set_unit(id);
          one.set_cs(pool_.left(id));
          return one;
        }());
        if (within_limits(reference_, more)) open.push_back(&force);
      }
      if (open.empty()) continue;
      v1::Force& force = *open[pick(open.size())];
      give(force, id, pool_.take(id, 100));
    }
  }
  bool said(const v1::Force& force) const {
    return std::ranges::any_of(view_.sea().block(), [&](const v1::Block& block) {
      return block.id() == force.block() && (block.flat() || shadowing(block) != v1::Shadow::UNSPECIFIED);
    });
  }

  const v1::View& view_;
  const v1::Scenario& scenario_;
  v1::Own* own_ = nullptr;
  std::vector<const v1::Block*> flat_;
  std::vector<const v1::Block*> upright_;
  std::vector<std::string> in_port_;  // a place for each face-down block
  std::vector<const v1::Convoy*> convoys_;
};

}  // namespace

std::unique_ptr<Position> Pq17::imagine(const View& any_view, Seat seat, Chance& chance) const {
  const auto& view = static_cast<const v1::View&>(any_view);
  auto truth = std::make_unique<Truth>();
  *truth->mutable_clock() = view.clock();
  *truth->mutable_environment() = view.environment();
  *truth->mutable_sea() = view.sea();
  *truth->mutable_air() = view.air();
  *truth->mutable_standing() = view.standing();
  (seat == Seat::kFirst ? *truth->mutable_allied() : *truth->mutable_axis()) = view.own();
  Imagination(reference_, view, seat, chance)
      .dream(seat == Seat::kFirst ? *truth->mutable_axis() : *truth->mutable_allied());
  return truth;
}

}  // namespace wardroom::pq17
