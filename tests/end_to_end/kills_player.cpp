#include "tests/end_to_end/kills_player.h"

#include <stdexcept>
#include <thread>
#include <utility>

#include "common/hash.h"
#include "tests/end_to_end/beginning.h"

namespace wardroom::testing {
namespace {

using namespace std::chrono_literals;

constexpr auto kNoProgress = 60s;

// What is wrong with a server that answers; a line that breaks is a std::runtime_error of the client's.
std::logic_error wrong(const std::string& what, const v1::ServerFrame& answer) {
  return std::logic_error(what + ": " + answer.ShortDebugString());
}

bool is_unavailable(const v1::ServerFrame& answer) { return answer.refusal().code() == v1::REFUSAL_CODE_UNAVAILABLE; }

}  // namespace

Player::Player(std::uint16_t port, std::string name, std::uint32_t seed, Pace& pace)
    : port_(port), name_(std::move(name)), nonce_(kNonceBytes, name_.front()), random_(seed), pace_(pace) {}

// -- the line --

net::Client& Player::line() {
  if (line_) return *line_;
  auto line = std::make_unique<net::Client>(port_);
  if (line->open() != 101) throw std::runtime_error("no WebSocket");
  v1::ClientFrame hello = net::hello();
  hello.mutable_hello()->set_token(token_);
  hello.mutable_hello()->add_capabilities(v1::CAPABILITY_DELTAS);
  line->makes_whole = true;
  const v1::ServerFrame welcome = line->ask(hello);
  if (!welcome.has_welcome()) throw std::runtime_error("not welcome now");
  if (!token_.empty() && !welcome.welcome().has_signed_in()) throw wrong("the session is lost", welcome);
  line_ = std::move(line);
  return *line_;
}

// What came before the line broke was shown, too.
v1::ServerFrame Player::ask(const v1::ClientFrame& frame) {
  net::Client& now = line();
  const auto take_unasked = [&] {
    for (const v1::ServerFrame& before : std::exchange(now.unasked, {})) take(before);
  };
  try {
    v1::ServerFrame answer = now.ask(frame);
    take_unasked();
    return answer;
  } catch (const std::runtime_error&) {
    take_unasked();
    throw;
  }
}

v1::ServerFrame Player::insist(const v1::ClientFrame& frame) {
  for (;;) {
    try {
      v1::ServerFrame answer = ask(frame);
      if (!is_unavailable(answer)) return answer;
      ++pace_.not_stored;
      trouble(answer.ShortDebugString());
    } catch (const std::runtime_error& broken) {
      trouble(broken.what());
      line_.reset();
    }
  }
}

void Player::trouble(const std::string& what) {
  if (std::chrono::steady_clock::now() - went_on_ > kNoProgress)
    throw std::logic_error(name_ + " has not come on for a minute: " + what);
  std::this_thread::sleep_for(5ms);
}

void Player::sign_up() {
  went_on_ = std::chrono::steady_clock::now();
  v1::ClientFrame frame;
  frame.mutable_sign_up()->set_name(name_);
  frame.mutable_sign_up()->set_password("a quiet harbour");
  const v1::ServerFrame answer = insist(frame);
  if (!answer.has_signed_in()) throw wrong("cannot sign up", answer);
  token_ = answer.signed_in().token();
}

// -- a match --

std::string Player::make_match(const std::string& scenario, std::uint32_t bank_seconds, const std::string& bot) {
  went_on_ = std::chrono::steady_clock::now();
  v1::ClientFrame frame = new_match("picket", scenario, nonce_);
  if (bank_seconds > 0) frame.mutable_create_match()->mutable_clock()->set_bank_seconds(bank_seconds);
  frame.mutable_create_match()->set_bot(bot);
  const v1::ServerFrame answer = insist(frame);  // one whose answer was lost stays open, and nobody comes
  if (!answer.has_match()) throw wrong("no match was made", answer);
  return answer.match().id();
}

History Player::play(const std::string& match) {
  went_on_ = std::chrono::steady_clock::now();
  match_ = match;
  history_ = {};
  sight_ = {};
  line_.reset();  // what is still sent of the match before
  sit_down();
  while (sight_.now.state() != v1::MATCH_STATE_OVER) {
    try {
      // Blindly again, before anything is shown that tells whether it is there.
      const bool unknown = !history_.sent.empty() && history_.sent.back().outcome == Outcome::kUnknown;
      if (unknown && random_() % 2 == 0) send(newest_, Sent(history_.sent.back()));
      attach(sight_.now.serial());
      play_on();
    } catch (const std::runtime_error& broken) {
      trouble(broken.what());
      line_.reset();
    }
  }
  History history = std::exchange(history_, {});
  come_anew();
  history.anew = std::move(history_.shown);
  return history;
}

// Another server may not have heard of the end yet.
void Player::come_anew() {
  for (sight_ = {}; sight_.now.state() != v1::MATCH_STATE_OVER;) {
    try {
      line_.reset();
      attach(sight_.now.serial());
      while (sight_.now.state() != v1::MATCH_STATE_OVER) take_in_next();
    } catch (const std::runtime_error& broken) {
      trouble(broken.what());
    }
  }
}

void Player::sit_down() {
  for (;;) {
    const v1::MatchInfo match = attach(0);
    if (match.state() != v1::MATCH_STATE_OPEN) return;
    if (!match.has_my_seat()) {
      insist(joining(match_));
    } else if (match.nonce_wanted()) {
      const v1::SeatInfo& other = match.seats(1 - static_cast<int>(match.my_seat()));
      insist(giving(match, nonce_, match.my_seat() == 0 ? other.nonce() : other.nonce_hash()));
    }
    trouble("the match does not begin");
  }
}

v1::MatchInfo Player::attach(std::uint64_t last_serial) {
  v1::ClientFrame frame;
  frame.mutable_attach()->set_match(match_);
  frame.mutable_attach()->set_last_serial(last_serial);
  const v1::ServerFrame answer = insist(frame);
  if (!answer.has_attached()) throw wrong("cannot attach", answer);
  answered_ = 0;
  take(answer.attached().update());
  return answer.attached().match();
}

void Player::play_on() {
  while (sight_.now.state() != v1::MATCH_STATE_OVER) {
    if (sight_.now.has_menu() && sight_.now.menu().serial() != answered_) {
      act();
    } else {
      take_in_next();
    }
  }
}

void Player::take_in_next() {
  const net::Arrival arrival = line().receive();
  const auto* frame = std::get_if<v1::ServerFrame>(&arrival);
  if (!frame) throw std::runtime_error("the line broke");
  take(*frame);
}

void Player::act() {
  const v1::Menu& menu = sight_.now.menu();
  if (menu.items().empty()) throw std::logic_error("an empty menu");
  v1::ClientFrame frame;
  v1::Act& act = *frame.mutable_act();
  act.set_match(match_);
  act.set_menu_serial(menu.serial());
  *act.add_actions() = menu.items(static_cast<int>(random_() % static_cast<unsigned>(menu.items_size()))).action();
  const Sent sent{menu.serial(), act.actions(0).SerializeAsString(), Outcome::kUnknown};
  newest_ = frame;
  send(frame, sent);
  answered_ = sent.menu;
  if (history_.sent.back().outcome == Outcome::kUnknown) {  // it could not be stored: what is, is asked anew
    attach(sight_.now.serial());
  } else if (random_() % 16 == 0) {
    send(frame, sent);  // an impatient hand
  }
}

// Of unknown outcome until it is answered.
void Player::send(const v1::ClientFrame& frame, const Sent& act) {
  line();  // where nobody listens nothing is sent
  history_.sent.push_back({act.menu, act.action, Outcome::kUnknown});
  ++pace_.sent;
  const v1::ServerFrame answer = ask(frame);
  Outcome& outcome = history_.sent.back().outcome;
  if (answer.has_acted()) {
    outcome = answer.acted().taken() == 1 ? Outcome::kTaken : Outcome::kRefused;
    if (outcome == Outcome::kTaken) ++pace_.taken;
  } else if (is_unavailable(answer)) {
    ++pace_.not_stored;
    trouble(answer.ShortDebugString());
  } else if (answer.has_refusal()) {
    outcome = Outcome::kRefused;
  } else {
    throw wrong("no answer to an act", answer);
  }
}

void Player::take(const v1::ServerFrame& frame) {
  if (frame.has_update() && frame.update().match() == match_) take(frame.update());
}

void Player::take(const v1::Update& update) {
  if (update.serial() == 0) return;  // the match has not begun
  const std::uint64_t before = sight_.now.serial();
  if (!update.full() && update.serial() != before + 1)
    throw std::logic_error("update " + std::to_string(update.serial()) + " after " + std::to_string(before));
  if (update.serial() > before) went_on_ = std::chrono::steady_clock::now();
  history_.shown.push_back(sight_.take(update));
}

Shown Player::Sight::take(const v1::Update& update) {
  if (update.full()) sections.clear();
  for (const v1::Section& section : update.sections()) sections[section.number()] = section.body();
  now = update;
  now.clear_sections();
  now.clear_reports();
  now.clear_full();
  now.clear_match();
  Hasher content;
  content.add(now.SerializeAsString());
  for (const auto& [number, body] : sections) content.add(number).add(body);
  return {now.serial(), now.time_ms(), content.finish()};
}

std::vector<Shown> Player::replay(const std::string& match, v1::Viewpoint viewpoint) {
  went_on_ = std::chrono::steady_clock::now();
  std::vector<Shown> shown;
  Sight sight;
  v1::ClientFrame frame;
  frame.mutable_ask_replay()->set_match(match);
  frame.mutable_ask_replay()->set_viewpoint(viewpoint);
  for (;;) {
    frame.mutable_ask_replay()->set_after_serial(sight.now.serial());
    const v1::ServerFrame answer = insist(frame);
    if (!answer.has_replay()) throw wrong("no replay", answer);
    for (const v1::Update& update : answer.replay().updates()) shown.push_back(sight.take(update));
    const bool ended = sight.now.serial() >= answer.replay().last_serial() && answer.replay().last_serial() != 0;
    if (ended || answer.replay().updates().empty()) return shown;
  }
}

}  // namespace wardroom::testing
