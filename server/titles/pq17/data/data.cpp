#include "server/titles/pq17/data/data.h"

#include <algorithm>
#include <deque>
#include <stdexcept>
#include <unordered_map>

#include "common/data/ranges.h"
#include "common/data/texts.h"
#include "server/titles/pq17/data/contents.h"
#include "server/titles/pq17/data/schema.h"

namespace wardroom::pq17 {
namespace {

constexpr int kShipTypes = v1::ShipType::Kind_ARRAYSIZE;
constexpr int kAirTypes = v1::AirType::Kind_ARRAYSIZE;

struct Loaded {
  DataSet data;
  std::unique_ptr<Ids> ids;
  Mistakes mistakes;
};

void check_files(const DataSet& data, Mistakes& mistakes) {
  for (const auto* type : single_files()) {
    const DataFile* first = nullptr;
    for (const DataFile& file : data.files) {
      if (file.message->GetDescriptor() != type) continue;
      if (first)
        mistakes.push_back(
            {file.path, 0, {}, Text("data.file_twice").word("type", type->name()).word("other", first->path)});
      if (!first) first = &file;
    }
    if (!first) mistakes.push_back({{}, 0, {}, Text("data.file_missing").word("type", type->full_name())});
  }
}

Loaded load(const Bundle& bundle, Texts texts) {
  Loaded out;
  Mistakes& mistakes = out.mistakes;
  const Schema& schema = data_schema();
  out.data = parse(bundle, schema.files, mistakes);
  // A file that could not be read is one mistake, not the lack of everything in it.
  const bool whole = mistakes.empty();
  if (whole) check_files(out.data, mistakes);
  for (const DataFile& file : out.data.files) check_provenance(file, mistakes);
  check_fields(out.data, schema, mistakes);
  out.ids = std::make_unique<Ids>(out.data, schema, mistakes);
  const Contents contents(out.data, *out.ids);
  check_dates(contents, mistakes);
  check_map(contents, mistakes);
  check_places(contents, mistakes);
  check_counters(contents, mistakes);
  check_tables(contents, mistakes);
  check_charts(contents, mistakes);
  check_conditions(contents, mistakes);
  check_events(contents, mistakes);
  check_options(contents, mistakes);
  if (whole) {
    check_cards(contents, mistakes);
    check_references(out.data, schema, *out.ids, mistakes);
    check_scenarios(contents, mistakes);
    if (texts == Texts::kChecked) check_texts(out.data, schema, *out.ids, mistakes);
  }
  std::ranges::stable_sort(mistakes, [](const Mistake& a, const Mistake& b) {
    return std::tie(a.file, a.line, a.field) < std::tie(b.file, b.line, b.field);
  });
  return out;
}

template <class Rows>
const auto& row_on(const Rows& rows, int number) {
  for (const auto& row : rows) {
    if (wardroom::within(row.on(), number)) return row;
  }
  throw std::logic_error("no row for a die");
}

}  // namespace

std::string number_of(Hex hex) { return kHexes.number({pq17::row_of(hex), column_of(hex)}); }

std::optional<Hex> hex_of(std::string_view number) {
  const auto parsed = kHexes.parse(number);
  if (!parsed) return std::nullopt;
  return hex_at(parsed->row, parsed->column);
}

bool MapHex::friendly_to(wardroom::v1::Side::Kind side) const {
  return std::ranges::find(data->friendly_shoreline(), side) != data->friendly_shoreline().end();
}
bool MapHex::in(v1::AirRadius::Kind radius) const {
  return std::ranges::find(data->air_radius(), radius) != data->air_radius().end();
}
bool MapHex::in(v1::SearchSector::Kind sector) const {
  return std::ranges::find(data->search_sector(), sector) != data->search_sector().end();
}

struct GameBox::Parts {
  Loaded loaded;
  std::string hash;

  template <class T>
  const T& one() const {
    return *one_or_null<T>();
  }
  template <class T>
  const T* one_or_null() const {
    for (const DataFile& file : loaded.data.files) {
      if (const auto* found = dynamic_cast<const T*>(file.message.get())) return found;
    }
    return nullptr;
  }
  template <class T>
  const T* find(std::string_view id) const {
    const Ids::Entry* entry = loaded.ids->find(id);
    return entry ? dynamic_cast<const T*>(entry->at.message()) : nullptr;
  }

