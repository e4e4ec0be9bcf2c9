// Settings: command line and file; a mistake is told with its key and its line.
#include "server/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "common/build.h"
#include "tests/net/harness.h"

namespace wardroom {
namespace {

using net::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using namespace std::chrono_literals;

std::variant<Settings, Exit> read(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "wardroom-server");
  std::vector<const char*> argv;
  for (const std::string& one : arguments) argv.push_back(one.c_str());
  return read_settings(static_cast<int>(argv.size()), argv.data());
}

class SettingsOf : public testing::Test {
 protected:
  Settings good(const std::vector<std::string>& arguments) {
    auto result = read(arguments);
    if (const auto* exit = std::get_if<Exit>(&result)) ADD_FAILURE() << exit->message;
    return std::holds_alternative<Settings>(result) ? std::get<Settings>(result) : Settings();
  }
  std::string mistake(const std::vector<std::string>& arguments) {
    auto result = read(arguments);
    const auto* exit = std::get_if<Exit>(&result);
    if (!exit) return "no mistake";
    EXPECT_EQ(exit->code, 2);
    return exit->message;
  }
  std::string mistake_in(const std::string& text) { return mistake({"--config", file(text)}); }
  std::string file(const std::string& text) { return folder.write("wardroom.conf", text).string(); }

