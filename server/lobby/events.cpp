// The part of Conversation that takes part in events, and directs them.
#include <map>

#include "server/lobby/conversation.h"
#include "server/lobby/validate.h"

namespace wardroom::lobby {
namespace asio = boost::asio;

namespace {

Answer page_answer(Result<v1::EventPage> page) {
  if (!page) return page.error();
  v1::ServerFrame frame;
  *frame.mutable_event() = std::move(*page);
  return frame;
}

Refusal no_events() { return refuse(RefusalCode::kUnavailable, "refusal.event.none_here"); }

// Whom an act names, as people call him.
std::string named_in(const v1::Direct& asked) {
  switch (asked.act_case()) {
    case v1::Direct::kSetDirector:
      return asked.set_director().name();
    case v1::Direct::kSubstitute:
      return asked.substitute().name();
    case v1::Direct::kLateEntry:
      return asked.late_entry().name();
    case v1::Direct::kBan:
      return asked.ban().name();
    default:
      return {};
  }
}

}  // namespace

asio::awaitable<Answer> Conversation::list_events(const v1::ListEvents& asked) {
  if (!desk_.events_) co_return no_events();
  Result<v1::EventList> list = co_await desk_.events_->list(caller_->account, asked);
  if (!list) co_return list.error();
  v1::ServerFrame frame;
  *frame.mutable_events() = std::move(*list);
  co_return frame;
}

asio::awaitable<Answer> Conversation::ask_event(const v1::AskEvent& asked) {
  if (!desk_.events_) co_return no_events();
  co_return page_answer(co_await desk_.events_->page(caller_->account, asked.event()));
}

// Rules name people; an event keeps accounts.
asio::awaitable<Result<v1::EventRules>> Conversation::checked_rules(v1::EventRules rules) {
  if (Result<void> sound = desk_.events_->check(rules); !sound) co_return sound.error();
  if (Result<void> sound = check_clock(rules.clock()); !sound) co_return sound.error();
  for (std::string& name : *rules.mutable_invited()) {
    Result<std::string> account = co_await desk_.account_named(name);
    if (!account) co_return account.error();
    name = std::move(*account);
  }
  co_return rules;
}

asio::awaitable<Answer> Conversation::create_event(const v1::CreateEvent& asked) {
  if (!desk_.events_) co_return no_events();
  if (guest_) co_return refuse(RefusalCode::kNotYours, "refusal.event.guests");
  if (Result<void> may = co_await may_direct(); !may) co_return may.error();
  v1::EventRules wanted = asked.rules();
  if (!asked.like().empty()) {
    Result<v1::EventRules> like = co_await desk_.events_->rules_like(caller_->account, asked.like());
    if (!like) co_return like.error();
    like->set_name(asked.rules().name());
    wanted = std::move(*like);
  }
  Result<v1::EventRules> rules = co_await checked_rules(std::move(wanted));
  if (!rules) co_return rules.error();
  co_return page_answer(co_await desk_.events_->create(caller_->account, std::move(*rules), asked.like()));
}

asio::awaitable<Answer> Conversation::take_part(const v1::TakePart& asked) {
  if (!desk_.events_) co_return no_events();
  if (guest_) co_return refuse(RefusalCode::kNotYours, "refusal.event.guests");
  co_return page_answer(co_await desk_.events_->take_part(caller_->account, asked));
}

asio::awaitable<Answer> Conversation::direct(const v1::Direct& asked) {
  if (!desk_.events_) co_return no_events();
  if (Result<void> may = co_await may_direct(); !may) co_return may.error();
  v1::Direct act = asked;
  std::string named;
  if (const std::string name = named_in(asked); !name.empty()) {
    Result<std::string> account = co_await desk_.account_named(name);
    if (!account) co_return account.error();
    named = std::move(*account);
  }
  if (asked.has_change_rules()) {
    Result<v1::EventRules> rules = co_await checked_rules(asked.change_rules());
    if (!rules) co_return rules.error();
    *act.mutable_change_rules() = std::move(*rules);
  }
  co_return page_answer(co_await desk_.events_->direct(caller_->account, std::move(act), std::move(named)));
}

asio::awaitable<Answer> Conversation::ask_ratings(const v1::AskRatings& asked) {
  if (!desk_.events_) co_return no_events();
  Result<v1::Ratings> ratings = co_await desk_.events_->ratings(asked);
  if (!ratings) co_return ratings.error();
  v1::ServerFrame frame;
  *frame.mutable_ratings() = std::move(*ratings);
  co_return frame;
}

asio::awaitable<Answer> Conversation::ask_inside(const v1::AskInside& asked) {
  if (!desk_.events_) co_return no_events();
  if (Result<void> may = co_await may_direct(); !may) co_return may.error();
  Result<v1::Update> truth = co_await desk_.events_->inside(caller_->account, asked);
  if (!truth) co_return truth.error();
  v1::ServerFrame frame;
  *frame.mutable_update() = std::move(*truth);
  co_return frame;
}

asio::awaitable<Answer> Conversation::ask_signals(const v1::AskSignals& asked) {
  if (!desk_.events_) co_return no_events();
  if (Result<void> may = co_await may_direct(); !may) co_return may.error();
  Result<v1::EventSignals> signals = co_await desk_.events_->signals(caller_->account, asked);
  if (!signals) co_return signals.error();
  v1::ServerFrame frame;
  *frame.mutable_event_signals() = std::move(*signals);
  co_return frame;
}

// Tournaments, what players have done in them, and programs.
Conversation::Handler Conversation::handler_of_events(v1::ClientFrame::BodyCase body) {
  using Frame = v1::ClientFrame;
  using Talk = Conversation;
  static const std::map<Frame::BodyCase, Handler> handlers{
      {Frame::kListEvents, [](Talk& with, Frame& frame) { return with.list_events(frame.list_events()); }},
      {Frame::kAskEvent, [](Talk& with, Frame& frame) { return with.ask_event(frame.ask_event()); }},
      {Frame::kCreateEvent, [](Talk& with, Frame& frame) { return with.create_event(frame.create_event()); }},
      {Frame::kTakePart, [](Talk& with, Frame& frame) { return with.take_part(frame.take_part()); }},
      {Frame::kDirect, [](Talk& with, Frame& frame) { return with.direct(frame.direct()); }},
      {Frame::kAskRatings, [](Talk& with, Frame& frame) { return with.ask_ratings(frame.ask_ratings()); }},
      {Frame::kAskInside, [](Talk& with, Frame& frame) { return with.ask_inside(frame.ask_inside()); }},
      {Frame::kAskSignals, [](Talk& with, Frame& frame) { return with.ask_signals(frame.ask_signals()); }},
      {Frame::kAskRecord, [](Talk& with, Frame& frame) { return with.ask_record(frame.ask_record()); }},
      {Frame::kAskBalance, [](Talk& with, Frame& frame) { return with.ask_balance(frame.ask_balance()); }},
      {Frame::kSetRated, [](Talk& with, Frame& frame) { return with.set_rated(frame.set_rated()); }},
      {Frame::kBeProgram, [](Talk& with, Frame&) { return with.be_program(); }},
      {Frame::kCreateToken, [](Talk& with, Frame& frame) { return with.create_token(frame.create_token()); }},
      {Frame::kListTokens, [](Talk& with, Frame&) { return with.list_tokens(); }},
      {Frame::kAskFactor, [](Talk& with, Frame&) { return with.ask_factor(); }},
      {Frame::kBeginFactor, [](Talk& with, Frame& frame) { return with.begin_factor(frame.begin_factor()); }},
      {Frame::kConfirmFactor, [](Talk& with, Frame& frame) { return with.confirm_factor(frame.confirm_factor()); }},
      {Frame::kEndFactor, [](Talk& with, Frame& frame) { return with.end_factor(frame.end_factor()); }},
      {Frame::kEndToken, [](Talk& with, Frame& frame) { return with.end_token(frame.end_token()); }},
  };
  const auto found = handlers.find(body);
  return found == handlers.end() ? nullptr : found->second;
}

}  // namespace wardroom::lobby
