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

#include "common/admin.h"
#include "common/build.h"
#include "common/hash.h"
#include "server/jobs.h"
#include "server/mail/message.h"
#include "server/outward/push.h"

namespace wardroom {
namespace fs = std::filesystem;
namespace asio = boost::asio;
namespace {

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

// What browsers subscribe with: made when it is first asked for, and the store's for good. Empty: it takes no writes
// now.
std::string push_key(store::SqlStore& store) {
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
  if (!app) {
    std::fprintf(stderr, "wardroom-server: %s\n", words(app.error(), settings).c_str());
    return kFailed;
  }

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
  auto store = open_store(settings);
  if (!store) return store.error();
  app->store_ = std::move(*store);

  match::HostSettings host;
  host.idle = settings.idle_match;
  host.presence = settings.presence;
  host.bot_threads = settings.bot_threads;
  host.open_within = std::chrono::days(settings.open_days);
  host.notice_after = settings.mail.after;
  host.alone = settings.postgres.url.empty();  // the folder of a file is one server's
  app->host_ = std::make_unique<match::Host>(app->io_.get_executor(), *app->store_, load_titles(settings, titles),
                                             std::move(players), host);
  lobby::DeskSettings desk = settings.desk;
  desk.max_frame = static_cast<std::uint32_t>(settings.net.limits.message_bytes);
  desk.observer_delay = settings.observer_delay;
  desk.session_for = std::chrono::days(settings.session_days);
  desk.guest_for = std::chrono::days(settings.guest_days);
  desk.guest_match_for = std::chrono::days(settings.guest_match_days);
  desk.directors_need_factor = settings.directors_need_factor;
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
  net::Settings net = settings.net;
  net.database = settings.database();
  auto server = net::Server::open(app->io_, *app->desk_, net);
  if (!server) return server.error();
  app->server_ = std::move(*server);
  app->first_beat();
  app->server_->start();
  asio::co_spawn(app->io_, app->desk_->keep_tidy(), asio::detached);
  asio::co_spawn(app->io_, app->host_->keep_beating(), asio::detached);
  asio::co_spawn(app->io_, app->host_->keep_looking(), asio::detached);
  asio::co_spawn(app->io_, app->host_->go_on_with_left(), asio::detached);
  asio::co_spawn(app->io_, app->desk_->keep_looking(), asio::detached);
  asio::co_spawn(app->room_->strand(), app->room_->keep_time(), asio::detached);
  for (unsigned i = 0; i < settings.threads; ++i) app->threads_.emplace_back([&io = app->io_] { io.run(); });
  app->listen_to_host(settings);
  if (!settings.backups.folder.empty())
    app->backups_ = std::make_unique<Backups>(settings.database(), settings.backups, app->host_->stats());
  if (sends_mail) app->begin_mail(settings);
  if (settings.calls.on) app->begin_calls(settings);
  return app;
}

// Before anybody's clock is looked at: time in which no server was up is nobody's. A store that takes no writes now
// hears it later.
void App::first_beat() {
  std::future<Result<void>> beaten = asio::co_spawn(io_, host_->first_beat(), asio::use_future);
  while (beaten.wait_for(std::chrono::seconds(0)) != std::future_status::ready) io_.run_one();
  (void)beaten.get();
}

// Until now it was up; a store that does not answer is not waited for.
void App::last_beat() { (void)asio::co_spawn(io_, host_->beat(), asio::use_future).wait_for(std::chrono::seconds(2)); }

// A server that nobody can speak to this way serves all the same.
void App::listen_to_host(const Settings& settings) {
  auto opened = AdminSocket::open(io_.get_executor(), *desk_, settings.data / kAdminSocket);
  if (opened) {
    admin_ = std::move(*opened);
  } else {
    spdlog::error("event=no_admin_socket reason={}", in_quotes(words(opened.error(), settings)));
  }
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
  admin_.reset();
  backups_.reset();
  postman_.reset();
  courier_.reset();
  const auto drained = asio::co_spawn(io_, server_->drain(), asio::use_future).get();
  last_beat();
  work_.reset();
  io_.stop();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  // What was ready when the threads went.
  io_.restart();
  io_.poll();
  return drained;
}

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
  return settings.job == Job::kServe ? serve(settings, titles, std::move(players)) : run_job(settings);
}

}  // namespace wardroom
