// Durable steps a second in groups, what one costs the writer's thread, and how long a cold match takes to load.
#include <benchmark/benchmark.h>

#include <atomic>
#include <ctime>
#include <latch>

#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

std::int64_t thread_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

v1::Report long_report() {
  v1::Report told = report("report.search_found_enemy_force");
  for (const char* name : {"force", "hex"}) {
    auto& argument = *told.mutable_text()->add_arguments();
    argument.set_name(name);
    argument.set_number(1234);
  }
  told.add_places(1017);
  told.set_rule("6.3.5");
  return told;
}

// A step as a title makes it: draws, reports for everyone, now and then a checkpoint of some kilobytes.
match::Commit lifelike(Scribe& scribe) {
  match::Commit commit = scribe.published(scribe.seq() % 2, 5);
  auto& row = commit.rows.back();
  for (int i = 0; i < 2; ++i) {
    auto& draw = *row.add_draws();
    draw.mutable_occasion()->set_turn(3);
    draw.mutable_occasion()->set_phase(4);
    draw.mutable_occasion()->set_subject(77777);
    draw.set_sides(10);
    draw.set_result(7);
  }
  for (auto& told : commit.told) told.reports = {long_report(), long_report()};
  if ((scribe.seq() + 1) % 32 == 0) {
    scribe.with_checkpoint(commit);
    commit.checkpoint->set_position(std::string(6000, 'p'));
  }
  return commit;
}

void Append(benchmark::State& state) {
  const auto group = static_cast<std::size_t>(state.range(0));
  Folder folder(Folder::Where::kDisk);
  std::int64_t began = 0;  // of the measured groups, on the writer's own clock
  std::int64_t ended = 0;
  std::int64_t commits = 0;
  std::int64_t before_commit = 0;
  std::int64_t in_commit = 0;
  // The writer waits after each group until the next has been asked for whole.
  constexpr std::uint64_t kOpen = ~0ULL;
  std::atomic<std::uint64_t> asked{kOpen};
  std::uint64_t served = 0;
  StoreOptions options;
  options.hooks.at = [&](Step step) {
    if (step == Step::kBegin && commits == 0) began = thread_ns();
    if (step == Step::kCommit) before_commit = thread_ns();
    if (step == Step::kCommitted) in_commit += thread_ns() - before_commit;
    if (step == Step::kRequest) ++served;
    if (step != Step::kAnswered) return;
    ended = thread_ns();
    ++commits;
    for (auto now = asked.load(); now <= served; now = asked.load()) asked.wait(now);
  };
  auto store = opened(folder.file(), std::move(options));
  std::vector<Scribe> scribes;
  for (std::size_t i = 0; i < 128; ++i) {
    const std::string id = "match-" + std::to_string(i);
    value(await<match::MatchCard>([&](auto then) { store->create(new_card(id), then); }));
    scribes.emplace_back(id);
    scribes.back().write(*store, scribes.back().first());
  }
  asked = scribes.size() * 2;  // all of the above
  in_commit = commits = 0;
  std::size_t turn = 0;
  std::vector<match::Commit> commits_of_group(group);
  for (auto _ : state) {
    state.PauseTiming();
    for (std::size_t i = 0; i < group; ++i) commits_of_group[i] = lifelike(scribes[(turn + i) % scribes.size()]);
    std::vector<match::Commit> sent = commits_of_group;
    std::vector<match::Stamp> stamps(group);
    std::latch answered(static_cast<std::ptrdiff_t>(group));
    state.ResumeTiming();
    for (std::size_t i = 0; i < group; ++i) {
      store->append(std::move(sent[i]), [&, i](Result<match::Stamp> stamp) {
        stamps[i] = std::move(*stamp);
        answered.count_down();
      });
    }
    asked += group;
    asked.notify_one();
    answered.wait();
    state.PauseTiming();
    for (std::size_t i = 0; i < group; ++i) {
      scribes[(turn + i) % scribes.size()].stored(commits_of_group[i], stamps[i]);
    }
    turn += group;
    state.ResumeTiming();
  }
  const auto steps = static_cast<double>(state.iterations()) * static_cast<double>(group);
  state.counters["steps/s"] = benchmark::Counter(steps, benchmark::Counter::kIsRate);
  asked = kOpen;
  asked.notify_one();
  store.reset();
  state.counters["writer_us"] = static_cast<double>(ended - began) / 1000 / steps;
  state.counters["of_it_commit_us"] = static_cast<double>(in_commit) / 1000 / steps;
  state.counters["in_a_group"] = steps / static_cast<double>(commits);
}
BENCHMARK(Append)->Arg(1)->Arg(16)->Arg(64)->UseRealTime()->Unit(benchmark::kMicrosecond);

// 2,000 rows; with checkpoints every 32 rows, or none after the opening.
void ColdLoad(benchmark::State& state) {
  Folder folder(Folder::Where::kDisk);
  {
    auto store = opened(folder.file());
    value(await<match::MatchCard>([&](auto then) { store->create(new_card("m"), then); }));
    Scribe scribe("m");
    scribe.write(*store, scribe.first());
    while (scribe.seq() < 2000) {
      match::Commit commit = lifelike(scribe);
      if (state.range(0) == 0) commit.checkpoint.reset();
      scribe.write(*store, std::move(commit));
    }
  }
  for (auto _ : state) {
    state.PauseTiming();
    auto store = opened(folder.file());
    state.ResumeTiming();
    benchmark::DoNotOptimize(await<match::Loaded>([&](auto then) { store->load("m", then); }));
    state.PauseTiming();
    store.reset();
    state.ResumeTiming();
  }
}
BENCHMARK(ColdLoad)->ArgName("checkpoints")->Arg(1)->Arg(0)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace wardroom::store

BENCHMARK_MAIN();
