// House: a whole server on a folder of its own, whose matches begin at given positions, and visitors who come over real
// sockets. Where a program is linked with the store's kit of PostgreSQL there are two, and Bert comes to the other.
// What the second of two worlds is made of is written into its store before it opens.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/app.h"
#include "tests/engine/leak.h"
#include "tests/net/client.h"
#include "tests/net/harness.h"

namespace wardroom::testing {

inline const std::array<std::string, 2> kPlayers{"Anna", "Bert"};  // who sits where, in every match

// How much longer than in every build: WARDROOM_SECRECY=20 for a long run by hand.
std::size_t times_over();

// A title and where its data lie.
struct BoxedTitle {
  TitleEntry entry;
  std::filesystem::path data;
  std::string scenario;

  std::shared_ptr<const Title> title() const;
};
BoxedTitle picket_box();
BoxedTitle narrows_box();
BoxedTitle pq17_box(const std::string& scenario);
BoxedTitle murmansk_box(const std::string& scenario);

struct Sitting {
  std::string id;
  std::string position;  // bytes of a checkpoint
  std::uint32_t observer_delay = 0;
  bool is_private = false;
  std::uint32_t bank_seconds = 0;  // 0: no clock
  std::array<std::string, 2> players = kPlayers;
};

class House {
 public:
  House(const BoxedTitle& box, const std::vector<Sitting>& sittings);

  std::uint16_t port() const { return apps_.front()->port(); }
  bool is_shared() const { return apps_.size() > 1; }
  // Whoever is not one of the players has an account too, or none: an empty name.
  enum class Where { kUsual, kElsewhere };  // at which of two servers
  std::unique_ptr<net::Client> come(const std::string& name, Where where = Where::kUsual) const;
  void open_again();  // the server stops and starts: every match is read from the store

  // The secret of every match here.
  static Secret secret();

 private:
  void open();

  net::TemporaryFolder folder_;
  TitleEntry entry_;
  Settings settings_;
  std::vector<std::unique_ptr<App>> apps_;
};

// Somebody at one match: what he has been sent, in order.
class Visitor {
 public:
  Visitor(const House& house, const std::string& name, const std::string& match,
          House::Where where = House::Where::kUsual);

  v1::ServerFrame attach(const std::string& watch = {});
  v1::ServerFrame ask(v1::ClientFrame frame);
  void catch_up();  // everything that was sent before this call has been taken in when it returns
  v1::ServerFrame act(const Action& action);
  v1::ServerFrame undo();
  // Orders instead of those that wait; its answer is not kept, since it may come before or after what it leads to.
  v1::ServerFrame give(const std::vector<Action>& actions, v1::IfAbsent if_absent = v1::IF_ABSENT_HOLD);
  void settle();  // his queue has played as far as it goes now
  std::size_t waiting() const;
  v1::ServerFrame mark(const std::string& text, std::uint64_t id);  // a note of his own
  v1::ServerFrame leave(std::uint32_t order, std::uint32_t way);    // a standing order instead of all before

  bool asked() const { return seen.has_menu(); }

  std::string match;
  v1::Update seen;  // all updates taken together
  // In order, answers too; what came with one stands before it. Updates are whole: how each was shortened follows from
  // these, which is looked at as it comes.
  std::vector<v1::ServerFrame> frames;
  v1::Queue queue;  // the newest
  std::size_t updates = 0;
  std::size_t notices = 0;

 private:
  void take_in(v1::ServerFrame frame);
  void expect_shortened(const v1::ServerFrame& frame, const v1::ServerFrame& whole);

  std::unique_ptr<net::Client> client_;
  Hearing hearing_;
  Told told_;  // of the match, as the server has it
  std::uint64_t orders_ = 0;
};

// What a reader knows of the time.
struct KnownTimes {
  bool clocks = true;                                     // false: several barriers may fall into one millisecond
  bool presence = true;                                   // false: another server says it when it comes to it
  bool deadlines = true;                                  // false: they have moved by what nobody knows
  std::string match;                                      // whose updates he was sent
  std::vector<std::int64_t> stamps;                       // of these
  std::map<std::string, std::vector<std::int64_t>> left;  // on a clock, by match and seat: what he was told, in order
};

// The frame with every stamp in it replaced by whether it is one that its reader knows, what is left on a clock by how
// many others he was told before it, and a deadline by whether it is what is left after a stamp that he knows; of other
// matches he knows none. How long somebody has been thinking grows while one looks, and is left out, and so is who is
// there where that comes from another server in its own time.
std::string without_times(v1::ServerFrame frame, KnownTimes& known);

}  // namespace wardroom::testing
