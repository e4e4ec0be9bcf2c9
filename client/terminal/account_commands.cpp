// signup, signin, signout, sessions, password, second-factor, delete-account, my-data.
#include <fstream>
#include <iostream>

#include "client/terminal/desk.h"

namespace wardroom::terminal {
namespace {

struct AccountOptions {
  std::string name;
  std::string email;
  std::string session;
  std::string file;
  std::string factor;
};

int sign_up(Desk& desk, const AccountOptions& options) {
  auto client = desk.connect(Desk::Need::kNobody);
  if (!client) return desk.refused(client.error());
  const std::string password = desk.ask_password(Text("terminal.choose_password").word("name", options.name));
  const auto fill = [&](auto& account) {
    account.set_name(options.name);
    account.set_email(options.email);
    account.set_password(password);
  };
  v1::ClientFrame frame;
  if (desk.known() && desk.known()->guest()) {
    fill(*frame.mutable_keep_guest());  // with the matches he has
  } else {
    fill(*frame.mutable_sign_up());
  }
  const auto in = desk.signed_in(**client, std::move(frame));
  return in ? kExitGood : desk.refused(in.error());
}

int sign_in(Desk& desk, const AccountOptions& options) {
  desk.account = options.name;
  const auto client = desk.connect(Desk::Need::kSomebody);
  return client ? kExitGood : desk.refused(client.error());
}

// Connects as whoever one is, asks one thing, says the answer.
int ask_once(Desk& desk, v1::ClientFrame frame) {
  auto client = desk.connect(Desk::Need::kNobody);
  if (!client) return desk.refused(client.error());
  const auto answer = (*client)->ask(std::move(frame));
  if (!answer) return desk.refused(answer.error());
  desk.voice().answer(*answer);
  return kExitGood;
}

// The token stays: it opens nothing any more, but by it the server knows the device when one signs in again.
int sign_out(Desk& desk) {
  v1::ClientFrame frame;
  frame.mutable_sign_out();
  return ask_once(desk, std::move(frame));
}

int sessions(Desk& desk, const AccountOptions& options) {
  v1::ClientFrame frame;
  if (options.session.empty()) {
    frame.mutable_list_sessions();
  } else {
    frame.mutable_end_session()->set_session(options.session);
  }
  return ask_once(desk, std::move(frame));
}

int change_password(Desk& desk) {
  v1::ClientFrame frame;
  auto& change = *frame.mutable_change_password();
  change.set_old_password(desk.ask_password("terminal.old_password"));
  const char* fresh = std::getenv("WARDROOM_NEW_PASSWORD");
  change.set_new_password(fresh ? std::string(fresh) : desk.ask_password("terminal.new_password"));
  return ask_once(desk, std::move(frame));
}

int second_factor(Desk& desk, const AccountOptions& options) {
  v1::ClientFrame frame;
  if (options.factor.empty()) {
    frame.mutable_ask_factor();
  } else if (options.factor == "begin") {
    frame.mutable_begin_factor()->set_password(desk.ask_password("terminal.old_password"));
  } else if (options.factor == "confirm") {
    frame.mutable_confirm_factor()->set_code(desk.ask_code());
  } else {
    frame.mutable_end_factor()->set_code(desk.ask_code());
  }
  return ask_once(desk, std::move(frame));
}

int delete_account(Desk& desk) {
  v1::ClientFrame frame;
  frame.mutable_delete_account()->set_password(desk.ask_password("terminal.delete_password"));
  const int exit = ask_once(desk, std::move(frame));
  if (exit == kExitGood) desk.forget_token();
  return exit;
}

int my_data(Desk& desk, const AccountOptions& options) {
  auto client = desk.connect(Desk::Need::kNobody);
  if (!client) return desk.refused(client.error());
  v1::ClientFrame frame;
  frame.mutable_export_my_data();
  const auto answer = (*client)->ask(std::move(frame));
  if (!answer) return desk.refused(answer.error());
  if (options.file.empty()) {
    std::cout << answer->my_data().json() << std::endl;
    return kExitGood;
  }
  std::ofstream out(options.file, std::ios::binary);
  out << answer->my_data().json() << std::flush;
  if (!out)
    return desk.refused(refuse(RefusalCode::kUnavailable, Text("terminal.not_written").word("file", options.file)));
  desk.voice().note(Text("terminal.written").word("file", options.file));
  return kExitGood;
}

}  // namespace

void add_account_commands(CLI::App& app, Desk& desk) {
  const auto options = std::make_shared<AccountOptions>();

  CLI::App* up = app.add_subcommand(
      "signup",
      "Make an account, keeping a guest's matches; the password is asked for, or taken from $WARDROOM_PASSWORD");
  up->add_option("NAME", options->name)->required();
  up->add_option("--email", options->email, "for mail about your matches");
  up->callback([&desk, options] { desk.run = [&desk, options] { return sign_up(desk, *options); }; });

  CLI::App* in = app.add_subcommand("signin", "Sign in, and stay signed in");
  in->add_option("NAME", options->name)->required();
  in->callback([&desk, options] { desk.run = [&desk, options] { return sign_in(desk, *options); }; });

  CLI::App* out = app.add_subcommand("signout", "Sign out here");
  out->callback([&desk] { desk.run = [&desk] { return sign_out(desk); }; });

  CLI::App* list = app.add_subcommand("sessions", "Where you are signed in");
  list->add_option("--end", options->session, "end this one");
  list->callback([&desk, options] { desk.run = [&desk, options] { return sessions(desk, *options); }; });

  CLI::App* password =
      app.add_subcommand("password", "Change your password ($WARDROOM_PASSWORD to $WARDROOM_NEW_PASSWORD)");
  password->callback([&desk] { desk.run = [&desk] { return change_password(desk); }; });

  CLI::App* factor = app.add_subcommand(
      "second-factor", "Whether signing in wants a code too; the code is asked for, or taken from $WARDROOM_CODE");
  factor->add_option("WHAT", options->factor, "begin: a new secret; confirm: by its code; end")
      ->check(CLI::IsMember({"begin", "confirm", "end"}));
  factor->callback([&desk, options] { desk.run = [&desk, options] { return second_factor(desk, *options); }; });

  CLI::App* gone = app.add_subcommand("delete-account", "Delete your account for good");
  gone->callback([&desk] { desk.run = [&desk] { return delete_account(desk); }; });

  CLI::App* data = app.add_subcommand("my-data", "Everything the server keeps about you");
  data->add_option("FILE", options->file, "write it there");
  data->callback([&desk, options] { desk.run = [&desk, options] { return my_data(desk, *options); }; });
}

}  // namespace wardroom::terminal
