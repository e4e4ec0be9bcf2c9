// The part of Room that only reads: ratings, records, and documents for programs.
#include <algorithm>
#include <cmath>
#include <set>

#include "server/events/records.h"
#include "server/events/room.h"
#include "server/match/await.h"

namespace wardroom::events {
namespace {

using namespace tournament;

constexpr std::uint32_t kLinesOfPage = 50, kMostLinesOfPage = 100;

std::uint32_t lines_of_page(std::uint32_t asked) {
  return asked == 0 ? kLinesOfPage : std::min(asked, kMostLinesOfPage);
}

template <class T>
Result<Document> json_answer(Result<T> found) {
  if (!found) return found.error();
  return json_of(*found);
}

Document document_of(const v1::EventPage& page, Asked::What what) {
  switch (what) {
    case Asked::What::kCsv:
      return csv_of(page);
    case Asked::What::kResults:
      return results_csv_of(page);
    case Asked::What::kTrf:
      return trf_of(page);
    case Asked::What::kCalendar:
      return calendar_of(page);
    case Asked::What::kCrosstable:
      return crosstable_of(page);
    default:
      return json_of(page);
  }
}

}  // namespace

Room::Await<Result<std::vector<v1::record::RatedMatch>>> Room::rated() {
  using Matches = std::vector<v1::record::RatedMatch>;
  auto read = [&](Then<Matches> then) { store_.rated(std::move(then)); };
  co_return co_await match::ask_store<Matches>(read);
}

Room::Await<Result<std::shared_ptr<const RatingPools>>> Room::pools() {
  auto read = [&](Then<std::int64_t> then) { store_.rated_version(std::move(then)); };
  const Result<std::int64_t> version = co_await match::ask_store<std::int64_t>(read);
  if (!version) co_return version.error();
  {
    const std::lock_guard lock(folded_mutex_);
    if (folded_ && folded_version_ == *version) co_return folded_;
  }
  Result<std::vector<v1::record::RatedMatch>> matches = co_await rated();
  if (!matches) co_return matches.error();
  auto folded = std::make_shared<const RatingPools>(rating_pools(*matches));
  const std::lock_guard lock(folded_mutex_);
  folded_ = folded;
  folded_version_ = *version;
  co_return folded;
}

Room::Await<Result<std::vector<v1::record::FinishedMatch>>> Room::finished_matches(FinishedQuery query) {
  using Matches = std::vector<v1::record::FinishedMatch>;
  auto read = [&](Then<Matches> then) { store_.finished(query, std::move(then)); };
  co_return co_await match::ask_store<Matches>(read);
}

// Whoever does not want to be rated, or is gone, stands in no list.
Room::Await<Result<v1::Ratings>> Room::ratings(v1::AskRatings asked) {
  v1::Ratings answer;
  Result<std::shared_ptr<const RatingPools>> pools = co_await this->pools();
  if (!pools) co_return pools.error();
  auto read = [&](Then<std::vector<std::string>> then) { store_.opted_out(std::move(then)); };
  Result<std::vector<std::string>> out = co_await match::ask_store<std::vector<std::string>>(read);
  if (!out) co_return out.error();
  const std::set<std::string> hidden(out->begin(), out->end());
  const auto pool = (*pools)->find({asked.title(), asked.live(), asked.bots()});
  if (pool == (*pools)->end()) co_return answer;
  std::vector<std::pair<const std::string*, const RatedPerson*>> people;
  for (const auto& [account, one] : pool->second.people())
    if (!hidden.contains(account)) people.emplace_back(&account, &one);
  std::ranges::sort(people, {}, [](const auto& each) {
    return std::tuple(each.second->rating.provisional(), -each.second->rating.value, *each.first);
  });
  const std::uint32_t limit = lines_of_page(asked.limit());
  for (std::size_t i = asked.after(); i < people.size() && i < asked.after() + std::size_t{limit}; ++i) {
    const RatedPerson& one = *people[i].second;
    v1::RatingLine& line = *answer.add_lines();
    line.set_place(static_cast<std::uint32_t>(i) + 1);
    line.set_name(co_await host_.names().of(*people[i].first));
    line.set_rating(static_cast<std::uint32_t>(std::lround(one.rating.value)));
    line.set_deviation(static_cast<std::uint32_t>(std::lround(one.rating.deviation)));
    line.set_provisional(one.rating.provisional());
    line.set_matches(one.matches);
  }
  co_return answer;
}

Room::Await<bool> Room::is_program(std::string account) {
  auto read = [&](Then<Marks> then) { store_.marks_of(account, std::move(then)); };
  const Result<Marks> marks = co_await match::ask_store<Marks>(read);
  co_return marks && marks->program;
}

Room::Await<Result<v1::PlayerRecord>> Room::record(std::string asker, std::string account) {
  auto read = [&](Then<Marks> then) { store_.marks_of(account, std::move(then)); };
  Result<Marks> marks = co_await match::ask_store<Marks>(read);
  if (!marks) co_return marks.error();
  FinishedQuery query;
  query.account = account;
  Result<std::vector<v1::record::FinishedMatch>> matches = co_await finished_matches(std::move(query));
  if (!matches) co_return matches.error();
  Result<std::shared_ptr<const RatingPools>> counted = co_await pools();
  if (!counted) co_return counted.error();
  Names names;
  names[account] = co_await host_.names().of(account);
  for (const v1::record::FinishedMatch& each : *matches) {
    for (const std::string& one : {each.first(), each.second()})
      if (!names.contains(one)) names[one] = co_await host_.names().of(one);
  }
  const Told told = asker == account ? Told::kToHimself : Told::kToOthers;
  v1::PlayerRecord record = record_of(account, *matches, **counted, names, told);
  record.set_program(marks->program);
  record.set_opted_out(marks->opted_out);
  if (marks->opted_out && told == Told::kToOthers) record.clear_curves();
  co_return record;
}

Room::Await<Result<v1::Balance>> Room::balance(v1::AskBalance asked) {
  FinishedQuery query;
  query.title = asked.title();
  Result<std::vector<v1::record::FinishedMatch>> matches = co_await finished_matches(std::move(query));
  if (!matches) co_return matches.error();
  Result<std::vector<v1::record::RatedMatch>> counted = co_await rated();
  if (!counted) co_return counted.error();
  co_return balance_table(asked.title(), *matches, *counted);
}

Room::Await<Result<v1::FinishedMatches>> Room::finished(FinishedQuery query) {
  query.open_only = true;
  query.limit = lines_of_page(query.limit);
  const std::uint32_t limit = query.limit;
  Result<std::vector<v1::record::FinishedMatch>> matches = co_await finished_matches(std::move(query));
  if (!matches) co_return matches.error();
  v1::FinishedMatches answer;
  for (const v1::record::FinishedMatch& each : *matches) {
    v1::FinishedMatch& out = *answer.add_matches();
    out.set_match(each.match());
    out.set_title(each.title());
    out.set_scenario(each.scenario());
    out.set_first(co_await host_.names().of(each.first()));
    out.set_second(co_await host_.names().of(each.second()));
    out.set_first_halves(each.first_halves());
    out.set_margin(each.margin());
    out.set_time_ms(each.finished_ms());
    out.set_live(each.live());
    out.set_event(each.event());
    out.set_unrated(each.unrated());
  }
  if (matches->size() == limit) answer.set_next(matches->back().match());
  co_return answer;
}

Room::Await<Result<Document>> Room::document(std::string reader, std::string target, Named named) {
  using What = Asked::What;
  Asked asked = asked_by(target);
  switch (asked.what) {
    case What::kNothing:
      co_return refuse(RefusalCode::kNotFound, "refusal.event.no_such");
    case What::kList:
      co_return json_answer(co_await list(reader, asked.list));
    case What::kRatings:
      co_return json_answer(co_await ratings(asked.ratings));
    case What::kBalance:
      co_return json_answer(co_await balance(asked.balance));
    case What::kRecord:
    case What::kMatches: {
      std::string account;
      if (!asked.player.empty()) {
        Result<std::string> found = co_await named(asked.player);
        if (!found) co_return found.error();
        account = std::move(*found);
      }
      if (asked.what == What::kRecord) co_return json_answer(co_await record(reader, account));
      asked.finished.account = account;
      co_return json_answer(co_await finished(asked.finished));
    }
    default:
      break;
  }
  Result<v1::EventPage> found = co_await page(reader, asked.event);
  if (!found) co_return found.error();
  co_return document_of(*found, asked.what);
}

}  // namespace wardroom::events
