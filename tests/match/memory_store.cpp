#include "tests/match/memory_store.h"

#include <algorithm>
#include <boost/asio/use_future.hpp>
#include <memory>

#include "common/name.h"
#include "server/engine/journal.h"

namespace wardroom::testing {
namespace {

Refusal not_found() { return refuse(RefusalCode::kNotFound, "store.test_not_found"); }
Refusal conflict() { return refuse(RefusalCode::kConflict, "store.test_conflict"); }

}  // namespace

MemoryStore::~MemoryStore() {
  release_appends();
  thread_.join();
}

// -- for tests --

std::int64_t MemoryStore::now_ms() {
  std::lock_guard lock(mutex_);
  return now_ms_;
}

void MemoryStore::pass(std::int64_t ms) {
  std::lock_guard lock(mutex_);
  now_ms_ += ms;
}

void MemoryStore::hurt(bool hurt) {
  std::lock_guard lock(mutex_);
  hurt_ = hurt;
}

void MemoryStore::stop(std::int64_t ms) {
  std::lock_guard lock(mutex_);
  stopped_ms_ = beat_ms_.value_or(now_ms_);
  now_ms_ += ms;
}

void MemoryStore::fail_appends(Fault fault, int count) {
  std::lock_guard lock(mutex_);
  fault_ = fault;
  faults_ = count;
}

void MemoryStore::fail_writes(bool fail) {
  std::lock_guard lock(mutex_);
  fail_writes_ = fail;
}

void MemoryStore::hold_appends() {
  std::lock_guard lock(mutex_);
  holding_ = true;
}

void MemoryStore::await_held(std::size_t count) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return held_.size() >= count; });
}

void MemoryStore::release_appends() {
  std::lock_guard lock(mutex_);
  holding_ = false;
  for (auto& held : held_) boost::asio::post(thread_, std::move(held));
  held_.clear();
}

void MemoryStore::settle() { boost::asio::post(thread_, boost::asio::use_future).get(); }

void MemoryStore::forget_position(const std::string& match) {
  std::lock_guard lock(mutex_);
  for (auto& checkpoint : matches_.at(match).checkpoints) checkpoint.set_checksum("damaged");
}

std::uint64_t MemoryStore::rows(const std::string& match) {
  std::lock_guard lock(mutex_);
  return matches_.at(match).rows.size();
}

match::MatchCard MemoryStore::card_now(const std::string& match) {
  std::lock_guard lock(mutex_);
  return matches_.at(match).card;
}

void MemoryStore::put(match::MatchCard card) {
  std::lock_guard lock(mutex_);
  match::MatchCard& there = matches_.at(card.id).card;
  there = std::move(card);
}

v1::record::Row MemoryStore::row(const std::string& match, std::uint64_t seq) {
  std::lock_guard lock(mutex_);
  return matches_.at(match).rows.at(seq - 1);
}

int MemoryStore::loads() {
  std::lock_guard lock(mutex_);
  return loads_;
}

std::size_t MemoryStore::bundles() {
  std::lock_guard lock(mutex_);
  return bundles_.size();
}

// -- matches --

MemoryStore::Record* MemoryStore::find(const std::string& match) {
  auto it = matches_.find(match);
  return it == matches_.end() ? nullptr : &it->second;
}

void MemoryStore::create(match::MatchCard card, Then<match::MatchCard> then) {
  write<match::MatchCard>(std::move(then), [this, card = std::move(card)]() mutable -> Result<match::MatchCard> {
    if (find(card.id)) return conflict();
    card.created_ms = now_ms_;
    matches_[card.id].card = card;
    order_.push_back(card.id);
    return card;
  });
}

void MemoryStore::update_card(match::MatchCard card, v1::MatchState expected, Then<match::MatchCard> then) {
  write<match::MatchCard>(std::move(then), [this, card = std::move(card), expected]() -> Result<match::MatchCard> {
    Record* record = find(card.id);
    if (!record) return not_found();
    if (record->card.state != expected) return conflict();
    match::MatchCard kept = card;
    kept.aside = record->card.aside;
    if (!record->rows.empty()) kept.clocks = record->card.clocks;
    return record->card = std::move(kept);
  });
}

void MemoryStore::card(std::string match, Then<match::MatchCard> then) {
  on_thread<match::MatchCard>(std::move(then), [this, match = std::move(match)]() -> Result<match::MatchCard> {
    Record* record = find(match);
    if (!record) return not_found();
    return record->card;
  });
}

