// verify: proves a finished match from its export.
#include <google/protobuf/stubs/logging.h>

#include <fstream>
#include <iostream>
#include <sstream>

#include "client/terminal/json.h"
#include "client/tools/tools.h"
#include "common/hash.h"
#include "server/engine/verify.h"

namespace wardroom::terminal {
namespace {

std::string list_of(const std::vector<Proof::Unplayed>& unplayed) {
  std::string list;
  for (const Proof::Unplayed& stretch : unplayed) {
    list += list.empty() ? "" : ",";
    list += JsonObject()
                .number("revision", stretch.revision)
                .number("first", static_cast<std::int64_t>(stretch.first))
                .number("last", static_cast<std::int64_t>(stretch.last))
                .str();
  }
  return "[" + list + "]";
}

Text text_of(const v1::record::Head& head) {
  std::string hash;
  for (const std::string& promised : head.nonce_hashes()) hash += hex(promised);
  switch (head.exchange()) {
    case v1::EXCHANGE_BY_HASH:
      return Text("verify.exchange.by_hash").word("hash", hash);
    case v1::EXCHANGE_ALONE:
      return "verify.exchange.alone";
    case v1::EXCHANGE_KNOWN:
      return "verify.exchange.known";
    default:
      return "verify.exchange.in_clear";
  }
}

Text text_of_sides(const v1::record::Head& head) {
  const auto side = [](std::uint32_t seat) { return Text(seat == 0 ? "verify.side.first" : "verify.side.second"); };
  if (head.bids_size() != 2) return Text("verify.sides.drawn").text("seat", side(head.first_seat()));
  return Text("verify.sides.bid")
      .number("first", head.bids(0).points())
      .text("first_side", side(head.bids(0).seat()))
      .number("second", head.bids(1).points())
      .text("second_side", side(head.bids(1).seat()))
      .text("seat", side(head.first_seat()));
}

int run(Desk& desk, const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  if (!in) return desk.refused(refuse(RefusalCode::kNotFound, Text("data.unreadable_file").word("file", path)));
  const google::protobuf::LogSilencer quiet;  // what is wrong is said once, below
  const auto proof = verify(std::move(bytes).str(), [&](const std::string& id, const Bundle& bundle) {
    return desk.library.stored_title(id, bundle);
  });
  if (!proof) return desk.refused(proof.error());
  if (desk.json) {
    std::cout << JsonObject()
                     .member("proved", "true")
                     .member("head", to_json(proof->head))
                     .member("ending", to_json(proof->ending))
                     .number("rows", static_cast<std::int64_t>(proof->rows))
                     .number("actions", static_cast<std::int64_t>(proof->actions))
                     .number("draws", static_cast<std::int64_t>(proof->draws))
                     .number("undone", static_cast<std::int64_t>(proof->undone))
                     .number("epochs", proof->epochs)
                     .member("not_replayed", list_of(proof->unplayed))
                     .str()
              << std::endl;
    return kExitGood;
  }
  Voice& voice = desk.voice();
  voice.note(Text("verify.proved")
                 .word("match", proof->head.match())
                 .number("rows", static_cast<std::int64_t>(proof->rows))
                 .number("actions", static_cast<std::int64_t>(proof->actions))
                 .number("draws", static_cast<std::int64_t>(proof->draws)));
  for (const Proof::Unplayed& stretch : proof->unplayed) {
    voice.note(Text("verify.unplayed")
                   .number("first", static_cast<std::int64_t>(stretch.first))
                   .number("last", static_cast<std::int64_t>(stretch.last))
                   .number("revision", stretch.revision));
  }
  voice.note(Text("verify.commitment").word("hash", hex(proof->head.seed_commitment())));
  voice.note(text_of(proof->head));
  if (proof->head.sides() != v1::SIDES_CHOSEN) voice.note(text_of_sides(proof->head));
  voice.note(Text("verify.data_hash").word("hash", hex(proof->head.data_hash())));
  return kExitGood;
}

}  // namespace

void add_verify_command(CLI::App& app, Desk& desk) {
  const auto file = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("verify", "Prove a finished match from its export: every row, die and card");
  command->add_option("FILE", *file)->required();
  command->callback([&desk, file] { desk.run = [&desk, file] { return run(desk, *file); }; });
}

}  // namespace wardroom::terminal
