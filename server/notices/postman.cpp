#include "server/notices/postman.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <future>

#include "server/match/jobs.h"
#include "server/notices/chart.h"

namespace wardroom::notices {
namespace {

namespace asio = boost::asio;
using store::WaitingJob;

constexpr std::int64_t kLinkMs = 7 * kDayMs;
constexpr std::int64_t kStopMs = 365 * kDayMs;
constexpr std::int64_t kSlackMs = kMinuteMs;
constexpr std::size_t kTokenBytes = 32;

bool of_account(const WaitingJob& job) {
  return job.kind == match::news::kConfirm || job.kind == match::news::kReset || job.kind == match::news::kTest;
}

std::int64_t lead_ms(const WaitingJob& job) {
  try {
    return std::int64_t{1000} * std::stoll(job.payload);
  } catch (const std::exception&) {
    return 0;
  }
}

std::vector<std::int64_t> ids_of(const std::vector<WaitingJob>& jobs) {
  std::vector<std::int64_t> ids;
  for (const WaitingJob& job : jobs) ids.push_back(job.id);
  return ids;
}

// That address, for good; other refusals are about the mail.
bool refuses_address(const mail::Delivery& delivery) {
  return delivery.reply == 550 || delivery.reply == 551 || delivery.reply == 553;
}

match::CallerPtr caller(const store::Addressee& to) {
  return std::make_shared<const match::Caller>(match::Caller{to.account, to.name, nullptr});
}

}  // namespace

Postman::Postman(asio::any_io_executor executor, match::Host& host, store::Outbox& outbox, PostmanSettings settings)
    : executor_(std::move(executor)),
      host_(host),
      outbox_(outbox),
      settings_(std::move(settings)),
      relay_(settings_.relay),
      thread_([this] { run(); }) {}

Postman::~Postman() { stop(); }

void Postman::stop() {
  {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    stopped_.notify_all();
    if (!stopped_.wait_for(lock, settings_.patience, [this] { return ended_; })) relay_.give_up();
  }
  if (thread_.joinable()) thread_.join();
}

template <class T, class Start>
Result<T> Postman::ask(Start start) const {
  std::promise<Result<T>> promise;
  std::future<Result<T>> answer = promise.get_future();
  start([&promise](Result<T> result) { promise.set_value(std::move(result)); });
  return answer.get();
}

template <class T>
T Postman::await(asio::awaitable<T> coroutine) const {
  return asio::co_spawn(executor_, std::move(coroutine), asio::use_future).get();
}

void Postman::run() {
  const auto rest = [this](std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return stopped_.wait_for(lock, time, [this] { return stopping_; });
  };
  const Result<Secret> secret = ask<Secret>([this](auto then) { outbox_.secret(std::move(then)); });
  if (secret) secret_ = *secret;
  bool stopping = !secret;
  while (!stopping) {
    bool busy = false;
    try {
      if (settings_.now_ms() >= relay_down_until_ms_) busy = work();
    } catch (const std::exception& error) {
      spdlog::error("event=notice_failed type={}", typeid(error).name());  // it comes back after its lease
    }
    stopping = rest(busy ? std::chrono::milliseconds(0) : settings_.poll);
  }
  std::lock_guard lock(mutex_);
  ended_ = true;
  stopped_.notify_all();
}

bool Postman::work() {
  using Taken = std::optional<store::Due>;
  Result<Taken> due = ask<Taken>([this](auto then) { outbox_.take_due(std::move(then)); });
  if (!due || !*due) return false;
  settings_.at(Point::kTaken);
  carry(**due);
  return true;
}

// -- whether it is still to be told --

bool Postman::still_true(const WaitingJob& job, const store::Addressee& to) const {
  if (of_account(job)) return job.payload == to.address && settings_.now_ms() - job.created_ms < kDayMs;
  if (to.state != v1::ADDRESS_STATE_CONFIRMED) return false;
  if (job.kind == match::news::kYourMove) return job.state == v1::MATCH_STATE_PLAYING && job.menu == job.serial;
  if (job.kind == match::news::kWarning) return job.state == v1::MATCH_STATE_PLAYING && job.menu != 0;
  if (job.kind == match::news::kOver) return job.state == v1::MATCH_STATE_OVER;
  if (match::news::of_event(job.kind)) return true;
  return job.state == v1::MATCH_STATE_OPEN;
}

void Postman::carry(store::Due& due) {
  Jobs current;
  Ids past;
  for (WaitingJob& job : due.jobs) {
    if (still_true(job, due.addressee)) {
      current.push_back(std::move(job));
    } else {
      past.push_back(job.id);
    }
  }
  settle(past, v1::Delivery::SUPERSEDED);
  if (current.empty()) return;
  if (due.mail) {  // the same bytes again
    if (due.mail->address != due.addressee.address) return settle(ids_of(current), v1::Delivery::SUPERSEDED);
    return send(due.addressee.account, ids_of(current), *due.mail);
  }
  for (const WaitingJob& job : current) {
    if (of_account(job)) write_of_account(due.addressee, job);
  }
  std::erase_if(current, of_account);
  due.jobs = std::move(current);
  if (Sorted sorted = sort(due); !sorted.items.empty()) write_of_matches(due.addressee, std::move(sorted));
}

// What is to be told now; the rest waits, or is not to be told.
Postman::Sorted Postman::sort(const store::Due& due) {
  Sorted sorted;
  for (const WaitingJob& job : due.jobs) {
    std::optional<Item> item = look_at(job, due.addressee);
    if (!item) {
      settle({job.id}, v1::Delivery::SUPERSEDED);
      continue;
    }
    const std::int64_t now = settings_.now_ms();
    const std::int64_t later = not_yet(job, due.addressee, *item);
    if (later > now) {
      put_off({job.id}, later);
      continue;
    }
    if (later < 0) {
      settle({job.id}, v1::Delivery::SUPERSEDED);
      continue;
    }
    const bool told = std::ranges::any_of(sorted.items, [&](const Item& each) {
      return !job.match.empty() && each.shown.match().id() == job.match && each.kind != match::news::kOver;
    });
    sorted.jobs.push_back(job);
    if (told) continue;  // a move and its warning are one thing
    add_news(job, due.addressee, *item);
    sorted.items.push_back(std::move(*item));
  }
  return sorted;
}

// News of a tournament are as true as when they were written: the store drops what is not.
std::optional<Item> Postman::look_at_event(const WaitingJob& job) {
  Item item;
  item.kind = job.kind;
  const std::size_t end = job.payload.find('\n');
  if (end == job.payload.npos || !item.event.ParseFromString(job.payload.substr(end + 1))) return std::nullopt;
  if (!item.event.opponent().empty()) item.opponent = await(host_.names().of(item.event.opponent()));
  if (const match::LoadedTitle* title = host_.title(item.event.title())) item.title = title->title.get();
  item.words = &words_for(item.event.title());
  const bool ends = job.kind == match::news::kEventPaired || job.kind == match::news::kEventDeadline;
  if (ends) item.deadline_ms = item.event.deadline_ms();
  item.link = settings_.url + "/#/event/" + item.event.event();
  return item;
}

// As his match stands; none: there is nothing to tell of it any more.
std::optional<Item> Postman::look_at(const WaitingJob& job, const store::Addressee& to) {
  if (match::news::of_event(job.kind)) return look_at_event(job);
  Item item;
  item.kind = job.kind;
  Result<v1::Attached> shown = await(host_.glance(caller(to), job.match));
  if (!shown) return std::nullopt;
  item.shown = std::move(*shown);
  const v1::MatchInfo& info = item.shown.match();
  if (job.kind == match::news::kInvited && !info.for_me()) return std::nullopt;
  if (job.kind == match::news::kJoined && !info.nonce_wanted()) return std::nullopt;
  const match::LoadedTitle* title = host_.title(info.title());
  if (title) item.title = title->title.get();
  item.words = &words_for(info.title());
  item.deadline_ms = deadline_of(info, settings_.now_ms());
  return item;
}

// When it may be told, if not now; -1: never.
std::int64_t Postman::not_yet(const WaitingJob& job, const store::Addressee& to, const Item& item) const {
  const std::int64_t now = settings_.now_ms();
  const v1::MatchInfo& info = item.shown.match();
  if (match::news::of_event(job.kind)) {
    const bool late = job.kind == match::news::kEventDeadline;
    if (late && now >= item.deadline_ms) return -1;
    const bool last_hours = late && item.deadline_ms - now <= kDayMs / 2;
    const News told{last_hours ? Urgency::kAtOnce : late ? Urgency::kWarning : Urgency::kNews, job.created_ms};
    return when(told, to.choice, to.mailed_ms, now, to.zone).value_or(-1);
  }
  const bool looks = info.has_my_seat() && info.seats(static_cast<int>(info.my_seat())).present();
  if (looks) return job.kind == match::news::kOver ? -1 : now + settings_.look_again.count();
  News news{Urgency::kNews, job.created_ms};
  if (job.kind == match::news::kWarning) {
    if (item.deadline_ms == 0 || now >= item.deadline_ms) return -1;
    const std::int64_t due = item.deadline_ms - lead_ms(job);
    if (due < job.created_ms) return -1;  // he had less than that when he was asked
    if (now + kSlackMs < due) return due;
    news.urgency = item.deadline_ms - now > kDayMs / 2 ? Urgency::kWarning : Urgency::kAtOnce;
  }
  return when(news, to.choice, to.mailed_ms, now, to.zone).value_or(-1);
}

void Postman::add_news(const WaitingJob& job, const store::Addressee& to, Item& item) {
  if (job.match.empty()) return;
  if (!item.shown.has_update() || item.shown.match().state() == v1::MATCH_STATE_OPEN) return;
  v1::ClientFrame frame;
  frame.mutable_ask_diary()->set_match(job.match);
  frame.mutable_ask_diary()->set_after_serial(job.answered);
  match::Answer diary = await(host_.play(caller(to), frame));
  if (diary) item.diary = std::move(*diary->mutable_diary());
}

// -- writing --

const Catalog& Postman::words_for(const std::string& title) {
  const auto found = words_.find(title);
  if (found != words_.end()) return found->second;
  Catalog& words = words_[title];
  if (!settings_.words.empty()) (void)words.read(settings_.words);
  words.over();
  if (const match::LoadedTitle* loaded = host_.title(title)) {
    for (const DataText& file : loaded->bundle->files()) {
      if (file.path.starts_with("text/")) (void)words.add(file.path.substr(file.path.rfind('/') + 1), file.text);
    }
  }
  return words;
}

std::string Postman::name_of(const std::string& what) const {
  return hex(hash(what, secret_).substr(0, 16)) + settings_.from.substr(settings_.from.find('@'));
}

std::string Postman::new_token(store::Purpose purpose, const std::string& match,
                               std::vector<store::Token>& tokens) const {
  std::string token = hex(random_bytes(kTokenBytes));
  std::int64_t valid = kStopMs;
  if (purpose == store::Purpose::kLink) valid = kLinkMs;
  if (purpose == store::Purpose::kConfirm) valid = kDayMs;
  if (purpose == store::Purpose::kReset) valid = kHourMs;
  tokens.push_back({hash(token), purpose, match, valid});
  return token;
}

std::string Postman::picture_for(const store::Addressee& to, const Item& item) {
  if (to.choice.no_picture() || match::news::of_event(item.kind)) return {};
  v1::ClientFrame frame;
  frame.mutable_ask_picture()->set_match(item.shown.match().id());
  frame.mutable_ask_picture()->set_language(to.choice.language());
  const match::Answer answer = await(host_.play(caller(to), frame));
  if (!answer) return {};
  const v1::Picture& picture = answer->picture();
  return png_of(picture.svg(), picture.width(), picture.height());
}

void Postman::write_of_matches(const store::Addressee& to, Sorted sorted) {
  std::vector<store::Token> tokens;
  for (Item& item : sorted.items) {
    if (match::news::of_event(item.kind)) continue;
    const v1::MatchInfo& info = item.shown.match();
    item.opens = info.has_my_seat() && info.state() != v1::MATCH_STATE_OPEN && !to.choice.no_links();
    if (item.opens) {
      item.link = settings_.url + "/#/link/" + new_token(store::Purpose::kLink, info.id(), tokens);
    } else {
      item.link = settings_.url + (info.for_me() ? "/#/" : "/#/match/" + info.id());
    }
  }
  mail::Message message;
  message.unsubscribe = settings_.url + "/u/" + new_token(store::Purpose::kStop, {}, tokens);
  message.list = "wardroom." + settings_.from.substr(settings_.from.find('@') + 1);
  const Item& front = sorted.items.front();
  const bool of_match = front.event.event().empty();
  message.thread = name_of(of_match ? "match " + front.shown.match().id() : "event " + front.event.event());
  message.picture = picture_for(to, sorted.items.front());
  const Letter letter(words_for({}), to.choice.language().empty() ? "en" : to.choice.language(), to.zone);
  Written written = letter.of_matches(sorted.items, message.unsubscribe, !message.picture.empty());
  message.subject = std::move(written.subject);
  message.text = std::move(written.text);
  message.html = std::move(written.html);
  keep_and_send(to, sorted.jobs, std::move(message), std::move(tokens));
}

void Postman::write_of_account(const store::Addressee& to, const WaitingJob& job) {
  std::vector<store::Token> tokens;
  std::string link;
  if (job.kind == match::news::kConfirm)
    link = settings_.url + "/#/confirm/" + new_token(store::Purpose::kConfirm, {}, tokens);
  if (job.kind == match::news::kReset)
    link = settings_.url + "/#/reset/" + new_token(store::Purpose::kReset, {}, tokens);
  const Letter letter(words_for({}), to.choice.language().empty() ? "en" : to.choice.language(), to.zone);
  Written written = letter.of_account(job.kind, to.name, link);
  mail::Message message;
  message.subject = std::move(written.subject);
  message.text = std::move(written.text);
  message.html = std::move(written.html);
  keep_and_send(to, {job}, std::move(message), std::move(tokens));
}

// -- sending --

void Postman::keep_and_send(const store::Addressee& to, const Jobs& jobs, mail::Message message,
                            std::vector<store::Token> tokens) {
  const Ids ids = ids_of(jobs);
  message.id = name_of("job " + std::to_string(ids.front()));
  message.from_name = words_for({}).format(Text("mail.from"), to.choice.language());
  message.from = settings_.from;
  message.to = to.address;
  message.date_ms = settings_.now_ms();
  store::Mail mail{0, to.address, mail::compose(message)};
  const Result<void> kept =
      ask<void>([&](auto then) { outbox_.keep_mail(to.account, ids, mail, std::move(tokens), std::move(then)); });
  if (!kept) return;  // the address has changed, or the store is in trouble: they come back after their lease
  settings_.at(Point::kKept);
  send(to.account, ids, mail);
}

void Postman::send(const std::string& account, const Ids& jobs, const store::Mail& mail) {
  const mail::Delivery delivery = relay_.send(settings_.from, mail.address, mail.bytes);
  settings_.at(Point::kSent);
  const std::int64_t now = settings_.now_ms();
  spdlog::info("event=mail fate={} reply={} jobs={} tries={}", static_cast<int>(delivery.fate), delivery.reply,
               jobs.size(), mail.tries);
  switch (delivery.fate) {
    case mail::Fate::kSent:
      return settle(jobs, v1::Delivery::SENT);
    case mail::Fate::kLater: {
      const double luck = static_cast<double>(static_cast<unsigned char>(random_bytes(1)[0])) / 255.0;
      return put_off(jobs, now + next_try_ms(mail.tries, luck), v1::Delivery::LATER, delivery.words);
    }
    case mail::Fate::kRefused:
      settle(jobs, v1::Delivery::REFUSED, delivery.words);
      if (refuses_address(delivery))
        (void)ask<void>([&](auto then) { outbox_.refuse_address(account, mail.address, std::move(then)); });
      return;
    case mail::Fate::kRelay:  // nobody's mail goes out: this one was not tried
      relay_down_until_ms_ = now + settings_.probe.count();
      spdlog::error("event=mail_relay_down reply={}", delivery.reply);
      return put_off(jobs, relay_down_until_ms_);
  }
}

void Postman::settle(const Ids& jobs, v1::Delivery::State state, const std::string& words) {
  if (jobs.empty()) return;
  (void)ask<void>([&](auto then) { outbox_.settle(jobs, state, words, std::move(then)); });
}

void Postman::put_off(const Ids& jobs, std::int64_t until_ms, v1::Delivery::State state, const std::string& words) {
  (void)ask<void>([&](auto then) { outbox_.put_off(jobs, until_ms, state, words, std::move(then)); });
}

}  // namespace wardroom::notices
