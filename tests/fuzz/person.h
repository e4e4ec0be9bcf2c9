// Person: somebody who signs in over a real socket, stays and plays, and what must hold of every answer he gets.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>

#include "tests/fuzz/lore.h"
#include "tests/net/client.h"

namespace wardroom::fuzz {

constexpr unsigned kBadFrames = 40;  // that a connection may send before the server closes it

struct Finding : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void insist(bool right, const std::string& what);  // or there is a finding

// What was sent last, by whom.
class Trail {
 public:
  void add(const std::string& who, const std::string& bytes);
  std::uint64_t count() const { return count_; }
  std::string text() const;  // the newest first

 private:
  struct Sent {
    std::uint64_t number;
    std::string who;
    std::string bytes;
  };
  std::uint64_t count_ = 0;
  std::deque<Sent> last_;
};

struct Figures {
  std::map<std::string, std::uint64_t> sent;  // by kind; those that are no frames have one of their own
  std::map<std::string, std::uint64_t> refusals;
  std::map<std::string, std::uint64_t> unavailable;  // of them, by reason
  std::uint64_t answers = 0;
  std::uint64_t connections = 0;
  std::set<std::string> finished;  // matches

  std::string text() const;
};

// What all of a run share.
struct Trial {
  explicit Trial(std::uint64_t seed) : dice(seed) {}

  std::uint16_t port = 0;
  Dice dice;
  Trail trail;
  Figures figures;
  std::uint64_t endings = 0;  // grows whenever somebody's session may be ending, and when it may have ended
  std::set<std::string> tokens;
};

// A match as he has been told of it.
struct Table {
  v1::MatchInfo info;
  v1::Update seen;
  v1::Queue queue;
  bool attached = false;
};

class Person {
 public:
  // What he reads goes into the lore.
  Person(std::string name, Trial& run, Lore& lore) : name_(std::move(name)), run_(run), lore_(lore) {}

  bool here() const { return client_ != nullptr; }
  void come();    // a new connection, with the token he has kept
  void forget();  // he goes, and comes as somebody else

  // Any bytes; then, for all that he has sent, what must come back.
  void send(const std::string& bytes);
  void send(v1::ClientFrame frame);  // gets a number
  void await();
  const v1::ServerFrame& ask(v1::ClientFrame frame);  // the answer
  const v1::ServerFrame& answer() const { return answer_; }

  // A right request, made of what he has been told, by which matches begin, go on and end.
  v1::ClientFrame deed();

  const std::map<std::string, Table>& tables() const { return tables_; }

 private:
  struct Expected {
    std::uint64_t request = 0;
    v1::ClientFrame::BodyCase kind = v1::ClientFrame::BODY_NOT_SET;  // not set: it must be refused as malformed
    std::string match;
    std::uint64_t endings = 0;  // of the run, when it was sent
    bool too_big = false;
  };

  // -- what comes --
  void take_in(const v1::ServerFrame& frame);
  bool answers(const v1::ServerFrame& frame);  // what he waits for next
  void check(const Expected& asked, const v1::ServerFrame& answer);
  void refused(const Expected& asked, const v1::Refusal& refusal);
  void granted(const Expected& asked, const v1::ServerFrame& answer);
  void ended(const net::Arrival& how);
  void note(const v1::MatchInfo& info);
  void note(const v1::Update& update);
  void note_matches(const v1::ServerFrame& frame);

  // -- what he does --
  v1::ClientFrame begin();
  v1::ClientFrame at(const std::string& match, const Table& table);
  v1::ClientFrame give_nonce(const Table& table) const;
  v1::ClientFrame play(const std::string& match, const Table& table);
  v1::ClientFrame orders(const std::string& match, const Table& table);
  v1::ClientFrame look(const std::string& match);

  const std::string name_;
  Trial& run_;
  Lore& lore_;
  std::unique_ptr<net::Client> client_;
  std::string token_;
  bool signed_in_ = false;
  std::uint64_t endings_ = 0;  // of the run, when he was last known to be signed in
  unsigned bad_ = 0;           // frames on this connection
  std::uint64_t request_ = 1000;
  std::uint64_t orders_ = 0;
  std::deque<Expected> expected_;
  v1::ServerFrame answer_;
  std::map<std::string, Table> tables_;
  std::deque<std::string> open_;  // matches that he may join
};

// A match of this title that he would sit down to first.
v1::ClientFrame new_match(const std::string& title, const std::string& scenario);

}  // namespace wardroom::fuzz
