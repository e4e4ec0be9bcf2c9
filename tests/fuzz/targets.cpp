#include <google/protobuf/message.h>
#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <sstream>

#include "client/terminal/orders.h"
#include "client/tools/position_tool.h"
#include "common/frame.h"
#include "server/mail/bounce.h"
#include "server/net/address.h"
#include "server/net/origin.h"
#include "server/outward/push.h"
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

// Every field, of each oneof the last; what lies deeper is left out.
template <class Message>
void fill(Message& message, int depth) {
  using Field = google::protobuf::FieldDescriptor;
  const auto& with = *message.GetReflection();
  for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
    const Field* field = message.GetDescriptor()->field(i);
    switch (field->cpp_type()) {
      case Field::CPPTYPE_MESSAGE:
        if (depth > 0)
          fill(field->is_repeated() ? *with.AddMessage(&message, field) : *with.MutableMessage(&message, field),
               depth - 1);
        break;
      case Field::CPPTYPE_STRING:
        field->is_repeated() ? with.AddString(&message, field, "ahoj") : with.SetString(&message, field, "ahoj");
        break;
      case Field::CPPTYPE_UINT32:
        field->is_repeated() ? with.AddUInt32(&message, field, 300) : with.SetUInt32(&message, field, 300);
        break;
      case Field::CPPTYPE_UINT64:
        field->is_repeated() ? with.AddUInt64(&message, field, 3) : with.SetUInt64(&message, field, 3);
        break;
      case Field::CPPTYPE_INT32:
        field->is_repeated() ? with.AddInt32(&message, field, -1) : with.SetInt32(&message, field, -1);
        break;
      case Field::CPPTYPE_BOOL:
        if (!field->is_repeated()) with.SetBool(&message, field, true);
        break;
      case Field::CPPTYPE_ENUM:
        if (!field->is_repeated()) with.SetEnumValue(&message, field, 1);
        break;
      default:
        break;
    }
  }
}

// One of every kind that an end may send.
template <class Frame>
void add_kinds(std::vector<std::string>& out) {
  const auto* kinds = Frame::descriptor()->FindOneofByName("body");
  for (int i = 0; i < kinds->field_count(); ++i) {
    Frame frame;
    frame.set_request(7);
    fill<google::protobuf::Message>(*frame.GetReflection()->MutableMessage(&frame, kinds->field(i)), 2);
    out.push_back(encode(frame));
  }
}

std::vector<std::string> frames() {
  std::vector<std::string> out{encode(refusal_frame(1, refuse(RefusalCode::kConflict, "refusal.test")))};
  add_kinds<v1::ClientFrame>(out);
  add_kinds<v1::ServerFrame>(out);
  return out;
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

// -- mail that comes back --

const std::string kBounces = "bounces@example.org";

void bounced(std::string_view bytes) {
  const auto returned = mail::read_returned(bytes, kBounces);
  insist(!returned || (!returned->account.empty() && returned->mark.starts_with(returned->account + '-')),
         "a mark names its account");
}

std::vector<std::string> bounces() {
  const std::string way = "bounces+0abc-1234@example.org";
  return {"From: MAILER-DAEMON@mx.example.com\r\nTo: <" + way +
              ">\r\nContent-Type: multipart/report; report-type=delivery-status\r\n\r\n--x\r\n"
              "Content-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; anna@example.org\r\n"
              "Action: failed\r\nStatus: 5.1.1\r\n--x--\r\n",
          "To: <" + way +
              ">\nContent-Type: multipart/report; report-type=feedback-report\n\nFeedback-Type: abuse\nVersion: 1\n"};
}

// -- orders of the terminal: a file, or standing ones word by word --

void orders(std::string_view bytes) {
  std::istringstream file{std::string(bytes)};
  if (const auto read = terminal::read_orders(file, {})) {
    for (int i = 0; i < read->orders_size(); ++i)
      insist(read->orders(i).id() == static_cast<std::uint64_t>(i + 1), "orders are numbered as they stand");
  }
  std::istringstream again{std::string(bytes)};
  std::vector<std::string> words;
  for (std::string word; again >> word;) words.push_back(word);
  (void)terminal::parse_stops(words);
  (void)terminal::parse_standing(words, {}, {});
}

std::vector<std::string> some_orders() {
  return {"# the convoy\n5:12,7\n?6:1\n--\n{\"verb\": 3, \"arguments\": [1, 2]}\n", "phase own_loss 12",
          "9=21 9=21:2=3:22", "usual", "staff"};
}

// -- what a browser or a proxy says: X-Forwarded-For, Origin and Host --

void said_by_browser(std::string_view bytes) {
  const std::size_t first = std::min(bytes.find('\n'), bytes.size());
  const std::string_view rest = bytes.substr(std::min(first + 1, bytes.size()));
  const std::size_t second = std::min(rest.find('\n'), rest.size());
  if (const auto address = net::forwarded_for(bytes.substr(0, first))) (void)net::household(*address);
  net::AddressList list;
  if (list.add(bytes.substr(0, first))) insist(!list.empty(), "what was added is there");
  (void)net::origin_allowed(rest.substr(0, second), rest.substr(std::min(second + 1, rest.size())),
                            {"https://play.example.org"});
}

std::vector<std::string> headers() {
  return {"203.0.113.9, 192.0.2.1\nhttps://play.example.org\nplay.example.org",
          "::ffff:192.0.2.1\nhttp://[::1]:8017\n[::1]:8017", "fd00::/8\nnull\nexample.org:443"};
}

// -- what a push manager gives: two keys and an address --

void subscription(std::string_view bytes) {
  static const outward::KeyPair ours(std::string(32, 's'));
  outward::Subscription given;
  given.p256dh = bytes.substr(0, 65);
  bytes.remove_prefix(given.p256dh.size());
  given.auth = bytes.substr(0, 16);
  bytes.remove_prefix(given.auth.size());
  given.endpoint = bytes;
  const bool right = outward::well_formed(given);
  const std::string body = outward::sealed("ahoj", given, {ours, std::string(16, 's'), 64});
  insist(!right || !body.empty(), "to whom something can be sent it can be sealed");
}

std::vector<std::string> subscriptions() {
  const outward::KeyPair theirs(std::string(32, 't'));
  return {theirs.public_key() + std::string(16, 'a') + "https://push.example.net/push/1"};
}

}  // namespace

const std::vector<Target>& targets() {
  static const std::vector<Target> all = {{"frames", frame, frames},
                                          {"actions", actions, some_games},
                                          {"data", data, data_files},
                                          {"positions", position, positions},
                                          {"exports", exported, exports},
                                          {"bounces", bounced, bounces},
                                          {"orders", orders, some_orders},
                                          {"headers", said_by_browser, headers},
                                          {"subscriptions", subscription, subscriptions}};
  return all;
}

}  // namespace wardroom::fuzz
