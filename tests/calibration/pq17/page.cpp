#include "tests/calibration/pq17/page.h"

#include <cmath>

#include "tests/calibration/pq17/plots.h"

namespace wardroom::calibration {
namespace {

struct Tally {
  int met = 0, missed = 0;
  std::string list;
};

void add(Tally& tally, const std::string& where, const Measure& measure) {
  const Verdict verdict = verdict_of(measure);
  if (verdict == Verdict::kMet) ++tally.met;
  if (verdict != Verdict::kMissed && verdict != Verdict::kNothing) return;
  ++tally.missed;
  tally.list +=
      "- " + where + ": " + measure.what + ": " + actual_text(measure) + ", target " + target_text(measure) + "\n";
}

Tally search_tally(const SingleEvents& events) {
  Tally tally;
  for (const SearchLine& line : events.search) {
    for (std::size_t column = 0; column < kSearchWeather.size() && line.has_target; ++column) {
      for (std::size_t sought = 0; sought < kSought.size(); ++sought) {
        const double target = line.target[column][sought];
        for (const auto& deck : line.actual) {
          const Measure measure{line.name + ", " + kSearchWeather[column] + ", " + kSought[sought],
                                {target - 5, target + 5, target},
                                Unit::kPercent,
                                deck[column][sought],
                                {}};
          add(tally, "search", measure);
        }
      }
    }
  }
  return tally;
}

std::string of(int part, int all) { return std::to_string(part) + " of " + std::to_string(all); }

std::string summary_text(const SingleEvents& events, const std::vector<Outcome>& outcomes) {
  Tally single = search_tally(events);
  for (const auto* list : {&events.night_both, &events.shadowing, &events.weather, &events.attacks}) {
    for (const Measure& each : *list) add(single, "single events", each);
  }
  Tally whole;
  for (const Outcome& outcome : outcomes) {
    for (const Measure& each : outcome.measures) add(whole, outcome.name, each);
  }
  std::string out = "Bands of single events met: " + of(single.met, single.met + single.missed) +
                    ". Bands of whole operations met: " + of(whole.met, whole.met + whole.missed) + ".\n";
  if (!(single.list + whole.list).empty()) out += "\nMissed:\n\n" + single.list + whole.list;
  return out;
}

}  // namespace

std::map<std::string, std::string> pages(const PageSettings& settings, const SingleEvents& events,
                                         const std::vector<Outcome>& outcomes) {
  std::string page =
      "# PQ-17: calibration\n\n"
      "Written by `build/bin/calibrate --seed " +
      std::to_string(settings.seed) + " --games " + std::to_string(settings.games) + " --trials " +
      std::to_string(settings.trials) +
      "`; do not edit. The same command writes the same bytes; it can be stopped and goes on where it was.\n\n"
      "What cards, tables and counters of our own making add up to, beside what they should: first single events with "
      "the game's own\n"
      "rules and data, then whole operations, `standard` against `standard`. The figures of whole operations are those "
      "of two bots as much\n"
      "as of the tables: no table is bent to make up for how a bot plays.\n\n"
      "## In short\n\n" +
      summary_text(events, outcomes) +
      "\n![Merchants lost](calibration-losses.svg)\n\n![Scores](calibration-scores.svg)\n\n![Search "
      "odds](calibration-search.svg)\n\n" +
      settings.adjustments +
      "\n## Search: a drawn card succeeds\n\n"
      "Target / actual in per cent, within 5 points; every card of the deck is read by the rules' own code. Without "
      "carrier, CAM,\n"
      "Interceptors, watermark and Soviet mark; `S` counts for shadowers only.\n\n" +
      search_text(events) +
      "\nNight Both has no figures of its own: at least as good as the better of its two lines, at most their "
      "sum.\n\n" +
      measures_text(events.night_both) +
      "\nAn Unidentified force is found in the first four turns of a scenario, if a card is drawn for it in every one "
      "of them and with the\n"
      "weather as it comes:\n\n" +
      four_turns_text(events) +
      "\nThese are the bands of contact in whole operations: at least what aircraft find that reach the convoy in two "
      "of "
      "the four turns, at\n"
      "most what they and U-boats in its hex find in all four; the target is aircraft in all four.\n" +
      "\n## Shadowing\n\n" + measures_text(events.shadowing) + "\n## Weather\n\n" +
      "Turn after turn of the Weather Phase.\n\n" + measures_text(events.weather) +
      "\n## Attacks\n\n"
      "A figure on the edge of its band is met if chance alone may have moved it: by no more than twice the standard "
      "error.\n\n" +
      measures_text(events.attacks) +
      "\nAn Unidentified wolfpack attacks an escorted convoy by Day in Fair weather, on average:\n\n" +
      packs_text(events) +
      "\n## Scores and par\n\n"
      "Par is the median; where more than one match in twenty would end on it, the half point near it that divides the "
      "matches most\n"
      "evenly. Its standard error is that of the median: half the distance of the two scores between which it lies in "
      "two samples of\n"
      "three. Plus is good for the Allies.\n\n" +
      scores_text(outcomes) + "\n" + lopsided_text(outcomes) +
      "\n## Where the loaded merchants end\n\n"
      "Elsewhere: still at sea, in a port that is not theirs, or broken down.\n\n" +
      cargo_text(outcomes);
  for (const Outcome& outcome : outcomes) {
    page += "\n## " + outcome.name + ": " + std::to_string(outcome.games) + " matches\n\n" +
            measures_text(outcome.measures) + "\n" + losses_text(outcome);
  }
  return {{"calibration.md", page},
          {"calibration-losses.svg", losses_plot(outcomes)},
          {"calibration-scores.svg", scores_plot(outcomes)},
          {"calibration-search.svg", search_plot(events)}};
}

}  // namespace wardroom::calibration
