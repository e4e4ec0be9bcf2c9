// The part of Actor that speaks to connections.
#include <spdlog/spdlog.h>

#include <boost/asio/post.hpp>

#include "server/match/actor.h"
#include "server/match/await.h"
#include "server/match/looking.h"
#include "server/match/written.h"

namespace wardroom::match {
namespace asio = boost::asio;
namespace {

// What was told then goes out as it is stored: to whoever reads the frame it is `missed`, here it is no message.
void add_missed(v1::Attached& attached, std::vector<std::string> past) {
  auto& fields = *attached.GetReflection()->MutableUnknownFields(&attached);
  for (std::string& told : past) *fields.AddLengthDelimited(v1::Attached::kMissedFieldNumber) = std::move(told);
}

}  // namespace

void Actor::open(std::shared_ptr<Line> line) {
  asio::post(strand_, [self = shared_from_this(), line = std::move(line)] { self->audience_.open(line.get()); });
}

void Actor::detach(std::shared_ptr<Line> line) {
  asio::post(strand_, [self = shared_from_this(), line = std::move(line)] {
    const std::array<bool, 2> seated = self->audience_.seated();
    self->audience_.forget(line.get());
    if (self->audience_.seated() != seated) self->speak(self->presence());
    self->rest();
  });
}

void Actor::publish() {
  tell_elsewhere();
  shown_.connected = who_sits();
  std::shared_ptr<const Shown> now = ready_ ? std::make_shared<const Shown>(shown_) : nullptr;
  std::lock_guard lock(mutex_);
  published_.swap(now);
}

// Whoever answers what he is told here finds it published.
void Actor::speak(const Speech& speech) {
  publish();
  audience_.send(speech);
}

void Actor::notify() {
  if (!shown_.card) return;
  shown_.connected = who_sits();
  speak(match_.notices());
}

// Whoever comes and goes in a hurry sends the others no more than somebody who stays.
Speech Actor::presence() {
  shown_.connected = who_sits();
  if (!shown_.card) return {};
  presence_waits_ = presence_.expiry() > std::chrono::steady_clock::now();
  if (presence_waits_) return {};
  presence_.expires_after(services_.settings.presence);
  presence_.async_wait([weak = weak_from_this()](const boost::system::error_code& error) {
    auto self = weak.lock();
    if (!error && self && self->presence_waits_) self->speak(self->presence());
  });
  return match_.notices();
}

asio::awaitable<Answer> Actor::attach(const CallerPtr& caller, const v1::Attach& attach) {
  if (is_behind(*caller, attach)) {
    const bool read = co_await follow();
    if (!shown_.card || (!read && is_behind(*caller, attach)))
      co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
  }
  Result<Viewer> as = shown_.may_see(*caller);
  if (!as) co_return as.error();
  const bool player = *as != Viewer::kPublic;
  const Line* line = caller->line.get();
  if (!player && audience_.observers() >= services_.settings.max_observers && !audience_.has(line))
    co_return refuse(RefusalCode::kTooMuch, "refusal.too_many_observers");

  v1::ServerFrame frame;
  v1::Attached& attached = *frame.mutable_attached();
  std::optional<Baton::Hold> hearing;
  if (player || shown_.card->state == v1::MATCH_STATE_OVER) {
    if (services_.store.is_shared()) {
      hearing.emplace(co_await hearing_.take());
      co_await hear();
    }
    auto read = [&](Then<std::vector<v1::Chat>> then) {
      const std::int64_t upto = heard_.value_or(kNewestLine);
      services_.store.chat(id_, caller->account, upto, services_.settings.max_chat_lines, std::move(then));
    };
    Result<std::vector<v1::Chat>> lines = co_await ask_store<std::vector<v1::Chat>>(read);
    if (!lines) co_return lines.error();
    if (!shown_.card) co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
    for (auto& chat : *lines) *attached.add_chat() = std::move(chat);
  }
  bool missing = shown_.card->state != v1::MATCH_STATE_OPEN;
  while (missing) {  // and again, if more has been shown meanwhile
    const Shown shown = shown_;
    Looking looking(services_, reels_, shown, *caller);
    Result<std::vector<std::string>> missed =
        co_await looking.newest_past(*as, attach.last_serial(), services_.settings.max_history);
    if (!missed) co_return missed.error();
    if (!shown_.card) co_return refuse(RefusalCode::kUnavailable, "refusal.not_stored");
    missing = shown_.told_upto(*as) != shown.told_upto(*as);
    if (!missing) add_missed(attached, std::move(*missed));
  }

  const std::array<bool, 2> seated = audience_.seated();
  const std::array<Called, 2> names = shown_.names;
  *attached.mutable_update() = shown_.full(*as);
  audience_.attach(*as, *caller, attached.update());
  if (player) shown_.names[index(*as)] = {caller->name, caller->guest};
  shown_.connected = who_sits();
  *attached.mutable_match() = shown_.info(caller->account, services_.settings.now_ms());
  if (player && shown_.begun()) *attached.mutable_marks() = shown_.marks_shown(static_cast<Seat>(*as));
  if (player && shown_.queues[index(*as)]) *attached.mutable_queue() = shown_.queues[index(*as)]->shown();
  // Others are told who is here, not how often he comes.
  Speech speech;
  if (audience_.seated() != seated || shown_.names != names) speech = presence();
  if (!ours_ && audience_.seated() != seated) go_on_by_itself();
  if (speech.frames[index(*as)].empty()) audience_.send(line, match_.notice_for(*as, caller->account));
  speak(speech);
  spdlog::debug("event=attached match={} {} as={}", id_, match::asking(*caller), static_cast<int>(*as));
  co_return frame;
}

asio::awaitable<Answer> Actor::say(const Caller& caller, const v1::Say& say) {
  Result<Viewer> as = shown_.may_see(caller);
  if (!as) co_return as.error();
  const bool over = shown_.card->state == v1::MATCH_STATE_OVER;
  if (*as == Viewer::kPublic && !over) co_return refuse(RefusalCode::kNotYours, "refusal.chat_is_for_players");
  if (caller.account.empty()) co_return refuse(RefusalCode::kSignedOut, "refusal.sign_in_first");
  const std::size_t most = services_.settings.max_chat;
  if (say.text().empty() || !printable(say.text()))
    co_return refuse(RefusalCode::kMalformed, "refusal.chat_unreadable");
  if (characters(say.text()) > most) {
    co_return refuse(RefusalCode::kTooMuch,
                     Text("refusal.chat_too_long").number("most", static_cast<std::int64_t>(most)));
  }
  const std::int64_t minute = services_.settings.now_ms() / 60'000;
  if (minute != chat_minute_) {
    chat_minute_ = minute;
    chat_count_ = 0;
  }
  if (++chat_count_ > services_.settings.max_chat_per_minute)
    co_return refuse(RefusalCode::kTooMuch, "refusal.chat_too_often");
  Speaker speaker{static_cast<std::uint32_t>(*as), caller.account, caller.name};
  Result<void> said = co_await record(std::move(speaker), say.text());
  if (!said) co_return said.error();
  co_return done();
}

asio::awaitable<Result<std::vector<std::string>>> Actor::deaf_to(std::string speaker, bool offers) {
  if (offers) co_return std::vector<std::string>();
  auto read = [&](Then<std::vector<std::string>> then) { services_.store.muted_by(speaker, std::move(then)); };
  co_return co_await ask_store<std::vector<std::string>>(read);
}

asio::awaitable<Result<void>> Actor::record(Speaker speaker, Said said) {
  Result<std::vector<std::string>> deaf = co_await deaf_to(speaker.account, said.offer.has_value());
  if (!deaf) co_return deaf.error();
  auto write = [&](Then<v1::Chat> then) {
    services_.store.say(id_, std::move(speaker), std::move(said), std::move(then));
  };
  Result<v1::Chat> line = co_await ask_store<v1::Chat>(write);
  if (!line) co_return line.error();
  // It is stored: whatever has become of the match meanwhile, those who are here hear it.
  if (services_.store.is_shared()) {
    Baton::Hold hold = co_await hearing_.take();
    co_await hear();
  } else {
    tell(std::move(*line), *deaf);
  }
  co_return Result<void>();
}

void Actor::tell(v1::Chat line, const std::vector<std::string>& deaf) {
  const bool over = shown_.card && shown_.card->state == v1::MATCH_STATE_OVER;
  Speech speech;
  v1::ServerFrame frame;
  *frame.mutable_chat() = std::move(line);
  for (Viewer viewer : kLiveViewers) {
    if (viewer != Viewer::kPublic || over) speech.add(viewer, frame);
  }
  audience_.send(speech, deaf);
}

// What was said, here or elsewhere, since those who are here were last told. Only with the turn at it.
asio::awaitable<void> Actor::hear() {
  auto read = [&](Then<Heard> then) { services_.store.heard(id_, heard_.value_or(kNewestLine), std::move(then)); };
  Result<Heard> heard = co_await ask_store<Heard>(read);
  if (!heard) co_return;  // another time
  std::vector<std::vector<std::string>> deaf;
  for (std::size_t i = 0; i < heard->lines.size(); ++i) {
    Result<std::vector<std::string>> to_this = co_await deaf_to(heard->speakers[i], heard->lines[i].has_offer());
    if (!to_this) co_return;
    deaf.push_back(std::move(*to_this));
  }
  for (std::size_t i = 0; i < heard->lines.size(); ++i) tell(std::move(heard->lines[i]), deaf[i]);
  heard_ = std::max(heard_.value_or(0), heard->last);
}

// What is offered stands without it: it is only not among what was said then.
asio::awaitable<void> Actor::record(v1::Offer offer) {
  Speaker speaker{offer.seat(), {}, {}};
  if (offer.seat() < kSeats.size()) {
    speaker.account = shown_.card->accounts[offer.seat()];
    speaker.name = shown_.names[offer.seat()].name;
  }
  (void)co_await record(std::move(speaker), std::move(offer));
}

asio::awaitable<void> Actor::record(Seat seat, v1::OfferKind kind, v1::OfferDeed deed) {
  v1::Offer offer;
  offer.set_kind(kind);
  offer.set_deed(deed);
  offer.set_seat(static_cast<std::uint32_t>(seat));
  return record(std::move(offer));
}

asio::awaitable<Answer> Actor::ended_view(const Caller& caller) {
  Result<Viewer> as = shown_.may_see(caller);
  if (!as) co_return as.error();
  const Referee* referee = match_.referee();
  if (shown_.card->state != v1::MATCH_STATE_OVER || !referee)
    co_return refuse(RefusalCode::kNotYours, "refusal.not_over");
  Result<v1::Update> truth = referee->all(Viewer::kEnded);
  if (!truth) co_return truth.error();
  v1::ServerFrame frame;
  *frame.mutable_update() = std::move(*truth);
  frame.mutable_update()->set_match(id_);
  frame.mutable_update()->set_time_ms(shown_.card->moved_ms);
  co_return frame;
}

}  // namespace wardroom::match
