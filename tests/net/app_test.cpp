// The whole server: store, matches, lobby, net and bots wired together, with picket as its title; and the program
// itself.
#include "server/app.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <future>
#include <sstream>

#include "client/bot/bots.h"
#include "common/nonce.h"
#include "server/jobs.h"
#include "server/store/sqlite/sqlite_store.h"
#include "tests/net/client.h"
#include "tests/net/harness.h"
#include "tests/titles/picket/picket.h"

namespace wardroom {
namespace {

using net::Client;
using net::get;
using net::TemporaryFolder;
using testing::HasSubstr;

class AppOf : public testing::Test {
 protected:
  AppOf() {
    settings.net.port = 0;
    settings.net.metrics_from.add("127.0.0.1");
    settings.data = folder.path() / "data";
    settings.scenarios = folder.path() / "scenarios";
    settings.words = WARDROOM_SOURCE_DIR "/common/text";
    settings.threads = 2;
    const std::filesystem::path picket = WARDROOM_SOURCE_DIR "/tests/titles/picket";
    std::filesystem::create_directories(settings.scenarios / "picket");
    std::filesystem::copy(picket / "picket.textproto", settings.scenarios / "picket");
    std::filesystem::copy(picket / "text", settings.scenarios / "picket/text");
  }
  void start() {
    auto started = App::start(settings, {picket::pack()}, bot::players({}));
    ASSERT_TRUE(started) << words(started.error(), settings);
    app = std::move(*started);
  }
  std::unique_ptr<Client> guest() {
    auto client = std::make_unique<Client>(app->port());
    EXPECT_EQ(client->open(), 101u);
    client->say_hello();
    v1::ClientFrame frame;
    frame.mutable_play_as_guest()->set_name("Somebody");
    EXPECT_TRUE(client->ask(frame).has_signed_in());
    return client;
  }

