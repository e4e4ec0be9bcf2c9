#include "server/engine/menu.h"

#include <algorithm>

#include "wardroom/v1/play.pb.h"

namespace wardroom {

const Item* Menu::find(const Action& action) const {
  auto it = std::ranges::find(items, action, &Item::action);
  return it == items.end() ? nullptr : &*it;
}

void to_wire(const Action& from, v1::Action& to) {
  to.set_verb(from.verb);
  to.mutable_arguments()->Assign(from.arguments.begin(), from.arguments.end());
}

void to_wire(const Menu& from, v1::Menu& to) {
  if (from.foresight) {
    Menu whole = from;
    whole.foresight = nullptr;
    from.foresight(whole);
    return to_wire(whole, to);
  }
  to.set_kind(from.kind);
  to.set_reaction(from.asking == Asking::kReaction);
  to_wire(from.prompt, *to.mutable_prompt());
  to.set_rule(std::string(from.rule));
  for (const Item& item : from.items) {
    auto& out = *to.add_items();
    to_wire(item.action, *out.mutable_action());
    to_wire(item.label, *out.mutable_label());
    if (item.consequence) to_wire(*item.consequence, *out.mutable_consequence());
    out.mutable_places()->Assign(item.places.begin(), item.places.end());
    out.set_rule(std::string(item.rule));
  }
}

void to_wire(const Report& from, v1::Report& to) {
  to_wire(from.text, *to.mutable_text());
  to.mutable_places()->Assign(from.places.begin(), from.places.end());
  to.set_rule(std::string(from.rule));
  to.set_topic(from.topic);
  to.set_step(from.step);
  if (from.facts) {
    to_wire(*from.facts, to);
  } else {
    to.mutable_note();
  }
}

Action from_wire(const v1::Action& from) {
  Action action;
  action.verb = from.verb();
  action.arguments.assign(from.arguments().begin(), from.arguments().end());
  return action;
}

}  // namespace wardroom
