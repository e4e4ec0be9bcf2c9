#include "client/terminal/voice.h"

namespace wardroom::terminal {

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

Text text_of(v1::MatchState state) {
  switch (state) {
    case v1::MATCH_STATE_OPEN: return "match.state.open";
    case v1::MATCH_STATE_PLAYING: return "match.state.playing";
    case v1::MATCH_STATE_HELD: return "match.state.held";
    case v1::MATCH_STATE_PARKED: return "match.state.parked";
    case v1::MATCH_STATE_OVER: return "match.state.over";
    default: return {};
  }
}

Text text_of(v1::EndingKind kind) {
  switch (kind) {
    case v1::ENDING_KIND_PLAYED: return "ending.played";
    case v1::ENDING_KIND_RESIGNED: return "ending.resigned";
    case v1::ENDING_KIND_AGREED_DRAW: return "ending.agreed_draw";
    case v1::ENDING_KIND_FLAG: return "ending.flag";
    case v1::ENDING_KIND_ABANDONED: return "ending.abandoned";
    default: return {};
  }
}

}  // namespace wardroom::terminal
