// Licences: every reveal stands on one. A licence is a rule and the hidden facts which that rule lets be told; this is
// the one table of them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace wardroom::murmansk {

enum class Licence : std::uint32_t {
  kContact = 1,
  kPack = 3,  // 2 was a dummy's
  kPort,
  kReturned,
  kArrived,
  kLeft,
  kJoined,
  kBattle,
  kOver,
};

namespace fact {
enum Fact : std::uint32_t {
  kShips = 1,  // which group a marker is, and the ships in it
  kPorts = 2,  // which ships lie in which base
  kPlan = 4,   // choices made in secret, and fuel
};
}  // namespace fact

struct LicenceRow {
  Licence licence;
  std::string_view rule;
  std::uint32_t facts;
};

inline constexpr std::array kLicences = {
    LicenceRow{Licence::kContact, "Move", fact::kShips},                // by air, submarine, surface, beside a base
    LicenceRow{Licence::kPack, "Pack", fact::kShips},                   // it contacts whatever comes to it
    LicenceRow{Licence::kPort, "AirAtt", fact::kShips | fact::kPorts},  // what a strike on a base finds
    LicenceRow{Licence::kReturned, "Base", fact::kShips | fact::kPorts},
    LicenceRow{Licence::kArrived, "Seq", fact::kShips},
    LicenceRow{Licence::kLeft, "Res", fact::kShips},     // a Damaged ship comes home
    LicenceRow{Licence::kJoined, "Move", fact::kShips},  // ships change groups that lie open
    LicenceRow{Licence::kBattle, "Battle", fact::kShips | fact::kPlan},
    LicenceRow{Licence::kOver, "Scatter", fact::kShips | fact::kPlan},
};

}  // namespace wardroom::murmansk
