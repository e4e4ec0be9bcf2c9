// Facts of a report, for whoever plays, counts or mails what people read as words. They stand under the licence of the
// words: what a viewer's words may not tell, his facts may not hold.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/text.h"
#include "server/engine/seat.h"

namespace wardroom::v1 {
class Report;
}

namespace wardroom {

// Every kind of fact; proto/wardroom/v1/play.proto says what each field means.
namespace told {

struct Change {
  Text name;
  int value = 0;
  std::string_view rule;
};
struct Die {
  int fell = 0;
  std::optional<int> modified{};
  Text result{};
  std::uint32_t sides = 10;  // 0: the sum of several
};
struct Party {
  Text name{};
  std::string unit{};
  std::optional<Seat> seat{};
};
struct Roll {
  Text table;
  Text row{};  // none: the words tell all there is
  Text column{};
  std::vector<Die> dice{};
  std::vector<Change> modifiers{};
  std::optional<int> needed{};
  Party by{};
  Party against{};
};
struct Card {
  Text deck;
  std::uint32_t index = 0;
  std::vector<Text> where{};
  Text result{};
  std::uint64_t subject = 0;
  Text what{};
  bool fails = false;
};
struct Move {
  std::uint64_t subject = 0;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::optional<Seat> seat{};
};
struct Sighting {
  std::uint64_t subject = 0;
  std::uint32_t level = 0;
  Text what{};
  Text source{};
};
struct Loss {
  enum Harm : std::uint8_t { kHit, kDamaged, kCrippled, kLost, kDrivenOff, kStopped };
  Harm harm = kHit;
  Text what{};
  std::uint32_t count = 1;
  std::optional<Seat> seat{};
  std::string unit{};
};
struct Milestone {
  enum Level : std::uint8_t { kTurn, kPhase, kSegment, kEngagement, kRound, kEndOfEngagement };
  Level level = kTurn;
  std::uint32_t number = 0;
};
struct Score {
  int change = 0;
  int total = 0;
  Text reason{};
};

// Which one it is, is the kind of the report.
using Facts = std::variant<Roll, Card, Move, Sighting, Loss, Milestone, Score>;

}  // namespace told

void to_wire(const told::Facts& from, v1::Report& to);

}  // namespace wardroom
