#include "client/terminal/library.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/titles/picket/picket.h"

namespace wardroom::terminal {
namespace {

Library picket_library() {
  Library library({picket::pack()});
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

TEST(Library, TwoTitlesMayCallTwoThingsByOneId) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "two_titles";
  for (const std::string title : {"first", "second"}) {
    fs::create_directories(folder / title / "text");
    std::ofstream(folder / title / "text" / "en.textproto")
        << "language: \"en\" entry { id: \"seat.north.name\" text: \"North of the " << title << "\" }"
        << "entry { id: \"terminal.returned\" text: \"Back in the " << title << ".\" }";
  }
  Library library({}, {});
  library.home = WARDROOM_SOURCE_DIR;
  library.scenarios = folder;
  for (const std::string title : {"first", "second"}) {
    const auto words = library.words(title);
    ASSERT_TRUE(words);
    EXPECT_EQ((*words)("seat.north.name"), "North of the " + title);
    EXPECT_EQ((*words)("terminal.returned"), "Back in the " + title + ".")
        << "a title's words go before the platform's";
    EXPECT_EQ((*words)("terminal.done"), "Done.");
  }
}

TEST(Library, AnUnknownTitleIsRefusedAndHasThePlatformsWords) {
  const Library library = picket_library();
  EXPECT_EQ(library.title("chess").error().reason.id, "terminal.no_such_title");
  EXPECT_EQ(library.blank_view("chess"), nullptr);
  ASSERT_TRUE(library.words("chess"));
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
