// Outbox: jobs written in the same transaction as what caused them, for whoever carries them out. Each is handed out at
// least once: one that is neither done nor put off comes back after its lease.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/hash.h"
#include "common/result.h"
#include "wardroom/v1/notices.pb.h"
#include "wardroom/v1/play.pb.h"

namespace wardroom::store {

struct WaitingJob {
  std::int64_t id = 0;
  std::string kind;
  std::string payload;
  std::uint32_t attempts = 0;  // how often it has been handed out before
  std::string match{};         // what it is about; empty: no match
  std::uint32_t seat = 0;
  std::uint64_t serial = 0;  // of the menu that waited
  std::int64_t created_ms = 0;
  std::int64_t news = 0;  // one number for whatever carries it
  // How that match stands.
  v1::MatchState state = v1::MATCH_STATE_UNSPECIFIED;  // unspecified: there is none
  std::uint64_t menu = 0;                              // the seat's present menu; 0: it is not asked
  std::uint64_t answered = 0;  // what the seat had been shown when its person last acted himself: a serial of its own
};

// To whom.
struct Addressee {
  std::string account;
  std::string name;
  std::string address;
  v1::AddressState state = v1::ADDRESS_STATE_NONE;
  v1::NoticeChoice choice;
  std::string zone{};          // of his calendar; empty: UTC
  std::int64_t mailed_ms = 0;  // when he was last written to of matches
};

// A mail as it is sent, at every try; or what a channel is told.
struct Mail {
  std::int64_t id = 0;
  std::string address;
  std::string bytes;
  std::uint32_t tries = 0;  // that the mail server could not take yet
  std::int64_t channel = 0;
};

// A hook or a device of somebody's.
struct Channel {
  std::int64_t id = 0;
  v1::Carrier carrier = v1::CARRIER_HOOK;
  std::string address;
  std::string secret;  // of a hook, what it is signed with; of a device, its two keys, one after the other
  v1::HookFormat format = v1::HOOK_FORMAT_JSON;
};

// What is due for one of them, all of it.
struct Due {
  Addressee addressee;
  std::vector<WaitingJob> jobs;
  std::optional<Mail> mail;  // it has been written, and carries these jobs
  std::optional<Channel> channel{};
};

// A token of a mail, by its hash.
enum class Purpose : std::uint8_t { kConfirm = 1, kReset = 2, kLink = 3, kStop = 4 };
struct Token {
  std::string hash;
  Purpose purpose = Purpose::kStop;
  std::string match{};  // of a link
  std::int64_t valid_ms = 0;
};

// Who carries: mails go one road, calls of hooks and push services another, so that neither waits for the other.
enum class Road : std::uint8_t { kMail, kCall };

// How a call of a channel went.
enum class Called : std::uint8_t { kTaken, kFailed, kGone };

struct Waiting {
  std::int64_t count = 0;
  std::int64_t oldest_ms = 0;  // due since then; 0: nothing is due
};

class Outbox {
 public:
  static constexpr std::int64_t kLeaseMs = 600'000;
  static constexpr std::uint32_t kMostFailures = 20;  // one after another: then a channel is off

  template <class T>
  using Then = std::function<void(Result<T>)>;

  virtual ~Outbox() = default;
  // What is due and nobody's, the longest waiting first; nobody else is given these before the lease is over.
  virtual void take(std::uint32_t limit, Then<std::vector<WaitingJob>> then) = 0;
  virtual void done(std::int64_t id, Then<void> then) = 0;                          // also when it is gone already
  virtual void retry(std::int64_t id, std::int64_t later_ms, Then<void> then) = 0;  // kNotFound

  // -- jobs that are about somebody --
  // Of whoever has waited longest, for one address of his; none: of nobody.
  virtual void take_due(Road road, Then<std::optional<Due>> then) = 0;
  // The mail that carries these, and its tokens; with the account's address, or the channel's, as it was read.
  // kConflict when it is another by now.
  virtual void keep_mail(std::string account, std::vector<std::int64_t> jobs, Mail mail, std::vector<Token> tokens,
                         Then<void> then) = 0;
  // What became of them: `words` are the mail server's.
  virtual void settle(std::vector<std::int64_t> jobs, v1::Delivery::State state, std::string words,
                      Then<void> then) = 0;
  // Waiting, or after a try to be tried again.
  virtual void put_off(std::vector<std::int64_t> jobs, std::int64_t until_ms, v1::Delivery::State state,
                       std::string words, Then<void> then) = 0;
  virtual void refuse_address(std::string account, std::string address, Then<void> then) = 0;  // nothing goes there
  virtual void address_of(std::string account, Then<std::string> then) = 0;                    // empty: none
  // One that fails too often, or is gone, is off, and its owner is told by mail; a device that is gone is forgotten.
  virtual void note_call(std::int64_t channel, Called how, Then<void> then) = 0;
  virtual void waiting(Road road, Then<Waiting> then) = 0;
  virtual void secret(std::string name, Then<Secret> then) = 0;  // this store's own, made when it is first asked for
};

}  // namespace wardroom::store
