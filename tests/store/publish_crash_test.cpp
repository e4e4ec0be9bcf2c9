// A process is killed at every storage step while it publishes a round: what it leaves.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "common/hash.h"
#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

// Everything of the round, or nothing: its state, its matches, what is due, and what people are to be told.
TEST(PublishedRound, IsThereWholeOrNotAtAll) {
  Folder folder;
  std::unique_ptr<SqlStore> store = opened(folder.file());
  const auto done = [](auto ask) { value(await<void>(ask)); };
  for (const char* name : {"anna", "bert"}) {
    lobby::Account account;
    account.id = account.name = name;
    account.password_hash = "x";
    value(await<lobby::Account>([&](auto then) { store->create_account(account, then); }));
    done([&](auto then) { store->set_address(name, std::string(name) + "@example.org", then); });
    const auto due = value(await<std::optional<Due>>([&](auto then) { store->take_due(Road::kMail, then); }));
    const std::string secret = "token of " + std::string(name);
    const Token token{hash(secret), Purpose::kConfirm, {}, 9'000'000'000'000};
    done([&](auto then) {
      store->keep_mail(name, {due->jobs[0].id}, {0, std::string(name) + "@example.org", "x", 0}, {token}, then);
    });
    done([&](auto then) { store->confirm_address(hash(secret), then); });
  }
  tournament::Event drawn;
  drawn.set_id("e");
  drawn.set_version(1);
  drawn.set_state(v1::EVENT_STATE_READY);
  drawn.add_directors("owner");
  for (std::uint32_t i = 1; i <= 2; ++i) {
    auto& entry = *drawn.add_entries();
    entry.set_entry(i);
    entry.set_account(i == 1 ? "anna" : "bert");
  }
  done([&](auto then) { store->keep_event({drawn, 0, {}}, then); });
  tournament::Event published = drawn;
  published.set_version(2);
  published.set_state(v1::EVENT_STATE_PLAYING);
  auto& round = *published.add_rounds();
  round.set_number(1);
  round.set_state(v1::EventRound::PLAYING);
  auto& pairing = *round.add_pairings();
  pairing.set_board(1);
  pairing.set_one(1);
  pairing.set_two(2);
  pairing.set_deadline_ms(9'000'000'000'000);
  auto& game = *pairing.add_games();
  game.set_first(1);
  game.set_second(2);
  game.set_match("m1");
  match::MatchCard made = new_card("m1");
  made.event = "e";
  store.reset();
  int whole = 0, nothing = 0;
  for (const Step step : kSteps) {
    std::filesystem::copy_file(folder.file(), folder.file("copy.db"),
                               std::filesystem::copy_options::overwrite_existing);
    const pid_t child = ::fork();
    if (child == 0) {
      StoreOptions options;
      options.hooks.at = [step](Step now) {
        if (now == step) ::kill(::getpid(), SIGKILL);
      };
      auto dying = opened(folder.file("copy.db"), std::move(options));
      (void)await<void>([&](auto then) { dying->keep_event({published, 1, {made}}, then); });
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    auto again = opened(folder.file("copy.db"));
    const auto version = value(await<tournament::Event>([&](auto then) { again->event("e", then); })).version();
    const bool there = version == 2;
    ++(there ? whole : nothing);
    EXPECT_EQ(await<match::MatchCard>([&](auto then) { again->card("m1", then); }).has_value(), there);
    EXPECT_EQ(value(await<std::int64_t>([&](auto then) { again->next_due(then); })) > 0, there);
    for (const char* name : {"anna", "bert"}) {
      const auto told = value(await<std::vector<v1::Delivery>>([&](auto then) { again->deliveries(name, 10, then); }));
      const auto letters = std::ranges::count_if(told, [](const v1::Delivery& each) {
        return each.what().arguments_size() > 0 && each.what().arguments(0).word() == "event_paired";
      });
      EXPECT_EQ(letters, there ? 1 : 0) << name;
    }
    // And once more: the same round, one match, one letter.
    if (!there) done([&](auto then) { again->keep_event({published, 1, {made}}, then); });
    EXPECT_EQ(code(await<void>([&](auto then) {
                again->keep_event({published, 1, {made}}, then);
              })),
              RefusalCode::kConflict);
    again.reset();
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(folder.file("copy.db").string() + end);
  }
  EXPECT_GT(whole, 0);
  EXPECT_GT(nothing, 0);
}

}  // namespace
}  // namespace wardroom::store
