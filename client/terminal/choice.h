// Choice: an action as a person or a script writes it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/result.h"
#include "wardroom/v1/play.pb.h"

namespace wardroom::terminal {

// "3" is the third item of the menu; "0614", or a number past the end of the list, the item at that place; "!" behind
// either means its other form; "5:12,7" is verb 5 with two arguments; {"verb":5,"arguments":[12,7]} is the same as
// JSON.
Result<v1::Action> parse_choice(std::string_view text, const v1::Menu& menu);

// An item that does what an earlier one does at the same place, and says one thing more, is that one's other form:
// lists show it with that one. Items are counted from 0.
std::optional<int> other_form(const v1::Menu& menu, int item);
std::optional<int> plain_form(const v1::Menu& menu, int item);  // the other way round
std::string number_of(const v1::Menu& menu, int item);          // as it is typed: "3", "3!"

std::string_view trimmed(std::string_view text);  // without the blanks around it
std::string lower(std::string text);

std::string write_choice(const v1::Action& action);  // "5:12,7"

}  // namespace wardroom::terminal