  TemporaryFolder folder;
  Settings settings;
  std::unique_ptr<App> app;
};

TEST_F(AppOf, ServesATitleWithItsDataAndABot) {
  start();
  EXPECT_EQ(get(app->port(), "/healthz").result_int(), 200u);
  EXPECT_EQ(get(app->port(), "/data/picket/picket.textproto").result_int(), 200u);
  const std::string listed = get(app->port(), "/data/titles.json").body();
  for (const char* part : {R"("id":"picket")", R"("en":"Picket")", R"("id":"small")", R"("pl":"Krótka wachta")"})
    EXPECT_THAT(listed, HasSubstr(part));
  auto client = guest();
  v1::ClientFrame ask;
  ask.mutable_list_titles();
  const v1::ServerFrame titles = client->ask(ask);
  ASSERT_EQ(titles.titles().titles_size(), 1);
  ASSERT_GE(titles.titles().titles(0).opponents_size(), 1);
  v1::ClientFrame create;
  create.mutable_create_match()->set_title("picket");
  create.mutable_create_match()->set_scenario(titles.titles().titles(0).scenarios(0).id());
  create.mutable_create_match()->set_bot(titles.titles().titles(0).opponents(0));
  const v1::ServerFrame match = client->ask(create);
  ASSERT_TRUE(match.has_match()) << match.ShortDebugString();
  v1::ClientFrame attach;
  attach.mutable_attach()->set_match(match.match().id());
  EXPECT_TRUE(client->ask(attach).has_attached());
  EXPECT_EQ(get(app->port(), "/match/" + match.match().id() + "/export").result_int(), 403u);
}

TEST_F(AppOf, AMatchIsThereAfterARestart) {
  start();
  auto client = guest();
  v1::ClientFrame create;
  create.mutable_create_match()->set_title("picket");
  v1::ClientFrame ask;
  ask.mutable_list_titles();
  create.mutable_create_match()->set_scenario(client->ask(ask).titles().titles(0).scenarios(0).id());
  create.mutable_create_match()->set_nonce_hash(nonce_hash("a nonce"));
  const std::string match = client->ask(create).match().id();
  client.reset();
  EXPECT_EQ(app->stop(), net::Server::Drained::kAll);
  app.reset();
  start();
  client = guest();
  v1::ClientFrame list;
  list.mutable_list_matches()->set_open(true);
  const v1::ServerFrame matches = client->ask(list);
  ASSERT_EQ(matches.matches().matches_size(), 1);
  EXPECT_EQ(matches.matches().matches(0).id(), match);
}

TEST_F(AppOf, ATitleWithBrokenDataIsLeftOutAndTheRestIsServed) {
  const auto before = spdlog::default_logger();
  std::ostringstream log;
  spdlog::set_default_logger(
      std::make_shared<spdlog::logger>("test", std::make_shared<spdlog::sinks::ostream_sink_mt>(log)));
  TitleEntry broken{"broken", [](const Bundle&) -> Result<std::shared_ptr<const Title>> {
                      return refuse(RefusalCode::kUnreadable,
                                    Text("data.unreadable_file").word("file", "map.textproto"));
                    }};
  std::filesystem::create_directories(settings.scenarios / "broken");
  TitleEntry missing{"missing", broken.make};
  auto started = App::start(settings, {TitlePack{broken}, TitlePack{missing}, picket::pack()});
  ASSERT_TRUE(started);
  app = std::move(*started);
  auto client = guest();
  v1::ClientFrame ask;
  ask.mutable_list_titles();
  EXPECT_EQ(client->ask(ask).titles().titles_size(), 1);
  client.reset();
  app.reset();
  spdlog::set_default_logger(before);
  EXPECT_THAT(log.str(),
              HasSubstr("event=title_left_out title=broken reason=\"The file map.textproto cannot be read.\""));
  EXPECT_THAT(log.str(), HasSubstr("event=title_left_out title=missing"));
}

TEST_F(AppOf, AnOverlayIsLaidOverATitlesData) {
  std::ifstream in(settings.scenarios / "picket/picket.textproto");
  std::ostringstream text;
  text << in.rdbuf() << "\n# of the house\n";
  folder.write("house/picket/picket.textproto", text.str());
  settings.overlay = folder.path() / "house";
  start();
  EXPECT_THAT(get(app->port(), "/data/picket/picket.textproto").body(), HasSubstr("# of the house"));
  auto client = guest();
  v1::ClientFrame ask;
  ask.mutable_list_titles();
  EXPECT_EQ(client->ask(ask).titles().titles(0).overlay(), "house");
}

TEST_F(AppOf, APortThatIsTakenIsTold) {
  start();
  settings.net.port = app->port();
  settings.data = folder.path() / "other";
  const auto second = App::start(settings, {});
  ASSERT_FALSE(second);
  EXPECT_THAT(words(second.error(), settings),
              HasSubstr("Cannot listen on 127.0.0.1, port " + std::to_string(app->port())));
}

TEST_F(AppOf, ADataFolderIsOneServersAtATime) {
  start();
  settings.net.port = 0;
  const auto second = App::start(settings, {});
  ASSERT_FALSE(second);
  EXPECT_THAT(words(second.error(), settings), HasSubstr("in use by another Wardroom server"));
  settings.job = Job::kVacuum;
  EXPECT_EQ(run_job(settings), 1) << "it is in use";
  app.reset();
  EXPECT_EQ(run_job(settings), 0);
  start();
}

// Times that are charged to nobody, when no server is up.
calendar::Spans outages(const std::filesystem::path& data) {
  constexpr std::int64_t kNoGap = 1'000'000'000'000'000;
  auto store = store::open_sqlite(data / "wardroom.sqlite");
  std::promise<Result<calendar::Spans>> told;
  (*store)->beat(kNoGap, [&](Result<calendar::Spans> spans) { told.set_value(std::move(spans)); });
  return *told.get_future().get();
}

TEST_F(AppOf, NobodyIsChargedBetweenItsStopAndItsNextStart) {
  start();
  const std::int64_t stopped = match::system_now_ms();
  app->stop();
  app.reset();
  start();
  const std::int64_t there = match::system_now_ms();
  app->stop();
  app.reset();
  const calendar::Spans spans = outages(settings.data);
  EXPECT_TRUE(std::ranges::any_of(spans, [&](const calendar::Span& span) {
    return span.from_ms >= stopped && span.to_ms <= there;
  })) << spans.size();
}

// ---- the program ----

struct Ended {
  int code = -1;
  std::string out;
  std::string err;
};

class Program {
 public:
  Program(const TemporaryFolder& folder, std::vector<std::string> arguments)
      : out_(folder.path() / "out"), err_(folder.path() / "err") {
    arguments.insert(arguments.begin(), WARDROOM_BIN_DIR "/picket-server");
    std::vector<char*> argv;
    for (std::string& one : arguments) argv.push_back(one.data());
    argv.push_back(nullptr);
    std::filesystem::remove(out_);  // what another program has said there
    std::filesystem::remove(err_);
    pid_ = fork();
    if (pid_ == 0) {
      if (!std::freopen(out_.c_str(), "w", stdout) || !std::freopen(err_.c_str(), "w", stderr)) _exit(99);
      execv(argv[0], argv.data());
      _exit(99);
    }
  }
  ~Program() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }
  void signal(int number) const { kill(pid_, number); }
  std::string out() const { return text(out_); }
  Ended end() {
    Ended ended;
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    ended.out = text(out_);
    ended.err = text(err_);
    return ended;
  }

