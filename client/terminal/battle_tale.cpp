#include "client/terminal/battle_tale.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "client/terminal/choice.h"

namespace wardroom::terminal {
namespace {

using Level = v1::Milestone::Level;

std::optional<Level> level_of(const v1::Report& report) {
  return report.has_milestone() ? std::optional(report.milestone().level()) : std::nullopt;
}
bool opens(const v1::Report& report) { return level_of(report) == v1::Milestone::ENGAGEMENT; }
bool ends(const v1::Report& report) { return level_of(report) == v1::Milestone::END_OF_ENGAGEMENT; }
// A turn, a phase, a battle: no round of one.
bool is_border(const v1::Report& report) { return report.has_milestone() && level_of(report) != v1::Milestone::ROUND; }
// It can only speak of the battle that was opened so.
bool belongs(const v1::Report& opening, const v1::Report& report) {
  if (report.has_milestone()) return !is_border(report);
  return report.topic() == opening.topic() || report.has_roll() || report.has_card() || report.has_loss() ||
         report.has_sighting() || report.has_score() || report.has_deed();
}
// Whether the battle was over before the first of these: where its end is said it was not, whatever comes between.
bool is_over(const v1::Report& opening, Reports next, bool fights) {
  if (belongs(opening, next.front())) return false;
  const auto border = std::ranges::find_if(next, is_border);
  return border == next.end() ? !fights : !ends(*border);
}

bool has_rolls(Reports reports) { return std::ranges::any_of(reports, &v1::Report::has_roll); }
bool has_losses(Reports reports) { return std::ranges::any_of(reports, &v1::Report::has_loss); }

// "2.5", as the language writes it.
Text tenths(double number) {
  const auto all = std::lround(10 * number);
  return Text("terminal.tenths").number("whole", all / 10).number("tenths", all % 10);
}
Text percent(double chance) {
  return tenths(chance >= 0.1 ? static_cast<double>(std::lround(100 * chance)) : 100 * chance);
}

}  // namespace

class BattleTale::Writer {
 public:
  Writer(const Speech& speech, std::vector<std::string>& lines)
      : speech_(speech), words_(speech.words), lines_(lines) {}

  void report(const v1::Report& report, bool in_battle) {
    std::string words = sentence(words_(report.text()));
    if (words.empty()) return;
    if (report.roll().has_column())
      words = words_(Text("terminal.roll_column").word("roll", words).word("column", words_(report.roll().column())));
    if (report.roll().has_needed())
      words = words_(Text("terminal.roll_needed").word("roll", words).number("needed", report.roll().needed()));
    if (!report.rule().empty())
      words = words_(Text("terminal.with_rule").word("text", words).word("rule", words_.rule(report.rule())));
    add(in_battle ? 1 : 0, in_battle ? words : words_(Text("terminal.report").word("report", words)));
  }

  void step(const std::string& name) { add(1, words_(Text("terminal.battle_step").word("step", sentence(name)))); }

  void round_sum(Reports round) {
    std::int64_t throws = 0, dice = 0;
    for (const v1::Report& report : round) {
      throws += report.has_roll() ? 1 : 0;
      dice += report.roll().dice_size();
    }
    const std::string count = words_(Text("web.theatre.sum_dice").number("throws", throws).number("dice", dice));
    add(1, words_(Text("terminal.battle_sum").word("sum", count)));
    harms(round, 2);
    if (const int score = score_in(round); score != 0) points(score, 2);
  }

  void after_action(Reports reports) {
    add(0, words_(Text("terminal.after_action").word("battle", sentence(words_(reports.front().text())))));
    add(1, words_("web.after.losses"));
    harms(reports, 2);
    points(score_in(reports), 1);
    if (!speech_.screen) return;
    const std::vector<Throw> throws =
        throws_in(reports, [&](const v1::Roll& roll) { return speech_.screen->chance(roll); });
    const std::vector<Throw> deciding = decisive(throws);
    if (!deciding.empty()) add(1, words_("web.after.decisive"));
    for (const Throw& each : deciding) add(2, words_(decision(each)));
    if (!throws.empty()) add(1, words_("web.after.odds"));
    luck(throws);
  }

 private:
  void add(std::size_t depth, const std::string& words) { lines_.push_back(std::string(2 * depth, ' ') + words); }

