// A match whose store, rules and bots do as they are told.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "tests/match/rig.h"

namespace wardroom::testing {

// Picket, whose rules break when told to.
class Fragile final : public Title {
 public:
  std::string_view id() const override { return inner_->id(); }
  Text name() const override { return inner_->name(); }
  std::array<Text, 2> seat_names() const override { return inner_->seat_names(); }
  std::uint32_t revision() const override { return inner_->revision(); }
  std::vector<ScenarioInfo> scenarios() const override { return inner_->scenarios(); }
  Result<std::unique_ptr<Position>> open(std::string_view scenario,
                                         const std::vector<OptionValue>& options) const override {
    return inner_->open(scenario, options);
  }
  std::unique_ptr<Position> blank() const override { return inner_->blank(); }
  std::unique_ptr<View> blank_view() const override { return inner_->blank_view(); }
  Task<> play(Position& position, Table& table) const override { return inner_->play(position, table); }
  OwnedView view(const Position& position, Viewer viewer) const override {
    if (strange > 0 && strange-- > 0) throw std::runtime_error("CANARY: a fact of the position");
    if (breaks > 0 && breaks-- > 0) throw Broken("a rule of the test broke");
    return inner_->view(position, viewer);
  }
  std::unique_ptr<Position> imagine(const View& view, Seat seat, Chance& chance) const override {
    return inner_->imagine(view, seat, chance);
  }
  Ending ending(const Position& position) const override { return inner_->ending(position); }
  std::string face(const Position& position, const Action& action, Viewer viewer) const override {
    return inner_->face(position, action, viewer);
  }

  mutable std::atomic<int> breaks{0};
  mutable std::atomic<int> strange{0};  // with words that are not ours

 private:
  std::shared_ptr<const picket::Picket> inner_ = picket::make_picket();
};

// Answers with the first item; or not at all.
class FirstItem final : public match::Player {
 public:
  match::Move answer(const v1::Update& update) override {
    if (update.menu().items().empty() || !update.full()) throw std::runtime_error("asked without a menu");
    return {update.menu().items(0).action(), {}};
  }
};
// Says why, too.
class Explainer final : public match::Player {
 public:
  match::Move answer(const v1::Update& update) override {
    match::Move move{update.menu().items(0).action(), {}};
    move.reason.set_id("because");
    return move;
  }
};
// Thinks until it is told to go.
class Slow final : public match::Player {
 public:
  explicit Slow(std::shared_future<void> go) : go_(std::move(go)) {}
  match::Move answer(const v1::Update& update) override {
    go_.wait();
    return {update.menu().items(0).action(), {}};
  }

 private:
  std::shared_future<void> go_;
};
class Mute final : public match::Player {
 public:
  match::Move answer(const v1::Update&) override { throw std::runtime_error("no idea"); }
};
class Wild final : public match::Player {
 public:
  match::Move answer(const v1::Update&) override {
    v1::Action action;
    action.set_verb(99);
    return {action, {}};
  }
};

template <class T>
inline match::PlayerEntry bot(const std::string& name) {
  return {name, [](match::Chair) { return std::make_unique<T>(); }};
}

class Life : public ::testing::Test {
 protected:
  void open(const std::function<void(v1::CreateMatch&)>& change = {}) {
    rig.emplace(store, settings);
    a = rig->guest("Anna");
    b = rig->guest("Bert");
    match = rig->begin(*a, *b, change);
  }
  void set_up() {
    for (int i = 0; i < 3; ++i) a->choose(picket::wire::PLACE);
    for (int i = 0; i < 3; ++i) b->choose(picket::wire::PLACE);
    a->catch_up();
  }
  void stop() {
    tokens = {a->token, b ? b->token : ""};
    a.reset();
    b.reset();
    rig.reset();
  }
  void come_back() {
    rig.emplace(store, settings);
    a = rig->back(tokens[0]);
    if (!tokens[1].empty()) b = rig->back(tokens[1]);
  }

  MemoryStore store;
  RigSettings settings = quick(store);
  std::optional<Rig> rig;
  std::unique_ptr<Client> a, b;
  std::array<std::string, 2> tokens;
  std::string match;
};

inline v1::ClientFrame first_item(Client& client) {
  v1::ClientFrame frame;
  frame.mutable_act()->set_match(client.match);
  frame.mutable_act()->set_menu_serial(client.seen.menu().serial());
  *frame.mutable_act()->add_actions() = client.seen.menu().items(0).action();
  return frame;
}

}  // namespace wardroom::testing
