#include "server/lobby/conversation.h"

#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <map>
#include <typeinfo>

#include "common/build.h"
#include "common/frame.h"
#include "common/hash.h"
#include "server/match/await.h"

namespace wardroom::lobby {
namespace asio = boost::asio;

namespace {

match::CallerPtr nobody(const std::shared_ptr<match::Line>& line) {
  return std::make_shared<const match::Caller>(match::Caller{{}, {}, line});
}

v1::ServerFrame pong() {
  v1::ServerFrame frame;
  frame.mutable_pong();
  return frame;
}

// What only makes sense for somebody.
bool needs_account(v1::ClientFrame::BodyCase body) {
  switch (body) {
    case v1::ClientFrame::kHello:
    case v1::ClientFrame::kPing:
    case v1::ClientFrame::kSignUp:
    case v1::ClientFrame::kSignIn:
    case v1::ClientFrame::kPlayAsGuest:
    case v1::ClientFrame::kConfirmAddress:
    case v1::ClientFrame::kAskPasswordReset:
    case v1::ClientFrame::kResetPassword:
    case v1::ClientFrame::kOpenLink:
    case v1::ClientFrame::kListTitles:
    case v1::ClientFrame::kListMatches:
    case v1::ClientFrame::kLookAtInvitation:
    case v1::ClientFrame::kAttach:
    case v1::ClientFrame::kDetach:
    case v1::ClientFrame::kAskEndedView:
    case v1::ClientFrame::kHistory:
    case v1::ClientFrame::kAskReplay:
    case v1::ClientFrame::kAskReach:
    case v1::ClientFrame::kAskPicture:
    case v1::ClientFrame::kAskDiary:
    case v1::ClientFrame::kListEvents:
    case v1::ClientFrame::kAskEvent:
    case v1::ClientFrame::kAskRatings:
    case v1::ClientFrame::kAskPerson:
    case v1::ClientFrame::kAskRecord:
    case v1::ClientFrame::kAskBalance:
    case v1::ClientFrame::BODY_NOT_SET:
      return false;
    default:
      return true;
  }
}

// What makes the server read or write much, for as little as a frame.
bool looks(v1::ClientFrame::BodyCase body) {
  switch (body) {
    case v1::ClientFrame::kAttach:
    case v1::ClientFrame::kAskReplay:
    case v1::ClientFrame::kHistory:
    case v1::ClientFrame::kAskEndedView:
    case v1::ClientFrame::kAskDiary:
    case v1::ClientFrame::kListTitles:
    case v1::ClientFrame::kListMatches:
    case v1::ClientFrame::kListChallenges:
    case v1::ClientFrame::kLookAtInvitation:
    case v1::ClientFrame::kListEvents:
    case v1::ClientFrame::kAskEvent:
    case v1::ClientFrame::kAskRatings:
    case v1::ClientFrame::kAskPerson:
    case v1::ClientFrame::kAskRecord:
    case v1::ClientFrame::kAskBalance:
      return true;
    default:
      return false;
  }
}

}  // namespace

Conversation::Conversation(Desk& desk, std::shared_ptr<match::Line> line, std::string address)
    : desk_(desk), line_(std::move(line)), address_(std::move(address)), caller_(nobody(line_)) {
  ++desk_.host_.stats().visitors;
}

Conversation::~Conversation() {
  be_nobody();
  --desk_.host_.stats().visitors;
}

asio::awaitable<v1::ServerFrame> Conversation::handle(v1::ClientFrame frame) {
  auto self = shared_from_this();
  Answer answer = refuse(RefusalCode::kUnavailable, "refusal.server_error");
  try {
    answer = co_await respond(frame);
  } catch (const std::exception& fault) {
    spdlog::error("event=request_failed {} kind={} type={}", line_->asking(), static_cast<int>(frame.body_case()),
                  typeid(fault).name());
  }
  if (!answer) {
    ++desk_.host_.stats().refusals;
    co_return refusal_frame(frame.request(), answer.error());
  }
  if (frame.has_attach()) {
    // Runs after our caller has queued the answer: see FrontDesk.
    auto executor = co_await asio::this_coro::executor;
    asio::post(executor,
               [&host = desk_.host_, match = frame.attach().match(), line = line_] { host.open(match, line); });
  }
  answer->set_request(frame.request());
  co_return std::move(*answer);
}

asio::awaitable<Answer> Conversation::respond(v1::ClientFrame& frame) {
  const bool over = until_ms_ != 0 && desk_.settings_.now_ms() >= until_ms_;
  if (over || (ended_ && *ended_)) be_nobody();
  if (!greeted_ && !frame.has_hello()) co_return refuse(RefusalCode::kMalformed, "refusal.hello_first");
  if (needs_account(frame.body_case()) && !signed_in())
    co_return refuse(RefusalCode::kSignedOut, "refusal.sign_in_first");
  if (frame.body_case() == v1::ClientFrame::BODY_NOT_SET)
    co_return refuse(RefusalCode::kMalformed, "refusal.unknown_request");
  if (!only_match_.empty() && !leads_there(frame)) co_return refuse(RefusalCode::kNotYours, "refusal.link_only_match");
  if (by_token_ && !open_to_tokens(frame.body_case())) co_return refuse(RefusalCode::kNotYours, "refusal.token_scope");
  if (Result<void> may = may_look(frame.body_case()); !may) co_return may.error();
  const Handler handler = handler_of(frame.body_case());
  if (handler) co_return co_await handler(*this, frame);
  co_return co_await play(frame);  // what is asked of a match
}

// How often is counted, not what was found.
Result<void> Conversation::may_look(v1::ClientFrame::BodyCase body) {
  if (!looks(body)) return {};
  const std::int64_t now = desk_.settings_.now_ms();
  const bool may = desk_.looks_by_address_.take(address_, now) &&
                   (!signed_in() || desk_.looks_by_account_.take(caller_->account, now));
  if (!may) return refuse(RefusalCode::kTooMuch, "refusal.too_many_looks");
  return {};
}

Conversation::Handler Conversation::handler_of(v1::ClientFrame::BodyCase body) {
  using Frame = v1::ClientFrame;
  using Talk = Conversation;
  using Said = asio::awaitable<Answer>;
  static const std::map<Frame::BodyCase, Handler> handlers{
      {Frame::kHello, [](Talk& with, Frame& frame) { return with.hello(frame.hello()); }},
      {Frame::kPing, [](Talk&, Frame&) -> Said { co_return pong(); }},
      {Frame::kSignUp, [](Talk& with, Frame& frame) { return with.sign_up(frame.sign_up()); }},
      {Frame::kSignIn, [](Talk& with, Frame& frame) { return with.sign_in(frame.sign_in()); }},
      {Frame::kPlayAsGuest, [](Talk& with, Frame& frame) { return with.play_as_guest(frame.play_as_guest()); }},
      {Frame::kSignOut, [](Talk& with, Frame&) { return with.sign_out(); }},
      {Frame::kChangePassword, [](Talk& with, Frame& frame) { return with.change_password(frame.change_password()); }},
      {Frame::kListSessions, [](Talk& with, Frame&) { return with.list_sessions(); }},
      {Frame::kEndSession, [](Talk& with, Frame& frame) { return with.end_session(frame.end_session()); }},
      {Frame::kDeleteAccount, [](Talk& with, Frame& frame) { return with.delete_account(frame.delete_account()); }},
      {Frame::kExportMyData, [](Talk& with, Frame&) { return with.export_my_data(); }},
      {Frame::kKeepGuest, [](Talk& with, Frame& frame) { return with.keep_guest(frame.keep_guest()); }},
      {Frame::kListTitles, [](Talk& with, Frame&) -> Said { co_return with.list_titles(); }},
      {Frame::kCreateMatch, [](Talk& with, Frame& frame) { return with.create_match(frame.create_match()); }},
      {Frame::kStartTutorial, [](Talk& with, Frame& frame) { return with.start_tutorial(frame.start_tutorial()); }},
      {Frame::kQuickMatch, [](Talk& with, Frame& frame) { return with.quick_match(frame.quick_match()); }},
      {Frame::kCancelQuickMatch, [](Talk& with, Frame&) { return with.cancel_quick_match(); }},
      {Frame::kListMatches, [](Talk& with, Frame& frame) { return with.list_matches(frame.list_matches()); }},
      {Frame::kJoinMatch, [](Talk& with, Frame& frame) { return with.join_match(frame.join_match()); }},
      {Frame::kCancelMatch, [](Talk& with, Frame& frame) { return with.cancel_match(frame.cancel_match()); }},
      {Frame::kRematch, [](Talk& with, Frame& frame) { return with.rematch(frame.rematch()); }},
      {Frame::kLookAtInvitation,
       [](Talk& with, Frame& frame) { return with.look_at_invitation(frame.look_at_invitation()); }},
      {Frame::kListChallenges, [](Talk& with, Frame&) { return with.list_challenges(); }},
      {Frame::kDeclineChallenge,
       [](Talk& with, Frame& frame) { return with.decline_challenge(frame.decline_challenge()); }},
      {Frame::kAskCalendar, [](Talk& with, Frame&) { return with.ask_calendar(); }},
      {Frame::kSetCalendar, [](Talk& with, Frame& frame) { return with.set_calendar(frame.set_calendar()); }},
      {Frame::kTakeLeave, [](Talk& with, Frame& frame) { return with.take_leave(frame.take_leave()); }},
      {Frame::kEndLeave, [](Talk& with, Frame& frame) { return with.end_leave(frame.end_leave()); }},
      {Frame::kAskPerson, [](Talk& with, Frame& frame) { return with.ask_person(frame.ask_person()); }},
      {Frame::kSetBlocked, [](Talk& with, Frame& frame) { return with.set_blocked(frame.set_blocked()); }},
      {Frame::kListBlocked, [](Talk& with, Frame&) { return with.list_blocked(); }},
      {Frame::kAskUsual, [](Talk& with, Frame&) { return with.ask_usual(); }},
      {Frame::kKeepUsual, [](Talk& with, Frame& frame) { return with.keep_usual(frame.keep_usual()); }},
      {Frame::kAdminister, [](Talk& with, Frame& frame) { return with.administer(frame.administer()); }},
      {Frame::kAskHostActs, [](Talk& with, Frame&) { return with.ask_host_acts(); }},
  };
  if (const auto found = handlers.find(body); found != handlers.end()) return found->second;
  const Handler of_events = handler_of_events(body);
  return of_events ? of_events : notice_handler_of(body);
}

asio::awaitable<Answer> Conversation::hello(const v1::Hello& hello) {
  if (greeted_) co_return refuse(RefusalCode::kMalformed, "refusal.hello_twice");
  if (hello.protocol() != v1::PROTOCOL_VERSION) {
    co_return refuse(RefusalCode::kMalformed, Text("refusal.protocol").number("version", v1::PROTOCOL_VERSION));
  }
  v1::ServerFrame frame;
  v1::Welcome& welcome = *frame.mutable_welcome();
  welcome.set_protocol(v1::PROTOCOL_VERSION);
  welcome.set_build(std::string(build_id()));
  welcome.set_max_frame(desk_.settings_.max_frame);
  welcome.add_capabilities(v1::CAPABILITY_TYPED_REPORTS);
  welcome.add_capabilities(v1::CAPABILITY_QUEUES);
  welcome.add_capabilities(v1::CAPABILITY_DELTAS);
  welcome.add_capabilities(v1::CAPABILITY_MARKS);
  if (hello.token().starts_with(kTokenStart)) {
    Result<void> come = co_await come_by_token(hello.token());
    if (!come) co_return come.error();
    v1::SignedIn& signed_in = *welcome.mutable_signed_in();
    signed_in.set_account(caller_->account);
    signed_in.set_name(caller_->name);
    signed_in.set_by_token(true);
  } else if (!hello.token().empty()) {
    const std::string token_hash = device_ = hash(hello.token());
    auto read = [&](Then<SessionRecord> then) { desk_.store_.session_by_token(token_hash, std::move(then)); };
    Result<SessionRecord> session = co_await match::ask_store<SessionRecord>(read);
    if (!session && session.error().code != RefusalCode::kNotFound) co_return session.error();
    const bool over = session && session->until_ms != 0 && desk_.settings_.now_ms() >= session->until_ms;
    if (session && !over) {
      auto read_account = [&](Then<Account> then) { desk_.store_.account(session->account, std::move(then)); };
      Result<Account> account = co_await match::ask_store<Account>(read_account);
      if (!account && account.error().code != RefusalCode::kNotFound) co_return account.error();
      if (account) {
        be(*account, *session);
        *welcome.mutable_signed_in() = signed_in_frame(*account, {}).signed_in();
        co_await tell_standing(*welcome.mutable_signed_in());
      }
    }
  }
  for (int capability : hello.capabilities()) line_->learn(static_cast<v1::Capability>(capability));
  language_ = hello.language();
  greeted_ = true;
  co_return frame;
}

void Conversation::be(const Account& account, const SessionRecord& session) {
  caller_ = std::make_shared<const match::Caller>(
      match::Caller{account.id, account.name, line_, caller_->watches, account.guest, address_});
  guest_ = account.guest;
  session_ = session.id;
  only_match_ = session.only_match;
  until_ms_ = session.until_ms;
  by_token_ = false;
  ended_ = std::make_shared<std::atomic<bool>>(false);
  desk_.host_.names().set(account.id, {account.name, account.guest});
  desk_.enter(line_.get(), {line_, account.id, account.name, session_, only_match_, ended_, {}});
  if (desk_.registry_ && !account.guest) desk_.registry_->note_address(account.id, address_, [](Result<void>) {});
}

void Conversation::be_nobody() {
  for (const std::string& match : attached_) desk_.host_.detach(match, line_);
  attached_.clear();
  desk_.leave(line_.get());
  caller_ = nobody(line_);
  guest_ = false;
  session_.clear();
  only_match_.clear();
  until_ms_ = 0;
  by_token_ = false;
  ended_.reset();
}

}  // namespace wardroom::lobby
