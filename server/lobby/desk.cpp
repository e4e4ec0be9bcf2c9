#include "server/lobby/desk.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "common/frame.h"
#include "common/name.h"
#include "server/lobby/conversation.h"
#include "server/lobby/credentials.h"
#include "server/lobby/offer.h"
#include "server/match/await.h"
#include "server/match/card_info.h"

namespace wardroom::lobby {
namespace asio = boost::asio;

namespace {

std::vector<std::string> names_of_bots(const v1::Titles& offered, const DeskSettings& settings) {
  std::vector<std::string> names(offered.opponents().begin(), offered.opponents().end());
  names.emplace_back(match::kTutorialBot);
  if (!settings.words) return names;
  for (const std::string& language : settings.words->languages())
    names.push_back(settings.words->format(Text("web.computer"), language));
  return names;
}

}  // namespace

Desk::Desk(asio::any_io_executor executor, match::Host& host, Store& store, DeskSettings settings, Mailroom* mailroom,
           events::Room* events, Registry* registry)
    : executor_(std::move(executor)),
      host_(host),
      store_(store),
      mailroom_(mailroom),
      settings_(std::move(settings)),
      offered_(offer(host)),
      bot_names_(names_of_bots(offered_, settings_)),
      events_(events),
      registry_(registry),
      passwords_(settings_, host.stats().passwords_waiting),
      quotas_(settings_, host.is_shared() ? registry : nullptr),
      reads_by_address_({settings_.reads_per_address, settings_.reads_window.count()}),
      reads_by_token_({settings_.reads_per_token, settings_.reads_window.count()}),
      exports_by_address_({settings_.exports_per_address, settings_.reads_window.count()}),
      looks_by_account_({settings_.looks_per_account, settings_.looks_window.count()}),
      looks_by_address_({settings_.looks_per_address, settings_.looks_window.count()}) {
  host_.names().use([&accounts = store_](std::string account, match::Then<match::Called> then) {
    accounts.account(std::move(account), [then = std::move(then)](Result<Account> found) {
      if (!found) return then(found.error());
      then(match::Called{std::move(found->name), found->guest});
    });
  });
  host_.names().find_by(
      [this](std::string by, std::string name) { return account_to_meet(std::move(by), std::move(name)); });
  if (events_) {
    events_->on_change([this](const std::string& account, const v1::EventInfo& event) {
      v1::ServerFrame frame;
      *frame.mutable_events()->add_events() = event;
      tell(account, frame);
    });
  }
  if (!registry_) return;
  registry_->hear([this](const Told& told) {
    const auto frame = decode_server(told.frame);
    if (!frame) return;
    tell_here(told.account, *frame);
    if (frame->has_host_acts()) asio::co_spawn(executor_, hear_of(told.account, frame->host_acts()), asio::detached);
  });
}

Desk::~Desk() {
  if (registry_) registry_->hear(nullptr);
}

std::shared_ptr<Visitor> Desk::welcome(std::shared_ptr<match::Line> line, std::string address) {
  return std::make_shared<Conversation>(*this, std::move(line), std::move(address));
}

asio::awaitable<Result<Exported>> Desk::export_match(ExportAsked asked) {
  if (!exports_by_address_.take(asked.address, settings_.now_ms()))
    co_return refuse(RefusalCode::kTooMuch, "refusal.too_many_exports");
  if (events_) {
    Result<match::MatchCard> card = co_await host_.card(asked.match);
    if (card && !card->event.empty()) {
      Result<void> may = co_await events_->may_export(card->event, asked.match);
      if (!may) co_return may.error();
    }
  }
  Tally::Hold place = exporting_.hold({asked.address, ""});
  if (place.before[0] >= settings_.exports_held_per_address || place.before[1] >= settings_.exports_held)
    co_return refuse(RefusalCode::kTooMuch, "refusal.too_many_exports");
  auto pieces = co_await host_.export_match(std::move(asked.match), std::move(asked.watch));
  if (!pieces) co_return pieces.error();
  co_return Exported([pieces = std::move(*pieces), held = std::move(place.held)] { return pieces->next(); });
}

std::vector<PublicData> Desk::public_data() const {
  std::vector<PublicData> data;
  for (const match::LoadedTitle& title : host_.titles()) {
    const v1::TitleInfo& info = offered_.titles(static_cast<int>(data.size()));
    data.push_back({title.entry.id, title.bundle, title.sheets, info});
  }
  return data;
}

asio::awaitable<void> Desk::tidy() {
  const auto before = [this](std::chrono::days kept) {
    return settings_.now_ms() - std::chrono::duration_cast<std::chrono::milliseconds>(kept).count();
  };
  co_await host_.archive_left(before(settings_.guest_match_for));
  for (std::uint32_t guests = kForgottenAtOnce; guests == kForgottenAtOnce;) {
    auto forget = [&](Then<Forgotten> then) {
      store_.forget_old(before(settings_.session_for), before(settings_.guest_for), std::move(then));
    };
    const Result<Forgotten> forgotten = co_await match::ask_store<Forgotten>(forget);
    if (!forgotten) co_return;  // another time
    guests = forgotten->guests;
    spdlog::info("event=tidied sessions={} guests={}", forgotten->sessions, guests);
  }
}

asio::awaitable<void> Desk::keep_tidy() {
  asio::steady_timer daily(executor_);
  while (true) {
    co_await tidy();
    daily.expires_after(std::chrono::days(1));
    co_await daily.async_wait(asio::use_awaitable);
  }
}

asio::awaitable<void> Desk::keep_looking() {
  asio::steady_timer timer(executor_);
  while (true) {
    timer.expires_after(host_.look());
    co_await timer.async_wait(asio::use_awaitable);
    if (registry_ && host_.is_shared()) co_await look_elsewhere();
    co_await tell_found();
  }
}

asio::awaitable<void> Desk::look_elsewhere() {
  std::vector<std::string> ids;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, live] : live_) ids.push_back(id_of(live));
  }
  if (ids.empty()) co_return;
  auto read = [&](Then<std::vector<std::string>> then) { registry_->ended(ids, std::move(then)); };
  const Result<std::vector<std::string>> ended = co_await match::ask_store<std::vector<std::string>>(read);
  if (!ended) co_return;
  const std::lock_guard lock(mutex_);
  for (const auto& [key, live] : live_)
    if (std::ranges::find(*ended, id_of(live)) != ended->end()) end(live);
}

