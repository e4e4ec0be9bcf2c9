// Picket's rules: set-up, then turns of move, search and attack for each side, then a storm.
#include <algorithm>

#include "server/titles/sea/dealing.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::picket {
namespace {

using wire::record::Block;
using wire::record::Side;

enum Step : std::uint32_t { kRegroup = 1, kSearchDraw, kAttackRoll, kStormDraw };

Report said(Text text) { return {std::move(text), {}, {}}; }

Text kind_name(wire::Kind kind) {
  switch (kind) {
    case wire::CARRIER:
      return "picket.kind.carrier";
    case wire::CRUISER:
      return "picket.kind.cruiser";
    case wire::DESTROYER:
      return "picket.kind.destroyer";
    case wire::DUMMY:
      return "picket.kind.dummy";
    default:
      return "picket.kind.unknown";
  }
}

class Rules {
 public:
  Rules(const Picket& title, Truth& truth, Table& table)
      : title_(title), scenario_(title.scenario(truth.scenario())), truth_(truth), table_(table) {}

  Task<> play() {
    if (truth_.segment() == wire::SETUP) {
      co_await table_.together(set_up(Seat::kFirst), set_up(Seat::kSecond));
      begin_turn(1);
    }
    while (truth_.turn() <= truth_.last_turn()) {
      switch (truth_.segment()) {
        case wire::MOVE:
          co_await move();
          next(wire::SEARCH, 2);
          break;
        case wire::SEARCH:
          co_await search();
          next(wire::ATTACK, 1);
          break;
        case wire::ATTACK:
          co_await attack();
          end_phase();
          break;
        case wire::STORM:
          storm();
          table_.round();
          begin_turn(truth_.turn() + 1);
          break;
        default:
          throw Broken("picket: no such segment");
      }
    }
    truth_.set_segment(wire::OVER);
  }

 private:
  Side& side(Seat seat) { return *truth_.mutable_sides(static_cast<int>(seat)); }
  Seat active() const { return static_cast<Seat>(truth_.active()); }
  bool leaks(Leak leak) const { return title_.leak() == leak; }

  void next(wire::Segment segment, std::uint32_t left) {
    truth_.set_segment(segment);
    truth_.set_left(left);
  }
  void begin_turn(std::uint32_t turn) {
    truth_.set_turn(turn);
    truth_.set_active(0);
    next(wire::MOVE, 2);
  }
  void end_phase() {
    if (active() == Seat::kFirst) {
      truth_.set_active(1);
      next(wire::MOVE, 2);
    } else {
      next(wire::STORM, 0);
    }
  }
  Occasion occasion(Step step, std::uint64_t subject, std::uint32_t ordinal = 0) const {
    return {truth_.turn(), truth_.active(), step, subject, ordinal};
  }
  int find(Seat seat, std::uint32_t id) {
    const auto& blocks = side(seat).blocks();
    auto it = std::ranges::find(blocks, id, &Block::id);
    return it == blocks.end() ? -1 : static_cast<int>(it - blocks.begin());
  }
  Text block_name(Seat seat, const Block& block) const {
    return Text("picket.block").number("seat", static_cast<int>(seat)).number("id", block.id());
  }

  // Each side puts its ships behind the blocks on its home row, in secret.
  Task<> set_up(Seat seat) {
    std::vector<std::uint32_t> free;
    const std::uint32_t column = seat == Seat::kFirst ? 1 : truth_.columns();
    for (int i = 0; i < scenario_.roster_size(); ++i) {
      free.push_back((static_cast<std::uint32_t>(i) + 1) * 10 + column);
    }
    for (int kind : scenario_.roster()) {
      std::uint32_t hex = free.front();
      if (free.size() > 1) {
        Menu menu = table_.menu(seat, wire::MENU_PLACE);
        menu.prompt = Text("picket.prompt.place").text("kind", kind_name(static_cast<wire::Kind>(kind)));
        for (std::uint32_t option : free) {
          menu.offer(wire::PLACE, kind, option).place(option).says("picket.item.place").number("hex", option);
        }
        const Action answer = co_await table_.ask(std::move(menu));
        hex = answer.at<std::uint32_t>(1);
      }
      free.erase(std::ranges::find(free, hex));
      Block& block = *side(seat).add_blocks();
      block.set_kind(static_cast<wire::Kind>(kind));
      block.set_hex(hex);
      block.set_steps(title_.steps_of(block.kind()));
      block.set_captain("CANARY-" + std::to_string(static_cast<int>(seat)) + "-" + std::to_string(kind));
    }
    // Ids go by the hex, so that the order of placing tells nothing.
    std::vector<Block*> by_hex;
    for (Block& block : *side(seat).mutable_blocks()) by_hex.push_back(&block);
    std::ranges::sort(by_hex, {}, [](const Block* b) { return b->hex(); });
    for (Block* block : by_hex) block->set_id(take_id(seat));
  }

