// Open to programs: personal tokens, what is read by HTTP and how often, a client in another language that plays a
// whole match; and what is told of players.
#include <gmock/gmock.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>
#include <cstdio>

#include "common/nonce.h"
#include "tests/events/hall.h"

namespace wardroom::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Programs : public Hall {
 protected:
  v1::ServerFrame create_token(Person& by, std::vector<v1::TokenScope> scopes) {
    return by.ask([&](v1::ClientFrame& frame) {
      frame.mutable_create_token()->set_name("script");
      for (const v1::TokenScope scope : scopes) frame.mutable_create_token()->add_scopes(scope);
    });
  }
  // A connection that a token has opened; none: the token was refused.
  std::optional<Person> come_by(const std::string& token) {
    Person person{"", token, std::make_unique<net::Client>(port_)};
    EXPECT_EQ(person.client->open(), 101u);
    const v1::ServerFrame welcome = person.ask([&](v1::ClientFrame& frame) {
      frame.mutable_hello()->set_protocol(v1::PROTOCOL_VERSION);
      frame.mutable_hello()->set_token(token);
    });
    if (!welcome.has_welcome()) return std::nullopt;
    EXPECT_TRUE(welcome.welcome().signed_in().by_token());
    person.name = welcome.welcome().signed_in().name();
    return person;
  }
  net::HttpResponse read(const std::string& path, const std::string& token = {}) {
    net::Fields headers;
    if (!token.empty()) headers["Authorization"] = "Bearer " + token;
    return net::get(port_, path, headers);
  }
  v1::PlayerRecord record_of(Person& asker, const std::string& name) {
    return asker.ask([&](v1::ClientFrame& frame) { frame.mutable_ask_record()->set_name(name); }).player_record();
  }
  std::string python(const std::string& arguments) {
    const std::string command =
        "python3 " WARDROOM_SOURCE_DIR "/client/python/wardroom.py --url ws://127.0.0.1:" + std::to_string(port_) +
        "/ws " + arguments + " 2>&1";
    std::string said;
    FILE* out = popen(command.c_str(), "r");
    for (char part[256]; std::fgets(part, sizeof part, out);) said += part;
    EXPECT_EQ(pclose(out), 0) << said;
    return said;
  }
};

TEST_F(Programs, AClientInAnotherLanguagePlaysAWholeMatch) {
  const std::string said = python("--title picket --scenario small --seed 7");
  EXPECT_THAT(said, HasSubstr("\"kind\": 1")) << "played to its end";
  Person anna = sign_up("Anna");
  // Both were programs: it is rated among programs, and nowhere else.
  const auto ratings = [&](bool bots) {
    return anna
        .ask([&](v1::ClientFrame& frame) {
          frame.mutable_ask_ratings()->set_title("picket");
          frame.mutable_ask_ratings()->set_bots(bots);
        })
        .ratings();
  };
  EXPECT_EQ(ratings(true).lines_size(), 2);
  EXPECT_EQ(ratings(false).lines_size(), 0);
  EXPECT_TRUE(record_of(anna, ratings(true).lines(0).name()).program());
  EXPECT_THAT(read("/api/v1/matches?title=picket").body(), HasSubstr("Program "));
}

