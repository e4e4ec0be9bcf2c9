// Whatever bytes come in, the server answers with frames of its own or closes, and serves the next client.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "common/frame.h"
#include "tests/net/harness.h"

namespace wardroom::net {
namespace {

// One server for all of them: each property is a fixture of its own, so it is the program's.
class FuzzServer final : public testing::Environment {
 public:
  void SetUp() override {
    Settings settings;
    settings.limits.bad_frames = 1'000'000;
    settings.limits.frames_per_second = settings.limits.frames_burst = 1e9;
    settings.limits.bytes_per_second = settings.limits.bytes_burst = 1e9;
    harness = std::make_unique<Harness>(settings);
    harness->start();
  }
  void TearDown() override {
    client.reset();
    harness.reset();
  }
  static inline std::unique_ptr<Harness> harness;
  static inline std::unique_ptr<Client> client;
};
[[maybe_unused]] const testing::Environment* const kFuzzServer = testing::AddGlobalTestEnvironment(new FuzzServer);

class Fuzz : public testing::Test {
 protected:
  static Harness& harness() { return *FuzzServer::harness; }

  // A connection to try frames on; a new one when the last has ended.
  static Client& client() {
    auto& client = FuzzServer::client;
    if (!client) {
      client = std::make_unique<Client>(harness().port());
      RC_ASSERT(client->open() == 101u);
      client->say_hello();
    }
    return *client;
  }

  // Sends it and expects exactly one answer, which is a refusal unless the bytes happen to be a good frame.
  static void try_message(const std::string& bytes) {
    RC_ASSERT(client().send_bytes(bytes));
    const Arrival arrival = client().receive();
    const auto* answer = std::get_if<v1::ServerFrame>(&arrival);
    RC_ASSERT(answer != nullptr);
    const auto frame = decode_client(bytes);
    if (frame && frame->body_case() != v1::ClientFrame::BODY_NOT_SET) return;
    RC_ASSERT(answer->has_refusal());
    RC_ASSERT(answer->refusal().code() == v1::REFUSAL_CODE_MALFORMED);
    RC_ASSERT(answer->refusal().reason().arguments_size() == 0);
    RC_ASSERT(answer->request() == (frame ? frame->request() : 0u));
  }
};

v1::ClientFrame some_frame(std::uint64_t request, const std::string& word) {
  v1::ClientFrame frame;
  frame.set_request(request);
  switch (request % 4) {
    case 0:
      frame.mutable_sign_in()->set_name(word);
      break;
    case 1:
      frame.mutable_say()->set_text(word);
      break;
    case 2:
      frame.mutable_act()->add_actions()->add_arguments(static_cast<std::int64_t>(request));
      break;
    default:
      frame.mutable_create_match()->set_title(word);
      break;
  }
  return frame;
}

std::string word() { return *rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::inRange('a', 'z'))); }

RC_GTEST_FIXTURE_PROP(Fuzz, RandomBytes, (const std::string& bytes)) { try_message(bytes); }

RC_GTEST_FIXTURE_PROP(Fuzz, TruncatedFrames, (std::uint64_t request)) {
  const std::string whole = encode(some_frame(request, word()));
  try_message(whole.substr(0, *rc::gen::inRange<std::size_t>(0, whole.size())));
}

RC_GTEST_FIXTURE_PROP(Fuzz, MutatedFrames, (std::uint64_t request)) {
  std::string bytes = some_frame(request, word()).SerializeAsString();
  const int changes = *rc::gen::inRange(1, 5);
  for (int i = 0; i < changes; ++i) {
    bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = static_cast<char>(*rc::gen::inRange(0, 256));
  }
  try_message(bytes);
}

RC_GTEST_FIXTURE_PROP(Fuzz, RawBytesPastTheWebSocket, (const std::string& bytes)) {
  Client raw(harness().port());
  RC_ASSERT(raw.open() == 101u);
  raw.say_hello();
  // Enough to complete whatever frame the bytes began; what follows it is none.
  raw.send_raw(bytes + std::string(70'000, '\xff'));
  while (true) {
    const Arrival arrival = raw.receive();
    if (!std::holds_alternative<v1::ServerFrame>(arrival)) break;
  }
  RC_ASSERT(client().ask(ping_frame()).has_pong());
}

RC_GTEST_FIXTURE_PROP(Fuzz, RawBytesForHttp, (const std::string& bytes)) {
  const std::string answer = raw_request(harness().port(), bytes + "\r\n\r\n");
  RC_ASSERT(answer.empty() || answer.starts_with("HTTP/1."));
  RC_ASSERT(client().ask(ping_frame()).has_pong());
}

}  // namespace
}  // namespace wardroom::net
