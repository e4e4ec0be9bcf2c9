// Courier: carries the same news as the postman, to hooks and to devices. It has a thread of its own, so that neither
// waits for the other.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <optional>
#include <string>

#include "server/match/host.h"
#include "server/notices/counter.h"
#include "server/notices/round.h"
#include "server/notices/sorter.h"
#include "server/outward/hook.h"
#include "server/outward/messenger.h"
#include "server/outward/push.h"
#include "server/store/outbox.h"

namespace wardroom::notices {

struct CourierSettings {
  outward::MessengerSettings messenger;
  std::string url;      // where players reach this server
  std::string contact;  // of the host, for push services: mailto:... or https://...
  std::filesystem::path words;
  std::chrono::milliseconds poll{500};
  std::chrono::milliseconds look_again = std::chrono::minutes(10);
  std::chrono::milliseconds patience = std::chrono::seconds(5);
  std::function<std::int64_t()> now_ms = match::system_now_ms;
  std::function<void()> idle = [] {};  // nothing is due
};

class Courier {
 public:
  // All of these outlive it; the executor's threads run until it has gone.
  Courier(boost::asio::any_io_executor executor, match::Host& host, store::Outbox& outbox, CourierSettings settings);

 private:
  bool work();
  bool has_secrets();
  void carry(store::Due& due);
  outward::News test_for(const store::Addressee& to, const store::WaitingJob& job);
  outward::News news_of(const store::Due& due, const Sorted& sorted);
  std::string link_to(const Item& item) const;
  std::string name_of(const std::string& what) const;
  void keep_and_call(const store::Due& due, const Jobs& jobs, const outward::News& news);
  outward::Call call_of(const store::Channel& to, const outward::News& news) const;
  void call(const store::Channel& to, const Jobs& jobs, const store::Mail& mail);
  void note(const store::Channel& channel, store::Called how) const;

  match::Carried& stats_;
  const Ledger ledger_;
  Counter counter_;
  const CourierSettings settings_;
  Sorter sorter_;
  outward::Messenger messenger_;
  std::optional<Secret> names_;
  std::optional<outward::KeyPair> key_;
  Round round_;
};

}  // namespace wardroom::notices
