// A match that an earlier build stored goes on, and what an earlier build exported is proved.
#include <gmock/gmock.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <random>
#include <thread>

#include "common/catalog.h"
#include "common/frame.h"
#include "server/engine/verify.h"
#include "server/match/host.h"
#include "server/titles/titles.h"
#include "tests/match/stored/stored.h"
#include "tests/store/kit.h"

namespace wardroom::testing {
namespace {

using ::testing::HasSubstr;
namespace asio = boost::asio;

class Deaf final : public match::Line {
 public:
  void send(const v1::ServerFrame&) override {}
  void close(v1::RefusalCode) override {}
};

match::LoadedTitle pq17_now() {
  match::LoadedTitle loaded;
  loaded.entry = titles().front().entry;
  loaded.bundle = std::make_shared<const Bundle>(
      *Bundle::read(std::filesystem::path(WARDROOM_SOURCE_DIR) / "scenarios" / loaded.entry.id));
  loaded.title = *loaded.entry.make(*loaded.bundle);
  return loaded;
}

// A server without sockets on a database.
class House {
 public:
  explicit House(const std::filesystem::path& file)
      : store_(store::opened(file)),
        host_(std::in_place, io_.get_executor(), *store_, std::vector{pq17_now()}, std::vector<match::PlayerEntry>()),
        work_(asio::make_work_guard(io_)),
        thread_([this] { io_.run(); }) {}
  ~House() {
    asio::co_spawn(io_, host_->drain(), asio::use_future).get();
    work_.reset();
    io_.stop();
    thread_.join();
    host_.reset();
  }

  match::MatchCard card() {
    return store::value(store::await<std::vector<match::MatchCard>>([&](auto then) {
             store_->list({.account = {}, .states = {}, .after = {}, .limit = 10}, then);
           }))
        .at(0);
  }
  v1::ServerFrame ask(const std::string& account, const v1::ClientFrame& frame) {
    const auto caller = std::make_shared<const match::Caller>(match::Caller{account, "somebody", line_});
    auto answer = asio::co_spawn(io_, host_->play(caller, frame), asio::use_future).get();
    if (answer) return *answer;
    v1::ServerFrame refused;
    *refused.mutable_refusal() = to_wire(answer.error());
    return refused;
  }
  v1::Update attach(const std::string& account) {
    v1::ClientFrame frame;
    frame.mutable_attach()->set_match(match);
    const v1::ServerFrame answer = ask(account, frame);
    EXPECT_TRUE(answer.has_attached()) << answer.DebugString();
    return answer.attached().update();
  }
  v1::ServerFrame agree(const std::string& account) {
    v1::ClientFrame frame;
    frame.mutable_agree_to_restart()->set_match(match);
    return ask(account, frame);
  }
  v1::ServerFrame resign(const std::string& account) {
    v1::ClientFrame frame;
    frame.mutable_resign()->set_match(match);
    return ask(account, frame);
  }
  // Random answers of whoever is asked; how many were taken.
  int play(const std::array<std::string, 2>& accounts, int answers, std::mt19937& random) {
    int taken = 0;
    for (int i = 0; i < answers; ++i) {
      v1::ClientFrame frame;
      std::string who;
      for (const std::string& account : accounts) {
        const v1::Update seen = attach(account);
        if (!seen.has_menu()) continue;
        who = account;
        frame.mutable_act()->set_match(match);
        frame.mutable_act()->set_menu_serial(seen.menu().serial());
        const auto& items = seen.menu().items();
        *frame.mutable_act()->add_actions() = items[static_cast<int>(random() % items.size())].action();
        break;
      }
      if (who.empty()) break;
      const v1::ServerFrame answer = ask(who, frame);
      EXPECT_TRUE(answer.has_acted()) << answer.DebugString();
      taken += static_cast<int>(answer.acted().taken());
    }
    return taken;
  }
  std::string exported() {
    const auto pieces = store::value(asio::co_spawn(io_, host_->export_match(match), asio::use_future).get());
    for (std::string whole;;) {
      const std::string piece = store::value(asio::co_spawn(io_, pieces->next(), asio::use_future).get());
      if (piece.empty()) return whole;
      whole += piece;
    }
  }

  std::string match;

 private:
  asio::io_context io_;
  std::unique_ptr<store::SqlStore> store_;
  std::optional<match::Host> host_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  std::shared_ptr<match::Line> line_ = std::make_shared<Deaf>();
  std::thread thread_;
};

Result<Proof> prove(const std::string& bytes) {
  return verify(bytes,
                [](const std::string&, const Bundle& bundle) { return titles().front().entry.make_stored(bundle); });
}

std::string said(const Result<Proof>& proof) { return proof ? "proved" : bare(proof.error().reason); }

// Its folder is named after it.
std::uint32_t revision_of(const std::string& folder) {
  return static_cast<std::uint32_t>(std::stoul(folder.substr(folder.find('_') + 1)));
}

class StoredMatch : public ::testing::TestWithParam<const char*> {
 protected:
  StoredMatch() { write(folder_.file(), unpacked(std::string(GetParam()) + "/unfinished.sqlite.gz")); }
  void open() {
    house_.reset();
    house_.emplace(folder_.file());
    const match::MatchCard card = house_->card();
    house_->match = card.id;
    accounts_ = card.accounts;
  }