void MemoryStore::card_by_invitation(std::string invitation, Then<match::MatchCard> then) {
  on_thread<match::MatchCard>(std::move(then),
                              [this, invitation = std::move(invitation)]() -> Result<match::MatchCard> {
                                for (const auto& [id, record] : matches_) {
                                  if (record.card.invitation == invitation) return record.card;
                                }
                                return not_found();
                              });
}

void MemoryStore::list(Query query, Then<std::vector<match::MatchCard>> then) {
  on_thread<std::vector<match::MatchCard>>(
      std::move(then), [this, query = std::move(query)]() -> Result<std::vector<match::MatchCard>> {
        std::vector<match::MatchCard> cards;
        bool started = query.after.empty();
        for (auto id = order_.rbegin(); id != order_.rend() && cards.size() < query.limit; ++id) {
          if (!started) {
            started = *id == query.after;
            continue;
          }
          const match::MatchCard& card = matches_.at(*id).card;
          const bool mine = std::ranges::find(card.accounts, query.account) != card.accounts.end();
          const bool anyones = query.account.empty();
          const bool sits = std::ranges::find(card.accounts, query.invited) != card.accounts.end();
          const bool meant = card.invited == query.invited && !sits;
          if (!query.invited.empty() ? !meant : anyones ? card.is_private && !query.hidden : !mine) continue;
          if (!query.states.empty() && std::ranges::find(query.states, card.state) == query.states.end()) continue;
          cards.push_back(card);
        }
        return cards;
      });
}

void MemoryStore::remove(std::string match, Then<void> then) {
  write<void>(std::move(then), [this, match = std::move(match)]() -> Result<void> {
    Record* record = find(match);
    if (!record) return not_found();
    if (record->card.state != v1::MATCH_STATE_OPEN) return conflict();
    matches_.erase(match);
    std::erase(order_, match);
    return {};
  });
}

// -- journals --

void MemoryStore::append(match::Commit commit, Then<match::Stamp> then) {
  auto shared = std::make_shared<match::Commit>(std::move(commit));
  auto work = [this, shared, then = std::move(then)] {
    std::unique_lock lock(mutex_);
    const Fault fault = faults_ > 0 ? fault_ : Fault::kNone;
    if (faults_ > 0) --faults_;
    Result<match::Stamp> result = refuse(RefusalCode::kUnavailable, "store.test_fault");
    switch (fault) {
      case Fault::kNone:
        result = append_now(*shared);
        break;
      case Fault::kRefuse:
        break;
      case Fault::kConflict:
        result = conflict();
        break;
      case Fault::kLoseAnswer:
        (void)append_now(*shared);
        break;
    }
    healthy_ = result.has_value() || result.error().code == RefusalCode::kConflict;
    lock.unlock();
    then(std::move(result));
  };
  std::lock_guard lock(mutex_);
  if (holding_) {
    held_.push_back(std::move(work));
    changed_.notify_all();
  } else {
    boost::asio::post(thread_, std::move(work));
  }
}

Result<match::Stamp> MemoryStore::append_now(match::Commit& commit) {
  Record* record = find(commit.match);
  if (!record) return not_found();
  if (record->rows.size() != commit.after) return conflict();
  if (commit.head) record->head = *commit.head;
  const std::string last = record->rows.empty() ? chain_start(record->head) : record->rows.back().hash();
  if (last != commit.previous_hash) return conflict();
  match::Beside beside{record->card.clocks, record->card.aside};
  if (commit.beside) {
    Result<match::Beside> changed = change_now(*record, commit.beside);
    if (!changed) return changed.error();
    beside = std::move(*changed);
  }
  std::string previous = last;
  for (v1::record::Row row : commit.rows) {
    seal(row, previous, now_ms_);
    previous = row.hash();
    record->rows.push_back(std::move(row));
  }
  if (commit.checkpoint) record->checkpoints.push_back(*commit.checkpoint);
  std::vector<v1::record::ViewerState> viewers(commit.viewers.begin(), commit.viewers.end());
  for (std::size_t i = 0; i < viewers.size(); ++i) {
    const bool same = i < record->viewers.size() && record->viewers[i].serial() == viewers[i].serial();
    viewers[i].set_time_ms(same ? record->viewers[i].time_ms() : now_ms_);
  }
  record->viewers = std::move(viewers);
  for (match::Page& page : commit.pages) {
    page.time_ms = now_ms_;
    record->pages[{page.viewer, page.number}] = page;
  }
  if (commit.chapter) record->chapters.push_back(*commit.chapter);
  for (const match::StoredQueue& queue : commit.queues) keep(*record, queue);
  for (const auto& told : commit.told) {
    v1::PastReports& past = record->told[index(told.viewer)].emplace_back();
    past.set_serial(told.serial);
    past.set_time_ms(now_ms_);
    for (const v1::Report& report : told.reports) *past.add_reports() = report;
  }
  match::MatchCard& card = record->card;
  card.state = commit.state;
  card.ending = commit.ending;
  card.to_move = commit.to_move;
  if (commit.progress) {
    card.progress = commit.progress->shown;
    card.held_back = commit.progress->held_back;
  }
  card.moved_ms = now_ms_;
  if (commit.shown) card.shown_ms = now_ms_;
  return match::Stamp{now_ms_, previous, beside};
}

