#include "server/titles/murmansk/data/odds.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "common/data/ranges.h"
#include "server/titles/sea/sheets.h"

namespace wardroom::murmansk {
namespace {

constexpr int kFaces = 6;

using Class = v1::Class;
using Column = v1::Column;

constexpr std::array kFirers = {Class::D, Class::CL, Class::CA, Class::BC, Class::B, Class::SB};

std::string fixed(double number) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(1) << std::round(number * 10) / 10;
  return out.str();
}
std::string share(int faces) { return fixed(100.0 * faces / kFaces); }

// A header of a table, and the line below it.
std::string heads(const std::vector<std::string>& cells) {
  std::string out = "|", line = "|";
  for (const std::string& each : cells) {
    out += " " + each + " |";
    line += " --- |";
  }
  return out + "\n" + line + "\n";
}
std::string row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& each : cells) out += " " + each + " |";
  return out + "\n";
}

std::string name_of(Column::Kind column) {
  if (column <= Column::PLUS_5) return sea::signed_text(column - Column::ZERO);
  return Column::Kind_Name(column);
}

double freighters_sunk(const Box& box, const HarmFaces& faces) {
  const auto& numbers = box.numbers().battle();
  return static_cast<double>(faces[v1::Harm::D] * numbers.freighters_d() +
                             faces[v1::Harm::DS] * numbers.freighters_ds() +
                             faces[v1::Harm::SK] * numbers.freighters_sk()) /
         kFaces;
}

// What an attack does to a ship that is not Damaged, to one that is, and to freighters.
std::vector<std::string> harm_cells(const Box& box, Column::Kind column, int shift) {
  const HarmFaces faces = harm_faces(box, column, shift);
  return {share(faces[v1::Harm::D] + faces[v1::Harm::DS]), share(faces[v1::Harm::SK]),
          share(faces[v1::Harm::DS] + faces[v1::Harm::SK]), fixed(freighters_sunk(box, faces))};
}

std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& next) {
  first.insert(first.end(), next.begin(), next.end());
  return first;
}

const std::vector<std::string> kHarmHeads = {"Damaged", "sunk", "sunk if Damaged", "freighters"};

std::string columns_part(const Box& box) {
  std::string out =
      "## Columns of table B\n\nA ship that is not Damaged is Damaged or sunk, a Damaged one is sunk; freighters are "
      "sunk on average; the Wolfpack is lost to destroyers (AS).\n\n" +
      heads(joined(joined({"column"}, kHarmHeads), {"AS", "AS with a carrier"}));
  const int carrier = box.numbers().submarines().hunted_carrier();
  for (int at = Column::MINUS_3; at <= Column::PLUS_5; ++at) {
    const auto column = static_cast<Column::Kind>(at);
    out += row(joined(joined({name_of(column)}, harm_cells(box, column, 0)),
                      {share(loss_faces(box, column, 0, Hunted::kWolfpack)),
                       share(loss_faces(box, column, carrier, Hunted::kWolfpack))}));
  }
  return out + "\n";
}

// Column, Damaged or worse, sunk.
std::string shot(const Box& box, std::optional<int> column) {
  const auto& numbers = box.numbers().battle();
  if (!column || *column < numbers.lowest()) return "-";
  const HarmFaces faces = harm_faces(box, Box::column_of(std::min(*column, numbers.highest())), 0);
  return sea::signed_text(*column) + ": " + share(kFaces - faces[v1::Harm::NONE]) + " / " + share(faces[v1::Harm::SK]);
}

std::string guns_part(const Box& box) {
  std::string out =
      "## Guns and torpedoes\n\nThe column, the chance to hit at all, and that of Sk, per cent, without modifiers. A "
      "King George V fires in " +
      share(kFaces - box.numbers().battle().misfire()) + " of rounds after the first.\n\n";
  std::vector<std::string> top = {"target"};
  for (Class::Kind firer : kFirers) top.push_back(Class::Kind_Name(firer));
  out += heads(joined(top, {"T", "t"}));
  for (int at = Class::CVE; at <= Class::SB; ++at) {
    const auto target = static_cast<Class::Kind>(at);
    std::vector<std::string> cells = {Class::Kind_Name(target)};
    for (Class::Kind firer : kFirers) cells.push_back(shot(box, box.column(firer, target)));
    cells.push_back(shot(box, box.torpedo_column(v1::Torpedoes::LARGE, target)));
    cells.push_back(shot(box, box.torpedo_column(v1::Torpedoes::SMALL, target)));
    out += row(cells);
  }
  return out + "\n";
}

