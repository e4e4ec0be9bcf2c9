#include "tests/titles/narrows/narrows.h"

#include <algorithm>

#include "common/data/parse.h"
#include "common/data/ranges.h"
#include "server/titles/sea/dealing.h"

namespace wardroom::narrows {
namespace {

using wire::record::Block;
using wire::record::Side;

const Truth& truth_of(const Position& position) { return static_cast<const Truth&>(position); }

void show_own(const Truth& truth, Seat seat, wire::Own& own) {
  for (const Block& block : truth.sides(static_cast<int>(seat)).blocks()) {
    wire::OwnBlock& out = *own.add_blocks();
    out.set_id(block.id());
    out.set_kind(block.kind());
    out.set_order(block.order());
    out.set_captain(block.captain());
  }
  if (seat == kGuard) *own.mutable_mines() = truth.mines();
}

void show_contacts(const Side& side, google::protobuf::RepeatedPtrField<wire::Contact>& out) {
  for (const Block& block : side.blocks()) {
    wire::Contact& contact = *out.Add();
    contact.set_id(block.id());
    contact.set_place(block.place());
    contact.set_gone(block.gone());
    if (block.known()) contact.set_kind(block.kind());
  }
}

}  // namespace

std::vector<ScenarioInfo> Narrows::scenarios() const {
  std::vector<ScenarioInfo> list;
  for (const auto& scenario : data_.scenario()) {
    ScenarioInfo& info = list.emplace_back();
    info.id = scenario.id();
    info.name = "narrows.scenario." + scenario.id();
    info.note = "narrows.note." + scenario.id();
    info.played = {true, !scenario.alone()};
  }
  return list;
}

std::vector<BoardInfo> Narrows::boards() const {
  return {{"sounds", BoardInfo::Kind::kArea, "narrows.board.sounds"},
          {"outside", BoardInfo::Kind::kZone, "narrows.board.outside"}};
}

Text Narrows::place(std::uint32_t number) const {
  if (number == kOffing) return "narrows.place.offing";
  const auto area = std::ranges::find(data_.area(), number, &wire::record::Area::number);
  return area == data_.area().end() ? Text() : Text("narrows.place." + area->id());
}

const wire::record::Scenario& Narrows::scenario(std::string_view id) const {
  const auto found = std::ranges::find(data_.scenario(), id, &wire::record::Scenario::id);
  if (found == data_.scenario().end()) throw Broken("narrows: no such scenario");
  return *found;
}

PlayedSeats Narrows::played(const Position& position) const {
  return {true, !scenario(truth_of(position).scenario()).alone()};
}

std::vector<std::uint32_t> Narrows::may_be_mined(const google::protobuf::RepeatedField<std::uint32_t>& entered) const {
  std::vector<std::uint32_t> list;
  for (const auto& area : data_.area()) {
    if (area.number() != data_.port() && std::ranges::count(entered, area.number()) == 0) list.push_back(area.number());
  }
  return list;
}

Result<std::unique_ptr<Position>> Narrows::open(std::string_view scenario_id,
                                                const std::vector<OptionValue>& options) const {
  if (!options.empty())
    return refuse(RefusalCode::kNotFound, Text("refusal.no_such_option").word("option", options[0].id));
  if (!find_scenario(*this, scenario_id))
    return refuse(RefusalCode::kNotFound, Text("refusal.no_such_scenario").word("scenario", std::string(scenario_id)));
  const auto& setup = scenario(scenario_id);
  auto truth = std::make_unique<Truth>();
  truth->set_scenario(setup.id());
  truth->set_phase(wire::OPENING);
  for (Seat seat : kSeats) {
    Side& side = *truth->add_sides();
    const auto& kinds = seat == kRunners ? setup.runners() : setup.patrols();
    for (int i = 0; i < kinds.size(); ++i) {
      Block& block = *side.add_blocks();
      block.set_id(static_cast<std::uint32_t>(index(seat)) * 100 + static_cast<std::uint32_t>(i) + 1);
      block.set_place(seat == kRunners ? kOffing : data_.patrol_start(i));
      block.set_captain("CANARY-" + std::to_string(index(seat)) + "-" + std::to_string(i));
    }
  }
  return std::unique_ptr<Position>(std::move(truth));
}

OwnedView Narrows::view(const Position& position, Viewer viewer) const {
  const Truth& truth = truth_of(position);
  auto view = make_view<wire::View>();
  wire::Board& board = *view->mutable_board();
  const auto& setup = scenario(truth.scenario());
  board.set_scenario(truth.scenario());
  board.set_phase(truth.phase());
  board.set_turn(truth.turn());
  board.set_last_turn(setup.turns());
  board.set_night(truth.turn() >= setup.night_from());
  for (const Side& side : truth.sides()) board.add_score(side.score());
  show_contacts(truth.sides(0), *board.mutable_first());
  show_contacts(truth.sides(1), *board.mutable_second());
  *board.mutable_entered() = truth.entered();
  if (truth.phase() > wire::SET_UP) board.set_mines(static_cast<std::uint32_t>(truth.mines_size()));
  if (leak_ == Leak::kOrdersGiven) {
    for (const Side& side : truth.sides()) {
      board.set_spare(board.spare() + static_cast<std::uint32_t>(std::ranges::count_if(
                                          side.blocks(), [](const Block& block) { return block.order() != 0; })));
    }
  }
  if (leak_ == Leak::kMinesInView && truth.mines_size() > 0) board.set_spare(truth.mines(0));
  for (Seat seat : kSeats) {
    if (is(viewer, seat)) show_own(truth, seat, *view->mutable_own());
  }
  if (viewer == Viewer::kEnded) {
    show_own(truth, kRunners, *view->mutable_truth()->mutable_first());
    show_own(truth, kGuard, *view->mutable_truth()->mutable_second());
  }
  return view;
}

// The other's kinds are dealt anew behind his blocks, his mines laid anew where nobody has been. At the head of a turn:
// he has given no order yet.
std::unique_ptr<Position> Narrows::imagine(const View& any_view, Seat seat, Chance& chance) const {
  const auto& view = static_cast<const wire::View&>(any_view);
  const wire::Board& board = view.board();
  const auto& setup = scenario(board.scenario());
  auto truth = std::make_unique<Truth>();
  truth->set_scenario(board.scenario());
  truth->set_phase(board.phase());
  truth->set_turn(board.turn());
  *truth->mutable_entered() = board.entered();
  sea::Dealer dealer(chance);
  for (Seat each : kSeats) {
    Side& side = *truth->add_sides();
    side.set_score(board.score(static_cast<int>(each)));
    const auto& kinds = each == kRunners ? setup.runners() : setup.patrols();
    std::vector<int> unseen(kinds.begin(), kinds.end());
    const auto& contacts = each == kRunners ? board.first() : board.second();
    for (const wire::Contact& contact : contacts) {
      if (contact.kind() != 0) unseen.erase(std::ranges::find(unseen, static_cast<int>(contact.kind())));
    }
    for (int i = 0; i < contacts.size(); ++i) {
      const wire::Contact& contact = contacts[i];
      Block& block = *side.add_blocks();
      block.set_id(contact.id());
      block.set_place(contact.place());
      block.set_gone(contact.gone());
      block.set_known(contact.kind() != 0);
      if (each == seat) {
        block.set_kind(view.own().blocks(i).kind());
        block.set_order(view.own().blocks(i).order());
        block.set_captain(view.own().blocks(i).captain());
      } else {
        if (contact.kind() != 0) block.set_kind(contact.kind());
        const bool loaded = board.phase() > wire::SET_UP;
        if (contact.kind() == 0 && loaded) block.set_kind(static_cast<wire::Kind>(dealer.take_one(unseen)));
        block.set_captain("CANARY-imagined-" + std::to_string(block.id()));
      }
    }
  }
  if (seat == kGuard) {
    *truth->mutable_mines() = view.own().mines();
  } else {
    std::vector<std::uint32_t> areas = may_be_mined(board.entered());
    for (std::uint32_t i = 0; i < board.mines(); ++i) truth->add_mines(dealer.take_one(areas));
    std::ranges::sort(*truth->mutable_mines());
  }
  return truth;
}

Text Narrows::progress(const View& public_view) const {
  const wire::Board& board = static_cast<const wire::View&>(public_view).board();
  if (board.phase() <= wire::SET_UP) return "narrows.progress.set_up";
  return Text("narrows.progress.turn").number("turn", board.turn()).number("night", board.night() ? 1 : 0);
}

Ending Narrows::ending(const Position& position) const {
  const Truth& truth = truth_of(position);
  const int tons = static_cast<int>(truth.sides(0).score()) - static_cast<int>(truth.sides(1).score());
  Ending ending;
  ending.set_kind(wardroom::v1::ENDING_KIND_PLAYED);
  ending.set_score_halves(tons);
  if (tons != 0) {
    ending.set_winner(tons > 0 ? 0 : 1);
    ending.set_par_winner(tons > 0 ? 0 : 1);
  }
  to_wire(Text("narrows.verdict").number("score", tons), *ending.mutable_verdict());
  return ending;
}

// Orders are seen when they are carried out; what is loaded and where mines lie, only by what comes of it.
std::string Narrows::face(const Position&, const Action& action, Viewer) const {
  if (action.verb != wire::ORDER) return "";
  return "order " + std::to_string(action.at<int>(0)) + " " + std::to_string(action.at<int>(1));
}

Result<wire::record::Data> read_data(const Bundle& bundle) {
  Mistakes mistakes;
  const DataSet files =
      parse(bundle, {wire::record::Data::descriptor(), wardroom::v1::Catalog::descriptor()}, mistakes);
  const auto found = files.all<wire::record::Data>();
  if (mistakes.empty() && found.size() != 1) mistakes.push_back({"narrows.textproto", 0, {}, "data.no_rows"});
  for (const auto& data : found) {
    for (const char* name : {"mine", "inspection_by_day", "inspection_by_night"}) {
      const Spot at = data.at.at(name);
      const auto& table = dynamic_cast<const wire::record::Table&>(*at.message());
      check_ranges(at, "row", table.dice(), Ends::kDice, mistakes);
    }
  }
  if (!mistakes.empty())
    return refuse(RefusalCode::kUnreadable, Text("data.unreadable_file").word("file", mistakes.front().file));
  return found.front().it;
}

std::shared_ptr<const Narrows> make_narrows(Leak leak) {
  auto data = read_data(*Bundle::read(WARDROOM_NARROWS_DATA));
  if (!data) throw Broken("narrows' data cannot be read");
  return std::make_shared<const Narrows>(std::move(*data), leak);
}

TitleEntry entry() {
  return {"narrows", [](const Bundle& bundle) -> Result<std::shared_ptr<const Title>> {
            auto data = read_data(bundle);
            if (!data) return data.error();
            return std::shared_ptr<const Title>(std::make_shared<const Narrows>(std::move(*data)));
          }};
}

}  // namespace wardroom::narrows
