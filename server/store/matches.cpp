#include "server/store/matches.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "server/match/jobs.h"
#include "server/store/jobs.h"

namespace wardroom::store {
namespace {

using match::MatchCard;

const std::string kNoHash;

struct Keyed {
  std::int64_t key;
  MatchCard card;
};

std::string bytes_of(const MatchCard& card) {
  v1::record::Options record;
  record.set_unrated(card.unrated);
  for (const auto& option : card.options) {
    auto& added = *record.add_options();
    added.set_id(option.id());
    added.set_value(option.value());
  }
  return record.SerializeAsString();
}

std::int64_t mask_of(const std::array<bool, 2>& flags) { return (flags[0] ? 1 : 0) | (flags[1] ? 2 : 0); }
std::array<bool, 2> flags_of(std::int64_t mask) { return {(mask & 1) != 0, (mask & 2) != 0}; }

Refusal unreadable_card(const std::string& match) {
  return refuse(RefusalCode::kUnreadable, Text("store.unreadable_card").word("match", match));
}

// A row of the view `cards`, from its first column to its last; a file, which no other server writes, has no editions.
class CardRow {
 public:
  explicit CardRow(const Cursor& row) : row_(row) {}

  std::int64_t number() { return row_.number_at(column_++); }
  std::uint32_t small() { return static_cast<std::uint32_t>(number()); }
  std::string bytes() { return row_.bytes_at(column_++); }
  bool read(google::protobuf::MessageLite& message) { return message.ParseFromString(bytes()); }
  bool none() { return row_.null_at(column_) && ++column_ > 0; }