std::string air_part(const Box& box) {
  const auto& numbers = box.numbers().air();
  std::string out =
      "## Aircraft\n\nDice shifted as against what they attack; the last two columns are their own loss.\n\n" +
      heads(joined(joined({"unit", "against", "shift"}, kHarmHeads), {"AA", "AA with a carrier"}));
  const std::vector<std::pair<std::string, int>> targets = {
      {"warship", numbers.hard()}, {"CVE", 0}, {"freighters or Damaged", numbers.easy()}};
  for (Column::Kind column : {Column::KG26, Column::KG30, Column::FAA}) {
    for (int low = 0; low <= (column == Column::KG30 ? 1 : 0); ++low) {
      for (const auto& [target, shift] : targets) {
        const int extra = low * numbers.low();
        out += row(
            joined(joined({Column::Kind_Name(column) + (low ? " low" : ""), target, sea::signed_text(shift + extra)},
                          harm_cells(box, column, shift + extra)),
                   {share(loss_faces(box, column, extra, Hunted::kAircraft)),
                    share(loss_faces(box, column, extra, Hunted::kAircraftByCarrier))}));
      }
    }
  }
  return out + "\nAt Dawn and at full range the attacker's die is " + sea::signed_text(numbers.dawn()) + ".\n\n";
}

std::string submarines_part(const Box& box) {
  const auto& numbers = box.numbers().submarines();
  std::string out =
      "## Submarines\n\nContact of one submarine, and the attack on column " + sea::signed_text(numbers.column()) +
      " that follows; against freighters the attack is " + sea::signed_text(numbers.storm()) +
      " in a Storm, and one is sunk for certain if the attacker wants that.\n\n" +
      heads(joined({"destroyers, carriers, base near", "shift", "warships found", "Convoy found"}, kHarmHeads));
  struct Case {
    const char* name;
    int shift;
  };
  const int d = numbers.destroyers(), c = numbers.carrier(), n = numbers.near_base();
  for (const Case& each : {Case{"none", 0}, Case{"destroyers or carrier", d}, Case{"destroyers and carrier", d + c},
                           Case{"a base near", n}, Case{"destroyers, a base near", d + n},
                           Case{"destroyers and carrier, a base near", d + c + n}}) {
    out += row(joined({each.name, sea::signed_text(each.shift), share(faces_from(numbers.contact(), each.shift)),
                       share(faces_from(numbers.contact_convoy(), each.shift))},
                      harm_cells(box, Box::column_of(numbers.column()), each.shift)));
  }
  const int convoy = *box.torpedo_column(v1::Torpedoes::LARGE, Class::CONVOY);
  out += "\n## The Wolfpack against freighters\n\n" +
         heads(joined({"with the Convoy", "column"}, joined(kHarmHeads, {"AS"})));
  struct Escort {
    const char* name;
    bool destroyers, carrier, storm;
  };
  for (const Escort& each :
       {Escort{"nobody", false, false, false}, Escort{"destroyers", true, false, false},
        Escort{"destroyers and carrier", true, true, false}, Escort{"destroyers, Storm", true, false, true}}) {
    const Column::Kind column =
        Box::column_of(convoy + (each.destroyers ? numbers.pack_destroyers() : 0) +
                       (each.carrier ? numbers.pack_carrier() : 0) + (each.storm ? numbers.pack_storm() : 0));
    const int shift = each.carrier ? numbers.hunted_carrier() : 0;
    out += row(joined(joined({each.name, name_of(column)}, harm_cells(box, column, 0)),
                      {each.destroyers ? share(loss_faces(box, column, shift, Hunted::kWolfpack)) : std::string("-")}));
  }
  return out + "\n";
}

std::string season_part(const Box& box) {
  const auto& numbers = box.numbers().season();
  std::string out = "## Transit to Norway\n\n" + heads({"year", "arrives", "returns", "Damaged"});
  int before = 0;
  for (int turn = 1; turn <= box.turns(); ++turn) {
    if (box.turn(turn).year() == before) continue;
    before = box.turn(turn).year();
    const int shift = box.turn(turn).transit();
    const int there = faces_to(numbers.arrives(), shift), back = faces_to(numbers.returns(), shift);
    out += row({std::to_string(before), share(there), share(back - there), share(kFaces - back)});
  }
  const auto three = [&](const char* what, const char* one, int first, const char* two, int second, const char* rest) {
    return row({what, std::string(one) + " " + share(first), std::string(two) + " " + share(second - first),
                std::string(rest) + " " + share(kFaces - second)});
  };
  const auto two = [&](const char* what, const char* good, int faces, const char* bad) {
    return row({what, std::string(good) + " " + share(faces), "", std::string(bad) + " " + share(kFaces - faces)});
  };
  out += "\n## Dice of a season\n\n" + heads({"die", "", "", ""});
  out += three("repair in Germany", "ready", numbers.repaired(), "goes on", numbers.goes_on(), "destroyed");
  out += three("Damaged, back in a base", "next season", numbers.norway_next(), "the one after", numbers.norway_later(),
               "to Germany");
  out += two("Damaged, from a Russian port", "home", numbers.from_russia(), "lost");
  out += two("Tallboy", "sunk", numbers.tallboy(), "missed");
  out += two("contact at the start of a Day", "kept", kFaces - faces_from(box.numbers().groups().contact_lost(), 0),
             "lost");
  return out + "\n";
}

