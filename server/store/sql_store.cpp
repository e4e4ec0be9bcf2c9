#include "server/store/sql_store.h"

#include <algorithm>
#include <functional>

#include "server/store/accounts.h"
#include "server/store/beside.h"
#include "server/store/counts.h"
#include "server/store/enrolments.h"
#include "server/store/events.h"
#include "server/store/host_acts.h"
#include "server/store/jobs.h"
#include "server/store/journals.h"
#include "server/store/marks.h"
#include "server/store/matches.h"
#include "server/store/people.h"
#include "server/store/quick_match.h"
#include "server/store/records.h"
#include "server/store/registry.h"

namespace wardroom::store {
namespace {

// A session is seen again at most this often: not every request of a device is a write.
constexpr std::int64_t kSeenEveryMs = 60'000;

}  // namespace

SqlStore::SqlStore(Connections to_write, Connections to_read, StoreOptions options, std::unique_ptr<Herald> herald)
    : hooks_(std::move(options.hooks)), give_back_(std::move(options.give_back)), herald_(std::move(herald)) {
  for (auto& connection : to_write)
    writers_.push_back(std::make_unique<Writer>(std::move(connection), hooks_, options.probe, herald_.get()));
  for (auto& connection : to_read) readers_.push_back(std::make_unique<Reader>(std::move(connection), hooks_));
}

SqlStore::~SqlStore() { closes_ = true; }

void SqlStore::give_back() {
  if (!give_back_) return;
  const auto next = [this](const Result<bool>& more) {
    if (more && *more && !closes_) give_back();
  };
  write<bool>(next, give_back_);
}

bool SqlStore::healthy() const {
  return std::ranges::all_of(writers_, [](const auto& writer) { return writer->healthy(); });
}

Writer& SqlStore::writer_of(std::string_view match) {
  return *writers_[std::hash<std::string_view>()(match) % writers_.size()];
}

Reader& SqlStore::reader() {
  return **std::ranges::min_element(readers_, {}, [](const auto& reader) { return reader->waiting(); });
}

void SqlStore::listen(Ears ears) {
  if (herald_) herald_->listen(std::move(ears));
}

void SqlStore::tell(std::vector<match::Seated> seated) {
  if (herald_) herald_->tell(std::move(seated));
}

void SqlStore::traces(std::vector<std::string> matches, Then<std::vector<std::string>> then) {
  read<std::vector<std::string>>(std::move(then), asked(store::traces, std::move(matches)));
}

void SqlStore::create(match::MatchCard card, Then<match::MatchCard> then) {
  const std::string match = card.id;
  write_of(match, std::move(then), asked(store::create, std::move(card)));
}

void SqlStore::update_card(match::MatchCard card, v1::MatchState expected, Then<match::MatchCard> then) {
  const std::string match = card.id;
  write_of(match, std::move(then),
           [card = std::move(card), expected](Bench& bench) { return store::update_card(bench, card, expected); });
}

void SqlStore::card(std::string match, Then<match::MatchCard> then) {
  read<match::MatchCard>(std::move(then),
                         [match = std::move(match)](Bench& bench) { return store::card(bench, match); });
}

void SqlStore::card_by_invitation(std::string invitation, Then<match::MatchCard> then) {
  read<match::MatchCard>(std::move(then), [invitation = std::move(invitation)](Bench& bench) {
    return store::card_by_invitation(bench, invitation);
  });
}

void SqlStore::list(Query query, Then<std::vector<match::MatchCard>> then) {
  read<std::vector<match::MatchCard>>(std::move(then),
                                      [query = std::move(query)](Bench& bench) { return store::list(bench, query); });
}

void SqlStore::remove(std::string match, Then<void> then) {
  write_of(match, std::move(then), [match](Bench& bench) { return store::remove(bench, match); });
}

void SqlStore::left_to_bots(std::int64_t longer_ms, Then<std::vector<std::string>> then) {
  read<std::vector<std::string>>(std::move(then), asked(store::left_to_bots, longer_ms));
}

void SqlStore::append(match::Commit commit, Then<match::Stamp> then) {
  const std::string match = commit.match;
  write_of(match, std::move(then),
           [step = prepared(std::move(commit))](Bench& bench) mutable { return store::append(bench, step); });
}

void SqlStore::keep_queue(std::string match, std::uint64_t after, match::StoredQueue queue, Then<void> then) {
  write_of(match, std::move(then), [match, after, queue = std::move(queue)](Bench& bench) {
    return store::keep_queue(bench, match, after, queue);
  });
}

void SqlStore::newest(std::string match, Then<match::Loaded> then) {
  read<match::Loaded>(std::move(then), asked(store::newest, std::move(match)));
}

void SqlStore::load(std::string match, Then<match::Loaded> then) {
  read<match::Loaded>(std::move(then), [match = std::move(match)](Bench& bench) { return store::load(bench, match); });
}

void SqlStore::stretch(std::string match, std::uint64_t seq, Then<Stored> then) {
  read<Stored>(std::move(then),
               [match = std::move(match), seq](Bench& bench) { return store::stretch(bench, match, seq); });
}

void SqlStore::journal(std::string match, match::Bookmark after, std::uint32_t rows, Then<match::JournalPart> then) {
  read<match::JournalPart>(std::move(then), asked(store::journal, std::move(match), std::move(after), rows));
}

void SqlStore::history(std::string match, Viewer viewer, std::uint64_t after_serial, std::uint64_t upto_serial,
                       std::uint32_t limit, Then<std::vector<v1::PastReports>> then) {
  read<std::vector<v1::PastReports>>(
      std::move(then), [match = std::move(match), viewer, after_serial, upto_serial, limit](Bench& bench) {
        return store::history(bench, match, viewer, after_serial, upto_serial, limit);
      });
}

void SqlStore::newest_history(std::string match, Viewer viewer, std::uint64_t after_serial, std::uint64_t upto_serial,
                              std::uint32_t limit, Then<std::vector<std::string>> then) {
  read<std::vector<std::string>>(
      std::move(then), asked(store::newest_history, std::move(match), viewer, after_serial, upto_serial, limit));
}

void SqlStore::page(std::string match, Viewer viewer, std::uint64_t number, Then<match::Page> then) {
  read<match::Page>(std::move(then), [match = std::move(match), viewer, number](Bench& bench) {
    return store::page(bench, match, viewer, number);
  });
}

void SqlStore::chapter(std::string match, Viewer viewer, std::uint64_t row, Then<match::Page> then) {
  read<match::Page>(std::move(then), [match = std::move(match), viewer, row](Bench& bench) {
    return store::chapter(bench, match, viewer, row);
  });
}

void SqlStore::marks(std::string match, Then<std::vector<match::StoredMarks>> then) {
  read<std::vector<match::StoredMarks>>(
      std::move(then), [match = std::move(match)](Bench& bench) { return store::marks(bench, match); });
}

void SqlStore::keep_marks(std::string match, match::StoredMarks marks, Then<void> then) {
  write_of(match, std::move(then),
           [match, marks = std::move(marks)](Bench& bench) { return store::keep_marks(bench, match, marks); });
}

void SqlStore::say(std::string match, match::Speaker speaker, match::Said said, Then<v1::Chat> then) {
  write_of(match, std::move(then), [match, speaker = std::move(speaker), said = std::move(said)](Bench& bench) {
    return store::say(bench, match, speaker, said);
  });
}

void SqlStore::said_by(std::string account, Then<std::vector<v1::Chat>> then) {
  read<std::vector<v1::Chat>>(std::move(then),
                              [account = std::move(account)](Bench& bench) { return store::said_by(bench, account); });
}

void SqlStore::chat(std::string match, std::string reader, std::int64_t upto, std::uint32_t limit,
                    Then<std::vector<v1::Chat>> then) {
  read<std::vector<v1::Chat>>(std::move(then),
                              [match = std::move(match), reader = std::move(reader), upto, limit](Bench& bench) {
                                return store::chat(bench, match, reader, upto, limit);
                              });
}

void SqlStore::heard(std::string match, std::int64_t after, Then<match::Heard> then) {
  read<match::Heard>(std::move(then),
                     [match = std::move(match), after](Bench& bench) { return store::heard(bench, match, after); });
}

void SqlStore::change(std::string match, match::Change what, Then<match::Beside> then) {
  write_of(match, std::move(then),
           [match, what = std::move(what)](Bench& bench) { return store::change(bench, match, what); });
}

void SqlStore::beat(std::int64_t gap_ms, Then<calendar::Spans> then) {
  write<calendar::Spans>(std::move(then), [gap_ms](Bench& bench) { return store::beat(bench, gap_ms); });
}

void SqlStore::calendar(std::string account, Then<v1::MyCalendar> then) {
  read<v1::MyCalendar>(std::move(then),
                       [account = std::move(account)](Bench& bench) { return store::calendar(bench, account); });
}

void SqlStore::usual(std::string account, Then<v1::Usual> then) {
  read<v1::Usual>(std::move(then),
                  [account = std::move(account)](Bench& bench) { return store::usual(bench, account); });
}

void SqlStore::reliability(std::string account, Then<v1::Reliability> then) {
  read<v1::Reliability>(std::move(then),
                        [account = std::move(account)](Bench& bench) { return store::reliability(bench, account); });
}

void SqlStore::muted_by(std::string account, Then<std::vector<std::string>> then) {
  read<std::vector<std::string>>(
      std::move(then), [account = std::move(account)](Bench& bench) { return store::muted_by(bench, account); });
}

void SqlStore::change_calendar(std::string account, lobby::CalendarChange what, Then<v1::MyCalendar> then) {
  write<v1::MyCalendar>(std::move(then), [account = std::move(account), what = std::move(what)](Bench& bench) {
    return store::change_calendar(bench, account, what);
  });
}

void SqlStore::keep_usual(std::string account, v1::UsualOrders orders, Then<v1::Usual> then) {
  write<v1::Usual>(std::move(then), [account = std::move(account), orders = std::move(orders)](Bench& bench) {
    return store::keep_usual(bench, account, orders);
  });
}

void SqlStore::set_shunned(std::string account, lobby::Shunned whom, Then<void> then) {
  write<void>(std::move(then), [account = std::move(account), whom = std::move(whom)](Bench& bench) {
    return store::set_shunned(bench, account, whom);
  });
}

void SqlStore::shunned(std::string account, Then<std::vector<lobby::Shunned>> then) {
  read<std::vector<lobby::Shunned>>(
      std::move(then), [account = std::move(account)](Bench& bench) { return store::shunned(bench, account); });
}

void SqlStore::avoided(std::string account, Then<std::vector<std::string>> then) {
  read<std::vector<std::string>>(
      std::move(then), [account = std::move(account)](Bench& bench) { return store::avoided(bench, account); });
}

void SqlStore::keep_data(std::string title, Bundle bundle, Then<void> then) {
  write<void>(std::move(then), [title = std::move(title), bundle = std::move(bundle)](Bench& bench) {
    return store::keep_data(bench, title, bundle);
  });
}

void SqlStore::data(std::string hash, Then<Bundle> then) {
  read<Bundle>(std::move(then), [hash = std::move(hash)](Bench& bench) { return store::data(bench, hash); });
}

void SqlStore::create_account(lobby::Enrolment enrolment, Then<lobby::Account> then) {
  write<lobby::Account>(std::move(then), asked(store::enrol, std::move(enrolment)));
}

void SqlStore::account(std::string id, Then<lobby::Account> then) {
  read<lobby::Account>(std::move(then), [id = std::move(id)](Bench& bench) { return store::account(bench, id); });
}

void SqlStore::account_by_name(std::string name, Then<lobby::Account> then) {
  read<lobby::Account>(std::move(then),
                       [name = std::move(name)](Bench& bench) { return store::account_by_name(bench, name); });
}

void SqlStore::update_account(lobby::Enrolment enrolment, Then<void> then) {
  write<void>(std::move(then), asked(store::enrol_again, std::move(enrolment)));
}

void SqlStore::delete_account(std::string id, Then<void> then) {
  write<void>(std::move(then), [id = std::move(id)](Bench& bench) { return store::delete_account(bench, id); });
}

void SqlStore::add_session(lobby::SessionRecord session, Then<void> then) {
  write<void>(std::move(then),
              [session = std::move(session)](Bench& bench) { return store::add_session(bench, session); });
}

void SqlStore::session_by_token(std::string token_hash, Then<lobby::SessionRecord> then) {
  // The answer does not wait for the write: a returning player needs no disk that takes writes.
  read<lobby::SessionRecord>(std::move(then), [this, token_hash = std::move(token_hash)](Bench& bench) {
    auto session = store::session_by_token(bench, token_hash);
    const std::int64_t now = bench.now();
    if (session && now - session->seen_ms >= kSeenEveryMs) {
      session->seen_ms = now;
      write<void>([](const Result<void>&) {},
                  [id = session->id, now](Bench& writing) { return store::touch_session(writing, id, now); });
    }
    return session;
  });
}

void SqlStore::sessions(std::string account, Then<std::vector<lobby::SessionRecord>> then) {
  read<std::vector<lobby::SessionRecord>>(
      std::move(then), [account = std::move(account)](Bench& bench) { return store::sessions(bench, account); });
}

void SqlStore::end_session(std::string account, std::string id, Then<void> then) {
  write<void>(std::move(then), [account = std::move(account), id = std::move(id)](Bench& bench) {
    return store::end_session(bench, account, id);
  });
}

void SqlStore::end_other_sessions(std::string account, std::string keep, Then<void> then) {
  write<void>(std::move(then), [account = std::move(account), keep = std::move(keep)](Bench& bench) {
    return store::end_other_sessions(bench, account, keep);
  });
}

void SqlStore::meet(lobby::QuickWait newcomer, std::vector<std::string> avoided,
                    Then<std::optional<lobby::QuickWait>> then) {
  write<std::optional<lobby::QuickWait>>(std::move(then), asked(store::meet, std::move(newcomer), std::move(avoided)));
}

void SqlStore::paired(std::string wait, std::string match, Then<void> then) {
  write<void>(std::move(then), asked(store::paired, std::move(wait), std::move(match)));
}

void SqlStore::still_waiting(std::vector<std::string> waits, Then<std::vector<lobby::QuickFound>> then) {
  write<std::vector<lobby::QuickFound>>(std::move(then), asked(store::still_waiting, std::move(waits)));
}

void SqlStore::stop_waiting(std::string wait, Then<bool> then) {
  write<bool>(std::move(then), asked(store::stop_waiting, std::move(wait)));
}

void SqlStore::who_waits(Then<std::vector<lobby::SeenWaiting>> then) {
  read<std::vector<lobby::SeenWaiting>>(std::move(then), [](Bench& bench) { return store::who_waits(bench); });
}

void SqlStore::forget_old(std::int64_t sessions_before_ms, std::int64_t guests_before_ms, Then<lobby::Forgotten> then) {
  write<lobby::Forgotten>(std::move(then),
                          [=](Bench& bench) { return store::forget_old(bench, sessions_before_ms, guests_before_ms); });
  give_back();
}

void SqlStore::keep_event(events::EventCommit commit, Then<void> then) {
  write<void>(std::move(then), [commit = std::move(commit)](Bench& bench) { return store::keep_event(bench, commit); });
}

void SqlStore::event(std::string id, Then<tournament::Event> then) {
  read<tournament::Event>(std::move(then), [id = std::move(id)](Bench& bench) { return store::event(bench, id); });
}

void SqlStore::events(events::EventQuery query, Then<std::vector<tournament::Event>> then) {
  read<std::vector<tournament::Event>>(
      std::move(then), [query = std::move(query)](Bench& bench) { return store::events(bench, query); });
}

void SqlStore::running_events(Then<std::vector<std::string>> then) {
  read<std::vector<std::string>>(std::move(then), [](Bench& bench) { return store::running_events(bench); });
}

void SqlStore::due_events(std::int64_t now_ms, Then<std::vector<std::string>> then) {
  read<std::vector<std::string>>(std::move(then), [now_ms](Bench& bench) { return store::due_events(bench, now_ms); });
}

void SqlStore::next_due(Then<std::int64_t> then) {
  read<std::int64_t>(std::move(then), [](Bench& bench) { return store::next_due(bench); });
}

void SqlStore::rated(Then<std::vector<v1::record::RatedMatch>> then) {
  read<std::vector<v1::record::RatedMatch>>(std::move(then), [](Bench& bench) { return store::rated(bench); });
}

void SqlStore::rated_version(Then<std::int64_t> then) {
  read<std::int64_t>(std::move(then), [](Bench& bench) { return store::rated_version(bench); });
}

void SqlStore::finished(events::FinishedQuery query, Then<std::vector<v1::record::FinishedMatch>> then) {
  read<std::vector<v1::record::FinishedMatch>>(std::move(then), asked(store::finished, std::move(query)));
}

void SqlStore::marks_of(std::string account, Then<events::Marks> then) {
  read<events::Marks>(std::move(then), asked(store::marks_of, std::move(account)));
}

void SqlStore::opted_out(Then<std::vector<std::string>> then) {
  read<std::vector<std::string>>(std::move(then), [](Bench& bench) { return store::opted_out(bench); });
}

void SqlStore::sharing(std::vector<std::string> accounts, Then<std::vector<std::pair<std::string, std::string>>> then) {
  read<std::vector<std::pair<std::string, std::string>>>(std::move(then), asked(store::sharing, std::move(accounts)));
}

void SqlStore::paces(std::string match, Then<std::array<std::vector<std::int64_t>, 2>> then) {
  read<std::array<std::vector<std::int64_t>, 2>>(std::move(then), asked(store::paces, std::move(match)));
}

void SqlStore::add_personal_token(lobby::PersonalToken token, Then<void> then) {
  write<void>(std::move(then), asked(store::add_personal_token, std::move(token)));
}

void SqlStore::personal_tokens(std::string account, Then<std::vector<lobby::PersonalToken>> then) {
  read<std::vector<lobby::PersonalToken>>(std::move(then), asked(store::personal_tokens, std::move(account)));
}

void SqlStore::personal_token(std::string hash, Then<lobby::PersonalToken> then) {
  write<lobby::PersonalToken>(std::move(then), asked(store::personal_token, std::move(hash)));
}

void SqlStore::end_personal_token(std::string account, std::string id, Then<void> then) {
  write<void>(std::move(then), asked(store::end_personal_token, std::move(account), std::move(id)));
}

void SqlStore::note_address(std::string account, std::string address, Then<void> then) {
  write<void>(std::move(then), asked(store::note_address, std::move(account), std::move(address)));
}

void SqlStore::knows_address(std::string account, std::string address, Then<bool> then) {
  write<bool>(std::move(then), asked(store::knows_address, std::move(account), std::move(address)));
}

void SqlStore::keep_device(std::string account, std::string token_hash, Then<void> then) {
  write<void>(std::move(then), asked(store::keep_device, std::move(account), std::move(token_hash)));
}

void SqlStore::knows_device(std::string account, std::string token_hash, Then<bool> then) {
  read<bool>(std::move(then), asked(store::knows_device, std::move(account), std::move(token_hash)));
}

void SqlStore::note_match(std::string match, std::string address, Then<void> then) {
  write_of(match, std::move(then), asked(store::note_match, match, std::move(address)));
}

void SqlStore::made_from(std::string address, Then<lobby::MadeThere> then) {
  write<lobby::MadeThere>(std::move(then), asked(store::made_from, std::move(address)));
}

void SqlStore::factor(std::string account, Then<lobby::SecondFactor> then) {
  read<lobby::SecondFactor>(std::move(then), asked(store::factor, std::move(account)));
}

void SqlStore::begin_factor(std::string account, std::string secret, Then<void> then) {
  write<void>(std::move(then), asked(store::begin_factor, std::move(account), std::move(secret)));
}

void SqlStore::count(std::vector<lobby::Counting> what, Then<lobby::Counted> then) {
  write<lobby::Counted>(std::move(then), asked(store::count_more, std::move(what)));
}

void SqlStore::uncount(std::vector<std::string> keys, Then<void> then) {
  write<void>(std::move(then), asked(store::uncount, std::move(keys)));
}

void SqlStore::confirm_factor(std::string account, std::int64_t step, std::vector<std::string> recovery,
                              Then<void> then) {
  write<void>(std::move(then), asked(store::confirm_factor, std::move(account), step, std::move(recovery)));
}

void SqlStore::use_code(std::string account, std::int64_t step, Then<void> then) {
  write<void>(std::move(then), asked(store::use_code, std::move(account), step));
}

void SqlStore::use_recovery(std::string account, std::string hash, Then<void> then) {
  write<void>(std::move(then), asked(store::use_recovery, std::move(account), std::move(hash)));
}

void SqlStore::end_factor(std::string account, Then<void> then) {
  write<void>(std::move(then), asked(store::end_factor, std::move(account)));
}

void SqlStore::tell(lobby::Told told) {
  if (herald_) herald_->tell(std::move(told));
}

void SqlStore::hear(std::function<void(lobby::Told)> heard) {
  if (herald_) herald_->hear(std::move(heard));
}

void SqlStore::ended(std::vector<std::string> ids, Then<std::vector<std::string>> then) {
  read<std::vector<std::string>>(std::move(then), asked(store::ended, std::move(ids)));
}

void SqlStore::set_rated(std::string account, bool rated, Then<void> then) {
  write<void>(std::move(then), asked(store::set_rated, std::move(account), rated));
}

void SqlStore::be_program(std::string account, Then<void> then) {
  write<void>(std::move(then), asked(store::be_program, std::move(account)));
}

void SqlStore::carry_out(lobby::HostDeed deed, Then<lobby::HostDeed> then) {
  write<lobby::HostDeed>(std::move(then), asked(store::carry_out, std::move(deed)));
}

void SqlStore::host_deeds(lobby::DeedQuery query, Then<std::vector<lobby::HostDeed>> then) {
  read<std::vector<lobby::HostDeed>>(std::move(then), asked(store::host_deeds, std::move(query)));
}

void SqlStore::read_deeds(std::string account, Then<void> then) {
  write<void>(std::move(then), asked(store::read_deeds, std::move(account)));
}

void SqlStore::standing(std::string account, Then<lobby::Standing> then) {
  read<lobby::Standing>(std::move(then), asked(store::standing, std::move(account)));
}

}  // namespace wardroom::store
