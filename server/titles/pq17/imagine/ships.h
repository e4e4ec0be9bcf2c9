// Ships dealt anew to the enemy for `imagine`: named ships, classes and boats that fit what was said of a force.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/titles/pq17/operation/fleet.h"
#include "server/titles/sea/dealing.h"

namespace wardroom::pq17 {

using sea::Pool;

class ShipDealer : protected sea::Dealer {
 protected:
  ShipDealer(const Reference& reference, Side enemy, Chance& chance)
      : Dealer(chance), reference_(reference), enemy_(enemy) {}

  void give(v1::Force& force, const std::string& unit, int cs, int torpedoes_spent = 0) {
    v1::Units units;
    units.set_unit(unit);
    if (cs > 0) units.set_cs(cs);
    v1::Counter ship = fresh(reference_, units);
    if (torpedoes_spent > 0) ship.set_torpedoes_spent(torpedoes_spent);
    add(reference_, force, std::move(ship));
  }

  // -- warships that fit a statement --

  std::vector<std::string> units_that(const std::function<bool(const UnitFacts&)>& test) const {
    std::vector<std::string> found;
    for (const auto& [id, cs] : pool_.all()) {
      if (test(reference_.unit(id))) found.push_back(id);
    }
    return found;
  }

  // Takes `ships` named ships that pass, with this CS sum in all (none: as they are).
  bool named(v1::Force& force, int ships, std::optional<int> sum, const std::function<bool(const UnitFacts&)>& test) {
    std::vector<std::string> choice = units_that([&](const UnitFacts& unit) { return unit.ship && test(unit); });
    if (static_cast<int>(choice.size()) < ships) return false;
    std::vector<std::pair<std::string, int>> taken;
    int total = 0;
    for (int i = 0; i < ships; ++i) {
      const std::string id = take_one(choice);
      const int cs = pool_.take(id, 100);
      taken.emplace_back(id, cs);
      total += cs;
    }
    for (std::size_t i = 0; sum && i < taken.size() && total > *sum; ++i) {  // some are damaged
      const int less = std::min(total - *sum, taken[i].second - 1);
      taken[i].second -= less;
      total -= less;
    }
    for (const auto& [id, cs] : taken) give(force, id, cs);
    return !sum || total == *sum;
  }

  // Takes class counters that pass, `counters` of them with this CS sum in all (none: any). A class is in as few
  // counters as can hold its CS [1.4].
  bool classes(v1::Force& force, int counters, std::optional<int> sum,
               const std::function<bool(const UnitFacts&)>& test) {
    std::vector<Share> shares;
    for (const std::string& id : units_that([&](const UnitFacts& unit) {
           return unit.ship_class && test(unit) &&
                  std::ranges::none_of(force.ship(), [&](const v1::Counter& ship) { return ship.unit() == unit.id; });
         })) {
      shares.insert(shares.begin() + static_cast<std::ptrdiff_t>(pick(shares.size() + 1)),
                    Share{id, reference_.unit(id).ship_class->step(0).cs(), pool_.left(id)});
    }
    int tries = 2000;
    if (!share_out(shares, 0, counters, sum, tries)) {
      const std::vector<Share> whole = shares;
      for (Share share : whole) {  // some of them have fired their torpedoes, and lie apart
        if (reference_.unit(share.id).ship_class->torpedoes() == 0) continue;
        share.torpedoes_spent = 1;
        shares.push_back(share);
      }
      tries = 2000;
      if (!share_out(shares, 0, counters, sum, tries)) return false;
    }
    int spare = sum.value_or(0);
    int room = 0;  // above the least, of those still to be given
    for (const Share& share : shares) {
      spare -= share.least();
      room += share.most() - share.least();
    }
    for (const Share& share : shares) {
      if (share.counters == 0) continue;
      const int width = share.most() - share.least();
      room -= width;
      const int from = sum ? std::max(0, spare - room) : 0;
      const int to = sum ? std::min(width, spare) : width;
      const int more = from + static_cast<int>(pick(static_cast<std::size_t>(to - from + 1)));
      spare -= more;
      const int cs = pool_.take(share.id, share.least() + more);
      if (cs < share.least()) return false;  // the others of its class have taken too much
      give(force, share.id, cs, share.torpedoes_spent);
    }
    return true;
  }

  // Counters of one class.
  struct Share {
    std::string id;
    int largest;
    int left;
    int counters = 0;
    int torpedoes_spent = 0;

    int least() const { return counters == 0 ? 0 : (counters - 1) * largest + 1; }
    int most() const { return std::min(counters * largest, left); }
  };