TEST_F(Programs, ATokenIsShownOnceAndGoesAsFarAsItsScopes) {
  Person anna = sign_up("Anna");
  const v1::ServerFrame made = create_token(anna, {v1::TOKEN_SCOPE_PLAY});
  const std::string secret = made.tokens().secret();
  EXPECT_THAT(secret, ::testing::StartsWith("wr_"));
  const v1::ServerFrame list = anna.ask([](v1::ClientFrame& frame) { frame.mutable_list_tokens(); });
  ASSERT_EQ(list.tokens().tokens_size(), 1);
  EXPECT_EQ(list.tokens().secret(), "");
  EXPECT_EQ(list.tokens().tokens(0).name(), "script");

  std::optional<Person> script = come_by(secret);
  ASSERT_TRUE(script);
  EXPECT_EQ(script->name, "Anna");
  EXPECT_TRUE(script->ask([](v1::ClientFrame& frame) { frame.mutable_list_matches()->set_mine(true); }).has_matches());
  for (const auto& forbidden : std::vector<std::function<void(v1::ClientFrame&)>>{
           [](v1::ClientFrame& frame) { frame.mutable_list_tokens(); },
           [](v1::ClientFrame& frame) { frame.mutable_delete_account(); },
           [](v1::ClientFrame& frame) { frame.mutable_change_password(); },
           [](v1::ClientFrame& frame) { frame.mutable_export_my_data(); },
           [](v1::ClientFrame& frame) { frame.mutable_create_event(); },
           [](v1::ClientFrame& frame) { frame.mutable_direct(); },
           [](v1::ClientFrame& frame) { frame.mutable_list_sessions(); }})
    EXPECT_EQ(script->ask(forbidden).refusal().reason().id(), "refusal.token_scope");
  EXPECT_EQ(read("/api/v1/events", secret).result_int(), 401u) << "it is not for reading";

  // Ended, it opens nothing, and what it had opened is over.
  anna.ask([&](v1::ClientFrame& frame) { frame.mutable_end_token()->set_id(list.tokens().tokens(0).id()); });
  EXPECT_FALSE(come_by(secret));
  EXPECT_FALSE(come_by("wr_" + std::string(64, '0')));
  EXPECT_EQ(create_token(anna, {}).refusal().reason().id(), "refusal.token_scope");
}

TEST_F(Programs, WhoeverIsOneIsSaidToBeOne) {
  Person anna = sign_up("Anna"), robot = sign_up("Robot");
  const auto is_program = [&](const std::string& name) {
    return anna.ask([&](v1::ClientFrame& frame) { frame.mutable_ask_person()->set_name(name); }).person().program();
  };
  EXPECT_FALSE(is_program("Robot"));
  robot.ask([](v1::ClientFrame& frame) { frame.mutable_be_program(); });
  EXPECT_TRUE(is_program("Robot"));
  EXPECT_FALSE(is_program("Anna"));
}

TEST_F(Programs, WhoeverIsBannedIsTurnedOut) {
  Person anna = sign_up("Anna");
  const std::string secret = create_token(anna, {v1::TOKEN_SCOPE_PLAY}).tokens().secret();
  std::optional<Person> script = come_by(secret);
  ASSERT_TRUE(script);
  v1::Administer ban;
  ban.set_reason("Two accounts.");
  ban.mutable_ban()->set_name("Anna");
  ASSERT_TRUE(boost::asio::co_spawn(*io_, desk_->administer({}, ban), boost::asio::use_future).get());
  ASSERT_TRUE(std::holds_alternative<v1::ServerFrame>(anna.client->receive())) << "told first";
  ASSERT_TRUE(std::holds_alternative<v1::ServerFrame>(script->client->receive()));
  for (net::Client* each : {anna.client.get(), script->client.get()})
    EXPECT_FALSE(std::holds_alternative<v1::ServerFrame>(each->receive())) << "where she is";
  EXPECT_FALSE(come_by(secret)) << "nor her programs";
  net::Client again(port_);
  ASSERT_EQ(again.open(), 101u);
  again.say_hello();
  v1::ClientFrame sign_in;
  sign_in.mutable_sign_in()->set_name("Anna");
  sign_in.mutable_sign_in()->set_password("a long password of Anna");
  const v1::ServerFrame refused = again.ask(sign_in);
  EXPECT_EQ(refused.refusal().reason().id(), "refusal.banned");
}

TEST_F(Programs, WhatIsReadByATokenIsWhatItsOwnerSees) {
  create([](v1::EventRules& rules) { rules.set_rounds(1); });
  const std::string path = "/api/v1/events/" + event_;
  EXPECT_EQ(read(path).result_int(), 404u) << "a draft";
  const std::string token = create_token(director_, {v1::TOKEN_SCOPE_READ}).tokens().secret();
  EXPECT_EQ(read(path, token).result_int(), 200u);
  EXPECT_FALSE(come_by(token)) << "it is not for playing";
  EXPECT_THAT(read("/api/v1/events?mine=1", token).body(), HasSubstr(event_));
}

