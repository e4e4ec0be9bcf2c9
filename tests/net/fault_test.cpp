// A disk that fails under the whole server, as the players see it: refused clearly, nothing said that is not stored,
// and the match goes on afterwards and is proved.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "client/bot/bots.h"
#include "common/catalog.h"
#include "common/nonce.h"
#include "server/app.h"
#include "server/engine/verify.h"
#include "server/jobs.h"
#include "tests/net/client.h"
#include "tests/net/harness.h"
#include "tests/store/faulty_disk.h"
#include "tests/titles/picket/picket.h"

namespace wardroom {
namespace {

using net::Client;
using net::get;
using store::FaultyDisk;
using Fault = FaultyDisk::Fault;

// One side of the table; looks anew before each answer.
class Player {
 public:
  explicit Player(std::uint16_t port) : client(port) {
    EXPECT_EQ(client.open(), 101u);
    client.say_hello();
  }
  v1::ServerFrame arrive() {
    v1::ClientFrame frame;
    frame.mutable_play_as_guest();
    return client.ask(frame);
  }
  v1::ServerFrame create(const std::string& bot) {
    v1::ClientFrame frame;
    auto& create = *frame.mutable_create_match();
    create.set_title("picket");
    create.set_scenario("small");
    create.set_side(v1::SIDE_CHOICE_FIRST);
    create.set_bot(bot);
    create.set_nonce_hash(nonce_hash(std::string(kNonceBytes, 'a')));
    return client.ask(frame);
  }
  v1::ServerFrame join(const std::string& match) {
    v1::ClientFrame frame;
    frame.mutable_join_match()->set_match(match);
    return client.ask(frame);
  }
  v1::ServerFrame give_nonce(const v1::MatchInfo& match, char filled_with, const std::string& other = {}) {
    v1::ClientFrame frame;
    auto& given = *frame.mutable_give_nonce();
    given.set_match(match.id());
    given.set_seed_commitment(match.seed_commitment());
    given.set_nonce(std::string(kNonceBytes, filled_with));
    given.set_other(other);
    return client.ask(frame);
  }
  v1::Update look(const std::string& match) {
    v1::ClientFrame frame;
    frame.mutable_attach()->set_match(match);
    const v1::ServerFrame answer = client.ask(frame);
    EXPECT_TRUE(answer.has_attached()) << answer.ShortDebugString();
    return answer.attached().update();
  }
  v1::ServerFrame act(const std::string& match, const v1::Menu& menu, int item) {
    v1::ClientFrame frame;
    frame.mutable_act()->set_match(match);
    frame.mutable_act()->set_menu_serial(menu.serial());
    *frame.mutable_act()->add_actions() = menu.items(item).action();
    return client.ask(frame);
  }
  // The newest serial it was told of without asking, since the last time.
  std::uint64_t overheard() {
    std::uint64_t newest = 0;
    for (const v1::ServerFrame& frame : client.unasked) {
      if (frame.has_update()) newest = std::max(newest, frame.update().serial());
    }
    client.unasked.clear();
    return newest;
  }

  Client client;
};

class Faults : public testing::TestWithParam<std::pair<Fault, const char*>> {
 protected:
  Faults() {
    settings.net.port = 0;
    settings.data = folder.path() / "data";
    settings.scenarios = WARDROOM_SOURCE_DIR "/tests/titles";
    settings.words = WARDROOM_SOURCE_DIR "/common/text";
    settings.threads = 2;
    auto started = App::start(settings, {picket::pack()}, bot::players({}));
    if (!started) throw std::runtime_error(words(started.error(), settings));
    app = std::move(*started);
    EXPECT_TRUE(catalog.read(settings.words));
  }

  void expect_told(const v1::ServerFrame& answer, const std::string& reason) {
    ASSERT_TRUE(answer.has_refusal()) << answer.ShortDebugString();
    EXPECT_EQ(answer.refusal().code(), v1::REFUSAL_CODE_UNAVAILABLE);
    EXPECT_EQ(answer.refusal().reason().id(), reason);
    for (const char* language : {"en", "pl"})
      EXPECT_NE(catalog.format(answer.refusal().reason(), language), reason) << language;
  }
  unsigned health() { return get(app->port(), "/healthz").result_int(); }
  void break_disk() { disk.set(GetParam().first); }
  void mend_disk() { disk.set(Fault::kNone); }
  void expect_health_by_itself() {  // before anyone writes
    EXPECT_TRUE(net::eventually([&] { return health() == 200; }));
  }
  void expect_proof(const std::string& match) {
    const auto file = get(app->port(), "/match/" + match + "/export");
    ASSERT_EQ(file.result_int(), 200u);
    const auto proof =
        verify(file.body(), [](const std::string&, const Bundle& bundle) { return picket::entry().make(bundle); });
    ASSERT_TRUE(proof) << proof.error().reason.id;
    EXPECT_GT(proof->actions, 5u);
  }

