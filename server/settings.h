// Settings: what a host may configure, on the command line or in a file.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

#include "server/lobby/settings.h"
#include "server/logging.h"
#include "server/mail/relay.h"
#include "server/net/server.h"

namespace wardroom {

// What the program is asked to do.
enum class Job { kServe, kBackup, kCheck, kRestore, kDrill, kMailTest, kMailReturned, kVacuum, kMigrate };

// Where mail is handed over; without a relay none is sent.
struct MailSettings {
  mail::RelaySettings relay;
  std::string from;
  std::string bounces;                       // where what cannot be delivered comes back to; empty: to `from`
  std::string public_url;                    // where players reach this server; empty: where it listens
  std::chrono::milliseconds after{120'000};  // whoever is here sees it by himself meanwhile
};

// Hooks of players and the push services of their browsers.
struct CallSettings {
  bool on = true;
  net::AddressList allowed;  // networks that may be called although they are private
};

// Copies of the database that a running server makes.
struct BackupSettings {
  std::filesystem::path folder;  // empty: it makes none
  std::chrono::milliseconds every{3'600'000};
  std::uint32_t keep = 24;  // of the newest
  std::uint32_t days = 14;  // of which the last one is kept too
};

// A PostgreSQL that everything is kept in, in place of a file in the data folder.
struct PostgresSettings {
  std::string url;                // empty: the file
  std::uint32_t connections = 2;  // that write
};

struct Settings {
  net::Settings net;
  MailSettings mail;
  CallSettings calls;
  BackupSettings backups;
  std::filesystem::path data = "wardroom-data";  // the database is in here, where it is a file
  PostgresSettings postgres;
  std::filesystem::path scenarios;
  std::filesystem::path overlay;  // empty: none
  std::filesystem::path words;    // the platform's text catalogs
  unsigned threads = 1;
  LogSettings log;
  std::chrono::milliseconds idle_match{60'000};
  std::chrono::milliseconds presence{1'000};
  std::uint32_t observer_delay = 0;
  std::uint32_t open_days = 7;
  std::uint32_t session_days = 90;
  std::uint32_t guest_days = 30;
  std::uint32_t guest_match_days = 60;
  bool directors_need_factor = true;
  lobby::DeskSettings desk;  // how much people may ask for; the rest of it follows from what stands here
  unsigned bot_threads = 2;  // so that two seats of one match need not wait for each other
  Job job = Job::kServe;
  std::filesystem::path backup;  // kBackup: to where; kRestore: from where
  std::string restore;           // kRestore: which match, or all
  std::string mail_test;         // kMailTest: to whom
  bool into_postgres = false;    // kMigrate: from the file; or the other way round

  std::filesystem::path database() const { return data / "wardroom.sqlite"; }
};

// The program should end: with a message, and this code.
struct Exit {
  int code = 0;
  std::string message;
};

// A mistake is told with its key and, in a file, its line; its code is 2.
std::variant<Settings, Exit> read_settings(int argc, const char* const* argv);

// Where things are when nothing is said: beside the sources this program was built from, or installed.
void find_folders(Settings& settings, const std::filesystem::path& program);

}  // namespace wardroom
