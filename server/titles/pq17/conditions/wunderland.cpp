#include "server/titles/pq17/conditions/wunderland.h"

#include <algorithm>

#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/conditions/chits.h"
#include "server/titles/pq17/conditions/kara_sea.h"
#include "server/titles/pq17/submarine/boats.h"
#include "server/titles/pq17/submarine/fight.h"
#include "server/titles/pq17/surface/battle.h"
#include "server/titles/pq17/surface/combat.h"

namespace wardroom::pq17 {
namespace {

using Kind = v1::SpecialCondition;

}  // namespace

bool fights_in_kara_sea(const Operation& op) { return op.truth.battle().resumes() && op.truth.battle().hex() == 0; }

Task<> attack_in_kara_sea(Operation& op, v1::BlockKind::Kind by) {
  if (op.active() != kAxis || !holds(op, kAxis, Kind::WUNDERLAND)) co_return;
  const bool wolfpack = by == v1::BlockKind::WOLFPACK;
  if (fights_in_kara_sea(op)) {
    if (wolfpack) {
      co_await go_on_with_submarines(op);
      close_engagement(op);
    } else {
      co_await go_on_with_battle(op);
    }
    co_return;
  }
  const auto there = op.in_place(kAxis, kara_sea(op).id);
  const auto attacker = std::ranges::find(there, by, &v1::Force::kind);
  const ForceKey convoy(op.own(kAllied).operation().convoy());
  // Everybody saw that somebody came, but neither which of the two nor what it has left [7.3.2].
  if (there.empty() || !op.find(kAllied, convoy) || (wolfpack && !submarines_fight_in(op, Hex{}))) co_return;
  const v1::Force* force = attacker == there.end() ? nullptr : *attacker;
  const ForceKey key = force ? key_of(*force) : ForceKey();
  Menu menu = op.menu(kAxis, v1::MenuKind::SPECIAL_OPERATION, force ? "prompt.kara_sea" : "prompt.kara_sea.nobody");
  menu.rule = "12.12";
  if (force) menu.prompt.text("force", op.name(*force));
  const bool able = force && (!wolfpack || (force->hexes() == 0 && has_torpedoes(op, *force)));  // [5.2]
  if (able) menu.offer(v1::Verb::YES).by("12.12").says("choice.kara_sea.attack");
  menu.offer(v1::Verb::DONE).says("choice.kara_sea.wait");
  const Action answer = co_await op.table.ask(std::move(menu));
  if (answer.verb == v1::Verb::DONE) co_return;
  if (!wolfpack) {
    co_await fight_in_box(op, kAxis, key, convoy);
    co_return;
  }
  v1::Battle& battle = begin_engagement(op, v1::Battle::SUBMARINE, kAxis, Hex{});
  battle.set_place(kara_sea(op).id);
  battle.set_resumes(can_resume(op));
  op.reveal(Licence::kCondition,
            {Text("report.kara_sea.wolfpack").text("place", op.name(kara_sea(op))),
             told::Milestone{told::Milestone::kEngagement, v1::Battle::SUBMARINE}},
            {}, "12.12");
  const SubmarineFight fight{.side = kAxis, .wolfpack = key, .target = convoy, .hex = Hex{}};
  co_await fight_submarines(op, fight);
  close_engagement(op);
}

}  // namespace wardroom::pq17
