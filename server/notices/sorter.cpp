#include "server/notices/sorter.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include "server/match/beside.h"
#include "server/match/jobs.h"

namespace wardroom::notices {
namespace {

namespace asio = boost::asio;
using store::WaitingJob;

constexpr std::int64_t kSlackMs = kMinuteMs;

std::int64_t number_in(const WaitingJob& job) {
  try {
    return std::stoll(job.payload);
  } catch (const std::exception&) {
    return 0;
  }
}

std::int64_t lead_ms(const WaitingJob& job) { return std::int64_t{1000} * number_in(job); }

bool of_meeting(std::string_view kind) { return kind == match::news::kOffered || kind == match::news::kMeeting; }

// More than one thing may be told of a match at once; but a move and its warning are one.
bool told_apart(std::string_view kind) { return of_meeting(kind) || kind == match::news::kProposed; }

// What the host proposes waits for his answer.
bool waits_for(const v1::record::Aside& aside, const WaitingJob& job) {
  const v1::Offer* offer = match::find_offer(aside, static_cast<v1::OfferKind>(number_in(job)));
  return offer && std::ranges::find(offer->agreed(), job.seat) == offer->agreed().end();
}

match::CallerPtr caller(const store::Addressee& to) {
  return std::make_shared<const match::Caller>(match::Caller{to.account, to.name, nullptr});
}

}  // namespace

bool of_account(const WaitingJob& job) {
  return job.kind == match::news::kConfirm || job.kind == match::news::kReset || job.kind == match::news::kTest ||
         job.kind == match::news::kChannelOff;
}

Sorter::Sorter(asio::any_io_executor executor, match::Host& host, const Ledger& ledger, SorterSettings settings)
    : executor_(std::move(executor)), host_(host), ledger_(ledger), settings_(std::move(settings)) {}

template <class T>
T Sorter::await(asio::awaitable<T> coroutine) const {
  return asio::co_spawn(executor_, std::move(coroutine), asio::use_future).get();
}

// -- whether it is still to be told --

bool Sorter::still_true(const WaitingJob& job, const store::Due& due) const {
  const bool young = settings_.now_ms() - job.created_ms < kDayMs;
  if (of_account(job)) return young && (due.channel || job.payload == due.addressee.address);
  if (!due.channel && due.addressee.state != v1::ADDRESS_STATE_CONFIRMED) return false;
  if (job.kind == match::news::kYourMove) return job.state == v1::MATCH_STATE_PLAYING && job.menu == job.serial;
  if (job.kind == match::news::kWarning) return job.state == v1::MATCH_STATE_PLAYING && job.menu != 0;
  if (job.kind == match::news::kOver) return job.state == v1::MATCH_STATE_OVER;
  if (match::news::of_event(job.kind)) return true;
  if (job.kind == match::news::kProposed) return job.state != v1::MATCH_STATE_OVER;
  if (of_meeting(job.kind)) return job.state == v1::MATCH_STATE_PLAYING && number_in(job) > settings_.now_ms();
  return job.state == v1::MATCH_STATE_OPEN;
}

Jobs Sorter::still_true(const store::Due& due) const {
  Jobs current;
  Ids past;
  for (const WaitingJob& job : due.jobs) {
    if (still_true(job, due)) {
      current.push_back(job);
    } else {
      past.push_back(job.id);
    }
  }
  ledger_.settle(past, v1::Delivery::SUPERSEDED);
  return current;
}

// What is to be told now; the rest waits, or is not to be told.
Sorted Sorter::sort(const Jobs& jobs, const store::Addressee& to) {
  Sorted sorted;
  for (const WaitingJob& job : jobs) {
    std::optional<Item> item = look_at(job, to);
    if (!item) {
      ledger_.settle({job.id}, v1::Delivery::SUPERSEDED);
      continue;
    }
    const std::int64_t now = settings_.now_ms();
    const std::int64_t later = not_yet(job, to, *item);
    if (later > now) {
      ledger_.put_off({job.id}, later);
      continue;
    }
    if (later < 0) {
      ledger_.settle({job.id}, v1::Delivery::SUPERSEDED);
      continue;
    }
    const bool told = std::ranges::any_of(sorted.items, [&](const Item& each) {
      return !job.match.empty() && each.shown.match().id() == job.match && each.kind != match::news::kOver &&
             !told_apart(each.kind) && !told_apart(job.kind);
    });
    sorted.jobs.push_back(job);
    if (told) continue;
    sorted.items.push_back(std::move(*item));
  }
  return sorted;
}

// News of a tournament are as true as when they were written: the store drops what is not.
std::optional<Item> Sorter::look_at_event(const WaitingJob& job) {
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
std::optional<Item> Sorter::look_at(const WaitingJob& job, const store::Addressee& to) {
  if (match::news::of_event(job.kind)) return look_at_event(job);
  Item item;
  item.kind = job.kind;
  item.answered = job.answered;
  Result<v1::Attached> shown = await(host_.glance(caller(to), job.match));
  if (!shown) return std::nullopt;
  item.shown = std::move(*shown);
  const v1::MatchInfo& info = item.shown.match();
  if (job.kind == match::news::kInvited && !info.for_me()) return std::nullopt;
  if (job.kind == match::news::kJoined && !info.nonce_wanted()) return std::nullopt;
  if (job.kind == match::news::kMeeting && info.meeting_ms() != number_in(job)) return std::nullopt;
  if (of_meeting(job.kind)) item.meeting_ms = number_in(job);
  if (job.kind == match::news::kProposed) {
    const Result<match::MatchCard> card = await(host_.card(job.match));
    if (!card || !waits_for(card->aside, job)) return std::nullopt;
  }
  const match::LoadedTitle* title = host_.title(info.title());
  if (title) item.title = title->title.get();
  item.words = &words_for(info.title());
  item.deadline_ms = deadline_of(info, settings_.now_ms());
  return item;
}

// When it may be told, if not now; -1: never.
std::int64_t Sorter::not_yet_of_event(const WaitingJob& job, const store::Addressee& to, const Item& item) const {
  const std::int64_t now = settings_.now_ms();
  const bool late = job.kind == match::news::kEventDeadline;
  if (late && now >= item.deadline_ms) return -1;
  const bool last_hours = late && item.deadline_ms - now <= kDayMs / 2;
  const News told{last_hours ? Urgency::kAtOnce : late ? Urgency::kWarning : Urgency::kNews, job.created_ms};
  return when(told, to.choice, to.mailed_ms, now, to.zone).value_or(-1);
}

std::int64_t Sorter::not_yet(const WaitingJob& job, const store::Addressee& to, const Item& item) const {
  if (match::news::of_event(job.kind)) return not_yet_of_event(job, to, item);
  const std::int64_t now = settings_.now_ms();
  const v1::MatchInfo& info = item.shown.match();
  const bool looks = info.has_my_seat() && info.seats(static_cast<int>(info.my_seat())).present();
  if (looks) return job.kind == match::news::kOver ? -1 : now + settings_.look_again.count();
  News news{job.kind == match::news::kMeeting ? Urgency::kAtOnce : Urgency::kNews, job.created_ms};
  if (job.kind == match::news::kWarning) {
    if (item.deadline_ms == 0 || now >= item.deadline_ms) return -1;
    const std::int64_t due = item.deadline_ms - lead_ms(job);
    if (due < job.created_ms) return -1;  // he had less than that when he was asked
    if (now + kSlackMs < due) return due;
    news.urgency = item.deadline_ms - now > kDayMs / 2 ? Urgency::kWarning : Urgency::kAtOnce;
  }
  return when(news, to.choice, to.mailed_ms, now, to.zone).value_or(-1);
}

void Sorter::add_news(const store::Addressee& to, Item& item) const {
  if (!item.shown.has_update() || item.shown.match().state() == v1::MATCH_STATE_OPEN) return;
  v1::ClientFrame frame;
  frame.mutable_ask_diary()->set_match(item.shown.match().id());
  frame.mutable_ask_diary()->set_after_serial(item.answered);
  match::Answer diary = await(host_.play(caller(to), frame));
  if (diary) item.diary = std::move(*diary->mutable_diary());
}

v1::Picture Sorter::picture_for(const store::Addressee& to, const Item& item) const {
  v1::ClientFrame frame;
  frame.mutable_ask_picture()->set_match(item.shown.match().id());
  frame.mutable_ask_picture()->set_language(to.choice.language());
  match::Answer answer = await(host_.play(caller(to), frame));
  return answer ? std::move(*answer->mutable_picture()) : v1::Picture();
}

const Catalog& Sorter::words_for(const std::string& title) {
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

}  // namespace wardroom::notices
