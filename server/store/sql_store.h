// SqlStore: everything that must outlive the process, in one database. Threads that write, each with group commit, and
// threads that read; callbacks run on them.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "server/events/store.h"
#include "server/lobby/mailroom.h"
#include "server/lobby/registry.h"
#include "server/lobby/store.h"
#include "server/match/store.h"
#include "server/store/herald.h"
#include "server/store/hooks.h"
#include "server/store/outbox.h"
#include "server/store/reader.h"
#include "server/store/writer.h"

namespace wardroom::store {

using Connections = std::vector<std::unique_ptr<Connection>>;

struct StoreOptions {
  std::chrono::milliseconds probe{1000};  // while writes fail, one is tried so often
  Hooks hooks;
  // Gives a little of the room back that nothing needs any more, and says whether there is more.
  std::function<Result<bool>(Bench& bench)> give_back{};
};

class SqlStore final : public match::Store,
                       public lobby::Store,
                       public lobby::Mailroom,
                       public lobby::Registry,
                       public events::Store,
                       public Outbox {
 public:
  // A thread for each connection, of which there is at least one to write and one to read. What is written of one match
  // is written in the order in which it was asked. Without a herald no other server is expected to write.
  SqlStore(Connections to_write, Connections to_read, StoreOptions options, std::unique_ptr<Herald> herald = nullptr);
  ~SqlStore() override;  // what has been asked is finished and answered first

  bool healthy() const override;  // the last writes succeeded
  bool is_shared() const override { return herald_ != nullptr; }
  void listen(Ears ears) override;
  void tell(std::vector<match::Seated> seated) override;
  void traces(std::vector<std::string> matches, Then<std::vector<std::string>> then) override;

  // -- match::Store --
  void create(match::MatchCard card, Then<match::MatchCard> then) override;
  void update_card(match::MatchCard card, v1::MatchState expected, Then<match::MatchCard> then) override;
  void card(std::string match, Then<match::MatchCard> then) override;
  void card_by_invitation(std::string invitation, Then<match::MatchCard> then) override;
  void list(Query query, Then<std::vector<match::MatchCard>> then) override;
  void remove(std::string match, Then<void> then) override;
  void left_to_bots(std::int64_t longer_ms, Then<std::vector<std::string>> then) override;
  void append(match::Commit commit, Then<match::Stamp> then) override;
  void keep_queue(std::string match, std::uint64_t after, match::StoredQueue queue, Then<void> then) override;
  void load(std::string match, Then<match::Loaded> then) override;
  void newest(std::string match, Then<match::Loaded> then) override;
  void stretch(std::string match, std::uint64_t seq, Then<Stored> then) override;
  void journal(std::string match, match::Bookmark after, std::uint32_t rows, Then<match::JournalPart> then) override;
  void history(std::string match, Viewer viewer, std::uint64_t after_serial, std::uint64_t upto_serial,
               std::uint32_t limit, Then<std::vector<v1::PastReports>> then) override;
  void newest_history(std::string match, Viewer viewer, std::uint64_t after_serial, std::uint64_t upto_serial,
                      std::uint32_t limit, Then<std::vector<std::string>> then) override;
  void page(std::string match, Viewer viewer, std::uint64_t number, Then<match::Page> then) override;
  void chapter(std::string match, Viewer viewer, std::uint64_t row, Then<match::Page> then) override;
  void change(std::string match, match::Change what, Then<match::Beside> then) override;
  void beat(std::int64_t gap_ms, Then<calendar::Spans> then) override;
  void usual(std::string account, Then<v1::Usual> then) override;  // the lobby asks this, too
  void reliability(std::string account, Then<v1::Reliability> then) override;
  void muted_by(std::string account, Then<std::vector<std::string>> then) override;
  void calendar(std::string account, Then<v1::MyCalendar> then) override;  // and this
  void marks(std::string match, Then<std::vector<match::StoredMarks>> then) override;
  void keep_marks(std::string match, match::StoredMarks marks, Then<void> then) override;
  void say(std::string match, match::Speaker speaker, match::Said said, Then<v1::Chat> then) override;
  void chat(std::string match, std::string reader, std::int64_t upto, std::uint32_t limit,
            Then<std::vector<v1::Chat>> then) override;
  void heard(std::string match, std::int64_t after, Then<match::Heard> then) override;
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

  // -- events::Store --
  void keep_event(events::EventCommit commit, Then<void> then) override;
  void event(std::string id, Then<tournament::Event> then) override;
  void events(events::EventQuery query, Then<std::vector<tournament::Event>> then) override;
  void running_events(Then<std::vector<std::string>> then) override;
  void due_events(std::int64_t now_ms, Then<std::vector<std::string>> then) override;
  void next_due(Then<std::int64_t> then) override;
  void rated(Then<std::vector<v1::record::RatedMatch>> then) override;
  void rated_version(Then<std::int64_t> then) override;
  void finished(events::FinishedQuery query, Then<std::vector<v1::record::FinishedMatch>> then) override;
  void marks_of(std::string account, Then<events::Marks> then) override;
  void opted_out(Then<std::vector<std::string>> then) override;
  void sharing(std::vector<std::string> accounts, Then<std::vector<std::pair<std::string, std::string>>> then) override;
  void paces(std::string match, Then<std::array<std::vector<std::int64_t>, 2>> then) override;

  // -- lobby::Registry --
  void add_personal_token(lobby::PersonalToken token, Then<void> then) override;
  void personal_tokens(std::string account, Then<std::vector<lobby::PersonalToken>> then) override;
  void personal_token(std::string hash, Then<lobby::PersonalToken> then) override;
  void end_personal_token(std::string account, std::string id, Then<void> then) override;
  void note_address(std::string account, std::string address, Then<void> then) override;
  void knows_address(std::string account, std::string address, Then<bool> then) override;
  void keep_device(std::string account, std::string token_hash, Then<void> then) override;
  void knows_device(std::string account, std::string token_hash, Then<bool> then) override;
  void note_match(std::string match, std::string address, Then<void> then) override;
  void made_from(std::string address, Then<lobby::MadeThere> then) override;
  void factor(std::string account, Then<lobby::SecondFactor> then) override;
  void count(std::vector<lobby::Counting> what, Then<lobby::Counted> then) override;
  void uncount(std::vector<std::string> keys, Then<void> then) override;
  void begin_factor(std::string account, std::string secret, Then<void> then) override;
  void confirm_factor(std::string account, std::int64_t step, std::vector<std::string> recovery,
                      Then<void> then) override;
  void use_code(std::string account, std::int64_t step, Then<void> then) override;
  void use_recovery(std::string account, std::string hash, Then<void> then) override;
  void end_factor(std::string account, Then<void> then) override;
  void tell(lobby::Told told) override;
  void hear(std::function<void(lobby::Told)> heard) override;
  void ended(std::vector<std::string> ids, Then<std::vector<std::string>> then) override;
  void set_rated(std::string account, bool rated, Then<void> then) override;
  void be_program(std::string account, Then<void> then) override;
  void carry_out(lobby::HostDeed deed, Then<lobby::HostDeed> then) override;
  void host_deeds(lobby::DeedQuery query, Then<std::vector<lobby::HostDeed>> then) override;
  void read_deeds(std::string account, Then<void> then) override;
  void standing(std::string account, Then<lobby::Standing> then) override;

  // -- Outbox --
  void take(std::uint32_t limit, Then<std::vector<WaitingJob>> then) override;
  void done(std::int64_t id, Then<void> then) override;
  void retry(std::int64_t id, std::int64_t later_ms, Then<void> then) override;
  void take_due(Road road, Then<std::optional<Due>> then) override;
  void keep_mail(std::string account, std::vector<std::int64_t> jobs, Mail mail, std::vector<Token> tokens,
                 Then<void> then) override;
  void settle(std::vector<std::int64_t> jobs, v1::Delivery::State state, std::string words, Then<void> then) override;
  void put_off(std::vector<std::int64_t> jobs, std::int64_t until_ms, v1::Delivery::State state, std::string words,
               Then<void> then) override;
  void refuse_address(std::string account, std::string address, Then<void> then) override;
  void address_of(std::string account, Then<std::string> then) override;
  void note_call(std::int64_t channel, Called how, Then<void> then) override;
  void waiting(Road road, Then<Waiting> then) override;
  void secret(std::string name, Then<Secret> then) override;

  // -- lobby::Mailroom --
  void mailbox(std::string account, Then<lobby::Mailbox> then) override;
  void set_address(std::string account, std::string address, Then<void> then) override;
  void confirm_address(std::string token, Then<void> then) override;
  void set_choice(std::string account, v1::NoticeChoice choice, Then<void> then) override;
  void ask_test(std::string account, Then<void> then) override;
  void deliveries(std::string account, std::uint32_t limit, Then<std::vector<v1::Delivery>> then) override;
  void stop(std::string token, Then<void> then) override;
  void channels(std::string account, Then<std::vector<v1::Channel>> then) override;
  void add_channel(std::string account, lobby::NewChannel channel, Then<void> then) override;
  void remove_channel(std::string account, std::int64_t channel, std::string address, Then<void> then) override;
  void test_channel(std::string account, std::int64_t channel, Then<void> then) override;
  void ask_reset(std::string name, Then<void> then) override;
  void reset_owner(std::string token, Then<lobby::Account> then) override;
  void reset_password(std::string token, std::string password_hash, Then<std::string> then) override;
  void look_at_link(std::string token, Then<lobby::SessionRecord> then) override;
  void open_link(std::string token, lobby::SessionRecord session, Then<lobby::SessionRecord> then) override;
  void end_links(std::string account, std::string match, Then<std::vector<std::string>> then) override;

 private:
  // `work` for what was asked, which it owns: asked(work, arguments...) calls work(bench, arguments...).
  template <class Work, class... Arguments>
  static auto asked(Work work, Arguments... arguments) {
    return [work, ... arguments = std::move(arguments)](Bench& bench) { return work(bench, arguments...); };
  }
  template <class T, class Work>
  void write(Then<T> then, Work work) {
    writers_.front()->submit(request<T>(std::move(work), std::move(then)));
  }
  // Of one match: in the order in which it is asked.
  template <class T, class Work>
  void write_of(const std::string& match, Then<T> then, Work work) {
    writer_of(match).submit(request<T>(std::move(work), std::move(then), match));
  }
  template <class T, class Work>
  void read(Then<T> then, Work work) {
    reader().submit(request<T>(std::move(work), std::move(then)));
  }
  Writer& writer_of(std::string_view match);
  void give_back();  // step by step, with whatever else is written meanwhile
  Reader& reader();  // the one with the least to do

  const Hooks hooks_;
  const std::function<Result<bool>(Bench& bench)> give_back_;
  std::atomic<bool> closes_{false};
  const std::unique_ptr<Herald> herald_;
  std::vector<std::unique_ptr<Writer>> writers_;
  std::vector<std::unique_ptr<Reader>> readers_;  // end first: what they read may ask a writer for more
};

}  // namespace wardroom::store
