// The chart as one viewer sees it, as SVG: for mails and links. Whole numbers only, so that the same view gives the
// same bytes on any machine. Unit: thousandths of a hex width, as the coast has it.
#include <algorithm>
#include <map>

#include "server/titles/pq17/pq17.h"
#include "server/titles/pq17/sight/sight.h"

namespace wardroom::pq17 {
namespace {

constexpr int kMargin = 1600;  // sea around what there is to see
constexpr int kEdge = 500;     // of the map beyond its last hexes
constexpr int kLeastWide = 14000;
constexpr int kLeastHigh = 8000;
constexpr int kMostPixels = 1200;  // wide
constexpr int kPixelsPerHex = 48;  // at most

struct Point {
  int x;
  int y;
  bool operator==(const Point&) const = default;
};
Point centre(Hex hex) {
  const int row = row_of(hex);
  return {1000 * column_of(hex) + (row % 2 == 0 ? 500 : 0), row * 866025 / 1000};
}

struct Frame {
  int left, top, right, bottom;
  int width() const { return right - left; }
  int height() const { return bottom - top; }
  bool holds(Point at) const { return at.x >= left && at.x <= right && at.y >= top && at.y <= bottom; }
};

Frame around(const std::vector<Point>& points, int margin) {
  const auto [left, right] = std::ranges::minmax(points, {}, &Point::x);
  const auto [top, bottom] = std::ranges::minmax(points, {}, &Point::y);
  return {left.x - margin, top.y - margin, right.x + margin, bottom.y + margin};
}

// -- land --

// What of a ring lies on one side of a line, corners where it crosses.
template <class Inside, class Cross>
std::vector<Point> cut(const std::vector<Point>& ring, const Inside& inside, const Cross& cross) {
  std::vector<Point> kept;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Point& from = ring[i];
    const Point& to = ring[(i + 1) % ring.size()];
    if (inside(from)) kept.push_back(from);
    if (inside(from) != inside(to)) kept.push_back(cross(from, to));
  }
  return kept;
}
int between(int a, int b, std::int64_t part, std::int64_t whole) {
  return a + static_cast<int>((b - a) * part / whole);
}
std::vector<Point> clipped(std::vector<Point> ring, const Frame& frame) {
  const auto at_x = [](int x) {
    return [x](const Point& a, const Point& b) { return Point{x, between(a.y, b.y, x - a.x, b.x - a.x)}; };
  };
  const auto at_y = [](int y) {
    return [y](const Point& a, const Point& b) { return Point{between(a.x, b.x, y - a.y, b.y - a.y), y}; };
  };
  ring = cut(
      ring, [&](const Point& p) { return p.x >= frame.left; }, at_x(frame.left));
  ring = cut(
      ring, [&](const Point& p) { return p.x <= frame.right; }, at_x(frame.right));
  ring = cut(
      ring, [&](const Point& p) { return p.y >= frame.top; }, at_y(frame.top));
  return cut(
      ring, [&](const Point& p) { return p.y <= frame.bottom; }, at_y(frame.bottom));
}

// -- blocks --

// What stands in a hex, of one side.
struct Counters {
  Hex hex{};
  Side side = kAllied;
  int upright = 0;                // unidentified
  std::vector<std::string> flat;  // what is written at those that lie flat, and at one's own
};

std::string escaped(const std::string& words) {
  std::string out;
  for (char c : words) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) out += c;
    }
  }
  return out;
}

class Draughtsman {
 public:
  Draughtsman(const Reference& reference, const v1::View& view, const Title::Say& say)
      : reference_(reference), view_(view), say_(say), own_(viewer_of(view)) {}

  wardroom::v1::Picture draw() {
    gather();
    choose_frame();
    wardroom::v1::Picture picture;
    picture.set_width(static_cast<std::uint32_t>(wide_));
    picture.set_height(static_cast<std::uint32_t>(high_));
    head();
    land();
    ports();
    for (const auto& [where, counters] : counters_) blocks(counters);
    legend();
    out_ += "</svg>\n";
    picture.set_svg(std::move(out_));
    return picture;
  }

 private:
  int pixels(int count) const { return count * frame_.width() / wide_; }  // in units of the chart
  static std::string number(int value) { return std::to_string(value); }
  std::string said(const Text& text) const { return escaped(say_(text)); }

  // -- what there is to see --

