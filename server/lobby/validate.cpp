#include "server/lobby/validate.h"

#include <algorithm>

#include "common/hash.h"

namespace wardroom::lobby {
namespace {

constexpr std::uint32_t kLongestBank = 366 * 24 * 3600;  // seconds
constexpr std::uint32_t kLongestDelay = 100;             // updates

Result<void> check_clock(const v1::Clock& clock) {
  const bool none = clock.bank_seconds() == 0 && clock.increment_seconds() == 0 && clock.cap_seconds() == 0;
  if (none) return {};
  const bool sound = clock.bank_seconds() > 0 && clock.bank_seconds() <= kLongestBank &&
                     clock.increment_seconds() <= kLongestBank && clock.cap_seconds() <= kLongestBank &&
                     (clock.cap_seconds() == 0 || clock.cap_seconds() >= clock.bank_seconds());
  if (!sound) return refuse(RefusalCode::kMalformed, "refusal.clock");
  return {};
}

Result<void> check_options(const Title& title, const google::protobuf::RepeatedPtrField<v1::ChosenOption>& chosen) {
  const std::vector<OptionInfo> known = title.options();
  std::vector<std::string> seen;
  for (const v1::ChosenOption& option : chosen) {
    auto it = std::ranges::find(known, option.id(), &OptionInfo::id);
    if (it == known.end())
      return refuse(RefusalCode::kNotFound, Text("refusal.no_such_option").word("option", option.id()));
    if (std::ranges::find(it->values, option.value()) == it->values.end()) {
      return refuse(RefusalCode::kNotFound,
                    Text("refusal.no_such_value").word("option", option.id()).word("value", option.value()));
    }
    if (std::ranges::find(seen, option.id()) != seen.end()) {
      return refuse(RefusalCode::kMalformed, Text("refusal.option_twice").word("option", option.id()));
    }
    seen.push_back(option.id());
  }
  return {};
}

Result<match::NewMatch> check_scenario(const match::Host& host, const std::string& title_id,
                                       const std::string& scenario) {
  const match::LoadedTitle* title = host.title(title_id);
  if (!title) return refuse(RefusalCode::kNotFound, Text("refusal.no_such_title").word("title", title_id));
  const std::vector<ScenarioInfo> known = title->title->scenarios();
  if (std::ranges::find(known, scenario, &ScenarioInfo::id) == known.end()) {
    return refuse(RefusalCode::kNotFound, Text("refusal.no_such_scenario").word("scenario", scenario));
  }
  match::NewMatch match;
  match.title = title_id;
  match.scenario = scenario;
  return match;
}

// The title has the last word: options may exclude one another.
Result<void> check_opening(const match::Host& host, const match::NewMatch& match) {
  std::vector<MatchOption> options;
  for (const v1::ChosenOption& option : match.options) options.push_back({option.id(), option.value()});
  auto opened = host.title(match.title)->title->open(match.scenario, options);
  if (!opened) return opened.error();
  return {};
}

}  // namespace

Result<match::NewMatch> check_match(const match::Host& host, const v1::CreateMatch& asked, const std::string& account) {
  Result<match::NewMatch> match = check_scenario(host, asked.title(), asked.scenario());
  if (!match) return match;
  if (auto right = check_options(*host.title(asked.title())->title, asked.options()); !right) return right.error();
  if (auto right = check_clock(asked.clock()); !right) return right.error();
  if (asked.observer_delay() > kLongestDelay) {
    return refuse(RefusalCode::kTooMuch, Text("refusal.delay_too_long").number("most", kLongestDelay));
  }
  const auto bot = std::ranges::find(host.players(), asked.bot(), &match::PlayerEntry::name);
  if (!asked.bot().empty() && (bot == host.players().end() || !bot->plays(*host.title(asked.title())->title))) {
    return refuse(RefusalCode::kNotFound, Text("refusal.no_such_bot").word("bot", asked.bot()));
  }
  Seat seat = Seat::kFirst;
  switch (asked.side()) {
    case v1::SIDE_CHOICE_RANDOM:
      seat = (random_bytes(1)[0] & 1) != 0 ? Seat::kSecond : Seat::kFirst;
      break;
    case v1::SIDE_CHOICE_FIRST:
      break;
    case v1::SIDE_CHOICE_SECOND:
      seat = Seat::kSecond;
      break;
    default:
      return refuse(RefusalCode::kMalformed, Text("refusal.no_such_side").number("side", asked.side()));
  }
  match->options.assign(asked.options().begin(), asked.options().end());
  match->creator = account;
  match->is_private = asked.is_private();
  match->clock = asked.clock();
  match->observer_delay = asked.observer_delay();
  match->seats[index(seat)] = {account, {}, asked.nonce_hash()};
  match->seats[index(other(seat))].bot = asked.bot();
  if (asked.bot().empty()) {
    if (auto hashed = match::check_nonce_hash(asked.nonce_hash()); !hashed) return hashed.error();
  }
  if (auto right = check_opening(host, *match); !right) return right.error();
  return match;
}

Result<match::NewMatch> check_quick(const match::Host& host, const v1::QuickMatch& asked) {
  Result<match::NewMatch> match = check_scenario(host, asked.title(), asked.scenario());
  if (!match) return match;
  if (auto hashed = match::check_nonce_hash(asked.nonce_hash()); !hashed) return hashed.error();
  if (auto right = check_opening(host, *match); !right) return right.error();
  return match;
}

}  // namespace wardroom::lobby
