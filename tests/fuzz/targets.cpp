#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "client/tools/position_tool.h"
#include "common/frame.h"
#include "tests/engine/exported_match.h"
#include "tests/fuzz/target.h"
#include "tests/titles/narrows/narrows.h"

namespace wardroom::fuzz {
namespace {

void insist(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::abort();
}

// -- frames --

void frame(std::string_view bytes) {
  const google::protobuf::LogSilencer quiet;  // of every text that is none
  if (const auto read = decode_client(bytes))
    insist(static_cast<bool>(decode_client(encode(*read), kMaxServerFrame)),
           "a frame that was read can be written and read again");
  if (const auto read = decode_server(bytes))
    insist(static_cast<bool>(decode_server(encode(*read))),
           "a server's frame that was read can be written and read again");
}

std::vector<std::string> frames() {
  v1::ClientFrame say, act, create;
  say.set_request(1);
  say.mutable_say()->set_text("ahoj");
  act.set_request(2);
  act.mutable_act()->add_actions()->add_arguments(3);
  create.set_request(3);
  create.mutable_create_match()->set_title("picket");
  return {encode(say), encode(act), encode(create),
          encode(refusal_frame(1, refuse(RefusalCode::kConflict, "refusal.test")))};
}

// -- actions: what a player sends in the course of a match --

// Bytes as a source of choices; when they are used up, of noughts.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : left_(bytes) {}
  bool empty() const { return left_.empty(); }
  std::size_t below(std::size_t n) { return next() % n; }
  std::string_view take(std::size_t n) {
    const std::string_view taken = left_.substr(0, n);
    left_.remove_prefix(taken.size());
    return taken;
  }

 private:
  unsigned char next() {
    const std::string_view one = take(1);
    return one.empty() ? 0 : static_cast<unsigned char>(one.front());
  }
  std::string_view left_;
};

Action some_action(Bytes& bytes, const Menu* menu) {
  if (menu && bytes.below(4) != 0) return menu->items[bytes.below(menu->items.size())].action;
  v1::Action wire;
  const std::string_view raw = bytes.take(bytes.below(24));
  (void)wire.ParseFromArray(raw.data(), static_cast<int>(raw.size()));
  return from_wire(wire);
}

std::unique_ptr<Referee> opened(const std::shared_ptr<const Title>& title, const std::string& scenario) {
  v1::record::Head head;
  head.set_title(std::string(title->id()));
  head.set_scenario(scenario);
  head.set_rules_revision(title->revision());
  const std::vector<std::string> nonces = {"first nonce", "second nonce"};
  Step first;
  return *Referee::open(title, head, match_secret(std::string(32, 's'), nonces), first, {8, true});
}

void actions(std::string_view given) {
  static const std::shared_ptr<const Title> picket = picket::make_picket();
  static const std::shared_ptr<const Title> narrows = narrows::make_narrows();
  Bytes bytes(given);
  const auto match = bytes.below(2) == 0 ? opened(picket, "small") : opened(narrows, "convoy");
  while (!bytes.empty() && match->state() == v1::MATCH_STATE_PLAYING) {
    const Seat seat = kSeats[bytes.below(2)];
    const std::uint64_t before = match->seq();
    Result<Step> step = refuse(RefusalCode::kConflict, "refusal.test");
    if (bytes.below(8) == 0) {
      step = match->undo(seat);
    } else {
      const Action action = some_action(bytes, match->menu(seat));
      const std::uint64_t serial = bytes.below(8) == 0 ? bytes.below(256) : match->menu_serial(seat);
      step = match->act(seat, serial, std::span(&action, 1));
    }
    insist(step || match->seq() == before, "what is refused changes nothing");
  }
  for (const Viewer viewer : {Viewer::kFirst, Viewer::kSecond, Viewer::kPublic}) (void)match->all(viewer);
}

std::vector<std::string> some_games() {
  std::vector<std::string> out;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    std::string game(400, '\0');
    unsigned state = seed;
    for (char& byte : game) byte = static_cast<char>((state = state * 1664525U + 1013904223U) >> 24U);
    out.push_back(game);
  }
  return out;
}

// -- data files: one file of a title, whose name is the first line --

Bundle with(const Bundle& bundle, std::string_view bytes) {
  std::vector<DataText> files = bundle.files();
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const auto file = std::ranges::find(files, bytes.substr(0, end), &DataText::path);
  if (file != files.end()) file->text = bytes.substr(std::min(end + 1, bytes.size()));
  return Bundle(std::move(files));
}

const Bundle& narrows_files() {
  static const Bundle files = *Bundle::read(WARDROOM_SOURCE_DIR "/tests/titles/narrows");
  return files;
}

void data(std::string_view bytes) { (void)narrows::entry().make(with(narrows_files(), bytes)); }

std::vector<std::string> data_files() {
  std::vector<std::string> out;
  for (const DataText& file : narrows_files().files()) out.push_back(file.path + '\n' + file.text);
  return out;
}

// -- positions --

void position(std::string_view bytes) {
  static const std::shared_ptr<const Title> picket = picket::make_picket();
  (void)terminal::title_of_position(std::string(bytes));
  (void)terminal::read_position(*picket, std::string(bytes), "fuzzed");
}

std::vector<std::string> positions() {
  return {"# title: picket\n" + (*picket::make_picket()->open("small", {}))->DebugString()};
}

// -- exports --

void exported(std::string_view bytes) {
  const google::protobuf::LogSilencer quiet;  // of every text that is none
  (void)verify(std::string(bytes), testing::ExportedMatch::maker());
}

std::vector<std::string> exports() {
  return {testing::ExportedMatch({.seed = 1}).bytes(), testing::ExportedMatch({.seed = 2, .resign_after = 12}).bytes()};
}

}  // namespace

const std::vector<Target>& targets() {
  static const std::vector<Target> all = {{"frames", frame, frames},
                                          {"actions", actions, some_games},
                                          {"data", data, data_files},
                                          {"positions", position, positions},
                                          {"exports", exported, exports}};
  return all;
}

}  // namespace wardroom::fuzz
