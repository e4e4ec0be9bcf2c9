#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "server/engine/journal.h"
#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

using match::Commit;
using match::Stamp;

// The store as one would write it on a blackboard: whole matches in memory.
struct Model {
  struct Match {
    std::vector<v1::record::Row> rows;                                       // row n at n - 1, as sealed by the store
    std::map<std::uint64_t, std::string> positions;                          // checkpoints
    std::array<std::vector<std::pair<std::uint64_t, std::string>>, 3> told;  // serial and text of each viewer
  };

  // The newest checkpoint at or before `seq` that no rewind up to `seq` leaves behind.
  static std::uint64_t base(const Match& match, std::uint64_t seq) {
    std::uint64_t base = std::prev(match.positions.upper_bound(seq))->first;
    for (std::uint64_t row = base + 1; row <= seq; ++row) {
      const auto& what = match.rows[row - 1];
      if (what.has_rewind() && what.rewind().checkpoint() < base) {
        base = std::prev(match.positions.upper_bound(what.rewind().checkpoint()))->first;
        row = base;
      }
    }
    return base;
  }

  std::map<std::string, Match> matches;
};

enum class Move {
  kAction,
  kPublished,
  kCheckpoint,
  kRewind,
  kStale,
  kAhead,
  kList,
  kLoad,
  kStretch,
  kHistory,
  kReopen
};

class Player {
 public:
  explicit Player(std::size_t matches) {
    for (std::size_t i = 0; i < matches; ++i) {
      const std::string id = "m" + std::to_string(i);
      value(await<match::MatchCard>([&](auto then) { store_->create(new_card(id), then); }));
      scribes_.emplace_back(id);
      accept(scribes_.back(), scribes_.back().first());
    }
  }

  void play(Move move) {
    Scribe& scribe = scribes_[*rc::gen::inRange<std::size_t>(0, scribes_.size())];
    const auto verb = *rc::gen::inRange<std::uint32_t>(0, 50);
    switch (move) {
      case Move::kAction:
        return accept(scribe, scribe.action(verb % 2, verb));
      case Move::kPublished:
        return accept(scribe, scribe.published(verb % 2, verb));
      case Move::kCheckpoint: {
        Commit commit = scribe.published(verb % 2, verb);
        scribe.with_checkpoint(commit);
        return accept(scribe, commit);
      }
      case Move::kRewind: {
        const auto keep = *rc::gen::inRange<std::uint64_t>(0, scribe.seq() + 1);
        return accept(scribe, scribe.rewind(Model::base(model_.matches[scribe.match()], keep), keep));
      }
      case Move::kList: {
        Commit commit = scribe.action(verb % 2, verb);
        commit.rows.push_back(commit.rows.back());
        commit.rows.back().set_seq(commit.rows.back().seq() + 1);
        return accept(scribe, commit);
      }
      case Move::kStale: {
        Commit commit = scribe.published(0, verb);
        commit.after -= 1;
        commit.rows[0].set_seq(commit.after + 1);
        return refuse_it(commit);
      }
      case Move::kAhead: {
        Commit commit = scribe.published(0, verb);
        commit.after += 1;
        commit.rows[0].set_seq(commit.after + 1);
        return refuse_it(commit);
      }
      case Move::kLoad:
        return check(scribe);
      case Move::kStretch: {
        const auto seq = *rc::gen::inRange<std::uint64_t>(0, scribe.seq() + 1);
        const auto stored = value(await<Stored>([&](auto then) { store_->stretch(scribe.match(), seq, then); }));
        return compare(stored, scribe, seq);
      }
      case Move::kHistory:
        return check_history(scribe);
      case Move::kReopen:
        store_.reset();
        store_ = opened(folder_.file());
        return;
    }
  }

  void check_all() {
    for (const Scribe& scribe : scribes_) check(scribe);
  }

 private:
  void accept(Scribe& scribe, const Commit& commit) {
    const Stamp stamp = scribe.write(*store_, commit);
    Model::Match& match = model_.matches[scribe.match()];
    std::string previous = commit.previous_hash;
    for (v1::record::Row row : commit.rows) {
      seal(row, previous, stamp.time_ms);
      previous = row.hash();
      match.rows.push_back(std::move(row));
    }
    RC_ASSERT(previous == stamp.last_hash);
    for (const auto& row : commit.rows) {
      if (!row.has_rewind()) continue;
      match.positions.erase(match.positions.upper_bound(row.rewind().checkpoint()),
                            match.positions.lower_bound(row.seq()));
    }
    if (commit.checkpoint) match.positions[commit.checkpoint->seq()] = commit.checkpoint->position();
    while (match.positions.size() > match::kCheckpointsKept + 1)
      match.positions.erase(std::next(match.positions.begin()));
    for (const auto& told : commit.told) {
      match.told[index(told.viewer)].emplace_back(told.serial, told.reports[0].text().id());
    }
  }

