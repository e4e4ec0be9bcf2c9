// A whole match of two people who are never there together: each follows the link of the mail that says it is his move,
// answers, and goes. A real mail server, and a Wardroom server that is restarted and killed on the way.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <regex>
#include <set>
#include <sstream>

#include "tests/end_to_end/beginning.h"
#include "tests/end_to_end/processes.h"
#include "tests/net/client.h"

namespace wardroom::testing {
namespace {

using namespace std::chrono_literals;
using net::Client;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kBin = WARDROOM_BIN_DIR;
constexpr char kPassword[] = "a quiet harbour";

struct Game {
  const char* name;
  const char* server;
  const char* scenarios;
  const char* title;
  const char* scenario;
};

class ByMail : public ::testing::TestWithParam<Game> {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(box());
    relay_ = std::make_unique<Process>(
        std::vector<std::string>{"/usr/bin/python3", WARDROOM_SOURCE_DIR "/tests/end_to_end/mailbox.py", box().string(),
                                 std::to_string(relay_port_)},
        folder_.path() / "relay.log");
    relay_->wait_for("mailbox listening on");
    start_server();
  }
  std::filesystem::path box() const { return folder_.path() / "box"; }

  void start_server() {
    const std::vector<std::string> command{kBin + "/" + GetParam().server,
                                           "--port",
                                           std::to_string(port_),
                                           "--data",
                                           (folder_.path() / "data").string(),
                                           "--scenarios",
                                           std::string(WARDROOM_SOURCE_DIR) + GetParam().scenarios,
                                           "--mail-relay",
                                           "smtp://127.0.0.1:" + std::to_string(relay_port_),
                                           "--mail-from",
                                           "wardroom@example.org",
                                           "--mail-plain",
                                           "--public-url",
                                           "https://play.example.org",
                                           "--notice-seconds",
                                           "0",
                                           "--idle-match-seconds",
                                           "1"};
    server_ = std::make_unique<Process>(command, folder_.path() / ("server" + std::to_string(++starts_) + ".log"));
    server_->wait_for("wardroom listening on");
  }

  std::unique_ptr<Client> connect() {
    auto client = std::make_unique<Client>(port_);
    EXPECT_EQ(client->open(), 101u);
    client->say_hello();
    return client;
  }

  // Mails that have come and were not read yet, in order.
  struct Letter {
    std::string to;
    std::string bytes;
    std::string text;
  };
  std::vector<Letter> unread() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(box())) {
      if (entry.path().extension() == ".eml" && read_.insert(entry.path()).second) files.push_back(entry.path());
    }
    std::ranges::sort(files);
    std::vector<Letter> letters;
    for (const auto& file : files) {
      std::ostringstream bytes;
      bytes << std::ifstream(file).rdbuf();
      const std::string name = file.stem();
      letters.push_back({name.substr(name.find('.') + 1), bytes.str(), plain(bytes.str())});
    }
    return letters;
  }
  std::vector<Letter> await_letters() {
    for (int i = 0; i < 1200; ++i) {
      if (auto letters = unread(); !letters.empty()) return letters;
      std::this_thread::sleep_for(100ms);
    }
    return {};
  }
  static std::string plain(const std::string& mail) {
    std::string text = mail.substr(mail.find("text/plain"));
    text = std::regex_replace(text, std::regex("=\r\n"), "");
    return text.substr(0, text.find("\r\n--=_a"));
  }
  static std::string found(const std::string& text, const std::string& pattern) {
    std::smatch match;
    return std::regex_search(text, match, std::regex(pattern)) ? match[1].str() : std::string();
  }

  std::unique_ptr<Client> person(const std::string& name) {
    auto client = connect();
    v1::ClientFrame frame;
    frame.mutable_sign_up()->set_name(name);
    frame.mutable_sign_up()->set_password(kPassword);
    frame.mutable_sign_up()->set_email(name + "@example.org");
    EXPECT_TRUE(client->ask(frame).has_signed_in());
    const auto letters = await_letters();
    EXPECT_EQ(letters.size(), 1u);
    v1::ClientFrame confirm;
    confirm.mutable_confirm_address()->set_token(found(letters.at(0).text, "#/confirm/([0-9a-f]+)"));
    EXPECT_TRUE(client->ask(confirm).has_done());
    return client;
  }

  std::string begin(Client& first, Client& second) {
    const std::string nonce(kNonceBytes, 'n');
    const std::string others(kNonceBytes, 's');
    const v1::MatchInfo made = first.ask(new_match(GetParam().title, GetParam().scenario, nonce)).match();
    const v1::MatchInfo joined = second.ask(joining(made.id())).match();
    EXPECT_TRUE(second.ask(giving(made, others, joined.seats(0).nonce_hash())).has_match());
    const v1::ServerFrame begun = first.ask(giving(made, nonce, others));
    EXPECT_EQ(begun.match().state(), v1::MATCH_STATE_PLAYING) << begun.DebugString();
    return made.id();
  }

  // What is usually left to one's staff while one is away.
  void leave_orders(Client& client, std::uint32_t seat) {
    v1::ClientFrame ask;
    ask.mutable_list_titles();
    const v1::ServerFrame offered = client.ask(ask);
    v1::ClientFrame give;
    give.mutable_give_standing()->set_match(match_);
    for (const v1::TitleInfo& title : offered.titles().titles()) {
      if (title.id() != GetParam().title) continue;
      for (const v1::StandingInfo& info : title.standing()) {
        if (std::ranges::find(info.seats(), seat) == info.seats().end()) continue;
        v1::StandingOrder& order = *give.mutable_give_standing()->add_orders();
        order.set_order(info.order());
        order.set_way(info.usual());
      }
    }
    if (give.give_standing().orders().empty()) return;
    const v1::ServerFrame given = client.ask(give);
    EXPECT_TRUE(given.has_queue()) << given.DebugString();
  }

  // Opens the match by its link, answers until he is not asked any more, and goes.
  int follow(const std::string& token) {
    auto client = connect();
    v1::ClientFrame open;
    open.mutable_open_link()->set_token(token);
    const v1::ServerFrame opened = client->ask(open);
    if (!opened.has_signed_in()) return 0;  // answered meanwhile
    EXPECT_EQ(opened.signed_in().only_match(), match_);
    for (int answers = 0;; ++answers) {
      v1::ClientFrame attach;
      attach.mutable_attach()->set_match(match_);
      const v1::Attached shown = client->ask(attach).attached();
      over_ = over_ || shown.match().state() == v1::MATCH_STATE_OVER;
      if (!shown.update().has_menu()) return answers;
      const v1::Menu& menu = shown.update().menu();
      v1::ClientFrame act;
      act.mutable_act()->set_match(match_);
      act.mutable_act()->set_menu_serial(menu.serial());
      *act.mutable_act()->add_actions() =
          menu.items(static_cast<int>(random_() % static_cast<unsigned>(menu.items_size()))).action();
      const v1::ServerFrame answer = client->ask(act);
      const bool by_order = answer.refusal().code() == v1::REFUSAL_CODE_STALE;  // his staff was faster
      EXPECT_TRUE(answer.has_acted() || by_order) << answer.DebugString();
    }
  }

  // What mail programs and scanners do with every address before anybody reads the mail.
  void scan(const Letter& letter) {
    const std::string stop = found(letter.text, "play.example.org(/u/[0-9a-f]+)");
    ASSERT_FALSE(stop.empty());
    EXPECT_EQ(net::get(port_, "/").result_int(), 200u);  // all that is sent of a link
    EXPECT_EQ(net::http_request(port_, "HEAD", stop)->result_int(), 200u);
    EXPECT_EQ(net::get(port_, stop).result_int(), 200u);
  }

  Folder folder_;
  std::uint16_t port_ = free_port();
  std::uint16_t relay_port_ = free_port();
  int starts_ = 0;
  std::unique_ptr<Process> relay_, server_;
  std::set<std::filesystem::path> read_;
  std::mt19937 random_{5};
  std::string match_;
  bool over_ = false;
};