  TemporaryFolder folder;
};

TEST_F(SettingsOf, HaveDefaults) {
  const Settings settings = good({});
  EXPECT_EQ(settings.net.address, "127.0.0.1");
  EXPECT_EQ(settings.net.port, 8017);
  EXPECT_EQ(settings.job, Job::kServe);
  EXPECT_GE(settings.threads, 1u);
  EXPECT_LE(settings.threads, 4u);
  EXPECT_TRUE(settings.net.metrics_from.contains(boost::asio::ip::make_address("127.0.0.1")));
  EXPECT_FALSE(settings.net.metrics_from.contains(boost::asio::ip::make_address("192.0.2.1")));
}

TEST_F(SettingsOf, ComeFromAFileAndTheCommandLineWins) {
  const std::string path = file(
      "# a comment\n\n"
      "port = 9000\n"
      "max-connections=50\n"
      "idle-seconds = 1.5\n"
      "origin = [\"https://a.example\", \"https://b.example\"]\n"
      "log-format = json\n");
  const Settings settings = good({"--config", path, "--port", "9001"});
  EXPECT_EQ(settings.net.port, 9001);
  EXPECT_EQ(settings.net.limits.connections, 50u);
  EXPECT_EQ(settings.net.limits.idle, 1500ms);
  EXPECT_THAT(settings.net.origins, testing::ElementsAre("https://a.example", "https://b.example"));
  EXPECT_EQ(settings.log.format, LogFormat::kJson);
}

TEST_F(SettingsOf, AnUnknownKeyIsNamedWithItsLine) {
  EXPECT_THAT(mistake_in("port = 9000\n\n# x\nprot = 9000\n"), AllOf(HasSubstr("line 4"), HasSubstr("'prot'")));
  EXPECT_THAT(mistake_in("backup = /x\n"), AllOf(HasSubstr("line 1"), HasSubstr("'backup'")));
}

TEST_F(SettingsOf, ABadValueIsNamedWithItsLine) {
  for (const auto& [text, key] : std::vector<std::pair<std::string, std::string>>{
           {"port = seven", "port"},
           {"port = 70000", "port"},
           {"port = -1", "port"},
           {"port =", "port"},
           {"address = localhost", "address"},
           {"max-connections = 0", "max-connections"},
           {"max-message-bytes = 1", "max-message-bytes"},
           {"idle-seconds = never", "idle-seconds"},
           {"origin = play.example.org", "origin"},
           {"trusted-proxy = [\"10.0.0.0/8\", \"nonsense\"]", "trusted-proxy"},
           {"log-level = loud", "log-level"},
           {"threads = 0", "threads"},
           {"scenarios = /nowhere/at/all", "scenarios"},
           {"tls-key = /nowhere/at/all", "tls-key"},
           {"port = 1 2", "port"},
       }) {
    EXPECT_THAT(mistake_in("log-format = text\n" + text + "\n"), AllOf(HasSubstr("line 2"), HasSubstr(key))) << text;
  }
}

TEST_F(SettingsOf, ALineThatIsNoSettingIsNamed) {
  EXPECT_THAT(mistake_in("port = 1\nhello\n"), HasSubstr("line 2"));
  EXPECT_THAT(mistake_in("[net]\nport = 1\n"), HasSubstr("line 1"));
  EXPECT_THAT(mistake_in("port = 1\nport = 2\n"), AllOf(HasSubstr("line 2"), HasSubstr("line 1"), HasSubstr("port")));
}

TEST_F(SettingsOf, AFileThatCannotBeReadIsNamed) {
  EXPECT_THAT(mistake({"--config", "/nowhere/at/all.conf"}), HasSubstr("/nowhere/at/all.conf"));
  EXPECT_THAT(mistake({"--config=" + folder.path().string()}), HasSubstr(folder.path().string()));
}

TEST_F(SettingsOf, MistakesOnTheCommandLineAreNamed) {
  EXPECT_THAT(mistake({"--port", "seven"}), HasSubstr("--port"));
  EXPECT_THAT(mistake({"--prot", "1"}), HasSubstr("--prot"));
  EXPECT_THAT(mistake({"--tls-certificate", file("x")}), AllOf(HasSubstr("tls-certificate"), HasSubstr("tls-key")));
}

TEST_F(SettingsOf, TheVersionIsNoMistake) {
  const Exit asked = std::get<Exit>(read({"--version"}));
  EXPECT_EQ(asked.code, 0);
  EXPECT_EQ(asked.message, std::string(build_id()) + "\n");
}

TEST_F(SettingsOf, FoldersAreFoundBesideAnInstalledProgram) {
  const std::filesystem::path page = folder.write("share/wardroom/client/web/dist/index.html", "");
  const std::filesystem::path text = folder.write("share/wardroom/common/text/en.textproto", "");
  const std::filesystem::path data = folder.write("share/wardroom/scenarios/picket/map.textproto", "");
  Settings settings;
  find_folders(settings, folder.write("bin/wardroom-server", ""));
  EXPECT_EQ(settings.net.web, page.parent_path());
  EXPECT_EQ(settings.words, text.parent_path());
  EXPECT_EQ(settings.scenarios, data.parent_path().parent_path());
}

TEST_F(SettingsOf, HelpIsNoMistake) {
  auto result = read({"--help"});
  ASSERT_TRUE(std::holds_alternative<Exit>(result));
  EXPECT_EQ(std::get<Exit>(result).code, 0);
  EXPECT_THAT(std::get<Exit>(result).message, HasSubstr("--max-connections-per-address"));
}

TEST_F(SettingsOf, TheExampleFileIsRightAndHoldsTheDefaults) {
  const Settings defaults = good({});
  const Settings settings = good({"--config", WARDROOM_SOURCE_DIR "/deploy/wardroom.conf.example"});
  EXPECT_EQ(settings.net.port, defaults.net.port);
  const lobby::DeskSettings& c = settings.desk;
  const lobby::DeskSettings& d = defaults.desk;
  EXPECT_EQ(c.new_accounts_per_address, d.new_accounts_per_address);
  EXPECT_LE(d.new_accounts_per_address, 100u) << "of a public site";
  EXPECT_EQ(c.wrong_passwords_per_name, d.wrong_passwords_per_name);
  EXPECT_EQ(c.wrong_passwords_per_address, d.wrong_passwords_per_address);
  EXPECT_EQ(c.password_threads, d.password_threads);
  EXPECT_EQ(c.password_queue, d.password_queue);
  EXPECT_EQ(c.password_queue_per_address, d.password_queue_per_address);
  EXPECT_EQ(c.mails_per_account, d.mails_per_account);
  EXPECT_EQ(c.mails_per_address, d.mails_per_address);
  EXPECT_EQ(c.resets_per_name, d.resets_per_name);
  EXPECT_EQ(c.challenges_per_account, d.challenges_per_account);
  EXPECT_EQ(c.open_matches_per_account, d.open_matches_per_account);
  EXPECT_EQ(c.running_matches_per_account, d.running_matches_per_account);
  EXPECT_EQ(c.new_matches_per_account, d.new_matches_per_account);
  EXPECT_EQ(c.open_matches_per_address, d.open_matches_per_address);
  EXPECT_EQ(c.running_matches_per_address, d.running_matches_per_address);
  EXPECT_EQ(c.new_matches_per_address, d.new_matches_per_address);
  EXPECT_EQ(c.looks_per_account, d.looks_per_account);
  EXPECT_EQ(c.looks_per_address, d.looks_per_address);
  EXPECT_EQ(c.reads_per_address, d.reads_per_address);
  EXPECT_EQ(c.reads_per_token, d.reads_per_token);
  EXPECT_EQ(c.exports_per_address, d.exports_per_address);
  EXPECT_EQ(c.exports_held_per_address, d.exports_held_per_address);
  EXPECT_EQ(c.exports_held, d.exports_held);
  EXPECT_EQ(c.own_data_per_account, d.own_data_per_account);
  EXPECT_EQ(c.attachments_per_connection, d.attachments_per_connection);
  const net::Limits& a = settings.net.limits;
  const net::Limits& b = defaults.net.limits;
  EXPECT_EQ(a.message_bytes, b.message_bytes);
  EXPECT_EQ(a.header_bytes, b.header_bytes);
  EXPECT_EQ(a.frames_per_second, b.frames_per_second);
  EXPECT_EQ(a.frames_burst, b.frames_burst);
  EXPECT_EQ(a.bytes_per_second, b.bytes_per_second);
  EXPECT_EQ(a.bytes_burst, b.bytes_burst);
  EXPECT_EQ(a.connections, b.connections);
  EXPECT_EQ(a.connections_per_address, b.connections_per_address);
  EXPECT_EQ(a.handshake, b.handshake);
  EXPECT_EQ(a.idle, b.idle);
  EXPECT_EQ(a.drain, b.drain);
  EXPECT_EQ(a.queue_messages, b.queue_messages);
  EXPECT_EQ(a.queue_bytes, b.queue_bytes);
  EXPECT_EQ(a.queue_total_bytes, b.queue_total_bytes);
  EXPECT_EQ(a.bad_frames, b.bad_frames);
}

// With the examples switched on, every key of the help is in the file.
TEST_F(SettingsOf, TheExampleFileNamesEveryKey) {
  std::ifstream in(WARDROOM_SOURCE_DIR "/deploy/wardroom.conf.example");
  std::ostringstream example;
  example << in.rdbuf();
  const std::string help = std::get<Exit>(read({"--help"})).message;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    const auto start = line.find("--");
    if (start == line.npos || start > 6) continue;
    const std::string key = line.substr(start + 2, line.find_first_of(" ,", start) - start - 2);
    static const std::set<std::string> commands{"help",         "version",   "config",        "backup",
                                                "check",        "mail-test", "mail-returned", "restore",
                                                "restore-from", "drill",     "vacuum"};
    if (commands.contains(key)) continue;
    EXPECT_THAT(example.str(), HasSubstr(key + " = ")) << key;
  }
}

