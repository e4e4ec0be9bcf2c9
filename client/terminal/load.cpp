#include "client/terminal/load.h"

#include <algorithm>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "client/bot/random_bot.h"
#include "client/terminal/json.h"
#include "client/terminal/socket.h"
#include "client/terminal/thin_frame.h"
#include "common/hash.h"
#include "common/nonce.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::terminal {
namespace asio = boost::asio;
using std::chrono::steady_clock;

namespace {

constexpr auto kBetweenFailures = std::chrono::milliseconds(500);

// What one thread does: its matches, its idle connections, its figures.
class Squad;

// One connection, from hello on. Answers and updates are given to whoever plays with it.
class Seated : public std::enable_shared_from_this<Seated> {
 public:
  using Hear = std::function<void(const ThinFrame&)>;
  Seated(Squad& squad, Hear hear, std::function<void(const std::string&)> fail)
      : squad_(squad), hear_(std::move(hear)), fail_(std::move(fail)) {}

  void begin();
  std::uint64_t send(v1::ClientFrame& frame);  // the request's number
  void leave();

 private:
  static asio::awaitable<void> read_all(std::shared_ptr<Seated> self);
  static asio::awaitable<void> write_all(std::shared_ptr<Seated> self);

  Squad& squad_;
  Hear hear_;
  std::function<void(const std::string&)> fail_;
  std::shared_ptr<Socket> socket_;
  std::deque<std::string> outgoing_;
  std::uint64_t requests_ = 0;
  bool writing_ = false;
  bool left_ = false;
};

// Two players who play match after match.
class Duel : public std::enable_shared_from_this<Duel> {
 public:
  Duel(Squad& squad, std::uint64_t seed) : squad_(squad), whim_(seed) {}
  void begin();
  void leave();

 private:
  enum class Stage { kGreeting, kNamed, kCreating, kJoining, kAnswering, kOpening, kAttaching, kPlaying };
  struct Player {
    std::shared_ptr<Seated> seated;
    bool named = false;
    std::string nonce;
    bool attached = false;
    bool over = false;
    std::uint64_t menu = 0;  // the serial of a menu not yet answered; 0: none
    std::string action;      // chosen for it
    std::uint64_t answered = 0;
  };

  void hear(std::size_t who, const ThinFrame& frame);
  void answered(std::size_t who, const ThinFrame& frame);
  void take(Player& player, std::string_view update);
  void say_guest(std::size_t who);
  void create();
  void join(std::string match);
  void give_nonce(std::size_t who, const std::string& other);
  void attach();
  void detach();
  void go_on();
  void act(std::size_t who);
  void fail(const std::string& why);

  Squad& squad_;
  bot::Whim whim_;
  Stage stage_ = Stage::kGreeting;
  std::array<Player, 2> players_;
  std::string match_;
  std::string commitment_;
  std::size_t acting_ = 0;
  std::uint64_t act_request_ = 0;  // 0: none on its way
  bool acted_ = false;             // sent and answered; the next menu is awaited
  steady_clock::time_point sent_;
};

class Squad {
 public:
  Squad(const LoadSettings& given, std::size_t matches, std::size_t idle, std::uint64_t seed)
      : settings(given), matches_(matches), idle_(idle), seed_(seed) {}

  LoadFigures run() {
    const auto start = steady_clock::now();
    end_at_ =
        start + std::chrono::duration_cast<steady_clock::duration>(std::chrono::duration<double>(settings.seconds));
    for (std::size_t i = 0; i < idle_; ++i) {
      auto silent = std::make_shared<Seated>(
          *this, [](const ThinFrame&) {}, [this](const std::string& why) { error(why); });
      silent_.push_back(silent);
      silent->begin();
    }
    for (std::size_t i = 0; i < matches_; ++i) begin_duel(i);
    measure_.expires_at(start + (end_at_ - start) / 2);
    measure_.async_wait([this](auto failed) {
      if (!failed) start_measuring();
    });
    end_.expires_at(end_at_);
    end_.async_wait([this](auto) { stop(); });
    io.run_until(end_at_ + std::chrono::seconds(2));
    return std::move(figures_);
  }

