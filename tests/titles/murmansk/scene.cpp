#include "tests/titles/murmansk/scene.h"

#include <algorithm>

#include "server/titles/murmansk/season/season.h"

namespace wardroom::murmansk {

ShipNumber ship(const std::string& id) {
  const ShipNumber found = the_box().ship_number("ship." + id);
  if (found == 0) throw std::runtime_error("no ship " + id);
  return found;
}

Place at(const std::string& id) {
  const Place found = the_box().place("position." + id);
  if (found == 0) throw std::runtime_error("no position " + id);
  return found;
}

Scene::Scene(int turn, const std::string& scenario, const std::vector<OptionValue>& options) {
  auto opened = *the_title()->open(scenario, options);
  truth_.reset(static_cast<Truth*>(opened.release()));
  nothing_ = std::make_unique<ScriptedChance>(std::vector<std::uint32_t>{});
  table_ = std::make_unique<Table>(*nothing_);
  campaign_ = std::make_unique<Campaign>(the_box(), *truth_, *table_);
  campaign_->clock().set_turn(static_cast<std::uint32_t>(turn));
  campaign_->clock().set_convoy(1);
  campaign_->clock().set_period(1);
  campaign_->clock().set_count(1);
  board().set_freighters(board().freighters_at_start());
  const auto squadrons = board().air();
  board().clear_air();
  for (const v1::AirUnit& unit : the_box().air_units().unit()) {  // all of them, whenever it is
    v1::Air& air = *board().add_air();
    air.set_id(unit.id());
    air.set_base(the_box().place(unit.base()));
  }
  board().mutable_air()->MergeFrom(squadrons);
  for (ShipNumber each = 1; each <= the_box().ships(); ++each) {
    const bool here = the_box().in_service(each, turn);
    const bool allied = the_box().side_of(each) == kAllied;
    if (allied && here) campaign_->face(each).set_state(v1::UnitState::AVAILABLE);
    if (!allied) campaign_->face(each).set_state(v1::UnitState::REPAIR);
  }
}

void Scene::pulse(int number, v1::Light::Kind light, bool storm) {
  v1::Clock& clock = set_up().clock();
  clock.set_phase(v1::Phase::PULSE);
  clock.set_pulse(static_cast<std::uint32_t>(number));
  clock.set_light(light);
  clock.set_storm(storm);
  set_up().own(kAxis).set_sortie(true);
}

Key Scene::group(Side side, v1::GroupKind::Kind kind, std::initializer_list<const char*> ships,
                 const std::string& place) {
  Campaign& c = set_up();
  const Key key = c.form(side, kind).key();
  for (const char* id : ships) {
    c.join(ship(id), key);
    c.unit(ship(id)).set_chosen(true);
    c.face(ship(id)).set_state(side == kAllied ? v1::UnitState::AVAILABLE : v1::UnitState::NORWAY);
  }
  c.put_on_map(side, key, at(place));
  return key;
}

Key Scene::allied(std::initializer_list<const char*> ships, const std::string& place) {
  return group(kAllied, v1::GroupKind::SHIPS, ships, place);
}
Key Scene::convoy(std::initializer_list<const char*> ships, const std::string& place) {
  return group(kAllied, v1::GroupKind::CONVOY, ships, place);
}
Key Scene::axis(std::initializer_list<const char*> ships, const std::string& place) {
  return group(kAxis, v1::GroupKind::SHIPS, ships, place);
}
Key Scene::pack(const std::string& place) { return group(kAxis, v1::GroupKind::WOLFPACK, {}, place); }
Key Scene::dummy(Side side, const std::string& place) { return group(side, v1::GroupKind::DUMMY, {}, place); }

void Scene::in_base(const std::string& id, const std::string& base) {
  Campaign& c = set_up();
  c.face(ship(id)).set_state(v1::UnitState::NORWAY);
  c.face(ship(id)).set_port(at(base));
  c.unit(ship(id)).set_where(v1::Unit::PORT);
  c.unit(ship(id)).set_port(at(base));
}

void Scene::play(std::initializer_list<int> dice) {
  std::vector<std::uint32_t> draws;
  for (int die : dice) draws.push_back(static_cast<std::uint32_t>(die - 1));
  chance_ = std::make_unique<ScriptedChance>(draws);
  game_ = std::make_unique<Game>(*the_title(), std::make_unique<Truth>(*truth_), *chance_);
  listen();
}

void Scene::listen() {
  for (Happened::Told& each : game_->take().told) told_.push_back(std::move(each));
}

const Menu& Scene::menu(Side side) const {
  const Menu* found = game_->menu(seat_of(side));
  if (!found) throw std::runtime_error("that side is not asked");
  return *found;
}

void Scene::answer(Side side, const Action& action) {
  ASSERT_TRUE(offers(side, action)) << "verb " << action.verb;
  game_->answer(seat_of(side), Action(action));
  listen();
}

v1::MenuKind::Kind Scene::asks(Side side) const {
  return asked(side) ? static_cast<v1::MenuKind::Kind>(menu(side).kind) : v1::MenuKind::UNSPECIFIED;
}

int Scene::offered(Side side, v1::Verb::Kind verb) const {
  if (!asked(side)) return 0;
  const auto same = [&](const Item& item) { return item.action.verb == static_cast<std::uint32_t>(verb); };
  return static_cast<int>(std::ranges::count_if(menu(side).items, same));
}

void Scene::pass(v1::MenuKind::Kind kind, v1::Verb::Kind verb) {
  for (;;) {
    const Side side = asks(kAllied) == kind ? kAllied : kAxis;
    if (asks(side) != kind) return;
    ASSERT_TRUE(offers(side, verb));
    answer(side, verb);
  }
}

const Truth& Scene::truth() const { return static_cast<const Truth&>(game_->position()); }

v1::View Scene::view(Viewer viewer) const {
  return static_cast<const v1::View&>(*the_title()->view(game_->position(), viewer));
}

const v1::Marker* Scene::marker_of(Side side, Key key) const {
  const v1::Own& own = side == kAllied ? truth().allied() : truth().axis();
  const auto group = std::ranges::find(own.group(), key, &v1::Group::key);
  if (group == own.group().end()) return nullptr;
  const auto marker = std::ranges::find(seen().marker(), group->marker(), &v1::Marker::number);
  return marker == seen().marker().end() ? nullptr : &*marker;
}

const v1::Unit& Scene::unit(const std::string& id) const {
  const auto& units = own(the_box().side_of(ship(id))).unit();
  return *std::ranges::find(units, "ship." + id, &v1::Unit::id);
}

// -- what was told --

int Scene::told(Viewer viewer, std::string_view text) const {
  return static_cast<int>(std::ranges::count_if(
      told_, [&](const Happened::Told& each) { return each.viewers.has(viewer) && each.report.text.id == text; }));
}

const Text& Scene::last(std::string_view text) const {
  for (auto each = told_.rbegin(); each != told_.rend(); ++each) {
    if (each->report.text.id == text) return each->report.text;
  }
  throw std::runtime_error("never told: " + std::string(text));
}

std::string Scene::said(std::string_view text, std::string_view name) const {
  for (const TextArgument& argument : last(text).arguments) {
    if (argument.name != name) continue;
    if (const auto* number = std::get_if<std::int64_t>(&argument.value)) return std::to_string(*number);
    if (const auto* id = std::get_if<TextId>(&argument.value)) return id->str();
    if (const auto* inner = std::get_if<std::shared_ptr<const Text>>(&argument.value)) return (*inner)->id.str();
  }
  return {};
}

void Scene::expect_views() const {
  const auto bytes = [](const google::protobuf::Message& message) { return message.SerializeAsString(); };
  for (Viewer who : {Viewer::kFirst, Viewer::kSecond, Viewer::kPublic}) {
    EXPECT_EQ(bytes(view(who).board()), bytes(seen()));
    EXPECT_FALSE(view(who).has_truth());
  }
  EXPECT_EQ(bytes(view(Viewer::kFirst).own()), bytes(truth().allied()));
  EXPECT_EQ(bytes(view(Viewer::kSecond).own()), bytes(truth().axis()));
  EXPECT_FALSE(view(Viewer::kPublic).has_own());
}

}  // namespace wardroom::murmansk
