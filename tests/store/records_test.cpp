// Matches that are over, as they count: every reason why one is not rated; and tokens and addresses.
#include <gmock/gmock.h>

#include "tests/store/kit.h"

namespace wardroom::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using v1::record::FinishedMatch;

class Records : public testing::Test {
 protected:
  Records() {
    for (const char* name : {"anna", "bert"}) add(name, false);
  }
  void add(const std::string& id, bool guest) {
    lobby::Account account;
    account.id = account.name = id;
    account.password_hash = guest ? "" : "x";
    account.guest = guest;
    value(await<lobby::Account>([&](auto then) { store->create_account(account, then); }));
  }
  static match::MatchCard card(const std::string& id) {
    match::MatchCard made = new_card(id);
    made.accounts = {"anna", "bert"};
    made.bots = {};
    made.by_rules = {false, false};
    made.event.clear();
    return made;
  }
  // Played so far, and then ended.
  void play(const match::MatchCard& made, v1::EndingKind kind = v1::ENDING_KIND_RESIGNED,
            const std::function<void(Scribe&)>& before_end = {}) {
    value(await<match::MatchCard>([&](auto then) { store->create(made, then); }));
    Scribe scribe(made.id);
    scribe.write(*store, scribe.first());
    if (before_end) before_end(scribe);
    match::Commit last = scribe.published(0, 1);
    last.state = v1::MATCH_STATE_OVER;
    last.ending.emplace().set_kind(kind);
    last.ending->set_winner(1);
    scribe.write(*store, last);
  }
  std::vector<FinishedMatch> finished(const std::string& account = {}) {
    events::FinishedQuery query;
    query.account = account;
    return value(await<std::vector<FinishedMatch>>([&](auto then) { store->finished(query, then); }));
  }
  std::string why(const match::MatchCard& made, v1::EndingKind kind = v1::ENDING_KIND_RESIGNED,
                  const std::function<void(Scribe&)>& before_end = {}) {
    play(made, kind, before_end);
    const auto rated = value(await<std::vector<v1::record::RatedMatch>>([&](auto then) { store->rated(then); }));
    const FinishedMatch newest = finished().front();
    const bool counts = std::ranges::any_of(rated, [&](const auto& each) { return each.match() == newest.match(); });
    EXPECT_EQ(counts, newest.unrated().empty()) << newest.unrated();
    return newest.unrated();
  }
  template <class Ask>
  void done(Ask ask) {
    value(await<void>(ask));
  }

  Folder folder;
  std::unique_ptr<SqlStore> store = opened(folder.file());
};

TEST_F(Records, ANumberGrowsWithWhateverRatingsAreMadeOf) {
  const auto version = [&] { return value(await<std::int64_t>([&](auto then) { store->rated_version(then); })); };
  std::int64_t before = version();
  EXPECT_EQ(version(), before);
  play(card("m"));
  EXPECT_GT(version(), before);
  before = version();
  done([&](auto then) { store->set_rated("anna", false, then); });
  EXPECT_GT(version(), before);
  before = version();
  add("clara", false);
  EXPECT_EQ(version(), before);
}

TEST_F(Records, AMatchBetweenTwoAccountsIsRated) {
  EXPECT_EQ(why(card("m")), "");
  ASSERT_EQ(finished("anna").size(), 1u);
  EXPECT_EQ(finished("anna")[0].first_halves(), 0u) << "the first has lost";
  EXPECT_TRUE(finished("anna")[0].live()) << "ten minutes each";
  EXPECT_THAT(finished("somebody"), IsEmpty());
}

TEST_F(Records, NotAgainstABot) {
  match::MatchCard made = card("m");
  made.accounts[1].clear();
  made.bots[1] = "random";
  EXPECT_EQ(why(made), "bot");
}

TEST_F(Records, NotWithASeatThatTheRulesPlay) {
  match::MatchCard made = card("m");
  made.accounts[1].clear();
  made.by_rules[1] = true;
  EXPECT_EQ(why(made), "rules");
}

TEST_F(Records, NotAlone) {
  match::MatchCard made = card("m");
  made.accounts[1] = "anna";
  EXPECT_EQ(why(made), "alone");
}

TEST_F(Records, NotWithADataOverlay) {
  match::MatchCard made = card("m");
  made.overlay = "corrected";
  EXPECT_EQ(why(made), "overlay");
}

TEST_F(Records, NotPlayedOnFromAnother) {
  match::MatchCard made = card("m");
  made.origin.set_match("other");
  EXPECT_EQ(why(made), "played_on");
}

TEST_F(Records, NotRestartedByAnUpgrade) {
  EXPECT_EQ(why(card("m"), v1::ENDING_KIND_RESIGNED,
                [&](Scribe& scribe) {
                  match::Commit again = scribe.rewind(0, 0);
                  again.rows.back().mutable_rewind()->set_upgrade(true);
                  scribe.write(*store, again);
                }),
            "restarted");
  EXPECT_EQ(
      why(card("n"), v1::ENDING_KIND_RESIGNED, [&](Scribe& scribe) { scribe.write(*store, scribe.rewind(0, 0)); }), "")
      << "a take-back is none";
}

