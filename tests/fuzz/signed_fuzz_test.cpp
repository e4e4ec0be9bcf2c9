// People who are signed in and play send everything that there is to send, right, a little wrong and broken, to a whole
// server over real sockets: it answers each once, breaks nowhere, and two who play beside them never notice.
//   WARDROOM_FUZZ_SECONDS=3600 build/asan/bin/tests/signed_fuzz_test    for as long by hand
//   WARDROOM_SEED=n                                                    the choices of another run
#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <random>

#include "client/bot/bots.h"
#include "common/nonce.h"
#include "server/app.h"
#include "server/jobs.h"
#include "tests/fuzz/person.h"
#include "tests/store/kit.h"
#include "tests/titles/narrows/narrows.h"
#include "tests/titles/picket/picket.h"

// Only in builds with a sanitizer.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*)());

namespace wardroom::fuzz {
namespace {

using Frame = v1::ClientFrame;

constexpr std::uint64_t kFrames = 4000;  // of a run on every build, those of the quiet ones among them
constexpr std::size_t kPeople = 4;       // the last is a newcomer again and again

// -- the server --

// What the server calls its own fault.
class Faults final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  Faults() { set_level(spdlog::level::err); }
  std::string text() {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    text_.append(message.payload.data(), message.payload.size()) += '\n';
  }
  void flush_() override {}

  std::string text_;
};

class House {
 public:
  explicit House(store::Folder::Where where) : before_(spdlog::default_logger()), folder_(where) {
    spdlog::set_default_logger(std::make_shared<spdlog::logger>("fuzz", faults_));
    settings_.net.port = 0;
    net::Limits& limits = settings_.net.limits;
    limits.frames_per_second = limits.frames_burst = limits.bytes_per_second = limits.bytes_burst = 1e12;
    limits.queue_messages = 1'000'000;  // whoever is not at it reads later
    limits.queue_bytes = limits.queue_total_bytes;
    limits.idle = std::chrono::minutes(10);
    limits.bad_frames = kBadFrames;
    settings_.data = folder_.path() / "data";
    settings_.scenarios = folder_.path() / "scenarios";
    settings_.words = WARDROOM_SOURCE_DIR "/common/text";
    settings_.threads = 2;
    settings_.directors_need_factor = false;                // whoever likes directs
    settings_.idle_match = std::chrono::milliseconds(500);  // matches leave memory and come back
    lobby::DeskSettings& desk = settings_.desk;
    desk.running_matches_per_account = desk.running_matches_per_address = desk.open_matches_per_address = 1'000'000;
    desk.new_matches_per_account = desk.new_matches_per_address = desk.new_accounts_per_address = 1'000'000;
    desk.looks_per_account = desk.looks_per_address = desk.exports_per_address = 1'000'000;
    settings_.mail.relay.url = "smtp://127.0.0.1:1";  // nobody is there
    settings_.mail.relay.needs_tls = false;
    settings_.mail.from = "wardroom@example.org";
    std::filesystem::create_directories(settings_.scenarios);
    for (const char* title : {"picket", "narrows"})
      std::filesystem::create_directory_symlink(std::filesystem::path(WARDROOM_SOURCE_DIR "/tests/titles") / title,
                                                settings_.scenarios / title);
  }
  ~House() {
    app_.reset();
    spdlog::set_default_logger(before_);
  }

  std::uint16_t start() {
    auto started = App::start(settings_, {picket::pack(), TitlePack{narrows::entry()}}, bot::players({}));
    if (!started) throw std::runtime_error(words(started.error(), settings_));
    app_ = std::move(*started);
    return app_->port();
  }
  void stop() {
    insist(app_->stop() == net::Server::Drained::kAll, "somebody could not be let go");
    app_.reset();
  }
  // What `--check` says.
  bool sound() const {
    Settings check = settings_;
    check.job = Job::kCheck;
    return run_job(check) == 0;
  }
  void insist_no_fault() const {
    const std::string text = faults_->text();
    insist(text.empty(), "the server found a fault of its own: " + text);
  }

