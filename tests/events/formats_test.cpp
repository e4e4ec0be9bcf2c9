// Events of the other formats over sockets, and what programs read of them.
#include <gmock/gmock.h>

#include "tests/events/hall.h"

namespace wardroom::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Formats : public Hall {
 protected:
  void lower_wins(const v1::EventGame& game) {
    begin(game);
    resign(whose(std::max(game.first(), game.second())), game.match());
  }
  std::vector<std::uint32_t> order(const v1::EventPage& now) {
    std::vector<std::uint32_t> entries;
    for (const v1::EventStanding& each : now.standings()) entries.push_back(each.entry());
    return entries;
  }
};

TEST_F(Formats, EliminationOfThirteen) {
  create([](v1::EventRules& rules) { rules.set_format(v1::EVENT_FORMAT_SINGLE_ELIMINATION); });
  players_ = people(13);
  enter(players_);
  direct([](v1::Direct& asked) { asked.mutable_close_entries(); });
  for (const int boards : {5, 4, 2, 1}) {
    next_round();
    EXPECT_EQ(page(director_).rounds().rbegin()->pairings_size(), boards);
    // The first board of the final is drawn, and played again with sides swapped.
    bool drawn = boards != 1;
    play_round([&](const v1::EventGame& game) {
      if (std::exchange(drawn, true)) return lower_wins(game);
      begin(game);
      agree_draw(game);
    });
  }
  const v1::EventPage done = direct([](v1::Direct& asked) { asked.mutable_finish(); });
  EXPECT_EQ(done.rounds(3).pairings(0).games_size(), 2);
  EXPECT_EQ(done.bracket_size(), 15);
  EXPECT_EQ(done.bracket().rbegin()->winner(), 1u);
  EXPECT_EQ(order(done)[0], 1u);
  EXPECT_EQ(order(done)[1], 2u);
}

