#include "tests/calibration/pq17/plots.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace wardroom::calibration {
namespace {

constexpr const char* kInk = "#1d2733";
constexpr const char* kFaint = "#8a96a3";
constexpr const char* kGrid = "#dde3e8";
constexpr const char* kBand = "#b9d3e6";
constexpr const char* kActual = "#0b4f83";
constexpr const char* kMissed = "#b3261e";
constexpr const char* kHistory = "#c77700";

class Drawing {
 public:
  Drawing(double width, double height, const std::string& title) {
    text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) + " " + number(height) +
            "\" width=\"" + number(width) + "\" height=\"" + number(height) +
            "\" font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\">\n<title>" + title +
            "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
    words(16, 26, title, kInk, "start", 17);
  }

  void words(double x, double y, const std::string& text, const char* colour = kInk, const char* anchor = "start",
             int size = 13) {
    text_ += "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" fill=\"" + colour + "\" text-anchor=\"" + anchor +
             "\" font-size=\"" + std::to_string(size) + "\">" + text + "</text>\n";
  }
  void box(double x, double y, double width, double height, const char* colour, const char* edge = "none") {
    text_ += "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(std::max(width, 0.0)) +
             "\" height=\"" + number(height) + "\" fill=\"" + colour + "\" stroke=\"" + edge + "\"/>\n";
  }
  void line(double x1, double y1, double x2, double y2, const char* colour, double width = 1) {
    text_ += "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2) +
             "\" stroke=\"" + colour + "\" stroke-width=\"" + number(width) + "\"/>\n";
  }
  void dot(double x, double y, double radius, const char* colour) {
    text_ += "<circle cx=\"" + number(x) + "\" cy=\"" + number(y) + "\" r=\"" + number(radius) + "\" fill=\"" + colour +
             "\"/>\n";
  }
  void ring(double x, double y, double radius, const char* colour) {
    text_ += "<circle cx=\"" + number(x) + "\" cy=\"" + number(y) + "\" r=\"" + number(radius) +
             "\" fill=\"#ffffff\" stroke=\"" + colour + "\" stroke-width=\"3\"/>\n";
  }
  void diamond(double x, double y, const char* colour) {
    const auto point = [](double a, double b) { return number(a) + "," + number(b) + " "; };
    text_ += "<polygon points=\"" + point(x, y - 6) + point(x + 6, y) + point(x, y + 6) + point(x - 6, y) +
             "\" fill=\"" + colour + "\"/>\n";
  }
  std::string str() const { return text_ + "</svg>\n"; }

 private:
  static std::string number(double value) { return number_text(value, value == std::round(value) ? 0 : 1); }
  std::string text_;
};

// -- merchants lost --

struct LossRow {
  std::string name;
  const Measure* measure;
  std::optional<double> history;
};

std::vector<LossRow> loss_rows(const std::vector<Outcome>& outcomes) {
  std::vector<LossRow> rows;
  for (const Outcome& outcome : outcomes) {
    for (const Measure& each : outcome.measures) {
      const bool loaded = each.what.starts_with("loaded merchants lost");
      if (!loaded && !each.what.starts_with("merchants in ballast lost")) continue;
      const bool scattered = each.what.find(", Scattered") != std::string::npos;
      const bool together = each.what.find("not Scattered") != std::string::npos;
      std::string name = outcome.name + (loaded ? ", loaded" : ", in ballast") +
                         (scattered  ? ", Scattered"
                          : together ? ", together"
                                     : "");
      rows.push_back({std::move(name), &each,
                      together ? std::nullopt
                      : loaded ? outcome.history.loaded
                               : outcome.history.ballast});
    }
  }
  return rows;
}

void losses_key(Drawing& drawing, double x, double y) {
  drawing.box(x, y - 9, 26, 10, kBand);
  drawing.words(x + 32, y, "target band");
  drawing.dot(x + 140, y - 4, 5, kActual);
  drawing.words(x + 152, y, "average, within");
  drawing.ring(x + 282, y - 4, 5, kMissed);
  drawing.words(x + 294, y, "average, outside");
  drawing.diamond(x + 434, y - 4, kHistory);
  drawing.words(x + 446, y, "history");
}

// -- scores --

double low_end(const std::vector<Outcome>& outcomes) {
  double low = 0;
  for (const Outcome& each : outcomes) low = std::min(low, each.spread.tenth);
  return std::floor(low / 20) * 20;
}
double high_end(const std::vector<Outcome>& outcomes) {
  double high = 0;
  for (const Outcome& each : outcomes) high = std::max({high, each.spread.nine_tenths, each.history.score.value_or(0)});
  return std::ceil(high / 20) * 20;
}

}  // namespace

