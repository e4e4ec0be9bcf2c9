#include "server/store/sqlite/migrations.h"

#include <array>
#include <string>

#include "server/store/sqlite/newest_migrations.h"

namespace wardroom::store {
namespace {

constexpr std::int64_t kApplication = 0x57617264;  // "Ward"

// A row of journal and checkpoints stands at match * 2^24 + seq: the unique key (match, seq) as one integer, so that a
// match's rows lie side by side in the file and an append touches one page of them. What each viewer was told stands in
// the last row of the step that told it, for the same reason.
constexpr Migration kFirst{R"sql(
CREATE TABLE matches (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  scenario TEXT NOT NULL,
  options BLOB NOT NULL,
  account_0 TEXT NOT NULL,
  account_1 TEXT NOT NULL,
  bot_0 TEXT NOT NULL,
  bot_1 TEXT NOT NULL,
  creator TEXT NOT NULL,
  invitation TEXT NOT NULL,
  is_private INTEGER NOT NULL,
  clock_bank INTEGER NOT NULL,
  clock_increment INTEGER NOT NULL,
  clock_cap INTEGER NOT NULL,
  observer_delay INTEGER NOT NULL,
  overlay TEXT NOT NULL,
  data_hash BLOB NOT NULL,
  server_seed BLOB NOT NULL,
  nonce_0 BLOB NOT NULL,
  nonce_1 BLOB NOT NULL,
  rematch TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  head BLOB
);
CREATE INDEX matches_by_account_0 ON matches (account_0) WHERE account_0 <> '';
CREATE INDEX matches_by_account_1 ON matches (account_1) WHERE account_1 <> '';
CREATE INDEX matches_by_creator ON matches (creator) WHERE creator <> '';
CREATE UNIQUE INDEX matches_by_invitation ON matches (invitation) WHERE invitation <> '';

CREATE TABLE progress (
  match INTEGER PRIMARY KEY REFERENCES matches (key) ON DELETE CASCADE,
  state INTEGER NOT NULL,
  to_move INTEGER NOT NULL,
  left_0 INTEGER NOT NULL,
  left_1 INTEGER NOT NULL,
  moved_ms INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  serial_0 INTEGER NOT NULL DEFAULT 0,
  serial_1 INTEGER NOT NULL DEFAULT 0,
  serial_2 INTEGER NOT NULL DEFAULT 0,
  menu_0 INTEGER NOT NULL DEFAULT 0,
  menu_1 INTEGER NOT NULL DEFAULT 0,
  menu_2 INTEGER NOT NULL DEFAULT 0,
  hash BLOB NOT NULL,
  ending BLOB
);
CREATE INDEX progress_by_state ON progress (state);

CREATE VIEW cards AS
  SELECT p.match AS key, id, title, scenario, options, account_0, account_1, bot_0, bot_1, creator, invitation, is_private,
         clock_bank, clock_increment, clock_cap, observer_delay, overlay, data_hash, server_seed, nonce_0, nonce_1, rematch,
         created_ms, state, ending, to_move, left_0, left_1, moved_ms
  FROM matches m JOIN progress p ON p.match = m.key;

CREATE TABLE journal (
  place INTEGER PRIMARY KEY,
  match INTEGER GENERATED ALWAYS AS (place >> 24) VIRTUAL,
  seq INTEGER GENERATED ALWAYS AS (place & 16777215) VIRTUAL,
  time_ms INTEGER NOT NULL,
  serial_0 INTEGER NOT NULL,
  serial_1 INTEGER NOT NULL,
  serial_2 INTEGER NOT NULL,
  row BLOB NOT NULL,
  told_0 BLOB,
  told_1 BLOB,
  told_2 BLOB
);

CREATE TABLE checkpoints (
  place INTEGER PRIMARY KEY,
  match INTEGER GENERATED ALWAYS AS (place >> 24) VIRTUAL,
  seq INTEGER GENERATED ALWAYS AS (place & 16777215) VIRTUAL,
  epoch INTEGER NOT NULL,
  checksum BLOB NOT NULL,
  position BLOB NOT NULL
);

CREATE TABLE chat (
  id INTEGER PRIMARY KEY,
  match INTEGER NOT NULL REFERENCES matches (key) ON DELETE CASCADE,
  seat INTEGER NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  time_ms INTEGER NOT NULL
);
CREATE INDEX chat_by_match ON chat (match);

CREATE TABLE data (
  hash BLOB NOT NULL UNIQUE,
  title TEXT NOT NULL,
  files BLOB NOT NULL
);

CREATE TABLE accounts (
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  email TEXT NOT NULL,
  guest INTEGER NOT NULL,
  created_ms INTEGER NOT NULL
);
CREATE UNIQUE INDEX accounts_by_name ON accounts (folded_name) WHERE password_hash <> '';

CREATE TABLE sessions (
  id TEXT NOT NULL UNIQUE,
  token_hash BLOB NOT NULL UNIQUE,
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  device TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  seen_ms INTEGER NOT NULL
);
CREATE INDEX sessions_by_account ON sessions (account);

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  payload BLOB NOT NULL,
  due_ms INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX outbox_by_due ON outbox (due_ms);

-- Written to find out whether the disk takes writes again.
CREATE TABLE pulse (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  time_ms INTEGER NOT NULL
);
)sql"};

// A nonce is given after the seed's commitment was shown to both seats: what an open match has was given too early.
constexpr Migration kNonces{R"sql(
UPDATE matches SET nonce_0 = x'', nonce_1 = x'' WHERE key IN (SELECT match FROM progress WHERE state = 1);
)sql"};

// Whoever says something is known by his account: names are not unique. Of earlier lines, the players' are known by
// their seats.
constexpr Migration kSpeakers{R"sql(
ALTER TABLE chat ADD COLUMN account TEXT NOT NULL DEFAULT '';
UPDATE chat SET account = (SELECT CASE chat.seat WHEN 0 THEN account_0 ELSE account_1 END FROM matches WHERE key = chat.match)
  WHERE seat IN (0, 1);
CREATE INDEX chat_by_account ON chat (account) WHERE account <> '';
)sql"};

// When, and with which row, each viewer was last sent something, and when everyone was: what is told of time, and how
// far somebody looks back, depends on nothing that he has not been shown. A page stands at
// (match * 4 + viewer) * 2^24 + its number.
constexpr Migration kShown{R"sql(
ALTER TABLE progress ADD COLUMN shown_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN time_0 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN time_1 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN time_2 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN row_0 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN row_1 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN row_2 INTEGER NOT NULL DEFAULT 0;
UPDATE progress SET
  row_0 = coalesce((SELECT min(place) & 16777215 FROM journal j
    WHERE j.place BETWEEN progress.match << 24 AND (progress.match << 24) + 16777215 AND j.serial_0 = progress.serial_0), 0),
  row_1 = coalesce((SELECT min(place) & 16777215 FROM journal j
    WHERE j.place BETWEEN progress.match << 24 AND (progress.match << 24) + 16777215 AND j.serial_1 = progress.serial_1), 0),
  row_2 = coalesce((SELECT min(place) & 16777215 FROM journal j
    WHERE j.place BETWEEN progress.match << 24 AND (progress.match << 24) + 16777215 AND j.serial_2 = progress.serial_2), 0);
UPDATE progress SET
  time_0 = coalesce((SELECT time_ms FROM journal WHERE place = (progress.match << 24) + row_0), 0),
  time_1 = coalesce((SELECT time_ms FROM journal WHERE place = (progress.match << 24) + row_1), 0),
  time_2 = coalesce((SELECT time_ms FROM journal WHERE place = (progress.match << 24) + row_2), 0);
UPDATE progress SET shown_ms = time_2;

DROP VIEW cards;
CREATE VIEW cards AS
  SELECT p.match AS key, id, title, scenario, options, account_0, account_1, bot_0, bot_1, creator, invitation, is_private,
         clock_bank, clock_increment, clock_cap, observer_delay, overlay, data_hash, server_seed, nonce_0, nonce_1, rematch,
         created_ms, state, ending, to_move, left_0, left_1, moved_ms, shown_ms
  FROM matches m JOIN progress p ON p.match = m.key;

CREATE TABLE pages (
  place INTEGER PRIMARY KEY,
  last_serial INTEGER NOT NULL,
  time_ms INTEGER NOT NULL,
  body BLOB NOT NULL
);
)sql"};

// A checkpoint knows the rules it was written under; 0: those of the match's head.
constexpr Migration kRevisions{R"sql(
ALTER TABLE checkpoints ADD COLUMN rules_revision INTEGER NOT NULL DEFAULT 0;
)sql"};

// Whoever sits down first gives the hash of his nonce. Matches that were open already have none, and begin in the older
// way.
constexpr Migration kNonceHashes{R"sql(
ALTER TABLE matches ADD COLUMN nonce_hash_0 BLOB NOT NULL DEFAULT x'';
ALTER TABLE matches ADD COLUMN nonce_hash_1 BLOB NOT NULL DEFAULT x'';
ALTER TABLE matches ADD COLUMN open_by_ms INTEGER NOT NULL DEFAULT 0;
DROP VIEW cards;
CREATE VIEW cards AS
  SELECT p.match AS key, id, title, scenario, options, account_0, account_1, bot_0, bot_1, creator, invitation, is_private,
         clock_bank, clock_increment, clock_cap, observer_delay, overlay, data_hash, server_seed, nonce_0, nonce_1,
         nonce_hash_0, nonce_hash_1, open_by_ms, rematch, created_ms, state, ending, to_move, left_0, left_1, moved_ms,
         shown_ms
  FROM matches m JOIN progress p ON p.match = m.key;
)sql"};

// Seats that the rules play, sides that are drawn or bid for, and how far a match has come: as everyone at the table
// has been shown, and as observers have who are held back. A chapter stands at the row that began it, with what each
// viewer was shown then (serial 0: nothing); its checkpoint stays.
constexpr Migration kChapters{R"sql(
ALTER TABLE matches ADD COLUMN by_rules INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN sides INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN crossed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE checkpoints ADD COLUMN rounds INTEGER NOT NULL DEFAULT 0;
ALTER TABLE checkpoints ADD COLUMN chapters INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN progress BLOB NOT NULL DEFAULT x'';
ALTER TABLE progress ADD COLUMN held_back BLOB NOT NULL DEFAULT x'';
DROP VIEW cards;
CREATE VIEW cards AS
  SELECT p.match AS key, id, title, scenario, options, account_0, account_1, bot_0, bot_1, creator, invitation, is_private,
         clock_bank, clock_increment, clock_cap, observer_delay, overlay, data_hash, server_seed, nonce_0, nonce_1,
         nonce_hash_0, nonce_hash_1, open_by_ms, rematch, created_ms, state, ending, to_move, left_0, left_1, moved_ms,
         shown_ms, by_rules, sides, crossed, progress, held_back
  FROM matches m JOIN progress p ON p.match = m.key;

CREATE TABLE chapters (
  place INTEGER PRIMARY KEY,
  name BLOB NOT NULL,
  serial_0 INTEGER NOT NULL,
  serial_1 INTEGER NOT NULL,
  serial_2 INTEGER NOT NULL,
  time_ms INTEGER NOT NULL,
  body_0 BLOB NOT NULL,
  body_1 BLOB NOT NULL,
  body_2 BLOB NOT NULL  -- as on a page
);
)sql"};

// What each seat has queued: the newest state only, at match * 2 + seat.
constexpr Migration kQueues{R"sql(
CREATE TABLE queues (
  place INTEGER PRIMARY KEY,
  body BLOB NOT NULL
);
)sql"};

// Whether questions with one single answer pass by themselves.
constexpr Migration kQuickPasses{R"sql(
ALTER TABLE matches ADD COLUMN quick_passes INTEGER NOT NULL DEFAULT 0;
DROP VIEW cards;
CREATE VIEW cards AS
  SELECT p.match AS key, id, title, scenario, options, account_0, account_1, bot_0, bot_1, creator, invitation, is_private,
         clock_bank, clock_increment, clock_cap, observer_delay, overlay, data_hash, server_seed, nonce_0, nonce_1,
         nonce_hash_0, nonce_hash_1, open_by_ms, rematch, created_ms, state, ending, to_move, left_0, left_1, moved_ms,
         shown_ms, by_rules, sides, crossed, progress, held_back, quick_passes
  FROM matches m JOIN progress p ON p.match = m.key;
)sql"};

// What each seat has on its plotting table: the newest state only, at match * 2 + seat.
constexpr Migration kMarks{R"sql(
CREATE TABLE marks (
  place INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  body BLOB NOT NULL
);
)sql"};

// Whom a match is meant for, what it is a rematch of, where it goes on from; and offers among what was said.
constexpr Migration kPeople{R"sql(
ALTER TABLE matches ADD COLUMN invited TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN follows TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN origin BLOB NOT NULL DEFAULT x'';
ALTER TABLE chat ADD COLUMN offer BLOB;
CREATE INDEX matches_by_invited ON matches (invited) WHERE invited <> '';
DROP VIEW cards;
CREATE VIEW cards AS
  SELECT p.match AS key, id, title, scenario, options, account_0, account_1, bot_0, bot_1, creator, invitation, is_private,
         clock_bank, clock_increment, clock_cap, observer_delay, overlay, data_hash, server_seed, nonce_0, nonce_1,
         nonce_hash_0, nonce_hash_1, open_by_ms, rematch, created_ms, state, ending, to_move, left_0, left_1, moved_ms,
         shown_ms, by_rules, sides, crossed, progress, held_back, quick_passes, invited, follows, origin
  FROM matches m JOIN progress p ON p.match = m.key;
)sql"};

// Clocks that rest, and what stands beside the board; when no server was up; calendars, what people always order, how
// reliable they are (by month, counted from year 0) and whom they do not want to meet.
constexpr Migration kTime{R"sql(
ALTER TABLE matches ADD COLUMN clock_rests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN clock_leave INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN clock_grace INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN aside BLOB NOT NULL DEFAULT x'';
DROP VIEW cards;
CREATE VIEW cards AS
  SELECT p.match AS key, id, title, scenario, options, account_0, account_1, bot_0, bot_1, creator, invitation, is_private,
         clock_bank, clock_increment, clock_cap, observer_delay, overlay, data_hash, server_seed, nonce_0, nonce_1,
         nonce_hash_0, nonce_hash_1, open_by_ms, rematch, created_ms, state, ending, to_move, left_0, left_1, moved_ms,
         shown_ms, by_rules, sides, crossed, progress, held_back, quick_passes, invited, follows, origin,
         clock_rests, clock_leave, clock_grace, aside
  FROM matches m JOIN progress p ON p.match = m.key;

CREATE TABLE service (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  time_ms INTEGER NOT NULL
);
-- Nobody knows when the server was up before: not after what happened last, as far as anybody's clock goes.
INSERT INTO service (one, time_ms) SELECT 1, max(moved_ms) FROM progress HAVING max(moved_ms) > 0;
CREATE TABLE outages (
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL
);
CREATE INDEX outages_by_end ON outages (to_ms);

CREATE TABLE calendars (
  account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  body BLOB NOT NULL
);
CREATE TABLE usual (
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  seat INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (account, title, seat)
);
CREATE TABLE reliability (
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  month INTEGER NOT NULL,
  hand_overs INTEGER NOT NULL,
  in_time INTEGER NOT NULL,
  matches INTEGER NOT NULL,
  left INTEGER NOT NULL,
  PRIMARY KEY (account, month)
);
CREATE TABLE shunned (
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  whom TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  blocked INTEGER NOT NULL,
  muted INTEGER NOT NULL,
  PRIMARY KEY (account, whom)
);
CREATE INDEX shunned_by_whom ON shunned (whom);
)sql"};

// Events as their newest state, with whom they concern and when something is due in them; matches know theirs. What
// counts for ratings stands in rows of its own, in the order in which it is counted.
constexpr Migration kEvents{R"sql(
ALTER TABLE matches ADD COLUMN event TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN event_round INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN open_afterwards INTEGER NOT NULL DEFAULT 0;
DROP VIEW cards;
CREATE VIEW cards AS
  SELECT p.match AS key, id, title, scenario, options, account_0, account_1, bot_0, bot_1, creator, invitation, is_private,
         clock_bank, clock_increment, clock_cap, observer_delay, overlay, data_hash, server_seed, nonce_0, nonce_1,
         nonce_hash_0, nonce_hash_1, open_by_ms, rematch, created_ms, state, ending, to_move, left_0, left_1, moved_ms,
         shown_ms, by_rules, sides, crossed, progress, held_back, quick_passes, invited, follows, origin,
         clock_rests, clock_leave, clock_grace, aside, event, event_round, open_afterwards
  FROM matches m JOIN progress p ON p.match = m.key;

CREATE TABLE events (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  title TEXT NOT NULL,
  state INTEGER NOT NULL,
  body BLOB NOT NULL
);
CREATE INDEX events_by_state ON events (state);
CREATE TABLE event_people (
  account TEXT NOT NULL,
  event INTEGER NOT NULL REFERENCES events (key) ON DELETE CASCADE,
  PRIMARY KEY (account, event)
);
CREATE INDEX event_people_by_event ON event_people (event);
CREATE TABLE event_jobs (
  event INTEGER NOT NULL REFERENCES events (key) ON DELETE CASCADE,
  job TEXT NOT NULL,
  due_ms INTEGER NOT NULL,
  PRIMARY KEY (event, job)
);
CREATE INDEX event_jobs_by_due ON event_jobs (due_ms);
CREATE TABLE rated_matches (
  match TEXT NOT NULL UNIQUE,
  event INTEGER NOT NULL REFERENCES events (key) ON DELETE CASCADE,
  title TEXT NOT NULL,
  live INTEGER NOT NULL,
  finished_ms INTEGER NOT NULL,
  body BLOB NOT NULL
);
CREATE INDEX rated_matches_in_order ON rated_matches (title, live, finished_ms, match);
CREATE INDEX rated_matches_by_event ON rated_matches (event);
)sql"};

// Mail: what each account wants to be told and whether its address is confirmed; jobs that are about somebody stay when
// they are done, so that he sees what became of them; the mails that carry them, as long as they are not sent; tokens
// of mails, by their hash; sessions that a link has opened; and what each person had been shown when he last answered.
constexpr Migration kNotices{R"sql(
CREATE TABLE mailboxes (
  account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  state INTEGER NOT NULL,
  choice BLOB NOT NULL DEFAULT x'',
  mailed_ms INTEGER NOT NULL DEFAULT 0
);

ALTER TABLE outbox ADD COLUMN account TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN match TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN seat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN serial INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN created_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN state INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN time_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN words TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN mail INTEGER NOT NULL DEFAULT 0;
DROP INDEX outbox_by_due;
CREATE INDEX outbox_by_due ON outbox (due_ms) WHERE state IN (0, 2);
CREATE INDEX outbox_by_account ON outbox (account, id) WHERE account <> '';
CREATE INDEX outbox_by_mail ON outbox (mail) WHERE mail <> 0;

CREATE TABLE mails (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  bytes BLOB NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX mails_by_account ON mails (account);

CREATE TABLE tokens (
  hash BLOB PRIMARY KEY,
  purpose INTEGER NOT NULL,
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  address TEXT NOT NULL,
  match TEXT NOT NULL,
  until_ms INTEGER NOT NULL,
  opened INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX tokens_by_account ON tokens (account);
CREATE INDEX tokens_by_match ON tokens (match) WHERE match <> '';

CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  bytes BLOB NOT NULL
) WITHOUT ROWID;

ALTER TABLE sessions ADD COLUMN only_match TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN until_ms INTEGER NOT NULL DEFAULT 0;

ALTER TABLE progress ADD COLUMN answered_0 INTEGER NOT NULL DEFAULT 0;
ALTER TABLE progress ADD COLUMN answered_1 INTEGER NOT NULL DEFAULT 0;
)sql"};

// Where somebody is told besides by mail: hooks and devices. Each has its own row of a piece of news in the outbox, and
// all rows of one piece have one number.
constexpr Migration kChannels{R"sql(
CREATE TABLE channels (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  carrier INTEGER NOT NULL,
  address TEXT NOT NULL,
  name TEXT NOT NULL,
  format INTEGER NOT NULL DEFAULT 0,
  secret BLOB NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  off INTEGER NOT NULL DEFAULT 0,
  created_ms INTEGER NOT NULL
);
CREATE INDEX channels_by_account ON channels (account);
CREATE UNIQUE INDEX channels_by_device ON channels (address) WHERE carrier = 2;

ALTER TABLE outbox ADD COLUMN channel INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN news INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET news = id;
CREATE INDEX outbox_by_channel ON outbox (channel) WHERE channel <> 0;
ALTER TABLE mails ADD COLUMN channel INTEGER NOT NULL DEFAULT 0;
)sql"};

// Matches that are over as they count in records and balances, each with why it is not rated (empty: it is); what was
// over before this stands there, too. Matches that went on under other rules; what accounts have said of themselves;
// personal tokens by their hash; and where accounts have come from lately, as hashes.
constexpr Migration kRecords{R"sql(
CREATE TABLE account_marks (
  account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  program INTEGER NOT NULL DEFAULT 0,
  unrated INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE restarted_matches (match INTEGER PRIMARY KEY REFERENCES matches (key) ON DELETE CASCADE);

CREATE TABLE finished_matches (
  key INTEGER PRIMARY KEY REFERENCES matches (key) ON DELETE CASCADE,
  match TEXT NOT NULL UNIQUE,
  event TEXT NOT NULL,
  title TEXT NOT NULL,
  scenario TEXT NOT NULL,
  live INTEGER NOT NULL,
  finished_ms INTEGER NOT NULL,
  account_0 TEXT NOT NULL,
  account_1 TEXT NOT NULL,
  ending BLOB NOT NULL,
  unrated TEXT NOT NULL,
  is_private INTEGER NOT NULL,
  bots INTEGER NOT NULL
);
CREATE INDEX finished_in_order ON finished_matches (finished_ms, match);
CREATE INDEX finished_by_first ON finished_matches (account_0) WHERE account_0 <> '';
CREATE INDEX finished_by_second ON finished_matches (account_1) WHERE account_1 <> '';
INSERT INTO finished_matches
  SELECT key, id, event, title, scenario, clock_bank > 0 AND clock_bank < 86400, moved_ms, account_0, account_1, ending,
         CASE WHEN by_rules <> 0 THEN 'rules'
              WHEN bot_0 <> '' OR bot_1 <> '' THEN 'bot'
              WHEN account_0 = '' OR account_1 = '' OR account_0 = account_1 THEN 'alone'
              WHEN overlay <> '' THEN 'overlay'
              WHEN length(origin) > 0 THEN 'played_on'
              WHEN EXISTS (SELECT 1 FROM accounts a WHERE a.id IN (account_0, account_1) AND a.guest <> 0) THEN 'guest'
              ELSE '' END,
         is_private <> 0 AND open_afterwards = 0, 0
  FROM matches JOIN progress ON match = key WHERE state = 5 AND seq > 0 AND ending IS NOT NULL;

CREATE TABLE personal_tokens (
  id TEXT PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  scopes INTEGER NOT NULL,
  created_ms INTEGER NOT NULL,
  used_ms INTEGER NOT NULL DEFAULT 0,
  until_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX personal_tokens_by_account ON personal_tokens (account);

CREATE TABLE addresses (
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash BLOB NOT NULL,
  seen_ms INTEGER NOT NULL,
  PRIMARY KEY (account, hash)
) WITHOUT ROWID;
CREATE INDEX addresses_by_hash ON addresses (hash);
)sql"};

constexpr std::array kMigrations{kFirst,    kNonces,   kSpeakers,    kShown,   kRevisions, kNonceHashes,
                                 kChapters, kQueues,   kQuickPasses, kMarks,   kPeople,    kTime,
                                 kEvents,   kNotices,  kChannels,    kRecords, kReplies,   kSeenNames,
                                 kFactors,  kMadeFrom, kHostActs,    kDevices, kWaiting,   kCounts};

}  // namespace

std::span<const Migration> migrations() { return kMigrations; }

Result<void> migrate(SqliteConnection& connection, const std::filesystem::path& path, std::span<const Migration> list) {
  const auto known = static_cast<std::int64_t>(list.size());
  while (true) {
    // Another server may be opening the same file: look again inside the transaction.
    connection.script("BEGIN IMMEDIATE");
    try {
      const std::int64_t version = connection.number("PRAGMA user_version");
      const bool ours = connection.number("PRAGMA application_id") == kApplication;
      const bool empty = version == 0 && connection.number("SELECT count(*) FROM sqlite_schema") == 0;
      if (!ours && !empty) {
        connection.script("ROLLBACK");
        return refuse(RefusalCode::kUnreadable, Text("store.not_ours").word("file", path.string()));
      }
      if (version > known) {
        connection.script("ROLLBACK");
        return refuse(
            RefusalCode::kUnreadable,
            Text("store.newer_schema").word("file", path.string()).number("found", version).number("known", known));
      }
      if (version == known) {
        connection.script("ROLLBACK");
        return {};
      }
      connection.script(list[static_cast<std::size_t>(version)].sql);
      connection.script("PRAGMA application_id=" + std::to_string(kApplication));
      connection.script("PRAGMA user_version=" + std::to_string(version + 1));
      connection.script("COMMIT");
    } catch (...) {
      if (connection.in_transaction()) connection.script("ROLLBACK");
      throw;
    }
  }
}

}  // namespace wardroom::store