  void gather() {
    for (const v1::Block& block : view_.sea().block()) {
      if (block.hex() == 0) continue;
      Counters& here = counters_[{block.hex(), block.side()}];
      here.hex = as_hex(block.hex());
      here.side = block.side();
      if (const v1::Force* force = own_force(block)) {
        here.flat.push_back(said(short_name(force->kind(), force->number())));
      } else if (!block.flat()) {
        ++here.upright;
      } else {
        here.flat.push_back(said(contact(block)));
      }
    }
  }
  const v1::Force* own_force(const v1::Block& block) const {
    if (block.side() != own_) return nullptr;
    for (const v1::Force& force : view_.own().force()) {
      if (force.block() == block.id()) return &force;
    }
    return nullptr;
  }
  static Text short_name(v1::BlockKind::Kind kind, int number) {
    return Text("picture." + lower(v1::BlockKind::Kind_Name(kind))).number("number", number);
  }
  static Text contact(const v1::Block& block) {
    Text text("picture.contact");
    text.text("force", short_name(block.kind(), block.number())).number("level", block.level());
    if (!block.has_told()) return text.word("told", "no").text("turn", Operation::turn_name(1));
    return text.word("told", "yes").text("turn", Operation::turn_name(block.told().turn()));
  }

  void choose_frame() {
    std::vector<Point> points;
    for (const auto& [where, counters] : counters_) points.push_back(centre(counters.hex));
    for (const auto& stack : view_.sea().stack()) {
      const PlaceFacts* place = reference_.find_place(stack.place());
      if (place && !place->box && stack.blocks() > 0) points.push_back(centre(place->hex));
    }
    if (points.empty()) {
      for (const MapHex& hex : reference_.box().hexes()) {
        if (hex.in_play) points.push_back(centre(hex.hex));
      }
    }
    frame_ = around(points, kMargin);
    const auto widen = [](int& from, int& to, int least) {
      const int missing = std::max(0, least - (to - from));
      from -= missing / 2;
      to += missing - missing / 2;
    };
    widen(frame_.left, frame_.right, kLeastWide);
    widen(frame_.top, frame_.bottom, kLeastHigh);
    std::vector<Point> map;
    for (const MapHex& hex : reference_.box().hexes()) map.push_back(centre(hex.hex));
    const Frame edge = around(map, kEdge);
    frame_ = {std::max(frame_.left, edge.left), std::max(frame_.top, edge.top), std::min(frame_.right, edge.right),
              std::min(frame_.bottom, edge.bottom)};
    wide_ = std::min(kMostPixels, frame_.width() * kPixelsPerHex / 1000);
    high_ = frame_.height() * wide_ / frame_.width();
  }

  // -- drawing --

  void head() {
    const bool night = light_of(reference_, scenario_of(reference_, view_), view_.clock().turn()) == v1::Light::NIGHT;
    out_ += "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(wide_) + "\" height=\"" + number(high_) +
            "\" viewBox=\"" + number(frame_.left) + " " + number(frame_.top) + " " + number(frame_.width()) + " " +
            number(frame_.height()) + "\" font-family=\"sans-serif\" font-size=\"" + number(pixels(11)) + "\">\n" +
            // Two rows of hexes, over and over.
            "<defs><pattern id=\"grid\" width=\"1000\" height=\"1732.05\" patternUnits=\"userSpaceOnUse\">"
            "<path d=\"M0 0V289L500 577L1000 289V0M500 577V1155L0 1443V1732M500 1155L1000 1443V1732\" fill=\"none\" "
            "stroke=\"#5b7a8c\" stroke-opacity=\".45\" stroke-width=\"" +
            number(pixels(1)) + "\"/></pattern></defs>\n";
    paper(night ? "#b4c3d2" : "#dbe8ee");
  }
  void paper(const char* fill) {
    out_ += "<rect x=\"" + number(frame_.left) + "\" y=\"" + number(frame_.top) + "\" width=\"" +
            number(frame_.width()) + "\" height=\"" + number(frame_.height()) + "\" fill=\"" + fill + "\"/>\n";
  }

  void land() {
    const int fine = pixels(2);
    out_ += "<path fill=\"#e9e1c9\" stroke=\"#8b8468\" stroke-width=\"" + number(pixels(1)) +
            "\" fill-rule=\"evenodd\" d=\"";
    for (const auto& ring : reference_.box().coast().ring()) {
      std::vector<Point> points;
      for (int i = 0; i < ring.x_size(); ++i) points.push_back({ring.x(i), ring.y(i)});
      write_ring(clipped(std::move(points), frame_), fine);
    }
    out_ += "\"/>\n";
    paper("url(#grid)");
  }
  // Corners that could not be told apart are left out.
  void write_ring(const std::vector<Point>& ring, int fine) {
    std::vector<Point> kept;
    for (const Point& point : ring) {
      const bool near =
          !kept.empty() && std::abs(point.x - kept.back().x) < fine && std::abs(point.y - kept.back().y) < fine;
      if (!near) kept.push_back(point);
    }
    if (kept.size() < 3) return;
    out_ += "M" + number(kept[0].x) + " " + number(kept[0].y);
    for (std::size_t i = 1; i < kept.size(); ++i) {
      out_ += "l" + number(kept[i].x - kept[i - 1].x) + " " + number(kept[i].y - kept[i - 1].y);
    }
    out_ += "z";
  }

