#include "server/app.h"

#include <signal.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_future.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <iostream>
#include <iterator>

#include "common/build.h"
#include "common/hash.h"
#include "server/mail/bounce.h"
#include "server/mail/message.h"
#include "server/outward/push.h"
#include "server/store/sqlite/backup.h"
#include "server/store/sqlite/examine.h"

namespace wardroom {
namespace fs = std::filesystem;
namespace asio = boost::asio;
namespace {

constexpr int kFailed = 1;
constexpr int kBadSettings = 2;
constexpr int kSignalled = 128;  // and the number of the signal, as shells say it

Result<match::LoadedTitle> load_title(const Settings& settings, const TitlePack& pack) {
  const TitleEntry& entry = pack.entry;
  std::error_code error;
  fs::path overlay;
  if (!settings.overlay.empty() && fs::is_directory(settings.overlay / entry.id, error))
    overlay = settings.overlay / entry.id;
  Result<Bundle> bundle = Bundle::read(settings.scenarios / entry.id, overlay);
  if (!bundle) return bundle.error();
  auto title = entry.make(*bundle);
  if (!title) return title.error();
  const std::string laid_over =
      overlay.empty() ? std::string() : fs::weakly_canonical(settings.overlay, error).filename().string();
  match::LoadedTitle loaded{entry, std::make_shared<const Bundle>(std::move(*bundle)), std::move(*title), laid_over};
  if (pack.sheets) loaded.sheets = std::make_shared<const std::string>(pack.sheets(*loaded.bundle).SerializeAsString());
  return loaded;
}

std::vector<match::LoadedTitle> load_titles(const Settings& settings, const std::vector<TitlePack>& titles) {
  std::vector<match::LoadedTitle> loaded;
  for (const TitlePack& pack : titles) {
    Result<match::LoadedTitle> title = load_title(settings, pack);
    if (!title) {
      spdlog::error("event=title_left_out title={} reason={}", pack.entry.id,
                    in_quotes(words(title.error(), settings)));
      continue;
    }
    spdlog::info("event=title title={} data={} overlay={}", pack.entry.id, hex(title->bundle->hash()).substr(0, 16),
                 in_quotes(title->overlay));
    loaded.push_back(std::move(*title));
  }
  return loaded;
}

// A connection is a file: as many as the system lets us have.
void raise_file_limit(std::size_t connections) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < connections + 64) {
    spdlog::warn("event=few_files allowed={} max_connections={}", limit.rlim_max, connections);
  }
}

// For whoever runs the server.
class English {
 public:
  explicit English(const Settings& settings) {
    if (!settings.words.empty()) (void)catalog_.read(settings.words);
  }
  std::string operator()(const Text& text) const {
    const std::string told = catalog_.format(text, "en");
    return told.empty() || told == text.id ? bare(text) : told;
  }

 private:
  Catalog catalog_;
};

int fail(const Refusal& refusal, const Settings& settings) {
  std::fprintf(stderr, "wardroom-server: %s\n", words(refusal, settings).c_str());
  return kFailed;
}

int back_up(const Settings& settings) {
  const auto done = store::backup(settings.database(), settings.backup);
  if (!done) return fail(done.error(), settings);
  std::printf("wardroom backup written to %s\n", settings.backup.c_str());
  return 0;
}

int check(const Settings& settings) {
  auto connection = store::Connection::open(settings.database(), store::Access::kRead, 5000);
  if (!connection) return fail(connection.error(), settings);
  const std::string damage = store::damage(**connection, store::Check::kFull);
  if (!damage.empty()) {
    std::fprintf(stderr, "wardroom-server: %s: %s\n", settings.database().c_str(), damage.c_str());
    return kFailed;
  }
  const store::Examined all = store::examine_matches(**connection);
  const English english(settings);
  for (const store::Hurt& each : all.hurt)
    std::fprintf(stderr, "wardroom-server: %s\n", english(each.why.reason).c_str());
  if (!all.hurt.empty()) return kFailed;
  std::printf("wardroom database %s is sound, with %lld matches\n", settings.database().c_str(),
              static_cast<long long>(all.matches));
  return 0;
}

int restore(const Settings& settings) {
  const auto folder = DataFolder::take(settings.data);
  if (!folder) return fail(folder.error(), settings);
  const auto done = store::restore_match(settings.database(), settings.backup, settings.restore);
  if (!done) return fail(done.error(), settings);
  std::printf("wardroom match %s is as %s has it\n", settings.restore.c_str(), settings.backup.c_str());
  return 0;
}

int mail_test(const Settings& settings) {
  const English say(settings);
  mail::Message message;
  message.from_name = say(Text("mail.from"));
  message.from = *mail::mailbox(settings.mail.from);
  message.to = *mail::mailbox(settings.mail_test);
  message.id = hex(random_bytes(16)) + message.from.substr(message.from.find('@'));
  message.date_ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  message.subject = say(Text("mail.test.subject"));
  message.text = say(Text("mail.test.body"));
  const mail::Delivery delivery =
      mail::Relay(settings.mail.relay).send(message.from, message.to, mail::compose(message));
  const Text fate = Text("mail.test.fate")
                        .number("fate", static_cast<std::int64_t>(delivery.fate))
                        .word("address", message.to)
                        .word("words", delivery.words);
  std::fprintf(delivery.fate == mail::Fate::kSent ? stdout : stderr, "wardroom-server: %s\n", say(fate).c_str());
  return delivery.fate == mail::Fate::kSent ? 0 : kFailed;
}