  // The single files, found once.
  const v1::Map* map;
  const v1::Places* places;
  const wardroom::v1::Outline* coast;
  const v1::Blocks* blocks;
  const v1::AhistoricalForces* prices;
  const v1::GunneryTable* gunnery;
  const v1::BombingTable* bombing;
  const v1::AntiAircraftTable* anti_aircraft;
  const v1::AirCombatTable* air_combat;
  const v1::TorpedoAttackTable* torpedo_attack;
  const v1::TorpedoDamageTable* torpedo_damage;
  const v1::SubmarineCombatTable* submarine_combat;
  const v1::AswTable* asw;
  const v1::SurpriseTable* surprise;
  const v1::WithdrawalTable* withdrawal;
  const v1::RejoiningTable* rejoining;
  const v1::VariableStartTable* variable_start;
  const v1::DestroyerFateTable* destroyer_fate;
  const v1::WeatherTable* weather;
  std::array<const v1::WeatherEffect*, v1::Weather::Kind_ARRAYSIZE> effects{};
  const v1::IceTable* ice;
  const v1::UnitChart* unit_chart;
  const v1::CommandTrack* command_track;
  const v1::GermanFuelChart* german_fuel;
  const v1::Numbers* numbers;
  const v1::SpecialConditions* conditions;
  const v1::RandomEvents* events;
  const wardroom::v1::Rulings* rulings;
  const wardroom::v1::MatchOptions* options;
  const v1::Deck* decks[3] = {};  // by side
  std::array<std::array<const v1::Card*, 41>, 3> cards{};

  std::vector<MapHex> hexes;
  std::vector<const v1::Port*> ports;
  std::vector<const v1::Airbase*> airbases;
  std::vector<const v1::Box*> boxes;
  std::vector<const v1::Ship*> ships;
  std::vector<const v1::ShipClass*> classes;
  std::vector<const v1::AirModel*> models;
  std::vector<const v1::AirUnit*> air_units;
  std::vector<const v1::Scenario*> scenarios;
  std::array<std::array<std::optional<int>, kShipTypes>, kShipTypes> gunnery_hits{};
  std::array<std::array<std::optional<int>, kShipTypes>, kAirTypes> bombing_hits{};
  std::array<std::optional<int>, kAirTypes> parked_hits{};

  void arrange() {
    take_one_of_each();
    list();
    arrange_map();
    arrange_hits();
  }