  void write(Point at, int size, const char* anchor, const std::string& words) {
    out_ += "<text x=\"" + number(at.x) + "\" y=\"" + number(at.y) + "\" font-size=\"" + number(pixels(size)) +
            "\" text-anchor=\"" + anchor + "\" fill=\"#1d2a33\" stroke=\"#fff\" stroke-width=\"" + number(pixels(3)) +
            "\" stroke-opacity=\".75\" paint-order=\"stroke\">" + words + "</text>\n";
  }

  void ports() {
    for (const PlaceFacts& place : reference_.places()) {
      if (!place.port || place.port->temporary() || !frame_.holds(centre(place.hex))) continue;
      const Point at = centre(place.hex);
      const int half = pixels(3);
      out_ += "<rect x=\"" + number(at.x - half) + "\" y=\"" + number(at.y - half) + "\" width=\"" + number(2 * half) +
              "\" height=\"" + number(2 * half) + "\" fill=\"" + colour(place.side) + "\"/>\n";
      std::string words = said(Text(place.name));
      for (const auto& stack : view_.sea().stack()) {
        if (stack.place() == place.id && stack.blocks() > 0) words += " (" + number(stack.blocks()) + ")";
      }
      write({at.x, at.y + pixels(14)}, 9, "middle", words);
    }
  }
  static const char* colour(Side side) { return side == kAllied ? "#23568f" : "#9a2b2b"; }

  void blocks(const Counters& counters) {
    const Point at = centre(counters.hex);
    const int half = pixels(8);
    const int shift = counters.side == kAllied ? -half / 3 : half / 3;  // both sides may be there
    const int count = counters.upright + static_cast<int>(counters.flat.size());
    out_ += "<rect x=\"" + number(at.x - half + shift) + "\" y=\"" + number(at.y - half + shift) + "\" width=\"" +
            number(2 * half) + "\" height=\"" + number(2 * half) + "\" rx=\"" + number(pixels(2)) + "\" fill=\"" +
            colour(counters.side) + "\" stroke=\"#fff\" stroke-width=\"" + number(pixels(1)) + "\"/>\n";
    const std::string sign = counters.flat.empty() ? "?" : count > 1 ? number(count) : "";
    if (!sign.empty()) {
      out_ += "<text x=\"" + number(at.x + shift) + "\" y=\"" + number(at.y + shift + pixels(4)) +
              "\" text-anchor=\"middle\" fill=\"#fff\">" + sign + "</text>\n";
    }
    int line = 0;
    const int up = counters.side == kAllied ? -1 : 1;  // so that they do not write over each other
    const auto below = [&](const std::string& words) {
      const int y = up < 0 ? at.y - pixels(12 + 12 * line) : at.y + pixels(20 + 12 * line);
      write({at.x, y}, 11, "middle", words);
      ++line;
    };
    for (const std::string& words : counters.flat) below(words);
    if (counters.upright > 1 || (counters.upright > 0 && !counters.flat.empty()))
      below("? \xc3\x97 " + number(counters.upright));
  }

  void legend() {
    const v1::Scenario& scenario = scenario_of(reference_, view_);
    std::string words =
        said(Text(scenario.id() + ".name")) + " \xc2\xb7 " + said(Operation::turn_name(view_.clock().turn()));
    const auto light = light_of(reference_, scenario, view_.clock().turn());
    words += " \xc2\xb7 " + said(Text("light." + lower(v1::Light::Kind_Name(light)) + ".name"));
    if (const auto weather = view_.environment().weather(); weather != v1::Weather::UNSPECIFIED)
      words += " \xc2\xb7 " + said(Text("weather." + lower(v1::Weather::Kind_Name(weather)) + ".name"));
    write({frame_.left + pixels(10), frame_.top + pixels(20)}, 14, "start", words);
  }

  const Reference& reference_;
  const v1::View& view_;
  const Title::Say& say_;
  const std::optional<Side> own_;
  std::map<std::pair<std::uint32_t, Side>, Counters> counters_;  // by hex and side
  Frame frame_{};
  int wide_ = 0;  // pixels
  int high_ = 0;
  std::string out_;
};

}  // namespace

std::optional<wardroom::v1::Picture> Pq17::picture(const View& view, const Say& say) const {
  return Draughtsman(reference_, static_cast<const v1::View&>(view), say).draw();
}

}  // namespace wardroom::pq17
