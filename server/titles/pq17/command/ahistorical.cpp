#include "server/titles/pq17/command/ahistorical.h"

#include <algorithm>

#include "server/titles/pq17/command/bring_reinforcements.h"
#include "server/titles/pq17/sequence/score.h"

namespace wardroom::pq17 {
namespace {

const v1::AhistoricalForces::Choice& choice_of(const Operation& op, const v1::AhistoricalOffer& offer) {
  return *op.reference.box().choice(offer.choice());
}

bool bought(const Operation& op, Side side, const std::string& choice) {
  return std::ranges::find(op.own(side).purchase(), choice, &v1::Purchase::choice) != op.own(side).purchase().end();
}

bool for_sale(const Operation& op, Side side, const v1::AhistoricalOffer& offer) {
  const auto& choice = choice_of(op, offer);
  if (choice.side() != side || bought(op, side, choice.id())) return false;
  if (choice.has_available() && !within(choice.available(), op.scenario.date())) return false;
  return std::ranges::all_of(choice.needs(), [&](const std::string& other) { return bought(op, side, other); });
}

bool anything_offered(const Operation& op, Side side) {
  return std::ranges::any_of(op.scenario.ahistorical(), [&](const auto& offer) { return for_sale(op, side, offer); });
}

// Half as much for a Reinforcement, whether it ever comes or not.
int price(const Operation& op, const std::string& id, int group) {
  int halves = op.reference.box().choice(id)->vp_halves();
  for (const auto& offer : op.scenario.ahistorical()) {
    if (offer.choice() == id && offer.has_vp_halves()) halves = offer.vp_halves();
  }
  return group != 0 ? (halves + 1) / 2 : halves;
}

int signed_price(Side side, int halves) { return side == kAllied ? -halves : halves; }

int last_group(const Operation& op, Side side) {
  int last = 1;
  for (const auto& group : op.scenario.reinforcement()) {
    if (group.side() == side) last = std::max(last, group.number());
  }
  return last;
}

void offer_forces(const Operation& op, Side side, Menu& menu) {
  for (int i = 0; i < op.scenario.ahistorical_size(); ++i) {
    const auto& offer = op.scenario.ahistorical(i);
    if (!for_sale(op, side, offer)) continue;
    for (int group = 0; group <= last_group(op, side); ++group) {
      Item& item = menu.offer(v1::Verb::BUY, i, group);
      const Text points = points_text(signed_price(side, price(op, offer.choice(), group)));
      Text& label =
          item.by("14").says(group == 0 ? "choice.ahistorical.on_map" : "choice.ahistorical.as_reinforcement");
      label.text("name", Text(offer.choice() + ".name")).text("points", points);
      if (group != 0) label.number("number", group);
    }
  }
}

void seal(Operation& op, Side side) {
  op.truth.mutable_standing()->add_bought(side);
  int halves = 0;
  for (const v1::Purchase& purchase : op.own(side).purchase()) halves += price(op, purchase.choice(), purchase.group());
  if (halves == 0) return;
  halves = signed_price(side, halves);
  op.score("ahistorical", halves, word_of(side), op.own(side).purchase_size());
  op.reveal(Licence::kBought,
            {Text("report.ahistorical.bought").word("side", word_of(side)).text("points", points_text(halves)),
             scored(op, halves)},
            {}, "14");
}

}  // namespace

Task<> buy_forces(Operation& op, Side side) {
  const auto& sealed = op.truth.standing().bought();
  if (!op.option("option.ahistorical_forces") || std::ranges::find(sealed, side) != sealed.end()) co_return;
  while (anything_offered(op, side)) {
    Menu menu = op.menu(side, v1::MenuKind::AHISTORICAL, "prompt.ahistorical");
    menu.checkpoint = true;
    menu.rule = "14";
    offer_forces(op, side, menu);
    menu.offer(v1::Verb::DONE).says("choice.ahistorical.nothing");
    const Action answer = co_await op.table.ask(std::move(menu));
    if (answer.verb == v1::Verb::DONE) break;
    v1::Purchase& purchase = *op.own(side).add_purchase();
    purchase.set_choice(op.scenario.ahistorical(answer.at<int>(0)).choice());
    purchase.set_group(answer.at<int>(1));
  }
  seal(op, side);
}

Task<> place_purchases(Operation& op, Side side, std::vector<AirBase>& air) {
  for (int i = 0; i < op.own(side).purchase_size(); ++i) {
    if (op.own(side).purchase(i).group() == 0) co_await place_purchase(op, side, i, &air);
  }
}

}  // namespace wardroom::pq17
