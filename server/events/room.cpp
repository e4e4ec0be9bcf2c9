#include "server/events/room.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cmath>
#include <set>

#include "common/bid.h"
#include "server/engine/options.h"
#include "server/match/await.h"
#include "server/match/card_info.h"
#include "server/tournament/event_results.h"
#include "server/tournament/taking_part.h"

namespace wardroom::events {
namespace asio = boost::asio;
namespace {

using namespace tournament;
using Game = tournament::Game;  // not the engine's

constexpr std::size_t kIdLetters = 12, kSecretBytes = 32;
constexpr int kTries = 5;  // another server may hold the same event
constexpr std::uint32_t kPage = 50, kLongestPage = 100;

Refusal no_such_event() { return refuse(RefusalCode::kNotFound, "refusal.event.no_such"); }

bool may_see(const Event& event, const std::string& account) {
  return event.state() != v1::EVENT_STATE_DRAFT || directs(event, account);
}

struct Named {
  const EventRound* round;
  const Pairing* pairing;
  const Game* game;
};
std::map<std::string, Named> games_of(const Event& event) {
  std::map<std::string, Named> games;
  for (const EventRound& round : event.rounds())
    for (const Pairing& pairing : round.pairings())
      for (const Game& game : pairing.games())
        if (!game.match().empty()) games[game.match()] = {&round, &pairing, &game};
  return games;
}

match::NewMatch match_of(const Event& event, const Named& at) {
  const v1::EventRules& rules = event.rules();
  match::NewMatch match;
  match.id = at.game->match();
  match.event = event.id();
  match.event_round = at.round->number();
  match.title = rules.title();
  match.scenario = scenario_of(*at.round, *at.pairing);
  match.options = {rules.options().begin(), rules.options().end()};
  match.clock = rules.clock();
  match.seats[0].account = find_entry(event, at.game->first())->account();
  match.seats[1].account = find_entry(event, at.game->second())->account();
  if (rules.sides() == v1::EVENT_SIDES_BID) match.sides = v1::SIDES_BID;
  // Of two matches with sides swapped nobody sees one before the other is over, too.
  const bool one_of_two = rules.sides() == v1::EVENT_SIDES_SWAPPED;
  match.is_private = rules.watching() != v1::EventRules::DELAYED || one_of_two;
  match.open_afterwards = rules.watching() == v1::EventRules::AFTERWARDS && !one_of_two;
  match.observer_delay = rules.watching() == v1::EventRules::DELAYED ? std::max(rules.observer_delay(), 1u) : 0;
  return match;
}

bool all_over(const Pairing& pairing) {
  return pairing.games_size() > 1 && std::ranges::all_of(pairing.games(), [](const Game& each) {
           return each.played().kind() != v1::EventResult::NONE || each.match().empty();
         });
}

// Who has won, and by how much against par.
MatchEnd end_of(const match::MatchCard& card) {
  MatchEnd end;
  end.accounts = card.accounts;
  end.time_ms = card.moved_ms != 0 ? card.moved_ms : card.created_ms;
  if (match::never_began(card) || !card.ending) {
    end.kind = v1::EventResult::VOID;
    return end;
  }
  const v1::Ending& ending = *card.ending;
  std::optional<std::uint32_t> winner;
  if (ending.kind() == v1::ENDING_KIND_PLAYED) {
    if (ending.has_par_winner()) winner = ending.par_winner();
  } else if (ending.has_winner()) {
    winner = ending.winner();
  }
  end.kind = ending.kind() == v1::ENDING_KIND_AGREED_DRAW   ? v1::EventResult::AGREED
             : ending.kind() == v1::ENDING_KIND_ADJUDICATED ? v1::EventResult::ADJUDICATED
                                                            : v1::EventResult::PLAYED;
  end.halves = !winner ? std::array{1u, 1u} : *winner == 0 ? std::array{2u, 0u} : std::array{0u, 2u};
  end.margin = match::margin_halves(ending);
  if (card.sides == v1::SIDES_BID) {
    for (const Seat seat : kSeats) {
      const auto bid = bid_in(card.nonces[match::player_at(card, seat)]);
      end.bids.push_back(bid ? static_cast<std::int32_t>(bid->points()) : 0);
    }
  }
  return end;
}

}  // namespace

Room::Room(asio::any_io_executor executor, match::Host& host, Store& store, RoomSettings settings)
    : strand_(asio::make_strand(executor)),
      host_(host),
      store_(store),
      settings_(std::move(settings)),
      timer_(strand_) {
  host_.on_event_match([this](const std::string& event, const std::string& match) {
    asio::co_spawn(strand_, note(event, match), asio::detached);
  });
}

Room::~Room() { host_.on_event_match({}); }

// -- changing --

Room::Await<Result<Event>> Room::load(std::string id) {
  auto read = [&](Then<Event> then) { store_.event(id, std::move(then)); };
  Result<Event> event = co_await match::ask_store<Event>(read);
  if (!event && event.error().code == RefusalCode::kNotFound) co_return no_such_event();
  co_return event;
}

Room::Await<Result<Event>> Room::change(std::string id, Act act) {
  co_return co_await asio::co_spawn(strand_, change_in_turn(std::move(id), std::move(act)), asio::use_awaitable);
}

Room::Await<Result<Event>> Room::change_in_turn(std::string id, Act act) {
  match::Baton::Hold hold = co_await turn_.take();
  for (int tries = 1;; ++tries) {
    Result<Event> before = co_await load(id);
    if (!before) co_return before.error();
    Event event = *before;
    if (Result<void> done = act(event); !done) co_return done.error();
    if (event.version() == before->version()) co_return event;
    Result<void> kept = co_await keep(event, *before);
    if (kept) {
      asio::co_spawn(strand_, follow(event, std::move(*before)), asio::detached);
      co_return event;
    }
    if (kept.error().code != RefusalCode::kConflict || tries == kTries) co_return kept.error();
  }
}

Room::Await<Result<void>> Room::keep(Event event, const Event& before) {
  Result<std::vector<match::MatchCard>> matches = co_await new_matches(event, before);
  if (!matches) co_return matches.error();
  EventCommit commit{std::move(event), before.version(), std::move(*matches)};
  auto write = [&](Then<void> then) { store_.keep_event(std::move(commit), std::move(then)); };
  co_return co_await match::ask_store<void>(write);
}

Room::Await<Result<std::vector<match::MatchCard>>> Room::new_matches(const Event& event, const Event& before) {
  std::vector<match::MatchCard> cards;
  const auto had = games_of(before), games = games_of(event);
  for (const auto& [id, at] : games) {
    if (had.contains(id)) continue;
    Result<match::MatchCard> card = co_await host_.prepare(match_of(event, at));
    if (!card) co_return card.error();
    cards.push_back(std::move(*card));
  }
  co_return cards;
}

// Clocks stand while the event does. What was missed when the server stopped is made up for: then all are looked at.
Room::Await<void> Room::rest_or_run(Event event, bool all) {
  for (const auto& [match, at] : games_of(event)) {
    if (at.game->played().kind() != v1::EventResult::NONE) continue;
    if (all && !event.paused()) {
      Result<match::MatchCard> card = co_await host_.card(match);
      if (!card || card->aside.pauses().empty()) continue;
    }
    match::StandStill how;
    how.still = event.paused();
    (void)co_await host_.stand_still(match, how);
  }
}

Room::Await<void> Room::open_pairs(Event event, Event before) {
  const bool wanted =
      event.rules().sides() == v1::EVENT_SIDES_SWAPPED && event.rules().watching() != v1::EventRules::NEVER;
  if (!wanted) co_return;
  for (const EventRound& round : event.rounds()) {
    for (const Pairing& pairing : round.pairings()) {
      const Pairing* was = nullptr;
      if (EventRound* there = find_round(before, round.number())) was = find_pairing(*there, pairing.board());
      if (!all_over(pairing) || (was && all_over(*was))) continue;
      for (const Game& game : pairing.games())
        if (!game.match().empty()) (void)co_await host_.open_up(game.match());
    }
  }
}

// Matches that are over for the event end for their players, too; whoever takes part is told.
Room::Await<void> Room::follow(Event event, Event before) {
  wake();
  std::set<std::string> people;
  for (const Entrance& each : event.entries()) people.insert(each.account());
  people.insert(event.directors().begin(), event.directors().end());
  for (const std::string& account : people)
    if (tell_ && !account.empty()) tell_(account, info_of(event, account));
  std::set<std::string> known;
  for (const CalledOff& each : to_call_off(before)) known.insert(each.match);
  for (const CalledOff& each : to_call_off(event)) {
    if (known.contains(each.match)) continue;
    Result<match::MatchCard> card = co_await host_.card(each.match);
    if (!card) continue;
    match::CallOff how;
    how.winner = match::seat_of(*card, each.winner);
    (void)co_await host_.call_off(each.match, how);
  }
  const bool first = before.id().empty();
  if (first || before.paused() != event.paused()) co_await rest_or_run(event, first);
  co_await open_pairs(std::move(event), std::move(before));
}

// -- matches --

Room::Await<void> Room::note(std::string id, std::string match) {
  Result<match::MatchCard> card = co_await host_.card(match);
  if (!card || card->state == v1::MATCH_STATE_OPEN) co_return;
  Result<Event> noted = co_await change(std::move(id), [&](Event& event) -> Result<void> {
    if (card->state == v1::MATCH_STATE_OVER)
      note_end(event, match, end_of(*card));
    else
      note_begun(event, match);
    return {};
  });
  if (!noted)
    spdlog::error("event=result_not_noted match={} {} reason={}", match, match::kNobodyAsks,
                  noted.error().reason.id.view());
}

Room::Await<void> Room::catch_up() {
  auto read = [&](Then<std::vector<std::string>> then) { store_.running_events(std::move(then)); };
  Result<std::vector<std::string>> running = co_await match::ask_store<std::vector<std::string>>(read);
  if (!running) co_return;
  for (const std::string& id : *running) {
    Result<Event> event = co_await load(id);
    if (!event) continue;
    for (const auto& [match, at] : games_of(*event))
      if (at.game->played().kind() == v1::EventResult::NONE) co_await note(id, match);
    Result<Event> looked = co_await change(id, [this](Event& next) -> Result<void> {
      note_upgrade(next, played_now(next.rules().title()), settings_.now_ms());
      return {};
    });
    if (looked) *event = std::move(*looked);
    co_await follow(*event, Event());
  }
}

Room::Await<Looks> Room::look_at(Event event, std::vector<std::string> matches) {
  Looks looks;
  const auto games = games_of(event);
  for (const std::string& match : matches) {
    Result<match::MatchCard> card = co_await host_.card(match);
    if (!card) continue;
    MatchLook& look = looks[match];
    look.begun = card->state != v1::MATCH_STATE_OPEN;
    const Game& game = *games.at(match).game;
    const std::array entries{game.first(), game.second()};
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const auto seat = match::seat_of(*card, find_entry(event, entries[i])->account());
      look.came[i] = seat && !card->nonces[match::player_at(*card, *seat)].empty();
    }
  }
  co_return looks;
}

