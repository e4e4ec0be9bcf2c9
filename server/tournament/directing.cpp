#include "server/tournament/directing.h"

#include <algorithm>
#include <set>

#include "server/tournament/event_draw.h"
#include "server/tournament/event_parts.h"
#include "server/tournament/event_results.h"
#include "server/tournament/event_time.h"
#include "server/tournament/taking_part.h"

namespace wardroom::tournament {
namespace {

constexpr int kKeysKept = 64;
constexpr std::size_t kLongestWord = 2000, kMostWords = 200, kLongestKey = 64, kLongestReason = 500;
constexpr std::uint32_t kMostHalves = 2;

Refusal not_now() { return refuse(RefusalCode::kConflict, "refusal.event.not_now"); }
Refusal no_entry() { return refuse(RefusalCode::kNotFound, "refusal.event.no_such_entry"); }

bool over(const Event& event) {
  return event.state() == v1::EVENT_STATE_FINISHED || event.state() == v1::EVENT_STATE_CANCELLED;
}
bool before_start(const Event& event) {
  return event.state() == v1::EVENT_STATE_OPEN || event.state() == v1::EVENT_STATE_CHECK_IN ||
         event.state() == v1::EVENT_STATE_READY;
}

// One act at work.
class Act {
 public:
  Act(Event& event, const Acting& by, const Desk& desk) : event_(event), by_(by), desk_(desk) {}

  Result<void> carry_out(const v1::Direct& asked);

 private:
  using Change = std::function<Result<void>(Event&)>;
  Result<void> deed(const char* what, Deed::Until until, const Change& change) {
    deed_.set_what(what);
    deed_.set_until(until);
    return do_deed(event_, by_, deed_, change);
  }
  Result<void> to_state(const char* what, v1::EventState state, Deed::Until until) {
    return deed(what, until, [state](Event& next) -> Result<void> {
      next.set_state(state);
      return {};
    });
  }
  template <class Body>
  Result<void> on_entry(const char* what, std::uint32_t number, Deed::Until until, Body body) {
    if (!find_entry(event_, number)) return no_entry();
    deed_.set_entry(number);
    return deed(what, until, [&](Event& next) -> Result<void> { return body(next, *find_entry(next, number)); });
  }

  Result<void> before(const v1::Direct& asked);
  Result<void> of_entries(const v1::Direct& asked);
  Result<void> of_rounds(const v1::Direct& asked);
  Result<void> change_rules(const v1::EventRules& rules);
  Result<void> announce();
  Result<void> call_in();
  Result<void> draw(const v1::Direct::Pairs* pairs);
  Result<void> publish();
  Result<void> begin_ladder();
  Result<void> unpublish();
  Result<void> set_deadline(const v1::Direct::SetDeadline& asked);
  Result<void> set_result(const v1::Direct::SetResult& asked);
  Result<void> withdraw(const v1::Direct::WithdrawEntry& asked);
  Result<void> reinstate(std::uint32_t entry);
  Result<void> substitute(std::uint32_t entry);
  Result<void> late_entry(const v1::Direct::LateEntry& asked);
  Result<void> resume();
  Result<void> close_round();
  Result<void> finish();
  Result<void> set_director(const v1::Direct::SetDirector& asked);
  Result<void> say(const std::string& text);
  Result<void> seed(const v1::Direct::Seed& asked);
  Result<void> bar(const v1::Direct::Bar& asked);

