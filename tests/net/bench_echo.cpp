// The floor under every figure of a load: a WebSocket server of Boost.Beast that does nothing but send back what it is
// sent, and how fast it does so. bench-echo serve PORT | bench-echo ask PORT --server-pid P ...
#include <CLI/CLI.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <iostream>
#include <memory>
#include <vector>

#include "client/terminal/load.h"
#include "client/terminal/load_meter.h"
#include "client/terminal/socket.h"

namespace wardroom::terminal {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using std::chrono::steady_clock;

// -- the server --

class Session : public std::enable_shared_from_this<Session> {
 public:
  explicit Session(tcp::socket socket) : stream_(std::move(socket)) {}
  void begin() {
    stream_.next_layer().set_option(tcp::no_delay(true));
    stream_.binary(true);
    stream_.async_accept([self = shared_from_this()](beast::error_code failed) {
      if (!failed) self->hear();
    });
  }

 private:
  void hear() {
    stream_.async_read(buffer_, [self = shared_from_this()](beast::error_code failed, std::size_t) {
      if (!failed) self->answer();
    });
  }
  void answer() {
    stream_.async_write(buffer_.cdata(), [self = shared_from_this()](beast::error_code failed, std::size_t size) {
      if (failed) return;
      self->buffer_.consume(size);
      self->hear();
    });
  }

  websocket::stream<tcp::socket> stream_;
  beast::flat_buffer buffer_;
};

void accept(tcp::acceptor& acceptor) {
  acceptor.async_accept([&](beast::error_code failed, tcp::socket socket) {
    if (!failed) std::make_shared<Session>(std::move(socket))->begin();
    accept(acceptor);
  });
}

int serve(std::uint16_t port) {
  asio::io_context io(1);
  tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), port});
  accept(acceptor);
  std::cout << "listening" << std::endl;
  io.run();
  return 0;
}

// -- those who ask --

struct Asking {
  Address address;
  std::size_t connections = 100;
  std::size_t talking = 200;  // at most so many of them; the others are silent
  std::size_t bytes = 512;
  double seconds = 3;
  double rate = 0;  // of all together; 0: as fast as it answers
  std::vector<pid_t> servers;
};

class Crowd {
 public:
  explicit Crowd(const Asking& asking)
      : asking_(asking),
        meter_(asking.servers, {}),
        talking_(std::min(asking.talking, asking.connections)),
        message_(asking.bytes, 'm') {}

  LoadFigures run() {
    asio::co_spawn(io_, open_all(), asio::detached);
    while (!ended_) io_.run_one();
    return std::move(figures_);
  }

 private:
  // One after another: they are many, and it is not what is measured.
  asio::awaitable<void> open_all() {
    try {
      for (std::size_t i = 0; i < asking_.connections; ++i) sockets_.push_back(co_await connect(asking_.address));
    } catch (const boost::system::system_error& failed) {
      error(failed.code().message());
    }
    meter_.settled();
    begun_ = steady_clock::now();
    meter_.begin();
    for (std::size_t i = 0; i < std::min(talking_, sockets_.size()); ++i)
      asio::co_spawn(io_, talk(*sockets_[i], i), asio::detached);
    asio::steady_timer end(
        io_, std::chrono::duration_cast<steady_clock::duration>(std::chrono::duration<double>(asking_.seconds)));
    co_await end.async_wait(asio::use_awaitable);
    meter_.end();
    figures_.seconds = std::chrono::duration<double>(steady_clock::now() - begun_).count();
    figures_.own_cpu_s = meter_.own_cpu_s();
    figures_.server_cpu_s = meter_.server_cpu_s();
    figures_.server_memory = meter_.server_memory();
    figures_.connection_memory = meter_.grown() / std::max<std::size_t>(asking_.connections, 1);
    ended_ = true;
  }

  asio::awaitable<void> talk(Socket& socket, std::size_t number) {
    try {
      const double rate = asking_.rate / static_cast<double>(talking_);
      Arrivals arrivals(rate > 0 ? rate : 1, Spacing::kPoisson, number, begun_);
      asio::steady_timer timer(io_);
      while (!ended_) {
        const auto due = rate > 0 ? arrivals.take() : steady_clock::now();
        if (due > steady_clock::now()) {
          timer.expires_at(due);
          co_await timer.async_wait(asio::use_awaitable);
        }
        co_await socket.write(message_);
        if ((co_await socket.read()).size() != message_.size()) error("not what was sent");
        ++figures_.actions;
        figures_.bytes += 2 * message_.size();
        const auto latency = std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - due);
        figures_.latencies_us.push_back(static_cast<std::uint32_t>(latency.count()));
      }
    } catch (const boost::system::system_error& failed) {
      error(failed.code().message());
    }
  }

  void error(const std::string& why) {
    ++figures_.errors;
    if (figures_.first_error.empty()) figures_.first_error = why;
  }

  const Asking& asking_;
  LoadMeter meter_;
  const std::size_t talking_;
  const std::string message_;
  asio::io_context io_{1};
  std::vector<std::unique_ptr<Socket>> sockets_;
  steady_clock::time_point begun_;
  bool ended_ = false;
  LoadFigures figures_;
};

int ask(const Asking& asking) {
  LoadSettings told;
  told.connections = asking.connections;
  told.rate = asking.rate;
  told.servers = asking.servers;
  const LoadFigures figures = Crowd(asking).run();
  std::cout << to_json(figures, told) << std::endl;
  return figures.errors == 0 ? 0 : 1;
}

}  // namespace
}  // namespace wardroom::terminal

int main(int argc, char** argv) {
  using namespace wardroom::terminal;
  CLI::App app("A bare WebSocket echo, and how fast it is", "bench-echo");
  std::uint16_t port = 0;
  Asking asking;
  app.require_subcommand(1);
  CLI::App* server = app.add_subcommand("serve", "sends everything back");
  server->add_option("port", port)->required();
  CLI::App* asker = app.add_subcommand("ask", "measures it");
  asker->add_option("port", port)->required();
  asker->add_option("--connections", asking.connections)->capture_default_str();
  asker->add_option("--talking", asking.talking, "at most so many of them; the others are silent")
      ->capture_default_str();
  asker->add_option("--bytes", asking.bytes, "of a message")->capture_default_str();
  asker->add_option("--seconds", asking.seconds)->capture_default_str();
  asker->add_option("--rate", asking.rate, "messages a second; else as fast as they are answered");
  asker->add_option("--server-pid", asking.servers);
  CLI11_PARSE(app, argc, argv);
  raise_file_limit();
  if (server->parsed()) return serve(port);
  asking.address.host = "127.0.0.1";
  asking.address.port = std::to_string(port);
  asking.address.target = "/";
  return ask(asking);
}
