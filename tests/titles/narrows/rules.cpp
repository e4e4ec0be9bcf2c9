// Narrows' rules: both sides prepare in secret; then, turn by turn, both give their orders in secret, and they are
// carried out: runners go and may strike mines, patrols go and inspect, runners in port unload.
#include <algorithm>

#include "common/data/ranges.h"
#include "server/titles/sea/telling.h"
#include "tests/titles/narrows/narrows.h"

namespace wardroom::narrows {
namespace {

using wire::record::Block;
using wire::record::Side;

enum Step : std::uint32_t { kLoading = 1, kMining, kGuardOrder, kMineRoll, kInspectionRoll };

Text kind_name(wire::Kind kind) {
  switch (kind) {
    case wire::CARGO:
      return "narrows.kind.cargo";
    case wire::MUNITIONS:
      return "narrows.kind.munitions";
    case wire::DECOY:
      return "narrows.kind.decoy";
    case wire::TRAWLER:
      return "narrows.kind.trawler";
    case wire::CORVETTE:
      return "narrows.kind.corvette";
    default:
      return "narrows.kind.false_patrol";
  }
}

class Rules final : sea::Voice<std::uint32_t, Licence> {
 public:
  Rules(const Narrows& title, Truth& truth, Table& table)
      : Voice(table), title_(title), scenario_(title.scenario(truth.scenario())), truth_(truth), table_(table) {}

  Task<> play() {
    if (truth_.phase() == wire::OPENING) {
      truth_.set_phase(wire::SET_UP);
      table_.chapter("narrows.chapter.day");
    }
    if (truth_.phase() == wire::SET_UP) {
      co_await table_.together(load(kRunners), prepare_guard(), Table::Head::kCheckpoint);
      if (scenario_.alone()) guard_prepares();
      truth_.set_phase(wire::ORDERS);
      truth_.set_turn(1);
    }
    while (truth_.phase() == wire::ORDERS) {
      co_await table_.together(order(kRunners), order(kGuard), Table::Head::kCheckpoint);
      if (scenario_.alone()) guard_orders();
      carry_out();
      end_turn();
    }
  }

 private:
  Side& side(Seat seat) { return *truth_.mutable_sides(static_cast<int>(seat)); }
  const auto& kinds_of(Seat seat) const { return seat == kRunners ? scenario_.runners() : scenario_.patrols(); }
  bool night() const { return truth_.turn() >= scenario_.night_from(); }
  std::uint32_t draw(Step step, std::uint64_t subject, std::uint32_t ordinal, std::size_t sides) {
    return table_.draw({truth_.turn(), 0, step, subject, ordinal}, static_cast<std::uint32_t>(sides));
  }
  Text block_name(const Block& block) const { return Text("narrows.block").number("id", block.id()); }
  Report report(sea::Telling&& what, std::optional<std::uint32_t> place, std::string_view rule) const override {
    return {std::move(what.words), {*place}, rule};
  }

  // -- in secret, before play --

  Task<> load(Seat seat) {
    std::vector<int> left(kinds_of(seat).begin(), kinds_of(seat).end());
    for (int i = 0; i < side(seat).blocks_size(); ++i) {
      std::vector<int> kinds(left);
      std::ranges::sort(kinds);
      kinds.erase(std::ranges::unique(kinds).begin(), kinds.end());
      int chosen = kinds.front();
      if (kinds.size() > 1) {
        const Block& block = side(seat).blocks(i);
        Menu menu = table_.menu(seat, wire::MENU_LOAD);
        menu.prompt = Text("narrows.prompt.load").text("block", block_name(block));
        for (int kind : kinds) {
          menu.offer(wire::LOAD, block.id(), kind)
              .place(block.place())
              .says("narrows.item.load")
              .text("kind", kind_name(static_cast<wire::Kind>(kind)));
        }
        const Action answer = co_await table_.ask(std::move(menu));
        chosen = answer.at<int>(1);
      }
      left.erase(std::ranges::find(left, chosen));
      side(seat).mutable_blocks(i)->set_kind(static_cast<wire::Kind>(chosen));
    }
  }