  Event& event_;
  const Acting& by_;
  const Desk& desk_;
  Deed deed_;
};

Result<void> Act::carry_out(const v1::Direct& asked) {
  switch (asked.act_case()) {
    case v1::Direct::kUndo:
      return undo(event_, by_, asked.undo().number());
    case v1::Direct::kSetDirector:
      return set_director(asked.set_director());
    case v1::Direct::kAnnouncement:
      return say(asked.announcement().text());
    case v1::Direct::kFinish:
      return finish();
    case v1::Direct::kCancel:
      if (over(event_)) return not_now();
      return to_state("event.deed.cancel", v1::EVENT_STATE_CANCELLED, has_begun(event_) ? Deed::NEVER : Deed::DAY);
    case v1::Direct::kPause:
      if (event_.state() != v1::EVENT_STATE_PLAYING || event_.paused()) return not_now();
      return deed("event.deed.pause", Deed::NEVER, [this](Event& next) -> Result<void> {
        next.set_paused(true);
        next.set_paused_ms(by_.now_ms);
        return {};
      });
    case v1::Direct::kResume:
      return resume();
    case v1::Direct::ACT_NOT_SET:
      return refuse(RefusalCode::kMalformed, "refusal.unknown_request");
    default:
      return over(event_) && !asked.has_set_result() ? not_now() : before(asked);
  }
}

Result<void> Act::before(const v1::Direct& asked) {
  switch (asked.act_case()) {
    case v1::Direct::kChangeRules:
      return change_rules(asked.change_rules());
    case v1::Direct::kAnnounce:
      return announce();
    case v1::Direct::kCloseEntries:
      if (event_.state() != v1::EVENT_STATE_OPEN && event_.state() != v1::EVENT_STATE_CHECK_IN) return not_now();
      return to_state("event.deed.close_entries", v1::EVENT_STATE_READY, Deed::FIRST_PUBLISH);
    case v1::Direct::kOpenEntries:
      if (event_.state() != v1::EVENT_STATE_READY || event_.rounds_size() > 0) return not_now();
      return to_state("event.deed.open_entries", v1::EVENT_STATE_OPEN, Deed::FIRST_PUBLISH);
    case v1::Direct::kCallIn:
      return call_in();
    default:
      return of_entries(asked);
  }
}

Result<void> Act::of_entries(const v1::Direct& asked) {
  switch (asked.act_case()) {
    case v1::Direct::kSetPresent:
      return on_entry(asked.set_present().present() ? "event.deed.present" : "event.deed.absent",
                      asked.set_present().entry(), Deed::NEXT_DRAW, [&](Event&, Entrance& one) -> Result<void> {
                        if (!is_in(one)) return not_now();
                        one.set_away(!asked.set_present().present());
                        return {};
                      });
    case v1::Direct::kAdmit:
      return on_entry("event.deed.admit", asked.admit().entry(), Deed::FIRST_DRAW,
                      [&](Event& next, Entrance& one) -> Result<void> {
                        if (one.state() != v1::EventEntry::WAITING || !before_start(next)) return not_now();
                        one.set_state(v1::EventEntry::IN);
                        return {};
                      });
    case v1::Direct::kWithdraw:
      return withdraw(asked.withdraw());
    case v1::Direct::kReinstate:
      return reinstate(asked.reinstate().entry());
    case v1::Direct::kSubstitute:
      return substitute(asked.substitute().entry());
    case v1::Direct::kLateEntry:
      return late_entry(asked.late_entry());
    case v1::Direct::kSeed:
      return seed(asked.seed());
    case v1::Direct::kBar:
      return bar(asked.bar());
    default:
      return of_rounds(asked);
  }
}

Result<void> Act::of_rounds(const v1::Direct& asked) {
  switch (asked.act_case()) {
    case v1::Direct::kDraw:
      return draw(nullptr);
    case v1::Direct::kPair:
      return draw(&asked.pair());
    case v1::Direct::kDiscard:
      if (!drawn_round(event_)) return not_now();
      return deed("event.deed.discard", Deed::NEVER, [](Event& next) -> Result<void> {
        next.mutable_rounds()->RemoveLast();
        return {};
      });
    case v1::Direct::kPublish:
      return publish();
    case v1::Direct::kUnpublish:
      return unpublish();
    case v1::Direct::kSetDeadline:
      return set_deadline(asked.set_deadline());
    case v1::Direct::kSetResult:
      return set_result(asked.set_result());
    case v1::Direct::kCloseRound:
      return close_round();
    default:
      return refuse(RefusalCode::kMalformed, "refusal.unknown_request");
  }
}

// -- before it begins --

// What has begun keeps what it is played by.
Result<void> Act::change_rules(const v1::EventRules& rules) {
  if (Result<void> sound = check_rules(rules); !sound) return sound;
  if (has_begun(event_)) {
    v1::EventRules kept = rules, was = event_.rules();
    for (v1::EventRules* each : {&kept, &was}) {
      each->clear_name();
      each->clear_about();
      each->clear_rounds();
      each->clear_start_minutes();
      each->clear_round_minutes();
      each->clear_unfinished();
      each->clear_password();
      each->clear_invited();
      each->clear_late_rounds();
    }
    if (kept.SerializeAsString() != was.SerializeAsString())
      return refuse(RefusalCode::kConflict, "refusal.event.rules_fixed");
    if (event_.rules().format() == v1::EVENT_FORMAT_SWISS && rules.rounds() < published(event_))
      return refuse(RefusalCode::kConflict, "refusal.event.rounds_played");
  } else if (event_.rounds_size() > 0) {
    return refuse(RefusalCode::kConflict, "refusal.event.discard_first");
  }
  return deed("event.deed.rules", Deed::NEXT_PUBLISH, [&](Event& next) -> Result<void> {
    const std::string password = next.rules().password();
    *next.mutable_rules() = rules;
    next.mutable_rules()->set_password(rules.password().empty() ? password : kept_password(next, rules.password()));
    return {};
  });
}

Result<void> Act::announce() {
  if (event_.state() != v1::EVENT_STATE_DRAFT) return not_now();
  const std::int64_t starts = event_.rules().starts_ms();
  if (starts > 0 && starts <= by_.now_ms) return refuse(RefusalCode::kConflict, "refusal.event.past");
  return to_state("event.deed.announce", v1::EVENT_STATE_OPEN, Deed::FIRST_ENTRY);
}

// Everybody is away until he says that he is there.
Result<void> Act::call_in() {
  const bool between = event_.state() == v1::EVENT_STATE_PLAYING && !drawn_round(event_) && !is_ladder(event_);
  if (!before_start(event_) && !between) return not_now();
  if (drawn_round(event_)) return not_now();
  return deed("event.deed.call_in", Deed::NEXT_DRAW, [&](Event& next) -> Result<void> {
    if (!between) next.set_state(v1::EVENT_STATE_CHECK_IN);
    for (Entrance& each : *next.mutable_entries()) each.set_away(is_in(each));
    return {};
  });
}

// -- rounds --

Result<void> Act::draw(const v1::Direct::Pairs* pairs) {
  const bool by_hand_again = pairs && drawn_round(event_);
  const bool may = event_.state() == v1::EVENT_STATE_READY || event_.state() == v1::EVENT_STATE_CHECK_IN ||
                   event_.state() == v1::EVENT_STATE_PLAYING;
  if (!may || event_.paused()) return not_now();
  if (drawn_round(event_) && !by_hand_again) return refuse(RefusalCode::kConflict, "refusal.event.drawn_already");
  if (!is_ladder(event_) && !std::ranges::all_of(event_.rounds(), [](const EventRound& each) {
        return each.state() == v1::EventRound::DRAWN || decided(each);
      }))
    return refuse(RefusalCode::kConflict, "refusal.event.undecided");
  deed_.set_round(static_cast<std::uint32_t>(event_.rounds_size()) + (by_hand_again ? 0 : 1));
  return deed(pairs ? "event.deed.pair" : "event.deed.draw", Deed::NEXT_PUBLISH, [&](Event& next) -> Result<void> {
    if (by_hand_again) next.mutable_rounds()->RemoveLast();
    for (EventRound& each : *next.mutable_rounds()) each.set_state(v1::EventRound::CLOSED);
    seed_entries(next);
    Result<EventRound> round = pairs ? pair_by_hand(next, *pairs) : draw_next(next);
    if (!round) return round.error();
    *next.add_rounds() = std::move(*round);
    return {};
  });
}

Result<void> Act::publish() {
  if (is_ladder(event_)) return begin_ladder();
  const EventRound* drawn = drawn_round(event_);
  if (!drawn) return refuse(RefusalCode::kConflict, "refusal.event.nothing_drawn");
  if (event_.paused()) return not_now();
  if (drawn->input() != input_hash(event_)) return refuse(RefusalCode::kStale, "refusal.event.stale_draw");
  deed_.set_round(drawn->number());
  Result<void> done = deed("event.deed.publish", Deed::MATCH_BEGUN, [&](Event& next) -> Result<void> {
    if (!has_begun(next)) {
      next.mutable_balance()->Assign(desk_.balance.begin(), desk_.balance.end());
      next.set_data_hash(desk_.data_hash);
    }
    EventRound& round = *next.mutable_rounds()->rbegin();
    round.set_state(v1::EventRound::PLAYING);
    round.set_published_ms(by_.now_ms);
    const v1::EventRules& rules = next.rules();
    if (rules.start_minutes() > 0) round.set_start_limit_ms(by_.now_ms + rules.start_minutes() * kMinuteMs);
    if (rules.round_minutes() > 0) round.set_deadline_ms(by_.now_ms + rules.round_minutes() * kMinuteMs);
    for (Pairing& each : *round.mutable_pairings()) {
      each.set_start_limit_ms(round.start_limit_ms());
      each.set_deadline_ms(round.deadline_ms());
    }
    next.set_state(v1::EVENT_STATE_PLAYING);
    name_matches(next, round);
    return {};
  });
  if (done) forget_ways_back(event_, by_.now_ms);
  return done;
}

// A ladder is one round that goes on; challenges are its pairings.
Result<void> Act::begin_ladder() {
  if (!before_start(event_)) return not_now();
  if (count_in(event_) < 2) return refuse(RefusalCode::kConflict, "refusal.event.too_few");
  return deed("event.deed.publish", Deed::MATCH_BEGUN, [&](Event& next) -> Result<void> {
    EventRound& round = *next.add_rounds();
    round.set_number(1);
    round.set_state(v1::EventRound::PLAYING);
    round.set_scenario(scenario_of(next, 1));
    round.set_published_ms(by_.now_ms);
    next.set_state(v1::EVENT_STATE_PLAYING);
    next.mutable_balance()->Assign(desk_.balance.begin(), desk_.balance.end());
    next.set_data_hash(desk_.data_hash);
    return {};
  });
}

// The newest publishing is undone: the matches are called off.
Result<void> Act::unpublish() {
  const auto newest = std::ranges::find_if(event_.deeds().rbegin(), event_.deeds().rend(), [](const Deed& each) {
    return each.what() == "event.deed.publish" && !each.undone();
  });
  if (newest == event_.deeds().rend() || drawn_round(event_)) return not_now();
  const bool begun = std::ranges::any_of(desk_.looks, [](const auto& each) { return each.second.begun; });
  if (begun) return refuse(RefusalCode::kConflict, "refusal.event.begun");
  return undo(event_, by_, newest->number());
}

Result<void> Act::set_deadline(const v1::Direct::SetDeadline& asked) {
  const EventRound* round = find_round(event_, asked.round());
  if (!round || round->state() != v1::EventRound::PLAYING) return not_now();
  if (asked.deadline_ms() <= by_.now_ms) return refuse(RefusalCode::kConflict, "refusal.event.past");
  deed_.set_round(asked.round());
  return deed("event.deed.deadline", Deed::NEXT_PUBLISH, [&](Event& next) -> Result<void> {
    EventRound& there = *find_round(next, asked.round());
    there.set_deadline_ms(asked.deadline_ms());
    for (Pairing& each : *there.mutable_pairings()) {
      if (decided(each)) continue;
      each.set_deadline_ms(asked.deadline_ms());
      each.set_deadline_checked(false);
    }
    return {};
  });
}

Result<void> possible(const v1::EventResult& result) {
  const std::uint32_t first = result.first_halves(), second = result.second_halves();
  const bool sums = first + second == kMostHalves;
  const bool nobody = first + second == 0;
  bool right = first <= kMostHalves && second <= kMostHalves && result.reason().size() <= kLongestReason;
  switch (result.kind()) {
    case v1::EventResult::PLAYED:
    case v1::EventResult::AGREED:
    case v1::EventResult::ADJUDICATED:
      right = right && sums && (result.margin() == 0 || first == 1 || (result.margin() > 0) == (first > second));
      break;
    case v1::EventResult::FORFEIT:
      right = right && (nobody || (sums && first != 1)) && result.margin() == 0;
      break;
    case v1::EventResult::VOID:
      right = right && nobody && result.margin() == 0;
      break;
    case v1::EventResult::NONE:  // the match's own result counts again
      break;
    default:
      right = false;
  }
  if (!right) return refuse(RefusalCode::kMalformed, "refusal.event.impossible_result");
  return {};
}

Result<void> Act::set_result(const v1::Direct::SetResult& asked) {
  EventRound* round = find_round(event_, asked.round());
  Pairing* pairing = round ? find_pairing(*round, asked.board()) : nullptr;
  const auto number = static_cast<int>(asked.game());
  if (!pairing || number < 1 || number > pairing->games_size())
    return refuse(RefusalCode::kNotFound, "refusal.event.no_such_game");
  if (round->state() == v1::EventRound::DRAWN || event_.state() == v1::EVENT_STATE_CANCELLED) return not_now();
  if (Result<void> sound = possible(asked.result()); !sound) return sound;
  const bool late = asked.round() < published(event_);
  // A bracket has gone on from it.
  if (late && is_bracket(event_.rules())) return refuse(RefusalCode::kConflict, "refusal.event.gone_on");
  deed_.set_round(asked.round());
  deed_.set_board(asked.board());
  deed_.set_word(asked.result().reason());
  return deed(late ? "event.deed.late_result" : "event.deed.result", Deed::NEXT_PUBLISH,
              [&](Event& next) -> Result<void> {
                Game& game = *find_pairing(*find_round(next, asked.round()), asked.board())->mutable_games(number - 1);
                rule(game, asked.result(), by_.now_ms);
                game.mutable_ruled()->set_by(by_.account);
                if (asked.result().kind() == v1::EventResult::NONE) {
                  game.clear_ruled();
                  game.clear_ruled_ms();
                }
                follow_up(next, by_.now_ms);
                return {};
              });
}

Result<void> Act::close_round() {
  if (event_.rounds().empty() || event_.rounds().rbegin()->state() != v1::EventRound::PLAYING || is_ladder(event_))
    return not_now();
  if (!decided(*event_.rounds().rbegin())) return refuse(RefusalCode::kConflict, "refusal.event.undecided");
  deed_.set_round(event_.rounds().rbegin()->number());
  return deed("event.deed.close_round", Deed::NEXT_PUBLISH, [](Event& next) -> Result<void> {
    next.mutable_rounds()->rbegin()->set_state(v1::EventRound::CLOSED);
    return {};
  });
}

Result<void> Act::finish() {
  if (event_.state() != v1::EVENT_STATE_PLAYING || event_.paused() || drawn_round(event_)) return not_now();
  if (!std::ranges::all_of(event_.rounds(), [](const EventRound& each) { return decided(each); }))
    return refuse(RefusalCode::kConflict, "refusal.event.undecided");
  return deed("event.deed.finish", Deed::WEEK, [&](Event& next) -> Result<void> {
    for (EventRound& each : *next.mutable_rounds()) each.set_state(v1::EventRound::CLOSED);
    next.set_state(v1::EVENT_STATE_FINISHED);
    next.set_finished_ms(by_.now_ms);
    return {};
  });
}

// All times move by as long as it stood still.
Result<void> Act::resume() {
  if (!event_.paused()) return not_now();
  return deed("event.deed.resume", Deed::NEVER, [this](Event& next) -> Result<void> {
    const std::int64_t stood = by_.now_ms - next.paused_ms();
    for (EventRound& round : *next.mutable_rounds()) {
      if (round.state() != v1::EventRound::PLAYING) continue;
      if (round.start_limit_ms() > 0) round.set_start_limit_ms(round.start_limit_ms() + stood);
      if (round.deadline_ms() > 0) round.set_deadline_ms(round.deadline_ms() + stood);
      for (Pairing& each : *round.mutable_pairings()) {
        if (each.start_limit_ms() > 0) each.set_start_limit_ms(each.start_limit_ms() + stood);
        if (each.deadline_ms() > 0) each.set_deadline_ms(each.deadline_ms() + stood);
      }
    }
    next.set_paused(false);
    next.set_paused_ms(0);
    return {};
  });
}

// -- people --

Result<void> Act::withdraw(const v1::Direct::WithdrawEntry& asked) {
  return on_entry(asked.expel() ? "event.deed.expel" : "event.deed.withdraw", asked.entry(), Deed::NEXT_DRAW,
                  [&](Event& next, Entrance& one) -> Result<void> {
                    const auto as = asked.expel() ? v1::EventEntry::EXPELLED : v1::EventEntry::WITHDRAWN;
                    if (one.state() == as) return not_now();
                    let_out(next, one, as, by_.now_ms);
                    follow_up(next, by_.now_ms);
                    return {};
                  });
}

Result<void> Act::reinstate(std::uint32_t entry) {
  return on_entry("event.deed.reinstate", entry, Deed::NEXT_DRAW, [&](Event& next, Entrance& one) -> Result<void> {
    if (is_in(one) || one.state() == v1::EventEntry::WAITING) return not_now();
    one.set_left_after(0);
    one.set_state(v1::EventEntry::IN);
    if (is_ladder(next)) let_in(next, {one.account(), one.rating(), one.provisional()}, by_.now_ms);
    return {};
  });
}

// Matches of his that have not begun are made anew for the other.
Result<void> Act::substitute(std::uint32_t entry) {
  if (desk_.named.account.empty()) return refuse(RefusalCode::kMalformed, "refusal.event.nobody_named");
  if (entry_of(event_, desk_.named.account)) return refuse(RefusalCode::kConflict, "refusal.event.entered_already");
  if (!has_begun(event_)) return not_now();
  return on_entry("event.deed.substitute", entry, Deed::MATCH_BEGUN, [&](Event& next, Entrance& one) -> Result<void> {
    for (EventRound& round : *next.mutable_rounds()) {
      for (Pairing& pairing : *round.mutable_pairings()) {
        for (Game& game : *pairing.mutable_games()) {
          const bool his = game.first() == entry || game.second() == entry;
          if (!his || decided(game) || game.match().empty()) continue;
          const auto look = desk_.looks.find(game.match());
          if (game.begun() || (look != desk_.looks.end() && look->second.begun))
            return refuse(RefusalCode::kConflict, "refusal.event.begun");
          next.add_dropped(game.match());
          game.clear_match();
        }
      }
      if (round.state() == v1::EventRound::PLAYING) name_matches(next, round);
    }
    one.set_account(desk_.named.account);
    one.set_rating(desk_.named.rating);
    one.set_provisional(desk_.named.provisional);
    one.set_state(v1::EventEntry::IN);
    one.set_away(false);
    return {};
  });
}

Result<void> Act::late_entry(const v1::Direct::LateEntry& asked) {
  if (desk_.named.account.empty()) return refuse(RefusalCode::kMalformed, "refusal.event.nobody_named");
  if (entry_of(event_, desk_.named.account)) return refuse(RefusalCode::kConflict, "refusal.event.entered_already");
  const std::uint32_t played = published(event_);
  const bool late = has_begun(event_);
  if (late && event_.rules().format() != v1::EVENT_FORMAT_SWISS && !is_ladder(event_)) return not_now();
  if (late && !is_ladder(event_) && played * 2 > event_.rules().rounds())
    return refuse(RefusalCode::kConflict, "refusal.event.too_late");
  if (asked.gift_halves() > std::min(played, 2u)) return refuse(RefusalCode::kConflict, "refusal.event.gift");
  deed_.set_entry(static_cast<std::uint32_t>(event_.entries_size()) + 1);
  return deed("event.deed.late_entry", Deed::NEXT_DRAW, [&](Event& next) -> Result<void> {
    Entrance& one = let_in(next, desk_.named, by_.now_ms);
    one.set_state(v1::EventEntry::IN);
    one.set_gift_halves(asked.gift_halves());
    return {};
  });
}

Result<void> Act::seed(const v1::Direct::Seed& asked) {
  if (event_.rounds_size() > 0) return not_now();
  std::set<std::uint32_t> named;
  for (const std::uint32_t entry : asked.entries())
    if (!find_entry(event_, entry) || !named.insert(entry).second) return no_entry();
  return deed("event.deed.seed", Deed::FIRST_DRAW, [&](Event& next) -> Result<void> {
    std::uint32_t rank = 0;
    for (Entrance& each : *next.mutable_entries()) each.set_rank(0);
    for (const std::uint32_t entry : asked.entries()) find_entry(next, entry)->set_rank(++rank);
    return {};
  });
}

Result<void> Act::bar(const v1::Direct::Bar& asked) {
  if (asked.one() == asked.two() || !find_entry(event_, asked.one()) || !find_entry(event_, asked.two()))
    return no_entry();
  return deed("event.deed.bar", Deed::NEXT_DRAW, [&](Event& next) -> Result<void> {
    v1::EventBar pair;
    pair.set_one(std::min(asked.one(), asked.two()));
    pair.set_two(std::max(asked.one(), asked.two()));
    auto& bars = *next.mutable_bars();
    const auto there = std::ranges::find_if(
        bars, [&](const v1::EventBar& each) { return each.one() == pair.one() && each.two() == pair.two(); });
    if (asked.lift() ? there == bars.end() : there != bars.end()) return not_now();
    if (asked.lift())
      bars.erase(there);
    else
      *bars.Add() = pair;
    return {};
  });
}

Result<void> Act::set_director(const v1::Direct::SetDirector& asked) {
  if (event_.directors(0) != by_.account) return refuse(RefusalCode::kNotYours, "refusal.event.owner_only");
  if (desk_.named.account.empty()) return refuse(RefusalCode::kMalformed, "refusal.event.nobody_named");
  const bool there = directs(event_, desk_.named.account);
  if (there != asked.remove() || desk_.named.account == by_.account) return not_now();
  deed_.set_word(asked.name());
  return deed(asked.remove() ? "event.deed.remove_director" : "event.deed.add_director", Deed::ALWAYS,
              [&](Event& next) -> Result<void> {
                auto& all = *next.mutable_directors();
                if (asked.remove())
                  all.erase(std::ranges::find(all, desk_.named.account));
                else
                  *all.Add() = desk_.named.account;
                return {};
              });
}

Result<void> Act::say(const std::string& text) {
  if (text.empty() || text.size() > kLongestWord || event_.words_size() >= static_cast<int>(kMostWords))
    return refuse(RefusalCode::kMalformed, Text("refusal.event.message").number("most", kLongestWord));
  auto& word = *event_.add_words();
  word.set_by(by_.account);
  word.set_time_ms(by_.now_ms);
  word.set_text(text);
  event_.set_version(event_.version() + 1);
  return {};
}

}  // namespace

Result<void> direct(Event& event, const v1::Direct& asked, const Acting& by, const Desk& desk) {
  if (!directs(event, by.account)) return refuse(RefusalCode::kNotYours, "refusal.event.directors_only");
  if (asked.key().size() > kLongestKey) return refuse(RefusalCode::kMalformed, "refusal.event.key");
  const bool done = !asked.key().empty() && std::ranges::find(event.keys(), asked.key()) != event.keys().end();
  if (done) return {};
  if (asked.version() < event.directed()) return refuse(RefusalCode::kStale, "refusal.event.changed");
  Event next = event;
  if (Result<void> carried = Act(next, by, desk).carry_out(asked); !carried) return carried;
  if (!asked.key().empty()) {
    next.add_keys(asked.key());
    if (next.keys_size() > kKeysKept) next.mutable_keys()->erase(next.mutable_keys()->begin());
  }
  event = std::move(next);
  return {};
}

}  // namespace wardroom::tournament
