// Client: a conversation with a server that reads like calls. It comes back by itself when the line drops.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <deque>
#include <istream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "client/terminal/address.h"
#include "client/terminal/parts.h"
#include "client/terminal/socket.h"
#include "common/frame.h"
#include "common/result.h"
#include "common/told.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::v1 {
[[noreturn]] void throw_exception_from_error(const Refusal& refusal, const boost::source_location&);
}

namespace wardroom::terminal {

// A refusal keeps the form it came in.
template <class T>
using Answer = boost::system::result<T, v1::Refusal>;

v1::Refusal refusal(v1::RefusalCode code, const Text& reason);

struct Lost {
  std::string why;
};                   // the line has dropped; the client is trying again
struct Returned {};  // it is back, and what was attached is attached again
struct Gone {
  v1::Refusal why;
};  // the client has given up
struct Typed {
  std::string line;
};
struct TypedEnd {};
using Event = std::variant<v1::ServerFrame, Lost, Returned, Gone, Typed, TypedEnd>;

// One thread: everything happens inside ask and next.
class Client {
 public:
  struct Settings {
    Address address;
    std::string token;  // of an earlier sign-in; may be empty
    std::string language = "en";
    std::string program = "wardroom-terminal";
    std::filesystem::path parts;             // where nonces are kept until they are opened; empty: in memory
    std::chrono::seconds patience{600};      // how long a dropped line is tried again
    std::chrono::seconds first_patience{0};  // and a server that does not answer at all
  };

  explicit Client(Settings settings);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // The first connection; later ones are made by themselves.
  Answer<v1::Welcome> connect();

  // Waits for the one answer; a refusal of the server is a refusal here. Frames that come meanwhile wait for next().
  // After a dropped line, what is harmless twice is asked again; the rest is refused, and the caller looks how things
  // stand. A request that sits down first is given the hash of a nonce, and wherever a match asks this seat for its
  // nonce, the client gives it by itself; the answer shows how things stand after it.
  Answer<v1::ServerFrame> ask(v1::ClientFrame frame);

  // Waits for something to happen.
  Event next();

  // Lines of this stream become events from now on. The stream must live as long as the process.
  void listen(std::istream& in);

  // What this player bids, where sides are bid for; without it a match that is joined waits for his part.
  void bid(v1::Bid bid) { parts_.bid(std::move(bid)); }

  const std::string& token() const { return settings_.token; }

 private:
  struct Sent {
    v1::ClientFrame frame;
    std::optional<v1::ServerFrame> answer;
    enum class For { kCaller, kItself } whom = For::kCaller;
  };

  Answer<v1::ServerFrame> exchange(v1::ClientFrame frame);
  // The nonces that the matches of this frame wait for, as far as this player can give them.
  std::vector<v1::ClientFrame> nonces_for(const v1::ServerFrame& frame);
  void send_itself(v1::ClientFrame frame);
  boost::asio::awaitable<void> converse();
  boost::asio::awaitable<v1::Welcome> arrive();
  boost::asio::awaitable<void> read_all();
  boost::asio::awaitable<void> write_all(std::shared_ptr<Socket> socket);
  void take(v1::ServerFrame frame);
  void remember(const v1::ClientFrame& question, const v1::ServerFrame& answer);
  void on_lost(const std::string& why);
  void on_arrived(const v1::Welcome& welcome);
  void send(const v1::ClientFrame& frame);
  void give_up(v1::Refusal why);

  Settings settings_;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{io_.get_executor()};
  boost::asio::steady_timer pause_{io_};
  std::shared_ptr<Socket> socket_;
  enum class State { kNew, kOnline, kLost, kGone } state_ = State::kNew;
  std::optional<Answer<v1::Welcome>> welcome_;
  std::map<std::uint64_t, Sent> asked_;
  std::uint64_t last_request_ = 0;
  std::deque<std::string> outgoing_;
  bool writing_ = false;
  std::deque<Event> events_;
  std::map<std::string, v1::Attach> attached_;  // with the last serial seen
  Hearing hearing_;                             // of this connection
  bool takes_deltas_ = true;                    // until one does not fit
  Parts parts_;
  std::string quick_;  // promised to whoever is met
  struct Ear;
  std::shared_ptr<Ear> ear_;
};

}  // namespace wardroom::terminal
