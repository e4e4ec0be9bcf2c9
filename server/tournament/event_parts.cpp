#include "server/tournament/event_parts.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace wardroom::tournament {
namespace {

using v1::record::EventPart;

// What a game has from its match, and rulings, which are parts of their own.
void strip(Game& game) {
  game.clear_played();
  game.clear_ruled();
  game.clear_ruled_ms();
  game.clear_finished_ms();
  game.clear_begun();
  game.clear_bids();
  game.clear_looked_by();
}

// What the players of a pairing have chosen is theirs, and the match that came of it.
bool chosen_by_players(const Pairing& pairing) { return !pairing.scenario().empty() || pairing.choose_by_ms() > 0; }
void strip_choice(Pairing& pairing) {
  if (!chosen_by_players(pairing)) return;
  pairing.clear_scenario();
  pairing.clear_choose_by_ms();
  pairing.clear_likings();
  for (Game& game : *pairing.mutable_games()) game.clear_match();
}
void keep_choice(const Pairing& now, Pairing& pairing) {
  if (!chosen_by_players(now)) return;
  pairing.set_scenario(now.scenario());
  pairing.set_choose_by_ms(now.choose_by_ms());
  *pairing.mutable_likings() = now.likings();
  for (int i = 0; i < std::min(pairing.games_size(), now.games_size()); ++i)
    pairing.mutable_games(i)->set_match(now.games(i).match());
}

Game ruling_only(const Game& game) {
  Game only;
  if (game.has_ruled()) *only.mutable_ruled() = game.ruled();
  only.set_ruled_ms(game.ruled_ms());
  return only;
}

EventRound pairings_only(const EventRound& round) {
  EventRound only;
  for (const Pairing& pairing : round.pairings()) {
    Pairing& kept = *only.add_pairings();
    kept = pairing;
    for (Game& game : *kept.mutable_games()) strip(game);
    strip_choice(kept);
  }
  return only;
}

Event head_only(const Event& event) {
  Event head;
  head.set_state(event.state());
  head.set_paused(event.paused());
  head.set_paused_ms(event.paused_ms());
  head.set_finished_ms(event.finished_ms());
  head.set_start_checked(event.start_checked());
  head.set_seeded(event.seeded());
  *head.mutable_seeds() = event.seeds();
  *head.mutable_balance() = event.balance();
  head.set_data_hash(event.data_hash());
  head.set_rules_revision(event.rules_revision());
  head.set_upgraded(event.upgraded());
  return head;
}

void put_head(Event& event, const Event& head) {
  event.set_state(head.state());
  event.set_paused(head.paused());
  event.set_paused_ms(head.paused_ms());
  event.set_finished_ms(head.finished_ms());
  event.set_start_checked(head.start_checked());
  event.set_seeded(head.seeded());
  *event.mutable_seeds() = head.seeds();
  *event.mutable_balance() = head.balance();
  event.set_data_hash(head.data_hash());
  event.set_rules_revision(head.rules_revision());
  event.set_upgraded(head.upgraded());
}

std::string key(const char* kind, std::uint32_t a) { return std::string(kind) + '/' + std::to_string(a); }

struct Key {
  std::string kind;
  std::array<std::uint32_t, 3> numbers{};
};
Key read(const std::string& text) {
  Key key;
  std::istringstream in(text);
  std::getline(in, key.kind, '/');
  std::string number;
  for (std::uint32_t& each : key.numbers)
    if (std::getline(in, number, '/')) each = static_cast<std::uint32_t>(std::stoul(number));
  return key;
}

Game* find_game(Event& event, const std::array<std::uint32_t, 3>& at) {
  EventRound* round = find_round(event, at[0]);
  Pairing* pairing = round ? find_pairing(*round, at[1]) : nullptr;
  const auto number = static_cast<int>(at[2]);
  return pairing && number >= 1 && number <= pairing->games_size() ? pairing->mutable_games(number - 1) : nullptr;
}

template <class List, class Item, class Of>
void put_in(List& list, std::uint32_t number, const EventPart& part, Item* there, Of of) {
  if (!part.was()) {
    const auto gone = std::ranges::find_if(list, [&](const auto& each) { return (each.*of)() == number; });
    if (gone != list.end()) list.erase(gone);
    return;
  }
  if (!there) there = list.Add();
  there->ParseFromString(part.before());
  std::ranges::sort(list, {}, of);
}

void put_ruling(Game& game, const Game& from) {
  game.clear_ruled();
  if (from.has_ruled()) *game.mutable_ruled() = from.ruled();
  game.set_ruled_ms(from.ruled_ms());
}

void put_round(Event& event, std::uint32_t number, const EventPart& part) {
  EventRound* there = find_round(event, number);
  google::protobuf::RepeatedPtrField<Pairing> pairings;
  if (there) pairings = there->pairings();
  put_in(*event.mutable_rounds(), number, part, there, &EventRound::number);
  if (EventRound* now = find_round(event, number)) *now->mutable_pairings() = pairings;
}

// What games have brought stays with their matches.
void put_pairings(Event& event, std::uint32_t number, const EventPart& part) {
  EventRound* round = find_round(event, number);
  if (!round) return;
  EventRound before;
  before.ParseFromString(part.before());
  for (Pairing& pairing : *before.mutable_pairings()) {
    const Pairing* now = find_pairing(*round, pairing.board());
    if (now && round->state() != v1::EventRound::DRAWN) keep_choice(*now, pairing);
    for (int i = 0; now && i < std::min(pairing.games_size(), now->games_size()); ++i) {
      Game& game = *pairing.mutable_games(i);
      const Game& brought = now->games(i);
      put_ruling(game, brought);
      if (game.match() != brought.match()) continue;
      const Game structure = game;
      game = brought;
      game.set_first(structure.first());
      game.set_second(structure.second());
    }
  }
  *round->mutable_pairings() = before.pairings();
}

void put_back(Event& event, const EventPart& part) {
  const auto [kind, numbers] = read(part.key());
  Event some;
  if (kind == "head" || kind == "directors" || kind == "bars" || kind == "ladder" || kind == "banned")
    some.ParseFromString(part.before());
  if (kind == "head") put_head(event, some);
  if (kind == "directors") *event.mutable_directors() = some.directors();
  if (kind == "bars") *event.mutable_bars() = some.bars();
  if (kind == "ladder") *event.mutable_ladder() = some.ladder();
  if (kind == "banned") *event.mutable_banned() = some.banned();
  if (kind == "rules") event.mutable_rules()->ParseFromString(part.before());
  if (kind == "entry")
    put_in(*event.mutable_entries(), numbers[0], part, find_entry(event, numbers[0]), &Entrance::entry);
  if (kind == "round") put_round(event, numbers[0], part);
  if (kind == "pairings" && part.was()) put_pairings(event, numbers[0], part);
  if (kind == "ruling") {
    Game* game = find_game(event, numbers);
    Game before;
    before.ParseFromString(part.before());
    if (game) put_ruling(*game, before);
  }
}

// Rounds before their pairings, pairings before their rulings.
int depth(const std::string& key) { return key.starts_with("ruling") ? 2 : key.starts_with("pairings") ? 1 : 0; }

std::set<std::string> matches_of(const Event& event) {
  std::set<std::string> all;
  for (const EventRound& round : event.rounds())
    for (const Pairing& pairing : round.pairings())
      for (const Game& game : pairing.games())
        if (!game.match().empty()) all.insert(game.match());
  return all;
}

bool match_begun(const Event& event, std::uint32_t number) {
  for (const EventRound& round : event.rounds()) {
    if (round.number() != number) continue;
    for (const Pairing& pairing : round.pairings())
      for (const Game& game : pairing.games())
        if (game.begun() || game.played().kind() != v1::EventResult::NONE) return true;
  }
  return false;
}

bool in_time(const Event& event, const Deed& deed, std::int64_t now_ms) {
  switch (deed.until()) {
    case Deed::NEXT_PUBLISH:
      return published(event) == deed.published();
    case Deed::NEXT_DRAW:
      return static_cast<std::uint32_t>(event.rounds_size()) == deed.rounds();
    case Deed::FIRST_PUBLISH:
      return published(event) == 0;
    case Deed::FIRST_DRAW:
      return event.rounds_size() == 0;
    case Deed::MATCH_BEGUN:
      return published(event) == deed.published() && !match_begun(event, deed.round());
    case Deed::DAY:
      return now_ms - deed.time_ms() < kDayMs;
    case Deed::WEEK:
      return now_ms - deed.time_ms() < 7 * kDayMs;
    case Deed::ALWAYS:
      return true;
    case Deed::FIRST_ENTRY:
      return event.entries_size() == 0;
    default:
      return false;
  }
}

void log(Event& event, const Acting& by, Deed deed) {
  event.set_version(event.version() + 1);
  event.set_directed(event.version());
  deed.set_number(static_cast<std::uint32_t>(event.deeds_size()) + 1);
  deed.set_by(by.account);
  deed.set_time_ms(by.now_ms);
  deed.set_rounds(static_cast<std::uint32_t>(event.rounds_size()));
  deed.set_published(published(event));
  *event.add_deeds() = std::move(deed);
}

}  // namespace

