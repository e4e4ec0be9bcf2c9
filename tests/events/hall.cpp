#include "tests/events/hall.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_future.hpp>
#include <random>

#include "client/bot/bots.h"
#include "server/store/sqlite/sqlite_store.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::testing {
namespace asio = boost::asio;

Hall::Hall() { open(); }
Hall::~Hall() { close(); }

void Hall::open() {
  io_ = std::make_unique<asio::io_context>(2);
  work_.emplace(io_->get_executor());
  auto store = store::open_sqlite(folder_.path() / "wardroom.db");
  ASSERT_TRUE(store) << store.error().reason.id;
  store_ = std::move(*store);
  Result<Bundle> bundle = Bundle::read(WARDROOM_SOURCE_DIR "/tests/titles/picket", {});
  ASSERT_TRUE(bundle);
  const TitleEntry entry = picket::pack().entry;
  auto title = entry.make(*bundle);
  ASSERT_TRUE(title);
  match::LoadedTitle loaded{entry, std::make_shared<const Bundle>(std::move(*bundle)), std::move(*title), {}};
  host_ = std::make_unique<match::Host>(io_->get_executor(), *store_, std::vector{std::move(loaded)},
                                        std::vector<match::PlayerEntry>());
  events::RoomSettings settings;
  settings.now_ms = [this] { return match::system_now_ms() + ahead_ms_; };
  room_ = std::make_unique<events::Room>(io_->get_executor(), *host_, *store_, settings);
  lobby::DeskSettings desk;
  desk.password_operations = 1;
  desk.password_memory = 16 * 1024;
  desk.directors_need_factor = directors_need_factor_;
  desk.looks_per_account = desk.looks_per_address = 1'000'000;  // everybody comes from here
  desk_ = std::make_unique<lobby::Desk>(io_->get_executor(), *host_, *store_, desk, nullptr, room_.get(), store_.get());
  net::Settings net;
  net.port = 0;
  net.limits.connections_per_address = 1000;
  auto server = net::Server::open(*io_, *desk_, net);
  ASSERT_TRUE(server);
  server_ = std::move(*server);
  server_->start();
  port_ = server_->port();
  asio::co_spawn(room_->strand(), room_->keep_time(), asio::detached);
  for (int i = 0; i < 2; ++i) threads_.emplace_back([this] { io_->run(); });
}

void Hall::close() {
  if (!server_) return;
  for (Person& each : players_) each.client.reset();
  director_.client.reset();
  asio::co_spawn(*io_, server_->drain(), asio::use_future).get();
  work_.reset();
  io_->stop();
  for (std::thread& each : threads_) each.join();
  threads_.clear();
  io_->restart();
  io_->poll();
  server_.reset();
  desk_.reset();
  room_.reset();
  host_.reset();
  store_.reset();
  io_.reset();
}

void Hall::restart() {
  close();
  open();
  come_back(director_);
  for (Person& each : players_) come_back(each);
}

Person Hall::sign_up(const std::string& name) {
  Person person{name, {}, std::make_unique<net::Client>(port_)};
  EXPECT_EQ(person.client->open(), 101u);
  person.client->say_hello();
  const v1::ServerFrame answer = person.ask([&](v1::ClientFrame& frame) {
    frame.mutable_sign_up()->set_name(name);
    frame.mutable_sign_up()->set_password("a long password of " + name);
  });
  EXPECT_TRUE(answer.has_signed_in()) << answer.ShortDebugString();
  person.token = answer.signed_in().token();
  return person;
}

std::vector<Person> Hall::people(std::size_t count) {
  std::vector<Person> all;
  for (std::size_t i = 1; i <= count; ++i) all.push_back(sign_up("Player " + std::to_string(i)));
  return all;
}

void Hall::come_back(Person& person) {
  person.client = std::make_unique<net::Client>(port_);
  ASSERT_EQ(person.client->open(), 101u);
  v1::ClientFrame hello;
  hello.mutable_hello()->set_protocol(v1::PROTOCOL_VERSION);
  hello.mutable_hello()->set_token(person.token);
  ASSERT_EQ(person.client->ask(hello).welcome().signed_in().name(), person.name);
}

// -- an event --

v1::EventPage Hall::create(const std::function<void(v1::EventRules&)>& change) {
  director_ = sign_up("Umpire");
  const v1::ServerFrame made = director_.ask([&](v1::ClientFrame& frame) {
    v1::EventRules& rules = *frame.mutable_create_event()->mutable_rules();
    rules.set_name("Convoys");
    rules.set_title("picket");
    rules.add_scenarios("small");
    rules.set_live(true);
    change(rules);
  });
  EXPECT_TRUE(made.has_event()) << made.ShortDebugString();
  event_ = made.event().info().id();
  return made.event();
}

v1::EventPage Hall::page(Person& as) {
  return as.ask([&](v1::ClientFrame& frame) { frame.mutable_ask_event()->set_event(event_); }).event();
}

v1::EventPage Hall::direct(const std::function<void(v1::Direct&)>& act) {
  const std::uint64_t version = page(director_).version();
  const v1::ServerFrame done = director_.ask([&](v1::ClientFrame& frame) {
    frame.mutable_direct()->set_event(event_);
    frame.mutable_direct()->set_version(version);
    act(*frame.mutable_direct());
  });
  EXPECT_TRUE(done.has_event()) << done.ShortDebugString();
  return done.event();
}

std::string Hall::refused(const std::function<void(v1::Direct&)>& act) {
  const std::uint64_t version = page(director_).version();
  const v1::ServerFrame done = director_.ask([&](v1::ClientFrame& frame) {
    frame.mutable_direct()->set_event(event_);
    frame.mutable_direct()->set_version(version);
    act(*frame.mutable_direct());
  });
  return done.refusal().reason().id();
}

