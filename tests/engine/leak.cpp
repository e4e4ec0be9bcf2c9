#include "tests/engine/leak.h"

#include <algorithm>
#include <sstream>

namespace wardroom::testing {
namespace {

// An action near the offered ones that is not offered.
std::optional<Action> bogus(const Menu& menu, Random& random) {
  Action action = menu.items[pick(random, menu.items.size())].action;
  switch (pick(random, 3)) {
    case 0:
      action.verb += 1 + static_cast<std::uint32_t>(pick(random, 3));
      break;
    case 1:
      action.arguments.push_back(static_cast<std::int64_t>(pick(random, 30)));
      break;
    default:
      if (!action.arguments.empty()) action.arguments.back() += 1 + static_cast<std::int64_t>(pick(random, 3));
  }
  if (menu.find(action)) return std::nullopt;
  return action;
}

class Pair {
 public:
  Pair(const std::shared_ptr<const Title>& title, World truth, World imagined, Seat seat, Random& random)
      : title_(title), seat_(seat), random_(random), truth_(std::move(truth)), imagined_(std::move(imagined)) {}

  // The other world differs in one fact, and everybody does the same in both.
  void vary(const Facts& facts, std::uint32_t fact) {
    facts_ = &facts;
    fact_ = fact;
  }
  const std::map<std::uint32_t, std::size_t>& compared_reveals() const { return compared_reveals_; }

  PairResult run(std::size_t limit) {
    PairResult result{PairEnd::kLimit, 0, false, false, false, {}, {}, {}};
    std::array<bool, 2> own_turn{false, false};
    const std::uint32_t rounds = truth_.referee().rounds();
    while (result.asks < limit) {
      if (auto end = compare())
        return finish(result, *end == PairEnd::kLeak && out_of_step_ ? PairEnd::kOutOfStep : *end);
      if (settled()) agreed_ = {truth_.deeds().size(), imagined_.deeds().size()};
      if (truth_.menu(seat_) && imagined_.menu(seat_)) out_of_step_ = false;
      if (truth_.over()) return finish(result, PairEnd::kOver);
      const Seat acting = choose();
      if (!truth_.referee().in_together()) own_turn[index(acting)] |= truth_.menu(acting)->asking == Asking::kOwn;
      result.phase_passed = (own_turn[0] && own_turn[1]) || truth_.referee().rounds() > rounds;
      ++result.asks;
      if (acting == seat_) {
        if (!imagined_.menu(seat_)) {
          if (out_of_step_) return finish(result, PairEnd::kOutOfStep);
          why_ = "asked in the truth only";
          return finish(result, PairEnd::kLeak);
        }
        if (!play_seat()) return finish(result, PairEnd::kOutOfStep);
      } else if (!play_other()) {
        return finish(result, PairEnd::kNotPlayable);
      }
    }
    return finish(result, PairEnd::kLimit);
  }

 private:
  PairResult finish(PairResult result, PairEnd end) const {
    result.end = end;
    result.why = why_;
    result.deeds[0].assign(truth_.deeds().begin(), truth_.deeds().begin() + static_cast<std::ptrdiff_t>(agreed_[0]));
    result.deeds[1].assign(imagined_.deeds().begin(),
                           imagined_.deeds().begin() + static_cast<std::ptrdiff_t>(agreed_[1]));
    if (end == PairEnd::kLeak) {
      for (const std::string& done : trail_) result.why += "\n  " + done;
    }
    return result;
  }

  Seat choose() {
    const bool first = truth_.menu(Seat::kFirst) != nullptr;
    const bool second = truth_.menu(Seat::kSecond) != nullptr;
    if (first && second) return pick(random_, 2) == 0 ? Seat::kFirst : Seat::kSecond;
    return first ? Seat::kFirst : Seat::kSecond;
  }

