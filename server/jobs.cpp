#include "server/jobs.h"

#include <chrono>
#include <cstdio>
#include <iostream>
#include <iterator>

#include "common/catalog.h"
#include "common/hash.h"
#include "server/backups.h"
#include "server/data_folder.h"
#include "server/mail/bounce.h"
#include "server/mail/message.h"
#include "server/notices/ledger.h"
#include "server/store/examine.h"
#include "server/store/postgres/copy.h"
#include "server/store/postgres/postgres_store.h"
#include "server/store/sqlite/backup.h"
#include "server/store/sqlite/restore.h"
#include "server/store/sqlite/sqlite_store.h"
#include "server/store/sqlite/vacuum.h"

namespace wardroom {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kEverything = "all";

// For whoever runs the server.
class English {
 public:
  explicit English(const Settings& settings) {
    if (!settings.words.empty()) (void)catalog_.read(settings.words);
  }
  std::string operator()(const Text& text) const {
    const std::string told = catalog_.format(text, "en");
    return told.empty() || told == text.id ? bare(text) : told;
  }

 private:
  Catalog catalog_;
};

int fail(const Refusal& refusal, const Settings& settings) {
  std::fprintf(stderr, "wardroom-server: %s\n", words(refusal, settings).c_str());
  return kFailed;
}

int back_up(const Settings& settings) {
  const auto done = store::backup(settings.database(), settings.backup);
  if (!done) return fail(done.error(), settings);
  std::printf("wardroom backup written to %s\n", settings.backup.c_str());
  return 0;
}

// Every match of it, row by row.
int examine(store::Connection& connection, const std::string& name, const Settings& settings) {
  const store::Examined all = store::examine_matches(connection);
  const English english(settings);
  for (const store::Hurt& each : all.hurt)
    std::fprintf(stderr, "wardroom-server: %s\n", english(each.why.reason).c_str());
  if (!all.hurt.empty()) return kFailed;
  std::printf("wardroom database %s is sound, with %lld matches\n", name.c_str(), static_cast<long long>(all.matches));
  return 0;
}

int check_postgres(const Settings& settings) {
  store::PostgresConnection connection(settings.postgres.url, std::chrono::minutes(10));
  try {
    connection.connect();
    return examine(connection, PQdb(connection.raw()), settings);
  } catch (const store::Trouble& trouble) {
    return fail(trouble.why(), settings);
  }
}

int check(const Settings& settings) {
  if (!settings.postgres.url.empty()) return check_postgres(settings);
  auto connection = store::SqliteConnection::open(settings.database(), store::Access::kRead, 5000);
  if (!connection) return fail(connection.error(), settings);
  const std::string damage = store::damage(**connection, store::Check::kFull);
  if (!damage.empty()) {
    std::fprintf(stderr, "wardroom-server: %s: %s\n", settings.database().c_str(), damage.c_str());
    return kFailed;
  }
  return examine(**connection, settings.database().string(), settings);
}

int migrate(const Settings& settings) {
  const auto folder = DataFolder::take(settings.data);
  if (!folder) return fail(folder.error(), settings);
  const Result<store::Copied> copied = settings.into_postgres
                                           ? store::copy_to_postgres(settings.database(), settings.postgres.url)
                                           : store::copy_to_sqlite(settings.postgres.url, settings.database());
  if (!copied) return fail(copied.error(), settings);
  std::printf("wardroom: %lld rows copied, with %lld matches, each looked at row by row\n",
              static_cast<long long>(copied->rows), static_cast<long long>(copied->matches));
  return 0;
}

// Everything as the backup has it. What was there before stays beside it, under another name.
int restore_all(const Settings& settings) {
  const auto folder = DataFolder::take(settings.data);
  if (!folder) return fail(folder.error(), settings);
  const fs::path database = settings.database();
  const fs::path restored = database.string() + ".restored";
  if (const auto done = store::backup(settings.backup, restored); !done) return fail(done.error(), settings);
  const fs::path aside = settings.data / ("before-restore-" + stamp(std::chrono::system_clock::now()));
  for (const char* suffix : {"", "-wal", "-shm"}) {
    const fs::path part = database.string() + suffix;
    if (!fs::exists(part)) continue;
    fs::create_directory(aside);
    fs::rename(part, aside / part.filename());
  }
  fs::rename(restored, database);
  std::printf("wardroom database %s is as %s has it\n", database.c_str(), settings.backup.c_str());
  if (fs::exists(aside)) std::printf("what was there is in %s\n", aside.c_str());
  return 0;
}

int restore(const Settings& settings) {
  if (settings.restore == kEverything) return restore_all(settings);
  const auto folder = DataFolder::take(settings.data);
  if (!folder) return fail(folder.error(), settings);
  const auto done = store::restore_match(settings.database(), settings.backup, settings.restore);
  if (!done) return fail(done.error(), settings);
  std::printf("wardroom match %s is as %s has it\n", settings.restore.c_str(), settings.backup.c_str());
  return 0;
}

// Restores the newest backup into a folder of its own, looks at every match there, and opens it as a server would.
int drill(const Settings& settings) {
  const std::optional<fs::path> newest = newest_backup(settings.backups.folder);
  if (!newest) {
    std::fprintf(stderr, "wardroom-server: no backup in %s\n", settings.backups.folder.c_str());
    return kFailed;
  }
  const fs::path folder = fs::temp_directory_path() / ("wardroom-drill-" + hex(random_bytes(8)));
  struct Removed {
    const fs::path& path;
    ~Removed() {
      std::error_code ignored;
      fs::remove_all(path, ignored);
    }
  } const removed{folder};
  Settings there = settings;
  there.data = folder;
  there.backup = *newest;
  if (const int failed = restore_all(there)) return failed;
  if (const int failed = check(there)) return failed;
  const auto opened = store::open_sqlite(there.database());
  if (!opened) return fail(opened.error(), settings);
  std::printf("wardroom drill: %s can be restored\n", newest->c_str());
  return 0;
}

int vacuum(const Settings& settings) {
  const auto folder = DataFolder::take(settings.data);
  if (!folder) return fail(folder.error(), settings);
  if (const auto done = store::make_small(settings.database()); !done) return fail(done.error(), settings);
  std::printf("wardroom database %s has no free pages\n", settings.database().c_str());
  return 0;
}

int mail_test(const Settings& settings) {
  const English say(settings);
  mail::Message message;
  message.from_name = say(Text("mail.from"));
  message.from = *mail::mailbox(settings.mail.from);
  message.to = *mail::mailbox(settings.mail_test);
  message.id = hex(random_bytes(16)) + message.from.substr(message.from.find('@'));
  message.date_ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
          .count();
  message.subject = say(Text("mail.test.subject"));
  message.text = say(Text("mail.test.body"));
  const mail::Delivery delivery =
      mail::Relay(settings.mail.relay).send(message.from, message.to, mail::compose(message));
  const Text fate = Text("mail.test.fate")
                        .number("fate", static_cast<std::int64_t>(delivery.fate))
                        .word("address", message.to)
                        .word("words", delivery.words);
  std::fprintf(delivery.fate == mail::Fate::kSent ? stdout : stderr, "wardroom-server: %s\n", say(fate).c_str());
  return delivery.fate == mail::Fate::kSent ? 0 : kFailed;
}

// What came back, or a complaint: whose address it was gets no more mail. What is neither is left alone: whoever pipes
// mail here should not send it back in turn.
int mail_returned(const Settings& settings) {
  const std::string mail{std::istreambuf_iterator<char>(std::cin), {}};
  const auto returned = mail::read_returned(mail, settings.mail.bounces);
  if (!returned) {
    std::printf("wardroom-server: nothing in it that stops mail to anybody\n");
    return 0;
  }
  auto opened = open_store(settings);
  if (!opened) return fail(opened.error(), settings);
  const notices::Ledger ledger(**opened);
  const auto address =
      ledger.ask<std::string>([&](auto& outbox, auto then) { outbox.address_of(returned->account, std::move(then)); });
  const std::optional<Secret> secret = ledger.secret(notices::kNamesSecret);
  if (!address || !secret) return kFailed;
  if (mail::bounce_mark(returned->account, *address, *secret) != returned->mark) {
    std::printf("wardroom-server: not of an address that mail goes to\n");
    return 0;
  }
  const Result<void> refused = ledger.ask<void>(
      [&](auto& outbox, auto then) { outbox.refuse_address(returned->account, *address, std::move(then)); });
  if (!refused) return fail(refused.error(), settings);
  std::printf("wardroom-server: no more mail to that address\n");
  return 0;
}

}  // namespace

std::string words(const Refusal& refusal, const Settings& settings) { return English(settings)(refusal.reason); }

Result<std::unique_ptr<store::SqlStore>> open_store(const Settings& settings) {
  if (settings.postgres.url.empty()) return store::open_sqlite(settings.database());
  store::PostgresOptions options;
  options.writers = settings.postgres.connections;
  return store::open_postgres(settings.postgres.url, std::move(options));
}

int run_job(const Settings& settings) {
  switch (settings.job) {
    case Job::kServe:
      break;
    case Job::kBackup:
      return back_up(settings);
    case Job::kCheck:
      return check(settings);
    case Job::kRestore:
      return restore(settings);
    case Job::kDrill:
      return drill(settings);
    case Job::kVacuum:
      return vacuum(settings);
    case Job::kMailTest:
      return mail_test(settings);
    case Job::kMailReturned:
      return mail_returned(settings);
    case Job::kMigrate:
      return migrate(settings);
  }
  return kFailed;
}

}  // namespace wardroom