// -- time --

Room::Await<void> Room::pass_time_in(std::string id) {
  Result<Event> event = co_await load(id);
  if (!event) co_return;
  const std::int64_t now = settings_.now_ms();
  Looks looks = co_await look_at(*event, starts_due(*event, now));
  Desk desk;
  if (event->rules().automatic()) desk = co_await desk_to_begin(event->rules());
  std::vector<std::string> by_score;
  Result<Event> changed = co_await change(id, [&](Event& next) -> Result<void> {
    by_score = tournament::pass_time(next, looks, now).end_by_score;
    const std::int64_t goes_on = goes_on_at(next);
    if (goes_on > 0 && goes_on <= now) return go_on(next, desk, now);
    return {};
  });
  if (!changed) {
    spdlog::error("event=time_not_kept event_id={} reason={}", id, changed.error().reason.id.view());
    co_return;
  }
  for (const std::string& match : by_score) {
    match::CallOff how;
    how.how = match::CallOff::How::kByScore;
    (void)co_await host_.call_off(match, how);
  }
}

Room::Await<void> Room::pass_time() {
  auto read = [&](Then<std::vector<std::string>> then) { store_.due_events(settings_.now_ms(), std::move(then)); };
  Result<std::vector<std::string>> due = co_await match::ask_store<std::vector<std::string>>(read);
  if (!due) co_return;
  for (const std::string& id : *due) co_await pass_time_in(id);
}

