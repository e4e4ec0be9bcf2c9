// Library: the titles this program knows with their screens and bots, where their data lies, and the words for them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "client/bot/bots.h"
#include "client/terminal/terminals.h"
#include "client/terminal/words.h"
#include "common/bundle.h"
#include "server/titles/pack.h"
#include "wardroom/v1/tutorial.pb.h"

namespace wardroom::terminal {

class Library {
 public:
  Library(std::vector<TitlePack> titles, std::vector<TerminalPack> terminals = {},
          std::vector<bot::TitleBots> bots = {})
      : titles_(std::move(titles)), terminals_(std::move(terminals)), bots_(std::move(bots)) {}

  std::filesystem::path home;       // holds common/text and scenarios
  std::filesystem::path scenarios;  // the titles' data, a folder a title; empty: below home
  std::filesystem::path overlay;    // a host's corrected files, a folder a title
  std::string language = "en";

  const std::vector<TitlePack>& titles() const { return titles_; }
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

  // None when the title has no such tutorial here.
  std::shared_ptr<const v1::Tutorial> tutorial(const std::string& title, const std::string& id) const;

  // For play in this process; none when no bot of that name plays the title.
  std::unique_ptr<bot::Bot> bot(std::string_view name, const Title& title, std::uint64_t seed) const;
  // The numbers of a bot's style; none when it has no such numbers, or there is no such bot.
  std::vector<bot::Dial> dials(std::string_view name, const Title& title) const;
  // None when nothing is counted in matches of the title.
  std::unique_ptr<Record> record(const Title& title) const;

 private:
  Result<const TitleEntry*> entry(const std::string& id) const;

  const TerminalPack* terminal(std::string_view title) const;

  std::vector<TitlePack> titles_;
  std::vector<TerminalPack> terminals_;
  std::vector<bot::TitleBots> bots_;
};

// The folder above this program that holds the data, or its share/wardroom; $WARDROOM_HOME goes before both.
std::filesystem::path find_home();

// Of the environment (LC_ALL, LC_MESSAGES, LANG), "en" when it says nothing.
std::string language_of_environment();

}  // namespace wardroom::terminal
