#include "server/titles/murmansk/data/box.h"

#include <algorithm>

#include "common/data/parse.h"
#include "common/data/texts.h"
#include "server/titles/murmansk/data/schema.h"

namespace wardroom::murmansk {

struct Box::Loaded {
  DataSet data;
  std::unique_ptr<Ids> ids;
  Mistakes mistakes;

  template <class T>
  const T* one() const {
    return &data.all<T>().front().it;
  }
};

namespace {

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

const v1::ResultTable::Cell& cell_of(const v1::ResultTable::Row& row, v1::Column::Kind column) {
  return *std::ranges::find(row.cell(), column, &v1::ResultTable::Cell::column);
}

bool serves(const google::protobuf::RepeatedPtrField<v1::Service>& seasons, int turn) {
  return std::ranges::any_of(seasons, [&](const v1::Service& service) {
    return service.from() <= turn && (!service.has_to() || turn <= service.to());
  });
}

}  // namespace

Box::Loaded Box::load(const Bundle& bundle, Texts texts) {
  Loaded out;
  Mistakes& mistakes = out.mistakes;
  const Schema& schema = data_schema();
  out.data = parse(bundle, schema.files, mistakes);
  const bool whole = mistakes.empty();  // a file that could not be read is one mistake, not the lack of all in it
  if (whole) check_files(out.data, mistakes);
  for (const DataFile& file : out.data.files) check_provenance(file, mistakes);
  check_fields(out.data, schema, mistakes);
  out.ids = std::make_unique<Ids>(out.data, schema, mistakes);
  check_box(out.data, mistakes);
  if (whole) {
    check_references(out.data, schema, *out.ids, mistakes);
    if (texts == Texts::kChecked) check_texts(out.data, schema, *out.ids, mistakes);
  }
  std::ranges::stable_sort(mistakes, [](const Mistake& a, const Mistake& b) {
    return std::tie(a.file, a.line, a.field) < std::tie(b.file, b.line, b.field);
  });
  return out;
}

Box::~Box() = default;

Box::Box(std::unique_ptr<Loaded> loaded)
    : loaded_(std::move(loaded)),
      map_(loaded_->one<v1::Map>()),
      air_(loaded_->one<v1::AirUnits>()),
      attack_(loaded_->one<v1::AttackTable>()),
      results_(loaded_->one<v1::ResultTable>()),
      track_(loaded_->one<v1::SeasonTrack>()),
      weather_(loaded_->one<v1::WeatherTable>()),
      numbers_(loaded_->one<v1::Numbers>()),
      rulings_(loaded_->one<wardroom::v1::Rulings>()),
      options_(loaded_->one<wardroom::v1::MatchOptions>()) {
  for (const v1::Ship& ship : loaded_->one<v1::Ships>()->ship()) {
    ships_.push_back(&ship);
    ship_names_.push_back(ship.id() + ".name");
  }
  for (ShipNumber ship = 1; ship <= ships(); ++ship) fleets_[side_of(ship) == kAllied ? 0 : 1].push_back(ship);
  for (const auto& scenario : loaded_->data.all<v1::Scenario>()) {
    auto& list = scenario.it.taught() ? taught_ : scenarios_;
    list.push_back(&scenario.it);
  }
  std::ranges::sort(scenarios_, {}, &v1::Scenario::order);
  arrange_map();
}

void Box::arrange_map() {
  for (const auto& position : map_->position()) {
    positions_.push_back(&position);
    place_names_.push_back(position.id() + ".name");
    std::uint32_t bits = 0;
    for (int feature : position.has()) bits |= 1u << feature;
    features_.push_back(bits);
    for (std::size_t feature = 0; feature < with_.size(); ++feature) {
      if ((bits >> feature & 1) != 0) with_[feature].push_back(places());
    }
  }
  for (const auto* position : positions_) {
    std::vector<Place>& next = next_.emplace_back();
    for (const auto& link : position->link()) next.push_back(place(link.to()));
    std::ranges::sort(next);
  }
  distances_ = sea::Distances(positions_.size(), [&](std::size_t from, const auto& reach) {
    for (Place to : next_[from]) reach(static_cast<std::size_t>(to - 1));
  });
  for (const std::string& id : map_->lane()) lane_.push_back(place(id));
  arrange_convoy(false);
  arrange_convoy(true);
}

// What leads to no open port is left out, from the ports back: eastward moves make no circle [Move].
void Box::arrange_convoy(bool ice) {
  using Way = v1::Direction;
  std::vector<std::vector<Place>> moves(positions_.size());
  std::vector<bool> reaches(positions_.size());
  for (Place port : all(v1::Feature::ALLIED_PORT)) reaches[port - 1] = open(port, ice);
  for (bool more = true; more;) {
    more = false;
    for (Place from = 1; from <= places(); ++from) {
      if (has(from, v1::Feature::ALLIED_PORT)) continue;
      std::vector<Place>& to = moves[from - 1];
      to.clear();
      for (const auto& link : position(from).link()) {
        const bool east = link.way() == Way::NE || link.way() == Way::E || link.way() == Way::SE;
        const bool turn = std::ranges::find(position(from).turn(), link.to()) != position(from).turn().end();
        const Place there = place(link.to());
        if ((east || turn) && open(there, ice) && reaches[there - 1]) to.push_back(there);
      }
      std::ranges::sort(to);
      more |= to.empty() == reaches[from - 1];
      reaches[from - 1] = !to.empty();
    }
  }
  convoy_moves_[ice] = std::move(moves);
}

bool Box::open(Place place, bool ice) const {
  if (has(place, v1::Feature::NAVAL_BASE) || has(place, v1::Feature::AIR_BASE)) return false;
  return !ice || !(has(place, v1::Feature::ICE) || has(place, v1::Feature::CLOSED_PORT));
}

Place Box::place(std::string_view id) const {
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    if (positions_[i]->id() == id) return static_cast<Place>(i + 1);
  }
  return 0;
}

