// What people write is shown on a line among what others wrote.
#include "server/match/written.h"

#include <gtest/gtest.h>

namespace wardroom::match {
namespace {

TEST(Written, LengthIsCountedInCharacters) {
  EXPECT_EQ(characters(""), 0u);
  EXPECT_EQ(characters("Zażółć"), 6u);
}

TEST(Written, WordsOfAnyLanguageCanBeShown) {
  for (const char* text : {"Ahoj", "Zażółć gęślą jaźń", "Мурманск", "שלום", "مرحبا", "นี้", "Việt Nam", "⚓ 🚢", "नमस्ते",
                           "👩‍✈️ 1️⃣ ❤️‍🔥"})
    EXPECT_TRUE(printable(text)) << text;
}

TEST(Written, WhatDisturbsItsNeighboursCannot) {
  EXPECT_FALSE(printable("a\nb"));
  EXPECT_FALSE(printable("a\x7f"));
  EXPECT_FALSE(printable("you \u202Etsol\u202C"));  // from here on backwards
  EXPECT_FALSE(printable("\u2066a"));
  EXPECT_FALSE(printable("a\u200F"));
  EXPECT_FALSE(printable("Z\u0301\u0302\u0303\u0304\u0305")) << "a tower";
  for (const char* unseen : {"\u200D", "\u200B", "\u00AD", "\u3164", "\u2060"})
    EXPECT_FALSE(printable(std::string("Z\u0301\u0302\u0303\u0304") + unseen + "\u0305")) << "as high, with a gap";
  EXPECT_FALSE(printable("a\u2028b")) << "another line";
  EXPECT_FALSE(printable("a\u009B31m")) << "what a terminal obeys";
}

}  // namespace
}  // namespace wardroom::match
