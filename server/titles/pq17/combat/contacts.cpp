#include "server/titles/pq17/combat/contacts.h"

#include <algorithm>

#include "server/titles/pq17/air/abilities.h"
#include "server/titles/pq17/air/combat.h"
#include "server/titles/pq17/combat/engagement.h"
#include "server/titles/pq17/combat/lone_ships.h"
#include "server/titles/pq17/submarine/boats.h"

namespace wardroom::pq17 {
namespace {

const v1::Force* force_in(Operation& op, const v1::Contact& contact) {
  const v1::Block* block = contact.block() != 0 ? op.find_block(block_id(contact)) : nullptr;
  return block ? &op.force_behind(*block) : nullptr;
}

const v1::Air::Unit* air_unit_in(Operation& op, const v1::Contact& contact) {
  return contact.air_unit() != 0 ? op.find_air(air_key(contact)) : nullptr;
}

// Aircraft on a mission, not those that only patrol.
bool can_bomb(Operation& op, const v1::Air::Unit& unit) {
  return unit.mission() == v1::Air::FLYING && able_cs(op, unit) > 0 && may_attack_at_sea(op, unit);
}

bool can_attack(Operation& op, const v1::Contact& contact) {
  if (const v1::Air::Unit* unit = air_unit_in(op, contact)) return can_bomb(op, *unit);
  const v1::Force* force = force_in(op, contact);
  if (!force) return false;
  if (force->kind() == v1::BlockKind::TASK_FORCE) return true;
  if (force->kind() != v1::BlockKind::WOLFPACK || !submarines_fight_in(op, as_hex(contact.hex()))) return false;
  return !op.block_of(*force).moved() && has_torpedoes(op, *force);  // [5.2, A-32]
}

Text own_name(Operation& op, const v1::Contact& contact) {
  if (const v1::Air::Unit* unit = air_unit_in(op, contact)) return op.name(*unit);
  return op.name(*force_in(op, contact));
}

// The enemy cannot see what is behind a block that has made contact.
bool might_attack(Operation& op, const v1::Contact& contact) {
  const v1::Block* block = contact.block() != 0 ? op.find_block(block_id(contact)) : nullptr;
  return block && (!block->flat() || block->kind() != v1::BlockKind::CONVOY);
}

void drop_contact(Operation& op, int which) {
  auto& contacts = *op.truth.mutable_sea()->mutable_contact();
  contacts.DeleteSubrange(which, 1);
  for (int i = contacts.size() - 1; i >= 0; --i) {
    if (!op.find_block(BlockId(contacts.Get(i).convoy())))
      contacts.DeleteSubrange(i, 1);  // nothing is left to be found
  }
}

void attack_by_block(Operation& op, const v1::Contact& contact) {
  const v1::Force& force = *force_in(op, contact);
  const Side side = op.active();
  const ForceKey convoy = key_of(op.force_behind(op.block(BlockId(contact.convoy()))));
  const bool wolfpack = force.kind() == v1::BlockKind::WOLFPACK;
  const Hex hex = as_hex(contact.hex());
  const auto kind = wolfpack ? v1::Battle::SUBMARINE : v1::Battle::SURFACE;
  begin_engagement(op, kind, side, hex);
  const auto said = [&](const Text& name) {
    return Telling(Text("report.lone_ships.attack").text("attacker", name).word("hex", op.word(hex)),
                   told::Milestone{told::Milestone::kEngagement, static_cast<std::uint32_t>(kind)});
  };
  op.tell(side, said(op.name(force)), hex, "7.7");
  op.reveal_to_others(Licence::kLoneShips, side, said(name_of_attacker(op, force)), hex, "7.7");
  if (wolfpack) {
    torpedo_lone_ships(op, side, key_of(force), convoy);
  } else {
    sink_lone_ship(op, side, key_of(force), convoy);
  }
  close_engagement(op);
}

}  // namespace

Task<> attack_contacts(Operation& op) {
  while (true) {
    const auto& contacts = op.truth.sea().contact();
    Menu menu = op.menu(op.active(), v1::MenuKind::CONTACTS, "prompt.contacts");
    menu.rule = "7.7";
    for (int i = 0; i < contacts.size(); ++i) {
      if (!can_attack(op, contacts.Get(i))) continue;
      const v1::Block& convoy = op.block(BlockId(contacts.Get(i).convoy()));
      menu.offer(v1::Verb::ATTACK_SHIPS, i)
          .place(contacts.Get(i).hex())
          .by("6.8.1")
          .says("choice.contact")
          .text("attacker", own_name(op, contacts.Get(i)))
          .text("target", op.name(convoy));
    }
    const bool asked =
        std::ranges::any_of(contacts, [&](const v1::Contact& contact) { return might_attack(op, contact); });
    if (menu.items.empty() && !asked) co_return;
    menu.offer(v1::Verb::DONE).says("choice.lone_ship.no");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) co_return;
    const int which = answer.at<int>(0);
    const v1::Contact contact = op.truth.sea().contact(which);
    if (contact.air_unit() != 0) {
      const std::vector<AirKey> one{air_key(contact)};
      co_await strike_lone_ship(op, op.active(), BlockId(contact.convoy()), one);  // [7.7.3]
    } else {
      attack_by_block(op, contact);
    }
    drop_contact(op, which);
  }
}

}  // namespace wardroom::pq17
