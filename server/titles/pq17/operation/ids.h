// The numbers that name things. Each kind is a type of its own, so that none is taken for another; 0 names nothing.
// Messages hold plain numbers: they are named where they are read.
#pragma once

#include <compare>
#include <cstdint>
#include <ranges>

#include "wardroom/pq17/v1/view.pb.h"

namespace wardroom::pq17 {

template <class Named, class Number>
struct Id {
  Number value = 0;

  constexpr Id() = default;
  constexpr explicit Id(Number number) : value(number) {}
  constexpr explicit operator bool() const { return value != 0; }
  constexpr auto operator<=>(const Id&) const = default;
};

using ForceKey = Id<v1::Force, std::int32_t>;       // its owner's handle; each side counts its own
using AirKey = Id<v1::Air::Unit, std::int32_t>;     // of an air unit, of either side
using UnitId = Id<v1::Battle::Unit, std::int32_t>;  // of a counter on the Battle Display
using BlockId = Id<v1::Block, std::uint32_t>;       // used once; nobody learns anything from it

inline ForceKey key_of(const v1::Force& force) { return ForceKey(force.key()); }
inline AirKey key_of(const v1::Air::Unit& unit) { return AirKey(unit.key()); }
inline BlockId id_of(const v1::Block& block) { return BlockId(block.id()); }
inline UnitId id_of(const v1::Battle::Unit& unit) { return UnitId(unit.id()); }
inline UnitId id_of(const v1::Displayed& unit) { return UnitId(unit.id()); }
// What a message points at: the block of a force, the air unit of a shadow ...
template <class Message>
ForceKey force_key(const Message& message) {
  return ForceKey(message.force());
}
template <class Message>
AirKey air_key(const Message& message) {
  return AirKey(message.air_unit());
}
template <class Message>
BlockId block_id(const Message& message) {
  return BlockId(message.block());
}
// Numbers of a message, as what they name.
template <class Name, class Numbers>
auto as_ids(const Numbers& numbers) {
  return std::views::transform(numbers, [](auto number) { return Name(number); });
}
template <class Name, class Numbers>
auto as_ids(const Numbers&& numbers) = delete;  // they must outlive it

}  // namespace wardroom::pq17
