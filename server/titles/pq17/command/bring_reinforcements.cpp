#include "server/titles/pq17/command/bring_reinforcements.h"

#include "server/titles/pq17/conditions/chits.h"

namespace wardroom::pq17 {
namespace {

const v1::ReinforcementGroup* group_of(const Operation& op, Side side, int number) {
  for (const auto& group : op.scenario.reinforcement()) {
    if (group.side() == side && group.number() == number) return &group;
  }
  return nullptr;
}

// A new force there, or one that is there [13.6].
void offer_berth(Operation& op, Side side, Menu& menu, const UnitList& units, const PlaceFacts& place, TextId label) {
  menu.offer(v1::Verb::CHOOSE_PLACE, place.number)
      .place(number(place.hex))
      .says(std::move(label))
      .text("place", op.name(place));
  if (!has_ships(units)) return;
  for (const v1::Force* force : op.in_place(side, place.id)) {
    if (!takes_all(op, *force, units)) continue;
    menu.offer(v1::Verb::CHOOSE_PLACE, place.number, key_of(*force))
        .place(number(place.hex))
        .says("choice.reinforcements.join")
        .text("force", op.name(*force))
        .text("place", op.name(place));
  }
}

Berth berth_of(const Operation& op, const Action& answer, const PlaceList& places) {
  Berth berth;
  const std::string& first = op.reference.place(answer.at<int>(0)).id;
  berth.places.Add(std::string(first));
  for (const std::string& id : places) {
    if (id != first) berth.places.Add(std::string(id));
  }
  if (answer.arguments.size() > 1) berth.force = answer.at<ForceKey>(1);
  return berth;
}

// What was bought to come with this group [14].
std::vector<int> purchases_of(const Operation& op, Side side, int group) {
  std::vector<int> found;
  for (int i = 0; i < op.own(side).purchase_size(); ++i) {
    const v1::Purchase& purchase = op.own(side).purchase(i);
    if (purchase.group() == group && !purchase.placed()) found.push_back(i);
  }
  return found;
}

// The owner chooses where, if there are several places, and for ships a force in port that they join [13.6].
Task<Berth> choose_berth(Operation& op, Side side, const UnitList& units, const PlaceList& places, const Text& prompt) {
  const bool ships = has_ships(units);
  bool others_in_port = false;  // as the enemy sees it: being asked must not tell him more
  Menu menu = op.menu(side, v1::MenuKind::REINFORCEMENT, {},
                      op.active() == side || !op.clock().began() ? Asking::kOwn : Asking::kReaction);
  menu.prompt = prompt;
  menu.rule = "13.6";
  for (const std::string& id : places) {
    const PlaceFacts& place = op.reference.place(id);
    if (ships && place.port && !op.in_play(place)) continue;
    offer_berth(op, side, menu, units, place, ships ? "choice.reinforcements.place" : "choice.place");
    others_in_port = others_in_port || (ships && op.clock().began() && !op.in_place(side, id).empty());
  }
  if (menu.items.empty()) throw Broken("pq17: no place for units to come to");
  Action answer = menu.items.front().action;
  if (menu.items.size() > 1 || others_in_port) answer = co_await op.table.ask(std::move(menu));
  co_return berth_of(op, answer, places);
}

// This group comes now, and what was bought to come with it. Everybody hears that it has come, not what of it is where.
Task<> place_group(Operation& op, Side side, int group) {
  v1::Standing& standing = *op.truth.mutable_standing();
  (side == kAllied ? standing.mutable_reinforcement_allied() : standing.mutable_reinforcement_axis())->Add(group);
  op.reveal(Licence::kReinforcements, Text("report.reinforcements").word("side", word_of(side)).number("number", group),
            {}, "13.6");
  if (const v1::ReinforcementGroup* units = group_of(op, side, group)) {
    Text prompt = Text("prompt.reinforcements").number("number", group);
    const Berth berth = co_await choose_berth(op, side, units->unit(), units->place(), prompt);
    place_units(op, side, units->unit(), berth);
  }
  for (int index : purchases_of(op, side, group)) co_await place_purchase(op, side, index, nullptr);
}

}  // namespace

Task<> place_purchase(Operation& op, Side side, int index, std::vector<AirBase>* air) {
  const auto& choice = *op.reference.box().choice(op.own(side).purchase(index).choice());
  const v1::AhistoricalOffer* offer = nullptr;
  for (const auto& each : op.scenario.ahistorical()) {
    if (each.choice() == choice.id()) offer = &each;
  }
  if (!air)
    op.reveal(Licence::kReinforcements, Text("report.reinforcements.bought").word("side", word_of(side)), {},
              "14");  // being asked where would tell it
  const PlaceList& listed = offer && offer->place_size() > 0 ? offer->place() : choice.place();
  Text prompt = Text("prompt.ahistorical.place").text("name", Text(choice.id() + ".name"));
  const Berth berth = co_await choose_berth(op, side, choice.unit(), listed, prompt);
  const int before = op.truth.air().next_key();
  place_units(op, side, choice.unit(), berth, air);
  if (!air) close_lot(op, before);
  op.own(side).mutable_purchase(index)->set_placed(true);
}

Task<> bring_reinforcements(Operation& op, Side side) {
  const auto group = next_group(op, side);
  if (!group) {
    op.reveal(Licence::kReinforcements, Text("report.reinforcements.none").word("side", word_of(side)), {}, "13.6");
    co_return;
  }
  co_await place_group(op, side, *group);
}

Task<> place_units_of_chit(Operation& op, Side side, std::vector<AirBase>& air) {
  if (!holds(op, side, v1::SpecialCondition::REINFORCEMENTS)) co_return;
  const UnitList* units = nullptr;
  const PlaceList* places = nullptr;
  int group = 0;
  for (const auto& each : op.scenario.condition_units()) {
    if (each.side() != side) continue;
    units = &each.unit();
    places = &each.place();
  }
  if (!units) {
    const auto first = next_group(op, side);
    const v1::ReinforcementGroup* listed = first ? group_of(op, side, *first) : nullptr;
    if (!listed) co_return;
    units = &listed->unit();
    places = &listed->place();
    group = *first;
  }
  Menu menu = op.menu(side, v1::MenuKind::REINFORCEMENT, "prompt.chit_reinforcements");
  menu.rule = "12.13";
  for (const std::string& id : *places) {
    offer_berth(op, side, menu, *units, op.reference.place(id), "choice.chit_reinforcements.place");
  }
  menu.offer(v1::Verb::NO).says("choice.chit_reinforcements.decline");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::NO) co_return;
  place_units(op, side, *units, berth_of(op, answer, {}), &air);
  op.own(side).mutable_operation()->set_group(group);
  op.own(side).mutable_operation()->set_done(true);
}

}  // namespace wardroom::pq17