  // How many counters of each class from this one on, so that their CS can come to the sum.
  bool share_out(std::vector<Share>& shares, std::size_t next, int counters, std::optional<int> sum, int& tries) {
    if (--tries < 0) return false;
    if (counters == 0) {
      int least = 0;
      int most = 0;
      for (std::size_t i = next; i < shares.size(); ++i) shares[i].counters = 0;
      for (const Share& share : shares) {
        least += share.least();
        most += share.most();
      }
      return !sum || (least <= *sum && *sum <= most);
    }
    if (next == shares.size()) return false;
    Share& share = shares[next];
    const int limit = std::min(counters, (share.left + share.largest - 1) / share.largest);
    const int first = static_cast<int>(pick(static_cast<std::size_t>(limit) + 1));
    for (int i = 0; i <= limit; ++i) {
      share.counters = (first + i) % (limit + 1);
      if (share_out(shares, next + 1, counters - share.counters, sum, tries)) return true;
    }
    share.counters = 0;
    return false;
  }

  // Whether these may be one force. A convoy that has lost its merchants keeps the submarine that sails with it.
  bool may_be(const v1::Force& force) const {
    const Tally sum = tally(reference_, force);
    const bool bare = force.kind() == v1::BlockKind::CONVOY && sum.convoy_ships == 0;
    return within_limits(reference_, force) ||
           (bare && sum.submarine_cs <= reference_.numbers().force().convoy_submarine_cs());
  }

  // Submarines, in a Wolfpack of the nation whose block it is: this many counters, with this CS sum in all (none: any).
  bool boats(v1::Force& force, int counters, std::optional<int> sum) {
    if (counters == 0) return true;
    const v1::Nation::Kind nation =
        force.kind() == v1::BlockKind::WOLFPACK ? nation_of_wolfpack(force.number()) : v1::Nation::UNSPECIFIED;
    counters += tally(reference_, force).warship_counters;  // beside those it has
    std::vector<v1::Force> fits;
    const auto classes_left = units_that([&](const UnitFacts& unit) {
      return unit.submarine() && unit.ship_class && (unit.nation == nation || nation == v1::Nation::UNSPECIFIED);
    });
    const auto try_with = [&](v1::Force with, const std::string& id, int cs, int torpedoes_spent = 0) {
      v1::Units units;
      units.set_unit(id);
      units.set_cs(cs);
      v1::Counter boat = fresh(reference_, units);
      boat.set_torpedoes_spent(torpedoes_spent);
      add(reference_, with, std::move(boat));
      const Tally sums = tally(reference_, with);
      if (sums.warship_counters == counters && (!sum || sums.submarine_cs == *sum) && may_be(with))
        fits.push_back(with);
      return with;
    };
    for (const std::string& id : classes_left) {
      for (int cs = 1; cs <= pool_.left(id); ++cs) {
        const v1::Force one = try_with(force, id, cs);
        for (const std::string& other : classes_left) {
          for (int more = 1; other > id && more <= pool_.left(other); ++more) try_with(one, other, more);
        }
        for (int more = 1; cs + more <= pool_.left(id); ++more)
          try_with(one, id, more, 1);  // some of them have fired theirs
      }
    }
    if (fits.empty()) return false;
    const v1::Force& chosen = fits[pick(fits.size())];
    for (const v1::Counter& ship : chosen.ship()) {
      if (reference_.unit(ship.unit()).submarine()) pool_.take(ship.unit(), ship.cs());
    }
    *force.mutable_ship() = chosen.ship();
    return true;
  }
  v1::Nation::Kind nation_of_wolfpack(int number) const {
    for (const auto& supply : reference_.box().block_supply().supply()) {
      if (supply.side() != enemy_ || supply.kind() != v1::BlockKind::WOLFPACK) continue;
      if (std::ranges::any_of(supply.label(),
                              [&](const std::string& label) { return label.ends_with(" " + std::to_string(number)); }))
        return supply.nation();
    }
    return v1::Nation::UNSPECIFIED;
  }

  static bool light(const UnitFacts& unit) { return unit.light(); }

  int of(const v1::Statement& told, v1::ShipCategory::Kind kind, bool cs) const {
    for (const auto& each : told.category()) {
      if (each.category() == kind) return cs ? each.cs() : each.counters();
    }
    return 0;
  }

  // Oilers and other auxiliaries that sail with warships.
  bool auxiliaries(v1::Force& force, int ships) {
    const int wanted = tally(reference_, force).convoy_ships + ships;
    while (ships > 0) {
      std::vector<std::string> choice =
          units_that([](const UnitFacts& unit) { return unit.convoy_ship() && !unit.merchant(); });
      if (choice.empty()) return false;
      const std::string& id = choice[pick(choice.size())];
      give(force, id, pool_.take(id, reference_.unit(id).ship ? 100 : 1));
      ships -= ships_of(reference_.unit(id), 1);
    }
    return tally(reference_, force).convoy_ships == wanted;  // of one class they may lie in fewer counters
  }