  std::uint32_t take_id(Seat seat) {
    const std::uint32_t id = side(seat).next_id();
    side(seat).set_next_id(id + 1);
    return id;
  }

  // All upright blocks of a side in a hex get new ids, in an order nobody knows.
  void regroup(Seat seat, std::uint32_t hex) {
    std::vector<Block*> here;
    for (Block& block : *side(seat).mutable_blocks()) {
      if (block.hex() == hex && !block.flat()) here.push_back(&block);
    }
    std::ranges::sort(here, {}, [](const Block* b) { return b->id(); });
    const std::uint32_t subject = hex * 1000 + side(seat).next_id();
    sea::shuffle(here, [&](std::uint32_t left) { return table_.draw(occasion(kRegroup, subject, left), left); });
    for (Block* block : here) block->set_id(take_id(seat));
    if (leaks(Leak::kKeptBlockId)) {
      for (int i = 0; i < side(seat).blocks_size(); ++i) {
        Block& block = *side(seat).mutable_blocks(i);
        if (block.hex() == hex && !block.flat())
          block.set_id(1000 + static_cast<std::uint32_t>(i) * 100 + truth_.turn());
      }
    }
  }

  Task<> move() {
    const Seat seat = active();
    while (truth_.left() > 0) {
      Menu menu = table_.menu(seat, wire::MENU_MOVE);
      menu.checkpoint = true;
      menu.prompt = Text("picket.prompt.move").number("left", truth_.left());
      for (int i = 0; i < side(seat).blocks_size(); ++i) {
        const Block& block = side(seat).blocks(i);
        Text& label = menu.offer(wire::MOVE_BLOCK, i).place(block.hex()).says("picket.item.move");
        label.text("kind", kind_name(block.kind())).number("hex", block.hex());
      }
      menu.offer(wire::DONE).says("picket.item.done");
      const Action answer = co_await table_.ask(std::move(menu));
      if (answer.verb == wire::DONE) co_return;
      co_await move_block(seat, answer.at<int>(0));
      truth_.set_left(truth_.left() - 1);
    }
  }

  Task<> move_block(Seat seat, int index) {
    Block& block = *side(seat).mutable_blocks(index);
    const std::uint32_t from = block.hex();
    const std::uint32_t old_id = block.id();
    for (int steps = 2; steps > 0; --steps) {
      Menu menu = table_.menu(seat, wire::MENU_STEP);
      menu.prompt = Text("picket.prompt.step").number("left", steps);
      for (std::uint32_t hex : neighbours(block.hex(), truth_.rows(), truth_.columns())) {
        menu.offer(wire::STEP, hex).place(hex).says("picket.item.step").number("hex", hex);
      }
      menu.offer(wire::STOP).says("picket.item.stop");
      const Action answer = co_await table_.ask(std::move(menu));
      if (answer.verb == wire::STOP) break;
      block.set_hex(answer.at<std::uint32_t>(0));
    }
    if (leaks(Leak::kUndoFlag)) truth_.set_storms(block.kind() == wire::DUMMY ? 100 : 0);
    if (!block.flat()) regroup(seat, block.hex());
    Text text(leaks(Leak::kReportWordingByKind) && block.kind() == wire::DUMMY ? "picket.report.drifted"
                                                                               : "picket.report.moved");
    text.number("seat", static_cast<int>(seat)).number("id", old_id).number("from", from).number("to", block.hex());
    if (leaks(Leak::kCaptainInReport)) text.word("captain", block.captain());
    table_.tell(Viewers::all(), said(std::move(text)));
    table_.barrier();
  }

