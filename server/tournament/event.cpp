#include "server/tournament/event.h"

#include <algorithm>
#include <cstring>

#include "server/tournament/pairing.h"

namespace wardroom::tournament {
namespace {

constexpr std::size_t kIdLetters = 20, kLongestName = 80, kLongestAbout = 4000;
constexpr std::uint32_t kMostMinutes = 366 * 24 * 60, kMostBoards = 20, kMostLate = 2;
constexpr std::size_t kMostScenarios = 30, kMostInvited = 256;

template <class Container, class Wanted, class Of>
auto* find_by(Container& list, const Wanted& wanted, Of of) {
  const auto found = std::ranges::find_if(list, [&](const auto& each) { return (each.*of)() == wanted; });
  return found == list.end() ? nullptr : &*found;
}

Secret secret_in(const std::string& bytes) {
  Secret secret{};
  std::memcpy(secret.data(), bytes.data(), std::min(bytes.size(), secret.size()));
  return secret;
}

Refusal wrong(const char* what) { return refuse(RefusalCode::kMalformed, what); }

}  // namespace

// -- entries --

Entrance* find_entry(Event& event, std::uint32_t entry) {
  return find_by(*event.mutable_entries(), entry, &Entrance::entry);
}
const Entrance* find_entry(const Event& event, std::uint32_t entry) {
  return find_by(event.entries(), entry, &Entrance::entry);
}
Entrance* entry_of(Event& event, std::string_view account) {
  return account.empty() ? nullptr : find_by(*event.mutable_entries(), account, &Entrance::account);
}
const Entrance* entry_of(const Event& event, std::string_view account) {
  return account.empty() ? nullptr : find_by(event.entries(), account, &Entrance::account);
}

bool is_in(const Entrance& entry) { return entry.state() == v1::EventEntry::IN; }

std::uint32_t count_in(const Event& event) {
  return static_cast<std::uint32_t>(std::ranges::count_if(event.entries(), is_in));
}

bool directs(const Event& event, std::string_view account) {
  return !account.empty() && std::ranges::find(event.directors(), account) != event.directors().end();
}

// -- rounds --

EventRound* find_round(Event& event, std::uint32_t number) {
  return find_by(*event.mutable_rounds(), number, &EventRound::number);
}
Pairing* find_pairing(EventRound& round, std::uint32_t board) {
  return find_by(*round.mutable_pairings(), board, &Pairing::board);
}

std::uint32_t published(const Event& event) {
  return static_cast<std::uint32_t>(std::ranges::count_if(
      event.rounds(), [](const EventRound& each) { return each.state() != v1::EventRound::DRAWN; }));
}

const EventRound* drawn_round(const Event& event) {
  const bool drawn = event.rounds_size() > 0 && event.rounds().rbegin()->state() == v1::EventRound::DRAWN;
  return drawn ? &*event.rounds().rbegin() : nullptr;
}

bool has_begun(const Event& event) { return published(event) > 0; }

const std::string& scenario_of(const EventRound& round, const Pairing& pairing) {
  return pairing.scenario().empty() ? round.scenario() : pairing.scenario();
}

// -- results --

const v1::EventResult& counted(const Game& game) {
  return game.ruled().kind() != v1::EventResult::NONE ? game.ruled() : game.played();
}

std::int64_t ended_ms(const Game& game) { return game.finished_ms() != 0 ? game.finished_ms() : game.ruled_ms(); }

bool decided(const Game& game) { return counted(game).kind() != v1::EventResult::NONE; }
bool decided(const Pairing& pairing) {
  return std::ranges::all_of(pairing.games(), [](const Game& each) { return decided(each); });
}
bool decided(const EventRound& round) {
  return std::ranges::all_of(round.pairings(), [](const Pairing& each) { return decided(each); });
}

void rule(Game& game, v1::EventResult result, std::int64_t now_ms) {
  *game.mutable_ruled() = std::move(result);
  game.set_ruled_ms(now_ms);
}

v1::EventResult forfeit(bool first_came, bool second_came) {
  v1::EventResult result;
  result.set_kind(v1::EventResult::FORFEIT);
  result.set_first_halves(first_came && !second_came ? 2 : 0);
  result.set_second_halves(second_came && !first_came ? 2 : 0);
  return result;
}

// -- formats --

bool is_bracket(const v1::EventRules& rules) {
  return rules.format() == v1::EVENT_FORMAT_SINGLE_ELIMINATION || rules.format() == v1::EVENT_FORMAT_DOUBLE_ELIMINATION;
}

bool is_round_robin(const v1::EventRules& rules) {
  return rules.format() == v1::EVENT_FORMAT_ROUND_ROBIN || rules.format() == v1::EVENT_FORMAT_DOUBLE_ROUND_ROBIN;
}

bool is_ladder(const Event& event) { return event.rules().format() == v1::EVENT_FORMAT_LADDER; }

int games_of(const v1::EventRules& rules) { return rules.sides() == v1::EVENT_SIDES_SWAPPED ? 2 : 1; }

void add_games(const v1::EventRules& rules, std::uint32_t first, std::uint32_t second, Pairing& pairing) {
  for (int number = 0; number < games_of(rules); ++number) {
    Game& game = *pairing.add_games();
    game.set_first(number == 0 ? first : second);
    game.set_second(number == 0 ? second : first);
  }
}

// -- chance --

Secret secret_of(const Event& event) { return secret_in(event.secret()); }

Secret round_seed(const Event& event, std::uint32_t round) {
  return secret_in(Hasher(secret_of(event)).add("round").add(round).finish());
}

std::string seed_hash(const Event& event) { return hex(hash(event.secret())); }

std::string kept_password(const Event& event, const std::string& password) {
  return hex(Hasher(secret_of(event)).add("password").add(password).finish());
}

void name_matches(Event& event, EventRound& round) {
  for (Pairing& pairing : *round.mutable_pairings()) {
    if (pairing.choose_by_ms() > 0) continue;  // its players say first what is played
    std::uint64_t number = 0;
    for (Game& game : *pairing.mutable_games()) {
      ++number;
      if (!game.match().empty() || decided(game)) continue;
      Hasher id(secret_of(event));
      id.add("match").add(round.number()).add(pairing.board()).add(number).add(event.version());
      game.set_match(hex(id.finish()).substr(0, kIdLetters));
    }
  }
}

Result<void> check_rules(const v1::EventRules& rules) {
  if (rules.name().empty() || rules.name().size() > kLongestName || rules.about().size() > kLongestAbout)
    return refuse(RefusalCode::kMalformed, Text("refusal.event.name").number("most", kLongestName));
  if (!v1::EventFormat_IsValid(rules.format()) || !v1::EventSides_IsValid(rules.sides()) ||
      !v1::EventRules::Scenarios_IsValid(rules.choice()) || !v1::EventRules::Entering_IsValid(rules.entering()) ||
      !v1::EventRules::Unfinished_IsValid(rules.unfinished()) || !v1::EventRules::Watching_IsValid(rules.watching()))
    return wrong("refusal.event.unknown_rule");
  for (const int each : rules.tie_breaks())
    if (!v1::EventTieBreak_IsValid(each)) return wrong("refusal.event.unknown_rule");
  const auto scenarios = static_cast<std::size_t>(rules.scenarios_size());
  if (scenarios == 0 || scenarios > kMostScenarios) return wrong("refusal.event.scenarios");
  const bool swiss = rules.format() == v1::EVENT_FORMAT_SWISS;
  if ((swiss && rules.rounds() == 0) || rules.rounds() > kMostRounds)
    return refuse(RefusalCode::kMalformed, Text("refusal.event.rounds").number("most", kMostRounds));
  if (rules.places() > kMostPaired || rules.places() == 1 ||
      static_cast<std::size_t>(rules.invited_size()) > kMostInvited)
    return refuse(RefusalCode::kMalformed, Text("refusal.event.places").number("most", kMostPaired));
  if (rules.start_minutes() > kMostMinutes || rules.round_minutes() > kMostMinutes ||
      (rules.round_minutes() > 0 && rules.start_minutes() > rules.round_minutes()))
    return wrong("refusal.event.minutes");
  if (rules.format() == v1::EVENT_FORMAT_TEAM_MATCH && (rules.boards() == 0 || rules.boards() > kMostBoards))
    return refuse(RefusalCode::kMalformed, Text("refusal.event.boards").number("most", kMostBoards));
  if (rules.format() == v1::EVENT_FORMAT_LADDER && rules.sides() == v1::EVENT_SIDES_SWAPPED)
    return wrong("refusal.event.ladder_sides");
  if (rules.late_rounds() > kMostLate)
    return refuse(RefusalCode::kMalformed, Text("refusal.event.late_rounds").number("most", kMostLate));
  if (rules.has_rating_least() && rules.has_rating_most() && rules.rating_most() < rules.rating_least())
    return wrong("refusal.event.rating_limits");
  return {};
}

Event new_event(std::string id, std::string secret, v1::EventRules rules, const Acting& owner) {
  Event event;
  event.set_id(std::move(id));
  event.set_version(1);
  event.set_secret(std::move(secret));
  event.set_created_ms(owner.now_ms);
  event.add_directors(owner.account);
  *event.mutable_rules() = std::move(rules);
  if (!event.rules().password().empty())
    event.mutable_rules()->set_password(kept_password(event, event.rules().password()));
  return event;
}

}  // namespace wardroom::tournament
