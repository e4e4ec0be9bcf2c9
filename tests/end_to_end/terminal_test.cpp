// What a person does at a terminal: passwords that nobody sees, a guest who stays, a second game, a server with a
// certificate.
#include <gmock/gmock.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <fstream>

#include "server/lobby/totp.h"
#include "server/match/settings.h"
#include "tests/end_to_end/end_to_end.h"

namespace wardroom::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Person : public EndToEnd {
 protected:
  // Runs one command to its end; what it said.
  std::string run(const std::string& name, const std::vector<std::string>& words, int expected = 0) {
    Process process(terminal(port_, words), folder_.path() / (name + std::to_string(++runs_) + ".log"), home(name));
    EXPECT_EQ(process.wait(), expected) << process.output();
    return process.output();
  }
  std::unique_ptr<Typist> sit_down(const std::string& name, std::vector<std::string> words) {
    return std::make_unique<Typist>(terminal(port_, std::move(words)), home(name));
  }

  static std::string match_in(const std::string& said) {
    std::smatch id;
    EXPECT_TRUE(std::regex_search(said, id, std::regex("\"match\":\\{\"id\":\"([^\"]+)\""))) << said;
    return id[1];
  }
  void sign_up(const std::string& name) {
    auto up = sit_down(name, {"signup", name});
    up->wait_for("Choose a password for " + name + ": ");
    up->type("salt water 1941");
    EXPECT_EQ(up->end(), 0) << up->screen();
  }

  int runs_ = 0;
};

TEST_F(Person, PasswordsAreAskedForInWordsAndNeverShown) {
  if (!Typist::has_terminal()) GTEST_SKIP() << "no pseudo-terminals here";
  start_server();
  auto up = sit_down("anna", {"signup", "Anna"});
  up->wait_for("Choose a password for Anna: ");
  up->type("salt water 1941");
  EXPECT_EQ(up->end(), 0) << up->screen();
  EXPECT_THAT(up->screen(), HasSubstr("You are signed in as Anna."));
  EXPECT_THAT(up->screen(), Not(HasSubstr("salt water")));

  auto change = sit_down("anna", {"--language", "pl", "password"});
  change->wait_for("Obecne has\xC5\x82o: ");
  change->type("salt water 1941");
  change->wait_for("Nowe has\xC5\x82o: ");
  change->type("cold water 1942");
  EXPECT_EQ(change->end(), 0) << change->screen();
  EXPECT_THAT(change->screen(), Not(HasSubstr("water")));

  auto in = sit_down("anna at sea", {"signin", "Anna"});
  in->wait_for("Password of Anna: ");
  in->type("cold water 1942");
  EXPECT_EQ(in->end(), 0) << in->screen();
  auto gone = sit_down("anna at sea", {"delete-account"});
  gone->wait_for("Your password, to delete the account for good: ");
  gone->type("cold water 1942");
  EXPECT_EQ(gone->end(), 0) << gone->screen();
}

// Base 32 read back.
std::string bytes_of(const std::string& letters) {
  const std::string known = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string bytes;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char letter : letters) {
    bits = (bits << 5 | static_cast<std::uint32_t>(known.find(letter))) & 0xFFFF;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    bytes += static_cast<char>(bits >> held);
  }
  return bytes;
}