  void begin_duel(std::size_t place) {
    if (ending_) return;
    if (duels_.size() <= place) duels_.resize(place + 1);
    duels_[place] = std::make_shared<Duel>(*this, seed_ + 7919 * ++begun_);
    duels_[place]->begin();
  }

  void failed(const Duel& duel, const std::string& why) {
    if (ending_) return;
    error(why);
    for (std::size_t place = 0; place < duels_.size(); ++place) {
      if (duels_[place].get() != &duel) continue;
      duels_[place]->leave();
      auto pause = std::make_shared<asio::steady_timer>(io, kBetweenFailures);
      pause->async_wait([this, pause, place](auto) { begin_duel(place); });
    }
  }

  void playing() {
    if (++playing_ == matches_) start_measuring();
  }

  void measured(steady_clock::duration latency) {
    if (!measuring_) return;
    ++figures_.actions;
    figures_.latencies_us.push_back(
        static_cast<std::uint32_t>(std::chrono::duration_cast<std::chrono::microseconds>(latency).count()));
  }
  void finished() {
    if (measuring_) ++figures_.finished;
  }
  void count_bytes(std::size_t bytes) {
    if (measuring_) figures_.bytes += bytes;
  }
  void error(const std::string& why) {
    if (ending_) return;
    ++figures_.errors;
    if (figures_.first_error.empty()) figures_.first_error = why;
  }

  const LoadSettings& settings;
  asio::io_context io{1};

 private:
  void start_measuring() {
    if (measuring_ || ending_) return;
    measuring_ = true;
    measured_from_ = steady_clock::now();
    measure_.cancel();
  }

  void stop() {
    ending_ = true;
    if (measuring_) figures_.seconds = std::chrono::duration<double>(steady_clock::now() - measured_from_).count();
    measuring_ = false;
    for (auto& duel : duels_) duel->leave();
    for (auto& silent : silent_) silent->leave();
    duels_.clear();
    silent_.clear();
  }