  // The seat does the same in both worlds, mistakes and second thoughts included.
  bool play_seat() {
    if (!truth_.menu(other(seat_))) pay();
    // Where the other has sealed his part in the truth he has there too, in whatever way: that is never told.
    while (!facts_ && !truth_.menu(other(seat_)) && imagined_.menu(other(seat_)) && step_silently()) continue;
    if ((truth_.menu(other(seat_)) != nullptr) != (imagined_.menu(other(seat_)) != nullptr)) return false;
    const Menu& menu = *truth_.menu(seat_);
    if (!facts_ && pick(random_, 4) == 0) {
      if (auto wrong = bogus(menu, random_)) {
        truth_.act(seat_, *wrong);
        imagined_.act(seat_, *wrong);
      }
    }
    Action action = choice(menu);
    if (title_->face(truth_.referee().position(), action, viewer(other(seat_))).empty() && pick(random_, 2) == 0)
      action = choice(menu);
    note("both", seat_, action);
    truth_.act(seat_, action);
    imagined_.act(seat_, action);
    if (!facts_ && pick(random_, 25) == 0) {
      truth_.undo(seat_);
      imagined_.undo(seat_);
    }
    return true;
  }

  // The other seat plays at random in the truth, and in the imagined world an action with the same face: of what can be
  // done in both worlds.
  bool play_other() {
    constexpr int kTries = 12;
    const Seat other_seat = other(seat_);
    if (facts_) return play_same();
    pay();
    for (int tries = 0; tries < kTries; ++tries) {
      const Action action = choice(*truth_.menu(other_seat));
      const std::string face = title_->face(truth_.referee().position(), action, viewer(seat_));
      const bool told = !face.empty() && face.front() != '~';
      if (!told && tries < kTries / 2 && pick(random_, 4) != 0) continue;  // what shows is what the test is about
      const auto same = told ? find(face) : alike(face);
      if (told && !same) continue;
      const bool side_by_side = truth_.menu(seat_) != nullptr;
      note("truth, as " + face, other_seat, action);
      truth_.act(other_seat, action);
      if (same) {
        owed_ = *same;
        // Side by side nobody learns how far the other is: he may do it later there.
        if (!side_by_side || !truth_.menu(other_seat) || pick(random_, 3) != 0) pay();
      }
      // A menu of one's own turn that leaves no choice passes by itself, so one world may be further on than the other.
      const bool reacting = is_asked(truth_, seat_, Asking::kReaction) || is_asked(imagined_, seat_, Asking::kReaction);
      out_of_step_ |=
          !reacting && is_asked(truth_, other_seat, Asking::kOwn) != is_asked(imagined_, other_seat, Asking::kOwn);
      // What nobody is ever told may take another number of steps there: let it catch up.
      for (int silent = 0; silent < 200 && truth_.menu(seat_) && !imagined_.menu(seat_) && imagined_.menu(other_seat);
           ++silent) {
        if (!step_silently()) break;
      }
      out_of_step_ |= !reacting && is_asked(truth_, seat_, Asking::kOwn) != is_asked(imagined_, seat_, Asking::kOwn);
      return true;
    }
    return false;
  }

  // What the other has done in the truth and not yet in the imagined world.
  void pay() {
    if (!owed_) return;
    note("imagined", other(seat_), *owed_);
    imagined_.act(other(seat_), *std::exchange(owed_, std::nullopt));
  }

  // Of what can be done in both worlds and looks the same.
  bool play_same() {
    const Seat other_seat = other(seat_);
    const Menu* menu = imagined_.menu(other_seat);
    for (int tries = 0; menu && tries < 12; ++tries) {
      const Action action = choice(*truth_.menu(other_seat));
      if (!menu->find(action) || menu->kind != truth_.menu(other_seat)->kind) continue;
      if (title_->face(truth_.referee().position(), action, viewer(seat_)) !=
          title_->face(imagined_.referee().position(), action, viewer(seat_)))
        continue;
      note("both", other_seat, action);
      truth_.act(other_seat, action);
      imagined_.act(other_seat, action);
      // A menu of one's own turn that leaves no choice passes by itself.
      out_of_step_ |= is_asked(truth_, other_seat, Asking::kOwn) != is_asked(imagined_, other_seat, Asking::kOwn);
      return true;
    }
    return false;
  }

