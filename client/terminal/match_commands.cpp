// games, titles, watch, act, cancel, challenges, export.
#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <fstream>
#include <iostream>
#include <thread>

#include "client/terminal/choice.h"
#include "client/terminal/desk.h"
#include "client/terminal/match_session.h"
#include "client/terminal/orders.h"

namespace wardroom::terminal {
namespace {

struct MatchOptions {
  std::string match;
  std::string code;
  std::string file;
  std::vector<std::string> actions;
  std::string orders;
  std::vector<std::string> stops;
  std::vector<std::string> standing;
  bool go_on = false;
  bool without_first = false;
  bool undo = false;
  int strike = -1;  // none
  bool mine = false;
  bool open = false;
  bool running = false;
  std::uint32_t limit = 50;
};

// Asks and tells the answer in the words of the titles.
int ask_and_tell(Desk& desk, Desk::Need need, v1::ClientFrame frame) {
  auto client = desk.connect(need);
  if (!client) return desk.refused(client.error());
  if (const auto titles = learn_titles(desk, **client); !titles) return desk.refused(titles.error());
  const auto answer = (*client)->ask(std::move(frame));
  if (!answer) return desk.refused(answer.error());
  desk.voice().answer(*answer);
  return kExitGood;
}

int games(Desk& desk, const MatchOptions& options) {
  v1::ClientFrame frame;
  auto& list = *frame.mutable_list_matches();
  const bool all = !options.mine && !options.open && !options.running;
  list.set_mine(options.mine);
  list.set_open(options.open || all);
  list.set_running(options.running || all);
  list.set_limit(options.limit);
  return ask_and_tell(desk, Desk::Need::kNobody, std::move(frame));
}

int list_titles(Desk& desk) {
  auto client = desk.connect(Desk::Need::kNobody);
  if (!client) return desk.refused(client.error());
  const auto titles = learn_titles(desk, **client);
  if (!titles) return desk.refused(titles.error());
  v1::ServerFrame frame;
  *frame.mutable_titles() = *titles;
  desk.voice().answer(frame);
  return kExitGood;
}

int watch(Desk& desk, const MatchOptions& options) {
  auto client = desk.connect(Desk::Need::kNobody);
  if (!client) return desk.refused(client.error());
  return follow_match(desk, **client, {options.match, Follow::As::kObserver, {}, options.code});
}

// Until one's orders have been played as far as they go now.
Answer<v1::Attached> settle(Follow& follow) {
  for (;;) {
    auto attached = follow.attach();
    const v1::Queue& queue = follow.queue();
    const bool runs = !queue.has_hold() && !waiting(queue).empty() && follow.sight().asked() &&
                      !follow.sight().now().menu().reaction();
    if (!attached || !runs) return attached;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

// What one does to one's orders; none: one only looks.
std::optional<Answer<v1::Queue>> change(Follow& follow, const MatchOptions& options) {
  if (options.go_on || options.without_first) return follow.go_on(options.without_first);
  if (options.strike >= 0) return follow.give(struck(follow.queue(), options.strike));
  if (options.orders.empty()) return std::nullopt;
  Result<v1::GiveOrders> given = read_orders(options.orders, follow.queue());
  if (!given) return Answer<v1::Queue>(to_wire(given.error()));
  const Result<v1::Stops> stops = parse_stops(options.stops);
  if (!stops) return Answer<v1::Queue>(to_wire(stops.error()));
  if (!options.stops.empty()) *given->mutable_stops() = *stops;
  return follow.give(*given);
}

// What the newest sending has answered, as far as that goes.
std::optional<v1::Refusal> undo_sending(Client& client, const MatchOptions& options, const v1::Queue& queue) {
  v1::ClientFrame frame;
  frame.mutable_undo()->set_match(options.match);
  frame.mutable_undo()->set_sending(newest_sending(queue));
  if (frame.undo().sending() == 0) return refusal(v1::REFUSAL_CODE_NOT_OFFERED, "refusal.no_undo");
  const auto answer = client.ask(std::move(frame));
  return answer ? std::nullopt : std::optional(answer.error());
}

// One's match, for one command: whose client, what it follows, what it was answered, and what the server offers.
struct AtMatch {
  Client& client;
  Follow& follow;
  Answer<v1::Attached> attached;
  v1::Titles titles;
};

using Command = int(Desk&, const MatchOptions&, AtMatch&);
int at_match(Desk& desk, const MatchOptions& options, Command command) {
  auto client = desk.connect(Desk::Need::kSomebody);
  if (!client) return desk.refused(client.error());
  Follow follow(**client, desk.voice(), options.match, Follow::As::kPlayer, Follow::Input::kScript);
  auto attached = follow.attach();
  if (!attached) return desk.refused(attached.error());
  const auto titles = learn_titles(desk, **client);
  if (!titles) return desk.refused(titles.error());
  desk.voice().about(attached->match().title());
  AtMatch at{**client, follow, std::move(attached), *titles};
  return command(desk, options, at);
}

int orders(Desk& desk, const MatchOptions& options, AtMatch& at) {
  Follow& follow = at.follow;
  if (options.undo) {
    if (const auto refused = undo_sending(at.client, options, follow.queue())) return desk.refused(*refused);
  }
  std::optional<Answer<v1::Queue>> changed = follow.queue();
  if (!options.undo) changed = change(follow, options);
  if (changed) {
    if (!*changed) return desk.refused(changed->error());
    at.attached = settle(follow);
    if (!at.attached) return desk.refused(at.attached.error());
    desk.voice().attached(follow.sight(), *at.attached);
  }
  v1::ServerFrame frame;
  *frame.mutable_queue() = follow.queue();
  desk.voice().answer(frame);
  return kExitGood;
}

int standing(Desk& desk, const MatchOptions& options, AtMatch& at) {
  const v1::MatchInfo& match = at.attached->match();
  const auto title = std::ranges::find(at.titles.titles(), match.title(), &v1::TitleInfo::id);
  if (title == at.titles.titles().end() || !match.has_my_seat())
    return desk.refused(refuse(RefusalCode::kNotYours, "refusal.not_your_match"));
  const std::vector<v1::StandingInfo> known = standing_for(*title, match.my_seat());
  if (!options.standing.empty()) {
    Result<v1::GiveStanding> given = parse_standing(options.standing, known, at.follow.queue());
    if (!given) return desk.refused(given.error());
    const auto now = at.follow.give(std::move(*given));
    if (!now) return desk.refused(now.error());
  }
  desk.voice().standing_orders(known, at.follow.queue());
  return kExitGood;
}

// Each action is chosen from the menu that the one before it led to.
int act(Desk& desk, const MatchOptions& options, AtMatch& at) {
  Follow& follow = at.follow;
  for (const std::string& written : options.actions) {
    if (!follow.sight().asked()) {
      desk.voice().menu(follow.sight());
      return kExitNotAsked;
    }
    const auto action = parse_choice(written, follow.sight().now().menu());
    if (!action) return desk.refused(action.error());
    if (!follow.act(*action)) return kExitRefused;
    at.attached = follow.attach();
    if (!at.attached) return desk.refused(at.attached.error());
  }
  desk.voice().attached(follow.sight(), *at.attached);
  return kExitGood;
}

// Asks one thing as somebody, and says so when it is done.
int ask_once(Desk& desk, v1::ClientFrame frame, const char* done) {
  auto client = desk.connect(Desk::Need::kSomebody);
  if (!client) return desk.refused(client.error());
  const auto answer = (*client)->ask(std::move(frame));
  if (!answer) return desk.refused(answer.error());
  desk.voice().note(done);
  return kExitGood;
}

int cancel(Desk& desk, const MatchOptions& options) {
  v1::ClientFrame frame;
  frame.mutable_cancel_match()->set_match(options.match);
  return ask_once(desk, std::move(frame), "terminal.cancelled");
}

int decline(Desk& desk, const MatchOptions& options) {
  v1::ClientFrame frame;
  frame.mutable_decline_challenge()->set_match(options.match);
  return ask_once(desk, std::move(frame), "terminal.declined");
}

int challenges(Desk& desk) {
  v1::ClientFrame frame;
  frame.mutable_list_challenges();
  return ask_and_tell(desk, Desk::Need::kSomebody, std::move(frame));
}

int invitation(Desk& desk, const MatchOptions& options) {
  v1::ClientFrame frame;
  frame.mutable_look_at_invitation()->set_invitation(options.code);
  return ask_and_tell(desk, Desk::Need::kNobody, std::move(frame));
}

Result<std::string> fetch_match(const Address& where, const std::string& match, const std::string& code) {
  boost::asio::io_context io;
  Result<std::string> body = std::string();
  boost::asio::co_spawn(
      io, fetch(where, "/match/" + match + "/export" + (code.empty() ? "" : "?watch=" + code)),
      [&](std::exception_ptr failed, Result<std::string> got) {
        if (!failed) {
          body = std::move(got);
          return;
        }
        try {
          std::rethrow_exception(failed);
        } catch (const std::exception& error) {
          body = refuse(RefusalCode::kUnavailable,
                        Text("terminal.no_connection").word("server", where.name()).word("error", error.what()));
        }
      });
  io.run();
  return body;
}

// What a private match is watched by, as its players are told; empty: it is not, or whoever asks is none.
std::string watch_code_of(Desk& desk, const std::string& match) {
  auto client = desk.connect(Desk::Need::kNobody);
  if (!client) return {};
  v1::ClientFrame frame;
  frame.mutable_attach()->set_match(match);
  frame.mutable_attach()->set_observe(true);
  const auto answer = (*client)->ask(std::move(frame));
  return answer ? answer->attached().match().watch() : std::string();
}

int export_match(Desk& desk, const MatchOptions& options) {
  const auto where = desk.address();
  if (!where) return desk.refused(where.error());
  Result<std::string> body = fetch_match(*where, options.match, options.code);
  if (!body && options.code.empty()) {
    const std::string code = watch_code_of(desk, options.match);
    if (!code.empty()) body = fetch_match(*where, options.match, code);
  }
  if (!body) return desk.refused(body.error());
  std::ofstream out(options.file, std::ios::binary);
  out << *body << std::flush;
  if (!out)
    return desk.refused(refuse(RefusalCode::kUnavailable, Text("terminal.not_written").word("file", options.file)));
  desk.voice().note(Text("terminal.written").word("file", options.file));
  return kExitGood;
}

void add_challenge_commands(CLI::App& app, Desk& desk, const std::shared_ptr<MatchOptions>& options) {
  CLI::App* offered = app.add_subcommand("invitation", "What an invitation is for, before you accept it");
  offered->add_option("INVITATION", options->code)->required();
  offered->callback([&desk, options] { desk.run = [&desk, options] { return invitation(desk, *options); }; });

  CLI::App* list = app.add_subcommand("challenges", "Matches that are meant for you: challenges and rematches");
  list->callback([&desk] { desk.run = [&desk] { return challenges(desk); }; });

  CLI::App* no = app.add_subcommand("decline", "Decline a challenge or a rematch");
  no->add_option("MATCH", options->match)->required();
  no->callback([&desk, options] { desk.run = [&desk, options] { return decline(desk, *options); }; });
}

}  // namespace

void add_match_commands(CLI::App& app, Desk& desk) {
  const auto options = std::make_shared<MatchOptions>();

  CLI::App* list = app.add_subcommand("games", "Matches: open ones, running ones, yours");
  list->add_flag("--mine", options->mine, "those you play in");
  list->add_flag("--open", options->open, "those that wait for a player");
  list->add_flag("--running", options->running, "those that can be watched");
  list->add_option("--limit", options->limit, "at most so many")->capture_default_str();
  list->callback([&desk, options] { desk.run = [&desk, options] { return games(desk, *options); }; });

  CLI::App* offered = app.add_subcommand("titles", "What this server offers: titles, scenarios, options, bots");
  offered->callback([&desk] { desk.run = [&desk] { return list_titles(desk); }; });

  CLI::App* look = app.add_subcommand("watch", "Watch a match as the public sees it");
  look->add_option("MATCH", options->match)->required();
  look->add_option("--code", options->code, "what a private match is watched by");
  look->callback([&desk, options] { desk.run = [&desk, options] { return watch(desk, *options); }; });

  CLI::App* once = app.add_subcommand("act", "Answer the question of now and leave; without actions, show it");
  once->add_option("MATCH", options->match)->required();
  once->add_option("ACTION", options->actions,
                   "a number of the menu, VERB:ARG,ARG or JSON; several are taken in order");
  CLI::Option* file_of_orders =
      once->add_option("--orders", options->orders, "a file with an order a line: they are queued and played");
  once->add_option("--stop", options->stops, "what halts them: phase, sighting, own-loss ... or a topic's number")
      ->needs(file_of_orders);
  once->callback([&desk, options] {
    desk.run = [&desk, options] { return at_match(desk, *options, options->orders.empty() ? act : orders); };
  });

  CLI::App* queued = app.add_subcommand("orders", "Your queued orders in a match");
  queued->add_option("MATCH", options->match)->required();
  queued->add_flag("--go-on", options->go_on, "they play on");
  queued->add_flag("--without-first", options->without_first, "they play on without the first");
  queued->add_flag("--undo", options->undo, "takes back what the newest sending has answered, as far as it can be");
  queued->add_option("--strike", options->strike, "strike the order of this number; 0: all");
  queued->callback([&desk, options] { desk.run = [&desk, options] { return at_match(desk, *options, orders); }; });

  CLI::App* left = app.add_subcommand("standing", "Your standing orders: how your seat answers while you are away");
  left->add_option("MATCH", options->match)->required();
  left->add_option(
      "ORDER", options->standing,
      "usual, staff, ask; or changes: ORDER=WAY, or ORDER=WAY:FACT=NUMBER:WAY to do otherwise from a number on");
  left->callback([&desk, options] { desk.run = [&desk, options] { return at_match(desk, *options, standing); }; });

  CLI::App* end = app.add_subcommand("cancel", "End your match, or give your seat up, before it has begun");
  end->add_option("MATCH", options->match)->required();
  end->callback([&desk, options] { desk.run = [&desk, options] { return cancel(desk, *options); }; });

  add_challenge_commands(app, desk, options);

  CLI::App* file = app.add_subcommand("export", "Write a finished match to a file that `verify` can prove");
  file->add_option("MATCH", options->match)->required();
  file->add_option("FILE", options->file)->required();
  file->add_option("--code", options->code, "what a private match is watched by; its players need none");
  file->callback([&desk, options] { desk.run = [&desk, options] { return export_match(desk, *options); }; });
}

}  // namespace wardroom::terminal