  Task<> prepare_guard() {
    if (scenario_.alone()) co_return;
    co_await load(kGuard);
    while (truth_.mines_size() < static_cast<int>(scenario_.mines())) {
      Menu menu = table_.menu(kGuard, wire::MENU_MINE);
      menu.prompt = "narrows.prompt.mine";
      for (std::uint32_t area : unmined()) {
        menu.offer(wire::LAY_MINE, area).place(area).says("narrows.item.place").text("place", title_.place(area));
      }
      const Action answer = co_await table_.ask(std::move(menu));
      add_mine(answer.at<std::uint32_t>(0));
    }
  }

  void guard_prepares() {
    std::vector<int> left(kinds_of(kGuard).begin(), kinds_of(kGuard).end());
    for (Block& block : *side(kGuard).mutable_blocks()) {
      const auto at = left.begin() + draw(kLoading, block.id(), 0, left.size());
      block.set_kind(static_cast<wire::Kind>(*at));
      left.erase(at);
    }
    for (std::uint32_t i = 0; i < scenario_.mines(); ++i) add_mine(unmined()[draw(kMining, i, 0, unmined().size())]);
  }

  std::vector<std::uint32_t> unmined() const {
    std::vector<std::uint32_t> areas = title_.may_be_mined(truth_.entered());
    std::erase_if(areas, [&](std::uint32_t area) { return std::ranges::count(truth_.mines(), area) > 0; });
    return areas;
  }
  void add_mine(std::uint32_t area) {
    truth_.add_mines(area);
    std::ranges::sort(*truth_.mutable_mines());
  }

  // -- orders --

  std::vector<std::uint32_t> may_go(std::uint32_t from) const {
    const auto& data = title_.data();
    std::vector<std::uint32_t> list{from};
    const auto area = std::ranges::find(data.area(), from, &wire::record::Area::number);
    const auto& next = area == data.area().end() ? data.offing_next() : area->next();
    list.insert(list.end(), next.begin(), next.end());
    return list;
  }

  Task<> order(Seat seat) {
    if (!table_.played()[index(seat)]) co_return;
    for (int i = 0; i < side(seat).blocks_size(); ++i) {
      const Block& block = side(seat).blocks(i);
      if (block.gone()) continue;
      Menu menu = table_.menu(seat, wire::MENU_ORDER);
      menu.prompt = Text("narrows.prompt.order").text("block", block_name(block)).text("kind", kind_name(block.kind()));
      for (std::uint32_t to : may_go(block.place())) {
        menu.offer(wire::ORDER, block.id(), to)
            .place(to)
            .says(to == block.place() ? "narrows.item.stay" : "narrows.item.place")
            .text("place", title_.place(to));
      }
      const Action answer = co_await table_.ask(std::move(menu));
      side(seat).mutable_blocks(i)->set_order(answer.at<std::uint32_t>(1));
    }
  }

  void guard_orders() {
    for (Block& block : *side(kGuard).mutable_blocks()) {
      if (block.gone()) continue;
      const std::vector<std::uint32_t> places = may_go(block.place());
      block.set_order(places[draw(kGuardOrder, block.id(), 0, places.size())]);
    }
  }

  // -- what comes of them --

  void carry_out() {
    for (Seat seat : kSeats) {
      for (Block& block : *side(seat).mutable_blocks()) {
        const std::uint32_t to = block.order();
        block.set_order(0);
        if (block.gone() || to == block.place()) continue;
        block.set_place(to);
        if (title_.leak() != Leak::kSilentDecoys || block.kind() != wire::DECOY)
          tell(Text("narrows.report.goes").text("block", block_name(block)).text("place", title_.place(to)), to);
        if (seat == kRunners) enter(block);
      }
    }
    for (const Block& patrol : side(kGuard).blocks()) {
      for (Block& runner : *side(kRunners).mutable_blocks()) {
        if (!patrol.gone() && !runner.gone() && patrol.place() == runner.place()) inspect(patrol.id(), runner);
      }
    }
    for (Block& runner : *side(kRunners).mutable_blocks()) {
      if (!runner.gone() && runner.place() == title_.data().port()) unload(runner);
    }
  }