  // Any item; now and then the last, which is to be done with it, so that phases pass.
  Action choice(const Menu& menu) {
    const bool last = pick(random_, 4) == 0;
    return (last ? menu.items.back() : menu.items[pick(random_, menu.items.size())]).action;
  }

  static bool is_asked(const World& world, Seat seat, Asking asking) {
    const Menu* menu = world.menu(seat);
    return menu && menu->asking == asking;
  }

  // An action in the imagined world that looks the same, at once or after some that are never told.
  std::optional<Action> find(const std::string& face) {
    constexpr int kSilentSteps = 12;
    for (int silent = 0; silent < kSilentSteps; ++silent) {
      if (!imagined_.menu(other(seat_))) return std::nullopt;
      if (auto same = alike(face)) return same;
      if (!step_silently()) return std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<Action> alike(const std::string& face) {
    const Menu* menu = imagined_.menu(other(seat_));
    if (!menu || face.empty()) return std::nullopt;
    std::vector<Action> found;
    for (const Item& item : menu->items) {
      if (title_->face(imagined_.referee().position(), item.action, viewer(seat_)) == face)
        found.push_back(item.action);
    }
    if (found.empty()) return std::nullopt;
    return found[pick(random_, found.size())];
  }

  bool step_silently() {
    const Menu* menu = imagined_.menu(other(seat_));
    std::vector<Action> silent;
    for (const Item& item : menu->items) {
      const std::string face = title_->face(imagined_.referee().position(), item.action, viewer(seat_));
      if (face.empty() || face.front() == '~') silent.push_back(item.action);
    }
    if (silent.empty()) return false;
    const Action action = silent[pick(random_, silent.size())];
    note("imagined, silently", other(seat_), action);
    imagined_.act(other(seat_), action);
    return true;
  }

  // Neither world can be ahead of the other.
  bool settled() const { return (truth_.over() && imagined_.over()) || (truth_.menu(seat_) && imagined_.menu(seat_)); }

  // Nothing that was sent may differ before a licensed reveal does.
  std::optional<PairEnd> compare() {
    for (Viewer who : {viewer(seat_), Viewer::kPublic}) {
      const auto& real = truth_.sent(who);
      const auto& other_world = imagined_.sent(who);
      std::size_t& done = compared_[index(who)];
      for (; done < std::min(real.size(), other_world.size()); ++done) {
        using Kind = World::Entry::Kind;
        if (real[done] == other_world[done]) {
          if (real[done].kind == Kind::kReveal && is(who, seat_)) ++compared_reveals_[real[done].licence];
          continue;
        }
        if (auto end = revealed({&real[done], &other_world[done]})) return end;
        describe(who, real[done], other_world[done]);
        return PairEnd::kLeak;
      }
      if (settled() && real.size() != other_world.size()) {
        const auto& longer = real.size() > other_world.size() ? real : other_world;
        if (auto end = revealed({&longer[done]})) return end;
        why_ = "something was sent in one world only: " + show(longer[done]);
        return PairEnd::kLeak;
      }
    }
    return std::nullopt;
  }

  // The last actions, for whoever has to find out why.
  void note(const std::string& where, Seat seat, const Action& action) {
    std::string line = where + ": seat " + std::to_string(index(seat)) + " verb " + std::to_string(action.verb);
    for (std::int64_t argument : action.arguments) line += " " + std::to_string(argument);
    trail_.push_back(std::move(line));
    if (trail_.size() > 30) trail_.erase(trail_.begin());
  }

  // A reveal may differ; where one fact was varied, only if the licence of one of them names it.
  std::optional<PairEnd> revealed(std::initializer_list<const World::Entry*> entries) {
    std::optional<PairEnd> end;
    for (const World::Entry* entry : entries) {
      if (entry->kind != World::Entry::Kind::kReveal) continue;
      v1::Report report;
      report.ParseFromString(entry->bytes);
      if (!facts_ || facts_->licensed(entry->licence, fact_)) {
        why_ = report.text().id();
        return PairEnd::kRevealed;
      }
      why_ +=
          "licence " + std::to_string(entry->licence) + " does not name the fact: " + report.ShortDebugString() + "\n";
      end = PairEnd::kLeak;
    }
    return end;
  }

  // An entry as lines that can be compared, the sections of its view as text.
  std::vector<std::string> lines(const World::Entry& entry) const {
    v1::Update update;
    if (entry.kind != World::Entry::Kind::kUpdate || !update.ParseFromString(entry.bytes)) {
      return {std::to_string(static_cast<int>(entry.kind)) + " " + entry.bytes};
    }
    std::vector<std::string> found = lines(update.sections());
    for (const auto& report : update.reports()) found.push_back("report " + report.ShortDebugString());
    update.clear_sections();
    update.clear_reports();
    found.push_back(update.ShortDebugString());
    return found;
  }
  template <class Sections>
  std::vector<std::string> lines(const Sections& sections) const {
    const auto view = title_->blank_view();
    std::vector<std::string> found;
    for (const v1::Section& section : sections) {
      const auto* field = view->GetDescriptor()->FindFieldByNumber(static_cast<int>(section.number()));
      auto* part = view->GetReflection()->MutableMessage(view.get(), field);
      part->ParseFromString(section.body());
      const auto* type = part->GetDescriptor();
      for (int i = 0; i < type->field_count(); ++i) {
        const auto* list = type->field(i);
        if (!list->is_repeated() || !list->message_type()) continue;
        for (int each = 0; each < part->GetReflection()->FieldSize(*part, list); ++each) {
          found.push_back(list->name() + " " +
                          part->GetReflection()->GetRepeatedMessage(*part, list, each).ShortDebugString());
        }
        part->GetReflection()->ClearField(part, list);
      }
      found.push_back(field->name() + " " + part->ShortDebugString());
    }
    return found;
  }
  std::string show(const World::Entry& entry) const {
    std::string all;
    for (const std::string& line : lines(entry)) all += "\n    " + line;
    return all;
  }
  void describe(Viewer who, const World::Entry& real, const World::Entry& other_world) {
    why_ = "viewer " + std::to_string(index(who)) + "\n sent:" + difference(lines(real), lines(other_world)) +
           "\n seen now:";
    const auto seen = [&](const World& world) {
      return lines(sections_of(*title_->view(world.referee().position(), who)));
    };
    why_ += difference(seen(truth_), seen(imagined_));
  }
  static std::string difference(const std::vector<std::string>& truth, const std::vector<std::string>& imagined) {
    std::string out;
    for (const std::string& line : truth) {
      if (std::ranges::find(imagined, line) == imagined.end()) out += "\n  truth:    " + line;
    }
    for (const std::string& line : imagined) {
      if (std::ranges::find(truth, line) == truth.end()) out += "\n  imagined: " + line;
    }
    return out;
  }

  std::shared_ptr<const Title> title_;
  Seat seat_;
  Random& random_;
  World truth_;
  World imagined_;
  std::array<std::size_t, 3> compared_{0, 0, 0};
  std::array<std::size_t, 2> agreed_{0, 0};  // deeds of the truth and of the imagined world
  const Facts* facts_ = nullptr;             // null: the other world is imagined
  std::uint32_t fact_ = 0;
  std::map<std::uint32_t, std::size_t> compared_reveals_;
  bool out_of_step_ = false;
  std::optional<Action> owed_;
  std::string why_;
  std::vector<std::string> trail_;
};

}  // namespace

std::vector<Seat> seats_of(const PlayedSeats& played) {
  std::vector<Seat> seats;
  for (Seat seat : kSeats) {
    if (played[index(seat)]) seats.push_back(seat);
  }
  return seats;
}

Secret secret_of(std::uint64_t seed) { return match_secret("test seed " + std::to_string(seed), {}); }

PairResult leak_pair(const std::shared_ptr<const Title>& title, const Position& truth, Seat seat, const Secret& secret,
                     Random& random, std::size_t limit) {
  const auto view = title->view(truth, viewer(seat));
  SeededChance chance(secret_of(random()), 0);
  auto imagined = title->imagine(*view, seat, chance);
  const std::string truth_bytes = save(truth);
  const std::string imagined_bytes = save(*imagined);
  if (save(*title->view(*imagined, viewer(seat))) != save(*view)) {
    return {PairEnd::kLeak, 0, true, true, false, "view(imagine(v)) is not v", {}, {}};
  }
  if (save(*title->view(*imagined, Viewer::kPublic)) != save(*title->view(truth, Viewer::kPublic))) {
    return {PairEnd::kLeak, 0, true, true, false, "the public view changes under imagine", {}, {}};
  }
  PairResult result =
      Pair(title, World(title, truth, secret, other(seat)), World(title, *imagined, secret, other(seat)), seat, random)
          .run(limit);
  result.imagined = imagined_bytes;
  result.differs = truth_bytes != imagined_bytes;
  result.hides = result.differs || save(*view) != save(*title->view(truth, Viewer::kEnded));
  return result;
}

namespace {

// Which checkpoints of a game are taken: not the same ones in every game.
class Sample {
 public:
  Sample(const LeakPlan& plan, std::size_t game) : plan_(plan), seen_(game), seen_inside_(game) {}
  bool takes(const Position& position) {
    if (plan_.inside && plan_.inside(position)) return seen_inside_++ % plan_.every_inside == 0;
    return seen_++ % plan_.every == 0;
  }