TEST_F(Formats, DoubleRoundRobinOfSix) {
  create([](v1::EventRules& rules) { rules.set_format(v1::EVENT_FORMAT_DOUBLE_ROUND_ROBIN); });
  players_ = people(6);
  enter(players_);
  direct([](v1::Direct& asked) { asked.mutable_close_entries(); });
  for (int round = 0; round < 10; ++round) {
    next_round();
    play_round([&](const v1::EventGame& game) { lower_wins(game); });
  }
  const v1::EventPage done = direct([](v1::Direct& asked) { asked.mutable_finish(); });
  EXPECT_THAT(order(done), ::testing::ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(done.standings(0).halves(), 20u);
  const std::string trf = net::get(port_, "/api/v1/events/" + event_ + "/event.trf").body();
  EXPECT_THAT(trf, HasSubstr("012 Convoys"));
  EXPECT_THAT(trf, HasSubstr("001    1      Player 1"));
}

TEST_F(Formats, TeamMatchOfFourBoardsWithSwappedSides) {
  create([](v1::EventRules& rules) {
    rules.set_format(v1::EVENT_FORMAT_TEAM_MATCH);
    rules.set_sides(v1::EVENT_SIDES_SWAPPED);
    rules.set_boards(4);
  });
  players_ = people(8);
  enter(players_, [](std::size_t i) { return i % 2 == 0 ? "Away" : "Home"; });
  direct([](v1::Direct& asked) { asked.mutable_close_entries(); });
  next_round();
  play_round([&](const v1::EventGame& game) { lower_wins(game); });
  const v1::EventPage done = direct([](v1::Direct& asked) { asked.mutable_finish(); });
  ASSERT_EQ(done.teams_size(), 2);
  EXPECT_EQ(done.teams(0).name(), "Away");
  EXPECT_EQ(done.teams(0).board_halves(), 16u);
  EXPECT_EQ(done.teams(0).weighted_halves(), 4u * (4 + 3 + 2 + 1));
}

TEST_F(Formats, LadderOverWeeks) {
  create([](v1::EventRules& rules) {
    rules.set_format(v1::EVENT_FORMAT_LADDER);
    rules.set_start_minutes(7 * 24 * 60);
  });
  players_ = people(4);
  enter(players_);
  direct([](v1::Direct& asked) { asked.mutable_publish(); });
  const auto challenge = [&](std::size_t who, std::uint32_t whom) {
    return take_part(players_[who - 1], [&](v1::TakePart& asked) { asked.mutable_challenge()->set_entry(whom); });
  };
  const v1::EventGame first = challenge(3, 1).rounds(0).pairings(0).games(0);
  begin(first);
  resign(whose(1), first.match());
  EXPECT_THAT(order(await([](const v1::EventPage& now) { return now.rounds(0).pairings(0).games(0).has_result(); })),
              ::testing::ElementsAre(3, 1, 2, 4));
  // Nobody answers the next one.
  const v1::EventGame second = challenge(4, 1).rounds(0).pairings(1).games(0);
  give_nonce(players_[3], second.match());
  pass_minutes(7 * 24 * 60 + 1);
  EXPECT_THAT(order(await([](const v1::EventPage& now) { return now.rounds(0).pairings(1).games(0).has_result(); })),
              ::testing::ElementsAre(3, 4, 1, 2));
  pass_minutes(200 * 24 * 60);
  EXPECT_EQ(page(director_).ladder_size(), 0);
}

TEST_F(Formats, ByScoreWhenTheTimeOfARoundIsOver) {
  create([](v1::EventRules& rules) {
    rules.set_rounds(1);
    rules.set_round_minutes(30);
    rules.set_unfinished(v1::EventRules::SCORE);
  });
  players_ = people(2);
  enter(players_);
  direct([](v1::Direct& asked) { asked.mutable_close_entries(); });
  next_round();
  begin(page(director_).rounds(0).pairings(0).games(0));
  pass_minutes(31);
  const v1::EventPage now =
      await([](const v1::EventPage& seen) { return seen.rounds(0).pairings(0).games(0).has_result(); });
  EXPECT_EQ(now.rounds(0).pairings(0).games(0).result().kind(), v1::EventResult::ADJUDICATED);
  EXPECT_EQ(now.rounds(0).pairings(0).games(0).result().first_halves(), 1u);  // nothing has happened yet
}

TEST_F(Formats, VisitorsReadWhatIsPublicAndNothingElse) {
  create([](v1::EventRules& rules) {
    rules.set_rounds(3);
    rules.set_name("=Evil <script>");
    rules.set_entering(v1::EventRules::PASSWORD);
    rules.set_password("narvik");
    rules.set_round_minutes(60);
  });
  net::Client visitor(port_);
  ASSERT_EQ(visitor.open(), 101u);
  visitor.say_hello();
  v1::ClientFrame ask;
  ask.mutable_ask_event()->set_event(event_);
  EXPECT_EQ(visitor.ask(ask).refusal().reason().id(), "refusal.event.no_such");  // a draft
  EXPECT_EQ(net::get(port_, "/api/v1/events/" + event_).result_int(), 404u);
  direct([](v1::Direct& asked) { asked.mutable_announce(); });
  players_ = people(2);
  for (Person& each : players_) {
    by_name_[each.name] = &each;
    take_part(each, [](v1::TakePart& asked) { asked.mutable_enter()->set_password("narvik"); });
  }
  direct([](v1::Direct& asked) { asked.mutable_close_entries(); });
  direct([](v1::Direct& asked) { asked.mutable_draw(); });
  EXPECT_EQ(visitor.ask(ask).event().rounds_size(), 0);  // drawn, not published
  EXPECT_EQ(page(director_).rounds_size(), 1);
  const std::string json = net::get(port_, "/api/v1/events/" + event_).body();
  EXPECT_THAT(json, HasSubstr("\"seed_hash\":\""));
  EXPECT_THAT(json, Not(HasSubstr("narvik")));
  direct([](v1::Direct& asked) { asked.mutable_publish(); });
  EXPECT_EQ(visitor.ask(ask).event().rounds_size(), 1);
  v1::ClientFrame enter;
  enter.mutable_take_part()->set_event(event_);
  enter.mutable_take_part()->mutable_enter();
  EXPECT_EQ(visitor.ask(enter).refusal().code(), v1::REFUSAL_CODE_SIGNED_OUT);

  const net::HttpResponse embed = net::get(port_, "/embed/events/" + event_);
  EXPECT_THAT(embed.body(), HasSubstr("=Evil &lt;script&gt;"));
  EXPECT_THAT(embed.body(), Not(HasSubstr("<script")));
  EXPECT_THAT(std::string(embed["Content-Security-Policy"]), HasSubstr("frame-ancestors *"));
  EXPECT_EQ(embed.count("Set-Cookie"), 0u);
  const net::HttpResponse page_json = net::get(port_, "/api/v1/events/" + event_);
  EXPECT_THAT(std::string(page_json["Content-Security-Policy"]), HasSubstr("frame-ancestors 'none'"));
  EXPECT_EQ(
      net::get(port_, "/api/v1/events/" + event_, {{"If-None-Match", std::string(page_json["ETag"])}}).result_int(),
      304u);
  const std::string calendar = net::get(port_, "/api/v1/events/" + event_ + "/rounds.ics").body();
  EXPECT_THAT(calendar, HasSubstr("BEGIN:VEVENT\r\nUID:" + event_ + "-1@wardroom\r\n"));
  EXPECT_THAT(net::get(port_, "/api/v1/events?title=picket").body(), HasSubstr(event_));
  EXPECT_THAT(net::get(port_, "/api/v1/events?over=1").body(), Not(HasSubstr(event_)));
  EXPECT_EQ(net::get(port_, "/api/v1/ratings?title=picket&live=1").result_int(), 200u);
  for (const char* bad : {"/api/v1/", "/api/v1/events/../x", "/embed/events/", "/api/v1/events/x/y"})
    EXPECT_EQ(net::get(port_, bad).result_int(), 404u) << bad;
}

TEST_F(Formats, ARefusedRulesetAndGuests) {
  create([](v1::EventRules& rules) { rules.set_rounds(3); });
  const auto refusal = [&](const std::function<void(v1::EventRules&)>& change) {
    return director_
        .ask([&](v1::ClientFrame& frame) {
          v1::EventRules& rules = *frame.mutable_create_event()->mutable_rules();
          rules.set_name("Other");
          rules.set_title("picket");
          rules.add_scenarios("small");
          rules.set_rounds(3);
          change(rules);
        })
        .refusal()
        .reason()
        .id();
  };
  EXPECT_EQ(refusal([](v1::EventRules& rules) { rules.set_title("nothing"); }), "refusal.no_such_title");
  EXPECT_EQ(refusal([](v1::EventRules& rules) { rules.set_scenarios(0, "nowhere"); }), "refusal.no_such_scenario");
  EXPECT_EQ(refusal([](v1::EventRules& rules) { rules.set_rounds(16); }), "refusal.event.rounds");
  EXPECT_EQ(refusal([](v1::EventRules& rules) { rules.add_invited("Nobody at all"); }), "refusal.nobody_of_name");
  const v1::ServerFrame like = director_.ask([&](v1::ClientFrame& frame) {
    frame.mutable_create_event()->set_like(event_);
    frame.mutable_create_event()->mutable_rules()->set_name("The next one");
  });
  EXPECT_EQ(like.event().rules().rounds(), 3u);
  EXPECT_EQ(like.event().info().name(), "The next one");
  direct([](v1::Direct& asked) { asked.mutable_announce(); });
  Person guest{"Guest", {}, std::make_unique<net::Client>(port_)};
  ASSERT_EQ(guest.client->open(), 101u);
  guest.client->say_hello();
  guest.ask([](v1::ClientFrame& frame) { frame.mutable_play_as_guest()->set_name("Guest"); });
  const v1::ServerFrame refused_guest = guest.ask([&](v1::ClientFrame& frame) {
    frame.mutable_take_part()->set_event(event_);
    frame.mutable_take_part()->mutable_enter();
  });
  EXPECT_EQ(refused_guest.refusal().reason().id(), "refusal.event.guests");
}

}  // namespace
}  // namespace wardroom::testing