TEST_P(ByMail, AMatchIsPlayedByPeopleWhoAreNeverThereTogether) {
  {
    auto anna = person("anna");
    auto bert = person("bert");
    match_ = begin(*anna, *bert);
    leave_orders(*anna, 0);
    leave_orders(*bert, 1);
  }
  std::map<std::string, std::set<std::string>> by_id;  // the bytes of each Message-ID
  std::size_t letters = 0, kills = 0, ends = 0, pictures = 0, largest = 0;
  int answers = 0;
  while (ends < 2) {
    const auto come = await_letters();
    ASSERT_FALSE(come.empty()) << server_->output().substr(0, 4000);
    for (const Letter& letter : come) {
      ++letters;
      const std::string id = found(letter.bytes, "Message-ID:\\s+<([^>]+)>");
      EXPECT_FALSE(id.empty());
      if (!by_id[id].insert(letter.bytes).second) continue;  // it came twice
      EXPECT_EQ(by_id[id].size(), 1u) << "another mail of the same event";
      EXPECT_THAT(letter.bytes, Not(HasSubstr(letter.to.starts_with("anna") ? "CANARY-1" : "CANARY-0")));
      scan(letter);
      pictures += letter.bytes.find("Content-ID: <chart>") != std::string::npos ? 1 : 0;
      largest = std::max(largest, letter.bytes.size());
      if (letter.text.find("The match is over") != std::string::npos) {
        ++ends;
        continue;
      }
      answers += follow(found(letter.text, "#/link/([0-9a-f]+)"));
      if (letters == 3) std::ofstream(box() / "trouble") << "drop";
      if (letters == 5 || letters == 8) {
        server_->signal(letters == 5 ? SIGTERM : SIGKILL);
        server_->wait();
        kills += letters == 8 ? 1 : 0;
        start_server();
      }
    }
  }
  EXPECT_TRUE(over_ || ends == 2);
  EXPECT_GT(answers, 4);
  EXPECT_LE(letters, by_id.size() + kills) << "repeats are no more than kills";
  EXPECT_LT(largest, 200'000u);
  std::printf("%zu mails, %zu with a picture, the largest of %zu bytes; %d answers\n", letters, pictures, largest,
              answers);
}

INSTANTIATE_TEST_SUITE_P(All, ByMail,
                         ::testing::Values(Game{"Picket", "picket-server", "/tests/titles", "picket", "small"},
                                           Game{"Learning", "wardroom-server", "/scenarios", "pq17", "learning"}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace wardroom::testing
