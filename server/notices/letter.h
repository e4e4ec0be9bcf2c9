// Letter: what a mail says, in somebody's language, once as text and once as a page. Made of what he has been shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/catalog.h"
#include "server/engine/title.h"
#include "wardroom/v1/event_record.pb.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::notices {

// What he is told of one match.
struct Item {
  std::string kind;    // see server/match/jobs.h
  v1::Attached shown;  // all he has been shown of it
  const Title* title = nullptr;
  const Catalog* words = nullptr;
  std::uint64_t answered = 0;    // what he had been shown when he last acted himself: a serial of his
  v1::Diary diary;               // since then
  std::int64_t deadline_ms = 0;  // 0: none
  std::int64_t meeting_ms = 0;   // of a meeting that is proposed or near
  std::string link;
  bool opens = false;             // the link signs in
  v1::record::EventNews event{};  // what he is told of a tournament instead
  std::string opponent{};
};

struct Written {
  std::string subject;
  std::string text;
  std::string html;
};

class Letter {
 public:
  Letter(const Catalog& words, std::string language, std::string zone = {})
      : words_(words), language_(std::move(language)), zone_(std::move(zone)) {}

  // `stop`: where he says that he wants no more; `picture`: the mail has one.
  Written of_matches(const std::vector<Item>& items, const std::string& stop, bool picture) const;
  std::string subject_of(const Item& item) const;  // it shows on locked screens: no news
  std::string subject_of(const std::vector<Item>& items) const;
  // Confirm, reset, test: with the address that leads on, where there is one.
  Written of_account(std::string_view kind, const std::string& name, const std::string& link) const;

 private:
  enum class Look { kHeading, kPlain, kEntry, kLink, kSmall, kSmallLink, kPicture };
  struct Block {
    Look look = Look::kPlain;
    std::string words;
    int depth = 0;
    std::string address{};
  };
  using Blocks = std::vector<Block>;

  std::string say(const Text& text) const { return words_.format(text, language_); }
  Text named(const char* id, const Item& item) const;
  void tell(const Item& item, Blocks& out) const;
  Text of_event(const char* id, const Item& item) const;
  void tell_of_event(const Item& item, Blocks& out) const;
  void tell(const v1::Diary::Part& part, const Item& item, int depth, Blocks& out) const;
  static std::string text_of(const Blocks& blocks);
  std::string html_of(const Blocks& blocks) const;

  const Catalog& words_;
  const std::string language_;
  const std::string zone_;  // whose clock times are told by
};

// When the time of the seat that is asked is over; 0: there is no clock, or it is not asked.
std::int64_t deadline_of(const v1::MatchInfo& info, std::int64_t now_ms);

}  // namespace wardroom::notices