 private:
  const std::shared_ptr<spdlog::logger> before_;
  const std::shared_ptr<Faults> faults_ = std::make_shared<Faults>();
  store::Folder folder_;
  Settings settings_;
  std::unique_ptr<App> app_;
};

// -- the bystanders --

// Two who play one match after the other, as they should. What they read is theirs alone.
class Quiet {
 public:
  explicit Quiet(Trial& run)
      : run_(run), lore_(run.dice), people_{Person("Quiet 0", run, lore_), Person("Quiet 1", run, lore_)} {
    for (Person& each : people_) {
      Frame frame;
      frame.mutable_play_as_guest();
      insist(each.ask(frame).has_signed_in(), "a guest is not let in");
    }
    begin();
  }

  // Both know how the match stands, and it goes on.
  void prepare() {
    const bool over = catch_up();
    if (!over) return;
    for (Person& each : people_) {
      insist(each.answer().has_update(), "a match that is over is not shown: " + each.answer().ShortDebugString());
      Frame frame;
      frame.mutable_detach()->set_match(match_);
      insist(each.ask(frame).has_done(), "somebody cannot leave a match");
    }
    begin();
    insist(!catch_up(), "a match is over that has just begun");
  }

  void send() {
    acting_ = run_.dice.below(2);
    if (table(acting_).seen.menu().items_size() == 0) acting_ = 1 - acting_;
    const v1::Menu& menu = table(acting_).seen.menu();
    insist(menu.items_size() > 0, "nobody is asked in a match that is not over");
    Frame frame;
    frame.mutable_act()->set_match(match_);
    frame.mutable_act()->set_menu_serial(menu.serial());
    *frame.mutable_act()->add_actions() = run_.dice.of(menu.items()).action();
    people_[acting_].send(frame);
  }

  void await() {
    Person& player = people_[acting_];
    player.await();
    const v1::Acted& acted = player.answer().acted();
    insist(player.here() && player.answer().has_acted() && acted.taken() == 1 && !acted.has_stopped(),
           "somebody who does no wrong was troubled: " + player.answer().ShortDebugString());
  }

  void leave() {
    for (Person& each : people_) each.forget();
  }

 private:
  const Table& table(std::size_t who) const { return people_[who].tables().at(match_); }

  // Asks the match what it answers in its own order: all it had sent before has come.
  bool catch_up() {
    for (Person& each : people_) {
      Frame frame;
      frame.mutable_ask_ended_view()->set_match(match_);
      each.ask(frame);
      insist(each.here(), "somebody who does no wrong was sent away");
    }
    return table(0).seen.state() == v1::MATCH_STATE_OVER;
  }

  void begin() {
    Frame create = matches_++ % 2 == 0 ? new_match("picket", "small") : new_match("narrows", "convoy");
    create.mutable_create_match()->set_is_private(true);
    create.mutable_create_match()->set_side(v1::SIDE_CHOICE_FIRST);
    const v1::MatchInfo made = info(0, create);
    match_ = made.id();
    Frame join;
    join.mutable_join_match()->set_invitation(made.invitation());
    info(1, join);
    info(1, nonce(made, nonce_hash(kOurNonce)));
    info(0, nonce(made, kOurNonce));
    for (Person& each : people_) {
      Frame frame;
      frame.mutable_attach()->set_match(match_);
      insist(each.ask(frame).has_attached(), "a match is not shown: " + each.answer().ShortDebugString());
    }
  }

  v1::MatchInfo info(std::size_t who, const Frame& frame) {
    const v1::ServerFrame& answer = people_[who].ask(frame);
    insist(answer.has_match(), "a match does not begin: " + answer.ShortDebugString());
    return answer.match();
  }

