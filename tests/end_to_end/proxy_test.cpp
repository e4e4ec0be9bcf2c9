// Two servers on one PostgreSQL behind a proxy: people are counted by where they come from, at whichever server they
// are.
#include <gtest/gtest.h>

#include <array>

#include "tests/end_to_end/processes.h"
#include "tests/net/client.h"
#include "tests/store/cluster.h"

namespace wardroom::testing {
namespace {

using namespace std::chrono_literals;

class BehindProxy : public ::testing::Test {
 protected:
  void SetUp() override {
    std::vector<std::string> environment{"WARDROOM_BIND=127.0.0.1:" + std::to_string(port_)};
    for (const std::size_t server : {0u, 1u}) start(server);
    for (const char* name : {"ONE", "TWO", "THREE"})
      environment.push_back("WARDROOM_" + std::string(name) +
                            "=127.0.0.1:" + std::to_string(ports_[name == std::string("ONE") ? 0 : 1]));
    proxy_ = std::make_unique<Process>(
        std::vector<std::string>{"/usr/sbin/haproxy", "-db", "-f", WARDROOM_SOURCE_DIR "/deploy/haproxy.cfg"},
        folder_.path() / "proxy.log", environment);
    ASSERT_TRUE(within(20s, [&] { return is_well(); })) << proxy_->output();
  }
  void start(std::size_t server) {
    const std::string name = "server" + std::to_string(server);
    servers_[server] = std::make_unique<Process>(
        std::vector<std::string>{WARDROOM_BIN_DIR "/moved-server", "--data", (folder_.path() / name).string(),
                                 "--store", postgres_.url(database_), "--port", std::to_string(ports_[server]),
                                 "--trusted-proxy", "127.0.0.1", "--scenarios", WARDROOM_SOURCE_DIR "/tests/titles",
                                 "--new-accounts-address", "4"},
        folder_.path() / (name + ".log"));
    servers_[server]->wait_for("wardroom listening on");
  }
  bool is_well() const {
    try {
      return http_status(port_, "/healthz") == 200;
    } catch (const std::exception&) {
      return false;
    }
  }
  // A guest of this address; what it pretends to the proxy changes nothing.
  std::string come(const std::string& from) {
    auto client = std::make_unique<net::Client>(port_, from);
    EXPECT_EQ(client->open({{"X-Forwarded-For", "198.51.100." + std::to_string(lines_.size())}}), 101u);
    client->say_hello();
    v1::ClientFrame frame;
    frame.mutable_play_as_guest();
    const std::string reason = client->ask(frame).refusal().reason().id();
    lines_.push_back(std::move(client));  // it stays, so that the next comes to the other server
    return reason;
  }

  store::Cluster& postgres_ = store::Cluster::get();
  Folder folder_;
  const std::string database_ = postgres_.make();
  const std::array<std::uint16_t, 2> ports_{free_port(), free_port()};
  const std::uint16_t port_ = free_port();
  std::array<std::unique_ptr<Process>, 2> servers_;
  std::unique_ptr<Process> proxy_;
  std::vector<std::unique_ptr<net::Client>> lines_;
};

TEST_F(BehindProxy, PeopleAreCountedByWhereTheyComeFromAtAllServersTogether) {
  for (int i = 0; i < 4; ++i) EXPECT_EQ(come("127.0.0.2"), "");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(come("127.0.0.2"), "refusal.too_many_accounts");
  EXPECT_EQ(come("127.0.0.3"), "");
  for (const std::uint16_t port : ports_) {
    const std::string metrics = net::get(port, "/metrics").body();
    EXPECT_NE(metrics.find("wardroom_quota_refusals_total{quota=\"too_many_accounts\"}"), metrics.npos)
        << "everybody was at one server";
  }
}

}  // namespace
}  // namespace wardroom::testing
