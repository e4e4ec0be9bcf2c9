// Matches: their cards, chat and data, as rows. Every function works inside the transaction of its caller.
#pragma once

#include <string>
#include <vector>

#include "common/bundle.h"
#include "server/match/store.h"
#include "server/store/request.h"

namespace wardroom::store {

Result<match::MatchCard> create(Bench& bench, match::MatchCard card);
Result<match::MatchCard> update_card(Bench& bench, const match::MatchCard& card, v1::MatchState expected);
Result<match::MatchCard> card(Bench& bench, const std::string& match);
Result<match::MatchCard> card_by_invitation(Bench& bench, const std::string& invitation);
Result<std::vector<match::MatchCard>> list(Bench& bench, const match::Store::Query& query);
Result<std::vector<std::string>> left_to_bots(Bench& bench, std::int64_t longer_ms);
Result<void> remove(Bench& bench, const std::string& match);

Result<v1::Chat> say(Bench& bench, const std::string& match, const match::Speaker& speaker, const match::Said& said);
Result<match::Heard> heard(Bench& bench, const std::string& match, std::int64_t after);
Result<std::vector<v1::Chat>> chat(Bench& bench, const std::string& match, const std::string& reader, std::int64_t upto,
                                   std::uint32_t limit);
Result<std::vector<v1::Chat>> said_by(Bench& bench, const std::string& account);

Result<void> keep_data(Bench& bench, const std::string& title, const Bundle& bundle);
Result<Bundle> data(Bench& bench, const std::string& hash);

Refusal no_such_match(const std::string& match);

}  // namespace wardroom::store
