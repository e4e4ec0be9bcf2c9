// Telling and revealing, with a wording for the owner and one for everybody else.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "server/engine/table.h"

namespace wardroom::sea {

// Words, and the facts in them that programs read. Words alone are a note.
struct Telling {
  Telling(Text&& the_words) : words(std::move(the_words)) {}  // every match tells tens of thousands: none is copied
  Telling(const Text& the_words) : words(the_words) {}
  Telling(const char* id) : words(id) {}
  template <class Kind>
  Telling(Text&& the_words, Kind&& the_facts)
      : words(std::move(the_words)), facts(std::make_shared<const told::Facts>(std::forward<Kind>(the_facts))) {}
  template <class Kind>
  Telling(const Text& the_words, Kind&& the_facts) : Telling(Text(the_words), std::forward<Kind>(the_facts)) {}

  Text words;
  std::shared_ptr<const told::Facts> facts;
};

constexpr Seat same_seat(Seat seat) { return seat; }

// The voice of a title's rules. The title says what its sides, places and licences are, and makes the report: topic,
// step and how a place is numbered.
template <class Place, class Licence, class Side = Seat, Seat (*seat_of)(Side) = same_seat>
class Voice {
 public:
  using Where = std::optional<Place>;

  void tell(Telling what, Where where = {}, std::string_view rule = {}) {
    voice_.tell(Viewers::all(), report(std::move(what), where, rule));
  }
  void tell(Side side, Telling what, Where where = {}, std::string_view rule = {}) {
    voice_.tell(viewer(seat_of(side)), report(std::move(what), where, rule));
  }
  void tell_others(Side owner, Telling what, Where where = {}, std::string_view rule = {}) {
    voice_.tell(Viewers::but(seat_of(owner)), report(std::move(what), where, rule));
  }
  // The owner hears his own wording, everybody else the other.
  void tell_apart(Side owner, Telling own, Telling others, Where where = {}, std::string_view rule = {}) {
    voice_.tell(viewer(seat_of(owner)), report(std::move(own), where, rule));
    voice_.tell(Viewers::but(seat_of(owner)), report(std::move(others), where, rule));
  }

  // Licensed differences: to all, to one side, to all but the owner.
  void reveal(Licence licence, Telling fact, Where where = {}, std::string_view rule = {}) {
    voice_.reveal(Viewers::all(), licence, report(std::move(fact), where, rule));
  }
  void reveal(Licence licence, Side side, Telling fact, Where where = {}, std::string_view rule = {}) {
    voice_.reveal(viewer(seat_of(side)), licence, report(std::move(fact), where, rule));
  }
  void reveal_to_others(Licence licence, Side owner, Telling fact, Where where = {}, std::string_view rule = {}) {
    voice_.reveal(Viewers::but(seat_of(owner)), licence, report(std::move(fact), where, rule));
  }

 protected:
  explicit Voice(Table& table) : voice_(table) {}
  ~Voice() = default;
  virtual Report report(Telling&& what, Where where, std::string_view rule) const = 0;

 private:
  Table& voice_;
};

}  // namespace wardroom::sea
