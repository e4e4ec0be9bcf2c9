#include "client/tools/written_chance.h"

#include <charconv>
#include <sstream>

namespace wardroom::terminal {
namespace {

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

Result<std::vector<WrittenDraw>> parse_chance(std::string_view script) {
  std::vector<WrittenDraw> draws;
  std::istringstream words{std::string(script)};
  for (std::string word; words >> word;) {
    Refusal unclear = refuse(RefusalCode::kMalformed, Text("terminal.unclear_chance").word("draw", word));
    const auto colon = word.rfind(':');
    if (colon == std::string::npos || colon + 1 == word.size()) return unclear;
    std::optional<std::uint32_t> sides;
    const std::string kind = word.substr(0, colon);
    if (kind.starts_with('d') && kind.size() > 1 && kind.find_first_not_of("0123456789", 1) == std::string::npos) {
      sides = number(std::string_view(kind).substr(1));
      if (!sides || *sides == 0) return unclear;
    }
    std::istringstream results(word.substr(colon + 1));
    for (std::string result; std::getline(results, result, ',');) {
      const auto value = number(result);
      if (!value || (sides && *value >= *sides)) return unclear;
      draws.push_back({sides, *value, kind + ":" + result});
    }
  }
  return draws;
}

std::uint32_t WrittenChance::draw(const Occasion&, std::uint32_t sides) {
  ++count_;
  if (draws_.empty()) throw NotAsWritten(Text("terminal.chance_used_up").number("draw", count_).number("sides", sides));
  const WrittenDraw draw = draws_.front();
  draws_.pop_front();
  if ((draw.sides && *draw.sides != sides) || draw.result >= sides) {
    throw NotAsWritten(
        Text("terminal.chance_differs").number("draw", count_).word("written", draw.written).number("sides", sides));
  }
  return draw.result;
}

}  // namespace wardroom::terminal