TEST_F(SettingsOf, GuestsAndTheirMatchesHaveTheirDays) {
  EXPECT_EQ(good({}).guest_match_days, 60u);
  EXPECT_EQ(good({"--guest-match-days", "9"}).guest_match_days, 9u);
  EXPECT_EQ(good({"--vacuum"}).job, Job::kVacuum);
}

TEST_F(SettingsOf, DirectorsNeedASecondFactorUnlessTheHostSaysSo) {
  EXPECT_TRUE(good({}).directors_need_factor);
  EXPECT_TRUE(good({"--config", WARDROOM_SOURCE_DIR "/deploy/wardroom.conf.example"}).directors_need_factor);
  EXPECT_FALSE(good({"--config", file("directors-second-factor = false\n")}).directors_need_factor);
}

TEST_F(SettingsOf, MailNeedsARelayAndWhomItIsFrom) {
  const Settings settings = good({"--mail-relay", "smtp://mail.example.org:587", "--mail-from", "w@example.org"});
  EXPECT_TRUE(settings.mail.relay.needs_tls);
  EXPECT_EQ(settings.job, Job::kServe);
  for (const std::vector<std::string>& wrong : std::vector<std::vector<std::string>>{
           {"--mail-relay", "smtp://mail.example.org"},
           {"--mail-from", "w@example.org"},
           {"--mail-relay", "http://mail.example.org", "--mail-from", "w@example.org"},
           {"--mail-relay", "smtp://u:p@mail.example.org", "--mail-from", "w@example.org"},
           {"--mail-relay", "smtp://mail.example.org", "--mail-from", "nobody"},
           {"--mail-relay", "smtp://mail.example.org", "--mail-from", "w@example.org", "--mail-user", "w"},
           {"--mail-test", "you@example.org"}}) {
    auto result = read(wrong);
    ASSERT_TRUE(std::holds_alternative<Exit>(result)) << wrong.back();
    EXPECT_EQ(std::get<Exit>(result).code, 2);
  }
}

