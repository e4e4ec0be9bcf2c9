#include "client/terminal/offers.h"

#include <gtest/gtest.h>

namespace wardroom::terminal {
namespace {

std::string told(v1::OfferDeed deed, v1::OfferKind kind, const std::function<void(v1::Terms&)>& terms = {}) {
  auto catalog = std::make_shared<Catalog>();
  EXPECT_TRUE(catalog->read(WARDROOM_SOURCE_DIR "/common/text"));
  v1::Chat chat;
  chat.set_name("Anna");
  chat.mutable_offer()->set_kind(kind);
  chat.mutable_offer()->set_deed(deed);
  if (terms) terms(*chat.mutable_offer()->mutable_terms());
  const Words words(catalog, "en");
  const std::optional<Text> text = offer_text(chat, words);
  return text ? words(*text) : std::string();
}

TEST(Offers, AreToldAsSentences) {
  EXPECT_EQ(told(v1::OFFER_DEED_MADE, v1::OFFER_KIND_PAUSE, [](v1::Terms& terms) { terms.set_until_ms(86'400'000); }),
            "Anna offers a pause until 1970-01-02 00:00 UTC.");
  EXPECT_EQ(told(v1::OFFER_DEED_MADE, v1::OFFER_KIND_TIME, [](v1::Terms& terms) { terms.set_seconds(90'000); }),
            "Anna offers 25 hours more time.");
  EXPECT_EQ(told(v1::OFFER_DEED_MADE, v1::OFFER_KIND_SUBSTITUTE, [](v1::Terms& terms) { terms.set_bot("first"); }),
            "Anna asks that somebody else goes on: first.");
  EXPECT_EQ(told(v1::OFFER_DEED_AGREED, v1::OFFER_KIND_MEETING,
                 [](v1::Terms& terms) { terms.set_until_ms(utc_ms("2027-01-31 20:00")); }),
            "Anna agrees: you meet at 2027-01-31 20:00 UTC.");
  EXPECT_EQ(told(v1::OFFER_DEED_LAPSED, v1::OFFER_KIND_DRAW), "The draw that Anna offered has lapsed: play went on.");
  EXPECT_EQ(told(v1::OFFER_DEED_MADE, v1::OFFER_KIND_UNSPECIFIED), "");
}

TEST(Offers, AreTyped) {
  EXPECT_EQ(typed_offer("pause", "5", 1000)->terms().until_ms(), 1000 + 5 * 86'400'000LL);
  EXPECT_EQ(typed_offer("time", "48", 0)->terms().seconds(), 48u * 3600);
  EXPECT_EQ(typed_offer("substitute", "Clara", 0)->terms().name(), "Clara");
  EXPECT_EQ(typed_offer("substitute", "bot standard", 0)->terms().bot(), "standard");
  EXPECT_EQ(typed_offer("time", "much", 0)->terms().seconds(), 0u) << "the server says what is wrong with it";
  EXPECT_FALSE(typed_offer("orders", "", 0));
}

}  // namespace
}  // namespace wardroom::terminal