Room::Await<void> Room::keep_time() {
  co_await catch_up();
  for (;;) {
    co_await pass_time();
    auto read = [&](Then<std::int64_t> then) { store_.next_due(std::move(then)); };
    Result<std::int64_t> next = co_await match::ask_store<std::int64_t>(read);
    std::chrono::milliseconds sleep = settings_.longest_sleep;
    constexpr std::chrono::milliseconds kShortest{200};  // what could not be done is tried again, not at once
    if (next && *next > 0) sleep = std::min(sleep, std::chrono::milliseconds(*next - settings_.now_ms()));
    timer_.expires_after(std::max(sleep, kShortest));
    boost::system::error_code woken;
    co_await timer_.async_wait(asio::redirect_error(asio::use_awaitable, woken));
  }
}

void Room::wake() { timer_.cancel(); }

// -- asked --

Room::Await<Result<v1::EventList>> Room::list(std::string account, v1::ListEvents asked) {
  EventQuery query;
  if (asked.mine()) query.account = account;
  if (asked.mine() && account.empty()) co_return refuse(RefusalCode::kSignedOut, "refusal.sign_in_first");
  query.title = asked.title();
  query.over = asked.over();
  query.after = asked.after();
  query.limit = asked.limit() == 0 ? kPage : std::min(asked.limit(), kLongestPage);
  auto read = [&](Then<std::vector<Event>> then) { store_.events(query, std::move(then)); };
  Result<std::vector<Event>> found = co_await match::ask_store<std::vector<Event>>(read);
  if (!found) co_return found.error();
  v1::EventList list;
  for (const Event& event : *found) *list.add_events() = info_of(event, account);
  if (found->size() == query.limit) list.set_next(found->back().id());
  co_return list;
}

