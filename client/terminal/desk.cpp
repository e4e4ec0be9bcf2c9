#include "client/terminal/desk.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "client/terminal/hidden_line.h"

namespace wardroom::terminal {

Voice& Desk::voice() {
  if (!voice_) {
    auto words = library.words();
    if (!words) {
      std::cerr << bare(words.error().reason) << std::endl;
      words = Words(std::make_shared<Catalog>(), library.language);
    }
    voice_ = json ? json_voice(std::cout, library, *words) : plain_voice(std::cout, library, *words);
    if (winsize window{}; ::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0)
      voice_->wrap(window.ws_col);
  }
  return *voice_;
}

int Desk::refused(const v1::Refusal& refusal) {
  voice().refused(refusal);
  return kExitRefused;
}

Answer<std::unique_ptr<Client>> Desk::connect(Need need) {
  const auto where = address();
  if (!where) return to_wire(where.error());
  const TokenFile file(*where, profile);
  Client::Settings settings;
  settings.address = *where;
  settings.language = library.language;
  settings.token = file.read();
  settings.parts = std::filesystem::path(file.path()).replace_extension(".parts");
  settings.first_patience = std::chrono::seconds(3);  // it may be restarting
  auto client = std::make_unique<Client>(std::move(settings));
  const auto welcome = client->connect();
  if (!welcome) return welcome.error();

  const bool known = welcome->has_signed_in();
  if (known) known_ = welcome->signed_in();
  v1::ClientFrame frame;
  if (!account.empty() && !(known && welcome->signed_in().name() == account)) {
    auto& sign_in = *frame.mutable_sign_in();
    sign_in.set_name(account);
    sign_in.set_password(ask_password(Text("terminal.password").word("name", account)));
    sign_in.set_device("wardroom-terminal");
  } else if (!known && need == Need::kSomebody) {
    frame.mutable_play_as_guest()->set_name(name);
  } else {
    if (known) hear_of_host(*client, welcome->signed_in());
    return client;
  }
  auto in = signed_in(*client, frame);
  if (!in && frame.has_sign_in() && in.error().reason().id() == "refusal.code_wanted") {
    frame.mutable_sign_in()->set_code(ask_code());
    in = signed_in(*client, std::move(frame));
  }
  if (!in) return in.error();
  return client;
}

Answer<v1::SignedIn> Desk::signed_in(Client& client, v1::ClientFrame frame) {
  const auto answer = client.ask(std::move(frame));
  if (!answer) return answer.error();
  voice().answer(*answer);
  const auto where = address();
  if (!answer->signed_in().token().empty() && where) {
    if (const auto kept = TokenFile(*where, profile).write(answer->signed_in().token()); !kept) refused(kept.error());
  }
  hear_of_host(client, answer->signed_in());
  return answer->signed_in();
}

void Desk::hear_of_host(Client& client, const v1::SignedIn& who) {
  if (who.unread() == 0) return;
  v1::ClientFrame frame;
  frame.mutable_ask_host_acts();
  if (const auto acts = client.ask(std::move(frame))) voice().answer(*acts);
}

void Desk::forget_token() {
  if (const auto where = address()) TokenFile(*where, profile).remove();
}

Result<Address> Desk::address() const {
  Result<Address> where = parse_address(url);
  if (where) where->authorities = authorities;
  return where;
}

std::string Desk::ask_password(const Text& prompt) { return ask_hidden(prompt, "WARDROOM_PASSWORD"); }
std::string Desk::ask_code() { return ask_hidden("terminal.factor_code", "WARDROOM_CODE"); }

std::string Desk::ask_hidden(const Text& prompt, const char* variable) {
  if (const char* given = std::getenv(variable)) return given;
  const auto words = library.words();
  return read_hidden_line(words ? (*words)(prompt) : bare(prompt));
}

}  // namespace wardroom::terminal
