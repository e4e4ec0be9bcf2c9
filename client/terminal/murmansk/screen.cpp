// Murmansk Run's board as lines of text.
#include <algorithm>
#include <map>
#include <set>

#include "client/terminal/library.h"
#include "client/terminal/murmansk/pack.h"
#include "server/titles/murmansk/murmansk.h"
#include "server/titles/murmansk/season/season.h"
#include "server/titles/sea/words.h"
#include "wardroom/murmansk/v1/view.pb.h"

namespace wardroom::murmansk::terminal {
namespace {

using wardroom::terminal::Words;
using Side = v1::Side;

Text nothing() { return "screen.murmansk.nothing"; }
Text list(std::vector<Text> texts) { return texts.empty() ? nothing() : sea::listed(std::move(texts)); }
Text place(std::uint32_t number) {
  if (number == 0) return "screen.murmansk.off_map";
  return Text("screen.murmansk.place").word("place", std::to_string(number));
}
Text turn(std::uint32_t number) { return Text("screen.murmansk.turn").word("turn", std::to_string(number)); }
std::string word(Side::Kind side) { return side == Side::ALLIED ? "allied" : "axis"; }

// The printed game as it lies beside this program; none: what follows from it is left out.
const Box* printed_game() {
  static const std::shared_ptr<const Box> box = [] {
    const auto files = Bundle::read(wardroom::terminal::find_home() / "scenarios" / "murmansk");
    if (!files) return std::shared_ptr<const Box>();
    auto made = read(*files, Texts::kNotYet);
    const auto* found = std::get_if<std::shared_ptr<const Box>>(&made);
    return found ? *found : nullptr;
  }();
  return box.get();
}

class Page {
 public:
  Page(const v1::View& view, const Words& words) : view_(view), board_(view.board()), words_(words) {
    for (const v1::UnitFace& face : board_.unit()) faces_[face.id()] = &face;
  }

  std::string write() {
    clock();
    if (board_.battle().ship_size() > 0) battle();
    if (view_.has_truth()) {
      groups("screen.murmansk.allied", view_.truth().allied());
      groups("screen.murmansk.axis", view_.truth().axis());
    } else if (view_.has_own()) {
      groups("screen.murmansk.own", view_.own());
      fuel();
    }
    for (Side::Kind side : {Side::ALLIED, Side::AXIS}) {
      if (!mine(side)) markers(side);
    }
    if (!mine(Side::AXIS)) norway();
    air();
    const bool at_sea = board_.clock().period() != 0;  // then nobody is taken from the pool
    if (!at_sea) pool();
    away();
    if (!at_sea) to_come();
    seasons();
    return out_;
  }

 private:
  void line(const Text& text) { out_ += sentence(words_(text)) + "\n"; }
  void heading(const Text& text) { out_ += "\n" + words_(text) + "\n"; }
  void item(const Text& text) { out_ += "  " + sentence(words_(text)) + "\n"; }
  // The heading before the first item only.
  void item_under(bool& any, const Text& above, const Text& text) {
    if (!any) heading(above);
    any = true;
    item(text);
  }

  void clock() {
    const v1::Clock& now = board_.clock();
    if (now.phase() == v1::Phase::OVER) {
      line("screen.murmansk.over");
    } else {
      line(Text("screen.murmansk.clock")
               .text("season", turn(now.turn()))
               .number("convoy", now.convoy())
               .number("period", now.period())
               .number("pulse", now.phase() == v1::Phase::PULSE ? now.pulse() : 0));
      if (now.light() != v1::Light::UNSPECIFIED) {
        line(Text("screen.murmansk.sky")
                 .text("light", sea::value_text("murmansk.light.", v1::Light::Kind_Name(now.light()), ""))
                 .word("storm", now.storm() ? "yes" : "no"));
      }
    }
    line(Text("screen.murmansk.convoy")
             .number("freighters", board_.freighters())
             .number("loads", board_.loads())
             .number("allied", board_.allied_points())
             .number("axis", board_.axis_points()));
    if (board_.freighters() < board_.freighters_at_start())
      line(Text("screen.murmansk.freighters_lost").number("count", board_.freighters_at_start() - board_.freighters()));
  }