std::string losses_plot(const std::vector<Outcome>& outcomes) {
  const std::vector<LossRow> rows = loss_rows(outcomes);
  constexpr double kLeft = 210, kTop = 84, kRow = 30, kWide = 560;
  double most = 1;
  for (const LossRow& row : rows) {
    most = std::max({most, row.measure->actual.value_or(0), row.measure->band.to.value_or(0), row.history.value_or(0)});
  }
  most = std::ceil(most / 5) * 5;
  const double height = kTop + kRow * static_cast<double>(rows.size()) + 40;
  Drawing drawing(kLeft + kWide + 90, height, "Merchants lost in an operation, standard against standard");
  losses_key(drawing, 16, 52);
  const auto x = [&](double value) { return kLeft + value / most * kWide; };
  for (double value = 0; value <= most; value += 5) {
    drawing.line(x(value), kTop - 8, x(value), height - 34, kGrid);
    drawing.words(x(value), height - 16, number_text(value, 0), kFaint, "middle");
  }
  double y = kTop + kRow / 2 - 4;
  for (const LossRow& row : rows) {
    drawing.words(kLeft - 12, y + 4, row.name, kInk, "end");
    const double from = row.measure->band.from.value_or(0);
    drawing.box(x(from), y - 8, x(row.measure->band.to.value_or(from)) - x(from), 16, kBand);
    if (row.history) drawing.diamond(x(*row.history), y, kHistory);
    if (row.measure->actual) {
      const bool missed = verdict_of(*row.measure) == Verdict::kMissed;
      if (missed) {
        drawing.ring(x(*row.measure->actual), y, 5, kMissed);
      } else {
        drawing.dot(x(*row.measure->actual), y, 5, kActual);
      }
      drawing.words(kLeft + kWide + 80, y + 4, number_text(*row.measure->actual, 1), missed ? kMissed : kActual, "end");
    }
    y += kRow;
  }
  return drawing.str();
}

std::string scores_plot(const std::vector<Outcome>& outcomes) {
  constexpr double kLeft = 110, kTop = 84, kRow = 44, kWide = 660;
  const double low = low_end(outcomes), high = std::max(high_end(outcomes), low + 20);
  const double height = kTop + kRow * static_cast<double>(outcomes.size()) + 40;
  Drawing drawing(kLeft + kWide + 40, height, "Score in VPs (plus is good for the Allies), standard against standard");
  drawing.line(16, 48, 50, 48, kActual, 2);
  drawing.words(56, 52, "10 to 90 %");
  drawing.box(150, 41, 30, 14, kBand, kActual);
  drawing.words(188, 52, "middle half");
  drawing.line(286, 40, 286, 56, kMissed, 3);
  drawing.words(296, 52, "par");
  drawing.diamond(346, 48, kHistory);
  drawing.words(358, 52, "history");
  const auto x = [&](double value) { return kLeft + (std::clamp(value, low, high) - low) / (high - low) * kWide; };
  for (double value = low; value <= high; value += 20) {
    drawing.line(x(value), kTop - 8, x(value), height - 34, value == 0 ? kFaint : kGrid);
    drawing.words(x(value), height - 16, number_text(value, 0), kFaint, "middle");
  }
  double y = kTop + kRow / 2 - 6;
  for (const Outcome& each : outcomes) {
    const Spread& s = each.spread;
    drawing.words(kLeft - 12, y + 4, each.name, kInk, "end");
    drawing.line(x(s.tenth), y, x(s.nine_tenths), y, kActual, 2);
    drawing.box(x(s.quarter), y - 9, x(s.three_quarters) - x(s.quarter), 18, kBand, kActual);
    drawing.line(x(each.par_halves / 2.0), y - 13, x(each.par_halves / 2.0), y + 13, kMissed, 3);
    if (each.history.score) drawing.diamond(x(*each.history.score), y, kHistory);
    y += kRow;
  }
  return drawing.str();
}

std::string search_plot(const SingleEvents& events) {
  constexpr double kCellWide = 170, kCellHigh = 120, kLeft = 128, kTop = 96;
  const double height = kTop + kCellHigh * static_cast<double>(events.search.size()) + 30;
  Drawing drawing(kLeft + kCellWide * 4 + 30, height, "Chance of a search card, in per cent");
  drawing.box(16, 43, 18, 10, kBand);
  drawing.words(40, 52, "target, within 5 points");
  drawing.dot(206, 48, 4, kActual);
  drawing.words(218, 52, "the forty cards (Axis deck)");
  drawing.words(430, 52, "U, 1, 2, 3: Unidentified, ID1, ID2, ID3", kFaint);
  for (std::size_t column = 0; column < kSearchWeather.size(); ++column) {
    drawing.words(kLeft + kCellWide * (static_cast<double>(column) + 0.45), kTop - 14, kSearchWeather[column], kInk,
                  "middle", 14);
  }
  constexpr std::array<const char*, 4> kShort = {"U", "1", "2", "3"};
  for (std::size_t row = 0; row < events.search.size(); ++row) {
    const SearchLine& line = events.search[row];
    const double bottom = kTop + kCellHigh * static_cast<double>(row + 1) - 28;
    drawing.words(kLeft - 34, bottom - 36, line.name, kInk, "end");
    for (std::size_t column = 0; column < kSearchWeather.size(); ++column) {
      const double left = kLeft + kCellWide * static_cast<double>(column);
      const auto y = [&](double percent) { return bottom - percent * 0.8; };
      for (double percent : {0.0, 50.0, 100.0}) {
        drawing.line(left, y(percent), left + kCellWide - 24, y(percent), kGrid);
        if (column == 0) drawing.words(left - 6, y(percent) + 4, number_text(percent, 0), kFaint, "end", 10);
      }
      for (std::size_t sought = 0; sought < kSought.size(); ++sought) {
        const double x = left + 20 + 36 * static_cast<double>(sought);
        if (line.has_target) {
          const double target = line.target[column][sought];
          drawing.box(x - 9, y(target + 5), 18, y(std::max(0.0, target - 5)) - y(target + 5), kBand);
        }
        drawing.dot(x, y(line.actual[1][column][sought]), 4, kActual);
        drawing.words(x, bottom + 15, kShort[sought], kFaint, "middle", 11);
      }
    }
  }
  return drawing.str();
}

}  // namespace wardroom::calibration
