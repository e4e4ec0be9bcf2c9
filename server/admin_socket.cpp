#include "server/admin_socket.h"

#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include "common/admin.h"
#include "common/frame.h"

namespace wardroom {
namespace asio = boost::asio;
namespace fs = std::filesystem;
namespace {

using asio::use_awaitable;
using Connected = asio::local::stream_protocol::socket;

asio::awaitable<v1::ServerFrame> answer_to(lobby::Desk& desk, const std::string& bytes) {
  Result<v1::ClientFrame> asked = decode_client(bytes);
  if (!asked) co_return refusal_frame(0, asked.error());
  if (!asked->has_administer())
    co_return refusal_frame(asked->request(), refuse(RefusalCode::kMalformed, "refusal.unknown_request"));
  match::Answer answer = co_await desk.administer({}, asked->administer());
  if (!answer) co_return refusal_frame(asked->request(), answer.error());
  answer->set_request(asked->request());
  co_return std::move(*answer);
}

asio::awaitable<void> converse(lobby::Desk& desk, Connected socket) {
  try {
    for (;;) {
      AdminLength length{};
      co_await asio::async_read(socket, asio::buffer(length), use_awaitable);
      std::string bytes(admin_length(length), '\0');
      if (bytes.size() > kMaxClientFrame) co_return;
      co_await asio::async_read(socket, asio::buffer(bytes), use_awaitable);
      const v1::ServerFrame answer = co_await answer_to(desk, bytes);
      const std::string told = admin_bytes(answer.SerializeAsString());
      co_await asio::async_write(socket, asio::buffer(told), use_awaitable);
    }
  } catch (const boost::system::system_error&) {
    // It has been said, or the tool has gone.
  } catch (const std::exception&) {
    spdlog::error("event=admin_failed");
  }
}

// Until it is closed.
asio::awaitable<void> accept_all(lobby::Desk& desk, std::shared_ptr<asio::local::stream_protocol::acceptor> acceptor,
                                 asio::any_io_executor executor) {
  for (;;) {
    Connected socket = co_await acceptor->async_accept(executor, use_awaitable);
    asio::co_spawn(executor, converse(desk, std::move(socket)), asio::detached);
  }
}

}  // namespace

Result<std::unique_ptr<AdminSocket>> AdminSocket::open(asio::any_io_executor executor, lobby::Desk& desk,
                                                       const fs::path& path) {
  auto acceptor = std::make_shared<Protocol::acceptor>(asio::make_strand(executor));
  std::error_code ignored;
  fs::remove(path, ignored);
  try {
    acceptor->open();
    acceptor->bind(path.string());
    // Nobody can come before it listens.
    if (::chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0)
      throw boost::system::system_error(errno, boost::system::generic_category());
    acceptor->listen();
  } catch (const boost::system::system_error& error) {
    return refuse(RefusalCode::kUnavailable,
                  Text("app.no_admin_socket").word("file", path.string()).word("error", error.code().message()));
  }
  asio::co_spawn(acceptor->get_executor(), accept_all(desk, acceptor, executor), [](std::exception_ptr) {});
  return std::unique_ptr<AdminSocket>(new AdminSocket(std::move(acceptor), path));
}

AdminSocket::~AdminSocket() {
  asio::post(acceptor_->get_executor(), [acceptor = acceptor_] {
    boost::system::error_code ignored;
    acceptor->close(ignored);
  });
  std::error_code gone;
  fs::remove(path_, gone);
}

}  // namespace wardroom
