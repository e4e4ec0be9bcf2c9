// Administered: a server whose host acts, by his tool or by an account.
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include "server/lobby/totp.h"
#include "tests/lobby/registered.h"

namespace wardroom::testing {

class Administered : public Registered {
 protected:
  static constexpr char kPassword[] = "correct horse";
  static constexpr std::int64_t kDayMs = 24LL * 60 * 60 * 1000;
  using Fill = std::function<void(v1::Administer&)>;

  explicit Administered(const std::function<void(RigSettings&)>& change = {}) : Registered(change) {}

  // By the host's tool.
  match::Answer as_host(const Fill& fill) {
    v1::Administer asked;
    asked.set_reason("Because.");
    fill(asked);
    return boost::asio::co_spawn(rig->io, rig->desk->administer({}, asked), boost::asio::use_future).get();
  }
  v1::Administered done(const Fill& fill) {
    const match::Answer answer = as_host(fill);
    EXPECT_TRUE(answer) << answer.error().reason.id.view();
    return answer ? answer->administered() : v1::Administered();
  }
  std::string refused(const Fill& fill) {
    const match::Answer answer = as_host(fill);
    return answer ? "" : answer.error().reason.id.str();
  }
  // Over a connection.
  v1::ServerFrame over(Client& client, const Fill& fill) {
    v1::ClientFrame frame;
    fill(*frame.mutable_administer());
    return client.ask(std::move(frame));
  }

  std::unique_ptr<Client> account(const std::string& name) {
    auto client = rig->connect(kHome);
    client->sign_up(name, kPassword);
    return client;
  }
  v1::ServerFrame sign_in(const std::string& name, Client* at = nullptr) {
    v1::ClientFrame frame;
    frame.mutable_sign_in()->set_name(name);
    frame.mutable_sign_in()->set_password(kPassword);
    return at ? at->ask(frame) : greeted()->ask(frame);
  }
  void take_factor(Client& client) {
    v1::ClientFrame begin;
    begin.mutable_begin_factor()->set_password(kPassword);
    ASSERT_TRUE(client.ask(begin).has_factor());
    const auto stored = store::value(
        store::await<lobby::SecondFactor>([&](auto then) { store->factor(client.account, std::move(then)); }));
    v1::ClientFrame confirm;
    confirm.mutable_confirm_factor()->set_code(lobby::totp_code(stored.secret, lobby::totp_step(now)));
    ASSERT_TRUE(client.ask(confirm).factor().on());
  }
  // What he is told that the host has done.
  v1::HostActs told(Client& client) {
    v1::ClientFrame frame;
    frame.mutable_ask_host_acts();
    return client.ask(frame).host_acts();
  }
  v1::ServerFrame say(Client& client, const std::string& match) {
    v1::ClientFrame frame;
    frame.mutable_say()->set_match(match);
    frame.mutable_say()->set_text("hello");
    return client.ask(frame);
  }
  v1::ServerFrame answer_offer(Client& client, const std::string& match, v1::OfferKind kind, bool agree) {
    v1::ClientFrame frame;
    frame.mutable_answer_offer()->set_match(match);
    frame.mutable_answer_offer()->set_kind(kind);
    frame.mutable_answer_offer()->set_agree(agree);
    return client.ask(frame);
  }
};

}  // namespace wardroom::testing
