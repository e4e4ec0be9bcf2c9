#include "server/titles/pq17/sequence/score.h"

namespace wardroom::pq17 {
namespace {

// A ship, a class, an air unit or its model, or a place.
Text name_of(const Reference& reference, const std::string& id) {
  if (id.starts_with("ship.") || id.starts_with("class.")) return Text(reference.unit(id).name);
  return Text(id + ".name");
}

}  // namespace

Text points_text(int vp_halves) {
  const int size = std::abs(vp_halves);
  Text text("score.points");
  text.word("sign", vp_halves > 0 ? "plus" : vp_halves < 0 ? "minus" : "zero");
  text.number("whole", size / 2).number("half", size % 2);
  return text;
}

Text line_text(const Reference& reference, const v1::Standing::ScoreLine& line) {
  const std::string& subject = line.subject();
  Text text("score.line." + line.reason() + (line.ship().empty() ? "" : ".ship"));
  if (!line.ship().empty()) text.text("ship", name_of(reference, line.ship()));
  if (line.reason() == "merchants_arrived" || line.reason() == "merchants_missing") {
    text.text("name", subject.empty() ? Text("score.line.convoy") : Text(subject + ".name"));
  } else if (subject == word_of(kAllied) || subject == word_of(kAxis)) {
    text.word("side", subject);
  } else if (subject.starts_with("condition.")) {
    text.text("condition", Text(subject + ".name"));
  } else if (subject.starts_with("event.")) {
    text.text("event", Text(subject + ".name"));
  } else if (!subject.empty()) {
    text.text(line.reason() == "aircraft_lost" ? "unit" : "ship", name_of(reference, subject));
  }
  return text.number("count", line.count());
}

int total(const v1::Standing& standing) {
  int halves = 0;
  for (const auto& line : standing.score()) halves += line.vp_halves();
  return halves;
}

told::Score scored(const Operation& op, int vp_halves, Text reason) {
  return {vp_halves, total(op.truth.standing()), std::move(reason)};
}

Telling points_told(const Operation& op) {
  const auto& line = *op.truth.standing().score().rbegin();
  const Text reason = line_text(op.reference, line);
  return {Text("report.points").text("reason", reason).text("points", points_text(line.vp_halves())),
          scored(op, line.vp_halves(), reason)};
}

}  // namespace wardroom::pq17
