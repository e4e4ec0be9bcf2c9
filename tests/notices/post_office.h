// PostOffice: a server on a real store, with a postman and a mail server that does as it is told; time is the test's.
#pragma once

#include <gmock/gmock.h>

#include <atomic>
#include <optional>
#include <regex>

#include "server/notices/courier.h"
#include "server/notices/postman.h"
#include "tests/mail/scripted_relay.h"
#include "tests/match/rig.h"
#include "tests/store/kit.h"

namespace wardroom::testing {

// The text part of a mail, as it is read.
std::string text_of(const std::string& mail);
std::string header_of(const std::string& mail, const std::string& name);
// The token behind this path in the mail's text, "link" of "https://play.example.org/#/link/..."; empty: none.
std::string token_in(const std::string& mail, const std::string& path);

class PostOffice : public ::testing::Test {
 protected:
  static constexpr std::int64_t kMinute = 60'000, kHour = 60 * kMinute, kDay = 24 * kHour;
  static constexpr char kPassword[] = "a quiet harbour";

  PostOffice();
  ~PostOffice() override { close(); }

  void open();   // the server, without a postman
  void send();   // and its postman, until it has nothing to do
  void call();   // its courier, until it has nothing to do
  void close();  // both

  std::unique_ptr<Client> person(const std::string& name);  // with a confirmed address
  std::unique_ptr<Client> person_without_address(const std::string& name);
  v1::ServerFrame set_address(Client& client, const std::string& address);
  v1::ServerFrame confirm(Client& client, const std::string& token);
  v1::Notices notices(Client& client);
  bool stop_mail(const std::string& token);  // as one click does
  void choose(Client& client, const std::function<void(v1::NoticeChoice&)>& change);
  // The two begin a match; nobody stays.
  std::string begin(Client& first, Client& second, const std::function<void(v1::CreateMatch&)>& change = {});
  void leave(Client& client);  // the match
  // Acts with whatever is offered first until it is not his turn any more.
  void play_turn(Client& client);
  std::vector<ScriptedRelay::Mail> new_mails();  // taken since this was last asked
  std::optional<ScriptedRelay::Mail> mail_to(const std::string& name);

  std::atomic<std::int64_t> now{1'794'916'800'000};  // Tue, 17 Nov 2026 12:00
  std::atomic<int> writes_left{-1};                  // then one fails; -1: none does
  store::Folder folder;
  std::unique_ptr<store::SqlStore> store;
  ScriptedRelay relay;
  std::optional<Rig> rig;
  notices::PostmanSettings settings;
  notices::CourierSettings calls;
  std::size_t read_ = 0;
};

}  // namespace wardroom::testing
