// A tutorial: chance that is known, an opponent who answers as written, and never one without the other.
#include "server/match/tutorial.h"

#include <gtest/gtest.h>

#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using picket::wire::PLACE;

constexpr const char* kTutorial = R"(# proto-file: wardroom/v1/tutorial.proto
# proto-message: wardroom.v1.Tutorial

provenance { source: RECONSTRUCTED }
id: "lessons.first"
scenario: "small"
side: ALLIED
seed: "words"
)";

class Tutorial : public ::testing::Test {
 protected:
  void SetUp() override {
    std::vector<DataText> files = picket_bundle().files();
    files.push_back({"tutorials/first.textproto", kTutorial});
    settings.bundle = std::make_shared<const Bundle>(std::move(files));
    rig.emplace(store, settings);
    a = rig->guest("Anna");
  }
  v1::ServerFrame start(Client& client, const std::string& title = "picket") {
    v1::ClientFrame frame;
    frame.mutable_start_tutorial()->set_title(title);
    return client.ask(std::move(frame));
  }

  MemoryStore store;
  RigSettings settings = quick(store);
  std::optional<Rig> rig;
  std::unique_ptr<Client> a;
};

TEST_F(Tutorial, BeginsAtOnceAndSaysWhatItIs) {
  const v1::ServerFrame answer = start(*a);
  ASSERT_TRUE(answer.has_match()) << answer.DebugString();
  EXPECT_TRUE(answer.match().tutorial());
  EXPECT_EQ(answer.match().tutorial_id(), "lessons.first");
  EXPECT_TRUE(answer.match().is_private());
  EXPECT_EQ(answer.match().my_seat(), 0u);
  EXPECT_EQ(answer.match().state(), v1::MATCH_STATE_PLAYING);
  a->attach(answer.match().id());
  EXPECT_TRUE(a->asked());
  for (int i = 0; i < 3; ++i) a->choose(PLACE);
  if (!a->asked()) a->line->await([](const auto& frames) { return !frames.empty(); });  // the opponent has placed his
  EXPECT_TRUE(a->asked());
}

TEST_F(Tutorial, HasTheSameChanceEveryTime) {
  const v1::ServerFrame one = start(*a), two = start(*a);
  EXPECT_EQ(one.match().seed_commitment(), two.match().seed_commitment());
  EXPECT_EQ(store.card_now(one.match().id()).nonces, store.card_now(two.match().id()).nonces);
}

TEST_F(Tutorial, NoOtherMatchHasKnownChanceOrItsOpponent) {
  const std::string known = start(*a).match().seed_commitment();
  for (int i = 0; i < 5; ++i) {
    const v1::MatchInfo made = rig->create(*a);
    EXPECT_FALSE(made.tutorial());
    EXPECT_NE(made.seed_commitment(), known);
    EXPECT_TRUE(store.card_now(made.id()).nonces[0].empty());
  }
  v1::ClientFrame frame;
  v1::CreateMatch& create = *frame.mutable_create_match();
  create.set_title("picket");
  create.set_scenario("small");
  create.set_bot(std::string(match::kTutorialBot));
  EXPECT_EQ(a->ask(frame).refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);

  match::NewMatch cheat;
  cheat.title = "picket";
  cheat.scenario = "small";
  cheat.known_chance = match::KnownChance{"known", {}};
  EXPECT_THROW(match::new_card(cheat, *rig->host->title("picket")), Broken);
}

TEST_F(Tutorial, HasNoRematch) {
  a->match = start(*a).match().id();
  a->attach(a->match);
  EXPECT_TRUE(a->about(&v1::ClientFrame::mutable_resign).has_done());
  EXPECT_EQ(a->about(&v1::ClientFrame::mutable_rematch).refusal().code(), v1::REFUSAL_CODE_CONFLICT);
}

TEST_F(Tutorial, ATitleWithoutOneSaysSo) {
  EXPECT_EQ(start(*a, "nothing").refusal().code(), v1::REFUSAL_CODE_NOT_FOUND);
  v1::ClientFrame frame;
  frame.mutable_list_titles();
  const v1::TitleInfo title = a->ask(frame).titles().titles(0);
  EXPECT_TRUE(title.tutorial());
  ASSERT_EQ(title.tutorials_size(), 1);
  EXPECT_EQ(title.tutorials(0).id(), "lessons.first");
  EXPECT_EQ(title.tutorials(0).scenario(), "small");
  EXPECT_EQ(title.tutorials(0).seat(), 0u);
}

TEST(TutorialPlayer, TakesTheFirstWrittenAnswerThatIsOffered) {
  auto tutorial = std::make_shared<v1::Tutorial>();
  auto& reply = *tutorial->add_reply();
  reply.set_prompt("prompt.where");
  reply.add_answer()->set_place(7);
  auto& go = *reply.add_answer();
  go.set_choice("choice.go");
  go.set_argument("ship.two");
  match::TutorialPlayer player(tutorial);

  v1::Update update;
  update.mutable_menu()->mutable_prompt()->set_id("prompt.where");
  const auto offer = [&](const char* label, const char* argument, std::uint32_t place) {
    auto& item = *update.mutable_menu()->add_items();
    item.mutable_action()->set_verb(static_cast<std::uint32_t>(update.menu().items_size()));
    item.mutable_label()->set_id(label);
    item.mutable_label()->add_arguments()->mutable_text()->set_id(argument);
    item.add_places(place);
  };
  offer("choice.go", "ship.one", 5);
  offer("choice.go", "ship.two", 6);
  offer("choice.done", "", 0);
  EXPECT_EQ(player.answer(update).action.verb(), 2u);
  offer("choice.stay", "", 7);
  EXPECT_EQ(player.answer(update).action.verb(), 4u) << "an earlier answer goes first";
  update.mutable_menu()->mutable_prompt()->set_id("prompt.other");
  EXPECT_EQ(player.answer(update).action.verb(), 4u) << "else the last";
  tutorial->add_reply()->add_answer()->set_choice("choice.as_usual");
  offer("choice.as_usual", "", 0);
  offer("choice.done", "", 0);
  EXPECT_EQ(player.answer(update).action.verb(), 5u) << "or what is written for any question";
  update.mutable_menu()->mutable_prompt()->set_id("prompt.where");
  EXPECT_EQ(player.answer(update).action.verb(), 4u) << "which this question has no need of";
}

}  // namespace
}  // namespace wardroom::testing
