#include "tests/engine/leak.h"

#include <algorithm>
#include <sstream>

namespace wardroom::testing {
namespace {

std::string bytes_of(const Refusal& refusal) {
  v1::Text text;
  to_wire(refusal.reason, text);
  return std::to_string(static_cast<int>(refusal.code)) + refusal.rule + text.SerializeAsString();
}

// An action near the offered ones that is not offered.
std::optional<Action> bogus(const Menu& menu, Random& random) {
  Action action = menu.items[pick(random, menu.items.size())].action;
  switch (pick(random, 3)) {
    case 0: action.verb += 1 + static_cast<std::uint32_t>(pick(random, 3)); break;
    case 1: action.arguments.push_back(static_cast<std::int64_t>(pick(random, 30))); break;
    default:
      if (!action.arguments.empty()) action.arguments.back() += 1 + static_cast<std::int64_t>(pick(random, 3));
  }
  if (menu.find(action)) return std::nullopt;
  return action;
}

class Pair {
 public:
  Pair(const std::shared_ptr<const Title>& title, const Position& truth, std::unique_ptr<Position> imagined, Seat seat,
       const Secret& secret, Random& random)
      : title_(title), seat_(seat), random_(random), truth_(title, copy(truth), secret), imagined_(title, std::move(imagined), secret) {}

  PairResult run(std::size_t limit) {
    PairResult result{PairEnd::kLimit, 0, false, false, false, {}};
    std::array<bool, 2> own_turn{false, false};
    while (result.asks < limit) {
      if (auto end = compare()) return finish(result, *end);
      if (truth_.over()) return finish(result, PairEnd::kOver);
      const Seat acting = choose();
      own_turn[index(acting)] |= truth_.menu(acting)->turn == Turn::kOwn;
      result.phase_passed = own_turn[0] && own_turn[1];
      ++result.asks;
      if (acting == seat_) {
        if (!imagined_.menu(seat_)) {
          why_ = "asked in the truth only";
          return finish(result, PairEnd::kLeak);
        }
        play_seat();
      } else if (!play_other()) {
        return finish(result, PairEnd::kNotPlayable);
      }
    }
    return finish(result, PairEnd::kLimit);
  }

 private:
  std::unique_ptr<Position> copy(const Position& position) const {
    auto same = title_->blank();
    same->CopyFrom(position);
    return same;
  }

  PairResult finish(PairResult result, PairEnd end) const {
    result.end = end;
    result.why = why_;
    return result;
  }

  Seat choose() {
    const bool first = truth_.menu(Seat::kFirst) != nullptr;
    const bool second = truth_.menu(Seat::kSecond) != nullptr;
    if (first && second) return pick(random_, 2) == 0 ? Seat::kFirst : Seat::kSecond;
    return first ? Seat::kFirst : Seat::kSecond;
  }

  // The seat does the same in both worlds, mistakes and second thoughts included.
  void play_seat() {
    // Where the other has sealed his part in the truth he has there too, in whatever way: that is never told.
    while (!truth_.menu(other(seat_)) && imagined_.menu(other(seat_)) && step_silently()) continue;
    const Menu& menu = *truth_.menu(seat_);
    if (pick(random_, 4) == 0) {
      if (auto wrong = bogus(menu, random_)) {
        truth_.act(seat_, *wrong);
        imagined_.act(seat_, *wrong);
      }
    }
    const Action action = menu.items[pick(random_, menu.items.size())].action;
    truth_.act(seat_, action);
    imagined_.act(seat_, action);
    if (pick(random_, 6) == 0) {
      truth_.undo(seat_);
      imagined_.undo(seat_);
    }
  }

  // The other seat plays at random in the truth, and in the imagined world the action with the same face.
  bool play_other() {
    const Seat other_seat = other(seat_);
    const Menu& menu = *truth_.menu(other_seat);
    const Action action = menu.items[pick(random_, menu.items.size())].action;
    const std::string face = title_->face(truth_.referee().position(), action, viewer(seat_));
    truth_.act(other_seat, action);
    if (!face.empty() && !follow(face)) return false;
    // What nobody is ever told may take another number of steps there: let it catch up.
    for (int silent = 0; silent < 200 && truth_.menu(seat_) && !imagined_.menu(seat_) && imagined_.menu(other_seat); ++silent) {
      if (!step_silently()) break;
    }
    return true;
  }

  bool follow(const std::string& face) {
    for (int silent = 0; silent < 50; ++silent) {
      const Menu* menu = imagined_.menu(other(seat_));
      if (!menu) return true;  // a difference in asking: compare() will say
      for (const Item& item : menu->items) {
        if (title_->face(imagined_.referee().position(), item.action, viewer(seat_)) != face) continue;
        imagined_.act(other(seat_), item.action);
        return true;
      }
      if (!step_silently()) return false;
    }
    return false;
  }