Stored MemoryStore::stored(const Record& record, std::uint64_t upto) const {
  Stored stored;
  stored.head = record.head;
  for (const auto& checkpoint : record.checkpoints) {
    const bool undone = std::ranges::any_of(record.rows, [&](const v1::record::Row& row) {
      return row.has_rewind() && row.seq() > checkpoint.seq() && row.rewind().keep() < checkpoint.seq();
    });
    if (checkpoint.seq() <= upto && !undone) stored.checkpoint = checkpoint;
  }
  stored.rows.assign(record.rows.begin() + static_cast<std::ptrdiff_t>(stored.checkpoint.seq()), record.rows.end());
  stored.viewers = record.viewers;
  stored.last_hash = record.rows.empty() ? chain_start(record.head) : record.rows.back().hash();
  return stored;
}

void MemoryStore::keep(Record& record, const match::StoredQueue& queue) {
  record.queues.erase(queue.seat);
  if (!queue.body.empty()) record.queues[queue.seat] = queue.body;
}

std::string MemoryStore::queue(const std::string& match, Seat seat) {
  std::lock_guard lock(mutex_);
  const auto& queues = matches_.at(match).queues;
  const auto found = queues.find(seat);
  return found == queues.end() ? std::string() : found->second;
}

void MemoryStore::keep_queue(std::string match, std::uint64_t after, match::StoredQueue queue, Then<void> then) {
  write<void>(std::move(then), [this, match = std::move(match), after, queue = std::move(queue)]() -> Result<void> {
    Record* record = find(match);
    if (!record) return not_found();
    if (record->rows.size() != after) return conflict();
    keep(*record, queue);
    return {};
  });
}

void MemoryStore::marks(std::string match, Then<std::vector<match::StoredMarks>> then) {
  using All = std::vector<match::StoredMarks>;
  on_thread<All>(std::move(then), [this, match = std::move(match)]() -> Result<All> {
    Record* record = find(match);
    if (!record) return not_found();
    All all;
    for (const auto& [seat, marks] : record->marks) all.push_back(marks);
    return all;
  });
}

void MemoryStore::keep_marks(std::string match, match::StoredMarks marks, Then<void> then) {
  write<void>(std::move(then), [this, match = std::move(match), marks = std::move(marks)]() -> Result<void> {
    Record* record = find(match);
    if (!record) return not_found();
    match::StoredMarks& kept = record->marks[marks.seat];
    if (marks.version != kept.version + 1) return conflict();
    kept = marks;
    return {};
  });
}

void MemoryStore::load(std::string match, Then<match::Loaded> then) {
  on_thread<match::Loaded>(std::move(then), [this, match = std::move(match)]() -> Result<match::Loaded> {
    Record* record = find(match);
    if (!record) return not_found();
    ++loads_;
    if (hurt_)
      return refuse(RefusalCode::kUnreadable, Text("store.unreadable_row").word("match", match).number("row", 3));
    match::Loaded loaded{record->card, stored(*record, UINT64_MAX), {}};
    for (const auto& [key, page] : record->pages) loaded.pages[index(page.viewer)] = page;  // in order
    loaded.chapters = record->chapters;
    for (const auto& [seat, body] : record->queues) loaded.queues.push_back({seat, body});
    for (match::Chapter& chapter : loaded.chapters) chapter.bodies = {};
    return loaded;
  });
}

void MemoryStore::stretch(std::string match, std::uint64_t seq, Then<Stored> then) {
  on_thread<Stored>(std::move(then), [this, match = std::move(match), seq]() -> Result<Stored> {
    Record* record = find(match);
    if (!record) return not_found();
    return stored(*record, seq);
  });
}

void MemoryStore::journal(std::string match, match::Bookmark after, std::uint32_t rows, Then<match::JournalPart> then) {
  on_thread<match::JournalPart>(std::move(then), [=, this]() -> Result<match::JournalPart> {
    Record* record = find(match);
    if (!record) return not_found();
    match::JournalPart part;
    part.read = after;
    if (after.last == 0) {
      part.head = record->head;
      part.opening = record->checkpoints.front().position();
      part.read.last = record->rows.size();
    }
    while (part.rows.size() < rows && !part.ends()) part.rows.push_back(record->rows.at(part.read.row++));
    return part;
  });
}

