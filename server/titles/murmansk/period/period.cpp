#include "server/titles/murmansk/period/period.h"

#include <algorithm>

#include "common/data/ranges.h"
#include "server/titles/murmansk/air/air.h"
#include "server/titles/murmansk/battle/battle.h"
#include "server/titles/murmansk/combat/harm.h"
#include "server/titles/murmansk/submarine/submarines.h"

namespace wardroom::murmansk {
namespace {

using Verb = v1::Verb;

// Storms begin and go on by the season's odds [Weather]; Day and Night follow each other as it has them [M-02].
void roll_weather(Campaign& c) {
  c.topic = Topic::kWeather;
  const auto& row = c.box.weather(c.season().season());
  const int die = c.die();
  const bool storm = within(c.storm() ? row.continues() : row.begins(), die);
  c.clock().set_storm(storm);
  c.clock().set_light(row.light(static_cast<int>(c.clock().period() - 1) % row.light_size()));
  told::Milestone mark;
  mark.level = told::Milestone::kSegment;
  mark.number = c.clock().period();
  Text light = sea::value_text("murmansk.light.", v1::Light::Kind_Name(c.clock().light()), "");
  c.tell({Text(storm ? "murmansk.report.storm" : "murmansk.report.fair")
              .number("period", c.clock().period())
              .text("light", std::move(light))
              .number("die", die),
          mark},
         {}, "Weather");
}

// At Night and in Storms all contacts are lost; by Day half of them [Note].
void lose_contacts(Campaign& c) {
  c.topic = Topic::kContact;
  const bool open = c.option("option.open_groups");
  std::vector<Number> contacted;
  for (const v1::Marker& marker : c.board().marker()) {
    const bool known_for_good =
        (open && marker.side() == kAllied) || c.box.has(marker.place(), v1::Feature::ALLIED_PORT);
    if (marker.contacted() && !known_for_good) contacted.push_back(marker.number());
  }
  std::vector<std::pair<Side, Place>> mixed;
  for (Number number : contacted) {
    const bool lost = c.night() || c.storm() || c.die() >= c.numbers.groups().contact_lost();
    if (!lost) continue;
    v1::Marker& marker = *c.find_marker(number);
    c.lose_contact(marker);
    c.tell(Text("murmansk.report.contact_lost").text("marker", c.name(marker)), marker.place(), "Note");
    mixed.emplace_back(marker.side(), marker.place());
  }
  std::ranges::sort(mixed);
  mixed.erase(std::ranges::unique(mixed).begin(), mixed.end());
  for (const auto& [side, place] : mixed) c.mix(side, place);
}

}  // namespace

void detect_near_bases(Campaign& c) {
  c.topic = Topic::kContact;
  std::vector<Number> numbers;
  for (const v1::Marker& marker : c.board().marker()) {
    if (marker.side() == kAllied && !marker.contacted() && c.box.near_base(marker.place()) &&
        !c.box.has(marker.place(), v1::Feature::ALLIED_PORT))
      numbers.push_back(marker.number());
  }
  for (Number number : numbers) {
    const Key key = c.behind(*c.find_marker(number)).key();
    c.contact(kAllied, key, Licence::kContact, Text("murmansk.report.found_near_base"), "Move");
  }
}

void begin_period(Campaign& c) {
  v1::Board& board = c.board();
  v1::Clock& clock = c.clock();
  clock.set_period(clock.period() + 1);
  clock.set_count(clock.count() + 1);
  clock.set_pulse(0);
  board.set_dice(0);
  board.set_allied_search_done(false);
  board.set_axis_search_done(false);
  board.clear_arriving();
  for (v1::Air& air : *board.mutable_air()) air.set_used(false);
  for (v1::Marker& marker : *board.mutable_marker()) marker.set_stirred(false);
  roll_weather(c);
  lose_contacts(c);
  detect_near_bases(c);  // [M-34]
  clock.set_phase(v1::Phase::SCATTER);
}

Task<> scatter_or_go_on(Campaign& c) {
  for (;;) {
    Menu menu = c.menu(kAllied, v1::MenuKind::PERIOD, "murmansk.prompt.period");
    menu.checkpoint = true;
    menu.offer(Verb::GO_ON).by("Seq").says("murmansk.item.go_on");
    const v1::Group* convoy = c.convoy();
    if (convoy && convoy->place() != 0) menu.offer(Verb::SCATTER).by("Scatter").says("murmansk.item.scatter");
    offer_dummies(c, kAllied, menu);
    const Action answer = co_await c.table.ask(std::move(menu));
    if (answer.verb == Verb::LIFT) lift_dummy(c, kAllied, answer.at<Key>(0));
    if (answer.verb == Verb::PLACE_DUMMY) co_await place_dummy(c, kAllied, answer.at<Key>(0));
    if (answer.verb == Verb::SCATTER) scatter(c);
    if (answer.verb == Verb::SCATTER || answer.verb == Verb::GO_ON) break;
  }
  c.clock().set_phase(c.board().over() ? v1::Phase::PERIOD_END : v1::Phase::PULSE);
  c.clock().set_pulse(1);
  for (Side side : kSides) {
    for (v1::Group& group : *c.own(side).mutable_group()) group.set_moved(false);
  }
}

Task<> window(Campaign& c) {
  const Side side = c.clock().window();
  while (window_opens(c, side)) {
    Menu menu = c.menu(side, v1::MenuKind::WINDOW, "murmansk.prompt.window");
    menu.checkpoint = true;
    menu.offer(Verb::DONE).by("AirAtt").says("murmansk.item.window_done");
    offer_air(c, side, menu);
    const Action answer = co_await c.table.ask(std::move(menu));
    if (answer.verb == Verb::DONE) break;
    co_await do_air(c, side, answer);
  }
  if (side == kAllied) {
    c.clock().set_window(kAxis);
    co_return;
  }
  c.clock().set_window(v1::Side::UNSPECIFIED);
  c.clock().set_phase(v1::Phase::PERIOD_END);
}

// The Convoy unloads in port; it is over too when it is sunk or has been too long at sea [Seq, M-38].
void end_period(Campaign& c) {
  c.topic = Topic::kConvoy;
  v1::Board& board = c.board();
  const v1::Group* convoy = c.convoy();
  if (!board.over() && convoy && convoy->place() != 0 && c.box.has(convoy->place(), v1::Feature::ALLIED_PORT)) {
    const Place port = convoy->place();
    c.contact(kAllied, convoy->key(), Licence::kArrived, Text("murmansk.report.arrives"), "Seq");
    board.set_loads(board.loads() + board.freighters());
    board.set_over(true);
    c.reveal(Licence::kArrived,
             number_text("murmansk.report.unloads", "count", board.freighters()).number("loads", board.loads()), port,
             "Seq");
  }
  const int most = c.scenario.periods() != 0 ? c.scenario.periods() : c.numbers.convoys().periods();
  if (!board.over() && (board.freighters() == 0 || static_cast<int>(c.clock().period()) >= most)) {
    board.set_over(true);
    c.tell(Text("murmansk.report.convoy_over"), {}, "Seq");
  }
  c.table.round();
  c.clock().set_phase(board.over() ? v1::Phase::RETURN : v1::Phase::PERIOD);
}

}  // namespace wardroom::murmansk