  bool step_silently() {
    const Menu* menu = imagined_.menu(other(seat_));
    std::vector<Action> silent;
    for (const Item& item : menu->items) {
      if (title_->face(imagined_.referee().position(), item.action, viewer(seat_)).empty()) silent.push_back(item.action);
    }
    if (silent.empty()) return false;
    imagined_.act(other(seat_), silent[pick(random_, silent.size())]);
    return true;
  }

  // Nothing that was sent may differ before a licensed reveal does.
  std::optional<PairEnd> compare() {
    for (Viewer who : {viewer(seat_), Viewer::kPublic}) {
      const auto& real = truth_.sent(who);
      const auto& other_world = imagined_.sent(who);
      std::size_t& done = compared_[index(who)];
      for (; done < std::min(real.size(), other_world.size()); ++done) {
        if (real[done] == other_world[done]) continue;
        using Kind = World::Entry::Kind;
        if (real[done].kind == Kind::kReveal || other_world[done].kind == Kind::kReveal) return PairEnd::kRevealed;
        describe(who, real[done], other_world[done]);
        return PairEnd::kLeak;
      }
      const bool settled = (truth_.over() && imagined_.over()) || (truth_.menu(seat_) && imagined_.menu(seat_));
      if (settled && real.size() != other_world.size()) {
        const auto& longer = real.size() > other_world.size() ? real : other_world;
        if (longer[done].kind == World::Entry::Kind::kReveal) return PairEnd::kRevealed;
        why_ = "something was sent in one world only: " + show(longer[done]);
        return PairEnd::kLeak;
      }
    }
    return std::nullopt;
  }

  static std::string show(const World::Entry& entry) {
    v1::Update update;
    if (entry.kind == World::Entry::Kind::kUpdate && update.ParseFromString(entry.bytes)) return update.ShortDebugString();
    return std::to_string(static_cast<int>(entry.kind)) + " " + entry.bytes;
  }
  void describe(Viewer who, const World::Entry& real, const World::Entry& other_world) {
    why_ = "viewer " + std::to_string(index(who)) + "\n  truth:    " + show(real) + "\n  imagined: " + show(other_world);
  }

