#include "client/terminal/library.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/titles/picket/picket.h"

namespace wardroom::terminal {
namespace {

Library picket_library() {
  Library library({picket::entry()}, {});
  library.home = WARDROOM_SOURCE_DIR;
  library.scenarios = WARDROOM_SOURCE_DIR "/tests/titles";
  return library;
}

TEST(Library, MakesATitleOfItsDataAndSpeaksItsWords) {
  Library library = picket_library();
  library.language = "pl";
  const auto title = library.title("picket");
  ASSERT_TRUE(title);
  const auto words = library.words("picket");
  ASSERT_TRUE(words);
  EXPECT_NE((*words)((*title)->name()), "picket.name");
  EXPECT_EQ((*words)("terminal.returned"), "Połączenie przywrócone.");
  ASSERT_NE(library.blank_view("picket"), nullptr);
}

TEST(Library, AnUnknownTitleIsRefusedAndHasThePlatformsWords) {
  const Library library = picket_library();
  EXPECT_EQ(library.title("chess").error().reason.id, "terminal.no_such_title");
  EXPECT_EQ(library.blank_view("chess"), nullptr);
  ASSERT_TRUE(library.words("chess"));
}

TEST(Library, ASeatsKeyIsTheLastNameOfItsText) {
  EXPECT_EQ(seat_key("picket.seat.first"), "first");
  EXPECT_EQ(seat_key("side.allied.name"), "allied");
  EXPECT_EQ(seat_key("axis"), "axis");
}

TEST(Library, TheLanguageIsThatOfTheEnvironment) {
  ::unsetenv("LC_MESSAGES");
  ::setenv("LC_ALL", "pl_PL.UTF-8", 1);
  EXPECT_EQ(language_of_environment(), "pl");
  ::setenv("LC_ALL", "C.UTF-8", 1);
  EXPECT_EQ(language_of_environment(), "en");
}

}  // namespace
}  // namespace wardroom::terminal
