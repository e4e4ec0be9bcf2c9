// games, titles, watch, act, cancel, export.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <fstream>
#include <iostream>

#include "client/terminal/choice.h"
#include "client/terminal/desk.h"
#include "client/terminal/match_session.h"

namespace wardroom::terminal {
namespace {

struct MatchOptions {
  std::string match;
  std::string file;
  std::vector<std::string> actions;
  bool mine = false;
  bool open = false;
  bool running = false;
  std::uint32_t limit = 50;
};

int games(Desk& desk, const MatchOptions& options) {
  auto client = desk.connect(Desk::Need::kNobody);
  if (!client) return desk.refused(client.error());
  if (const auto titles = learn_titles(desk, **client); !titles) return desk.refused(titles.error());
  v1::ClientFrame frame;
  auto& list = *frame.mutable_list_matches();
  const bool all = !options.mine && !options.open && !options.running;
  list.set_mine(options.mine);
  list.set_open(options.open || all);
  list.set_running(options.running || all);
  list.set_limit(options.limit);
  const auto answer = (*client)->ask(std::move(frame));
  if (!answer) return desk.refused(answer.error());
  desk.voice().answer(*answer);
  return kExitGood;
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
  return follow_match(desk, **client, {options.match, Follow::As::kObserver, {}});
}

// Each action is chosen from the menu that the one before it led to.
int act(Desk& desk, const MatchOptions& options) {
  auto client = desk.connect(Desk::Need::kSomebody);
  if (!client) return desk.refused(client.error());
  Follow follow(**client, desk.voice(), options.match, Follow::As::kPlayer, Follow::Input::kScript);
  auto attached = follow.attach();
  if (!attached) return desk.refused(attached.error());
  if (const auto titles = learn_titles(desk, **client); !titles) return desk.refused(titles.error());
  desk.voice().about(attached->match().title());
  for (const std::string& written : options.actions) {
    if (!follow.sight().asked()) {
      desk.voice().menu(follow.sight());
      return kExitNotAsked;
    }
    const auto action = parse_choice(written, follow.sight().now().menu());
    if (!action) return desk.refused(action.error());
    if (!follow.act(*action)) return kExitRefused;
    attached = follow.attach();
    if (!attached) return desk.refused(attached.error());
  }
  desk.voice().attached(follow.sight(), *attached);
  return kExitGood;
}

int cancel(Desk& desk, const MatchOptions& options) {
  auto client = desk.connect(Desk::Need::kSomebody);
  if (!client) return desk.refused(client.error());
  v1::ClientFrame frame;
  frame.mutable_cancel_match()->set_match(options.match);
  const auto answer = (*client)->ask(std::move(frame));
  if (!answer) return desk.refused(answer.error());
  desk.voice().note("terminal.cancelled");
  return kExitGood;
}

int export_match(Desk& desk, const MatchOptions& options) {
  const auto where = desk.address();
  if (!where) return desk.refused(where.error());
  boost::asio::io_context io;
  Result<std::string> body = std::string();
  boost::asio::co_spawn(
      io, fetch(*where, "/match/" + options.match + "/export"),
      [&](std::exception_ptr failed, Result<std::string> got) {
        if (!failed) {
          body = std::move(got);
          return;
        }
        try {
          std::rethrow_exception(failed);
        } catch (const std::exception& error) {
          body = refuse(RefusalCode::kUnavailable,
                        Text("terminal.no_connection").word("server", where->name()).word("error", error.what()));
        }
      });
  io.run();
  if (!body) return desk.refused(body.error());
  std::ofstream out(options.file, std::ios::binary);
  out << *body << std::flush;
  if (!out)
    return desk.refused(refuse(RefusalCode::kUnavailable, Text("terminal.not_written").word("file", options.file)));
  desk.voice().note(Text("terminal.written").word("file", options.file));
  return kExitGood;
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
  look->callback([&desk, options] { desk.run = [&desk, options] { return watch(desk, *options); }; });

  CLI::App* once = app.add_subcommand("act", "Answer the question of now and leave; without actions, show it");
  once->add_option("MATCH", options->match)->required();
  once->add_option("ACTION", options->actions,
                   "a number of the menu, VERB:ARG,ARG or JSON; several are taken in order");
  once->callback([&desk, options] { desk.run = [&desk, options] { return act(desk, *options); }; });

  CLI::App* end = app.add_subcommand("cancel", "End your match, or give your seat up, before it has begun");
  end->add_option("MATCH", options->match)->required();
  end->callback([&desk, options] { desk.run = [&desk, options] { return cancel(desk, *options); }; });

  CLI::App* file = app.add_subcommand("export", "Write a finished match to a file that `verify` can prove");
  file->add_option("MATCH", options->match)->required();
  file->add_option("FILE", options->file)->required();
  file->callback([&desk, options] { desk.run = [&desk, options] { return export_match(desk, *options); }; });
}

}  // namespace wardroom::terminal
