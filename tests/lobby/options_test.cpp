// What a title says of itself, and what a match cannot be made with: a title whose options depend on one another.
#include "server/engine/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "tests/match/rig.h"

namespace wardroom::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Picket with options that change nothing.
class Choosy final : public Title {
 public:
  std::string_view id() const override { return inner_->id(); }
  Text name() const override { return inner_->name(); }
  std::array<Text, 2> seat_names() const override { return inner_->seat_names(); }
  std::array<std::string, 2> seat_ids() const override { return {"west", "east"}; }
  std::uint32_t revision() const override { return inner_->revision(); }
  std::vector<ScenarioInfo> scenarios() const override {
    std::vector<ScenarioInfo> list = inner_->scenarios();
    list[0].minutes = 20;
    list[0].first = true;
    list[1].played = {true, false};
    list[1].defaults = {{"fog", "on"}};
    return list;
  }
  std::vector<OptionInfo> options() const override {
    return {{"fog", {"off", "on"}, "option.fog", "1.1", {}, {}, {}, !withdrawn},
            {"radar", {"none", "old", "new"}, "option.radar", "1.2", {}, {{"fog", "on"}}},
            {"calm", {"off", "on"}, "option.calm", "1.3", {}, {}, {{"fog", "on"}}},
            {"convoys", {"off", "on"}, "option.convoys", "1.4", {"long"}},
            {"campaign", {"off", "on"}, "option.campaign", "1.5", {}, {}, {}, false}};
  }
  std::vector<PresetInfo> presets() const override {
    return {{"all", "preset.all", {{"fog", "on"}, {"radar", "new"}, {"convoys", "on"}}}};
  }
  std::vector<Text> topics() const override { return {"topic.search", "topic.battle"}; }
  Result<std::unique_ptr<Position>> open(std::string_view scenario, const std::vector<OptionValue>&) const override {
    return inner_->open(scenario, {});
  }
  std::unique_ptr<Position> blank() const override { return inner_->blank(); }
  std::unique_ptr<View> blank_view() const override { return inner_->blank_view(); }
  Task<> play(Position& position, Table& table) const override { return inner_->play(position, table); }
  OwnedView view(const Position& position, Viewer viewer) const override { return inner_->view(position, viewer); }
  std::unique_ptr<Position> imagine(const View& view, Seat seat, Chance& chance) const override {
    return inner_->imagine(view, seat, chance);
  }
  Ending ending(const Position& position) const override { return inner_->ending(position); }
  std::string face(const Position& position, const Action& action, Viewer viewer) const override {
    return inner_->face(position, action, viewer);
  }

  std::atomic<bool> withdrawn{false};  // a later build offers no fog

 private:
  std::shared_ptr<const picket::Picket> inner_ = picket::make_picket();
};

using Chosen = std::vector<OptionValue>;

class Options : public ::testing::Test {
 protected:
  RigSettings settings() {
    RigSettings settings = quick(store);
    settings.title = title;
    const auto nobody = [](match::Chair) -> std::unique_ptr<match::Player> { return nullptr; };
    settings.players = {{"anyone", nobody}, {"chess player", nobody, "chess"}};
    return settings;
  }
  v1::ServerFrame create(const std::string& scenario, const Chosen& options) {
    v1::ClientFrame frame;
    frame.mutable_create_match()->set_title("picket");
    frame.mutable_create_match()->set_scenario(scenario);
    for (const OptionValue& each : options) {
      v1::ChosenOption& chosen = *frame.mutable_create_match()->add_options();
      chosen.set_id(each.id);
      chosen.set_value(each.value);
    }
    return anna->ask(std::move(frame));
  }
  // The reason and the option it names.
  std::vector<std::string> refused(const std::string& scenario, const Chosen& options) {
    const v1::Refusal refusal = create(scenario, options).refusal();
    if (refusal.reason().arguments().empty()) return {refusal.reason().id()};
    return {refusal.reason().id(), refusal.reason().arguments(0).word()};
  }

  MemoryStore store;
  std::shared_ptr<Choosy> title = std::make_shared<Choosy>();
  Rig rig{store, settings()};
  std::unique_ptr<Client> anna = rig.guest("Anna");
};

TEST_F(Options, ATitleTellsAllThatItsPlayersCanChoose) {
  v1::ClientFrame frame;
  frame.mutable_list_titles();
  const v1::Titles titles = anna->ask(frame).titles();
  ASSERT_EQ(titles.titles_size(), 1);
  const v1::TitleInfo& info = titles.titles(0);
  EXPECT_THAT(info.opponents(), ElementsAre("anyone"));
  EXPECT_THAT(titles.opponents(), ElementsAre("anyone"))
      << "older clients know one list: of those who play something here";
  EXPECT_THAT(info.seat_ids(), ElementsAre("west", "east"));
  EXPECT_THAT(info.tutorials(), IsEmpty());
  ASSERT_EQ(info.scenarios_size(), 2);
  EXPECT_EQ(info.scenarios(0).minutes(), 20u);
  EXPECT_TRUE(info.scenarios(0).first());
  EXPECT_THAT(info.scenarios(0).played(), ElementsAre(0, 1));
  EXPECT_FALSE(info.scenarios(1).first());
  EXPECT_THAT(info.scenarios(1).played(), ElementsAre(0));
  ASSERT_EQ(info.scenarios(1).defaults_size(), 1);
  EXPECT_EQ(info.scenarios(1).defaults(0).id(), "fog");
  ASSERT_EQ(info.options_size(), 4) << "what no scenario has is not offered";
  EXPECT_THAT(info.options(1).values(), ElementsAre("none", "old", "new"));
  EXPECT_EQ(info.options(1).needs(0).id(), "fog");
  EXPECT_EQ(info.options(1).needs(0).value(), "on");
  EXPECT_EQ(info.options(2).excludes(0).id(), "fog");
  EXPECT_THAT(info.options(3).scenarios(), ElementsAre("long"));
  ASSERT_EQ(info.presets_size(), 1);
  EXPECT_EQ(info.presets(0).name().id(), "preset.all");
  EXPECT_EQ(info.presets(0).options_size(), 3);
  ASSERT_EQ(info.topics_size(), 2);
  EXPECT_EQ(info.topics(1).id(), "topic.battle");
}