TEST_F(Programs, WhoeverReadsTooOftenIsToldWhenToComeBack) {
  unsigned last = 0;
  int answered = 0;
  net::HttpResponse response;
  for (; answered < 200; ++answered) {
    response = read("/api/v1/ratings?title=picket&limit=5");
    last = response.result_int();
    if (last != 200) break;
  }
  EXPECT_EQ(last, 429u);
  EXPECT_EQ(answered, 120);
  const int wait = std::stoi(std::string(response["Retry-After"]));
  EXPECT_GT(wait, 0);
  EXPECT_LE(wait, 60);
  Person anna = sign_up("Anna");
  const std::string token = create_token(anna, {v1::TOKEN_SCOPE_READ}).tokens().secret();
  EXPECT_EQ(read("/api/v1/ratings?title=picket", token).result_int(), 429u) << "not before it can be tried again";
}

TEST_F(Programs, ListsHavePages) {
  create([](v1::EventRules& rules) { rules.set_rounds(1); });
  direct([](v1::Direct& asked) { asked.mutable_announce(); });
  const std::string first = std::string(read("/api/v1/events?limit=1").body());
  EXPECT_THAT(first, HasSubstr("\"next\""));
  EXPECT_THAT(std::string(read("/api/v1/events?limit=1&after=" + event_).body()), Not(HasSubstr(event_)));
  EXPECT_EQ(read("/api/v1/nothing").result_int(), 404u);
  EXPECT_EQ(read("/api/v1/players/Nobody%20here").result_int(), 404u);
  EXPECT_EQ(read("/api/v1/balance?title=picket").result_int(), 200u);
}

// -- players --

class Players : public Programs {
 protected:
  // Anna wins against Bert, first at one side and then at the other.
  void play_two() {
    create([](v1::EventRules& rules) {
      rules.set_rounds(1);
      rules.set_sides(v1::EVENT_SIDES_SWAPPED);
      rules.set_watching(v1::EventRules::AFTERWARDS);
    });
    players_.push_back(sign_up("Anna"));
    players_.push_back(sign_up("Bert"));
    enter(players_);
    direct([](v1::Direct& asked) { asked.mutable_close_entries(); });
    next_round();
    play_round([&](const v1::EventGame& game) {
      begin(game);
      resign(players_[1], game.match());
    });
  }
};

TEST_F(Players, HaveARecordByTitleScenarioAndSideARatingOverTimeAndHeadToHead) {
  play_two();
  const v1::PlayerRecord anna = record_of(players_[0], "Anna");
  ASSERT_EQ(anna.lines_size(), 2);
  for (const auto& line : anna.lines()) {
    EXPECT_EQ(line.title(), "picket");
    EXPECT_EQ(line.scenario(), "small");
    EXPECT_EQ(line.matches(), 1u);
    EXPECT_EQ(line.wins(), 1u);
  }
  EXPECT_NE(anna.lines(0).seat(), anna.lines(1).seat());
  ASSERT_EQ(anna.against_size(), 1);
  EXPECT_EQ(anna.against(0).name(), "Bert");
  EXPECT_EQ(anna.against(0).wins(), 2u);
  ASSERT_EQ(anna.curves_size(), 1);
  ASSERT_EQ(anna.curves(0).points_size(), 2);
  EXPECT_GT(anna.curves(0).points(0).rating(), 1500u);
  EXPECT_GT(anna.curves(0).points(1).rating(), anna.curves(0).points(0).rating());
  EXPECT_EQ(anna.curves(0).points(1).rating(), anna.curves(0).rating());
  EXPECT_TRUE(anna.curves(0).provisional());
  EXPECT_EQ(anna.latest_size(), 2);
  const v1::ServerFrame balance =
      players_[0].ask([](v1::ClientFrame& frame) { frame.mutable_ask_balance()->set_title("picket"); });
  ASSERT_EQ(balance.balance().lines_size(), 1);
  EXPECT_EQ(balance.balance().lines(0).matches(), 2u);
  EXPECT_EQ(balance.balance().lines(0).first_wins(), 1u);
  EXPECT_EQ(balance.balance().lines(0).first_wins_permille(), 0u) << "two say nothing yet";
  // Her matches are opened to others soon after the last of them.
  EXPECT_TRUE(
      net::eventually([&] { return read("/api/v1/players/Anna").body().find("\"Bert\"") != std::string::npos; }));
  EXPECT_THAT(std::string(read("/api/v1/events/" + event_ + "/results.csv").body()), HasSubstr("played,"));
}

