#include "client/terminal/voice.h"

namespace wardroom::terminal {

void Voice::about(const Library& library, const v1::TitleInfo& title, Words words) {
  library_ = &library;
  title_ = title;
  words_ = std::move(words);
}

std::unique_ptr<google::protobuf::Message> Voice::view(const Sight& sight) const {
  if (!library_) return nullptr;
  auto view = library_->blank_view(title_.id());
  if (!view || !view_of(sight.sections(), *view)) return nullptr;
  return view;
}

std::string Voice::seat_name(std::uint32_t seat) const {
  if (seat < static_cast<std::uint32_t>(title_.seats_size())) return words_(title_.seats(static_cast<int>(seat)));
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
