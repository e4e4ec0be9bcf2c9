// Photo reconnaissance of enemy ports, by Day [6.9].
#include <algorithm>

#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/command/command.h"
#include "server/titles/pq17/searching/reconnaissance.h"
#include "server/titles/pq17/searching/statements.h"

namespace wardroom::pq17 {
namespace {

using v1::Air;

bool may_photograph(Operation& op, const Air::Unit& unit) {
  if (unit.side() != op.active() || unit.mission() != Air::AT_BASE || unit.flown() || able_cs(op, unit) <= 0)
    return false;
  return op.facts(unit).model->type() == v1::AirType::PHOTO && can_take_off(op, unit);
}

void offer_ports(Operation& op, Menu& menu, const Air::Unit& unit) {
  const auto base = op.base_hex(unit);
  for (const PlaceFacts& place : op.reference.places()) {
    if (!place.port || place.side == unit.side() || !op.in_play(place)) continue;
    if (op.reference.air_distance(*base, place.hex) > op.facts(unit).model->range()) continue;
    menu.offer(v1::Verb::PHOTOGRAPH, key_of(unit), place.number)
        .place(number(place.hex))
        .by("6.9")
        .says("choice.photograph")
        .text("unit", op.name(unit))
        .text("place", op.name(place));
  }
}

std::vector<const v1::Force*> forces_in(Operation& op, Side side, const PlaceFacts& port) {
  std::vector<const v1::Force*> forces;
  for (const v1::Force* force : op.in_place(side, port.id)) {
    if (force->kind() != v1::BlockKind::DUMMY) forces.push_back(force);  // neither shown nor removed
  }
  return forces;
}

Task<int> figure_of(Operation& op, const PlaceFacts& port, int counters, std::uint64_t subject) {
  Menu menu = op.menu(op.passive(), v1::MenuKind::PHOTO_FIGURE, "prompt.photo_figure", Asking::kReaction);
  menu.prompt.text("place", op.name(port));
  menu.rule = "6.2.1";
  const Range range = shaded(op.reference, counters);
  for (int count = range.from; count <= range.to; ++count) {
    menu.offer(v1::Verb::SAY_COUNTERS, 0, count)
        .place(number(port.hex))
        .says("choice.photo_figure.number")
        .number("count", count);
  }
  menu.offer(v1::Verb::DONE).says("choice.recon.any_number");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::SAY_COUNTERS) co_return answer.at<int>(1);
  co_return drawn_figure(op, counters, subject);
}

// The better picture stays while nothing has sailed.
void keep_picture(Operation& op, const PlaceFacts& port, const v1::Statement& told) {
  v1::Standing& standing = *op.truth.mutable_standing();
  if (port.side == kAllied) note_carriers_told(op, port.id, told);
  for (auto& old : *standing.mutable_photographed()) {
    if (old.place() != port.id) continue;
    if (old.told().level() > told.level() && !old.sailed_since()) return;
    *old.mutable_told() = told;
    old.set_sailed_since(false);
    return;
  }
  auto& picture = *standing.add_photographed();
  picture.set_place(port.id);
  *picture.mutable_told() = told;
}

Task<> photograph(Operation& op, AirKey key, const PlaceFacts& port) {
  op.air(key).set_flown(true);
  const Text unit = op.name(op.air(key));
  op.tell(Text("report.photo.flown").text("unit", unit).text("place", op.name(port)), port.hex, "6.9");
  const v1::Card& card = op.card(op.active(), Draw::kPhoto, static_cast<std::uint64_t>(key.value));
  const int level = card.day().photo(op.effect(port.hex).card_column() - 1);
  if (level == 0) {
    op.tell(Text("report.photo.failed").text("unit", unit).text("place", op.name(port)), port.hex, "6.9");
    co_return;
  }
  co_await port_answers(op, port, level, static_cast<std::uint64_t>(key.value));
}

void begin_photo_flights(Operation& op) {
  for (Air::Unit& unit : *op.truth.mutable_air()->mutable_unit()) {
    if (unit.side() == op.active()) unit.set_flown(false);
  }
  op.set_step(v1::Clock::MOVE);
}

}  // namespace

Task<> port_answers(Operation& op, const PlaceFacts& port, int level, std::uint64_t subject) {
  v1::Statement told = statement(op.reference, forces_in(op, op.passive(), port), level, op.turn());
  if (level == 1) {
    const int figure = co_await figure_of(op, port, told.warship_counters(), subject);
    told.set_warship_counters(figure);
  }
  keep_picture(op, port, told);
  if (port.side == kAxis && tells_of_capital(op.reference, told))
    op.truth.mutable_standing()->set_axis_capital_in_port(true);  // [12.4]
  op.reveal(
      statement_licence(told.level()),
      {statement_about(op, port, told), told::Sighting{0, static_cast<std::uint32_t>(told.level()), op.name(port)}},
      port.hex, "6.9");
}

Task<> photo_reconnaissance(Operation& op) {
  if (op.step() == v1::Clock::STEP_UNSPECIFIED) begin_photo_flights(op);
  while (!op.night()) {
    Menu menu = op.menu(op.active(), v1::MenuKind::PHOTO, "prompt.photo");
    menu.rule = "6.9";
    menu.checkpoint = true;
    for (const Air::Unit& unit : op.truth.air().unit()) {
      if (may_photograph(op, unit)) offer_ports(op, menu, unit);
    }
    if (menu.items.empty()) co_return;
    menu.offer(v1::Verb::DONE).says("choice.photo_done");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    co_await photograph(op, answer.at<AirKey>(0), op.reference.place(answer.at<int>(1)));
  }
}

}  // namespace wardroom::pq17
