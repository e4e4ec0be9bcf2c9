// MemoryStore: both stores in memory, with a thread of its own, a clock that stands still, and faults on request.
#pragma once

#include <atomic>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/lobby/store.h"
#include "server/match/store.h"

namespace wardroom::testing {

enum class Fault {
  kNone,
  kRefuse,      // nothing is written
  kLoseAnswer,  // written, but reported as failed
  kConflict,    // another server was faster
};

class MemoryStore final : public match::Store, public lobby::Store {
 public:
  template <class T>
  using Then = match::Then<T>;

  ~MemoryStore() override;

  // -- for tests --
  std::int64_t now_ms();
  void pass(std::int64_t ms);
  void stop(std::int64_t ms);                 // longer than servers may be silent: nothing is up, and then goes on
  void fail_appends(Fault fault, int count);  // the next ones
  void fail_writes(bool fail);                // every write that is not an append
  void hurt(bool hurt);                       // a row of every match cannot be read
  void hold_appends();                        // they wait ...
  void await_held(std::size_t count);
  void release_appends();  // ... until now
  void settle();           // returns when the store's thread has left every callback given so far
  void forget_position(const std::string& match);  // damages the stored checkpoint
  std::uint64_t rows(const std::string& match);
  match::MatchCard card_now(const std::string& match);
  void put(match::MatchCard card);  // in place of the one that is there
  v1::record::Row row(const std::string& match, std::uint64_t seq);
  int loads();
  std::string queue(const std::string& match, Seat seat);  // as it is stored; empty: none
  std::size_t bundles();
  std::atomic<int> bundle_reads{0};

  // -- match::Store --
  bool healthy() const override { return healthy_; }
  void create(match::MatchCard card, Then<match::MatchCard> then) override;
  void update_card(match::MatchCard card, v1::MatchState expected, Then<match::MatchCard> then) override;
  void card(std::string match, Then<match::MatchCard> then) override;
  void card_by_invitation(std::string invitation, Then<match::MatchCard> then) override;
  void list(Query query, Then<std::vector<match::MatchCard>> then) override;
  void remove(std::string match, Then<void> then) override;
  void left_to_bots(std::int64_t, Then<std::vector<std::string>> then) override { then(std::vector<std::string>()); }
  void append(match::Commit commit, Then<match::Stamp> then) override;
  void keep_queue(std::string match, std::uint64_t after, match::StoredQueue queue, Then<void> then) override;
  void load(std::string match, Then<match::Loaded> then) override;
  void stretch(std::string match, std::uint64_t seq, Then<Stored> then) override;
  void journal(std::string match, match::Bookmark after, std::uint32_t rows, Then<match::JournalPart> then) override;
  void history(std::string match, Viewer viewer, std::uint64_t after_serial, std::uint64_t upto_serial,
               std::uint32_t limit, Then<std::vector<v1::PastReports>> then) override;
  void page(std::string match, Viewer viewer, std::uint64_t number, Then<match::Page> then) override;
  void chapter(std::string match, Viewer viewer, std::uint64_t row, Then<match::Page> then) override;
  void change(std::string match, match::Change what, Then<match::Beside> then) override;
  void beat(std::int64_t gap_ms, Then<calendar::Spans> then) override;
  void calendar(std::string account, Then<v1::MyCalendar> then) override;
  void usual(std::string account, Then<v1::Usual> then) override;
  void reliability(std::string account, Then<v1::Reliability> then) override;
  void muted_by(std::string account, Then<std::vector<std::string>> then) override;
  void marks(std::string match, Then<std::vector<match::StoredMarks>> then) override;
  void keep_marks(std::string match, match::StoredMarks marks, Then<void> then) override;
  void say(std::string match, match::Speaker speaker, match::Said said, Then<v1::Chat> then) override;
  void chat(std::string match, std::string reader, std::int64_t, std::uint32_t limit,
            Then<std::vector<v1::Chat>> then) override;
  void said_by(std::string account, Then<std::vector<v1::Chat>> then) override;
  void keep_data(std::string title, Bundle bundle, Then<void> then) override;
  void data(std::string hash, Then<Bundle> then) override;

