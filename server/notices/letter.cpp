#include "server/notices/letter.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "server/calendar/calendar.h"
#include "server/match/jobs.h"

namespace wardroom::notices {
namespace {

constexpr std::size_t kColumns = 72;
constexpr std::size_t kMostEntries = 60;  // of one match: the client has the rest

std::string time_of(std::int64_t ms, const std::string& zone) {
  const std::string utc = calendar::written({}, ms) + " UTC";
  return zone.empty() ? utc : calendar::written(zone, ms) + " " + zone + " (" + utc + ")";
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::size_t letters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0;
  return count;
}

// Broken at spaces; what follows the first line stands below its words.
std::string wrapped(std::string_view text, const std::string& first, const std::string& rest) {
  std::string out = first;
  std::size_t column = letters(first);
  bool at_start = true;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view word = text.substr(0, space);
    if (!at_start && column + 1 + letters(word) > kColumns) {
      out += '\n' + rest;
      column = letters(rest);
      at_start = true;
    }
    if (!at_start) {
      out += ' ';
      ++column;
    }
    out += word;
    column += letters(word);
    at_start = false;
    text = space == text.npos ? std::string_view() : text.substr(space + 1);
  }
  return out + '\n';
}

}  // namespace

std::int64_t deadline_of(const v1::MatchInfo& info, std::int64_t now_ms) {
  if (!info.has_clock() || !info.my_turn() || !info.has_my_seat()) return 0;
  const v1::SeatInfo& seat = info.seats(static_cast<int>(info.my_seat()));
  if (seat.deadline_ms() != 0) return seat.deadline_ms();
  return now_ms + seat.clock_ms() - info.thinking_ms();
}

// -- what is told --

// Who plays what.
Text Letter::named(const char* id, const Item& item) const {
  const v1::MatchInfo& info = item.shown.match();
  Text text(id);
  text.word("kind", item.kind);
  text.word("title", item.title && item.words ? item.words->format(item.title->name(), language_) : info.title());
  std::string scenario = info.scenario();
  if (const auto found = item.title ? find_scenario(*item.title, scenario) : std::nullopt; found && item.words)
    scenario = item.words->format(found->name, language_);
  text.word("scenario", scenario);
  std::array<std::string, 2> names;
  for (int seat = 0; seat < 2 && seat < info.seats_size(); ++seat)
    names[static_cast<std::size_t>(seat)] = info.seats(seat).name();
  text.word("first", names[0]).word("second", names[1]);
  return text;
}

// What a tournament has to say.
Text Letter::of_event(const char* id, const Item& item) const {
  const v1::record::EventNews& news = item.event;
  Text text(id);
  text.word("kind", item.kind).word("name", news.name()).number("round", news.round());
  text.number("board", news.board()).number("halves", news.halves());
  text.word("opponent", item.opponent).word("reason", news.text());
  std::string scenario = news.scenario(), side;
  if (const auto found = item.title ? find_scenario(*item.title, scenario) : std::nullopt; found && item.words)
    scenario = item.words->format(found->name, language_);
  if (item.title && item.words && news.seat() < 2 && !news.opponent().empty())
    side = item.words->format(item.title->seat_names()[news.seat()], language_);
  text.number("meets", news.opponent().empty() ? 0 : 1).number("has_scenario", scenario.empty() ? 0 : 1);
  text.number("has_side", side.empty() ? 0 : 1).word("scenario", scenario).word("side", side);
  return text;
}

void Letter::tell_of_event(const Item& item, Blocks& out) const {
  out.push_back({Look::kHeading, item.event.name()});
  out.push_back({Look::kPlain, say(of_event("notices.event_lead", item))});
  const std::string more = say(of_event("notices.event_more", item));
  if (!more.empty()) out.push_back({Look::kPlain, more});
  if (item.deadline_ms != 0)
    out.push_back({Look::kPlain, say(Text("notices.event_until").word("time", time_of(item.deadline_ms, zone_)))});
  out.push_back({Look::kLink, say(Text("notices.event_open")), 0, item.link});
}

std::string Letter::subject_of(const Item& item) const {
  if (match::news::of_event(item.kind)) return say(of_event("notices.event_subject", item));
  std::string subject = say(named("notices.subject", item));
  const v1::MatchInfo& info = item.shown.match();
  if (!info.has_progress() || !item.words) return subject;
  std::string progress = item.words->format(info.progress(), language_);
  return say(Text("notices.at").word("subject", std::move(subject)).word("progress", std::move(progress)));
}

void Letter::tell(const v1::Diary::Part& part, const Item& item, int depth, Blocks& out) const {
  if (!part.heading().id().empty())
    out.push_back({Look::kEntry, item.words->format(part.heading(), language_), depth++});
  for (const v1::Diary::Entry& entry : part.entries()) {
    if (entry.has_part()) {
      tell(entry.part(), item, depth, out);
    } else if (!entry.line().report().text().id().empty()) {
      out.push_back({Look::kEntry, item.words->format(entry.line().report().text(), language_), depth});
    }
  }
}

