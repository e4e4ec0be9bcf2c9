// What a hook is told, and how it knows who calls.
#include "server/outward/hook.h"

#include <gmock/gmock.h>

#include <boost/json.hpp>

namespace wardroom::outward {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const News kNews{"a1b2", "your_move", "Picket, @everyone - <b>Bert & Co</b>: your move",
                 "https://play.example.org/#/match/m", "m"};

TEST(Hook, SignsAsStandardWebhooksDo) {
  // The example of the specification's own libraries.
  EXPECT_EQ(signature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330,
                      "{\"test\": 2432232314}"),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  EXPECT_EQ(signature("no secret", "id", 1, "body"), "");
  EXPECT_THAT(new_hook_secret(), StartsWith("whsec_"));
  EXPECT_NE(new_hook_secret(), new_hook_secret());
}

TEST(Hook, SaysItAsEachServiceTakesIt) {
  const auto content = boost::json::parse(hook_body(v1::HOOK_FORMAT_CONTENT, kNews)).as_object();
  EXPECT_THAT(std::string(content.at("content").as_string()),
              HasSubstr("your move\nhttps://play.example.org/#/match/m"));
  EXPECT_TRUE(content.at("allowed_mentions").as_object().at("parse").as_array().empty());
  const std::string text(boost::json::parse(hook_body(v1::HOOK_FORMAT_TEXT, kNews)).as_object().at("text").as_string());
  EXPECT_THAT(text, HasSubstr("&lt;b&gt;Bert &amp; Co&lt;/b&gt;"));
  for (const auto format : {v1::HOOK_FORMAT_CONTENT, v1::HOOK_FORMAT_TEXT})
    EXPECT_THAT(hook_body(format, kNews), Not(HasSubstr("@everyone"))) << "a name calls nobody";
  const auto plain = boost::json::parse(hook_body(v1::HOOK_FORMAT_JSON, kNews)).as_object();
  EXPECT_EQ(plain.at("id").as_string(), "a1b2");
  EXPECT_EQ(plain.at("kind").as_string(), "your_move");
  EXPECT_THAT(hook_body(v1::HOOK_FORMAT_PLAIN, kNews), StartsWith("Picket"));
}

TEST(Hook, IsNeverTooLongAndNeverCutInALetter) {
  News news = kNews;
  news.text.clear();
  for (int i = 0; i < 1500; ++i) news.text += "ż";
  const auto body = boost::json::parse(hook_body(v1::HOOK_FORMAT_CONTENT, news)).as_object();
  EXPECT_LT(body.at("content").as_string().size(), 2000u);
  EXPECT_THAT(std::string(body.at("content").as_string()), HasSubstr("ż…"));
}

TEST(Hook, CarriesOneIdAndTheTimeOfTheTry) {
  const std::string secret = new_hook_secret();
  const Call call = hook_call("https://example.org/x", v1::HOOK_FORMAT_JSON, secret, kNews, 1234);
  EXPECT_THAT(call.headers, Contains("webhook-id: a1b2"));
  EXPECT_THAT(call.headers, Contains("webhook-timestamp: 1234"));
  EXPECT_THAT(call.headers, Contains("webhook-signature: " + signature(secret, "a1b2", 1234, call.body)));
  const Call plain = hook_call("https://example.org/x", v1::HOOK_FORMAT_PLAIN, secret, kNews, 1234);
  EXPECT_THAT(plain.headers, Contains("Click: " + kNews.link));
}

TEST(Hook, IsKeptAsItWas) {
  const News again = loaded(saved(kNews));
  EXPECT_EQ(again.id, kNews.id);
  EXPECT_EQ(again.text, kNews.text);
  EXPECT_EQ(again.link, kNews.link);
  EXPECT_EQ(again.match, kNews.match);
  EXPECT_EQ(loaded("nonsense").id, "");
}

}  // namespace
}  // namespace wardroom::outward
