// App: the server program. Wires store, matches, lobby and net together; nothing else does. Titles and bots are plugged
// in.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "common/catalog.h"
#include "server/admin_socket.h"
#include "server/backups.h"
#include "server/data_folder.h"
#include "server/events/room.h"
#include "server/lobby/desk.h"
#include "server/match/host.h"
#include "server/net/server.h"
#include "server/notices/courier.h"
#include "server/notices/postman.h"
#include "server/settings.h"
#include "server/store/sql_store.h"
#include "server/titles/pack.h"

namespace wardroom {

// A running server.
class App {
 public:
  // Serves when this returns. A title whose data are broken is left out, with a line in the log.
  static Result<std::unique_ptr<App>> start(const Settings& settings, const std::vector<TitlePack>& titles,
                                            std::vector<match::PlayerEntry> players = {});
  ~App();  // stops, if nobody has
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  std::uint16_t port() const { return server_->port(); }
  std::string url() const { return server_->url(); }
  boost::asio::io_context& io() { return io_; }

  // Drains and ends; from a thread that is not one of the server's.
  net::Server::Drained stop();

 private:
  void begin_mail(const Settings& settings);
  void begin_calls(const Settings& settings);
  std::string public_url(const Settings& settings) const;
  explicit App(unsigned threads) : io_(static_cast<int>(threads)), work_(io_.get_executor()) {}

  void first_beat();
  void last_beat();
  void listen_to_host(const Settings& settings);

  std::unique_ptr<DataFolder> folder_;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::unique_ptr<store::SqlStore> store_;
  std::unique_ptr<match::Host> host_;
  std::unique_ptr<events::Room> room_;
  std::unique_ptr<lobby::Desk> desk_;
  std::unique_ptr<net::Server> server_;
  std::vector<std::thread> threads_;
  // None: the host's tool cannot speak to it, no copies are made, no mail is sent, nobody is called. They end while the
  // threads still run.
  std::unique_ptr<AdminSocket> admin_;
  std::unique_ptr<Backups> backups_;
  std::unique_ptr<notices::Postman> postman_;
  std::unique_ptr<notices::Courier> courier_;
};

// The whole program. Its exit code: 0 ended as asked, 1 failed or could not drain, 2 bad settings, 128 + the signal
// when a second signal ended it at once.
int run_server(int argc, char** argv, const std::vector<TitlePack>& titles, std::vector<match::PlayerEntry> players);

}  // namespace wardroom
