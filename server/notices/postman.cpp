#include "server/notices/postman.h"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "common/hash.h"
#include "server/mail/bounce.h"
#include "server/match/jobs.h"
#include "server/notices/chart.h"

namespace wardroom::notices {
namespace {

using store::WaitingJob;

constexpr std::int64_t kLinkMs = 7 * kDayMs;
constexpr std::int64_t kStopMs = 365 * kDayMs;
constexpr std::size_t kTokenBytes = 32;

// That address, for good; other refusals are about the mail.
bool refuses_address(const mail::Delivery& delivery) {
  return delivery.reply == 550 || delivery.reply == 551 || delivery.reply == 553;
}

}  // namespace

Postman::Postman(boost::asio::any_io_executor executor, match::Host& host, store::Outbox& outbox,
                 PostmanSettings settings)
    : stats_(host.stats().mails),
      ledger_(outbox),
      counter_(ledger_, store::Road::kMail, stats_),
      settings_(std::move(settings)),
      sorter_(std::move(executor), host, ledger_,
              {settings_.words, settings_.url, settings_.look_again, settings_.now_ms}),
      relay_(settings_.relay),
      round_([this] { return work(); }, [this] { relay_.give_up(); },
             {settings_.poll, settings_.patience, settings_.idle}) {}

bool Postman::work() {
  const std::int64_t now = settings_.now_ms();
  counter_.look(now);
  stats_.down = now < relay_down_until_ms_;
  if (stats_.down) return false;
  if (!secret_) {
    const auto made = ledger_.secret(kNamesSecret);
    if (!made) return false;
    secret_ = *made;
  }
  using Taken = std::optional<store::Due>;
  Result<Taken> due =
      ledger_.ask<Taken>([](auto& outbox, auto then) { outbox.take_due(store::Road::kMail, std::move(then)); });
  if (!due || !*due) return false;
  settings_.at(Point::kTaken);
  carry(**due);
  return true;
}

void Postman::carry(store::Due& due) {
  Jobs current = sorter_.still_true(due);
  if (current.empty()) return;
  if (due.mail) {  // the same bytes again
    if (due.mail->address != due.addressee.address) return ledger_.settle(ids_of(current), v1::Delivery::SUPERSEDED);
    return send(due.addressee.account, ids_of(current), *due.mail);
  }
  for (const WaitingJob& job : current) {
    if (of_account(job)) write_of_account(due.addressee, job);
  }
  std::erase_if(current, of_account);
  Sorted sorted = sorter_.sort(current, due.addressee);
  if (!sorted.items.empty()) write_of_matches(due.addressee, std::move(sorted));
}

// -- writing --

std::string Postman::name_of(const std::string& what) const {
  return hex(hash(what, *secret_).substr(0, 16)) + settings_.from.substr(settings_.from.find('@'));
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

void Postman::write_of_matches(const store::Addressee& to, Sorted sorted) {
  std::vector<store::Token> tokens;
  for (Item& item : sorted.items) {
    sorter_.add_news(to, item);
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
  if (!to.choice.no_picture() && of_match) {
    const v1::Picture picture = sorter_.picture_for(to, front);
    message.picture = png_of(picture.svg(), picture.width(), picture.height());
  }
  const Letter letter(sorter_.words_for({}), to.choice.language().empty() ? "en" : to.choice.language(), to.zone);
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
  const Letter letter(sorter_.words_for({}), to.choice.language().empty() ? "en" : to.choice.language(), to.zone);
  Written written = letter.of_account(job.kind, to.name, link);
  mail::Message message;
  message.subject = std::move(written.subject);
  message.text = std::move(written.text);
  message.html = std::move(written.html);
  keep_and_send(to, {job}, std::move(message), std::move(tokens));
}

// -- sending --

// Whatever comes back tells by where it comes to whose address it was.
std::string Postman::envelope_for(const std::string& account, const std::string& address) const {
  if (settings_.bounces.empty()) return settings_.from;
  return mail::return_path(settings_.bounces, mail::bounce_mark(account, address, *secret_));
}

void Postman::keep_and_send(const store::Addressee& to, const Jobs& jobs, mail::Message message,
                            std::vector<store::Token> tokens) {
  const Ids ids = ids_of(jobs);
  message.id = name_of("job " + std::to_string(jobs.front().news));
  message.from_name = sorter_.words_for({}).format(Text("mail.from"), to.choice.language());
  message.from = settings_.from;
  message.to = to.address;
  message.date_ms = settings_.now_ms();
  store::Mail mail{0, to.address, mail::compose(message)};
  const Result<void> kept = ledger_.ask<void>(
      [&](auto& outbox, auto then) { outbox.keep_mail(to.account, ids, mail, std::move(tokens), std::move(then)); });
  if (!kept) return;  // the address has changed, or the store is in trouble: they come back after their lease
  settings_.at(Point::kKept);
  send(to.account, ids, mail);
}

void Postman::send(const std::string& account, const Ids& jobs, const store::Mail& mail) {
  const mail::Delivery delivery = relay_.send(envelope_for(account, mail.address), mail.address, mail.bytes);
  settings_.at(Point::kSent);
  const std::int64_t now = settings_.now_ms();
  spdlog::info("event=mail fate={} reply={} jobs={} tries={}", static_cast<int>(delivery.fate), delivery.reply,
               jobs.size(), mail.tries);
  switch (delivery.fate) {
    case mail::Fate::kSent:
      ++stats_.sent;
      return ledger_.settle(jobs, v1::Delivery::SENT);
    case mail::Fate::kLater: {
      ++stats_.put_off;
      const double luck = static_cast<double>(static_cast<unsigned char>(random_bytes(1)[0])) / 255.0;
      return ledger_.put_off(jobs, now + next_try_ms(mail.tries, luck), v1::Delivery::LATER, delivery.words);
    }
    case mail::Fate::kRefused:
      ++stats_.refused;
      ledger_.settle(jobs, v1::Delivery::REFUSED, delivery.words);
      if (refuses_address(delivery))
        (void)ledger_.ask<void>(
            [&](auto& outbox, auto then) { outbox.refuse_address(account, mail.address, std::move(then)); });
      return;
    case mail::Fate::kRelay:  // nobody's mail goes out: this one was not tried
      relay_down_until_ms_ = now + settings_.probe.count();
      spdlog::error("event=mail_relay_down reply={}", delivery.reply);
      return ledger_.put_off(jobs, relay_down_until_ms_);
  }
}

}  // namespace wardroom::notices
