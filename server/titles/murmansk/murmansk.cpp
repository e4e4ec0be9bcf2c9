#include "server/titles/murmansk/murmansk.h"

#include <algorithm>

#include "server/titles/murmansk/campaign/flaws.h"
#include "server/titles/murmansk/period/period.h"
#include "server/titles/murmansk/season/season.h"
#include "server/titles/sea/options.h"

namespace wardroom::murmansk {
namespace {

constexpr const char* kFreighterOption = "option.freighters";

const Truth& truth_of(const Position& position) { return static_cast<const Truth&>(position); }

// One step of the sequence of play [Seq]: it leaves the clock at the next.
Task<> step(Campaign& c) {
  switch (c.clock().phase()) {
    case v1::Phase::OPENING:
      begin_season(c);
      c.clock().set_phase(v1::Phase::TRANSIT);
      break;
    case v1::Phase::TRANSIT:
      co_await hold_back(c);
      break;
    case v1::Phase::REPAIR:
      co_await repair(c);
      break;
    case v1::Phase::TALLBOY:
      co_await tallboy(c);
      break;
    case v1::Phase::REPLACE:
      co_await bring_back_divisions(c);
      break;
    case v1::Phase::DEPLOY:
      co_await deploy(c);
      break;
    case v1::Phase::FORCES:
      co_await choose_forces(c);
      break;
    case v1::Phase::ORGANISE:
      co_await organise(c);
      break;
    case v1::Phase::FUEL:
      co_await ask_for_fuel(c);
      break;
    case v1::Phase::PERIOD:
      begin_period(c);
      break;
    case v1::Phase::SCATTER:
      co_await scatter_or_go_on(c);
      break;
    case v1::Phase::PULSE:
      co_await pulse(c);
      break;
    case v1::Phase::WINDOW:
      co_await window(c);
      break;
    case v1::Phase::PERIOD_END:
      end_period(c);
      break;
    case v1::Phase::RETURN:
      co_await go_home(c);
      break;
    case v1::Phase::MORE:
      co_await another_convoy(c);
      break;
    case v1::Phase::SEASON_END:
      end_season(c);
      break;
    default:
      throw Broken("a phase that is none");
  }
}

// The coroutine owns the hands that work on the position.
Task<> run(const Box& box, Truth& truth, Table& table) {
  Campaign c(box, truth, table);
  while (c.clock().phase() != v1::Phase::OVER) co_await step(c);
}

}  // namespace

std::vector<ScenarioInfo> Murmansk::scenarios() const {
  std::vector<ScenarioInfo> list;
  for (const v1::Scenario* scenario : box_->scenarios()) {
    ScenarioInfo& info = list.emplace_back();
    const std::string& id = scenario->id();
    info.id = sea::short_id(id);
    info.name = Text(id + ".name");
    info.note = Text(id + ".note");
    info.minutes = static_cast<std::uint32_t>(scenario->minutes());
    info.first = scenario->first();
    info.date = Text(id + ".subtitle");
    info.turns = static_cast<std::uint32_t>(scenario->last_turn() - scenario->first_turn() + 1);
    info.difficulty = static_cast<std::uint32_t>(scenario->difficulty());
    if (scenario->has_par_halves()) info.par = scenario->par_halves();
    info.forces = {Text(id + ".forces.allied"), Text(id + ".forces.axis")};
    info.aims = {Text(id + ".aims.allied"), Text(id + ".aims.axis")};
  }
  return list;
}

std::vector<OptionInfo> Murmansk::options() const {
  std::vector<OptionInfo> list = sea::options_of(box_->options());
  OptionInfo& freighters = list.emplace_back();
  freighters.id = kFreighterOption;
  const auto& numbers = box_->numbers().convoys();
  for (int count = numbers.freighters(); count >= numbers.fewest_freighters(); --count)
    freighters.values.push_back(std::to_string(count));
  freighters.name = "murmansk.option.freighters";
  freighters.rule = "Repl";
  return list;
}

std::vector<Text> Murmansk::topics() const {
  return {"murmansk.topic.season", "murmansk.topic.weather",   "murmansk.topic.movement", "murmansk.topic.contact",
          "murmansk.topic.air",    "murmansk.topic.submarine", "murmansk.topic.battle",   "murmansk.topic.convoy"};
}

std::vector<BoardInfo> Murmansk::boards() const {
  return {{"chart", BoardInfo::Kind::kArea, "murmansk.board.chart"},
          {"battle", BoardInfo::Kind::kBattle, "murmansk.board.battle"}};
}

Text Murmansk::place(std::uint32_t number) const {
  const std::uint32_t on_board = number_on_board(number);
  if (board_of(number) == 0 && on_board >= 1 && on_board <= box_->places())
    return Text(box_->position(on_board).id() + ".name");
  constexpr std::uint32_t kAreas = 4;
  if (board_of(number) == kBattleBoard && on_board >= 1 && on_board <= kAreas)
    return number_text("murmansk.area", "area", on_board);
  return {};
}

Text Murmansk::progress(const View& public_view) const {
  const v1::Clock& clock = static_cast<const v1::View&>(public_view).board().clock();
  if (clock.turn() == 0) return {};
  return Text(clock.period() == 0 ? "murmansk.progress.season" : "murmansk.progress.period")
      .text("season", Campaign::season_name(box_->turn(static_cast<int>(clock.turn()))))
      .number("convoy", clock.convoy())
      .number("period", clock.period());
}

Result<std::unique_ptr<Position>> Murmansk::open(std::string_view scenario_id,
                                                 const std::vector<OptionValue>& options) const {
  const v1::Scenario* scenario = box_->scenario(scenario_id);
  if (!scenario)
    return refuse(RefusalCode::kNotFound, Text("refusal.no_such_scenario").word("scenario", std::string(scenario_id)));
  const auto& numbers = box_->numbers().convoys();
  int freighters = numbers.freighters();
  std::vector<OptionValue> switches = options;
  for (const OptionValue& option : options) {
    if (option.id != kFreighterOption) continue;
    freighters = 0;
    for (int count = numbers.fewest_freighters(); count <= numbers.freighters(); ++count) {
      if (option.value == std::to_string(count)) freighters = count;
    }
    if (freighters == 0)
      return refuse(RefusalCode::kNotFound, Text("refusal.no_such_option").word("option", option.id));
  }
  std::erase_if(switches, [](const OptionValue& option) { return option.id == kFreighterOption; });
  const auto on = sea::switched_on(box_->options(), {}, switches);
  if (!on) return on.error();

  auto truth = std::make_unique<Truth>();
  v1::Board& board = *truth->mutable_board();
  board.set_scenario(scenario->id());
  for (const std::string& id : *on) board.add_option(id);
  board.set_freighters_at_start(static_cast<std::uint32_t>(freighters));
  board.mutable_clock()->set_turn(static_cast<std::uint32_t>(scenario->first_turn()));
  board.mutable_clock()->set_phase(v1::Phase::OPENING);
  board.set_next_marker(1);
  for (ShipNumber ship = 1; ship <= box_->ships(); ++ship) {
    const std::string& id = box_->ship(ship).id();
    board.add_unit()->set_id(id);
    board.mutable_unit()->rbegin()->set_state(v1::UnitState::NOT_YET);
    if (box_->ship(ship).squadron()) board.add_air()->set_id(id);
    v1::Own& own = box_->side_of(ship) == kAllied ? *truth->mutable_allied() : *truth->mutable_axis();
    v1::Unit& unit = *own.add_unit();
    unit.set_id(id);
    unit.set_where(v1::Unit::NONE);
  }
  truth->mutable_allied()->set_next_key(1);
  truth->mutable_axis()->set_next_key(1);
  return std::unique_ptr<Position>(std::move(truth));
}

std::optional<Text> Murmansk::flaw(const Position& position) const { return flaw_of(*box_, truth_of(position)); }

Task<> Murmansk::play(Position& position, Table& table) const {
  return run(*box_, static_cast<Truth&>(position), table);
}

// What everybody knows is kept apart from what is hidden, so that a view is the one and the viewer's own of the other.
// What everybody knows, and the viewer's own.
std::span<const ShowsParts::Part> Murmansk::parts(Viewer viewer) const {
  static constexpr Part kParts[] = {{v1::View::kOwnFieldNumber, Truth::kAlliedFieldNumber},
                                    {v1::View::kBoardFieldNumber, Truth::kBoardFieldNumber},
                                    {v1::View::kOwnFieldNumber, Truth::kAxisFieldNumber}};
  constexpr std::span<const Part> kAll(kParts);
  switch (viewer) {
    case Viewer::kFirst:
      return kAll.first(2);
    case Viewer::kSecond:
      return kAll.last(2);
    case Viewer::kPublic:
    case Viewer::kEnded:
      return kAll.subspan(1, 1);
  }
  throw Broken("murmansk: no such viewer");
}

OwnedView Murmansk::view(const Position& position, Viewer viewer) const {
  const Truth& truth = truth_of(position);
  auto view = make_view<v1::View>();
  copy_parts(parts(viewer), position, *view);
  if (viewer == Viewer::kEnded) {
    *view->mutable_truth()->mutable_allied() = truth.allied();
    *view->mutable_truth()->mutable_axis() = truth.axis();
  }
  return view;
}

std::uint32_t Murmansk::turn(const View& view) const {
  return static_cast<const v1::View&>(view).board().clock().count();
}

// Five seasons of nine win, seven are a strategic victory; of fewer seasons, more of them [Victory]. The score says
// more than the seasons: how it stands to par is told beside them.
Ending Murmansk::ending_after_bid(const Position& position, std::int32_t added_to_par) const {
  const v1::Board& board = truth_of(position).board();
  const v1::Scenario& scenario = *box_->scenario(board.scenario());
  const Tally won = seasons_won(board);
  const auto& victory = box_->numbers().victory();
  const bool whole = scenario.last_turn() - scenario.first_turn() + 1 >= box_->turns();
  const int needed = whole ? victory.seasons() : std::min(won.allied, won.axis) + 1;
  const int score = score_halves(*box_, board);
  const int par = scenario.par_halves() + added_to_par;
  Ending ending;
  ending.set_kind(wardroom::v1::ENDING_KIND_PLAYED);
  ending.set_score_halves(score);
  ending.set_par_halves(par);
  if (score != par) ending.set_par_winner(static_cast<std::uint32_t>(score > par ? Seat::kFirst : Seat::kSecond));
  const char* words = "murmansk.verdict.draw";
  const int most = std::max(won.allied, won.axis);
  if (most >= needed) {
    const bool allied = won.allied == most;
    ending.set_winner(static_cast<std::uint32_t>(allied ? Seat::kFirst : Seat::kSecond));
    const bool strategic = whole && most >= victory.strategic();
    words = allied ? (strategic ? "murmansk.verdict.allied_strategic" : "murmansk.verdict.allied")
                   : (strategic ? "murmansk.verdict.axis_strategic" : "murmansk.verdict.axis");
  }
  Text verdict = Text(words).number("allied", won.allied).number("axis", won.axis);
  verdict.text("par", Text("murmansk.verdict.par")
                          .word("better", score > par   ? "allied"
                                          : score < par ? "axis"
                                                        : "nobody")
                          .text("score", points_text(score))
                          .text("par", points_text(par)));
  to_wire(verdict, *ending.mutable_verdict());
  return ending;
}

namespace {
Result<std::shared_ptr<const Title>> title_of(std::variant<std::shared_ptr<const Box>, Mistakes> box) {
  if (const auto* mistakes = std::get_if<Mistakes>(&box))
    return refuse(RefusalCode::kUnreadable, Text("data.unreadable_file").word("file", mistakes->front().file));
  return std::shared_ptr<const Title>(
      std::make_shared<const Murmansk>(std::get<std::shared_ptr<const Box>>(std::move(box))));
}
}  // namespace

TitleEntry entry() {
  return {"murmansk", [](const Bundle& bundle) { return title_of(read(bundle)); },
          [](const Bundle& bundle) { return title_of(read(bundle, Texts::kNotYet)); }};
}

}  // namespace wardroom::murmansk
