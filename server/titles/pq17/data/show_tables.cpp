// Tables and charts as sheets.
#include <algorithm>

#include "server/titles/pq17/data/contents.h"
#include "server/titles/pq17/data/show_parts.h"

namespace wardroom::pq17 {
namespace {

Text yes_no(bool so) { return plain(so ? "+" : "-"); }
Text ship_short(int type) {
  return value_text("shiptype.", v1::ShipType::Kind_Name(static_cast<v1::ShipType::Kind>(type)), ".short");
}
Text air_short(int type) {
  return value_text("airtype.", v1::AirType::Kind_Name(static_cast<v1::AirType::Kind>(type)), ".short");
}

class TableSheet {
 public:
  explicit TableSheet(const Spot& spot) : spot_(spot) {
    const auto& message = *spot.message();
    const std::string id = message.GetReflection()->GetString(message, message.GetDescriptor()->FindFieldByName("id"));
    sheet_ = words_of(id);
  }

  Sheet make() {
    rows();
    modifiers();
    return std::move(sheet_);
  }

 private:
  template <class T>
  const T* as() const {
    return dynamic_cast<const T*>(spot_.message());
  }

  SheetTable& table(Text title = {}, std::vector<Text> heads = {}) {
    sheet_.tables.push_back({std::move(title), std::move(heads), {}});
    return sheet_.tables.back();
  }

  SheetCell from(Text text, const Spot& at) { return cell(std::move(text), at, sheet_); }

  // One row for each range of dice; `result` says what happens on it.
  template <class Row, class Say>
  void ranges(const Spot& column, const char* name, Text title, const Say& result) {
    SheetTable made = sea::dice_table<Row>(column, name, sheet_, result);
    made.title = std::move(title);
    sheet_.tables.push_back(std::move(made));
  }

  void success(int on) {
    SheetTable& out = table();
    out.rows.push_back(
        {cell(Text("data.show.succeeds_on")), from(plain(std::to_string(on) + "+"), spot_.at("success_on"))});
  }

  // Who fires down, targets across.
  template <class Row, class Cell, class Name>
  void hits(const Name& firer, const char* extra) {
    SheetTable& out = table();
    out.heads = {plain("")};
    for (const auto type : surface_types()) out.heads.push_back(ship_short(type));
    if (*extra) out.heads.push_back(Text(extra));
    for (const auto& [row, at] : children<Row>(spot_, "row")) {
      std::vector<SheetCell> cells = {cell(firer(row))};
      cells.resize(1 + surface_types().size() + (*extra ? 1 : 0), cell(plain("-")));
      for (const auto& [entry, here] : children<Cell>(at, "cell")) {
        const Text number = plain(entry.has_hit() ? std::to_string(entry.hit()) : std::string("-"));
        for (const int target : entry.target()) {
          const auto index = std::ranges::find(surface_types(), target) - surface_types().begin();
          cells[1 + static_cast<std::size_t>(index)] = from(number, here);
        }
        if constexpr (requires { entry.parked_aircraft(); }) {
          if (entry.parked_aircraft()) cells.back() = from(number, here);
        }
      }
      out.rows.push_back(std::move(cells));
    }
  }

  void rows() {
    using D = v1::TorpedoDamageTable;
    if (as<v1::GunneryTable>()) {
      hits<v1::GunneryTable::Row, v1::GunneryTable::Cell>([](const auto& row) { return ship_short(row.firer(0)); }, "");
    } else if (as<v1::BombingTable>()) {
      hits<v1::BombingTable::Row, v1::BombingTable::Cell>([](const auto& row) { return air_short(row.bomber(0)); },
                                                          "data.show.parked");
    } else if (const auto* guns = as<v1::AntiAircraftTable>()) {
      const auto result = [](const auto& row) {
        return value_text("airresult.", v1::AirResult::Kind_Name(row.result()));
      };
      ranges<v1::AntiAircraftTable::Row>(spot_, "row", {}, result);
      if (!guns->torpedo_row().empty())
        ranges<v1::AntiAircraftTable::Row>(spot_, "torpedo_row", Text("data.show.torpedo_run"), result);
    } else if (as<v1::AirCombatTable>()) {
      ranges<v1::AirCombatTable::Row>(spot_, "row", {}, [](const auto& row) {
        return value_text("airresult.", v1::AirResult::Kind_Name(row.result()));
      });
    } else if (const auto* attack = as<v1::TorpedoAttackTable>()) {
      success(attack->success_on());
    } else if (const auto* surprise = as<v1::SurpriseTable>()) {
      success(surprise->success_on());
    } else if (const auto* withdrawal = as<v1::WithdrawalTable>()) {
      success(withdrawal->success_on());
    } else if (as<D>()) {
      for (const auto& [column, at] : children<D::Column>(spot_, "column")) {
        ranges<D::Row>(at, "row", types(column.target()), [](const auto& row) {
          Text effect = value_text("torpedodamage.", D::Effect_Name(row.effect()));
          return row.number() > 0
                     ? Text("data.show.pair").text("first", plain(row.number())).text("next", std::move(effect))
                     : effect;
        });
      }
    } else if (as<v1::SubmarineCombatTable>()) {
      SheetTable& out = table({}, {plain(""), Text("data.show.before_asw"), Text("data.show.after_asw"),
                                   Text("data.show.stops_refuelling")});
      for (const auto& [row, at] : children<v1::SubmarineCombatTable::Row>(spot_, "row")) {
        out.rows.push_back({cell(plain(range_text(row.on()))), from(plain(row.before_asw()), at),
                            from(plain(row.after_asw()), at), from(yes_no(row.stops_refuelling()), at)});
      }
    } else if (as<v1::AswTable>()) {
      ranges<v1::AswTable::Row>(spot_, "row", {}, [](const auto& row) {
        return value_text("aswresult.", v1::AswTable::Result_Name(row.result()));
      });
      ranges<v1::AswTable::FollowUp>(spot_, "follow_up", Text("aswresult.success.name"), [](const auto& row) {
        return value_text("aswloss.", v1::AswTable::Loss_Name(row.loss()));
      });
    } else {
      other_rows();
    }
  }