  FaultyDisk disk;  // before anything opens a database
  net::TemporaryFolder folder;
  Settings settings;
  Catalog catalog;
  std::unique_ptr<App> app;
};

TEST_P(Faults, PlayersAreToldNothingHappenedAndTheMatchGoesOnAfterwards) {
  Player first(app->port()), second(app->port()), late(app->port());
  ASSERT_TRUE(first.arrive().has_signed_in());
  ASSERT_TRUE(second.arrive().has_signed_in());
  const v1::MatchInfo made = first.create("").match();
  const std::string match = made.id();

  break_disk();
  expect_told(first.create(""), GetParam().second);
  expect_told(late.arrive(), GetParam().second);
  expect_told(second.join(match), "refusal.not_stored");
  EXPECT_EQ(health(), 503u);
  mend_disk();
  expect_health_by_itself();
  ASSERT_TRUE(second.join(match).has_match());
  ASSERT_TRUE(second.give_nonce(made, 'b', made.seats(0).nonce_hash()).has_match());
  const std::string seconds(kNonceBytes, 'b');
  break_disk();
  expect_told(first.give_nonce(made, 'a', seconds), "refusal.not_stored");
  mend_disk();
  ASSERT_TRUE(first.give_nonce(made, 'a', seconds).has_match());

  std::mt19937 random(17);
  int faults = 0;
  for (int step = 0;; ++step) {
    const std::array<v1::Update, 2> before{first.look(match), second.look(match)};
    if (before[0].state() == v1::MATCH_STATE_OVER) break;
    const bool by_second = before[0].menu().items().empty();
    Player& mover = by_second ? second : first;
    const v1::Menu menu = before[by_second ? 1 : 0].menu();
    ASSERT_FALSE(menu.items().empty());
    const int choice = static_cast<int>(random() % static_cast<unsigned>(menu.items_size()));
    if (step % 8 == 0 && faults < 4) {
      ++faults;
      first.overheard();
      second.overheard();
      break_disk();
      for (int again = 0; again < 2; ++again) {
        expect_told(mover.act(match, menu, choice), "refusal.not_stored");
        EXPECT_EQ(health(), 503u);
      }
      // Reading goes on, and shows the table as it was.
      const std::array<v1::Update, 2> during{first.look(match), second.look(match)};
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(during[i].serial(), before[i].serial());
        EXPECT_EQ(during[i].menu().SerializeAsString(), before[i].menu().SerializeAsString());
      }
      EXPECT_LE(first.overheard(), before[0].serial());
      EXPECT_LE(second.overheard(), before[1].serial());
      mend_disk();
    }
    ASSERT_TRUE(mover.act(match, menu, choice).has_acted()) << "step " << step;
    EXPECT_EQ(health(), 200u);
  }
  EXPECT_EQ(faults, 4);
  expect_proof(match);
}

TEST_P(Faults, ABotWhoseMoveCannotBeStoredMovesWhenTheDiskIsBack) {
  Player alone(app->port());
  ASSERT_TRUE(alone.arrive().has_signed_in());
  const v1::MatchInfo made = alone.create("random").match();
  const std::string match = made.id();
  ASSERT_TRUE(alone.give_nonce(made, 'a').has_match());
  for (int step = 0;; ++step) {
    v1::Update now;
    ASSERT_TRUE(net::eventually([&] {
      now = alone.look(match);
      return now.state() == v1::MATCH_STATE_OVER || !now.menu().items().empty();
    }));
    if (now.state() == v1::MATCH_STATE_OVER) break;
    ASSERT_TRUE(alone.act(match, now.menu(), 0).has_acted());
    if (step == 0 || step == 7) {  // somewhere in the bot's moves, or just after them
      break_disk();
      expect_told(alone.create(""), GetParam().second);
      mend_disk();
    }
  }
  expect_proof(match);
}

INSTANTIATE_TEST_SUITE_P(Disk, Faults,
                         testing::Values(std::pair(Fault::kFull, "store.disk_full"),
                                         std::pair(Fault::kReadOnly, "store.read_only"),
                                         std::pair(Fault::kNoSync, "store.trouble")),
                         [](const auto& fault) {
                           switch (fault.param.first) {
                             case Fault::kFull:
                               return "Full";
                             case Fault::kReadOnly:
                               return "ReadOnly";
                             default:
                               return "Broken";
                           }
                         });

}  // namespace
}  // namespace wardroom
