// What a seat may do now: a prompt and the complete list of legal actions.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include "common/text.h"
#include "server/engine/report.h"
#include "server/engine/seat.h"

namespace wardroom::v1 {
class Action;
class Menu;
class Report;
}  // namespace wardroom::v1

namespace wardroom {

struct Action {
  std::uint32_t verb = 0;  // a number of the title's Verb
  boost::container::small_vector<std::int64_t, 4> arguments;

  bool operator==(const Action&) const = default;

  // The n-th argument as a strong id, an enum or a number.
  template <class T>
  T at(std::size_t n) const {
    if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
      return static_cast<T>(arguments.at(n));
    } else {
      return T{static_cast<decltype(T::value)>(arguments.at(n))};
    }
  }
};

// Strong ids are structs with one integral member named `value`.
template <class T>
constexpr std::int64_t to_argument(const T& value) {
  if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return static_cast<std::int64_t>(value);
  } else {
    return static_cast<std::int64_t>(value.value);
  }
}

template <class Verb, class... Arguments>
Action make_action(Verb verb, const Arguments&... arguments) {
  Action action;
  action.verb = static_cast<std::uint32_t>(verb);
  (action.arguments.push_back(to_argument(arguments)), ...);
  return action;
}

// A place: which board of the title it lies on, and its number there. Board 0 is the main one.
inline constexpr unsigned kBoardShift = 24;
constexpr std::uint32_t place_on(std::uint32_t board, std::uint32_t number) { return board << kBoardShift | number; }
constexpr std::uint32_t board_of(std::uint32_t place) { return place >> kBoardShift; }
constexpr std::uint32_t number_on_board(std::uint32_t place) { return place & ((1u << kBoardShift) - 1); }

using Places = boost::container::small_vector<std::uint32_t, 2>;

struct Item {
  Action action;
  Text label;
  std::shared_ptr<const Text> consequence;  // none: nothing beyond the label
  Places places;
  std::string_view rule;

  Item& would(Text text) {
    consequence = std::make_shared<const Text>(std::move(text));
    return *this;
  }
  Item& place(std::uint32_t number) {
    places.push_back(number);
    return *this;
  }
  Item& by(std::string_view number) {
    rule = number;
    return *this;
  }
  Text& says(TextId id) {  // last, so that the label's arguments follow
    label.id = std::move(id);
    return label;
  }
};

enum class Asking : std::uint8_t { kOwn, kReaction };  // a reaction is put to the seat whose phase it is not

struct Menu {
  Seat seat = Seat::kFirst;
  std::uint32_t kind = 0;  // the title's MenuKind
  Asking asking = Asking::kOwn;
  bool checkpoint = false;  // play(position) would ask exactly this again; see server/engine/README.md
  Text prompt;
  std::string_view rule;
  std::vector<Item> items;
  std::function<void(Menu&)> foresight;  // adds consequences that take time to foresee, for whoever is shown the menu

  void expect(std::size_t more) { items.reserve(items.size() + more); }  // where many offers follow

  // Offers are references into a list that grows: finish one before the next.
  template <class Verb, class... Arguments>
  Item& offer(Verb verb, const Arguments&... arguments) {
    if (items.empty()) items.reserve(8);
    Item& item = items.emplace_back();
    item.action.verb = static_cast<std::uint32_t>(verb);
    (item.action.arguments.push_back(to_argument(arguments)), ...);
    return item;
  }
  const Item* find(const Action& action) const;
};

struct Report {
  Text text;
  Places places;
  std::string_view rule;
  std::uint32_t topic = 0;                     // of the title's, from 1
  std::uint32_t step = 0;                      // of an engagement, as the title numbers them; 0: none
  std::shared_ptr<const told::Facts> facts{};  // none: it is a note, and its words are all

  template <class Kind>
  const Kind* as() const {
    return facts ? std::get_if<Kind>(facts.get()) : nullptr;
  }
};

void to_wire(const Action& from, v1::Action& to);
void to_wire(const Menu& from, v1::Menu& to);
void to_wire(const Report& from, v1::Report& to);
Action from_wire(const v1::Action& from);

}  // namespace wardroom