  bool happens(const wire::record::Table& table, Step step, std::uint64_t subject, const char* said,
               std::uint32_t place) {
    const DiceFacts dice = facts_of(table.dice());
    const auto sides = static_cast<std::size_t>(dice.sides);
    const int first = static_cast<int>(draw(step, subject, 0, sides));
    int fell = read_dice(table.dice(), {first});
    if (dice.count == 2) fell = read_dice(table.dice(), {first, static_cast<int>(draw(step, subject, 1, sides))});
    tell(Text(said).number("die", fell), place);
    const auto row = std::ranges::find_if(table.row(), [&](const auto& each) { return within(each.on(), fell); });
    return row->result() == wire::record::Table::HAPPENS;
  }

  // Whoever goes into an area first learns whether it is mined, and so does everybody.
  void enter(Block& runner) {
    const std::uint32_t area = runner.place();
    if (area == title_.data().port() || std::ranges::count(truth_.entered(), area) > 0) return;
    truth_.add_entered(area);
    const auto mine = std::ranges::find(truth_.mines(), area);
    if (mine == truth_.mines().end())
      return reveal(Licence::kEntered, Text("narrows.report.clear").text("place", title_.place(area)), area);
    truth_.mutable_mines()->erase(mine);
    reveal(Licence::kEntered, Text("narrows.report.mine").text("place", title_.place(area)), area);
    if (!happens(title_.data().mine(), kMineRoll, area, "narrows.report.mine_die", area)) return;
    runner.set_gone(true);
    tell(Text("narrows.report.sinks").text("block", block_name(runner)), area);
  }

  void inspect(std::uint32_t patrol_id, Block& runner) {
    Block& patrol = *std::ranges::find(*side(kGuard).mutable_blocks(), patrol_id, &Block::id);
    const std::uint32_t place = runner.place();
    tell(Text("narrows.report.inspects").text("block", block_name(patrol)).text("target", block_name(runner)), place);
    const auto& table = night() ? title_.data().inspection_by_night() : title_.data().inspection_by_day();
    std::uint64_t subject = patrol.id() * 1000 + runner.id();
    if (title_.leak() == Leak::kKindShiftsDie) subject += static_cast<std::uint64_t>(patrol.kind()) * 1'000'000;
    if (!happens(table, kInspectionRoll, subject, "narrows.report.inspection_die", place)) return;
    if (patrol.kind() == wire::FALSE_PATROL) {
      patrol.set_known(true);
      patrol.set_gone(true);
      return reveal(Licence::kInspected, Text("narrows.report.false_patrol").text("block", block_name(patrol)), place);
    }
    show(runner, Licence::kInspected, "narrows.report.inspected");
    if (runner.kind() == wire::DECOY) return;
    runner.set_gone(true);
    score(kGuard, runner);
  }

  void unload(Block& runner) {
    show(runner, Licence::kUnloaded, "narrows.report.unloads");
    runner.set_gone(true);
    score(kRunners, runner);
  }

  void show(Block& block, Licence licence, const char* said) {
    block.set_known(true);
    reveal(licence, Text(said).text("block", block_name(block)).text("kind", kind_name(block.kind())), block.place());
  }
  void score(Seat seat, const Block& runner) {
    side(seat).set_score(side(seat).score() + title_.data().tons(runner.kind()));
  }

  void end_turn() {
    table_.round();
    const bool nobody_left =
        std::ranges::all_of(side(kRunners).blocks(), [](const Block& block) { return block.gone(); });
    if (truth_.turn() == scenario_.turns() || nobody_left) return truth_.set_phase(wire::OVER);
    truth_.set_turn(truth_.turn() + 1);
    if (truth_.turn() == scenario_.night_from()) table_.chapter("narrows.chapter.night");
  }

  const Narrows& title_;
  const wire::record::Scenario& scenario_;
  Truth& truth_;
  Table& table_;
};

// The coroutine owns the rules object.
Task<> run(const Narrows& title, Truth& truth, Table& table) {
  Rules rules(title, truth, table);
  co_await rules.play();
}

}  // namespace

Task<> Narrows::play(Position& position, Table& table) const {
  return run(*this, static_cast<Truth&>(position), table);
}

}  // namespace wardroom::narrows