TEST_F(Players, WhoeverOptsOutIsHiddenAndFrozen) {
  play_two();
  const v1::ServerFrame out =
      players_[0].ask([](v1::ClientFrame& frame) { frame.mutable_set_rated()->set_rated(false); });
  EXPECT_TRUE(out.player_record().opted_out());
  EXPECT_EQ(out.player_record().curves_size(), 1) << "to himself";
  EXPECT_EQ(record_of(players_[1], "Anna").curves_size(), 0);
  const v1::ServerFrame board = director_.ask([](v1::ClientFrame& frame) {
    frame.mutable_ask_ratings()->set_title("picket");
    frame.mutable_ask_ratings()->set_live(true);
  });
  ASSERT_EQ(board.ratings().lines_size(), 1);
  EXPECT_EQ(board.ratings().lines(0).name(), "Bert");
  EXPECT_EQ(record_of(players_[1], "Bert").curves(0).matches(), 2u) << "nobody else's history is touched";
}

// A match outside of tournaments counts, too, unless somebody has said that it does not.
TEST_F(Players, AnyMatchBetweenTwoAccountsIsRatedUnlessItIsMarked) {
  Person anna = sign_up("Anna"), bert = sign_up("Bert");
  const auto play = [&](bool unrated) {
    const std::string nonce = hash("a part of the dice");
    const v1::MatchInfo made = anna.ask([&](v1::ClientFrame& frame) {
                                     v1::CreateMatch& wish = *frame.mutable_create_match();
                                     wish.set_title("picket");
                                     wish.set_scenario("small");
                                     wish.set_side(v1::SIDE_CHOICE_FIRST);
                                     wish.set_nonce_hash(nonce_hash(nonce));
                                     wish.set_unrated(unrated);
                                   })
                                   .match();
    EXPECT_EQ(made.unrated(), unrated);
    bert.ask([&](v1::ClientFrame& frame) { frame.mutable_join_match()->set_match(made.id()); });
    const auto give = [&](Person& by, const std::string& mine, const std::string& other) {
      by.ask([&](v1::ClientFrame& frame) {
        frame.mutable_give_nonce()->set_match(made.id());
        frame.mutable_give_nonce()->set_seed_commitment(made.seed_commitment());
        frame.mutable_give_nonce()->set_nonce(mine);
        frame.mutable_give_nonce()->set_other(other);
      });
    };
    const std::string second = hash("another part");
    give(bert, second, nonce_hash(nonce));
    give(anna, nonce, second);
    resign(bert, made.id());
  };
  play(true);
  v1::PlayerRecord record = record_of(anna, "Anna");
  ASSERT_EQ(record.latest_size(), 1);
  EXPECT_EQ(record.latest(0).unrated().id(), "unrated.marked");
  EXPECT_EQ(record.curves_size(), 0);
  play(false);
  record = record_of(anna, "Anna");
  ASSERT_EQ(record.curves_size(), 1);
  EXPECT_FALSE(record.curves(0).live()) << "no clock: by correspondence";
  EXPECT_EQ(record.lines(0).matches(), 2u);
}

}  // namespace
}  // namespace wardroom::testing
