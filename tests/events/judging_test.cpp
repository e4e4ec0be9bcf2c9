// Fair play on a real server: a look into a match that both know of, what directors alone see, matches that nobody sees
// before their time, and clocks that stand with their event.
#include <gmock/gmock.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <future>

#include "server/lobby/totp.h"
#include "tests/events/hall.h"

namespace wardroom::testing {
namespace {

class Judging : public Hall {
 protected:
  std::string reason(const v1::ServerFrame& frame) { return frame.refusal().reason().id(); }
  v1::ServerFrame inside(Person& by) {
    return by.ask([&](v1::ClientFrame& frame) {
      frame.mutable_ask_inside()->set_event(event_);
      frame.mutable_ask_inside()->set_round(1);
      frame.mutable_ask_inside()->set_board(1);
      frame.mutable_ask_inside()->set_game(1);
    });
  }
  v1::ServerFrame signals(Person& by) {
    return by.ask([&](v1::ClientFrame& frame) { frame.mutable_ask_signals()->set_event(event_); });
  }
  v1::ServerFrame attach(Person& by, const std::string& match) {
    return by.ask([&](v1::ClientFrame& frame) { frame.mutable_attach()->set_match(match); });
  }
};

TEST_F(Judging, ADirectorSeesAMatchOnlyWhenBothKnowOfIt) {
  create([](v1::EventRules& rules) {
    rules.set_rounds(1);
    rules.set_watching(v1::EventRules::AFTERWARDS);
  });
  players_ = people(2);
  enter(players_);
  direct([](v1::Direct& asked) { asked.mutable_close_entries(); });
  next_round();
  const v1::EventGame game = page(director_).rounds(0).pairings(0).games(0);
  begin(game);
  await([](const v1::EventPage& now) { return now.rounds(0).pairings(0).games_size() > 0; });
  EXPECT_EQ(reason(attach(director_, game.match())), "refusal.no_such_match");
  EXPECT_EQ(reason(inside(director_)), "refusal.event.look_first");
  const auto look = [](v1::Direct& asked) {
    asked.mutable_look_into()->set_round(1);
    asked.mutable_look_into()->set_board(1);
    asked.mutable_look_into()->set_game(1);
  };
  EXPECT_TRUE(net::eventually([&] { return refused(look) == "refusal.event.look_not_asked"; }));
  take_part(players_[0], [](v1::TakePart& asked) {
    asked.mutable_complain()->set_entry(2);
    asked.mutable_complain()->set_text("Please judge this.");
  });
  EXPECT_EQ(page(players_[1]).reports_size(), 0) << "reports are the directors'";
  ASSERT_EQ(page(director_).reports_size(), 1);
  direct(look);
  // Both read it, and from then on it is shown, to that director alone.
  for (Person& each : players_) {
    EXPECT_TRUE(page(each).rounds(0).pairings(0).games(0).looked_into());
    EXPECT_EQ(page(each).deeds().rbegin()->what().id(), "event.deed.look_into");
    EXPECT_EQ(reason(inside(each)), "refusal.event.no_such_game");
  }
  const v1::ServerFrame truth = inside(director_);
  EXPECT_EQ(truth.update().match(), game.match()) << truth.ShortDebugString();
  EXPECT_GT(truth.update().sections_size(), 0);
  EXPECT_FALSE(truth.update().has_menu());
  EXPECT_EQ(reason(attach(director_, game.match())), "refusal.no_such_match") << "he does not follow it";
  // Nobody is advised in it.
  const v1::ServerFrame hint =
      players_[0].ask([&](v1::ClientFrame& frame) { frame.mutable_ask_hint()->set_match(game.match()); });
  EXPECT_TRUE(hint.has_refusal());
}

TEST_F(Judging, TheHostDeletesWhoeverTakesPartAndLeavesMatchesToTheDirector) {
  create([](v1::EventRules& rules) { rules.set_rounds(1); });
  players_ = people(2);
  enter(players_);
  direct([](v1::Direct& asked) { asked.mutable_close_entries(); });
  next_round();
  const v1::EventGame game = page(director_).rounds(0).pairings(0).games(0);
  begin(game);
  const auto act = [&](const std::function<void(v1::Administer&)>& fill) {
    v1::Administer asked;
    fill(asked);
    return boost::asio::co_spawn(*io_, desk_->administer({}, asked), boost::asio::use_future).get();
  };
  const match::Answer verdict =
      act([&](v1::Administer& asked) { asked.mutable_adjudicate()->set_match(game.match()); });
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().reason.id.str(), "refusal.admin.event_match");
  for (const std::string& name : {players_[0].name, director_.name})
    EXPECT_TRUE(act([&](v1::Administer& asked) { asked.mutable_delete_account()->set_name(name); })) << name;
  EXPECT_TRUE(net::eventually(
      [&] { return attach(players_[1], game.match()).attached().match().state() == v1::MATCH_STATE_OVER; }));
  EXPECT_EQ(page(players_[1]).rounds(0).pairings_size(), 1);
}

TEST_F(Judging, SharedAddressesAndHasteAreForDirectorsAlone) {
  create([](v1::EventRules& rules) { rules.set_rounds(1); });
  players_ = people(3);
  enter(players_);
  EXPECT_EQ(reason(signals(players_[0])), "refusal.event.directors_only");
  EXPECT_TRUE(net::eventually([&] { return signals(director_).event_signals().shared_size() == 3; }))
      << "all of them sit at this machine";
  EXPECT_EQ(signals(director_).event_signals().haste_size(), 0);
}

TEST_F(Judging, ADirectorHasASecondFactorUnlessTheHostSaysOtherwise) {
  EXPECT_TRUE(lobby::DeskSettings().directors_need_factor);
  create([](v1::EventRules& rules) { rules.set_rounds(1); });
  directors_need_factor_ = true;
  restart();
  const auto ask = [](v1::ClientFrame& frame) { frame.mutable_ask_factor(); };
  EXPECT_TRUE(director_.ask(ask).factor().directors_need());
  const auto open = [](v1::Direct& act) { act.mutable_open_entries(); };
  EXPECT_EQ(refused(open), "refusal.factor_first");
  EXPECT_EQ(reason(signals(director_)), "refusal.factor_first");
  EXPECT_EQ(reason(inside(director_)), "refusal.factor_first");
  EXPECT_EQ(reason(director_.ask([](v1::ClientFrame& frame) { frame.mutable_create_event(); })),
            "refusal.factor_first");
  director_.ask(
      [](v1::ClientFrame& frame) { frame.mutable_begin_factor()->set_password("a long password of Umpire"); });
  std::promise<std::string> told;
  store_->account_by_name("Umpire", [&](Result<lobby::Account> who) {
    store_->factor(who->id, [&](Result<lobby::SecondFactor> factor) { told.set_value(factor->secret); });
  });
  const std::string secret = told.get_future().get();
  const v1::ServerFrame on = director_.ask([&](v1::ClientFrame& frame) {
    const std::string code = lobby::totp_code(secret, lobby::totp_step(match::system_now_ms()));
    frame.mutable_confirm_factor()->set_code(code);
  });
  EXPECT_TRUE(on.factor().on());
  EXPECT_TRUE(signals(director_).has_event_signals());
}

TEST_F(Judging, WhoeverIsBannedStaysOutOfWhatIsMadeLikeIt) {
  create([](v1::EventRules& rules) { rules.set_rounds(1); });
  players_ = people(1);
  direct([](v1::Direct& asked) { asked.mutable_announce(); });
  direct([](v1::Direct& asked) { asked.mutable_ban()->set_name("Player 1"); });
  EXPECT_EQ(page(director_).banned_size(), 1);
  EXPECT_EQ(page(players_[0]).banned_size(), 0);
  const v1::ServerFrame like = director_.ask([&](v1::ClientFrame& frame) {
    frame.mutable_create_event()->set_like(event_);
    frame.mutable_create_event()->mutable_rules()->set_name("Once more");
  });
  event_ = like.event().info().id();
  direct([](v1::Direct& asked) { asked.mutable_announce(); });
  const v1::ServerFrame entered = players_[0].ask([&](v1::ClientFrame& frame) {
    frame.mutable_take_part()->set_event(event_);
    frame.mutable_take_part()->mutable_enter();
  });
  EXPECT_EQ(reason(entered), "refusal.event.banned");
}

TEST_F(Judging, OneOfTwoSwappedMatchesIsClosedUntilBothAreOver) {
  create([](v1::EventRules& rules) {
    rules.set_rounds(1);
    rules.set_sides(v1::EVENT_SIDES_SWAPPED);
    rules.set_watching(v1::EventRules::AFTERWARDS);
  });
  players_ = people(2);
  enter(players_);
  direct([](v1::Direct& asked) { asked.mutable_close_entries(); });
  next_round();
  const v1::EventPairing pairing = page(director_).rounds(0).pairings(0);
  ASSERT_EQ(pairing.games_size(), 2);
  const v1::EventGame one = pairing.games(0), two = pairing.games(1);
  begin(one);
  begin(two);
  resign(whose(one.first()), one.match());
  await([](const v1::EventPage& now) { return now.rounds(0).pairings(0).games(0).has_result(); });
  EXPECT_EQ(reason(attach(director_, one.match())), "refusal.no_such_match") << "the other is still played";
  EXPECT_NE(net::get(port_, "/match/" + one.match() + "/export").result_int(), 200u);
  EXPECT_TRUE(attach(players_[0], one.match()).has_attached()) << "it is his own";
  resign(whose(two.first()), two.match());
  EXPECT_TRUE(net::eventually([&] { return attach(director_, one.match()).has_attached(); }));
  EXPECT_TRUE(net::eventually([&] { return attach(director_, two.match()).has_attached(); }));
  EXPECT_EQ(net::get(port_, "/match/" + one.match() + "/export").result_int(), 200u);
}

TEST_F(Judging, ClocksStandWhileTheEventDoes) {
  create([](v1::EventRules& rules) {
    rules.set_rounds(1);
    rules.mutable_clock()->set_bank_seconds(600);
  });
  players_ = people(2);
  enter(players_);
  direct([](v1::Direct& asked) { asked.mutable_close_entries(); });
  next_round();
  const v1::EventGame game = page(director_).rounds(0).pairings(0).games(0);
  begin(game);
  const auto paused = [&] { return attach(players_[0], game.match()).attached().match().paused_until_ms() > 0; };
  EXPECT_FALSE(paused());
  direct([](v1::Direct& asked) { asked.mutable_pause(); });
  EXPECT_TRUE(net::eventually(paused));
  restart();
  EXPECT_TRUE(net::eventually(paused)) << "a restart wakes no clock";
  direct([](v1::Direct& asked) { asked.mutable_resume(); });
  EXPECT_TRUE(net::eventually([&] { return !paused(); }));
}

TEST_F(Judging, RoundsBeginByThemselves) {
  create([](v1::EventRules& rules) {
    rules.set_rounds(2);
    rules.set_automatic(true);
    rules.set_starts_ms(match::system_now_ms() + 60 * 60'000);
  });
  players_ = people(4);
  enter(players_);
  pass_minutes(61);
  const v1::EventPage first = await([](const v1::EventPage& now) { return now.rounds_size() == 1; });
  EXPECT_EQ(first.rounds(0).state(), v1::EventRound::PLAYING);
  play_round([&](const v1::EventGame& game) {
    begin(game);
    resign(whose(game.first()), game.match());
  });
  pass_minutes(10);
  await([](const v1::EventPage& now) { return now.rounds_size() == 2; });
  play_round([&](const v1::EventGame& game) {
    begin(game);
    resign(whose(game.first()), game.match());
  });
  pass_minutes(10);
  await([](const v1::EventPage& now) { return now.info().state() == v1::EVENT_STATE_FINISHED; });
}

TEST_F(Judging, PlayersChooseTheirScenario) {
  create([](v1::EventRules& rules) {
    rules.set_rounds(1);
    rules.set_choice(v1::EventRules::CHOSEN);
    rules.add_scenarios("long");
  });
  players_ = people(2);
  enter(players_);
  direct([](v1::Direct& asked) { asked.mutable_close_entries(); });
  next_round();
  EXPECT_TRUE(page(director_).rounds(0).pairings(0).games(0).match().empty());
  take_part(players_[0], [](v1::TakePart& asked) { asked.mutable_choose()->add_scenarios("long"); });
  EXPECT_TRUE(page(players_[0]).rounds(0).pairings(0).i_chose());
  EXPECT_FALSE(page(players_[1]).rounds(0).pairings(0).i_chose());
  take_part(players_[1], [](v1::TakePart& asked) { asked.mutable_choose()->add_scenarios("long"); });
  const v1::EventPairing chosen = page(director_).rounds(0).pairings(0);
  EXPECT_EQ(chosen.scenario(), "long");
  begin(chosen.games(0));
}

}  // namespace
}  // namespace wardroom::testing