 private:
  const Cursor& row_;
  int column_ = 0;
};

// How it was made; whether that can be read, like the next.
bool read_making(CardRow& row, MatchCard& card) {
  card.id = row.bytes();
  card.title = row.bytes();
  card.scenario = row.bytes();
  v1::record::Options options;
  if (!row.read(options)) return false;
  card.unrated = options.unrated();
  for (auto& option : *options.mutable_options()) {
    auto& chosen = card.options.emplace_back();
    chosen.set_id(std::move(*option.mutable_id()));
    chosen.set_value(std::move(*option.mutable_value()));
  }
  for (auto& account : card.accounts) account = row.bytes();
  for (auto& bot : card.bots) bot = row.bytes();
  card.creator = row.bytes();
  card.invitation = row.bytes();
  card.is_private = row.number() != 0;
  card.clock.set_bank_seconds(row.small());
  card.clock.set_increment_seconds(row.small());
  card.clock.set_cap_seconds(row.small());
  card.observer_delay = row.small();
  card.overlay = row.bytes();
  card.data_hash = row.bytes();
  card.server_seed = row.bytes();
  for (auto& nonce : card.nonces) nonce = row.bytes();
  for (auto& hash : card.nonce_hashes) hash = row.bytes();
  card.open_by_ms = row.number();
  card.rematch = row.bytes();
  card.created_ms = row.number();
  return true;
}

// How it stands, and what later versions have added.
bool read_standing(CardRow& row, MatchCard& card) {
  const std::int64_t state = row.number();
  if (!v1::MatchState_IsValid(static_cast<int>(state))) return false;
  card.state = static_cast<v1::MatchState>(state);
  if (!row.none() && !row.read(card.ending.emplace())) return false;
  card.to_move = flags_of(row.number());
  for (auto& left : card.clocks.left_ms) left = row.number();
  card.moved_ms = row.number();
  card.shown_ms = row.number();
  card.by_rules = flags_of(row.number());
  const std::int64_t sides = row.number();
  if (!v1::Sides_IsValid(static_cast<int>(sides))) return false;
  card.sides = static_cast<v1::Sides>(sides);
  card.crossed = row.number() != 0;
  if (!row.read(card.progress) || !row.read(card.held_back)) return false;
  card.quick_passes = row.number() != 0;
  card.invited = row.bytes();
  card.follows = row.bytes();
  if (!row.read(card.origin)) return false;
  card.clock.set_rests(row.number() != 0);
  card.clock.set_leave(row.number() != 0);
  card.clock.set_grace_seconds(row.small());
  if (!row.read(card.aside)) return false;
  card.event = row.bytes();
  card.event_round = row.small();
  card.open_afterwards = row.number() != 0;
  card.edition = row.number();
  return true;
}

Result<Keyed> keyed_at(const Cursor& cursor) {
  CardRow row(cursor);
  Keyed keyed{row.number(), {}};
  if (!read_making(row, keyed.card) || !read_standing(row, keyed.card)) return unreadable_card(keyed.card.id);
  return keyed;
}

Result<MatchCard> only_card(Cursor& row, Refusal otherwise) {
  if (!row.next()) return otherwise;
  auto found = keyed_at(row);
  if (!found) return found.error();
  return std::move(found->card);
}

Refusal taken() { return refuse(RefusalCode::kConflict, Text("store.match_exists")); }

// What of a card is kept as bytes; it outlives the statement.
struct Packed {
  explicit Packed(const MatchCard& card) : options(bytes_of(card)), origin(card.origin.SerializeAsString()) {}
  const std::string options;
  const std::string origin;
};

// What a card says beside its id and when it was made, in one order for both statements.
Cursor& fill_in(Cursor& cursor, const MatchCard& card, const Packed& packed) {
  return cursor.text(card.title)
      .text(card.scenario)
      .blob(packed.options)
      .text(card.accounts[0])
      .text(card.accounts[1])
      .text(card.bots[0])
      .text(card.bots[1])
      .text(card.creator)
      .text(card.invitation)
      .number(card.is_private ? 1 : 0)
      .number(card.clock.bank_seconds())
      .number(card.clock.increment_seconds())
      .number(card.clock.cap_seconds())
      .number(card.observer_delay)
      .text(card.overlay)
      .blob(card.data_hash)
      .blob(card.server_seed)
      .blob(card.nonces[0])
      .blob(card.nonces[1])
      .blob(card.nonce_hashes[0])
      .blob(card.nonce_hashes[1])
      .number(card.open_by_ms)
      .text(card.rematch)
      .number(mask_of(card.by_rules))
      .number(card.sides)
      .number(card.crossed ? 1 : 0)
      .number(card.quick_passes ? 1 : 0)
      .text(card.invited)
      .text(card.follows)
      .blob(packed.origin)
      .number(card.clock.rests() ? 1 : 0)
      .number(card.clock.leave() ? 1 : 0)
      .number(card.clock.grace_seconds())
      .text(card.event)
      .number(card.event_round)
      .number(card.open_afterwards ? 1 : 0);
}

// False: its invitation is taken.
bool rewrite(Bench& bench, std::int64_t key, const MatchCard& card) {
  const Packed packed(card);
  Cursor update(
      bench.connection,
      "UPDATE matches SET title = ?, scenario = ?, options = ?, account_0 = ?, account_1 = ?, "
      "bot_0 = ?, bot_1 = ?, creator = ?, invitation = ?, is_private = ?, clock_bank = ?, clock_increment = ?, "
      "clock_cap = ?, observer_delay = ?, overlay = ?, data_hash = ?, server_seed = ?, nonce_0 = ?, nonce_1 = ?, "
      "nonce_hash_0 = ?, nonce_hash_1 = ?, open_by_ms = ?, rematch = ?, by_rules = ?, sides = ?, crossed = ?, "
      "quick_passes = ?, invited = ?, follows = ?, origin = ?, clock_rests = ?, clock_leave = ?, clock_grace = ?, "
      "event = ?, event_round = ?, open_afterwards = ? /*pg , edition = edition + 1 */"
      "WHERE key = ? AND NOT EXISTS (SELECT 1 FROM matches m WHERE m.invitation = ? AND m.invitation <> '' AND "
      "m.key <> ?)");
  return fill_in(update, card, packed).number(key).text(card.invitation).number(key).changed() > 0;
}

// What was said, as the two statements below find it.
v1::Chat line_in(Cursor& rows) {
  v1::Chat line;
  line.set_match(rows.bytes_at(0));
  line.set_name(rows.bytes_at(1));
  line.set_text(rows.bytes_at(2));
  line.set_time_ms(rows.number_at(3));
  if (!rows.null_at(4)) line.mutable_offer()->ParseFromString(rows.bytes_at(4));
  line.set_guest(rows.number_at(5) != 0);
  return line;
}

std::vector<v1::Chat> lines_of(Cursor& rows) {
  std::vector<v1::Chat> lines;
  while (rows.next()) lines.push_back(line_in(rows));
  return lines;
}

}  // namespace

Refusal no_such_match(const std::string& match) {
  return refuse(RefusalCode::kNotFound, Text("store.no_such_match").word("match", match));
}

Result<MatchCard> create(Bench& bench, MatchCard card) {
  card.created_ms = bench.now();
  const Packed packed(card);
  Cursor insert(
      bench.connection,
      "INSERT INTO matches (id, created_ms, title, scenario, options, account_0, account_1, bot_0, bot_1, creator, "
      "invitation, is_private, clock_bank, clock_increment, clock_cap, observer_delay, overlay, data_hash, "
      "server_seed, nonce_0, nonce_1, nonce_hash_0, nonce_hash_1, open_by_ms, rematch, by_rules, sides, crossed, "
      "quick_passes, invited, follows, origin, clock_rests, clock_leave, clock_grace, event, event_round, "
      "open_afterwards) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
      "?, ?, ?, ?) "
      "ON CONFLICT DO NOTHING RETURNING key");
  const std::optional<std::int64_t> key =
      fill_in(insert.text(card.id).number(card.created_ms), card, packed).returned();
  if (!key) return taken();
  const std::string ending = card.ending ? card.ending->SerializeAsString() : std::string();
  Cursor progress(bench.connection,
                  "INSERT INTO progress (match, state, to_move, left_0, left_1, moved_ms, seq, hash, ending) "
                  "VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?)");
  progress.number(*key)
      .number(card.state)
      .number(mask_of(card.to_move))
      .number(card.clocks.left_ms[0])
      .number(card.clocks.left_ms[1])
      .blob(kNoHash);
  if (card.ending) {
    progress.blob(ending);
  } else {
    progress.null();
  }
  progress.run();
  card.moved_ms = 0;
  add_jobs(bench, match::told_by(card));
  return card;
}

Result<MatchCard> update_card(Bench& bench, const MatchCard& card, v1::MatchState expected) {
  Cursor found(bench.connection,
               "SELECT key, state, seq, 0 /*pg + edition */ FROM matches JOIN progress ON match = key WHERE id = ? "
               "/*pg FOR NO KEY UPDATE */");
  if (!found.text(card.id).next()) return no_such_match(card.id);
  const std::int64_t key = found.number_at(0);
  const bool older = card.edition != 0 && card.edition != found.number_at(3);
  if (found.number_at(1) != expected || older) {
    return refuse(RefusalCode::kConflict, Text("store.other_state").word("match", card.id));
  }
  const bool begun = found.number_at(2) > 0;
  const Result<MatchCard> before = store::card(bench, card.id);
  if (!rewrite(bench, key, card)) return taken();
  if (before) add_jobs(bench, match::told_by(*before, card));
  if (begun)
    Cursor(bench.connection, "UPDATE finished_matches SET is_private = ? WHERE key = ?")
        .number(card.is_private && !card.open_afterwards ? 1 : 0)
        .number(key)
        .run();
  if (card.state != expected) {
    const std::string ending = card.ending ? card.ending->SerializeAsString() : std::string();
    Cursor progress(bench.connection, "UPDATE progress SET state = ?, ending = ? WHERE match = ?");
    progress.number(card.state);
    if (card.ending) {
      progress.blob(ending);
    } else {
      progress.null();
    }
    progress.number(key).run();
  }
  if (!begun) {
    Cursor(bench.connection, "UPDATE progress SET to_move = ?, left_0 = ?, left_1 = ? WHERE match = ?")
        .number(mask_of(card.to_move))
        .number(card.clocks.left_ms[0])
        .number(card.clocks.left_ms[1])
        .number(key)
        .run();
  }
  return store::card(bench, card.id);
}

Result<MatchCard> card(Bench& bench, const std::string& match) {
  Cursor found(bench.connection, "SELECT *, 0 FROM cards WHERE id = ?");
  return only_card(found.text(match), no_such_match(match));
}

Result<MatchCard> card_by_invitation(Bench& bench, const std::string& invitation) {
  Cursor found(bench.connection, "SELECT *, 0 FROM cards WHERE invitation = ? AND invitation <> ''");
  return only_card(found.text(invitation), refuse(RefusalCode::kNotFound, Text("store.no_such_invitation")));
}

Result<std::vector<MatchCard>> list(Bench& bench, const match::Store::Query& query) {
  std::int64_t before = std::numeric_limits<std::int64_t>::max();
  if (!query.after.empty()) {
    Cursor last(bench.connection, "SELECT key FROM matches WHERE id = ?");
    if (!last.text(query.after).next()) return std::vector<MatchCard>();
    before = last.number_at(0);
  }
  std::vector<Keyed> found;
  std::optional<Refusal> unreadable;
  const auto take = [&](Cursor& rows) {
    while (rows.next()) {
      auto keyed = keyed_at(rows);
      if (!keyed) {
        unreadable = keyed.error();
        return;
      }
      found.push_back(std::move(*keyed));
    }
  };
  std::vector<v1::MatchState> states = query.states;
  if (states.empty()) {
    states = {v1::MATCH_STATE_OPEN, v1::MATCH_STATE_PLAYING, v1::MATCH_STATE_HELD, v1::MATCH_STATE_PARKED,
              v1::MATCH_STATE_OVER};
  }
  std::ranges::sort(states);
  states.erase(std::ranges::unique(states).begin(), states.end());
  std::int64_t mask = 0;
  for (v1::MatchState state : states) mask |= std::int64_t{1} << state;
  if (!query.invited.empty()) {
    Cursor rows(bench.connection,
                "SELECT *, 0 FROM cards WHERE key IN (SELECT key FROM matches WHERE invited = ?1 AND invited <> '' "
                "AND account_0 <> ?1 AND account_1 <> ?1) AND (?2 >> CAST(state AS INTEGER)) & 1 = 1 AND key < ?3 "
                "ORDER BY key DESC LIMIT ?4");
    rows.text(query.invited).number(mask).number(before).number(query.limit);
    take(rows);
  } else if (!query.account.empty()) {
    Cursor rows(bench.connection,
                "SELECT *, 0 FROM cards WHERE key IN (SELECT key FROM matches WHERE account_0 = ?1 AND account_0 <> '' "
                "UNION SELECT key FROM matches WHERE account_1 = ?1 AND account_1 <> '') "
                "AND (?2 >> CAST(state AS INTEGER)) & 1 = 1 AND key < ?3 ORDER BY key DESC LIMIT ?4");
    rows.text(query.account).number(mask).number(before).number(query.limit);
    take(rows);
  } else {
    // One state at a time: each is read in order from the index and stops at the limit, however many matches there are.
    for (v1::MatchState state : states) {
      Cursor rows(bench.connection,
                  "SELECT *, 0 FROM cards WHERE state = ? AND key < ? AND is_private <= ? ORDER BY key DESC LIMIT ?");
      rows.number(state).number(before).number(query.hidden ? 1 : 0).number(query.limit);
      take(rows);
    }
    std::ranges::sort(found, std::greater(), &Keyed::key);
    if (found.size() > query.limit) found.resize(query.limit);
  }
  if (unreadable) return *unreadable;
  std::vector<MatchCard> cards;
  for (Keyed& keyed : found) cards.push_back(std::move(keyed.card));
  return cards;
}

Result<std::vector<std::string>> left_to_bots(Bench& bench, std::int64_t longer_ms) {
  Cursor rows(bench.connection,
              "SELECT m.id FROM progress p JOIN matches m ON m.key = p.match WHERE p.state = ? AND p.moved_ms < ? AND "
              "((m.bot_0 <> '' AND p.to_move IN (1, 3)) OR (m.bot_1 <> '' AND p.to_move IN (2, 3))) "
              "ORDER BY p.match DESC LIMIT ?");
  rows.number(v1::MATCH_STATE_PLAYING).number(bench.now() - longer_ms).number(match::Store::kMostLeft);
  std::vector<std::string> left;
  while (rows.next()) left.push_back(rows.bytes_at(0));
  return left;
}

Result<void> remove(Bench& bench, const std::string& match) {
  std::int64_t key = 0;
  {
    Cursor found(bench.connection,
                 "SELECT match, state FROM progress WHERE match = (SELECT key FROM matches WHERE id = ?) "
                 "/*pg FOR NO KEY UPDATE */");
    if (!found.text(match).next()) return no_such_match(match);
    if (found.number_at(1) != v1::MATCH_STATE_OPEN)
      return refuse(RefusalCode::kConflict, Text("store.other_state").word("match", match));
    key = found.number_at(0);
  }
  Cursor(bench.connection, "DELETE FROM matches WHERE key = ?").number(key).run();
  return {};
}

Result<v1::Chat> say(Bench& bench, const std::string& match, const match::Speaker& speaker, const match::Said& said) {
  std::int64_t key = 0;
  {  // one line after another: whoever has read up to one has missed none before it
    Cursor found(bench.connection, "SELECT key FROM matches WHERE id = ? /*pg FOR NO KEY UPDATE */");
    if (!found.text(match).next()) return no_such_match(match);
    key = found.number_at(0);
  }
  const std::int64_t time_ms = bench.now();
  const std::string offer = said.offer ? said.offer->SerializeAsString() : std::string();
  Cursor insert(bench.connection,
                "INSERT INTO chat (match, seat, account, name, text, time_ms, offer) VALUES (?, ?, ?, ?, ?, ?, ?)");
  insert.number(key).number(speaker.seat).text(speaker.account).text(speaker.name).text(said.text).number(time_ms);
  if (said.offer) {
    insert.blob(offer);
  } else {
    insert.null();
  }
  insert.run();
  v1::Chat line;
  line.set_match(match);
  line.set_name(speaker.name);
  line.set_text(said.text);
  line.set_time_ms(time_ms);
  if (said.offer) *line.mutable_offer() = *said.offer;
  Cursor guest(bench.connection, "SELECT 1 FROM accounts WHERE id = ? AND guest = 1");
  line.set_guest(guest.text(speaker.account).next());
  return line;
}

Result<std::vector<v1::Chat>> chat(Bench& bench, const std::string& match, const std::string& reader, std::int64_t upto,
                                   std::uint32_t limit) {
  Cursor rows(
      bench.connection,
      "SELECT m.id, name, text, time_ms, offer, (SELECT guest FROM accounts a WHERE a.id = chat.account) "
      "FROM chat JOIN matches m ON m.key = chat.match WHERE m.id = ? AND chat.id <= ? AND (offer IS NOT NULL OR "
      "chat.account NOT IN (SELECT whom FROM shunned WHERE shunned.account = ? AND muted = 1)) "
      "ORDER BY chat.id DESC LIMIT ?");
  rows.text(match).number(upto).text(reader).number(limit);
  std::vector<v1::Chat> lines = lines_of(rows);
  std::ranges::reverse(lines);
  return lines;
}

Result<match::Heard> heard(Bench& bench, const std::string& match, std::int64_t after) {
  match::Heard heard;
  {
    Cursor newest(bench.connection,
                  "SELECT chat.id FROM chat JOIN matches m ON m.key = chat.match WHERE m.id = ? "
                  "ORDER BY chat.id DESC LIMIT 1");
    if (newest.text(match).next()) heard.last = newest.number_at(0);
  }
  Cursor rows(bench.connection,
              "SELECT m.id, name, text, time_ms, offer, (SELECT guest FROM accounts a WHERE a.id = chat.account), "
              "account, chat.id FROM chat JOIN matches m ON m.key = chat.match WHERE m.id = ? AND chat.id > ? "
              "ORDER BY chat.id");
  rows.text(match).number(after);
  while (rows.next()) {
    heard.lines.push_back(line_in(rows));
    heard.speakers.push_back(rows.bytes_at(6));
    heard.last = rows.number_at(7);
  }
  return heard;
}

Result<std::vector<v1::Chat>> said_by(Bench& bench, const std::string& account) {
  if (account.empty()) return std::vector<v1::Chat>();
  Cursor rows(bench.connection,
              "SELECT m.id, name, text, time_ms, offer, (SELECT guest FROM accounts a WHERE a.id = chat.account) "
              "FROM chat JOIN matches m ON m.key = chat.match WHERE account = ? AND account <> '' ORDER BY chat.id");
  return lines_of(rows.text(account));
}

Result<void> keep_data(Bench& bench, const std::string& title, const Bundle& bundle) {
  Cursor kept(bench.connection, "SELECT 1 FROM data WHERE hash = ?");
  if (kept.blob(bundle.hash()).next()) return {};
  v1::record::Bundle record;
  for (const DataText& file : bundle.files()) {
    auto& added = *record.add_files();
    added.set_path(file.path);
    added.set_text(file.text);
  }
  const std::string files = record.SerializeAsString();
  Cursor(bench.connection, "INSERT INTO data (hash, title, files) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")
      .blob(bundle.hash())
      .text(title)
      .blob(files)
      .run();
  return {};
}

Result<Bundle> data(Bench& bench, const std::string& hash) {
  Cursor found(bench.connection, "SELECT files FROM data WHERE hash = ?");
  if (!found.blob(hash).next()) return refuse(RefusalCode::kNotFound, Text("store.no_such_data"));
  v1::record::Bundle record;
  const bool readable = record.ParseFromString(found.bytes_at(0));
  std::vector<DataText> files;
  for (auto& file : *record.mutable_files()) {
    files.push_back({std::move(*file.mutable_path()), std::move(*file.mutable_text())});
  }
  Bundle bundle(std::move(files));
  if (!readable || bundle.hash() != hash) return refuse(RefusalCode::kUnreadable, Text("store.unreadable_data"));
  return bundle;
}

}  // namespace wardroom::store