  static Frame nonce(const v1::MatchInfo& match, const std::string& other) {
    Frame frame;
    frame.mutable_give_nonce()->set_match(match.id());
    frame.mutable_give_nonce()->set_seed_commitment(match.seed_commitment());
    frame.mutable_give_nonce()->set_nonce(kOurNonce);
    frame.mutable_give_nonce()->set_other(other);
    return frame;
  }

  Trial& run_;
  Lore lore_;
  std::array<Person, 2> people_;
  std::string match_;
  std::size_t matches_ = 0;
  std::size_t acting_ = 0;
};

// -- the others --

class Crowd {
 public:
  explicit Crowd(Trial& run) : run_(run), lore_(run.dice) {
    for (std::size_t i = 0; i < kPeople; ++i) people_.emplace_back("Person " + std::to_string(i), run, lore_);
  }

  // Some of them send, all at once with the quiet ones, before anything is read.
  void round(Quiet& quiet) {
    quiet.prepare();
    std::set<std::size_t> acting;
    for (auto count = 1 + run_.dice.below(3); count > 0; --count) acting.insert(run_.dice.below(kPeople));
    for (const std::size_t who : acting) {
      if (run_.dice.one_in(who + 1 == kPeople ? 25 : 400)) people_[who].forget();
      if (!people_[who].here()) people_[who].come();
    }
    quiet.send();
    for (const std::size_t who : acting) {
      const std::size_t frames = run_.dice.one_in(4) ? 1 + run_.dice.below(4) : 1;
      for (std::size_t i = 0; i < frames; ++i) people_[who].send(next(people_[who]));
    }
    for (const std::size_t who : acting) people_[who].await();
    quiet.await();
    if (run_.dice.one_in(10)) fetch();
  }

  // Nothing is left to come.
  void leave() {
    for (Person& each : people_) {
      insist(each.ask(net::ping_frame()).has_pong(), "the last word is another");
      each.forget();
    }
  }

 private:
  // One in twelve is what somebody else should have sent.
  std::string next(Person& person) {
    Person& maker = run_.dice.one_in(12) ? people_[run_.dice.below(kPeople)] : person;
    Frame frame = run_.dice.below(10) < 6 ? maker.deed() : lore_.request(next_kind());
    frame.set_request(++request_);
    const std::size_t way = decks_ > 1 ? run_.dice.below(100) : 50;  // each kind once as it should be
    if (way < 30) lore_.spoil(frame);
    std::string bytes = frame.SerializeAsString();
    if (way >= 90) bytes = lore_.spoil(std::move(bytes), last_);
    last_ = bytes;
    return bytes;
  }

  // Each kind in its turn; those for which a password is hashed, which takes long, seldom.
  Kind next_kind() {
    if (deck_.empty()) {
      deck_ = kinds();
      static const std::set<int> dear{Frame::kSignUp,         Frame::kSignIn,       Frame::kKeepGuest,
                                      Frame::kChangePassword, Frame::kBeginFactor,  Frame::kDeleteAccount,
                                      Frame::kSetAddress,     Frame::kResetPassword};
      if (decks_++ > 0 && !run_.dice.one_in(4))
        std::erase_if(deck_, [](Kind kind) { return dear.contains(kind->number()); });
      for (std::size_t i = deck_.size(); i > 1; --i) std::swap(deck_[i - 1], deck_[run_.dice.below(i)]);
    }
    const Kind kind = deck_.back();
    deck_.pop_back();
    return kind;
  }

  // Somebody's match, by HTTP.
  void fetch() {
    const std::string match = lore_.word("match");
    if (match.empty()) return;
    const unsigned status = net::get(run_.port, "/match/" + match + "/export").result_int();
    insist(status == 200 || status == 403 || status == 404 || status == 409 || status == 429,
           "an export is answered with " + std::to_string(status));
  }

