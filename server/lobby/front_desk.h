// FrontDesk: answers every frame of every connection; all that net talks to.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/bundle.h"
#include "common/result.h"
#include "server/events/documents.h"
#include "server/match/line.h"
#include "server/match/stats.h"
#include "wardroom/v1/wire.pb.h"

namespace wardroom::lobby {

// One connection's conversation. Destroying it means that the connection has gone.
class Visitor {
 public:
  virtual ~Visitor() = default;
  // Exactly one answer or refusal, with the request's id. The connection asks one after another, on its own strand, and
  // queues the answer itself before that strand does anything else; updates, notices and chat come by its line.
  virtual boost::asio::awaitable<v1::ServerFrame> handle(v1::ClientFrame frame) = 0;
};

using Stats = match::Stats;

struct PublicData {
  std::string title;
  std::shared_ptr<const Bundle> bundle;
  std::shared_ptr<const std::string> sheets = nullptr;  // bytes of v1::Sheets
  v1::TitleInfo info{};                                 // as ListTitles tells it
};

// Something is read by HTTP.
struct Reading {
  std::string target;   // path and query
  std::string address;  // who asks
  std::string token;    // a personal one; empty: a visitor
};

// Somebody fetches the record of a match.
struct ExportAsked {
  std::string match;
  std::string watch;    // what a private match is watched by; empty: he was told nothing
  std::string address;  // who asks
};

// Bytes of record.Export, piece by piece, as match::Exporting gives them: one of the few that are made at once, until
// this is let go.
using Exported = std::function<boost::asio::awaitable<Result<std::string>>()>;

class FrontDesk {
 public:
  virtual ~FrontDesk() = default;
  virtual std::shared_ptr<Visitor> welcome(std::shared_ptr<match::Line> line, std::string address) = 0;
  // The export of a finished match; of a running one, a refusal.
  virtual boost::asio::awaitable<Result<Exported>> export_match(ExportAsked asked) = 0;
  // No more mails of matches to whoever was sent this; kNotFound.
  virtual boost::asio::awaitable<Result<void>> stop_mail(std::string token) = 0;
  virtual std::string say(const Text& text, std::string_view language) const = 0;  // to whoever has no client
  // What programs and other sites may read of events, players and matches. kSignedOut: the token is none.
  virtual boost::asio::awaitable<Result<events::Document>> document(Reading reading) = 0;
  virtual std::vector<PublicData> public_data() const = 0;
  virtual const Stats& stats() const = 0;
  virtual bool healthy() const = 0;  // the store takes writes
  // No new matches or attachments; finishes what is being committed.
  virtual boost::asio::awaitable<void> drain() = 0;
};

}  // namespace wardroom::lobby
