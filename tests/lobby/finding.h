// Finding: what people ask for to find a match of picket and one another.
#pragma once

#include "tests/match/rig.h"

namespace wardroom::testing {

class Finding : public ::testing::Test {
 protected:
  v1::ServerFrame create(Client& client, const std::function<void(v1::CreateMatch&)>& change) {
    v1::ClientFrame frame;
    v1::CreateMatch& create = *frame.mutable_create_match();
    create.set_title("picket");
    create.set_scenario("small");
    change(create);
    return client.ask(std::move(frame));
  }
  v1::ServerFrame join(Client& client, const std::string& match, const std::string& invitation = {}) {
    v1::ClientFrame frame;
    frame.mutable_join_match()->set_match(match);
    frame.mutable_join_match()->set_invitation(invitation);
    return client.ask(std::move(frame));
  }
  v1::ServerFrame rematch(Client& client, const std::string& match) {
    v1::ClientFrame frame;
    frame.mutable_rematch()->set_match(match);
    return client.ask(std::move(frame));
  }
  v1::Matches list(Client& client, const std::function<void(v1::ListMatches&)>& change = {}) {
    v1::ClientFrame frame;
    v1::ListMatches& list = *frame.mutable_list_matches();
    if (change) change(list);
    return client.ask(std::move(frame)).matches();
  }
};

}  // namespace wardroom::testing
