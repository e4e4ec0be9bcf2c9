#include "server/settings.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <thread>

#include "common/build.h"
#include "server/mail/message.h"

namespace wardroom {
namespace fs = std::filesystem;
namespace {

// As CLI11 reads them; turned into Settings when all is known to be well.
struct Raw {
  std::vector<std::string> origins;
  std::vector<std::string> trusted_proxies;
  std::vector<std::string> metrics_from{"127.0.0.1", "::1"};
  std::string certificate;
  std::string key;
  std::string log_level = "info";
  std::string log_format = "text";
  double handshake = 10;
  double idle = 60;
  double drain = 10;
  double idle_match = 60;
  std::string web;
  std::string scenarios;
  std::string overlay;
  std::string data = "wardroom-data";
  std::string backup;
  std::string restore;
  std::string restore_from;
  bool drill = false;
  double backup_minutes = 60;
  std::string backup_folder;
  std::string pages;
  bool check = false;
  bool vacuum = false;
  bool mail_plain = false;
  double notice = 120;
  std::string mail_password_file;
  std::string mail_test;
  bool mail_returned = false;
  bool no_calls = false;
  std::vector<std::string> call_networks;
  bool migrate = false;
  std::string migrate_from;
  std::string migrate_to;
};

std::string check_address(const std::string& text) {
  return net::AddressList().add(text) ? "" : "'" + text + "' is neither an address nor a network";
}

std::string check_listen_address(const std::string& text) {
  boost::system::error_code error;
  boost::asio::ip::make_address(text, error);
  return error ? "'" + text + "' is not an IP address" : "";
}

std::string check_origin(const std::string& text) {
  const bool scheme = text.starts_with("http://") || text.starts_with("https://");
  const auto host = text.find("://") + 3;
  return scheme && host < text.size() && text.find('/', host) == text.npos
             ? ""
             : "'" + text + "' is not an origin such as https://play.example.org";
}

std::string check_relay(const std::string& text) {
  const bool scheme = text.starts_with("smtp://") || text.starts_with("smtps://");
  const auto host = text.find("://") + 3;
  return scheme && host < text.size() && text.find_first_of("/@ ", host) == text.npos
             ? ""
             : "'" + text + "' is not a relay such as smtps://mail.example.org";
}

std::string check_mailbox(const std::string& text) {
  return mail::mailbox(text) ? "" : "'" + text + "' is not an address that mail can be sent to";
}

std::string check_store(const std::string& text) {
  return text.starts_with("postgresql://") ? "" : "'" + text + "' is not of the form postgresql://user@host/database";
}

constexpr std::size_t kLongestBounces = 24;  // with the mark that is added it must stay an address
const CLI::Range kSeconds(0.001, 1e6);
const CLI::Range kCount(1.0, 1e9);
const CLI::Range kBytes(256.0, 1e12);

void declare_network(CLI::App& app, Settings& settings, Raw& raw) {
  app.option_defaults()->group("Network");
  app.add_option("--address", settings.net.address, "IP address to listen on")->check(check_listen_address);
  app.add_option("--port", settings.net.port, "port to listen on; 0: any free one");
  app.add_option("--tls-certificate", raw.certificate, "certificate chain (PEM); with --tls-key, HTTPS is spoken")
      ->check(CLI::ExistingFile);
  app.add_option("--tls-key", raw.key, "private key (PEM)")->check(CLI::ExistingFile);
  app.add_option("--origin", raw.origins, "web pages of other hosts that may connect")->check(check_origin);
  app.add_option("--trusted-proxy", raw.trusted_proxies, "proxies whose X-Forwarded-For is believed")
      ->check(check_address);
  app.add_option("--metrics-from", raw.metrics_from, "who may read /metrics")->check(check_address);
}

void declare_folders(CLI::App& app, PostgresSettings& postgres, Raw& raw) {
  app.option_defaults()->group("Folders");
  app.add_option("--data", raw.data, "folder of the database");
  app.add_option("--store", postgres.url, "PostgreSQL that everything is kept in, in place of a file in that folder")
      ->check(check_store);
  app.add_option("--store-connections", postgres.connections, "connections to it that write")->check(CLI::Range(1, 64));
  app.add_option("--scenarios", raw.scenarios, "folder of the titles' data")->check(CLI::ExistingDirectory);
  app.add_option("--data-overlay", raw.overlay, "folder of your own data, laid over that, a folder a title")
      ->check(CLI::ExistingDirectory);
  app.add_option("--web", raw.web, "folder of the web client")->check(CLI::ExistingDirectory);
  app.add_option("--pages", raw.pages, "folder of your own pages: terms.txt, privacy.txt, contact.txt, banner.txt")
      ->check(CLI::ExistingDirectory);
}

void declare_server(CLI::App& app, Settings& settings, Raw& raw) {
  app.option_defaults()->group("Server");
  app.add_option("--threads", settings.threads, "threads for connections and matches")->check(CLI::Range(1, 256));
  app.add_option("--bot-threads", settings.bot_threads, "threads on which the computer's players think")
      ->check(CLI::Range(1, 256));
  app.add_option("--log-level", raw.log_level, "trace, debug, info, warn, error or off")
      ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error", "off"}));
  app.add_option("--log-format", raw.log_format, "text or json")->check(CLI::IsMember({"text", "json"}));
  app.add_option("--idle-match-seconds", raw.idle_match, "a match nobody looks at leaves memory after this")
      ->check(kSeconds);
  app.add_option("--observer-delay", settings.observer_delay,
                 "updates that observers are behind, where a match does not say")
      ->check(CLI::Range(0, 1000));
  app.add_option("--open-days", settings.open_days,
                 "days in which whoever sat down first should open his part of the dice; then the other may end it")
      ->check(CLI::Range(1, 365));
  app.add_option("--session-days", settings.session_days, "a sign-in that is not used for so long ends")
      ->check(CLI::Range(1, 3650));
  app.add_option("--guest-days", settings.guest_days,
                 "a guest who sits in no match that goes on and is not seen for so long is forgotten")
      ->check(CLI::Range(1, 3650));
  app.add_option("--guest-match-days", settings.guest_match_days,
                 "a match that guests alone play ends when nobody has moved for so long")
      ->check(CLI::Range(1, 3650));
  app.add_flag("--directors-second-factor", settings.directors_need_factor,
               "whoever makes or directs an event must have a second factor (=false: need not)");
}

void declare_mail(CLI::App& app, MailSettings& mail, Raw& raw) {
  app.option_defaults()->group("Mail");
  app.add_option("--mail-relay", mail.relay.url,
                 "who sends our mail on: smtps://HOST, or smtp://HOST:587 with STARTTLS")
      ->check(check_relay);
  app.add_option("--mail-from", mail.from, "whom mails are from")->check(check_mailbox);
  app.add_option("--mail-bounces", mail.bounces,
                 "where what cannot be delivered comes back to, each mail to an address of its own: bounces+MARK@...")
      ->check(check_mailbox);
  app.add_option("--mail-user", mail.relay.user, "the name at the relay; without it none is given");
  app.add_option("--mail-password-file", raw.mail_password_file, "file whose first line is the password there")
      ->check(CLI::ExistingFile);
  app.add_option("--public-url", mail.public_url, "where players reach this server, for links in mails")
      ->check(check_origin);
  app.add_option("--notice-seconds", raw.notice, "so long after a hand-over a mail waits for whoever comes by himself")
      ->check(CLI::Range(0.0, 86400.0));
  app.add_flag("--mail-plain", raw.mail_plain, "the relay may be spoken to without TLS: only one on this machine");
}

void declare_calls(CLI::App& app, Raw& raw) {
  app.option_defaults()->group("Hooks and pushes");
  app.add_flag("--no-calls", raw.no_calls, "players' hooks and the push services of their browsers are not called");
  app.add_option("--call-network", raw.call_networks,
                 "networks that may be called although they are private, on any port and without TLS")
      ->check(check_address);
}

void declare_player_quotas(CLI::App& app, lobby::DeskSettings& desk) {
  app.option_defaults()->group("Quotas of one player");
  app.add_option("--open-matches", desk.open_matches_per_account, "matches that wait for somebody")->check(kCount);
  app.add_option("--running-matches", desk.running_matches_per_account, "matches being played")->check(kCount);
  app.add_option("--new-matches", desk.new_matches_per_account, "matches made within a quarter of an hour")
      ->check(kCount);
  app.add_option("--challenges", desk.challenges_per_account, "people challenged within a quarter of an hour")
      ->check(kCount);
  app.add_option("--looks", desk.looks_per_account,
                 "matches attached to, replayed or looked back at, and lists read, within ten seconds")
      ->check(kCount);
  app.add_option("--attachments", desk.attachments_per_connection, "matches watched at once, by each connection")
      ->check(kCount);
  app.add_option("--reads-token", desk.reads_per_token, "pages read by HTTP within a minute, by each personal token")
      ->check(kCount);
  app.add_option("--own-data", desk.own_data_per_account, "one's own data fetched within a quarter of an hour")
      ->check(kCount);
  app.add_option("--mails", desk.mails_per_account, "confirmations and tests mailed within a quarter of an hour")
      ->check(kCount);
  app.add_option("--password-resets", desk.resets_per_name, "mails about one forgotten password, within the same")
      ->check(kCount);
  app.add_option("--wrong-passwords", desk.wrong_passwords_per_name,
                 "wrong passwords for one name; after these each waits longer, up to a quarter of an hour")
      ->check(kCount);
}

void declare_address_quotas(CLI::App& app, lobby::DeskSettings& desk) {
  app.option_defaults()->group("Quotas of one address");
  app.add_option("--new-accounts-address", desk.new_accounts_per_address,
                 "guests and accounts that are new within a quarter of an hour")
      ->check(kCount);
  app.add_option("--wrong-passwords-address", desk.wrong_passwords_per_address,
                 "wrong passwords within a quarter of an hour, for whatever names")
      ->check(kCount);
  app.add_option("--open-matches-address", desk.open_matches_per_address, "matches that wait for somebody")
      ->check(kCount);
  app.add_option("--running-matches-address", desk.running_matches_per_address, "matches being played")->check(kCount);
  app.add_option("--new-matches-address", desk.new_matches_per_address, "matches made within a quarter of an hour")
      ->check(kCount);
  app.add_option("--looks-address", desk.looks_per_address,
                 "matches attached to, replayed or looked back at, and lists read, within ten seconds")
      ->check(kCount);
  app.add_option("--exports-address", desk.exports_per_address, "finished matches fetched within a minute")
      ->check(kCount);
  app.add_option("--exports-held-address", desk.exports_held_per_address, "of these, not read to their end yet")
      ->check(kCount);
  app.add_option("--exports-held", desk.exports_held, "the same of everybody")->check(kCount);
  app.add_option("--reads-address", desk.reads_per_address, "pages read by HTTP within a minute")->check(kCount);
  app.add_option("--mails-address", desk.mails_per_address, "confirmations mailed within a quarter of an hour")
      ->check(kCount);
}

void declare_passwords(CLI::App& app, lobby::DeskSettings& desk) {
  app.option_defaults()->group("Passwords");
  app.add_option("--password-threads", desk.password_threads, "threads on which passwords are hashed")
      ->check(CLI::Range(1, 256));
  app.add_option("--password-queue", desk.password_queue, "hashes that wait")->check(kCount);
  app.add_option("--password-queue-address", desk.password_queue_per_address, "of them, of one address")->check(kCount);
}

void declare_backups(CLI::App& app, BackupSettings& backups, Raw& raw) {
  app.option_defaults()->group("Backups");
  app.add_option("--backup-folder", raw.backup_folder, "copies of the database are made here while the server runs");
  app.add_option("--backup-minutes", raw.backup_minutes, "time between two of them")->check(CLI::Range(0.001, 1e6));
  app.add_option("--backup-keep", backups.keep, "so many of the newest are kept")->check(kCount);
  app.add_option("--backup-days", backups.days, "and the last one of each of so many days")
      ->check(CLI::Range(0, 36500));
}

void declare_limits(CLI::App& app, net::Limits& limits, Raw& raw) {
  app.option_defaults()->group("Limits");
  app.add_option("--max-message-bytes", limits.message_bytes, "one message from a client")->check(kBytes);
  app.add_option("--max-header-bytes", limits.header_bytes, "the head of one HTTP request")->check(kBytes);
  app.add_option("--frames-per-second", limits.frames_per_second, "messages from one connection")->check(kCount);
  app.add_option("--frames-burst", limits.frames_burst, "messages at once")->check(kCount);
  app.add_option("--bytes-per-second", limits.bytes_per_second, "bytes from one connection")->check(kBytes);
  app.add_option("--bytes-burst", limits.bytes_burst, "bytes at once")->check(kBytes);
  app.add_option("--max-connections", limits.connections, "connections in all")->check(kCount);
  app.add_option("--max-connections-per-address", limits.connections_per_address, "connections of one address")
      ->check(kCount);
  app.add_option("--handshake-seconds", raw.handshake, "time for TLS, for an HTTP request, for the first Hello")
      ->check(kSeconds);
  app.add_option("--idle-seconds", raw.idle, "a silent connection is closed; pings go out after half of it")
      ->check(kSeconds);
  app.add_option("--drain-seconds", raw.drain, "how long a stopping server waits for its connections")->check(kSeconds);
  app.add_option("--queue-messages", limits.queue_messages, "messages waiting for a slow reader")->check(kCount);
  app.add_option("--queue-bytes", limits.queue_bytes, "bytes waiting for a slow reader")->check(kBytes);
  app.add_option("--queue-total-bytes", limits.queue_total_bytes, "bytes waiting for all readers")->check(kBytes);
  app.add_option("--max-bad-frames", limits.bad_frames, "malformed messages before a connection is closed")
      ->check(kCount);
}

void declare_migrate(CLI::App& app, Raw& raw) {
  CLI::App* migrate =
      app.add_subcommand("migrate", "copy everything that is kept into another kind of database, and end");
  const CLI::IsMember kinds({"sqlite", "postgres"});
  migrate->add_option("--from", raw.migrate_from, "sqlite: the file in the data folder; postgres: what store says")
      ->check(kinds)
      ->required();
  migrate->add_option("--to", raw.migrate_to, "the other one; it must be new")->check(kinds)->required();
  migrate->fallthrough();
  migrate->callback([&raw] { raw.migrate = true; });
}

void declare(CLI::App& app, Settings& settings, Raw& raw) {
  declare_network(app, settings, raw);
  declare_folders(app, settings.postgres, raw);
  declare_server(app, settings, raw);
  declare_mail(app, settings.mail, raw);
  declare_calls(app, raw);
  declare_player_quotas(app, settings.desk);
  declare_address_quotas(app, settings.desk);
  declare_passwords(app, settings.desk);
  declare_backups(app, settings.backups, raw);
  declare_limits(app, settings.net.limits, raw);
  app.option_defaults()->group("Options");
  app.add_option("--backup", raw.backup, "write a copy of the database to this file and end")->configurable(false);
  app.add_flag("--check", raw.check, "check the database, every match row by row, and end")->configurable(false);
  app.add_flag("--vacuum", raw.vacuum,
               "write the database anew without its free pages, and end; no server may be running")
      ->configurable(false);
  app.add_option("--restore", raw.restore,
                 "put this match, or all, back as a backup has it, and end; no server may be running")
      ->configurable(false);
  app.add_option("--restore-from", raw.restore_from, "that backup")->check(CLI::ExistingFile)->configurable(false);
  app.add_flag("--drill", raw.drill, "try to restore the newest copy in backup-folder, somewhere else, and end")
      ->configurable(false);
  app.add_option("--mail-test", raw.mail_test, "send a mail to this address, tell what the relay said, and end")
      ->check(check_mailbox)
      ->configurable(false);
  declare_migrate(app, raw);
  app.add_flag("--mail-returned", raw.mail_returned,
               "read a mail that came back, or a complaint, from standard input: no more mail to that address")
      ->configurable(false);
}

// The first line CLI11's message says all that matters here.
std::string first_line(const CLI::ParseError& error) {
  const std::string text = error.what();
  return text.substr(0, text.find('\n'));
}

std::string trimmed(std::string text) { return CLI::detail::trim(text); }

// Checks every line of a file by itself, as CLI11 knows no lines.
std::optional<std::string> mistake_in(const std::string& path) {
  std::ifstream in(path);
  if (!in) return path + ": cannot be read";
  std::map<std::string, int> seen;
  std::string text;
  for (int line = 1; std::getline(in, text); ++line) {
    const std::string place = path + ", line " + std::to_string(line) + ": ";
    text = trimmed(text);
    if (text.empty() || text[0] == '#' || text[0] == ';') continue;
    if (text[0] == '[') return place + "sections are not used here";
    const auto equals = text.find('=');
    if (equals == text.npos) return place + "not of the form key = value";
    const std::string key = trimmed(text.substr(0, equals));

    Settings settings;
    Raw raw;
    CLI::App app;
    declare(app, settings, raw);
    const CLI::Option* option = app.get_option_no_throw("--" + key);
    if (!option || !option->get_configurable()) return place + "there is no key '" + key + "'";
    if (const auto [before, is_new] = seen.emplace(key, line); !is_new) {
      return place + key + ": given before, on line " + std::to_string(before->second);
    }
    try {
      std::istringstream one(text);
      const std::vector<CLI::ConfigItem> items = CLI::ConfigTOML().from_config(one);
      std::vector<std::string> arguments;
      for (const CLI::ConfigItem& item : items) {
        for (const std::string& input : item.inputs) arguments.push_back("--" + key + "=" + input);
      }
      if (arguments.empty()) return place + key + ": has no value";
      std::ranges::reverse(arguments);  // as CLI11 wants them
      app.parse(std::move(arguments));
    } catch (const CLI::ParseError& error) {
      return place + key + ": " + first_line(error);
    }
  }
  return in.bad() ? std::optional(path + ": cannot be read") : std::nullopt;
}

// --config FILE or --config=FILE.
std::optional<std::string> config_file(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--config" && i + 1 < argc) return argv[i + 1];
    if (argument.starts_with("--config=")) return std::string(argument.substr(9));
  }
  return std::nullopt;
}

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

std::optional<std::string> complete_mail(MailSettings& mail, const Raw& raw) {
  if (mail.relay.url.empty() != mail.from.empty())
    return mail.from.empty() ? "mail-relay: needs mail-from as well" : "mail-from: needs mail-relay as well";
  if (!raw.mail_test.empty() && mail.relay.url.empty()) return "mail-test: needs mail-relay and mail-from";
  if (mail.bounces.find('@') != mail.bounces.npos && mail.bounces.find('@') > kLongestBounces)
    return "mail-bounces: too long before the sign";
  if (raw.mail_returned && mail.bounces.empty()) return "mail-returned: needs mail-bounces";
  if (mail.relay.user.empty() != raw.mail_password_file.empty())
    return mail.relay.user.empty() ? "mail-password-file: needs mail-user as well"
                                   : "mail-user: needs mail-password-file as well";
  if (!raw.mail_password_file.empty()) {
    std::ifstream in(raw.mail_password_file);
    if (!std::getline(in, mail.relay.password) || mail.relay.password.empty())
      return "mail-password-file: its first line is empty";
  }
  mail.relay.needs_tls = !raw.mail_plain;
  mail.after = milliseconds(raw.notice);
  return std::nullopt;
}

// What is about a file, or needs a PostgreSQL.
std::optional<std::string> complete_store(Settings& settings, const Raw& raw) {
  const bool postgres = !settings.postgres.url.empty();
  if (raw.migrate) {
    if (!postgres) return "migrate: needs store";
    if (raw.migrate_from == raw.migrate_to) return "migrate: from one kind to the other";
    settings.into_postgres = raw.migrate_to == "postgres";
    settings.job = Job::kMigrate;
    return std::nullopt;
  }
  if (postgres && (!raw.backup_folder.empty() || !raw.backup.empty() || !raw.restore.empty()))
    return "store: copies of a PostgreSQL are made by its own means (pg_dump); backup-folder, backup and restore are "
           "of a file";
  return std::nullopt;
}

std::optional<std::string> complete(Settings& settings, const Raw& raw) {
  if (raw.certificate.empty() != raw.key.empty()) {
    return raw.key.empty() ? "tls-certificate: needs tls-key as well" : "tls-key: needs tls-certificate as well";
  }
  if (!raw.certificate.empty()) settings.net.tls = net::TlsFiles{raw.certificate, raw.key};
  settings.net.origins = raw.origins;
  for (const std::string& one : raw.trusted_proxies) settings.net.trusted_proxies.add(one);
  for (const std::string& one : raw.metrics_from) settings.net.metrics_from.add(one);
  settings.net.limits.handshake = milliseconds(raw.handshake);
  settings.net.limits.idle = milliseconds(raw.idle);
  settings.net.limits.drain = milliseconds(raw.drain);
  settings.idle_match = milliseconds(raw.idle_match);
  settings.net.web = raw.web;
  settings.net.pages = raw.pages;
  settings.scenarios = raw.scenarios;
  settings.overlay = raw.overlay;
  settings.data = raw.data;
  settings.backup = raw.backup;
  settings.log.level = spdlog::level::from_str(raw.log_level);
  settings.log.format = raw.log_format == "json" ? LogFormat::kJson : LogFormat::kText;
  if (const auto mistake = complete_mail(settings.mail, raw)) return mistake;
  settings.calls.on = !raw.no_calls;
  for (const std::string& one : raw.call_networks) settings.calls.allowed.add(one);
  if (raw.migrate + raw.check + !raw.backup.empty() + !raw.restore.empty() + raw.drill + !raw.mail_test.empty() +
          raw.mail_returned + raw.vacuum >
      1)
    return "check, backup, restore, drill, mail-test, mail-returned, vacuum, migrate: one at a time";
  if (raw.restore.empty() != raw.restore_from.empty()) return "restore: needs restore-from, and the other way round";
  settings.backups.folder = raw.backup_folder;
  settings.backups.every = milliseconds(raw.backup_minutes * 60);
  if (raw.drill && raw.backup_folder.empty()) return "drill: needs backup-folder";
  settings.mail_test = raw.mail_test;
  settings.restore = raw.restore;
  if (raw.check) settings.job = Job::kCheck;
  if (!raw.backup.empty()) settings.job = Job::kBackup;
  if (raw.drill) settings.job = Job::kDrill;
  if (!raw.mail_test.empty()) settings.job = Job::kMailTest;
  if (raw.vacuum) settings.job = Job::kVacuum;
  if (raw.mail_returned) settings.job = Job::kMailReturned;
  if (!raw.restore.empty()) {
    settings.job = Job::kRestore;
    settings.backup = raw.restore_from;
  }
  return complete_store(settings, raw);
}

}  // namespace

