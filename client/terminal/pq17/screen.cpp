// PQ-17's board as lines of text.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include "client/terminal/pq17/pack.h"
#include "server/titles/sea/words.h"
#include "wardroom/pq17/v1/view.pb.h"

namespace wardroom::terminal {
namespace {

namespace pq17 = wardroom::pq17::v1;
using Side = wardroom::v1::Side;

using sea::lower;

std::string hex(std::uint32_t number) {
  char text[16];
  std::snprintf(text, sizeof text, "%04u", number);
  return text;
}

Text score_points(int halves) {
  const int size = std::abs(halves);
  return Text("score.points")
      .word("sign", halves > 0   ? "plus"
                    : halves < 0 ? "minus"
                                 : "none")
      .number("whole", size / 2)
      .number("half", size % 2);
}

// Steps of a combat that have a name of their own in it.
struct Course {
  std::string name;  // of its texts
  std::set<pq17::CombatStep::Kind> steps;
};
const Course* course_of(std::uint32_t battle) {
  using Step = pq17::CombatStep;
  static const std::map<std::uint32_t, Course> courses{
      {pq17::Battle::AIR_STRIKE,
       {"air_combat",
        {Step::LOCATE, Step::SCRAMBLE, Step::AIR_TO_AIR, Step::DEPLOY, Step::ASSIGN, Step::WAVES, Step::ANTI_AIRCRAFT,
         Step::ATTACK, Step::IDENTIFY, Step::RETURN}}},
      {pq17::Battle::SUBMARINE,
       {"submarine_combat", {Step::LOCATE, Step::ORDER, Step::ASW, Step::TORPEDOES, Step::IDENTIFY, Step::RETURN}}},
      {pq17::Battle::SURFACE,
       {"surface_combat",
        {Step::LOCATE, Step::INTERCEPT, Step::SURPRISE, Step::DEPLOY, Step::ENGAGE, Step::MANEUVER, Step::GUNNERY,
         Step::TORPEDOES, Step::WITHDRAWAL, Step::IDENTIFY, Step::UNESCORTED, Step::FUEL}}}};
  const auto it = courses.find(battle);
  return it == courses.end() ? nullptr : &it->second;
}

class Page {
 public:
  Page(const pq17::View& view, const Words& words) : view_(view), words_(words) {}

  std::string write() {
    clock();
    if (view_.has_battle()) battle();
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
  void line(const Text& text) { out_ += sentence(words_(text)) + "\n"; }
  void heading(const Text& text) { out_ += "\n" + words_(text) + "\n"; }
  void item(const Text& text) { out_ += "  " + words_(text) + "\n"; }

  Text list(std::vector<Text> texts) const {
    return texts.empty() ? Text("screen.pq17.nothing") : sea::listed(std::move(texts));
  }

  bool over() const { return view_.clock().phase() >= pq17::Clock::CONFIRMATION; }
  static Text turn(int number) { return Text(number % 2 == 0 ? "turn.pm" : "turn.am").number("day", (number + 1) / 2); }

  void clock() {
    const auto& clock = view_.clock();
    line(over() ? Text("screen.pq17.over") : Text("screen.pq17.turn").text("turn", turn(clock.turn())));
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
      line(Text("screen.pq17.local_weather")
               .text("weather", weather(local.weather()))
               .text("list", list(std::move(hexes))));
    }
    ice();
  }
  // A line for each sector.
  void ice() {
    const auto& markers = view_.environment().ice();
    for (auto sector : {pq17::Ice::WEST, pq17::Ice::EAST}) {
      std::vector<Text> zones;
      for (const auto& marker : markers) {
        if (marker.area().sector() != sector || (marker.condition() == pq17::Ice::CLEAR && marker.certain())) continue;
        zones.push_back(
            Text("screen.pq17.ice_area")
                .text("zone", Text("icezone." + lower(pq17::Ice::Zone_Name(marker.area().zone())) + ".name"))
                .text("ice", Text("ice." + lower(pq17::Ice::Condition_Name(marker.condition())) + ".name"))
                .word("certain", marker.certain() ? "yes" : "no"));
      }
      if (zones.empty()) continue;
      line(Text("screen.pq17.ice")
               .text("sector", Text("icesector." + lower(pq17::Ice::Sector_Name(sector)) + ".name"))
               .text("list", list(std::move(zones))));
    }
  }
  static Text weather(pq17::Weather::Kind kind) {
    return Text("weather." + lower(pq17::Weather::Kind_Name(kind)) + ".name");
  }

  // -- the Battle Display --