  store::Folder folder_;
  std::optional<House> house_;
  std::array<std::string, 2> accounts_;
};

TEST_P(StoredMatch, IsHeldGoesOnWhenBothAgreeAndIsNotHeldAgain) {
  std::mt19937 random(17);
  open();
  EXPECT_EQ(house_->attach(accounts_[0]).state(), v1::MATCH_STATE_HELD);
  EXPECT_GT(house_->attach(accounts_[1]).sections_size(), 0);
  EXPECT_EQ(house_->play(accounts_, 1, random), 0);
  EXPECT_TRUE(house_->agree(accounts_[1]).has_done());
  EXPECT_EQ(house_->attach(accounts_[0]).state(), v1::MATCH_STATE_HELD);
  const v1::ServerFrame agreed = house_->agree(accounts_[0]);
  ASSERT_TRUE(agreed.has_done()) << agreed.DebugString();
  EXPECT_EQ(house_->attach(accounts_[0]).state(), v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(house_->play(accounts_, 10, random), 10);

  open();  // from the restart
  EXPECT_EQ(house_->attach(accounts_[0]).state(), v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(house_->play(accounts_, 60, random), 60);
  open();  // from a checkpoint since
  EXPECT_EQ(house_->attach(accounts_[1]).state(), v1::MATCH_STATE_PLAYING);
  EXPECT_EQ(house_->play(accounts_, 10, random), 10);

  EXPECT_TRUE(house_->resign(accounts_[0]).has_done());
  const auto proof = prove(house_->exported());
  ASSERT_TRUE(proof) << said(proof);
  ASSERT_EQ(proof->unplayed.size(), 1u);
  EXPECT_EQ(proof->unplayed[0].revision, revision_of(GetParam()));
  EXPECT_EQ(proof->unplayed[0].first, 1u);
  EXPECT_LT(proof->unplayed[0].last, proof->rows - 80) << "what came after the restart is played again";
  EXPECT_EQ(proof->actions, 80u);
}

TEST_P(StoredMatch, CanBeGivenUpWhileItIsHeld) {
  open();
  EXPECT_EQ(house_->attach(accounts_[0]).state(), v1::MATCH_STATE_HELD);
  EXPECT_TRUE(house_->resign(accounts_[0]).has_done());
  open();
  const v1::Update over = house_->attach(accounts_[1]);
  EXPECT_EQ(over.state(), v1::MATCH_STATE_OVER);
  EXPECT_EQ(over.ending().winner(), 1u);
  const auto proof = prove(house_->exported());
  ASSERT_TRUE(proof) << said(proof);
  EXPECT_EQ(proof->unplayed.at(0).last, proof->rows);
}

INSTANTIATE_TEST_SUITE_P(Builds, StoredMatch, ::testing::Values("revision_1", "revision_2"));

class StoredExport : public ::testing::TestWithParam<const char*> {
 protected:
  StoredExport() : bytes_(unpacked(std::string(GetParam()) + "/finished.match.gz")) {
    EXPECT_TRUE(exported_.ParseFromString(bytes_));
  }
  // As a forger who closes the chain again would write it.
  std::string sealed_again() {
    std::string previous = chain_start(exported_.head());
    for (auto& row : *exported_.mutable_rows()) {
      seal(row, previous, row.time_ms());
      previous = row.hash();
    }
    return exported_.SerializeAsString();
  }

  std::string bytes_;
  v1::record::Export exported_;
};

TEST_P(StoredExport, IsProvedButForItsPlay) {
  const auto proof = prove(bytes_);
  ASSERT_TRUE(proof) << said(proof);
  ASSERT_EQ(proof->unplayed.size(), 1u);
  EXPECT_EQ(proof->unplayed[0].revision, revision_of(GetParam()));
  EXPECT_EQ(proof->unplayed[0].first, 1u);
  EXPECT_EQ(proof->unplayed[0].last, proof->rows);
  EXPECT_GT(proof->draws, 50u);
}

TEST_P(StoredExport, IsRefusedWhenItWasTamperedWith) {
  const auto drawn = std::ranges::find_if(*exported_.mutable_rows(), [](const auto& row) { return row.draws_size(); });
  ASSERT_NE(drawn, exported_.mutable_rows()->end());
  auto& draw = *drawn->mutable_draws(0);
  draw.set_result((draw.result() + 1) % draw.sides());
  EXPECT_THAT(said(prove(exported_.SerializeAsString())), HasSubstr("problem=verify.hash"));
  EXPECT_THAT(said(prove(sealed_again())), HasSubstr("problem=verify.draws"));

  ASSERT_TRUE(exported_.ParseFromString(bytes_));
  exported_.mutable_rows(exported_.rows_size() / 2)->set_time_ms(1);
  EXPECT_THAT(said(prove(exported_.SerializeAsString())), HasSubstr("problem=verify.hash"));
  ASSERT_TRUE(exported_.ParseFromString(bytes_));
  exported_.mutable_server_seed()->front() ^= 1;
  EXPECT_THAT(said(prove(exported_.SerializeAsString())), HasSubstr("problem=verify.seed"));
  ASSERT_TRUE(exported_.ParseFromString(bytes_));
  exported_.mutable_data(0)->mutable_text()->append("\n");
  EXPECT_THAT(said(prove(exported_.SerializeAsString())), HasSubstr("problem=verify.data"));
}

INSTANTIATE_TEST_SUITE_P(Builds, StoredExport, ::testing::Values("revision_1", "revision_2"));

}  // namespace
}  // namespace wardroom::testing
