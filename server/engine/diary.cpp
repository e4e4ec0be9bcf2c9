#include "server/engine/diary.h"

#include <algorithm>
#include <vector>

namespace wardroom {
namespace {

using Level = v1::Milestone::Level;
using Part = v1::Diary::Part;

class Writer {
 public:
  void take(const v1::Report& report) {
    switch (report.body_case()) {
      case v1::Report::kMilestone:
        milestone(report);
        break;
      case v1::Report::kRoll:
      case v1::Report::kCard:
        details_.push_back(report);
        break;
      default:
        line(report);
    }
    for (Part* part : open_) count(report, *part);
  }

  v1::Diary finish() {
    lay_down_details();
    return std::move(diary_);
  }

 private:
  void milestone(const v1::Report& report) {
    lay_down_details();
    const Level level = report.milestone().level();
    if (level == v1::Milestone::END_OF_ENGAGEMENT) {
      if (!report.text().id().empty()) line(report);
      close(v1::Milestone::ENGAGEMENT);
      return;
    }
    close(level);
    Part& part = open_.empty() ? *diary_.add_parts() : *open_.back()->add_entries()->mutable_part();
    *part.mutable_milestone() = report.milestone();
    *part.mutable_heading() = report.text();
    open_.push_back(&part);
  }

  // What is told before any milestone stands in a part that has none.
  Part& current() {
    if (open_.empty()) open_.push_back(diary_.add_parts());
    return *open_.back();
  }
  void close(Level level) {
    while (!open_.empty() && (!open_.back()->has_milestone() || open_.back()->milestone().level() >= level))
      open_.pop_back();
  }
  void line(const v1::Report& report) {
    v1::Diary::Line& line = *current().add_entries()->mutable_line();
    *line.mutable_report() = report;
    for (v1::Report& detail : details_) *line.add_details() = std::move(detail);
    details_.clear();
  }
  // Nothing came of them.
  void lay_down_details() {
    for (v1::Report& detail : details_) *current().add_entries()->mutable_line()->mutable_report() = std::move(detail);
    details_.clear();
  }
  static void count(const v1::Report& report, Part& part) {
    if (report.has_loss()) *part.add_losses() = report.loss();
    if (report.has_score()) part.set_score_change(part.score_change() + report.score().change());
    for (std::uint32_t place : report.places()) {
      if (std::ranges::find(part.places(), place) == part.places().end()) part.add_places(place);
    }
  }

  v1::Diary diary_;
  std::vector<Part*> open_;          // the outermost first; messages stay where they are
  std::vector<v1::Report> details_;  // rolls and cards of which nothing has come yet
};

}  // namespace

v1::Diary diary_of(std::span<const v1::PastReports> told) {
  Writer writer;
  for (const v1::PastReports& reports : told) {
    for (const v1::Report& report : reports.reports()) writer.take(report);
  }
  return writer.finish();
}

}  // namespace wardroom
