#include "client/terminal/pq17_screen.h"

#include <algorithm>
#include <cstdio>

#include "wardroom/v1/pq17_view.pb.h"

namespace wardroom::terminal {
namespace {

namespace pq17 = wardroom::pq17::v1;
using Side = wardroom::v1::Side;

std::string lower(std::string name) {
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

std::string hex(std::uint32_t number) {
  char text[8];
  std::snprintf(text, sizeof text, "%04u", number);
  return text;
}

class Page {
 public:
  Page(const pq17::View& view, const Words& words) : view_(view), words_(words) {}

  std::string write() {
    clock();
    if (view_.has_own()) own();
    if (view_.has_truth()) {
      heading("screen.pq17.allied");
      forces(view_.truth().allied());
      heading("screen.pq17.axis");
      forces(view_.truth().axis());
    }
    contacts();
    ports();
    aircraft();
    score();
    return out_;
  }

 private:
  void line(const Text& text) { out_ += words_(text) + "\n"; }
  void heading(const char* id) { out_ += "\n" + words_(Text(id)) + "\n"; }
  void item(const Text& text) { out_ += "  " + words_(text) + "\n"; }

  Text list(std::vector<Text> texts) const {
    Text sum = texts.empty() ? Text("screen.pq17.nothing") : std::move(texts.back());
    bool last = true;
    for (std::size_t i = texts.size(); i-- > 1;) {
      Text joined = last ? Text("list.last").text("first", texts[i - 1]).text("second", std::move(sum))
                         : Text("list.more").text("first", texts[i - 1]).text("rest", std::move(sum));
      sum = std::move(joined);
      last = false;
    }
    return sum;
  }

  void clock() {
    const auto& clock = view_.clock();
    const Text turn = Text(clock.turn() % 2 == 0 ? "turn.pm" : "turn.am").number("day", (clock.turn() + 1) / 2);
    line(Text("screen.pq17.turn").text("turn", turn));
    if (clock.segment() != 0) {
      line(Text("screen.pq17.segment")
               .text("phase", clock.active() == Side::ALLIED ? "phase.allied.name" : "phase.axis.name")
               .text("segment", Text("segment." + lower(pq17::Clock::Segment_Name(clock.segment())) + ".name")));
    }
    const auto& sky = view_.environment();
    if (sky.weather() != 0) line(Text("screen.pq17.weather").text("weather", weather(sky.weather())));
    for (const auto& local : sky.local()) {
      std::vector<Text> hexes;
      for (std::uint32_t each : local.hex()) hexes.push_back(Text("choice.hex").word("hex", hex(each)));
      line(Text("screen.pq17.local_weather").text("weather", weather(local.weather())).text("list", list(std::move(hexes))));
    }
    std::vector<Text> ice;
    for (const auto& marker : sky.ice()) {
      if (marker.condition() == pq17::Ice::CLEAR && marker.certain()) continue;
      ice.push_back(Text("screen.pq17.ice_area")
                        .text("sector", Text("icesector." + lower(pq17::Ice::Sector_Name(marker.area().sector())) + ".name"))
                        .text("zone", Text("icezone." + lower(pq17::Ice::Zone_Name(marker.area().zone())) + ".name"))
                        .text("ice", Text("ice." + lower(pq17::Ice::Condition_Name(marker.condition())) + ".name"))
                        .word("certain", marker.certain() ? "yes" : "no"));
    }
    if (!ice.empty()) line(Text("screen.pq17.ice").text("list", list(std::move(ice))));
  }
  static Text weather(pq17::Weather::Kind kind) { return Text("weather." + lower(pq17::Weather::Kind_Name(kind)) + ".name"); }

  static Text name(pq17::BlockKind::Kind kind, int number) {
    switch (kind) {
      case pq17::BlockKind::TASK_FORCE: return Text("block.task_force").number("number", number);
      case pq17::BlockKind::CONVOY: return Text("block.convoy").number("number", number);
      case pq17::BlockKind::WOLFPACK: return Text("block.wolfpack").number("number", number);
      case pq17::BlockKind::DUMMY: return "block.dummy";
      default: return "block.unidentified";
    }
  }

  const pq17::Block* block(std::uint32_t id) const {
    for (const auto& each : view_.sea().block()) {
      if (each.id() == id) return &each;
    }
    return nullptr;
  }

  void own() {
    heading("screen.pq17.own");
    forces(view_.own());
    for (const auto& pool : view_.own().command()) {
      item(Text("screen.pq17.command")
               .text("command", Text("command." + lower(pq17::Command::Kind_Name(pool.command())) + ".name"))
               .number("spent", pool.spent())
               .number("points", pool.points()));
    }
    if (!view_.own().condition().empty()) {
      item(Text("screen.pq17.chit").word("letter", view_.own().chit()).text("condition", Text(view_.own().condition() + ".name")));
    }
  }

  void forces(const pq17::Own& own) {
    for (const pq17::Force& force : own.force()) {
      const pq17::Block* at = block(force.block());
      const Text where = at ? Text("choice.hex").word("hex", hex(at->hex())) : Text(force.place() + ".name");
      std::vector<Text> ships;
      for (const pq17::Counter& ship : force.ship()) {
        ships.push_back(Text("screen.pq17.ship").text("ship", Text(ship.unit() + ".name")).number("cs", ship.cs()).word("state", state(ship)));
      }
      Text row = Text(at && at->flat() ? "screen.pq17.force_seen" : "screen.pq17.force");
      row.text("force", name(force.kind(), force.number())).text("place", where);
      if (at && at->flat()) row.number("level", at->level());
      row.text("list", list(std::move(ships)));
      item(row);
      if (at && force.fuel_turn() > 0) {
        item(Text("screen.pq17.fuel")
                 .text("fuel", Text("fuelstatus." + lower(pq17::Force::FuelStatus_Name(force.fuel())) + ".name"))
                 .text("turn", Text(force.fuel_turn() % 2 == 0 ? "turn.pm" : "turn.am").number("day", (force.fuel_turn() + 1) / 2)));
      }
    }
  }
  static std::string state(const pq17::Counter& ship) {
    if (ship.dead_in_water()) return "dead";
    if (!ship.towed_by().empty()) return "towed";
    return ship.crippled() ? "crippled" : "sound";
  }

  bool mine(Side::Kind side) const {
    if (!view_.has_own()) return false;
    for (const auto& pool : view_.own().command()) {
      return (pool.command() == pq17::Command::GRUPPE_NORD ? Side::AXIS : Side::ALLIED) == side;
    }
    return false;
  }

  void contacts() {
    std::vector<const pq17::Block*> seen;
    for (const auto& each : view_.sea().block()) {
      if (!mine(each.side())) seen.push_back(&each);
    }
    if (seen.empty()) return;
    heading("screen.pq17.contacts");
    std::ranges::stable_sort(seen, {}, [](const pq17::Block* each) { return each->hex(); });
    for (const pq17::Block* each : seen) {
      Text row = each->flat() ? Text("screen.pq17.contact_flat") : Text("screen.pq17.contact");
      row.word("hex", hex(each->hex()));
      row.word("side", each->side() == Side::ALLIED ? "allied" : "axis");
      if (each->flat()) row.text("force", name(each->kind(), each->number())).number("level", each->level());
      row.word("shadowed", each->shadow_size() > 0 ? "yes" : "no");
      item(row);
      if (each->has_told()) item(told(each->told()));
    }
  }

  Text told(const pq17::Statement& told) const {
    if (told.level() == 1) {
      return Text("screen.pq17.told_1").number("count", told.warship_counters()).word("large", told.large_convoy() ? "yes" : "no");
    }
    if (told.level() == 2) {
      return Text("screen.pq17.told_2")
          .number("count", told.warship_counters())
          .number("heavy", told.heavy_ships())
          .word("carrier", told.carrier() ? "yes" : "no")
          .number("merchants", told.convoy_ships());
    }
    std::vector<Text> parts;
    for (const auto& each : told.category()) {
      parts.push_back(Text("report.identified.id3.category")
                          .text("category", Text("shipcategory." + lower(pq17::ShipCategory::Kind_Name(each.category())) + ".name"))
                          .number("count", each.counters())
                          .number("cs", each.cs()));
    }
    if (told.convoy_ships() > 0) parts.push_back(Text("report.identified.id3.merchants").number("count", told.convoy_ships()));
    for (const auto& each : told.named()) {
      parts.push_back(Text("screen.pq17.ship").text("ship", Text(each.unit() + ".name")).number("cs", each.cs()).word("state", "sound"));
    }
    return Text("screen.pq17.told_3").text("list", list(std::move(parts)));
  }

  void ports() {
    bool any = false;
    for (const auto& stack : view_.sea().stack()) {
      if (stack.blocks() == 0 || mine(stack.side())) continue;
      if (!any) heading("screen.pq17.ports");
      any = true;
      item(Text("screen.pq17.port").text("place", Text(stack.place() + ".name")).text("blocks", Text("block.in_port").number("count", stack.blocks())));
    }
  }

  void aircraft() {
    if (view_.air().unit().empty()) return;
    heading("screen.pq17.aircraft");
    for (const auto& unit : view_.air().unit()) {
      Text where = Text(unit.base() + ".name");
      Text row("screen.pq17.air");
      row.text("unit", Text(unit.unit() + ".name")).number("cs", unit.cs()).text("place", std::move(where));
      row.word("mission", lower(pq17::Air::Mission_Name(unit.mission())));
      row.word("hex", unit.mission() == pq17::Air::RADIUS && unit.radius_size() > 0 ? hex(unit.radius(0)) : hex(unit.hex()));
      item(row);
    }
  }

  void score() {
    if (view_.standing().score().empty()) return;
    int halves = 0;
    for (const auto& each : view_.standing().score()) halves += each.vp_halves();
    out_ += "\n";
    const int size = halves < 0 ? -halves : halves;
    line(Text("screen.pq17.score").text("points", Text("score.points")
                                                      .word("sign", halves > 0 ? "plus" : halves < 0 ? "minus" : "none")
                                                      .number("whole", size / 2)
                                                      .number("half", size % 2)));
  }

  const pq17::View& view_;
  const Words& words_;
  std::string out_;
};

class Pq17Screen final : public Screen {
 public:
  std::unique_ptr<google::protobuf::Message> blank_view() const override { return std::make_unique<pq17::View>(); }
  std::string board(const google::protobuf::Message& view, const Words& words) const override {
    return Page(static_cast<const pq17::View&>(view), words).write();
  }
};

}  // namespace

ScreenEntry pq17_screen() { return {"pq17", std::make_shared<const Pq17Screen>()}; }

}  // namespace wardroom::terminal