  // Of tables that are not of combat.
  void other_rows() {
    if (as<v1::RejoiningTable>()) {
      ranges<v1::RejoiningTable::Row>(spot_, "row", {}, [](const auto& row) { return plain(row.rejoin()); });
    } else if (as<v1::VariableStartTable>()) {
      ranges<v1::VariableStartTable::Row>(spot_, "row", {}, [](const auto& row) {
        return row.has_turn() ? plain(v1::Turn::Half_Name(row.turn().half()) + std::to_string(row.turn().day()))
                              : plain(signed_text(row.shift_turns()));
      });
    } else if (as<v1::DestroyerFateTable>()) {
      ranges<v1::DestroyerFateTable::Row>(spot_, "row", {}, [](const auto& row) {
        return value_text("fate.", v1::DestroyerFateTable::Fate_Name(row.fate()));
      });
    } else if (as<v1::WeatherTable>()) {
      weather();
    } else if (as<v1::IceTable>()) {
      for (const auto& [column, at] : children<v1::IceTable::Column>(spot_, "column")) {
        ranges<v1::IceTable::Row>(
            at, "row", value_text("ice.", v1::Ice::Condition_Name(column.predicted())),
            [](const auto& row) { return value_text("ice.", v1::Ice::Condition_Name(row.actual())); });
      }
    } else if (as<v1::UnitChart>()) {
      unit_chart();
    } else if (as<v1::CommandTrack>()) {
      for (const auto& [track, at] : children<v1::CommandTrack::Track>(spot_, "track")) {
        SheetTable& out = table(value_text("command.", v1::Command::Kind_Name(track.command())));
        std::vector<SheetCell> points;
        std::vector<SheetCell> costs;
        for (int i = 0; i < track.cumulative_vp_halves_size(); ++i) {
          points.push_back(cell(plain(i + 1)));
          Spot where = at.at("cumulative_vp_halves", i);
          for (int k = 0; k < track.box_size(); ++k) {
            if (track.box(k).points() == i + 1) where = at.at("box", k).at("points");
          }
          costs.push_back(from(half_text(track.cumulative_vp_halves(i)), where));
        }
        out.rows = {std::move(points), std::move(costs)};
      }
    } else if (as<v1::GermanFuelChart>()) {
      SheetTable& out = table();
      for (const auto& [row, at] : children<v1::GermanFuelChart::Row>(spot_, "row"))
        out.rows.push_back({cell(letters(row.chit())), from(plain(signed_text(row.points())), at)});
    } else if (as<v1::SpecialConditions>()) {
      for (const auto& [column, at] : children<v1::SpecialConditions::Column>(spot_, "column")) {
        SheetTable& out = table(Text("data.show.pair")
                                    .text("first", value_text("side.", wardroom::v1::Side::Kind_Name(column.side())))
                                    .text("next", plain(column.id())));
        for (const auto& [row, here] : children<v1::SpecialConditions::Row>(at, "row"))
          out.rows.push_back({cell(letters(row.chit())), from(Text(row.condition() + ".name"), here)});
      }
    }
  }