void MemoryStore::history(std::string match, Viewer viewer, std::uint64_t after_serial, std::uint64_t upto_serial,
                          std::uint32_t limit, Then<std::vector<v1::PastReports>> then) {
  on_thread<std::vector<v1::PastReports>>(std::move(then), [=, this]() -> Result<std::vector<v1::PastReports>> {
    Record* record = find(match);
    if (!record) return not_found();
    std::vector<v1::PastReports> past;
    for (const auto& told : record->told[index(viewer)]) {
      const bool asked = told.serial() > after_serial && told.serial() <= upto_serial;
      if (asked && past.size() < limit) past.push_back(told);
    }
    return past;
  });
}

void MemoryStore::page(std::string match, Viewer viewer, std::uint64_t number, Then<match::Page> then) {
  on_thread<match::Page>(std::move(then), [=, this]() -> Result<match::Page> {
    Record* record = find(match);
    if (!record) return not_found();
    const auto found = record->pages.lower_bound({viewer, number});
    if (found == record->pages.end() || found->second.viewer != viewer) return not_found();
    return found->second;
  });
}

void MemoryStore::chapter(std::string match, Viewer viewer, std::uint64_t row, Then<match::Page> then) {
  on_thread<match::Page>(std::move(then), [=, this]() -> Result<match::Page> {
    Record* record = find(match);
    if (!record) return not_found();
    const auto found = std::ranges::find(record->chapters, row, &match::Chapter::row);
    if (found == record->chapters.end() || found->serials.at(index(viewer)) == 0) return not_found();
    match::Page page;
    page.viewer = viewer;
    page.last_serial = found->serials[index(viewer)];
    page.body = found->bodies[index(viewer)];
    page.time_ms = now_ms_;
    return page;
  });
}

void MemoryStore::said_by(std::string account, Then<std::vector<v1::Chat>> then) {
  on_thread<std::vector<v1::Chat>>(std::move(then), [=, this]() -> Result<std::vector<v1::Chat>> {
    std::vector<v1::Chat> lines;
    for (const auto& [id, record] : matches_) {
      for (std::size_t i = 0; i < record.chat.size(); ++i) {
        if (!account.empty() && record.speakers[i] == account) lines.push_back(record.chat[i]);
      }
    }
    return lines;
  });
}

void MemoryStore::say(std::string match, match::Speaker speaker, match::Said said, Then<v1::Chat> then) {
  write<v1::Chat>(std::move(then), [=, this]() -> Result<v1::Chat> {
    Record* record = find(match);
    if (!record) return not_found();
    v1::Chat& chat = record->chat.emplace_back();
    chat.set_match(match);
    chat.set_name(speaker.name);
    const auto account = accounts_.find(speaker.account);
    chat.set_guest(account != accounts_.end() && account->second.guest);
    record->speakers.push_back(speaker.account);
    chat.set_text(said.text);
    if (said.offer) *chat.mutable_offer() = *said.offer;
    chat.set_time_ms(now_ms_);
    return chat;
  });
}

void MemoryStore::chat(std::string match, std::string reader, std::int64_t, std::uint32_t limit,
                       Then<std::vector<v1::Chat>> then) {
  on_thread<std::vector<v1::Chat>>(std::move(then), [=, this]() -> Result<std::vector<v1::Chat>> {
    Record* record = find(match);
    if (!record) return not_found();
    std::vector<v1::Chat> heard;
    for (std::size_t i = 0; i < record->chat.size(); ++i) {
      const bool muted = std::ranges::any_of(shunned_[reader], [&](const lobby::Shunned& whom) {
        return whom.muted && whom.account == record->speakers[i];
      });
      if (record->chat[i].has_offer() || !muted) heard.push_back(record->chat[i]);
    }
    const std::size_t skip = heard.size() > limit ? heard.size() - limit : 0;
    return std::vector<v1::Chat>(heard.begin() + static_cast<std::ptrdiff_t>(skip), heard.end());
  });
}

void MemoryStore::keep_data(std::string, Bundle bundle, Then<void> then) {
  write<void>(std::move(then), [this, bundle = std::move(bundle)]() -> Result<void> {
    bundles_[bundle.hash()] = bundle;
    return {};
  });
}

void MemoryStore::data(std::string hash, Then<Bundle> then) {
  on_thread<Bundle>(std::move(then), [this, hash = std::move(hash)]() -> Result<Bundle> {
    ++bundle_reads;
    auto it = bundles_.find(hash);
    if (it == bundles_.end()) return not_found();
    return it->second;
  });
}

