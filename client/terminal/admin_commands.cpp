// admin: what a host does, said to the running server by the socket in its data folder.
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "client/terminal/desk.h"
#include "common/admin.h"
#include "common/frame.h"

namespace wardroom::terminal {
namespace {

namespace asio = boost::asio;

struct AdminOptions {
  std::string data = "wardroom-data";
  std::string name, to, match, file;
  std::uint32_t days = 0;
  v1::Administer asked;
};

// Asks the server whose data these are.
Answer<v1::ServerFrame> ask_host(const AdminOptions& options) {
  const std::filesystem::path path = std::filesystem::path(options.data) / kAdminSocket;
  v1::ClientFrame frame;
  frame.set_request(1);
  *frame.mutable_administer() = options.asked;
  try {
    asio::io_context io;
    asio::local::stream_protocol::socket socket(io);
    socket.connect(path.string());
    asio::write(socket, asio::buffer(admin_bytes(frame.SerializeAsString())));
    AdminLength length{};
    asio::read(socket, asio::buffer(length));
    std::string bytes(admin_length(length), '\0');
    asio::read(socket, asio::buffer(bytes));
    auto answer = decode_server(bytes);
    if (!answer) return to_wire(answer.error());
    if (answer->has_refusal()) return answer->refusal();
    return std::move(*answer);
  } catch (const boost::system::system_error& error) {
    return refusal(v1::REFUSAL_CODE_UNAVAILABLE,
                   Text("terminal.admin.no_server").word("file", path.string()).word("error", error.code().message()));
  }
}

int ask(Desk& desk, const AdminOptions& options) {
  const auto answer = ask_host(options);
  if (!answer) return desk.refused(answer.error());
  if (!options.asked.has_export_data()) {
    const bool listed = options.asked.has_troubled() || options.asked.has_log();
    const bool none = answer->administered().matches().empty() && answer->administered().log().empty();
    if (listed && none && !desk.json) {
      desk.voice().note("terminal.admin.none");
    } else {
      desk.voice().answer(*answer);
    }
    return kExitGood;
  }
  if (options.file.empty()) {
    std::cout << answer->administered().json() << std::endl;
    return kExitGood;
  }
  std::ofstream out(options.file, std::ios::binary);
  out << answer->administered().json() << std::flush;
  if (!out)
    return desk.refused(refuse(RefusalCode::kUnavailable, Text("terminal.not_written").word("file", options.file)));
  return kExitGood;
}

std::int64_t days_from_now_ms(std::uint32_t days) {
  const auto then = std::chrono::system_clock::now() + std::chrono::days(days);
  return std::chrono::duration_cast<std::chrono::milliseconds>(then.time_since_epoch()).count();
}

// One act: its words on the command line, and what it fills into what is asked.
struct Acts {
  CLI::App* admin;
  Desk& desk;
  std::shared_ptr<AdminOptions> options;

