// The part of the lobby that knows how people stand to each other, and what one of them always orders.
#include <algorithm>

#include "server/lobby/conversation.h"
#include "server/match/await.h"
#include "server/match/standing.h"

namespace wardroom::lobby {
namespace asio = boost::asio;
using match::ask_store;

namespace {

constexpr std::size_t kMostShunned = 500;
constexpr int kMostStops = 100;

Refusal not_with_him() { return refuse(RefusalCode::kConflict, "refusal.not_with_this_player"); }

bool sound(const v1::Stops& stops) {
  const auto known = [](int kind) {
    return v1::StopKind_IsValid(kind) && kind != v1::STOP_KIND_UNSPECIFIED && kind != v1::STOP_KIND_TOPIC;
  };
  return stops.kinds_size() <= kMostStops && stops.topics_size() <= kMostStops &&
         std::ranges::all_of(stops.kinds(), known);
}

}  // namespace

// -- whom one meets --

asio::awaitable<Result<std::vector<std::string>>> Desk::avoided(std::string account) {
  auto read = [&](Then<std::vector<std::string>> then) { store_.avoided(account, std::move(then)); };
  co_return co_await ask_store<std::vector<std::string>>(read);
}

// Neither hears which of them does not want it.
asio::awaitable<Result<void>> Desk::may_meet(std::string account, std::string another) {
  Result<std::vector<std::string>> all = co_await avoided(std::move(account));
  if (!all) co_return all.error();
  if (std::ranges::find(*all, another) != all->end()) co_return not_with_him();
  co_return Result<void>();
}

asio::awaitable<Result<void>> Desk::may_sit_down(std::string account, match::MatchCard card) {
  if (match::seat_of(card, account)) co_return Result<void>();
  for (const std::string& there : card.accounts) {
    if (there.empty()) continue;
    if (Result<void> may = co_await may_meet(account, there); !may) co_return may;
  }
  co_return Result<void>();
}

asio::awaitable<Result<std::string>> Desk::account_to_meet(std::string by, std::string name) {
  Result<std::string> account = co_await account_named(std::move(name));
  if (!account) co_return account;
  if (Result<void> may = co_await may_meet(std::move(by), *account); !may) co_return may.error();
  co_return account;
}

// -- one connection --

asio::awaitable<Answer> Conversation::person(std::string account, Shunned how) {
  v1::ServerFrame frame;
  v1::Person& person = *frame.mutable_person();
  const match::Called called = co_await desk_.host_.names().called(account);
  person.set_name(called.name);
  person.set_guest(called.guest);
  bool program = false;
  if (desk_.events_) program = co_await desk_.events_->is_program(account);
  Result<v1::Reliability> reliability = co_await desk_.host_.reliability(std::move(account));
  if (!reliability) co_return reliability.error();
  *person.mutable_reliability() = std::move(*reliability);
  person.set_blocked(how.blocked);
  person.set_muted(how.muted);
  person.set_program(program);
  co_return frame;
}

asio::awaitable<Result<std::vector<Shunned>>> Conversation::shunned() {
  auto read = [this](Then<std::vector<Shunned>> then) { desk_.store_.shunned(caller_->account, std::move(then)); };
  co_return co_await ask_store<std::vector<Shunned>>(read);
}

// Somebody whom one has shunned is found by his name, too, when he is not here.
asio::awaitable<Result<std::string>> Conversation::known_by_name(std::string name, std::vector<Shunned> all) {
  Result<std::string> account = co_await desk_.account_named(name);
  if (account) co_return account;
  for (const Shunned& each : all) {
    const std::string called = co_await desk_.host_.names().of(each.account);
    if (called == name) co_return each.account;
  }
  co_return account;
}

asio::awaitable<Answer> Conversation::ask_person(const v1::AskPerson& asked) {
  Result<std::vector<Shunned>> all = co_await shunned();
  if (!all) co_return all.error();
  Result<std::string> account = co_await known_by_name(asked.name(), *all);
  if (!account) co_return account.error();
  Shunned how;
  if (const auto found = std::ranges::find(*all, *account, &Shunned::account); found != all->end()) how = *found;
  co_return co_await person(*account, how);
}

asio::awaitable<Answer> Conversation::set_blocked(const v1::SetBlocked& asked) {
  Result<std::vector<Shunned>> all = co_await shunned();
  if (!all) co_return all.error();
  Result<std::string> account = co_await known_by_name(asked.name(), *all);
  if (!account) co_return account.error();
  if (*account == caller_->account) co_return refuse(RefusalCode::kConflict, "refusal.block_self");
  const bool newly = std::ranges::find(*all, *account, &Shunned::account) == all->end();
  if (newly && all->size() >= kMostShunned) co_return refuse(RefusalCode::kTooMuch, "refusal.too_many_blocked");
  const Shunned whom{*account, asked.blocked(), asked.muted()};
  auto write = [&](Then<void> then) { desk_.store_.set_shunned(caller_->account, whom, std::move(then)); };
  Result<void> set = co_await ask_store<void>(write);
  if (!set) co_return set.error();
  co_return co_await person(*account, whom);
}

asio::awaitable<Answer> Conversation::list_blocked() {
  Result<std::vector<Shunned>> all = co_await shunned();
  if (!all) co_return all.error();
  v1::ServerFrame frame;
  v1::People& people = *frame.mutable_people();
  for (const Shunned& each : *all) {
    v1::Person& listed = *people.add_people();
    const match::Called called = co_await desk_.host_.names().called(each.account);
    listed.set_name(called.name);
    listed.set_guest(called.guest);
    listed.set_blocked(each.blocked);
    listed.set_muted(each.muted);
  }
  co_return frame;
}

// -- what one always orders --

asio::awaitable<Answer> Conversation::ask_usual() {
  auto read = [this](Then<v1::Usual> then) { desk_.store_.usual(caller_->account, std::move(then)); };
  Result<v1::Usual> usual = co_await ask_store<v1::Usual>(read);
  if (!usual) co_return usual.error();
  v1::ServerFrame frame;
  *frame.mutable_usual() = std::move(*usual);
  co_return frame;
}

asio::awaitable<Answer> Conversation::keep_usual(const v1::KeepUsual& asked) {
  const v1::UsualOrders& orders = asked.orders();
  const match::LoadedTitle* title = desk_.host_.title(orders.title());
  if (!title) co_return refuse(RefusalCode::kNotFound, Text("refusal.no_such_title").word("title", orders.title()));
  if (orders.seat() > 1) co_return refuse(RefusalCode::kMalformed, "refusal.no_such_standing_order");
  const Seat seat = orders.seat() == 0 ? Seat::kFirst : Seat::kSecond;
  const bool advised = desk_.host_.advises(orders.title());
  Result<void> right = match::well_given(orders.standing(), title->title->standing(), seat, advised);
  if (!right) co_return right.error();
  if (!sound(orders.stops())) co_return refuse(RefusalCode::kMalformed, "refusal.orders_unreadable");
  auto write = [&](Then<v1::Usual> then) { desk_.store_.keep_usual(caller_->account, orders, std::move(then)); };
  Result<v1::Usual> usual = co_await ask_store<v1::Usual>(write);
  if (!usual) co_return usual.error();
  v1::ServerFrame frame;
  *frame.mutable_usual() = std::move(*usual);
  co_return frame;
}

}  // namespace wardroom::lobby
