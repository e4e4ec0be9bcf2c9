// Store, as a match needs it. Commit, then speak: nothing is acknowledged before `append` has called back.
// Callbacks run on a thread of the store; whoever gets one posts to its own strand. Every method may be called from any
// thread.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "common/result.h"
#include "server/calendar/calendar.h"
#include "server/engine/referee.h"
#include "wardroom/v1/admin.pb.h"
#include "wardroom/v1/aside.pb.h"
#include "wardroom/v1/lobby.pb.h"
#include "wardroom/v1/record.pb.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::match {

template <class T>
using Then = std::function<void(Result<T>)>;

struct Stamp;

// A job for later, written in the same transaction as what caused it (mail, webhooks): at least once.
struct Job {
  std::string kind;
  std::string payload;
  // Whom it tells something of this match; what he was to be told before of the same kind and payload is not needed any
  // more. Written only for whoever can be told. Empty: it is nobody's.
  std::string account{};
  std::string match{};
  std::uint32_t seat = 0;
  std::uint64_t serial = 0;                                  // of the menu that waits for him
  std::function<std::int64_t(const Stamp& stamp)> due_ms{};  // none: at once
};

// The banks of a clock: milliseconds left when everyone was last shown something.
struct ClockState {
  std::array<std::int64_t, 2> left_ms{0, 0};
};

// Time as the store has it while it writes.
struct Moment {
  std::int64_t now_ms = 0;
  calendar::Spans down;  // when no server was up
};

// What is counted of somebody.
struct Tally {
  std::string account;
  std::uint32_t hand_overs = 0;
  std::uint32_t in_time = 0;
  std::uint32_t matches = 0;
  std::uint32_t left = 0;
  std::int64_t thought_ms = -1;  // for the hand-over, by his clock; -1: there was none, or it was late
};

// Something that the host has done, or an account with his right.
struct HostDeed {
  std::uint64_t id = 0;      // the store's
  std::int64_t time_ms = 0;  // the store's
  std::string by;            // an account; empty: the host
  v1::Administer::ActCase what = v1::Administer::ACT_NOT_SET;
  std::string account;  // whom it concerns; or
  std::string match;
  std::string to;             // rename: what he shall be called; not kept
  std::string before;         // rename: what he was called; the store's
  std::int64_t until_ms = 0;  // mute
  std::string reason;
  bool unread = false;  // by whom it was asked for
};

// What stands beside the board. It is changed only by a function of what is stored, in the transaction that writes it:
// so nobody's change undoes another's, and no two servers judge by different times.
struct Beside {
  ClockState clocks;
  v1::record::Aside aside;
  std::vector<Tally> tallies{};  // to be added
  std::vector<Job> jobs{};       // to be written
  // Of what the host does: a parked match goes on in this state, or kConflict; and the row in his log, as it is kept.
  std::optional<v1::MatchState> mended{};
  std::optional<HostDeed> deed{};
};
using Change = std::function<Result<void>(Beside& stored, const Moment& moment)>;  // refusing: nothing is written

// The part of a match that lists show and that is not in the journal.
struct MatchCard {
  std::string id;
  std::string title;
  std::string scenario;
  std::vector<v1::ChosenOption> options;
  std::array<std::string, 2> accounts;         // empty: free seat, or one that the rules play
  std::array<std::string, 2> bots;             // the bot's name, where a bot sits
  std::array<bool, 2> by_rules{false, false};  // played by the rules: nobody's
  // Drawn or bid for: until both nonces are there, places are in the order of sitting; nonces and hashes stay so.
  v1::Sides sides = v1::SIDES_CHOSEN;
  bool crossed = false;  // whoever sat down first has got the second seat
  std::string creator;
  std::string invitation;
  bool is_private = false;
  v1::Clock clock;
  std::uint32_t observer_delay = 0;
  bool quick_passes = false;  // menus with one single answer pass by themselves, for both
  std::string overlay;
  std::string data_hash;
  std::string server_seed;                  // secret until the match is over
  std::array<std::string, 2> nonces;        // with the bid behind it, where sides are bid for
  std::array<std::string, 2> nonce_hashes;  // of the person who sat down first; of nobody where no two persons sit
  std::int64_t open_by_ms = 0;              // the first should have opened his nonce by then; 0: it is not his turn
  std::string rematch;                      // the match that follows
  std::int64_t created_ms = 0;              // stamped by the store
  v1::MatchState state = v1::MATCH_STATE_OPEN;
  std::optional<v1::Ending> ending;
  std::array<bool, 2> to_move{false, false};
  ClockState clocks;
  v1::record::Aside aside;
  std::int64_t moved_ms = 0;  // time of the newest row: never shown
  std::int64_t shown_ms = 0;  // time of the newest row that showed both seats something
  v1::Text progress;          // of the public view, as far as it has been shown to those who are not held back
  v1::Text held_back;         // as far as observers have been shown who are
  std::string invited;        // the account of the only one who may join; empty: anybody who finds it
  std::string follows;        // the match that this is a rematch of
  v1::record::Origin origin;  // where it goes on from; without a position: it begins as its scenario does
  std::string event;          // it is a match of this event: nobody joins, leaves or cancels it, and nobody is advised
  std::uint32_t event_round = 0;
  bool open_afterwards = false;  // private while it is played, for everybody when it is over
  bool unrated = false;          // whoever made it said so
  // The store's, of one that servers share: which writing of the card this is. One that follows an older one is
  // refused; 0: it follows none.
  std::int64_t edition = 0;
};

