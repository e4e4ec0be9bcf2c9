#include "server/events/documents.h"

#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <map>
#include <optional>
#include <vector>

namespace wardroom::events {
namespace {

std::string json(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  options.always_print_primitive_fields = true;
  std::string text;
  (void)google::protobuf::util::MessageToJsonString(message, &text, options);
  return text + '\n';
}

std::string etag_of(const v1::EventPage& page) { return page.info().id() + '-' + std::to_string(page.version()); }

const v1::EventEntry* entrant_on(const v1::EventPage& page, std::uint32_t number) {
  const auto found = std::ranges::find(page.entries(), number, [](const v1::EventEntry& each) { return each.entry(); });
  return found == page.entries().end() ? nullptr : &*found;
}

std::string points(std::uint32_t halves) { return std::to_string(halves / 2) + (halves % 2 != 0 ? ".5" : ".0"); }

// -- one round of one entry --

struct Seen {
  std::uint32_t opponent = 0;
  char side = '-';
  char result = ' ';  // as TRF has it
};

char sign(const v1::EventResult& result, bool first) {
  const std::uint32_t own = first ? result.first_halves() : result.second_halves();
  const bool forfeit = result.kind() == v1::EventResult::FORFEIT;
  if (result.kind() == v1::EventResult::NONE || result.kind() == v1::EventResult::VOID) return ' ';
  if (own == 2) return forfeit ? '+' : '1';
  if (own == 1) return '=';
  return forfeit ? '-' : '0';
}

// Every game of his in the order of rounds; a round without one is a bye, or an absence.
std::vector<Seen> seen_by(const v1::EventPage& page, std::uint32_t entry) {
  std::vector<Seen> all;
  const int games = page.rules().sides() == v1::EVENT_SIDES_SWAPPED ? 2 : 1;
  for (const v1::EventRound& round : page.rounds()) {
    if (round.state() == v1::EventRound::DRAWN) continue;
    std::vector<Seen> here;
    for (const v1::EventPairing& pairing : round.pairings()) {
      if (pairing.one() == entry && pairing.two() == 0) here.push_back({0, '-', 'U'});
      for (const v1::EventGame& game : pairing.games()) {
        if (game.first() == entry) here.push_back({game.second(), 'w', sign(game.result(), true)});
        if (game.second() == entry) here.push_back({game.first(), 'b', sign(game.result(), false)});
      }
    }
    while (static_cast<int>(here.size()) < games) here.push_back({0, '-', 'Z'});
    all.insert(all.end(), here.begin(), here.end());
  }
  return all;
}

// -- CSV --

// A cell that a spreadsheet would take for a formula begins with an apostrophe.
std::string cell(std::string text) {
  if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
    text.insert(text.begin(), '\'');
  if (text.find_first_of("\",\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + '"';
}

std::string tie_break_id(v1::EventTieBreak which) {
  std::string name = v1::EventTieBreak_Name(which).substr(std::string_view("EVENT_TIE_BREAK_").size());
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name;
}

// -- iCalendar --

std::string escaped(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '\n') {
      out += "\\n";
      continue;
    }
    if (letter == '\\' || letter == ';' || letter == ',') out += '\\';
    if (static_cast<unsigned char>(letter) >= ' ') out += letter;
  }
  return out;
}

std::string utc(std::int64_t ms) {
  const std::chrono::sys_time<std::chrono::milliseconds> at{std::chrono::milliseconds(ms)};
  const auto day = std::chrono::floor<std::chrono::days>(at);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::seconds>(at - day));
  char text[32];
  std::snprintf(text, sizeof text, "%04d%02u%02uT%02d%02d%02dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                static_cast<int>(time.seconds().count()));
  return text;
}

// No line is longer than 75 bytes; no letter is cut.
std::string folded(const std::string& line) {
  constexpr std::size_t kLongest = 73;
  std::string out;
  std::size_t length = 0;
  for (const char letter : line) {
    if (length >= kLongest && (static_cast<unsigned char>(letter) & 0xC0) != 0x80) {
      out += "\r\n ";
      length = 1;
    }
    out += letter;
    ++length;
  }
  return out + "\r\n";
}

// -- HTML --

std::string html(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += letter;
    }
  }
  return out;
}

std::string told(const Seen& seen) {
  switch (seen.result) {
    case 'U':
      return "+";
    case 'Z':
      return "–";
    default:
      break;
  }
  const std::string result = seen.result == ' ' ? "·" : seen.result == '=' ? "½" : std::string(1, seen.result);
  return result + "<sub>" + std::to_string(seen.opponent) + seen.side + "</sub>";
}

// -- paths --

std::map<std::string, std::string> query_of(std::string_view query) {
  std::map<std::string, std::string> all;
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), part.size() + 1));
    const std::size_t is = part.find('=');
    if (is != std::string_view::npos) all[std::string(part.substr(0, is))] = std::string(part.substr(is + 1));
  }
  return all;
}