Room::Await<Result<v1::EventPage>> Room::page_for(std::string account, Event event) {
  Names names;
  for (const std::string& each : people_on(event)) names[each] = co_await host_.names().of(each);
  co_return page_of(event, names, account, settings_.now_ms());
}

Room::Await<Result<v1::EventPage>> Room::page(std::string account, std::string id) {
  Result<Event> event = co_await load(std::move(id));
  if (!event) co_return event.error();
  if (!may_see(*event, account)) co_return no_such_event();
  co_return co_await page_for(std::move(account), std::move(*event));
}

Room::Await<Result<v1::EventRules>> Room::rules_like(std::string account, std::string id) {
  Result<Event> event = co_await load(std::move(id));
  if (!event) co_return event.error();
  if (!may_see(*event, account)) co_return no_such_event();
  v1::EventRules rules = event->rules();
  rules.clear_password();
  rules.clear_invited();
  rules.clear_starts_ms();
  co_return rules;
}

Result<void> Room::check(const v1::EventRules& rules) const {
  if (Result<void> sound = check_rules(rules); !sound) return sound;
  const match::LoadedTitle* title = host_.title(rules.title());
  if (!title) return refuse(RefusalCode::kNotFound, Text("refusal.no_such_title").word("title", rules.title()));
  for (const std::string& scenario : rules.scenarios()) {
    const auto opened =
        open_new(*title->title, scenario, match::chosen({rules.options().begin(), rules.options().end()}));
    if (!opened) return opened.error();
    const PlayedSeats played = find_scenario(*title->title, scenario)->played;
    if (!played[0] || !played[1]) return refuse(RefusalCode::kConflict, "refusal.event.for_two");
  }
  return {};
}