 private:
  static std::string text(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::ostringstream all;
    all << in.rdbuf();
    return all.str();
  }
  std::filesystem::path out_;
  std::filesystem::path err_;
  pid_t pid_ = -1;
};

TEST(ProgramOf, SaysWhereItListensAndEndsWellOnSigterm) {
  TemporaryFolder folder;
  const std::string data = (folder.path() / "data").string();
  Program program(folder, {"--port", "0", "--data", data, "--web", WARDROOM_SOURCE_DIR "/client/web/static"});
  const std::string start = "wardroom listening on http://127.0.0.1:";
  ASSERT_TRUE(net::eventually([&] { return program.out().ends_with('\n'); }));
  ASSERT_TRUE(program.out().starts_with(start)) << program.out();
  const auto port = static_cast<std::uint16_t>(std::stoi(program.out().substr(start.size())));
  EXPECT_THAT(get(port, "/").body(), HasSubstr("Wardroom"));
  Client client(port);
  ASSERT_EQ(client.open(), 101u);
  client.say_hello();
  program.signal(SIGTERM);
  const net::Arrival frame = client.receive();
  EXPECT_TRUE(std::holds_alternative<v1::ServerFrame>(frame) && std::get<v1::ServerFrame>(frame).has_going_down());
  const net::Arrival close = client.receive();
  EXPECT_TRUE(std::holds_alternative<std::uint16_t>(close) && std::get<std::uint16_t>(close) == 1001);
  EXPECT_EQ(program.end().code, 0);

  for (const auto& file : std::filesystem::directory_iterator(data))
    EXPECT_EQ(file.status().permissions() & (std::filesystem::perms::group_all | std::filesystem::perms::others_all),
              std::filesystem::perms::none)
        << file.path();

  Program check(folder, {"--data", data, "--check"});
  const Ended checked = check.end();
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("is sound, with 0 matches"));
  Program backup(folder, {"--data", data, "--backup", (folder.path() / "copy.sqlite").string()});
  EXPECT_EQ(backup.end().code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "copy.sqlite"));
}

TEST(ProgramOf, ThatIsKilledAndStartedAtOnceChargesNobodyForIt) {
  TemporaryFolder folder;
  const std::filesystem::path data = folder.path() / "data";
  const auto serve = [&] {
    auto program = std::make_unique<Program>(folder, std::vector<std::string>{"--port", "0", "--data", data.string()});
    EXPECT_TRUE(net::eventually([&] { return program->out().ends_with('\n'); }));
    return program;
  };
  auto program = serve();
  const std::int64_t killed = match::system_now_ms();
  program->signal(SIGKILL);
  program->end();
  program = serve();
  const std::int64_t there = match::system_now_ms();
  program->signal(SIGTERM);
  program->end();
  EXPECT_TRUE(std::ranges::any_of(outages(data), [&](const calendar::Span& span) {
    return span.from_ms <= killed && span.to_ms >= killed && span.to_ms <= there;
  }));
}

TEST(BackupsOf, TheNewestAreKeptAndTheLastOfEachDay) {
  const std::vector<std::string> names{"wardroom-20420301-100000.sqlite", "wardroom-20420301-220000.sqlite",
                                       "wardroom-20420302-100000.sqlite", "wardroom-20420303-100000.sqlite",
                                       "wardroom-20420303-220000.sqlite", "wardroom-20420304-100000.sqlite",
                                       "wardroom-20420304-110000.sqlite"};
  BackupSettings settings;
  settings.keep = 3;
  settings.days = 3;
  EXPECT_THAT(superseded(names, settings), testing::UnorderedElementsAre(names[0], names[1], names[3]));
  settings.days = 0;
  EXPECT_THAT(superseded(names, settings), testing::UnorderedElementsAre(names[0], names[1], names[2], names[3]));
  settings.keep = 7;
  EXPECT_THAT(superseded(names, settings), testing::IsEmpty());
  using std::chrono::sys_days;
  EXPECT_EQ(stamp(sys_days(std::chrono::March / 4 / 2042) + std::chrono::seconds(18367)), "20420304-050607");
}

