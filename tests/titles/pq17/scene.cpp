#include "tests/titles/pq17/scene.h"

#include <google/protobuf/text_format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "common/catalog.h"

namespace wardroom::pq17 {
namespace {

std::shared_ptr<const GameBox> read_box() {
  const auto files = Bundle::read(std::filesystem::path(WARDROOM_SOURCE_DIR) / "scenarios" / "pq17");
  auto box = read(*files, Texts::kNotYet);
  if (const auto* mistakes = std::get_if<Mistakes>(&box)) {
    for (const Mistake& mistake : *mistakes)
      std::cerr << mistake.file << ':' << mistake.line << ": " << bare(mistake.what) << '\n';
    std::abort();
  }
  return std::get<std::shared_ptr<const GameBox>>(box);
}

bool is_hex(const std::string& where) { return where.find('.') == std::string::npos; }

using Names = std::map<std::string, std::pair<Side, ForceKey>>;

void name_forces(Names& names, Side side, const v1::Own& own) {
  for (const v1::Force& force : own.force()) {
    const char* kind = force.kind() == v1::BlockKind::CONVOY     ? " convoy "
                       : force.kind() == v1::BlockKind::WOLFPACK ? " wolfpack "
                                                                 : " TF ";
    if (force.kind() == v1::BlockKind::DUMMY) continue;
    names.emplace(std::string(word_of(side)) + kind + std::to_string(force.number()), std::pair{side, key_of(force)});
  }
}

Names printed_names(const Truth& truth) {
  Names names;
  name_forces(names, kAllied, truth.allied());
  name_forces(names, kAxis, truth.axis());
  return names;
}

}  // namespace

std::shared_ptr<const Pq17> the_title_shared() {
  static const auto title = std::make_shared<const Pq17>(read_box());
  return title;
}

const Pq17& the_title() { return *the_title_shared(); }

// -- Scene --

Scene::Scene(std::unique_ptr<Truth> truth, std::map<std::string, std::pair<Side, ForceKey>> names,
             std::vector<std::uint32_t> results)
    : names_(std::move(names)), chance_(std::move(results)) {
  game_ = std::make_unique<Game>(the_title(), std::move(truth), chance_);
  listen();
}

Scene::Scene(std::unique_ptr<Truth> truth, std::vector<std::uint32_t> results) : chance_(std::move(results)) {
  names_ = printed_names(*truth);
  game_ = std::make_unique<Game>(the_title(), std::move(truth), chance_);
  listen();
}

Scene::~Scene() = default;

const v1::Force& Scene::force(const std::string& name) const {
  const auto [side, key] = names_.at(name);
  for (const v1::Force& force : own(side).force()) {
    if (key_of(force) == key) return force;
  }
  throw Broken("the scene's force is gone");
}

bool Scene::gone(const std::string& name) const {
  const auto [side, key] = names_.at(name);
  for (const v1::Force& force : own(side).force()) {
    if (key_of(force) == key) return false;
  }
  return true;
}

const v1::Block& Scene::block(const std::string& name) const {
  for (const v1::Block& block : truth().sea().block()) {
    if (block.id() == force(name).block()) return block;
  }
  throw Broken("the scene's force is not at sea");
}

std::string Scene::hex(const std::string& name) const {
  const v1::Force& found = force(name);
  return found.block() != 0 ? number_of(as_hex(block(name).hex())) : found.place();
}

bool Scene::asked(Side side, v1::MenuKind::Kind kind) const {
  return menu(side) && menu(side)->kind == static_cast<std::uint32_t>(kind);
}

int Scene::count(Side side, v1::Verb::Kind verb) const {
  int found = 0;
  if (!menu(side)) return 0;
  for (const Item& item : menu(side)->items) found += item.action.verb == static_cast<std::uint32_t>(verb);
  return found;
}

void Scene::act(Side side, const Action& action) {
  const Menu* pending = menu(side);
  if (!pending || !pending->find(action)) {
    std::ostringstream offered;
    if (pending) {
      for (const Item& item : pending->items) {
        offered << "\n  " << v1::Verb::Kind_Name(static_cast<v1::Verb::Kind>(item.action.verb));
        for (auto argument : item.action.arguments) offered << " " << argument;
      }
    }
    FAIL() << "not offered: " << v1::Verb::Kind_Name(static_cast<v1::Verb::Kind>(action.verb))
           << "; the menu has:" << offered.str();
  }
  game_->answer(seat_of(side), action);
  listen();
}

void Scene::listen() {
  for (const auto& told : game_->take().told) {
    for (Side side : kSides) {
      if (told.viewers.has(viewer(seat_of(side)))) told_[side == kAllied ? 0 : 1].push_back(told.report.text.id.str());
    }
  }
}

bool Scene::was_told(Side side, const std::string& report_id) const {
  return std::ranges::find(told(side), report_id) != told(side).end();
}

const v1::View& Scene::view(Side side) {
  auto& kept = views_[side == kAllied ? 0 : 1];
  kept = the_title().view(truth(), viewer(seat_of(side)));
  return static_cast<const v1::View&>(*kept);
}

void Scene::pass_to(Side active, v1::Clock::Segment segment) {
  for (int steps = 0; steps < 500; ++steps) {
    if (truth().clock().active() == active && truth().clock().segment() == segment) return;
    bool acted = false;
    for (Side side : kSides) {
      const Menu* pending = menu(side);
      if (!pending) continue;
      const Item* choice = &pending->items.back();
      for (const Item& item : pending->items) {
        const auto verb = static_cast<v1::Verb::Kind>(item.action.verb);
        if (verb == v1::Verb::DONE || verb == v1::Verb::STOP || verb == v1::Verb::NO) choice = &item;
      }
      act(side, Action(choice->action));
      acted = true;
      break;
    }
    ASSERT_TRUE(acted) << "the operation is over";
  }
  FAIL() << "never came to that segment";
}

// -- Stage --

Stage::Stage(std::string_view scenario, const std::vector<std::string>& options_on) {
  std::vector<OptionValue> options;
  for (const std::string& id : options_on) options.push_back({id, "on"});
  auto opened = the_title().open(scenario, options);
  truth_.reset(static_cast<Truth*>(opened->release()));
  truth_->mutable_environment()->set_weather(v1::Weather::FAIR);
  truth_->mutable_clock()->set_began(true);
}

Stage& Stage::at(int turn, Side active, v1::Clock::Segment segment) {
  v1::Clock& clock = *truth_->mutable_clock();
  clock.set_turn(turn);
  clock.set_phase(v1::Clock::PLAYER);
  clock.set_active(active);
  clock.set_segment(segment);
  (active == kAllied ? truth_->mutable_allied() : truth_->mutable_axis())->set_step(v1::Clock::STEP_UNSPECIFIED);
  return *this;
}

Stage& Stage::phase(v1::Clock::Phase phase, Side active) {
  truth_->mutable_clock()->set_phase(phase);
  truth_->mutable_clock()->set_active(active);
  truth_->mutable_clock()->set_segment(v1::Clock::SEGMENT_UNSPECIFIED);
  return *this;
}

Stage& Stage::weather(v1::Weather::Kind weather) {
  truth_->mutable_environment()->set_weather(weather);
  return *this;
}

Stage& Stage::ice(v1::Ice::Sector sector, v1::Ice::Zone zone, v1::Ice::Condition condition, bool certain) {
  for (auto& marker : *truth_->mutable_environment()->mutable_ice()) {
    if (marker.area().sector() != sector || marker.area().zone() != zone) continue;
    marker.set_condition(condition);
    marker.set_certain(certain);
  }
  return *this;
}

Stage& Stage::add(Side side, const std::string& name, v1::BlockKind::Kind kind, const std::vector<Unit>& units,
                  const std::string& where) {
  ScriptedChance nothing(std::vector<std::uint32_t>(100, 0));  // for the order of upright blocks in one hex
  Table table(nothing);
  const Reference& reference = the_title().reference();
  Operation op(reference, *truth_, table);
  v1::Force made;
  for (const Unit& unit : units) {
    v1::Units listed;
    listed.set_unit(unit.unit);
    if (unit.cs > 0) listed.set_cs(unit.cs);
    pq17::add(reference, made, fresh(reference, listed));
  }
  const auto nation = units.empty() ? v1::Nation::UNSPECIFIED : reference.unit(units[0].unit).nation;
  v1::Force* force = op.form(side, kind, nation);
  if (!force) throw Broken("no block left for the stage");
  *force->mutable_ship() = made.ship();
  names_[name] = {side, key_of(*force)};
  if (is_hex(where)) {
    op.put_to_sea(*force, *hex_of(where));
    if (kind == v1::BlockKind::TASK_FORCE || kind == v1::BlockKind::CONVOY)
      force->set_fuel_turn(truth_->clock().turn() + 10);
  } else {
    op.put_in(*force, reference.place(where));
  }
  return *this;
}

Stage& Stage::task_force(Side side, const std::string& name, const std::vector<Unit>& units, const std::string& where) {
  return add(side, name, v1::BlockKind::TASK_FORCE, units, where);
}

Stage& Stage::convoy(Side side, const std::string& name, const std::vector<Unit>& units, const std::string& where,
                     const std::string& destination, bool loaded) {
  add(side, name, v1::BlockKind::CONVOY, units, where);
  force(name).set_destination(destination);
  force(name).set_loaded(loaded);
  if (is_hex(where)) force(name).add_visited(number(*hex_of(where)));
  return *this;
}

Stage& Stage::wolfpack(Side side, const std::string& name, const std::vector<Unit>& units, const std::string& where) {
  return add(side, name, v1::BlockKind::WOLFPACK, units, where);
}

Stage& Stage::dummy(Side side, const std::string& name, const std::string& where) {
  return add(side, name, v1::BlockKind::DUMMY, {}, where);
}

v1::Force& Stage::force(const std::string& name) {
  const auto [side, key] = names_.at(name);
  auto& own = side == kAllied ? *truth_->mutable_allied() : *truth_->mutable_axis();
  for (v1::Force& force : *own.mutable_force()) {
    if (key_of(force) == key) return force;
  }
  throw Broken("no such force on the stage");
}

Stage& Stage::identified(const std::string& name, int level) {
  for (v1::Block& block : *truth_->mutable_sea()->mutable_block()) {
    if (block.id() != force(name).block()) continue;
    block.set_flat(true);
    block.set_level(level);
    block.set_kind(force(name).kind());
    block.set_number(force(name).number());
  }
  return *this;
}

Stage& Stage::fuel(const std::string& name, int turn, v1::Force::FuelStatus status) {
  force(name).set_fuel_turn(turn);
  force(name).set_fuel(status);
  return *this;
}

Stage& Stage::air(Side side, const std::string& unit, const std::string& base, int cs) {
  v1::Air& air = *truth_->mutable_air();
  air.set_next_key(air.next_key() + 1);
  const bool aboard = base.starts_with("ship.");
  v1::Own& own = side == kAllied ? *truth_->mutable_allied() : *truth_->mutable_axis();
  auto& made = aboard ? *own.add_aboard() : *air.add_unit();
  made.set_key(air.next_key());
  made.set_unit(unit);
  made.set_side(side);
  made.set_cs(cs > 0 ? cs : the_title().reference().air(unit).unit->steps());
  made.set_base(base);
  return *this;
}

Scene Stage::scene(std::vector<std::uint32_t> results) {
  return Scene(std::make_unique<Truth>(*truth_), names_, std::move(results));
}

std::unique_ptr<Truth> read_position(const std::string& file) {
  std::ifstream in(std::filesystem::path(WARDROOM_SOURCE_DIR) / "tests" / "titles" / "pq17" / "positions" / file);
  std::stringstream text;
  text << in.rdbuf();
  auto truth = std::make_unique<Truth>();
  if (!in || !google::protobuf::TextFormat::ParseFromString(text.str(), truth.get()))
    throw std::runtime_error("no such position: " + file);
  return truth;
}

int find_card(Side side, const std::function<bool(const v1::Card&)>& test) {
  for (const v1::Card& each : the_title().reference().box().deck(side).card()) {
    if (test(each)) return each.index();
  }
  throw Broken("no such card");
}

}  // namespace wardroom::pq17
