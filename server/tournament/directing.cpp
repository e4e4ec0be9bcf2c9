#include <algorithm>
#include <set>

#include "server/tournament/act.h"
#include "server/tournament/choosing.h"
#include "server/tournament/event_draw.h"
#include "server/tournament/event_results.h"
#include "server/tournament/event_time.h"
#include "server/tournament/taking_part.h"

namespace wardroom::tournament {
namespace {

constexpr int kKeysKept = 64;
constexpr std::size_t kLongestKey = 64, kLongestReason = 500;
constexpr std::uint32_t kMostHalves = 2;

bool over(const Event& event) {
  return event.state() == v1::EVENT_STATE_FINISHED || event.state() == v1::EVENT_STATE_CANCELLED;
}
bool before_start(const Event& event) {
  return event.state() == v1::EVENT_STATE_OPEN || event.state() == v1::EVENT_STATE_CHECK_IN ||
         event.state() == v1::EVENT_STATE_READY;
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

}  // namespace

Refusal no_such_game() { return refuse(RefusalCode::kNotFound, "refusal.event.no_such_game"); }

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
    case v1::Direct::kBan:
      return ban(asked.ban());
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
    case v1::Direct::kLookInto:
      return look_into(asked.look_into());
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
      pin(next, desk_.played);
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
      let_choose(next, each, by_.now_ms);
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
    pin(next, desk_.played);
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

Result<void> Act::set_result(const v1::Direct::SetResult& asked) {
  EventRound* round = find_round(event_, asked.round());
  Pairing* pairing = round ? find_pairing(*round, asked.board()) : nullptr;
  const auto number = static_cast<int>(asked.game());
  if (!pairing || number < 1 || number > pairing->games_size()) return no_such_game();
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
  const char* what = event_.upgraded() ? "event.deed.resume_upgraded" : "event.deed.resume";
  return deed(what, Deed::NEVER, [this](Event& next) -> Result<void> {
    if (next.upgraded()) pin(next, desk_.played);
    const std::int64_t stood = by_.now_ms - next.paused_ms();
    for (EventRound& round : *next.mutable_rounds()) {
      if (round.state() != v1::EventRound::PLAYING) continue;
      if (round.start_limit_ms() > 0) round.set_start_limit_ms(round.start_limit_ms() + stood);
      if (round.deadline_ms() > 0) round.set_deadline_ms(round.deadline_ms() + stood);
      for (Pairing& each : *round.mutable_pairings()) {
        if (each.start_limit_ms() > 0) each.set_start_limit_ms(each.start_limit_ms() + stood);
        if (each.deadline_ms() > 0) each.set_deadline_ms(each.deadline_ms() + stood);
        if (each.choose_by_ms() > 0) each.set_choose_by_ms(each.choose_by_ms() + stood);
      }
    }
    next.set_paused(false);
    next.set_paused_ms(0);
    next.set_stood_ms(next.stood_ms() + stood);
    return {};
  });
}

// Where the next round cannot begin, that is left to a director from then on.
Result<void> Act::go_on() {
  const bool begins = event_.state() == v1::EVENT_STATE_READY || event_.state() == v1::EVENT_STATE_PLAYING;
  if (!begins || drawn_round(event_)) return not_now();
  Event tried = event_;
  seed_entries(tried);
  const Result<EventRound> round = draw_next(tried);
  const bool all_played = !round && round.error().reason.id == "refusal.event.no_more_rounds";
  if (all_played && has_begun(event_)) return finish();
  Result<void> done = round ? draw(nullptr) : Result<void>(round.error());
  deed_.Clear();
  if (done) done = publish();
  if (done) return done;
  deed_.Clear();
  return deed("event.deed.not_automatic", Deed::NEXT_PUBLISH, [](Event& next) -> Result<void> {
    next.mutable_rules()->set_automatic(false);
    return {};
  });
}

Result<void> go_on(Event& event, const Desk& desk, std::int64_t now_ms) {
  Event next = event;
  if (Result<void> done = Act(next, {{}, now_ms}, desk).go_on(); !done) return done;
  event = std::move(next);
  return {};
}

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
