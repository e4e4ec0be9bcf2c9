// The part of the desk that knows what is kept of somebody, and how he goes.
#include "server/lobby/leaving.h"

#include <google/protobuf/util/json_util.h>

#include <set>

#include "server/lobby/desk.h"
#include "server/match/await.h"

namespace wardroom::lobby {
namespace asio = boost::asio;
using match::ask_store;

namespace {

// The match cannot be left because it cannot be played any more: that keeps nobody here.
bool beyond_leaving(const Refusal& why) {
  if (why.code == RefusalCode::kNotFound || why.code == RefusalCode::kUnreadable) return true;
  const std::string reason = why.reason.id.str();
  return reason == "refusal.title_not_served" || reason == "refusal.match_parked";
}

}  // namespace

std::string as_json(const google::protobuf::Message& message) {
  std::string text;
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  (void)google::protobuf::util::MessageToJsonString(message, &text, options);
  return text;
}

v1::Session wire_session(const SessionRecord& record, const std::string& current) {
  v1::Session session;
  session.set_id(record.id);
  session.set_device(record.device);
  session.set_created_ms(record.created_ms);
  session.set_seen_ms(record.seen_ms);
  session.set_current(!current.empty() && record.id == current);
  return session;
}

asio::awaitable<Result<void>> Desk::leave_matches(match::CallerPtr who) {
  match::Store::Query query;
  query.account = who->account;
  query.states = {v1::MATCH_STATE_OPEN, v1::MATCH_STATE_PLAYING, v1::MATCH_STATE_HELD, v1::MATCH_STATE_PARKED};
  std::vector<std::string> all;
  do {
    Result<v1::Matches> page = co_await host_.list(who->account, query);
    if (!page) co_return page.error();
    for (const v1::MatchInfo& info : page->matches()) all.push_back(info.id());
    query.after = page->next();
  } while (!query.after.empty());
  for (const std::string& match : all) {
    Result<void> left = co_await host_.leave(who, match);
    if (!left && !beyond_leaving(left.error())) co_return left;
  }
  co_return Result<void>();
}

asio::awaitable<Result<v1::DataOfMine>> Desk::data_of(Account account, Reader reader) {
  v1::DataOfMine data;
  auto& person = *data.mutable_account();
  person.set_id(account.id);
  person.set_name(account.name);
  person.set_email(account.email);
  person.set_guest(account.guest);
  person.set_created_ms(account.created_ms);
  using Sessions = std::vector<SessionRecord>;
  auto list = [&](Then<Sessions> then) { store_.sessions(account.id, std::move(then)); };
  Result<Sessions> sessions = co_await ask_store<Sessions>(list);
  if (!sessions) co_return sessions.error();
  for (const SessionRecord& each : *sessions) *data.add_sessions() = wire_session(each, {});
  if (Result<void> added = co_await add_matches(data, account.id, reader); !added) co_return added.error();
  auto read = [&](Then<v1::MyCalendar> then) { store_.calendar(account.id, std::move(then)); };
  Result<v1::MyCalendar> calendar = co_await ask_store<v1::MyCalendar>(read);
  if (!calendar) co_return calendar.error();
  *data.mutable_calendar() = std::move(*calendar);
  if (mailroom_) {
    Result<v1::Notices> notices = co_await notices_of(account.id);
    if (!notices) co_return notices.error();
    *data.mutable_notices() = std::move(*notices);
  }
  if (Result<void> added = co_await add_registered(data, account.id); !added) co_return added.error();
  co_return data;
}

asio::awaitable<Result<void>> Desk::add_matches(v1::DataOfMine& data, std::string account, Reader reader) {
  const bool himself = reader == Reader::kHimself;
  const std::string asker = himself ? account : std::string();
  match::Store::Query query;
  query.account = account;
  std::set<std::string> told;  // all of these
  do {
    Result<v1::Matches> page = co_await host_.list(asker, query);
    if (!page) co_return page.error();
    for (v1::MatchInfo& info : *page->mutable_matches()) {
      if (himself || info.state() == v1::MATCH_STATE_OVER) told.insert(info.id());
      *data.add_matches() = std::move(info);
    }
    query.after = page->next();
  } while (!query.after.empty());
  Result<std::vector<v1::Chat>> lines = co_await host_.said_by(account);
  if (!lines) co_return lines.error();
  for (v1::Chat& line : *lines)
    if (himself || told.contains(line.match())) *data.add_chat() = std::move(line);
  for (const std::string& match : told) {
    Result<match::MatchCard> card = co_await host_.card(match);
    if (!card) co_return card.error();
    const std::optional<Seat> seat = match::seat_of(*card, account);
    if (!seat || match::sides_open(*card)) continue;
    Result<v1::Marks> marks = co_await host_.marks_of(match, *seat);
    if (!marks) co_return marks.error();
    if (!marks->marks().empty()) *data.add_marks() = std::move(*marks);
  }
  co_return Result<void>();
}

asio::awaitable<Result<void>> Desk::add_registered(v1::DataOfMine& data, std::string account) {
  auto orders = [&](Then<v1::Usual> then) { store_.usual(account, std::move(then)); };
  Result<v1::Usual> usual = co_await ask_store<v1::Usual>(orders);
  if (!usual) co_return usual.error();
  *data.mutable_usual() = std::move(*usual);
  auto shuns = [&](Then<std::vector<Shunned>> then) { store_.shunned(account, std::move(then)); };
  Result<std::vector<Shunned>> shunned = co_await ask_store<std::vector<Shunned>>(shuns);
  if (!shunned) co_return shunned.error();
  for (const Shunned& each : *shunned) {
    const std::string name = co_await host_.names().of(each.account);
    v1::Person& person = *data.add_people();
    person.set_name(name);
    person.set_blocked(each.blocked);
    person.set_muted(each.muted);
  }
  if (!registry_) co_return Result<void>();
  using Tokens = std::vector<PersonalToken>;
  auto list = [&](Then<Tokens> then) { registry_->personal_tokens(account, std::move(then)); };
  Result<Tokens> tokens = co_await ask_store<Tokens>(list);
  if (!tokens) co_return tokens.error();
  for (const PersonalToken& each : *tokens) *data.add_tokens() = token_info(each);
  using Deeds = std::vector<HostDeed>;
  const DeedQuery concerning{account, 0, 1000};
  auto read = [&](Then<Deeds> then) { registry_->host_deeds(concerning, std::move(then)); };
  Result<Deeds> deeds = co_await ask_store<Deeds>(read);
  if (!deeds) co_return deeds.error();
  for (HostDeed& each : *deeds) {
    v1::HostAct act = co_await shown(std::move(each));
    *data.add_host_acts() = std::move(act);
  }
  co_return Result<void>();
}

}  // namespace wardroom::lobby