v1::EventPage Hall::take_part(Person& as, const std::function<void(v1::TakePart&)>& act) {
  const v1::ServerFrame done = as.ask([&](v1::ClientFrame& frame) {
    frame.mutable_take_part()->set_event(event_);
    act(*frame.mutable_take_part());
  });
  EXPECT_TRUE(done.has_event()) << done.ShortDebugString();
  return done.event();
}

void Hall::enter(std::vector<Person>& all, const std::function<std::string(std::size_t)>& team) {
  direct([](v1::Direct& asked) { asked.mutable_announce(); });
  for (std::size_t i = 0; i < all.size(); ++i) {
    by_name_[all[i].name] = &all[i];
    take_part(all[i], [&](v1::TakePart& asked) { asked.mutable_enter()->set_team(team ? team(i) : std::string()); });
  }
}

void Hall::next_round() {
  direct([](v1::Direct& asked) { asked.mutable_draw(); });
  direct([](v1::Direct& asked) { asked.mutable_publish(); });
}

void Hall::pass_minutes(std::int64_t minutes) {
  ahead_ms_ += minutes * 60'000;
  asio::co_spawn(room_->strand(), room_->pass_time(), asio::use_future).get();
}

v1::EventPage Hall::await(const std::function<bool(const v1::EventPage&)>& enough) {
  v1::EventPage now;
  EXPECT_TRUE(net::eventually([&] {
    now = page(director_);
    return enough(now);
  }));
  return now;
}

// -- matches --

Person& Hall::whose(std::uint32_t entry) {
  const v1::EventPage now = page(director_);
  return *by_name_.at(now.entries(static_cast<int>(entry) - 1).name());
}

void Hall::give_nonce(Person& person, const std::string& match) {
  const v1::ServerFrame mine = person.ask([](v1::ClientFrame& frame) {
    frame.mutable_list_matches()->set_mine(true);
    frame.mutable_list_matches()->set_open(true);
  });
  for (const v1::MatchInfo& info : mine.matches().matches()) {
    if (info.id() != match) continue;
    EXPECT_TRUE(info.nonce_wanted());
    EXPECT_EQ(info.event(), event_);
    EXPECT_TRUE(info.no_hints());
    const v1::ServerFrame given = person.ask([&](v1::ClientFrame& frame) {
      frame.mutable_give_nonce()->set_match(match);
      frame.mutable_give_nonce()->set_seed_commitment(info.seed_commitment());
      frame.mutable_give_nonce()->set_nonce(hash(person.name + match));
    });
    EXPECT_TRUE(given.has_match()) << given.ShortDebugString();
    return;
  }
  ADD_FAILURE() << "no such match of " << person.name;
}

void Hall::begin(const v1::EventGame& game) {
  give_nonce(whose(game.first()), game.match());
  give_nonce(whose(game.second()), game.match());
}

void Hall::resign(Person& person, const std::string& match) {
  const v1::ServerFrame done = person.ask([&](v1::ClientFrame& frame) { frame.mutable_resign()->set_match(match); });
  EXPECT_TRUE(done.has_done()) << done.ShortDebugString();
}

void Hall::agree_draw(const v1::EventGame& game) {
  whose(game.first()).ask([&](v1::ClientFrame& frame) { frame.mutable_offer_draw()->set_match(game.match()); });
  const v1::ServerFrame agreed = whose(game.second()).ask([&](v1::ClientFrame& frame) {
    frame.mutable_answer_draw()->set_match(game.match());
    frame.mutable_answer_draw()->set_agree(true);
  });
  EXPECT_TRUE(agreed.has_done()) << agreed.ShortDebugString();
}

void Hall::play_out(const v1::EventGame& game, unsigned seed) {
  std::mt19937 luck(seed);
  Person* seats[] = {&whose(game.first()), &whose(game.second())};
  for (int steps = 0; steps < 2000; ++steps) {
    bool asked = false;
    for (Person* person : seats) {
      const v1::ServerFrame seen =
          person->ask([&](v1::ClientFrame& frame) { frame.mutable_attach()->set_match(game.match()); });
      const v1::Update& update = seen.attached().update();
      if (update.state() == v1::MATCH_STATE_OVER) return;
      if (!update.has_menu()) continue;
      asked = true;
      const auto items = static_cast<unsigned>(update.menu().items_size());
      person->ask([&](v1::ClientFrame& frame) {
        v1::Act& act = *frame.mutable_act();
        act.set_match(game.match());
        act.set_menu_serial(update.menu().serial());
        *act.add_actions() = update.menu().items(static_cast<int>(luck() % items)).action();
      });
    }
    ASSERT_TRUE(asked);
  }
  ADD_FAILURE() << "the match does not end";
}

void Hall::play_round(const std::function<void(const v1::EventGame&)>& play) {
  const auto undecided = [](const v1::EventPage& now) {
    std::vector<v1::EventGame> games;
    for (const v1::EventPairing& pairing : now.rounds().rbegin()->pairings())
      for (const v1::EventGame& game : pairing.games())
        if (!game.has_result()) games.push_back(game);
    return games;
  };
  for (std::vector<v1::EventGame> games = undecided(page(director_)); !games.empty();) {
    for (const v1::EventGame& game : games) play(game);
    const v1::EventPage now = await([&](const v1::EventPage& seen) {
      const auto left = undecided(seen);
      return std::ranges::none_of(games, [&](const v1::EventGame& game) {
        return std::ranges::any_of(left, [&](const v1::EventGame& each) { return each.match() == game.match(); });
      });
    });
    games = undecided(now);  // rematches
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace wardroom::testing