TEST_F(AppOf, CopiesAreMadeWhileItServesAndOneCanBeRestored) {
  settings.backups.folder = folder.path() / "copies";
  settings.backups.every = std::chrono::milliseconds(500);
  settings.backups.keep = 2;
  settings.backups.days = 1;
  folder.write("copies/notes.txt", "mine");
  start();
  EXPECT_NE(guest(), nullptr);
  const auto copies = [&] {
    return std::distance(std::filesystem::directory_iterator(settings.backups.folder), {}) - 1;
  };
  const auto first = [&] { return newest_backup(settings.backups.folder); };
  ASSERT_TRUE(net::eventually([&] { return first().has_value(); }));
  const auto oldest = *first();
  ASSERT_TRUE(net::eventually([&] { return !std::filesystem::exists(oldest); })) << "it is let go for newer ones";
  EXPECT_LE(copies(), 4);  // one may be in the making
  EXPECT_THAT(get(app->port(), "/metrics").body(), AllOf(testing::Not(HasSubstr("wardroom_backup_time_seconds 0\n")),
                                                         HasSubstr("\nwardroom_database_bytes ")));
  app.reset();
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "copies/notes.txt"));

  settings.job = Job::kDrill;
  EXPECT_EQ(run_job(settings), 0);
  settings.job = Job::kRestore;
  settings.restore = "all";
  settings.backup = *newest_backup(settings.backups.folder);
  EXPECT_EQ(run_job(settings), 0);
  start();
  EXPECT_NE(guest(), nullptr);
  app.reset();
  settings.backup = folder.write("broken.sqlite", "nothing");
  EXPECT_EQ(run_job(settings), 1);
  start();  // what was there is there
}

TEST_F(AppOf, ACopyThatIsHurtIsFoundByTheDrill) {
  settings.backups.folder = folder.path() / "copies";
  settings.job = Job::kDrill;
  EXPECT_EQ(run_job(settings), 1) << "there is none";
  folder.write("copies/wardroom-20420304-050607.sqlite", std::string(8192, 'x'));
  EXPECT_EQ(run_job(settings), 1);
  EXPECT_FALSE(std::filesystem::exists(settings.data)) << "it touches nothing of the server's";
}

TEST(ProgramOf, ASecondSignalEndsItAtOnceThoughSomebodyNeverHangsUp) {
  TemporaryFolder folder;
  const std::string data = (folder.path() / "data").string();
  Program program(folder, {"--port", "0", "--data", data, "--drain-seconds", "100000"});
  ASSERT_TRUE(net::eventually([&] { return program.out().ends_with('\n'); }));
  Client client(static_cast<std::uint16_t>(std::stoi(program.out().substr(program.out().rfind(':') + 1))));
  ASSERT_EQ(client.open(), 101u);
  client.say_hello();
  program.signal(SIGTERM);
  const net::Arrival frame = client.receive();  // it drains, and waits for us to close
  EXPECT_TRUE(std::holds_alternative<v1::ServerFrame>(frame) && std::get<v1::ServerFrame>(frame).has_going_down());
  program.signal(SIGTERM);
  EXPECT_EQ(program.end().code, 128 + SIGTERM);
  Program check(folder, {"--data", data, "--check"});
  EXPECT_EQ(check.end().code, 0);
}

TEST(ProgramOf, ABrokenConfigurationEndsWithTwoAndNamesKeyAndLine) {
  TemporaryFolder folder;
  const auto config = folder.write("wardroom.conf", "# mine\nport = lots\n");
  Program program(folder, {"--config", config.string()});
  const Ended ended = program.end();
  EXPECT_EQ(ended.code, 2);
  EXPECT_THAT(ended.err, HasSubstr("line 2"));
  EXPECT_THAT(ended.err, HasSubstr("port"));
}

TEST(ProgramOf, ADatabaseThatIsNoneIsToldAndLeftAlone) {
  TemporaryFolder folder;
  const auto database = folder.write("data/wardroom.sqlite", std::string(8192, 'x'));
  for (const char* extra : {"--check", "--port=0"}) {
    Program program(folder, {"--data", (folder.path() / "data").string(), extra});
    const Ended ended = program.end();
    EXPECT_EQ(ended.code, 1) << extra;
    EXPECT_THAT(ended.err, HasSubstr("wardroom.sqlite")) << extra;
  }
  EXPECT_EQ(std::filesystem::file_size(database), 8192u);
}

}  // namespace
}  // namespace wardroom