TEST_F(Person, ASecondFactorIsSetUpAskedForAndEndedByTheHost) {
  if (!Typist::has_terminal()) GTEST_SKIP() << "no pseudo-terminals here";
  start_server();
  sign_up("Anna");
  auto begin = sit_down("Anna", {"second-factor", "begin"});
  begin->wait_for("Your password now: ");
  begin->type("salt water 1941");
  EXPECT_EQ(begin->end(), 0) << begin->screen();
  std::smatch found;
  ASSERT_TRUE(std::regex_search(begin->screen(), found, std::regex("secret=([A-Z2-7]{32})"))) << begin->screen();
  auto confirm = sit_down("Anna", {"second-factor", "confirm"});
  confirm->wait_for("Code of the second factor: ");
  confirm->type(lobby::totp_code(bytes_of(found[1]), lobby::totp_step(match::system_now_ms())));
  EXPECT_EQ(confirm->end(), 0) << confirm->screen();
  std::smatch recovery;
  ASSERT_TRUE(std::regex_search(confirm->screen(), recovery, std::regex("([a-z0-9]{4}-){3}[a-z0-9]{4}")));

  const auto sign_in = [&] {
    auto in = sit_down("Anna at sea", {"signin", "Anna"});
    in->wait_for("Password of Anna: ");
    in->type("salt water 1941");
    return in;
  };
  auto wrong = sign_in();
  wrong->wait_for("Code of the second factor: ");
  wrong->type("no code");
  EXPECT_EQ(wrong->end(), 1);
  EXPECT_THAT(wrong->screen(), HasSubstr("That code is wrong, or has been used."));
  auto right = sign_in();
  right->wait_for("Code of the second factor: ");
  right->type(recovery[0]);
  EXPECT_EQ(right->end(), 0) << right->screen();
  EXPECT_THAT(run("Anna at sea", {"second-factor"}), HasSubstr("9 recovery codes are left."));

  const std::string data = (folder_.path() / "data").string();
  EXPECT_THAT(run("host", {"admin", "--data", data, "end-factor", "anna"}), HasSubstr("Done."));
  const std::string off = run("Anna at sea", {"second-factor"});
  EXPECT_THAT(off, HasSubstr("by the host: The second factor of Anna was ended."));
  EXPECT_THAT(off, HasSubstr("Signing in wants the password alone."));
}