  std::size_t matches_;
  std::size_t idle_;
  std::uint64_t seed_;
  std::uint64_t begun_ = 0;
  std::vector<std::shared_ptr<Duel>> duels_;
  std::vector<std::shared_ptr<Seated>> silent_;
  std::size_t playing_ = 0;
  bool measuring_ = false;
  bool ending_ = false;
  asio::steady_timer measure_{io};
  asio::steady_timer end_{io};
  steady_clock::time_point measured_from_;
  steady_clock::time_point end_at_;
  LoadFigures figures_;
};

void Seated::begin() {
  v1::ClientFrame hello;
  hello.mutable_hello()->set_protocol(v1::PROTOCOL_VERSION);
  hello.mutable_hello()->set_client("wardroom-load");
  send(hello);
  asio::co_spawn(squad_.io, read_all(shared_from_this()), asio::detached);
}

std::uint64_t Seated::send(v1::ClientFrame& frame) {
  frame.set_request(++requests_);
  outgoing_.push_back(frame.SerializeAsString());
  if (socket_ && !writing_) {
    writing_ = true;
    asio::co_spawn(squad_.io, write_all(shared_from_this()), asio::detached);
  }
  return requests_;
}

void Seated::leave() {
  left_ = true;
  if (socket_) socket_->drop();
}

asio::awaitable<void> Seated::read_all(std::shared_ptr<Seated> self) {
  std::string why;
  try {
    std::unique_ptr<Socket> fresh = co_await connect(self->squad_.settings.address);
    self->socket_ = std::move(fresh);
    self->writing_ = true;
    asio::co_spawn(self->squad_.io, write_all(self), asio::detached);
    while (!self->left_) {
      const std::string_view message = co_await self->socket_->read();
      self->squad_.count_bytes(message.size());
      const ThinFrame frame = thin_frame(message);
      if (!frame.whole) {
        why = "not a frame";
        break;
      }
      self->hear_(frame);
    }
  } catch (const boost::system::system_error& error) {
    why = error.code().message();
  }
  if (!self->left_) self->fail_(why);
}

asio::awaitable<void> Seated::write_all(std::shared_ptr<Seated> self) {
  try {
    while (!self->outgoing_.empty() && !self->left_) {
      const std::string message = std::move(self->outgoing_.front());
      self->outgoing_.pop_front();
      self->squad_.count_bytes(message.size());
      co_await self->socket_->write(message);
    }
  } catch (const boost::system::system_error&) {
    // The reader of the same socket hears of it.
  }
  self->writing_ = false;
}

void Duel::begin() {
  for (std::size_t who = 0; who < 2; ++who) {
    players_[who].seated = std::make_shared<Seated>(
        squad_,
        [self = weak_from_this(), who](const ThinFrame& frame) {
          if (auto duel = self.lock()) duel->hear(who, frame);
        },
        [self = weak_from_this()](const std::string& why) {
          if (auto duel = self.lock()) duel->fail(why);
        });
    players_[who].seated->begin();
  }
}

void Duel::leave() {
  for (Player& player : players_) {
    if (player.seated) player.seated->leave();
  }
}

void Duel::fail(const std::string& why) { squad_.failed(*this, why); }

void Duel::hear(std::size_t who, const ThinFrame& frame) {
  if (frame.body == v1::ServerFrame::kRefusal) {
    v1::Refusal refusal;
    refusal.ParseFromArray(frame.payload.data(), static_cast<int>(frame.payload.size()));
    fail(refusal.reason().id());
    return;
  }
  if (frame.body == v1::ServerFrame::kUpdate) {
    // Of a match before this one, the last words may still be on their way.
    if (thin_field(frame.payload, v1::Update::kMatchFieldNumber) == match_) take(players_[who], frame.payload);
  } else if (frame.request != 0) {
    answered(who, frame);
  }
  go_on();
}

void Duel::answered(std::size_t who, const ThinFrame& frame) {
  Player& player = players_[who];
  switch (frame.body) {
    case v1::ServerFrame::kWelcome:
      say_guest(who);
      break;
    case v1::ServerFrame::kSignedIn:
      player.named = true;
      if (players_[0].named && players_[1].named) create();
      break;
    case v1::ServerFrame::kMatch:
      if (stage_ == Stage::kCreating) {
        commitment_ = thin_field(frame.payload, v1::MatchInfo::kSeedCommitmentFieldNumber);
        join(std::string(thin_field(frame.payload, v1::MatchInfo::kIdFieldNumber)));
      } else if (stage_ == Stage::kJoining) {
        stage_ = Stage::kAnswering;
        give_nonce(1, nonce_hash(players_[0].nonce));
      } else if (stage_ == Stage::kAnswering) {
        stage_ = Stage::kOpening;
        give_nonce(0, players_[1].nonce);
      } else {
        attach();
      }
      break;
    case v1::ServerFrame::kAttached:
      player.attached = true;
      take(player, thin_field(frame.payload, v1::Attached::kUpdateFieldNumber));
      if (players_[0].attached && players_[1].attached && stage_ == Stage::kAttaching) {
        stage_ = Stage::kPlaying;
        squad_.playing();
      }
      break;
    case v1::ServerFrame::kActed:
      if (who == acting_ && frame.request == act_request_) {
        act_request_ = 0;
        acted_ = true;
      }
      break;
    default:
      break;
  }
}

void Duel::take(Player& player, std::string_view update) {
  const ThinUpdate thin = thin_update(update, whim_);
  player.over = thin.over;
  player.menu = thin.menu_serial == player.answered ? 0 : thin.menu_serial;
  player.action = thin.action;
}

void Duel::say_guest(std::size_t who) {
  v1::ClientFrame frame;
  frame.mutable_play_as_guest();
  players_[who].seated->send(frame);
}

void Duel::create() {
  stage_ = Stage::kCreating;
  for (Player& player : players_) player.nonce = random_bytes(kNonceBytes);
  v1::ClientFrame frame;
  auto& create = *frame.mutable_create_match();
  create.set_title(squad_.settings.title);
  create.set_scenario(squad_.settings.scenario);
  create.set_side(v1::SIDE_CHOICE_FIRST);
  create.set_nonce_hash(nonce_hash(players_[0].nonce));
  players_[0].seated->send(frame);
}

void Duel::join(std::string match) {
  stage_ = Stage::kJoining;
  match_ = std::move(match);
  v1::ClientFrame frame;
  frame.mutable_join_match()->set_match(match_);
  players_[1].seated->send(frame);
}

void Duel::give_nonce(std::size_t who, const std::string& other) {
  v1::ClientFrame frame;
  auto& given = *frame.mutable_give_nonce();
  given.set_match(match_);
  given.set_seed_commitment(commitment_);
  given.set_nonce(players_[who].nonce);
  given.set_other(other);
  players_[who].seated->send(frame);
}

void Duel::attach() {
  stage_ = Stage::kAttaching;
  for (Player& player : players_) {
    player.attached = player.over = false;
    player.menu = player.answered = 0;
    v1::ClientFrame frame;
    frame.mutable_attach()->set_match(match_);
    player.seated->send(frame);
  }
}

void Duel::detach() {
  for (Player& player : players_) {
    v1::ClientFrame frame;
    frame.mutable_detach()->set_match(match_);
    player.seated->send(frame);
  }
}

// The next action, once the last one is answered and somebody has a menu; the next match, once both know that it is
// over.
void Duel::go_on() {
  if (stage_ != Stage::kPlaying || act_request_ != 0) return;
  const bool over = players_[0].over && players_[1].over;
  const bool asked = players_[0].menu != 0 || players_[1].menu != 0;
  if (!over && !asked) return;
  if (acted_) {
    acted_ = false;
    squad_.measured(steady_clock::now() - sent_);
  }
  if (over) {
    squad_.finished();
    detach();
    create();
    return;
  }
  if (players_[0].over || players_[1].over) return;
  act(players_[0].menu != 0 && players_[1].menu != 0 ? whim_.below(2) : players_[0].menu != 0 ? 0 : 1);
}

void Duel::act(std::size_t who) {
  Player& player = players_[who];
  v1::ClientFrame frame;
  auto& act = *frame.mutable_act();
  act.set_match(match_);
  player.answered = std::exchange(player.menu, 0);
  act.set_menu_serial(player.answered);
  act.add_actions()->ParseFromString(player.action);
  acting_ = who;
  sent_ = steady_clock::now();
  act_request_ = player.seated->send(frame);
}

double percentile(std::vector<std::uint32_t>& values, double part) {
  if (values.empty()) return 0;
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), nth, values.end());
  return *nth / 1000.0;
}

