// Store, as the lobby needs it: accounts and sessions. Same threading as server/match/store.h.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/result.h"
#include "wardroom/v1/lobby.pb.h"
#include "wardroom/v1/notices.pb.h"
#include "wardroom/v1/people.pb.h"

namespace wardroom::lobby {

template <class T>
using Then = std::function<void(Result<T>)>;

struct Account {
  std::string id;             // opaque
  std::string name;           // shown; unique without case among accounts that have a password
  std::string password_hash;  // Argon2id; empty for a guest
  std::string email;
  bool guest = false;
  std::int64_t created_ms = 0;
};

struct SessionRecord {
  std::string id;          // shown in the list
  std::string token_hash;  // the token itself is never stored
  std::string account;
  std::string device;
  std::int64_t created_ms = 0;
  std::int64_t seen_ms = 0;
  std::string only_match{};   // a link opened it: it leads nowhere else
  std::int64_t until_ms = 0;  // and no longer than this; 0: as long as it is used
};

// An account and what begins with it: all of it is written, or nothing.
struct Enrolment {
  Enrolment(Account whose) : account(std::move(whose)) {}
  Account account;
  std::optional<SessionRecord> session{};
  bool letter = false;     // asks for the confirmation of its address,
  std::string language{};  // in this one where he has chosen none
};

// Somebody whom somebody does not want to meet, or not to hear.
struct Shunned {
  std::string account;
  bool blocked = false;
  bool muted = false;
};

// What is done to a calendar, where it is stored; refusing: nothing.
using CalendarChange = std::function<Result<void>(v1::MyCalendar& stored, std::int64_t now_ms)>;

// What has been let go.
struct Forgotten {
  std::uint32_t sessions = 0;
  std::uint32_t guests = 0;
};
inline constexpr std::uint32_t kForgottenAtOnce = 200;

// Somebody who waits for anyone to play a scenario with, at whichever server.
struct QuickWait {
  std::string id;
  std::string account;
  std::string title;
  std::string scenario;
  std::string nonce_hash;  // counts when he was there first
};
struct SeenWaiting {
  std::string account;
  v1::QuickWaiter shown;
};
struct QuickFound {
  std::string id;  // of the wait
  std::string match;
};
inline constexpr std::int64_t kWaitingMs = 30'000;  // he waits so long, as long as his server says that he still does
inline constexpr std::int64_t kPairingMs = 10'000;  // so long whoever meets him has for making the match

class Store {
 public:
  virtual ~Store() = default;
  virtual void create_account(Enrolment enrolment, Then<Account> then) = 0;  // kConflict when the name is taken
  virtual void account(std::string id, Then<Account> then) = 0;              // kNotFound
  virtual void account_by_name(std::string name, Then<Account> then) = 0;
  virtual void update_account(Enrolment enrolment, Then<void> then) = 0;
  virtual void delete_account(std::string id,
                              Then<void> then) = 0;  // sessions too; seats keep an empty account, rows hold no names
  virtual void add_session(SessionRecord session, Then<void> then) = 0;
  virtual void session_by_token(std::string token_hash, Then<SessionRecord> then) = 0;  // touches seen_ms
  virtual void sessions(std::string account, Then<std::vector<SessionRecord>> then) = 0;
  virtual void end_session(std::string account, std::string id, Then<void> then) = 0;
  virtual void end_other_sessions(std::string account, std::string keep, Then<void> then) = 0;
  // -- people --
  virtual void calendar(std::string account, Then<v1::MyCalendar> then) = 0;  // empty when he has none
  virtual void change_calendar(std::string account, CalendarChange what, Then<v1::MyCalendar> then) = 0;
  virtual void usual(std::string account, Then<v1::Usual> then) = 0;
  virtual void keep_usual(std::string account, v1::UsualOrders orders, Then<v1::Usual> then) = 0;
  virtual void set_shunned(std::string account, Shunned whom, Then<void> then) = 0;
  virtual void shunned(std::string account, Then<std::vector<Shunned>> then) = 0;      // by him, the oldest first
  virtual void avoided(std::string account, Then<std::vector<std::string>> then) = 0;  // whom he or who has blocked him
  // -- people who wait for anyone --
  // The one who has waited longest of those whom the newcomer does not avoid: he is the newcomer's then, and is told by
  // paired(), with the match, or with none when he is to wait on. When there is nobody, the newcomer waits. A person
  // waits once: the newest wait counts.
  virtual void meet(QuickWait newcomer, std::vector<std::string> avoided, Then<std::optional<QuickWait>> then) = 0;
  virtual void paired(std::string wait, std::string match, Then<void> then) = 0;
  // Of these waits those that have led to a match, which are forgotten; the others go on.
  virtual void still_waiting(std::vector<std::string> waits, Then<std::vector<QuickFound>> then) = 0;
  virtual void stop_waiting(std::string wait, Then<bool> then) = 0;  // false: somebody has met him, or there is none
  virtual void who_waits(Then<std::vector<SeenWaiting>> then) = 0;   // the longest first
  // Ends sessions last seen before the one moment, and guests who were last seen before the other and sit in no match;
  // at most kForgottenAtOnce guests.
  virtual void forget_old(std::int64_t sessions_before_ms, std::int64_t guests_before_ms, Then<Forgotten> then) = 0;
};

}  // namespace wardroom::lobby
