// Events as rows: one change after another, with the matches it makes, what is due and what is rated, whole or not at
// all.
#include <gmock/gmock.h>

#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using tournament::Event;

class Events : public testing::Test {
 protected:
  Event event(const std::string& id, std::uint64_t version, v1::EventState state = v1::EVENT_STATE_OPEN) {
    Event made;
    made.set_id(id);
    made.set_version(version);
    made.set_state(state);
    made.mutable_rules()->set_title("picket");
    made.add_directors("owner of " + id);
    return made;
  }
  Result<void> keep(Event changed, std::uint64_t after, std::vector<match::MatchCard> matches = {}) {
    return await<void>([&](auto then) { store->keep_event({std::move(changed), after, std::move(matches)}, then); });
  }
  Event read(const std::string& id) {
    return value(await<Event>([&](auto then) { store->event(id, then); }));
  }
  std::vector<std::string> list(const std::function<void(events::EventQuery&)>& change = {}) {
    events::EventQuery query;
    if (change) change(query);
    std::vector<std::string> ids;
    for (const Event& each : value(await<std::vector<Event>>([&](auto then) { store->events(query, then); })))
      ids.push_back(each.id());
    return ids;
  }
  std::vector<std::string> due(std::int64_t now_ms) {
    return value(await<std::vector<std::string>>([&](auto then) { store->due_events(now_ms, then); }));
  }

  Folder folder;
  std::unique_ptr<SqlStore> store = opened(folder.file());
};

TEST_F(Events, AChangeFollowsTheVersionThatIsStored) {
  ASSERT_TRUE(keep(event("e", 1), 0));
  EXPECT_EQ(code(keep(event("e", 1), 0)), RefusalCode::kConflict);
  ASSERT_TRUE(keep(event("e", 2, v1::EVENT_STATE_READY), 1));
  EXPECT_EQ(code(keep(event("e", 3), 1)), RefusalCode::kConflict);  // somebody else was first
  EXPECT_EQ(read("e").version(), 2u);
  EXPECT_EQ(code(await<Event>([&](auto then) { store->event("nothing", then); })), RefusalCode::kNotFound);
}

TEST_F(Events, MatchesAreMadeWithTheChangeOrNotAtAll) {
  ASSERT_TRUE(keep(event("e", 1), 0));
  match::MatchCard card = new_card("m");
  card.event = "e";
  card.event_round = 2;
  card.open_afterwards = true;
  ASSERT_TRUE(keep(event("e", 2), 1, {card}));
  const match::MatchCard made = value(await<match::MatchCard>([&](auto then) { store->card("m", then); }));
  EXPECT_EQ(made.event, "e");
  EXPECT_EQ(made.event_round, 2u);
  EXPECT_TRUE(made.open_afterwards);
  // The second of these exists: nothing of the change is kept.
  EXPECT_EQ(code(keep(event("e", 3), 2, {new_card("other"), card})), RefusalCode::kConflict);
  EXPECT_EQ(read("e").version(), 2u);
  EXPECT_EQ(code(await<match::MatchCard>([&](auto then) { store->card("other", then); })), RefusalCode::kNotFound);
}

TEST_F(Events, WhatIsDueSurvivesARestart) {
  Event waits = event("e", 1);
  waits.mutable_rules()->set_starts_ms(500);
  ASSERT_TRUE(keep(waits, 0));
  store.reset();
  store = opened(folder.file());
  EXPECT_EQ(value(await<std::int64_t>([&](auto then) { store->next_due(then); })), 500);
  EXPECT_THAT(due(499), IsEmpty());
  EXPECT_THAT(due(500), ElementsAre("e"));
  waits.set_version(2);
  waits.set_start_checked(true);
  ASSERT_TRUE(keep(waits, 1));
  EXPECT_THAT(due(10'000), IsEmpty());
  EXPECT_EQ(value(await<std::int64_t>([&](auto then) { store->next_due(then); })), 0);
}

TEST_F(Events, AreListedByWhomTheyConcern) {
  ASSERT_TRUE(keep(event("draft", 1, v1::EVENT_STATE_DRAFT), 0));
  ASSERT_TRUE(keep(event("open", 1), 0));
  ASSERT_TRUE(keep(event("over", 1, v1::EVENT_STATE_FINISHED), 0));
  Event played = event("played", 1, v1::EVENT_STATE_PLAYING);
  played.add_entries()->set_account("somebody");
  ASSERT_TRUE(keep(played, 0));
  EXPECT_THAT(list(), ElementsAre("played", "open"));
  EXPECT_THAT(list([](auto& q) { q.over = true; }), ElementsAre("over"));
  EXPECT_THAT(list([](auto& q) { q.account = "somebody"; }), ElementsAre("played"));
  EXPECT_THAT(list([](auto& q) { q.account = "owner of draft"; }), ElementsAre("draft"));
  EXPECT_THAT(list([](auto& q) {
                q.after = "played";
                q.limit = 1;
              }),
              ElementsAre("open"));
  EXPECT_THAT(list([](auto& q) { q.title = "another"; }), IsEmpty());
  EXPECT_THAT(value(await<std::vector<std::string>>([&](auto then) { store->running_events(then); })),
              ElementsAre("played"));
}

}  // namespace
}  // namespace wardroom::store