bool Box::has(Place place, v1::Feature::Kind feature) const { return (features_.at(place - 1) >> feature & 1) != 0; }

bool Box::near_base(Place place) const {
  return std::ranges::any_of(next(place), [&](Place there) {
    return has(there, v1::Feature::NAVAL_BASE) || has(there, v1::Feature::AIR_BASE);
  });
}

ShipNumber Box::ship_number(std::string_view id) const {
  for (std::size_t i = 0; i < ships_.size(); ++i) {
    if (ships_[i]->id() == id) return static_cast<ShipNumber>(i + 1);
  }
  return 0;
}

bool Box::in_service(ShipNumber number, int turn) const { return serves(ship(number).service(), turn); }

bool Box::in_service(const v1::AirUnit& unit, int turn) {
  return unit.service().empty() || serves(unit.service(), turn);
}

const v1::AirUnit* Box::air_unit(std::string_view id) const {
  const auto found = std::ranges::find(air_->unit(), id, &v1::AirUnit::id);
  return found == air_->unit().end() ? nullptr : &*found;
}

std::optional<int> Box::column(v1::Class::Kind firer, v1::Class::Kind target) const {
  for (const auto& row : attack_->row()) {
    if (std::ranges::find(row.target(), target) == row.target().end()) continue;
    for (const auto& cell : row.cell()) {
      if (cell.firer() == firer && cell.has_column()) return cell.column();
    }
  }
  return std::nullopt;
}

std::optional<int> Box::torpedo_column(v1::Torpedoes::Kind torpedoes, v1::Class::Kind target) const {
  std::optional<int> found = column(attack_->torpedo_as(), target);
  if (found && torpedoes == v1::Torpedoes::SMALL) *found += attack_->small_torpedo();
  return found;
}

v1::Harm::Kind Box::harm(v1::Column::Kind column, int die) const {
  const auto row = std::ranges::find(results_->row(), std::clamp(die, 1, 6), &v1::ResultTable::Row::attacker);
  return cell_of(*row, column).harm();
}

v1::Defence::Kind Box::defence(v1::Column::Kind column, int die) const {
  const auto row = std::ranges::find(results_->row(), std::clamp(die, 1, 6), &v1::ResultTable::Row::defender);
  return cell_of(*row, column).defence();
}

const v1::WeatherTable::Row& Box::weather(v1::Season::Kind season) const {
  return *std::ranges::find(weather_->row(), season, &v1::WeatherTable::Row::season);
}

const v1::Scenario* Box::scenario(std::string_view id) const {
  const std::string whole = id.starts_with("scenario.") ? std::string(id) : "scenario." + std::string(id);
  for (const auto* list : {&scenarios_, &taught_}) {
    const auto found = std::ranges::find(*list, whole, &v1::Scenario::id);
    if (found != list->end()) return *found;
  }
  return nullptr;
}

std::optional<Spot> Box::where(std::string_view id) const {
  const Ids::Entry* entry = loaded_->ids->find(id);
  if (!entry) return std::nullopt;
  return entry->at;
}

Spot Box::track_spot() const { return loaded_->data.all<v1::SeasonTrack>().front().at; }

std::variant<std::shared_ptr<const Box>, Mistakes> read(const Bundle& bundle, Texts texts) {
  auto loaded = std::make_unique<Box::Loaded>(Box::load(bundle, texts));
  if (!loaded->mistakes.empty()) return std::move(loaded->mistakes);
  return std::shared_ptr<const Box>(new Box(std::move(loaded)));
}

Inspection inspect(const Bundle& bundle, Texts texts) {
  auto loaded = Box::load(bundle, texts);
  Inspection out;
  out.mistakes = std::move(loaded.mistakes);
  for (const DataFile& file : loaded.data.files) {
    const Tally tally = count_provenance(file);
    if (tally.total() > 0) out.tallies[file.message->GetDescriptor()->name()] += tally;
  }
  return out;
}

}  // namespace wardroom::murmansk