  CLI::App* add(const char* name, const char* does, std::function<void(AdminOptions&)> fill) const {
    CLI::App* command = admin->add_subcommand(name, does);
    command->callback([&at = desk, given = options, fill = std::move(fill)] {
      at.run = [&at, given, fill] {
        fill(*given);
        return ask(at, *given);
      };
    });
    return command;
  }
  CLI::App* on_account(const char* name, const char* does, std::function<void(AdminOptions&)> fill) const {
    CLI::App* command = add(name, does, std::move(fill));
    command->add_option("NAME", options->name, "of the account")->required();
    command->add_option("--reason", *options->asked.mutable_reason(), "kept in the log and told to him");
    return command;
  }
  CLI::App* on_match(const char* name, const char* does, std::function<void(AdminOptions&)> fill) const {
    CLI::App* command = add(name, does, std::move(fill));
    command->add_option("MATCH", options->match, "its id")->required();
    command->add_option("--reason", *options->asked.mutable_reason(), "kept in the log and told to its players");
    return command;
  }
};

using Administer = v1::Administer;

std::function<void(AdminOptions&)> of(Administer::Whom* (Administer::*act)()) {
  return [act](AdminOptions& given) { (given.asked.*act)()->set_name(given.name); };
}

void add_account_acts(const Acts& acts) {
  acts.on_account("ban", "Signed out everywhere, and not let in again", of(&Administer::mutable_ban));
  acts.on_account("lift-ban", "Let in again", of(&Administer::mutable_lift_ban));
  acts.on_account("mute", "Says nothing in any match for so long",
                  [](AdminOptions& given) {
                    given.asked.mutable_mute()->set_name(given.name);
                    given.asked.mutable_mute()->set_until_ms(days_from_now_ms(given.days));
                  })
      ->add_option("--days", acts.options->days, "from now on")
      ->required();
  acts.on_account("unmute", "Speaks again", of(&Administer::mutable_unmute));
  acts.on_account("rename", "Is called otherwise",
                  [](AdminOptions& given) {
                    given.asked.mutable_rename()->set_name(given.name);
                    given.asked.mutable_rename()->set_to(given.to);
                  })
      ->add_option("TO", acts.options->to, "the new name")
      ->required();
  acts.on_account("sign-out", "Signed out everywhere, programs too", of(&Administer::mutable_sign_out));
  acts.on_account("end-factor", "Signs in by the password alone: what made the codes is lost",
                  of(&Administer::mutable_end_factor));
  acts.on_account("grant", "May do all of this over the page, with a second factor, but give this right",
                  of(&Administer::mutable_grant));
  acts.on_account("revoke", "May not any more", of(&Administer::mutable_revoke));
  acts.on_account("delete", "The account goes for good; finished matches stay, without the name",
                  of(&Administer::mutable_delete_account));
  acts.on_account("export", "What is kept of somebody, as JSON", of(&Administer::mutable_export_data))
      ->add_option("FILE", acts.options->file, "write it there");
}

void add_match_acts(const Acts& acts) {
  acts.add("matches", "Those that are parked or held, and why",
           [](AdminOptions& given) { given.asked.mutable_troubled()->set_after(given.to); })
      ->add_option("--after", acts.options->to, "those after this one");
  acts.on_match("repair", "A parked match is loaded again and goes on",
                [](AdminOptions& given) { given.asked.mutable_repair()->set_match(given.match); });
  CLI::App* verdict =
      acts.on_match("adjudicate", "Proposes an end to both players; without --winner a draw", [](AdminOptions& given) {
        Administer::Verdict& how = *given.asked.mutable_adjudicate();
        how.set_match(given.match);
        if (given.to == "score") how.set_by_score(true);
        if (given.to == "first") how.set_winner(0);
        if (given.to == "second") how.set_winner(1);
      });
  verdict->add_option("--winner", acts.options->to, "first or second seat; score: as it stands, against par")
      ->check(CLI::IsMember({"first", "second", "score"}));
  acts.on_match("rewind", "Proposes to both players to go back to where this part of the match began",
                [](AdminOptions& given) { given.asked.mutable_rewind()->set_match(given.match); });
}

}  // namespace

void add_admin_commands(CLI::App& app, Desk& desk) {
  const auto options = std::make_shared<AdminOptions>();
  CLI::App* admin =
      app.add_subcommand("admin", "What a host does, on the server's own machine; every act is kept in a log");
  admin->require_subcommand(1);
  admin->fallthrough();
  admin->add_option("--data", options->data, "the data folder of the running server")
      ->capture_default_str()
      ->envname("WARDROOM_DATA");
  const Acts acts{admin, desk, options};
  add_account_acts(acts);
  add_match_acts(acts);
  CLI::App* log = acts.add("log", "What was done, the newest first",
                           [](AdminOptions& given) { given.asked.mutable_log()->set_name(given.name); });
  log->add_option("--of", options->name, "what concerns this account");
  log->add_option_function<std::uint64_t>(
      "--before", [options](std::uint64_t before) { options->asked.mutable_log()->set_before(before); },
      "older than this one");
  log->add_option_function<std::uint32_t>(
      "--limit", [options](std::uint32_t limit) { options->asked.mutable_log()->set_limit(limit); }, "so many");
}

}  // namespace wardroom::terminal