TEST_F(Records, NotByAGuest) {
  add("guest", true);
  match::MatchCard made = card("m");
  made.accounts[0] = "guest";
  EXPECT_EQ(why(made), "guest");
}

TEST_F(Records, NotMarkedAsUnrated) {
  match::MatchCard made = card("m");
  made.unrated = true;
  EXPECT_EQ(why(made), "marked");
  EXPECT_TRUE(value(await<match::MatchCard>([&](auto then) { store->card("m", then); })).unrated);
}

TEST_F(Records, NotWhileOneOfThemHasOptedOut) {
  done([&](auto then) { store->set_rated("bert", false, then); });
  EXPECT_EQ(why(card("m")), "opted_out");
  EXPECT_THAT(value(await<std::vector<std::string>>([&](auto then) { store->opted_out(then); })), ElementsAre("bert"));
  done([&](auto then) { store->set_rated("bert", true, then); });
  EXPECT_EQ(why(card("n")), "") << "from now on";
}

TEST_F(Records, NotByTheClockBeforeBothHaveDecidedTwice) {
  EXPECT_EQ(why(card("m"), v1::ENDING_KIND_FLAG), "short");
  EXPECT_EQ(why(card("n"), v1::ENDING_KIND_FLAG,
                [&](Scribe& scribe) {
                  for (const std::uint32_t seat : {0, 1, 0, 1}) scribe.write(*store, scribe.published(seat, 1));
                }),
            "");
}

TEST_F(Records, ProgramsAreRatedAmongThemselves) {
  for (const char* name : {"hal", "eve"}) {
    add(name, false);
    done([&](auto then) { store->be_program(name, then); });
  }
  match::MatchCard mixed = card("m");
  mixed.accounts[0] = "hal";
  EXPECT_EQ(why(mixed), "program");
  match::MatchCard both = card("n");
  both.accounts = {"hal", "eve"};
  EXPECT_EQ(why(both), "");
  const auto rated = value(await<std::vector<v1::record::RatedMatch>>([&](auto then) { store->rated(then); }));
  ASSERT_EQ(rated.size(), 1u);
  EXPECT_TRUE(rated[0].bots());
  EXPECT_EQ(code(await<void>([&](auto then) { store->be_program("anna", then); })), RefusalCode{}) << "never played";
  EXPECT_EQ(why(card("o")), "program");
  EXPECT_EQ(code(await<void>([&](auto then) { store->be_program("bert", then); })), RefusalCode::kConflict);
}

TEST_F(Records, AMatchThatNeverBeganIsNone) {
  match::MatchCard made = card("m");
  value(await<match::MatchCard>([&](auto then) { store->create(made, then); }));
  made.state = v1::MATCH_STATE_OVER;
  made.ending.emplace().set_kind(v1::ENDING_KIND_ABANDONED);
  value(await<match::MatchCard>([&](auto then) { store->update_card(made, v1::MATCH_STATE_OPEN, then); }));
  EXPECT_THAT(finished(), IsEmpty());
}

TEST_F(Records, AreReadInPagesTheNewestFirst) {
  for (const char* id : {"a", "b", "c"}) play(card(id));
  events::FinishedQuery query;
  query.limit = 2;
  const auto page = [&] {
    std::vector<std::string> ids;
    for (const auto& each : value(await<std::vector<FinishedMatch>>([&](auto then) { store->finished(query, then); })))
      ids.push_back(each.match());
    return ids;
  };
  const std::vector<std::string> first = page();
  ASSERT_EQ(first.size(), 2u);
  query.after = first.back();
  EXPECT_EQ(page().size(), 1u);
}

TEST_F(Records, HowFastSomebodyAnswersIsReadFromTheJournal) {
  play(card("m"), v1::ENDING_KIND_RESIGNED, [&](Scribe& scribe) {
    for (const std::uint32_t seat : {0, 1, 0}) scribe.write(*store, scribe.published(seat, 1));
  });
  const auto times =
      value(await<std::array<std::vector<std::int64_t>, 2>>([&](auto then) { store->paces("m", then); }));
  EXPECT_EQ(times[0].size(), 3u);  // the last of them with the end
  EXPECT_EQ(times[1].size(), 1u);
}

// -- tokens and addresses --

TEST_F(Records, PersonalTokensAreKeptAsHashesAndEnd) {
  lobby::PersonalToken token;
  token.id = "t1";
  token.hash = "hashed";
  token.account = "anna";
  token.name = "script";
  token.scopes = 2;
  done([&](auto then) { store->add_personal_token(token, then); });
  const auto found = value(await<lobby::PersonalToken>([&](auto then) { store->personal_token("hashed", then); }));
  EXPECT_EQ(found.account, "anna");
  EXPECT_EQ(code(await<lobby::PersonalToken>([&](auto then) { store->personal_token("other", then); })),
            RefusalCode::kNotFound);
  EXPECT_EQ(code(await<void>([&](auto then) { store->end_personal_token("bert", "t1", then); })),
            RefusalCode::kNotFound);
  done([&](auto then) { store->end_personal_token("anna", "t1", then); });
  EXPECT_EQ(code(await<lobby::PersonalToken>([&](auto then) { store->personal_token("hashed", then); })),
            RefusalCode::kNotFound);
  for (std::uint32_t i = 0; i < lobby::Registry::kMostTokens; ++i) {
    token.id = token.hash = "n" + std::to_string(i);
    done([&](auto then) { store->add_personal_token(token, then); });
  }
  token.id = token.hash = "one more";
  EXPECT_EQ(code(await<void>([&](auto then) { store->add_personal_token(token, then); })), RefusalCode::kTooMuch);
}