  Task<> search() {
    const Seat seat = active();
    while (truth_.left() > 0) {
      Menu menu = table_.menu(seat, wire::MENU_SEARCH);
      menu.checkpoint = true;
      menu.prompt = Text("picket.prompt.search").number("left", truth_.left());
      const std::vector<Block*> targets = by_id(other(seat));
      for (int i = 0; i < side(seat).blocks_size(); ++i) {
        for (const Block* target : targets) {
          if (target->flat() || distance(side(seat).blocks(i).hex(), target->hex()) > 1) continue;
          if (leaks(Leak::kDummiesNotOffered) && target->kind() == wire::DUMMY) continue;
          Item& item = menu.offer(wire::SEARCH_BLOCK, i, target->id());
          Text& label = item.place(target->hex()).says("picket.item.search");
          label.text("kind", kind_name(side(seat).blocks(i).kind())).number("id", target->id());
          if (leaks(Leak::kConsequenceKnowsTarget)) item.would(Text("picket.item.odds").number("odds", target->kind()));
        }
      }
      if (leaks(Leak::kMenuOrderByKind)) {
        std::ranges::stable_sort(menu.items, {}, [&](const Item& item) {
          return side(other(seat)).blocks(find(other(seat), item.action.at<std::uint32_t>(1))).kind();
        });
      }
      menu.offer(wire::DONE).says("picket.item.done");
      const Action answer = co_await table_.ask(std::move(menu));
      if (answer.verb == wire::DONE) co_return;
      co_await search_block(seat, answer.at<int>(0), answer.at<std::uint32_t>(1));
      truth_.set_left(truth_.left() - 1);
    }
  }

  // The owner is asked at every search, whether or not he could negate, and before anyone knows what it would find.
  Task<> search_block(Seat seat, int index, std::uint32_t target_id) {
    const Seat owner = other(seat);
    const Block& searcher = side(seat).blocks(index);
    const bool dummy = searcher.kind() == wire::DUMMY;
    const std::uint32_t shift =
        leaks(Leak::kHiddenDrawShiftsPublic)
            ? truth_.storms() * 7 + (dummy ? 1 : 0) + side(owner).blocks(find(owner, target_id)).kind()
            : 0;
    const std::uint32_t die = table_.draw(occasion(kSearchDraw, target_id, truth_.left() + shift), 10);
    table_.tell(Viewers::all(),
                said(Text("picket.report.searches").text("block", block_name(seat, searcher)).number("id", target_id)));
    Text rolled = Text("picket.report.search_die").number("die", die);
    table_.tell(viewer(seat), said(std::move(rolled)));

    const std::uint32_t hex = side(owner).blocks(find(owner, target_id)).hex();
    int carrier = -1;
    for (int i = 0; i < side(owner).blocks_size(); ++i) {
      if (side(owner).blocks(i).kind() == wire::CARRIER && side(owner).blocks(i).hex() == hex) carrier = i;
    }
    const bool ask =
        !(leaks(Leak::kAskOnlyCarriersOwner) && carrier < 0) && !(leaks(Leak::kDummySearchAsksNobody) && dummy);
    if (ask) {
      Menu menu = table_.menu(owner, wire::MENU_NEGATE, Asking::kReaction);
      menu.prompt = Text("picket.prompt.negate").number("id", target_id);
      if (carrier >= 0) menu.offer(wire::NEGATE).says("picket.item.negate");
      menu.offer(wire::DECLINE).says("picket.item.decline");
      const Action answer = co_await table_.ask(std::move(menu));
      if (answer.verb == wire::NEGATE) {
        lay_flat(owner, carrier);
        table_.tell(Viewers::all(), said(Text("picket.report.negated").number("id", target_id)));
        co_return;
      }
    }
    if (die < scenario_.find_at() || dummy) {
      table_.tell(Viewers::all(), said("picket.report.nothing_found"));
      co_return;
    }
    const int found = find(owner, target_id);
    side(seat).set_score(side(seat).score() + 1);
    lay_flat(owner, found);
    if (side(owner).blocks(found).kind() == wire::DUMMY) remove(owner, found);
  }

  void lay_flat(Seat owner, int index) {
    Block& block = *side(owner).mutable_blocks(index);
    if (block.flat()) return;
    block.set_flat(true);
    Text told("picket.report.identified");
    told.text("block", block_name(owner, block)).text("kind", kind_name(block.kind()));
    if (leaks(Leak::kIdentifiedTellsSteps)) told.number("steps", block.steps());
    table_.reveal(Viewers::all(), Licence::kIdentified, said(std::move(told)));
  }

