// AdminSocket: where the host's tool speaks to the running server. A socket in the data folder, which its owner alone
// may open; whoever can open it is the host. A question and its answer are frames as on any connection, each behind its
// length in four bytes, the highest first; nothing but Administer is answered.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <filesystem>
#include <memory>

#include "common/result.h"
#include "server/lobby/desk.h"

namespace wardroom {

class AdminSocket {
 public:
  // The folder is this server's: what another left there is taken away. The desk outlives the executor's threads.
  static Result<std::unique_ptr<AdminSocket>> open(boost::asio::any_io_executor executor, lobby::Desk& desk,
                                                   const std::filesystem::path& path);
  ~AdminSocket();
  AdminSocket(const AdminSocket&) = delete;
  AdminSocket& operator=(const AdminSocket&) = delete;

 private:
  using Protocol = boost::asio::local::stream_protocol;

  AdminSocket(std::shared_ptr<Protocol::acceptor> acceptor, std::filesystem::path path)
      : path_(std::move(path)), acceptor_(std::move(acceptor)) {}

  const std::filesystem::path path_;
  std::shared_ptr<Protocol::acceptor> acceptor_;  // on a strand of its own
};

}  // namespace wardroom
