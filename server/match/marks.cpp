#include "server/match/marks.h"

#include <algorithm>
#include <set>

#include "server/match/written.h"

namespace wardroom::match {
namespace {

constexpr std::uint32_t kWidestRing = 100;

using Places = google::protobuf::RepeatedField<std::uint32_t>;

// Where marks may lie and what guesses may say. Where no rules run, nobody can tell.
bool on_chart(const Sight& by, std::uint32_t place) {
  return place != 0 && (!by.title || by.title->boards().empty() || !by.title->place(place).empty());
}

bool is_track(const Sight& by, const Places& places, const HostSettings& settings) {
  return places.size() >= 2 && static_cast<std::size_t>(places.size()) <= settings.max_mark_places &&
         std::ranges::all_of(places, [&](std::uint32_t place) { return on_chart(by, place); });
}

Result<void> unreadable() { return refuse(RefusalCode::kMalformed, "refusal.mark_unreadable"); }

Result<void> sound(bool is) { return is ? Result<void>() : unreadable(); }

Result<void> may_write(const Sight& by, const v1::Mark::Note& note, const HostSettings& settings) {
  if (characters(note.text()) > settings.max_note) {
    return refuse(RefusalCode::kTooMuch,
                  Text("refusal.note_too_long").number("most", static_cast<std::int64_t>(settings.max_note)));
  }
  return sound(!note.text().empty() && printable(note.text()) && (note.place() == 0 || on_chart(by, note.place())));
}

Result<void> may_guess(const Sight& by, const v1::Mark::Guess& guess) {
  if (guess.says() == 0 || (by.title && guess.says() > by.title->guesses().size())) return unreadable();
  if (guess.subject() == 0) return sound(on_chart(by, guess.place()));
  std::optional<Guessed> known;
  if (by.title && by.seen) known = by.title->guessed(*by.seen, guess.subject(), guess.says());
  if (!known) return refuse(RefusalCode::kNotFound, "refusal.nothing_to_guess");
  if (known->contradicted) return refuse(RefusalCode::kConflict, "refusal.guess_contradicted");
  return {};
}

Result<void> may_put(const Sight& by, const v1::Mark& mark, const HostSettings& settings) {
  if (mark.id() == 0) return unreadable();
  switch (mark.what_case()) {
    case v1::Mark::kNote:
      return may_write(by, mark.note(), settings);
    case v1::Mark::kLine:
      return sound(is_track(by, mark.line().places(), settings));
    case v1::Mark::kRing:
      return sound(on_chart(by, mark.ring().place()) && mark.ring().radius() > 0 &&
                   mark.ring().radius() <= kWidestRing);
    case v1::Mark::kRuler:
      return sound(is_track(by, mark.ruler().places(), settings));
    case v1::Mark::kGuess:
      return may_guess(by, mark.guess());
    case v1::Mark::WHAT_NOT_SET:
      break;
  }
  return unreadable();
}

bool pinned(const v1::Mark& mark) { return mark.has_guess() && mark.guess().subject() != 0 && !mark.has_struck(); }

}  // namespace

std::string Marks::bytes() const { return save(state_); }

bool Marks::has_pinned_guess() const { return std::ranges::any_of(state_.marks(), pinned); }

v1::Mark* Marks::find(std::uint64_t id) {
  const auto found = std::ranges::find(*state_.mutable_marks(), id, &v1::Mark::id);
  return found == state_.mutable_marks()->end() ? nullptr : &*found;
}

// -- its owner --

Result<void> Marks::may(const v1::ChangeMarks& asked, const Sight& by, const HostSettings& settings) const {
  if (asked.put().empty() && asked.strike().empty() && asked.erase().empty() && asked.seen() == 0) return unreadable();
  std::set<std::uint64_t> there;
  for (const v1::Mark& mark : state_.marks()) there.insert(mark.id());
  std::set<std::uint64_t> named;
  for (const auto* gone : {&asked.strike(), &asked.erase()}) {
    for (std::uint64_t id : *gone) {
      if (!there.contains(id)) return refuse(RefusalCode::kNotFound, "refusal.no_such_mark");
      if (!named.insert(id).second) return unreadable();
    }
  }
  for (const v1::Mark& mark : asked.put()) {
    if (!named.insert(mark.id()).second) return unreadable();
    if (Result<void> put = may_put(by, mark, settings); !put) return put;
    there.insert(mark.id());
  }
  const std::size_t left = there.size() - static_cast<std::size_t>(asked.erase_size());
  if (left > settings.max_marks || state_.ByteSizeLong() + asked.ByteSizeLong() > settings.max_marks_bytes) {
    // Whoever only takes something away always may.
    if (!asked.put().empty())
      return refuse(RefusalCode::kTooMuch,
                    Text("refusal.too_many_marks").number("most", static_cast<std::int64_t>(settings.max_marks)));
  }
  return {};
}

void Marks::change(const v1::ChangeMarks& asked, const v1::Moment& now) {
  state_.set_seen(std::max(state_.seen(), std::min(asked.seen(), now.serial())));
  const std::set<std::uint64_t> erased(asked.erase().begin(), asked.erase().end());
  auto& marks = *state_.mutable_marks();
  const auto gone = std::ranges::remove_if(marks, [&](const v1::Mark& mark) { return erased.contains(mark.id()); });
  marks.erase(gone.begin(), gone.end());
  for (std::uint64_t id : asked.strike()) {
    v1::Mark* mark = find(id);
    if (mark && !mark->has_struck()) *mark->mutable_struck() = now;
  }
  for (const v1::Mark& put : asked.put()) {
    v1::Mark* mark = find(put.id());
    if (!mark) mark = marks.Add();
    *mark = put;
    *mark->mutable_made() = now;
    mark->clear_struck();
    mark->clear_contradicted();
    if (mark->has_guess()) mark->mutable_guess()->clear_unpinned();
  }
}

// -- what he is shown --

bool Marks::take_in(const Title& title, const View& seen, const v1::Moment& now) {
  bool changed = false;
  for (v1::Mark& mark : *state_.mutable_marks()) {
    if (!pinned(mark)) continue;
    v1::Mark::Guess& guess = *mark.mutable_guess();
    const std::optional<Guessed> known = title.guessed(seen, guess.subject(), guess.says());
    if (!known) {
      guess.set_subject(0);
      guess.set_unpinned(true);
    } else if (known->contradicted) {
      *mark.mutable_struck() = now;
      mark.set_contradicted(true);
    }
    const bool moved = known && known->place != 0 && known->place != guess.place();
    if (moved) guess.set_place(known->place);
    changed = changed || moved || !known || known->contradicted;
  }
  return changed;
}

}  // namespace wardroom::match