std::map<std::string, std::string> parts_of(const Event& event) {
  std::map<std::string, std::string> parts;
  Event directors, bars, ladder, banned;
  *directors.mutable_directors() = event.directors();
  *bars.mutable_bars() = event.bars();
  *ladder.mutable_ladder() = event.ladder();
  *banned.mutable_banned() = event.banned();
  parts["head"] = head_only(event).SerializeAsString();
  parts["rules"] = event.rules().SerializeAsString();
  parts["directors"] = directors.SerializeAsString();
  parts["bars"] = bars.SerializeAsString();
  parts["ladder"] = ladder.SerializeAsString();
  parts["banned"] = banned.SerializeAsString();
  for (const Entrance& each : event.entries()) parts[key("entry", each.entry())] = each.SerializeAsString();
  for (const EventRound& round : event.rounds()) {
    EventRound alone = round;
    alone.clear_pairings();
    parts[key("round", round.number())] = alone.SerializeAsString();
    parts[key("pairings", round.number())] = pairings_only(round).SerializeAsString();
    for (const Pairing& pairing : round.pairings()) {
      for (int i = 0; i < pairing.games_size(); ++i) {
        const std::string where = key("ruling", round.number()) + '/' + std::to_string(pairing.board());
        parts[where + '/' + std::to_string(i + 1)] = ruling_only(pairing.games(i)).SerializeAsString();
      }
    }
  }
  return parts;
}