// What came back, or a complaint: whose address it was gets no more mail. What is neither is left alone: whoever pipes
// mail here should not send it back in turn.
int mail_returned(const Settings& settings) {
  const std::string mail{std::istreambuf_iterator<char>(std::cin), {}};
  const auto returned = mail::read_returned(mail, settings.mail.bounces);
  if (!returned) {
    std::printf("wardroom-server: nothing in it that stops mail to anybody\n");
    return 0;
  }
  auto opened = store::SqliteStore::open(settings.database());
  if (!opened) return fail(opened.error(), settings);
  const notices::Ledger ledger(**opened);
  const auto address =
      ledger.ask<std::string>([&](auto& outbox, auto then) { outbox.address_of(returned->account, std::move(then)); });
  const std::optional<Secret> secret = ledger.secret(notices::kNamesSecret);
  if (!address || !secret) return kFailed;
  if (mail::bounce_mark(returned->account, *address, *secret) != returned->mark) {
    std::printf("wardroom-server: not of an address that mail goes to\n");
    return 0;
  }
  const Result<void> refused = ledger.ask<void>(
      [&](auto& outbox, auto then) { outbox.refuse_address(returned->account, *address, std::move(then)); });
  if (!refused) return fail(refused.error(), settings);
  std::printf("wardroom-server: no more mail to that address\n");
  return 0;
}

// Whom the host wants here no more, or wants again; a server that runs hears of it.
int ban(const Settings& settings) {
  auto opened = store::SqliteStore::open(settings.database());
  if (!opened) return fail(opened.error(), settings);
  std::promise<Result<void>> told;
  const auto then = [&told](Result<void> done) { told.set_value(std::move(done)); };
  if (settings.job == Job::kBan) {
    (*opened)->ban(settings.banned, settings.ban_reason, then);
  } else {
    (*opened)->lift_ban(settings.banned, then);
  }
  const Result<void> done = told.get_future().get();
  if (!done) return fail(done.error(), settings);
  std::printf("wardroom-server: %s is %s\n", settings.banned.c_str(),
              settings.job == Job::kBan ? "banned" : "not banned any more");
  return 0;
}

// What browsers subscribe with: made when it is first asked for, and the store's for good. Empty: it takes no writes
// now.
std::string push_key(store::SqliteStore& store) {
  const std::optional<Secret> secret = notices::Ledger(store).secret(notices::kPushSecret);
  if (!secret) return {};
  return outward::KeyPair({reinterpret_cast<const char*>(secret->data()), secret->size()}).public_key();
}

int serve(const Settings& settings, const std::vector<TitlePack>& titles, std::vector<match::PlayerEntry> players) {
  start_logging(settings.log);
  raise_file_limit(settings.net.limits.connections);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);  // a file at its limit is a write that fails
  spdlog::info("event=start build={}", build_id());
  auto app = App::start(settings, titles, std::move(players));
  if (!app) return fail(app.error(), settings);

  std::promise<int> asked_to_stop;
  asio::signal_set signals((*app)->io(), SIGINT, SIGTERM);
  signals.async_wait([&](boost::system::error_code error, int number) {
    if (error) return;
    asked_to_stop.set_value(number);
    signals.async_wait([](boost::system::error_code again, int impatient) {
      if (!again) std::_Exit(kSignalled + impatient);  // what is acknowledged is durable
    });
  });
  std::printf("wardroom listening on %s\n", (*app)->url().c_str());
  std::fflush(stdout);

  const int number = asked_to_stop.get_future().get();
  spdlog::info("event=drain signal={}", number);
  if ((*app)->stop() == net::Server::Drained::kSomeLeft) {
    // Something still runs in the desk: what is acknowledged is durable, so the safe end is to end now.
    spdlog::error("event=drain_incomplete");
    spdlog::shutdown();
    std::_Exit(kFailed);
  }
  spdlog::info("event=stop");
  return 0;
}

}  // namespace