  // Nothing but a side's own ships are in its own part.
  bool mine(Side::Kind side) const {
    if (view_.has_truth()) return true;
    return view_.has_own() && view_.own().unit_size() > 0 && side_of(view_.own().unit(0).id()) == side;
  }
  // Faces stand in the order of the counters: the Allies' first, with the Soviets' among them.
  Side::Kind side_of(const std::string& id) const {
    return !board_.unit().empty() && board_.unit(0).id() == id ? Side::ALLIED : Side::AXIS;
  }

  Text ship(const std::string& id) const {
    Text name(id + ".name");
    const auto face = faces_.find(id);
    if (face == faces_.end() || !face->second->damaged()) return name;
    return Text("murmansk.ship.damaged").text("ship", std::move(name));
  }

  void battle() {
    const v1::BattleBoard& battle = board_.battle();
    heading(Text("screen.murmansk.battle").text("place", place(battle.place())).number("round", battle.round()));
    std::map<std::uint32_t, std::vector<Text>> areas;
    for (const v1::BattleBoard::Ship& each : battle.ship())
      areas[each.area()].push_back(each.id().empty() ? Text("murmansk.freighters") : ship(each.id()));
    for (auto& [area, ships] : areas) {
      item(Text("screen.murmansk.battle_area")
               .text("area", Text("murmansk.area").number("area", area))
               .text("ships", list(std::move(ships))));
    }
  }

  // -- one's own --

  const v1::Marker* marker(std::uint32_t number) const {
    const auto& all = board_.marker();
    const auto found = std::ranges::find(all, number, &v1::Marker::number);
    return number == 0 || found == all.end() ? nullptr : &*found;
  }
  static Text name(const v1::Group& group) {
    switch (group.kind()) {
      case v1::GroupKind::CONVOY:
        return "murmansk.group.convoy";
      case v1::GroupKind::DUMMY:
        return Text("murmansk.group.dummy_number").number("number", group.key());
      case v1::GroupKind::WOLFPACK:
        return "murmansk.group.wolfpack";
      default:
        return Text("screen.murmansk.group_number").number("number", group.key());
    }
  }
  void groups(const char* title, const v1::Own& own) {
    bool any = false;
    for (const v1::Group& group : own.group()) {
      std::vector<Text> ships;
      if (group.kind() == v1::GroupKind::CONVOY)
        ships.push_back(Text("murmansk.group.freighters").number("count", board_.freighters()));
      for (const v1::Unit& unit : own.unit()) {
        if (unit.where() == v1::Unit::GROUP && unit.group() == group.key()) ships.push_back(ship(unit.id()));
      }
      const v1::Marker* at = marker(group.marker());
      Text row(ships.empty() ? "screen.murmansk.group" : "screen.murmansk.group_ships");
      row.text("group", name(group)).text("place", place(group.place())).number("marker", group.marker());
      row.word("seen", at && at->contacted() ? "yes" : "no");
      if (!ships.empty()) row.text("ships", list(std::move(ships)));
      item_under(any, title, row);
    }
    std::map<std::uint32_t, std::vector<Text>> ports;
    std::vector<Text> home;
    for (const v1::Unit& unit : own.unit()) {
      if (unit.where() == v1::Unit::PORT) ports[unit.port()].push_back(ship(unit.id()));
      if (unit.where() == v1::Unit::HOME) home.push_back(ship(unit.id()));
    }
    for (auto& [port, ships] : ports) {
      item_under(any, title,
                 Text("screen.murmansk.in_port").text("place", place(port)).text("ships", list(std::move(ships))));
    }
    if (!home.empty()) item_under(any, title, Text("screen.murmansk.at_home").text("ships", list(std::move(home))));
  }
  void fuel() {
    const v1::Own& own = view_.own();
    if (own.fuel_known()) {
      item(Text("screen.murmansk.fuel").number("factors", own.fuel()).number("spent", own.fuel_spent()));
    } else if (own.full_fuel()) {
      item("screen.murmansk.full_fuel");
    }
  }

