// What a host may set about the lobby.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "common/catalog.h"
#include "common/frame.h"
#include "server/match/services.h"

namespace wardroom::lobby {

struct DeskSettings {
  // Argon2id: what libsodium calls interactive.
  unsigned long long password_operations = 2;
  std::size_t password_memory = 64 * 1024 * 1024;
  std::size_t password_threads = 1;
  std::size_t password_queue = 1000;           // waiting at once; more are turned away
  std::size_t password_queue_per_address = 8;  // of them; addresses take turns

  // Within the window, per name (after these each waits longer) and per address.
  std::chrono::milliseconds window{15 * 60 * 1000};
  std::uint32_t wrong_passwords_per_name = 10;
  std::uint32_t wrong_passwords_per_address = 50;
  std::uint32_t new_accounts_per_address = 60;  // guests too

  bool directors_need_factor = true;  // whoever makes or directs an event has a second factor

  bool mail = true;                     // is sent, where there is a mailroom
  bool hooks = false;                   // are called
  bool plain_hooks = false;             // also without TLS: only to networks that the host has allowed
  std::string push_key;                 // what browsers subscribe with; empty: no pushes are sent
  std::uint32_t mails_per_account = 5;  // that one asks for oneself: confirmations and tests
  std::uint32_t mails_per_address = 5;  // confirmations, whoever asks for them
  std::uint32_t resets_per_name = 3;
  std::chrono::hours link_session_for{24};

  std::uint32_t challenges_per_account = 30;  // rematches too

  std::uint32_t open_matches_per_account = 20;
  std::uint32_t running_matches_per_account = 100;
  std::uint32_t new_matches_per_account = 60;  // within the window
  // The same of an address, whoever plays there: a household, or a club.
  std::uint32_t open_matches_per_address = 100;
  std::uint32_t running_matches_per_address = 500;
  std::uint32_t new_matches_per_address = 300;

  // By HTTP, within a window of its own.
  std::chrono::milliseconds reads_window{60 * 1000};
  std::uint32_t reads_per_address = 120;
  std::uint32_t reads_per_token = 600;
  std::uint32_t exports_per_address = 60;
  std::uint32_t exports_held = 16;  // being read at once
  std::uint32_t exports_held_per_address = 4;
  // How often a match is attached to, played again or looked back at, and lists and pages are read, within a window
  // that is short: whoever takes all of it at once is through before others have waited long.
  std::chrono::milliseconds looks_window{10 * 1000};
  std::uint32_t looks_per_account = 200;
  std::uint32_t looks_per_address = 1'000;
  std::uint32_t own_data_per_account = 5;  // within the window

  std::chrono::days session_for{90};      // since it was last used
  std::chrono::days guest_for{30};        // the same, of one who sits in no match that goes on
  std::chrono::days guest_match_for{60};  // a match of guests alone ends when nobody has moved for so long
  std::size_t attachments_per_connection = 16;
  std::uint32_t observer_delay = 0;           // of a match that does not say
  std::uint32_t max_frame = kMaxClientFrame;  // told in Welcome
  std::shared_ptr<const Catalog> words;       // the platform's
  std::function<std::int64_t()> now_ms = match::system_now_ms;
};

}  // namespace wardroom::lobby
