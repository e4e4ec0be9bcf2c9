#include "server/lobby/admin.h"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "server/lobby/conversation.h"
#include "server/lobby/leaving.h"
#include "server/match/await.h"
#include "server/match/written.h"

namespace wardroom::lobby {
namespace asio = boost::asio;
using match::ask_store;
using v1::Administer;

namespace {

constexpr std::size_t kLongestReason = 500;
constexpr std::int64_t kHourMs = 60LL * 60 * 1000;
constexpr std::int64_t kLongestMuteMs = 3650 * 24 * kHourMs;
constexpr std::uint32_t kMostDeeds = 200;

Refusal no_admin_here() { return refuse(RefusalCode::kUnavailable, "refusal.admin.none_here"); }
Refusal hosts_alone() { return refuse(RefusalCode::kNotYours, "refusal.admin.hosts_alone"); }

// The message of the act that was chosen.
const google::protobuf::Message* act_of(const Administer& asked) {
  const auto* chosen =
      asked.GetReflection()->GetOneofFieldDescriptor(asked, Administer::descriptor()->FindOneofByName("act"));
  return chosen ? &asked.GetReflection()->GetMessage(asked, chosen) : nullptr;
}

// What it names; empty: nobody, or no match.
std::string named_by(const Administer& asked, const char* field) {
  const google::protobuf::Message* act = act_of(asked);
  const auto* found = act ? act->GetDescriptor()->FindFieldByName(field) : nullptr;
  return found ? act->GetReflection()->GetString(*act, found) : std::string();
}

Result<void> sound(const Administer& asked, std::int64_t now_ms) {
  if (match::characters(asked.reason()) > kLongestReason || !match::printable(asked.reason()))
    return refuse(RefusalCode::kMalformed, Text("refusal.admin.reason").number("most", kLongestReason));
  if (asked.has_mute() && (asked.mute().until_ms() <= now_ms || asked.mute().until_ms() > now_ms + kLongestMuteMs))
    return refuse(RefusalCode::kMalformed, "refusal.admin.mute_until");
  if (asked.has_adjudicate() && asked.adjudicate().winner() > 1)
    return refuse(RefusalCode::kMalformed, "refusal.admin.no_such_seat");
  return {};
}

v1::ServerFrame administered() {
  v1::ServerFrame frame;
  frame.mutable_administered();
  return frame;
}

}  // namespace

asio::awaitable<match::Answer> Desk::administer(std::string by, v1::Administer asked) {
  if (!registry_) co_return no_admin_here();
  Admin admin(*this, std::move(by));
  co_return co_await admin.carry_out(std::move(asked));
}

asio::awaitable<Result<Standing>> Desk::standing_of(std::string account) {
  if (!registry_) co_return Standing();
  auto read = [&](Then<Standing> then) { registry_->standing(account, std::move(then)); };
  co_return co_await ask_store<Standing>(read);
}

asio::awaitable<v1::HostAct> Desk::shown(HostDeed deed) {
  v1::HostAct act;
  act.set_id(deed.id);
  act.set_time_ms(deed.time_ms);
  const std::string by = co_await host_.names().of(deed.by);
  const std::string name = co_await host_.names().of(deed.account);
  act.set_by(by);
  const auto* field = Administer::descriptor()->FindFieldByNumber(deed.what);
  act.set_what(field ? field->name() : std::string());
  act.set_name(name);
  act.set_match(deed.match);
  act.set_before(deed.before);
  act.set_until_ms(deed.until_ms);
  act.set_reason(deed.reason);
  act.set_unread(deed.unread);
  co_return act;
}

// What follows at once from it; of sessions that have ended this server hears by itself.
asio::awaitable<void> Desk::hear_of(std::string account, v1::HostActs acts) {
  for (const v1::HostAct& act : acts.acts()) {
    const bool renamed = act.what() == "rename";
    if (!renamed && act.what() != "grant" && act.what() != "revoke") continue;
    if (renamed) {
      host_.names().forget(account);
      const match::Called called = co_await host_.names().called(account);
      host_.rename(account, called);
    }
    call_back(account);
  }
}

// -- the acts --

asio::awaitable<match::Answer> Admin::carry_out(v1::Administer asked) {
  if (Result<void> right = sound(asked, desk_.settings_.now_ms()); !right) co_return right.error();
  switch (asked.act_case()) {
    case Administer::kTroubled:
      co_return co_await troubled(asked.troubled());
    case Administer::kLog:
      co_return co_await log(asked.log());
    case Administer::kRepair:
    case Administer::kAdjudicate:
    case Administer::kRewind:
      co_return co_await do_to_match(std::move(asked));
    case Administer::ACT_NOT_SET:
      co_return refuse(RefusalCode::kMalformed, "refusal.unknown_request");
    default:
      co_return co_await do_to_account(std::move(asked));
  }
}

// The right is the host's to give, and whoever has it is his alone to judge.
asio::awaitable<Result<void>> Admin::may_touch(Administer::ActCase what, std::string account) {
  if (by_.empty()) co_return Result<void>();
  if (what == Administer::kGrant || what == Administer::kRevoke) co_return hosts_alone();
  Result<Standing> standing = co_await desk_.standing_of(std::move(account));
  if (!standing) co_return standing.error();
  if (standing->admin) co_return hosts_alone();
  co_return Result<void>();
}

asio::awaitable<match::Answer> Admin::do_to_account(v1::Administer asked) {
  Result<std::string> found = co_await desk_.account_named(named_by(asked, "name"));
  if (!found) co_return found.error();
  HostDeed deed;
  deed.by = by_;
  deed.what = asked.act_case();
  deed.account = *found;
  deed.reason = asked.reason();
  deed.until_ms = asked.mute().until_ms();
  deed.to = asked.rename().to();
  if (Result<void> may = co_await may_touch(deed.what, deed.account); !may) co_return may.error();
  if (asked.has_rename())
    if (Result<void> right = desk_.check_new_name(deed.to); !right) co_return right.error();
  if (asked.has_export_data()) co_return co_await export_data(std::move(deed));
  const match::Called called = co_await desk_.host_.names().called(deed.account);
  if (asked.has_grant() && called.guest) co_return refuse(RefusalCode::kConflict, "refusal.guest_has_no_password");
  if (asked.has_delete_account()) {
    auto who = std::make_shared<const match::Caller>(match::Caller{deed.account, called.name, nullptr});
    if (Result<void> left = co_await desk_.leave_matches(std::move(who)); !left) co_return left.error();
  }
  Result<HostDeed> kept = co_await keep(std::move(deed));
  if (!kept) co_return kept.error();
  follow_up(*kept);
  co_return administered();
}

asio::awaitable<Result<HostDeed>> Admin::keep(HostDeed deed) {
  auto write = [&](Then<HostDeed> then) { desk_.registry_->carry_out(deed, std::move(then)); };
  Result<HostDeed> kept = co_await ask_store<HostDeed>(write);
  if (!kept && kept.error().code == RefusalCode::kConflict && deed.what == Administer::kRename)
    co_return refuse(RefusalCode::kConflict, "refusal.name_taken");
  if (!kept) co_return kept;
  if (kept->what == Administer::kRename) {
    match::Called called = co_await desk_.host_.names().called(kept->account);
    called.name = kept->to;
    desk_.host_.rename(kept->account, called);
  }
  co_await tell(*kept);
  co_return kept;
}

// On every connection of those whom it concerns.
asio::awaitable<void> Admin::tell(HostDeed kept) {
  spdlog::info("event=host_act act={} by={} account={} match={}", static_cast<int>(kept.what),
               by_.empty() ? "host" : by_, kept.account, kept.match);
  v1::HostAct told = co_await desk_.shown(kept);
  v1::ServerFrame frame;
  *frame.mutable_host_acts()->add_acts() = std::move(told);
  if (!kept.account.empty()) desk_.tell(kept.account, frame);
  if (kept.match.empty()) co_return;
  Result<match::MatchCard> card = co_await desk_.host_.card(kept.match);
  if (!card) co_return;
  for (const std::string& account : card->accounts)
    if (!account.empty()) desk_.tell(account, frame);
}

void Admin::follow_up(const HostDeed& deed) {
  switch (deed.what) {
    case Administer::kDeleteAccount:
      desk_.host_.names().forget(deed.account);
      [[fallthrough]];
    case Administer::kBan:
    case Administer::kSignOut:
      desk_.end_live(deed.account, {}, Desk::Whose::kAll);
      break;
    case Administer::kRename:
    case Administer::kGrant:
    case Administer::kRevoke:
      desk_.call_back(deed.account);
      break;
    default:
      break;
  }
}

asio::awaitable<match::Answer> Admin::export_data(HostDeed deed) {
  auto read = [&](Then<Account> then) { desk_.store_.account(deed.account, std::move(then)); };
  Result<Account> account = co_await ask_store<Account>(read);
  if (!account) co_return account.error();
  Result<v1::DataOfMine> data = co_await desk_.data_of(std::move(*account), Desk::Reader::kHost);
  if (!data) co_return data.error();
  Result<HostDeed> kept = co_await keep(std::move(deed));
  if (!kept) co_return kept.error();
  v1::ServerFrame frame;
  frame.mutable_administered()->set_json(as_json(*data));
  co_return frame;
}

asio::awaitable<match::Answer> Admin::do_to_match(v1::Administer asked) {
  HostDeed deed;
  deed.by = by_;
  deed.what = asked.act_case();
  deed.match = named_by(asked, "match");
  deed.reason = asked.reason();
  Result<HostDeed> kept = HostDeed();
  if (asked.has_repair()) {
    kept = co_await desk_.host_.repair(std::move(deed));
  } else {
    v1::Terms terms;
    if (asked.adjudicate().has_winner()) terms.set_winner(asked.adjudicate().winner());
    terms.set_by_score(asked.adjudicate().by_score());
    const v1::OfferKind kind = asked.has_rewind() ? v1::OFFER_KIND_REWIND : v1::OFFER_KIND_VERDICT;
    kept = co_await desk_.host_.propose(std::move(deed), kind, std::move(terms));
  }
  if (!kept) co_return kept.error();
  co_await tell(std::move(*kept));
  co_return administered();
}

asio::awaitable<match::Answer> Admin::troubled(const v1::Administer::Troubled& asked) {
  match::Store::Query query;
  query.hidden = true;
  query.states = {v1::MATCH_STATE_PARKED, v1::MATCH_STATE_HELD};
  query.after = asked.after();
  Result<v1::Matches> page = co_await desk_.host_.list({}, std::move(query));
  if (!page) co_return page.error();
  v1::ServerFrame frame = administered();
  frame.mutable_administered()->set_next(page->next());
  for (v1::MatchInfo& info : *page->mutable_matches()) {
    v1::TroubledMatch& match = *frame.mutable_administered()->add_matches();
    Result<v1::Text> why = co_await desk_.host_.trouble(info.id());
    if (why) {
      *match.mutable_why() = std::move(*why);
    } else {
      to_wire(why.error().reason, *match.mutable_why());
    }
    *match.mutable_match() = std::move(info);
  }
  co_return frame;
}

asio::awaitable<match::Answer> Admin::log(v1::Administer::Log asked) {
  DeedQuery query;
  query.before = asked.before();
  query.limit = std::clamp<std::uint32_t>(asked.limit() == 0 ? query.limit : asked.limit(), 1, kMostDeeds);
  if (!asked.name().empty()) {
    Result<std::string> account = co_await desk_.account_named(asked.name());
    if (!account) co_return account.error();
    query.account = std::move(*account);
  }
  auto read = [&](Then<std::vector<HostDeed>> then) { desk_.registry_->host_deeds(query, std::move(then)); };
  Result<std::vector<HostDeed>> deeds = co_await ask_store<std::vector<HostDeed>>(read);
  if (!deeds) co_return deeds.error();
  v1::ServerFrame frame = administered();
  if (deeds->size() == query.limit) frame.mutable_administered()->set_next(std::to_string(deeds->back().id));
  for (HostDeed& each : *deeds) {
    each.unread = false;  // whether he has read it is his own
    v1::HostAct act = co_await desk_.shown(std::move(each));
    *frame.mutable_administered()->add_log() = std::move(act);
  }
  co_return frame;
}

// -- one connection --

asio::awaitable<Answer> Conversation::administer(const v1::Administer& asked) {
  Result<Standing> standing = co_await desk_.standing_of(caller_->account);
  if (!standing) co_return standing.error();
  if (!standing->admin) co_return refuse(RefusalCode::kNotYours, "refusal.admin.not_yours");
  Result<SecondFactor> factor = co_await desk_.factor_of(caller_->account);
  if (!factor) co_return factor.error();
  if (!factor->on) co_return refuse(RefusalCode::kNotYours, "refusal.admin.factor_first");
  co_return co_await desk_.administer(caller_->account, asked);
}

asio::awaitable<Answer> Conversation::ask_host_acts() {
  v1::ServerFrame frame;
  frame.mutable_host_acts();
  if (!desk_.registry_) co_return frame;
  using Deeds = std::vector<HostDeed>;
  const DeedQuery concerning{caller_->account};
  auto read = [&](Then<Deeds> then) { desk_.registry_->host_deeds(concerning, std::move(then)); };
  Result<Deeds> deeds = co_await ask_store<Deeds>(read);
  if (!deeds) co_return deeds.error();
  for (HostDeed& each : *deeds) {
    v1::HostAct act = co_await desk_.shown(std::move(each));
    *frame.mutable_host_acts()->add_acts() = std::move(act);
  }
  auto write = [&](Then<void> then) { desk_.registry_->read_deeds(caller_->account, std::move(then)); };
  if (Result<void> marked = co_await ask_store<void>(write); !marked) co_return marked.error();
  co_return frame;
}

asio::awaitable<void> Conversation::tell_standing(v1::SignedIn& who) {
  const Result<Standing> standing = co_await desk_.standing_of(caller_->account);
  if (!standing) co_return;  // he hears of it when he next comes
  who.set_admin(standing->admin);
  who.set_unread(standing->unread);
}

asio::awaitable<Result<void>> Conversation::may_speak() {
  Result<Standing> standing = co_await desk_.standing_of(caller_->account);
  if (!standing) co_return standing.error();
  if (standing->muted_until_ms == 0) co_return Result<void>();
  const std::int64_t left_ms = standing->muted_until_ms - desk_.settings_.now_ms();
  co_return refuse(RefusalCode::kNotYours,
                   Text("refusal.muted").number("hours", std::max<std::int64_t>(1, (left_ms + kHourMs - 1) / kHourMs)));
}

}  // namespace wardroom::lobby