  // -- the enemy's --

  void markers(Side::Kind side) {
    bool any = false;
    for (const v1::Marker& each : board_.marker()) {
      if (each.side() != side) continue;
      std::vector<Text> what = seen_behind(each);
      Text row(what.empty() ? "screen.murmansk.marker" : "screen.murmansk.marker_seen");
      row.text("marker", Text("murmansk.marker." + word(side)).number("number", each.number()));
      row.text("place", place(each.place())).word("fast", each.fast() ? "yes" : "no");
      if (!what.empty()) {
        const std::uint32_t now = board_.clock().count();
        row.number("age", each.contacted() || each.seen() > now ? 0 : now - each.seen());
        row.text("what", list(std::move(what)));
      }
      item_under(any, Text("screen.murmansk.markers").word("side", word(side)), row);
    }
  }
  std::vector<Text> seen_behind(const v1::Marker& marker) const {
    std::vector<Text> what;
    if (marker.kind() == v1::GroupKind::CONVOY)
      what.push_back(Text("murmansk.group.freighters").number("count", board_.freighters()));
    if (marker.kind() == v1::GroupKind::WOLFPACK) what.emplace_back("murmansk.group.wolfpack");
    for (const v1::UnitFace& face : board_.unit()) {
      if (face.marker() == marker.number()) what.push_back(ship(face.id()));
    }
    if (what.empty() && marker.kind() == v1::GroupKind::SHIPS) what.emplace_back("screen.murmansk.unknown_ships");
    return what;
  }
  void norway() {
    std::map<std::uint32_t, std::vector<Text>> ports;
    for (const v1::UnitFace& face : board_.unit()) {
      const bool in_port = face.state() == v1::UnitState::NORWAY && face.port() != 0 && face.marker() == 0;
      if (in_port) ports[face.port()].push_back(ship(face.id()));
    }
    bool any = false;
    for (auto& [port, ships] : ports) {
      item_under(any, "screen.murmansk.norway",
                 Text("screen.murmansk.norway_port").text("place", place(port)).text("ships", list(std::move(ships))));
    }
  }

  // -- what everybody knows --

