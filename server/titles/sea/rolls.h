// Rolls told with everything that made them: table, row, each modifier by name and rule, dice, results.
#pragma once

#include <google/protobuf/repeated_ptr_field.h>

#include <initializer_list>
#include <vector>

#include "server/titles/sea/telling.h"

namespace wardroom::sea {

// A modifier of a table that holds now, and what it comes to. A title's own message with an id, a value and a rule.
template <class Modifier>
struct Applied {
  const Modifier* modifier;
  int value;
};

// Those that hold, in the order of the table. `times(modifier)` says how often it counts: 0 where it does not hold.
template <class Modifier, class Times>
std::vector<Applied<Modifier>> applied(const google::protobuf::RepeatedPtrField<Modifier>& modifiers,
                                       const Times& times) {
  std::vector<Applied<Modifier>> found;
  for (const Modifier& modifier : modifiers) {
    if (const int value = modifier.value() * times(modifier); value != 0) found.push_back({&modifier, value});
  }
  return found;
}

template <class Modifier>
int sum(const std::vector<Applied<Modifier>>& applied) {
  int total = 0;
  for (const auto& each : applied) total += each.value;
  return total;
}

template <class Modifier>
std::vector<told::Change> changes(const std::vector<Applied<Modifier>>& applied) {
  std::vector<told::Change> list;
  for (const auto& each : applied)
    list.push_back({Text(each.modifier->id() + ".name"), each.value, each.modifier->rule()});
  return list;
}

// The roll with its words, made of its facts.
Telling telling_of(told::Roll roll);
// Dice that a sentence of its own tells of.
told::Roll plain_roll(Text table, std::initializer_list<int> dice, Text result = {});

}  // namespace wardroom::sea
