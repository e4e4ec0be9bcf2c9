#include "tests/notices/post_office.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include "server/store/connection.h"

namespace wardroom::testing {

std::string header_of(const std::string& mail, const std::string& name) {
  const std::string head = mail.substr(0, mail.find("\r\n\r\n"));
  std::smatch found;
  const std::regex line("(?:^|\\r\\n)" + name + ":((?:[^\\r]|\\r\\n[ \\t])*)");
  if (!std::regex_search(head, found, line)) return {};
  std::string value = std::regex_replace(found[1].str(), std::regex("\\r\\n"), "");
  return value.substr(std::min(value.size(), value.find_first_not_of(' ')));
}

std::string text_of(const std::string& mail) {
  const std::size_t part = mail.find("text/plain");
  const std::size_t start = mail.find("\r\n\r\n", part) + 4;
  std::string encoded = mail.substr(start, mail.find("\r\n--=_a", start) - start);
  std::string out;
  for (std::size_t i = 0; i < encoded.size(); ++i) {
    if (encoded[i] == '\r') continue;
    if (encoded[i] != '=') {
      out += encoded[i];
    } else if (encoded[i + 1] == '\r') {
      i += 2;
    } else {
      out += static_cast<char>(std::stoi(encoded.substr(i + 1, 2), nullptr, 16));
      i += 2;
    }
  }
  return out;
}

std::string token_in(const std::string& mail, const std::string& path) {
  std::smatch found;
  const std::string text = text_of(mail);
  return std::regex_search(text, found, std::regex("/" + path + "/([0-9a-f]+)")) ? found[1].str() : std::string();
}

PostOffice::PostOffice() {
  settings.relay.url = relay.url();
  settings.relay.needs_tls = false;
  settings.relay.own_name = "play.example.org";
  settings.relay.whole = std::chrono::milliseconds(1500);
  settings.from = "wardroom@example.org";
  settings.url = "https://play.example.org";
  settings.words = WARDROOM_SOURCE_DIR "/common/text";
  settings.poll = std::chrono::milliseconds(2);
  settings.now_ms = [this] { return now.load(); };
  calls.messenger.allowed = [](const outward::Address& address) { return address.is_loopback(); };
  calls.messenger.whole = std::chrono::milliseconds(100);
  calls.url = settings.url;
  calls.contact = "mailto:wardroom@example.org";
  calls.words = settings.words;
  calls.poll = settings.poll;
  calls.now_ms = settings.now_ms;
  open();
}

void PostOffice::open() {
  store::StoreOptions options;
  options.hooks.now = [this] { return now.load(); };
  options.hooks.at = [this](store::Step step) {
    if (step == store::Step::kCommit && writes_left >= 0 && writes_left-- == 0)
      throw store::Trouble(refuse(RefusalCode::kUnavailable, Text("store.disk_full")));
  };
  store = store::opened(folder.file(), std::move(options));
  RigSettings rig_settings = quick([this] { return now.load(); });
  rig_settings.host.notice_after = std::chrono::milliseconds(2 * kMinute);
  rig_settings.desk.mails_per_account = 8;
  const auto settle = [this] {
    (void)store::await<lobby::Mailbox>([&](auto then) { store->mailbox("nobody", then); });
    (void)store::await<Secret>([&](auto then) { store->secret("mail", then); });
  };
  rig_settings.desk.hooks = true;
  rig_settings.desk.plain_hooks = true;
  const Secret secret = *store::await<Secret>([&](auto then) { store->secret("push", then); });
  rig_settings.desk.push_key =
      outward::KeyPair({reinterpret_cast<const char*>(secret.data()), secret.size()}).public_key();
  rig.emplace(Stores{*store, *store, store.get(), store.get(), settle}, std::move(rig_settings));
}

void PostOffice::close() {
  rig.reset();
  store.reset();
}

void PostOffice::call() {
  std::atomic_flag idle;
  notices::CourierSettings with = calls;
  with.idle = [&] {
    idle.test_and_set();
    idle.notify_one();
  };
  const notices::Courier courier(rig->io.get_executor(), *rig->host, *store, with);
  idle.wait(false);
}

void PostOffice::send() {
  std::atomic_flag idle;
  notices::PostmanSettings with = settings;
  with.idle = [&] {
    idle.test_and_set();
    idle.notify_one();
  };
  const notices::Postman postman(rig->io.get_executor(), *rig->host, *store, with);
  idle.wait(false);
}

v1::ServerFrame PostOffice::set_address(Client& client, const std::string& address) {
  v1::ClientFrame frame;
  frame.mutable_set_address()->set_address(address);
  frame.mutable_set_address()->set_password(kPassword);
  return client.ask(std::move(frame));
}

v1::ServerFrame PostOffice::confirm(Client& client, const std::string& token) {
  v1::ClientFrame frame;
  frame.mutable_confirm_address()->set_token(token);
  return client.ask(std::move(frame));
}

bool PostOffice::stop_mail(const std::string& token) {
  return boost::asio::co_spawn(rig->io, rig->desk->stop_mail(token), boost::asio::use_future).get().has_value();
}

v1::Notices PostOffice::notices(Client& client) {
  v1::ClientFrame frame;
  frame.mutable_ask_notices();
  return client.ask(std::move(frame)).notices();
}

void PostOffice::choose(Client& client, const std::function<void(v1::NoticeChoice&)>& change) {
  v1::ClientFrame frame;
  change(*frame.mutable_set_notices()->mutable_choice());
  EXPECT_TRUE(client.ask(std::move(frame)).has_notices());
}

std::unique_ptr<Client> PostOffice::person_without_address(const std::string& name) {
  auto client = rig->connect();
  client->sign_up(name, kPassword);
  return client;
}

std::unique_ptr<Client> PostOffice::person(const std::string& name) {
  auto client = person_without_address(name);
  EXPECT_TRUE(set_address(*client, name + "@example.org").has_notices());
  send();
  const auto mail = mail_to(name);
  EXPECT_TRUE(mail);
  if (mail) {
    EXPECT_TRUE(confirm(*client, token_in(mail->bytes, "#/confirm")).has_done());
  }
  new_mails();
  return client;
}

std::string PostOffice::begin(Client& first, Client& second, const std::function<void(v1::CreateMatch&)>& change) {
  const std::string match = rig->begin(first, second, change);
  leave(first);
  leave(second);
  return match;
}

void PostOffice::leave(Client& client) {
  v1::ClientFrame frame;
  frame.mutable_detach()->set_match(client.match);
  client.ask(std::move(frame));
}

void PostOffice::play_turn(Client& client) {
  client.attach(client.match);
  for (int i = 0; i < 200 && client.asked(); ++i) client.act(client.seen.menu().items(0).action());
  leave(client);
}

std::vector<ScriptedRelay::Mail> PostOffice::new_mails() {
  std::vector<ScriptedRelay::Mail> taken;
  for (ScriptedRelay::Mail& mail : relay.mails()) {
    if (mail.taken) taken.push_back(std::move(mail));
  }
  taken.erase(taken.begin(), taken.begin() + static_cast<std::ptrdiff_t>(read_));
  read_ += taken.size();
  return taken;
}

std::optional<ScriptedRelay::Mail> PostOffice::mail_to(const std::string& name) {
  std::optional<ScriptedRelay::Mail> found;
  for (ScriptedRelay::Mail& mail : relay.mails()) {
    if (mail.taken && mail.to == name + "@example.org") found = std::move(mail);
  }
  return found;
}

}  // namespace wardroom::testing
