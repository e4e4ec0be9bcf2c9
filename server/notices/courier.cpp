#include "server/notices/courier.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>

#include "common/base64.h"
#include "server/match/jobs.h"

namespace wardroom::notices {
namespace {

using store::Called;
using store::WaitingJob;

constexpr std::array<std::int64_t, 4> kTriesMinutes{1, 5, 30, 120};
constexpr std::int64_t kPushLivesS = 86'400;
constexpr std::size_t kTopicBytes = 15;
constexpr std::size_t kPointBytes = 65;

std::string_view as_text(const Secret& secret) { return {reinterpret_cast<const char*>(secret.data()), secret.size()}; }

std::string language_of(const store::Addressee& to) {
  return to.choice.language().empty() ? "en" : to.choice.language();
}

// Mails have their pace; here everything comes at once, but for quiet hours.
store::Addressee at_once(store::Addressee to) {
  to.choice.set_pace(v1::NoticeChoice::AT_ONCE);
  return to;
}

}  // namespace

Courier::Courier(boost::asio::any_io_executor executor, match::Host& host, store::Outbox& outbox,
                 CourierSettings settings)
    : stats_(host.stats().calls),
      ledger_(outbox),
      counter_(ledger_, store::Road::kCall, stats_),
      settings_(std::move(settings)),
      sorter_(std::move(executor), host, ledger_,
              {settings_.words, settings_.url, settings_.look_again, settings_.now_ms}),
      messenger_(settings_.messenger),
      round_([this] { return work(); }, [this] { messenger_.give_up(); },
             {settings_.poll, settings_.patience, settings_.idle}) {}

bool Courier::has_secrets() {
  if (!names_) names_ = ledger_.secret(kNamesSecret);
  if (!key_) {
    if (const auto secret = ledger_.secret(kPushSecret)) key_.emplace(as_text(*secret));
  }
  return names_ && key_;
}

bool Courier::work() {
  counter_.look(settings_.now_ms());
  if (!has_secrets()) return false;
  using Taken = std::optional<store::Due>;
  Result<Taken> due =
      ledger_.ask<Taken>([](auto& outbox, auto then) { outbox.take_due(store::Road::kCall, std::move(then)); });
  if (!due || !*due) return false;
  carry(**due);
  return true;
}

void Courier::carry(store::Due& due) {
  Jobs current = sorter_.still_true(due);
  if (current.empty()) return;
  if (!due.channel) return ledger_.settle(ids_of(current), v1::Delivery::SUPERSEDED);
  if (due.mail) return call(*due.channel, current, *due.mail);  // the same again
  for (const WaitingJob& job : current) {
    if (of_account(job)) keep_and_call(due, {job}, test_for(due.addressee, job));
  }
  std::erase_if(current, of_account);
  const Sorted sorted = sorter_.sort(current, at_once(due.addressee));
  if (!sorted.items.empty()) keep_and_call(due, sorted.jobs, news_of(due, sorted));
}

// -- what is told --

std::string Courier::name_of(const std::string& what) const { return hex(hash(what, *names_).substr(0, 16)); }

// It may stand where others read it: no link that signs in.
std::string Courier::link_to(const Item& item) const {
  if (match::news::of_event(item.kind)) return item.link;
  const v1::MatchInfo& info = item.shown.match();
  return settings_.url + (info.for_me() ? "/#/" : "/#/match/" + info.id());
}

outward::News Courier::test_for(const store::Addressee& to, const WaitingJob& job) {
  const Text text = Text("notices.test").word("name", to.name);
  return {name_of("job " + std::to_string(job.news)),
          job.kind,
          sorter_.words_for({}).format(text, language_of(to)),
          settings_.url + "/#/notices",
          {}};
}

outward::News Courier::news_of(const store::Due& due, const Sorted& sorted) {
  const std::string language = language_of(due.addressee);
  const Catalog& words = sorter_.words_for({});
  const Letter letter(words, language, due.addressee.zone);
  const Item& first = sorted.items.front();
  const bool one = sorted.items.size() == 1;
  const bool push = due.channel->carrier == v1::CARRIER_PUSH;
  outward::News news;
  news.id = name_of("job " + std::to_string(sorted.jobs.front().news));
  news.kind = first.kind;
  news.link = one ? link_to(first) : settings_.url + "/#/";
  if (one) news.match = first.shown.match().id();
  if (!one) {
    news.text = letter.subject_of(sorted.items);
  } else if (push) {  // shown on a locked screen, in the hands of whoever holds it: no names, nothing of the game
    news.text = words.format(Text("notices.push").word("kind", first.kind), language);
  } else {
    news.text = letter.subject_of(first);
  }
  return news;
}

// -- calling --

void Courier::keep_and_call(const store::Due& due, const Jobs& jobs, const outward::News& news) {
  const store::Mail mail{0, due.channel->address, outward::saved(news), 0, due.channel->id};
  const Result<void> kept = ledger_.ask<void>([&](auto& outbox, auto then) {
    outbox.keep_mail(due.addressee.account, ids_of(jobs), mail, {}, std::move(then));
  });
  if (kept) call(*due.channel, jobs, mail);  // else: they come back after their lease
}

outward::Call Courier::call_of(const store::Channel& to, const outward::News& news) const {
  const std::int64_t now_s = settings_.now_ms() / 1000;
  if (to.carrier == v1::CARRIER_HOOK) return outward::hook_call(to.address, to.format, to.secret, news, now_s);
  const boost::json::object shown{{"say", news.text},
                                  {"to", news.link.substr(std::min(news.link.find("/#/"), news.link.size()))},
                                  {"tag", news.match.empty() ? news.link : news.match}};
  outward::Push push;
  push.text = boost::json::serialize(shown);
  push.topic = base64_url(hash(news.match.empty() ? news.link : "match " + news.match, *names_).substr(0, kTopicBytes));
  push.lives_s = kPushLivesS;
  push.urgent = news.kind == match::news::kWarning;
  const outward::Subscription subscription{to.address, to.secret.substr(0, kPointBytes),
                                           to.secret.substr(std::min(to.secret.size(), kPointBytes))};
  return outward::push_call(subscription, push, *key_, settings_.contact, now_s);
}

void Courier::call(const store::Channel& to, const Jobs& jobs, const store::Mail& mail) {
  const outward::Outcome outcome = messenger_.bring(call_of(to, outward::loaded(mail.bytes)));
  const Ids ids = ids_of(jobs);
  spdlog::info("event=call carrier={} fate={} why={} jobs={} tries={}", static_cast<int>(to.carrier),
               static_cast<int>(outcome.fate), outcome.why, ids.size(), mail.tries);
  const bool nobody = to.carrier == v1::CARRIER_PUSH && outcome.why == "HTTP 404";
  if (outcome.fate == outward::Fate::kTaken) {
    ++stats_.sent;
    ledger_.settle(ids, v1::Delivery::SENT);
    return note(to, Called::kTaken);
  }
  if (outcome.fate == outward::Fate::kLater && mail.tries < kTriesMinutes.size()) {
    ++stats_.put_off;
    const std::int64_t wait =
        std::max<std::int64_t>(kTriesMinutes[mail.tries] * kMinuteMs, std::chrono::milliseconds(outcome.after).count());
    ledger_.put_off(ids, settings_.now_ms() + wait, v1::Delivery::LATER, outcome.why);
    return note(to, Called::kFailed);
  }
  ++stats_.refused;
  ledger_.settle(ids, v1::Delivery::REFUSED, outcome.why);
  note(to, nobody || outcome.fate == outward::Fate::kGone ? Called::kGone : Called::kFailed);
}

void Courier::note(const store::Channel& channel, Called how) const {
  (void)ledger_.ask<void>([&](auto& outbox, auto then) { outbox.note_call(channel.id, how, std::move(then)); });
}

}  // namespace wardroom::notices
