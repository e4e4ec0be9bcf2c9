// The migration that came last: migrations.cpp has those before it.
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

}  // namespace wardroom::store