std::string scatter_part(const Box& box) {
  const auto& numbers = box.numbers().convoys();
  const int loads = box.numbers().victory().loads();
  std::string out = "## Scatter\n\nA freighter arrives in " + share(numbers.survives()) +
                    " per cent, a Damaged warship in " + share(box.numbers().season().from_sea()) + ".\n\n" +
                    heads({"freighters", "arrive on average", "4 or more", std::to_string(loads) + " or more"});
  for (int count = 1; count <= numbers.freighters(); ++count) {
    out += row({std::to_string(count), fixed(static_cast<double>(count * numbers.survives()) / kFaces),
                fixed(100 * arrive_at_least(box, count, 4)), fixed(100 * arrive_at_least(box, count, loads))});
  }
  return out + "\n";
}

std::string weather_part(const Box& box) {
  std::string out = "## Storm\n\n" + heads({"season", "begins", "continues", "share of periods"});
  for (const auto& each : box.weather_table().row()) {
    int begins = 0, continues = 0;
    for (int die = 1; die <= kFaces; ++die) {
      begins += within(each.begins(), die) ? 1 : 0;
      continues += within(each.continues(), die) ? 1 : 0;
    }
    out += row({v1::Season::Kind_Name(each.season()), share(begins), share(continues),
                fixed(100 * storm_share(box, each.season()))});
  }
  return out;
}

}  // namespace

HarmFaces harm_faces(const Box& box, v1::Column::Kind column, int shift) {
  HarmFaces out{};
  for (int die = 1; die <= kFaces; ++die) ++out[box.harm(column, die + shift)];
  return out;
}

int faces_from(int least, int shift) {
  int faces = 0;
  for (int die = 1; die <= kFaces; ++die) faces += std::clamp(die + shift, 1, kFaces) >= least ? 1 : 0;
  return faces;
}

int faces_to(int most, int shift) { return kFaces - faces_from(most + 1, shift); }

int loss_faces(const Box& box, v1::Column::Kind column, int shift, Hunted hunted) {
  int faces = 0;
  for (int die = 1; die <= kFaces; ++die) {
    const v1::Defence::Kind result = box.defence(column, die + shift);
    const bool down = hunted == Hunted::kWolfpack ? result == v1::Defence::AS
                                                  : result == v1::Defence::AA || (result == v1::Defence::TWO_AA &&
                                                                                  hunted == Hunted::kAircraftByCarrier);
    faces += down ? 1 : 0;
  }
  return faces;
}

double arrive_at_least(const Box& box, int freighters, int least) {
  const double one = static_cast<double>(box.numbers().convoys().survives()) / kFaces;
  std::vector<double> arrived(static_cast<std::size_t>(freighters) + 1);
  arrived[0] = 1;
  for (int each = 0; each < freighters; ++each) {
    for (std::size_t count = arrived.size(); count-- > 1;)
      arrived[count] = arrived[count] * (1 - one) + arrived[count - 1] * one;
    arrived[0] *= 1 - one;
  }
  double sum = 0;
  for (int count = std::max(least, 0); count <= freighters; ++count) sum += arrived[static_cast<std::size_t>(count)];
  return sum;
}

double storm_share(const Box& box, v1::Season::Kind season) {
  const auto& weather = box.weather(season);
  double begins = 0, ends = 0;
  for (int die = 1; die <= kFaces; ++die) {
    begins += within(weather.begins(), die) ? 1 : 0;
    ends += within(weather.continues(), die) ? 0 : 1;
  }
  return begins + ends == 0 ? 0 : begins / (begins + ends);
}

std::string odds_page(const Box& box) {
  return "# Murmansk Run: what tables and dice add up to\n\n"
         "Written by `wardroom data --title murmansk odds`; a test keeps it up to date. Chances in per cent, exactly "
         "counted "
         "from the faces of the dice.\n\n" +
         columns_part(box) + guns_part(box) + air_part(box) + submarines_part(box) + season_part(box) +
         scatter_part(box) + weather_part(box);
}

}  // namespace wardroom::murmansk
