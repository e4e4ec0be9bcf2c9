#include "tests/titles/picket/picket.h"

#include <google/protobuf/text_format.h>

#include <algorithm>

#include "common/data/parse.h"
#include "common/hash.h"
#include "server/titles/sea/dealing.h"
#include "server/titles/sea/hexes.h"
#include "wardroom/v1/data.pb.h"

namespace wardroom::picket {
namespace {

using wire::record::Block;
using wire::record::Side;

const Truth& truth_of(const Position& position) { return static_cast<const Truth&>(position); }

void show_own(const Side& side, google::protobuf::RepeatedPtrField<wire::OwnBlock>& out) {
  for (int i = 0; i < side.blocks_size(); ++i) {
    const Block& block = side.blocks(i);
    wire::OwnBlock& own = *out.Add();
    own.set_index(static_cast<std::uint32_t>(i));
    own.set_id(block.id());
    own.set_kind(block.kind());
    own.set_hex(block.hex());
    own.set_steps(block.steps());
    own.set_flat(block.flat());
    own.set_captain(block.captain());
    own.set_hits(block.hits());
  }
}

}  // namespace

std::vector<ScenarioInfo> Picket::scenarios() const {
  std::vector<ScenarioInfo> list;
  for (const auto& scenario : data_.scenarios()) {
    list.push_back({scenario.id(), "picket.scenario." + scenario.id(), "picket.note." + scenario.id()});
  }
  return list;
}

const wire::record::Scenario& Picket::scenario(std::string_view id) const {
  for (const auto& scenario : data_.scenarios()) {
    if (scenario.id() == id) return scenario;
  }
  throw Broken("picket: no such scenario");
}

Result<std::unique_ptr<Position>> Picket::open(std::string_view scenario_id,
                                               const std::vector<OptionValue>& options) const {
  if (!options.empty())
    return refuse(RefusalCode::kNotFound, Text("refusal.no_such_option").word("option", options[0].id));
  for (const auto& scenario : data_.scenarios()) {
    if (scenario.id() != scenario_id) continue;
    auto truth = std::make_unique<Truth>();
    truth->set_scenario(scenario.id());
    truth->set_last_turn(scenario.turns());
    truth->set_rows(scenario.rows());
    truth->set_columns(scenario.columns());
    truth->set_segment(wire::SETUP);
    for (int i = 0; i < 2; ++i) truth->add_sides()->set_next_id(static_cast<std::uint32_t>(i) * 500 + 1);
    return std::unique_ptr<Position>(std::move(truth));
  }
  return refuse(RefusalCode::kNotFound, Text("refusal.no_such_scenario").word("scenario", std::string(scenario_id)));
}

std::optional<wardroom::v1::Reach> Picket::reach(const View& view, const wardroom::v1::AskReach& asked) const {
  for (const wire::Contact& contact : static_cast<const wire::View&>(view).contacts().blocks()) {
    if (contact.id() != asked.subject()) continue;
    wardroom::v1::Reach reach;
    reach.set_subject(contact.id());
    reach.set_from(contact.hex());
    return reach;
  }
  return {};
}

std::vector<StandingInfo> Picket::standing() const {
  StandingInfo found;
  found.order = 1;
  found.name = "picket.standing.found";
  found.kinds = {wire::MENU_NEGATE};
  found.ways = {{2, "picket.item.negate"}, {3, "picket.item.decline"}};
  found.facts = {{1, "picket.standing.turn", 2}};
  found.usual = 3;
  return {found};
}

Action Picket::react(const View&, const Menu& menu, std::uint32_t way) const {
  return (way == 2 ? menu.items.front() : menu.items.back()).action;
}

std::int64_t Picket::weigh(const View& view, const Menu&, std::uint32_t) const { return turn(view); }

std::vector<Text> Picket::guesses() const {
  return {"picket.kind.carrier", "picket.kind.cruiser", "picket.kind.destroyer", "picket.kind.dummy"};  // as Kind
}

std::optional<Guessed> Picket::guessed(const View& view, std::uint64_t subject, std::uint32_t says) const {
  for (const wire::Contact& contact : static_cast<const wire::View&>(view).contacts().blocks()) {
    if (contact.id() != subject) continue;
    const auto kind = static_cast<std::uint32_t>(contact.kind());
    return Guessed{contact.hex(), kind != wire::KIND_UNSPECIFIED && kind != says};
  }
  return {};
}

std::uint32_t Picket::turn(const View& view) const { return static_cast<const wire::View&>(view).board().turn(); }

std::optional<wardroom::v1::Estimate> Picket::estimate(const View& view, const wardroom::v1::Menu& menu,
                                                       const wardroom::v1::Action&) const {
  wardroom::v1::Estimate estimate;
  estimate.add_odds()->set_rule(hex(hash(save(view) + save(menu))));
  return estimate;
}

std::optional<wardroom::v1::Picture> Picket::picture(const View& view, const Say& say) const {
  wardroom::v1::Picture picture;
  picture.set_svg("<svg><title>" + say(name()) + "</title><desc>" + hex(hash(save(view))) + "</desc></svg>");
  return picture;
}

OwnedView Picket::view(const Position& position, Viewer viewer) const {
  const Truth& truth = truth_of(position);
  auto view = make_view<wire::View>();
  wire::Board& board = *view->mutable_board();
  board.set_turn(truth.turn());
  board.set_last_turn(truth.last_turn());
  board.set_active(truth.active());
  board.set_segment(truth.segment());
  board.set_left(truth.left());
  board.set_rows(truth.rows());
  board.set_columns(truth.columns());
  board.set_scenario(truth.scenario());
  for (const Side& side : truth.sides()) board.add_score(side.score());

  wire::Contacts& contacts = *view->mutable_contacts();
  for (Seat seat : kSeats) {
    const Side& side = truth.sides(static_cast<int>(seat));
    if (is(viewer, seat)) show_own(side, *view->mutable_own()->mutable_blocks());
    contacts.add_next_id(truth.segment() == wire::SETUP ? 0 : side.next_id());
    for (int kind : side.gone())
      contacts.add_sunk(static_cast<std::uint32_t>(seat) * 10 + static_cast<std::uint32_t>(kind));
    if (is(viewer, seat)) continue;
    if (truth.segment() == wire::SETUP) {
      if (leak_ == Leak::kSetUpProgress) board.set_spare(static_cast<std::uint32_t>(side.blocks_size()));
      continue;
    }
    for (const Block& block : side.blocks()) {
      wire::Contact& contact = *contacts.add_blocks();
      contact.set_seat(static_cast<std::uint32_t>(seat));
      contact.set_id(block.id());
      contact.set_hex(block.hex());
      contact.set_hits(block.hits());
      if (block.flat() || leak_ == Leak::kKindOfUprightBlocks ||
          (leak_ == Leak::kPublicSeesKinds && viewer == Viewer::kPublic)) {
        contact.set_kind(block.kind());
      }
      if (leak_ == Leak::kStepsOfFlatBlocks && block.flat()) contact.set_hits(block.hits() * 10 + block.steps());
      if (leak_ == Leak::kFrameSize) board.mutable_filler()->append(block.steps(), ' ');
    }
  }
  if (leak_ != Leak::kContactsInOwnersOrder) {
    std::ranges::sort(*contacts.mutable_blocks(), {}, [](const wire::Contact& c) { return c.id(); });
  }
  if (leak_ == Leak::kGlobalCounter) board.set_spare(truth.storms());
  if (leak_ == Leak::kUndoFlag) board.set_spare(truth.storms() >= 100 ? 1 : 0);
  if (viewer == Viewer::kEnded) {
    show_own(truth.sides(0), *view->mutable_truth()->mutable_first());
    show_own(truth.sides(1), *view->mutable_truth()->mutable_second());
  }
  return view;
}

// Kinds are dealt anew behind the enemy's upright blocks; every block that a storm may have damaged may be damaged.
std::unique_ptr<Position> Picket::imagine(const View& any_view, Seat seat, Chance& chance) const {
  const auto& view = static_cast<const wire::View&>(any_view);
  const wire::Board& board = view.board();
  const auto& setup = scenario(board.scenario());
  auto truth = std::make_unique<Truth>();
  truth->set_scenario(board.scenario());
  truth->set_turn(board.turn());
  truth->set_last_turn(board.last_turn());
  truth->set_active(board.active());
  truth->set_segment(board.segment());
  truth->set_left(board.left());
  truth->set_rows(board.rows());
  truth->set_columns(board.columns());
  for (int i = 0; i < 2; ++i) {
    Side& side = *truth->add_sides();
    side.set_next_id(view.contacts().next_id(i));
    side.set_score(board.score(i));
    for (std::uint32_t gone : view.contacts().sunk()) {
      if (gone / 10 == static_cast<std::uint32_t>(i)) side.add_gone(static_cast<wire::Kind>(gone % 10));
    }
  }
  Side& own = *truth->mutable_sides(static_cast<int>(seat));
  for (const wire::OwnBlock& from : view.own().blocks()) {
    Block& block = *own.add_blocks();
    block.set_kind(from.kind());
    block.set_hex(from.hex());
    block.set_steps(from.steps());
    block.set_id(from.id());
    block.set_flat(from.flat());
    block.set_captain(from.captain());
    block.set_hits(from.hits());
  }

  sea::Dealer dealer(chance);
  Side& enemy = *truth->mutable_sides(static_cast<int>(other(seat)));
  std::vector<int> unseen(setup.roster().begin(), setup.roster().end());
  for (int gone : enemy.gone()) unseen.erase(std::ranges::find(unseen, gone));
  std::vector<const wire::Contact*> contacts;
  for (const wire::Contact& contact : view.contacts().blocks()) {
    contacts.push_back(&contact);
    if (contact.kind() != 0) unseen.erase(std::ranges::find(unseen, static_cast<int>(contact.kind())));
  }
  while (!contacts.empty()) {  // in any order: the owner's order is his own
    const wire::Contact& contact = *dealer.take_one(contacts);
    Block& block = *enemy.add_blocks();
    block.set_id(contact.id());
    block.set_hex(contact.hex());
    block.set_flat(contact.kind() != 0);
    block.set_hits(contact.hits());
    block.set_kind(contact.kind() != 0 ? contact.kind() : static_cast<wire::Kind>(dealer.take_one(unseen)));
    std::uint32_t steps = steps_of(block.kind()) - block.hits();
    if (const std::uint32_t most = most_storms(board.turn(), block.kind(), steps); most > 0) {
      const auto storms = static_cast<std::uint32_t>(dealer.pick(most + 1));
      steps -= storms;
      truth->set_storms(truth->storms() + storms);
    }
    block.set_steps(steps);
    block.set_captain("CANARY-imagined-" + std::to_string(block.id()));
  }
  return truth;
}

std::uint32_t Picket::most_storms(std::uint32_t turn, wire::Kind kind, std::uint32_t steps) {
  return kind == wire::DUMMY ? 0 : std::min(turn - 1, steps - 1);
}

Text Picket::place(std::uint32_t number) const {
  const bool known = std::ranges::any_of(data_.scenarios(), [&](const auto& each) {
    return number / 10 >= 1 && number / 10 <= each.rows() && number % 10 >= 1 && number % 10 <= each.columns();
  });
  return known ? Text("picket.place").number("hex", number) : Text();
}

Text Picket::progress(const View& public_view) const {
  const wire::Board& board = static_cast<const wire::View&>(public_view).board();
  if (board.segment() == wire::SETUP) return "picket.progress.setup";
  return Text("picket.progress.turn").number("turn", board.turn()).number("last", board.last_turn());
}

Ending Picket::ending(const Position& position) const {
  const Truth& truth = truth_of(position);
  const int score = static_cast<int>(truth.sides(0).score()) - static_cast<int>(truth.sides(1).score());
  Ending ending;
  ending.set_kind(wardroom::v1::ENDING_KIND_PLAYED);
  ending.set_score_halves(score * 2);
  if (score != 0) {
    ending.set_winner(score > 0 ? 0 : 1);
    ending.set_par_winner(score > 0 ? 0 : 1);
  }
  to_wire(Text("picket.verdict").number("score", score), *ending.mutable_verdict());
  return ending;
}

std::string Picket::face(const Position& position, const Action& action, Viewer) const {
  const Truth& truth = truth_of(position);
  const auto id_of = [&](std::size_t argument) {
    return std::to_string(truth.sides(static_cast<int>(truth.active())).blocks(action.at<int>(argument)).id());
  };
  switch (static_cast<wire::Verb>(action.verb)) {
    case wire::PLACE:
      return "";
    case wire::MOVE_BLOCK:
      return "move " + id_of(0);
    case wire::STEP:
      return "step " + std::to_string(action.at<int>(0));
    case wire::SEARCH_BLOCK:
      return "search " + id_of(0) + " " + std::to_string(action.at<int>(1));
    case wire::ATTACK_BLOCK:
      return "attack " + id_of(0) + " " + std::to_string(action.at<int>(1));
    default:
      return "verb " + std::to_string(action.verb);
  }
}

namespace {

constexpr sea::Hexes kHexes(wardroom::v1::HexGrid::POINTY_EVEN_ROWS_RIGHT, wardroom::v1::HexGrid::RRCC);
sea::RowColumn at(std::uint32_t hex) { return {static_cast<int>(hex / 10), static_cast<int>(hex % 10)}; }

}  // namespace

int distance(std::uint32_t a, std::uint32_t b) { return kHexes.distance(at(a), at(b)); }

std::vector<std::uint32_t> neighbours(std::uint32_t hex, std::uint32_t rows, std::uint32_t columns) {
  std::vector<std::uint32_t> list;
  list.reserve(6);
  for (const auto [row, column] : kHexes.around(at(hex))) {
    if (row < 1 || column < 1 || row > static_cast<int>(rows) || column > static_cast<int>(columns)) continue;
    list.push_back(static_cast<std::uint32_t>(row * 10 + column));
  }
  std::ranges::sort(list);
  return list;
}

TitleEntry entry() {
  return {"picket", [](const Bundle& bundle) -> Result<std::shared_ptr<const Title>> {
            wire::record::Data data;
            const DataText* file = bundle.find("picket.textproto");
            if (!file || !google::protobuf::TextFormat::ParseFromString(file->text, &data)) {
              return refuse(RefusalCode::kUnreadable, Text("data.unreadable_file").word("file", "picket.textproto"));
            }
            return std::shared_ptr<const Title>(std::make_shared<const Picket>(std::move(data)));
          }};
}

TitlePack pack() {
  TitlePack pack{entry()};
  pack.file_types = {wire::record::Data::descriptor(), wardroom::v1::Catalog::descriptor()};
  pack.inspect = [types = pack.file_types](const Bundle& bundle, Texts) {
    Inspection found;
    parse(bundle, types, found.mistakes);
    return found;
  };
  return pack;
}

}  // namespace wardroom::picket
