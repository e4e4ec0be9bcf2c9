#include "server/lobby/offer.h"

#include <algorithm>

#include "server/match/tutorial.h"

namespace wardroom::lobby {
namespace {

void put(const std::vector<OptionValue>& values, google::protobuf::RepeatedPtrField<v1::ChosenOption>& out) {
  for (const OptionValue& each : values) {
    v1::ChosenOption& chosen = *out.Add();
    chosen.set_id(each.id);
    chosen.set_value(each.value);
  }
}

// A text for each seat, or none at all.
void put(const std::array<Text, 2>& texts, google::protobuf::RepeatedPtrField<v1::Text>& out) {
  if (std::ranges::all_of(texts, &Text::empty)) return;
  for (const Text& text : texts) to_wire(text, *out.Add());
}

// What a gallery shows of it.
void put_facts(const ScenarioInfo& scenario, v1::Scenario& out) {
  if (!scenario.date.empty()) to_wire(scenario.date, *out.mutable_date());
  out.set_turns(scenario.turns);
  out.set_difficulty(scenario.difficulty);
  put(scenario.forces, *out.mutable_forces());
  put(scenario.aims, *out.mutable_aims());
  if (scenario.par) out.set_par(*scenario.par);
}

void put(const ScenarioInfo& scenario, v1::Scenario& out) {
  out.set_id(scenario.id);
  to_wire(scenario.name, *out.mutable_name());
  if (!scenario.note.empty()) to_wire(scenario.note, *out.mutable_note());
  out.set_minutes(scenario.minutes);
  out.set_first(scenario.first);
  for (Seat seat : kSeats) {
    if (scenario.played[index(seat)]) out.add_played(static_cast<std::uint32_t>(seat));
  }
  put(scenario.defaults, *out.mutable_defaults());
  put_facts(scenario, out);
}

void put(const OptionInfo& option, v1::OptionalRule& out) {
  out.set_id(option.id);
  to_wire(option.name, *out.mutable_name());
  out.set_rule(option.rule);
  for (const std::string& value : option.values) out.add_values(value);
  for (const std::string& scenario : option.scenarios) out.add_scenarios(scenario);
  put(option.needs, *out.mutable_needs());
  put(option.excludes, *out.mutable_excludes());
}

void put(const match::LoadedTitle& loaded, v1::TitleInfo& info) {
  const Title& title = *loaded.title;
  info.set_id(loaded.entry.id);
  to_wire(title.name(), *info.mutable_name());
  for (const Text& seat : title.seat_names()) to_wire(seat, *info.add_seats());
  for (const std::string& id : title.seat_ids()) info.add_seat_ids(id);
  for (const ScenarioInfo& scenario : title.scenarios()) put(scenario, *info.add_scenarios());
  for (const OptionInfo& option : title.options()) {
    if (option.offered) put(option, *info.add_options());
  }
  for (const PresetInfo& preset : title.presets()) {
    v1::Preset& out = *info.add_presets();
    out.set_id(preset.id);
    to_wire(preset.name, *out.mutable_name());
    put(preset.options, *out.mutable_options());
  }
  for (const BoardInfo& board : title.boards()) {
    v1::Board& out = *info.add_boards();
    out.set_id(board.id);
    out.set_kind(static_cast<v1::Board::Kind>(board.kind));
    to_wire(board.name, *out.mutable_name());
  }
  if (const Text unit = title.score_unit(); !unit.empty()) to_wire(unit, *info.mutable_score_unit());
  for (const Text& topic : title.topics()) to_wire(topic, *info.add_topics());
  info.set_data_hash(loaded.bundle->hash());
  info.set_overlay(loaded.overlay);
  for (const auto& tutorial : tutorials_of(*loaded.bundle)) {
    info.set_tutorial(true);
    v1::TutorialInfo& out = *info.add_tutorials();
    out.set_id(tutorial->id());
    out.mutable_name()->set_id(tutorial->id() + ".name");
    out.set_scenario(tutorial->scenario());
    out.set_seat(static_cast<std::uint32_t>(match::learner_of(*tutorial)));
  }
}

void put(const StandingInfo& order, bool advised, v1::StandingInfo& info) {
  info.set_order(order.order);
  to_wire(order.name, *info.mutable_name());
  info.set_rule(order.rule);
  info.mutable_kinds()->Add(order.kinds.begin(), order.kinds.end());
  info.set_own(order.asked == StandingInfo::Asked::kAlways);
  const auto offer_way = [&](std::uint32_t number, const Text& name) {
    v1::StandingInfo::Way& way = *info.add_ways();
    way.set_number(number);
    to_wire(name, *way.mutable_name());
  };
  offer_way(kAskMe, "standing.ask_me");
  if (advised) offer_way(kStaffDecides, "standing.staff_decides");
  for (const StandingInfo::Way& way : order.ways) offer_way(way.number, way.name);
  for (const StandingInfo::Fact& fact : order.facts) {
    v1::StandingInfo::Fact& out = *info.add_facts();
    out.set_number(fact.number);
    to_wire(fact.name, *out.mutable_name());
    out.set_usual(fact.usual);
  }
  info.set_usual(order.usual == kStaffDecides && !advised ? kAskMe : order.usual);
  for (Seat seat : order.seats) info.add_seats(static_cast<std::uint32_t>(seat));
}

}  // namespace

v1::Titles offer(const match::Host& host) {
  v1::Titles titles;
  for (const match::LoadedTitle& loaded : host.titles()) {
    v1::TitleInfo& info = *titles.add_titles();
    put(loaded, info);
    for (const StandingInfo& order : loaded.title->standing())
      put(order, host.advises(loaded.entry.id), *info.add_standing());
    for (std::string& name : host.opponents(loaded.entry.id)) {
      if (std::ranges::find(titles.opponents(), name) == titles.opponents().end()) titles.add_opponents(name);
      info.add_opponents(std::move(name));
    }
  }
  return titles;
}

}  // namespace wardroom::lobby