  std::shared_ptr<const Title> title_;
  Seat seat_;
  Random& random_;
  World truth_;
  World imagined_;
  std::array<std::size_t, 3> compared_{0, 0, 0};
  std::string why_;
};

}  // namespace

Secret secret_of(std::uint64_t seed) { return match_secret("test seed " + std::to_string(seed), {}); }

World::World(std::shared_ptr<const Title> title, std::unique_ptr<Position> position, const Secret& secret) {
  Stored stored;
  stored.checkpoint.set_position(save(*position));
  stored.checkpoint.set_checksum(checksum(stored.checkpoint.position()));
  auto referee = Referee::resume(std::move(title), std::move(stored), secret, {1'000'000, false});
  referee_ = std::move(*referee);
  if (referee_->state() == v1::MATCH_STATE_HELD) throw Broken("a checkpoint that does not re-enter");
  for (Viewer who : kLiveViewers) {
    sent_[index(who)].push_back({Entry::Kind::kUpdate, referee_->all(who)->SerializeAsString()});
  }
}

void World::act(Seat seat, const Action& action) {
  take(seat, referee_->act(seat, referee_->menu_serial(seat), std::span(&action, 1)));
}

void World::undo(Seat seat) { take(seat, referee_->undo(seat)); }

void World::take(Seat seat, const Result<Step>& step) {
  if (!step) {
    sent_[index(viewer(seat))].push_back({Entry::Kind::kRefusal, bytes_of(step.error())});
    return;
  }
  for (const Happened& happened : step->happened) {
    for (const auto& told : happened.told) {
      if (!told.revealed) continue;
      v1::Report report;
      to_wire(told.report, report);
      for (Viewer who : kLiveViewers) {
        if (told.viewers.has(who)) sent_[index(who)].push_back({Entry::Kind::kReveal, report.SerializeAsString()});
      }
    }
    for (const auto& asked : happened.asked) {
      if (asked.turn != Turn::kReaction) continue;
      for (Viewer who : kLiveViewers) {
        if (!is(who, asked.seat)) sent_[index(who)].push_back({Entry::Kind::kReactionAsked, std::to_string(asked.kind)});
      }
    }
  }
  for (Viewer who : kLiveViewers) {
    if (const auto& update = step->updates[index(who)]) {
      sent_[index(who)].push_back({Entry::Kind::kUpdate, update->SerializeAsString()});
    }
  }
}

PairResult leak_pair(const std::shared_ptr<const Title>& title, const Position& truth, Seat seat, const Secret& secret,
                     Random& random, std::size_t limit) {
  const auto view = title->view(truth, viewer(seat));
  SeededChance chance(secret_of(random()), 0);
  auto imagined = title->imagine(*view, seat, chance);
  const std::string truth_bytes = save(truth);
  const std::string imagined_bytes = save(*imagined);
  if (save(*title->view(*imagined, viewer(seat))) != save(*view)) {
    return {PairEnd::kLeak, 0, true, true, false, "view(imagine(v)) is not v"};
  }
  if (save(*title->view(*imagined, Viewer::kPublic)) != save(*title->view(truth, Viewer::kPublic))) {
    return {PairEnd::kLeak, 0, true, true, false, "the public view changes under imagine"};
  }
  PairResult result = Pair(title, truth, std::move(imagined), seat, secret, random).run(limit);
  result.differs = truth_bytes != imagined_bytes;
  result.hides = result.differs || save(*view) != save(*title->view(truth, Viewer::kEnded));
  return result;
}

LeakSummary leak_test(const std::shared_ptr<const Title>& title, const std::string& scenario, std::size_t games,
                      std::size_t every, std::uint64_t seed, std::size_t limit) {
  LeakSummary summary;
  Random random(seed);
  for (std::size_t game = 0; game < games; ++game) {
    const Secret secret = secret_of(random());
    SeededChance chance(secret, 0);
    std::vector<std::unique_ptr<Position>> checkpoints;
    std::size_t seen = 0;
    checkpoints.push_back(*title->open(scenario, {}));
    play_random(*title, *title->open(scenario, {}), chance, random, [&](const Game& running) {
      if (seen++ % every != 0) return;
      checkpoints.push_back(title->blank());
      checkpoints.back()->CopyFrom(running.position());
    });
    for (std::size_t i = 0; i < checkpoints.size(); ++i) {
      for (Seat seat : kSeats) {
        PairResult pair;
        if (i == 0) {  // the opening hides nothing yet: what is done side by side must stay hidden
          pair = Pair(title, *checkpoints[0], [&] {
            auto same = title->blank();
            same->CopyFrom(*checkpoints[0]);
            return same;
          }(), seat, secret, random).run(limit);
        } else {
          pair = leak_pair(title, *checkpoints[i], seat, secret, random, limit);
          ++summary.hiding;
          summary.differing += pair.differs;
          summary.asks.push_back(pair.asks);
          summary.phases += pair.phase_passed;
        }
        ++summary.pairs;
        ++summary.ends[pair.end];
        if (pair.end == PairEnd::kLeak) {
          summary.first_leak = pair.why;
          return summary;
        }
      }
    }
  }
  std::ranges::sort(summary.asks);
  return summary;
}

std::string LeakSummary::print() const {
  static const std::map<PairEnd, std::string> kNames{{PairEnd::kOver, "over"}, {PairEnd::kLimit, "limit"},
                                                     {PairEnd::kRevealed, "revealed"}, {PairEnd::kNotPlayable, "not playable"},
                                                     {PairEnd::kLeak, "LEAK"}};
  std::ostringstream out;
  out << pairs << " pairs, " << differing << " of " << hiding << " imagined worlds differ, asks per pair median "
      << (asks.empty() ? 0 : asks[asks.size() / 2]) << ", " << phases << " passed a player phase; ended:";
  for (const auto& [end, count] : ends) out << " " << kNames.at(end) << " " << count;
  if (!first_leak.empty()) out << "\n" << first_leak;
  return out.str();
}

RandomGame play_random(const Title& title, std::unique_ptr<Position> opening, Chance& chance, Random& random,
                       const std::function<void(const Game&)>& at_checkpoint, std::size_t limit) {
  RandomGame played;
  Game game(title, std::move(opening), chance);
  while (!game.over()) {
    if (played.actions.size() > limit) throw Broken("a random game that does not end");
    if (at_checkpoint && game.at_checkpoint()) at_checkpoint(game);
    const bool first = game.menu(Seat::kFirst) != nullptr;
    const bool second = game.menu(Seat::kSecond) != nullptr;
    const Seat seat = first && second ? (pick(random, 2) == 0 ? Seat::kFirst : Seat::kSecond) : first ? Seat::kFirst : Seat::kSecond;
    const Menu& menu = *game.menu(seat);
    played.actions.push_back(menu.items[pick(random, menu.items.size())].action);
    game.answer(seat, played.actions.back());
    game.take();
  }
  played.final_position = save(game.position());
  return played;
}

}  // namespace wardroom::testing
