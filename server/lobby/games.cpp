// The part of Conversation that knows what can be played.
#include <algorithm>

#include "server/lobby/conversation.h"
#include "server/lobby/validate.h"
#include "server/match/tutorial.h"

namespace wardroom::lobby {
namespace asio = boost::asio;

namespace {

constexpr std::uint32_t kPage = 50;
constexpr std::uint32_t kLongestPage = 100;

Answer info_answer(Result<v1::MatchInfo> info) {
  if (!info) return info.error();
  v1::ServerFrame frame;
  *frame.mutable_match() = std::move(*info);
  return frame;
}

}  // namespace

Answer Conversation::list_titles() const {
  v1::ServerFrame frame;
  *frame.mutable_titles() = desk_.offered_;
  return frame;
}

asio::awaitable<Answer> Conversation::create_match(const v1::CreateMatch& wish) {
  v1::CreateMatch asked = wish;
  v1::record::Origin origin;
  if (asked.has_from()) {
    Result<match::NewMatch> base = co_await desk_.host_.played_from(caller_, asked.from());
    if (!base) co_return base.error();
    asked.set_title(base->title);
    asked.set_scenario(base->scenario);
    asked.mutable_options()->Assign(base->options.begin(), base->options.end());
    origin = std::move(base->origin);
  }
  Result<match::NewMatch> match = check_match(desk_.host_, asked, caller_->account);
  if (!match) co_return match.error();
  match->origin = std::move(origin);
  if (match->observer_delay == 0) match->observer_delay = desk_.settings_.observer_delay;
  const Result<Quotas::Held> places = co_await may_open_another();
  if (!places) co_return places.error();
  if (!asked.invited().empty()) {
    Result<void> may = co_await challenge(asked.invited(), *match);
    if (!may) co_return may.error();
  }
  Result<v1::MatchInfo> made = co_await desk_.host_.create(caller_, std::move(*match));
  if (made) co_await desk_.note_made(made->id(), address_);
  if (made && !asked.invited().empty()) co_await desk_.spread(made->id(), caller_->account);
  co_return info_answer(std::move(made));
}

// By player, and by address, where a crowd of guests may be one person. What is held counts those that are not stored
// yet: many connections cannot ask at once for the last place.
asio::awaitable<Result<Quotas::Held>> Conversation::may_open_another() {
  const Quotas::Places making{{Quota::kMakingByAccount, caller_->account}, {Quota::kMakingByAddress, address_}};
  Quotas::Places places = new_match();
  places.insert(places.end(), making.begin(), making.end());
  const Result<Quotas::Taken> before = co_await desk_.quotas_.take(std::move(places));
  if (!before) co_return before.error();
  Quotas::Held held = desk_.quotas_.hold(making);
  Result<void> may = co_await has_room(before->at(2));
  if (may) may = co_await address_has_room(before->at(3));
  if (may) co_return held;
  did_not_open();
  co_return may.error();
}

Quotas::Places Conversation::new_match() const {
  return {{Quota::kMatchesByAccount, caller_->account}, {Quota::kMatchesByAddress, address_}};
}

void Conversation::did_not_open() { desk_.quotas_.give_back(new_match()); }

asio::awaitable<Result<void>> Conversation::has_room(std::uint32_t others) {
  const DeskSettings& settings = desk_.settings_;
  std::vector<v1::MatchState> open{v1::MATCH_STATE_OPEN};
  std::vector<v1::MatchState> running{v1::MATCH_STATE_PLAYING, v1::MATCH_STATE_HELD};
  Result<void> may =
      co_await has_fewer(std::move(open), others, settings.open_matches_per_account, "refusal.too_many_open");
  if (may)
    may = co_await has_fewer(std::move(running), others, settings.running_matches_per_account,
                             "refusal.too_many_running");
  co_return may;
}

asio::awaitable<Result<void>> Conversation::address_has_room(std::uint32_t others) {
  if (!desk_.registry_) co_return Result<void>();
  auto read = [this](Then<MadeThere> then) { desk_.registry_->made_from(address_, std::move(then)); };
  const Result<MadeThere> there = co_await match::ask_store<MadeThere>(read);
  if (!there) co_return there.error();
  const std::uint32_t most_open = desk_.settings_.open_matches_per_address;
  const std::uint32_t most_running = desk_.settings_.running_matches_per_address;
  if (there->open + others >= most_open)
    co_return refuse(RefusalCode::kTooMuch, Text("refusal.too_many_open_here").number("most", most_open));
  if (there->running + others >= most_running)
    co_return refuse(RefusalCode::kTooMuch, Text("refusal.too_many_running_here").number("most", most_running));
  co_return Result<void>();
}

asio::awaitable<Result<void>> Conversation::has_fewer(std::vector<v1::MatchState> states, std::uint32_t others,
                                                      std::uint32_t most, const char* refusal) {
  match::Store::Query mine;
  mine.account = caller_->account;
  mine.states = std::move(states);
  mine.limit = most;
  Result<v1::Matches> found = co_await desk_.host_.list(caller_->account, mine);
  if (!found) co_return found.error();
  if (static_cast<std::uint32_t>(found->matches_size()) + others >= most)
    co_return refuse(RefusalCode::kTooMuch, Text(refusal).number("most", most));
  co_return Result<void>();
}

asio::awaitable<Answer> Conversation::start_tutorial(const v1::StartTutorial& asked) {
  const match::LoadedTitle* title = desk_.host_.title(asked.title());
  if (!title) co_return refuse(RefusalCode::kNotFound, Text("refusal.no_such_title").word("title", asked.title()));
  const std::shared_ptr<const v1::Tutorial> tutorial = tutorial_of(*title->bundle, asked.tutorial());
  if (!tutorial) co_return refuse(RefusalCode::kNotFound, "refusal.no_tutorial");
  const Result<Quotas::Held> places = co_await may_open_another();
  if (!places) co_return places.error();
  Result<v1::MatchInfo> made =
      co_await desk_.host_.create(caller_, match::tutorial_match(*tutorial, asked.title(), caller_->account));
  if (made) co_await desk_.note_made(made->id(), address_);
  co_return info_answer(std::move(made));
}

asio::awaitable<Answer> Conversation::list_matches(const v1::ListMatches& asked) {
  if (asked.mine() && !signed_in()) co_return refuse(RefusalCode::kSignedOut, "refusal.sign_in_first");
  match::Store::Query query;
  if (asked.mine()) query.account = caller_->account;
  if (asked.open() || (!asked.mine() && !asked.running() && !asked.over()))
    query.states.push_back(v1::MATCH_STATE_OPEN);
  if (asked.running()) {
    query.states.insert(query.states.end(), {v1::MATCH_STATE_PLAYING, v1::MATCH_STATE_HELD, v1::MATCH_STATE_PARKED});
  }
  if (asked.over()) query.states.push_back(v1::MATCH_STATE_OVER);
  query.after = asked.after();
  query.limit = asked.limit() == 0 ? kPage : std::min(asked.limit(), kLongestPage);
  Result<v1::Matches> matches = co_await desk_.host_.list(caller_->account, std::move(query));
  if (!matches) co_return matches.error();
  v1::ServerFrame frame;
  *frame.mutable_matches() = std::move(*matches);
  if (asked.open() && !asked.mine() && asked.after().empty()) {
    auto read = [this](Then<std::vector<SeenWaiting>> then) { desk_.store_.who_waits(std::move(then)); };
    Result<std::vector<SeenWaiting>> waiting = co_await match::ask_store<std::vector<SeenWaiting>>(read);
    if (!waiting) co_return waiting.error();
    for (SeenWaiting& each : *waiting) {
      each.shown.set_me(signed_in() && each.account == caller_->account);
      *frame.mutable_matches()->add_waiting() = std::move(each.shown);
    }
  }
  co_return frame;
}

asio::awaitable<Answer> Conversation::join_match(const v1::JoinMatch& asked) {
  if (asked.match().empty() && asked.invitation().empty())
    co_return refuse(RefusalCode::kMalformed, "refusal.no_match_named");
  Result<match::MatchCard> card = refuse(RefusalCode::kNotFound, "refusal.no_such_match");
  if (asked.invitation().empty()) {
    card = co_await desk_.host_.card(asked.match());
  } else {
    card = co_await desk_.host_.card_for(asked.invitation());
  }
  if (!card) co_return card.error();
  // To strangers a private match does not exist, whoever sits there.
  const bool knows = !card->is_private || !asked.invitation().empty() || card->invited == caller_->account;
  if (knows) {
    if (Result<void> may = co_await desk_.may_sit_down(caller_->account, *card); !may) co_return may.error();
  }
  Result<v1::MatchInfo> joined = co_await desk_.host_.join(caller_, asked.match(), asked.invitation());
  if (joined && joined->state() == v1::MATCH_STATE_OPEN) co_await desk_.spread(joined->id(), caller_->account);
  co_return info_answer(std::move(joined));
}

asio::awaitable<Answer> Conversation::cancel_match(const v1::CancelMatch& asked) {
  Result<match::MatchCard> card = co_await desk_.host_.card(asked.match());
  Result<void> cancelled = co_await desk_.host_.cancel(caller_, asked.match());
  if (!cancelled) co_return cancelled.error();
  attached_.erase(asked.match());
  if (card) co_await desk_.tell_challenged(card->invited);
  co_return match::done();
}

asio::awaitable<Answer> Conversation::rematch(const v1::Rematch& asked) {
  Result<match::MatchCard> card = co_await desk_.host_.card(asked.match());
  if (card && match::seat_of(*card, caller_->account)) {
    for (const std::string& account : card->accounts) {
      if (Result<void> meets = co_await desk_.may_meet(caller_->account, account); !meets) co_return meets.error();
    }
  }
  if (Result<void> may = co_await may_challenge(); !may) co_return may.error();
  const Result<Quotas::Held> places = co_await may_open_another();
  const Quotas::Places challenge{{Quota::kChallengesByAccount, caller_->account}};
  if (!places) desk_.quotas_.give_back(challenge);
  if (!places) co_return places.error();
  Result<v1::MatchInfo> made = co_await desk_.host_.rematch(caller_, asked.match(), asked.nonce_hash());
  if (!made) did_not_open();
  if (made && made->state() == v1::MATCH_STATE_OPEN) co_await desk_.note_made(made->id(), address_);
  if (!made || made->invited().empty()) desk_.quotas_.give_back(challenge);  // nobody was asked
  if (made && made->state() == v1::MATCH_STATE_OPEN) co_await desk_.spread(made->id(), caller_->account);
  co_return info_answer(std::move(made));
}

asio::awaitable<Answer> Conversation::attach(const v1::ClientFrame& frame) {
  const std::string& match = frame.attach().match();
  if (!attached_.contains(match) && attached_.size() >= desk_.settings_.attachments_per_connection) {
    co_return refuse(RefusalCode::kTooMuch, "refusal.too_many_attached");
  }
  if (!frame.attach().watch().empty()) {
    match::Caller with = *caller_;
    std::erase_if(with.watches, [&](const auto& each) { return !attached_.contains(each.first); });
    with.watches[match] = frame.attach().watch();
    caller_ = std::make_shared<const match::Caller>(std::move(with));
  }
  const bool added = attached_.insert(match).second;
  Answer answer = co_await desk_.host_.play(caller_, frame);
  if (!answer && added) attached_.erase(match);
  co_return answer;
}

asio::awaitable<Answer> Conversation::play(const v1::ClientFrame& frame) {
  if (frame.has_attach()) co_return co_await attach(frame);
  if (frame.has_detach()) attached_.erase(frame.detach().match());
  if (frame.has_say())
    if (Result<void> may = co_await may_speak(); !may) co_return may.error();
  Answer answer = co_await desk_.host_.play(caller_, frame);
  // The first opens his part of the dice, wherever he is.
  const bool waits = answer && frame.has_give_nonce() && answer->match().state() == v1::MATCH_STATE_OPEN;
  if (waits) co_await desk_.spread(frame.give_nonce().match(), caller_->account);
  if (answer && frame.has_answer_offer() && frame.answer_offer().kind() == v1::OFFER_KIND_SUBSTITUTE)
    co_await desk_.tell_substitute(frame.answer_offer().match());
  co_return answer;
}

}  // namespace wardroom::lobby