  bool try_warships(v1::Force& force, const v1::Statement& told) {
    const bool convoy = force.kind() == v1::BlockKind::CONVOY;
    if (!convoy && told.level() >= 2 && !auxiliaries(force, told.convoy_ships())) return false;
    switch (told.level()) {
      case 1: {
        std::vector<int> counts;  // true numbers of which he may have said that
        for (int n = 0; n <= 2 * told.warship_counters() + 1; ++n) {
          const Range range = shaded(reference_, n);
          if (told.warship_counters() >= range.from && told.warship_counters() <= range.to) counts.push_back(n);
        }
        if (counts.empty()) return false;
        const int count = counts[pick(counts.size())];
        if (count == 0 && force.kind() == v1::BlockKind::TASK_FORCE) return auxiliaries(force, 1);
        return mixed(force, count);
      }
      case 2: {
        const int heavies = told.heavy_ships();
        const int carriers = told.carrier() ? 1 : 0;
        if (!named(force, carriers, {}, [](const UnitFacts& unit) { return unit.carrier(); })) return false;
        if (!named(force, heavies - carriers, {},
                   [&](const UnitFacts& unit) { return unit.heavy() && (told.carrier() || !unit.carrier()); }))
          return false;
        const int others = told.warship_counters() - heavies;
        if (force.kind() == v1::BlockKind::WOLFPACK) return boats(force, others, {});
        return classes(force, others, {}, light);
      }
      case 3: {
        using Kind = v1::ShipCategory;
        const int capital = of(told, Kind::CAPITAL, false);
        const int carrier = of(told, Kind::CARRIER, false);
        const int both =
            static_cast<int>(pick(static_cast<std::size_t>(std::min(capital, carrier)) + 1));  // fleet carriers
        std::optional<int> flat_tops;  // their CS, if all carriers are fleet carriers
        if (both == carrier) flat_tops = of(told, Kind::CARRIER, true);
        if (both > 0 &&
            !named(force, both, flat_tops, [](const UnitFacts& unit) { return unit.type == v1::ShipType::CV; }))
          return false;
        std::optional<int> guns;
        if (both == 0 || flat_tops) guns = of(told, Kind::CAPITAL, true) - (both > 0 ? *flat_tops : 0);
        if (!named(force, capital - both, guns,
                   [](const UnitFacts& unit) { return unit.capital() && !unit.carrier(); }))
          return false;
        if (!named(force, carrier - both, {}, [](const UnitFacts& unit) { return unit.type == v1::ShipType::CVE; }))
          return false;
        if (!named(force, of(told, Kind::CRUISER, false), of(told, Kind::CRUISER, true),
                   [](const UnitFacts& unit) { return unit.cruiser(); }))
          return false;
        if (!classes(force, of(told, Kind::LIGHT, false), of(told, Kind::LIGHT, true), light)) return false;
        if (!boats(force, of(told, Kind::SUBMARINE, false), of(told, Kind::SUBMARINE, true))) return false;
        const v1::Statement said = statement(reference_, {&force}, 3, told.turn());
        return said.category_size() == told.category_size() &&
               std::ranges::equal(said.category(), told.category(), [](const auto& a, const auto& b) {
                 return a.category() == b.category() && a.counters() == b.counters() && a.cs() == b.cs();
               });
      }
      default:
        return convoy || mixed(force, 1 + static_cast<int>(pick(4)));
    }
  }

  // This many warship counters of whatever kind suits the block.
  bool mixed(v1::Force& force, int counters) {
    if (force.kind() == v1::BlockKind::WOLFPACK) return boats(force, std::max(1, counters), {});
    const int heavies = force.kind() == v1::BlockKind::CONVOY
                            ? 0
                            : static_cast<int>(pick(static_cast<std::size_t>(std::min(counters, 3)) + 1));
    if (!named(force, heavies, {}, [](const UnitFacts& unit) { return unit.heavy(); })) return false;
    return classes(force, counters - heavies, {}, [&](const UnitFacts& unit) {
      return unit.light() && (force.kind() != v1::BlockKind::CONVOY || unit.type != v1::ShipType::ES);
    });
  }

  void warships(v1::Force& force, const v1::Statement& told) {
    const v1::Force plain = force;
    const Pool before = pool_;
    for (const bool at_hand : {true, false}) {  // at last as if he had more of his classes than the scenario gives him
      for (int attempt = 0; attempt < 60; ++attempt) {
        pool_ = at_hand ? before : everything_;
        if (try_warships(force, told) && may_be(force)) {
          if (!at_hand) pool_ = before;
          return;
        }
        force = plain;
      }
    }
    pool_ = before;
  }

  const Reference& reference_;
  const Side enemy_;
  Pool pool_;        // what is left to deal
  Pool everything_;  // as if nothing had been dealt yet, and more of his classes than the scenario gives him
};

}  // namespace wardroom::pq17
