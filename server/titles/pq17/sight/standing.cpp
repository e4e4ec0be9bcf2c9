// Standing orders: which menus they answer, in which ways, and by which facts. All of it is read out of a view.
#include <algorithm>
#include <optional>

#include "server/titles/pq17/operation/reactions.h"
#include "server/titles/pq17/pq17.h"
#include "server/titles/pq17/sight/sight.h"

namespace wardroom::pq17 {
namespace {

using Verb = v1::Verb;
using Asked = StandingInfo::Asked;

// An answer that is wished for: the first item with the verb, or that with the least or greatest last argument.
struct Wish {
  enum class Pick { kFirst, kLeast, kMost };
  Verb::Kind verb;
  Pick pick = Pick::kFirst;
  int argument = 0;  // of the item; 0: any
};
constexpr Wish least(Verb::Kind verb) { return {verb, Wish::Pick::kLeast}; }
constexpr Wish most(Verb::Kind verb) { return {verb, Wish::Pick::kMost}; }
constexpr Wish exactly(Verb::Kind verb, int argument) { return {verb, Wish::Pick::kFirst, argument}; }

// The first wish that is offered is the answer; where none is, nothing is done.
struct Way {
  std::uint32_t number;
  const char* name;
  std::vector<Wish> wishes;
};

enum class Fact : std::uint32_t { kCamsLeft = 1, kRaidersCs = 2, kRound = 3, kOwnCs = 4, kTurn = 5 };
struct Line {
  Fact fact;
  std::int32_t usual;
};

struct Order {
  std::uint32_t number;
  const char* name;
  const char* rule;
  Asked asked;
  std::vector<Way> ways;
  std::uint32_t usual = kStaffDecides;
  std::vector<Line> facts{};
  std::vector<Side> sides{kAllied, kAxis};
};

// Orders that were left name these by number: new ones come last.
using Part = v1::ShadowedPart;
const std::vector<Order> kSearchingOrders{
    {1,
     "sighted",
     "6.2.2",
     Asked::kByOther,
     {{2, "shake_off", {{Verb::NEGATE_WOLFPACK}, {Verb::NEGATE_CARRIER}, {Verb::NEGATE_CAM}}},
      {3, "accept", {{Verb::DONE}}},
      {4, "say_few", {least(Verb::SAY_COUNTERS)}},
      {5, "say_many", {most(Verb::SAY_COUNTERS)}}},
     kStaffDecides,
     {{Fact::kCamsLeft, 2}}},
    {2,
     "photographed",
     "6.2.1",
     Asked::kByOther,
     {{6, "any_number", {{Verb::DONE}}},
      {7, "say_few", {least(Verb::SAY_COUNTERS)}},
      {8, "say_many", {most(Verb::SAY_COUNTERS)}}}},
    {3,
     "shadowing",
     "6.3.5",
     Asked::kByOther,
     {{9, "keep", {{Verb::KEEP_SHADOW}}}, {10, "let_go", {{Verb::CEASE_SHADOWING}}}},
     9},
    {4,
     "shadowed_part",
     "6.3.4",
     Asked::kByOther,
     {{11,
       "convoy_first",
       {exactly(Verb::FOLLOW_PART, Part::CONVOY), exactly(Verb::FOLLOW_PART, Part::CAPITAL_SHIP),
        exactly(Verb::FOLLOW_PART, Part::CARRIER), exactly(Verb::FOLLOW_PART, Part::LARGER)}},
      {12,
       "capital_ships_first",
       {exactly(Verb::FOLLOW_PART, Part::CAPITAL_SHIP), exactly(Verb::FOLLOW_PART, Part::CARRIER),
        exactly(Verb::FOLLOW_PART, Part::CONVOY), exactly(Verb::FOLLOW_PART, Part::LARGER)}}},
     11},
    {5, "passing", "6.6.1", Asked::kByOther, {{13, "draw", {{Verb::DRAW}}}, {14, "let_pass", {{Verb::NO}}}}, 13},
    {6,
     "take_up_shadowing",
     "6.3",
     Asked::kByOther,
     {{15, "always", {{Verb::SHADOW}, {Verb::DETACH}}}, {16, "never", {{Verb::NO}}}}},
    {7,
     "attack_passing",
     "6.6.1",
     Asked::kByOther,
     {{17, "always", {{Verb::INITIATE_COMBAT}}}, {18, "never", {{Verb::NO}}}},
     kStaffDecides,
     {{Fact::kOwnCs, 8}}},
    {8,
     "air_patrol",
     "7.4.5",
     Asked::kByOther,
     {{19, "announce", {{Verb::ANNOUNCE_PATROL}}}, {20, "silent", {{Verb::NO}}}},
     20},
    {31, "events", "13", Asked::kByOther, {{59, "first", {}}}},
};

const std::vector<Order> kAirOrders{
    {9,
     "scramble",
     "7.2.1",
     Asked::kByOther,
     {{21, "all", {{Verb::SCRAMBLE_INTERCEPTORS}, {Verb::SCRAMBLE}}},
      {22, "none", {{Verb::DONE}}},
      {23, "interceptors", {{Verb::SCRAMBLE_INTERCEPTORS}}}},
     kStaffDecides,
     {{Fact::kRaidersCs, 3}}},
    {10,
     "air_fire",
     "7.2.2",
     Asked::kAlways,
     {{24, "first", {most(Verb::FIRE_AT)}}, {25, "hold", {{Verb::DONE}, {Verb::FIRE_AT}}}}},
    {11, "line", "7.2.4", Asked::kAlways, {{26, "usual", {{Verb::DONE}, {Verb::PLACE_IN_LINE}}}}, 26},
    {12,
     "elusive",
     "13.1",
     Asked::kByOther,
     {{27, "first", {{Verb::ELUDE}}}, {28, "none", {{Verb::DONE}}}},
     kStaffDecides,
     {},
     {kAllied}},
    {13, "anti_aircraft", "7.2.5", Asked::kByOther, {{29, "fire", {{Verb::FIRE_AA_AT}}}, {30, "hold", {{Verb::DONE}}}}},
    {14,
     "cam",
     "1.4.3",
     Asked::kByOther,
     {{31, "launch", {{Verb::USE_CAM}}}, {32, "keep", {{Verb::DONE}}}},
     kStaffDecides,
     {{Fact::kRaidersCs, 4}, {Fact::kCamsLeft, 2}},
     {kAllied}},
    {15, "strike_back", "14.1", Asked::kByOther, {{33, "strike", {{Verb::STRIKE_BACK}}}, {34, "hold", {{Verb::DONE}}}}},
    {30, "strike", "7.2", Asked::kByOther, {{58, "first", {}}}},
};

using Aim = v1::TargetCategory;
constexpr std::uint32_t kAtConvoyShips = 36, kAtHeavyShips = 37;
const std::vector<Order> kSubmarineOrders{
    {16, "boats_lost", "7.4.1", Asked::kAlways, {{35, "first", {{Verb::TAKE_LOSS}}}}},
    {17,
     "torpedo_aim",
     "7.4.3",
     Asked::kAlways,
     {{kAtConvoyShips, "convoy_ships", {exactly(Verb::CHOOSE_CATEGORY, Aim::CONVOY_SHIP)}},
      {kAtHeavyShips, "heavy_ships", {exactly(Verb::CHOOSE_CATEGORY, Aim::HEAVY)}},
      {60, "light_ships", {exactly(Verb::CHOOSE_CATEGORY, Aim::LIGHT)}}}},
    {18,
     "asw_dice",
     "7.4.1",
     Asked::kAlways,
     {{38, "soviet_last", {least(Verb::THROW_DICE)}}, {39, "soviet_first", {most(Verb::THROW_DICE)}}}},
};

const std::vector<Order> kBattleOrders{
    {19,
     "intercept",
     "7.5.1",
     Asked::kByOther,
     {{40, "always", {{Verb::INTERCEPT}}}, {41, "never", {{Verb::NO}}}},
     kStaffDecides,
     {{Fact::kOwnCs, 12}}},
    {20,
     "join_battle",
     "7.5.2",
     Asked::kByOther,
     {{42, "always", {{Verb::ENGAGE}}}, {43, "never", {{Verb::DONE}}}},
     kStaffDecides,
     {{Fact::kOwnCs, 12}, {Fact::kRound, 2}}},
    {21, "surprise", "7.6", Asked::kAlways, {{44, "try", {{Verb::ROLL_SURPRISE}}}, {45, "no", {{Verb::NO}}}}, 44},
    {22,
     "submarines_first",
     "7.4.6",
     Asked::kByOther,
     {{46, "attack", {{Verb::SPLIT_SUBMARINES}}}, {47, "no", {{Verb::NO}, {Verb::DONE}}}},
     kStaffDecides,
     {},
     {kAllied}},
    {23, "manoeuvre", "7.5.2", Asked::kAlways, {{48, "hold", {{Verb::DONE}}}}},
    {24, "gunnery", "7.5.2", Asked::kAlways, {{49, "first", {{Verb::SHOOT}, {Verb::DONE}}}}},
    {25,
     "torpedoes",
     "7.5.2",
     Asked::kAlways,
     {{50, "fire", {most(Verb::LAUNCH_TORPEDOES)}}, {51, "keep", {{Verb::DONE}}}},
     kStaffDecides,
     {{Fact::kRound, 2}}},
    {26,
     "carriers_in_battle",
     "7.5.6",
     Asked::kAlways,
     {{52, "strike", {{Verb::LAUNCH}}}, {53, "hold", {{Verb::DONE}}}}},
    {27, "caution", "13.3", Asked::kAlways, {{54, "none", {{Verb::DONE}}}}, 54, {}, {kAxis}},
    {28, "losses_shared", "1.4", Asked::kAlways, {{55, "first", {{Verb::TAKE_LOSS}}}}},
    {29,
     "withdrawal",
     "7.5.2",
     Asked::kAlways,
     {{56, "try", {{Verb::WITHDRAW}}}, {57, "stay", {{Verb::DONE}}}},
     kStaffDecides,
     {{Fact::kRound, 2}}},
};

template <class Do>
void for_each_order(const Do& visit) {
  for (const auto* orders : {&kSearchingOrders, &kAirOrders, &kSubmarineOrders, &kBattleOrders}) {
    for (const Order& order : *orders) visit(order);
  }
}

const char* name_of(Fact fact) {
  switch (fact) {
    case Fact::kCamsLeft:
      return "standing.fact.cams_left";
    case Fact::kRaidersCs:
      return "standing.fact.raiders_cs";
    case Fact::kRound:
      return "standing.fact.round";
    case Fact::kOwnCs:
      return "standing.fact.own_cs";
    case Fact::kTurn:
      return "standing.fact.turn";
  }
  return "";
}

StandingInfo info_of(const Order& order) {
  const std::string id = std::string("standing.") + order.name;
  StandingInfo info;
  info.order = order.number;
  info.name = Text(id + ".name");
  info.rule = order.rule;
  for (const Reaction& each : kReactions) {
    if (each.order == order.number) info.kinds.push_back(static_cast<std::uint32_t>(each.kind));
  }
  info.asked = order.asked;
  for (const Way& way : order.ways) info.ways.push_back({way.number, Text(id + "." + way.name)});
  for (const Line& line : order.facts)
    info.facts.push_back({static_cast<std::uint32_t>(line.fact), name_of(line.fact), line.usual});
  info.facts.push_back({static_cast<std::uint32_t>(Fact::kTurn), name_of(Fact::kTurn), 10});
  info.usual = order.usual;
  info.seats.clear();
  for (Side side : order.sides) info.seats.push_back(seat_of(side));
  return info;
}

const Item* find(const Menu& menu, const Wish& wish) {
  const Item* found = nullptr;
  for (const Item& item : menu.items) {
    if (item.action.verb != static_cast<std::uint32_t>(wish.verb)) continue;
    if (wish.argument != 0 && item.action.at<int>(0) != wish.argument) continue;
    if (wish.pick == Wish::Pick::kFirst) return &item;
    const auto last = [](const Item& each) { return each.action.arguments.back(); };
    const bool better =
        found && (wish.pick == Wish::Pick::kLeast ? last(item) < last(*found) : last(item) > last(*found));
    if (!found || better) found = &item;
  }
  return found;
}

const Way* way_of(std::uint32_t number) {
  const Way* found = nullptr;
  for_each_order([&](const Order& order) {
    for (const Way& way : order.ways) {
      if (way.number == number) found = &way;
    }
  });
  return found;
}

int cs_of(const v1::Force& force) {
  int cs = 0;
  for (const v1::Counter& ship : force.ship()) cs += ship.cs();
  return cs;
}

// Of those that the menu offers to fight with.
int strongest_offered(const v1::View& view, const Menu& menu) {
  int strongest = 0;
  for (const Item& item : menu.items) {
    const auto verb = static_cast<Verb::Kind>(item.action.verb);
    if (verb != Verb::INTERCEPT && verb != Verb::ENGAGE && verb != Verb::INITIATE_COMBAT) continue;
    for (const v1::Force& force : view.own().force()) {
      if (force.key() == item.action.at<int>(0)) strongest = std::max(strongest, cs_of(force));
    }
  }
  return strongest;
}

int cams_left(const Reference& reference, const v1::View& view) {
  int cams = 0;
  for (const v1::Force& force : view.own().force()) {
    for (const v1::Counter& ship : force.ship())
      cams += reference.unit(ship.unit()).type == v1::ShipType::MC && !ship.used() ? ship.cs() : 0;
  }
  return cams;
}

// Bombers and torpedo aircraft that are on their way to the target.
int raiders_cs(const Reference& reference, const v1::View& view) {
  int cs = 0;
  for (const v1::Battle::Raid& raid : view.battle().raid()) {
    if (raid.scrambled() || raid.over()) continue;
    for (const v1::Air::Unit& unit : view.air().unit()) {
      const bool meant = unit.key() == raid.air_unit();
      if (meant && reference.air(unit.unit()).model->type() != v1::AirType::FIGHTER)
        cs += unit.cs() - unit.aborted() - unit.damaged();
    }
  }
  return cs;
}

// -- what boats aim at [7.4.3] --

const v1::Block* attacked_by_submarines(const v1::View& view) {
  const v1::Battle& battle = view.battle();
  const auto attacked = [&](const v1::Block& block) {
    return block.side() != battle.submarines().side() &&
           std::ranges::find(battle.block(), block.id()) != battle.block().end();
  };
  const auto found = std::ranges::find_if(view.sea().block(), attacked);
  return found == view.sea().block().end() ? nullptr : &*found;
}

enum class Told { kYes, kNo, kNothing };

Told heavy_ships_in(const Reference& reference, const v1::Block& block) {
  const v1::Statement& told = block.told();
  bool any = told.heavy_ships() > 0 || told.carrier();
  for (const auto& each : told.category()) {
    any |= each.category() == v1::ShipCategory::CAPITAL || each.category() == v1::ShipCategory::CARRIER ||
           each.category() == v1::ShipCategory::CRUISER;
  }
  for (const auto& named : told.named()) any |= reference.unit(named.unit()).heavy();
  if (any) return Told::kYes;
  return told.level() >= 2 || told.seen() ? Told::kNo : Told::kNothing;
}

// A boat that is told to aim at what is not there, as far as its owner knows, aims at the best that is: torpedoes are
// not thrown away. 0: as it was told.
int aim_instead(const Reference& reference, const v1::View& view, std::uint32_t way) {
  const v1::Block* target = attacked_by_submarines(view);
  if (!target || !target->flat()) return 0;
  const bool convoy = target->kind() == v1::BlockKind::CONVOY;
  const Told heavy = heavy_ships_in(reference, *target);
  if (way == kAtConvoyShips && !convoy) return heavy == Told::kYes ? Aim::HEAVY : Aim::LIGHT;
  if (way == kAtHeavyShips && heavy == Told::kNo) return convoy ? Aim::CONVOY_SHIP : Aim::LIGHT;
  return 0;
}

}  // namespace

std::vector<StandingInfo> Pq17::standing() const {
  std::vector<StandingInfo> list;
  for_each_order([&](const Order& order) { list.push_back(info_of(order)); });
  return list;
}

Action Pq17::react(const View& any_view, const Menu& menu, std::uint32_t number) const {
  const auto& view = static_cast<const v1::View&>(any_view);
  if (const int aim = aim_instead(reference_, view, number)) {
    if (const Item* item = find(menu, exactly(Verb::CHOOSE_CATEGORY, aim))) return item->action;
  }
  if (const Way* way = way_of(number)) {
    for (const Wish& wish : way->wishes) {
      if (const Item* item = find(menu, wish)) return item->action;
    }
  }
  for (Verb::Kind nothing : {Verb::DONE, Verb::NO, Verb::FORGO}) {
    if (const Item* item = find(menu, {nothing})) return item->action;
  }
  return menu.items.front().action;
}

std::int64_t Pq17::weigh(const View& any_view, const Menu& menu, std::uint32_t fact) const {
  const auto& view = static_cast<const v1::View&>(any_view);
  switch (static_cast<Fact>(fact)) {
    case Fact::kCamsLeft:
      return cams_left(reference_, view);
    case Fact::kRaidersCs:
      return raiders_cs(reference_, view);
    case Fact::kRound:
      return view.battle().round();
    case Fact::kOwnCs:
      return strongest_offered(view, menu);
    case Fact::kTurn:
      return view.clock().turn();
  }
  return 0;
}

}  // namespace wardroom::pq17