// What one viewer was sent, so many of his own updates to a page (see album.h). Who looks back reads by that viewer's
// serial, and so does no more work because somebody else has acted in secret. A page that is not full yet is written
// again with more.
struct Page {
  Viewer viewer = Viewer::kPublic;
  std::uint64_t number = 0;
  std::uint64_t last_serial = 0;
  std::string body;
  std::int64_t time_ms = 0;  // of its last update; stamped by the store
};

// Where a part of the match begins: the row of its checkpoint, which is kept for good, and what each live viewer was
// shown with it: his serial (0: nothing, and then he knows of no chapter there) and everything he saw, on a page.
struct Chapter {
  std::uint64_t row = 0;
  v1::Text name;
  std::array<std::uint64_t, 3> serials{};
  std::array<std::string, 3> bodies{};  // written; read one by one
};

// How far the match has come, for lists.
struct ProgressText {
  v1::Text shown;
  v1::Text held_back;  // as far as observers have been shown who are held back
};

// The orders that a seat has queued; with an empty body: none.
struct StoredQueue {
  Seat seat = Seat::kFirst;
  std::string body;           // bytes of record.Queue
  std::uint64_t follows = 0;  // written: the version of what is stored, or kConflict; 0: nothing is
};

// What a seat has on its plotting table.
struct StoredMarks {
  Seat seat = Seat::kFirst;
  std::uint64_t version = 0;  // counts its changes
  std::string body;           // bytes of Marks
};

// One step of a match, whole or not at all. Rows come unsealed: the store stamps the time and seals them in the
// transaction.
struct Commit {
  std::string match;
  std::uint64_t after = 0;               // the seq these rows follow; another row there already: kConflict
  std::string previous_hash;             // of row `after`, or the chain's start
  std::optional<v1::record::Head> head;  // with the first step
  std::vector<v1::record::Row> rows;
  std::optional<v1::record::Checkpoint> checkpoint;
  std::array<v1::record::ViewerState, 3> viewers;
  struct Told {
    Viewer viewer;
    std::uint64_t serial;
    std::vector<v1::Report> reports;
  };
  std::vector<Told> told;
  std::vector<Page> pages;
  std::optional<Chapter> chapter;        // begins at `checkpoint`
  std::optional<ProgressText> progress;  // when it is another than before
  std::vector<StoredQueue> queues;       // those that the step changed
  v1::MatchState state = v1::MATCH_STATE_PLAYING;
  std::optional<v1::Ending> ending;
  std::array<bool, 2> to_move{false, false};
  bool shown = false;  // to both seats
  Change beside;       // none: what stands beside the board stays as it is
  std::vector<Job> outbox;
  std::optional<Seat> by_hand;  // whose person acted, and so has seen what his seat was shown
};

struct Stamp {
  std::int64_t time_ms = 0;
  std::string last_hash;
  Beside beside;
};

struct Loaded {
  MatchCard card;
  Stored stored;                    // the newest checkpoint that later rewinds leave valid, and all rows since
  std::array<Page, 3> pages{};      // the newest of each viewer; without a body: none
  std::vector<Chapter> chapters{};  // in order, without bodies
  std::vector<StoredQueue> queues{};
};

