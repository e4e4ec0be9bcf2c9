// World: a match as both seats see it, played by the leak test.
#include <utility>

#include "tests/engine/leak.h"

namespace wardroom::testing {
namespace {

std::string bytes_of(const Refusal& refusal) {
  v1::Text text;
  to_wire(refusal.reason, text);
  return std::to_string(static_cast<int>(refusal.code)) + refusal.rule + text.SerializeAsString();
}

}  // namespace

World::World(std::shared_ptr<const Title> title, const std::string& scenario, const std::vector<OptionValue>& options,
             const Secret& secret, std::optional<Seat> unseen) {
  v1::record::Head head;
  head.set_title(std::string(title->id()));
  head.set_scenario(scenario);
  for (const OptionValue& option : options) {
    auto& chosen = *head.add_options();
    chosen.set_id(option.id);
    chosen.set_value(option.value);
  }
  Step first;
  referee_ = *Referee::open(std::move(title), head, secret, first, {1'000'000, false, unseen});
  show_all();
}

World::World(std::shared_ptr<const Title> title, const Position& position, const Secret& secret,
             std::optional<Seat> unseen) {
  Stored stored;
  stored.checkpoint.set_position(save(position));
  stored.checkpoint.set_checksum(checksum(stored.checkpoint.position()));
  stored.checkpoint.set_rules_revision(title->revision());
  auto referee = Referee::resume(std::move(title), std::move(stored), secret, {1'000'000, false, unseen});
  referee_ = std::move(*referee);
  if (referee_->state() == v1::MATCH_STATE_HELD)
    throw std::runtime_error("a checkpoint that does not re-enter: " + position.ShortDebugString());
  show_all();
}

void World::show_all() {
  for (Viewer who : kLiveViewers) {
    if (const auto shown = referee_->all(who))
      sent_[index(who)].push_back({Entry::Kind::kUpdate, shown->SerializeAsString()});
  }
}

void World::act(Seat seat, const Action& action) {
  deeds_.push_back({seat, action});
  take(seat, referee_->act(seat, referee_->menu_serial(seat), std::span(&action, 1)));
}

void World::undo(Seat seat) {
  deeds_.push_back({seat, std::nullopt});
  take(seat, referee_->undo(seat));
}

void World::take(Seat seat, const Result<Step>& step) {
  if (!step) {
    sent_[index(viewer(seat))].push_back({Entry::Kind::kRefusal, bytes_of(step.error())});
    return;
  }
  for (const Happened& happened : step->happened) {
    for (const auto& told : happened.told) {
      if (!told.revealed()) continue;
      v1::Report report;
      to_wire(told.report, report);
      for (Viewer who : kLiveViewers) {
        if (told.viewers.has(who))
          sent_[index(who)].push_back({Entry::Kind::kReveal, report.SerializeAsString(), told.licence});
      }
    }
  }
  for (Viewer who : kLiveViewers) {
    if (const auto& update = step->updates[index(who)]) {
      sent_[index(who)].push_back({Entry::Kind::kUpdate, update->SerializeAsString()});
    }
  }
  for (const Happened& happened : step->happened) {  // put after what was shown
    for (const auto& asked : happened.asked) {
      if (asked.asking != Asking::kReaction || !happened.published) continue;  // side by side nobody learns when
      const Entry reaction{Entry::Kind::kReactionAsked, std::to_string(asked.kind)};
      for (Viewer who : kLiveViewers) {
        std::vector<Entry>& sent = sent_[index(who)];
        // Until something is shown, all questions of a reaction are one pause: how many there are nobody can see.
        const bool goes_on = !sent.empty() && sent.back().kind == reaction.kind && sent.back().bytes == reaction.bytes;
        if (!is(who, asked.seat) && !goes_on) sent.push_back(reaction);
      }
    }
  }
}

std::set<std::size_t> ends_of_queues(const std::array<std::vector<World::Deed>, 2>& worlds, Seat seat) {
  std::set<std::size_t> ends;
  for (const std::vector<World::Deed>& deeds : worlds) {
    std::size_t own = 0;
    bool other_acted = false;
    for (const World::Deed& deed : deeds) {
      if (deed.seat != seat) {
        other_acted = true;
        continue;
      }
      if (std::exchange(other_acted, false) || !deed.action) ends.insert(own);
      ++own;
    }
  }
  return ends;
}

}  // namespace wardroom::testing
