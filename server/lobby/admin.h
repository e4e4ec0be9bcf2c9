// Admin: what a host does to accounts and matches, whoever asks it for him: his tool on the server's machine, or an
// account that he has given the right to. Every act is kept, and told to those whom it concerns. Of a match that is not
// over he sees what the public sees.
#pragma once

#include <string>

#include "server/lobby/desk.h"

namespace wardroom::lobby {

class Admin {
 public:
  // By: an account that may; empty: the host himself.
  Admin(Desk& desk, std::string by) : desk_(desk), by_(std::move(by)) {}

  boost::asio::awaitable<match::Answer> carry_out(v1::Administer asked);

 private:
  template <class T>
  using Await = boost::asio::awaitable<T>;

  Await<match::Answer> do_to_account(v1::Administer asked);
  Await<match::Answer> do_to_match(v1::Administer asked);
  Await<Result<void>> may_touch(v1::Administer::ActCase what, std::string account);
  Await<Result<HostDeed>> keep(HostDeed deed);  // and tells
  Await<void> tell(HostDeed kept);
  Await<match::Answer> export_data(HostDeed deed);
  void follow_up(const HostDeed& deed);
  Await<match::Answer> troubled(const v1::Administer::Troubled& asked);
  Await<match::Answer> log(v1::Administer::Log asked);

  Desk& desk_;
  const std::string by_;
};

}  // namespace wardroom::lobby
