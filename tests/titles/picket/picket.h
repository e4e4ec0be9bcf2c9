// Picket: a small title for tests. Two sides hide what stands behind their blocks; searches, reactions, storms and one
// side-by-side set-up use every part of the engine once. It shows how a title is written.
#pragma once

#include "picket_record.pb.h"
#include "picket_wire.pb.h"
#include "server/engine/title.h"
#include "server/titles/pack.h"

namespace wardroom::picket {

namespace wire = wardroom::picket::v1;
using Truth = wire::record::Position;

// Hidden facts, and the licences that let them be told: the one table of a small title.
enum Fact : std::uint32_t { kKind = 1, kSteps = 2 };
enum class Licence : std::uint32_t { kIdentified = 1, kHit };
constexpr std::uint32_t facts_of(Licence licence) { return licence == Licence::kIdentified ? kKind : kSteps; }

// Mistakes kept on purpose: each must make the leak test fail.
enum class Leak {
  kNone,
  kContactsInOwnersOrder,   // list order
  kAskOnlyCarriersOwner,    // asking only when he could negate
  kUndoFlag,                // a flag that depends on what moved
  kFrameSize,               // a field whose length depends on hidden steps
  kHiddenDrawShiftsPublic,  // a public draw counted with the hidden ones
  kGlobalCounter,           // a count of hidden happenings
  kKeptBlockId,             // ids that follow the block
  kCaptainInReport,         // the owner's word in the enemy's report
  kStormToldToAll,
  kDummySearchAsksNobody,  // no question when the searcher is a dummy
  kStepsOfFlatBlocks,
  kKindOfUprightBlocks,
  kScoreCountsStorms,
  kConsequenceKnowsTarget,  // odds in the searcher's menu
  kDummiesNotOffered,       // targets left out of the searcher's menu
  kMenuOrderByKind,
  kReportWordingByKind,
  kPublicSeesKinds,
  kSetUpProgress,       // how far the other's secret set-up is
  kEmptyReportOnStorm,  // an update that comes only when something hidden happened
  kRemainingStepsAfterHit,
  kIdentifiedTellsSteps,  // a reveal that says more than its licence: for the licence test, the leak test trusts it
};
inline constexpr int kLeakCount = 22;  // of the leak test, with kNone

class Picket final : public Title {
 public:
  explicit Picket(wire::record::Data data, Leak leak = Leak::kNone, std::uint32_t revision = 1)
      : data_(std::move(data)), leak_(leak), revision_(revision) {}

  std::string_view id() const override { return "picket"; }
  Text name() const override { return "picket.name"; }
  std::array<Text, 2> seat_names() const override { return {"picket.seat.first", "picket.seat.second"}; }
  std::uint32_t revision() const override { return revision_; }
  std::vector<ScenarioInfo> scenarios() const override;
  std::vector<BoardInfo> boards() const override { return {{"sea", BoardInfo::Kind::kGrid, "picket.board.sea"}}; }
  Text place(std::uint32_t number) const override;
  Text progress(const View& public_view) const override;
  Result<std::unique_ptr<Position>> open(std::string_view scenario,
                                         const std::vector<OptionValue>& options) const override;
  std::unique_ptr<Position> blank() const override { return std::make_unique<Truth>(); }
  std::unique_ptr<View> blank_view() const override { return std::make_unique<wire::View>(); }
  Task<> play(Position& position, Table& table) const override;
  OwnedView view(const Position& position, Viewer viewer) const override;
  // Enough to see which view they were made of.
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
  Ending ending(const Position& position) const override;
  std::string face(const Position& position, const Action& action, Viewer viewer) const override;

  std::uint32_t steps_of(wire::Kind kind) const { return data_.steps_of_kind(kind); }
  const wire::record::Scenario& scenario(std::string_view id) const;
  // How often storms may have damaged a ship of this kind that would have so many steps without them: one a turn, never
  // the last.
  static std::uint32_t most_storms(std::uint32_t turn, wire::Kind kind, std::uint32_t steps);
  Leak leak() const { return leak_; }

 private:
  wire::record::Data data_;
  Leak leak_;
  std::uint32_t revision_;  // another one makes a build with other rules, for tests
};

// The title of the data beside this file; `entry` is how programs register it.
wire::record::Data read_data();
std::shared_ptr<const Picket> make_picket(Leak leak = Leak::kNone);
TitleEntry entry();
TitlePack pack();

// Geometry: a hex is row * 10 + column, odd rows first, pointy-top, even rows half a hex to the right.
int distance(std::uint32_t a, std::uint32_t b);
std::vector<std::uint32_t> neighbours(std::uint32_t hex, std::uint32_t rows, std::uint32_t columns);

}  // namespace wardroom::picket
