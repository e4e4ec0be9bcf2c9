#include "server/tournament/event_news.h"

#include <algorithm>
#include <functional>
#include <set>

namespace wardroom::tournament {
namespace {

using About = v1::record::EventNews;

constexpr std::int64_t kLeastLeadMs = 60 * kMinuteMs;

About about(const Event& event, std::int64_t now_ms) {
  About news;
  news.set_event(event.id());
  news.set_name(event.rules().name());
  news.set_title(event.rules().title());
  news.set_time_ms(now_ms);
  return news;
}

// One game, as one of its two is told of it.
using Told = std::function<void(const EventRound&, const Pairing&, int game, const Entrance& who, const About&)>;

void tell_players(const Event& event, const EventRound& round, const Pairing& pairing, int number, const Told& tell) {
  const Game& game = pairing.games(number);
  const std::uint32_t entries[] = {game.first(), game.second()};
  for (std::uint32_t seat = 0; seat < 2; ++seat) {
    const Entrance* who = find_entry(event, entries[seat]);
    const Entrance* other = find_entry(event, entries[1 - seat]);
    if (!who || who->account().empty()) continue;
    About news = about(event, round.published_ms());
    news.set_round(round.number());
    news.set_board(pairing.board());
    news.set_game(static_cast<std::uint32_t>(number) + 1);
    if (other) news.set_opponent(other->account());
    news.set_seat(event.rules().sides() == v1::EVENT_SIDES_BID ? 2 : seat);  // not known yet
    if (pairing.choose_by_ms() == 0) news.set_scenario(scenario_of(round, pairing));
    news.set_deadline_ms(pairing.deadline_ms());
    tell(round, pairing, number, *who, news);
  }
}

const Pairing* there_before(const Event& before, const EventRound& round, const Pairing& pairing) {
  for (const EventRound& each : before.rounds()) {
    if (each.number() != round.number() || each.state() == v1::EventRound::DRAWN) continue;
    if (each.published_ms() != round.published_ms()) continue;
    for (const Pairing& one : each.pairings())
      if (one.board() == pairing.board() && one.one() == pairing.one() && one.two() == pairing.two()) return &one;
  }
  return nullptr;
}

// The last quarter of a round, and its last half day.
std::set<std::int64_t> leads(const EventRound& round, const Pairing& pairing) {
  const std::int64_t whole = pairing.deadline_ms() - round.published_ms();
  std::set<std::int64_t> all;
  for (const std::int64_t lead : {whole / 4, kDayMs / 2})
    if (lead >= kLeastLeadMs && lead < whole) all.insert(lead);
  return all;
}

void tell_of_pairing(const Event& event, const EventRound& round, const Pairing& pairing, bool fresh,
                     std::int64_t now_ms, std::vector<News>& all) {
  if (pairing.two() == 0) {
    const Entrance* who = find_entry(event, pairing.one());
    if (!fresh || !who) return;
    About news = about(event, round.published_ms());
    news.set_round(round.number());
    news.set_board(pairing.board());
    all.push_back({NewsKind::kPaired, who->account(), std::move(news)});
    return;
  }
  // Of two matches with sides swapped one letter is enough.
  tell_players(event, round, pairing, 0,
               [&](const EventRound&, const Pairing&, int, const Entrance& who, const About& news) {
                 if (decided(pairing)) return;
                 if (fresh) all.push_back({NewsKind::kPaired, who.account(), news});
                 if (pairing.deadline_ms() == 0) return;
                 for (const std::int64_t lead : leads(round, pairing)) {
                   News warning{NewsKind::kDeadline, who.account(), news, pairing.deadline_ms() - lead};
                   warning.about.set_time_ms(lead);
                   if (warning.due_ms > now_ms) all.push_back(std::move(warning));
                 }
               });
}

bool looked(const Pairing* before, int game) {
  return before && game < before->games_size() && !before->games(game).looked_by().empty();
}
bool ruled(const Pairing* before, int game, std::int64_t at_ms) {
  return before && game < before->games_size() && before->games(game).ruled_ms() == at_ms &&
         before->games(game).has_ruled();
}

void tell_of_games(const Event& event, const EventRound& round, const Pairing& pairing, const Pairing* before,
                   std::vector<News>& all) {
  for (int i = 0; i < pairing.games_size(); ++i) {
    const Game& game = pairing.games(i);
    const bool now_ruled = game.ruled().kind() != v1::EventResult::NONE && !ruled(before, i, game.ruled_ms());
    const bool now_looked = !game.looked_by().empty() && !looked(before, i);
    if (!now_ruled && !now_looked) continue;
    tell_players(event, round, pairing, i,
                 [&](const EventRound&, const Pairing&, int, const Entrance& who, const About& told) {
                   if (now_looked) all.push_back({NewsKind::kLooked, who.account(), told});
                   if (!now_ruled) return;
                   News news{NewsKind::kRuled, who.account(), told};
                   const bool first = game.first() == who.entry();
                   news.about.set_halves(first ? game.ruled().first_halves() : game.ruled().second_halves());
                   news.about.set_text(game.ruled().reason());
                   news.about.set_time_ms(game.ruled_ms());
                   all.push_back(std::move(news));
                 });
  }
}

void tell_of_places(const Event& before, const Event& after, std::int64_t now_ms, std::vector<News>& all) {
  std::uint32_t waiting = 0;
  for (const Entrance& each : after.entries()) {
    if (each.state() == v1::EventEntry::WAITING) ++waiting;
    const Entrance* was = find_entry(before, each.entry());
    const bool waited = was && was->state() == v1::EventEntry::WAITING;
    if (each.state() == v1::EventEntry::WAITING && !waited) {
      News news{NewsKind::kWaiting, each.account(), about(after, now_ms)};
      news.about.set_board(waiting);
      all.push_back(std::move(news));
    }
    if (each.state() == v1::EventEntry::IN && waited)
      all.push_back({NewsKind::kAdmitted, each.account(), about(after, now_ms)});
  }
}

void tell_of_words(const Event& before, const Event& after, std::vector<News>& all) {
  for (int i = before.words_size(); i < after.words_size(); ++i) {
    for (const Entrance& each : after.entries()) {
      const bool left = each.state() == v1::EventEntry::WITHDRAWN || each.state() == v1::EventEntry::EXPELLED;
      if (left || each.account() == after.words(i).by()) continue;
      News news{NewsKind::kSaid, each.account(), about(after, after.words(i).time_ms())};
      news.about.set_text(after.words(i).text());
      all.push_back(std::move(news));
    }
  }
}

const Pairing* pairing_told(const Event& event, const About& about) {
  for (const EventRound& round : event.rounds()) {
    if (round.number() != about.round() || round.state() == v1::EventRound::DRAWN) continue;
    for (const Pairing& pairing : round.pairings())
      if (pairing.board() == about.board()) return &pairing;
  }
  return nullptr;
}

bool plays(const Event& event, const Pairing& pairing, const std::string& account) {
  const Entrance* who = entry_of(event, account);
  return who && (pairing.one() == who->entry() || pairing.two() == who->entry());
}

bool paired_still(const Event& event, const std::string& account, const About& about) {
  const Pairing* pairing = pairing_told(event, about);
  if (!pairing || !plays(event, *pairing, account) || event.state() != v1::EVENT_STATE_PLAYING) return false;
  const auto round = std::ranges::find(event.rounds(), about.round(), [](const auto& each) { return each.number(); });
  if (round->published_ms() != about.time_ms()) return false;
  if (pairing->two() == 0) return true;
  return !decided(*pairing) && std::ranges::none_of(pairing->games(), [](const Game& each) { return each.begun(); });
}

}  // namespace

std::vector<News> news_of(const Event& before, const Event& after, std::int64_t now_ms) {
  std::vector<News> all;
  if (after.state() == v1::EVENT_STATE_CANCELLED) return all;
  for (const EventRound& round : after.rounds()) {
    if (round.state() != v1::EventRound::PLAYING) continue;
    for (const Pairing& pairing : round.pairings()) {
      const Pairing* was = there_before(before, round, pairing);
      if (!was || was->deadline_ms() != pairing.deadline_ms())
        tell_of_pairing(after, round, pairing, !was, now_ms, all);
      tell_of_games(after, round, pairing, was, all);
    }
  }
  tell_of_places(before, after, now_ms, all);
  tell_of_words(before, after, all);
  if (after.upgraded() && !before.upgraded())
    for (const std::string& director : after.directors())
      all.push_back({NewsKind::kStopped, director, about(after, now_ms)});
  return all;
}

bool still_true(const Event& event, NewsKind kind, const std::string& account, const About& about) {
  if (kind == NewsKind::kStopped) return event.upgraded();
  const Entrance* who = entry_of(event, account);
  if (!who) return false;
  const Pairing* pairing = pairing_told(event, about);
  switch (kind) {
    case NewsKind::kPaired:
      return paired_still(event, account, about);
    case NewsKind::kDeadline:
      return pairing && plays(event, *pairing, account) && !decided(*pairing) && !event.paused() &&
             event.state() == v1::EVENT_STATE_PLAYING && pairing->deadline_ms() == about.deadline_ms();
    case NewsKind::kRuled: {
      const auto game = static_cast<int>(about.game()) - 1;
      return pairing && game >= 0 && ruled(pairing, game, about.time_ms());
    }
    case NewsKind::kWaiting:
      return who->state() == v1::EventEntry::WAITING;
    case NewsKind::kAdmitted:
      return is_in(*who);
    case NewsKind::kSaid:
    case NewsKind::kLooked:
    case NewsKind::kStopped:
      return true;
  }
  return false;
}

}  // namespace wardroom::tournament
