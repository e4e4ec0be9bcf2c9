#include "client/terminal/load_squad.h"

#include <algorithm>
#include <utility>

namespace wardroom::terminal {
namespace {

using std::chrono::steady_clock;

constexpr auto kBetweenFailures = std::chrono::milliseconds(500);
constexpr std::size_t kOpeningAtOnce = 100;                    // connections
constexpr auto kToSettle = std::chrono::milliseconds(500);     // until a server has let go of what opening them took
constexpr auto kWholeAtLast = std::chrono::milliseconds(100);  // until what has been begun is left as it is

steady_clock::duration seconds(double value) {
  return std::chrono::duration_cast<steady_clock::duration>(std::chrono::duration<double>(value));
}

std::uint32_t microseconds(steady_clock::duration value) {
  return static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::microseconds>(value).count());
}

}  // namespace

LoadSquad::LoadSquad(const LoadSettings& given, Share share, LoadMeter& meter)
    : settings(given), share_(share), meter_(meter), beside_(share.connections) {}

LoadFigures LoadSquad::run() {
  if (beside_.empty()) begin_matches();
  while (opened_ < std::min(kOpeningAtOnce, beside_.size())) open_next();
  while (!ending_) io.run_one();
  io.run_for(kWholeAtLast);
  return std::move(figures_);
}

const Address& LoadSquad::next_address() { return settings.addresses[addressed_++ % settings.addresses.size()]; }

// -- connections beside those that play --

void LoadSquad::open_next() {
  if (opened_ == beside_.size() || ending_) return;
  LoadBeside& beside = beside_[opened_++];
  const auto hear = [this, &beside](const ThinFrame& frame) {
    if (frame.body == v1::ServerFrame::kRefusal) error(refusal_of(frame));
    open_after(beside);
  };
  const auto fail = [this, &beside](const std::string& why) {
    error(why);
    open_after(beside);
  };
  beside.line = std::make_shared<LoadLine>(io, next_address(), LoadLine::Ears{hear, [](std::size_t) {}, fail});
  beside.line->begin();
}

void LoadSquad::open_after(LoadBeside& beside) {
  if (std::exchange(beside.answered, true)) return;
  open_next();
  if (++answered_ == beside_.size()) settled();
}

void LoadSquad::settled() {
  measure_.expires_after(kToSettle);
  measure_.async_wait([this](auto) {
    meter_.settled();
    begin_matches();
  });
}

void LoadSquad::watch(LoadBeside& watcher, const std::string& match) {
  if (!watcher.match.empty()) {
    v1::ClientFrame frame;
    frame.mutable_detach()->set_match(watcher.match);
    watcher.line->send(frame);
  }
  watcher.match = match;
  v1::ClientFrame frame;
  frame.mutable_attach()->set_match(match);
  frame.mutable_attach()->set_observe(true);
  watcher.line->send(frame);
}

// -- matches --

void LoadSquad::begin_matches() {
  const auto start = steady_clock::now();
  for (std::size_t i = 0; i < share_.matches; ++i) begin_duel(i);
  measure_.expires_at(start + seconds(settings.seconds / 2));
  measure_.async_wait([this](auto failed) {
    if (!failed) start_measuring();
  });
  end_.expires_at(start + seconds(settings.seconds));
  end_.async_wait([this](auto) { stop(); });  // also when it is put forward
}

void LoadSquad::begin_duel(std::size_t place) {
  if (ending_) return;
  if (duels_.size() <= place) duels_.resize(place + 1);
  duels_[place] = std::make_shared<LoadDuel>(*this, place, share_.seed + 7919 * ++begun_);
  duels_[place]->begin();
}

void LoadSquad::failed(const LoadDuel& duel, const std::string& why) {
  if (ending_ || duels_[duel.place()].get() != &duel) return;
  error(why);
  duels_[duel.place()]->leave();
  pause(kBetweenFailures, [this, place = duel.place()] { begin_duel(place); });
}

void LoadSquad::pause(steady_clock::duration time, std::function<void()> then) {
  auto timer = std::make_shared<boost::asio::steady_timer>(io, time);
  timer->async_wait([this, timer, then = std::move(then)](auto) {
    if (!ending_) then();
  });
}

void LoadSquad::playing(const LoadDuel& duel) {
  for (std::size_t i = duel.place(); i < share_.watching; i += share_.matches) watch(beside_[i], duel.match());
  if (++playing_ == share_.matches) start_measuring();
}

void LoadSquad::ready(LoadDuel& duel) {
  if (ending_) return;
  if (share_.rate == 0) {
    duel.act(steady_clock::now());
  } else if (due_.empty()) {
    ready_.push_back(duel.weak_from_this());
  } else {
    const Time due = due_.front();
    due_.pop_front();
    duel.act(due);
  }
}

void LoadSquad::rests() {
  if (++resting_ == share_.matches) end_.expires_at(steady_clock::now());
}

// -- arrivals --

void LoadSquad::await_arrival() {
  arrival_.expires_at(arrivals_->next());
  arrival_.async_wait([this](auto failed) {
    if (failed || ending_) return;
    serve_arrivals();
    await_arrival();
  });
}

void LoadSquad::serve_arrivals() {
  while (arrivals_->next() <= steady_clock::now()) due_.push_back(arrivals_->take());
  while (!due_.empty() && !ready_.empty()) {
    const auto duel = ready_.front().lock();
    ready_.pop_front();
    if (!duel || duels_[duel->place()] != duel) continue;  // it has failed
    const Time due = due_.front();
    due_.pop_front();
    duel->act(due);
  }
}

// -- figures --

void LoadSquad::measured(steady_clock::duration latency) {
  if (!measuring_) return;
  ++figures_.actions;
  figures_.latencies_us.push_back(microseconds(latency));
}

void LoadSquad::count_bytes(std::size_t bytes) {
  if (measuring_) figures_.bytes += bytes;
}

void LoadSquad::count_action(std::size_t bytes) {
  if (measuring_) figures_.bytes_of_actions.push_back(static_cast<std::uint32_t>(bytes));
}

void LoadSquad::finished() {
  if (measuring_) ++figures_.finished;
}

void LoadSquad::error(const std::string& why) {
  if (ending_) return;
  ++figures_.errors;
  if (figures_.first_error.empty()) figures_.first_error = why;
}

void LoadSquad::start_measuring() {
  if (measuring_ || ending_) return;
  measuring_ = true;
  meter_.begin();
  measured_from_ = steady_clock::now();
  measure_.cancel();
  if (share_.rate == 0) return;
  arrivals_.emplace(share_.rate, settings.spacing, share_.seed, measured_from_);
  await_arrival();
}

// Who is still waiting at the end has waited at least until then: left out, the slowest answers would look fast.
void LoadSquad::stop() {
  const Time now = steady_clock::now();
  if (measuring_) {
    meter_.end();
    figures_.seconds = std::chrono::duration<double>(now - measured_from_).count();
  }
  if (arrivals_) {
    for (const auto& duel : duels_)
      if (duel->acting()) due_.push_back(duel->due());
    for (const Time due : due_) figures_.latencies_us.push_back(microseconds(now - due));
    figures_.unanswered = due_.size();
  }
  measuring_ = false;
  ending_ = true;
  for (auto& duel : duels_) duel->leave();
  for (auto& beside : beside_) beside.line->leave();
  arrival_.cancel();
}

}  // namespace wardroom::terminal