// A name in an address.
std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const char* digits = text.data() + i + 1;
    const bool escaped_here =
        text[i] == '%' && i + 2 < text.size() && std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2;
    if (escaped_here) {
      out += static_cast<char>(value);
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

std::uint32_t number(const std::string& text) {
  std::uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

bool is_id(std::string_view text) {
  return !text.empty() && text.size() <= 64 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0; });
}

}  // namespace

Document json_of(const google::protobuf::Message& message) { return {json(message)}; }

Document json_of(const v1::EventPage& page) {
  Document document{json(page)};
  document.etag = etag_of(page);
  return document;
}

Document csv_of(const v1::EventPage& page) {
  std::string text = "place,entry,name,team,points";
  if (page.standings_size() > 0)
    for (const auto& each : page.standings(0).breaks()) text += ',' + tie_break_id(each.tie_break());
  text += "\r\n";
  for (const v1::EventStanding& each : page.standings()) {
    const v1::EventEntry* entry = entrant_on(page, each.entry());
    text += std::to_string(each.place()) + ',' + std::to_string(each.entry()) + ',';
    text += cell(entry ? entry->name() : std::string()) + ',' + cell(entry ? entry->team() : std::string()) + ',';
    text += points(each.halves());
    for (const auto& broken : each.breaks()) text += ',' + broken.value();
    text += "\r\n";
  }
  return {std::move(text), "text/csv; charset=utf-8", etag_of(page) + "-csv", "standings-" + page.info().id() + ".csv"};
}

std::string margin_of(const v1::EventResult& result) {
  const std::int32_t margin = result.margin();
  return (margin < 0 ? "-" : "") + points(static_cast<std::uint32_t>(std::abs(margin)));
}

// Each match of each round that has been published; byes have nobody on the other side.
Document results_csv_of(const v1::EventPage& page) {
  std::string text = "round,board,scenario,first,second,kind,first_points,second_points,margin,match\r\n";
  const auto name = [&](std::uint32_t entry) {
    const v1::EventEntry* one = entrant_on(page, entry);
    return cell(one ? one->name() : std::string());
  };
  for (const v1::EventRound& round : page.rounds()) {
    if (round.state() == v1::EventRound::DRAWN) continue;
    for (const v1::EventPairing& pairing : round.pairings()) {
      const std::string& scenario = pairing.scenario().empty() ? round.scenario() : pairing.scenario();
      const std::string where =
          std::to_string(round.number()) + ',' + std::to_string(pairing.board()) + ',' + cell(scenario) + ',';
      if (pairing.two() == 0) text += where + name(pairing.one()) + ",,bye,,,,\r\n";
      for (const v1::EventGame& game : pairing.games()) {
        std::string kind = v1::EventResult::Kind_Name(game.result().kind());
        std::ranges::transform(kind, kind.begin(), [](unsigned char c) { return std::tolower(c); });
        text += where + name(game.first()) + ',' + name(game.second()) + ',' + kind + ',';
        if (game.has_result())
          text += points(game.result().first_halves()) + ',' + points(game.result().second_halves()) + ',' +
                  margin_of(game.result());
        else
          text += ",,";
        text += ',' + game.match() + "\r\n";
      }
    }
  }
  return {std::move(text), "text/csv; charset=utf-8", etag_of(page) + "-results",
          "results-" + page.info().id() + ".csv"};
}

