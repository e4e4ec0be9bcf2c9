// A bench for one piece of the rules: it runs on a stage's position with scripted chance, without the sequence of play
// around it, and answers its menus.
#pragma once

#include "server/titles/pq17/operation/operation.h"
#include "tests/titles/pq17/scene.h"

namespace wardroom::pq17 {

class Bench {
 public:
  explicit Bench(Stage& stage, std::vector<std::uint32_t> results = {})
      : chance_(std::move(results)),
        table_(chance_),
        op(the_title().reference(), stage.truth(), table_),
        stage_(stage) {}

  // Runs until it asks or ends. Tasks with a value, and functions that are none, a test runs on `op` by itself.
  Bench& run(Task<> task) {
    task_.emplace(std::move(task));
    task_->handle().resume();
    return settle();
  }
  bool done() const { return task_ && task_->done(); }

  const Menu* menu(Side side) const { return table_.pending(seat_of(side)); }
  bool asked(Side side, v1::MenuKind::Kind kind) const {
    return menu(side) && menu(side)->kind == static_cast<std::uint32_t>(kind);
  }
  template <class... Arguments>
  bool offers(Side side, v1::Verb::Kind verb, const Arguments&... arguments) const {
    return menu(side) && menu(side)->find(make_action(verb, arguments...));
  }
  int count(Side side, v1::Verb::Kind verb) const {
    if (!menu(side)) return 0;
    return static_cast<int>(std::ranges::count_if(
        menu(side)->items, [&](const Item& item) { return item.action.verb == static_cast<std::uint32_t>(verb); }));
  }
  // Fails the test when it is not offered.
  template <class... Arguments>
  Bench& answer(Side side, v1::Verb::Kind verb, const Arguments&... arguments) {
    const Action action = make_action(verb, arguments...);
    if (!menu(side) || !menu(side)->find(action)) {
      ADD_FAILURE() << "not offered: " << v1::Verb::Kind_Name(verb);
      throw Broken("not offered");
    }
    table_.answer(seat_of(side), action);
    return settle();
  }

  v1::Block& block(const std::string& name) { return op.block(block_id(stage_.force(name))); }
  BlockId id(const std::string& name) { return id_of(block(name)); }
  ForceKey key(const std::string& name) { return key_of(stage_.force(name)); }
  bool gone(Side side, ForceKey force) { return !op.find(side, force); }
  v1::Air::Unit& air(int key) { return op.air(AirKey(key)); }
  v1::Air::Unit* find_air(int key) { return op.find_air(AirKey(key)); }
  bool chance_used_up() const { return chance_.used_up(); }

  // Ids of the reports this side was told since the bench was set up, in order.
  const std::vector<std::string>& told(Side side) {
    listen();
    return told_[side == kAllied ? 0 : 1];
  }
  // The same reports with what they say.
  const std::vector<Text>& reports(Side side) {
    listen();
    return reports_[side == kAllied ? 0 : 1];
  }
  bool was_told(Side side, const std::string& id) { return std::ranges::find(told(side), id) != told(side).end(); }
  std::string view(Side side) const { return the_title().view(op.truth, viewer(seat_of(side)))->SerializeAsString(); }

 private:
  void listen() {
    for (const auto& told : table_.take().told) {
      for (Side side : kSides) {
        if (!told.viewers.has(viewer(seat_of(side)))) continue;
        told_[side == kAllied ? 0 : 1].push_back(told.report.text.id.str());
        reports_[side == kAllied ? 0 : 1].push_back(told.report.text);
      }
    }
  }
  Bench& settle() {
    listen();
    if (done()) task_->take();
    // Asked because of what the enemy can see, and nothing to choose.
    const bool asked_for_show =
        asked(op.active(), v1::MenuKind::DESIGNATE) || asked(op.active(), v1::MenuKind::RECON_SEARCHER);
    if (asked_for_show && menu(op.active())->items.size() == 1) answer(op.active(), v1::Verb::DONE);
    return *this;
  }

  ScriptedChance chance_;
  Table table_;

 public:
  Operation op;

 private:
  Stage& stage_;
  std::optional<Task<>> task_;
  std::array<std::vector<std::string>, 2> told_;
  std::array<std::vector<Text>, 2> reports_;
};

// The block of a named force at sea, before a bench or a scene has begun.
inline v1::Block& block_of(Stage& stage, const std::string& name) {
  for (v1::Block& block : *stage.truth().mutable_sea()->mutable_block()) {
    if (block.id() == stage.force(name).block()) return block;
  }
  throw Broken("not at sea");
}

}  // namespace wardroom::pq17