std::string decimal(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

}  // namespace

LoadFigures run_load(const LoadSettings& settings) {
  const unsigned threads = std::max(1U, settings.threads);
  LoadFigures all;
  std::mutex mutex;
  std::vector<std::thread> crew;
  for (unsigned i = 0; i < threads; ++i) {
    const auto share = [&](std::size_t whole) { return whole / threads + (i < whole % threads ? 1 : 0); };
    crew.emplace_back([&, i, matches = share(settings.matches), idle = share(settings.idle_connections)] {
      Squad squad(settings, matches, idle, settings.seed + i);
      LoadFigures part = squad.run();
      const std::lock_guard lock(mutex);
      all.seconds = std::max(all.seconds, part.seconds);
      all.actions += part.actions;
      all.bytes += part.bytes;
      all.finished += part.finished;
      all.errors += part.errors;
      if (all.first_error.empty()) all.first_error = part.first_error;
      all.latencies_us.insert(all.latencies_us.end(), part.latencies_us.begin(), part.latencies_us.end());
    });
  }
  for (std::thread& thread : crew) thread.join();
  return all;
}

std::string to_json(LoadFigures figures) {
  const double actions = static_cast<double>(figures.actions);
  JsonObject out;
  out.member("actions_per_s", decimal(figures.seconds > 0 ? actions / figures.seconds : 0))
      .member("p50_ms", decimal(percentile(figures.latencies_us, 0.50)))
      .member("p99_ms", decimal(percentile(figures.latencies_us, 0.99)))
      .member("bytes_per_action", decimal(figures.actions > 0 ? static_cast<double>(figures.bytes) / actions : 0))
      .number("errors", static_cast<std::int64_t>(figures.errors))
      .number("actions", static_cast<std::int64_t>(figures.actions))
      .number("matches_finished", static_cast<std::int64_t>(figures.finished))
      .member("seconds", decimal(figures.seconds));
  if (!figures.first_error.empty()) out.word("first_error", figures.first_error);
  return out.str();
}

}  // namespace wardroom::terminal
