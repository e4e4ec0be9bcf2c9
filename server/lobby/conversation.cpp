#include "server/lobby/conversation.h"

#include <spdlog/spdlog.h>

#include <boost/asio/this_coro.hpp>

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

// What only makes sense for somebody.
bool needs_account(v1::ClientFrame::BodyCase body) {
  switch (body) {
    case v1::ClientFrame::kHello:
    case v1::ClientFrame::kPing:
    case v1::ClientFrame::kSignUp:
    case v1::ClientFrame::kSignIn:
    case v1::ClientFrame::kPlayAsGuest:
    case v1::ClientFrame::kListTitles:
    case v1::ClientFrame::kListMatches:
    case v1::ClientFrame::kAttach:
    case v1::ClientFrame::kDetach:
    case v1::ClientFrame::kAskEndedView:
    case v1::ClientFrame::kHistory:
    case v1::ClientFrame::kAskReplay:
    case v1::ClientFrame::BODY_NOT_SET:
      return false;
    default:
      return true;
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
  } catch (const std::exception&) {
    spdlog::error("event=request_failed kind={} request={}", static_cast<int>(frame.body_case()), frame.request());
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
  if (ended_ && *ended_) be_nobody();
  if (!greeted_ && !frame.has_hello()) co_return refuse(RefusalCode::kMalformed, "refusal.hello_first");
  if (needs_account(frame.body_case()) && !signed_in())
    co_return refuse(RefusalCode::kSignedOut, "refusal.sign_in_first");
  switch (frame.body_case()) {
    case v1::ClientFrame::kHello:
      co_return co_await hello(frame.hello());
    case v1::ClientFrame::kPing: {
      v1::ServerFrame pong;
      pong.mutable_pong();
      co_return pong;
    }
    case v1::ClientFrame::kSignUp:
      co_return co_await sign_up(frame.sign_up());
    case v1::ClientFrame::kSignIn:
      co_return co_await sign_in(frame.sign_in());
    case v1::ClientFrame::kPlayAsGuest:
      co_return co_await play_as_guest(frame.play_as_guest());
    case v1::ClientFrame::kSignOut:
      co_return co_await sign_out();
    case v1::ClientFrame::kChangePassword:
      co_return co_await change_password(frame.change_password());
    case v1::ClientFrame::kListSessions:
      co_return co_await list_sessions();
    case v1::ClientFrame::kEndSession:
      co_return co_await end_session(frame.end_session());
    case v1::ClientFrame::kDeleteAccount:
      co_return co_await delete_account(frame.delete_account());
    case v1::ClientFrame::kExportMyData:
      co_return co_await export_my_data();
    case v1::ClientFrame::kKeepGuest:
      co_return co_await keep_guest(frame.keep_guest());
    case v1::ClientFrame::kListTitles:
      co_return list_titles();
    case v1::ClientFrame::kCreateMatch:
      co_return co_await create_match(frame.create_match());
    case v1::ClientFrame::kStartTutorial:
      co_return co_await start_tutorial(frame.start_tutorial());
    case v1::ClientFrame::kQuickMatch:
      co_return co_await quick_match(frame.quick_match());
    case v1::ClientFrame::kCancelQuickMatch:
      co_return cancel_quick_match();
    case v1::ClientFrame::kListMatches:
      co_return co_await list_matches(frame.list_matches());
    case v1::ClientFrame::kJoinMatch:
      co_return co_await join_match(frame.join_match());
    case v1::ClientFrame::kCancelMatch:
      co_return co_await cancel_match(frame.cancel_match());
    case v1::ClientFrame::kRematch:
      co_return co_await rematch(frame.rematch());
    case v1::ClientFrame::kGiveNonce:
    case v1::ClientFrame::kAttach:
    case v1::ClientFrame::kDetach:
    case v1::ClientFrame::kAct:
    case v1::ClientFrame::kUndo:
    case v1::ClientFrame::kAskTakeBack:
    case v1::ClientFrame::kAnswerTakeBack:
    case v1::ClientFrame::kOfferDraw:
    case v1::ClientFrame::kAnswerDraw:
    case v1::ClientFrame::kResign:
    case v1::ClientFrame::kClaimFlag:
    case v1::ClientFrame::kAgreeToRestart:
    case v1::ClientFrame::kSay:
    case v1::ClientFrame::kAskEndedView:
    case v1::ClientFrame::kHistory:
    case v1::ClientFrame::kAskReplay:
    case v1::ClientFrame::kAskHint:
      co_return co_await play(frame);
    case v1::ClientFrame::BODY_NOT_SET:
      break;
  }
  co_return refuse(RefusalCode::kMalformed, "refusal.unknown_request");
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
  if (!hello.token().empty()) {
    const std::string token_hash = hash(hello.token());
    auto read = [&](Then<SessionRecord> then) { desk_.store_.session_by_token(token_hash, std::move(then)); };
    Result<SessionRecord> session = co_await match::ask_store<SessionRecord>(read);
    if (!session && session.error().code != RefusalCode::kNotFound) co_return session.error();
    if (session) {
      auto read_account = [&](Then<Account> then) { desk_.store_.account(session->account, std::move(then)); };
      Result<Account> account = co_await match::ask_store<Account>(read_account);
      if (!account && account.error().code != RefusalCode::kNotFound) co_return account.error();
      if (account) {
        be(*account, session->id);
        v1::SignedIn& signed_in = *welcome.mutable_signed_in();
        signed_in.set_account(account->id);
        signed_in.set_name(account->name);
        signed_in.set_guest(account->guest);
      }
    }
  }
  greeted_ = true;
  co_return frame;
}

void Conversation::be(const Account& account, const std::string& session) {
  caller_ = std::make_shared<const match::Caller>(match::Caller{account.id, account.name, line_});
  guest_ = account.guest;
  session_ = session;
  ended_ = std::make_shared<std::atomic<bool>>(false);
  desk_.host_.names().set(account.id, account.name);
  desk_.enter(line_.get(), {line_, account.id, session, ended_});
}

void Conversation::be_nobody() {
  desk_.quick_.leave(line_.get());
  for (const std::string& match : attached_) desk_.host_.detach(match, line_);
  attached_.clear();
  desk_.leave(line_.get());
  caller_ = nobody(line_);
  guest_ = false;
  session_.clear();
  ended_.reset();
}

}  // namespace wardroom::lobby
