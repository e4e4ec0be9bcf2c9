#include "server/engine/journal.h"

#include <gmock/gmock.h>

#include <atomic>

#include "common/hash.h"
#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

using match::Commit;
using match::Stamp;
using testing::ElementsAre;
using testing::IsEmpty;

class Journal : public testing::Test {
 protected:
  Journal() {
    open();
    create("m");
  }

  void open() {
    StoreOptions options;
    options.hooks.now = [this] { return now.load(); };
    store = opened(folder.file(), std::move(options));
  }
  void create(const std::string& id) {
    value(await<match::MatchCard>([&](auto then) { store->create(new_card(id), then); }));
  }
  Result<Stamp> append(Commit commit) {
    return await<Stamp>([&](auto then) { store->append(commit, then); });
  }
  Result<match::Loaded> load(const std::string& id = "m") {
    return await<match::Loaded>([&](auto then) { store->load(id, then); });
  }
  Result<Stored> stretch(std::uint64_t seq) {
    return await<Stored>([&](auto then) { store->stretch("m", seq, then); });
  }
  Result<v1::record::Export> journal(std::uint32_t rows = 200) { return whole_journal(*store, "m", rows); }
  Result<match::JournalPart> part(const match::Bookmark& after, std::uint32_t rows) {
    return await<match::JournalPart>([&](auto then) { store->journal("m", after, rows, then); });
  }
  std::vector<std::string> history(Viewer viewer, std::uint64_t after, std::uint32_t limit = 100) {
    std::vector<std::string> lines;
    for (const auto& past : value(await<std::vector<v1::PastReports>>(
             [&](auto then) { store->history("m", viewer, after, match::kAllSerials, limit, then); }))) {
      std::string line = std::to_string(past.serial()) + "@" + std::to_string(past.time_ms());
      for (const auto& told : past.reports()) line += " " + told.text().id();
      lines.push_back(line);
    }
    return lines;
  }
  // The match up to row `last`, a checkpoint every ten rows.
  void play_to(std::uint64_t last) {
    if (scribe.seq() == 0) scribe.write(*store, scribe.first());
    while (scribe.seq() < last) {
      Commit commit = scribe.published(scribe.seq() % 2, 7);
      if ((scribe.seq() + 1) % 10 == 0) scribe.with_checkpoint(commit);
      scribe.write(*store, commit);
    }
  }
  static std::vector<std::uint64_t> seqs(const Stored& stored) {
    std::vector<std::uint64_t> found;
    for (const auto& row : stored.rows) found.push_back(row.seq());
    return found;
  }
  void damage(const std::string& sql) {
    store.reset();
    alter(folder.file(), sql);
    open();
  }

  std::atomic<std::int64_t> now{1000};
  Folder folder;
  std::unique_ptr<SqlStore> store;
  Scribe scribe{"m"};
};

TEST_F(Journal, TheNewestIsThatOfWhatIsLoaded) {
  play_to(13);
  Commit commit = scribe.published(0, 7);
  commit.queues.push_back({Seat::kSecond, "queue"});
  scribe.write(*store, commit);
  const auto loaded = value(load());
  const auto newest = value(await<match::Loaded>([&](auto then) { store->newest("m", then); }));
  EXPECT_EQ(newest.stored.last_hash, loaded.stored.last_hash);
  EXPECT_EQ(newest.stored.viewers.at(0).serial(), loaded.stored.viewers.at(0).serial());
  EXPECT_EQ(newest.card.moved_ms, loaded.card.moved_ms);
  ASSERT_EQ(newest.queues.size(), 1u);
  EXPECT_EQ(newest.queues[0].body, "queue");
  EXPECT_THAT(newest.stored.rows, IsEmpty());
}

TEST_F(Journal, ACheckpointKeepsTheRevisionOfItsRules) {
  play_to(9);
  EXPECT_EQ(load()->stored.checkpoint.rules_revision(), 0u);
  Commit commit = scribe.published(1, 7);
  scribe.with_checkpoint(commit);
  commit.checkpoint->set_rules_revision(3);
  scribe.write(*store, commit);
  EXPECT_EQ(load()->stored.checkpoint.rules_revision(), 3u);
}

