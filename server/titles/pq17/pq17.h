// PQ-17 as a title: opening a scenario, playing it, and what each viewer may see. The rules are one file a chapter.
#pragma once

#include "server/engine/shows_parts.h"
#include "server/titles/pq17/operation/operation.h"

namespace wardroom::pq17 {

class Pq17 final : public Title, public ShowsParts {
 public:
  explicit Pq17(std::shared_ptr<const GameBox> box);

  std::string_view id() const override { return "pq17"; }
  Text name() const override { return "title.pq17.name"; }
  std::array<Text, 2> seat_names() const override { return {"seat.allied.name", "seat.axis.name"}; }
  std::array<std::string, 2> seat_ids() const override { return {"allied", "axis"}; }
  std::uint32_t revision() const override { return 3; }  // raise it with any change to how rows play
  std::vector<ScenarioInfo> scenarios() const override;
  std::vector<OptionInfo> options() const override;
  std::vector<PresetInfo> presets() const override;
  std::vector<BoardInfo> boards() const override;
  Text place(std::uint32_t number) const override;
  Text progress(const View& public_view) const override;
  Result<std::unique_ptr<Position>> open(std::string_view scenario,
                                         const std::vector<OptionValue>& options) const override;
  std::unique_ptr<Position> blank() const override { return std::make_unique<Truth>(); }
  std::unique_ptr<View> blank_view() const override { return std::make_unique<v1::View>(); }
  Task<> play(Position& position, Table& table) const override;
  OwnedView view(const Position& position, Viewer viewer) const override;
  std::span<const Part> parts(Viewer viewer) const override;
  void annotate(View& view) const override;
  std::optional<wardroom::v1::Reach> reach(const View& view, const wardroom::v1::AskReach& asked) const override;
  std::optional<wardroom::v1::Estimate> estimate(const View& view, const wardroom::v1::Menu& menu,
                                                 const wardroom::v1::Action& action) const override;
  std::vector<StandingInfo> standing() const override;
  Action react(const View& view, const Menu& menu, std::uint32_t way) const override;
  std::int64_t weigh(const View& view, const Menu& menu, std::uint32_t fact) const override;
  std::vector<Text> guesses() const override;
  std::optional<Guessed> guessed(const View& view, std::uint64_t subject, std::uint32_t says) const override;
  std::uint32_t turn(const View& view) const override;
  std::optional<wardroom::v1::Picture> picture(const View& view, const Say& say) const override;
  std::unique_ptr<Position> imagine(const View& view, Seat seat, Chance& chance) const override;
  Ending ending(const Position& position) const override { return ending_after_bid(position, 0); }
  Ending ending_after_bid(const Position& position, std::int32_t added_to_par) const override;
  std::string face(const Position& position, const Action& action, Viewer viewer) const override;

  const Reference& reference() const { return reference_; }

 private:
  Reference reference_;
};

TitleEntry entry();

}  // namespace wardroom::pq17
