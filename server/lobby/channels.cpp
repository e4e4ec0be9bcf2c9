// The part of Conversation that knows where people are told besides by mail: hooks of theirs, and their devices.
#include <map>

#include "server/lobby/conversation.h"
#include "server/match/await.h"
#include "server/outward/hook.h"
#include "server/outward/push.h"

namespace wardroom::lobby {
namespace asio = boost::asio;
using match::ask_store;

namespace {

constexpr std::size_t kLongestDeviceName = 60;

Refusal for_accounts() { return refuse(RefusalCode::kConflict, "refusal.guest_has_no_address"); }

}  // namespace

Conversation::Handler Conversation::notice_handler_of(v1::ClientFrame::BodyCase body) {
  using Frame = v1::ClientFrame;
  using Talk = Conversation;
  static const std::map<Frame::BodyCase, Handler> handlers{
      {Frame::kSetAddress, [](Talk& with, Frame& frame) { return with.set_address(frame.set_address()); }},
      {Frame::kConfirmAddress, [](Talk& with, Frame& frame) { return with.confirm_address(frame.confirm_address()); }},
      {Frame::kAskPasswordReset,
       [](Talk& with, Frame& frame) { return with.ask_password_reset(frame.ask_password_reset()); }},
      {Frame::kResetPassword, [](Talk& with, Frame& frame) { return with.reset_password(frame.reset_password()); }},
      {Frame::kAskNotices, [](Talk& with, Frame&) { return with.ask_notices(); }},
      {Frame::kSetNotices, [](Talk& with, Frame& frame) { return with.set_notices(frame.set_notices()); }},
      {Frame::kSendTestNotice,
       [](Talk& with, Frame& frame) { return with.send_test_notice(frame.send_test_notice()); }},
      {Frame::kAddHook, [](Talk& with, Frame& frame) { return with.add_hook(frame.add_hook()); }},
      {Frame::kAddPush, [](Talk& with, Frame& frame) { return with.add_push(frame.add_push()); }},
      {Frame::kRemoveChannel, [](Talk& with, Frame& frame) { return with.remove_channel(frame.remove_channel()); }},
      {Frame::kOpenLink, [](Talk& with, Frame& frame) { return with.open_link(frame.open_link()); }},
      {Frame::kEndLinks, [](Talk& with, Frame& frame) { return with.end_links(frame.end_links()); }},
  };
  const auto found = handlers.find(body);
  return found == handlers.end() ? nullptr : found->second;
}

asio::awaitable<Answer> Conversation::add_hook(const v1::AddHook& asked) {
  if (!desk_.mailroom_ || !desk_.settings_.hooks) co_return refuse(RefusalCode::kUnavailable, "refusal.no_hooks");
  if (guest_) co_return for_accounts();
  const auto target = outward::target_of(asked.url());
  const bool plain = target && !target->secure && !desk_.settings_.plain_hooks;
  if (!target || plain || !v1::HookFormat_IsValid(asked.format()))
    co_return refuse(RefusalCode::kMalformed, "refusal.hook_address");
  const auto may = co_await desk_.quotas_.take({{Quota::kMailsByAccount, caller_->account}});
  if (!may) co_return may.error();
  NewChannel channel;
  channel.carrier = v1::CARRIER_HOOK;
  channel.address = asked.url();
  channel.name = target->host;
  channel.secret = outward::new_hook_secret();
  channel.format = asked.format();
  if (Result<void> kept = co_await keep_channel(channel); !kept) co_return kept.error();
  Answer notices = co_await ask_notices();
  if (notices) notices->mutable_notices()->set_hook_secret(channel.secret);
  co_return notices;
}

asio::awaitable<Answer> Conversation::add_push(const v1::AddPush& asked) {
  if (!desk_.mailroom_ || desk_.settings_.push_key.empty())
    co_return refuse(RefusalCode::kUnavailable, "refusal.no_pushes");
  if (guest_) co_return for_accounts();
  const auto target = outward::target_of(asked.endpoint());
  const bool plain = target && !target->secure && !desk_.settings_.plain_hooks;
  const outward::Subscription subscription{asked.endpoint(), asked.p256dh(), asked.auth()};
  if (!target || plain || !outward::well_formed(subscription) || asked.device().size() > kLongestDeviceName)
    co_return refuse(RefusalCode::kMalformed, "refusal.push_address");
  NewChannel channel;
  channel.carrier = v1::CARRIER_PUSH;
  channel.address = asked.endpoint();
  channel.name = asked.device();
  channel.secret = asked.p256dh() + asked.auth();
  if (Result<void> kept = co_await keep_channel(std::move(channel)); !kept) co_return kept.error();
  co_return co_await ask_notices();
}

asio::awaitable<Result<void>> Conversation::keep_channel(NewChannel channel) {
  if (Result<void> spoken = co_await speak_his_language(caller_->account); !spoken) co_return spoken;
  auto write = [&](Then<void> then) { desk_.mailroom_->add_channel(caller_->account, channel, std::move(then)); };
  co_return co_await ask_store<void>(write);
}

asio::awaitable<Answer> Conversation::remove_channel(const v1::RemoveChannel& asked) {
  if (!desk_.mailroom_) co_return refuse(RefusalCode::kUnavailable, "refusal.no_hooks");
  const auto id = static_cast<std::int64_t>(asked.channel());
  auto write = [&](Then<void> then) {
    desk_.mailroom_->remove_channel(caller_->account, id, asked.endpoint(), std::move(then));
  };
  Result<void> removed = co_await ask_store<void>(write);
  if (!removed) co_return removed.error();
  co_return co_await ask_notices();
}

}  // namespace wardroom::lobby
