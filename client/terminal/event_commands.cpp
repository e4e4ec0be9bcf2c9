// event: tournaments and ladders in lines: list, show, standings, results, enter, leave.
#include <algorithm>
#include <iostream>
#include <memory>

#include "client/terminal/desk.h"

namespace wardroom::terminal {
namespace {

constexpr int kPaused = v1::EVENT_STATE_CANCELLED + 1;  // as the texts count states

struct EventOptions {
  std::string event;
  std::string title;
  std::string password;
  std::string team;
  bool over = false;
  bool mine = false;
};

std::string name_in(const v1::EventPage& page, std::uint32_t entry) {
  const auto found = std::ranges::find(page.entries(), entry, [](const auto& each) { return each.entry(); });
  return found == page.entries().end() ? std::string() : found->name();
}

std::string half_points(std::uint32_t halves) { return std::to_string(halves / 2) + (halves % 2 != 0 ? "½" : ""); }

void say_info(Voice& voice, const v1::EventInfo& info) {
  voice.note(Text("terminal.event.line")
                 .word("id", info.id())
                 .word("name", info.name())
                 .number("format", info.format())
                 .number("state", info.paused() ? kPaused : static_cast<int>(info.state()))
                 .number("entries", info.entries())
                 .number("round", info.round())
                 .number("rounds", info.rounds()));
}

void say_standings(Voice& voice, const v1::EventPage& page) {
  for (const v1::EventStanding& each : page.standings()) {
    std::string breaks;
    for (const auto& one : each.breaks()) breaks += (breaks.empty() ? "" : " ") + one.value();
    voice.note(Text("terminal.event.standing")
                   .number("place", each.place())
                   .word("name", name_in(page, each.entry()))
                   .word("points", half_points(each.halves()))
                   .word("breaks", breaks));
  }
  if (page.standings().empty()) voice.note("terminal.event.nothing_yet");
}

void say_game(Voice& voice, const v1::EventPage& page, const v1::EventPairing& pairing, const v1::EventGame& game) {
  voice.note(Text("terminal.event.game")
                 .number("board", pairing.board())
                 .word("first", name_in(page, game.first()))
                 .word("second", name_in(page, game.second()))
                 .number("decided", game.has_result() ? 1 : 0)
                 .word("first_points", half_points(game.result().first_halves()))
                 .word("second_points", half_points(game.result().second_halves()))
                 .word("match", game.match()));
}

void say_results(Voice& voice, const v1::EventPage& page) {
  for (const v1::EventRound& round : page.rounds()) {
    if (round.state() == v1::EventRound::DRAWN) continue;
    voice.note(Text("terminal.event.round").number("round", round.number()));
    for (const v1::EventPairing& pairing : round.pairings()) {
      if (pairing.two() == 0)
        voice.note(
            Text("terminal.event.bye").number("board", pairing.board()).word("name", name_in(page, pairing.one())));
      for (const v1::EventGame& game : pairing.games()) say_game(voice, page, pairing, game);
    }
  }
  if (page.rounds().empty()) voice.note("terminal.event.nothing_yet");
}

void say_page(Voice& voice, const v1::EventPage& page) {
  say_info(voice, page.info());
  if (!page.rules().about().empty()) voice.note(Text("terminal.event.about").word("text", page.rules().about()));
  for (const v1::EventEntry& each : page.entries())
    voice.note(Text("terminal.event.entry")
                   .number("entry", each.entry())
                   .word("name", each.name())
                   .number("rating", each.rating())
                   .number("state", each.state()));
  for (const v1::EventMessage& each : page.messages())
    voice.note(Text("terminal.event.message").word("by", each.by()).word("text", each.text()));
}

using Say = void (*)(Voice&, const v1::EventPage&);

// One question; in JSON the answer as it came, else in lines.
int ask(Desk& desk, Desk::Need need, v1::ClientFrame frame, Say say) {
  auto client = desk.connect(need);
  if (!client) return desk.refused(client.error());
  const auto answer = (*client)->ask(std::move(frame));
  if (!answer) return desk.refused(answer.error());
  if (desk.json) {
    desk.voice().answer(*answer);
  } else if (answer->has_events()) {
    for (const v1::EventInfo& each : answer->events().events()) say_info(desk.voice(), each);
    if (answer->events().events().empty()) desk.voice().note("terminal.event.none");
  } else {
    say(desk.voice(), answer->event());
  }
  return kExitGood;
}

int list(Desk& desk, const EventOptions& options) {
  v1::ClientFrame frame;
  frame.mutable_list_events()->set_title(options.title);
  frame.mutable_list_events()->set_over(options.over);
  frame.mutable_list_events()->set_mine(options.mine);
  return ask(desk, options.mine ? Desk::Need::kSomebody : Desk::Need::kNobody, std::move(frame), nullptr);
}

int show(Desk& desk, const EventOptions& options, Say say) {
  v1::ClientFrame frame;
  frame.mutable_ask_event()->set_event(options.event);
  return ask(desk, Desk::Need::kNobody, std::move(frame), say);
}

int enter(Desk& desk, const EventOptions& options) {
  v1::ClientFrame frame;
  frame.mutable_take_part()->set_event(options.event);
  frame.mutable_take_part()->mutable_enter()->set_password(options.password);
  frame.mutable_take_part()->mutable_enter()->set_team(options.team);
  return ask(desk, Desk::Need::kSomebody, std::move(frame), say_page);
}

int leave(Desk& desk, const EventOptions& options) {
  v1::ClientFrame frame;
  frame.mutable_take_part()->set_event(options.event);
  frame.mutable_take_part()->mutable_withdraw();
  return ask(desk, Desk::Need::kSomebody, std::move(frame), say_page);
}

}  // namespace

void add_event_commands(CLI::App& app, Desk& desk) {
  const auto options = std::make_shared<EventOptions>();
  CLI::App* event = app.add_subcommand("event", "Tournaments and ladders");
  event->require_subcommand(1);

  CLI::App* all = event->add_subcommand("list", "What is held here");
  all->add_option("--title", options->title, "of this title only");
  all->add_flag("--over", options->over, "those that are over");
  all->add_flag("--mine", options->mine, "those that one takes part in or directs");
  all->callback([&desk, options] { desk.run = [&desk, options] { return list(desk, *options); }; });

  const auto add = [&](const char* name, const char* does, const std::function<int()>& run) {
    CLI::App* command = event->add_subcommand(name, does);
    command->add_option("EVENT", options->event, "its id")->required();
    command->callback([&desk, run] { desk.run = run; });
    return command;
  };
  add("show", "What it is, who takes part, what was said", [&desk, options] { return show(desk, *options, say_page); });
  add("standings", "Places, points and tie-breaks", [&desk, options] { return show(desk, *options, say_standings); });
  add("results", "Every match of every round", [&desk, options] { return show(desk, *options, say_results); });
  CLI::App* in = add("enter", "Take part", [&desk, options] { return enter(desk, *options); });
  in->add_option("--password", options->password, "where the tournament has one");
  in->add_option("--team", options->team, "in a match of teams");
  add("leave", "Take part no more", [&desk, options] { return leave(desk, *options); });
}

}  // namespace wardroom::terminal
