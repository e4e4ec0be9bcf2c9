// Pushes, against the examples of the standards, and read as a browser reads them.
#include "server/outward/push.h"

#include <gmock/gmock.h>

#include <boost/json.hpp>

#include "common/base64.h"
#include "tests/outward/listener.h"

namespace wardroom::outward {
namespace {

using testing::Browser;
using ::testing::Contains;
using ::testing::HasSubstr;

std::string bytes(const char* text) { return from_base64_url(text).value(); }

// RFC 8291, section 5.
const Subscription kExample{
    "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    bytes("BTBZMqHH6r4Tts7J_aSIgg")};
constexpr char kText[] = "When I grow up, I want to be a watermelon";

TEST(Push, SealsAsTheStandardsExample) {
  const Sealing sealing{KeyPair(bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), bytes("DGv6ra1nlYgDCS1FRnbzlw"),
                        0};
  EXPECT_EQ(base64_url(sealed(kText, kExample, sealing)),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6"
            "PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
}

TEST(Push, IsReadByItsBrowserAloneAndItsLengthTellsNothing) {
  const Browser example(KeyPair(bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")), kExample.auth);
  EXPECT_EQ(example.key.public_key(), kExample.p256dh);
  const Browser another;
  std::size_t size = 0;
  for (const std::string text : {"", "short", "somewhat longer than the others are"}) {
    const std::string body = sealed(text, kExample, {KeyPair::fresh(), random_bytes(16), 1024});
    EXPECT_EQ(example.read(body), text);
    EXPECT_FALSE(another.read(body));
    EXPECT_TRUE(size == 0 || size == body.size());
    size = body.size();
  }
}

TEST(Push, TakesNoKeyThatIsNone) {
  EXPECT_TRUE(well_formed(kExample));
  Subscription bad = kExample;
  bad.p256dh[10] = static_cast<char>(bad.p256dh[10] ^ 1);
  EXPECT_FALSE(well_formed(bad)) << "not on the curve";
  EXPECT_EQ(sealed("x", bad, {KeyPair::fresh(), random_bytes(16), 0}), "");
  bad = kExample;
  bad.auth.pop_back();
  EXPECT_FALSE(well_formed(bad));
  bad = kExample;
  bad.p256dh = std::string(65, '\0');
  EXPECT_FALSE(well_formed(bad));
}

// RFC 8292, section 2.4.
TEST(Push, ChecksTokensAsTheStandardsExample) {
  const std::string token =
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI"
      "6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9"
      "OkSSHzvoD1oA";
  EXPECT_TRUE(testing::is_signed(
      token, bytes("BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs")));
}

TEST(Push, SaysWhoItIs) {
  const KeyPair key = KeyPair::fresh();
  const std::string token = vapid_token(key, "https://push.example.net", "mailto:host@example.org", 1453523768);
  EXPECT_TRUE(testing::is_signed(token, key.public_key()));
  EXPECT_FALSE(testing::is_signed(token, KeyPair::fresh().public_key()));
  const std::size_t dot = token.find('.');
  const auto claims = boost::json::parse(bytes(token.substr(dot + 1, token.rfind('.') - dot - 1).c_str())).as_object();
  EXPECT_EQ(claims.at("aud").as_string(), "https://push.example.net");
  EXPECT_EQ(claims.at("sub").as_string(), "mailto:host@example.org");
  EXPECT_EQ(claims.at("exp").as_int64(), 1453523768);
}

TEST(Push, IsCalledAsThePushServiceWantsIt) {
  const KeyPair key = KeyPair::fresh();
  const Call call = push_call(kExample, {"text", "topic", 3600, true}, key, "https://play.example.org", 1000);
  EXPECT_EQ(call.url, kExample.endpoint);
  EXPECT_THAT(call.headers, Contains("TTL: 3600"));
  EXPECT_THAT(call.headers, Contains("Urgency: high"));
  EXPECT_THAT(call.headers, Contains("Topic: topic"));
  EXPECT_THAT(call.headers, Contains("Content-Encoding: aes128gcm"));
  EXPECT_THAT(call.headers, Contains(HasSubstr(", k=" + base64_url(key.public_key()))));
  EXPECT_LE(call.body.size(), 4096u);
}

TEST(Push, AKeyIsAlwaysFound) {
  EXPECT_EQ(KeyPair(std::string(32, '\xff')).public_key().size(), 65u);
  EXPECT_EQ(KeyPair(std::string(32, '\0')).public_key().size(), 65u);
  EXPECT_EQ(KeyPair("the same 32 bytes, the same key.").public_key(),
            KeyPair("the same 32 bytes, the same key.").public_key());
}

}  // namespace
}  // namespace wardroom::outward