TEST_F(Journal, AStepIsStampedSealedAndLoadedAgain) {
  const Stamp first = scribe.write(*store, scribe.first());
  EXPECT_EQ(first.time_ms, 1000);
  now = 1500;
  const Stamp second = scribe.write(*store, scribe.action(0, 3));
  EXPECT_EQ(second.time_ms, 1500);

  store.reset();
  open();
  const match::Loaded loaded = value(load());
  const Stored& stored = loaded.stored;
  EXPECT_EQ(stored.head.match(), "m");
  EXPECT_EQ(stored.checkpoint.seq(), 0u);
  EXPECT_EQ(stored.checkpoint.position(), "opening of m");
  EXPECT_EQ(stored.checkpoint.checksum(), checksum("opening of m"));
  ASSERT_EQ(stored.rows.size(), 2u);
  EXPECT_TRUE(stored.rows[0].has_begin());
  EXPECT_TRUE(sealed(stored.rows[0], chain_start(stored.head)));
  EXPECT_TRUE(sealed(stored.rows[1], stored.rows[0].hash()));
  EXPECT_EQ(stored.rows[1].seat(), 0u);
  EXPECT_EQ(stored.rows[1].action().verb(), 3u);
  EXPECT_EQ(stored.rows[1].time_ms(), 1500);
  EXPECT_EQ(stored.last_hash, second.last_hash);
  ASSERT_EQ(stored.viewers.size(), 3u);
  EXPECT_EQ(stored.viewers[0].serial(), 2u);
  EXPECT_EQ(stored.viewers[0].menu_serial(), 2u);
  EXPECT_EQ(stored.viewers[1].viewer(), 1u);
  EXPECT_EQ(stored.viewers[1].serial(), 1u);
  EXPECT_EQ(loaded.card.state, v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(loaded.card.moved_ms, 1500);
  EXPECT_THAT(loaded.card.to_move, ElementsAre(false, true));
}

TEST_F(Journal, MarksAreKeptByTheirSeatAndVersion) {
  play_to(3);
  const auto keep = [&](match::StoredMarks marks) {
    return await<void>([&](auto then) { store->keep_marks("m", std::move(marks), then); });
  };
  const auto marks = [&] {
    std::string all;
    const auto stored = value(await<std::vector<match::StoredMarks>>([&](auto then) { store->marks("m", then); }));
    for (const match::StoredMarks& each : stored)
      all += std::to_string(static_cast<int>(each.seat)) + each.body + std::to_string(each.version) + " ";
    return all;
  };
  EXPECT_EQ(marks(), "");
  EXPECT_TRUE(keep({Seat::kSecond, 1, "b"}));
  EXPECT_TRUE(keep({Seat::kFirst, 1, "a"}));
  EXPECT_TRUE(keep({Seat::kSecond, 2, "c"}));
  EXPECT_EQ(code(keep({Seat::kSecond, 2, "late"})), RefusalCode::kConflict) << "another was faster";
  EXPECT_EQ(marks(), "0a1 1c2 ");
  EXPECT_EQ(code(await<void>([&](auto then) { store->keep_marks("none", {}, then); })), RefusalCode::kNotFound);
}

TEST_F(Journal, AQueueFollowsTheNewestThatIsStored) {
  play_to(3);
  const auto keep = [&](std::uint64_t version, std::uint64_t follows) {
    v1::record::Queue queue;
    queue.mutable_shown()->set_version(version);
    return await<void>([&](auto then) {
      store->keep_queue("m", 3, {Seat::kFirst, queue.SerializeAsString(), follows}, then);
    });
  };
  EXPECT_TRUE(keep(1, 0));
  EXPECT_TRUE(keep(2, 1));
  EXPECT_EQ(code(keep(2, 1)), RefusalCode::kConflict) << "another was faster";
  EXPECT_EQ(code(keep(1, 0)), RefusalCode::kConflict);
  Commit commit = scribe.published(1, 7);
  commit.queues = {{Seat::kFirst, "", 1}};
  EXPECT_EQ(code(append(commit)), RefusalCode::kConflict) << "a step knew an older one";
  commit.queues[0].follows = 2;
  scribe.write(*store, commit);
}

TEST_F(Journal, QueuesAreKeptWithTheirRowsOrByThemselves) {
  play_to(3);
  const auto keep = [&](std::uint64_t after, match::StoredQueue queue) {
    return await<void>([&](auto then) { store->keep_queue("m", after, std::move(queue), then); });
  };
  const auto queues = [&] {
    std::string all;
    for (const match::StoredQueue& queue : value(load()).queues)
      all += std::to_string(static_cast<int>(queue.seat)) + queue.body + " ";
    return all;
  };
  EXPECT_EQ(queues(), "");
  EXPECT_TRUE(keep(3, {Seat::kSecond, "b"}));
  Commit commit = scribe.published(1, 7);
  commit.queues = {{Seat::kFirst, "a"}};
  scribe.write(*store, commit);
  EXPECT_EQ(queues(), "0a 1b ");
  EXPECT_EQ(code(keep(3, {Seat::kSecond, "late"})), RefusalCode::kConflict) << "the match has gone on";
  EXPECT_EQ(code(await<void>([&](auto then) { store->keep_queue("none", 0, {}, then); })), RefusalCode::kNotFound);
  commit = scribe.published(0, 7);
  commit.queues = {{Seat::kFirst, ""}};
  commit.after -= 1;
  EXPECT_EQ(code(append(commit)), RefusalCode::kConflict);
  EXPECT_EQ(queues(), "0a 1b ") << "a step that is refused changes nothing";
  commit.after += 1;
  scribe.write(*store, commit);
  EXPECT_EQ(queues(), "1b ");
  EXPECT_EQ(value(journal()).SerializeAsString().find("queue"), std::string::npos);
}

TEST_F(Journal, TimeNeverGoesBackWithinAMatch) {
  scribe.write(*store, scribe.first());
  now = 400;
  EXPECT_EQ(scribe.write(*store, scribe.action(0, 1)).time_ms, 1000);
  now = 1200;
  EXPECT_EQ(scribe.write(*store, scribe.action(0, 1)).time_ms, 1200);
}

TEST_F(Journal, ClocksAreReckonedFromTheStoresTime) {
  Commit first = scribe.first();
  first.beside = [](match::Beside& stored, const match::Moment& moment) -> Result<void> {
    stored.clocks.left_ms = {moment.now_ms, 7};
    return {};
  };
  const Stamp stamp = scribe.write(*store, first);
  EXPECT_THAT(stamp.beside.clocks.left_ms, ElementsAre(1000, 7));
  EXPECT_THAT(value(load()).card.clocks.left_ms, ElementsAre(1000, 7));
  const Stamp without = scribe.write(*store, scribe.action(0, 1));
  EXPECT_THAT(without.beside.clocks.left_ms, ElementsAre(1000, 7));
}

TEST_F(Journal, ARowThatIsTakenIsAConflictAndChangesNothing) {
  scribe.write(*store, scribe.first());
  Scribe other = scribe;
  scribe.write(*store, scribe.action(0, 1));
  Commit late = other.action(1, 2);
  late.state = v1::MATCH_STATE_OVER;
  other.with_checkpoint(late);
  const auto refused = append(late);
  EXPECT_EQ(code(refused), RefusalCode::kConflict);
  EXPECT_EQ(refused.error().reason.id, "store.row_taken");

  Commit ahead = scribe.action(0, 1);
  ahead.after += 5;
  ahead.rows[0].set_seq(ahead.after + 1);
  EXPECT_EQ(code(append(ahead)), RefusalCode::kConflict);
  Commit another_chain = scribe.action(0, 1);
  another_chain.previous_hash = hash("something else");
  EXPECT_EQ(code(append(another_chain)), RefusalCode::kConflict);

  const auto loaded = value(load());
  EXPECT_THAT(seqs(loaded.stored), ElementsAre(1, 2));
  EXPECT_EQ(loaded.stored.rows[1].action().verb(), 1u);
  EXPECT_EQ(loaded.stored.checkpoint.seq(), 0u);
  EXPECT_EQ(loaded.card.state, v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(loaded.stored.viewers[1].serial(), 1u);
  EXPECT_EQ(history(Viewer::kSecond, 0).size(), 1u);
}

TEST_F(Journal, TwoServersOnOneFileNeverBothAcceptARow) {
  scribe.write(*store, scribe.first());
  auto second_server = opened(folder.file());
  Scribe here = scribe;
  Scribe there = scribe;
  for (std::uint32_t round = 0; round < 100; ++round) {
    const Commit mine = here.action(0, 1);
    const Commit theirs = there.action(1, 2);
    std::promise<Result<Stamp>> a;
    std::promise<Result<Stamp>> b;
    store->append(mine, [&](Result<Stamp> r) { a.set_value(std::move(r)); });
    second_server->append(theirs, [&](Result<Stamp> r) { b.set_value(std::move(r)); });
    const auto a_result = a.get_future().get();
    const auto b_result = b.get_future().get();
    ASSERT_NE(a_result.has_value(), b_result.has_value());
    EXPECT_EQ(code(a_result ? b_result : a_result), RefusalCode::kConflict);
    const Commit& winner = a_result ? mine : theirs;
    const Stamp& stamp = a_result ? *a_result : *b_result;
    here.stored(winner, stamp);
    there.stored(winner, stamp);
    const auto loaded = value(load());
    ASSERT_EQ(loaded.stored.rows.back().seq(), here.seq());
    EXPECT_EQ(loaded.stored.rows.back().action().verb(), a_result ? 1u : 2u);
  }
}

TEST_F(Journal, AStepThatDoesNotFitTogetherIsRefused) {
  Commit no_head = scribe.first();
  no_head.head.reset();
  EXPECT_EQ(code(append(no_head)), RefusalCode::kMalformed);
  Commit no_opening = scribe.first();
  no_opening.checkpoint.reset();
  EXPECT_EQ(code(append(no_opening)), RefusalCode::kMalformed);
  Commit another_start = scribe.first();
  another_start.previous_hash = hash("elsewhere");
  EXPECT_EQ(code(append(another_start)), RefusalCode::kMalformed);
  EXPECT_EQ(code(append(Scribe("nowhere").first())), RefusalCode::kNotFound);
  EXPECT_EQ(code(load()), RefusalCode::kNotFound);

  scribe.write(*store, scribe.first());
  Commit gap = scribe.action(0, 1);
  gap.rows[0].set_seq(9);
  EXPECT_EQ(code(append(gap)), RefusalCode::kMalformed);
  Commit told_twice = scribe.action(0, 1);
  told_twice.told.push_back(told_twice.told.front());
  EXPECT_EQ(code(append(told_twice)), RefusalCode::kMalformed);
  Commit silent = scribe.action(0, 1);
  silent.rows.clear();
  EXPECT_EQ(code(append(silent)), RefusalCode::kMalformed);
  EXPECT_THAT(seqs(value(load()).stored), ElementsAre(1));
}

TEST_F(Journal, AStateMayChangeWithoutARow) {
  scribe.write(*store, scribe.first());
  Commit parked = scribe.action(0, 1);
  parked.rows.clear();
  parked.told.clear();
  parked.viewers = scribe.viewers();
  parked.state = v1::MATCH_STATE_PARKED;
  now = 9000;
  scribe.write(*store, parked);
  const auto loaded = value(load());
  EXPECT_EQ(loaded.card.state, v1::MATCH_STATE_PARKED);
  EXPECT_EQ(loaded.card.moved_ms, 1000);
  scribe.write(*store, scribe.action(0, 1));
  EXPECT_EQ(value(load()).card.state, v1::MATCH_STATE_PLAYING);
}

TEST_F(Journal, AListOfActionsIsOneStepWithOneTelling) {
  scribe.write(*store, scribe.first());
  Commit three = scribe.action(0, 1);
  for (int i = 0; i < 2; ++i) {
    three.rows.push_back(three.rows.back());
    three.rows.back().set_seq(three.rows.back().seq() + 1);
  }
  scribe.write(*store, three);
  scribe.write(*store, scribe.action(0, 5));
  EXPECT_THAT(seqs(value(load()).stored), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(history(Viewer::kFirst, 1), ElementsAre("2@1000 row.2", "3@1000 row.5"));
}

TEST_F(Journal, LoadingStartsAtTheNewestCheckpoint) {
  play_to(23);
  const auto loaded = value(load());
  EXPECT_EQ(loaded.stored.checkpoint.seq(), 20u);
  EXPECT_EQ(loaded.stored.checkpoint.position(), "position 20");
  EXPECT_THAT(seqs(loaded.stored), ElementsAre(21, 22, 23));
  EXPECT_EQ(loaded.stored.last_hash, scribe.last_hash());
  play_to(30);
  EXPECT_THAT(value(load()).stored.rows, IsEmpty());
  EXPECT_EQ(value(load()).stored.last_hash, scribe.last_hash());
}

TEST_F(Journal, AfterARewindLoadingStartsAtTheBaseItNames) {
  play_to(25);
  scribe.write(*store, scribe.rewind(10, 12));  // row 26
  auto loaded = value(load());
  EXPECT_EQ(loaded.stored.checkpoint.seq(), 10u);
  EXPECT_EQ(seqs(loaded.stored).front(), 11u);
  EXPECT_EQ(seqs(loaded.stored).back(), 26u);

  scribe.write(*store, scribe.rewind(0, 5));  // row 27: further back still
  loaded = value(load());
  EXPECT_EQ(loaded.stored.checkpoint.seq(), 0u);
  EXPECT_EQ(loaded.stored.rows.size(), 27u);

  play_to(31);  // row 30 is a checkpoint of its own: what lies before no longer matters
  loaded = value(load());
  EXPECT_EQ(loaded.stored.checkpoint.seq(), 30u);
  EXPECT_EQ(loaded.stored.checkpoint.epoch(), 2u);
  EXPECT_THAT(seqs(loaded.stored), ElementsAre(31));
}

TEST_F(Journal, ARewindThatLiesBehindAnotherRewindIsFollowedToo) {
  play_to(15);
  scribe.write(*store, scribe.rewind(0, 5));  // row 16: the checkpoint at 10 counts no more
  while (scribe.seq() < 19) scribe.write(*store, scribe.published(0, 1));
  play_to(21);                                  // the checkpoint at 20
  scribe.write(*store, scribe.rewind(10, 12));  // row 22, to rows that row 16 had left behind
  const auto loaded = value(load());
  EXPECT_EQ(loaded.stored.checkpoint.seq(), 0u);
  EXPECT_EQ(loaded.stored.rows.size(), 22u);
}

TEST_F(Journal, AStretchIsTheMatchAsItWasThen) {
  play_to(25);
  EXPECT_EQ(value(stretch(25)).checkpoint.seq(), 20u);
  EXPECT_EQ(value(stretch(20)).checkpoint.seq(), 20u);
  EXPECT_EQ(value(stretch(19)).checkpoint.seq(), 10u);
  EXPECT_EQ(value(stretch(19)).rows.size(), 15u);
  EXPECT_EQ(value(stretch(0)).checkpoint.seq(), 0u);
  EXPECT_EQ(code(stretch(26)), RefusalCode::kNotFound);
  scribe.write(*store, scribe.rewind(10, 12));  // row 26
  EXPECT_EQ(value(stretch(26)).checkpoint.seq(), 10u);
}

TEST_F(Journal, AChapterIsKeptForGoodWithItsCheckpointAndWhatEachViewerWasShown) {
  play_to(9);
  Commit begins = scribe.published(0, 7);
  scribe.with_checkpoint(begins);
  begins.checkpoint->set_rounds(4);
  begins.checkpoint->set_chapters(2);
  match::Chapter& chapter = begins.chapter.emplace();
  chapter.row = 10;
  chapter.name.set_id("night");
  chapter.serials = {7, 0, 5};
  chapter.bodies = {"annas", "", "everyones"};
  scribe.write(*store, begins);
  EXPECT_EQ(value(stretch(10)).checkpoint.rounds(), 4u);
  EXPECT_EQ(value(stretch(10)).checkpoint.chapters(), 2u);
  play_to(match::kCheckpointsKept * 10 + 60);
  open();
  const match::Loaded loaded = value(load());
  ASSERT_EQ(loaded.chapters.size(), 1u);
  EXPECT_EQ(loaded.chapters[0].row, 10u);
  EXPECT_EQ(loaded.chapters[0].name.id(), "night");
  EXPECT_THAT(loaded.chapters[0].serials, ElementsAre(7, 0, 5));
  EXPECT_EQ(value(stretch(15)).checkpoint.seq(), 10u) << "long dropped, if it were not a chapter's";
  EXPECT_EQ(value(stretch(29)).checkpoint.seq(), 10u);
  const auto page = [&](Viewer viewer, std::uint64_t row) {
    return await<match::Page>([&](auto then) { store->chapter("m", viewer, row, then); });
  };
  EXPECT_EQ(value(page(Viewer::kFirst, 10)).body, "annas");
  EXPECT_EQ(value(page(Viewer::kPublic, 10)).last_serial, 5u);
  EXPECT_GT(value(page(Viewer::kPublic, 10)).time_ms, 0);
  EXPECT_EQ(page(Viewer::kSecond, 10).error().code, RefusalCode::kNotFound) << "he was shown nothing of it";
  EXPECT_EQ(page(Viewer::kFirst, 11).error().code, RefusalCode::kNotFound);
  scribe.write(*store, scribe.rewind(0, 5));
  EXPECT_EQ(value(load()).chapters.size(), 1u) << "it was shown, and can still be looked at";
  EXPECT_EQ(value(stretch(15)).checkpoint.seq(), 0u) << "what a rewind leaves behind is gone";
}

TEST_F(Journal, ProgressIsOnTheCard) {
  play_to(3);
  EXPECT_EQ(value(load()).card.progress.id(), "");
  Commit commit = scribe.published(0, 7);
  commit.progress.emplace().shown.set_id("turn 2");
  commit.progress->held_back.set_id("turn 1");
  scribe.write(*store, commit);
  play_to(6);
  EXPECT_EQ(value(load()).card.progress.id(), "turn 2");
  EXPECT_EQ(value(load()).card.held_back.id(), "turn 1");
}

TEST_F(Journal, CheckpointsThatNothingReturnsToAreDropped) {
  create("other");
  Scribe other("other");
  other.write(*store, other.first());
  for (int i = 0; i < 3; ++i) {
    Commit commit = other.published(0, 1);
    other.with_checkpoint(commit);
    other.write(*store, commit);
  }
  const auto kept = [&](const std::string& id) {
    std::vector<std::int64_t> found;
    for (const std::string& seq : looked_up(folder.file(),
                                            "SELECT place & 16777215 FROM checkpoints WHERE place >> 24 = "
                                            "(SELECT key FROM matches WHERE id = '" +
                                                id + "') ORDER BY place"))
      found.push_back(std::stoll(seq));
    return found;
  };

  const auto most = static_cast<std::int64_t>(match::kCheckpointsKept);
  play_to(static_cast<std::uint64_t>(most) * 10);
  EXPECT_EQ(kept("m").size(), match::kCheckpointsKept + 1) << "and the opening";
  play_to(static_cast<std::uint64_t>(most) * 10 + 35);
  ASSERT_EQ(kept("m").size(), match::kCheckpointsKept + 1);
  EXPECT_EQ(kept("m")[0], 0);
  EXPECT_EQ(kept("m")[1], 40);
  EXPECT_EQ(kept("m").back(), most * 10 + 30);
  EXPECT_EQ(value(stretch(45)).checkpoint.seq(), 40u) << "a take-back returns here";
  EXPECT_EQ(value(stretch(39)).checkpoint.seq(), 0u) << "and further back by a longer replay";
  EXPECT_EQ(value(stretch(39)).rows.size(), scribe.seq());

  scribe.write(*store, scribe.rewind(60, 66));
  EXPECT_THAT(kept("m"), ElementsAre(0, 40, 50, 60)) << "what a rewind leaves behind is gone";
  EXPECT_EQ(value(load()).stored.checkpoint.seq(), 60u);

  Commit end = scribe.published(0, 1);
  end.state = v1::MATCH_STATE_OVER;
  end.ending.emplace();
  scribe.write(*store, end);
  EXPECT_THAT(kept("m"), ElementsAre(0, 60));
  EXPECT_EQ(value(load()).stored.checkpoint.seq(), 60u);
  EXPECT_EQ(value(journal()).opening(), "opening of m");
  EXPECT_THAT(kept("other"), ElementsAre(0, 2, 3, 4)) << "every match has its own";
}

TEST_F(Journal, EachViewerHasAHistoryOfHisOwnInPages) {
  scribe.write(*store, scribe.first());
  now = 2000;
  scribe.write(*store, scribe.action(0, 1));
  scribe.write(*store, scribe.published(1, 1));
  now = 3000;
  scribe.write(*store, scribe.action(1, 1));
  Commit nothing_said = scribe.action(0, 1);
  nothing_said.told[0].reports.clear();
  scribe.write(*store, nothing_said);
  scribe.write(*store, scribe.published(0, 1));
  EXPECT_THAT(history(Viewer::kFirst, 0), ElementsAre("1@1000 row.1", "2@2000 row.2", "3@2000 row.3", "5@3000 row.6"));
  EXPECT_THAT(history(Viewer::kSecond, 0), ElementsAre("1@1000 row.1", "2@2000 row.3", "3@3000 row.4", "4@3000 row.6"));
  EXPECT_THAT(history(Viewer::kPublic, 0), ElementsAre("1@1000 row.1", "2@2000 row.3", "3@3000 row.6"));
  EXPECT_THAT(history(Viewer::kFirst, 2), ElementsAre("3@2000 row.3", "5@3000 row.6"));
  EXPECT_THAT(history(Viewer::kFirst, 1, 2), ElementsAre("2@2000 row.2", "3@2000 row.3"));
  EXPECT_THAT(history(Viewer::kFirst, 5), IsEmpty());
  EXPECT_THAT(history(Viewer::kEnded, 0), IsEmpty());
}

TEST_F(Journal, AnEndingIsKept) {
  play_to(12);
  Commit last = scribe.published(0, 1);
  last.state = v1::MATCH_STATE_OVER;
  last.ending.emplace().set_kind(v1::ENDING_KIND_RESIGNED);
  last.ending->set_winner(1);
  scribe.write(*store, last);
  EXPECT_EQ(value(load()).card.ending->kind(), v1::ENDING_KIND_RESIGNED);
  EXPECT_EQ(value(load()).card.ending->winner(), 1u);
  EXPECT_EQ(value(load()).card.state, v1::MATCH_STATE_OVER);
}

TEST_F(Journal, IsReadInPartsThatTogetherAreTheWhole) {
  play_to(12);
  const v1::record::Export whole = value(journal());
  EXPECT_EQ(whole.head().match(), "m");
  EXPECT_EQ(whole.opening(), "opening of m");
  EXPECT_EQ(whole.rows_size(), 12);
  for (std::uint32_t rows : {1U, 5U, 11U, 12U, 13U})
    EXPECT_EQ(value(journal(rows)).SerializeAsString(), whole.SerializeAsString()) << rows;
  const auto first = value(part({}, 5));
  EXPECT_EQ(first.rows.size(), 5u);
  EXPECT_FALSE(first.ends());
  const auto second = value(part(first.read, 5));
  EXPECT_EQ(second.rows.size(), 5u);
  EXPECT_EQ(second.head.ByteSizeLong(), 0u);
  EXPECT_EQ(second.opening, "");
}

TEST_F(Journal, WhatIsWrittenWhileItIsReadDoesNotBelongToIt) {
  play_to(12);
  const auto first = value(part({}, 5));
  scribe.write(*store, scribe.published(0, 1));
  const auto second = value(part(first.read, 100));
  EXPECT_EQ(second.rows.back().seq(), 12u);
  EXPECT_TRUE(second.ends());
  EXPECT_EQ(value(journal()).rows_size(), 13);
}

TEST_F(Journal, ThatGoesOrIsHurtWhileItIsReadIsRefused) {
  play_to(12);
  const auto first = value(part({}, 5));
  v1::record::Row row = value(part({}, 12)).rows[8];
  row.mutable_action()->set_verb(99);
  damage("UPDATE journal SET row = x'" + hex(row.SerializeAsString()) + "' WHERE place & 16777215 = 9");
  EXPECT_TRUE(part({}, 5));
  const auto hurt = part(first.read, 5);
  ASSERT_EQ(code(hurt), RefusalCode::kUnreadable);
  EXPECT_EQ(number_in(hurt.error(), 1), 9);
  EXPECT_TRUE(part(first.read, 3)) << "so far it is sound";
  damage("DELETE FROM matches");
  EXPECT_EQ(code(part(first.read, 3)), RefusalCode::kNotFound);
}

TEST_F(Journal, AnAlteredRowIsNamedAndNothingIsTouched) {
  play_to(5);
  v1::record::Row row = value(load()).stored.rows[2];
  row.mutable_action()->set_verb(99);
  damage("UPDATE journal SET row = x'" + hex(row.SerializeAsString()) + "' WHERE place & 16777215 = 3");
  const auto refused = load();
  ASSERT_EQ(code(refused), RefusalCode::kUnreadable);
  EXPECT_EQ(refused.error().reason.id, "store.unreadable_row");
  EXPECT_EQ(word_in(refused.error(), 0), "m");
  EXPECT_EQ(number_in(refused.error(), 1), 3);
  EXPECT_EQ(code(journal()), RefusalCode::kUnreadable);
}

TEST_F(Journal, BytesThatAreNoRowAndRowsThatAreGoneAreNamed) {
  play_to(5);
  damage("UPDATE journal SET row = x'ffffff' WHERE place & 16777215 = 4");
  EXPECT_EQ(number_in(load().error(), 1), 4);
  damage("DELETE FROM journal WHERE place & 16777215 = 2");
  EXPECT_EQ(number_in(load().error(), 1), 2);
  damage("DELETE FROM journal WHERE place & 16777215 > 1");
  EXPECT_EQ(number_in(load().error(), 1), 2);
  damage("UPDATE progress SET seq = 1");  // as if the lost rows had never been
  EXPECT_EQ(number_in(load().error(), 1), 1);
  damage("DELETE FROM checkpoints");
  EXPECT_EQ(load().error().reason.id, "store.no_checkpoint");
  damage("UPDATE matches SET head = x'ffffff'");
  EXPECT_EQ(number_in(load().error(), 1), 0);

  create("untouched");
  Scribe other("untouched");
  other.write(*store, other.first());
  EXPECT_TRUE(load("untouched"));
}

}  // namespace
}  // namespace wardroom::store