Result<std::unique_ptr<App>> App::start(const Settings& settings, const std::vector<TitlePack>& titles,
                                        std::vector<match::PlayerEntry> players) {
  auto folder = DataFolder::take(settings.data);
  if (!folder) return folder.error();
  std::unique_ptr<App> app(new App(settings.threads));
  app->folder_ = std::move(*folder);
  auto store = store::SqliteStore::open(settings.database());
  if (!store) return store.error();
  app->store_ = std::move(*store);

  match::HostSettings host;
  host.idle = settings.idle_match;
  host.open_within = std::chrono::days(settings.open_days);
  host.notice_after = settings.mail.after;
  app->host_ = std::make_unique<match::Host>(app->io_.get_executor(), *app->store_, load_titles(settings, titles),
                                             std::move(players), host);
  lobby::DeskSettings desk;
  desk.max_frame = static_cast<std::uint32_t>(settings.net.limits.message_bytes);
  desk.observer_delay = settings.observer_delay;
  desk.session_for = std::chrono::days(settings.session_days);
  desk.guest_for = std::chrono::days(settings.guest_days);
  desk.open_matches_per_account = settings.open_matches;
  desk.running_matches_per_account = settings.running_matches;
  desk.new_matches_per_account = settings.new_matches;
  auto words = std::make_shared<Catalog>();
  if (!settings.words.empty()) (void)words->read(settings.words);
  desk.words = std::move(words);
  const bool sends_mail = !settings.mail.relay.url.empty();
  desk.mail = sends_mail;
  desk.hooks = settings.calls.on;
  desk.plain_hooks = !settings.calls.allowed.empty();
  if (settings.calls.on) desk.push_key = push_key(*app->store_);
  app->room_ = std::make_unique<events::Room>(app->io_.get_executor(), *app->host_, *app->store_);
  app->desk_ = std::make_unique<lobby::Desk>(app->io_.get_executor(), *app->host_, *app->store_, desk,
                                             app->store_.get(), app->room_.get(), app->store_.get());
  auto server = net::Server::open(app->io_, *app->desk_, settings.net);
  if (!server) return server.error();
  app->server_ = std::move(*server);
  app->first_beat();
  app->server_->start();
  asio::co_spawn(app->io_, app->desk_->keep_tidy(), asio::detached);
  asio::co_spawn(app->io_, app->desk_->keep_door(), asio::detached);
  asio::co_spawn(app->io_, app->host_->keep_beating(), asio::detached);
  asio::co_spawn(app->room_->strand(), app->room_->keep_time(), asio::detached);
  for (unsigned i = 0; i < settings.threads; ++i) app->threads_.emplace_back([&io = app->io_] { io.run(); });
  if (sends_mail) app->begin_mail(settings);
  if (settings.calls.on) app->begin_calls(settings);
  return app;
}

// Before anybody's clock is looked at: time in which no server was up is nobody's. A store that takes no writes now
// hears it later.
void App::first_beat() {
  std::future<Result<void>> beaten = asio::co_spawn(io_, host_->beat(), asio::use_future);
  while (beaten.wait_for(std::chrono::seconds(0)) != std::future_status::ready) io_.run_one();
  (void)beaten.get();
}

void App::begin_mail(const Settings& settings) {
  notices::PostmanSettings mail;
  mail.relay = settings.mail.relay;
  mail.from = *mail::mailbox(settings.mail.from);
  mail.bounces = settings.mail.bounces;
  mail.url = public_url(settings);
  mail.words = settings.words;
  postman_ = std::make_unique<notices::Postman>(io_.get_executor(), *host_, *store_, std::move(mail));
}

void App::begin_calls(const Settings& settings) {
  notices::CourierSettings calls;
  calls.messenger.allowed = [allowed = settings.calls.allowed](const outward::Address& address) {
    return allowed.contains(address);
  };
  calls.url = public_url(settings);
  calls.contact = settings.mail.from.empty() ? calls.url : "mailto:" + *mail::mailbox(settings.mail.from);
  calls.words = settings.words;
  courier_ = std::make_unique<notices::Courier>(io_.get_executor(), *host_, *store_, std::move(calls));
}

std::string App::public_url(const Settings& settings) const {
  return settings.mail.public_url.empty() ? url() : settings.mail.public_url;
}

App::~App() {
  if (!threads_.empty()) stop();
}

net::Server::Drained App::stop() {
  postman_.reset();
  courier_.reset();
  const auto drained = asio::co_spawn(io_, server_->drain(), asio::use_future).get();
  work_.reset();
  io_.stop();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  // What was ready when the threads went.
  io_.restart();
  io_.poll();
  return drained;
}

std::string words(const Refusal& refusal, const Settings& settings) { return English(settings)(refusal.reason); }

int run_server(int argc, char** argv, const std::vector<TitlePack>& titles, std::vector<match::PlayerEntry> players) {
  const auto read = read_settings(argc, argv);
  if (const auto* exit = std::get_if<Exit>(&read)) {
    if (exit->code == 0) {
      std::printf("%s", exit->message.c_str());
    } else {
      std::fprintf(stderr, "wardroom-server: %s\n", exit->message.c_str());
    }
    return exit->code;
  }
  const auto& settings = std::get<Settings>(read);
  umask(S_IRWXG | S_IRWXO);  // what is written here is nobody else's to read
  switch (settings.job) {
    case Job::kServe:
      return serve(settings, titles, std::move(players));
    case Job::kBackup:
      return back_up(settings);
    case Job::kCheck:
      return check(settings);
    case Job::kRestore:
      return restore(settings);
    case Job::kMailTest:
      return mail_test(settings);
    case Job::kMailReturned:
      return mail_returned(settings);
    case Job::kBan:
    case Job::kLiftBan:
      return ban(settings);
  }
  return kBadSettings;
}

}  // namespace wardroom
