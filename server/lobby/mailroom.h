// Mailroom, as the lobby needs it: addresses, hooks and devices, what people want to be told while they are away, and
// links of mails. Same threading as server/match/store.h. Tokens are named by their hash.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "server/lobby/store.h"
#include "wardroom/v1/notices.pb.h"

namespace wardroom::lobby {

struct Mailbox {
  std::string address;
  v1::AddressState state = v1::ADDRESS_STATE_NONE;
  v1::NoticeChoice choice;
};

struct NewChannel {
  v1::Carrier carrier = v1::CARRIER_HOOK;
  std::string address;
  std::string name;
  std::string secret;  // see store::Channel
  v1::HookFormat format = v1::HOOK_FORMAT_JSON;
};

class Mailroom {
 public:
  // Of one link.
  static constexpr std::uint32_t kSessionsOfLink = 3;
  // Of one account.
  static constexpr std::uint32_t kHooks = 3;
  static constexpr std::uint32_t kDevices = 8;

  virtual ~Mailroom() = default;
  virtual void mailbox(std::string account, Then<Mailbox> then) = 0;
  // What waits to be sent to the old one is dropped; a mail that asks for its confirmation goes to the new one. Empty:
  // none any more.
  virtual void set_address(std::string account, std::string address, Then<void> then) = 0;
  virtual void confirm_address(std::string token, Then<void> then) = 0;  // kNotFound: none, spent or too late
  virtual void set_choice(std::string account, v1::NoticeChoice choice, Then<void> then) = 0;
  virtual void ask_test(std::string account, Then<void> then) = 0;  // to the confirmed address; kConflict
  virtual void deliveries(std::string account, std::uint32_t limit, Then<std::vector<v1::Delivery>> then) = 0;
  virtual void stop(std::string token, Then<void> then) = 0;  // no more mails of matches; kNotFound

  virtual void channels(std::string account, Then<std::vector<v1::Channel>> then) = 0;
  // A device that is known already becomes this account's. kTooMuch: as many as may be.
  virtual void add_channel(std::string account, NewChannel channel, Then<void> then) = 0;
  // By its number or its address; also when it is gone already.
  virtual void remove_channel(std::string account, std::int64_t channel, std::string address, Then<void> then) = 0;
  virtual void test_channel(std::string account, std::int64_t channel,
                            Then<void> then) = 0;  // kNotFound; kConflict: off

  // A mail to the confirmed address of whoever has this name, if there is any.
  virtual void ask_reset(std::string name, Then<void> then) = 0;
  virtual void reset_owner(std::string token, Then<Account> then) = 0;  // the token is still good afterwards; kNotFound
  // Every session ends. The account; kNotFound.
  virtual void reset_password(std::string token, std::string password_hash, Then<std::string> then) = 0;

  virtual void look_at_link(std::string token, Then<SessionRecord> then) = 0;  // whose, and which match; kNotFound
  // The session is for the match of the link alone, which it is given. kNotFound; kTooMuch: as many as may be.
  virtual void open_link(std::string token, SessionRecord session, Then<SessionRecord> then) = 0;
  // The sessions that have ended.
  virtual void end_links(std::string account, std::string match, Then<std::vector<std::string>> then) = 0;
};

}  // namespace wardroom::lobby