  Trial& run_;
  Lore lore_;
  std::vector<Person> people_;
  std::vector<Kind> deck_;
  std::size_t decks_ = 0;
  std::uint64_t request_ = 1'000'000;
  std::string last_;  // that was sent
};

// Everybody who was ever here comes back and looks at all of his matches; how many there are.
std::size_t look_at_all(const Trial& run) {
  std::size_t looked = 0;
  for (const std::string& token : run.tokens) {
    net::Client client(run.port);
    insist(client.open() == 101, "no connection");
    Frame hello = net::hello();
    hello.mutable_hello()->set_token(token);
    if (!client.ask(hello).welcome().has_signed_in()) continue;  // he has signed out, or gone
    Frame list;
    list.mutable_list_matches()->set_mine(true);
    list.mutable_list_matches()->set_running(true);
    list.mutable_list_matches()->set_over(true);
    do {
      const v1::ServerFrame page = client.ask(list);
      insist(page.has_matches(), "matches are not listed: " + page.ShortDebugString());
      for (const v1::MatchInfo& info : page.matches().matches()) {
        if (info.ending().kind() == v1::ENDING_KIND_ABANDONED) continue;  // it never began
        Frame attach, detach;
        attach.mutable_attach()->set_match(info.id());
        const v1::ServerFrame answer = client.ask(attach);
        const v1::MatchState state = answer.attached().match().state();
        insist(state == v1::MATCH_STATE_PLAYING || state == v1::MATCH_STATE_OVER,
               "a match does not come back: " + answer.ShortDebugString());
        detach.mutable_detach()->set_match(info.id());
        client.ask(detach);
        client.unasked.clear();
        ++looked;
      }
      list.mutable_list_matches()->set_after(page.matches().next());
    } while (!list.list_matches().after().empty());
  }
  return looked;
}

// -- a run --

std::optional<std::uint64_t> number_of(const char* setting) {
  const char* given = std::getenv(setting);
  return given ? std::optional(std::strtoull(given, nullptr, 10)) : std::nullopt;
}

const Trial* running = nullptr;

void tell_what_was_sent() {
  if (running) std::fprintf(stderr, "the last frames, the newest first:\n%s", running->trail.text().c_str());
}

void play(Trial& run, House& house, const std::function<bool()>& goes_on) {
  run.port = house.start();
  {
    Quiet quiet(run);
    Crowd crowd(run);
    while (goes_on()) {
      crowd.round(quiet);
      house.insist_no_fault();
    }
    crowd.leave();
    quiet.leave();
  }
  house.stop();
  insist(house.sound(), "the database is hurt");
  run.port = house.start();
  const std::size_t matches = look_at_all(run);
  house.stop();
  house.insist_no_fault();
  std::cout << run.figures.text() << matches << " seats at matches that came back\n";
}

TEST(SignedFuzz, WhateverPeopleSendTheServerGoesOnAndNobodyElseIsTroubled) {
  const auto seconds = number_of("WARDROOM_FUZZ_SECONDS");
  const std::uint64_t seed = number_of("WARDROOM_SEED").value_or(seconds ? std::random_device()() : 1);
  std::cout << "seed " << seed << std::endl;
  const google::protobuf::LogSilencer silent;  // of every text that is none
  Trial run(seed);
  running = &run;
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(tell_what_was_sent);
  std::set_terminate([] {
    tell_what_was_sent();
    std::abort();
  });
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds.value_or(0));
  const auto goes_on = [&] { return seconds ? std::chrono::steady_clock::now() < end : run.trail.count() < kFrames; };
  try {
    House house(seconds ? store::Folder::Where::kDisk : store::Folder::Where::kMemory);  // an hour's database is large
    play(run, house, goes_on);
  } catch (const std::exception& found) {
    ADD_FAILURE() << found.what() << "\nseed " << seed << ", frame " << run.trail.count() << ", the newest first:\n"
                  << run.trail.text();
  }
  running = nullptr;
  if (HasFailure()) return;
  for (const Kind kind : kinds()) EXPECT_GT(run.figures.sent[kind->name()], 0U) << kind->name() << " was never sent";
  EXPECT_GT(run.figures.finished.size(), 0U) << "nobody plays";
}

}  // namespace
}  // namespace wardroom::fuzz