void Letter::tell(const Item& item, Blocks& out) const {
  if (match::news::of_event(item.kind)) return tell_of_event(item, out);
  const v1::MatchInfo& info = item.shown.match();
  out.push_back({Look::kHeading, say(named("notices.heading", item))});
  out.push_back({Look::kPlain, say(named("notices.lead", item))});
  if (item.meeting_ms != 0)
    out.push_back({Look::kPlain, say(named("notices.meeting", item).word("time", time_of(item.meeting_ms, zone_)))});
  if (item.deadline_ms != 0)
    out.push_back({Look::kPlain, say(Text("notices.until").word("time", time_of(item.deadline_ms, zone_)))});
  if (info.has_ending() && item.words)
    out.push_back({Look::kPlain, item.words->format(info.ending().verdict(), language_)});
  Blocks told;
  if (item.words) {
    for (const v1::Diary::Part& part : item.diary.parts()) tell(part, item, 0, told);
  }
  if (!told.empty()) {
    out.push_back({Look::kPlain, say(Text("notices.since"))});
    const std::size_t left_out = told.size() > kMostEntries ? told.size() - kMostEntries : 0;
    if (left_out > 0)
      out.push_back({Look::kEntry, say(Text("notices.earlier").number("count", static_cast<std::int64_t>(left_out)))});
    out.insert(out.end(), told.begin() + static_cast<std::ptrdiff_t>(left_out), told.end());
  }
  if (item.shown.update().has_menu() && item.words) {
    const std::string prompt = item.words->format(item.shown.update().menu().prompt(), language_);
    out.push_back({Look::kPlain, say(Text("notices.asked").word("prompt", prompt))});
  }
  out.push_back({Look::kLink, say(Text("notices.open")), 0, item.link});
  if (item.opens) out.push_back({Look::kSmall, say(Text("notices.link_note"))});
}

// What is over, or is news of a tournament, does not wait for him.
std::string Letter::subject_of(const std::vector<Item>& items) const {
  if (items.size() == 1) return subject_of(items.front());
  const bool all_wait = std::ranges::none_of(
      items, [](const Item& each) { return match::news::of_event(each.kind) || each.kind == match::news::kOver; });
  const auto count = static_cast<std::int64_t>(items.size());
  return say(Text(all_wait ? "notices.digest" : "notices.digest_news").number("count", count));
}

Written Letter::of_matches(const std::vector<Item>& items, const std::string& stop, bool picture) const {
  Written written;
  written.subject = subject_of(items);
  Blocks blocks;
  for (const Item& item : items) {
    tell(item, blocks);
    if (picture && &item == &items.front()) blocks.push_back({Look::kPicture, say(Text("notices.chart"))});
  }
  blocks.push_back({Look::kSmall, say(Text("notices.why"))});
  blocks.push_back({Look::kSmallLink, say(Text("notices.stop")), 0, stop});
  written.text = text_of(blocks);
  written.html = html_of(blocks);
  return written;
}

Written Letter::of_account(std::string_view kind, const std::string& name, const std::string& link) const {
  const auto text = [&](const char* id) { return say(Text(id).word("kind", std::string(kind)).word("name", name)); };
  Written written;
  written.subject = text("notices.account_subject");
  Blocks blocks{{Look::kPlain, text("notices.account_body")}};
  if (!link.empty()) blocks.push_back({Look::kLink, text("notices.account_link"), 0, link});
  blocks.push_back({Look::kSmall, text("notices.account_note")});
  written.text = text_of(blocks);
  written.html = html_of(blocks);
  return written;
}

// -- as it is read --

std::string Letter::text_of(const Blocks& blocks) {
  std::string out;
  Look before = Look::kHeading;
  for (const Block& block : blocks) {
    if (block.look == Look::kPicture) continue;
    const bool goes_on = block.look == Look::kEntry && (before == Look::kEntry || before == Look::kPlain);
    if (!out.empty() && !goes_on) out += '\n';
    before = block.look;
    const std::string indent(2 * static_cast<std::size_t>(block.depth), ' ');
    switch (block.look) {
      case Look::kHeading:
        out += wrapped(block.words, "== ", "   ");
        break;
      case Look::kEntry:
        out += wrapped(block.words, indent + "- ", indent + "  ");
        break;
      case Look::kLink:
      case Look::kSmallLink:
        out += wrapped(block.words, "", "") + block.address + '\n';
        break;
      default:
        out += wrapped(block.words, "", "");
    }
  }
  return out;
}

std::string Letter::html_of(const Blocks& blocks) const {
  std::string out =
      "<!doctype html><html lang=\"" + escaped(language_) +
      "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"></head><body "
      "style=\"font-family:sans-serif;line-height:1.4;max-width:40em;margin:1em auto;padding:0 1em\">\n";
  for (const Block& block : blocks) {
    const std::string words = escaped(block.words);
    switch (block.look) {
      case Look::kHeading:
        out += "<h2 style=\"font-size:1.2em;margin:1.5em 0 .5em;padding-top:1em;border-top:3px solid #e2b866\">" +
               words + "</h2>\n";
        break;
      case Look::kEntry:
        out += "<div style=\"margin-left:" + std::to_string(1 + block.depth) + "em\">" + words + "</div>\n";
        break;
      case Look::kLink:
        out += "<p><a href=\"" + escaped(block.address) +
               "\" style=\"display:inline-block;padding:.6em 1.2em;border-radius:.3em;background:#12324a;color:#fff;"
               "text-decoration:none\">" +
               words + "</a></p>\n";
        break;
      case Look::kSmall:
        out += "<p style=\"color:#666;font-size:small\">" + words + "</p>\n";
        break;
      case Look::kSmallLink:
        out += "<p style=\"font-size:small\"><a href=\"" + escaped(block.address) + "\" style=\"color:#666\">" + words +
               "</a></p>\n";
        break;
      case Look::kPicture:
        out += "<p><img src=\"cid:chart\" alt=\"" + words + "\" style=\"max-width:100%\"></p>\n";
        break;
      default:
        out += "<p>" + words + "</p>\n";
    }
  }
  return out + "</body></html>\n";
}

}  // namespace wardroom::notices
