#include "server/net/server.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "server/net/make_session.h"
#include "server/net/shelf.h"

namespace wardroom::net {
namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;

namespace {

asio::awaitable<void> serve(std::shared_ptr<Session> session) { co_await session->run(); }

// One try, without waiting: a connection beyond the limits is not worth more.
template <class Socket>
void turn_away(Socket& socket) {
  static constexpr std::string_view kBusy =
      "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 30\r\nContent-Length: 0\r\n\r\n";
  error_code error;
  socket.non_blocking(true, error);
  socket.write_some(asio::buffer(kBusy), error);
  socket.shutdown(tcp::socket::shutdown_both, error);
  socket.close(error);
}

}  // namespace

Server::Server(asio::io_context& io, std::shared_ptr<Hub> hub, std::string address)
    : io_(io),
      hub_(std::move(hub)),
      address_(std::move(address)),
      acceptor_(std::make_shared<Acceptor>(asio::make_strand(io))) {}

Result<std::unique_ptr<Server>> Server::open(asio::io_context& io, lobby::FrontDesk& desk, const Settings& settings) {
  error_code error;
  const Address address = asio::ip::make_address(settings.address, error);
  if (error) return refuse(RefusalCode::kMalformed, Text("net.bad_address").word("address", settings.address));

  auto hub = std::make_shared<Hub>(desk, settings.limits);
  hub->origins = settings.origins;
  hub->pages = Pages(settings.pages);
  hub->trusted_proxies = settings.trusted_proxies;
  hub->metrics_from = settings.metrics_from;
  hub->metrics.database = settings.database;
  if (!settings.web.empty()) {
    Result<Site> site = Site::read(settings.web);
    if (!site) return site.error();
    hub->site = std::move(*site);
  }
  std::unique_ptr<Server> server(new Server(io, hub, settings.address));
  if (settings.tls) {
    auto context = tls_context(*settings.tls);
    if (!context) return context.error();
    server->tls_ = std::move(*context);
    hub->secure = true;
  }

  Acceptor& acceptor = *server->acceptor_;
  const tcp::endpoint endpoint(address, settings.port);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) {
    return refuse(RefusalCode::kUnavailable, Text("net.cannot_listen")
                                                 .word("address", settings.address)
                                                 .number("port", settings.port)
                                                 .word("error", error.message()));
  }
  server->port_ = acceptor.local_endpoint().port();
  return server;
}

std::string Server::url() const {
  const bool v6 = address_.find(':') != address_.npos;
  return std::string(tls_ ? "https://" : "http://") + (v6 ? '[' + address_ + ']' : address_) + ':' +
         std::to_string(port_);
}

void Server::start() {
  hub_->data = shelf(hub_->desk.public_data());
  asio::co_spawn(acceptor_->get_executor(), listen(), asio::detached);
  asio::co_spawn(acceptor_->get_executor(), watch_greetings(), asio::detached);
}

asio::awaitable<void> Server::listen() {
  const auto acceptor = acceptor_;
  asio::steady_timer pause(acceptor->get_executor());
  while (acceptor->is_open()) {
    error_code error;
    const Strand strand = asio::make_strand(io_);
    auto socket = co_await acceptor->async_accept(strand, asio::redirect_error(asio::use_awaitable, error));
    if (error == asio::error::operation_aborted) break;
    if (error) {  // most likely out of file descriptors: some will come back
      spdlog::warn("event=accept_failed error=\"{}\"", error.message());
      pause.expires_after(100ms);
      co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
      continue;
    }
    let_in(std::move(socket), strand);
  }
}

void Server::let_in(asio::basic_stream_socket<tcp, Strand> socket, const Strand& strand) {
  error_code error;
  const tcp::endpoint peer = socket.remote_endpoint(error);
  if (error) return;

  std::vector<Census::Place> places;
  auto place = hub_->census->enter();
  if (std::holds_alternative<Census::Full>(place)) {
    hub_->metrics.turned_away("server");
    spdlog::debug("event=turned_away limit=server");
    turn_away(socket);
    return;
  }
  places.push_back(std::move(std::get<Census::Place>(place)));
  if (!hub_->trusted_proxies.contains(peer.address())) {
    auto room = hub_->census->enter(household(peer.address()));
    if (std::holds_alternative<Census::Full>(room)) {
      hub_->metrics.turned_away("address");
      spdlog::debug("event=turned_away limit=address");
      turn_away(socket);
      return;
    }
    places.push_back(std::move(std::get<Census::Place>(room)));
  }

  socket.set_option(tcp::no_delay(true), error);
  Caller caller{hub_, strand, peer.address(), std::move(places)};
  ByteStream::Tcp bare(std::move(socket));
  ByteStream stream = tls_ ? ByteStream(std::move(bare), *tls_) : ByteStream(std::move(bare));
  asio::co_spawn(strand, serve(make_session(std::move(caller), std::move(stream))), asio::detached);
}

asio::awaitable<void> Server::watch_greetings() {
  const auto hub = hub_;
  const auto acceptor = acceptor_;
  asio::steady_timer timer(acceptor->get_executor());
  const auto step = std::clamp<std::chrono::milliseconds>(hub->limits.handshake / 4, 10ms, 1000ms);
  while (acceptor->is_open()) {
    error_code error;
    timer.expires_after(step);
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
    const auto now = Session::Steady::now();
    for (const auto& session : hub->roster.all()) session->expect_hello(now);
  }
}

asio::awaitable<Server::Drained> Server::drain() {
  hub_->draining = true;
  asio::dispatch(acceptor_->get_executor(), [acceptor = acceptor_] {
    error_code error;
    acceptor->close(error);
  });
  for (const auto& session : hub_->roster.all()) session->go_down();
  co_await hub_->desk.drain();
  for (const auto& session : hub_->roster.all()) session->hang_up();

  asio::steady_timer timer(io_);
  const auto deadline = Session::Steady::now() + hub_->limits.drain;
  bool dropped = false;
  while (hub_->roster.size() > 0) {
    if (Session::Steady::now() >= deadline) {
      if (dropped) co_return Drained::kSomeLeft;
      dropped = true;
      for (const auto& session : hub_->roster.all()) session->drop();
    }
    error_code error;
    timer.expires_after(dropped ? 500ms : 10ms);
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, error));
  }
  co_return Drained::kAll;
}

}  // namespace wardroom::net