Room::Await<Result<v1::EventPage>> Room::create(std::string account, v1::EventRules rules, std::string like) {
  EventQuery query;
  query.account = account;
  query.limit = 200;
  auto read = [&](Then<std::vector<Event>> then) { store_.events(query, std::move(then)); };
  Result<std::vector<Event>> mine = co_await match::ask_store<std::vector<Event>>(read);
  if (!mine) co_return mine.error();
  const auto own = std::ranges::count_if(*mine, [&](const Event& each) { return each.directors(0) == account; });
  if (own >= static_cast<std::ptrdiff_t>(settings_.drafts_per_account))
    co_return refuse(RefusalCode::kTooMuch,
                     Text("refusal.event.too_many").number("most", settings_.drafts_per_account));
  Event event = new_event(match::random_code(kIdLetters), random_bytes(kSecretBytes), std::move(rules),
                          {account, settings_.now_ms()});
  if (!like.empty()) {  // whom its director has banned stays so in what he makes of it
    Result<Event> model = co_await load(std::move(like));
    if (model && directs(*model, account)) *event.mutable_banned() = model->banned();
  }
  EventCommit commit{event, 0, {}};
  auto write = [&](Then<void> then) { store_.keep_event(std::move(commit), std::move(then)); };
  Result<void> kept = co_await match::ask_store<void>(write);
  if (!kept) co_return kept.error();
  co_return co_await page_for(std::move(account), std::move(event));
}

Room::Await<Result<Person>> Room::person(std::string account, const v1::EventRules& rules) {
  Person one{account};
  if (account.empty()) co_return one;
  auto read = [&](Then<Marks> then) { store_.marks_of(account, std::move(then)); };
  Result<Marks> marks = co_await match::ask_store<Marks>(read);
  if (!marks) co_return marks.error();
  one.program = marks->program;
  Result<std::shared_ptr<const RatingPools>> pools = co_await this->pools();
  if (!pools) co_return pools.error();
  const auto pool = (*pools)->find({rules.title(), rules.live(), one.program});
  const RatedPerson* found = pool == (*pools)->end() ? nullptr : pool->second.find(account);
  if (found) {
    one.rating = static_cast<std::uint32_t>(std::lround(found->rating.value));
    one.provisional = found->rating.provisional();
  }
  co_return one;
}

Room::Await<Result<v1::EventPage>> Room::take_part(std::string account, v1::TakePart asked) {
  Result<Event> event = co_await load(asked.event());
  if (!event) co_return event.error();
  if (!may_see(*event, account)) co_return no_such_event();
  Result<Person> who = co_await person(account, event->rules());
  if (!who) co_return who.error();
  Result<Event> changed = co_await change(
      asked.event(), [&](Event& next) { return tournament::take_part(next, *who, asked, settings_.now_ms()); });
  if (!changed) co_return changed.error();
  co_return co_await page_for(std::move(account), std::move(*changed));
}

// What an event is begun with: the odds of its scenarios, and the data it is played by.
Room::Await<Desk> Room::desk_to_begin(v1::EventRules rules) {
  Desk desk;
  Result<std::vector<v1::record::RatedMatch>> matches = co_await rated();
  if (matches) desk.balance = balance_of(*matches, rules.title());
  desk.played = played_now(rules.title());
  co_return desk;
}

Played Room::played_now(const std::string& title) const {
  const match::LoadedTitle* found = host_.title(title);
  if (!found) return {};
  return {found->bundle->hash(), found->title->revision()};
}

Room::Await<Result<v1::EventPage>> Room::direct(std::string account, v1::Direct asked, std::string named) {
  Result<Event> event = co_await load(asked.event());
  if (!event) co_return event.error();
  if (!may_see(*event, account)) co_return no_such_event();
  Desk desk;
  Result<Person> who = co_await person(std::move(named), event->rules());
  if (!who) co_return who.error();
  desk.named = std::move(*who);
  if (asked.has_unpublish() || asked.has_substitute() || asked.has_undo()) {
    std::vector<std::string> open;
    for (const auto& [match, at] : games_of(*event))
      if (!decided(*at.game)) open.push_back(match);
    desk.looks = co_await look_at(*event, std::move(open));
  }
  if (asked.has_publish()) {
    Desk begins = co_await desk_to_begin(event->rules());
    desk.balance = std::move(begins.balance);
  }
  desk.played = played_now(event->rules().title());
  Result<Event> changed = co_await change(asked.event(), [&](Event& next) {
    return tournament::direct(next, asked, {account, settings_.now_ms()}, desk);
  });
  if (!changed) co_return changed.error();
  co_return co_await page_for(std::move(account), std::move(*changed));
}

}  // namespace wardroom::events
