// Voice: what the program says about a match: plain lines for people, or a JSON object per event for scripts.
#pragma once

#include <map>
#include <memory>
#include <ostream>
#include <string>

#include "client/terminal/lessons.h"
#include "client/terminal/library.h"
#include "client/terminal/sight.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::terminal {

// Every call is one event. Nothing moves the cursor or needs colour: lines are read in order.
class Voice {
 public:
  Voice(std::ostream& out, const Library& library, Words words)
      : out_(out), library_(library), words_(std::move(words)) {}
  virtual ~Voice() = default;
  virtual void note(const Text& text) = 0;
  virtual void refused(const v1::Refusal& refusal) = 0;
  virtual void answer(const v1::ServerFrame& frame) = 0;  // lists, sessions, titles, a match
  virtual void attached(const Sight& sight, const v1::Attached& attached) = 0;
  virtual void update(const Sight& sight, const v1::Update& update) = 0;
  virtual void notice(const v1::Notice& before, const v1::Notice& now) = 0;
  virtual void chat(const v1::Chat& chat) = 0;
  virtual void history(const v1::PastReportList& reports) = 0;
  virtual void hint(const Sight& sight, const v1::Hint& hint) = 0;
  virtual void queue(const v1::Queue& before, const v1::Queue& now) = 0;  // it has changed
  virtual void standing_orders(const std::vector<v1::StandingInfo>& known, const v1::Queue& queue) = 0;
  virtual void menu(const Sight& sight) = 0;
  virtual void board(const Sight& sight) = 0;

  // What the server tells about its titles: seats and scenarios have names from now on.
  void know(const v1::Titles& titles);
  // The match spoken of is of this title: it brings words and a screen.
  void about(const std::string& title);
  // The match is a tutorial: its lessons are told, each before its question.
  void teach(std::shared_ptr<Lessons> lessons) { lessons_ = std::move(lessons); }
  // Lines longer than this are broken between words; 0: never.
  void wrap(std::size_t columns) { columns_ = columns; }

 protected:
  std::unique_ptr<google::protobuf::Message> view(const Sight& sight) const;  // none: of a type unknown here
  std::string seat_name(std::uint32_t seat) const;
  std::string title_name(const std::string& title) const;  // its id when the server has not told
  std::string scenario_name(const std::string& title, const std::string& scenario) const;
  void write(const std::string& lines);

  std::ostream& out_;
  const Library& library_;
  Words words_;
  std::map<std::string, v1::TitleInfo> known_;
  std::string title_;
  std::size_t columns_ = 0;
  std::shared_ptr<Lessons> lessons_;  // none: it is no tutorial
};

std::unique_ptr<Voice> plain_voice(std::ostream& out, const Library& library, Words words);
std::unique_ptr<Voice> json_voice(std::ostream& out, const Library& library, Words words);

Text text_of(v1::MatchState state);
Text text_of(v1::EndingKind kind);

}  // namespace wardroom::terminal