Result<void> do_deed(Event& event, const Acting& by, Deed deed, const std::function<Result<void>(Event&)>& change) {
  Event next = event;
  if (Result<void> done = change(next); !done) return done;
  const auto before = parts_of(event), after = parts_of(next);
  std::set<std::string> keys;
  for (const auto& [each, bytes] : before) keys.insert(each);
  for (const auto& [each, bytes] : after) keys.insert(each);
  for (const std::string& each : keys) {
    const auto was = before.find(each), is = after.find(each);
    if (was != before.end() && is != after.end() && was->second == is->second) continue;
    EventPart& part = *deed.add_parts();
    part.set_key(each);
    part.set_was(was != before.end());
    if (part.was()) part.set_before(was->second);
    if (is != after.end()) part.set_after_hash(hash(is->second));
  }
  event = std::move(next);
  log(event, by, std::move(deed));
  return {};
}

Result<void> may_undo(const Event& event, const Deed& deed, std::int64_t now_ms) {
  if (deed.undone()) return refuse(RefusalCode::kConflict, "refusal.event.undone");
  if (deed.parts().empty() || !in_time(event, deed, now_ms))
    return refuse(RefusalCode::kConflict, "refusal.event.too_late_to_undo");
  const auto now = parts_of(event);
  for (const EventPart& part : deed.parts()) {
    const auto is = now.find(part.key());
    const std::string found = is == now.end() ? std::string() : hash(is->second);
    if (found != part.after_hash()) return refuse(RefusalCode::kConflict, "refusal.event.changed_since");
  }
  return {};
}

Result<void> undo(Event& event, const Acting& by, std::uint32_t number) {
  if (number == 0 || number > static_cast<std::uint32_t>(event.deeds_size()))
    return refuse(RefusalCode::kNotFound, "refusal.event.no_such_deed");
  const Deed deed = event.deeds(static_cast<int>(number) - 1);
  if (Result<void> may = may_undo(event, deed, by.now_ms); !may) return may;
  const std::set<std::string> made = matches_of(event);
  std::vector<EventPart> parts(deed.parts().begin(), deed.parts().end());
  std::ranges::stable_sort(parts, {}, [](const EventPart& each) { return depth(each.key()); });
  for (const EventPart& part : parts) put_back(event, part);
  const std::set<std::string> left = matches_of(event);
  for (const std::string& match : made)
    if (!left.contains(match)) event.add_dropped(match);
  event.mutable_deeds(static_cast<int>(number) - 1)->set_undone(true);
  event.mutable_deeds(static_cast<int>(number) - 1)->clear_parts();
  Deed back;
  back.set_what("event.deed.undo");
  back.set_undoes(number);
  log(event, by, std::move(back));
  return {};
}

void forget_ways_back(Event& event, std::int64_t now_ms) {
  for (int i = 0; i < event.deeds_size(); ++i) {
    Deed& deed = *event.mutable_deeds(i);
    if (!deed.parts().empty() && !in_time(event, deed, now_ms)) deed.clear_parts();
  }
}

}  // namespace wardroom::tournament