 private:
  const LeakPlan& plan_;
  std::size_t seen_;
  std::size_t seen_inside_;
};

}  // namespace

std::optional<PairResult> varied_pair(const std::shared_ptr<const Title>& title, const Facts& facts,
                                      const Position& truth, Seat seat, const Secret& secret, Random& random,
                                      std::size_t limit) {
  std::vector<Variation> variations = facts.vary(truth, seat, random);
  if (variations.empty()) return std::nullopt;
  const Variation& variation = variations[pick(random, variations.size())];
  std::optional<World> varied;
  try {
    varied.emplace(title, *variation.truth, secret, other(seat));
  } catch (const std::exception&) {
    return std::nullopt;  // play cannot go on from there: another menu would stand at this checkpoint
  }
  PairResult result =
      Pair(title, World(title, truth, secret, other(seat)), std::move(*varied), seat, random).run(limit);
  if (result.end == PairEnd::kLeak) result.why = facts.name(variation.fact) + ", " + variation.what + "\n" + result.why;
  return result;
}

LeakSummary leak_test(const std::shared_ptr<const Title>& title, const LeakPlan& plan, const Facts& facts) {
  LeakSummary summary;
  Random random(plan.seed);
  const auto note = [&](const PairResult& pair) {
    ++summary.pairs;
    ++summary.ends[pair.end];
    if (pair.end == PairEnd::kRevealed) ++summary.reveals[pair.why];
    if (pair.end == PairEnd::kLeak && summary.first_leak.empty()) summary.first_leak = pair.why;
  };
  for (std::size_t game = 0; game < plan.games; ++game) {
    const Secret secret = secret_of(random());
    SeededChance chance(secret, 0);
    std::vector<std::unique_ptr<Position>> checkpoints;
    Sample sample(plan, game);
    play_random(*title, *title->open(plan.scenario, plan.options), chance, random, [&](const Game& running) {
      if (!sample.takes(running.position())) return;
      checkpoints.push_back(title->blank());
      checkpoints.back()->CopyFrom(running.position());
    });
    const std::vector<Seat> seats = seats_of(title->played(**title->open(plan.scenario, plan.options)));
    for (Seat seat : seats) {  // the opening hides nothing yet: what is done side by side must stay hidden
      const auto world = [&] { return World(title, plan.scenario, plan.options, secret, other(seat)); };
      note(Pair(title, world(), world(), seat, random).run(plan.limit));
    }
    for (std::size_t i = 0; i < checkpoints.size() && summary.first_leak.empty(); ++i) {
      const Seat seat = seats[(i + game) % seats.size()];
      const PairResult pair = leak_pair(title, *checkpoints[i], seat, secret, random, plan.limit);
      note(pair);
      if (facts.vary) {
        const auto varied = varied_pair(title, facts, *checkpoints[i], seat, secret, random, plan.limit);
        if (varied) note(*varied);
        summary.varied += varied.has_value();
      }
      if (plan.inside && plan.inside(*checkpoints[i])) {
        ++summary.inside;
        continue;
      }
      ++summary.hiding;
      summary.differing += pair.differs;
      summary.asks.push_back(pair.asks);
      summary.phases += pair.phase_passed;
    }
    if (!summary.first_leak.empty()) return summary;
  }
  std::ranges::sort(summary.asks);
  return summary;
}

LicenceSummary licence_pairs(const std::shared_ptr<const Title>& title, const Facts& facts, const Position& truth,
                             Seat seat, const Secret& secret, Random& random, std::size_t limit) {
  LicenceSummary summary;
  for (const Variation& variation : facts.vary(truth, seat, random)) {
    for (Viewer who : {viewer(seat), Viewer::kPublic}) {
      if (save(*title->view(*variation.truth, who)) == save(*title->view(truth, who))) continue;
      summary.leaks.push_back("not a variation: a view changes under " + variation.what);
      return summary;
    }
    std::unique_ptr<Pair> pair;
    try {
      pair = std::make_unique<Pair>(title, World(title, truth, secret, other(seat)),
                                    World(title, *variation.truth, secret, other(seat)), seat, random);
    } catch (const std::exception&) {
      continue;  // play cannot go on from there: another menu would stand at this checkpoint
    }
    ++summary.variations;
    const std::string fact = facts.name(variation.fact);
    ++summary.of_fact[fact];
    pair->vary(facts, variation.fact);
    const PairResult result = pair->run(limit);
    ++summary.ends[result.end];
    for (const auto& [licence, count] : pair->compared_reveals()) {
      summary.of_licence[licence] += count;
      summary.compared += count;
    }
    if (result.end == PairEnd::kRevealed) ++summary.differing[fact + ": " + result.why];
    if (result.end == PairEnd::kLeak) summary.leaks.push_back(fact + ", " + variation.what + "\n" + result.why);
  }
  return summary;
}

LicenceSummary licence_test(const std::shared_ptr<const Title>& title, const Facts& facts, const LeakPlan& plan) {
  constexpr std::size_t kMostLeaks = 5;
  LicenceSummary summary;
  Random random(plan.seed);
  const std::vector<Seat> seats = seats_of(title->played(**title->open(plan.scenario, plan.options)));
  for (std::size_t game = 0; game < plan.games && summary.leaks.size() < kMostLeaks; ++game) {
    const Secret secret = secret_of(random());
    SeededChance chance(secret, 0);
    Sample sample(plan, game);
    std::vector<std::unique_ptr<Position>> checkpoints;
    play_random(*title, *title->open(plan.scenario, plan.options), chance, random, [&](const Game& running) {
      if (!sample.takes(running.position())) return;
      checkpoints.push_back(title->blank());
      checkpoints.back()->CopyFrom(running.position());
    });
    for (std::size_t i = 0; i < checkpoints.size() && summary.leaks.size() < kMostLeaks; ++i) {
      const Seat seat = seats[(i + game) % seats.size()];
      const LicenceSummary of_one = licence_pairs(title, facts, *checkpoints[i], seat, secret, random, plan.limit);
      if (plan.inside && plan.inside(*checkpoints[i])) summary.inside += of_one.variations;
      summary.add(of_one);
    }
  }
  return summary;
}

}  // namespace wardroom::testing
