// PostgresHerald: what is told goes by NOTIFY, on a connection of its own: all that has happened since it was last
// told, at once. So no commit waits for another, as those with a notice do. While nobody listens here, nothing is told.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "server/store/herald.h"
#include "server/store/hooks.h"
#include "server/store/postgres/postgres_connection.h"

namespace wardroom::store {

class PostgresHerald final : public Herald {
 public:
  PostgresHerald(const std::string& url, std::chrono::milliseconds patience, const Hooks& hooks);
  ~PostgresHerald() override;

  void tell(std::vector<std::string> written) override;
  void tell(std::vector<match::Seated> seated) override;
  void tell(lobby::Told told) override;
  void listen(match::Store::Ears ears) override;
  void hear(std::function<void(lobby::Told)> heard) override;

 private:
  void serve();
  void talk();
  void connect();
  void wait(bool needed);
  bool is_holding_back() const;
  using Untold = std::map<std::string, std::string>;  // words, by whatever it is that they replace

  void tell_all(const std::string& channel, Untold& untold);
  void hear_all();
  void hear(std::string_view channel, std::int64_t server, const std::string& words) const;
  void wake() const;

  PostgresConnection connection_;
  const std::function<bool()> loses_;
  bool connected_ = false;
  std::chrono::steady_clock::time_point tells_again_;  // not before
  int wake_ = -1;                                      // readable when there is something to do
  std::mutex mutex_;
  Untold written_, seated_, told_;  // and not told yet
  std::uint64_t telling_ = 0;
  match::Store::Ears ears_;
  std::function<void(lobby::Told)> heard_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace wardroom::store