// How far a journal has been read. What is written after its first part was read does not belong to it.
struct Bookmark {
  std::uint64_t row = 0;   // the last that was read
  std::string hash;        // of that row
  std::uint64_t last = 0;  // that there was; 0: nothing has been read
  std::string last_hash;
};

struct JournalPart {
  v1::record::Head head;  // of the first part, like the next
  std::string opening;
  std::vector<v1::record::Row> rows;
  Bookmark read;  // the next part begins behind it
  bool ends() const { return read.row == read.last; }
};

// Who says something: the seat (or the public), whose account it is, and the name that is shown.
struct Speaker {
  std::uint32_t seat = 0;
  std::string account;  // never shown: names are not unique, accounts are
  std::string name;
};

// A word, or something that was offered or answered.
struct Said {
  Said(std::string words) : text(std::move(words)) {}
  Said(const char* words) : text(words) {}
  Said(v1::Offer deed) : offer(std::move(deed)) {}
  std::string text;
  std::optional<v1::Offer> offer;
};

// What was said after a line, in order, and by which accounts.
struct Heard {
  std::vector<v1::Chat> lines;
  std::vector<std::string> speakers;
  std::int64_t last = 0;  // the line
};
inline constexpr std::int64_t kNewestLine = std::numeric_limits<std::int64_t>::max();

inline constexpr std::uint64_t kAllSerials = ~std::uint64_t{0};  // as far as there are any

// Checkpoints beside the opening that a running match keeps, newest first.
inline constexpr std::size_t kCheckpointsKept = 16;

// Who sits at a match on one server.
struct Seated {
  std::string match;
  std::array<bool, 2> seats{false, false};
};

// Which checkpoints are kept. The opening, always: every export begins there, and everything can be replayed from it.
// Of the others the newest kCheckpointsKept: the newest is what a match is loaded from and what a held one restarts
// from; the rest are what take-backs and held-back observers return to without a long replay. A rewind drops those it
// leaves behind; the end of a match leaves the opening and the newest. That of a chapter stays, unless a rewind left it
// behind. What is dropped goes in the transaction that
// makes it superfluous.
class Store {
 public:
  virtual ~Store() = default;
  virtual bool healthy() const = 0;  // it takes writes; known without asking it anything

  // -- other servers on the same database --
  virtual bool is_shared() const { return false; }
  // What they say are hints, which may be lost. Called on a thread of the store's; when listen() returns, what listened
  // before is not called any more.
  struct Ears {
    // With matches of which another server has written something; with none when it is not known which.
    std::function<void(std::vector<std::string> matches)> moved;
    std::function<void(std::int64_t server, std::vector<Seated> seated)> seated;
  };
  virtual void listen(Ears) {}
  virtual void tell(std::vector<Seated>) {}  // the others, of here
  // Of each a word that is another one when something of it has been written, whoever has; of one that is shared alone.
  virtual void traces(std::vector<std::string> matches, Then<std::vector<std::string>> then) {
    then(std::vector<std::string>(matches.size()));
  }

  // -- a match's life --
  virtual void create(MatchCard card, Then<MatchCard> then) = 0;  // kConflict when the id exists
  // Seats, nonces, rematch, state; once there are rows, never whose move it is nor the clocks, which are the journal's.
  // kConflict when the stored state is not `expected`, or another server has written the card since it was read.
  virtual void update_card(MatchCard card, v1::MatchState expected, Then<MatchCard> then) = 0;
  virtual void card(std::string match, Then<MatchCard> then) = 0;  // kNotFound
  virtual void card_by_invitation(std::string invitation, Then<MatchCard> then) = 0;
  struct Query {
    std::string account;    // whose matches; empty: anyone's public ones
    bool hidden = false;    // of anyone's the private ones, too: for the host
    std::string invited{};  // those with a free seat that are meant for this account alone; `account` is not looked at
    std::vector<v1::MatchState> states;
    std::string after;  // page: ids created before this one
    std::uint32_t limit = 50;
  };
  virtual void list(Query query, Then<std::vector<MatchCard>> then) = 0;  // newest first
  virtual void remove(std::string match, Then<void> then) = 0;            // an open match only
  // In which the computer has been asked for longer than this, the newest first; so many at once.
  static constexpr std::uint32_t kMostLeft = 1'000;
  virtual void left_to_bots(std::int64_t longer_ms, Then<std::vector<std::string>> then) = 0;