  void weather() {
    for (const auto& [season, at] : children<v1::WeatherTable::Season>(spot_, "season")) {
      std::string months;
      for (const int month : season.months()) months += (months.empty() ? "" : ", ") + std::to_string(month);
      ranges<v1::WeatherTable::Row>(at, "row", Text("data.show.months").word("months", months), [](const auto& row) {
        Text weather = value_text("weather.", v1::Weather::Kind_Name(row.weather()));
        if (row.weather() != v1::Weather::GALES) return weather;
        return Text("data.show.dispersal")
            .text("weather", std::move(weather))
            .word("modifier", signed_text(row.dispersal_modifier()));
      });
    }
    // What each weather does, one line an effect.
    const auto effects = children<v1::WeatherEffect>(spot_, "effect");
    SheetTable& out = table(Text("data.show.effects"), {plain("")});
    for (const auto& [effect, at] : effects)
      out.heads.push_back(value_text("weather.", v1::Weather::Kind_Name(effect.weather())));
    const auto* type = v1::WeatherEffect::descriptor();
    for (int i = 0; i < type->field_count(); ++i) {
      const auto* field = type->field(i);
      if (field->type() != google::protobuf::FieldDescriptor::TYPE_BOOL) continue;
      std::vector<SheetCell> row = {cell(value_text("weathereffect.", field->name()))};
      for (const auto& [effect, at] : effects)
        row.push_back(from(yes_no(effect.GetReflection()->GetBool(effect, field)), at.at(*field)));
      out.rows.push_back(std::move(row));
    }
  }

  void unit_chart() {
    SheetTable& out =
        table({}, {plain(""), Text("data.show.category"), Text("data.show.cs"), Text("data.show.silhouettes"),
                   Text("data.show.value"), Text("data.show.value_per_cs")});
    for (const auto& [row, at] : children<v1::UnitChart::ShipRow>(spot_, "ship")) {
      std::vector<Text> categories;
      for (int i = 0; i < row.category_size(); ++i)
        categories.push_back(value_text("shipcategory.", v1::ShipCategory::Kind_Name(row.category(i))));
      out.rows.push_back(
          {cell(ship_short(row.type())), from(joined(std::move(categories)), at.at("category")),
           from(plain(std::to_string(row.cs().from()) + " - " + std::to_string(row.cs().to())), at.at("cs")),
           from(plain(row.silhouettes()), at.at("silhouettes")),
           row.has_vp_halves_per_ship() ? from(half_text(row.vp_halves_per_ship()), at.at("vp_halves_per_ship"))
                                        : cell(plain("")),
           row.has_vp_halves_per_cs() ? from(half_text(row.vp_halves_per_cs()), at.at("vp_halves_per_cs"))
                                      : cell(plain(""))});
    }
    SheetTable& air = table({}, {plain(""), plain(""), Text("data.show.value_per_cs")});
    for (const auto& [row, at] : children<v1::UnitChart::AirRow>(spot_, "air")) {
      air.rows.push_back({cell(air_short(row.type())), cell(value_text("airtype.", v1::AirType::Kind_Name(row.type()))),
                          from(half_text(row.vp_halves_per_cs()), at.at("vp_halves_per_cs"))});
    }
  }

  void modifiers() {
    if (!spot_.message()->GetDescriptor()->FindFieldByName("modifier")) return;
    const auto all = children<v1::Modifier>(spot_, "modifier");
    if (all.empty()) return;
    SheetTable& out = table(Text("data.show.modifiers"));
    for (const auto& [modifier, at] : all) {
      std::string value = signed_text(modifier.value());
      if (modifier.most() > 0) value += " (" + std::to_string(modifier.most()) + ")";
      out.rows.push_back(
          {from(plain(value), at), cell(Text(modifier.id() + ".name")), cell(plain("[" + modifier.rule() + "]"))});
    }
  }

  static Text letters(const google::protobuf::RepeatedPtrField<std::string>& chits) {
    std::string out;
    for (const std::string& chit : chits) out += (out.empty() ? "" : " ") + chit;
    return plain(out);
  }

  template <class Types>
  static Text types(const Types& list) {
    std::vector<Text> names;
    for (const int type : list) names.push_back(ship_short(type));
    return joined(std::move(names));
  }

  const Spot spot_;
  Sheet sheet_;
};

}  // namespace

Sheet show_table(const Spot& spot) { return TableSheet(spot).make(); }

Sheet show_event_table(const Spot& spot) {
  const auto& events = dynamic_cast<const v1::RandomEvents::Table&>(*spot.message());
  Sheet sheet = words_of(events.id());
  SheetTable table;
  for (const auto& [row, at] : children<v1::RandomEvents::Row>(spot, "row")) {
    table.rows.push_back({cell(plain(range_text(row.on()))), cell(Text(row.event() + ".name"), at, sheet),
                          cell(Text(row.event() + ".help"))});
  }
  sheet.tables.push_back(std::move(table));
  return sheet;
}

}  // namespace wardroom::pq17
