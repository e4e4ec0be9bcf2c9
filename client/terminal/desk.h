// Desk: what every command of the program shares: options, words, voice and the way to a server.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "client/terminal/client.h"
#include "client/terminal/library.h"
#include "client/terminal/token_file.h"
#include "client/terminal/voice.h"

namespace wardroom::terminal {

inline constexpr int kExitGood = 0;
inline constexpr int kExitRefused = 1;  // the server, the file or the rules said no
inline constexpr int kExitUsage = 2;
inline constexpr int kExitNotAsked = 3;  // `act` when there is no question

class Desk {
 public:
  explicit Desk(Library books) : library(std::move(books)) {}

  // -- options --
  Library library;
  std::string url{kDefaultUrl};
  std::string profile = "default";
  std::string account;      // sign in as
  std::string name;         // of a guest
  std::string authorities;  // a PEM file trusted for TLS beside the system's
  bool json = false;

  std::function<int()> run;  // set by the command that was chosen

  // -- what commands use --
  Voice& voice();
  int refused(const v1::Refusal& refusal);
  int refused(const Refusal& refusal) { return refused(to_wire(refusal)); }

  enum class Need { kNobody, kSomebody };  // somebody: signs in, or plays as a guest
  Answer<std::unique_ptr<Client>> connect(Need need);
  Answer<v1::SignedIn> signed_in(Client& client, v1::ClientFrame frame);  // asks, and keeps the token
  void forget_token();
  Result<Address> address() const;
  // Who this connection turned out to be when it was made.
  const std::optional<v1::SignedIn>& known() const { return known_; }
  // Asked for without being shown when a person types it; $WARDROOM_PASSWORD goes before.
  std::string ask_password(const Text& prompt);
  std::string ask_code();  // of a second factor; $WARDROOM_CODE goes before

 private:
  std::string ask_hidden(const Text& prompt, const char* variable);
  void hear_of_host(Client& client, const v1::SignedIn& who);  // what he has done since

  std::optional<v1::SignedIn> known_;
  std::unique_ptr<Voice> voice_;
};

void add_account_commands(CLI::App& app, Desk& desk);
void add_admin_commands(CLI::App& app, Desk& desk);
void add_event_commands(CLI::App& app, Desk& desk);
void add_calendar_commands(CLI::App& app, Desk& desk);
void add_match_commands(CLI::App& app, Desk& desk);
void add_play_command(CLI::App& app, Desk& desk);

}  // namespace wardroom::terminal
