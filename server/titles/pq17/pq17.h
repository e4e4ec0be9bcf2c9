// PQ-17 as a title: opening a scenario, playing it, and what each viewer may see. The rules are one file a chapter.
#pragma once

#include "server/engine/title.h"
#include "server/titles/pq17/mutants.h"
#include "server/titles/pq17/operation.h"

namespace wardroom::pq17 {

class Pq17 final : public Title {
 public:
  explicit Pq17(std::shared_ptr<const Box> box, Mutant mutant = Mutant::kNone);

  std::string_view id() const override { return "pq17"; }
  Text name() const override { return "title.pq17.name"; }
  std::array<Text, 2> seat_names() const override { return {"seat.allied.name", "seat.axis.name"}; }
  std::uint32_t revision() const override { return 2; }  // raise it with any change to how rows play
  std::vector<ScenarioInfo> scenarios() const override;
  std::vector<OptionInfo> options() const override;
  Result<std::unique_ptr<Position>> open(std::string_view scenario,
                                         const std::vector<MatchOption>& options) const override;
  std::unique_ptr<Position> blank() const override { return std::make_unique<Truth>(); }
  std::unique_ptr<View> blank_view() const override { return std::make_unique<v1::View>(); }
  Task<> play(Position& position, Table& table) const override;
  std::unique_ptr<View> view(const Position& position, Viewer viewer) const override;
  std::unique_ptr<Position> imagine(const View& view, Seat seat, Chance& chance) const override;
  Ending ending(const Position& position) const override;
  std::string face(const Position& position, const Action& action, Viewer viewer) const override;

  const Reference& reference() const { return reference_; }
  Mutant mutant() const { return mutant_; }

 private:
  Reference reference_;
  Mutant mutant_;
};

TitleEntry entry();

}  // namespace wardroom::pq17