  // -- lobby::Store --
  void create_account(lobby::Enrolment enrolment, Then<lobby::Account> then) override;
  void account(std::string id, Then<lobby::Account> then) override;
  void account_by_name(std::string name, Then<lobby::Account> then) override;
  void update_account(lobby::Enrolment enrolment, Then<void> then) override;
  void delete_account(std::string id, Then<void> then) override;
  void add_session(lobby::SessionRecord session, Then<void> then) override;
  void session_by_token(std::string token_hash, Then<lobby::SessionRecord> then) override;
  void sessions(std::string account, Then<std::vector<lobby::SessionRecord>> then) override;
  void end_session(std::string account, std::string id, Then<void> then) override;
  void end_other_sessions(std::string account, std::string keep, Then<void> then) override;
  void change_calendar(std::string account, lobby::CalendarChange what, Then<v1::MyCalendar> then) override;
  void keep_usual(std::string account, v1::UsualOrders orders, Then<v1::Usual> then) override;
  void set_shunned(std::string account, lobby::Shunned whom, Then<void> then) override;
  void shunned(std::string account, Then<std::vector<lobby::Shunned>> then) override;
  void avoided(std::string account, Then<std::vector<std::string>> then) override;
  void meet(lobby::QuickWait newcomer, std::vector<std::string> avoided,
            Then<std::optional<lobby::QuickWait>> then) override;
  void paired(std::string wait, std::string match, Then<void> then) override;
  void still_waiting(std::vector<std::string> waits, Then<std::vector<lobby::QuickFound>> then) override;
  void stop_waiting(std::string wait, Then<bool> then) override;
  void who_waits(Then<std::vector<lobby::SeenWaiting>> then) override;
  void forget_old(std::int64_t sessions_before_ms, std::int64_t guests_before_ms, Then<lobby::Forgotten> then) override;

 private:
  struct Record {
    match::MatchCard card;
    v1::record::Head head;
    std::vector<v1::record::Row> rows;
    std::vector<v1::record::Checkpoint> checkpoints;
    std::vector<v1::record::ViewerState> viewers;
    std::array<std::vector<v1::PastReports>, 3> told;
    std::map<std::pair<Viewer, std::uint64_t>, match::Page> pages;
    std::vector<match::Chapter> chapters;
    std::map<Seat, std::string> queues;
    std::map<Seat, match::StoredMarks> marks;
    std::vector<v1::Chat> chat;
    std::vector<std::string> speakers;  // the account behind each line
  };

  struct Waiting {
    lobby::QuickWait wait;
    bool taken = false;
    std::string match{};
  };

  // Runs `work` on the store's thread and calls back with what it returns.
  template <class T>
  void on_thread(Then<T> then, std::function<Result<T>()> work) {
    boost::asio::post(thread_, [this, then = std::move(then), work = std::move(work)] {
      std::unique_lock lock(mutex_);
      Result<T> result = work();
      lock.unlock();
      then(std::move(result));
    });
  }
  template <class T>
  void write(Then<T> then, std::function<Result<T>()> work) {
    on_thread<T>(std::move(then), [this, work = std::move(work)]() -> Result<T> {
      healthy_ = !fail_writes_;
      if (fail_writes_) return refuse(RefusalCode::kUnavailable, "store.test_fault");
      return work();
    });
  }
  static void keep(Record& record, const match::StoredQueue& queue);
  Result<match::Stamp> append_now(match::Commit& commit);
  Result<match::Beside> change_now(Record& record, const match::Change& what);
  Stored stored(const Record& record, std::uint64_t upto) const;
  Record* find(const std::string& match);
  bool name_taken(const lobby::Account& account) const;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::int64_t now_ms_ = 1'700'000'000'000;
  std::map<std::string, Record> matches_;
  std::vector<std::string> order_;
  std::map<std::string, Bundle> bundles_;
  std::map<std::string, lobby::Account> accounts_;
  std::vector<lobby::SessionRecord> sessions_;
  std::optional<std::int64_t> beat_ms_;
  std::optional<std::int64_t> stopped_ms_;  // when it last beat, if it has been stopped since
  calendar::Spans down_;
  std::map<std::string, v1::MyCalendar> calendars_;
  std::map<std::string, v1::Usual> usual_;
  std::map<std::string, v1::Reliability> reliability_;
  std::map<std::string, std::vector<lobby::Shunned>> shunned_;
  std::vector<Waiting> waiting_;
  Fault fault_ = Fault::kNone;
  int faults_ = 0;
  bool fail_writes_ = false;
  bool holding_ = false;
  std::deque<std::function<void()>> held_;
  int loads_ = 0;
  bool hurt_ = false;
  std::atomic<bool> healthy_{true};
  boost::asio::thread_pool thread_{1};
};

}  // namespace wardroom::testing