Document trf_of(const v1::EventPage& page) {
  std::string text = "012 " + page.info().name() + "\r\nXXR " + std::to_string(page.info().rounds()) + "\r\n";
  char line[160];
  for (const v1::EventStanding& each : page.standings()) {
    const v1::EventEntry* entry = entrant_on(page, each.entry());
    if (!entry) continue;
    // Names are cut by letters, and filled up by what they take on paper.
    std::string name = entry->name();
    const auto letters = [](const std::string& s) {
      return std::ranges::count_if(s, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
    };
    while (letters(name) > 33) name.pop_back();
    name.append(static_cast<std::size_t>(33 - letters(name)), ' ');
    std::snprintf(line, sizeof line, "001 %4u      %s %4s %3s %11s %10s %4s %4u", each.entry(), name.c_str(),
                  entry->rating() == 0 ? "" : std::to_string(entry->rating()).c_str(), "", "", "",
                  points(each.halves()).c_str(), each.place());
    text += line;
    for (const Seen& seen : seen_by(page, each.entry())) {
      if (seen.opponent == 0)
        std::snprintf(line, sizeof line, "  0000 - %c", seen.result);
      else
        std::snprintf(line, sizeof line, "  %4u %c %c", seen.opponent, seen.side, seen.result);
      text += line;
    }
    text += "\r\n";
  }
  return {std::move(text), "text/plain; charset=utf-8", etag_of(page) + "-trf", "event-" + page.info().id() + ".trf"};
}

Document calendar_of(const v1::EventPage& page) {
  std::string text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//wardroom//events//EN\r\n";
  for (const v1::EventRound& round : page.rounds()) {
    if (round.deadline_ms() == 0 || round.state() == v1::EventRound::DRAWN) continue;
    const std::string number = std::to_string(round.number());
    text += "BEGIN:VEVENT\r\n";
    text += folded("UID:" + page.info().id() + "-" + number + "@wardroom");
    text += folded("SEQUENCE:" + std::to_string(page.version()));
    text += folded("DTSTAMP:" + utc(round.published_ms()));
    text += folded("DTSTART:" + utc(round.deadline_ms()));
    text += folded("SUMMARY:" + escaped(page.info().name()) + " " + number);
    text += page.info().state() == v1::EVENT_STATE_CANCELLED ? "STATUS:CANCELLED\r\n" : "STATUS:CONFIRMED\r\n";
    text += "END:VEVENT\r\n";
  }
  text += "END:VCALENDAR\r\n";
  return {std::move(text), "text/calendar; charset=utf-8", etag_of(page) + "-ics",
          "event-" + page.info().id() + ".ics"};
}

Document crosstable_of(const v1::EventPage& page) {
  std::string text =
      "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
      html(page.info().name()) +
      "</title>\n<style>body{font:15px system-ui,sans-serif;margin:.5rem}table{border-collapse:collapse}"
      "td,th{padding:.2rem .5rem;border-bottom:1px solid #ccc;text-align:right}td:nth-child(2){text-align:left}"
      "sub{font-size:.7em}</style>\n<h1>" +
      html(page.info().name()) + "</h1>\n<table>\n<tr><th>#<th>";
  std::size_t columns = 0;
  for (const v1::EventStanding& each : page.standings())
    columns = std::max(columns, seen_by(page, each.entry()).size());
  for (std::size_t i = 1; i <= columns; ++i) text += "<th>" + std::to_string(i);
  text += "<th>Σ\n";
  for (const v1::EventStanding& each : page.standings()) {
    const v1::EventEntry* entry = entrant_on(page, each.entry());
    text += "<tr><td>" + std::to_string(each.place()) + "<td>" + html(entry ? entry->name() : std::string()) +
            " <sub>" + std::to_string(each.entry()) + "</sub>";
    std::vector<Seen> seen = seen_by(page, each.entry());
    seen.resize(columns, {0, '-', 'Z'});
    for (const Seen& one : seen) text += "<td>" + told(one);
    text += "<td>" + points(each.halves()) + "\n";
  }
  text += "</table>\n";
  Document document{std::move(text), "text/html; charset=utf-8", etag_of(page) + "-html", {}};
  document.embedded = true;
  return document;
}

Asked asked_by(std::string_view target) {
  using What = Asked::What;
  constexpr std::string_view kApi = "/api/v1/", kEmbed = "/embed/events/", kEvents = "events/", kPlayers = "players/";
  Asked asked;
  const std::string_view path = target.substr(0, target.find('?'));
  const auto query = query_of(path.size() < target.size() ? target.substr(path.size() + 1) : std::string_view());
  const auto said = [&](const char* key) {
    const auto found = query.find(key);
    return found == query.end() ? std::string() : found->second;
  };
  const auto of = [&](What what, std::string_view id) {
    if (!is_id(id)) return;
    asked.what = what;
    asked.event = std::string(id);
  };
  if (path.starts_with(kEmbed)) {
    of(What::kCrosstable, path.substr(kEmbed.size()));
    return asked;
  }
  if (!path.starts_with(kApi)) return asked;
  std::string_view rest = path.substr(kApi.size());
  if (rest == "events") {
    asked.what = What::kList;
    asked.list.set_title(said("title"));
    asked.list.set_over(said("over") == "1");
    asked.list.set_after(said("after"));
    asked.list.set_limit(number(said("limit")));
    asked.list.set_mine(said("mine") == "1");
  } else if (rest == "ratings") {
    asked.what = What::kRatings;
    asked.ratings.set_title(said("title"));
    asked.ratings.set_live(said("live") == "1");
    asked.ratings.set_bots(said("bots") == "1");
    asked.ratings.set_after(number(said("after")));
    asked.ratings.set_limit(number(said("limit")));
  } else if (rest == "balance") {
    asked.what = What::kBalance;
    asked.balance.set_title(said("title"));
  } else if (rest == "matches") {
    asked.what = What::kMatches;
    asked.finished.title = said("title");
    asked.player = decoded(said("player"));
    asked.finished.after = said("after");
    asked.finished.limit = number(said("limit"));
  } else if (rest.starts_with(kPlayers)) {
    asked.player = decoded(rest.substr(kPlayers.size()));
    if (!asked.player.empty()) asked.what = What::kRecord;
  } else if (rest.starts_with(kEvents)) {
    rest.remove_prefix(kEvents.size());
    const std::string_view id = rest.substr(0, rest.find('/'));
    const std::string_view form = rest.substr(id.size());
    const std::map<std::string_view, What> forms{{"", What::kJson},
                                                 {"/standings.csv", What::kCsv},
                                                 {"/results.csv", What::kResults},
                                                 {"/event.trf", What::kTrf},
                                                 {"/rounds.ics", What::kCalendar}};
    if (const auto found = forms.find(form); found != forms.end()) of(found->second, id);
  }
  return asked;
}

}  // namespace wardroom::events
