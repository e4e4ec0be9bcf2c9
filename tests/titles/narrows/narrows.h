// Narrows: a second small title for tests. Runners bring cargo through sounds that a guard has mined and patrols. It
// uses what picket does not: areas and a box, six-sided dice, secret orders of both sides every turn, two chapters, and
// a scenario in which the rules play the guard.
#pragma once

#include "narrows_record.pb.h"
#include "narrows_wire.pb.h"
#include "server/engine/title.h"

namespace wardroom::narrows {

namespace wire = wardroom::narrows::v1;
using Truth = wire::record::Position;

inline constexpr Seat kRunners = Seat::kFirst;
inline constexpr Seat kGuard = Seat::kSecond;
inline constexpr std::uint32_t kOffing = place_on(1, 1);  // the box outside, on a board of its own

// Hidden facts, and the licences that let them be told.
enum Fact : std::uint32_t { kKind = 1, kMines = 2 };
enum class Licence : std::uint32_t { kEntered = 1, kInspected, kUnloaded };
constexpr std::uint32_t told_by(Licence licence) { return licence == Licence::kEntered ? kMines : kKind; }

// Mistakes kept on purpose: each must make the leak test fail.
enum class Leak {
  kNone,
  kOrdersGiven,    // how many orders the other has given this turn
  kMinesInView,    // where the next mine lies
  kKindShiftsDie,  // a public die that is counted with what is hidden
  kSilentDecoys,   // no word of a decoy that moves
};
inline constexpr int kLeakCount = 5;  // with kNone

class Narrows final : public Title {
 public:
  explicit Narrows(wire::record::Data data, Leak leak = Leak::kNone) : data_(std::move(data)), leak_(leak) {}

  std::string_view id() const override { return "narrows"; }
  Text name() const override { return "narrows.name"; }
  std::array<Text, 2> seat_names() const override { return {"narrows.seat.runners", "narrows.seat.guard"}; }
  std::uint32_t revision() const override { return 1; }
  std::vector<ScenarioInfo> scenarios() const override;
  std::vector<BoardInfo> boards() const override;
  Text place(std::uint32_t number) const override;
  Text score_unit() const override { return "narrows.tons"; }
  Result<std::unique_ptr<Position>> open(std::string_view scenario,
                                         const std::vector<OptionValue>& options) const override;
  std::unique_ptr<Position> blank() const override { return std::make_unique<Truth>(); }
  std::unique_ptr<View> blank_view() const override { return std::make_unique<wire::View>(); }
  PlayedSeats played(const Position& position) const override;
  Task<> play(Position& position, Table& table) const override;
  OwnedView view(const Position& position, Viewer viewer) const override;
  std::unique_ptr<Position> imagine(const View& view, Seat seat, Chance& chance) const override;
  Text progress(const View& public_view) const override;
  Ending ending(const Position& position) const override;
  std::string face(const Position& position, const Action& action, Viewer viewer) const override;

  const wire::record::Data& data() const { return data_; }
  const wire::record::Scenario& scenario(std::string_view id) const;
  bool night(std::string_view scenario_id, std::uint32_t turn) const {
    return turn >= scenario(scenario_id).night_from();
  }
  // Where mines may lie: no port, and nowhere that a ship has been.
  std::vector<std::uint32_t> may_be_mined(const google::protobuf::RepeatedField<std::uint32_t>& entered) const;
  Leak leak() const { return leak_; }

 private:
  wire::record::Data data_;
  Leak leak_;
};

// Data that a bundle holds, checked: every number of a table's dice has exactly one row.
Result<wire::record::Data> read_data(const Bundle& bundle);
std::shared_ptr<const Narrows> make_narrows(Leak leak = Leak::kNone);
TitleEntry entry();

}  // namespace wardroom::narrows
