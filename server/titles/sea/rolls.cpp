#include "server/titles/sea/rolls.h"

#include <cstdlib>

#include "server/titles/sea/words.h"

namespace wardroom::sea {
namespace {

Text signed_number(int value) {
  return Text("roll.signed").word("sign", value < 0 ? "minus" : "plus").number("size", std::abs(value));
}

Text modifiers_text(const std::vector<told::Change>& modifiers) {
  std::vector<Text> parts;
  for (const told::Change& each : modifiers) {
    parts.push_back(Text("roll.modifier")
                        .text("name", each.name)
                        .text("value", signed_number(each.value))
                        .word("rule", std::string(each.rule)));
  }
  return listed(std::move(parts));
}

Text dice_text(const std::vector<told::Die>& dice) {
  std::vector<Text> parts;
  for (const told::Die& each : dice) {
    Text part = each.modified ? Text("roll.die.modified").number("modified", *each.modified) : Text("roll.die");
    parts.push_back(std::move(part).number("die", each.fell).text("result", each.result));
  }
  return listed(std::move(parts));
}

}  // namespace

Telling telling_of(told::Roll roll) {
  Text words(roll.modifiers.empty() ? "report.roll" : "report.roll.modified");
  words.text("table", roll.table).text("row", roll.row).text("dice", dice_text(roll.dice));
  if (!roll.modifiers.empty()) words.text("modifiers", modifiers_text(roll.modifiers));
  return {std::move(words), std::move(roll)};
}

told::Roll plain_roll(Text table, std::initializer_list<int> dice, Text result) {
  told::Roll roll{std::move(table)};
  for (int die : dice) roll.dice.push_back({die, {}, result});
  return roll;
}

}  // namespace wardroom::sea