TEST_F(Options, AreTakenWhereTheyFit) {
  EXPECT_TRUE(create("small", {{"fog", "on"}, {"radar", "new"}}).has_match());
  EXPECT_TRUE(create("small", {{"convoys", "off"}, {"campaign", "off"}}).has_match()) << "the default is no choice";
  EXPECT_TRUE(create("long", {{"convoys", "on"}, {"radar", "old"}}).has_match()) << "there is always fog here";
}

TEST_F(Options, AreRefusedByNameWhereTheyDoNotFit) {
  EXPECT_THAT(refused("huge", {}), ElementsAre("refusal.no_such_scenario", "huge"));
  EXPECT_THAT(refused("small", {{"mist", "on"}}), ElementsAre("refusal.no_such_option", "mist"));
  EXPECT_THAT(refused("small", {{"fog", "thick"}}), ElementsAre("refusal.no_such_value", "fog"));
  EXPECT_THAT(refused("small", {{"fog", "on"}, {"fog", "on"}}), ElementsAre("refusal.option_twice", "fog"));
  EXPECT_THAT(refused("small", {{"convoys", "on"}}), ElementsAre("refusal.option_elsewhere", "convoys"));
  EXPECT_THAT(refused("long", {{"campaign", "on"}}), ElementsAre("refusal.option_elsewhere", "campaign"));
  EXPECT_THAT(refused("small", {{"radar", "old"}}), ElementsAre("refusal.option_needs", "radar"));
  EXPECT_THAT(refused("small", {{"calm", "on"}, {"fog", "on"}}), ElementsAre("refusal.options_exclude", "calm"));
  EXPECT_THAT(refused("long", {{"calm", "on"}}), ElementsAre("refusal.options_exclude", "calm"));
  EXPECT_THAT(refused("long", {{"radar", "new"}, {"fog", "off"}}), ElementsAre("refusal.option_needs", "radar"));
}

TEST_F(Options, ThatAreNoLongerOfferedAreRefusedToARematchAndAQuickMatch) {
  auto bert = rig.guest("Bert");
  rig.begin(*anna, *bert, [](v1::CreateMatch& asked) {
    asked.add_options()->set_id("fog");
    asked.mutable_options(0)->set_value("on");
  });
  title->withdrawn = true;
  EXPECT_TRUE(anna->asked()) << "what is played goes on";
  EXPECT_TRUE(anna->about(&v1::ClientFrame::mutable_resign).has_done());
  const v1::Refusal refusal = bert->about(&v1::ClientFrame::mutable_rematch).refusal();
  EXPECT_EQ(refusal.reason().id(), "refusal.option_elsewhere");
  EXPECT_EQ(refusal.reason().arguments(0).word(), "fog");

  v1::ClientFrame quick;
  quick.mutable_quick_match()->set_title("picket");
  quick.mutable_quick_match()->set_scenario("long");
  EXPECT_EQ(anna->ask(quick).refusal().reason().id(), "refusal.option_elsewhere");
}

TEST_F(Options, OfAnOpeningAreCheckedForEveryTool) {
  EXPECT_TRUE(open_new(*title, "small", {{"fog", "on"}}));
  EXPECT_EQ(open_new(*title, "small", {{"convoys", "on"}}).error().reason.id, "refusal.option_elsewhere");
}

// -- what a client understands --

TEST_F(Options, AConnectionKeepsWhatItsClientUnderstands) {
  auto newer = rig.connect();
  v1::ClientFrame hello;
  hello.mutable_hello()->set_protocol(v1::PROTOCOL_VERSION);
  hello.mutable_hello()->add_capabilities(v1::CAPABILITY_TYPED_REPORTS);
  for (int unknown : {0x7fffffff, -1, 63, 2000})
    hello.mutable_hello()->add_capabilities(static_cast<v1::Capability>(unknown));
  const v1::ServerFrame welcome = newer->ask(hello);
  EXPECT_THAT(welcome.welcome().capabilities(), ElementsAre(v1::CAPABILITY_TYPED_REPORTS, v1::CAPABILITY_QUEUES,
                                                            v1::CAPABILITY_DELTAS, v1::CAPABILITY_MARKS));
  EXPECT_TRUE(newer->line->understands(v1::CAPABILITY_TYPED_REPORTS));
  EXPECT_FALSE(newer->line->understands(static_cast<v1::Capability>(63))) << "what is not known here does not count";

  auto older = rig.connect();
  EXPECT_TRUE(older->hello().has_welcome());
  EXPECT_FALSE(older->line->understands(v1::CAPABILITY_TYPED_REPORTS));
}

}  // namespace
}  // namespace wardroom::testing