  void refuse_it(const Commit& commit) {
    const auto stamp = await<Stamp>([&](auto then) { store_->append(commit, then); });
    RC_ASSERT(code(stamp) == RefusalCode::kConflict);
  }

  void check(const Scribe& scribe) {
    const auto loaded = value(await<match::Loaded>([&](auto then) { store_->load(scribe.match(), then); }));
    compare(loaded.stored, scribe, scribe.seq());
  }

  void compare(const Stored& stored, const Scribe& scribe, std::uint64_t seq) {
    const Model::Match& match = model_.matches[scribe.match()];
    const std::uint64_t base = Model::base(match, seq);
    RC_ASSERT(stored.checkpoint.seq() == base);
    RC_ASSERT(stored.checkpoint.position() == match.positions.at(base));
    RC_ASSERT(stored.rows.size() == match.rows.size() - base);
    for (std::size_t i = 0; i < stored.rows.size(); ++i) {
      RC_ASSERT(stored.rows[i].SerializeAsString() == match.rows[base + i].SerializeAsString());
    }
    RC_ASSERT(stored.last_hash == scribe.last_hash());
    for (std::size_t i = 0; i < 3; ++i) RC_ASSERT(stored.viewers[i].serial() == scribe.viewers()[i].serial());
  }

  void check_history(const Scribe& scribe) {
    const Viewer viewer = *rc::gen::elementOf(std::vector(kLiveViewers.begin(), kLiveViewers.end()));
    const auto& told = model_.matches[scribe.match()].told[index(viewer)];
    const auto after = *rc::gen::inRange<std::uint64_t>(0, told.size() + 2);
    const auto limit = *rc::gen::inRange<std::uint32_t>(1, 10);
    const auto upto = *rc::gen::elementOf(std::vector<std::uint64_t>{match::kAllSerials, told.size() / 2});
    const auto past = value(await<std::vector<v1::PastReports>>(
        [&](auto then) { store_->history(scribe.match(), viewer, after, upto, limit, then); }));
    std::vector<v1::PastReports> newest;
    for (const std::string& bytes : value(await<std::vector<std::string>>(
             [&](auto then) { store_->newest_history(scribe.match(), viewer, after, upto, limit, then); })))
      RC_ASSERT(newest.emplace_back().ParseFromString(bytes));
    std::vector<std::pair<std::uint64_t, std::string>> expected;
    for (const auto& one : told) {
      if (one.first > after && one.first <= upto) expected.push_back(one);
    }
    const std::size_t most = std::min<std::size_t>(limit, expected.size());
    expect_told(past, {expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(most)});
    expect_told(newest, {expected.end() - static_cast<std::ptrdiff_t>(most), expected.end()});
  }
  static void expect_told(const std::vector<v1::PastReports>& past,
                          const std::vector<std::pair<std::uint64_t, std::string>>& expected) {
    RC_ASSERT(past.size() == expected.size());
    for (std::size_t i = 0; i < past.size(); ++i) {
      RC_ASSERT(past[i].serial() == expected[i].first);
      RC_ASSERT(past[i].reports(0).text().id() == expected[i].second);
    }
  }

  Folder folder_;
  std::unique_ptr<SqlStore> store_ = opened(folder_.file());
  std::vector<Scribe> scribes_;
  Model model_;
};

RC_GTEST_PROP(StoreProperty, AnyOrderOfStepsReadsBackAsTheModelSays, ()) {
  Player player(2);
  const auto kinds = rc::gen::weightedElement<Move>({{6, Move::kAction},
                                                     {6, Move::kPublished},
                                                     {4, Move::kCheckpoint},
                                                     {2, Move::kRewind},
                                                     {2, Move::kStale},
                                                     {2, Move::kAhead},
                                                     {3, Move::kList},
                                                     {4, Move::kLoad},
                                                     {3, Move::kStretch},
                                                     {4, Move::kHistory},
                                                     {1, Move::kReopen}});
  for (const Move move : *rc::gen::container<std::vector<Move>>(kinds)) player.play(move);
  player.check_all();
}

}  // namespace
}  // namespace wardroom::store
