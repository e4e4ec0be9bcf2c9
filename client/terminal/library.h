// Library: the titles this program knows, where their data lies, and the words for them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "client/terminal/screen.h"
#include "client/terminal/words.h"
#include "common/bundle.h"
#include "server/engine/title.h"

namespace wardroom::terminal {

class Library {
 public:
  Library(std::vector<TitleEntry> titles, std::vector<ScreenEntry> screens)
      : titles_(std::move(titles)), screens_(std::move(screens)) {}

  std::filesystem::path home;       // holds common/text and scenarios
  std::filesystem::path scenarios;  // the titles' data, a folder a title; empty: below home
  std::filesystem::path overlay;    // a host's corrected files, a folder a title
  std::string language = "en";

  const std::vector<TitleEntry>& titles() const { return titles_; }
  std::filesystem::path folder(const std::string& title) const;
  Result<Bundle> bundle(const std::string& title) const;
  Result<std::shared_ptr<const Title>> title(const std::string& id) const;
  // Of the data that a match was stored with.
  Result<std::shared_ptr<const Title>> stored_title(const std::string& id, const Bundle& files) const;

  // The platform's words and the title's; a title whose texts are not here has the platform's only.
  Result<Words> words(const std::string& title = {}) const;

  // None when the title has no screen of its own.
  const Screen* screen(const std::string& title) const;
  // To parse a view into; none when this program does not know the title.
  std::unique_ptr<google::protobuf::Message> blank_view(const std::string& title) const;

 private:
  Result<const TitleEntry*> entry(const std::string& id) const;

  std::vector<TitleEntry> titles_;
  std::vector<ScreenEntry> screens_;
};

// The folder above this program that holds the data, or its share/wardroom; $WARDROOM_HOME goes before both.
std::filesystem::path find_home();

// Of the environment (LC_ALL, LC_MESSAGES, LANG), "en" when it says nothing.
std::string language_of_environment();

// The short name of a seat in commands and JSON: "allied" of the text id "pq17.seat.allied" or "seat.allied.name".
std::string seat_key(const std::string& text_id);

}  // namespace wardroom::terminal
