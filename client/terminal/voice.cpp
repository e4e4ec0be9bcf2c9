#include "client/terminal/voice.h"

#include <algorithm>

namespace wardroom::terminal {
namespace {

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// What does not fit goes on a little further in, so that items of a list stay apart.
void write_broken(std::ostream& out, std::string_view line, std::size_t columns) {
  const std::size_t from = std::min(line.find_first_not_of(' '), line.size());
  std::size_t at = from;
  out << line.substr(0, from);
  for (std::string_view rest = line.substr(from); !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    const bool first = rest.size() == line.size() - from;
    if (!first && at + 1 + width(word) > columns) {
      at = from + 4;
      out << '\n' << std::string(at, ' ');
    } else if (!first) {
      out << ' ';
      ++at;
    }
    out << word;
    at += width(word);
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
  }
}

}  // namespace

void Voice::write(const std::string& lines) {
  for (std::string_view rest = lines;;) {
    const auto end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    if (columns_ > 0 && width(line) > columns_) {
      write_broken(out_, line, columns_);
    } else {
      out_ << line;
    }
    out_ << '\n';
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  out_ << std::flush;
}

void Voice::know(const v1::Titles& titles) {
  for (const v1::TitleInfo& title : titles.titles()) known_[title.id()] = title;
}

void Voice::about(const std::string& title) {
  if (title == title_) return;
  title_ = title;
  if (auto words = library_.words(title)) words_ = std::move(*words);
}

std::unique_ptr<google::protobuf::Message> Voice::view(const Sight& sight) const {
  auto view = library_.blank_view(title_);
  if (!view || !view_of(sight.sections(), *view)) return nullptr;
  return view;
}

std::string Voice::seat_name(std::uint32_t seat) const {
  const auto it = known_.find(title_);
  if (it != known_.end() && seat < static_cast<std::uint32_t>(it->second.seats_size())) {
    return words_(it->second.seats(static_cast<int>(seat)));
  }
  return words_(Text("terminal.seat").number("seat", seat + 1));
}

std::string Voice::title_name(const std::string& title) const {
  const auto it = known_.find(title);
  return it == known_.end() || !it->second.has_name() ? title : words_(it->second.name());
}

std::string Voice::scenario_name(const std::string& title, const std::string& scenario) const {
  if (const auto it = known_.find(title); it != known_.end()) {
    for (const v1::Scenario& each : it->second.scenarios()) {
      if (each.id() == scenario) return words_(each.name());
    }
    for (const v1::TutorialInfo& each : it->second.tutorials()) {  // may have one of its own
      if (each.scenario() == scenario) return words_(each.name());
    }
  }
  return scenario;
}

Text text_of(v1::MatchState state) {
  switch (state) {
    case v1::MATCH_STATE_OPEN:
      return "match.state.open";
    case v1::MATCH_STATE_PLAYING:
      return "match.state.playing";
    case v1::MATCH_STATE_HELD:
      return "match.state.held";
    case v1::MATCH_STATE_PARKED:
      return "match.state.parked";
    case v1::MATCH_STATE_OVER:
      return "match.state.over";
    default:
      return {};
  }
}

Text text_of(v1::EndingKind kind) {
  switch (kind) {
    case v1::ENDING_KIND_PLAYED:
      return "ending.played";
    case v1::ENDING_KIND_RESIGNED:
      return "ending.resigned";
    case v1::ENDING_KIND_AGREED_DRAW:
      return "ending.agreed_draw";
    case v1::ENDING_KIND_FLAG:
      return "ending.flag";
    case v1::ENDING_KIND_ADJUDICATED:
      return "ending.adjudicated";
    case v1::ENDING_KIND_ABANDONED:
      return "ending.abandoned";
    default:
      return {};
  }
}

}  // namespace wardroom::terminal
