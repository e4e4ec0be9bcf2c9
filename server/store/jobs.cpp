#include "server/store/jobs.h"

#include <algorithm>

#include "server/store/accounts.h"
#include "server/store/mailboxes.h"

namespace wardroom::store {
namespace {

using v1::Delivery;

struct Times {
  std::int64_t now_ms = 0;
  std::int64_t due_ms = 0;
};

// `news`: the number of what it is a row of; 0: it is the first, and has its own. Answers with that number.
std::int64_t insert(Bench& bench, const match::Job& job, const Times& times, std::int64_t channel = 0,
                    std::int64_t news = 0) {
  Cursor insert(
      bench.connection,
      "INSERT INTO outbox (kind, payload, due_ms, account, match, seat, serial, created_ms, time_ms, channel, news) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?9, ?10) RETURNING id");
  insert.text(job.kind)
      .blob(job.payload)
      .number(times.due_ms)
      .text(job.account)
      .text(job.match)
      .number(job.seat)
      .number(static_cast<std::int64_t>(job.serial))
      .number(times.now_ms)
      .number(channel)
      .number(news);
  const std::int64_t id = insert.returned().value();
  if (news != 0) return news;
  Cursor(bench.connection, "UPDATE outbox SET news = ?1 WHERE id = ?1").number(id).run();
  return id;
}

// Newer news of the same thing: the older is not needed any more.
void supersede(Bench& bench, const match::Job& job, std::int64_t now_ms) {
  Cursor(bench.connection,
         "UPDATE outbox SET state = ?1, time_ms = ?2 WHERE account = ?3 AND account <> '' AND kind = ?4 AND match = ?5 "
         "AND payload = ?6 AND state IN (0, 2)")
      .number(Delivery::SUPERSEDED)
      .number(now_ms)
      .text(job.account)
      .text(job.kind)
      .text(job.match)
      .blob(job.payload)
      .run();
}

void lease(Bench& bench, std::int64_t id, std::int64_t now_ms) {
  Cursor(bench.connection, "UPDATE outbox SET due_ms = ?, attempts = attempts + 1 WHERE id = ?")
      .number(now_ms + Outbox::kLeaseMs)
      .number(id)
      .run();
}

// A mail that carries nothing any more.
void drop_mail(Bench& bench, std::int64_t mail) {
  Cursor(bench.connection,
         "DELETE FROM mails WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM outbox WHERE mail = ?1 AND state IN (0, 2))")
      .number(mail)
      .run();
}

void read_match(Bench& bench, WaitingJob& job) {
  if (job.match.empty()) return;
  Cursor found(bench.connection,
               "SELECT state, to_move, menu_0, menu_1, answered_0, answered_1 FROM progress "
               "WHERE match = (SELECT key FROM matches WHERE id = ?)");
  if (!found.text(job.match).next()) return;
  const int seat = job.seat == 0 ? 0 : 1;
  job.state = static_cast<v1::MatchState>(found.number_at(0));
  const bool asked = (found.number_at(1) >> seat & 1) != 0;
  const std::int64_t menu = found.number_at(2 + seat);
  job.menu = asked ? static_cast<std::uint64_t>(menu) : 0;
  job.answered = static_cast<std::uint64_t>(found.number_at(4 + seat));
}

// Where what is due goes.
struct Bag {
  std::string account;
  std::int64_t mail = 0;
  std::int64_t channel = 0;
};

std::vector<WaitingJob> due_jobs(Bench& bench, const Bag& bag, std::int64_t now_ms) {
  std::vector<WaitingJob> jobs;
  {
    Cursor rows(bench.connection,
                "SELECT id, kind, payload, attempts, match, seat, serial, created_ms, news FROM outbox "
                "WHERE account = ?1 AND account <> '' AND mail = ?2 AND state IN (0, 2) AND (due_ms <= ?3 OR ?2 <> 0) "
                "AND channel = ?4 ORDER BY id LIMIT 200 /*pg FOR UPDATE */");
    rows.text(bag.account).number(bag.mail).number(now_ms).number(bag.channel);
    while (rows.next()) {
      WaitingJob& job = jobs.emplace_back();
      job.id = rows.number_at(0);
      job.kind = rows.bytes_at(1);
      job.payload = rows.bytes_at(2);
      job.attempts = static_cast<std::uint32_t>(rows.number_at(3));
      job.match = rows.bytes_at(4);
      job.seat = static_cast<std::uint32_t>(rows.number_at(5));
      job.serial = static_cast<std::uint64_t>(rows.number_at(6));
      job.created_ms = rows.number_at(7);
      job.news = rows.number_at(8);
    }
  }
  for (WaitingJob& job : jobs) read_match(bench, job);
  return jobs;
}

std::vector<std::int64_t> channels_in_use(Bench& bench, const std::string& account) {
  std::vector<std::int64_t> found;
  Cursor rows(bench.connection, "SELECT id FROM channels WHERE account = ? AND off = 0 ORDER BY id");
  rows.text(account);
  while (rows.next()) found.push_back(rows.number_at(0));
  return found;
}

std::optional<Channel> channel(Bench& bench, std::int64_t id) {
  Cursor row(bench.connection, "SELECT id, carrier, address, secret, format FROM channels WHERE id = ?");
  if (id == 0 || !row.number(id).next()) return std::nullopt;
  return Channel{row.number_at(0), static_cast<v1::Carrier>(row.number_at(1)), row.bytes_at(2), row.bytes_at(3),
                 static_cast<v1::HookFormat>(row.number_at(4))};
}

}  // namespace

void add_job(Bench& bench, const match::Job& job, const match::Stamp& stamp) {
  const Times times{stamp.time_ms, job.due_ms ? job.due_ms(stamp) : stamp.time_ms};
  if (job.account.empty()) {
    insert(bench, job, times);
    return;
  }
  if (!not_banned(bench, job.account)) return;
  supersede(bench, job, stamp.time_ms);
  std::int64_t news = 0;
  if (addressee(bench, job.account).state == v1::ADDRESS_STATE_CONFIRMED) news = insert(bench, job, times);
  for (const std::int64_t channel : channels_in_use(bench, job.account))
    news = insert(bench, job, times, channel, news);
}

void add_jobs(Bench& bench, const std::vector<match::Job>& jobs) {
  match::Stamp stamp;
  stamp.time_ms = bench.now();
  for (const match::Job& job : jobs) add_job(bench, job, stamp);
}

void add_own_job(Bench& bench, std::string_view kind, const std::string& account, const std::string& address,
                 std::int64_t channel) {
  match::Job job{std::string(kind), address, account};
  const std::int64_t now = bench.now();
  supersede(bench, job, now);
  insert(bench, job, {now, now}, channel);
}

void supersede_mails(Bench& bench, const std::string& account) {
  Cursor(bench.connection,
         "UPDATE outbox SET state = ?1, time_ms = ?2 WHERE account = ?3 AND account <> '' AND channel = 0 "
         "AND state IN (0, 2)")
      .number(Delivery::SUPERSEDED)
      .number(bench.now())
      .text(account)
      .run();
  Cursor(bench.connection, "DELETE FROM mails WHERE account = ? AND channel = 0").text(account).run();
}

Result<std::vector<WaitingJob>> take_jobs(Bench& bench, std::uint32_t limit) {
  const std::int64_t now = bench.now();
  std::vector<WaitingJob> jobs;
  {
    Cursor rows(bench.connection,
                "SELECT id, kind, payload, attempts FROM outbox WHERE state IN (0, 2) AND due_ms <= ? AND account = '' "
                "ORDER BY due_ms, id LIMIT ? /*pg FOR UPDATE SKIP LOCKED */");
    rows.number(now).number(limit);
    while (rows.next()) {
      jobs.push_back(
          {rows.number_at(0), rows.bytes_at(1), rows.bytes_at(2), static_cast<std::uint32_t>(rows.number_at(3))});
    }
  }
  for (const WaitingJob& job : jobs) lease(bench, job.id, now);
  return jobs;
}

Result<void> job_done(Bench& bench, std::int64_t id) {
  Cursor(bench.connection, "DELETE FROM outbox WHERE id = ?").number(id).run();
  return {};
}

Result<void> retry_job(Bench& bench, std::int64_t id, std::int64_t later_ms) {
  const int found = Cursor(bench.connection, "UPDATE outbox SET due_ms = ? WHERE id = ?")
                        .number(bench.now() + later_ms)
                        .number(id)
                        .changed();
  if (found == 0) return refuse(RefusalCode::kNotFound, Text("store.no_such_job"));
  return {};
}

Result<bool> any_due(Bench& bench, Road road) {
  Cursor row(bench.connection,
             "SELECT 1 FROM outbox WHERE state IN (0, 2) AND due_ms <= ? AND account <> '' AND (channel <> 0) = (? <> "
             "0) LIMIT 1");
  return row.number(bench.now()).number(road == Road::kCall ? 1 : 0).next();
}

Result<std::optional<Due>> take_due(Bench& bench, Road road) {
  bench.connection.alone("outbox");  // what goes together is taken by one
  const std::int64_t now = bench.now();
  Due due;
  Bag bag;
  {
    Cursor first(bench.connection,
                 "SELECT account, mail, channel FROM outbox WHERE state IN (0, 2) AND due_ms <= ?1 AND account <> '' "
                 "AND (channel <> 0) = (?2 <> 0) ORDER BY due_ms, id LIMIT 1 /*pg FOR UPDATE SKIP LOCKED */");
    if (!first.number(now).number(road == Road::kCall ? 1 : 0).next()) return std::optional<Due>();
    bag = {first.bytes_at(0), first.number_at(1), first.number_at(2)};
  }
  due.jobs = due_jobs(bench, bag, now);
  due.addressee = addressee(bench, bag.account);
  if (bag.mail != 0) {
    Cursor row(bench.connection, "SELECT id, address, bytes, tries, channel FROM mails WHERE id = ?");
    if (row.number(bag.mail).next())
      due.mail = Mail{row.number_at(0), row.bytes_at(1), row.bytes_at(2), static_cast<std::uint32_t>(row.number_at(3)),
                      row.number_at(4)};
  }
  if (bag.channel != 0) due.channel = channel(bench, bag.channel);
  for (const WaitingJob& job : due.jobs) lease(bench, job.id, now);
  return std::optional(std::move(due));
}

Result<void> keep_mail(Bench& bench, const std::string& account, const std::vector<std::int64_t>& jobs,
                       const Mail& mail, const std::vector<Token>& tokens) {
  const Addressee now = addressee(bench, account);
  const std::optional<Channel> to = channel(bench, mail.channel);
  const std::string& address = to ? to->address : now.address;
  if (address != mail.address) return refuse(RefusalCode::kConflict, Text("store.other_address"));
  Cursor insert(bench.connection,
                "INSERT INTO mails (account, address, bytes, channel) VALUES (?, ?, ?, ?) RETURNING id");
  insert.text(account).text(mail.address).blob(mail.bytes).number(mail.channel);
  const std::int64_t id = insert.returned().value();
  for (const std::int64_t job : jobs)
    Cursor(bench.connection, "UPDATE outbox SET mail = ? WHERE id = ?").number(id).number(job).run();
  for (const Token& token : tokens) add_token(bench, now, token);
  const bool of_matches = std::ranges::find(tokens, Purpose::kStop, &Token::purpose) != tokens.end();
  if (of_matches)
    Cursor(bench.connection, "UPDATE mailboxes SET mailed_ms = ? WHERE account = ?")
        .number(bench.now())
        .text(account)
        .run();
  bench.hooks.reach(Step::kOutbox);
  return {};
}

Result<void> settle(Bench& bench, const std::vector<std::int64_t>& jobs, Delivery::State state,
                    const std::string& words) {
  for (const std::int64_t job : jobs) {
    std::int64_t mail = 0;
    {
      Cursor row(bench.connection, "SELECT mail FROM outbox WHERE id = ?");
      if (row.number(job).next()) mail = row.number_at(0);
    }
    Cursor(bench.connection, "UPDATE outbox SET state = ?, time_ms = ?, words = ? WHERE id = ?")
        .number(state)
        .number(bench.now())
        .text(words)
        .number(job)
        .run();
    if (mail != 0) drop_mail(bench, mail);
  }
  bench.hooks.reach(Step::kOutbox);
  return {};
}

Result<void> put_off(Bench& bench, const std::vector<std::int64_t>& jobs, std::int64_t until_ms, Delivery::State state,
                     const std::string& words) {
  for (const std::int64_t job : jobs) {
    Cursor(bench.connection,
           "UPDATE outbox SET due_ms = ?, state = ?, time_ms = ?, words = ? WHERE id = ? AND state IN (0, 2)")
        .number(until_ms)
        .number(state)
        .number(bench.now())
        .text(words)
        .number(job)
        .run();
  }
  if (state == Delivery::LATER && !jobs.empty())
    Cursor(bench.connection,
           "UPDATE mails SET tries = tries + 1 WHERE id = (SELECT mail FROM outbox WHERE id = ? AND mail <> 0)")
        .number(jobs.front())
        .run();
  return {};
}

Result<Waiting> waiting(Bench& bench, Road road) {
  Cursor row(
      bench.connection,
      "SELECT count(*), min(due_ms) FROM outbox WHERE state IN (0, 2) AND account <> '' AND (channel <> 0) = (? <> 0)");
  if (!row.number(road == Road::kCall ? 1 : 0).next() || row.null_at(1)) return Waiting{};
  const std::int64_t oldest = row.number_at(1);
  return Waiting{row.number_at(0), oldest <= bench.now() ? oldest : 0};
}

Result<Secret> secret(Bench& bench, const std::string& name) {
  const std::string fresh = random_bytes(std::tuple_size_v<Secret>);
  Cursor(bench.connection, "INSERT INTO secrets (name, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING")
      .text(name)
      .blob(fresh)
      .run();
  Cursor row(bench.connection, "SELECT bytes FROM secrets WHERE name = ?");
  row.text(name).next();
  Secret kept{};
  const std::string bytes = row.bytes_at(0);
  std::ranges::copy_n(bytes.begin(), std::min(bytes.size(), kept.size()), kept.begin());
  return kept;
}

Result<std::vector<Delivery>> deliveries(Bench& bench, const std::string& account, std::uint32_t limit) {
  Cursor rows(
      bench.connection,
      "SELECT kind, state, time_ms, words, match, channel, (SELECT carrier FROM channels c WHERE c.id = channel) "
      "FROM outbox WHERE account = ? AND account <> '' ORDER BY id DESC LIMIT ?");
  rows.text(account).number(limit);
  std::vector<Delivery> found;
  while (rows.next()) {
    Delivery& delivery = found.emplace_back();
    to_wire(Text("notices.what").word("kind", rows.bytes_at(0)), *delivery.mutable_what());
    delivery.set_state(static_cast<Delivery::State>(rows.number_at(1)));
    delivery.set_time_ms(rows.number_at(2));
    delivery.set_match(rows.bytes_at(4));
    delivery.set_channel(static_cast<std::uint64_t>(rows.number_at(5)));
    const std::string words = rows.bytes_at(3);
    if (delivery.channel() == 0) {
      delivery.set_words(words);
      continue;
    }
    delivery.set_carrier(static_cast<v1::Carrier>(rows.number_at(6)));
    if (!words.empty()) to_wire(Text("notices.call_failed").word("why", words), *delivery.mutable_why());
  }
  return found;
}

}  // namespace wardroom::store