std::variant<Settings, Exit> read_settings(int argc, const char* const* argv) {
  if (const auto path = config_file(argc, argv)) {
    if (auto mistake = mistake_in(*path)) return Exit{2, *mistake};
  }
  Settings settings;
  settings.threads = std::clamp(std::thread::hardware_concurrency(), 1u, 4u);
  Raw raw;
  CLI::App app("Wardroom: a server for hidden-information naval wargames", "wardroom-server");
  app.set_version_flag("--version", std::string(build_id()));
  declare(app, settings, raw);
  app.set_config("--config", "", "file with these settings, a line each: port = 8017");
  app.allow_config_extras(CLI::config_extras_mode::error);
  try {
    app.parse(argc, const_cast<char**>(argv));
  } catch (const CLI::CallForVersion& version) {
    return Exit{0, std::string(version.what()) + "\n"};
  } catch (const CLI::Success&) {
    return Exit{0, app.help()};
  } catch (const CLI::ParseError& error) {
    return Exit{2, first_line(error)};
  }
  if (auto mistake = complete(settings, raw)) return Exit{2, *mistake};
  std::error_code error;
  find_folders(settings, fs::read_symlink("/proc/self/exe", error));
  return settings;
}

void find_folders(Settings& settings, const fs::path& program) {
  const fs::path bin = program.parent_path();
  const auto first = [&](std::initializer_list<fs::path> candidates) {
    std::error_code error;
    for (const fs::path& one : candidates) {
      if (fs::exists(one, error)) return fs::weakly_canonical(one, error);
    }
    return fs::path();
  };
  const fs::path source = bin / "../..";
  const fs::path share = bin / "../share/wardroom";  // where `cmake --install` puts the same folders
  if (settings.scenarios.empty()) settings.scenarios = first({source / "scenarios", share / "scenarios"});
  if (settings.net.web.empty()) {
    const fs::path page = first({source / "client/web/dist/index.html", share / "client/web/dist/index.html",
                                 source / "client/web/static/index.html", share / "client/web/static/index.html"});
    settings.net.web = page.parent_path();
  }
  if (settings.words.empty()) settings.words = first({source / "common/text", share / "common/text"});
}

}  // namespace wardroom
