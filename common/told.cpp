#include "common/told.h"

#include <algorithm>
#include <utility>

#include "common/delta.h"

namespace wardroom {

// -- menus --

// Of the last one of its kind: a choice of a target is most like the one before it, whatever was asked between.
v1::MenuDelta ToldMenus::delta(const v1::Menu& menu) {
  Kept next{menu.kind(), menu.SerializeAsString()};
  auto base = std::ranges::find(kept_, next.kind, &Kept::kind);
  if (base == kept_.end()) base = kept_.begin();
  v1::MenuDelta told;
  const bool any = base != kept_.end();
  if (any) told.set_back(static_cast<std::uint32_t>(base - kept_.begin()) + 1);
  told.set_delta(wardroom::delta(any ? base->bytes : std::string(), next.bytes));
  keep(std::move(next));
  return told;
}

const std::string* ToldMenus::menu(const v1::MenuDelta& delta) {
  if (delta.back() > kept_.size()) return nullptr;
  auto bytes = patched(delta.back() > 0 ? kept_[delta.back() - 1].bytes : std::string(), delta.delta());
  if (!bytes) return nullptr;
  keep({0, std::move(*bytes)});
  return &kept_.front().bytes;
}

void ToldMenus::keep(Kept menu) {
  kept_.push_front(std::move(menu));
  if (kept_.size() > kKept) kept_.pop_back();
}

// -- updates --

void Told::begin(const v1::Update& full) {
  *this = {};
  for (const v1::Section& section : full.sections()) sections_[section.number()] = section.body();
}

// Field by field: what is whole is large, and not copied.
v1::Update Told::shortened(const v1::Update& whole) {
  if (whole.full()) {
    begin(whole);
    return whole;
  }
  v1::Update update;
  update.set_match(whole.match());
  update.set_serial(whole.serial());
  update.set_time_ms(whole.time_ms());
  update.set_epoch(whole.epoch());
  for (const v1::Section& section : whole.sections()) {
    std::string& told = sections_[section.number()];
    v1::Section& next = *update.add_sections();
    next.set_number(section.number());
    next.set_delta(delta(told, section.body()));
    told = section.body();
  }
  *update.mutable_reports() = whole.reports();
  if (whole.has_menu()) *update.mutable_menu_delta() = menus_.delta(whole.menu());
  *update.mutable_waiting_for() = whole.waiting_for();
  update.set_state(whole.state());
  if (whole.has_ending()) *update.mutable_ending() = whole.ending();
  return update;
}

bool Told::restore(v1::Update& update) {
  if (update.full()) {
    begin(update);
    return true;
  }
  for (v1::Section& section : *update.mutable_sections()) {
    std::string& told = sections_[section.number()];
    if (!section.delta().empty()) {
      auto body = patched(told, section.delta());
      if (!body) return false;
      *section.mutable_body() = std::move(*body);
      section.clear_delta();
    }
    told = section.body();
  }
  if (!update.has_menu_delta()) return true;
  const std::string* menu = menus_.menu(update.menu_delta());
  if (!menu || !update.mutable_menu()->ParseFromString(*menu)) return false;
  update.clear_menu_delta();
  return true;
}

// -- frames --

std::vector<v1::ServerFrame> Hearing::whole(v1::ServerFrame frame) {
  std::vector<v1::ServerFrame> frames;
  if (frame.has_attached()) {
    told_[frame.attached().match().id()].begin(frame.attached().update());
  } else if (frame.has_acted() && frame.acted().has_update()) {
    *frames.emplace_back().mutable_update() = std::move(*frame.mutable_acted()->mutable_update());
    frame.mutable_acted()->clear_update();
  }
  frames.push_back(std::move(frame));
  v1::ServerFrame& first = frames.front();
  const bool tells = first.has_update() && first.request() == 0;
  if (tells && !told_[first.update().match()].restore(*first.mutable_update())) frames.clear();
  return frames;
}

}  // namespace wardroom