TEST_F(SettingsOf, EverythingMayBeKeptInAPostgres) {
  const std::string url = "postgresql://wardroom@db.example.org/wardroom?sslmode=require";
  EXPECT_EQ(good({}).postgres.url, "");
  EXPECT_EQ(good({"--config", file("store = \"" + url + "\"\nstore-connections = 2\n")}).postgres.url, url);
  EXPECT_TRUE(good({"--store", url, "migrate", "--from", "sqlite", "--to", "postgres"}).into_postgres);
  const Settings back = good({"migrate", "--from", "postgres", "--to", "sqlite", "--store", url});
  EXPECT_EQ(back.job, Job::kMigrate);
  EXPECT_FALSE(back.into_postgres);
  EXPECT_THAT(mistake({"--store", "mysql://x"}), HasSubstr("store"));
  EXPECT_THAT(mistake({"--store", url, "--backup", "x"}), HasSubstr("pg_dump"));
  EXPECT_THAT(mistake({"migrate", "--from", "sqlite", "--to", "postgres"}), HasSubstr("store"));
  EXPECT_THAT(mistake({"--store", url, "migrate", "--from", "sqlite", "--to", "sqlite"}), HasSubstr("other"));
  EXPECT_THAT(mistake({"--store", url, "migrate", "--from", "sqlite"}), HasSubstr("--to"));
}

TEST(LogFormatOf, JsonHoldsThePairsOfALine) {
  EXPECT_EQ(json_members("event=request viewer=3"), "\"event\":\"request\",\"viewer\":\"3\"");
  EXPECT_EQ(json_members("event=parked match=m41 viewer=c12 request=7 cause=\"a rule broke\""),
            "\"event\":\"parked\",\"match\":\"m41\",\"viewer\":\"c12\",\"request\":\"7\",\"cause\":\"a rule broke\"");
  EXPECT_EQ(json_members("event=x reason=\"two words\" and more"),
            "\"event\":\"x\",\"reason\":\"two words\",\"message\":\"and more\"");
  EXPECT_EQ(json_members("event=x reason=" + in_quotes("a \"b\" \\c\n")),
            "\"event\":\"x\",\"reason\":\"a \\\"b\\\" \\\\c \"");
  EXPECT_EQ(json_members(""), "\"message\":\"\"");
}

}  // namespace
}  // namespace wardroom