  // A line for each side.
  void harms(Reports reports, std::size_t depth) {
    const std::vector<Harm> all = harm_in(reports);
    if (all.empty()) return add(depth, words_("web.theatre.no_harm"));
    for (std::uint32_t seat = 0; seat < speech_.seats.size(); ++seat) {
      const std::string list = harms_of(all, seat);
      add(depth, words_(Text("terminal.battle_harm")
                            .word("seat", sentence(speech_.seats[seat]))
                            .word("harm", list.empty() ? words_("web.after.none") : list)));
    }
    if (const std::string list = harms_of(all, std::nullopt); !list.empty()) add(depth, list);
  }
  std::string harms_of(const std::vector<Harm>& all, std::optional<std::uint32_t> seat) const {
    std::string list;
    for (const Harm& harm : all) {
      if (harm.seat != seat) continue;
      list += (list.empty() ? "" : "; ") + words_(Text("web.theatre.harm")
                                                      .word("what", words_(harm.what))
                                                      .word("harm", lower(v1::Loss::Harm_Name(harm.kind)))
                                                      .number("count", harm.count));
    }
    return list;
  }

  void points(int change, std::size_t depth) {
    const Text words = speech_.screen ? speech_.screen->points(change) : Text();
    if (!words.empty()) add(depth, words_(Text("web.after.points").text("points", words)));
  }

  static Text decision(const Throw& each, const std::string& row) {
    return Text("web.after.throw")
        .word("row", row)
        .number("hits", each.hits)
        .number("dice", each.dice)
        .text("chance", percent(each.chance))
        .word("many", each.hits >= each.dice * each.chance ? "yes" : "no")
        .text("percent", percent(each.rarity));
  }
  Text decision(const Throw& each) const { return decision(each, sentence(words_(each.roll->row()))); }

  // All throws on one table together; their chances differ, so the odds are those of their mean.
  void luck(const std::vector<Throw>& throws) {
    struct Sum {
      int dice = 0;
      int hits = 0;
      double expected = 0;
    };
    std::map<std::string, Sum> tables;
    for (const Throw& each : throws) {
      Sum& sum = tables[words_(each.roll->table())];
      sum.dice += each.dice;
      sum.hits += each.hits;
      sum.expected += each.dice * each.chance;
    }
    for (const auto& [table, sum] : tables) {
      add(2, words_(Text("web.after.luck")
                        .word("table", sentence(table))
                        .number("dice", sum.dice)
                        .text("expected", tenths(sum.expected))
                        .number("hits", sum.hits)
                        .word("many", sum.hits >= sum.expected ? "yes" : "no")
                        .text("percent", percent(rarity(sum.dice, sum.hits, sum.expected / sum.dice)))));
    }
  }

  const Speech& speech_;
  const Words& words_;
  std::vector<std::string>& lines_;
};

std::vector<std::string> BattleTale::tell(const std::vector<v1::Report>& reports, bool fights, const Speech& speech) {
  std::vector<std::string> lines;
  Writer writer(speech, lines);
  const auto close = [&] {
    if (has_rolls(told_) || has_losses(told_)) writer.after_action(told_);
    forget();
  };
  const auto begin_step = [&](const v1::Report& report) {
    const Text name = speech.screen ? speech.screen->step(told_.front(), report) : Text();
    std::string step = name.empty() ? step_ : speech.words(name);
    if (step != step_) writer.step(step);
    step_ = std::move(step);
  };
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const v1::Report& report = reports[i];
    if (!told_.empty() && is_over(told_.front(), Reports(reports).subspan(i), fights)) close();
    if (told_.empty()) {
      writer.report(report, false);
      if (!opens(report)) continue;
      told_.push_back(report);
      begin_step(report);
      continue;
    }
    const bool next_round = level_of(report) == v1::Milestone::ROUND;
    if (rounds_ && (next_round || ends(report)) && has_rolls(Reports(told_).subspan(round_)))
      writer.round_sum(Reports(told_).subspan(round_));
    if (next_round) {
      rounds_ = true;
      round_ = told_.size();
      step_.clear();
    }
    if (!next_round) begin_step(report);
    writer.report(report, true);
    told_.push_back(report);
    if (ends(report)) close();
  }
  if (!told_.empty() && !fights) close();
  return lines;
}

}  // namespace wardroom::terminal