 private:
  void take_one_of_each();
  void list();
  void arrange_map();
  void arrange_hits();
};

void GameBox::Parts::take_one_of_each() {
  map = one_or_null<v1::Map>();
  places = one_or_null<v1::Places>();
  coast = one_or_null<wardroom::v1::Outline>();
  blocks = one_or_null<v1::Blocks>();
  prices = one_or_null<v1::AhistoricalForces>();
  gunnery = one_or_null<v1::GunneryTable>();
  bombing = one_or_null<v1::BombingTable>();
  anti_aircraft = one_or_null<v1::AntiAircraftTable>();
  air_combat = one_or_null<v1::AirCombatTable>();
  torpedo_attack = one_or_null<v1::TorpedoAttackTable>();
  torpedo_damage = one_or_null<v1::TorpedoDamageTable>();
  submarine_combat = one_or_null<v1::SubmarineCombatTable>();
  asw = one_or_null<v1::AswTable>();
  surprise = one_or_null<v1::SurpriseTable>();
  withdrawal = one_or_null<v1::WithdrawalTable>();
  rejoining = one_or_null<v1::RejoiningTable>();
  variable_start = one_or_null<v1::VariableStartTable>();
  destroyer_fate = one_or_null<v1::DestroyerFateTable>();
  weather = one_or_null<v1::WeatherTable>();
  if (weather) {
    for (const v1::WeatherEffect& effect : weather->effect())
      effects[static_cast<std::size_t>(effect.weather())] = &effect;
  }
  ice = one_or_null<v1::IceTable>();
  unit_chart = one_or_null<v1::UnitChart>();
  command_track = one_or_null<v1::CommandTrack>();
  german_fuel = one_or_null<v1::GermanFuelChart>();
  numbers = one_or_null<v1::Numbers>();
  conditions = one_or_null<v1::SpecialConditions>();
  events = one_or_null<v1::RandomEvents>();
  rulings = one_or_null<wardroom::v1::Rulings>();
  options = one_or_null<wardroom::v1::MatchOptions>();
}

void GameBox::Parts::list() {
  for (const DataFile& file : loaded.data.files) {
    if (const auto* some = dynamic_cast<const v1::Ships*>(file.message.get())) {
      for (const auto& ship : some->ship()) ships.push_back(&ship);
      for (const auto& each : some->ship_class()) classes.push_back(&each);
    } else if (const auto* aircraft = dynamic_cast<const v1::Aircraft*>(file.message.get())) {
      for (const auto& model : aircraft->model()) models.push_back(&model);
      for (const auto& unit : aircraft->unit()) air_units.push_back(&unit);
    } else if (const auto* deck = dynamic_cast<const v1::Deck*>(file.message.get())) {
      decks[deck->side()] = deck;
      for (const auto& card : deck->card())
        cards[static_cast<std::size_t>(deck->side())][static_cast<std::size_t>(card.index())] = &card;
    } else if (const auto* scenario = dynamic_cast<const v1::Scenario*>(file.message.get())) {
      scenarios.push_back(scenario);
    }
  }
  std::ranges::sort(scenarios, {}, &v1::Scenario::order);
  for (const auto& port : places->port()) ports.push_back(&port);
  for (const auto& base : places->airbase()) airbases.push_back(&base);
  for (const auto& box : places->box()) boxes.push_back(&box);
}

void GameBox::Parts::arrange_map() {
  const auto on_map = [&](sea::RowColumn hex) {
    return hex.row >= 1 && hex.row <= map->grid().rows() && hex.column >= 1 && hex.column <= map->grid().columns();
  };
  for (const auto& data : map->hex()) {
    MapHex hex;
    const sea::RowColumn here = *kHexes.parse(data.hex());
    hex.hex = hex_at(here.row, here.column);
    hex.data = &data;
    for (int feature : data.feature()) hex.features |= 1u << feature;
    const auto around = kHexes.around(here);
    for (std::size_t i = 0; i < around.size(); ++i) {
      if (on_map(around[i])) hex.neighbours[i] = hex_at(around[i].row, around[i].column);
    }
    hex.in_play = data.terrain() != v1::Hex::LAND && !hex.has(v1::Hex::OUT_OF_PLAY) && !hex.has(v1::Hex::UNDER_BOX);
    hexes.push_back(std::move(hex));
  }
  const int columns = map->grid().columns();
  for (MapHex& hex : hexes) {
    if (!hex.in_play) continue;
    for (const auto& other : hex.neighbours) {
      if (!other) continue;
      const auto& there = hexes[static_cast<std::size_t>((pq17::row_of(*other) - 1) * columns + column_of(*other) - 1)];
      const bool blocked = std::ranges::find(hex.data->blocked(), number_of(*other)) != hex.data->blocked().end();
      if (there.in_play && !blocked) hex.by_sea.push_back(*other);
    }
  }
}

void GameBox::Parts::arrange_hits() {
  for (const auto& row : gunnery->row()) {
    for (const auto& cell : row.cell()) {
      if (!cell.has_hit()) continue;
      for (const int firer : row.firer()) {
        for (const int target : cell.target())
          gunnery_hits[static_cast<std::size_t>(firer)][static_cast<std::size_t>(target)] = cell.hit();
      }
    }
  }
  for (const auto& row : bombing->row()) {
    for (const auto& cell : row.cell()) {
      if (!cell.has_hit()) continue;
      for (const int bomber : row.bomber()) {
        for (const int target : cell.target())
          bombing_hits[static_cast<std::size_t>(bomber)][static_cast<std::size_t>(target)] = cell.hit();
        if (cell.parked_aircraft()) parked_hits[static_cast<std::size_t>(bomber)] = cell.hit();
      }
    }
  }
}

GameBox::GameBox(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
GameBox::~GameBox() = default;

const wardroom::v1::HexGrid& GameBox::grid() const { return parts_->map->grid(); }
const std::vector<MapHex>& GameBox::hexes() const { return parts_->hexes; }
const MapHex* GameBox::hex(Hex hex) const {
  const int row = pq17::row_of(hex);
  const int column = column_of(hex);
  if (row < 1 || row > grid().rows() || column < 1 || column > grid().columns()) return nullptr;
  return &parts_->hexes[static_cast<std::size_t>((row - 1) * grid().columns() + column - 1)];
}
const MapHex* GameBox::hex(std::string_view number) const {
  const auto found = hex_of(number);
  return found ? hex(*found) : nullptr;
}
const std::vector<const v1::Port*>& GameBox::ports() const { return parts_->ports; }
const std::vector<const v1::Airbase*>& GameBox::airbases() const { return parts_->airbases; }
const std::vector<const v1::Box*>& GameBox::boxes() const { return parts_->boxes; }
const v1::Port* GameBox::port(std::string_view id) const { return parts_->find<v1::Port>(id); }
const v1::Airbase* GameBox::airbase(std::string_view id) const { return parts_->find<v1::Airbase>(id); }
const v1::Box* GameBox::box(std::string_view id) const { return parts_->find<v1::Box>(id); }
const wardroom::v1::Outline& GameBox::coast() const { return *parts_->coast; }
const v1::Places& GameBox::places() const { return *parts_->places; }

const std::vector<const v1::Ship*>& GameBox::ships() const { return parts_->ships; }
const std::vector<const v1::ShipClass*>& GameBox::classes() const { return parts_->classes; }
const std::vector<const v1::AirModel*>& GameBox::models() const { return parts_->models; }
const std::vector<const v1::AirUnit*>& GameBox::air_units() const { return parts_->air_units; }
const v1::Ship* GameBox::ship(std::string_view id) const { return parts_->find<v1::Ship>(id); }
const v1::ShipClass* GameBox::ship_class(std::string_view id) const { return parts_->find<v1::ShipClass>(id); }
const v1::AirModel* GameBox::model(std::string_view id) const { return parts_->find<v1::AirModel>(id); }
const v1::AirUnit* GameBox::air_unit(std::string_view id) const { return parts_->find<v1::AirUnit>(id); }
int GameBox::blocks(wardroom::v1::Side::Kind side, v1::BlockKind::Kind kind) const {
  int out = 0;
  for (const auto& supply : parts_->blocks->supply()) {
    if (supply.side() == side && supply.kind() == kind) out += supply.count();
  }
  return out;
}
const v1::Blocks& GameBox::block_supply() const { return *parts_->blocks; }
const v1::AhistoricalForces& GameBox::prices() const { return *parts_->prices; }
const v1::AhistoricalForces::Choice* GameBox::choice(std::string_view id) const {
  return parts_->find<v1::AhistoricalForces::Choice>(id);
}

const v1::Deck& GameBox::deck(wardroom::v1::Side::Kind side) const { return *parts_->decks[side]; }
const v1::Card& GameBox::card(wardroom::v1::Side::Kind side, int index) const {
  return *parts_->cards.at(static_cast<std::size_t>(side)).at(static_cast<std::size_t>(index));
}

const v1::GunneryTable& GameBox::gunnery() const { return *parts_->gunnery; }
const v1::BombingTable& GameBox::bombing() const { return *parts_->bombing; }
const v1::AntiAircraftTable& GameBox::anti_aircraft() const { return *parts_->anti_aircraft; }
const v1::AirCombatTable& GameBox::air_combat() const { return *parts_->air_combat; }
const v1::TorpedoAttackTable& GameBox::torpedo_attack() const { return *parts_->torpedo_attack; }
const v1::TorpedoDamageTable& GameBox::torpedo_damage() const { return *parts_->torpedo_damage; }
const v1::SubmarineCombatTable& GameBox::submarine_combat() const { return *parts_->submarine_combat; }
const v1::AswTable& GameBox::asw() const { return *parts_->asw; }
const v1::SurpriseTable& GameBox::surprise() const { return *parts_->surprise; }
const v1::WithdrawalTable& GameBox::withdrawal() const { return *parts_->withdrawal; }
const v1::RejoiningTable& GameBox::rejoining() const { return *parts_->rejoining; }
const v1::VariableStartTable& GameBox::variable_start() const { return *parts_->variable_start; }
const v1::DestroyerFateTable& GameBox::destroyer_fate() const { return *parts_->destroyer_fate; }
const v1::WeatherTable& GameBox::weather() const { return *parts_->weather; }
const v1::IceTable& GameBox::ice() const { return *parts_->ice; }
const v1::UnitChart& GameBox::unit_chart() const { return *parts_->unit_chart; }
const v1::CommandTrack& GameBox::command_track() const { return *parts_->command_track; }
const v1::GermanFuelChart& GameBox::german_fuel() const { return *parts_->german_fuel; }
const v1::Numbers& GameBox::numbers() const { return *parts_->numbers; }

std::optional<int> GameBox::gunnery_hit(v1::ShipType::Kind firer, v1::ShipType::Kind target) const {
  return parts_->gunnery_hits.at(static_cast<std::size_t>(firer)).at(static_cast<std::size_t>(target));
}
std::optional<int> GameBox::bombing_hit(v1::AirType::Kind row, v1::ShipType::Kind target) const {
  return parts_->bombing_hits.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(target));
}
std::optional<int> GameBox::bombing_hit_on_parked(v1::AirType::Kind row) const {
  return parts_->parked_hits.at(static_cast<std::size_t>(row));
}
v1::AirResult::Kind GameBox::anti_aircraft(int modified, bool torpedoes) const {
  const v1::AntiAircraftTable& table = *parts_->anti_aircraft;
  const bool own_column = torpedoes && !table.torpedo_row().empty();
  return row_on(own_column ? table.torpedo_row() : table.row(), modified).result();
}
v1::AirResult::Kind GameBox::air_combat(int modified) const {
  return row_on(parts_->air_combat->row(), modified).result();
}
const v1::TorpedoDamageTable::Row& GameBox::torpedo_damage(v1::ShipType::Kind target, int die) const {
  for (const auto& column : parts_->torpedo_damage->column()) {
    if (std::ranges::find(column.target(), target) != column.target().end()) return row_on(column.row(), die);
  }
  throw std::logic_error("no torpedo damage for this type");
}
const v1::SubmarineCombatTable::Row& GameBox::submarine_combat(int modified) const {
  return row_on(parts_->submarine_combat->row(), modified);
}
v1::AswTable::Result GameBox::asw(int modified) const { return row_on(parts_->asw->row(), modified).result(); }
v1::AswTable::Loss GameBox::asw_follow_up(int die) const { return row_on(parts_->asw->follow_up(), die).loss(); }
int GameBox::rejoining(int modified) const { return row_on(parts_->rejoining->row(), modified).rejoin(); }
const v1::VariableStartTable::Row& GameBox::variable_start(int die) const {
  return row_on(parts_->variable_start->row(), die);
}
v1::DestroyerFateTable::Fate GameBox::destroyer_fate(int die) const {
  return row_on(parts_->destroyer_fate->row(), die).fate();
}
const v1::WeatherTable::Row& GameBox::weather(int month, int modified) const {
  for (const auto& season : parts_->weather->season()) {
    if (std::ranges::find(season.months(), month) != season.months().end()) return row_on(season.row(), modified);
  }
  throw std::logic_error("no season for this month");
}
const v1::WeatherEffect& GameBox::effect_of(v1::Weather::Kind weather) const {
  return *parts_->effects[static_cast<std::size_t>(weather)];
}
v1::Ice::Condition GameBox::ice(v1::Ice::Condition predicted, int die) const {
  return row_on(std::ranges::find(parts_->ice->column(), predicted, &v1::IceTable::Column::predicted)->row(), die)
      .actual();
}
const v1::IceEffect& GameBox::effect_of(v1::Ice::Condition condition) const {
  return *std::ranges::find(parts_->ice->effect(), condition, &v1::IceEffect::condition);
}
const v1::UnitChart::ShipRow& GameBox::chart_row(v1::ShipType::Kind type) const {
  return *std::ranges::find(parts_->unit_chart->ship(), type, &v1::UnitChart::ShipRow::type);
}
const v1::UnitChart::AirRow& GameBox::chart_row(v1::AirType::Kind type) const {
  return *std::ranges::find(parts_->unit_chart->air(), type, &v1::UnitChart::AirRow::type);
}
int GameBox::command_cost_halves(v1::Command::Kind command, int points) const {
  if (points <= 0) return 0;
  const auto track = std::ranges::find(parts_->command_track->track(), command, &v1::CommandTrack::Track::command);
  return track->cumulative_vp_halves(std::min(points, track->cumulative_vp_halves_size()) - 1);
}
int GameBox::german_fuel(char chit) const {
  for (const auto& row : parts_->german_fuel->row()) {
    if (std::ranges::find(row.chit(), std::string(1, chit)) != row.chit().end()) return row.points();
  }
  throw std::logic_error("no such chit");
}

const v1::SpecialConditions& GameBox::conditions() const { return *parts_->conditions; }
const v1::SpecialCondition* GameBox::condition(std::string_view id) const {
  return parts_->find<v1::SpecialCondition>(id);
}
DrawnCondition GameBox::condition(std::string_view column, char chit) const {
  for (const auto& row : parts_->find<v1::SpecialConditions::Column>(column)->row()) {
    if (std::ranges::find(row.chit(), std::string(1, chit)) == row.chit().end()) continue;
    const auto* drawn = condition(row.condition());
    return {drawn, drawn->variant().empty() ? nullptr : &drawn->variant(row.variant())};
  }
  throw std::logic_error("no such chit");
}
const v1::RandomEvents& GameBox::events() const { return *parts_->events; }
const v1::RandomEvent* GameBox::event(std::string_view id) const { return parts_->find<v1::RandomEvent>(id); }
const v1::RandomEvent& GameBox::event(wardroom::v1::Side::Kind side, int roll) const {
  const auto table = std::ranges::find(parts_->events->table(), side, &v1::RandomEvents::Table::side);
  return *event(row_on(table->row(), roll).event());
}

const std::vector<const v1::Scenario*>& GameBox::scenarios() const { return parts_->scenarios; }
const v1::Scenario* GameBox::scenario(std::string_view id) const {
  return parts_->find<v1::Scenario>(id.starts_with("scenario.") ? std::string(id) : "scenario." + std::string(id));
}
const wardroom::v1::Rulings& GameBox::rulings() const { return *parts_->rulings; }
const wardroom::v1::MatchOptions& GameBox::options() const { return *parts_->options; }

const std::string& GameBox::hash() const { return parts_->hash; }
std::optional<Spot> GameBox::where(std::string_view id) const {
  const Ids::Entry* entry = parts_->loaded.ids->find(id);
  if (!entry) return std::nullopt;
  return entry->at;
}
std::vector<const DataFile*> GameBox::files() const {
  std::vector<const DataFile*> out;
  for (const DataFile& file : parts_->loaded.data.files) out.push_back(&file);
  return out;
}

std::variant<std::shared_ptr<const GameBox>, Mistakes> read(const Bundle& bundle, Texts texts) {
  auto parts = std::make_unique<GameBox::Parts>();
  parts->loaded = load(bundle, texts);
  if (!parts->loaded.mistakes.empty()) return std::move(parts->loaded.mistakes);
  parts->hash = bundle.hash();
  parts->arrange();
  return std::shared_ptr<const GameBox>(new GameBox(std::move(parts)));
}

Inspection inspect(const Bundle& bundle, Texts texts) {
  Loaded loaded = load(bundle, texts);
  Inspection out;
  out.mistakes = std::move(loaded.mistakes);
  for (const DataFile& file : loaded.data.files) {
    const Tally tally = count_provenance(file);
    if (tally.total() > 0) out.tallies[file.message->GetDescriptor()->name()] += tally;
  }
  return out;
}

}  // namespace wardroom::pq17
