#include "common/data/ranges.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace wardroom {
namespace {

constexpr std::int64_t kOpenLow = std::numeric_limits<std::int32_t>::min() - std::int64_t{1};
constexpr std::int64_t kOpenHigh = std::numeric_limits<std::int32_t>::max() + std::int64_t{1};

struct Band {
  std::int64_t from;
  std::int64_t to;
  Spot at;
};

}  // namespace

DiceFacts facts_of(v1::Dice::Kind dice) {
  switch (dice) {
    case v1::Dice::TWO_SUM:
      return {.count = 2, .sides = 10, .lowest = 0};
    case v1::Dice::TWO_PERCENT:
      return {.count = 2, .sides = 10, .lowest = 0, .digits = true};
    case v1::Dice::D6:
      return {.count = 1, .sides = 6, .lowest = 1};
    case v1::Dice::TWO_D6:
      return {.count = 2, .sides = 6, .lowest = 1};
    case v1::Dice::THREE_D6:
      return {.count = 3, .sides = 6, .lowest = 1};
    case v1::Dice::D66:
      return {.count = 2, .sides = 6, .lowest = 1, .digits = true};
    case v1::Dice::D10_FROM_ONE:
      return {.count = 1, .sides = 10, .lowest = 1};
    default:
      return {.count = 1, .sides = 10, .lowest = 0};
  }
}

DiceSpan span_of(v1::Dice::Kind dice) {
  const DiceFacts facts = facts_of(dice);
  DiceSpan span{0, 0};
  for (int i = 0; i < facts.count; ++i) {
    const int weight = facts.digits ? 10 : 1;
    span.low = span.low * weight + facts.lowest;
    span.high = span.high * weight + facts.lowest + facts.sides - 1;
  }
  return span;
}

bool can_fall(v1::Dice::Kind dice, int number) {
  const DiceFacts facts = facts_of(dice);
  const DiceSpan span = span_of(dice);
  if (number < span.low || number > span.high) return false;
  for (int i = 0; facts.digits && i < facts.count; ++i, number /= 10) {
    if (number % 10 < facts.lowest || number % 10 >= facts.lowest + facts.sides) return false;
  }
  return true;
}

int read_dice(v1::Dice::Kind dice, std::initializer_list<int> from_lowest) {
  const DiceFacts facts = facts_of(dice);
  int number = 0;
  for (int drawn : from_lowest) number = number * (facts.digits ? 10 : 1) + facts.lowest + drawn;
  return number;
}

namespace {

class RangeCheck {
 public:
  RangeCheck(v1::Dice::Kind dice, Ends ends, Mistakes& mistakes) : dice_(dice), ends_(ends), mistakes_(mistakes) {
    const DiceSpan span = span_of(dice);
    low_ = ends == Ends::kOpen ? kOpenLow : span.low;
    high_ = ends == Ends::kOpen ? kOpenHigh : span.high;
  }

  // One row, where it is right in itself.
  std::optional<Band> band(const Spot& at, bool alone) {
    const auto& on = dynamic_cast<const v1::DieRange&>(*at.message());
    if (!on.has_from() && !on.has_to() && !alone) return wrong(at, Text("data.range_missing"));
    const Band band{on.has_from() ? on.from() : kOpenLow, on.has_to() ? on.to() : kOpenHigh, at};
    if (band.from > band.to)
      return wrong(at, Text("data.range_backwards").number("from", band.from).number("to", band.to));
    if (ends_ == Ends::kOpen) return band;
    if (band.from < low_ || band.to > high_)
      return wrong(at, Text("data.range_beyond_dice").number("low", low_).number("high", high_));
    for (std::int64_t end : {band.from, band.to}) {
      if (!can_fall(dice_, static_cast<int>(end)))
        return wrong(at, Text("data.range_not_on_dice").number("number", end));
    }
    return band;
  }

  // All rows together: every number in one of them, and in one only.
  void cover(std::vector<Band> bands) {
    std::ranges::stable_sort(bands, {}, &Band::from);
    std::int64_t next = low_;
    for (const Band& band : bands) {
      if (band.from > next) gap(band.at, next, band.from - 1);
      if (band.from < next) {
        const std::int64_t first = band.from == kOpenLow ? band.to : band.from;
        wrong(band.at, Text("data.range_overlap").number("number", first));
      }
      next = std::max(next, band.to == kOpenHigh ? kOpenHigh + 1 : band.to + 1);
    }
    if (next <= high_) gap(bands.back().at, next, high_);
  }

 private:
  std::nullopt_t wrong(const Spot& at, Text text) {
    mistakes_.push_back(at.mistake(std::move(text)));
    return std::nullopt;
  }

  void gap(const Spot& at, std::int64_t from, std::int64_t to) {
    if (nothing_falls(from, to)) return;
    if (from == kOpenLow) {
      wrong(at, Text("data.range_not_open_below").number("to", to));
    } else if (to == kOpenHigh) {
      wrong(at, Text("data.range_not_open_above").number("from", from));
    } else {
      wrong(at, Text("data.range_gap").number("from", from).number("to", to));
    }
  }

  bool nothing_falls(std::int64_t from, std::int64_t to) const {
    if (ends_ == Ends::kOpen) return false;
    for (std::int64_t number = from; number <= to; ++number) {
      if (can_fall(dice_, static_cast<int>(number))) return false;
    }
    return true;
  }

  v1::Dice::Kind dice_;
  Ends ends_;
  Mistakes& mistakes_;
  std::int64_t low_ = 0;
  std::int64_t high_ = 0;
};

}  // namespace

void check_ranges(const Spot& column, std::string_view name, v1::Dice::Kind dice, Ends ends, Mistakes& mistakes) {
  RangeCheck check(dice, ends, mistakes);
  std::vector<Band> bands;
  const auto* rows = column.message()->GetDescriptor()->FindFieldByName(std::string(name));
  const int size = column.message()->GetReflection()->FieldSize(*column.message(), rows);
  for (int i = 0; i < size; ++i) {
    std::optional<Band> band = check.band(column.at(*rows, i).at("on"), size == 1);
    if (!band) return;
    bands.push_back(std::move(*band));
  }
  if (bands.empty()) {
    mistakes.push_back(column.at(*rows).mistake(Text("data.no_rows").word("rows", std::string(name))));
    return;
  }
  check.cover(std::move(bands));
}

bool within(const v1::DieRange& range, int number) {
  return (!range.has_from() || number >= range.from()) && (!range.has_to() || number <= range.to());
}

bool within(const v1::CountRange& range, int number) {
  return (!range.has_from() || number >= range.from()) && (!range.has_to() || number <= range.to());
}

}  // namespace wardroom