TEST_F(Records, ASecondFactorIsConfirmedUsedAndEnded) {
  const auto factor = [&](const char* account = "anna") {
    return value(await<lobby::SecondFactor>([&](auto then) { store->factor(account, then); }));
  };
  const auto use = [&](std::int64_t step) {
    return await<void>([&](auto then) { store->use_code("anna", step, then); });
  };
  const auto recover = [&](const char* account, const char* hash) {
    return await<void>([&](auto then) { store->use_recovery(account, hash, then); });
  };
  const auto confirm = [&] {
    return await<void>([&](auto then) { store->confirm_factor("anna", 7, {"one", "two"}, then); });
  };
  EXPECT_EQ(factor().secret, "");
  EXPECT_EQ(code(confirm()), RefusalCode::kConflict);
  done([&](auto then) { store->begin_factor("anna", "first", then); });
  done([&](auto then) { store->begin_factor("anna", "second", then); });
  EXPECT_EQ(factor().secret, "second");
  EXPECT_FALSE(factor().on);
  EXPECT_EQ(code(use(8)), RefusalCode::kConflict) << "it is not confirmed";
  EXPECT_TRUE(confirm());
  EXPECT_TRUE(factor().on);
  EXPECT_EQ(code(await<void>([&](auto then) { store->begin_factor("anna", "third", then); })), RefusalCode::kConflict);
  EXPECT_EQ(code(use(7)), RefusalCode::kConflict) << "it was confirmed by this one";
  EXPECT_TRUE(use(9));
  EXPECT_EQ(code(use(9)), RefusalCode::kConflict);
  EXPECT_EQ(code(use(8)), RefusalCode::kConflict) << "a later one was used";
  EXPECT_EQ(code(recover("bert", "one")), RefusalCode::kNotFound);
  EXPECT_TRUE(recover("anna", "one"));
  EXPECT_EQ(code(recover("anna", "one")), RefusalCode::kNotFound);
  EXPECT_EQ(factor().recovery_left, 1u);
  EXPECT_EQ(factor("bert").secret, "");
  done([&](auto then) { store->end_factor("anna", then); });
  EXPECT_EQ(factor().secret, "");
  EXPECT_EQ(code(recover("anna", "two")), RefusalCode::kNotFound);
  done([&](auto then) { store->begin_factor("anna", "again", then); });
  done([&](auto then) { store->delete_account("anna", then); });
  EXPECT_EQ(factor().secret, "");
}

TEST_F(Records, ADeviceIsKnownWhereSomebodyWasSignedIn) {
  const auto knows = [&](const char* account, const std::string& token) {
    return value(await<bool>([&](auto then) { store->knows_device(account, token, then); }));
  };
  const auto keep = [&](const std::string& token) {
    done([&](auto then) { store->keep_device("anna", token, then); });
  };
  keep("first");
  EXPECT_TRUE(knows("anna", "first"));
  EXPECT_FALSE(knows("bert", "first"));
  EXPECT_FALSE(knows("anna", "another"));
  EXPECT_FALSE(knows("", ""));
  for (std::uint32_t i = 0; i < lobby::Registry::kMostDevices; ++i) keep("later " + std::to_string(i));
  int known = 0;
  for (std::uint32_t i = 0; i < lobby::Registry::kMostDevices; ++i)
    known += knows("anna", "later " + std::to_string(i));
  EXPECT_EQ(known + knows("anna", "first"), static_cast<int>(lobby::Registry::kMostDevices)) << "no more are kept";
  done([&](auto then) { store->delete_account("anna", then); });
  EXPECT_FALSE(knows("anna", "later 7"));
}

TEST_F(Records, WhoComesFromOneAddressIsFound) {
  add("carl", false);
  done([&](auto then) { store->note_address("anna", "192.0.2.1", then); });
  done([&](auto then) { store->note_address("bert", "192.0.2.2", then); });
  done([&](auto then) { store->note_address("carl", "192.0.2.1", then); });
  const auto knows = [&](const char* account, const char* address) {
    return value(await<bool>([&](auto then) { store->knows_address(account, address, then); }));
  };
  EXPECT_TRUE(knows("anna", "192.0.2.1"));
  EXPECT_FALSE(knows("anna", "192.0.2.2"));
  EXPECT_FALSE(knows("", "192.0.2.1"));
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  const std::vector<std::string> all{"anna", "bert", "carl"};
  EXPECT_THAT(value(await<Pairs>([&](auto then) { store->sharing(all, then); })),
              ElementsAre(std::pair<std::string, std::string>("anna", "carl")));
}

}  // namespace
}  // namespace wardroom::store