  // -- its journal --
  virtual void append(Commit commit, Then<Stamp> then) = 0;
  // A queue that changed without a step. kConflict when the match has gone on after row `after`, too.
  virtual void keep_queue(std::string match, std::uint64_t after, StoredQueue queue, Then<void> then) = 0;
  virtual void load(std::string match, Then<Loaded> then) = 0;
  // Of the same only what tells whether another server has written of it: card, viewers, hash of the newest row,
  // queues.
  virtual void newest(std::string match, Then<Loaded> then) { load(std::move(match), std::move(then)); }
  virtual void stretch(std::string match, std::uint64_t seq,
                       Then<Stored> then) = 0;  // the newest kept checkpoint at or before seq, and the rows since it
  // Its rows from the first on, so many at a time; kNotFound when it is gone meanwhile.
  virtual void journal(std::string match, Bookmark after, std::uint32_t rows, Then<JournalPart> then) = 0;
  // Serials after the first of these and up to the second. Looks at no row after the one that showed it to this viewer.
  virtual void history(std::string match, Viewer viewer, std::uint64_t after_serial, std::uint64_t upto_serial,
                       std::uint32_t limit, Then<std::vector<v1::PastReports>> then) = 0;
  // The newest of these, in the same order, as bytes of PastReports: what goes out as it was told then is not taken
  // apart for that.
  virtual void newest_history(std::string match, Viewer viewer, std::uint64_t after_serial, std::uint64_t upto_serial,
                              std::uint32_t limit, Then<std::vector<std::string>> then) {
    history(std::move(match), viewer, after_serial, upto_serial, std::numeric_limits<std::uint32_t>::max(),
            [limit, then = std::move(then)](Result<std::vector<v1::PastReports>> past) {
              if (!past) return then(past.error());
              std::vector<std::string> bytes;
              for (std::size_t i = past->size() > limit ? past->size() - limit : 0; i < past->size(); ++i)
                bytes.push_back((*past)[i].SerializeAsString());
              then(std::move(bytes));
            });
  }
  // The page of this number or, when there is none, the first after it; kNotFound.
  virtual void page(std::string match, Viewer viewer, std::uint64_t number, Then<Page> then) = 0;

  // What the viewer was shown at the beginning of the chapter at this row; kNotFound.
  virtual void chapter(std::string match, Viewer viewer, std::uint64_t row, Then<Page> then) = 0;

  // -- beside the board --
  virtual void change(std::string match, Change change, Then<Beside> then) = 0;
  // A server is up: called again and again, and before any clock is looked at. When none was for longer than `gap_ms`,
  // that becomes time in which nobody thinks. Answers with all such times that ended less than a year ago.
  virtual void beat(std::int64_t gap_ms, Then<calendar::Spans> then) = 0;

  // -- people, as a match needs to know them --
  virtual void calendar(std::string account, Then<v1::MyCalendar> then) = 0;  // empty when he has none
  virtual void usual(std::string account, Then<v1::Usual> then) = 0;          // what he always orders
  virtual void reliability(std::string account, Then<v1::Reliability> then) = 0;
  virtual void muted_by(std::string account, Then<std::vector<std::string>> then) = 0;  // who does not want his words

  // -- plotting tables --
  virtual void marks(std::string match, Then<std::vector<StoredMarks>> then) = 0;
  // kConflict when they do not follow the version that is stored.
  virtual void keep_marks(std::string match, StoredMarks marks, Then<void> then) = 0;

  // -- chat --
  virtual void say(std::string match, Speaker speaker, Said said, Then<v1::Chat> then) = 0;
  // Up to this line, without the words of those whom the reader has muted.
  virtual void chat(std::string match, std::string reader, std::int64_t upto, std::uint32_t limit,
                    Then<std::vector<v1::Chat>> then) = 0;
  // After the newest line there is nothing but its number. Of a store that is shared alone.
  virtual void heard(std::string, std::int64_t, Then<Heard> then) { then(Heard()); }
  virtual void said_by(std::string account, Then<std::vector<v1::Chat>> then) = 0;  // in every match, oldest first

  // -- data, by hash --
  virtual void keep_data(std::string title, Bundle bundle, Then<void> then) = 0;
  virtual void data(std::string hash, Then<Bundle> then) = 0;
};

}  // namespace wardroom::match
