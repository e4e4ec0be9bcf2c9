// Registry: what the lobby keeps of accounts beside themselves: personal tokens, where they come from, and what they
// have said of themselves. Same threading as server/match/store.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/lobby/limit.h"
#include "server/lobby/store.h"
#include "server/match/store.h"

namespace wardroom::lobby {

using match::HostDeed;

// By one a program is somebody, as far as its scopes go.
struct PersonalToken {
  std::string id;    // shown in the list
  std::string hash;  // the token itself is never stored
  std::string account;
  std::string name;
  std::uint32_t scopes = 0;  // one bit a TokenScope
  std::int64_t created_ms = 0;
  std::int64_t used_ms = 0;
  std::int64_t until_ms = 0;  // 0: until it is ended
};

// What signing in wants beside the password.
struct SecondFactor {
  std::string secret;  // empty: there is none
  bool on = false;     // it has been confirmed
  std::uint32_t recovery_left = 0;
};

// Matches that were made from one address.
struct MadeThere {
  std::uint32_t open = 0;
  std::uint32_t running = 0;
};

struct DeedQuery {
  std::string account;       // what concerns him or his matches; empty: everything
  std::uint64_t before = 0;  // page: ids below this; 0: from the newest on
  std::uint32_t limit = 50;
};

// How an account stands with the host.
struct Standing {
  bool admin = false;
  std::uint32_t unread = 0;         // things the host has done that concern it
  std::int64_t muted_until_ms = 0;  // 0: it is not
};

// A frame for somebody, wherever he is.
struct Told {
  std::string account;
  std::string frame;  // as it travels
};

// Something that happens once more, and how often it may.
struct Counting {
  std::string key;
  Limit limit;
};
struct Counted {
  std::vector<std::uint32_t> before;  // of each: how many there were
  std::optional<std::size_t> full{};  // which of them may not happen now; none: all have been counted
};

inline constexpr std::string_view kTokenStart = "wr_";  // of personal tokens

class Registry {
 public:
  static constexpr std::uint32_t kMostTokens = 20;   // of one account
  static constexpr std::uint32_t kMostDevices = 20;  // of one account, on which nobody is signed in
  static constexpr std::int64_t kAddressesMs = 30LL * 24 * 60 * 60 * 1000;

  virtual ~Registry() = default;
  virtual void add_personal_token(PersonalToken token, Then<void> then) = 0;  // kTooMuch: he has enough
  virtual void personal_tokens(std::string account, Then<std::vector<PersonalToken>> then) = 0;  // the oldest first
  virtual void personal_token(std::string hash, Then<PersonalToken> then) = 0;  // kNotFound; it has been used now
  virtual void end_personal_token(std::string account, std::string id, Then<void> then) = 0;  // kNotFound

  // He has come from there; kept as a hash for so long, for whoever directs him, and so that others who guess at his
  // password do not keep him out there.
  virtual void note_address(std::string account, std::string address, Then<void> then) = 0;
  virtual void knows_address(std::string account, std::string address, Then<bool> then) = 0;

  // He was signed in there by the token of this hash, and signs out; kept as long as a session that is not used, so
  // that others who guess at his password do not keep him out there.
  virtual void keep_device(std::string account, std::string token_hash, Then<void> then) = 0;
  virtual void knows_device(std::string account, std::string token_hash, Then<bool> then) = 0;  // or is signed in there

  // A match has been made from there; kept as a hash until it is over.
  virtual void note_match(std::string match, std::string address, Then<void> then) = 0;
  virtual void made_from(std::string address, Then<MadeThere> then) = 0;

  // For all servers on the same database: one more of each, or of none. Keys are kept as hashes.
  virtual void count(std::vector<Counting> what, Then<Counted> then) = 0;
  virtual void uncount(std::vector<std::string> keys, Then<void> then) = 0;  // they did not count after all

  virtual void factor(std::string account, Then<SecondFactor> then) = 0;
  // In place of one that was not confirmed; kConflict: he has one.
  virtual void begin_factor(std::string account, std::string secret, Then<void> then) = 0;
  // By the code of this step; recovery codes by their hashes. kConflict: there is nothing to confirm.
  virtual void confirm_factor(std::string account, std::int64_t step, std::vector<std::string> recovery,
                              Then<void> then) = 0;
  virtual void use_code(std::string account, std::int64_t step,
                        Then<void> then) = 0;  // kConflict: it or a later one was
  virtual void use_recovery(std::string account, std::string hash, Then<void> then) = 0;  // kNotFound
  virtual void end_factor(std::string account, Then<void> then) = 0;

  // Other servers on the same database tell those who are connected there, if they hear of it; what they tell is heard
  // on a thread of the store's. When hear() returns, what heard before is not called any more.
  virtual void tell(Told) {}
  virtual void hear(std::function<void(Told)>) {}

  // Of sessions and personal tokens, by their ids, those that there are no more.
  virtual void ended(std::vector<std::string> ids, Then<std::vector<std::string>> then) = 0;

  virtual void set_rated(std::string account, bool rated, Then<void> then) = 0;
  virtual void be_program(std::string account, Then<void> then) = 0;  // for good; kConflict once it has played

  // -- what the host does (host_acts) --
  // Does what it says of the account and keeps it in the log, both or neither. As it is kept. What is done to a match
  // is kept with what it changes there (match::Beside).
  virtual void carry_out(HostDeed deed, Then<HostDeed> then) = 0;
  virtual void host_deeds(DeedQuery query, Then<std::vector<HostDeed>> then) = 0;  // the newest first
  virtual void read_deeds(std::string account, Then<void> then) = 0;               // he has been told of all until now
  virtual void standing(std::string account, Then<Standing> then) = 0;
};

}  // namespace wardroom::lobby