  void remove(Seat owner, int index) {
    side(owner).add_gone(side(owner).blocks(index).kind());
    side(owner).mutable_blocks()->DeleteSubrange(index, 1);
  }

  Task<> attack() {
    const Seat seat = active();
    while (truth_.left() > 0) {
      Menu menu = table_.menu(seat, wire::MENU_ATTACK);
      menu.checkpoint = true;
      menu.prompt = "picket.prompt.attack";
      const std::vector<Block*> targets = by_id(other(seat));
      for (int i = 0; i < side(seat).blocks_size(); ++i) {
        const Block& own = side(seat).blocks(i);
        if (own.kind() == wire::DUMMY) continue;
        for (const Block* target : targets) {
          if (!target->flat() || distance(own.hex(), target->hex()) > 1) continue;
          Text& label = menu.offer(wire::ATTACK_BLOCK, i, target->id()).place(target->hex()).says("picket.item.attack");
          label.text("kind", kind_name(own.kind())).text("target", kind_name(target->kind()));
        }
      }
      menu.offer(wire::DONE).says("picket.item.done");
      const Action answer = co_await table_.ask(std::move(menu));
      if (answer.verb == wire::DONE) co_return;
      attack_block(seat, answer.at<int>(0), answer.at<std::uint32_t>(1));
      truth_.set_left(truth_.left() - 1);
    }
  }

  void attack_block(Seat seat, int index, std::uint32_t target_id) {
    lay_flat(seat, index);  // gunfire shows who fires
    const std::uint32_t die = table_.draw(occasion(kAttackRoll, target_id), 10);
    table_.tell(Viewers::all(), said(Text("picket.report.attack_die").number("id", target_id).number("die", die)));
    if (die < scenario_.hit_at()) return;
    const int at = find(other(seat), target_id);
    Block& target = *side(other(seat)).mutable_blocks(at);
    target.set_hits(target.hits() + 1);
    target.set_steps(target.steps() - 1);
    side(seat).set_score(side(seat).score() + 2);
    if (leaks(Leak::kRemainingStepsAfterHit))
      table_.tell(Viewers::all(), said(Text("picket.report.hit").number("steps", target.steps())));
    Text outcome = target.steps() == 0 ? Text("picket.report.sunk") : Text("picket.report.hit");
    table_.reveal(Viewers::all(), Licence::kHit, said(std::move(outcome)));
    if (target.steps() == 0) remove(other(seat), at);
  }

  // Drawn for every block, dummies too, and told to its owner only. Nothing sinks.
  void storm() {
    for (Seat seat : kSeats) {
      for (Block* block : by_id(seat)) {
        const std::uint32_t die = table_.draw(occasion(kStormDraw, block->id(), static_cast<std::uint32_t>(seat)), 10);
        if (die > 1 || block->kind() == wire::DUMMY || block->steps() < 2) continue;
        block->set_steps(block->steps() - 1);
        truth_.set_storms(truth_.storms() + 1);
        Report report = said(Text("picket.report.storm").text("kind", kind_name(block->kind())));
        table_.tell(viewer(seat), report);
        if (leaks(Leak::kStormToldToAll)) table_.tell(viewer(other(seat)), report);
        if (leaks(Leak::kEmptyReportOnStorm)) table_.tell(viewer(other(seat)), said("picket.report.nothing_found"));
        if (leaks(Leak::kScoreCountsStorms)) side(other(seat)).set_score(side(other(seat)).score() + 1);
      }
    }
  }

  std::vector<Block*> by_id(Seat seat) {
    std::vector<Block*> blocks;
    blocks.reserve(static_cast<std::size_t>(side(seat).blocks_size()));
    for (Block& block : *side(seat).mutable_blocks()) blocks.push_back(&block);
    std::ranges::sort(blocks, {}, [](const Block* b) { return b->id(); });
    return blocks;
  }

  const Picket& title_;
  const wire::record::Scenario& scenario_;
  Truth& truth_;
  Table& table_;
};

// The coroutine owns the rules object.
Task<> run(const Picket& title, Truth& truth, Table& table) {
  Rules rules(title, truth, table);
  co_await rules.play();
}

}  // namespace

Task<> Picket::play(Position& position, Table& table) const { return run(*this, static_cast<Truth&>(position), table); }

}  // namespace wardroom::picket