TEST_F(Person, AHostActsByTheSocketInTheDataFolderAndEveryoneIsTold) {
  if (!Typist::has_terminal()) GTEST_SKIP() << "no pseudo-terminals here";
  start_server();
  sign_up("Anna");
  const std::string data = (folder_.path() / "data").string();
  const auto admin = [&](std::vector<std::string> words, int expected = 0) {
    words.insert(words.begin(), {"admin", "--data", data});
    return run("host", words, expected);
  };
  const auto mode = std::filesystem::status(folder_.path() / "data/admin.sock").permissions();
  EXPECT_EQ(mode, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  EXPECT_THAT(run("host", {"admin", "--help"}), HasSubstr("adjudicate"));
  EXPECT_THAT(admin({"rename", "Anna", "Clara", "--reason", "A famous name."}), HasSubstr("Done."));
  EXPECT_THAT(run("Anna", {"sessions"}), HasSubstr("by the host: Anna is called Clara now. A famous name."));
  EXPECT_THAT(run("Anna", {"sessions"}), Not(HasSubstr("famous"))) << "she has been told";
  EXPECT_THAT(admin({"ban", "Nobody"}, 1), HasSubstr("Nobody"));
  admin({"ban", "Clara", "--reason", "Two accounts."});
  auto in = sit_down("Anna", {"signin", "Clara"});
  in->wait_for("Password of Clara: ");
  in->type("salt water 1941");
  EXPECT_EQ(in->end(), 1);
  EXPECT_THAT(in->screen(), HasSubstr("Two accounts."));
  EXPECT_THAT(admin({"matches"}), HasSubstr("Nothing."));
  EXPECT_THAT(admin({"export", "Clara"}), HasSubstr("\"name\":\"Clara\""));
  EXPECT_THAT(admin({"--json", "log"}), HasSubstr("\"what\":\"ban\""));
  admin({"delete", "Clara"});
  EXPECT_THAT(admin({"log"}), HasSubstr("An account was deleted: an account that is gone."));
  EXPECT_THAT(run("host", {"admin", "--data", "/nowhere", "log"}, 1), HasSubstr("No server answers at"));
}

TEST_F(Person, AGuestWhoSignsUpKeepsHisMatches) {
  if (!Typist::has_terminal()) GTEST_SKIP() << "no pseudo-terminals here";
  start_server();
  const std::vector<std::string> mine{"--json", "games", "--mine"};
  EXPECT_EQ(player("Bert", port_, {"--title", "picket", "--scenario", "small", "--bot", "random"})->wait(), 0);
  sign_up("Bert");
  EXPECT_THAT(run("Bert", mine), HasSubstr("\"name\":\"Bert\""));
}

TEST_F(Person, ARematchSwapsTheSides) {
  start_server();
  const std::string match = begin(port_, port_, "small");
  EXPECT_EQ(first_->wait(), 0);
  EXPECT_EQ(second_->wait(), 0);
  first_ = player("first", port_, {"--rematch", match, "--seed", "5"});
  second_ = player("second", port_, {"--rematch", match, "--seed", "6"});
  EXPECT_EQ(first_->wait(), 0) << first_->output().substr(0, 4000);
  EXPECT_EQ(second_->wait(), 0) << second_->output().substr(0, 4000);
  EXPECT_THAT(second_->output(), HasSubstr("\"mySeat\":0"));
  EXPECT_THAT(run("third", {"play", "--rematch", match}, 1), Not(HasSubstr("Question")));
}

TEST_F(Person, OrdersOfAFileAreQueuedShownAndStruck) {
  start_server();
  const std::vector<std::string> play{"--json", "play",   "--title", "picket", "--scenario",
                                      "small",  "--side", "first",   "--bot",  "random"};
  const std::string match = match_in(run("carl", play));  // leaves at the first question
  const std::string file = (folder_.path() / "orders").string();
  std::ofstream(file) << "# set-up, then a move\n1:1,11\n1:2,21\n1:3,31\n2:0\n4:\n--\n9:\n";
  std::string shown = run("carl", {"act", match, "--orders", file, "--stop", "own-loss"});
  while (shown.find("Held: ") == std::string::npos) shown = run("carl", {"orders", match});  // when the bot has set up
  EXPECT_THAT(shown, HasSubstr("1 order waits:"));
  EXPECT_THAT(shown, HasSubstr("Held: Your orders wait here for you."));
  EXPECT_THAT(run("carl", {"--json", "orders", match}), HasSubstr("\"event\":\"queue\""));
  EXPECT_THAT(run("carl", {"orders", match, "--strike", "0"}), HasSubstr("No orders wait."));
  EXPECT_THAT(run("carl", {"orders", match, "--go-on"}, 1), HasSubstr("No orders of yours are held."));
}

TEST_F(Person, StandingOrdersAreLeftShownAndRefusedWhereThereAreNone) {
  start_server();
  const std::string match = match_in(run(
      "carl", {"--json", "play", "--title", "picket", "--scenario", "small", "--side", "first", "--bot", "random"}));
  EXPECT_THAT(run("carl", {"standing", match}), HasSubstr("> 0:"));
  EXPECT_THAT(run("carl", {"standing", match, "1=2:1=4:3"}), HasSubstr("if fact 1 is at least 4: "));
  EXPECT_THAT(run("carl", {"standing", match, "usual"}), HasSubstr("> 3:"));
  EXPECT_THAT(run("carl", {"standing", match, "1=9"}, 1), Not(HasSubstr("> 9:")));
  EXPECT_THAT(run("carl", {"standing", match, "never"}, 1), HasSubstr("is no standing order"));
  EXPECT_THAT(run("carl", {"--json", "standing", match}), HasSubstr("\"event\":"));
}

TEST_F(Person, AChallengeIsToldOfLookedAtAndDeclined) {
  if (!Typist::has_terminal()) GTEST_SKIP() << "no pseudo-terminals here";
  start_server();
  sign_up("Anna");
  sign_up("Bert");
  first_ =
      player("Anna", port_, {"--title", "picket", "--scenario", "small", "--side", "first", "--challenge", "Bert"});
  const std::string match = match_in(first_->wait_for("\"invitation\""));
  EXPECT_THAT(run("Bert", {"challenges"}), HasSubstr("Anna challenges you: play --join " + match));
  EXPECT_THAT(run("carl", {"play", "--join", match}, 1), Not(HasSubstr("Question")));
  EXPECT_THAT(run("Bert", {"decline", match}), HasSubstr("Declined."));
  EXPECT_THAT(run("Bert", {"challenges"}), HasSubstr("Nobody has challenged you."));
  run("Bert", {"decline", match}, 1);
}

TEST_F(Person, AnInvitationSaysWhatItIsForAndAPrivateMatchIsWatchedByItsCode) {
  start_server();
  first_ = player("first", port_, {"--title", "picket", "--scenario", "small", "--side", "first", "--private"});
  const std::string said = first_->wait_for("\"invitation\"");
  std::smatch code;
  ASSERT_TRUE(std::regex_search(said, code, std::regex("\"invitation\":\"([^\"]+)\""))) << said;
  EXPECT_THAT(run("carl", {"--json", "invitation", code[1]}), HasSubstr("\"scenario\":\"small\""));
  run("carl", {"invitation", "no-such-code"}, 1);

  const std::string match = match_in(said);
  second_ = player("second", port_, {"--join", code[1], "--seed", "2"});
  EXPECT_EQ(first_->wait(), 0);
  EXPECT_EQ(second_->wait(), 0);
  const std::string played = first_->output();
  std::smatch watch;
  ASSERT_TRUE(std::regex_search(played, watch, std::regex("\"watch\":\"([^\"]+)\""))) << played.substr(0, 4000);
  run("carl", {"watch", match}, 1);
  run("carl", {"watch", match, "--code", "wrong"}, 1);
  EXPECT_THAT(run("carl", {"--json", "watch", match, "--code", watch[1]}), HasSubstr("\"event\":\"attached\""));
}

// Signed by itself, for localhost.
void make_certificate(const std::filesystem::path& certificate_file, const std::filesystem::path& key_file) {
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
  const std::unique_ptr<X509, decltype(&X509_free)> certificate(X509_new(), X509_free);
  X509_set_version(certificate.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
  X509_set_pubkey(certificate.get(), key.get());
  X509_NAME* subject = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("localhost"), -1, -1,
                             0);
  X509_set_issuer_name(certificate.get(), subject);
  const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> names(
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "DNS:localhost"), X509_EXTENSION_free);
  X509_add_ext(certificate.get(), names.get(), -1);
  X509_sign(certificate.get(), key.get(), EVP_sha256());
  std::unique_ptr<std::FILE, decltype(&std::fclose)> out(std::fopen(certificate_file.c_str(), "w"), std::fclose);
  PEM_write_X509(out.get(), certificate.get());
  out.reset(std::fopen(key_file.c_str(), "w"));
  PEM_write_PrivateKey(out.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
}

TEST_F(Person, ACertificateIsTrustedWhenItIsNamedAndRefusedOtherwise) {
  const std::string certificate = (folder_.path() / "certificate.pem").string();
  const std::string key = (folder_.path() / "key.pem").string();
  make_certificate(certificate, key);
  start_server({"--tls-certificate", certificate, "--tls-key", key});
  const std::string by_name = "https://localhost:" + std::to_string(port_);
  const std::string by_number = "https://127.0.0.1:" + std::to_string(port_);
  const auto ask = [&](const std::string& where, std::vector<std::string> more, int expected) {
    std::vector<std::string> command{kBin + "/picket-terminal", "--scenarios", WARDROOM_SOURCE_DIR "/tests/titles",
                                     "--url", where};
    command.insert(command.end(), more.begin(), more.end());
    Process process(command, folder_.path() / ("tls" + std::to_string(++runs_) + ".log"), home("anna"));
    EXPECT_EQ(process.wait(), expected) << process.output();
    return process.output();
  };
  EXPECT_THAT(ask(by_name, {"--ca", certificate, "titles"}, 0), HasSubstr("picket"));
  EXPECT_THAT(ask(by_name, {"titles"}, 1), HasSubstr("certificate verify failed"));
  EXPECT_THAT(ask(by_number, {"--ca", certificate, "titles"}, 1), HasSubstr("certificate verify failed"));
  EXPECT_THAT(
      ask(by_name,
          {"--ca", certificate, "play", "--title", "picket", "--scenario", "small", "--bot", "random", "--autoplay"},
          0),
      HasSubstr("Question"));
}

}  // namespace
}  // namespace wardroom::testing
