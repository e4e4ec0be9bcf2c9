// Answers a second in the engine, on picket. The baseline is a die drawn from the match's chance.
#include <benchmark/benchmark.h>

#include "tests/engine/played_match.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::testing {
namespace {

void Draw(benchmark::State& state) {
  SeededChance chance(secret_of(1), 0);
  std::uint32_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(chance.draw({i++, 0, 0, 0, 0}, 10));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(Draw);

// A Task that asks and is answered, with the smallest menu: the cost of the engine alone.
void BareAnswers(benchmark::State& state) {
  SeededChance chance(secret_of(1), 0);
  Table table(chance);
  const auto forever = [](Table& at) -> Task<> {
    for (;;) {
      Menu menu = at.menu(Seat::kFirst, 0);
      menu.offer(0);
      co_await at.ask(std::move(menu));
    }
  };
  Task<> task = forever(table);
  task.handle().resume();
  const Action action = make_action(0);
  for (auto _ : state) {
    table.answer(Seat::kFirst, action);
    table.take();
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BareAnswers);

void RandomGames(benchmark::State& state) {
  const auto title = picket::make_picket();
  Random random(1);
  std::int64_t answers = 0;
  for (auto _ : state) {
    SeededChance chance(secret_of(1), static_cast<std::uint32_t>(random()));
    answers += static_cast<std::int64_t>(play_random(*title, *title->open("long", {}), chance, random).actions.size());
  }
  state.SetItemsProcessed(answers);
}
BENCHMARK(RandomGames);

// With journal, checksums, views and updates for three viewers: what a server does for every action, less the disk.
void RefereedGames(benchmark::State& state) {
  const auto title = picket::make_picket();
  Random random(1);
  std::int64_t answers = 0;
  for (auto _ : state) {
    PlayedMatch match(title, "long", random());
    while (match.playing()) {
      match.play(random);
      ++answers;
    }
  }
  state.SetItemsProcessed(answers);
}
BENCHMARK(RefereedGames);

}  // namespace
}  // namespace wardroom::testing

BENCHMARK_MAIN();