  void battle() {
    const pq17::Battle& battle = view_.battle();
    Text title("screen.pq17.battle");
    title.word("kind", lower(pq17::Battle::Kind_Name(battle.kind())));
    title.text("place",
               battle.hex() != 0 ? Text("choice.hex").word("hex", hex(battle.hex())) : Text(battle.place() + ".name"));
    heading(title.number("round", battle.round()));
    for (auto side : {Side::ALLIED, Side::AXIS}) {
      for (const auto& unit : battle.unit()) {
        if (unit.side() == side) item(displayed(unit));
      }
    }
    for (const auto& raid : battle.raid()) item(raider(raid));
  }
  Text ship_in_battle(const pq17::Battle::Unit& unit) const {
    if (!unit.has_ship()) return Text("battle.face_down").number("number", unit.id());
    return Text("screen.pq17.ship")
        .text("ship", Text(unit.ship().unit() + ".name"))
        .number("cs", unit.ship().cs())
        .word("state", state(unit.ship()));
  }
  Text displayed(const pq17::Battle::Unit& unit) const {
    std::vector<Text> kept_off;
    for (const auto& other : view_.battle().unit()) {
      if (std::ranges::find(unit.blocks(), other.id()) != unit.blocks().end())
        kept_off.push_back(ship_in_battle(other));
    }
    Text row(kept_off.empty() ? "screen.pq17.battle_unit" : "screen.pq17.battle_screen");
    row.word("side", word(unit.side()))
        .text("ship", ship_in_battle(unit))
        .word("evading", unit.evading() ? "yes" : "no");
    row.word("area",
             view_.battle().kind() == pq17::Battle::SURFACE ? lower(pq17::Battle::Area_Name(unit.area())) : "none");
    row.number("place", unit.place());
    if (!kept_off.empty()) row.text("list", list(std::move(kept_off)));
    return row;
  }
  Text raider(const pq17::Battle::Raid& raid) const {
    Text unit = Text(raid.airbase() + ".name");
    for (const auto& each : view_.air().unit()) {
      if (raid.air_unit() != 0 && each.key() == raid.air_unit()) unit = name(each);
    }
    return Text("screen.pq17.raider")
        .text("unit", std::move(unit))
        .word("role", raid.scrambled()     ? "scrambled"
                      : raid.over()        ? "over"
                      : raid.target() == 0 ? "waiting"
                      : raid.torpedoes()   ? "torpedoes"
                                           : "bombs")
        .number("wave", raid.wave())
        .number("place", raid.target());
  }

  static Text name(const pq17::Air::Unit& unit) {
    if (unit.number() == 0) return Text(unit.unit() + ".name");
    return Text("aircraft.numbered").text("unit", Text(unit.unit() + ".name")).number("number", unit.number());
  }
  static Text name(pq17::BlockKind::Kind kind, int number) {
    switch (kind) {
      case pq17::BlockKind::TASK_FORCE:
        return Text("block.task_force").number("number", number);
      case pq17::BlockKind::CONVOY:
        return Text("block.convoy").number("number", number);
      case pq17::BlockKind::WOLFPACK:
        return Text("block.wolfpack").number("number", number);
      case pq17::BlockKind::DUMMY:
        return "screen.pq17.dummy";
      default:
        return "block.unidentified";
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
      item(Text("screen.pq17.chit")
               .word("letter", view_.own().chit())
               .text("condition", Text(view_.own().condition() + ".name")));
    }
  }

  void forces(const pq17::Own& own) {
    std::vector<std::pair<std::string, Text>> dummies;  // the name of its place, and the place
    for (const pq17::Force& force : own.force()) {
      const pq17::Block* at = block(force.block());
      const Text where = place_of(force, at);
      if (force.kind() == pq17::BlockKind::DUMMY) {
        dummies.emplace_back(words_(where), where);
        continue;
      }
      std::vector<Text> ships;
      for (const pq17::Counter& ship : force.ship()) {
        ships.push_back(Text("screen.pq17.ship")
                            .text("ship", Text(ship.unit() + ".name"))
                            .number("cs", ship.cs())
                            .word("state", state(ship)));
      }
      const bool seen = at && at->flat();
      Text row = Text(seen ? "screen.pq17.force_seen" : "screen.pq17.force");
      row.text("force", own_name(force)).text("place", where);
      if (seen) row.number("level", at->level()).word("shadowed", at->shadow_size() > 0 ? "yes" : "no");
      row.text("list", list(std::move(ships)));
      item(row);
      if (at && force.fuel_turn() > 0) {
        item(Text("screen.pq17.fuel")
                 .text("fuel", Text("fuelstatus." + lower(pq17::Force::FuelStatus_Name(force.fuel())) + ".name"))
                 .text("turn", turn(force.fuel_turn())));
      }
    }
    std::ranges::stable_sort(dummies, {}, [](const auto& each) -> const std::string& { return each.first; });
    for (auto it = dummies.begin(); it != dummies.end();) {
      const auto next = std::find_if(it, dummies.end(), [&](const auto& each) { return each.first != it->first; });
      item(Text("screen.pq17.dummies").text("place", it->second).number("count", next - it));
      it = next;
    }
  }
  // Before its block is on the map a force may already have the hex where it will stand.
  static Text place_of(const pq17::Force& force, const pq17::Block* at) {
    if (at) return Text("choice.hex").word("hex", hex(at->hex()));
    if (force.place().find('.') == std::string::npos) return Text("choice.hex").word("hex", force.place());
    return Text(force.place() + ".name");
  }
  static Text own_name(const pq17::Force& force) {
    if (force.convoy().empty()) return name(force.kind(), force.number());
    return Text("block.convoy_named").number("number", force.number()).text("name", Text(force.convoy() + ".name"));
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
    for (auto side : {Side::ALLIED, Side::AXIS}) {
      if (!mine(side)) contacts(side);
    }
  }
  void contacts(Side::Kind side) {
    std::vector<const pq17::Block*> seen;
    for (const auto& each : view_.sea().block()) {
      if (each.side() == side) seen.push_back(&each);
    }
    if (seen.empty()) return;
    heading(Text("screen.pq17.contacts").word("side", word(side)));
    std::ranges::stable_sort(seen, {}, [](const pq17::Block* each) { return std::pair(each->hex(), each->flat()); });
    for (auto it = seen.begin(); it != seen.end(); ++it) {
      const pq17::Block& each = **it;
      Text row = each.flat() ? Text("screen.pq17.contact_flat") : Text("screen.pq17.contact");
      row.word("hex", hex(each.hex()));
      if (each.flat()) {
        row.text("force", name(each.kind(), each.number())).number("level", each.level());
      } else {
        int count = 1;
        for (; it + 1 != seen.end() && (*(it + 1))->hex() == each.hex() && !(*(it + 1))->flat(); ++it) ++count;
        row.number("count", count);
      }
      row.word("shadowed", each.shadow_size() > 0 ? "yes" : "no");
      item(row);
      told(each.id());
    }
  }
  void told(std::uint32_t block) {
    for (const auto& known : view_.sight().known()) {
      if (known.subject() != block) continue;
      for (const auto& fact : known.facts()) item(Text("screen.pq17.told").word("fact", words_(fact.statement())));
    }
  }
  static std::string word(Side::Kind side) { return side == Side::ALLIED ? "allied" : "axis"; }

