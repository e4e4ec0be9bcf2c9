// play: create a match, join one, or be paired.
#include <algorithm>
#include <random>

#include "client/terminal/choice.h"
#include "client/terminal/desk.h"
#include "client/terminal/match_session.h"
#include "common/bid.h"

namespace wardroom::terminal {
namespace {

struct PlayOptions {
  std::string title;
  std::string scenario;
  std::string side = "random";
  std::string bid;
  std::string bot;
  std::string join;
  std::string rematch;
  std::string challenge;
  std::string lessons;
  std::string preset;
  std::vector<std::string> options;
  std::string clock;
  std::uint32_t observer_delay = 0;
  bool is_private = false;
  std::optional<bool> quick_passes;  // none: as is usual
  bool quick = false;
  bool autoplay = false;
  std::uint64_t seed = 0;
};

Answer<v1::SideChoice> side_of(const std::string& written, const v1::TitleInfo& title) {
  const std::string word = lower(written);
  if (word == "random") return v1::SIDE_CHOICE_RANDOM;
  if (word == "first") return v1::SIDE_CHOICE_FIRST;
  if (word == "second") return v1::SIDE_CHOICE_SECOND;
  if (word == "draw") return v1::SIDE_CHOICE_DRAW;
  if (word == "bid") return v1::SIDE_CHOICE_BID;
  for (int i = 0; i < title.seat_ids_size(); ++i) {
    if (title.seat_ids(i) == word) return i == 0 ? v1::SIDE_CHOICE_FIRST : v1::SIDE_CHOICE_SECOND;
  }
  return refusal(v1::REFUSAL_CODE_NOT_FOUND, Text("terminal.no_such_side").word("side", written));
}

// "SIDE:POINTS".
Answer<v1::Bid> bid_of(const std::string& written, const v1::TitleInfo& title) {
  const auto colon = written.find(':');
  const auto side = side_of(written.substr(0, colon), title);
  unsigned points = 0;
  char end = 0;
  const bool read = colon != std::string::npos && std::sscanf(written.c_str() + colon + 1, "%5u%c", &points, &end) == 1;
  if (!side || !read || (*side != v1::SIDE_CHOICE_FIRST && *side != v1::SIDE_CHOICE_SECOND) || points > kMostBid) {
    return refusal(v1::REFUSAL_CODE_MALFORMED, Text("terminal.bad_bid").word("bid", written).number("most", kMostBid));
  }
  v1::Bid bid;
  bid.set_seat(*side == v1::SIDE_CHOICE_FIRST ? 0 : 1);
  bid.set_points(points);
  return bid;
}

// "BANK+INCREMENT" in minutes and seconds, as chess players write it; "BANK+INCREMENT/CAP" with a cap in minutes.
Answer<v1::Clock> clock_of(const std::string& written) {
  v1::Clock clock;
  unsigned bank = 0, increment = 0, cap = 0;
  char end = 0;
  const int read = std::sscanf(written.c_str(), "%5u+%5u/%5u%c", &bank, &increment, &cap, &end);
  if (read != 2 && read != 3)
    return refusal(v1::REFUSAL_CODE_MALFORMED, Text("terminal.bad_clock").word("clock", written));
  clock.set_bank_seconds(bank * 60);
  clock.set_increment_seconds(increment);
  clock.set_cap_seconds(cap * 60);
  return clock;
}

// The title asked for, or the only one there is; and a scenario of it.
Answer<v1::TitleInfo> title_of(Client& client, const std::string& wanted) {
  v1::ClientFrame frame;
  frame.mutable_list_titles();
  const auto answer = client.ask(std::move(frame));
  if (!answer) return answer.error();
  for (const v1::TitleInfo& title : answer->titles().titles()) {
    if (title.id() == wanted || (wanted.empty() && answer->titles().titles_size() == 1)) return title;
  }
  if (wanted.empty()) return refusal(v1::REFUSAL_CODE_MALFORMED, "terminal.which_title");
  return refusal(v1::REFUSAL_CODE_NOT_FOUND, Text("terminal.no_such_title").word("title", wanted));
}

std::string first_scenario(const v1::TitleInfo& title) {
  const auto it = std::ranges::find_if(title.scenarios(), &v1::Scenario::first);
  return it == title.scenarios().end() ? title.scenarios(0).id() : it->id();
}

// What was written one by one goes before the preset, of which the scenario may have a part only.
Answer<std::vector<v1::ChosenOption>> chosen_options(const v1::TitleInfo& title, const std::string& scenario,
                                                     const PlayOptions& options) {
  std::vector<v1::ChosenOption> chosen;
  for (const std::string& option : options.options) {
    const auto equals = option.find('=');
    if (equals == std::string::npos)
      return refusal(v1::REFUSAL_CODE_MALFORMED, Text("terminal.bad_option").word("option", option));
    chosen.emplace_back().set_id(option.substr(0, equals));
    chosen.back().set_value(option.substr(equals + 1));
  }
  if (options.preset.empty()) return chosen;
  const auto preset = std::ranges::find(title.presets(), options.preset, [](const auto& each) { return each.id(); });
  if (preset == title.presets().end())
    return refusal(v1::REFUSAL_CODE_NOT_FOUND, Text("terminal.no_such_preset").word("preset", options.preset));
  for (const v1::ChosenOption& each : preset->options()) {
    const auto same = [&](const auto& other) { return other.id() == each.id(); };
    const auto rule = std::ranges::find_if(title.options(), same);
    const bool here =
        rule != title.options().end() &&
        (rule->scenarios().empty() || std::ranges::find(rule->scenarios(), scenario) != rule->scenarios().end());
    if (here && std::ranges::none_of(chosen, same)) chosen.push_back(each);
  }
  return chosen;
}

Answer<v1::MatchInfo> create(Client& client, const PlayOptions& options) {
  const auto title = title_of(client, options.title);
  if (!title) return title.error();
  if (options.scenario.empty() && title->scenarios().empty())
    return refusal(v1::REFUSAL_CODE_MALFORMED, "terminal.which_scenario");
  const std::string scenario = options.scenario.empty() ? first_scenario(*title) : options.scenario;

  v1::ClientFrame frame;
  if (options.quick) {
    auto& quick = *frame.mutable_quick_match();
    quick.set_title(title->id());
    quick.set_scenario(scenario);
  } else {
    const auto side = side_of(options.side, *title);
    if (!side) return side.error();
    if (*side == v1::SIDE_CHOICE_BID) {
      const auto bid = bid_of(options.bid, *title);
      if (!bid) return bid.error();
      client.bid(*bid);
    }
    auto& create = *frame.mutable_create_match();
    create.set_title(title->id());
    create.set_scenario(scenario);
    create.set_side(*side);
    create.set_is_private(options.is_private);
    create.set_bot(options.bot);
    create.set_invited(options.challenge);
    create.set_observer_delay(options.observer_delay);
    if (options.quick_passes) create.set_quick_passes(*options.quick_passes);
    if (!options.clock.empty()) {
      const auto clock = clock_of(options.clock);
      if (!clock) return clock.error();
      *create.mutable_clock() = *clock;
    }
    const auto chosen = chosen_options(*title, scenario, options);
    if (!chosen) return chosen.error();
    create.mutable_options()->Assign(chosen->begin(), chosen->end());
  }
  const auto answer = client.ask(std::move(frame));
  if (!answer) return answer.error();
  if (answer->has_match()) return answer->match();
  if (answer->has_match_found()) return answer->match_found().match();
  return v1::MatchInfo();  // waiting to be paired
}

Answer<v1::MatchInfo> wait_for_pairing(Desk& desk, Client& client) {
  desk.voice().note("terminal.waiting");
  for (;;) {
    const Event event = client.next();
    if (const auto* gone = std::get_if<Gone>(&event)) return gone->why;
    if (const auto* lost = std::get_if<Lost>(&event)) desk.voice().note(Text("terminal.lost").word("error", lost->why));
    const auto* frame = std::get_if<v1::ServerFrame>(&event);
    if (frame && frame->has_match_found()) return frame->match_found().match();
  }
}

Answer<v1::MatchInfo> join_by(Client& client, const v1::JoinMatch& how) {
  v1::ClientFrame frame;
  *frame.mutable_join_match() = how;
  const auto answer = client.ask(std::move(frame));
  if (!answer) return answer.error();
  return answer->match();
}

// By id, or by invitation; one's own match is returned to. When the line drops meanwhile, one looks again.
Answer<v1::MatchInfo> join(Client& client, const std::string& wanted) {
  v1::JoinMatch by_id, by_invitation;
  by_id.set_match(wanted);
  by_invitation.set_invitation(wanted);
  for (;;) {
    v1::ClientFrame look;
    look.mutable_attach()->set_match(wanted);
    const auto attached = client.ask(look);
    if (attached && attached->attached().match().has_my_seat()) return attached->attached().match();
    auto joined = join_by(client, by_id);
    if (!joined && joined.error().code() == v1::REFUSAL_CODE_NOT_FOUND) joined = join_by(client, by_invitation);
    if (joined || joined.error().reason().id() != "terminal.line_lost") return joined;
  }
}

// Whoever asks first makes it, the other is seated in it; asked again, it is returned to.
Answer<v1::MatchInfo> play_again(Client& client, const std::string& ended) {
  for (;;) {
    v1::ClientFrame frame;
    frame.mutable_rematch()->set_match(ended);
    const auto answer = client.ask(std::move(frame));
    if (answer) return answer->match();
    if (answer.error().reason().id() != "terminal.line_lost") return answer.error();
  }
}

// Whoever joins a match that is bid for says his bid with it; its title is known when he sits there.
Answer<v1::MatchInfo> join_bidding(Client& client, const PlayOptions& options) {
  const auto joined = join(client, options.join);
  if (!joined || options.bid.empty() || !joined->sides_open()) return joined;
  const auto title = title_of(client, joined->title());
  if (!title) return title.error();
  const auto bid = bid_of(options.bid, *title);
  if (!bid) return bid.error();
  client.bid(*bid);
  return join(client, joined->id());  // now that the bid is known the part is given
}

// A tutorial of the title by its id, or by what stands behind the point in it.
Answer<v1::MatchInfo> start_lessons(Client& client, const PlayOptions& options) {
  const auto title = title_of(client, options.title);
  if (!title) return title.error();
  const auto meant = std::ranges::find_if(title->tutorials(), [&](const v1::TutorialInfo& each) {
    return each.id() == options.lessons || each.id().ends_with("." + options.lessons);
  });
  v1::ClientFrame frame;
  frame.mutable_start_tutorial()->set_title(title->id());
  frame.mutable_start_tutorial()->set_tutorial(meant == title->tutorials().end() ? options.lessons : meant->id());
  const auto answer = client.ask(std::move(frame));
  if (!answer) return answer.error();
  return answer->match();
}

Answer<v1::MatchInfo> find_match(Client& client, const PlayOptions& options) {
  if (!options.lessons.empty()) return start_lessons(client, options);
  if (!options.rematch.empty()) return play_again(client, options.rematch);
  if (!options.join.empty()) return join_bidding(client, options);
  return create(client, options);
}

int play(Desk& desk, const PlayOptions& options) {
  auto client = desk.connect(Desk::Need::kSomebody);
  if (!client) return desk.refused(client.error());
  auto match = find_match(**client, options);
  if (match && match->id().empty()) match = wait_for_pairing(desk, **client);
  if (!match) return desk.refused(match.error());
  Following following{match->id(), Follow::As::kPlayer, {}};
  if (options.autoplay) following.autoplay = options.seed;
  return follow_match(desk, **client, following);
}

}  // namespace

void add_play_command(CLI::App& app, Desk& desk) {
  const auto options = std::make_shared<PlayOptions>();
  CLI::App* command = app.add_subcommand("play", "Create a match or join one, and play it");
  command->add_option("--title", options->title, "the game; not needed when the server offers one only");
  command->add_option("--scenario", options->scenario, "its scenario; else one for newcomers");
  command->add_option("--side", options->side, "first, second, a seat's name, random, draw or bid")
      ->capture_default_str();
  command->add_option("--bid", options->bid, "SIDE:POINTS, where sides are bid for, in units of the score");
  command->add_option("--bot", options->bot, "play against this bot of the server");
  CLI::Option* other = command->add_option("--join", options->join, "a match's id or an invitation");
  command->add_option("--rematch", options->rematch, "a finished match of yours: again, with the sides swapped")
      ->excludes(other);
  command->add_option("--challenge", options->challenge, "the name of the only one who may join: he is told");
  command->add_option("--lessons", options->lessons, "a tutorial of the title, by its name: first, ...")
      ->excludes(other);
  command->add_option("--preset", options->preset, "optional rules that are chosen together; see titles");
  command->add_option("--option", options->options, "an optional rule, as id=value; may be given again")
      ->allow_extra_args(false);
  command->add_option("--clock", options->clock, "MINUTES+SECONDS per hand-over, /MINUTES as a cap");
  command->add_option("--observer-delay", options->observer_delay, "observers see what was, so many updates ago");
  command->add_flag("--private", options->is_private, "by invitation only");
  command->add_flag("--quick-passes,!--no-quick-passes", options->quick_passes,
                    "questions with one single answer pass by themselves, for both; usual against a bot");
  command->add_flag("--quick", options->quick, "be paired with someone who waits too");
  CLI::Option* autoplay = command->add_flag("--autoplay", options->autoplay, "answer every question at random");
  command->add_option("--seed", options->seed, "of --autoplay")->needs(autoplay);
  command->callback([&desk, options] { desk.run = [&desk, options] { return play(desk, *options); }; });
}

}  // namespace wardroom::terminal
