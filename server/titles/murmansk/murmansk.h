// Murmansk Run as a title: opening a scenario, playing it, and what each viewer may see. The rules are a room a
// chapter.
#pragma once

#include "server/engine/checks_positions.h"
#include "server/engine/shows_parts.h"
#include "server/titles/murmansk/campaign/campaign.h"

namespace wardroom::murmansk {

class Murmansk final : public Title, public ChecksPositions, public ShowsParts {
 public:
  explicit Murmansk(std::shared_ptr<const Box> box) : box_(std::move(box)) {}

  std::string_view id() const override { return "murmansk"; }
  Text name() const override { return "title.murmansk.name"; }
  std::array<Text, 2> seat_names() const override { return {"murmansk.seat.allied", "murmansk.seat.axis"}; }
  std::array<std::string, 2> seat_ids() const override { return {"allied", "axis"}; }
  std::uint32_t revision() const override { return 3; }  // raise it with any change to how rows play
  std::vector<ScenarioInfo> scenarios() const override;
  std::vector<OptionInfo> options() const override;
  std::vector<Text> topics() const override;
  std::vector<BoardInfo> boards() const override;
  Text place(std::uint32_t number) const override;
  Text progress(const View& public_view) const override;
  Result<std::unique_ptr<Position>> open(std::string_view scenario,
                                         const std::vector<OptionValue>& options) const override;
  std::unique_ptr<Position> blank() const override { return std::make_unique<Truth>(); }
  std::unique_ptr<View> blank_view() const override { return std::make_unique<v1::View>(); }
  std::optional<Text> flaw(const Position& position) const override;
  Task<> play(Position& position, Table& table) const override;
  OwnedView view(const Position& position, Viewer viewer) const override;
  std::span<const Part> parts(Viewer viewer) const override;
  std::vector<StandingInfo> standing() const override;
  Action react(const View& view, const Menu& menu, std::uint32_t way) const override;
  std::uint32_t turn(const View& view) const override;
  std::unique_ptr<Position> imagine(const View& view, Seat seat, Chance& chance) const override;
  Ending ending(const Position& position) const override { return ending_after_bid(position, 0); }
  Ending ending_after_bid(const Position& position, std::int32_t added_to_par) const override;
  std::string face(const Position& position, const Action& action, Viewer viewer) const override;

  const Box& box() const { return *box_; }

 private:
  std::shared_ptr<const Box> box_;
};

TitleEntry entry();

}  // namespace wardroom::murmansk
