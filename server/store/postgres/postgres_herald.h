// PostgresHerald: what is told goes by NOTIFY, on a connection of its own: all that has been written since it was last
// told, at once. So no commit waits for another, as those with a notice do. While nobody listens here, nothing is told.
#pragma once

#include <chrono>
#include <mutex>
#include <set>
#include <thread>

#include "server/store/herald.h"
#include "server/store/hooks.h"
#include "server/store/postgres/postgres_connection.h"

namespace wardroom::store {

class PostgresHerald final : public Herald {
 public:
  PostgresHerald(const std::string& url, std::chrono::milliseconds patience, const Hooks& hooks);
  ~PostgresHerald() override;

  void tell(std::vector<std::string> matches) override;
  void listen(Heard heard) override;

 private:
  void serve();
  void talk();
  void connect();
  void wait(bool needed);
  void tell_all();
  void hear_all();
  void wake() const;

  PostgresConnection connection_;
  const std::function<bool()> loses_;
  bool connected_ = false;
  int wake_ = -1;  // readable when there is something to do
  std::mutex mutex_;
  std::set<std::string> untold_;
  Heard heard_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace wardroom::store
