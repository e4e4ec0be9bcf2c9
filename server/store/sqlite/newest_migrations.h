// The newest migrations: migrations.cpp has those before them.
#pragma once

#include "server/store/sqlite/migrations.h"

namespace wardroom::store {

// How long people's answers took, by month; whom the host wants here no more; and a number that grows with whatever
// ratings are folded from.
inline constexpr Migration kReplies{R"sql(
CREATE TABLE replies (
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  month INTEGER NOT NULL,
  minutes INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (account, month, minutes)
) WITHOUT ROWID;
CREATE TABLE bans (
  account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  since_ms INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE rated_version (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
);
INSERT INTO rated_version (one, version) VALUES (1, 1);
CREATE TRIGGER rated_added AFTER INSERT ON rated_matches BEGIN UPDATE rated_version SET version = version + 1; END;
CREATE TRIGGER rated_gone AFTER DELETE ON rated_matches BEGIN UPDATE rated_version SET version = version + 1; END;
CREATE TRIGGER finished_added AFTER INSERT ON finished_matches BEGIN UPDATE rated_version SET version = version + 1; END;
CREATE TRIGGER finished_changed AFTER UPDATE ON finished_matches BEGIN UPDATE rated_version SET version = version + 1; END;
CREATE TRIGGER finished_gone AFTER DELETE ON finished_matches BEGIN UPDATE rated_version SET version = version + 1; END;
CREATE TRIGGER marks_added AFTER INSERT ON account_marks BEGIN UPDATE rated_version SET version = version + 1; END;
CREATE TRIGGER marks_changed AFTER UPDATE ON account_marks BEGIN UPDATE rated_version SET version = version + 1; END;
)sql"};

// What names look like; those that were there before may look alike.
inline constexpr Migration kSeenNames{R"sql(
ALTER TABLE accounts ADD COLUMN seen_name TEXT NOT NULL DEFAULT '';
UPDATE accounts SET seen_name = seen_name(name);
CREATE INDEX accounts_by_seen_name ON accounts (seen_name) WHERE password_hash <> '';
)sql"};

// Second factors. The secret must be known to make the codes; recovery codes are stored as hashes.
inline constexpr Migration kFactors{R"sql(
CREATE TABLE factors (
  account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  secret BLOB NOT NULL,
  confirmed INTEGER NOT NULL DEFAULT 0,
  last_step INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE recovery_codes (
  account TEXT NOT NULL REFERENCES factors (account) ON DELETE CASCADE,
  hash BLOB NOT NULL,
  PRIMARY KEY (account, hash)
) WITHOUT ROWID;
)sql"};

// Where a match was made, as a hash, while it is not over.
inline constexpr Migration kMadeFrom{R"sql(
CREATE TABLE made_from (
  match INTEGER PRIMARY KEY REFERENCES matches (key) ON DELETE CASCADE,
  hash BLOB NOT NULL
);
CREATE INDEX made_from_by_hash ON made_from (hash);
)sql"};

// What the host has done, for good; how far those whom it concerns have read it; who has his right, and who may not
// speak.
inline constexpr Migration kHostActs{R"sql(
CREATE TABLE host_acts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  time_ms INTEGER NOT NULL,
  by_account TEXT NOT NULL,
  act INTEGER NOT NULL,
  account TEXT NOT NULL,
  match TEXT NOT NULL,
  before TEXT NOT NULL,
  until_ms INTEGER NOT NULL,
  reason TEXT NOT NULL
);
CREATE INDEX host_acts_by_account ON host_acts (account) WHERE account <> '';
CREATE INDEX host_acts_by_match ON host_acts (match) WHERE match <> '';

CREATE TABLE host_acts_read (
  account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  upto INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE admins (
  account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE
) WITHOUT ROWID;

CREATE TABLE mutes (
  account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  until_ms INTEGER NOT NULL
) WITHOUT ROWID;
)sql"};

// Devices on which somebody was signed in and has signed out, by their tokens' hashes.
inline constexpr Migration kDevices{R"sql(
CREATE TABLE devices (
  account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  hash BLOB NOT NULL,
  seen_ms INTEGER NOT NULL,
  PRIMARY KEY (account, hash)
) WITHOUT ROWID;
)sql"};

// Those who wait for anyone to play with: until when, as their server says; until when somebody who has met them has
// them; and the match that they are in.
inline constexpr Migration kWaiting{R"sql(
CREATE TABLE waiting (
  place INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL UNIQUE REFERENCES accounts (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  scenario TEXT NOT NULL,
  nonce_hash BLOB NOT NULL,
  until_ms INTEGER NOT NULL,
  taken_ms INTEGER NOT NULL,
  match TEXT NOT NULL
);
)sql"};

// How often something that is bounded has happened, by a hash of what it is and who did it: since when, or when last,
// and when that is forgotten. Of servers that share a database: one alone counts by itself.
inline constexpr Migration kCounts{R"sql(
CREATE TABLE counts (
  hash BLOB PRIMARY KEY,
  number INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX counts_by_end ON counts (until_ms);
)sql"};

}  // namespace wardroom::store