  void ports() {
    for (auto side : {Side::ALLIED, Side::AXIS}) {
      bool any = false;
      for (const auto& stack : view_.sea().stack()) {
        if (stack.blocks() == 0 || stack.side() != side || mine(side)) continue;
        if (!any) heading(Text("screen.pq17.ports").word("side", word(side)));
        any = true;
        item(Text("screen.pq17.port").text("place", Text(stack.place() + ".name")).number("count", stack.blocks()));
      }
    }
  }

  void aircraft() {
    for (auto side : {Side::ALLIED, Side::AXIS}) {
      bool any = false;
      const auto show = [&](const pq17::Air::Unit& unit) {
        if (unit.side() != side) return;
        if (!any) heading(Text("screen.pq17.air_of").word("side", word(side)));
        any = true;
        Text row("screen.pq17.air");
        row.text("unit", name(unit)).number("cs", unit.cs()).text("place", Text(unit.base() + ".name"));
        row.word("mission", lower(pq17::Air::Mission_Name(unit.mission())));
        row.word("hex",
                 unit.mission() == pq17::Air::RADIUS && unit.radius_size() > 0 ? hex(unit.radius(0)) : hex(unit.hex()));
        item(row);
      };
      for (const auto& unit : view_.air().unit()) show(unit);
      for (const auto& unit : view_.own().aboard()) show(unit);
    }
  }

  void score() {
    if (view_.standing().score().empty()) return;
    int halves = 0;
    for (const auto& each : view_.standing().score()) halves += each.vp_halves();
    out_ += "\n";
    line(Text(over() ? "screen.pq17.final_score" : "screen.pq17.score").text("points", score_points(halves)));
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
  std::string place(std::uint32_t number) const override { return hex(number); }
  // Each part of the preparation and each Player Phase.
  std::string occasion(const google::protobuf::Message& view) const override {
    const pq17::Clock& clock = static_cast<const pq17::View&>(view).clock();
    return std::to_string(clock.turn()) + "/" + std::to_string(clock.phase()) + "/" + std::to_string(clock.active());
  }

  bool fights(const google::protobuf::Message& view) const override {
    return static_cast<const pq17::View&>(view).battle().kind() != pq17::Battle::UNSPECIFIED;
  }
  Text step(const v1::Report& opening, const v1::Report& report) const override {
    const Course* course = course_of(opening.milestone().number());
    const auto step = static_cast<pq17::CombatStep::Kind>(report.step());
    if (!course || !course->steps.contains(step)) return {};
    return Text("step." + course->name + "." + lower(pq17::CombatStep::Kind_Name(step)) + ".name");
  }
  // Faces are 0 to 9.
  std::optional<double> chance(const v1::Roll& roll) const override {
    const auto has_ten = [](const v1::Die& die) { return die.sides() == 10; };
    if (!roll.has_needed() || !std::ranges::all_of(roll.dice(), has_ten)) return std::nullopt;
    int face = roll.needed();
    for (const v1::Change& change : roll.modifiers()) face -= change.value();
    return std::clamp(10 - face, 0, 10) / 10.0;
  }
  Text points(int change) const override { return score_points(change); }
};

}  // namespace
}  // namespace wardroom::terminal

namespace wardroom::pq17::terminal {

std::shared_ptr<const wardroom::terminal::Screen> make_screen() {
  return std::make_shared<const wardroom::terminal::Pq17Screen>();
}

}  // namespace wardroom::pq17::terminal