  void air() {
    bool any = false;
    for (const v1::Air& unit : board_.air()) {
      const bool squadron = unit.id().starts_with("ship.");
      const auto carrier = faces_.find(unit.id());
      if (squadron && (carrier == faces_.end() || carrier->second->state() != v1::UnitState::AVAILABLE)) continue;
      Text name = Text(unit.id() + ".name");
      if (squadron) name = Text("murmansk.squadron").text("carrier", std::move(name));
      Text row("screen.murmansk.air_unit");
      row.text("unit", std::move(name));
      row.text("place", unit.base() == 0 ? Text("screen.murmansk.aboard") : place(unit.base()));
      row.word("state", unit.lost() ? "lost" : unit.used() ? "used" : "ready");
      item_under(any, "screen.murmansk.air", row);
    }
  }
  // The Allies' own: who was not chosen. For others: all who may be at sea, but those seen behind a marker.
  void pool() {
    const v1::Own* own = view_.has_truth() ? &view_.truth().allied() : mine(Side::ALLIED) ? &view_.own() : nullptr;
    std::vector<Text> ships;
    for (const v1::UnitFace& face : board_.unit()) {
      if (face.state() != v1::UnitState::AVAILABLE || face.marker() != 0) continue;
      const auto chosen = [&](const v1::Unit& unit) {
        return unit.id() == face.id() && unit.where() != v1::Unit::NONE;
      };
      if (!own || std::ranges::none_of(own->unit(), chosen)) ships.push_back(ship(face.id()));
    }
    bool any = false;
    const Text title = Text("screen.murmansk.pool").word("own", own ? "yes" : "no");
    if (board_.capital_quota() > 0) {
      item_under(any, title,
                 Text("screen.murmansk.quota")
                     .number("capital", board_.capital_quota())
                     .number("cruisers", board_.cruiser_quota()));
    }
    if (!ships.empty())
      item_under(any, title, Text("screen.murmansk.pool_ships").text("ships", list(std::move(ships))));
  }
  void to_come() {
    const Box* box = printed_game();
    const v1::Scenario* scenario = box ? box->scenario(board_.scenario()) : nullptr;
    if (!scenario) return;
    std::map<int, std::vector<Text>> arrivals;
    for (ShipNumber number = 1; number <= box->ships(); ++number) {
      const v1::Ship& facts = box->ship(number);
      if (!scenario->only().empty() && std::ranges::find(scenario->only(), facts.id()) == scenario->only().end())
        continue;
      const auto next = std::ranges::find_if(facts.service(), [&](const v1::Service& service) {
        return service.from() > static_cast<int>(board_.clock().turn());
      });
      if (next != facts.service().end() && next->from() <= scenario->last_turn())
        arrivals[next->from()].push_back(Text(facts.id() + ".name"));
    }
    bool any = false;
    for (auto& [season, ships] : arrivals) {
      item_under(any, "screen.murmansk.to_come",
                 Text("screen.murmansk.arrivals")
                     .text("season", turn(static_cast<std::uint32_t>(season)))
                     .text("ships", list(std::move(ships))));
    }
  }
  void away() {
    static const std::map<v1::UnitState::Kind, std::string> states{{v1::UnitState::READY, "ready"},
                                                                   {v1::UnitState::REPAIR, "repair"},
                                                                   {v1::UnitState::AWAY, "away"},
                                                                   {v1::UnitState::LOST, "lost"}};
    bool any = false;
    for (const v1::UnitFace& face : board_.unit()) {
      const auto state = states.find(face.state());
      if (state == states.end()) continue;
      item_under(any, "screen.murmansk.away",
                 Text("screen.murmansk.away_ship")
                     .text("ship", Text(face.id() + ".name"))
                     .word("state", state->second)
                     .text("season", turn(face.back())));
    }
  }
  void seasons() {
    bool any = false;
    for (const v1::SeasonResult& each : board_.season()) {
      item_under(any, "screen.murmansk.seasons",
                 Text("screen.murmansk.season")
                     .text("season", turn(each.turn()))
                     .number("loads", each.loads())
                     .number("lost", each.lost())
                     .number("allied", each.allied())
                     .number("axis", each.axis()));
    }
  }

  const v1::View& view_;
  const v1::Board& board_;
  const Words& words_;
  std::map<std::string, const v1::UnitFace*> faces_;
  std::string out_;
};

class MurmanskScreen final : public wardroom::terminal::Screen {
 public:
  std::unique_ptr<google::protobuf::Message> blank_view() const override { return std::make_unique<v1::View>(); }
  std::string board(const google::protobuf::Message& view, const Words& words) const override {
    return Page(static_cast<const v1::View&>(view), words).write();
  }
  std::string map(const google::protobuf::Message& view, const Words& words) const override {
    return words("screen.murmansk.net") + "\n" + net(static_cast<const v1::View&>(view).board());
  }
  // Labels name places; their numbers stand nowhere.
  std::string place(std::uint32_t number) const override { return "#" + std::to_string(number); }
  // Each part of the preparation and each period. When groups are formed and when fuel is asked for, the board is the
  // same.
  std::string occasion(const google::protobuf::Message& view) const override {
    const v1::Clock& clock = static_cast<const v1::View&>(view).board().clock();
    const auto phase = clock.phase() == v1::Phase::FUEL ? v1::Phase::ORGANISE : clock.phase();
    return std::to_string(clock.count()) + "/" + std::to_string(std::min(phase, v1::Phase::PERIOD));
  }
  bool fights(const google::protobuf::Message& view) const override {
    return static_cast<const v1::View&>(view).board().battle().ship_size() > 0;
  }
  Text points(int change) const override { return points_text(change); }
};

}  // namespace

wardroom::terminal::TerminalPack pack() { return {"murmansk", std::make_shared<const MurmanskScreen>(), make_record}; }

}  // namespace wardroom::murmansk::terminal
