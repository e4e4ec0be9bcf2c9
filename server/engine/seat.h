// Who sits at the table, and who looks at it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace wardroom {

enum class Seat : std::uint8_t { kFirst = 0, kSecond = 1 };  // in the title's order
inline constexpr std::array<Seat, 2> kSeats{Seat::kFirst, Seat::kSecond};

constexpr Seat other(Seat seat) { return seat == Seat::kFirst ? Seat::kSecond : Seat::kFirst; }
constexpr std::size_t index(Seat seat) { return static_cast<std::size_t>(seat); }

// Which seats somebody sits at. One that is not is played by the rules: never asked, and nothing is shown to it.
using PlayedSeats = std::array<bool, 2>;
inline constexpr PlayedSeats kBothPlayed{true, true};

// Closed: each seat, the public, and the whole truth, which exists only when the match has ended.
enum class Viewer : std::uint8_t { kFirst = 0, kSecond = 1, kPublic = 2, kEnded = 3 };
inline constexpr std::array<Viewer, 3> kLiveViewers{Viewer::kFirst, Viewer::kSecond, Viewer::kPublic};

constexpr Viewer viewer(Seat seat) { return static_cast<Viewer>(seat); }
constexpr std::size_t index(Viewer viewer) { return static_cast<std::size_t>(viewer); }
constexpr bool is(Viewer viewer, Seat seat) { return index(viewer) == index(seat); }
constexpr bool looks(const PlayedSeats& played, Viewer viewer) { return index(viewer) > 1 || played[index(viewer)]; }

// Some of the live viewers.
class Viewers {
 public:
  constexpr Viewers(Viewer one) : bits_(static_cast<std::uint8_t>(1u << index(one))) {}
  static constexpr Viewers all() { return Viewers(std::uint8_t{7}); }
  static constexpr Viewers but(Seat seat) { return Viewers(static_cast<std::uint8_t>(7u & ~(1u << index(seat)))); }
  constexpr bool has(Viewer one) const { return (bits_ >> index(one) & 1) != 0; }

 private:
  constexpr explicit Viewers(std::uint8_t bits) : bits_(bits) {}
  std::uint8_t bits_;
};

}  // namespace wardroom