std::string Desk::id_of(const Live& live) {
  const bool by_token = live.session.starts_with(kTokenStart);
  return by_token ? live.session.substr(kTokenStart.size()) : live.session;
}

void Desk::end(const Live& live) {
  *live.ended = true;
  live.line->close(v1::REFUSAL_CODE_SIGNED_OUT);
}

std::string Desk::say(const Text& text, std::string_view language) const {
  return settings_.words ? settings_.words->format(text, language) : bare(text);
}

asio::awaitable<void> Desk::drain() { return host_.drain(); }

void Desk::enter(const match::Line* line, Live live) {
  std::lock_guard lock(mutex_);
  Live& his = live_[line];
  if (his.account == live.account) live.waiting = std::move(his.waiting);  // he has a name now
  his = std::move(live);
}

void Desk::leave(const match::Line* line) {
  std::string wait;
  {
    std::lock_guard lock(mutex_);
    const auto his = live_.find(line);
    if (his == live_.end()) return;
    wait = his->second.waiting.id;
    live_.erase(his);
  }
  if (!wait.empty()) store_.stop_waiting(wait, [](const Result<bool>&) {});
}

void Desk::end_live(const std::string& account, const std::string& session, Whose whose) {
  std::lock_guard lock(mutex_);
  for (const auto& [key, live] : live_) {
    const bool same = live.session == session;
    if (live.account != account || (whose != Whose::kAll && same != (whose == Whose::kThis))) continue;
    end(live);
  }
}

void Desk::call_back(const std::string& account) {
  std::lock_guard lock(mutex_);
  for (const auto& [key, live] : live_)
    if (live.account == account) live.line->close(v1::REFUSAL_CODE_UNAVAILABLE);
}

Result<void> Desk::check_new_name(const std::string& name) const {
  if (auto right = check_name(name); !right) return right;
  const std::string seen = seen_name(name);
  const bool is_bots = std::ranges::any_of(bot_names_, [&](const std::string& bot) { return seen_name(bot) == seen; });
  if (is_bots) return refuse(RefusalCode::kConflict, "refusal.name_taken");
  return {};
}

asio::awaitable<void> Desk::note_made(std::string match, std::string address) {
  if (!registry_) co_return;
  auto write = [&](Then<void> then) { registry_->note_match(match, address, std::move(then)); };
  (void)co_await match::ask_store<void>(write);  // it is played all the same
}

}  // namespace wardroom::lobby
