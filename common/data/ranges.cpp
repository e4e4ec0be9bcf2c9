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

DiceSpan span_of(v1::Dice::Kind dice) {
  switch (dice) {
    case v1::Dice::TWO_SUM:
      return {0, 18};
    case v1::Dice::TWO_PERCENT:
      return {0, 99};
    default:
      return {0, 9};
  }
}

void check_ranges(const Spot& column, std::string_view name, v1::Dice::Kind dice, Ends ends, Mistakes& mistakes) {
  const DiceSpan span = span_of(dice);
  const std::int64_t low = ends == Ends::kOpen ? kOpenLow : span.low;
  const std::int64_t high = ends == Ends::kOpen ? kOpenHigh : span.high;
  const auto gap = [&](const Spot& at, std::int64_t from, std::int64_t to) {
    if (from == kOpenLow) {
      mistakes.push_back(at.mistake(Text("data.range_not_open_below").number("to", to)));
    } else if (to == kOpenHigh) {
      mistakes.push_back(at.mistake(Text("data.range_not_open_above").number("from", from)));
    } else {
      mistakes.push_back(at.mistake(Text("data.range_gap").number("from", from).number("to", to)));
    }
  };

  std::vector<Band> bands;
  const auto* rows = column.message()->GetDescriptor()->FindFieldByName(std::string(name));
  const int size = column.message()->GetReflection()->FieldSize(*column.message(), rows);
  for (int i = 0; i < size; ++i) {
    const Spot at = column.at(*rows, i).at("on");
    const auto& on = dynamic_cast<const v1::DieRange&>(*at.message());
    if (!on.has_from() && !on.has_to() && size > 1) {
      mistakes.push_back(at.mistake(Text("data.range_missing")));
      return;
    }
    const Band band{on.has_from() ? on.from() : kOpenLow, on.has_to() ? on.to() : kOpenHigh, at};
    if (band.from > band.to) {
      mistakes.push_back(at.mistake(Text("data.range_backwards").number("from", band.from).number("to", band.to)));
      return;
    }
    if (ends == Ends::kDice && (band.from < low || band.to > high)) {
      mistakes.push_back(at.mistake(Text("data.range_beyond_dice").number("low", low).number("high", high)));
      return;
    }
    bands.push_back(band);
  }
  if (bands.empty()) {
    mistakes.push_back(column.at(*rows).mistake(Text("data.no_rows").word("rows", std::string(name))));
    return;
  }
  std::ranges::stable_sort(bands, {}, &Band::from);
  std::int64_t next = low;
  for (const Band& band : bands) {
    if (band.from > next) gap(band.at, next, band.from - 1);
    if (band.from < next) {
      const std::int64_t first = band.from == kOpenLow ? band.to : band.from;
      mistakes.push_back(band.at.mistake(Text("data.range_overlap").number("number", first)));
    }
    next = std::max(next, band.to == kOpenHigh ? kOpenHigh + 1 : band.to + 1);
  }
  if (next <= high) gap(bands.back().at, next, high);
}

bool within(const v1::DieRange& range, int number) {
  return (!range.has_from() || number >= range.from()) && (!range.has_to() || number <= range.to());
}

bool within(const v1::CountRange& range, int number) {
  return (!range.has_from() || number >= range.from()) && (!range.has_to() || number <= range.to());
}

}  // namespace wardroom
