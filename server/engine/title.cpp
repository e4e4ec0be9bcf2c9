#include "server/engine/title.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>

#include "server/engine/checks_positions.h"

namespace wardroom {

Refusal Title::why_not(std::string_view rule) const {
  return {RefusalCode::kNotOffered, Text("refusal.not_offered"), std::string(rule)};
}

Action Title::react(const View&, const Menu& menu, std::uint32_t) const { return menu.items.back().action; }

bool StandingInfo::answers(const Menu& menu) const {
  if (asked == Asked::kByOther && menu.asking != Asking::kReaction) return false;
  return std::ranges::find(kinds, menu.kind) != kinds.end();
}

Ending Title::ending_after_bid(const Position& position, std::int32_t added_to_par) const {
  Ending ending = this->ending(position);
  if (added_to_par == 0) return ending;
  ending.set_par_halves(ending.par_halves() + added_to_par);
  ending.clear_par_winner();
  if (const int beyond = ending.score_halves() - ending.par_halves(); beyond != 0)
    ending.set_par_winner(static_cast<std::uint32_t>(beyond > 0 ? Seat::kFirst : Seat::kSecond));
  return ending;
}

std::optional<ScenarioInfo> find_scenario(const Title& title, std::string_view id) {
  for (ScenarioInfo& scenario : title.scenarios()) {
    if (scenario.id == id) return std::move(scenario);
  }
  return std::nullopt;
}

void set_unit(const Title& title, Ending& ending) {
  if (const Text unit = title.score_unit(); !unit.empty()) to_wire(unit, *ending.mutable_unit());
}

Ending ending_of(const Title& title, const Position& position, std::int32_t added_to_par) {
  Ending ending = title.ending_after_bid(position, added_to_par);
  set_unit(title, ending);
  return ending;
}

OwnedView shown_view(const Title& title, const Position& position, Viewer viewer) {
  OwnedView view = title.view(position, viewer);
  title.annotate(*view);
  return view;
}

Result<std::unique_ptr<Position>> load(const Title& title, const std::string& bytes) {
  auto position = title.blank();
  if (!position->ParseFromString(bytes)) return refuse(RefusalCode::kUnreadable, Text("refusal.unreadable_position"));
  return checked(title, std::move(position));
}

Result<std::unique_ptr<Position>> checked(const Title& title, std::unique_ptr<Position> position) {
  const auto* checks = dynamic_cast<const ChecksPositions*>(&title);
  if (const auto flaw = checks ? checks->flaw(*position) : std::nullopt) return refuse(RefusalCode::kUnreadable, *flaw);
  return position;
}

// Positions and views have no map fields, so that plain serialisation is the same on any machine (asserted by a test).
std::string save(const google::protobuf::Message& message) { return message.SerializeAsString(); }

}  // namespace wardroom