// -- accounts --

bool MemoryStore::name_taken(const lobby::Account& account) const {
  return std::ranges::any_of(accounts_, [&](const auto& entry) {
    const lobby::Account& other = entry.second;
    const bool alike =
        folded_name(other.name) == folded_name(account.name) || seen_name(other.name) == seen_name(account.name);
    return other.id != account.id && !other.guest && alike;
  });
}

void MemoryStore::create_account(lobby::Enrolment enrolment, Then<lobby::Account> then) {
  write<lobby::Account>(std::move(then), [this, enrolment = std::move(enrolment)]() -> Result<lobby::Account> {
    const lobby::Account& account = enrolment.account;
    if (name_taken(account)) return conflict();
    accounts_[account.id] = account;
    if (enrolment.session) sessions_.push_back(*enrolment.session);
    return account;
  });
}

void MemoryStore::account(std::string id, Then<lobby::Account> then) {
  on_thread<lobby::Account>(std::move(then), [this, id = std::move(id)]() -> Result<lobby::Account> {
    auto it = accounts_.find(id);
    if (it == accounts_.end()) return not_found();
    return it->second;
  });
}

void MemoryStore::account_by_name(std::string name, Then<lobby::Account> then) {
  on_thread<lobby::Account>(std::move(then), [this, name = std::move(name)]() -> Result<lobby::Account> {
    for (const auto& [id, account] : accounts_) {
      if (!account.guest && folded_name(account.name) == folded_name(name)) return account;
    }
    return not_found();
  });
}

void MemoryStore::update_account(lobby::Enrolment enrolment, Then<void> then) {
  write<void>(std::move(then), [this, account = std::move(enrolment.account)]() -> Result<void> {
    if (!accounts_.contains(account.id)) return not_found();
    if (name_taken(account)) return conflict();
    accounts_[account.id] = account;
    return {};
  });
}

void MemoryStore::delete_account(std::string id, Then<void> then) {
  write<void>(std::move(then), [this, id = std::move(id)]() -> Result<void> {
    if (accounts_.erase(id) == 0) return not_found();
    std::erase_if(sessions_, [&](const auto& session) { return session.account == id; });
    for (auto& [match, record] : matches_) {
      for (std::string& account : record.card.accounts) {
        if (account == id) account.clear();
      }
    }
    return {};
  });
}

void MemoryStore::add_session(lobby::SessionRecord session, Then<void> then) {
  write<void>(std::move(then), [this, session = std::move(session)]() -> Result<void> {
    sessions_.push_back(session);
    return {};
  });
}

void MemoryStore::session_by_token(std::string token_hash, Then<lobby::SessionRecord> then) {
  on_thread<lobby::SessionRecord>(
      std::move(then), [this, token_hash = std::move(token_hash)]() -> Result<lobby::SessionRecord> {
        auto it = std::ranges::find(sessions_, token_hash, &lobby::SessionRecord::token_hash);
        if (it == sessions_.end()) return not_found();
        it->seen_ms = now_ms_;
        return *it;
      });
}

void MemoryStore::sessions(std::string account, Then<std::vector<lobby::SessionRecord>> then) {
  on_thread<std::vector<lobby::SessionRecord>>(
      std::move(then), [=, this]() -> Result<std::vector<lobby::SessionRecord>> {
        std::vector<lobby::SessionRecord> mine;
        std::ranges::copy_if(sessions_, std::back_inserter(mine),
                             [&](const auto& session) { return session.account == account; });
        return mine;
      });
}

void MemoryStore::end_session(std::string account, std::string id, Then<void> then) {
  write<void>(std::move(then), [=, this]() -> Result<void> {
    if (std::erase_if(sessions_, [&](const auto& session) { return session.account == account && session.id == id; }) ==
        0)
      return not_found();
    return {};
  });
}

void MemoryStore::end_other_sessions(std::string account, std::string keep, Then<void> then) {
  write<void>(std::move(then), [=, this]() -> Result<void> {
    std::erase_if(sessions_, [&](const auto& session) { return session.account == account && session.id != keep; });
    return {};
  });
}

void MemoryStore::forget_old(std::int64_t sessions_before_ms, std::int64_t, Then<lobby::Forgotten> then) {
  write<lobby::Forgotten>(std::move(then), [=, this]() -> Result<lobby::Forgotten> {
    const auto old = [&](const auto& session) { return session.seen_ms < sessions_before_ms; };
    return lobby::Forgotten{static_cast<std::uint32_t>(std::erase_if(sessions_, old)), 0};
  });
}

}  // namespace wardroom::testing
